"""Published studies: what one consists of, where it comes from, and whether that still holds.

A study lies in a folder of its own, such as ``results/players/ladder``:

=================  ===============================================================================
study.toml         its inputs, from which it can be made again
raw files          integers and digests; the rest is computed from them
report.json, .md   the report, and its figure (SVG) if it has one
manifest.json      the question, the inputs spelled out, the engine and the versions that made it,
                   and the SHA-256 of every other file
=================  ===============================================================================

No clock, path or host is in any of them: made twice, a study is the same bytes.
"""

from __future__ import annotations

import hashlib
import json
import platform
import tomllib
from collections.abc import Callable, Iterable, Iterator, MutableMapping
from dataclasses import dataclass
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd

from analysis.report import to_json, to_markdown
from analysis.run import Run
from engine.cards import InputError

Inputs = dict[str, Any]
"""The inputs of a study by name: whole numbers, texts, lists of these, or an object of them."""

Files = dict[str, bytes]

INPUTS, MANIFEST = "study.toml", "manifest.json"
_REPORT = "report.json"
_SOURCES = Path(__file__).parent.parent
_PACKAGES = ("allfours", "numpy", "numba", "pandas", "matplotlib")


class Part(NamedTuple):
    """A piece of a study's work, kept as soon as it is done."""

    work: int
    """What it adds to the progress bar, in deals."""
    make: Callable[[Files, Run], bytes]
    """Make it, given the parts before it; the run has threads and progress, but no seed."""


@dataclass(frozen=True)
class Study:
    """A question that is published with what its answer was made from.

    `analysis.tallies.study` makes one out of tallies that add up. One that makes files of its own
    calls each file a part, which may go on from the parts before it: see
    `analysis.allfours.training`.

    Attributes
    ----------
    question : str
    inputs : dict
        What it is made from the first time; later from its ``study.toml``.
    parts : callable
        The parts that these inputs ask for, in the order in which they are made.
    report : callable
        The report as a DataFrame, from the inputs and the raw files alone.
    replay : callable
        Plays the first and last deals again; yields a sentence, which begins with a file's name,
        for each thing that came out differently.
    raw : callable
        The raw files, from all parts by name; if not given, each part is a file.
    spelled : callable
        The inputs as the manifest has them, with names (of a rule set) spelled out.
    needs : callable
        The SHA-256 of each published file that the study builds on, by name.
    game : str
        The folder of the engine that plays it.

    Raises
    ------
    InputError
        By any of the callables, for inputs or files that can't be used.
    """

    question: str
    inputs: Inputs
    parts: Callable[[Inputs], dict[str, Part]]
    report: Callable[[Inputs, Files], pd.DataFrame]
    replay: Callable[[Inputs, Files, Run], Iterable[str]]
    raw: Callable[[Files], Files] = dict
    spelled: Callable[[Inputs], Inputs] = dict
    needs: Callable[[], dict[str, str]] = dict
    game: str = "allfours"


def results() -> Path:
    """The folder of published studies: beside this package, in a checkout and in a wheel.

    It is looked for there and not as a package of its own, since any folder named ``results`` on
    the module path would be taken for a part of that.
    """
    return _SOURCES / "results"


def _studies_in(top: Path) -> list[Path]:
    """A folder of results, if it has files of its own; else the folders in it."""
    inside = list(top.iterdir())
    if any(path.is_file() for path in inside):
        return [top]
    return [path for path in inside if path.is_dir()]


def published(root: Path) -> list[str]:
    """The names of the studies that have a folder under `root`."""
    names = (path.relative_to(root) for top in root.glob("*/") for path in _studies_in(top))
    return sorted(
        name.as_posix() for name in names if not any(part[0] in "._" for part in name.parts)
    )


@cache
def sources_digest(*patterns: str) -> str:
    """SHA-256 of Python sources, such as ``engine/*.py``: their paths, and their bytes.

    It is taken once, before anything is made: a source that is edited meanwhile made nothing.
    """
    state = hashlib.sha256()
    for pattern in patterns:
        for path in sorted(_SOURCES.glob(pattern), key=Path.as_posix):
            name, source = path.relative_to(_SOURCES).as_posix().encode(), path.read_bytes()
            state.update(b"%d %s %d " % (len(name), name, len(source)) + source)
    return state.hexdigest()


def engine_digest(game: str) -> str:
    """SHA-256 of the sources that play a game, and of those that all games share."""
    return sources_digest("engine/*.py", f"engine/{game}/*.py")


