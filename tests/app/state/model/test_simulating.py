"""A scene in motion: display, saving, scrubbing, rules, and results that do not depend on frame timing."""

from itertools import accumulate
from pathlib import Path

import pytest

from gjkscope.app.base.records import replace
from gjkscope.app.scenes.scene import Body, Scene
from gjkscope.app.scenes.scene_file import format_scene, parse_scene, read_scene
from gjkscope.app.state import actions as do
from gjkscope.app.state.actions.motion import ticks_to_compute
from gjkscope.app.state.actions.views import VIEW_ASPECT
from gjkscope.app.state.inspection.extents import difference_ball
from gjkscope.app.state.inspection.traces import inspect, trace_hash
from gjkscope.app.state.model import State, View
from gjkscope.app.state.model.simulation import MOST_TICKS, _next_tick, solver_trace
from gjkscope.app.state.persistence.journal import touches_document
from gjkscope.app.view.drawing.difference import difference_drawing
from gjkscope.app.view.drawing.world import world_drawing
from gjkscope.engine import Circle, Pose, Verdict
from gjkscope.engine.simulation.simulation import TICK, Rules
from gjkscope.engine.vectors import ZERO, norm, sub
from tests.app.state.acting import act

SCENES = Path("assets/scenes")
CONTINUOUS = Rules(continuous=True)
GRAVITY = (0.0, -9.81, 0.0)


def begin(name: str) -> State:
    return do.initial_state(read_scene(SCENES / f"{name}.json"))


BULLET, LANDING, THREE = "motion/bullet-and-thin-plate", "motion/box-lands-on-triangles", "motion/three-bodies-meet"


def test_motion_is_shown_and_the_document_is_unchanged() -> None:
    state = begin(BULLET)
    moved = act(state, do.StepMotion(2))
    assert moved.document.scene.body("bullet").pose.position == pytest.approx((-0.25, 0.1, 0))
    assert moved.document.pair_bodies[0] is moved.document.scene.body("bullet")
    assert moved.document.scene.body("plate") is state.document.scene.body("plate")
    assert moved.authored_scene is state.document.scene
    assert not moved.modified
    assert not touches_document(state, moved)
    assert inspect(moved).answer.signed_distance == pytest.approx(0.19)


def test_seeking_back_and_forth_does_not_simulate_again() -> None:
    run = [act(begin(THREE), do.StepMotion(n)) for n in range(4)]
    back = act(run[3], do.StepMotion(-2))
    assert back.document.scene == run[1].document.scene
    assert len(back.motion.simulation.ticks) == 4  # type: ignore[union-attr]
    assert act(back, do.StepMotion(1)).document.scene == run[2].document.scene
    assert act(run[3], do.GoToTick(0)).document.scene is run[3].authored_scene
    assert act(run[3], do.GoToTick(99)).document.scene == run[3].document.scene
    assert act(run[3], do.GoToTick(-5)).motion.simulation.number == 0  # type: ignore[union-attr]


def test_reset_restores_the_initial_state() -> None:
    state = begin(THREE)
    reset = act(state, do.StepMotion(9), do.ResetMotion())
    assert reset == state


def test_motion_does_not_depend_on_frame_timing() -> None:
    """With steps of 1/60 s, half of that, and arbitrary ones, bodies move in whole ticks."""
    state = act(begin(THREE), do.PlayMotion(True))
    by_steps = act(begin(THREE), do.StepMotion(40))
    whole = act(state, *[do.Tick(TICK)] * 40)
    halves = act(state, *[do.Tick(TICK / 2)] * 80)
    assert whole.document.scene == halves.document.scene == by_steps.document.scene
    assert trace_hash(whole) == trace_hash(by_steps) != trace_hash(state)
    odd = list(accumulate([0.011] * 60))
    assert act(state, *[do.Tick(0.011)] * 60).motion.simulation.number == int(odd[-1] / TICK)  # type: ignore[union-attr]


def test_slow_motion_takes_longer_over_the_same_ticks() -> None:
    state = act(begin(THREE), do.SetMotionRate(0.25), do.PlayMotion(True), *[do.Tick(TICK)] * 40)
    assert state.document.scene == act(begin(THREE), do.StepMotion(10)).document.scene
    assert act(state, do.SetMotionRate(0.3)).tools.motion_rate == 0.25


def test_a_long_time_is_one_tick() -> None:
    """Whoever passes time does so by ticks, as many as there is time to compute."""
    state = act(begin(THREE), do.PlayMotion(True), do.Tick(30.0))
    assert state.motion.simulation.number == 1  # type: ignore[union-attr]
    assert state.motion.simulation.elapsed == 0.0  # type: ignore[union-attr]


