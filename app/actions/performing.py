"""A demo performed: the state that it shows at each tick, which depends on nothing but the demo.

A playhead is all that the next tick follows from.  Those of whole seconds are kept, so that any tick is soon found.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from ..demo import TICKS, Cue, Demo, Motion
from ..identity import Identity
from ..state import State
from ..trace_hash import trace_hash
from .action import update
from .playing import played_on
from .simulating import moved_on
from .speaking import spoken_on
from .viewing import approached_on, turned_on

KEPT_DEMOS = 4


@dataclass(frozen=True)
class Playhead:
    """All that belongs to `tick` is done; `begun` cues have begun, and `active` are those that still go on."""

    state: State
    tick: int = 0
    begun: int = 0
    active: tuple["UnderWay", ...] = ()
    diverged: tuple[int, ...] = ()


class UnderWay(NamedTuple):
    """A cue that goes on: what it changes is one edit, whatever else is changed beside it."""

    cue: Cue
    motion: Motion
    gesture: str | None = None


def opening(demo: Demo) -> Playhead:
    """The playhead at the beginning."""
    return _checked(demo, _begun(demo, Playhead(demo.first)))


def advanced(demo: Demo, head: Playhead) -> Playhead:
    """The playhead a tick later."""
    state, tick = passed(head.state, 1 / TICKS), head.tick + 1
    going = []
    for cue, motion, gesture in head.active:
        state = replace(state, history=replace(state.history, gesture=gesture))
        state = moved_by(state, motion, (tick - cue.start) / cue.length)
        if tick < cue.start + cue.length:
            going.append(UnderWay(cue, motion, state.history.gesture))
    moved = replace(head, state=state, tick=tick, active=tuple(going))
    return _checked(demo, _begun(demo, moved))


def playhead_at(demo: Demo, tick: int) -> Playhead:
    """The playhead at a tick, 0 … the demo's length."""
    return _reel(Identity(demo)).at(min(max(tick, 0), demo.length))


class _Reel:
    """The playheads of a demo that were wanted: the last one, and one for each second so far."""

    def __init__(self, demo: Demo) -> None:
        self._demo = demo
        self._seconds = [opening(demo)]
        self._last = self._seconds[0]

    def at(self, tick: int) -> Playhead:
        known = self._seconds[min(tick // TICKS, len(self._seconds) - 1)]
        head = self._last if known.tick <= self._last.tick <= tick else known
        while head.tick < tick:
            head = advanced(self._demo, head)
            if head.tick == len(self._seconds) * TICKS:
                self._seconds.append(head)
        self._last = head
        return head


@lru_cache(maxsize=KEPT_DEMOS)
def _reel(demo: Identity) -> _Reel:
    return _Reel(demo.value)


def passed(state: State, seconds: float) -> State:
    """The state after all that goes on by itself has gone on for so long."""
    if not state.animating:
        return state
    for part in (turned_on, approached_on, moved_on, played_on, spoken_on):
        state = part(state, seconds)
    return state


def _begun(demo: Demo, head: Playhead) -> Playhead:
    """The cues of this tick have begun, and those that take no time are done."""
    state, begun, active = head.state, head.begun, list(head.active)
    while begun < len(demo.cues) and demo.cues[begun].start <= head.tick:
        cue = demo.cues[begun]
        motion = cue.begin(state)
        if cue.length > 0:
            active.append(UnderWay(cue, motion))
        else:
            state = moved_by(state, motion, 1.0)
        begun += 1
    return replace(head, state=state, begun=begun, active=tuple(active))


def moved_by(state: State, motion: Motion, part: float) -> State:
    """The state after a part, 0 … 1, of the motion's time."""
    for action in motion(state, part):
        state = update(state, action)
    return state


def _checked(demo: Demo, head: Playhead) -> Playhead:
    """With the tick noted, if the trace is not what it was when the demo was recorded."""
    recorded = demo.hash_at(head.tick)
    if recorded is None or recorded == trace_hash(head.state):
        return head
    return replace(head, diverged=(*head.diverged, head.tick))
