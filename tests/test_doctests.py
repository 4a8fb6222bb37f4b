"""Every example in a docstring is run.

A compiled kernel hides its docstring from doctest, so objects are looked up here. Examples may use
what their own module knows, and the public names of the engine's everyday modules.
"""

from __future__ import annotations

import doctest
import importlib
import inspect
import io
import pkgutil
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest

import analysis
import engine
import scripts

EVERYDAY = (
    "engine.bits",
    "engine.random",
    "engine.cards",
    "engine.deal",
    "engine.allfours.rules",
    "engine.allfours.score",
    "engine.allfours.strategy",
)
BACKALLEY = ("engine.backalley.cards", "engine.backalley.rules", "engine.backalley.score")
OF_THE_GAME = {"engine.backalley": BACKALLEY, "analysis.backalley": BACKALLEY}
"""Modules of a package whose names its examples may use too."""
FEWEST = 25


def modules() -> Iterator[ModuleType]:
    for package in (engine, analysis, scripts):
        yield package
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            yield importlib.import_module(found.name)
    yield importlib.import_module("tests.oracle")


def plain(value: Any) -> Any:
    """The Python function of a kernel, or of a cached function; anything else as it is."""
    return inspect.unwrap(getattr(value, "py_func", value))


def members(owner: Any, home: str, prefix: str) -> Iterator[tuple[str, Any]]:
    """An object with its name, and the functions and classes defined in it, however deep."""
    yield prefix, owner
    for name, value in vars(owner).items():
        value = plain(value.fget if isinstance(value, property) else value)
        if inspect.isclass(value) or inspect.isroutine(value):
            function = getattr(value, "__func__", value)  # of a class or static method
            if function.__module__ == home and function.__qualname__.endswith(name):
                nested = members if inspect.isclass(function) else leaf
                yield from nested(function, home, f"{prefix}.{name}")


def leaf(value: Any, _home: str, name: str) -> Iterator[tuple[str, Any]]:
    yield name, value


def public(names: tuple[str, ...]) -> dict[str, Any]:
    """The public names of modules."""
    found: dict[str, Any] = {}
    for name in names:
        known = vars(importlib.import_module(name))
        found |= {key: value for key, value in known.items() if not key.startswith("_")}
    return found


def examples() -> Iterator[doctest.DocTest]:
    """The docstrings that have examples."""
    parser = doctest.DocTestParser()
    everyday = public(EVERYDAY)
    for module in modules():
        game = public(OF_THE_GAME.get(module.__name__.rpartition(".")[0], ()))
        for name, value in members(module, module.__name__, module.__name__):
            if ">>>" in (value.__doc__ or ""):
                names = everyday | game | vars(module)
                yield parser.get_doctest(value.__doc__, names, name, module.__file__, None)


EXAMPLES = list(examples())


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_example(example: doctest.DocTest) -> None:
    report = io.StringIO()
    doctest.DocTestRunner().run(example, out=report.write)
    assert not report.getvalue(), report.getvalue()


def test_no_example_is_missed() -> None:
    written = sum(inspect.getsource(module).count("\n    >>> ") for module in modules())
    assert sum(len(example.examples) for example in EXAMPLES) >= written
    assert len({example.name for example in EXAMPLES}) == len(EXAMPLES) >= FEWEST
