"""Fixtures that several test files share."""

import importlib
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import oracle
from tests.judges import Judge


@pytest.fixture(params=["oracle", "engine"])
def judge(request: pytest.FixtureRequest) -> Judge:
    if request.param == "oracle":
        return Judge(oracle.score_record, oracle.legal_record, ValueError)
    records = importlib.import_module("analysis.allfours.records")
    error = importlib.import_module("engine.cards").InputError
    return Judge(records.score_record, records.legal_record, error)


_FEW_BIDS = {
    "deals": 64,
    "short_deals": 64,
    "trials": 40,
    "rounds": 2,
    "regrets": 2,
    "starts": 2,
}
FEW = {
    "players/expert": {"rounds": 2, "deals": 12, "trials": 4},
    "players/expert-two-player": {"rounds": 2, "deals": 12, "trials": 4},
    "players/ladder": {"deals": 20},
    **{f"charts/{name}": {"deals": 200} for name in ("beg", "give", "beg-by-score", "jack")},
    "kicks": {"deals": 20},
    "points": {"deals": 20},
    "game-point": {"deals": 20},
    "deal/shuffle": {"riffles": [1, 3], "deals": 60},
    "begging/classic": {"deals": 2000, "close": 3000, "trials": 2000},
    "begging/tournament": {"deals": 2000, "close": 3000, "trials": 2000},
    "begging/two-player": {"deals": 2000, "close": 3000, "trials": 2000},
    "begging/seven-up": {"deals": 2000, "close": 3000, "trials": 2000},
    "equity/classic": {"deals": 1000, "trials": 1000},
    "equity/tournament": {"deals": 1000, "trials": 1000},
    "equity/two-player": {"deals": 1000, "trials": 1000},
    "equity/seven-up": {"deals": 1000, "trials": 1000},
    "exposed": {"deals": 200, "sampled_deals": 20, "worlds": 2},
    "rules-of-thumb": {"deals": 300, "trials": 200},
    "claims": {"deals": 200, "learned": 500},
    "checks/intervals": {
        "runs": 3,
        "points_deals": 60,
        "begging_deals": 20,
        "sequential_runs": 2,
        "sequential_deals": 20,
    },
    "checks/advice": {"hands": 3, "deals": 200},
    "checks/solutions": {"hands": 1, "deals": 60},
    "checks/last-points": {"deals": 400},
    "checks/matches": {"matches": 20},
    "backalley/tricks": {"deals": 40},
    "backalley/bids": _FEW_BIDS,
    "backalley/bids-bab-online": _FEW_BIDS,
    "backalley/boards": {"deals": 40},
    "backalley/claims": {"deals": 20},
    "variants": {
        "rules": ["target=3", "target=3,hang_points=1"],
        "deals": 300,
        "trials": 400,
        "match": 200,
    },
    "family": {
        "rules": ["target=3", "seven-up"],
        "deals": 300,
        "trials": 400,
        "match": 200,
    },
}
"""Inputs that make each study small."""


GAMES = ("allfours", "backalley")


@pytest.fixture(autouse=True, scope="session")
def solved_from() -> Iterator[dict[str, int]]:
    """Rule sets that nobody has published are solved from few deals; from how many, really."""
    books = {game: importlib.import_module(f"analysis.{game}.books") for game in GAMES}
    really = {game: module.DEALS for game, module in books.items()}
    with pytest.MonkeyPatch.context() as patch:
        for module in books.values():
            patch.setattr(module, "DEALS", 4000)
        yield really


@pytest.fixture(scope="session")
def studies_of_few(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of results with every study, of few deals."""
    studies = importlib.import_module("analysis.studies").STUDIES
    publish = importlib.import_module("analysis.publishing").publish
    root = tmp_path_factory.mktemp("checkout") / "results"
    for name, study in studies.items():
        publish(name, study, root, inputs=study.inputs | FEW[name])
    return root


@pytest.fixture
def results(
    studies_of_few: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """A copy of that folder, in a checkout, which the commands take for the real one."""
    checkout = tmp_path_factory.mktemp("checkout")
    (checkout / "pyproject.toml").touch()
    root = shutil.copytree(studies_of_few, checkout / "results")
    monkeypatch.setattr("analysis.provenance.results", lambda: root)
    training = importlib.import_module("analysis.allfours.training")
    for name in ("rounds", "trials"):  # which `train` takes no options for
        monkeypatch.setitem(training.INPUTS, name, FEW[training.NAME][name])
    return root
