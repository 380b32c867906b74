"""`gjkscope scan`: wrong answers of a capture are listed worst first, and nothing else is."""

import json
from math import cos, hypot, pi
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gjkscope
from gjkscope import Box, Capsule, Hull, Pose, Shape, Sphere, as_pose, batch, load
from gjkscope.app.ask.solvers.pair_block import PlacedPair, block_of
from gjkscope.app.command_line import preparing
from gjkscope.app.command_line.main import run_command
from tests.engine.known_meshes import ring

Output = pytest.CaptureFixture[str]

SHAPES: tuple[Shape, ...] = (
    Box((0.5, 1, 0.25)),
    Sphere(0.5),
    Capsule(0.25, 0.5, "x"),
    Hull(((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1))),
)
PAIRS = 600
WRONG = {17: 0.4, 300: -0.05, 599: 0.2}  # metres that are added to the distance


def turned_pose(random: np.random.Generator) -> Pose:
    q = random.normal(size=4)
    position = random.uniform(-1.2, 1.2, 3)
    rotation = np.linalg.qr(random.normal(size=(3, 3)))[0] if q[0] > 0 else np.eye(3)
    rotation[:, 0] *= np.linalg.det(rotation)
    matrix = np.eye(4)
    matrix[:3, :3], matrix[:3, 3] = rotation, position
    return as_pose(matrix.astype(np.float32).astype(float))


def write_capture(path: Path, wrong: dict[int, float], count: int = PAIRS, precision: str = "single") -> None:
    """Answers in the precision of the file, wrong where they are meant to be."""
    random = np.random.default_rng(5)
    pairs = block_of([placed_pair(random) for _ in range(count)])
    truth = batch.signed_distance(pairs.side_a, pairs.poses_a, pairs.side_b, pairs.poses_b)
    with gjkscope.Recorder(path, by="planted 1.0", precision=precision) as recorder:
        for i in range(count):
            recorder.add(
                *pairs.pair(i),
                tick=i // 10,
                ids=(i, 7),
                signed_distance=truth.signed_distance[i] + wrong.get(i, 0.0),
                normal=truth.normal[i],
                witness_a=None if i in wrong else truth.witness_a[i],
            )


def placed_pair(random: np.random.Generator) -> PlacedPair:
    a, b = (SHAPES[k] for k in random.integers(0, len(SHAPES), 2))
    return a, turned_pose(random), b, turned_pose(random)


@pytest.fixture(scope="module")
def capture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("captures") / "run.gjkcap"
    write_capture(path, WRONG)
    return path


def scan(output: Output, *words: object) -> tuple[int, list[dict[str, Any]], str]:
    """The exit status, the lines and standard error of a scan with --json."""
    status = run_command(["scan", *map(str, words), "--json"])
    out, err = output.readouterr()
    return status, [json.loads(line) for line in out.splitlines()], err


