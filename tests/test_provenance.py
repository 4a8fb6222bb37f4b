"""Published studies: the same bytes each time, whole or not at all, and found out if changed."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
import threading
import tomllib
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

from analysis.index import index
from analysis.provenance import (
    Files,
    Inputs,
    Part,
    Study,
    engine_digest,
    published,
    read_inputs,
    to_toml,
    verify,
)
from analysis.publishing import checkout, publish
from analysis.run import Run, Settled
from analysis.studies import STUDIES
from engine.cards import InputError
from tests import small_study
from tests.command import ROOT, run

NAME = "jack/hung"
SMALL = small_study.study()
PARTIAL = ".hung.partial"
FILES = {"study.toml", "tallies.json", "report.json", "report.md", "manifest.json"}

Edit = Callable[[Any], None]


def contents(folder: Path) -> Files:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def small(root: Path, watch: small_study.Watch = small_study.nobody, **choices: Any) -> Files:
    """Publish the small study, and return its files."""
    publish(NAME, small_study.study(watch), root, Run(**choices))
    return contents(root / NAME)


def wrong(root: Path, full: bool = False) -> list[str]:
    return verify(NAME, SMALL, root, full=full).wrong


def edit(root: Path, file: str, change: Edit, manifest: bool = False) -> None:
    """Change a JSON file of the small study, and if wanted its digest in the manifest."""
    folder = root / NAME
    answer = json.loads((folder / file).read_bytes())
    change(answer)
    (folder / file).write_text(json.dumps(answer))
    if manifest:
        digest = hashlib.sha256((folder / file).read_bytes()).hexdigest()
        edit(root, "manifest.json", lambda claims: claims["files"].update({file: digest}))


# What is published


def test_a_study_has_its_inputs_its_integers_its_report_and_a_manifest(tmp_path: Path) -> None:
    files = small(tmp_path)
    assert set(files) == FILES
    assert tomllib.loads(files["study.toml"].decode()) == small_study.INPUTS
    assert "." not in files["tallies.json"].decode()
    claims = json.loads(files["manifest.json"])
    assert claims["study"] == NAME
    assert claims["question"] == json.loads(files["report.json"])["question"]
    assert claims["inputs"] == small_study.INPUTS
    assert claims["engine"] == engine_digest("allfours")
    assert claims["versions"]["numba"] == metadata.version("numba")
    for file in FILES - {"manifest.json"}:
        assert claims["files"][file] == hashlib.sha256(files[file]).hexdigest()
    assert list((tmp_path / "jack").iterdir()) == [tmp_path / NAME]


def test_the_ladder_is_the_same_bytes_each_time_on_any_threads(results: Path) -> None:
    before = contents(results / "players/ladder")
    assert {"ladder.svg", "report.md", "tallies.json"} < set(before)
    for threads in ("1", "2"):
        answer = run("publish", "players/ladder", "--threads", threads)
        assert answer == (0, "players/ladder: published\n", "")
        assert contents(results / "players/ladder") == before
    everything = run("publish", "--all")
    assert everything.out.count(": published\n") == len(STUDIES)
    assert not any(str(results.parent).encode() in content for content in before.values())


def test_the_manifest_spells_the_rules_out(results: Path) -> None:
    claims = json.loads((results / "players/ladder/manifest.json").read_bytes())
    assert claims["inputs"]["rules"]["hang_points"] == 3
    assert claims["inputs"]["players"] == STUDIES["players/ladder"].inputs["players"]
    assert claims["inputs"]["deals"] == 20


def test_a_study_is_made_again_from_its_own_inputs(tmp_path: Path) -> None:
    first = small(tmp_path)
    inputs = small_study.INPUTS | {"deals": 20, "rules": {"base": "stag", "gift": 2}}
    (tmp_path / NAME / "study.toml").write_bytes(to_toml(inputs))
    assert wrong(tmp_path) == ["study.toml: changed since manifest.json was written"]
    again = small(tmp_path)
    assert wrong(tmp_path) == []
    assert again["tallies.json"] != first["tallies.json"]
    assert read_inputs(SMALL, again["study.toml"]) == inputs


@pytest.mark.parametrize(
    ("text", "token"),
    [
        ("seed = ", "TOML"),
        ("\xff", "TOML"),
        ("sed = 1", '"sed"'),
        ("", '"sizes"'),
        ('sizes = [6]\nrules = "classic"\ndeals = 3e1\nseed = 1', "deals = 30.0"),
        ('sizes = 6\nrules = "classic"\ndeals = 3\nseed = 1', "sizes = 6"),
        ('sizes = []\nrules = "classic"\ndeals = 3\nseed = 1', "sizes = []"),
        ('sizes = ["6"]\nrules = "classic"\ndeals = 3\nseed = 1', "'6'"),
        ('sizes = [6]\nrules = "classic"\ndeals = 3\nseed = true', "seed = True"),
        ('sizes = [6]\nrules = "classic"\ndeals = 0\nseed = 1', '"0"'),
    ],
)
def test_inputs_that_cannot_be_used_are_named(text: str, token: str, tmp_path: Path) -> None:
    (tmp_path / NAME).mkdir(parents=True)
    (tmp_path / NAME / "study.toml").write_text(text, encoding="latin-1")
    with pytest.raises(InputError, match=r"expected|there are") as error:
        small(tmp_path)
    assert token in str(error.value)
    assert contents(tmp_path / NAME).keys() == {"study.toml"}


def rounds(inputs: Inputs) -> dict[str, Part]:
    """Parts of a study whose files are made one from the other."""

    def following(number: int) -> Part:
        return Part(1, lambda done, _: done[f"{number - 1}.npy"] + bytes([number]))

    later = {f"{number}.npy": following(number) for number in range(1, inputs["rounds"])}
    return {"0.npy": Part(0, lambda *_: b"0")} | later


def test_a_study_may_make_files_each_from_those_before(tmp_path: Path) -> None:
    def replay(inputs: Inputs, files: Files, _: Run) -> list[str]:
        last = f"{inputs['rounds'] - 1}.npy"
        return [] if files[last].startswith(b"0") else [f"{last}: played differently now"]

    report = SMALL.report(small_study.INPUTS, {"tallies.json": small(tmp_path)["tallies.json"]})
    study = Study("How?", {"rounds": 3}, rounds, lambda *_: report, replay)
    publish("x/y", study, tmp_path)
    files = contents(tmp_path / "x/y")
    assert files["2.npy"] == b"0\x01\x02"
    assert verify("x/y", study, tmp_path, full=True).wrong == []
    assert published(tmp_path) == [NAME, "x/y"]


# Whole or not at all

STOPPED = """
import sys, time
from pathlib import Path
from analysis.publishing import publish
from tests import small_study

