"""Demo playback: the state at each tick, which depends only on the demo.

A playhead determines the next tick.  Playheads at whole seconds are cached, so that seeking is fast.
"""

from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct

from gjkscope.app.base.identity import Identity
from gjkscope.app.base.records import replace
from gjkscope.app.state.actions.action import update
from gjkscope.app.state.actions.cameras import advance_approach, advance_turning
from gjkscope.app.state.actions.captions import spoken_on
from gjkscope.app.state.actions.capture import advance_capture
from gjkscope.app.state.actions.direction import advance_direction
from gjkscope.app.state.actions.motion import advance_simulation
from gjkscope.app.state.actions.playback import play_on
from gjkscope.app.state.inspection.traces import trace_hash
from gjkscope.app.state.model import Cue, Demo, Motion, State
from gjkscope.app.state.model.demo import TICKS

KEPT_DEMOS = 4


class Playhead(Struct, frozen=True):
    """The playback after `tick`: the number of cues that have `begun`, and those still `active`."""

    state: State
    tick: int = 0
    begun: int = 0
    active: tuple["UnderWay", ...] = ()
    diverged: tuple[int, ...] = ()


class UnderWay(NamedTuple):
    """An active cue; its changes form one history entry, even if other cues run at the same time."""

    cue: Cue
    motion: Motion
    gesture: str | None = None


def opening(demo: Demo) -> Playhead:
    """The playhead at tick 0."""
    return _check_trace(demo, _begin_cues(demo, Playhead(demo.first)))


def advance_playhead(demo: Demo, head: Playhead) -> Playhead:
    """The playhead one tick later."""
    state, tick = pass_time(head.state, 1 / TICKS), head.tick + 1
    going = []
    for running in head.active:
        state = _continue_cue(state, running, tick)
        if tick < running.cue.start + running.cue.length:
            going.append(running._replace(gesture=state.gesture.label))
    moved = replace(head, state=state, tick=tick, active=tuple(going))
    return _check_trace(demo, _begin_cues(demo, moved))


def playhead_at(demo: Demo, tick: int) -> Playhead:
    """The playhead at a tick, 0 … the demo's length."""
    return _reel(Identity(demo)).at(min(max(tick, 0), demo.length))


class _Reel:
    """The cached playheads of a demo: the last one, and one for each second so far."""

    def __init__(self, demo: Demo) -> None:
        self._demo = demo
        self._seconds = [opening(demo)]
        self._last = self._seconds[0]

    def at(self, tick: int) -> Playhead:
        known = self._seconds[min(tick // TICKS, len(self._seconds) - 1)]
        head = self._last if known.tick <= self._last.tick <= tick else known
        while head.tick < tick:
            head = advance_playhead(self._demo, head)
            if head.tick == len(self._seconds) * TICKS:
                self._seconds.append(head)
        self._last = head
        return head


@lru_cache(maxsize=KEPT_DEMOS)
def _reel(demo: Identity) -> _Reel:
    return _Reel(demo.value)


def pass_time(state: State, seconds: float) -> State:
    """The state after all animations have advanced by `seconds`."""
    if not state.animating:
        return state
    for part in (
        advance_turning,
        advance_approach,
        advance_simulation,
        advance_capture,
        play_on,
        spoken_on,
        advance_direction,
    ):
        state = part(state, seconds)
    return state


def _begin_cues(demo: Demo, head: Playhead) -> Playhead:
    """Starts the cues of this tick, and completes those without duration."""
    state, begun, active = head.state, head.begun, list(head.active)
    while begun < len(demo.cues) and demo.cues[begun].start <= head.tick:
        cue = demo.cues[begun]
        motion = cue.begin(state)
        if cue.length == 0:
            state = move_by(state, motion, 1.0)
        else:
            under_way = UnderWay(cue, motion)
            if cue.part_at(cue.start) > 0:  # its skipped spans include its beginning
                state = _continue_cue(state, under_way, cue.start)
                under_way = under_way._replace(gesture=state.gesture.label)
            active.append(under_way)
        begun += 1
    return replace(head, state=state, begun=begun, active=tuple(active))


def _continue_cue(state: State, running: UnderWay, tick: int) -> State:
    """The state at that tick of the cue, whose changes belong to its own history entry."""
    state = replace(state, gesture=replace(state.gesture, label=running.gesture))
    return move_by(state, running.motion, running.cue.part_at(tick))


def move_by(state: State, motion: Motion, part: float) -> State:
    """The state after a fraction `part`, 0 … 1, of the motion's duration."""
    for action in motion(state, part):
        state = update(state, action)
    return state


def _check_trace(demo: Demo, head: Playhead) -> Playhead:
    """Notes the tick as diverged if the trace differs from the recorded one."""
    recorded = demo.hash_at(head.tick)
    if recorded is None or recorded == trace_hash(head.state):
        return head
    return replace(head, diverged=(*head.diverged, head.tick))
