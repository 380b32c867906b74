"""Broad phases and push-outs in the window: running, drawing, and applying the push-out."""

from itertools import combinations
from math import cos, pi, sin
from pathlib import Path

import numpy as np
import pytest

from gjkscope.app.ask.runs.choices import CHOICES, Group, Run, names_in, of_query
from gjkscope.app.ask.runs.progress import StepEvent, events
from gjkscope.app.ask.runs.runs import (
    LATER,
    LIVE_BODIES,
    LIVE_TRIANGLES,
    LIVE_VERTICES,
    WORKING,
    compare_orders,
    most_bodies,
)
from gjkscope.app.base.identity import Identity
from gjkscope.app.base.records import replace
from gjkscope.app.base.resources import resource
from gjkscope.app.command_line.scene_report import NAMES
from gjkscope.app.scenes.scene import Body, PositionOrientation, Scene
from gjkscope.app.scenes.scene_file import read_scene
from gjkscope.app.state import actions as do
from gjkscope.app.state.inspection.comparison import awaited_job, incomparable, other_state, parting
from gjkscope.app.state.inspection.traces import awaited_run, inspect, last_step
from gjkscope.app.state.model import ComparedRun, Gesture, Purpose, State
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.difference import difference_drawing
from gjkscope.app.view.drawing.drawlist import DrawList
from gjkscope.app.view.drawing.marks.sweep import lanes
from gjkscope.app.view.drawing.world import world_drawing
from gjkscope.app.window.exports import ExportError, ExportJob, snippet
from gjkscope.engine import BROADPHASES, Exit, Hull, Mesh, NotApplicable, Sphere, Verdict
from gjkscope.engine.text import number
from gjkscope.engine.vectors import ZERO, norm, scale, sub
from tests.app.window.test_session import no_paint

SCENES = resource("assets", "scenes")
FIELD, FLOOR, BUMPS = "broad-phase-field", "terrain-floor", "terrain-bumps"


def running(scene: str, algorithm: str) -> State:
    return do.update(do.initial_state(read_scene(SCENES / f"{scene}.json")), do.ChooseAlgorithm(algorithm))


def run_of(state: State) -> Run:
    run = inspect(state).trace
    assert isinstance(run, Run)
    return run


def lines_in(drawing: DrawList, color: palette.Color) -> int:
    return sum(int((np.isclose(lines.colors, color).all(axis=1)).sum()) for lines in drawing.lines)


@pytest.mark.parametrize("name", BROADPHASES)
def test_a_broad_phase_finds_the_twelve_pairs_of_the_field(name: str) -> None:
    state = running(FIELD, name)
    run = run_of(state)
    assert len(run.whole.pairs) == 12
    assert run.whole.comparisons <= run.whole.all_pairs == 780
    assert sum(StepEvent.FOUND in step for step in events(run)) >= 1
    assert events(run)[-1][0] is StepEvent.END
    assert {frozenset(pair) for pair in state.document.scene.pairs or ()} == {
        frozenset((run.names[i], run.names[j])) for i, j in run.whole.pairs
    }


@pytest.mark.thorough
@pytest.mark.parametrize("name", BROADPHASES)
def test_each_step_of_a_broad_phase_is_drawn(name: str) -> None:
    state = running(FIELD, name)
    for step in range(last_step(state) + 1):
        drawn = world_drawing(do.update(state, do.GoToStep(step)))
        record = run_of(state).steps[step]
        if record.found:  # the two boxes of the pair, twelve edges each, and the one that was hit, drawn thick on top
            assert lines_in(drawn, palette.OVERLAP) >= 36
            assert lines_in(drawn, palette.NEW) >= 12


def test_bars_in_one_lane_never_overlap() -> None:
    boxes = run_of(running(FIELD, "sweep")).whole.boxes
    taken = lanes(Identity(boxes), 0)
    for i, j in combinations(range(len(boxes)), 2):
        if taken[i] == taken[j]:
            assert boxes[i].hi[0] < boxes[j].lo[0] or boxes[j].hi[0] < boxes[i].lo[0]
    assert set(taken) == set(range(max(taken) + 1))


def test_a_tree_shows_levels_by_lightness_and_pruned_nodes_in_grey() -> None:
    state = running(FIELD, "bvh")
    built = world_drawing(do.update(state, do.GoToStep(20)))
    assert lines_in(built, palette.lighter(palette.DIFFERENCE, 5 * 0.13)) == 12  # the root
    assert lines_in(built, palette.lighter(palette.DIFFERENCE, 4 * 0.13)) == 24
    asked = world_drawing(do.update(state, do.GoToStep(60)))
    assert any((lines.dashes > 0).any() for lines in asked.lines)
    assert lines_in(asked, palette.DROPPED) > 0


def test_choosing_a_pair_keeps_the_broad_phase_at_its_step() -> None:
    state = do.update(running(FIELD, "sweep"), do.GoToStep(30))
    other = next(pair for pair in state.document.scene.pairs or () if pair != state.document.pair)
    chosen = do.update(state, do.ChoosePair(other))
    assert (chosen.document.pair, chosen.run.algorithm, chosen.run.step) == (other, "sweep", 30)
    assert chosen.view.cameras == state.view.cameras


