"""Decoding JSON values: what is refused, where, and what would be right."""

from enum import Enum
from typing import Annotated, Any, Literal

import pytest
from msgspec import Meta, Struct

from gjkscope.app.base.decoding import decode, meaning, rule
from gjkscope.app.base.mismatch import Mismatch


class Strict(Struct, forbid_unknown_fields=True):
    pass


def even(value: object) -> int:
    if not isinstance(value, int) or value % 2:
        raise ValueError("must be an even number")
    return value


class Side(Enum):
    LEFT = "left"
    RIGHT = "right"


class Wait(Strict, tag="wait", tag_field="do"):
    seconds: Annotated[float, Meta(ge=0.0, le=10.0), meaning("how long it waits")]


class Turn(Strict, tag="turn", tag_field="do"):
    by: tuple[float, float] | str = ""
    side: Side = Side.LEFT
    count: Annotated[int, Meta(ge=0)] | Literal["all"] = 1
    name: Annotated[str, Meta(max_length=3)] = ""
    at: Annotated[tuple[str, int] | None, meaning("a part", must="be a name and a number")] = None
    on: Annotated[Wait | None, meaning("a wait", must="be an object such as {}")] = None
    pairs: rule("", even) = 0  # type: ignore[valid-type]


class Plan(Strict):
    steps: Annotated[tuple[Wait | Turn, ...], Meta(min_length=1, max_length=3)]

    def __post_init__(self) -> None:
        if isinstance(self.steps[0], Wait):
            raise Mismatch(["steps", 0], "must not wait")


def turn(**given: object) -> dict[str, Any]:
    return {"steps": [{"do": "turn", **given}]}


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (3, "must be an object { }, got 3"),
        ({}, "steps: missing"),
        ({"steps": []}, "steps: must not be empty"),
        ({"steps": [turn()] * 4}, "steps: must have at most 3 entries, got a list of 4"),
        ({"stps": [{"do": "turn", "by": 3}]}, "stps: unknown key, did you mean steps?"),
        ({"steps": [1]}, "steps[0]: must be an object { }, got 1"),
        ({"steps": [{}]}, "steps[0].do: missing: must be one of wait, turn"),
        ({"steps": [{"do": "trun"}]}, "steps[0].do: unknown do 'trun', did you mean turn?"),
        ({"steps": [{"do": "run"}]}, "steps[0].do: unknown do 'run'; 2D has no runs"),
        ({"steps": [{"do": "wait"}]}, "steps[0].seconds: missing: how long it waits"),
        ({"steps": [{"do": "wait", "seconds": 11}]}, "steps[0].seconds: must be from 0 to 10, got 11"),
        ({"steps": [{"do": "wait", "seconds": 1}]}, "steps[0]: must not wait"),
        (turn(by=[1]), "steps[0].by: must have 2 entries, got a list of 1"),
        (turn(by=[1, None]), "steps[0].by[1]: must be a finite number, got null"),
        (turn(by=None), "steps[0].by: must be a list [ ] or text in quotes, got null"),
        (turn(by="x", length=1), "steps[0].length: unknown key; 2D has no lengths"),
        (turn(side="lft"), "steps[0].side: must be one of left, right, got 'lft', did you mean left?"),
        (turn(count=-1), "steps[0].count: must be ≥ 0 or 'all', got -1"),
        (turn(name="west"), "steps[0].name: must have at most 3 characters, got 'west'"),
        (turn(name=3), "steps[0].name: must be text in quotes, got 3"),
        (turn(at=["A", "B"]), "steps[0].at[1]: must be a name and a number, got 'B'"),
        (turn(on="A"), "steps[0].on: must be an object such as {}, got 'A'"),
        (turn(on={"do": "wait", "seconds": "A"}), "steps[0].on.seconds: must be a finite number, got 'A'"),
        (turn(pairs=3), "steps[0].pairs: must be an even number, got 3"),
    ],
)
def test_an_error_says_where_what_is_wrong_and_what_would_be_right(value: object, message: str) -> None:
    with pytest.raises(Mismatch) as caught:
        decode(value, Plan, {"run": "2D has no runs", "length": "2D has no lengths"})
    assert str(caught.value) == message


def test_a_list_becomes_a_tuple_and_a_text_a_member() -> None:
    (step,) = decode(turn(by=[1, 2], side="right", at=["A", 3], pairs=2), Plan).steps
    assert step == Turn((1.0, 2.0), Side.RIGHT, at=("A", 3), pairs=2)