def hang(cards, run):
    if cards == 9:
        print("at the second part", flush=True)
        time.sleep(60)

publish("jack/hung", small_study.study(hang), Path(sys.argv[1]))
"""


def in_mid_publication(root: Path) -> subprocess.Popen[bytes]:
    """A process that publishes the small study, and has finished one part of three."""
    child = subprocess.Popen(
        [sys.executable, "-c", STOPPED, str(root)], cwd=ROOT, stdout=subprocess.PIPE
    )
    assert child.stdout is not None
    assert child.stdout.readline()
    child.stdout.close()
    return child


def test_a_killed_publication_goes_on_and_ends_with_the_same_bytes(tmp_path: Path) -> None:
    expected = small(tmp_path / "elsewhere")
    root = tmp_path / "results"
    child = in_mid_publication(root)
    child.kill()
    child.wait(60)
    assert published(root) == []
    assert (root / "jack" / PARTIAL).is_dir()
    made: list[int] = []
    finished: list[int] = []
    again = small(root, lambda cards, _: made.append(cards), progress=finished.append)
    assert again == expected
    assert set(made) == {9, 12}
    assert sum(finished) == 3 * small_study.INPUTS["deals"]
    assert [path.name for path in (root / "jack").iterdir()] == ["hung"]


def test_the_old_study_stays_until_the_new_one_is_whole(tmp_path: Path) -> None:
    before = small(tmp_path)

    def fail(cards: int, _: Settled) -> None:
        assert contents(tmp_path / NAME) == before
        if cards == 12:
            raise KeyboardInterrupt

    (tmp_path / NAME / "study.toml").write_bytes(to_toml(small_study.INPUTS | {"seed": 2}))
    before = contents(tmp_path / NAME)
    with pytest.raises(KeyboardInterrupt):
        small(tmp_path, fail)
    assert contents(tmp_path / NAME) == before


def test_parts_of_other_inputs_are_discarded(tmp_path: Path) -> None:
    child = in_mid_publication(tmp_path)
    child.kill()
    child.wait(60)
    (tmp_path / NAME).mkdir()
    (tmp_path / NAME / "study.toml").write_bytes(to_toml(small_study.INPUTS | {"seed": 2}))
    made: list[int] = []
    small(tmp_path, lambda cards, _: made.append(cards))
    assert set(made) == {6, 9, 12}
    assert wrong(tmp_path, full=True) == []


def test_parts_of_another_engine_are_discarded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    child = in_mid_publication(tmp_path)
    child.kill()
    child.wait(60)
    monkeypatch.setattr("analysis.publishing.sources_digest", "another {} {}".format)
    made: list[int] = []
    small(tmp_path, lambda cards, _: made.append(cards))
    assert set(made) == {6, 9, 12}


def test_a_publication_stopped_while_it_was_put_in_its_place(tmp_path: Path) -> None:
    (tmp_path / NAME).mkdir(parents=True)
    (tmp_path / NAME / "study.toml").write_bytes(to_toml(small_study.INPUTS | {"seed": 2}))
    before = small(tmp_path)
    partial = tmp_path / "jack" / PARTIAL
    partial.mkdir()
    (tmp_path / NAME).rename(partial / "old")
    (partial / "new").mkdir()
    assert small(tmp_path) == before
    assert not partial.exists()


def test_a_second_publication_at_once_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pyproject.toml").touch()
    root = tmp_path / "results"
    monkeypatch.setattr("analysis.provenance.results", lambda: root)
    monkeypatch.setitem(STUDIES, NAME, SMALL)
    child = in_mid_publication(root)
    try:
        answer = run("publish", NAME)
    finally:
        child.kill()
        child.wait(60)
    assert (answer.status, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert "another process is publishing it" in answer.err
    assert run("publish", NAME) == (0, f"{NAME}: published\n", "")
    assert run("verify", "--full", NAME) == (0, f"{NAME}: verified\n", "")


def test_many_at_once_do_not_mix(tmp_path: Path) -> None:
    refused: list[str] = []

    def attempt() -> None:
        for _ in range(5):
            try:
                publish(NAME, SMALL, tmp_path, Run(threads=1))
            except InputError as error:
                refused.append(str(error))

    threads = [threading.Thread(target=attempt) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(refused) < 30
    assert all("another process" in line for line in refused)
    assert wrong(tmp_path, full=True) == []
    assert [path.name for path in (tmp_path / "jack").iterdir()] == ["hung"]


# What verifying finds


def test_a_sound_study_is_verified(results: Path) -> None:
    line = "players/ladder: verified\n"
    every = "".join(f"{name}: verified\n" for name in sorted(STUDIES))
    assert run("verify") == (0, every, "")
    assert run("verify", "players/ladder") == (0, line, "")
    assert run("verify", "players/ladder", "--full", "--threads", "2") == (0, line, "")
    for name in STUDIES:
        shutil.rmtree(results / name.partition("/")[0], ignore_errors=True)
    assert run("verify") == (0, "no study is published\n", "")


def test_a_changed_integer_is_named(results: Path) -> None:
    file = results / "players/ladder/tallies.json"
    digit = file.read_bytes().rindex(b"20, ")
    file.write_bytes(file.read_bytes()[:digit] + b"21, " + file.read_bytes()[digit + 4 :])
    for args in ([], ["players/ladder"], ["players/ladder", "--full"]):
        answer = run("verify", *args)
        assert (answer.status, answer.err) == (1, "")
        said = dict(line.split(": ", 1) for line in answer.out.splitlines())
        assert said.pop("players/ladder").startswith("WRONG: tallies.json: changed")
        others = set() if args else set(STUDIES) - {"players/ladder"}
        assert said == dict.fromkeys(others, "verified")


@pytest.mark.parametrize("file", sorted(FILES))
def test_a_missing_file_is_named(file: str, tmp_path: Path) -> None:
    small(tmp_path)
    (tmp_path / NAME / file).unlink()
    assert wrong(tmp_path) == [f"{file}: missing"]


@pytest.mark.parametrize("file", sorted(FILES - {"manifest.json"}))
def test_a_changed_byte_is_named(file: str, tmp_path: Path) -> None:
    small(tmp_path)
    with (tmp_path / NAME / file).open("ab") as end:
        end.write(b"\n")
    assert wrong(tmp_path) == [f"{file}: changed since manifest.json was written"]


def test_a_file_or_folder_too_many_is_named(tmp_path: Path) -> None:
    small(tmp_path)
    (tmp_path / NAME / "extra.txt").touch()
    (tmp_path / NAME / "folder").mkdir()
    assert wrong(tmp_path) == [
        f"{extra}: not in manifest.json" for extra in ("extra.txt", "folder")
    ]


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"files": []}', "\x00"])
def test_a_manifest_that_is_none_is_named(text: str, tmp_path: Path) -> None:
    small(tmp_path)
    (tmp_path / NAME / "manifest.json").write_text(text)
    assert [line.split(":")[0] for line in wrong(tmp_path)] == ["manifest.json"]


@pytest.mark.parametrize("key", ["study", "question", "inputs"])
def test_a_manifest_that_claims_something_else_is_named(key: str, tmp_path: Path) -> None:
    small(tmp_path)
    edit(tmp_path, "manifest.json", lambda claims: claims.update({key: "other"}))
    assert wrong(tmp_path) == [f"manifest.json: {key}: not what the study has"]


@pytest.mark.parametrize(
    ("field", "value", "holds"),
    [
        ("gift", None, True),  # as if rules had been given that field later
        ("gift", 2, False),
        ("game_points", None, False),  # then it would have been 1
        ("unheard_of", 1, False),
    ],
)
def test_a_manifest_may_lack_fields_that_rules_were_given_later(
    field: str, value: int | None, holds: bool, tmp_path: Path
) -> None:
    kicks = STUDIES["kicks"]
    publish("kicks", kicks, tmp_path, inputs=kicks.inputs | {"rules": "stag", "deals": 20})
    manifest = tmp_path / "kicks/manifest.json"
    claims = json.loads(manifest.read_bytes())
    claims["inputs"]["rules"].pop(field, None)
    if value is not None:
        claims["inputs"]["rules"][field] = value
    manifest.write_text(json.dumps(claims))
    expected = [] if holds else ["manifest.json: inputs: not what the study has"]
    assert verify("kicks", kicks, tmp_path).wrong == expected


def cell(raw: Any) -> Any:
    return raw["cards:9"]


FORGED: dict[str, tuple[str, Edit, str]] = {
    "the first deals": (
        "tallies.json",
        lambda raw: cell(raw)["first"].__setitem__(3, 2),
        "tallies.json: cards:9: its first deals",
    ),
    "the last deals": (
        "tallies.json",
        lambda raw: cell(raw)["last"].__setitem__(0, 1),
        "tallies.json: cards:9: its last deals",
    ),
    "a total": (
        "tallies.json",
        lambda raw: cell(raw)["tally"].__setitem__(3, cell(raw)["tally"][3] + 1),
        "report.json: does not follow",
    ),
    "more than all": (
        "tallies.json",
        lambda raw: cell(raw)["tally"].__setitem__(3, 10**6),
        "report.json: does not follow",
    ),
    "deals": ("tallies.json", lambda raw: cell(raw).update(deals=31), "tallies.json: cards:9:"),
    "no deals": ("tallies.json", lambda raw: cell(raw).clear(), "tallies.json: cards:9:"),
    "no list": ("tallies.json", lambda raw: cell(raw).update(tally=3), "tallies.json: cards:9:"),
    "a short list": (
        "tallies.json",
        lambda raw: cell(raw).update(tally=[1]),
        "tallies.json: cards:9:",
    ),
    "a float": (
        "tallies.json",
        lambda raw: cell(raw)["tally"].__setitem__(3, 0.5),
        "tallies.json: cards:9:",
    ),
    "a missing cell": ("tallies.json", lambda raw: raw.pop("cards:6"), "tallies.json: has"),
    "a value": (
        "report.json",
        lambda report: report["rows"][0].update(value=0.5),
        "report.json: does not follow",
    ),
    "a stamp": (
        "report.json",
        lambda report: report["made"].update(seed=2),
        "report.json: does not follow",
    ),
}


@pytest.mark.parametrize("what", FORGED)
def test_what_was_forged_with_its_digest_is_named(what: str, tmp_path: Path) -> None:
    file, change, sentence = FORGED[what]
    small(tmp_path)
    edit(tmp_path, file, change, manifest=True)
    assert len(wrong(tmp_path)) == 1
    assert wrong(tmp_path)[0].startswith(sentence)


def test_only_making_it_all_again_finds_a_forged_text(tmp_path: Path) -> None:
    small(tmp_path)
    text = tmp_path / NAME / "report.md"
    text.write_bytes(text.read_bytes() + b"\nIt was ever thus.\n")
    digest = hashlib.sha256(text.read_bytes()).hexdigest()
    edit(tmp_path, "manifest.json", lambda claims: claims["files"].update({"report.md": digest}))
    assert wrong(tmp_path) == []
    assert wrong(tmp_path, full=True) == ["report.md: made again, it is other bytes"]


def test_another_engine_that_plays_the_same_is_told(results: Path) -> None:
    file = results / "players/ladder/manifest.json"
    file.write_text(file.read_text().replace(engine_digest("allfours"), "0" * 64))
    for full in ([], ["--full"]):
        answer = run("verify", "players/ladder", *full)
        assert answer.status == 0
        assert "the engine was changed since, and plays the same" in answer.out


def test_a_report_of_another_version_still_follows(tmp_path: Path) -> None:
    small(tmp_path)
    edit(tmp_path, "report.json", lambda report: report["made"].update(version="9.9"), True)
    assert wrong(tmp_path) == []


def test_a_folder_that_no_study_made_is_named(results: Path) -> None:
    (results / "players/other").mkdir()
    answer = run("verify")
    assert answer.status == 1
    assert "players/other: WRONG" in answer.out
    assert "players/ladder: verified" in answer.out


def test_another_expert_than_the_ladder_was_played_with_is_named(
    results: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    claims = json.loads((results / "players/ladder/manifest.json").read_bytes())
    weights = (ROOT / "results/players/expert/weights.npy").read_bytes()
    assert claims["needs"] == {"players/expert/weights.npy": hashlib.sha256(weights).hexdigest()}
    monkeypatch.setattr("analysis.allfours.players.results", lambda: results)  # of few deals
    answer = run("verify", "players/ladder")
    assert answer.status == 1
    assert "WRONG: manifest.json: players/expert/weights.npy: another" in answer.out


# Where results are


def test_an_installed_copy_publishes_nothing(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="expected a checkout"):
        checkout(tmp_path / "results")
    assert checkout(ROOT / "results") == ROOT / "results"


def test_what_is_installed_holds_the_results(results: Path, tmp_path: Path) -> None:
    """The files that a build takes, without those of a publication that was stopped."""
    tree = tmp_path / "tree"
    for package in ("engine", "analysis", "scripts"):
        shutil.copytree(
            ROOT / package, tree / package, ignore=shutil.ignore_patterns("__pycache__")
        )
    for file in ("pyproject.toml", "README.md", "results/README.md"):
        (tree / file).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / file, tree / file)
    shutil.copytree(results, tree / "results", dirs_exist_ok=True)
    shutil.copytree(results / "players/ladder", tree / "results/players/.ladder.partial/new")
    build = "from setuptools import setup; setup()"
    command = [sys.executable, "-c", build, "-q", "build_py", "--build-lib", str(tmp_path / "lib")]
    subprocess.run(command, cwd=tree, check=True, capture_output=True)
    built = tmp_path / "lib" / "results"
    assert contents(built / "players/ladder") == contents(results / "players/ladder")
    assert published(built) == published(results)
    tops = {name.partition("/")[0] for name in STUDIES}
    assert {path.name for path in built.iterdir()} == {"README.md", *tops}
    players = {path.name for path in (ROOT / "results/players").iterdir()}
    assert {path.name for path in (built / "players").iterdir()} == players
    assert {"expert", "expert-two-player", "ladder"} == players


def test_the_catalogue_draws_nothing() -> None:
    code = "import sys, analysis.studies; sys.exit('matplotlib' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)


# What is in this checkout


def test_everything_published_is_in_the_catalogue() -> None:
    assert set(published(ROOT / "results")) == set(STUDIES)


def test_the_list_of_results_is_that_of_what_is_published() -> None:
    listed = (ROOT / "results/README.md").read_text()
    assert listed == index(ROOT / "results", STUDIES)
    for name, study in STUDIES.items():
        assert f"## [{name}]({name}/report.md)\n\n**{study.question}** " in listed
        assert f"allfours publish {name}\n" in listed


def test_results_are_small() -> None:
    files = [path for path in (ROOT / "results").rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in files) < 30_000_000


def test_everything_published_holds() -> None:
    found = published(ROOT / "results")
    wrong = {name: verify(name, STUDIES[name], ROOT / "results").wrong for name in found}
    assert wrong == {name: [] for name in found}
