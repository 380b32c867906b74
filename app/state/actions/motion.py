"""Actions for the simulation: play, pause, step, seek, and set its rules.

Views, queries and drags use the bodies at the current tick.  The document, which is saved and restored by undo, keeps
the start of the simulation until a body is edited or the poses are kept.
"""

from collections.abc import Callable

from gjkscope.app.base.identity import Identity
from gjkscope.app.base.jobs import Job
from gjkscope.app.base.records import replace
from gjkscope.app.scenes.cameras.camera import VIEW_ASPECT
from gjkscope.app.state.actions.action import Action, updates
from gjkscope.app.state.actions.history import edit_at_once, end_gesture
from gjkscope.app.state.actions.views import around_origin, shows
from gjkscope.app.state.inspection.extents import ball_around, difference_ball
from gjkscope.app.state.model import Cameras, State, View
from gjkscope.app.state.model.simulation import (
    MOST_COMPUTED,
    MOST_TICKS,
    Simulation,
    can_move,
    compute_ticks,
    scene_at,
    start_simulation,
    tick_after,
    with_gravity,
    without_later_ticks,
)
from gjkscope.engine.caches.registry import CACHES
from gjkscope.engine.simulation.simulation import TICK, Rules
from gjkscope.engine.vectors import Vec3

RATES = (1.0, 0.5, 0.25, 0.125, 0.0625)  # powers of two, so that fractions of a tick add up exactly
FULL = f"Limit of {MOST_TICKS} ticks (one minute) reached: go back, or apply the current poses to continue from here"
ONLY_3D = "Motion is simulated in 3D scenes only"
AT_REST = "Nothing would move: give a body a velocity (Mass, motion, colour), or turn gravity on"


class PlayMotion(Action, frozen=True):
    """Plays or pauses the simulation."""

    playing: bool


class StepMotion(Action, frozen=True):
    """Steps forwards by a number of ticks, or back if negative."""

    ticks: int


class GoToTick(Action, frozen=True):
    """Seeks to one of the ticks computed so far."""

    tick: int


class ResetMotion(Action, frozen=True):
    """Returns the bodies to the start and discards the ticks."""


class KeepPoses(Action, frozen=True):
    """Saves the displayed poses to the document."""


class SetRules(Action, frozen=True):
    """Sets the rules from the current tick on, and discards later ticks."""

    rules: Rules


class SetGravity(Action, frozen=True):
    """Sets the gravity from the current tick on, m/s²."""

    gravity: Vec3


class SetResponse(Action, frozen=True):
    """Sets what contacts do to moving bodies, one of `RESPONSES`; the simulation starts again."""

    response: str


class SetCache(Action, frozen=True):
    """Follows the chosen pair with a cache, a key of `CACHES`."""

    cache: str


class SetMotionRate(Action, frozen=True):
    """Sets the speed of the simulation to one of `RATES`."""

    rate: float


@updates(PlayMotion)
def _play_motion(state: State, action: PlayMotion) -> State:
    if not action.playing:
        return _halt(state)
    if (
        state.motion.simulation is not None
        and state.motion.simulation.is_full
        and state.motion.simulation.number == MOST_TICKS
    ):
        return state.with_message(FULL)
    moving = _in_motion(state)
    if moving.motion.simulation is None:
        return moving
    return replace(
        moving, motion=replace(moving.motion, simulation=replace(moving.motion.simulation, playing=True, elapsed=0.0))
    )


@updates(StepMotion)
def _step_motion(state: State, action: StepMotion) -> State:
    if action.ticks <= 0:
        return _gone_to(state, state.motion.simulation.number + action.ticks) if state.motion.simulation else state
    return _tick(_halt(_in_motion(state)), min(action.ticks, MOST_TICKS))


@updates(GoToTick)
def _go_to_tick(state: State, action: GoToTick) -> State:
    return _gone_to(state, action.tick)


@updates(ResetMotion)
def _reset_motion(state: State, _: ResetMotion) -> State:
    return replace(
        end_gesture(state),
        document=replace(state.document, scene=state.authored_scene),
        view=replace(state.view, cameras=_cameras_before(state)),
        motion=replace(state.motion, simulation=None),
    )


@updates(KeepPoses)
def _keep_poses(state: State, _: KeepPoses) -> State:
    if state.motion.tick == 0:
        return state
    kept = edit_at_once(state, f"apply the poses of tick {state.motion.tick}", state.document)
    return replace(kept, motion=replace(state.motion, simulation=None))


@updates(SetRules)
def _set_rules(state: State, action: SetRules) -> State:
    if action.rules == state.motion.rules:
        return state
    simulation = state.motion.simulation and without_later_ticks(state.motion.simulation)
    return replace(state, motion=replace(state.motion, rules=action.rules, simulation=simulation))


@updates(SetGravity)
def _set_gravity(state: State, action: SetGravity) -> State:
    if action.gravity == state.document.scene.gravity:
        return state
    try:
        scene = replace(state.document.scene, gravity=action.gravity)
    except ValueError as fault:
        return state.with_message(str(fault), is_error=True)
    simulation = state.motion.simulation and with_gravity(action.gravity, state.motion.simulation)
    changed = edit_at_once(state, "gravity", replace(state.document, scene=scene))
    return replace(changed, motion=replace(state.motion, simulation=simulation))


