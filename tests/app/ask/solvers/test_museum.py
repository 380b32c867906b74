"""The museum in installed engines: the table that is shipped, writing one, and the command."""

import json
from pathlib import Path

import pytest

from gjkscope.app.ask.solvers import museum
from gjkscope.app.ask.solvers.adapter import adapters
from gjkscope.app.ask.solvers.asking import EngineAnswer
from gjkscope.app.base.resources import resource
from gjkscope.app.command_line.main import run_command
from gjkscope.app.scenes.museum_table import (
    CRASHED,
    OUTCOMES,
    RIGHT,
    UNDECIDED,
    UNSUPPORTED,
    WRONG,
    EngineOutcome,
    EngineVersion,
    MuseumTable,
    format_table,
    read_table,
    shipped_table,
)
from gjkscope.app.scenes.scene import Body, Reported
from gjkscope.app.scenes.scene_file import read_scene

Output = pytest.CaptureFixture[str]
SCENES = resource("assets", "scenes", "museum")

TABLE = MuseumTable(
    "2026-01-02",
    "1.0",
    "Linux",
    {"fcl": EngineVersion("python-fcl", "0.7", 1e-5, 0.022), "coal": EngineVersion("coal", "3.0", 1e-5)},
    {
        "fcl-508": (EngineOutcome("fcl", WRONG, "5 % “too far”"), EngineOutcome("coal", RIGHT)),
        "fcl-293": (EngineOutcome("fcl", CRASHED, "aborts (SIGABRT)"), EngineOutcome("coal", UNSUPPORTED, "why")),
    },
)


def test_the_shipped_table_is_about_every_pair_and_engine() -> None:
    table = shipped_table()
    assert set(table.scenes) == {path.stem for path in SCENES.glob("*.json")}
    assert set(table.engines) == {name for name, adapter in adapters().items() if adapter.dimension == 3}
    for row in table.scenes.values():
        assert [cell.engine for cell in row] == list(table.engines)
        assert {cell.outcome for cell in row} <= set(OUTCOMES)
        assert all(cell.words for cell in row if cell.failed or cell.outcome == UNSUPPORTED)
    # libccd ends EPA when depth × gain is below 1e-4 m², so normals of shallow contacts are often wrong.  cannon-es and
    # SAPIEN lack capsules, or cones and cylinders.
    fewest = dict.fromkeys(table.engines, 80) | dict.fromkeys(("libccd", "cannon-es", "sapien"), 60)
    assert all(table.tally(name, RIGHT) > fewest[name] for name in table.engines)
    assert table.tally("fcl", CRASHED) > 0  # it aborts


def test_the_shipped_page_is_the_page_of_the_shipped_table() -> None:
    page = resource("docs", "museum.md").read_text(encoding="utf-8")
    assert page == museum.as_markdown(shipped_table(), "../assets/scenes/museum")


def test_a_table_is_read_as_it_was_written(tmp_path: Path) -> None:
    file = tmp_path / "engines.json"
    file.write_text(format_table(TABLE), encoding="utf-8")
    assert read_table(file) == TABLE
    shipped = resource("assets", "museum", "engines.json").read_text(encoding="utf-8")
    assert format_table(shipped_table()) == shipped


def test_a_page_has_a_row_per_engine_and_pair_and_lists_the_faults() -> None:
    lines = museum.as_markdown(TABLE, "scenes").splitlines()
    assert "| `fcl` | python-fcl | 0.7 | 1e-05, or 0.022 m | 0 | 1 | 1 | 0 |" in lines
    assert "| `coal` | coal | 3.0 | 1e-05 | 1 | 0 | 0 | 1 |" in lines
    assert "| [fcl-508](scenes/fcl-508.json) | ✗ | ✓ |" in lines
    assert "| [fcl-293](scenes/fcl-293.json) | 💥 | · |" in lines
    assert lines[-4:] == [
        "- **fcl-508**",
        "  - python-fcl 0.7: 5 % “too far”",
        "- **fcl-293**",
        "  - python-fcl 0.7: aborts (SIGABRT)",
    ]


def test_versions_of_one_engine_have_columns_and_their_differences_a_section() -> None:
    versions = {f"fcl@{version}": EngineVersion("python-fcl", version, 1e-5) for version in ("0.10", "0.9", "0.8")} | {
        "coal": EngineVersion("coal", "3.0", 1e-5)
    }
    outcomes = {"a": (RIGHT, WRONG, WRONG, WRONG), "b": (WRONG, RIGHT, CRASHED, RIGHT), "c": (RIGHT,) * 4}
    scenes = {
        scene: tuple(EngineOutcome(name, outcome) for name, outcome in zip(versions, row, strict=True))
        for scene, row in outcomes.items()
    }
    lines = museum.as_markdown(TABLE._replace(engines=versions, scenes=scenes), "scenes").splitlines()
    assert "| pair | fcl@0.10 | fcl@0.9 | fcl@0.8 | coal |" in lines
    start = lines.index("## What changed between versions")
    assert lines[start + 2 : start + 5] == [
        "- python-fcl, a: 0.8 to 0.9 wrong, 0.10 right",
        "- python-fcl, b: 0.8 crashed, 0.9 right, 0.10 wrong",
        "",
    ]
    assert "## What changed between versions" not in museum.as_markdown(TABLE, "scenes")


