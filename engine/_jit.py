"""`kernel`, the one decorator that compiles, and its cache that can't go stale.

Numba keeps machine code on disk per function. Left alone, it goes on running old code after an
edit to a kernel that another file calls, and serves unchecked code when bounds checks are asked
for. So the cache lives in a folder named after all sources of the engine and that flag.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import tempfile
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import numba
from numba.core import event

F = TypeVar("F", bound=Callable[..., object])

INTERPRETED = bool(numba.config.DISABLE_JIT)
"""Whether kernels run as plain Python (``NUMBA_DISABLE_JIT=1``)."""

_KEEP_DAYS = 14


def _digest() -> str:
    """Hex digest of every source of the engine and of the flags that change its code."""
    sources = Path(__file__).parent
    state = hashlib.sha256(f"{numba.__version__} {numba.config.BOUNDSCHECK}".encode())
    for path in sorted(sources.rglob("*.py")):
        state.update(str(path.relative_to(sources)).encode() + b"\0" + path.read_bytes() + b"\0")
    return state.hexdigest()[:16]


ENGINE_DIGEST = _digest()
"""Names the cache: it changes with any source of the engine, and with the bounds checks."""


def _candidates() -> list[Path]:
    """Folders that may hold the cache, the preferred one first."""
    folders = [Path(__file__).parent / "__pycache__"]
    cache_home = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    if cache_home:
        folders.append(Path(cache_home) / "allfours")
    with contextlib.suppress(RuntimeError):  # no home directory
        folders.append(Path.home() / ".cache" / "allfours")
    return folders


def _usable(folder: Path) -> bool:
    """Whether `folder` exists, or can be made, and takes a file."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _private_temporary() -> Path:
    """A folder for the cache that outlives the process and that no other user can write to."""
    owner = os.getuid() if hasattr(os, "getuid") else "user"
    folder = Path(tempfile.gettempdir()) / f"allfours-{owner}"
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        state = folder.lstat()
        if folder.is_symlink() or (
            owner != "user" and (state.st_uid, state.st_mode & 0o022) != (owner, 0)
        ):
            raise PermissionError(folder)
    except OSError:
        folder = Path(tempfile.mkdtemp(prefix="allfours-"))
        warnings.warn(f"compiled code can't be kept; using {folder}", stacklevel=2)
    return folder


def _prune(parent: Path, keep: Path) -> None:
    """Remove the caches of engines that have not been used for two weeks."""
    limit = time.time() - _KEEP_DAYS * 86400
    for old in parent.glob("kernels-*"):
        with contextlib.suppress(OSError):  # another process may remove it too
            if old != keep and old.stat().st_mtime < limit:
                shutil.rmtree(old, ignore_errors=True)


def _cache_folder() -> Path:
    """The folder of this engine's machine code, made if need be."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    parents = [Path(chosen)] if chosen else _candidates()
    parent = next((p for p in parents if _usable(p)), None) or _private_temporary()
    folder = parent / f"kernels-{ENGINE_DIGEST}"
    if not folder.exists():
        folder.mkdir(exist_ok=True)
        _prune(parent, folder)
    with contextlib.suppress(OSError):
        os.utime(folder)  # used today
    return folder


CACHE = _cache_folder()


def _compile(function: F, *, inline: bool = False, lean: bool = False) -> F:
    before, numba.config.CACHE_DIR = numba.config.CACHE_DIR, str(CACHE)
    try:
        options = {"cache": True, "nogil": True, "error_model": "numpy", "forceinline": inline}
        if lean:
            options["_nrt"] = False
        return cast(F, numba.njit(**options)(function))
    finally:
        numba.config.CACHE_DIR = before


def kernel(function: F) -> F:
    """Compile `function` on first use, to run without the interpreter's lock.

    A kernel takes and returns ints, int64 arrays, named tuples of ints and random streams; it
    knows no globals but constants, and raises nothing.
    """
    return function if TYPE_CHECKING else _compile(function)


def lean_kernel(function: F) -> F:
    """A kernel that makes no arrays, and so needs no count of who uses those it is given.

    Numba otherwise counts at every call, inlined or not: a fifth of the time of a random hand.
    Its callees must be lean too, or take no arrays.
    """
    return function if TYPE_CHECKING else _compile(function, lean=True)


def small_kernel(function: F) -> F:
    """A lean kernel that is made part of every caller: for a few lines in an inner loop."""
    return function if TYPE_CHECKING else _compile(function, inline=True, lean=True)


class _OnCompile(event.Listener):
    """Calls back when a kernel is compiled: never when it comes from the cache."""

    def __init__(self, callback: Callable[[], None]) -> None:
        self._callback = callback

    def on_start(self, event: Any) -> None:
        """Numba begins to compile `event`'s function."""
        self._callback()

    def on_end(self, event: Any) -> None:
        """Numba has compiled `event`'s function."""


def when_compiling(callback: Callable[[], None]) -> None:
    """Have `callback` called each time that a kernel is not in the cache and must be compiled."""
    event.register("numba:compile", _OnCompile(callback))
