"""The cache of compiled kernels: never stale, never in the way, and silent when it is warm.

A small engine of two files stands in for ours: it has the real ``_jit.py``, and compiles at once.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from engine import _jit

CALLEE = """
from engine._jit import kernel

@kernel
def callee(array, place):
    return array[place] + 1
"""
CALLER = """
import numpy as np
from engine._jit import kernel, when_compiling
from engine.callee import callee

@kernel
def caller(array, place):
    return 10 * callee(array, place)

compiled = []
when_compiling(lambda: compiled.append(1))

def report(place):
    print(caller(np.array([4, 5, 6]), place), "compiled" if compiled else "from the cache")
"""


class SmallEngine:
    """A folder with an engine, and what it prints in a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.sources = folder / "engine"
        self.sources.mkdir()
        real = Path(_jit.__file__).read_text()
        files = {"__init__": "", "_jit": real, "callee": CALLEE, "caller": CALLER}
        for name, text in files.items():
            (self.sources / f"{name}.py").write_text(text)

    def run(self, place: int = 0, **changed: str) -> subprocess.CompletedProcess[str]:
        """Call the caller in a new process; of the environment only what is given is set."""
        kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ}
        places = {"HOME": str(self.folder), "TMPDIR": str(self.folder)}
        return subprocess.run(
            [sys.executable, "-W", "always", "-c", f"import engine.caller as c; c.report({place})"],
            cwd=self.folder,
            env=kept | places | {"PYTHONDONTWRITEBYTECODE": "1"} | changed,
            capture_output=True,
            text=True,
            check=False,
        )

    def says(self, place: int = 0, **changed: str) -> str:
        """What it prints when nothing goes wrong."""
        done = self.run(place, **changed)
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout.strip()

    def caches(self, parent: Path | None = None) -> list[Path]:
        """The folders of compiled code."""
        return sorted((parent or self.sources / "__pycache__").glob("kernels-*"))


@pytest.fixture
def small(tmp_path: Path) -> SmallEngine:
    return SmallEngine(tmp_path)


def test_an_edit_elsewhere_is_compiled(small: SmallEngine) -> None:
    chosen = small.folder / "chosen"
    assert small.says(NUMBA_CACHE_DIR=str(chosen)) == "50 compiled"
    assert small.says(NUMBA_CACHE_DIR=str(chosen)) == "50 from the cache"
    (small.sources / "callee.py").write_text(CALLEE.replace("+ 1", "+ 2"))
    assert small.says(NUMBA_CACHE_DIR=str(chosen)) == "60 compiled"
    assert len(small.caches(chosen)) == 2


def test_bounds_checks_have_their_own_cache(small: SmallEngine) -> None:
    assert small.says() == "50 compiled"
    assert small.says(NUMBA_BOUNDSCHECK="1") == "50 compiled"
    assert small.says(NUMBA_BOUNDSCHECK="1") == "50 from the cache"
    assert "IndexError" in small.run(3, NUMBA_BOUNDSCHECK="1").stderr
    assert len(small.caches()) == 2


def test_nowhere_to_keep_it(small: SmallEngine) -> None:
    (small.sources / "__pycache__").write_text("a file, so that nothing can be put below it")
    nowhere = str(small.sources / "__pycache__" / "home")
    temporary = small.folder / "temporary"
    temporary.mkdir()
    for told in ("50 compiled", "50 from the cache"):
        assert small.says(HOME=nowhere, XDG_CACHE_HOME=nowhere, TMPDIR=str(temporary)) == told
    (private,) = temporary.glob("allfours-*")
    assert len(small.caches(private)) == 1


def test_the_temporary_folder_is_taken(small: SmallEngine) -> None:
    (small.sources / "__pycache__").write_text("")
    (small.folder / f"allfours-{os.getuid()}").write_text("")
    nowhere = str(small.sources / "__pycache__" / "home")
    done = small.run(HOME=nowhere, XDG_CACHE_HOME=nowhere)
    assert (done.returncode, done.stdout) == (0, "50 compiled\n")
    assert done.stderr.count("Warning") == 1
    assert "compiled code can't be kept" in done.stderr


@pytest.fixture
def nothing_usable(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setattr(_jit, "_usable", lambda _: False)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def test_a_private_temporary_folder(nothing_usable: Path) -> None:
    folder = _jit._cache_folder()
    assert folder == _jit._cache_folder()
    assert (folder.name, folder.parent.parent) == (_jit.CACHE.name, nothing_usable)
    assert folder.parent.stat().st_mode & 0o077 == 0


def test_a_folder_of_others_is_not_trusted(nothing_usable: Path) -> None:
    open_to_all = nothing_usable / f"allfours-{os.getuid()}"
    open_to_all.mkdir()
    open_to_all.chmod(0o777)
    with pytest.warns(UserWarning, match="compiled code can't be kept") as caught:
        folder = _jit._cache_folder()
    assert len(caught) == 1
    assert folder.parent.parent == nothing_usable
    assert folder.parent != open_to_all


def test_without_a_home(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("no home directory")

    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.delenv("LOCALAPPDATA", raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    assert _jit._candidates() == [Path(_jit.__file__).parent / "__pycache__"]


def test_old_caches_are_removed(tmp_path: Path) -> None:
    for name, days in (
        ("kernels-mine", 30),
        ("kernels-old", 30),
        ("kernels-new", 1),
        ("other", 30),
    ):
        folder = tmp_path / name
        folder.mkdir()
        long_ago = folder.stat().st_mtime - days * 86400
        os.utime(folder, (long_ago, long_ago))
    _jit._prune(tmp_path, keep=tmp_path / "kernels-mine")
    kept = sorted(folder.name for folder in tmp_path.iterdir())
    assert kept == ["kernels-mine", "kernels-new", "other"]
