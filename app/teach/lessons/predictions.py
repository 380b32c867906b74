"""Reads `predict` blocks of lessons: questions that are answered in a view before the answer is shown.

```predict
ask: Click the point of A − B where **w2** will be.
kind: support
at: 2
praise: It is the point furthest along *d*.
```

The answer is computed from the trace.  A question that does not apply to its step, or does not have exactly one right
answer, is an error.
"""

import json
import re
from collections.abc import Sequence

from gjkscope.app.base.records import replace
from gjkscope.app.state.actions import GoToStep, update
from gjkscope.app.state.inspection.predictions import Challenge, PredictionError, challenge_of, place_in_region
from gjkscope.app.state.inspection.situation import situation
from gjkscope.app.state.inspection.traces import pair_of
from gjkscope.app.state.model import Part, Prediction, PredictionKind, PredictionTask, State, Subject
from gjkscope.app.teach.demos.file import parse_steps
from gjkscope.app.teach.lessons.entries import BlockEntry, read_entries
from gjkscope.app.teach.lessons.outline import Block, LessonSyntaxError
from gjkscope.app.teach.lessons.values import compute_text

KEYS = ("ask", "kind", "at", "of", "axes", "region", "praise", "explain")
NEEDED = ("ask", "kind", "praise")
WHAT = "a prediction"
# The keys of each kind besides the common ones, and those among them that it requires.
OPTIONAL: dict[PredictionKind, tuple[str, ...]] = {
    PredictionKind.SUPPORT: ("at", "of"),
    PredictionKind.DROPPED: ("at",),
    PredictionKind.REGION: ("at",),
    PredictionKind.DRAG_ORIGIN: ("at", "region"),
    PredictionKind.AXIS: ("axes",),
}
REQUIRED: dict[PredictionKind, tuple[str, ...]] = {
    PredictionKind.SUPPORT: ("at",),
    PredictionKind.DROPPED: ("at",),
    PredictionKind.REGION: ("at",),
    PredictionKind.DRAG_ORIGIN: ("region",),
    PredictionKind.AXIS: (),
}
SHOW_ME = "Answer"  # the title of the demo that shows it
SHOWN_IN = 2.0  # seconds that the demo takes to drag the origin


def read_prediction(block: Block, state: State) -> PredictionTask:
    """The prediction of a block on a page that begins with `state`.  Raises `LessonSyntaxError`."""
    entries = read_entries(block, KEYS, WHAT)
    for key in NEEDED:
        if key not in entries or not entries[key].text.strip():
            raise LessonSyntaxError(block.line, f"missing: {key}; {WHAT} needs {', '.join(NEEDED)}")
    kind = _kind(entries["kind"])
    _check_keys(kind, entries, block.line)
    prediction = Prediction(
        _compute(entries["ask"], state, state),
        kind,
        _whole_number("at", entries["at"]) if "at" in entries else 0,
        "",
        _compute(entries["explain"], state, state) if "explain" in entries else "",
        _subject(entries["of"]) if "of" in entries else Subject.DIFFERENCE,
        _whole_numbers("axes", entries["axes"]) if "axes" in entries else (),
        entries["region"].text.strip() if "region" in entries else "",
    )
    try:
        challenge = challenge_of(prediction, state)
    except PredictionError as fault:
        raise LessonSyntaxError(_line_of(str(fault), entries), str(fault)) from None
    _check_display(challenge, state, block.line)
    demo, after = parse_steps(_solution(challenge, state), SHOW_ME, _ask(prediction, state))
    return PredictionTask(replace(prediction, praise=_compute(entries["praise"], after, state)), demo)


def _compute(entry: BlockEntry, state: State, first: State) -> str:
    return compute_text(entry.text, entry.line, state, situation(first))


def _check_display(challenge: Challenge, state: State, line: int) -> None:
    """Checks that the page shows the subject of the question, and the answer afterwards."""
    views, needed = state.display.layout.views, challenge.view
    if needed not in views:
        name = "the world" if needed.shows_world else "A − B"
        raise LessonSyntaxError(line, f"the page must show the view of {name}, in which the answer is given")
    if not state.display.visible.steps:
        raise LessonSyntaxError(line, "the page must show steps (overlays: steps), which are the answer")


def check_order(blocks: Sequence[Block], parts: Sequence[Part]) -> None:
    """Checks that no prediction of a page asks about the step that answers an earlier prediction, or about one before
    it.

    `blocks` are those of `parts`.  Raises `LessonSyntaxError`.
    """
    last = -1
    for block, part in zip(blocks, parts, strict=True):
        if not isinstance(part, PredictionTask) or part.prediction.visible_steps == 0:
            continue
        if part.prediction.at <= last:
            raise LessonSyntaxError(
                block.line, f"at: must be after step {last}, which answers an earlier prediction of the page"
            )
        last = part.prediction.at


def _check_keys(kind: PredictionKind, entries: dict[str, BlockEntry], line: int) -> None:
    for key in REQUIRED[kind]:
        if key not in entries:
            raise LessonSyntaxError(line, f"missing: {key}; a prediction of kind {kind} needs it")
    for key, entry in entries.items():
        if key not in (*NEEDED, "explain", *OPTIONAL[kind]):
            raise LessonSyntaxError(entry.line, f"{key}: a prediction of kind {kind} does not have it")


def _kind(entry: BlockEntry) -> PredictionKind:
    try:
        return PredictionKind(entry.text.strip())
    except ValueError:
        raise LessonSyntaxError(entry.line, f"kind: must be one of {', '.join(PredictionKind)}") from None


def _subject(entry: BlockEntry) -> Subject:
    try:
        return Subject(entry.text.strip().replace("−", "-").replace(" ", ""))
    except ValueError:
        raise LessonSyntaxError(entry.line, "of: must be A − B, A or B") from None


def _whole_number(key: str, entry: BlockEntry) -> int:
    if not re.fullmatch(r"\d{1,6}", entry.text.strip()):
        raise LessonSyntaxError(entry.line, f"{key}: must be the number of a step, got {entry.text!r}")
    return int(entry.text)


def _whole_numbers(key: str, entry: BlockEntry) -> tuple[int, ...]:
    numbers = tuple(_whole_number(key, BlockEntry(part, entry.line)) for part in entry.text.split(","))
    if len(set(numbers)) < len(numbers):
        raise LessonSyntaxError(entry.line, f"{key}: each step can be given only once")
    return numbers


def _line_of(message: str, entries: dict[str, BlockEntry]) -> int:
    """The line of the key that the message begins with; otherwise that of the step, or of the kind."""
    key = message.partition(":")[0]
    return (entries.get(key) or entries.get("at") or entries["kind"]).line


def _ask(prediction: Prediction, state: State) -> State:
    """The state in which the question is asked."""
    last = prediction.visible_steps - 1
    return update(state, GoToStep(last)) if last >= 0 else state


def _solution(challenge: Challenge, state: State) -> str:
    """The steps of the demo that shows the answer."""
    if not challenge.is_dragged:
        return json.dumps([{"do": "go", "step": challenge.reveals, "seconds": 1}])
    position = place_in_region(challenge, pair_of(state))
    return json.dumps([{"do": "drag-origin", "by": list(position), "seconds": SHOWN_IN}])
