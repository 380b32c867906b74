"""The contents of the Code panel for one line of a replay, computed once per line.

A page covers one call.  For each statement it says how often it ran in that call, and what it computed or assigned the
last time it ran up to the current line; these notes appear beside the source.
"""

import sys
from collections import ChainMap, Counter
from collections.abc import Iterator
from enum import Enum
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from gjkscope.app.ask.expressions.source_values import subconditions
from gjkscope.app.ask.runs.source import Source, source_of
from gjkscope.app.base.identity import Identity
from gjkscope.app.view.words.records import summary, value_on_line
from gjkscope.engine.analysis.replay import NO_LINE, RETURN, Call, ExecutedLine, Replay, locals_at
from gjkscope.engine.sequences.versioned import LISTS

PLAIN = (str, float, int, Enum, tuple, list, type(None))
FIRST_WIDTH = 24  # characters


class Note(NamedTuple):
    """A short note beside a statement: "bd[1] = 0.25", and whether that condition held."""

    text: str
    holds: bool | None = None


class CodePage(NamedTuple):
    """What the panel shows of a call; `rows` are numbered like the lines of the file, from 1."""

    source: Source
    call: Call
    call_number: int
    current: ExecutedLine | None  # None while the step is shown as a whole
    seen: dict[int, int]  # how often each row of the call ran, including continuation rows
    elsewhere: frozenset[int]  # rows of the file that ran in other calls
    notes: dict[int, list[Note]]  # by the last row of a statement
    trail: tuple[
        tuple[str, int | None], ...
    ]  # call stack from the step to the call: each function and its current line
    names: dict[str, Any]  # the locals: arguments first, then in order of assignment
    changed: frozenset[str]  # the locals that the line assigned
    row: int  # row to keep in view

    @property
    def surroundings(self) -> ChainMap[str, Any]:
        """Everything a name in the source may refer to: the locals, then the module's names."""
        return ChainMap(self.names, vars(sys.modules[self.call.module]))


@lru_cache(maxsize=8)
def page_of(replayed: Identity, line: int | None) -> CodePage:
    """The page that shows a line of the replay; without one, the step after it has run."""
    replay: Replay = replayed.value
    number = 0 if line is None else replay.lines[line].call
    call = replay.calls[number]
    own = [i for i, ran in enumerate(replay.lines) if ran.call == number]
    last = own[-1] if line is None else line
    names = locals_at(replay, last)
    current = replay.lines[last]
    source = source_of(call.module)
    return CodePage(
        source=source,
        call=call,
        call_number=number,
        current=None if line is None else current,
        seen=_seen_lines(replay, own),
        elsewhere=_elsewhere(replay, number),
        notes=_notes(replay, source, [i for i in own if i <= last]),
        trail=_trail(replay, number, line),
        names=names,
        changed=frozenset(name for name, _ in current.changed),
        row=current.number,
    )


def line_to_show(replayed: Replay, page: CodePage, line: int | None, row: int) -> int | None:
    """The line to go to for a click on a row: the next time it ran in this call, otherwise the first."""
    there = [
        number
        for number, ran in enumerate(replayed.lines)
        if ran.number <= row <= ran.last and replayed.calls[ran.call].module == page.call.module
    ]
    own = [number for number in there if replayed.lines[number].call == page.call_number]
    after = [number for number in own or there if line is not None and number > line]
    return next(iter(after or own or there), None)


def brief_value(value: Any) -> str:
    """A value in a few characters."""
    if isinstance(value, np.ndarray):
        return f"array {' × '.join(map(str, value.shape))}"
    if not isinstance(value, PLAIN):
        return type(value).__name__
    text = value_on_line(value)
    if text is not None:
        return f"({text.replace(' ', ', ')})" if _is_vector(value) else text
    if not isinstance(value, LISTS):
        return str(value)
    words = summary(value)
    if not words:
        return _record(value)
    kinds = {type(part).__name__ for part in value}
    return f"{words} × {kinds.pop()}" if words.isdigit() and len(kinds) == 1 else words


def _record(value: Any) -> str:
    """The type name, with the first field if it identifies the record: "Closest(edge ab …)"."""
    name = type(value).__name__
    first = value[0] if hasattr(value, "_fields") else None
    if isinstance(first, Enum) or (isinstance(first, tuple) and len(brief_value(first)) <= FIRST_WIDTH):
        return f"{name}({brief_value(first)} …)"
    return name


def _is_vector(value: Any) -> bool:
    return isinstance(value, tuple) and len(value) > 1 and all(isinstance(part, float) for part in value)


def _seen_lines(replayed: Replay, own: list[int]) -> dict[int, int]:
    rows: Counter[int] = Counter()
    for number in own:
        ran = replayed.lines[number]
        rows.update(range(ran.number, ran.last + 1))
    return dict(rows)


def _elsewhere(replayed: Replay, number: int) -> frozenset[int]:
    module = replayed.calls[number].module
    return frozenset(
        row
        for ran in replayed.lines
        if ran.call != number and replayed.calls[ran.call].module == module
        for row in range(ran.number, ran.last + 1)
    )


def _notes(replayed: Replay, source: Source, shown: list[int]) -> dict[int, list[Note]]:
    """What each statement computed or assigned the last time it ran."""
    latest = {replayed.lines[number].number: number for number in shown}
    call = replayed.calls[replayed.lines[shown[0]].call]
    values, known = dict(call.arguments), vars(sys.modules[call.module])
    notes: dict[int, list[Note]] = {}
    for number in shown:
        ran = replayed.lines[number]
        if latest[ran.number] == number:
            notes[ran.last] = list(_notes_of(ran, source, values, known))
        values.update(ran.changed)
    return notes


def _notes_of(ran: ExecutedLine, source: Source, before: dict[str, Any], known: dict[str, Any]) -> Iterator[Note]:
    statement = "\n".join(source.lines[ran.number - 1 : ran.last])
    for part in subconditions(statement, before, known):
        text = ", ".join(f"{name} = {brief_value(value)}" for name, value in part.worth)
        if text:
            yield Note(text, part.holds)
    for name, value in ran.changed:
        if name == RETURN:
            yield Note(f"returns {brief_value(value)}")
        for path, part in _changes(name, value, before.get(name)):
            yield Note(f"{path} = {brief_value(part)}")


def _changes(name: str, value: Any, before: Any) -> Iterator[tuple[str, Any]]:
    """What a line assigned: if it replaced one record by another, the fields that differ."""
    if name == RETURN:
        return
    fields = getattr(value, "_fields", ())
    if not fields or type(before) is not type(value):
        yield name, value
        return
    for field in fields:
        if getattr(value, field) is not getattr(before, field):
            yield f"{name}.{field}", getattr(value, field)


def _trail(replayed: Replay, number: int, line: int | None) -> tuple[tuple[str, int | None], ...]:
    """The functions from the step to the call, each with its current line."""
    trail: list[tuple[str, int | None]] = []
    while True:
        call = replayed.calls[number]
        trail.append((call.function, line))
        if call.caller == NO_LINE:
            return tuple(reversed(trail))
        number, line = replayed.lines[call.caller].call, call.caller
