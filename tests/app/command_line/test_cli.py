"""The command line from outside: output, files, exit status, and never a traceback."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
import trimesh

from gjkscope import engine
from gjkscope.app.base.resources import resource
from gjkscope.app.command_line.console import Parser
from gjkscope.app.command_line.main import COMMANDS, run_command
from gjkscope.app.command_line.open import START_SCENE, file_to_save
from gjkscope.app.scenes.scene_file import read_scene
from tests.thorough import THOROUGH

ROOT = Path(__file__).parents[3]
MUSEUM = sorted(resource("assets", "scenes", "museum").glob("*.json"))
BOXES = resource("assets", "scenes", "museum", "hb-article-cycle-1.json")
SPHERES = resource("assets", "scenes", "museum", "parry-76.json")
CURVED = resource("assets", "scenes", "museum", "parry-34.json")
RESULT_KEYS = """
    pair algorithm verdict signed_distance lower upper normal witness_a witness_b steps exit certificate of_hulls
    matches_expected
""".split()

Output = pytest.CaptureFixture[str]


def scene_text(*shapes: dict[str, object], **more: object) -> str:
    named = [{"name": "ABCDEFGH"[i], **shape} for i, shape in enumerate(shapes)]
    return json.dumps({"gjkscope": 1, "name": "made for a test", "shapes": named, **more})


BALL = {"type": "sphere", "radius": 1.0}
FAR_BALL = {**BALL, "position": [3.0, 0.0, 0.0]}


@pytest.fixture
def scene(tmp_path: Path) -> Callable[[str], str]:
    """Write a scene file and return its name."""

    def write(text: str, name: str = "scene.json") -> str:
        (tmp_path / name).write_text(text, encoding="utf-8")
        return str(tmp_path / name)

    return write


def complaint(words: Sequence[str], capsys: Output) -> str:
    """The line that the command ends with, which may be wrapped; it prints nothing else and exits with 2."""
    assert run_command(list(words)) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("gjkscope: ")
    assert err.endswith("\n")
    line = err.strip().replace("\n  ", " ")
    assert "\n" not in line
    return line.removeprefix("gjkscope: ")


def gjkscope(*words: str, code: str = "", **settings: str | None) -> subprocess.CompletedProcess[str]:
    """Run the command in a separate process; `code` runs before it, and a variable set to None is unset."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **{k: v for k, v in settings.items() if v is not None}}
    for name, value in settings.items():
        if value is None:
            environment.pop(name, None)
    program = (
        f"import sys\n{code}\n"
        "from gjkscope.app.command_line.main import run_command\nsys.exit(run_command(sys.argv[1:]))"
    )
    return subprocess.run(
        [sys.executable, "-c", program, *words],
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        errors="surrogateescape",
        check=False,
        timeout=60,
    )


def assert_one_line(done: subprocess.CompletedProcess[str]) -> str:
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1, done.stderr
    return done.stderr.strip()


# --- query: the answers ---


def test_every_museum_scene_is_answered_in_order_without_contradiction(capsys: Output) -> None:
    assert len(MUSEUM) == 125
    assert run_command(["query", "--json", *map(str, MUSEUM)]) == 0
    lines = capsys.readouterr().out.splitlines()
    answers = [json.loads(line) for line in lines]
    assert [answer["file"] for answer in answers] == [str(path) for path in MUSEUM]
    assert [answer["scene"] for answer in answers] == [read_scene(path).name for path in MUSEUM]
    results = [result for answer in answers for result in answer["results"]]
    for result in results:
        assert list(result) == RESULT_KEYS
        assert result["matches_expected"] is (None if result["verdict"] == "undecided" else True)
    assert sum(result["matches_expected"] is True for result in results) >= 80
    assert {result["verdict"] for result in results} >= {"separated", "touching", "penetrating"}


