"""The registry of all user commands: menus, shortcuts, command palette and help are generated from `COMMANDS`.

Each module of this package defines the commands of one topic, in the order in which the menus show them.  To add a
command, add a `Command` to `COMMANDS` of its topic: a title, the action or request, the menu, keys and search words
(`command` documents the fields).  Check it with `.venv/bin/pytest tests/app/view/panels/test_commands.py`.
"""

from collections.abc import Sequence
from functools import cache

from gjkscope.app.view.panels.commands import (
    appearance,
    bodies,
    comparing,
    document,
    files,
    learning,
    lines,
    looking,
    moving,
    nudging,
    panels,
    playing,
    presenting,
    recording,
    simulating,
    viewing,
    workspaces,
)
from gjkscope.app.view.panels.commands.command import MENUS, Command, Listed
from gjkscope.engine.sequences.deferred import Deferred

_LISTED: tuple[Listed, ...] = (
    *files.COMMANDS,
    *document.COMMANDS,
    *bodies.COMMANDS,
    *moving.COMMANDS,
    *nudging.COMMANDS,
    *viewing.COMMANDS,
    *looking.COMMANDS,
    *workspaces.COMMANDS,
    *panels.COMMANDS,
    *appearance.COMMANDS,
    *playing.COMMANDS,
    *comparing.COMMANDS,
    *simulating.COMMANDS,
    *lines.COMMANDS,
    *recording.COMMANDS,
    *presenting.COMMANDS,
    *learning.COMMANDS,
)

FIXED: tuple[Command, ...] = tuple(listed for listed in _LISTED if isinstance(listed, Command))
"""The commands that are not read from bundled files: all that a frame with closed menus needs."""


@cache
def _all_commands() -> tuple[Command, ...]:
    return tuple(command for listed in _LISTED for command in ((listed,) if isinstance(listed, Command) else listed))


COMMANDS: Sequence[Command] = Deferred(_all_commands)
"""All commands, in the order of the menus."""

_KEYS = {command.title: command.keys for command in FIXED}


def key_of(title: str) -> str:
    """The shortcut displayed for the command with this title.  Raises `KeyError` for an unknown title."""
    return _KEYS[title][0]


def hint(words: str, title: str) -> str:
    """A button's tool tip: `words`, followed by the shortcuts of the command: "First step (Home or R)"."""
    keys = " or ".join(_KEYS[title])
    return f"{words} ({keys})" if keys else words


__all__ = ["COMMANDS", "FIXED", "MENUS", "Command", "hint", "key_of"]
