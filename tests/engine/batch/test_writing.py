"""Compiled code writes records as their layout says, whatever their fields are, and pages read them."""

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from gjkscope.app.share.web.bundle import script_of
from gjkscope.engine.batch import writing
from gjkscope.engine.batch.arrays import list_rows
from gjkscope.engine.batch.compiled import known_to_numba
from gjkscope.engine.batch.layout import record_layout, record_numbers
from gjkscope.engine.batch.lists import lent, roomy
from gjkscope.engine.batch.writing import shadows_of, write_record
from gjkscope.engine.result import Exit
from gjkscope.engine.runtime.compilation.options import OPTIONS
from gjkscope.engine.runtime.compilation.stored import define_symbols
from gjkscope.engine.vectors import Vec3
from tests.app.share.web.node import answers


class Place(NamedTuple):
    point: Vec3
    number: int


class State(NamedTuple):
    """A step that no algorithm has."""

    count: int
    exit: Exit
    places: Any
    isLast: bool  # noqa: N815
    pair: tuple[Place, float]


class Written(NamedTuple):
    """The same, for its layout."""

    count: int
    exit: Exit
    places: list[Place]
    isLast: bool  # noqa: N815
    pair: tuple[Place, float]


def write_four(rows: int) -> None:
    log, places = lent(rows, np.int64), roomy(Place((0.0, 0.0, 0.0), 0))
    for number in range(3):
        places.append(Place((0.5, -0.0, number / 3.0), number))
    step = State(1, Exit.RUNNING, places, False, (places[0], 0.1))
    shadows = shadows_of(step)
    write_record(log, shadows, step)
    places.append(places[2])
    places[1] = Place((0.5, 0.0, 1 / 3.0), 1)  # only a sign has changed
    write_record(log, shadows, State(2, Exit.CONVERGED, places, True, (places[1], 0.2)))
    last, kept = places[2], places[0]
    places.clear()
    write_record(log, shadows, State(3, Exit.CONVERGED, places, True, (last, 0.2)))
    places.append(kept)
    write_record(log, shadows, State(4, Exit.CONVERGED, places, True, (last, 0.2)))


def test_records_with_other_fields_need_no_other_code() -> None:
    known_to_numba()  # with lists
    writing.register()
    define_symbols()
    log = np.zeros(200, np.int64)
    rows = list_rows(log)
    rows[0, 1] = len(log)
    njit(**OPTIONS)(write_four)(rows.ctypes.data)
    layouts = record_layout(Written)
    script = f"""{script_of("steps.js")}
    const answer = ({{ layouts, numbers }}) => readSteps(layouts, Float64Array.from(numbers), 4);
    """
    numbers = log[: rows[0, 0]].view(np.float64).tolist()
    question = {"layouts": {"State": layouts["Written"], "Place": layouts["Place"]}, "numbers": numbers}
    [found] = answers(script, [question])
    places = [Place((0.5, -0.0, 0.0), 0), Place((0.5, -0.0, 1 / 3), 1), Place((0.5, -0.0, 2 / 3), 2)]
    changed = [places[0], Place((0.5, 0.0, 1 / 3), 1), places[2], places[2]]
    assert found == [
        as_object(State(1, Exit.RUNNING, places, False, (places[0], 0.1))),
        as_object(State(2, Exit.CONVERGED, changed, True, (changed[1], 0.2))),
        as_object(State(3, Exit.CONVERGED, [], True, (places[2], 0.2))),
        as_object(State(4, Exit.CONVERGED, places[:1], True, (places[2], 0.2))),
    ]
    # The first step has all three places, the second one that changed and a new one, and the last again the first one.
    changes = 3 + 2 + 1
    of_place = len(list(record_numbers(places[0])))
    assert len(numbers) == 4 * (3 + of_place + 1 + 2) + changes * (of_place + 1)


def as_object(value: Any) -> Any:
    """A record as JavaScript has it."""
    if hasattr(value, "_asdict"):
        return {name: as_object(part) for name, part in value._asdict().items()}
    if isinstance(value, tuple | list):
        return [as_object(part) for part in value]
    return float(value)