def test_ticks_that_were_computed_before_are_the_same() -> None:
    state = act(begin(THREE), do.PlayMotion(True))
    for count in (1, 5):
        job = ticks_to_compute(state, count, starts=False)
        assert job is not None
        function, *arguments = job
        function(*arguments)
        assert len(state.motion.simulation.ticks) == 1  # type: ignore[union-attr]  # only an action shows them
    known = _next_tick.cache_info().misses
    shown = act(state, do.StepMotion(5))
    assert _next_tick.cache_info().misses == known
    assert shown.document.scene == act(begin(THREE), do.StepMotion(5)).document.scene
    assert ticks_to_compute(act(shown, do.StepMotion(-3)), 3, starts=False) is None


def test_ticks_are_computed_once_for_each_scene_of_a_lesson() -> None:
    """Reading a lesson runs the solutions of its tasks; showing one later takes no time."""
    started = [begin(name) for name in (THREE, BULLET) for _ in range(6)]
    shown = [act(state, do.StepMotion(2)).document.scene for state in started]
    known = _next_tick.cache_info().misses
    assert [act(state, do.StepMotion(2)).document.scene for state in started] == shown
    assert _next_tick.cache_info().misses == known


def test_it_animates_only_while_playing() -> None:
    playing = act(begin(THREE), do.PlayMotion(True))
    assert playing.animating
    assert not act(playing, do.PlayMotion(False)).animating
    assert not act(playing, do.Tick(TICK), do.StepMotion(-1)).animating


def test_a_scene_at_rest_says_that_nothing_would_move() -> None:
    state = begin("boxes-overlap")
    for action in (do.PlayMotion(True), do.StepMotion(1)):
        refused = act(state, action)
        assert refused.motion.simulation is None
        assert "Nothing would move" in refused.shell.message.text  # type: ignore[union-attr]
    assert act(state, do.SetGravity(GRAVITY), do.StepMotion(1)).document.scene.bodies[0].velocity[1] < 0
    assert act(state, do.GoToTick(3), do.ResetMotion(), do.KeepPoses()) == state


def test_the_bullet_tunnels_through_the_plate_or_is_stopped() -> None:
    passed = act(begin(BULLET), do.StepMotion(6))
    assert passed.document.scene.body("bullet").pose.position[0] > 0.5
    assert not any(tick.meetings for tick in passed.motion.simulation.ticks)  # type: ignore[union-attr]
    caught = act(begin(BULLET), do.SetRules(CONTINUOUS), do.StepMotion(6))
    assert inspect(caught).answer.verdict is Verdict.TOUCHING
    (meeting,) = [meeting for tick in caught.motion.simulation.ticks for meeting in tick.meetings]  # type: ignore[union-attr]
    assert meeting.time == pytest.approx(1.19 / 30)


@pytest.mark.parametrize(("order", "moves"), [("greatest", True), ("in order", False)])
def test_the_box_slides_on_or_stumbles(order: str, moves: bool) -> None:
    box = act(begin(LANDING), do.SetRules(Rules(order=order)), do.StepMotion(50)).document.scene.body("box")
    assert (abs(box.velocity[0]) > 0.9) is moves
    assert box.pose.position[1] == pytest.approx(0.5, abs=1e-6)


def test_changing_the_rules_discards_the_later_ticks() -> None:
    state = act(begin(BULLET), do.StepMotion(5), do.GoToTick(2), do.SetRules(CONTINUOUS))
    assert len(state.motion.simulation.ticks) == 3  # type: ignore[union-attr]
    assert act(state, do.StepMotion(1)).motion.simulation.tick.caught == ((0, 1),)  # type: ignore[union-attr]


def test_the_response_belongs_to_the_scene_and_starts_the_motion_again() -> None:
    state = act(begin(LANDING), do.StepMotion(3), do.SetResponse("impulses"))
    assert state.motion.simulation is None
    assert parse_scene(format_scene(state.authored_scene), "impulses").response == "impulses"
    done = act(state, do.StepMotion(60))
    tick = done.motion.simulation.tick  # type: ignore[union-attr]
    assert tick.response.points > 0
    assert not tick.pushes
    assert solver_trace(done.motion.simulation).impulses == tick.response.impulses  # type: ignore[arg-type, union-attr]
    assert act(done, do.Undo()).document.scene.response == "push-out"
    assert act(done, do.SetResponse("impulses")) is done


