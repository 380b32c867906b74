"""The steps of a demo on its time line, for edits: a list of spans in, a list of pieces out.

An edit works on the document, which is what the file contains, and builds a new demo from it.  A piece is a step of the
new demo; if it comes from an older one, its `origin` is the moment whose state it must begin from.  If the new demo
arrives there in another state, `repair` adds actions that restore it.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from math import isclose
from typing import Any, NamedTuple

from gjkscope.app.base.identity import Identity
from gjkscope.app.base.json_document import ValueMismatch
from gjkscope.app.base.records import replace
from gjkscope.app.state.actions import PlayMotion, Restore, differing, update
from gjkscope.app.state.actions.demo_playback import advance_playhead, opening, playhead_at
from gjkscope.app.state.inspection.traces import trace_hash
from gjkscope.app.state.model import Demo, State, View, ViewState
from gjkscope.app.state.model.demo import TICKS, DemoMark, MarkKind
from gjkscope.app.state.persistence.action_json import to_json
from gjkscope.app.teach.demos.file import demo_of, rehearse, steps_of

Words = dict[str, Any]
"""A step as the file has it."""

Times = Callable[[int], int]
"""Maps an old tick to the new one."""

Restoring = Callable[[State, State], list[Words]]
"""The steps that lead from one state to another at once."""

ROUNDING = 1e-9
CAMERA_ROUNDING = 1e-5  # radians, or relative to a distance: far below a pixel


class TakeError(Exception):
    """An edit that is not possible; the message is for the user, `step` the one that cannot be performed."""

    def __init__(self, message: str, step: Words | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.step = step


class StepSpan(NamedTuple):
    """A step of the demo and the ticks it takes."""

    first: int
    last: int
    step: Words

    @property
    def length(self) -> int:
        return self.last - self.first


class Moment(NamedTuple):
    """A tick of a demo, when the first `begun` of its cues have begun."""

    demo: Demo
    tick: int
    begun: int

    @property
    def state(self) -> State:
        known = replace(_plain(Identity(self.demo)), cues=self.demo.cues[: self.begun])
        if self.tick == 0:
            return opening(known).state
        return advance_playhead(known, playhead_at(_plain(Identity(self.demo)), self.tick - 1)).state


class StepPiece(NamedTuple):
    """A step of an edited demo, and the moment of an older one whose state it begins from, if it must."""

    step: Words
    origin: Moment | None = None
    is_recaptioned: bool = False  # another caption replaces the one that it begins with at once


def spans(demo: Demo) -> tuple[StepSpan, ...]:
    """The steps of the demo, in order.  Raises `TakeError` for a demo that no file contains."""
    return _spans(Identity(demo))


@lru_cache(maxsize=8)
def _spans(known: Identity) -> tuple[StepSpan, ...]:
    demo: Demo = known.value
    if demo.document is None:
        raise TakeError(f"{demo.name} cannot be edited: it does not come from a demo file")
    spans_of_steps, tick = [], 0
    words: Any = demo.document["steps"]
    for step, model in zip(words, steps_of(demo), strict=True):
        spans_of_steps.append(StepSpan(tick, tick + model.whole, step))
        tick += model.whole
    return tuple(spans_of_steps)


@lru_cache(maxsize=8)
def _plain(known: Identity) -> Demo:
    """The demo without its hashes, which take time to compare."""
    demo: Demo = known.value
    return replace(demo, hashes=())


def in_seconds(ticks: int) -> float:
    """Ticks as seconds, with the fewest decimals that convert back to the same ticks."""
    return next(value for digits in range(4) if round((value := round(ticks / TICKS, digits)) * TICKS) == ticks)


def _same_tick(tick: int) -> int:
    return tick


def document_of(demo: Demo) -> Words:
    spans(demo)  # raises an error if there is none
    return dict(demo.document or {})


def state_at(demo: Demo, tick: int) -> State:
    """The state that the demo shows at that tick."""
    return playhead_at(_plain(Identity(demo)), tick).state


def before_step(demo: Demo, index: int) -> Moment:
    """The moment before step number `index` begins; the end of the demo for the number after the last."""
    known = spans(demo)
    if index == len(known):
        return Moment(demo, demo.length, len(demo.cues))
    tick = known[index].first
    begun = sum(cue.start < tick or (cue.start == tick and int(cue.place[1]) < index) for cue in demo.cues)
    return Moment(demo, tick, begun)


def before_tick(demo: Demo, tick: int) -> Moment:
    """The moment before anything begins at that tick."""
    return Moment(demo, tick, sum(cue.start < tick for cue in demo.cues))


def draft(demo: Demo, steps: Iterable[Words]) -> Demo:
    """The demo with other steps, not rehearsed and without hashes.  Raises `TakeError`."""
    document = document_of(demo) | {"steps": list(steps)}
    document.pop("hashes", None)
    document.pop("poster", None)  # it may lie beyond the new end
    if not document["steps"]:
        raise TakeError("Nothing would be left of the demo")
    try:
        made = demo_of(document, demo.folder)
    except ValueMismatch as fault:
        raise _impossible(document["steps"], fault) from None
    return _with_poster(made, demo.poster_tick)


def _with_poster(demo: Demo, tick: int | None) -> Demo:
    """The demo with its poster at that tick, or at its end if that is earlier."""
    others = tuple(mark for mark in demo.marks if mark.kind is not MarkKind.POSTER)
    document = {key: value for key, value in document_of(demo).items() if key != "poster"}
    if tick is None:
        return replace(demo, marks=others, document=document)
    poster = DemoMark(min(tick, demo.length), kind=MarkKind.POSTER)
    return replace(demo, marks=(poster, *others), document=document | {"poster": in_seconds(poster.tick)})


def _impossible(steps: list[Words], fault: ValueMismatch) -> TakeError:
    """Names the step that cannot be performed."""
    number = fault.keys[1] if len(fault.keys) > 1 and fault.keys[0] == "steps" else None
    return TakeError(f"{fault.place}: {fault.message}", None if number is None else steps[int(number)])


def edited_demo(
    demo: Demo, steps: Iterable[Words], hashes: Iterable[tuple[int, str]] | None = None, times: Times = _same_tick
) -> Demo:
    """The demo with other steps, rehearsed.  Raises `TakeError`.

    `times` maps the ticks of the demo, such as those of its poster and hashes, to those of the new one.  It keeps the
    hashes, by default those of the demo, that its traces still have.
    """
    made = draft(demo, steps)
    try:
        rehearse(made)
    except ValueMismatch as fault:
        raise _impossible(document_of(made)["steps"], fault) from None
    made = _with_poster(made, None if demo.poster_tick is None else times(demo.poster_tick))
    return _with_hashes(made, ((times(tick), trace) for tick, trace in demo.hashes) if hashes is None else hashes)


def boundary_hashes(demo: Demo) -> list[tuple[int, str]]:
    """The hashes of the traces where steps begin and at the end, as they change."""
    hashes: list[tuple[int, str]] = []
    for tick in sorted({*(span.first for span in spans(demo)), demo.length}):
        trace = trace_hash(state_at(demo, tick))
        if not hashes or hashes[-1][1] != trace:
            hashes.append((tick, trace))
    return hashes


def _with_hashes(demo: Demo, hashes: Iterable[tuple[int, str]]) -> Demo:
    """The demo with only the hashes that its traces have."""
    wanted = {tick: trace for tick, trace in hashes if 0 <= tick <= demo.length}
    trial = replace(demo, hashes=tuple(sorted(wanted.items())))
    diverged = playhead_at(trial, trial.length).diverged if wanted else ()
    kept = tuple((tick, trace) for tick, trace in trial.hashes if tick not in diverged)
    entries = {"hashes": [{"tick": tick, "trace": trace} for tick, trace in kept]} if kept else {}
    return replace(demo, hashes=kept, document=document_of(demo) | entries)


def repair(
    demo: Demo, pieces: Iterable[StepPiece], end: Moment | None = None, restored: Restoring | None = None
) -> list[StepPiece]:
    """The pieces, with actions that restore the state wherever a piece would begin from a wrong one.

    `end` is the moment whose state the last piece has to end in.  `restored` gives the steps, by default `restoring`.
    """
    known, done = list(pieces), 0
    while (fault := _first_fault(demo, known, done, end, restored or restoring)) is not None:
        index, missing = fault
        known[index:index] = [StepPiece(step) for step in missing]
        done = index + len(missing) + 1
    return known


def _first_fault(
    demo: Demo,
    pieces: list[StepPiece],
    done: int,
    end: Moment | None,
    restored: Restoring,
) -> tuple[int, list[Words]] | None:
    """The first place from `done` on where the state must be restored, and the steps that do so."""
    origins = [*(piece.origin for piece in pieces), end]
    places = [i for i in range(done, len(origins)) if origins[i] is not None]
    if not places:
        return None
    made = draft(demo, [piece.step for piece in pieces])
    for index in places:
        origin = origins[index]
        if origin is None:
            continue
        try:
            state, goal = before_step(made, index).state, origin.state
        except ValueMismatch as fault:
            raise _impossible([piece.step for piece in pieces], fault) from None
        if index < len(pieces) and pieces[index].is_recaptioned:
            state, goal = without_caption(state), without_caption(goal)
        if missing := restored(state, goal):
            return index, missing
    return None


def restoring(start: State, goal: State) -> list[Words]:
    """The steps that lead from one state to another at once: none if they show the same."""
    return [{"do": "act", "action": to_json(action)} for action in _restoring(start, goal)]


def restoring_except_reach(start: State, goal: State) -> list[Words]:
    """Like `restoring`, but cameras may keep a longer `reach`, which only prevents clipping."""
    wanted = goal.view.cameras
    for view in View:
        camera, reach = wanted.of(view), start.view.cameras.of(view).reach
        wanted = wanted.placed(view, replace(camera, reach=max(camera.reach, reach)))
    return restoring(start, replace(goal, view=replace(goal.view, cameras=wanted)))


def restoring_loosely(start: State, target: State) -> list[Words]:
    """Like `restoring`, but ignores rounding, what the pointer is over, and a drag in progress."""
    start = replace(start, pointer=target.pointer, gesture=target.gesture)
    goal, settled = _settle(target), _settle(start)
    pairs = zip(differing(settled, goal), differing(goal, settled), strict=True)
    is_same = all(_nearly_equal(to_json(new), to_json(old), _rounding(old)) for new, old in pairs)
    return [] if is_same and _in_motion(start) == _in_motion(target) else restoring(start, target)


def _rounding(record: object) -> float:
    return CAMERA_ROUNDING if isinstance(record, ViewState) else ROUNDING


def _nearly_equal(new: Any, old: Any, rounding: float) -> bool:
    """Whether two JSON values differ only by rounding or in the `reach` of a camera."""
    if isinstance(new, dict) and isinstance(old, dict):
        same = (_nearly_equal(new[key], old.get(key), rounding) for key in new if key != "reach")
        return new.keys() == old.keys() and all(same)
    if isinstance(new, list) and isinstance(old, list):
        pairs = zip(new, old, strict=False)
        return len(new) == len(old) and all(_nearly_equal(a, b, rounding) for a, b in pairs)
    if isinstance(new, float) and isinstance(old, float):
        return isclose(new, old, rel_tol=rounding, abs_tol=rounding)
    return bool(new == old)


def _restoring(state: State, target: State) -> Iterator[Restore | PlayMotion]:
    goal = _settle(target)
    records = differing(_settle(state), goal)
    if records:
        yield Restore(records)
        state = update(state, Restore(records))
    if _in_motion(state) != _in_motion(target):
        yield PlayMotion(_in_motion(target))
        state = update(state, PlayMotion(_in_motion(target)))
        records = differing(_settle(state), goal)
        if records:
            yield Restore(records)


def shows_same(state: State, shown: State) -> bool:
    """Whether the states show the same, apart from the fading of a caption."""
    return not differing(_settle(state), _settle(shown)) and _in_motion(state) == _in_motion(shown)


def without_caption(state: State) -> State:
    return replace(state, display=replace(state.display, caption=None))


def _settle(state: State) -> State:
    """The state with its caption faded in or out, and without the label that groups changes for undo."""
    caption = state.display.caption
    if caption is not None:
        caption = None if caption.leaving else replace(caption, opacity=1.0)
    gesture = replace(state.gesture, label=None)
    return replace(state, display=replace(state.display, caption=caption), gesture=gesture)


def _in_motion(state: State) -> bool:
    simulation = state.motion.simulation
    return simulation is not None and simulation.playing