def test_the_types_in_a_result_match_the_contract(capsys: Output) -> None:
    run_command(["query", "--json", *map(str, MUSEUM)])
    for line in capsys.readouterr().out.splitlines():
        answer = json.loads(line, parse_constant=lambda name: pytest.fail(f"{name} is no JSON"))
        assert list(answer) in (["scene", "file", "results"], ["scene", "file", "results", "reported"])
        for result in answer["results"]:
            assert len(result["pair"]) == 2
            assert result["verdict"] in ("separated", "touching", "penetrating", "undecided")
            assert isinstance(result["steps"], int)
            assert result["steps"] > 0
            assert isinstance(result["signed_distance"], float | None)
            assert result["certificate"]["verdict"] == result["verdict"]
            for key in ("normal", "witness_a", "witness_b"):
                assert result[key] is None or [type(c) for c in result[key]] == [float] * 3


def test_a_trace_contains_every_step_with_the_deciding_values(capsys: Output) -> None:
    assert run_command(["query", "--json", "--trace", "--algorithm", "gjk,sat", str(BOXES)]) == 0
    gjk, sat = json.loads(capsys.readouterr().out)["results"]
    assert (gjk["algorithm"], sat["algorithm"]) == ("gjk", "sat")
    assert len(gjk["trace"]) == gjk["steps"]
    assert len(sat["trace"]) == sat["steps"] == 15
    assert gjk["trace"][0]["exit"] == "running"
    assert gjk["trace"][-1]["exit"].replace("_", " ") == gjk["exit"]
    assert {"direction", "support", "simplex", "weights", "region", "closest", "lower", "upper"} <= gjk["trace"][
        0
    ].keys()
    assert {"axis", "chosen"} <= sat["trace"][0].keys()


def test_text_output_has_a_line_per_answer_and_per_step(capsys: Output) -> None:
    assert run_command(["query", str(BOXES), str(SPHERES)]) == 0
    lines = capsys.readouterr().out.splitlines()
    first, second = (line for line in lines if "signed distance" in line)
    assert all("reports" in line or "said" in line for line in lines if line not in (first, second))
    assert " ".join(first.split()) == (
        "hb-article-cycle-1 A–B penetrating signed distance -0.207106781187 m"
        " gjk+epa, 7 steps, converged certified as expected"
    )
    assert second.startswith("parry-76  A–B  separated  signed distance 0.171478265901 m")
    assert run_command(["query", "--trace", "--algorithm", "sat", str(BOXES)]) == 0
    lines = capsys.readouterr().out.splitlines()
    answer, *steps = (line for line in lines if "reports" not in line)
    assert "penetrating" in answer
    assert [int(step.split()[0]) for step in steps] == list(range(15))


def test_two_algorithms_answer_in_turn_for_each_pair(capsys: Output) -> None:
    assert run_command(["query", "--json", "--algorithm", "sat,gjk", str(BOXES)]) == 0
    results = json.loads(capsys.readouterr().out)["results"]
    assert [result["algorithm"] for result in results] == ["sat", "gjk"]


def test_an_unsupported_pair_is_reported_as_undecided(capsys: Output) -> None:
    assert run_command(["query", "--json", "--algorithm", "sat", str(CURVED)]) == 0
    (result,) = json.loads(capsys.readouterr().out)["results"]
    assert (result["algorithm"], result["verdict"], result["steps"]) == ("sat", "undecided", 0)
    assert result["exit"] == "SAT takes polytopes (box, triangle, hull, mesh, segment, point), not sphere"
    assert result["matches_expected"] is None
    assert run_command(["query", "--trace", "--algorithm", "sat", str(CURVED)]) == 0
    assert "not answered: SAT takes polytopes" in capsys.readouterr().out


def test_a_named_pair_is_the_one_answered(scene: Callable[..., str], capsys: Output) -> None:
    path = scene(scene_text(BALL, FAR_BALL, {**BALL, "position": [10.0, 0.0, 0.0]}))
    assert run_command(["query", "--json", "--pair", "C", "A", path]) == 0
    (result,) = json.loads(capsys.readouterr().out)["results"]
    assert result["pair"] == ["C", "A"]
    assert result["signed_distance"] == pytest.approx(8.0, abs=1e-12)
    assert result["normal"] == pytest.approx([-1.0, 0.0, 0.0])


def test_a_scene_without_close_pairs_says_so(scene: Callable[..., str], capsys: Output) -> None:
    path = scene(scene_text(BALL, FAR_BALL, {**BALL, "position": [10.0, 0.0, 0.0]}))
    assert run_command(["query", path]) == 0
    assert capsys.readouterr().out == "scene  no pairs: all bodies are too far apart\n"
    assert run_command(["query", "--json", path]) == 0
    assert json.loads(capsys.readouterr().out)["results"] == []


