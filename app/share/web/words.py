"""What a page says about a step and an answer: the words and numbers that the panels of the window show."""

from collections.abc import Iterator, Sequence
from math import isfinite
from typing import Any

from gjkscope.app.ask.runs.progress import StepEvent, main_event
from gjkscope.app.ask.runs.record_text import MISSING, is_changed, part_of, value_text
from gjkscope.app.state.inspection.traces import inspect
from gjkscope.app.state.model import State
from gjkscope.app.view.words import records
from gjkscope.app.view.words.field import field_of
from gjkscope.app.view.words.simplex import WEIGHT
from gjkscope.app.view.words.subscripts import with_subscripts
from gjkscope.app.view.words.verdict import certificate_words, distance_text, distance_words, proof_mark
from gjkscope.engine import gjk
from gjkscope.engine.analysis.beliefs import is_mistaken
from gjkscope.engine.evidence.explain import verdict_words
from gjkscope.engine.explain import headline
from gjkscope.engine.plane.gjk import steps as plane_gjk
from gjkscope.engine.result import Result
from gjkscope.engine.text import short

MOST_ROWS = 12  # of a table of a step's records
DEEPEST = 1  # nested records are shown to this depth

# Of steps of GJK, the fields that the window shows; the table of the simplex has the rest.
OF_GJK = ("direction", "support", "closest", "lower", "upper", "exit")

Words = dict[str, Any]


def answer_of_page(state: State) -> Words:
    """The certified answer about the pair, as the window's headline shows it."""
    answer, unread = inspect(state).certified, state.document.scene.unread
    words: Words = {
        "verdict": answer.verdict.value,
        "words": verdict_words(answer),
        "distance": distance_text(answer),
        "about": distance_words(answer),
        "proof": proof_mark(answer)[0],
        "proved": answer.proved is not None,
        "certificate": certificate_words(answer.certificate),
    }
    if unread:
        words |= {"unread": state.document.scene.unread_words, "unreadParts": [part.text for part in unread]}
    return words


def own_answer(result: Result) -> Words:
    """The answer of the algorithm."""
    return {
        "verdict": result.verdict.value,
        "words": verdict_words(result),
        "distance": distance_text(result),
        "exit": result.exit.words,
    }


def words_of_step(
    step: Any,
    before: Any,
    names: tuple[str, ...],
    sentence: str,
    events: tuple[StepEvent, ...],
    with_numbers: bool = True,
) -> Words:
    """What a page shows of a step besides its views; `before` is the previous step's record, or `MISSING`."""
    words: Words = {
        "headline": with_subscripts(headline(step, *names)),
        "sentence": with_subscripts(sentence),
        "event": main_event(events).name.lower(),
        "events": [str(event) for event in events],
        "numbers": list(_rows(step, before, _names(step), 0)) if with_numbers else [],
        "tables": list(_tables(step)) if with_numbers else [],
    }
    if is_mistaken(step):
        words["mistaken"] = True
    return words


def finite_number(value: float) -> float | None:
    """The number, or None in place of infinity, which JSON lacks."""
    return float(value) if isfinite(value) else None


def _names(record: Any) -> list[str]:
    if isinstance(record, gjk.State | plane_gjk.State):
        return list(OF_GJK)
    return [name for name in record._fields if name not in (*records.SHOWN_ABOVE, *records.HIDDEN, *records.WORKINGS)]


def _rows(record: Any, before: Any, names: list[str], depth: int) -> Iterator[list[Any]]:
    """Rows of label, text, tool tip, whether the value is new in this step, and depth."""
    for name in names:
        value, old, field = getattr(record, name), part_of(before, name), field_of(record, name)
        text = records.one_line(name, value)
        is_new = old is not MISSING and is_changed(value, old)
        if text is not None:
            shown = f"{text} {field.unit}" if field.unit and isinstance(value, float) else text
            exact = value_text(value) if isinstance(value, float | tuple) else ""
            yield [field.label, shown, "\n".join(filter(None, (field.definition, exact))), is_new, depth]
        elif not records.is_table(value):
            yield [field.label, records.summary(value), field.definition, is_new, depth]
            if hasattr(value, "_fields") and depth < DEEPEST:
                yield from _rows(value, old, [part for part, _ in records.parts(value)], depth + 1)


def _tables(step: Any) -> Iterator[Words]:
    if isinstance(step, gjk.State | plane_gjk.State):
        yield _simplex(step)
        return
    for name in _names(step):
        if records.is_table(getattr(step, name)):
            yield _table(step, name)


def _simplex(step: gjk.State | plane_gjk.State) -> Words:
    """The vertices with their barycentric weights."""
    vertices: Sequence[Any] = step.simplex.vertices[: step.simplex.size]
    axes = records.axes_of(vertices)
    rows = [
        [records.brief(vertex), short(weight, 3), *map(records.brief, vertex.point)]
        for vertex, weight in zip(vertices, step.weights, strict=False)
    ]
    return {
        "title": "simplex",
        "heads": [["", ""], ["weight", WEIGHT], *([axis.label, axis.definition] for axis in axes)],
        "rows": rows,
        "more": 0,
    }


def _table(record: Any, name: str) -> Words:
    """A list of records as a table: its title, column titles, and first rows."""
    rows, field = getattr(record, name), field_of(record, name)
    of_vertices = hasattr(rows[0], "birth") and hasattr(rows[0], "point")
    fields = records.axes_of(rows) if of_vertices else tuple(field_of(rows[0], part) for part in rows[0]._fields)
    texts = [
        [records.brief(row), *map(records.brief, row.point)] if of_vertices else [str(i), *map(records.brief, row)]
        for i, row in enumerate(rows[:MOST_ROWS])
    ]
    return {
        "title": field.label,
        "heads": [["", ""], *([column.label, column.definition] for column in fields)],
        "rows": texts,
        "more": max(len(rows) - MOST_ROWS, 0),
    }
