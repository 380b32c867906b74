"""The scene in motion: played and halted, tick by tick, back to any tick, and by which rules.

The bodies that are shown, asked about and taken hold of are those of the tick; the document (what is saved, what undo
brings back) stays where it began, until its bodies are changed or these poses are kept.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from engine.simulation import TICK, Rules
from engine.vectors import Vec3

from ..extents import ball_around, difference_ball
from ..simulating import MOST_TICKS, Simulation, after, begun, can_move, forgetful, scene_at, under
from ..state import Cameras, State, View
from .action import Action, updates
from .history import edited_at_once, gesture_ended
from .looking import VIEW_ASPECT, shows

# A machine that takes longer for them shows slow motion, rather than nothing until it has caught up.
MOST_AT_ONCE = 4
RATES = (1.0, 0.5, 0.25, 0.125, 0.0625)  # powers of two: parts of a tick then add up to whole ones
FULL = f"{MOST_TICKS} ticks, a minute, are kept: go back, or keep these poses to go on from here"
AT_REST = "Nothing would move: give a body a velocity (Mass, motion, colour), or switch gravity on"


@dataclass(frozen=True)
class PlayMotion(Action):
    """The bodies move; or they halt."""

    playing: bool


@dataclass(frozen=True)
class StepMotion(Action):
    """So many ticks on, or back (< 0)."""

    ticks: int


@dataclass(frozen=True)
class GoToTick(Action):
    """To one of the ticks so far."""

    tick: int


@dataclass(frozen=True)
class ResetMotion(Action):
    """Back to where the bodies began; the ticks are forgotten."""


@dataclass(frozen=True)
class KeepPoses(Action):
    """The scene is to begin with what is shown."""


@dataclass(frozen=True)
class SetRules(Action):
    """By which rules the bodies go on from here; later ticks, which went by others, are forgotten."""

    rules: Rules


@dataclass(frozen=True)
class SetGravity(Action):
    """What the bodies of the scene fall with from here on, m/s²."""

    gravity: Vec3


@dataclass(frozen=True)
class SetMotionRate(Action):
    """How fast time passes: one of `RATES`."""

    rate: float


@updates(PlayMotion)
def _play_motion(state: State, action: PlayMotion) -> State:
    if not action.playing:
        return _halted(state)
    if state.simulation is not None and state.simulation.is_full and state.simulation.number == MOST_TICKS:
        return state.told(FULL)
    moving = _in_motion(state)
    if moving.simulation is None:
        return moving
    return replace(moving, simulation=replace(moving.simulation, playing=True, elapsed=0.0))


@updates(StepMotion)
def _step_motion(state: State, action: StepMotion) -> State:
    if action.ticks <= 0:
        return _gone_to(state, state.simulation.number + action.ticks) if state.simulation else state
    return _ticked(_halted(_in_motion(state)), min(action.ticks, MOST_TICKS))


@updates(GoToTick)
def _go_to_tick(state: State, action: GoToTick) -> State:
    return _gone_to(state, action.tick)


@updates(ResetMotion)
def _reset_motion(state: State, _: ResetMotion) -> State:
    return replace(gesture_ended(state), scene=state.document, cameras=_cameras_before(state), simulation=None)


@updates(KeepPoses)
def _keep_poses(state: State, _: KeepPoses) -> State:
    if state.tick == 0:
        return state
    return edited_at_once(state, f"keep the poses of tick {state.tick}", simulation=None)


@updates(SetRules)
def _set_rules(state: State, action: SetRules) -> State:
    if action.rules == state.rules:
        return state
    return replace(state, rules=action.rules, simulation=state.simulation and forgetful(state.simulation))


@updates(SetGravity)
def _set_gravity(state: State, action: SetGravity) -> State:
    if action.gravity == state.scene.gravity:
        return state
    scene = replace(state.scene, gravity=action.gravity)
    simulation = state.simulation and under(action.gravity, state.simulation)
    return edited_at_once(state, "gravity", scene=scene, simulation=simulation)


@updates(SetMotionRate)
def _set_motion_rate(state: State, action: SetMotionRate) -> State:
    return replace(state, motion_rate=action.rate) if action.rate in RATES else state


def moved_on(state: State, seconds: float) -> State:
    """The state after its bodies have moved on for so long, by whole ticks."""
    simulation = state.simulation
    if simulation is None or not simulation.playing:
        return state
    elapsed = simulation.elapsed + seconds * state.motion_rate
    due = int(elapsed / TICK)
    left = elapsed - due * TICK if due <= MOST_AT_ONCE else 0.0
    waiting = replace(state, simulation=replace(simulation, elapsed=left))
    for _ in range(min(due, MOST_AT_ONCE)):
        waiting = _ticked(waiting, 1)
        if waiting.simulation is not None and waiting.simulation.tick.undecided:
            break  # it has taken all the looks that there are: no other one before it is seen
    return waiting


def _in_motion(state: State) -> State:
    """With a simulation, if there is anything to move."""
    if state.simulation is not None:
        return state
    if not can_move(state.scene):
        return state.told(AT_REST)
    return _tried(gesture_ended(state), lambda: begun(state.scene))


def _ticked(state: State, count: int) -> State:
    """So many ticks on; no further than are kept."""
    for _ in range(count):
        simulation = state.simulation
        if simulation is None:
            break
        if simulation.number == MOST_TICKS:
            return _halted(state).told(FULL)
        state = _tried(state, lambda known=simulation, rules=state.rules: after(known, rules))  # type: ignore[misc]
    return state


def _gone_to(state: State, tick: int) -> State:
    simulation = state.simulation
    if simulation is None:
        return state
    number = min(max(tick, 0), len(simulation.ticks) - 1)
    return _shown(_halted(state), replace(simulation, number=number, playing=False, elapsed=0.0))


def _halted(state: State) -> State:
    simulation = state.simulation
    if simulation is None or not simulation.playing:
        return state
    return replace(state, simulation=replace(simulation, playing=False, elapsed=0.0))


def _tried(state: State, simulate: Callable[[], Simulation]) -> State:
    """The state with that simulation; or halted, with a message about what keeps it from going on."""
    try:
        return _shown(state, simulate())
    except ValueError as fault:
        return _halted(state).told(f"The bodies cannot move on. {fault}", is_error=True)


def _shown(state: State, simulation: Simulation) -> State:
    """With the bodies as the tick has them, and A − B in view if it was."""
    return _followed(state, replace(state, simulation=simulation, scene=scene_at(simulation)))


def _followed(before: State, after: State) -> State:
    """The difference view draws back as A − B leaves it; one that did not show all of it stays as it is."""
    camera, simulation = after.cameras.difference, after.simulation
    seen = camera.target, camera.framed_radius(VIEW_ASPECT)
    wanted = ball_around(seen, difference_ball(after))
    if simulation is None or wanted == seen or not shows(camera, difference_ball(before)):
        return after
    drawn = camera.framed(*wanted, VIEW_ASPECT)
    if not drawn.is_finite:
        return after
    first = camera if simulation.drawn_back is None else simulation.drawn_back[0]
    cameras = after.cameras.placed(View.DIFFERENCE, drawn)
    return replace(after, cameras=cameras, simulation=replace(simulation, drawn_back=(first, drawn)))


def _cameras_before(state: State) -> Cameras:
    """As near to A − B again as before the motion, unless it was looked at in another way since."""
    cameras, camera = state.cameras, state.cameras.difference
    if state.simulation is None or state.simulation.drawn_back is None:
        return cameras
    first, drawn = state.simulation.drawn_back
    if (camera.target, camera.distance) != (drawn.target, drawn.distance):
        return cameras
    nearer = replace(camera, target=first.target, distance=first.distance, reach=first.reach)
    return cameras.placed(View.DIFFERENCE, nearer)