@pytest.mark.parametrize("suffix", ["obj", "stl", "ply", "off", "glb"])
def test_a_mesh_file_becomes_a_scene_with_its_copy(suffix: str, tmp_path: Path, capsys: Output) -> None:
    path = tmp_path / f"cube.{suffix}"
    trimesh.creation.box((2.0, 2.0, 2.0)).export(path)
    assert run_command(["query", "--json", str(path)]) == 0
    (result,) = json.loads(capsys.readouterr().out)["results"]
    assert result["pair"] == ["cube", "cube 2"]
    assert result["verdict"] == "separated"
    assert result["signed_distance"] == pytest.approx(0.5, abs=1e-6)  # GAP, a quarter of the size


# --- query: the exit status ---


def test_an_option_reaches_the_algorithm_that_supports_it(scene: Callable[..., str], capsys: Output) -> None:
    """Two crossed bars: neither has a vertex inside the other, so only the edges show that they collide."""
    bars = {"type": "box", "half_extents": [2, 0.25, 0.25]}, {"type": "box", "half_extents": [0.25, 2, 0.125]}
    path = scene(scene_text(*bars))
    assert run_command(["query", "--algorithm", "brute", path]) == 0
    assert "undecided" in capsys.readouterr().out
    assert run_command(["query", "--algorithm", "brute", "--crossings", path]) == 0
    assert "penetrating" in capsys.readouterr().out


def test_the_tetrahedron_starts_in_the_given_direction(capsys: Output) -> None:
    words = ["query", "--json", "--trace", "--algorithm", "tetrahedron", "--direction", "0", "-2", "0", str(BOXES)]
    assert run_command(words) == 0
    (result,) = json.loads(capsys.readouterr().out)["results"]
    assert result["trace"][0]["direction"] == [0, -1, 0]


def test_acceleration_by_nesterov_takes_other_directions(capsys: Output) -> None:
    scene = str(resource("assets", "scenes", "museum", "coal-604.json"))
    directions = []
    for words in ["--nesterov"], []:
        assert run_command(["query", "--json", "--trace", "--algorithm", "coal", *words, scene]) == 0
        (result,) = json.loads(capsys.readouterr().out)["results"]
        directions.append([step["direction"] for step in result["trace"]])
    assert directions[0][0] == directions[1][0]
    assert directions[0][1] != directions[1][1]


def test_single_precision_is_close_but_not_identical(capsys: Output) -> None:
    """The true answer is known to ten digits, but ordinary rounding is no contradiction."""
    distances = []
    for words in ["--float32"], []:
        assert run_command(["query", "--json", "--algorithm", "gjk", *words, str(SPHERES)]) == 0
        distances.append(json.loads(capsys.readouterr().out)["results"][0]["signed_distance"])
    assert distances[0] == pytest.approx(distances[1], rel=1e-5)
    assert distances[0] != distances[1]


@pytest.mark.parametrize("name", ["mpr", "sweep", "resolve"])
@pytest.mark.parametrize("command", [["query"], ["render", "-o", "x.png"]])
def test_an_option_that_does_not_apply_is_rejected(command: list[str], name: str, capsys: Output) -> None:
    assert run_command([*command, "--float32", "--algorithm", name, str(SPHERES)]) == 2
    assert f"--float32: not an option of {name}; of gjk, epa, sat" in capsys.readouterr().err


def test_the_first_contact_of_moving_bodies(capsys: Output) -> None:
    bullet = resource("assets", "scenes", "motion", "bullet-and-thin-plate.json")
    assert run_command(["query", "--json", "--trace", "--algorithm", "advancement", str(bullet), str(BOXES)]) == 0
    moving, still = (json.loads(line)["first_contacts"] for line in capsys.readouterr().out.splitlines())
    assert moving[0]["time"] == pytest.approx(1.19 / 30)
    assert moving[0]["exit"] == "first contact"
    assert moving[0]["trace"][0]["bound"] == 30.0
    assert still[0]["refusal"].startswith("neither A nor B moves")
    assert run_command(["query", "--algorithm", "advancement", str(bullet)]) == 0
    assert "bullet and plate first touch after 0.039667 s." in capsys.readouterr().out


