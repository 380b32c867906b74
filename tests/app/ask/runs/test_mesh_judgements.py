"""What engines answer about meshes that are not convex is judged by triangles: captures, streams, replays, tables."""

import math
from pathlib import Path
from types import SimpleNamespace

import pytest

import gjkscope
from gjkscope import Pose, Sphere
from gjkscope.app.ask.solvers import museum
from gjkscope.app.ask.solvers.asking import EngineAnswer
from gjkscope.app.ask.solvers.solver import SolverAnswer
from gjkscope.app.ask.solvers.tolerance import Tolerance
from gjkscope.app.bring.capture.reader import read_capture
from gjkscope.app.judge.captures.judging import certified_answers, judge_part
from gjkscope.app.judge.captures.scanning import captured_scene, scan_briefly, scan_capture
from gjkscope.app.judge.captures.tally import LiveTally
from gjkscope.app.scenes.capture_table import STATUS_WORDS
from gjkscope.app.scenes.museum_table import RIGHT, EngineOutcome
from gjkscope.app.scenes.reports import HULL_NOTE
from gjkscope.app.scenes.scene import Body, Pair, PositionOrientation, Reported, Scene
from gjkscope.app.scenes.scene_file import format_scene
from gjkscope.app.state.model import PairStatus
from tests.engine.known_meshes import cube, ring

IN_THE_HOLE = (ring(), Pose(), Sphere(0.5), Pose())
GAP = 0.75 * math.cos(math.pi / 16) - 0.5  # from the sides of the hole, a polygon of 16 corners
IN_TUBE = PositionOrientation((1.0, 0.0, 0.0))
IN_THE_TUBE = (ring(), Pose(), Sphere(0.01), Pose(position=(1.0, 0.0, 0.0)))
ABOVE = (ring(), Pose(), Sphere(0.5), Pose(position=(0.0, 3.0, 0.0)))


def write_capture(folder: Path) -> Path:
    """In the hole, as the mesh and as the hull; far above, right and wrong; of a convex mesh; inside a closed one."""
    path = folder / "ring.gjkcap"
    with gjkscope.Recorder(path, by="planted 1.0") as recorder:
        recorder.add(*IN_THE_HOLE, signed_distance=GAP)
        recorder.add(*IN_THE_HOLE, signed_distance=-0.75)
        recorder.add(*ABOVE, signed_distance=math.hypot(2.75, GAP + 0.5) - 0.5)
        recorder.add(*ABOVE, signed_distance=1.0)
        recorder.add(cube(), Pose(), Sphere(0.5), Pose(position=(0.0, 3.0, 0.0)), signed_distance=1.5)
        recorder.add(*IN_THE_HOLE)
        recorder.add(*IN_THE_TUBE, signed_distance=0.2)
    return path


def test_the_capture_panel_judges_them_unless_one_is_inside(tmp_path: Path) -> None:
    capture = read_capture(write_capture(tmp_path))
    judgement = judge_part(capture.pairs, capture.answers, Tolerance())
    right, silent, unknown = PairStatus.RIGHT, PairStatus.SILENT, PairStatus.OF_MESH
    certain = {0: right, 2: right, 4: right, 5: silent, 6: unknown}
    assert {i: PairStatus(judgement.status[i]) for i in certain} == certain
    assert STATUS_WORDS[PairStatus.OF_MESH] == "of the mesh: not judged"
    assert [math.isnan(truth) for truth in judgement.truth] == [False, False, False, False, False, False, True]
    doubtful = [i for i in range(6) if judgement.status[i] == PairStatus.SUSPECT]
    assert doubtful == [1, 3]
    asked = [(capture.pairs.pair(i), capture.answers.answer(i)) for i in (*doubtful, 0, 6)]
    inside_hull, too_near, found, contained = certified_answers(asked, Tolerance())
    assert (inside_hull.status, inside_hull.truth) == (PairStatus.WRONG_VERDICT, pytest.approx(GAP))
    assert too_near.status is PairStatus.WRONG_DISTANCE
    assert (found.status, contained.status) == (PairStatus.RIGHT, PairStatus.OF_MESH)
    asked_hull = SolverAnswer(signed_distance=-0.75, note=HULL_NOTE)
    (of_hull,) = certified_answers([(IN_THE_HOLE, asked_hull)], Tolerance())
    assert (of_hull.status, of_hull.truth) == (PairStatus.RIGHT, pytest.approx(-0.75))


def test_wrong_ones_open_with_the_search_through_their_triangles(tmp_path: Path) -> None:
    wrong = scan_capture(read_capture(write_capture(tmp_path)), Tolerance(), 0).wrong
    opened = [captured_scene(each, "planted", "ring.gjkcap", Tolerance()).opens.algorithm for each in wrong]
    assert opened == ["mesh-distance", "mesh-distance"]


def test_streams_count_them(tmp_path: Path) -> None:
    capture = read_capture(write_capture(tmp_path))
    tally = LiveTally()
    tally.add(SimpleNamespace(capture=capture, age=None), scan_briefly(capture, Tolerance(), 10.0))  # type: ignore[arg-type]
    assert tally.summary(0).startswith("2 wrong of 6 answers about 7 pairs, 1 of meshes not judged")


def test_replays_judge_them_unless_one_is_inside(tmp_path: Path) -> None:
    for name, ball in (("hole", Body("ball", Sphere(0.5))), ("tube", Body("ball", Sphere(0.01), IN_TUBE))):
        (tmp_path / f"{name}.json").write_text(format_scene(Scene(name, (Body("ring", ring()), ball))))
    hole, tube = gjkscope.replay_pairs(lambda *both: gjkscope.query(*both, "mesh-distance").signed_distance, tmp_path)
    assert (hole.fault, hole.words, hole.is_skipped) == (None, "right", False)
    assert (tube.fault, tube.is_skipped) == (None, True)
    by_hull, _ = gjkscope.replay_pairs(lambda *both: gjkscope.query(*both).signed_distance, tmp_path)
    assert by_hull.fault == "wrong verdict"


def test_tables_of_engines_judge_them(monkeypatch: pytest.MonkeyPatch) -> None:
    def ask(name: str, a: Body, b: Body) -> EngineAnswer:
        pair: Pair = (a.name, b.name)
        return EngineAnswer(name, pair, "FCL", Reported(pair, "FCL", "separated", GAP))

    monkeypatch.setattr(museum, "ask_engine", ask)
    monkeypatch.setattr(museum, "start_engines", lambda _: None)
    scene = Scene("ring", (Body("ring", ring()), Body("ball", Sphere(0.5))))
    table = museum.museum_table([("ring", scene)], ["fcl"], "1.0")
    assert table.scenes == {"ring": (EngineOutcome("fcl", RIGHT),)}