@pytest.mark.parametrize(
    ("said", "outcome"),
    [
        ({"signed_distance": 3.0}, EngineOutcome("fcl", RIGHT)),
        ({"signed_distance": 3.1}, EngineOutcome("fcl", WRONG, "3.33 % too far")),
        ({"crashed": "SIGSEGV"}, EngineOutcome("fcl", CRASHED, "segmentation fault (SIGSEGV)")),
        ({"crashed": "timed out after 5 s"}, EngineOutcome("fcl", CRASHED, "timed out after 5 s")),
        ({"note": "no contact"}, EngineOutcome("fcl", UNDECIDED, "no contact")),
        (None, EngineOutcome("fcl", UNSUPPORTED, "no such shape")),
    ],
)
def test_each_outcome(said: dict[str, object] | None, outcome: EngineOutcome, monkeypatch: pytest.MonkeyPatch) -> None:
    def ask(name: str, a: Body, b: Body) -> EngineAnswer:
        pair = (a.name, b.name)
        if said is None:
            return EngineAnswer(name, pair, "FCL", None, "no such shape")
        return EngineAnswer(name, pair, "FCL", Reported(pair, "FCL", **said))  # type: ignore[arg-type]

    monkeypatch.setattr(museum, "ask_engine", ask)
    monkeypatch.setattr(museum, "start_engines", lambda _: None)
    answered: list[int] = []
    scene = read_scene(SCENES / "fcl-508.json")
    table = museum.museum_table([("fcl-508", scene)], ["fcl"], "1.0", lambda: answered.append(1))
    assert table.scenes == {"fcl-508": (outcome,)}
    assert answered == [1]


def test_the_command_asks_engines_and_writes_both_files(tmp_path: Path, capsys: Output) -> None:
    data, page = tmp_path / "engines.json", tmp_path / "museum.md"
    scenes = [str(SCENES / f"{name}.json") for name in ("fcl-508", "physx-564")]
    words = ["museum", "--engines", "fcl,rapier", "-o", str(data), "--markdown", str(page), *scenes]
    assert run_command(words) == 0
    table = read_table(data)
    assert {name: version.title for name, version in table.engines.items()} == {"fcl": "python-fcl", "rapier": "Rapier"}
    assert [cell.outcome for cell in table.scenes["physx-564"]] == [RIGHT, RIGHT]
    assert page.read_text(encoding="utf-8").startswith("# The museum, answered by current engines\n")
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2
    assert lines[1].startswith("Rapier ")
    assert lines[1].endswith("2 right     0 wrong     0 crashed     0 unsupported     0 undecided")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--engines", "unreal"], "unknown engine 'unreal'; must be all or one of ammo, "),
        (["missing.json"], "missing.json: cannot be read: No such file"),
        (
            ["--engines", "fcl", "-o", "missing/x.json", str(SCENES / "physx-564.json")],
            "missing/x.json: cannot be written",
        ),
    ],
)
def test_unusable_arguments_are_rejected_in_one_line(words: list[str], reason: str, capsys: Output) -> None:
    assert run_command(["museum", *words]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert reason in line


# --- the other commands that know engines ---


def test_engines_are_listed(capsys: Output) -> None:
    assert run_command(["engines"]) == 0
    said = capsys.readouterr().out
    assert all(f"\n{name} " in f"\n{said}" for name in adapters())
    assert run_command(["engines", "fcl"]) == 0
    said = capsys.readouterr().out
    for words in ("python-fcl ", "Box, full sizes", "distance_tolerance 1e-6 m", "about 3e-05 of the size or 1e-06 m"):
        assert words in said
    assert run_command(["engines", "--json"]) == 0
    entries = json.loads(capsys.readouterr().out)["engines"]
    assert [entry["name"] for entry in entries] == list(adapters())
    known = {entry["name"]: entry for entry in entries}
    assert known["fcl"]["installed"] is True
    assert known["coal"]["install"] == "gjkscope engines --install coal"
    assert known["libccd"]["install"] == "apt install libccd2"
    assert known["rapier"]["conventions"]["precision"] == "single"


def test_query_adds_the_answers_of_engines_to_the_reports(capsys: Output) -> None:
    file = str(SCENES / "fcl-508.json")
    assert run_command(["query", "--engines", "fcl,rapier", "--json", file]) == 0
    reported = json.loads(capsys.readouterr().out)["reported"]
    assert [entry["by"].partition(" ")[0] for entry in reported] == ["FCL,", "python-fcl", "Rapier"]
    assert [entry["right"] for entry in reported] == [False, False, True]
    assert reported[1]["signed_distance"]["said"] == pytest.approx(10**0.5)
    assert run_command(["query", "--engines", "rapier", file]) == 0
    assert "reports separated: right" in capsys.readouterr().out


def test_query_says_why_an_engine_does_not_take_a_pair(capsys: Output) -> None:
    file = str(resource("assets", "scenes", "superellipsoid-box.json"))
    assert run_command(["query", "--engines", "fcl", "--json", file]) == 0
    (entry,) = json.loads(capsys.readouterr().out)["reported"]
    assert entry["unsupported"] == "superellipsoid: the engine has no such shape"
    assert entry["right"] is None
    assert run_command(["query", "--engines", "fcl", file]) == 0
    assert ": superellipsoid: the engine has no such shape" in capsys.readouterr().out


def test_a_tolerance_applies_to_engines_too(capsys: Output) -> None:
    words = ["query", "--engines", "fcl", "--json", str(SCENES / "fcl-508.json"), "--tolerance"]
    for tolerance, right in (("0.5", [True, True]), ("1e-3", [False, False])):
        assert run_command([*words, tolerance]) == 0
        assert [entry["right"] for entry in json.loads(capsys.readouterr().out)["reported"]] == right


def test_query_rejects_an_unknown_engine(capsys: Output) -> None:
    assert run_command(["query", "--engines", "fcl,unreal", str(SCENES / "fcl-508.json")]) == 2
    assert "--engines: unknown engine 'unreal'" in capsys.readouterr().err
