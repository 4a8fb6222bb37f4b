"""The studies of Back Alley that are published, by name."""

from __future__ import annotations

from analysis.backalley import bids_solved, boards, claims, tricks
from analysis.provenance import Study

STUDIES: dict[str, Study] = {
    "backalley/tricks": tricks.STUDY,
    "backalley/bids": bids_solved.STUDY,
    "backalley/bids-bab-online": bids_solved.STUDY_BAB_ONLINE,
    "backalley/boards": boards.STUDY,
    "backalley/claims": claims.STUDY,
}
