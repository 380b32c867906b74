"""Actions of the Capture panel: the pairs that it lists, the tick that is shown, and its playback."""

from math import inf

import numpy as np

from gjkscope.app.base.records import replace
from gjkscope.app.scenes.cameras.camera import OrbitCamera
from gjkscope.app.state.actions.action import Action, updates
from gjkscope.app.state.actions.overlays import with_panels
from gjkscope.app.state.model import CapturePlayer, CaptureRun, CaptureState, PairFilter, State

CAPTURE_RATES = (240.0, 120.0, 60.0, 30.0, 15.0, 5.0, 1.0)  # ticks per second


class ShowCapture(Action, frozen=True):
    """Brings the Capture panel to the front."""

    passing = True
    recorded = False


class OpenCapture(Action, frozen=True):
    """Opens a capture in place of the last one; keeps the scene."""

    run: CaptureRun
    recorded = False


class ShowCaptureRun(Action, frozen=True):
    """Shows how much of the capture has been judged; None closes it."""

    run: CaptureRun | None
    passing = True
    recorded = False


class SetPairFilter(Action, frozen=True):
    """Sets which pairs are listed, and in which order."""

    filter: PairFilter
    passing = True
    recorded = False


class SelectCapturedPair(Action, frozen=True):
    """Selects the pair with this number, and its tick."""

    number: int | None
    tick: int | None = None
    passing = True
    recorded = False


class GoToCaptureTick(Action, frozen=True):
    """Shows the bodies of a tick in the world view, and pauses."""

    tick: int
    recorded = False


class StepCaptureTick(Action, frozen=True):
    """Moves forward or back by a number of ticks."""

    count: int
    recorded = False


class PlayCapture(Action, frozen=True):
    """Plays or pauses the ticks; from the end, playback starts at the beginning."""

    playing: bool
    recorded = False


class SetCaptureRate(Action, frozen=True):
    """Sets the speed of playback, ticks per second."""

    rate: float
    passing = True
    recorded = False


class ShowTickBodies(Action, frozen=True):
    """Shows the bodies of the tick in the world view, or the scene."""

    shown: bool
    recorded = False


class LookAtTick(Action, frozen=True):
    """Sets the camera for the bodies of a tick, and the height of the ground; None: bring all bodies into view."""

    camera: OrbitCamera | None
    ground: float = 0.0
    passing = True
    recorded = False


@updates(ShowCapture)
def _show_capture(state: State, _: ShowCapture) -> State:
    """Shows the panels if they are hidden; the layout brings this panel to the front."""
    return state if state.shows_panels else with_panels(state, shown=True)


@updates(OpenCapture)
def _open_capture(state: State, action: OpenCapture) -> State:
    player = CapturePlayer(rate=state.capture.player.rate)
    return replace(state, capture=CaptureState(action.run, player=player))


@updates(ShowCaptureRun)
def _show_capture_run(state: State, action: ShowCaptureRun) -> State:
    if action.run is None:
        return replace(state, capture=CaptureState(player=replace(state.capture.player, playing=False)))
    return replace(state, capture=replace(state.capture, run=action.run))


@updates(SetPairFilter)
def _set_pair_filter(state: State, action: SetPairFilter) -> State:
    return replace(state, capture=replace(state.capture, filter=action.filter))


@updates(SelectCapturedPair)
def _select_captured_pair(state: State, action: SelectCapturedPair) -> State:
    tick = state.capture.tick if action.tick is None else action.tick
    return _pause(replace(state, capture=replace(state.capture, pair=action.number, tick=tick)))


@updates(GoToCaptureTick)
def _go_to_capture_tick(state: State, action: GoToCaptureTick) -> State:
    if state.capture.table is None or action.tick < 0:
        return state
    return _pause(replace(state, capture=replace(state.capture, tick=action.tick, shows_tick=True)))


@updates(StepCaptureTick)
def _step_capture_tick(state: State, action: StepCaptureTick) -> State:
    return _pause(_at_index(state, state.capture.tick_index + action.count))


@updates(PlayCapture)
def _play_capture(state: State, action: PlayCapture) -> State:
    table = state.capture.table
    if not action.playing or table is None or table.timeline.size < 2:
        return _pause(state)
    if state.capture.tick_index == table.timeline.size - 1:
        state = _at_index(state, 0)
    player = replace(state.capture.player, playing=True, elapsed=0.0)
    return replace(state, capture=replace(state.capture, player=player, shows_tick=True))


@updates(SetCaptureRate)
def _set_capture_rate(state: State, action: SetCaptureRate) -> State:
    if not 0 < action.rate < inf:
        return state
    player = replace(state.capture.player, rate=action.rate)
    return replace(state, capture=replace(state.capture, player=player))


@updates(ShowTickBodies)
def _show_tick_bodies(state: State, action: ShowTickBodies) -> State:
    if action.shown and (state.capture.table is None or not state.capture.table.size):
        return state
    shown = replace(state, capture=replace(state.capture, shows_tick=action.shown))
    return shown if action.shown else _pause(shown)


@updates(LookAtTick)
def _look_at_tick(state: State, action: LookAtTick) -> State:
    return replace(state, capture=replace(state.capture, camera=action.camera, ground=action.ground))


def advance_capture(state: State, seconds: float) -> State:
    """The state after playback of the ticks has advanced by `seconds`."""
    player, table = state.capture.player, state.capture.table
    if not player.playing or table is None:
        return state
    elapsed = player.elapsed + seconds
    steps = int(elapsed * player.rate)
    if not steps:
        return replace(state, capture=replace(state.capture, player=replace(player, elapsed=elapsed)))
    after = _at_index(state, state.capture.tick_index + steps)
    is_over = after.capture.tick_index == table.timeline.size - 1
    player = replace(player, playing=not is_over, elapsed=0.0 if is_over else elapsed - steps / player.rate)
    return replace(after, capture=replace(after.capture, player=player))


def _at_index(state: State, index: int) -> State:
    """The state with the tick of that index, or the nearest one, shown."""
    table = state.capture.table
    if table is None or not table.timeline.size:
        return state
    tick = int(table.timeline.ticks[np.clip(index, 0, table.timeline.size - 1)])
    return replace(state, capture=replace(state.capture, tick=tick, shows_tick=True))


def _pause(state: State) -> State:
    player = state.capture.player
    if not player.playing:
        return state
    return replace(state, capture=replace(state.capture, player=replace(player, playing=False, elapsed=0.0)))
