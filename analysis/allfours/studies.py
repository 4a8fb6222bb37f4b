"""The studies that are published, by name."""

from __future__ import annotations

from analysis.allfours import (
    advice,
    begging_solved,
    chart_studies,
    claims,
    deal_studies,
    equity_table,
    exposed_cards,
    intervals,
    ladder,
    last_points,
    matches,
    rules_of_thumb,
    shuffles,
    training,
    two_solutions,
    variants,
)
from analysis.provenance import Study

STUDIES: dict[str, Study] = {
    training.NAME: training.STUDY,
    training.TWO_PLAYER_NAME: training.TWO_PLAYER_STUDY,
    "players/ladder": ladder.STUDY,
    "begging/classic": begging_solved.study("classic", 192_000_000),
    "begging/tournament": begging_solved.study("tournament", 64_000_000),
    "begging/two-player": begging_solved.study("two-player", 24_000_000),
    "begging/seven-up": begging_solved.study(
        "seven-up", 8_000_000, deals=4_000_000, trials=2_000_000
    ),
    "equity/classic": equity_table.study("classic"),
    "equity/tournament": equity_table.study("tournament"),
    "equity/two-player": equity_table.study("two-player"),
    "equity/seven-up": equity_table.study("seven-up"),
    "kicks": deal_studies.KICKS,
    "points": deal_studies.POINTS,
    "game-point": deal_studies.GAME_POINT,
    "exposed": exposed_cards.STUDY,
    "deal/shuffle": shuffles.STUDY,
    "rules-of-thumb": rules_of_thumb.STUDY,
    **chart_studies.STUDIES,
    "claims": claims.STUDY,
    "checks/intervals": intervals.STUDY,
    "checks/advice": advice.STUDY,
    "checks/solutions": two_solutions.STUDY,
    "checks/last-points": last_points.STUDY,
    "checks/matches": matches.STUDY,
    "variants": variants.STUDY,
    "family": variants.FAMILY,
}
