"""Fixtures that several test files share."""

import importlib
import shutil
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


@pytest.fixture(scope="session")
def ladder_of_few(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of results with the ladder of twenty deals."""
    provenance = importlib.import_module("analysis.provenance")
    study = importlib.import_module("analysis.allfours.ladder").STUDY
    root = tmp_path_factory.mktemp("checkout") / "results"
    (root / "players" / "ladder").mkdir(parents=True)
    inputs = provenance.to_toml(study.inputs | {"deals": 20})
    (root / "players" / "ladder" / "study.toml").write_bytes(inputs)
    importlib.import_module("analysis.publishing").publish("players/ladder", study, root)
    return root


@pytest.fixture
def results(
    ladder_of_few: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """A copy of that folder, in a checkout, which the commands take for the real one."""
    checkout = tmp_path_factory.mktemp("checkout")
    (checkout / "pyproject.toml").touch()
    root = shutil.copytree(ladder_of_few, checkout / "results")
    monkeypatch.setattr("analysis.provenance.results", lambda: root)
    return root
