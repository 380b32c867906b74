"""What engines answer about meshes that are not convex is not judged by hulls: captures, streams, replays, tables."""

import math
from pathlib import Path
from types import SimpleNamespace

import pytest

import gjkscope
from gjkscope import Pose, Sphere
from gjkscope.app.ask.runs.reports import HULL_NOTE
from gjkscope.app.ask.solvers import museum
from gjkscope.app.ask.solvers.asking import EngineAnswer
from gjkscope.app.ask.solvers.solver import SolverAnswer
from gjkscope.app.ask.solvers.tolerance import Tolerance
from gjkscope.app.bring.capture.reader import read_capture
from gjkscope.app.judge.captures.judging import certified_answers, judge_part
from gjkscope.app.judge.captures.scanning import scan_briefly
from gjkscope.app.judge.captures.tally import LiveTally
from gjkscope.app.scenes.capture_table import STATUS_WORDS
from gjkscope.app.scenes.museum_table import UNDECIDED, EngineOutcome
from gjkscope.app.scenes.scene import Body, Pair, Reported, Scene
from gjkscope.app.scenes.scene_file import format_scene
from gjkscope.app.state.model import PairStatus
from gjkscope.engine.analysis.explain_report import NOT_JUDGED
from tests.engine.known_meshes import cube, ring

IN_THE_HOLE = (ring(), Pose(), Sphere(0.5), Pose())
ABOVE = (ring(), Pose(), Sphere(0.5), Pose(position=(0.0, 3.0, 0.0)))  # 2.25 m from the ring's hull


def write_capture(folder: Path) -> Path:
    """In the hole, as the mesh and as the hull; far above, right and wrong; and of a convex mesh."""
    path = folder / "ring.gjkcap"
    with gjkscope.Recorder(path, by="planted 1.0") as recorder:
        recorder.add(*IN_THE_HOLE, signed_distance=0.2)
        recorder.add(*IN_THE_HOLE, signed_distance=-0.75)
        recorder.add(*ABOVE, signed_distance=2.25)
        recorder.add(*ABOVE, signed_distance=1.0)
        recorder.add(cube(), Pose(), Sphere(0.5), Pose(position=(0.0, 3.0, 0.0)), signed_distance=1.5)
        recorder.add(*IN_THE_HOLE)
    return path


def test_the_capture_panel_lists_them_as_not_judged(tmp_path: Path) -> None:
    capture = read_capture(write_capture(tmp_path))
    judgement = judge_part(capture.pairs, capture.answers, Tolerance())
    certain = {2: PairStatus.OF_MESH, 4: PairStatus.RIGHT, 5: PairStatus.SILENT}
    assert {i: PairStatus(judgement.status[i]) for i in certain} == certain
    assert STATUS_WORDS[PairStatus.OF_MESH] == "of the mesh: not judged"
    assert [math.isnan(truth) for truth in judgement.truth] == [True, True, True, True, False, True]
    doubtful = [i for i in range(4) if judgement.status[i] == PairStatus.SUSPECT]
    assert doubtful == [0, 3]
    asked = [(capture.pairs.pair(i), capture.answers.answer(i)) for i in doubtful]
    of_mesh, wrong = certified_answers(asked, Tolerance())
    assert (of_mesh.status, math.isnan(of_mesh.truth)) == (PairStatus.OF_MESH, True)
    assert wrong.status is PairStatus.WRONG_DISTANCE
    asked_hull = SolverAnswer(signed_distance=-0.75, note=HULL_NOTE)
    (of_hull,) = certified_answers([(IN_THE_HOLE, asked_hull)], Tolerance())
    assert (of_hull.status, of_hull.truth) == (PairStatus.RIGHT, pytest.approx(-0.75))


def test_streams_count_them(tmp_path: Path) -> None:
    capture = read_capture(write_capture(tmp_path))
    tally = LiveTally()
    tally.add(SimpleNamespace(capture=capture, age=None), scan_briefly(capture, Tolerance(), 10.0))  # type: ignore[arg-type]
    assert tally.summary(0).startswith("1 wrong of 5 answers about 6 pairs, 3 of meshes not judged")


def test_replays_skip_them(tmp_path: Path) -> None:
    scene = Scene("ring", (Body("ring", ring()), Body("ball", Sphere(0.5))))
    (tmp_path / "ring.json").write_text(format_scene(scene))
    (outcome,) = gjkscope.replay_pairs(lambda *both: gjkscope.query(*both).signed_distance, tmp_path)
    assert (outcome.fault, outcome.words, outcome.is_skipped) == (None, NOT_JUDGED, True)


def test_tables_of_engines_have_them_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    def ask(name: str, a: Body, b: Body) -> EngineAnswer:
        pair: Pair = (a.name, b.name)
        return EngineAnswer(name, pair, "FCL", Reported(pair, "FCL", "separated", 0.2))

    monkeypatch.setattr(museum, "ask_engine", ask)
    monkeypatch.setattr(museum, "start_engines", lambda _: None)
    scene = Scene("ring", (Body("ring", ring()), Body("ball", Sphere(0.5))))
    table = museum.museum_table([("ring", scene)], ["fcl"], "1.0")
    assert table.scenes == {"ring": (EngineOutcome("fcl", UNDECIDED, NOT_JUDGED),)}
