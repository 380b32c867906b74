"""Records become numbers in the way that their layout says, whatever their fields are."""

from collections.abc import Sequence
from typing import NamedTuple

import pytest

from gjkscope.engine.batch.layout import record_layout, record_numbers
from gjkscope.engine.batch.stepped import step_layouts
from gjkscope.engine.epa.steps import State
from gjkscope.engine.result import Exit
from gjkscope.engine.vectors import Vec3


class Mark(NamedTuple):
    place: Vec3
    number: int


class Step(NamedTuple):
    iteration: int
    marks: Sequence[Mark]
    pair: tuple[Mark, float]
    variant: Mark | None
    isDone: bool  # noqa: N815
    corners: tuple[int, ...]
    exit: Exit


def test_a_layout_follows_the_types_of_the_fields() -> None:
    assert record_layout(Step) == {
        "Step": {
            "iteration": "number",
            "marks": {"list": "Mark"},
            "pair": ["Mark", "number"],
            "isDone": "number",
            "corners": {"list": "number"},
            "exit": "number",
        },
        "Mark": {"place": ["number", "number", "number"], "number": "number"},
    }


def test_the_numbers_of_lists_come_last() -> None:
    first, second = Mark((1.0, 2.0, 3.0), 4), Mark((5.0, 6.0, 7.0), 8)
    step = Step(9, [first], (second, 10.0), None, True, (3, 2), Exit.CONVERGED)
    assert list(record_numbers(step)) == [9, 5, 6, 7, 8, 10, 1, Exit.CONVERGED, 1, 2, 3, 4, 3, 2]


def test_every_field_of_a_step_is_written_unless_it_belongs_to_a_variant() -> None:
    layouts = step_layouts(3)
    assert layouts["epa"]["State"].keys() == {*State._fields}
    assert layouts["epa"]["State"]["faces"] == {"list": "EpaFace"}
    assert "momentum" not in layouts["gjk"]["State"]


def test_a_field_that_cannot_be_written_is_an_error() -> None:
    class Named(NamedTuple):
        name: str

    with pytest.raises(TypeError, match="str"):
        record_layout(Named)


def test_two_records_of_one_name_are_an_error() -> None:
    class Outer(NamedTuple):
        inner: Mark
        other: "Same"

    class Same(NamedTuple):
        number: int

    Same.__name__ = "Mark"
    Outer.__annotations__["other"] = Same
    with pytest.raises(TypeError, match="Mark"):
        record_layout(Outer)
