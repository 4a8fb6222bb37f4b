"""Terminals, folders and pipes that are not what one would wish for."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from unittest import mock

import pytest

from tests.command import EVERY, HAND, ROOT, process, run, words

BEG = f"beg {HAND} --kick 6S --deals 500 --seed 7"
ARGUMENTS = {
    "beg": BEG,
    "give": f"give {HAND} --kick ♠6 --deals 500 --seed 7",
    "exposed": f"exposed {HAND} --kick 6S --deals 200 --seed 7",
    "points": "points --deals 500 --seed 7",
    "game": "game --deals 500 --seed 7",
    "kick": "kick --deals 500 --seed 7",
    "cut": "cut --deals 500 --seed 7",
    "shuffle": "shuffle --shuffle riffle:2 --deals 100 --seed 7",
    "equity": "equity --deals 2000 --seed 7",
    "duel": "duel simple random --deals 500 --seed 7",
    "ladder": "ladder --deals 50 --seed 7",
    "rules-of-thumb": "rules-of-thumb --deals 50 --seed 7",
    "compare": "compare classic stag --deals 2000 --match 0 --seed 7",
    "pitch": "pitch KS 4S QH 7H AD 3C --deals 500 --seed 7",
    "rules": "rules seven-up",
    "chart": "chart beg --deals 500 --seed 7",
    "revoke": "revoke --deals 200 --seed 7",
    "claims": "claims --deals 50 --seed 7",
    "exact": "exact",
    "deals": "deals --seed 7 --deals 20",
    "show": "show --seed 7 --symbols",
    "score": "score -",
    "review": "review -",
    "legal": "legal -",
    "solve": "solve -",
    "train": "train --deals 10 --seed 7",
    "publish": "publish players/ladder",
    "verify": "verify",
    "backalley": "backalley",
    "backalley bid": "backalley bid LB 2H --faced 5S --deals 200 --seed 7",
    "backalley tricks": "backalley tricks --deals 50 --seed 7",
    "backalley match": "backalley match simple simple+0.5 --deals 50 --seed 7",
    "backalley boards": "backalley boards --cards 2 --deals 200 --seed 7",
    "backalley claims": "backalley claims --deals 20 --seed 7",
    "backalley deals": "backalley deals --seed 7 --deals 20",
    "backalley show": "backalley show --seed 7 --symbols",
    "backalley score": "backalley score -",
    "backalley legal": "backalley legal -",
}
MISTAKES = [f"beg {HAND} --kick ♣", "kick --rules ♥", "exact ♦", "score ♠", "show --set ♣=1"]
MISTAKES += ["backalley bid AS --faced ♠", "backalley tricks --faced ♠", "backalley show --rules ♥"]
MISTAKES += ["backalley match simple ♦", "backalley boards --cards ♣"]

posix = pytest.mark.skipif(os.name != "posix", reason="needs a POSIX system")


@pytest.mark.usefixtures("results")
@pytest.mark.parametrize("command", ARGUMENTS)
def test_every_command_prints_on_an_old_windows_terminal(command: str) -> None:
    answers = [
        run(*words(line), encoding="cp1252")
        for line in (ARGUMENTS[command], f"{command} --help")
    ]  # fmt: skip
    assert all((answer.status, answer.err) == (0, "") for answer in answers)
    assert set(ARGUMENTS) == set(EVERY) - {"bench"}


@pytest.mark.parametrize("line", MISTAKES)
def test_errors_quote_symbols_on_an_old_windows_terminal(line: str) -> None:
    token = words(line)[-1][:1]
    modern, old = (run(*words(line), encoding=encoding) for encoding in ("utf-8", "cp1252"))
    assert (modern.status, old.status, old.out) == (2, 2, "")
    assert f'"{token}' in modern.err
    assert old.err == modern.err.encode("ascii", "backslashreplace").decode()


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
def test_a_process_prints_in_any_encoding(encoding: str) -> None:
    line = "beg 10♥ J♠ 9♠ A♥ 4♦ 2♣ --kick 6♠ --seed 7 --deals 9"
    answer = process(*words(line), PYTHONIOENCODING=encoding)
    assert (answer.status, answer.err) == (0, "")
    assert answer.out.isascii()
    answer = process("beg", "JS", "--kick", "♣", PYTHONIOENCODING=encoding)
    assert (answer.status, answer.out) == (2, "")
    assert answer.err.count("\n") == 1


def test_charts_need_no_display_no_home_and_no_folder_of_ones_own(tmp_path: Path) -> None:
    here = tmp_path / "here"
    here.mkdir(mode=0o555)
    chart = tmp_path / "chart.png"
    gone = "HOME USERPROFILE DISPLAY WAYLAND_DISPLAY XDG_CACHE_HOME XDG_CONFIG_HOME MPLCONFIGDIR"
    answer = process(*words(BEG), "--chart", str(chart), cwd=here, drop=gone)
    assert answer.status == 0
    assert answer.out == run(*words(BEG)).out
    assert chart.read_bytes().startswith(b"\x89PNG")
    assert list(here.iterdir()) == []


def test_a_checkout_that_cannot_be_written_to_still_answers(tmp_path: Path) -> None:
    checkout = tmp_path / "checkout"
    for package in ("engine", "analysis", "scripts", "results"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / package, checkout / package, ignore=ignored)
    (checkout / "engine" / "__pycache__").write_bytes(b"not a folder")
    nowhere = tmp_path / "a file"
    nowhere.touch()
    answer = process(
        *words(BEG.replace("500", "20")),
        cwd=checkout,
        drop="NUMBA_CACHE_DIR",
        HOME=str(nowhere / "home"),
        XDG_CACHE_HOME=str(nowhere / "cache"),
        PYTHONPATH=str(checkout),
        NUMBA_DISABLE_JIT="1",
        TMPDIR=str(tmp_path),
    )
    assert answer.status == 0
    assert answer.out == run(*words(BEG.replace("500", "20"))).out
    assert answer.err.count("\n") <= 2, "at most one warning"


@posix
@pytest.mark.parametrize("command", ["deals --deals 5000 --seed 1", "exact"])
def test_a_reader_that_leaves_is_no_error(command: str) -> None:
    writer = subprocess.Popen(
        [sys.executable, "-m", "scripts.cli", *command.split()],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert writer.stdout is not None
    assert writer.stderr is not None
    assert writer.stdout.readline()
    writer.stdout.close()
    with writer.stderr:
        err = writer.stderr.read().decode()
    assert writer.wait(60) in (0, 1)
    assert [line for line in err.splitlines() if "compiling" not in line] == []


@posix
@pytest.mark.parametrize(
    "line",
    [
        "allfours score - <&-",
        "allfours exact >/dev/full",
        "allfours deals --seed 1 --deals 100 >/dev/full",
        "allfours --help >/dev/full",
        "allfours exact jack_in_play >&-",
    ],
)
def test_a_stream_that_is_closed_or_full_is_no_traceback(line: str) -> None:
    if "/dev/full" in line and not Path("/dev/full").exists():
        pytest.skip("no full device here")
    command = line.replace("allfours", f"'{sys.executable}' -m scripts.cli")
    done = subprocess.run(["sh", "-c", command], cwd=ROOT, capture_output=True, check=False)
    assert done.returncode != 0
    assert done.stdout == b""
    assert b"Traceback" not in done.stderr
    assert done.stderr.count(b"\n") == 1
    assert done.stderr.startswith(b"allfours: ")


def on_terminal(args: list[str], out: Path) -> tuple[int, str]:
    """Run with stderr on a terminal and stdout in a file: exit status, what the terminal got."""
    import pty

    ours, theirs = pty.openpty()
    with out.open("wb") as file:
        child = subprocess.Popen(
            [sys.executable, "-m", "scripts.cli", *args], cwd=ROOT, stdout=file, stderr=theirs
        )
    os.close(theirs)
    got = b""
    try:
        while part := os.read(ours, 4096):
            got += part
    except OSError:  # how Linux says that the other end is closed
        pass
    os.close(ours)
    return child.wait(60), got.decode()


@posix
def test_progress_goes_to_a_terminal_and_the_answer_to_stdout(tmp_path: Path) -> None:
    status, got = on_terminal(words(BEG), tmp_path / "out")
    assert status == 0
    assert "100%" in got
    assert (tmp_path / "out").read_text() == run(*words(BEG)).out


@posix
def test_on_a_terminal_too_an_error_is_one_line(tmp_path: Path) -> None:
    status, got = on_terminal(words(f"beg {HAND} --kick JS"), tmp_path / "out")
    assert status == 2
    assert (tmp_path / "out").read_bytes() == b""
    assert got.startswith("allfours: ")
    assert got.count("\n") == 1


def test_an_interrupt_is_one_word_and_130() -> None:
    with mock.patch("analysis.records.read_lines", side_effect=KeyboardInterrupt):
        answer = run("score", "-")
    assert (answer.status, answer.out) == (130, "")
    assert answer.err.split() == ["allfours:", "stopped"]