def test_too_many_bodies_are_rejected_with_their_number() -> None:
    most = most_bodies("allpairs")
    bodies = tuple(Body(f"b{i}", Sphere(0.1), PositionOrientation((float(i), 0.0, 0.0))) for i in range(most + 1))
    state = do.update(do.initial_state(Scene("many", bodies)), do.ChooseAlgorithm("allpairs"))
    assert inspect(state).refusal == f"All pairs is shown for up to {most} bodies, and there are {most + 1}"
    assert run_of(do.update(state, do.ChooseAlgorithm("sweep"))).steps[-1].exit is Exit.COMPLETE
    held = do.update(do.update(state, do.ChooseAlgorithm("sweep")), do.BeginDrag("b0", (0.0, 0.0, 0.0)))
    moved = do.update(held, do.DragTo((0.0, 1.0, 0.0)))
    assert inspect(moved).refusal == LATER


def test_only_pair_algorithms_are_compared() -> None:
    state = do.update(running(FIELD, "sweep"), do.CompareWith(ComparedRun("epa")))
    assert state.run.comparison is None
    assert state.shell.message is not None
    assert "only pair algorithms can be compared" in state.shell.message.text
    beside = do.update(running(FIELD, "gjk"), do.CompareWith(ComparedRun("epa")))
    assert beside.run.comparison is not None
    assert do.update(beside, do.ChooseAlgorithm("bvh")).run.comparison is None


def test_a_pair_can_be_pushed_out_and_undone() -> None:
    state = running("boxes-overlap", "resolve")
    assert inspect(state).answer.verdict is Verdict.PENETRATING
    pushed = do.update(state, do.PushOut())
    assert inspect(pushed).answer.verdict is Verdict.TOUCHING
    assert all(
        a.pose != b.pose for a, b in zip(state.document.pair_bodies, pushed.document.pair_bodies, strict=True)
    )  # equal masses: both move
    assert do.update(pushed, do.PushOut()) is pushed
    undone = do.update(pushed, do.Undo())
    assert undone.document.scene == state.document.scene
    assert undone.shell.message is not None
    assert undone.shell.message.text == "Undone: push out A and B"


def test_both_ghosts_and_arrows_of_a_push_out_are_drawn() -> None:
    drawn = world_drawing(do.update(running("boxes-overlap", "resolve"), do.GoToStep(0)))
    assert sum(len(arrows.tails) for arrows in drawn.arrows) == 2
    assert sum("50 %" in label.text for label in drawn.labels) == 2


def test_a_push_out_takes_the_origin_straight_out_of_the_difference() -> None:
    state = do.update(running("boxes-overlap", "resolve"), do.GoToStep(0))
    push_out = inspect(state).answer.push_out
    assert push_out is not None
    ((tail, head),) = ((row[:3], row[3:6]) for arrows in difference_drawing(state).arrows for row in arrows.rows)
    assert head == pytest.approx(ZERO)  # the push moves A − B, and its boundary to the origin
    assert tail == pytest.approx(scale(push_out, -1.0))
    (position,) = (
        label.position for label in difference_drawing(do.update(state, do.GoToLast())).labels if "pushed" in label.text
    )
    assert position == pytest.approx(tail)


def test_the_order_of_pushes_off_a_floor_matters() -> None:
    greatest, naive = run_of(running(FLOOR, "terrain")), run_of(running(FLOOR, "terrain-in-order"))
    assert greatest.whole.chosen.moved == pytest.approx((0.0, 0.06, 0.0))
    assert norm(sub(naive.whole.chosen.moved, greatest.whole.chosen.moved)) > 0.04
    words = compare_orders(greatest.whole)
    assert words.startswith("Greatest: 1 push, box moves by (")
    assert "In order: 3 pushes" in words
    assert "The end positions are 0.0427" in words


def test_a_terrain_step_marks_its_contacts_and_the_chosen_one() -> None:
    state = do.update(running(BUMPS, "terrain"), do.GoToStep(0))
    step, drawn = run_of(state).steps[0], world_drawing(state)
    named = {label.text.removeprefix("triangle ") for label in drawn.labels}
    assert named >= {f"{contact.triangle}: {number(contact.depth, 4)} m" for contact in step.contacts}
    assert len(step.contacts) == 7
    assert lines_in(drawn, palette.CHOSEN) == 3
    assert any("in order" in label.text for label in drawn.labels)
    pushed = do.update(state, do.PushOut())
    assert pushed.document.pair_bodies[0].pose == run_of(state).whole.chosen.pose
    assert pushed.document.pair_bodies[1] is state.document.pair_bodies[1]


def test_a_pair_without_a_terrain_is_rejected() -> None:
    state = running("boxes-overlap", "terrain")
    assert "mesh with mass 0" in (inspect(state).refusal or "")
    assert do.update(state, do.PushOut()) is state


