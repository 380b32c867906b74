"""The registry of all user commands: menus, shortcuts, command palette and help are generated from `COMMANDS`.

Each module of this package defines the commands of one topic, in the order in which the menus show them.  The `Command`
record itself is in `command`.
"""

from gjkscope.app.panels.commands import (
    appearance,
    bodies,
    comparing,
    document,
    files,
    learning,
    lines,
    looking,
    moving,
    panels,
    playing,
    presenting,
    recording,
    simulating,
    viewing,
)
from gjkscope.app.panels.commands.command import MENUS, Command

COMMANDS: tuple[Command, ...] = (
    *files.COMMANDS,
    *document.COMMANDS,
    *bodies.COMMANDS,
    *moving.COMMANDS,
    *viewing.COMMANDS,
    *looking.COMMANDS,
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

_KEYS = {command.title: command.keys for command in COMMANDS}


def key_of(title: str) -> str:
    """The shortcut displayed for the command with this title.  Raises `KeyError` for an unknown title."""
    return _KEYS[title][0]


def hint(words: str, title: str) -> str:
    """A button's tool tip: `words`, followed by the shortcuts of the command: "First step (Home or R)"."""
    keys = " or ".join(_KEYS[title])
    return f"{words} ({keys})" if keys else words


__all__ = ["COMMANDS", "MENUS", "Command", "hint", "key_of"]