# Inputs


def to_toml(inputs: Inputs) -> bytes:
    """Inputs as a TOML file, in their order.

    >>> print(to_toml({"players": ["random"], "deals": 20, "rules": {"gift": 2}}).decode(), end="")
    players = ["random"]
    deals = 20
    rules = { gift = 2 }
    """
    return "".join(f"{key} = {_toml(key, value)}\n" for key, value in inputs.items()).encode()


def _toml(key: str, value: Any) -> str:
    if isinstance(value, bool | int | str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, list):
        return "[" + ", ".join(_toml(key, entry) for entry in value) + "]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{name} = {_toml(name, value[name])}" for name in value) + " }"
    raise InputError(f"{INPUTS}: {key} = {value!r}, expected whole numbers and texts")


def inputs_of(name: str, study: Study, root: Path) -> Inputs:
    """A study's inputs: those in its folder under `root` if there are any, else its own.

    Raises
    ------
    InputError
        Names what can't be read, and inputs that are missing or unknown.
    """
    path = root / name / INPUTS
    if not path.exists():
        return study.inputs
    try:
        return read_inputs(study, path.read_bytes())
    except InputError as error:
        raise InputError(f"{name}/{error}") from None


def read_inputs(study: Study, content: bytes) -> Inputs:
    """The inputs in a ``study.toml``, in the study's own order."""
    try:
        given = tomllib.loads(content.decode())
    except ValueError as error:
        raise InputError(f"{INPUTS}: {error}, expected TOML") from None
    expected = ", ".join(study.inputs)
    for name in given:
        if name not in study.inputs:
            raise InputError(f'{INPUTS}: no input "{name}" (there are {expected})')
    for name, usual in study.inputs.items():
        if name not in given:
            raise InputError(f'{INPUTS}: "{name}" is missing, expected {expected}')
        if not _alike(given[name], usual):
            raise InputError(f"{INPUTS}: {name} = {given[name]!r}, expected it as in {usual!r}")
    return {name: given[name] for name in study.inputs}


def _alike(value: Any, usual: Any) -> bool:
    """Whether an input is of the kind that it usually is; an object may stand for a name."""
    if isinstance(usual, list):
        return (
            isinstance(value, list) and value != [] and all(_alike(one, usual[0]) for one in value)
        )
    return type(value) is type(usual) or (isinstance(usual, str) and isinstance(value, dict))


# Making


def work(study: Study, inputs: Inputs) -> int:
    """How many deals the progress bar of a study counts."""
    return sum(part.work for part in study.parts(inputs).values())


def make(
    name: str, study: Study, inputs: Inputs, run: Run, kept: MutableMapping[str, bytes]
) -> Files:
    """Every file of a study.

    Parts that are in `kept` are not made again; each that is made is put there.
    """
    done: Files = {}
    for key, part in study.parts(inputs).items():
        if key not in kept:
            kept[key] = part.make(done, run)
        elif run.progress:
            run.progress(part.work)
        done[key] = kept[key]
    files = {INPUTS: to_toml(inputs), **study.raw(done)}
    files |= _reported(name, study.report(inputs, files))
    return files | {MANIFEST: _json(manifest(name, study, inputs, files))}


def _reported(name: str, frame: pd.DataFrame) -> Files:
    """The report's files."""
    files = {_REPORT: to_json(frame).encode(), "report.md": to_markdown(frame).encode()}
    if "panels" in frame.attrs or "grids" in frame.attrs:
        from analysis import charts

        files[name.rpartition("/")[2] + ".svg"] = charts.encoded(frame, ".svg")
    return files


def manifest(name: str, study: Study, inputs: Inputs, files: Files) -> dict[str, Any]:
    """What a study was made from and by, and the digests of its files."""
    versions = {package: metadata.version(package) for package in _PACKAGES}
    return {
        "study": name,
        "question": study.question,
        "inputs": study.spelled(inputs),
        "needs": study.needs(),
        "engine": engine_digest(study.game),
        "versions": {"python": platform.python_version()} | versions,
        "files": {file: _sha256(files[file]) for file in sorted(files)},
    }


def _json(value: Any) -> bytes:
    return json.dumps(value, indent=1).encode() + b"\n"


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


# Verifying


class Verdict(NamedTuple):
    """What came of verifying a study."""

    wrong: list[str]
    """A sentence for each thing that does not hold; it begins with a file's name."""
    engine_changed: bool
    """Whether the engine is another one than made the study."""