def test_a_report_in_the_other_order_has_the_same_effect() -> None:
    scene = begin("motion/phantom-lifts-a-cube").document.scene
    (report,) = scene.reported
    points = tuple(point._replace(position_a=point.position_b, position_b=point.position_a) for point in report.points)
    flipped = replace(report, pair=report.pair[::-1], normal=tuple(-x for x in report.normal or ()), points=points)
    bare = replace(report, points=tuple(point._replace(position_a=None, position_b=None) for point in report.points))
    heights = []
    for given in (report, flipped, bare):
        state = do.initial_state(replace(scene, reported=(given,)))
        state = act(state, do.SetRules(Rules(policy="reported")), do.StepMotion(20))
        heights.append(state.document.scene.body("upper").pose.position[1])
    assert heights[0] > 0.08
    assert heights == pytest.approx([heights[0]] * 3, abs=1e-6)


def test_a_2d_scene_refuses_impulses() -> None:
    plane = do.initial_state(Scene("plane", (Body("disc", Circle(1.0)), Body("other", Circle(2.0))), dimension=2))
    refused = act(plane, do.SetResponse("impulses"))
    assert refused.document.scene.response == "push-out"
    assert "response: must be push-out" in refused.shell.message.text  # type: ignore[union-attr]


def test_gravity_belongs_to_the_scene() -> None:
    """It is saved and undone with the scene, and does not reset the motion."""
    state = begin(THREE)
    falling = act(state, do.StepMotion(5), do.SetGravity(GRAVITY))
    assert falling.motion.simulation.number == 5  # type: ignore[union-attr]
    assert falling.authored_scene == replace(state.document.scene, gravity=GRAVITY)
    assert falling.modified
    assert parse_scene(format_scene(falling.authored_scene), "falling") == falling.authored_scene
    assert "gravity" not in format_scene(state.document.scene)
    on = act(falling, do.StepMotion(1))
    assert on.document.scene.gravity == GRAVITY
    assert on.document.scene.body("box").velocity[1] == pytest.approx(-9.81 * TICK)
    assert (
        act(on, do.StepMotion(-3), do.SetGravity(ZERO)).motion.simulation.ticks[3:]
        == falling.motion.simulation.ticks[3:4]
    )  # type: ignore[union-attr]
    assert act(falling, do.SetGravity(GRAVITY)) is falling
    assert act(on, do.Undo()).document.scene == state.document.scene


def test_applied_poses_become_the_document_and_undo_restores_the_start() -> None:
    state = begin(THREE)
    moved = act(state, do.StepMotion(5))
    kept = act(moved, do.KeepPoses())
    assert kept.motion.simulation is None
    assert kept.authored_scene == moved.document.scene
    assert kept.modified
    assert act(kept, do.Undo()).authored_scene == state.document.scene
    assert parse_scene(format_scene(kept.authored_scene), "kept").bodies == kept.authored_scene.bodies  # to the bit


def test_editing_a_body_in_motion_starts_from_the_displayed_state() -> None:
    state = begin(THREE)
    moved = act(state, do.StepMotion(5))
    position = moved.document.scene.body("box").pose.position
    dragged = act(moved, do.BeginDrag("box", position), do.DragTo((position[0] + 1, position[1], position[2])))
    assert dragged.motion.simulation is None
    assert dragged.authored_scene.body("cone") == moved.document.scene.body("cone")
    assert dragged.document.scene.body("box").pose.position[0] == pytest.approx(position[0] + 1)
    assert "now starts from the poses shown" in dragged.shell.message.text  # type: ignore[union-attr]
    assert act(dragged, do.Undo()).authored_scene == state.document.scene
    assert act(moved, do.SetProperty("box", "mass", 5.0)).motion.simulation is None


def test_choosing_a_pair_and_undoing_it_keep_the_motion() -> None:
    moved = act(begin(THREE), do.StepMotion(5))
    chosen = act(moved, do.ChoosePair(("cone", "box")))
    assert chosen.document.scene is moved.document.scene
    back = act(chosen, do.Undo())
    assert (back.document.pair, back.document.scene, back.motion.simulation) == (
        moved.document.pair,
        moved.document.scene,
        moved.motion.simulation,
    )


def test_another_scene_starts_at_rest() -> None:
    state = act(
        begin(THREE), do.PlayMotion(True), do.Tick(TICK), do.OpenScene(read_scene(SCENES / "boxes-overlap.json"))
    )
    assert state.motion.simulation is None
    assert not state.animating


def test_at_most_a_minute_of_ticks_is_kept() -> None:
    state = act(begin(BULLET), do.PlayMotion(True))
    tick = act(state, do.StepMotion(1)).motion.simulation.ticks[0]  # type: ignore[union-attr]
    full = replace(state.motion.simulation, ticks=(tick,) * (MOST_TICKS + 1), number=MOST_TICKS)  # type: ignore[type-var]
    halted = act(replace(state, motion=replace(state.motion, simulation=full)), do.Tick(TICK))
    assert "one minute" in halted.shell.message.text  # type: ignore[union-attr]
    assert not halted.animating
    assert not act(halted, do.PlayMotion(True)).animating


