"""Each field of the state declares its owner."""

from dataclasses import dataclass, fields

import pytest

from app.ownership import Of, owners, parts_of
from app.state import State


def test_every_field_of_the_state_has_an_owner() -> None:
    for field in fields(State):
        assert owners(field), field.name


def test_no_field_belongs_to_both_the_user_and_the_demo() -> None:
    """A user setting can neither be taken over by a demo nor be restored after it."""
    users = set(parts_of(State, Of.USER))
    assert not users & {*parts_of(State, Of.SHOW), *parts_of(State, Of.TOOLS)}


def test_a_tool_can_be_stored_in_a_demo_and_is_not_reset_by_a_scene() -> None:
    tools = set(parts_of(State, Of.TOOLS))
    assert tools <= set(parts_of(State, Of.DEMO))
    assert not tools & set(parts_of(State, Of.SCENE))


def test_a_field_without_an_owner_is_rejected() -> None:
    @dataclass
    class Thing:
        part: int

    with pytest.raises(TypeError, match="part: its annotation does not say whose it is"):
        parts_of(Thing, Of.USER)
