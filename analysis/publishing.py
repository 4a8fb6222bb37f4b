"""Publishing a study: made part by part in a folder beside it, then put in its place whole.

For ``results/players/ladder`` that folder is ``results/players/.ladder.partial``. A publication
that is stopped, however, leaves it behind, and the next one goes on from the parts in it.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from urllib.parse import quote, unquote

from analysis.files import write_whole
from analysis.provenance import Inputs, Study, inputs_of, make, sources_digest, to_toml
from analysis.run import Run
from engine.cards import InputError

_LOCK, _KEY, _PARTS, _NEW, _OLD = "lock", "key", "parts", "new", "old"


def checkout(root: Path) -> Path:
    """`root`, if it is the folder of results of a checkout.

    Raises
    ------
    InputError
        If this is an installed copy of the program.
    """
    if not (root.parent / "pyproject.toml").is_file():
        raise InputError(
            f'"{root}" belongs to an installed copy, expected a checkout (with pyproject.toml)'
        )
    return root


def publish(
    name: str, study: Study, root: Path, run: Run = Run(), inputs: Inputs | None = None
) -> None:
    """Make a study and put it under `root`.

    Parameters
    ----------
    inputs : dict or None
        None takes those that are published, or the study's own.

    Raises
    ------
    InputError
        For inputs that can't be used, or if the study is being published already.
    """
    folder = root / name
    with _alone(name, folder) as partial:
        inputs = inputs_of(name, study, root) if inputs is None else inputs
        files = make(name, study, inputs, run, _Kept(partial, _key(study, inputs)))
        new = partial / _NEW
        new.mkdir()
        for file, content in files.items():
            (new / file).write_bytes(content)
        if folder.exists():
            folder.rename(partial / _OLD)
        new.rename(folder)


def _key(study: Study, inputs: Inputs) -> str:
    """What finished parts hang on: the inputs, what else is read, and the program."""
    program = sources_digest("engine/**/*.py", "analysis/**/*.py")
    needs = [f"{file} {digest}" for file, digest in study.needs().items()]
    return sha256("\0".join([to_toml(inputs).decode(), program, *needs]).encode()).hexdigest()


class _Kept(MutableMapping[str, bytes]):
    """The finished parts in a folder, each written whole; those of another key are discarded."""

    def __init__(self, partial: Path, key: str) -> None:
        self._folder = partial / _PARTS
        known = partial / _KEY
        if not known.exists() or known.read_text() != key:
            _remove(self._folder)
            write_whole(known, key.encode())
        self._folder.mkdir(exist_ok=True)

    def _path(self, name: str) -> Path:
        return self._folder / quote(name, safe="")

    def __getitem__(self, name: str) -> bytes:
        try:
            return self._path(name).read_bytes()
        except FileNotFoundError:
            raise KeyError(name) from None

    def __setitem__(self, name: str, content: bytes) -> None:
        write_whole(self._path(name), content)

    def __delitem__(self, name: str) -> None:
        self._path(name).unlink()

    def __iter__(self) -> Iterator[str]:
        return (unquote(path.name) for path in self._folder.iterdir())

    def __len__(self) -> int:
        return sum(1 for _ in self)


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


@contextmanager
def _alone(name: str, folder: Path) -> Iterator[Path]:
    """The folder beside `folder` for what is not finished, for this process alone.

    It is removed after success, and kept after anything else.
    """
    partial = folder.parent / f".{folder.name}.partial"
    lock = _locked(name, partial)
    try:
        if (partial / _OLD).exists() and not folder.exists():  # stopped between the two renames
            (partial / _OLD).rename(folder)
        for left in (_NEW, _OLD):
            _remove(partial / left)
        yield partial
        for done in partial.iterdir():
            if done.name != _LOCK:
                _remove(done)
        (partial / _LOCK).unlink()  # the last: who makes another one is alone in the folder
        with suppress(OSError):
            partial.rmdir()
    finally:
        os.close(lock)


def _locked(name: str, partial: Path) -> int:
    """A descriptor of the folder's lock, which is free again when its process ends or is killed.

    A lock that another process removed before we had it doesn't count.
    """
    try:
        import fcntl
    except ImportError:
        raise InputError("publish: this system has no flock, expected a POSIX system") from None
    while True:
        partial.mkdir(parents=True, exist_ok=True)
        try:
            lock = os.open(partial / _LOCK, os.O_CREAT | os.O_RDWR, 0o666)
        except FileNotFoundError:
            continue
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if os.fstat(lock).st_ino == (partial / _LOCK).stat().st_ino:
                return lock
        except BlockingIOError:
            os.close(lock)
            raise InputError(
                f"{name}: another process is publishing it, expected to be the only one"
            ) from None
        except FileNotFoundError:
            pass
        os.close(lock)