def test_the_wrong_answers_are_listed_worst_first(capture: Path, capsys: Output) -> None:
    status, lines, err = scan(capsys, capture)
    assert status == 1
    assert sorted(line["index"] for line in lines) == sorted(WRONG)
    assert [line["error"] for line in lines] == sorted((line["error"] for line in lines), reverse=True)
    assert err == f"gjkscope: planted 1.0: 3 wrong of {PAIRS} answers about {PAIRS} pairs\n"
    for line in lines:
        assert list(line) == ["index", "tick", "ids", "error", "symptom", "kinds", "reported", "truth"]
        assert (line["tick"], line["ids"]) == (line["index"] // 10, [line["index"], 7])
        error = line["reported"]["signed_distance"] - line["truth"]["signed_distance"]
        assert error == pytest.approx(WRONG[line["index"]], abs=1e-6)
        assert line["truth"]["certified"]


def test_scenes_are_written_with_the_report_and_the_truth(capture: Path, tmp_path: Path, capsys: Output) -> None:
    status, [line], _ = scan(capsys, capture, "--top", 1, "-o", tmp_path / "found")
    [path] = (tmp_path / "found").iterdir()
    assert (status, path.name) == (1, f"0001-{line['symptom'].replace(' ', '-')}-{'-'.join(line['kinds'])}.json")
    scene = load(path)
    assert scene.reported[0].by == "planted 1.0"
    assert scene.expected[0].signed_distance == line["truth"]["signed_distance"]
    assert run_command(["query", str(path)]) == 0


def test_a_tolerance_forgives_smaller_errors(capture: Path, capsys: Output) -> None:
    _, lines, _ = scan(capsys, capture, "--tolerance", 0.1)
    assert {17} <= {line["index"] for line in lines} <= {17, 599}


def test_right_answers_give_status_0_and_a_table_is_printed(tmp_path: Path, capsys: Output) -> None:
    write_capture(tmp_path / "right.gjkcap", {}, 60)
    assert run_command(["scan", str(tmp_path / "right.gjkcap")]) == 0
    assert capsys.readouterr().out == "planted 1.0: nothing wrong of 60 answers about 60 pairs\n"
    write_capture(tmp_path / "wrong.gjkcap", {4: 1.0}, 8)
    assert run_command(["scan", str(tmp_path / "wrong.gjkcap")]) == 1
    row, summary = capsys.readouterr().out.splitlines()
    assert row.startswith("pair 4")
    assert summary.endswith("1 wrong of 8 answers about 8 pairs")


def test_each_part_of_an_answer_is_judged(tmp_path: Path, capsys: Output) -> None:
    pair = (Sphere(1), Pose(), Sphere(1), Pose(position=(3, 0, 0)))
    answers: list[tuple[str, dict[str, Any]]] = [
        ("not finite", {"signed_distance": float("nan")}),
        ("wrong verdict", {"verdict": "penetrating"}),
        ("wrong distance", {"signed_distance": 1.1}),
        ("wrong normal", {"normal": (-1, 0, 0)}),
        ("wrong witnesses", {"witness_b": (2.5, 0, 0)}),
    ]
    with gjkscope.Recorder(tmp_path / "parts.gjkcap") as recorder:
        for _, answer in answers:
            recorder.add(*pair, **answer)
        recorder.add(*pair)
    _, lines, err = scan(capsys, tmp_path / "parts.gjkcap")
    assert {line["index"]: line["symptom"] for line in lines} == {i: name for i, (name, _) in enumerate(answers)}
    assert (lines[0]["symptom"], lines[0]["error"]) == ("not finite", None)
    assert "5 wrong of 5 answers about 6 pairs" in err


def test_an_engine_that_is_always_wrong_is_scanned_quickly(tmp_path: Path, capsys: Output) -> None:
    with gjkscope.Recorder(tmp_path / "bad.gjkcap") as recorder:
        for i in range(800):
            pose = Pose(position=(2 + 1e-3 * i, 0, 0))
            recorder.add(Sphere(1), Pose(), Sphere(1), pose, signed_distance=1e-3 * i + 1e-4 * (i + 1))
    status, lines, err = scan(capsys, tmp_path / "bad.gjkcap", "--top", 3)
    assert status == 1
    assert [line["index"] for line in lines] == [799, 798, 797]
    assert "at least 200 wrong of 800 answers about 800 pairs, 600 suspects not judged" in err


def test_answers_about_concave_meshes_are_judged_by_their_triangles(tmp_path: Path, capsys: Output) -> None:
    """In the hole of a ring: an engine that takes the mesh itself is right, and one that takes its hull is wrong."""
    path = tmp_path / "ring.gjkcap"
    with gjkscope.Recorder(path, by="planted 1.0") as recorder:
        recorder.add(ring(), Pose(), Sphere(0.5), Pose(), signed_distance=0.75 * cos(pi / 16) - 0.5)
        recorder.add(ring(), Pose(), Sphere(0.5), Pose(), signed_distance=-0.75)
        recorder.add(ring(), Pose(), Sphere(0.5), Pose())
    status, answers, err = scan(capsys, path)
    assert (status, [(answer["index"], answer["symptom"]) for answer in answers]) == (1, [(1, "wrong verdict")])
    assert (answers[0]["truth"]["verdict"], answers[0]["truth"]["certified"]) == ("separated", True)
    assert "1 wrong of 2 answers about 3 pairs" in err


def test_of_triangles_that_overlap_only_the_verdict_is_judged(tmp_path: Path, capsys: Output) -> None:
    path, across, within = tmp_path / "ring.gjkcap", Pose(position=(1, 0.25, 0)), Pose(position=(1, 0, 0))
    with gjkscope.Recorder(path, by="planted 1.0") as recorder:
        for distance in (-0.3, -0.001, 0.1):
            recorder.add(ring(), Pose(), Sphere(0.2), across, signed_distance=distance)
        recorder.add(ring(), Pose(), Sphere(0.01), within, signed_distance=0.2)
    status, answers, err = scan(capsys, path)
    assert (status, [answer["index"] for answer in answers]) == (1, [2])
    assert "1 wrong of 4 answers about 4 pairs; 1 not judged: one is inside a closed mesh" in err


def test_what_is_far_from_a_mesh_is_judged(tmp_path: Path, capsys: Output) -> None:
    path, above, rim = tmp_path / "ring.gjkcap", Pose(position=(0, 3, 0)), 0.75 * cos(pi / 16)
    above_ring = hypot(2.75, rim) - 0.5
    with gjkscope.Recorder(path, by="planted 1.0") as recorder:
        recorder.add(ring(), Pose(), Sphere(0.5), above, signed_distance=-0.1)
        recorder.add(ring(), Pose(), Sphere(0.5), above, signed_distance=2.0)
        recorder.add(ring(), Pose(), Sphere(0.5), above, signed_distance=above_ring)
    status, answers, err = scan(capsys, path)
    assert status == 1
    assert [(answer["index"], answer["symptom"]) for answer in answers] == [(0, "wrong verdict"), (1, "wrong distance")]
    assert all(answer["error"] > 0 for answer in answers)
    assert "2 wrong of 3 answers" in err
    assert run_command(["scan", str(path)]) == 1
    assert "mesh, sphere (judged by the triangles)" in capsys.readouterr().out


def test_what_cannot_be_used_is_said(tmp_path: Path, capsys: Output) -> None:
    path = tmp_path / "cut.gjkcap"
    write_capture(path, {}, 20)
    path.write_bytes(path.read_bytes()[:-10])
    status, lines, err = scan(capsys, path)
    assert (status, lines) == (0, [])
    assert "the file ends inside a record: its last 182 bytes are not used" in err
    assert "nothing wrong of 19 answers about 19 pairs" in err


@pytest.mark.parametrize(("pairs", "why"), [(3, "none of its 3 pairs has an answer"), (0, "it contains no pairs")])
def test_a_capture_without_answers_is_unusable(tmp_path: Path, capsys: Output, pairs: int, why: str) -> None:
    """A status of 0 would let a build pass although nothing was checked."""
    path = tmp_path / "silent.gjkcap"
    with gjkscope.Recorder(path) as recorder:
        for _ in range(pairs):
            recorder.add(Sphere(1), Pose(), Sphere(1), Pose(position=(3, 0, 0)))
    assert run_command(["scan", str(path)]) == 2
    assert capsys.readouterr() == ("", f"gjkscope: {path}: nothing was judged: {why}\n")


@pytest.mark.parametrize("command", ["scan", "hunt"])
def test_a_slow_first_run_is_announced(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setattr(preparing, "PATIENCE", 0.0)
    path, solver = tmp_path / "right.gjkcap", tmp_path / "solver.py"
    write_capture(path, {}, 6)
    solver.write_text("def none(a, pose_a, b, pose_b):\n    return None\n")
    hunt = [f"{solver}:none", "-o", str(tmp_path / "found"), "--jobs", "1", "--count", "1"]
    assert run_command([command, *([str(path)] if command == "scan" else hunt)]) == 0
    assert "gjkscope: preparing to judge answers" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("contents", "words", "error"),
    [
        (b"{}", [], "byte 0: a .gjkcap file must begin with"),
        (None, [], "cannot be read: No such file or directory"),
        (b"", ["--top", "-1"], "--top: must be a whole number"),
        (b"", ["--tolerance", "2"], "--tolerance: must be > 0 and < 1"),
    ],
)
def test_unusable_input_is_one_line(
    tmp_path: Path, capsys: Output, contents: bytes | None, words: list[str], error: str
) -> None:
    path = tmp_path / "bad.gjkcap"
    if contents is not None:
        path.write_bytes(contents)
    assert run_command(["scan", str(path), *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert error in err
    assert err.count("\n") == 1
