"""Each part of the state says whose it is."""

from typing import Annotated, get_args

import pytest
from msgspec import Struct

from gjkscope.app.state.actions.restoring import PLACES, Captured
from gjkscope.app.state.model import State
from gjkscope.app.state.model.ownership import (
    Of,
    captured_fields,
    owners,
    state_parts,
    value_at,
    with_parts,
    with_values,
)


class Inner(Struct, frozen=True):
    plain: int = 0
    other: Annotated[int, Of.USER] = 0


class Outer(Struct, frozen=True):
    whole: Annotated[int, Of.SCENE | Of.DEMO] = 0
    mixed: Annotated[Inner, Of.SCENE] = Inner()


def paths(owner: Of) -> set[tuple[str, ...]]:
    """Of all single values that are that owner's."""
    return {part.path for part in state_parts(State, owner)}


def overlap(first: Of, second: Of) -> set[tuple[str, ...]]:
    """The paths of either that lie within the other's."""
    return {a for a in paths(first) for b in paths(second) if a[: len(b)] == b or b[: len(a)] == a}


def test_every_part_of_the_state_has_an_owner() -> None:
    for name in State.__struct_fields__:
        assert owners(State.__annotations__[name]), name


def test_what_is_the_users_neither_takes_over_nor_comes_back() -> None:
    assert overlap(Of.USER, Of.SHOW) == overlap(Of.USER, Of.TOOLS) == set()


def test_a_tool_can_be_written_into_a_demo_and_no_scene_resets_it() -> None:
    assert overlap(Of.TOOLS, Of.SCENE) == set()
    assert overlap(Of.TOOLS, Of.DEMO) == paths(Of.TOOLS)


def test_a_field_inherits_the_owner_of_its_record_unless_it_names_its_own() -> None:
    assert [part.path for part in state_parts(Outer, Of.SCENE)] == [("whole",), ("mixed", "plain")]
    assert [part.path for part in state_parts(Outer, Of.USER)] == [("mixed", "other")]
    first, second = Outer(1, Inner(1, 1)), Outer(2, Inner(2, 2))
    assert with_parts(first, second, Of.SCENE) == Outer(2, Inner(2, 1))
    assert with_parts(first, second, Of.USER) == Outer(1, Inner(1, 2))
    assert with_values(first, {("mixed", "other"): 7}) == Outer(1, Inner(1, 7))
    assert value_at(first, ("mixed", "other")) == 1


def test_captured_values_have_one_name_each() -> None:
    assert list(captured_fields(Outer)) == ["whole"]
    assert captured_fields(State)["step"].path == ("run", "step")


def test_a_recording_can_restore_every_record_that_is_captured() -> None:
    assert set(get_args(Captured)) == set(PLACES)


def test_a_part_that_is_nobodys_is_refused() -> None:
    class Thing(Struct):
        part: int

    with pytest.raises(TypeError, match="part: its annotation does not name its owner"):
        state_parts(Thing, Of.USER)
