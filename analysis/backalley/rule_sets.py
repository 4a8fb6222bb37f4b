"""Rule sets of Back Alley by name: presets, changed fields, and how they are written down again."""

from __future__ import annotations

from analysis.rule_sets import RuleSets
from engine.backalley.rules import CHOICES, PRESETS, check, limits

RULE_SETS = RuleSets(PRESETS, CHOICES, limits, check)

preset = RULE_SETS.preset
change = RULE_SETS.change
from_record = RULE_SETS.from_record
describe = RULE_SETS.describe