def test_bodies_that_overflow_halt_with_a_message() -> None:
    state = begin(BULLET)
    bullet = replace(state.document.scene.body("bullet"), velocity=(1e308, 0.0, 0.0))
    gone = act(do.initial_state(state.document.scene.with_body(bullet)), do.PlayMotion(True), *[do.Tick(TICK)] * 200)
    assert not gone.animating
    assert gone.shell.message is not None
    assert gone.shell.message.is_error
    assert "cannot continue" in gone.shell.message.text


def test_velocities_are_drawn_and_can_be_hidden() -> None:
    state = begin(BULLET)
    texts = {label.text for label in world_drawing(state).labels}
    assert "30 m/s" in texts
    hidden = replace(state, display=replace(state.display, visible=replace(state.display.visible, motion=False)))
    assert "30 m/s" not in {label.text for label in world_drawing(hidden).labels}
    assert state.document.scene.body("plate").motion.velocity == ZERO


def test_advancement_is_a_run_with_ghosts_at_its_time() -> None:
    state = act(replace(begin(BULLET), run=replace(begin(BULLET).run, algorithm="advancement")), do.GoToLast())
    run = inspect(state).trace
    assert run is not None
    assert run.steps[-1].pose_a == Pose(position=pytest.approx((-0.06, 0.1, 0.0)))
    assert any("first contact at" in label.text for label in world_drawing(state).labels)
    still = replace(begin("boxes-overlap"), run=replace(begin("boxes-overlap").run, algorithm="advancement"))
    assert "neither A nor B moves" in (inspect(still).refusal or "")


def test_advancement_in_the_difference_reaches_the_origin() -> None:
    """The arrow is the gap from the nearest point of A − B; the ghost of A − B is at the step's time."""
    first = act(replace(begin(BULLET), run=replace(begin(BULLET).run, algorithm="advancement")), do.GoToStep(0))
    arrows = [part for part in difference_drawing(first).arrows if len(part.tails)]
    assert any(part.heads[0] - part.tails[0] == pytest.approx((1.19, 0, 0)) for part in arrows)
    assert any(part.heads[0][0] == pytest.approx(0) for part in arrows)
    last = act(first, do.GoToLast())
    assert any("first contact at" in label.text for label in difference_drawing(last).labels)
    hidden = replace(last, display=replace(last.display, visible=replace(last.display.visible, difference=False)))
    counts = [len(difference_drawing(state).skins) for state in (hidden, first, last)]
    assert counts[0] < counts[1] < counts[2]


def test_the_path_of_a_body_and_its_pushes_are_drawn() -> None:
    before, now = (act(begin(LANDING), do.StepMotion(ticks)) for ticks in (29, 30))
    texts = [{label.text for label in world_drawing(state).labels} for state in (before, now)]
    assert [any(text.startswith("pushed 0.02 m") for text in labels) for labels in texts] == [False, True]
    lines = [sum(len(part.starts) for part in world_drawing(state).lines) for state in (before, now)]
    at_rest = sum(len(part.starts) for part in world_drawing(begin(LANDING)).lines)
    assert lines[0] >= at_rest + 29 + 3 * 48  # the path, and the edges of all triangles
    assert act(now, do.GoToTick(0)).motion.simulation is not None


def test_the_difference_view_zooms_out_as_a_minus_b_leaves_it() -> None:
    state = act(begin(BULLET), do.FrameAll())
    moved = act(state, do.StepMotion(60))
    center, radius = difference_ball(moved)
    camera = moved.view.cameras.difference
    assert norm(sub(center, state.view.cameras.difference.target)) > state.view.cameras.difference.framed_radius(
        VIEW_ASPECT
    )
    assert norm(sub(center, camera.target)) + radius <= camera.framed_radius(VIEW_ASPECT) * (1 + 1e-12)
    assert moved.view.cameras.world == state.view.cameras.world


def test_back_at_the_start_the_difference_view_restores_its_distance_but_not_its_direction() -> None:
    state = act(begin(BULLET), do.FrameAll())
    turned = act(state, do.StepMotion(60), do.StepMotion(30), do.Orbit(40, 0), do.ResetMotion())
    assert turned == act(state, do.Orbit(40, 0))
    zoomed = act(state, do.StepMotion(60), do.Zoom(View.DIFFERENCE, 2.0))
    assert act(zoomed, do.ResetMotion()).view.cameras == zoomed.view.cameras


def test_a_zoomed_in_difference_view_is_kept() -> None:
    state = act(begin(BULLET), do.Zoom(View.DIFFERENCE, 10.0))
    assert act(state, do.StepMotion(60)).view.cameras == state.view.cameras
