"""The command line, run in this process or in one of its own, and what it answered."""

from __future__ import annotations

import io
import os
import shlex
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple
from unittest import mock

from scripts.backalley.group import COMMANDS as BACKALLEY
from scripts.cli import COMMANDS, main

ROOT = Path(__file__).parent.parent
EVERY = (*COMMANDS, *(f"backalley {name}" for name in BACKALLEY))
"""Every command, those of Back Alley's group too."""
HAND = "JS 9S AH TH 4D 2C"
NINE = f"{HAND} 5D 6D 7D"
COMPILING = "compiling what this question needs"
"""How the note begins that the first run after an install may add to stderr."""


class Answer(NamedTuple):
    """Exit status, stdout and stderr, the note about compiling left out."""

    status: int
    out: str
    err: str


def run(*args: str, stdin: bytes = b"", encoding: str = "utf-8") -> Answer:
    """Run ``allfours`` with these arguments, its streams in this encoding."""
    out = io.TextIOWrapper(io.BytesIO(), encoding, newline="")
    err = io.TextIOWrapper(io.BytesIO(), encoding, "backslashreplace", newline="")
    source = io.TextIOWrapper(io.BytesIO(stdin), encoding)
    with mock.patch("sys.stdin", source), redirect_stdout(out), redirect_stderr(err):
        status = main(list(args))
    out.flush()
    err.flush()
    texts = [stream.buffer.getvalue().decode(encoding) for stream in (out, err)]  # type: ignore
    return Answer(status, texts[0], without_note(texts[1]))


def process(
    *args: str, stdin: bytes = b"", cwd: Path = ROOT, drop: str = "", **changes: str
) -> Answer:
    """Run ``python -m scripts.cli`` with some environment variables changed, others dropped."""
    kept = {name: value for name, value in os.environ.items() if name not in drop.split()}
    done = subprocess.run(
        [sys.executable, "-m", "scripts.cli", *args],
        input=stdin,
        capture_output=True,
        cwd=cwd,
        env={"PYTHONPATH": str(ROOT), **kept, **changes},
        check=False,
        timeout=300,
    )
    err = done.stderr.decode("utf-8", "replace").replace("\r\n", "\n")
    return Answer(done.returncode, done.stdout.decode("utf-8", "replace"), without_note(err))


def without_note(err: str) -> str:
    """What stderr says apart from the note about compiling."""
    return "".join(line for line in err.splitlines(True) if not line.startswith(COMPILING))


def words(line: str) -> list[str]:
    """The arguments of a command line, up to a pipe or a comment."""
    return shlex.split(line, comments=True)