@pytest.mark.parametrize("name", ["sweep", "resolve"])
def test_only_pair_runs_can_be_exported(name: str, tmp_path: Path) -> None:
    state = running("boxes-overlap", name)
    with pytest.raises(NotApplicable, match="only algorithms on a pair can be exported"):
        snippet(state)
    exporting = ExportJob(state, Purpose.TRACE, tmp_path / "trace.json", None, lambda: None)
    exporting.begin(no_paint)
    assert exporting.wait(30)
    with pytest.raises(ExportError, match=CHOICES[name].title):
        exporting.outcome()
    assert list(tmp_path.iterdir()) == []


def test_every_algorithm_choice_has_a_command_line_name() -> None:
    assert {of_query(name) for name in CHOICES} <= set(NAMES)


def test_every_choice_is_in_one_group() -> None:
    assert [name for group in Group for name in names_in(group)] == list(CHOICES)
    assert do.update(running(FIELD, "kdtree"), do.GoToLast()).run.algorithm == "kdtree"


def test_a_long_run_is_computed_in_the_background_and_then_shown() -> None:
    bodies = tuple(Body(f"{i}", Sphere(1), PositionOrientation((1.5 * i, 0.0, 0.0))) for i in range(LIVE_BODIES + 1))
    state = do.update(
        replace(
            do.initial_state(Scene("many", bodies)),
            waiting=replace(do.initial_state(Scene("many", bodies)).waiting, live=True),
        ),
        do.ChooseAlgorithm("sweep"),
    )
    assert (inspect(state).trace, inspect(state).refusal) == (None, WORKING)
    question = awaited_run(state)
    assert question is not None
    function, *arguments = question
    trace, _ = function(*arguments)
    shown = do.update(state, do.ShowRun())
    assert inspect(shown).trace is trace
    assert awaited_run(shown) is None
    moved = do.update(shown, do.PlaceBody("0", PositionOrientation((0.1, 0.0, 0.0))))
    assert (awaited_run(moved), inspect(moved).refusal) == (None, LATER)
    assert awaited_run(do.update(moved, do.EndGesture())) is not None
    assert do.update(moved, do.ChoosePair(("3", "4"))).run.algorithm == "sweep"


def test_long_runs_side_by_side_are_both_computed_in_the_background() -> None:
    ring = [2 * pi * i / (LIVE_VERTICES // 2) for i in range(LIVE_VERTICES // 2 + 1)]
    cone = Hull((*((cos(angle), 0.0, sin(angle)) for angle in ring[1:]), (0.0, 1.0, 0.0)))
    bodies = tuple(Body(name, cone, PositionOrientation((x, 0.0, 0.0))) for name, x in (("A", 0.0), ("B", 1.5)))
    state = replace(
        do.initial_state(Scene("two cones", bodies)),
        waiting=replace(do.initial_state(Scene("two cones", bodies)).waiting, live=True),
    )
    beside = do.update(do.update(state, do.ChooseAlgorithm("sat")), do.CompareWith(ComparedRun("brute")))
    runs = beside, other_state(beside)
    for ready in range(3):
        assert [run is not None and inspect(run).refusal for run in runs] == [None] * ready + [WORKING] * (2 - ready)
        assert (parting(beside) is None) is (ready < 2) or incomparable(beside)
        question = awaited_job(beside)
        assert (question is None) is (ready == 2)
        if question is not None:
            question[0](*question[1:])
            beside = do.update(beside, do.ShowRun())
            runs = beside, other_state(beside)
    held = do.update(do.update(beside, do.BeginDrag("A", (0.0, 0.0, 0.0))), do.DragTo((0.0, 0.1, 0.0)))
    assert inspect(held).refusal == LATER
    assert inspect(do.update(held, do.ChooseAlgorithm("gjk"))).trace is not None
    assert inspect(replace(held, waiting=replace(held.waiting, live=False), gesture=Gesture())).trace is not None


@pytest.mark.parametrize("algorithm", ["terrain", "terrain-in-order"])
def test_the_push_out_of_a_large_terrain_is_computed_in_the_background(algorithm: str) -> None:
    state = do.update(
        replace(
            do.initial_state(read_scene(SCENES / f"{BUMPS}.json")),
            waiting=replace(do.initial_state(read_scene(SCENES / f"{BUMPS}.json")).waiting, live=True),
        ),
        do.ChooseAlgorithm(algorithm),
    )
    assert awaited_job(state) is None
    terrain = next(body for body in state.document.pair_bodies if isinstance(body.shape, Mesh))
    assert isinstance(terrain.shape, Mesh)
    faces = terrain.shape.faces * (LIVE_TRIANGLES // len(terrain.shape.faces) + 1)
    larger = replace(terrain, shape=Mesh(terrain.shape.vertices, faces))
    bodies = tuple(larger if body is terrain else body for body in state.document.scene.bodies)
    assert (
        awaited_job(
            replace(state, document=replace(state.document, scene=replace(state.document.scene, bodies=bodies)))
        )
        is not None
    )