def verify(name: str, study: Study, root: Path, run: Run = Run(), full: bool = False) -> Verdict:
    """Check a published study.

    Its files must be those of its manifest, its report must follow from its raw files, and the
    first and last deals must be played again as they were. With `full` every file is made again,
    and must be the same bytes, which takes the same version of this program and of matplotlib;
    the engine may be another.
    """
    files = _folder(root / name)
    try:
        claims = _claims(files)
        changed = claims.get("engine") != engine_digest(study.game)
        return Verdict(list(_wrong(name, study, files, claims, run, full)), changed)
    except InputError as error:
        return Verdict([str(error)], False)


def _folder(folder: Path) -> Files:
    """What lies in a folder; another folder in it counts as an empty file."""
    return {
        path.name: b"" if path.is_dir() else path.read_bytes() for path in sorted(folder.iterdir())
    }


def _claims(files: Files) -> dict[str, Any]:
    """The manifest among these files."""
    if MANIFEST not in files:
        raise InputError(f"{MANIFEST}: missing")
    try:
        claims = json.loads(files[MANIFEST])
    except ValueError:
        claims = None
    parts = ("files", "needs")
    if not (isinstance(claims, dict) and all(isinstance(claims.get(p), dict) for p in parts)):
        raise InputError(f"{MANIFEST}: expected a manifest as publishing writes it")
    return claims


def _wrong(
    name: str, study: Study, files: Files, claims: dict[str, Any], run: Run, full: bool
) -> Iterator[str]:
    """What does not hold; what rests on files that were changed is not looked at."""
    changed = list(_changed(files, claims["files"]))
    if changed:
        yield from changed
        return
    if INPUTS not in files:
        raise InputError(f"{INPUTS}: missing")
    inputs = read_inputs(study, files[INPUTS])
    listed = {file: content for file, content in files.items() if file != MANIFEST}
    expected = manifest(name, study, inputs, listed)
    for key in ("study", "question"):
        if claims.get(key) != expected[key]:
            yield f"{MANIFEST}: {key}: not what the study has"
    if not _spells(study, claims.get("inputs"), expected["inputs"]):
        yield f"{MANIFEST}: inputs: not what the study has"
    others = [
        file for file, digest in expected["needs"].items() if claims["needs"].get(file) != digest
    ]
    if others:
        yield f"{MANIFEST}: {', '.join(others)}: another than this was made with"
        return
    differing = list(study.replay(inputs, files, run))
    yield from differing
    if not differing and not _follows(study, inputs, files):
        yield f"{_REPORT}: does not follow from the raw files"
    if full:
        again = make(name, study, inputs, run, {})
        for file in sorted((files.keys() | again.keys()) - {MANIFEST}):
            if files.get(file) != again.get(file):
                yield f"{file}: made again, it is other bytes"


def _spells(study: Study, claimed: Any, expected: Inputs) -> bool:
    """Whether a manifest has these inputs; fields that rules were given later may be missing.

    They then have the value that rules without them always meant.
    """
    if claimed == expected:
        return True
    try:
        return _within(claimed, expected) and study.spelled(claimed) == expected
    except (InputError, ArithmeticError, AttributeError, KeyError, TypeError, ValueError):
        return False


def _within(claimed: Any, expected: Any) -> bool:
    """Whether all that is claimed is expected."""
    if isinstance(claimed, dict) and isinstance(expected, dict):
        return all(key in expected and _within(claimed[key], expected[key]) for key in claimed)
    return bool(claimed == expected)


def _changed(files: Files, digests: dict[str, Any]) -> Iterator[str]:
    """Files that are not what the manifest lists."""
    for file in sorted(files.keys() | digests.keys()):
        if file not in files:
            yield f"{file}: missing"
        elif file not in digests and file != MANIFEST:
            yield f"{file}: not in {MANIFEST}"
        elif file != MANIFEST and _sha256(files[file]) != digests[file]:
            yield f"{file}: changed since {MANIFEST} was written"


def _follows(study: Study, inputs: Inputs, files: Files) -> bool:
    """Whether the raw files give the report, the version that made it aside.

    Integers that no play gives need not give a report at all.
    """
    try:
        expected = json.loads(to_json(study.report(inputs, files)))
        answer = json.loads(files[_REPORT])
        expected["made"]["version"] = answer["made"]["version"]
    except InputError:
        raise
    except (ArithmeticError, KeyError, TypeError, ValueError):
        return False
    return bool(answer == expected)