@updates(SetResponse)
def _set_response(state: State, action: SetResponse) -> State:
    if action.response == state.document.scene.response:
        return state
    start = _reset_motion(state, ResetMotion())
    try:
        scene = replace(start.document.scene, response=action.response)
    except ValueError as fault:
        return state.with_message(str(fault), is_error=True)
    return edit_at_once(start, f"response: {action.response}", replace(start.document, scene=scene))


@updates(SetCache)
def _set_cache(state: State, action: SetCache) -> State:
    return replace(state, tools=replace(state.tools, cache=action.cache)) if action.cache in CACHES else state


@updates(SetMotionRate)
def _set_motion_rate(state: State, action: SetMotionRate) -> State:
    return replace(state, tools=replace(state.tools, motion_rate=action.rate)) if action.rate in RATES else state


def advance_simulation(state: State, seconds: float) -> State:
    """The state after the simulation has advanced by `seconds`, in whole ticks, and at most by one.

    Callers pass time tick by tick, and decide how many ticks a frame has time for.
    """
    simulation = state.motion.simulation
    if simulation is None or not simulation.playing:
        return state
    elapsed = simulation.elapsed + seconds * state.tools.motion_rate
    is_due = elapsed >= TICK
    left = elapsed - TICK if is_due and elapsed < 2 * TICK else 0.0 if is_due else elapsed
    waiting = replace(state, motion=replace(state.motion, simulation=replace(simulation, elapsed=left)))
    return _tick(waiting, 1) if is_due else waiting


def ticks_to_compute(state: State, count: int, starts: bool) -> Job | None:
    """The job that makes the next ticks known; None if they are, or there are none.

    `starts`: also the beginning of a simulation.
    """
    simulation, scene, rules = state.motion.simulation, state.document.scene, state.motion.rules
    if count > MOST_COMPUTED:
        return None  # no longer kept when it is needed
    if simulation is None:
        begins = starts and not scene.is_plane and can_move(scene)
        return (compute_ticks, Identity(scene), None, rules, count) if begins else None
    missing = min(simulation.number + count, MOST_TICKS) + 1 - len(simulation.ticks)
    if missing <= 0:
        return None
    return (compute_ticks, Identity(simulation.start), Identity(simulation.ticks[-1]), rules, missing)


def _in_motion(state: State) -> State:
    """The state with a simulation, or with a message if nothing can move."""
    if state.motion.simulation is not None:
        return state
    if state.document.scene.is_plane:
        return state.with_message(ONLY_3D)
    if not can_move(state.document.scene):
        return state.with_message(AT_REST)
    return _try_simulation(end_gesture(state), lambda: start_simulation(state.document.scene))


def _tick(state: State, count: int) -> State:
    """Advances by `count` ticks, at most to the limit."""
    for _ in range(count):
        simulation = state.motion.simulation
        if simulation is None:
            break
        if simulation.number == MOST_TICKS:
            return _halt(state).with_message(FULL)
        state = _try_simulation(state, lambda known=simulation, rules=state.motion.rules: tick_after(known, rules))  # type: ignore[misc]
    return state


def _gone_to(state: State, tick: int) -> State:
    simulation = state.motion.simulation
    if simulation is None:
        return state
    number = min(max(tick, 0), len(simulation.ticks) - 1)
    return _show(_halt(state), replace(simulation, number=number, playing=False, elapsed=0.0))


def _halt(state: State) -> State:
    simulation = state.motion.simulation
    if simulation is None or not simulation.playing:
        return state
    return replace(state, motion=replace(state.motion, simulation=replace(simulation, playing=False, elapsed=0.0)))


def _try_simulation(state: State, simulate: Callable[[], Simulation]) -> State:
    """The state with that simulation, or paused with an error message if it fails."""
    try:
        return _show(state, simulate())
    except ValueError as fault:
        return _halt(state).with_message(f"The simulation cannot continue. {fault}", is_error=True)


def _show(state: State, simulation: Simulation) -> State:
    """The state with the bodies at the simulation's tick, and A − B kept in view if it was in view."""
    return _follow(
        state,
        replace(
            state,
            motion=replace(state.motion, simulation=simulation),
            document=replace(state.document, scene=scene_at(simulation)),
        ),
    )


def _follow(before: State, after: State) -> State:
    """Zooms the difference view out if it showed all of A − B and no longer does."""
    camera, simulation = after.view.cameras.difference, after.motion.simulation
    seen, ball = (camera.target, camera.framed_radius(VIEW_ASPECT)), difference_ball(after)
    if simulation is None or ball_around(seen, ball) == seen or not shows(camera, difference_ball(before)):
        return after
    drawn = around_origin(camera, ball, VIEW_ASPECT)
    if not drawn.is_finite:
        return after
    first = camera if simulation.drawn_back is None else simulation.drawn_back[0]
    cameras = after.view.cameras.placed(View.DIFFERENCE, drawn)
    return replace(
        after,
        view=replace(after.view, cameras=cameras),
        motion=replace(after.motion, simulation=replace(simulation, drawn_back=(first, drawn))),
    )


def _cameras_before(state: State) -> Cameras:
    """The cameras, with the zoom-out of `_follow` undone unless the user has moved the camera since."""
    cameras, camera = state.view.cameras, state.view.cameras.difference
    if state.motion.simulation is None or state.motion.simulation.drawn_back is None:
        return cameras
    first, drawn = state.motion.simulation.drawn_back
    if (camera.target, camera.distance) != (drawn.target, drawn.distance):
        return cameras
    nearer = replace(camera, target=first.target, distance=first.distance, reach=first.reach)
    return cameras.placed(View.DIFFERENCE, nearer)