def test_all_algorithms_are_compared(capsys: Output) -> None:
    assert run_command(["query", "--algorithm", "compare", str(BOXES)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(engine.ALGORITHMS)
    assert any("headbutt" in line and "cycle" in line for line in lines)
    assert any("exact" in line and "certified" in line for line in lines)


def test_a_push_out_and_a_broad_phase_are_answered_like_algorithms(capsys: Output) -> None:
    assert run_command(["query", "--json", "--algorithm", "resolve,bvh", str(BOXES)]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["results"] == []
    (push_out,) = document["push_outs"]
    assert push_out["moved_a"][0] == pytest.approx(-0.207106781186547 / 2)
    (broad,) = document["broad_phases"]
    assert broad["pairs"] == [["A", "B"]]


@pytest.mark.parametrize(
    ("algorithm", "answered"),
    [
        (None, 121),
        ("exact", 87),
        ("sat", 74),
        ("mpr", 92),
        ("brute", 0),
        ("mesh-distance", 122),
        ("aabb", 0),
        ("sphere", 0),
    ],
)
def test_no_algorithm_contradicts_the_museum(algorithm: str | None, answered: int, capsys: Output) -> None:
    """In either order, of all algorithms in `make thorough`; `answered` is the minimum number of matching answers."""
    words = ["--algorithm", algorithm] if algorithm else []
    for pair in (("A", "B"), ("B", "A")) if THOROUGH or not algorithm else (("B", "A"),):
        assert run_command(["query", "--json", *words, "--pair", *pair, *map(str, MUSEUM)]) == 0
        results = [json.loads(line)["results"][0] for line in capsys.readouterr().out.splitlines()]
        assert sum(result["matches_expected"] is True for result in results) >= answered


def test_a_scene_too_large_to_compare_or_draw_is_rejected_with_the_location(
    scene: Callable[..., str], capsys: Output
) -> None:
    huge = {"type": "box", "half_extents": [1e308, 1, 1], "position": [1e308, 0, 0]}
    for words in (["query"], ["query", "--algorithm", "sweep"], ["render", "-o", "x.png"]):
        assert "shapes[1]: must lie within 1e+150 m" in complaint([*words, scene(scene_text(BALL, huge))], capsys)


def test_a_failed_expectation_is_reported_and_exits_with_1(scene: Callable[..., str], capsys: Output) -> None:
    expected = [{"pair": ["A", "B"], "verdict": "separated", "signed_distance": 1.5, "tolerance": 1e-3}]
    path = scene(scene_text(BALL, FAR_BALL, expected=expected))
    assert run_command(["query", path]) == 1
    assert "NOT as expected: separated, 1.5 m" in capsys.readouterr().out
    assert run_command(["query", "--json", str(BOXES), path, str(SPHERES)]) == 1
    results = [json.loads(line)["results"][0] for line in capsys.readouterr().out.splitlines()]
    assert [result["matches_expected"] for result in results] == [True, False, True]


REPORTS = [
    {"pair": ["A", "B"], "by": "FCL 0.7", "verdict": "penetrating", "signed_distance": -0.12, "normal": [1, 0, 0]},
    {"pair": ["B", "A"], "by": "coal 3", "signed_distance": 1.0, "normal": [-1, 0, 0], "note": "swapped"},
    {"pair": ["A", "B"], "by": "bullet", "crashed": "SIGABRT"},
]


def test_reports_are_judged_and_do_not_change_the_exit_status(scene: Callable[..., str], capsys: Output) -> None:
    path = scene(scene_text(BALL, FAR_BALL, reported=REPORTS))
    status = run_command(["query", "--json", path])
    wrong, right, crashed = json.loads(capsys.readouterr().out)["reported"]
    assert status == 0
    assert (wrong["pair"], wrong["by"], wrong["right"]) == (["A", "B"], "FCL 0.7", False)
    assert wrong["verdict"] == {"said": "penetrating", "truth": "separated", "right": False}
    assert wrong["signed_distance"] == {
        "said": -0.12,
        "truth": 1.0,
        "error": pytest.approx(-1.12),
        "relative": pytest.approx(1.12),
        "right": False,
    }
    assert (wrong["normal"]["cost"], wrong["normal"]["flipped"], wrong["normal"]["right"]) == (0.0, False, True)
    assert (right["right"], right["note"]) == (True, "swapped")
    assert (crashed["right"], crashed["crashed"]) == (False, "SIGABRT")
    assert run_command(["query", path]) == 0
    assert capsys.readouterr().out.splitlines()[1:] == [
        "scene  A–B  FCL 0.7 reports -0.12 m: A and B are 1 m apart",
        "scene  B–A  coal 3 reports 1 m: right",
        "scene  A–B  bullet gave no answer: SIGABRT",
    ]


def test_the_tolerance_for_reports_is_relative_to_the_size(scene: Callable[..., str], capsys: Output) -> None:
    near = [{"pair": ["A", "B"], "by": "FCL", "signed_distance": 1.01}]
    path = scene(scene_text(BALL, FAR_BALL, reported=near))
    for tolerance, right in (("1e-3", False), ("0x1p-6", True)):
        run_command(["query", "--json", "--tolerance", tolerance, path])
        assert json.loads(capsys.readouterr().out)["reported"][0]["right"] is right


def test_only_the_reports_about_the_named_pair_are_judged(scene: Callable[..., str], capsys: Output) -> None:
    path = scene(scene_text(BALL, FAR_BALL, BALL, reported=REPORTS))
    run_command(["query", "--json", "--pair", "B", "A", path])
    assert len(json.loads(capsys.readouterr().out)["reported"]) == 3
    run_command(["query", "--json", "--pair", "B", "C", path])
    assert "reported" not in json.loads(capsys.readouterr().out)


def test_one_bad_file_does_not_stop_the_others(scene: Callable[..., str], capsys: Output) -> None:
    wrong = [{"pair": ["A", "B"], "verdict": "penetrating"}]
    bad, failing = scene("{", "bad.json"), scene(scene_text(BALL, FAR_BALL, expected=wrong), "failing.json")
    assert run_command(["query", "--json", str(BOXES), bad, failing, str(SPHERES)]) == 2
    out, err = capsys.readouterr()
    assert [json.loads(line)["file"] for line in out.splitlines()] == [str(BOXES), failing, str(SPHERES)]
    assert len(err.splitlines()) == 1
    assert "bad.json: line 1, column 2: not JSON" in err


# --- invalid input ---

BAD_SCENES = {
    "malformed": ('{"gjkscope": 1,', "line 1, column 16: not JSON"),
    "unknown key": (scene_text({**BALL, "radios": 2}, BALL), "shapes[0].radios: unknown key, did you mean radius?"),
    "NaN": (scene_text({**BALL, "radius": float("nan")}, BALL), "shapes[0].radius: must be a finite number"),
    "infinity": (
        scene_text(BALL, {**BALL, "position": [0, float("inf"), 0]}),
        "shapes[1].position[1]: must be a finit",
    ),
    "zero size": (scene_text({**BALL, "radius": 0}, BALL), "shapes[0].radius: must be > 0, got 0"),
    "negative size": (scene_text(BALL, {"type": "box", "half_extents": [1, -2, 1]}), "shapes[1].half_extents[1]: must"),
    "empty hull": (scene_text({"type": "hull", "vertices": []}, BALL), "shapes[0].vertices: must not be empty"),
    "not rigid": (
        scene_text({**BALL, "transform": [[2, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]}, BALL),
        "shapes[0].transform: ",
    ),
    "no mesh": (scene_text({"type": "mesh", "file": "gone.obj"}, BALL), "shapes[0].file: gone.obj: cannot be read"),
    "mesh elsewhere": (scene_text({"type": "mesh", "file": "../gone.obj"}, BALL), "must lie in the scene's folder"),
    "version 2": (
        scene_text(BALL, BALL).replace('"gjkscope": 1', '"gjkscope": 2'),
        "gjkscope: made by a newer version",
    ),
    "one shape": (scene_text(BALL), "shapes: at least 2 are needed for a pair, got 1"),
}


@pytest.mark.parametrize("command", ["query", "render", ""])
@pytest.mark.parametrize("kind", BAD_SCENES)
def test_a_bad_scene_is_rejected_in_one_line_with_file_and_location(
    kind: str, command: str, scene: Callable[..., str], tmp_path: Path, capsys: Output
) -> None:
    text, fault = BAD_SCENES[kind]
    path, picture = scene(text, "bad.json"), tmp_path / "out.png"
    words = {"query": ["query", path], "render": ["render", path, "-o", str(picture)], "": [path]}[command]
    said = complaint(words, capsys)
    assert said.startswith(f"{path}: ")
    assert fault in said
    assert not picture.exists()


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (["query"], "the following arguments are required: SCENE; see gjkscope query --help"),
        (["query", "gone.json"], "gone.json: cannot be read: No such file or directory"),
        (["query", "."], ".: cannot be read: Is a directory"),
        (["query", "{scene}", "--frob"], "unrecognized arguments: --frob"),
        (["query", "{scene}", "--algorithm", "quick"], "unknown name 'quick'; must be one of gjk, "),
        (["query", "{scene}", "--algorithm", "gjk,"], "unknown name ''; must be one of gjk, "),
        (["query", "{scene}", "--pair", "A"], "--pair: expected 2 arguments"),
        (["query", "{scene}", "--pair", "A", "Z"], "{scene}: --pair: no body is named 'Z'; the bodies are A, B"),
        (["query", "{scene}", "--pair", "A", "A"], "{scene}: --pair: must name two different bodies, got 'A' twice"),
        (["query", "{scene}", "--pair", "A", "two\nlines"], "no body is named 'two\\nlines'"),
        (["query", "{scene}", "--two\nlines"], "unrecognized arguments: --two lines"),
        (["query", "two\nlines.json"], "two lines.json: cannot be read"),
        (["render"], "the following arguments are required: SCENE, -o/--output"),
        (["render", "{scene}"], "the following arguments are required: -o/--output"),
        (
            ["render", "{scene}", "-o", "x.jpg"],
            "x.jpg: pictures are written as PNG or SVG; the name must end with .png or .svg",
        ),
        (["render", "{scene}", "-o", "x.png", "--step", "4"], "--step: must be last or a number from 0 to 3, got"),
        (["render", "{scene}", "-o", "x.png", "--step", "9" * 5000], "got 5000 characters"),
        (["render", "{scene}", "-o", "x.png", "--scale", "9" * 5000], "--scale: invalid int value: '999"),
        (["render", "{scene}", "-o", "x.png", "--size", f"{'9' * 5000}x9"], "must be WIDTHxHEIGHT in pixels"),
        (["record", "{scene}", "-o", "x.mp4", "--fps", "9" * 5000], "must be a whole number from 1 to 60"),
        (["render", "{scene}", "-o", "x.png", "--step", "-1"], "--step: must be last or a number from 0 to 3"),
        (["render", "{scene}", "-o", "x.png", "--step", "first"], "got 'first'"),
        (["render", "{scene}", "-o", "x.png", "--size", "big"], "must be WIDTHxHEIGHT in pixels, such as 1280x800"),
        (["render", "{scene}", "-o", "x.png", "--size", "0x0"], "each side must be from 64 to 8192 pixels"),
        (["render", "{scene}", "-o", "x.png", "--size", "100x100x3"], "must be WIDTHxHEIGHT"),
        (["render", "{scene}", "-o", "x.png", "--size", "-5x100"], "--size"),
        (["render", "{scene}", "-o", "x.png", "--size", "100x99999"], "each side must be from 64 to 8192 pixels"),
        (["render", "{scene}", "-o", "x.png", "--view", "left"], "invalid choice: 'left'"),
        (["render", "{scene}", "-o", "x.png", "--algorithm", "quick"], "invalid choice: 'quick'"),
        (["render", str(CURVED), "-o", "x.png", "--algorithm", "sat"], "SAT takes polytopes"),
        (["render", "{scene}", "-o", "x.png", "--crossings"], "--crossings: not an option of gjk; of brute"),
        (["render", "{scene}", "second.json", "-o", "x.png"], "unrecognized arguments: second.json"),
        (["--frob"], "unrecognized arguments: --frob; see gjkscope --help"),
        (["gone.json"], "gone.json: cannot be read"),
        (["a.json", "b.json"], "a.json: too many files at once"),
        (["a.obj", "b.obj", "c.obj"], "a.obj: too many files at once"),
    ],
)
def test_bad_arguments_are_rejected_in_one_line(
    words: list[str], fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    monkeypatch.chdir(tmp_path)
    said = complaint([word.replace("{scene}", str(BOXES)) for word in words], capsys)
    assert fault.replace("{scene}", str(BOXES)) in said
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", [["--help"], ["query", "--help"], ["render", "--help"], ["--version"]])
def test_help_and_version_exit_successfully(command: list[str], capsys: Output) -> None:
    with pytest.raises(SystemExit) as end:
        run_command(command)
    assert end.value.code == 0
    out, err = capsys.readouterr()
    assert "gjkscope" in out
    assert err == ""


# --- missing resources, in real processes ---


class TestMissingThings:
    """On Linux with Mesa, where a test can take EGL away."""

    @pytest.mark.thorough
    def test_without_a_display_one_line_says_what_to_do(self) -> None:
        said = assert_one_line(gjkscope(DISPLAY=None, WAYLAND_DISPLAY=None))
        assert "no display found: set DISPLAY, or use `gjkscope render`" in said

    def test_without_graphics_there_is_one_line_and_no_picture(self, tmp_path: Path) -> None:
        picture = tmp_path / "x.png"
        done = gjkscope("render", str(BOXES), "-o", str(picture), __EGL_VENDOR_LIBRARY_DIRS="/nonexistent")
        assert "OpenGL 3.3 is not available" in assert_one_line(done)
        assert list(tmp_path.iterdir()) == []

    @pytest.mark.thorough
    @pytest.mark.parametrize("library", ["GL", "X11"])
    def test_a_missing_system_library_is_named_in_one_line(self, library: str) -> None:
        without = f"""
import ctypes, ctypes.util
load, find = ctypes.CDLL.__init__, ctypes.util.find_library
def gone(self, name, *rest, **more):
    if name and "lib{library}." in str(name):
        raise OSError(f"{{name}}: cannot open shared object file")
    load(self, name, *rest, **more)
ctypes.CDLL.__init__ = gone
ctypes.util.find_library = lambda name: None if name == "{library}" else find(name)
"""
        said = assert_one_line(gjkscope(code=without, DISPLAY=":77"))
        assert f'a graphics library cannot be loaded (Library "{library}" not found' in said

    def test_missing_interface_libraries_give_one_line(self, tmp_path: Path) -> None:
        without = "sys.modules['imgui_bundle'] = None  # the import fails, as where it finds no libX11"
        done = gjkscope("render", str(BOXES), "-o", str(tmp_path / "x.png"), code=without)
        assert "a graphics library cannot be loaded" in assert_one_line(done)
        assert list(tmp_path.iterdir()) == []

    def test_query_needs_no_graphics_and_two_boxes_need_no_scipy(self) -> None:
        forbid = "for name in 'pyglet moderngl imgui_bundle PIL scipy trimesh'.split(): sys.modules[name] = None"
        done = gjkscope("query", str(BOXES), code=forbid, DISPLAY=None)
        assert (done.returncode, done.stderr) == (0, "")

    def test_a_closed_pipe_is_no_error(self) -> None:
        close = "import os\nread, write = os.pipe()\nos.dup2(write, 1)\nos.close(read)"
        done = gjkscope("query", "--json", "--trace", *map(str, MUSEUM[:20]), code=close)
        assert (done.returncode, done.stderr) == (0, "")

    def test_a_full_disk_for_the_output_gives_one_line(self) -> None:
        full = "import os\nos.dup2(os.open('/dev/full', os.O_WRONLY), 1)"
        said = assert_one_line(gjkscope("query", str(BOXES), code=full))
        assert "the output cannot be written: No space left on device" in said

    @pytest.mark.thorough
    @pytest.mark.parametrize("words", [["--help"], ["query", "--help"], ["render", "--help"], ["--version"]])
    def test_help_that_cannot_be_written_gives_one_line(self, words: list[str]) -> None:
        full = "import os\nos.dup2(os.open('/dev/full', os.O_WRONLY), 1)"
        said = assert_one_line(gjkscope(*words, code=full))
        assert "the output cannot be written: No space left on device" in said

    def test_a_closed_output_gives_one_line(self) -> None:
        said = assert_one_line(gjkscope("query", str(BOXES), code="sys.stdout = None"))
        assert "standard output is closed" in said

    def test_too_little_memory_gives_one_line(self) -> None:
        little = "from gjkscope.app.command_line import scene_argument\n"
        little += "def much(*_): raise MemoryError\nscene_argument.open_files = much"
        assert "out of memory" in assert_one_line(gjkscope("query", str(BOXES), code=little))

    def test_ctrl_c_during_start_up_leaves_no_traceback(self) -> None:
        """While the libraries are being imported: when the first of them imports NumPy."""
        press = """
import os, signal
class Presser:
    def find_spec(self, name, *_):
        if name == "numpy":
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Presser())
signal.signal(signal.SIGINT, signal.default_int_handler)  # a background job of a shell ignores it
from gjkscope.app.__main__ import main
sys.exit(main())
"""
        program = [sys.executable, "-c", f"import sys{press}", "query", str(BOXES)]
        done = subprocess.run(program, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)
        assert (done.returncode, done.stdout, done.stderr) == (130, "", "")

    @pytest.mark.thorough
    @pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
    def test_an_encoding_without_the_symbols_is_no_error(self, encoding: str) -> None:
        done = gjkscope("query", "--trace", str(BOXES), PYTHONIOENCODING=encoding)
        assert (done.returncode, done.stderr) == (0, "")
        assert "A\\u2013B" in done.stdout
        done = gjkscope("query", "--json", "--trace", str(BOXES), PYTHONIOENCODING=encoding)
        assert json.loads(done.stdout)["results"][0]["matches_expected"] is True


def test_python_m_app_is_gjkscope(capsys: Output) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "app", "query", str(BOXES)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert run_command(["query", str(BOXES)]) == done.returncode == 0
    assert done.stdout == capsys.readouterr().out


@pytest.mark.parametrize(
    ("names", "saved"),
    [([], None), (["a.json"], "a.json"), (["a.txt"], "a.txt"), (["a.OBJ"], None), (["a.obj"] * 2, None)],
)
def test_a_scene_is_saved_to_the_file_it_came_from(names: list[str], saved: str | None) -> None:
    assert file_to_save([Path(name) for name in names]) == saved


def test_the_start_scene_is_shipped_and_has_a_pair() -> None:
    assert len(read_scene(resource(*START_SCENE)).bodies) == 2


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_a_command_describes_every_option(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    parsers: list[Parser] = []
    monkeypatch.setattr(Parser, "print_help", lambda parser: parsers.append(parser))
    with pytest.raises(SystemExit):
        run_command([command, "--help"])
    (parser,) = parsers
    assert [action.dest for action in parser._actions if not action.help] == []


@pytest.mark.parametrize(
    ("scene", "algorithm", "test"),
    [("jolt-2103", "jolt-cast", "weights"), ("fcl-508", "fcl", ""), ("mujoco-3476", "mujoco-boxes", "")],
)
def test_the_wrong_distance_of_an_engines_algorithm_is_not_as_expected(
    scene: str, algorithm: str, test: str, capsys: Output
) -> None:
    """It has the right verdict, and no bounds that would contradict it."""
    path = str(resource("assets", "scenes", "museum", f"{scene}.json"))
    assert run_command(["query", path, "--algorithm", algorithm]) == 1
    assert "NOT as expected" in capsys.readouterr().out.splitlines()[0]
    if test:
        run_command(["query", path, "--algorithm", algorithm, "--corrected", test])
        assert capsys.readouterr().out.splitlines()[0].endswith("  as expected")


def test_traces_in_single_precision_are_written_as_json(capsys: Output) -> None:
    path = str(resource("assets", "scenes", "museum", "rapier-cubes-2mm.json"))
    assert run_command(["query", path, "--algorithm", "parry", "--trace", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["results"][0]["trace"]


def test_the_museum_says_how_to_correct_the_first_mistake(capsys: Output) -> None:
    path = str(resource("assets", "scenes", "museum", "jolt-2103.json"))
    assert run_command(["museum", "--published", path]) == 0
    assert '--algorithm jolt-cast --corrected "weights"' in capsys.readouterr().out
