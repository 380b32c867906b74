"""Each part of the state says whose it is."""

from dataclasses import dataclass, fields

import pytest

from app.ownership import Of, owners, parts_of
from app.state import State


def test_every_part_of_the_state_is_somebodys() -> None:
    for field in fields(State):
        assert owners(field), field.name


def test_nothing_is_both_the_users_and_the_demos() -> None:
    """What stays the user's cannot take a demo over, nor come back after it."""
    users = set(parts_of(State, Of.USER))
    assert not users & {*parts_of(State, Of.SHOW), *parts_of(State, Of.TOOLS)}


def test_a_tool_can_be_written_into_a_demo_and_no_scene_resets_it() -> None:
    tools = set(parts_of(State, Of.TOOLS))
    assert tools <= set(parts_of(State, Of.DEMO))
    assert not tools & set(parts_of(State, Of.SCENE))


def test_a_part_that_is_nobodys_is_refused() -> None:
    @dataclass
    class Thing:
        part: int

    with pytest.raises(TypeError, match="part: its annotation does not say whose it is"):
        parts_of(Thing, Of.USER)
