"""Fixtures that several test files share."""

import importlib

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
