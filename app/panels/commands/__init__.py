"""Everything that can be asked for, listed once: menus, keys, palette and help all come from `COMMANDS`.

The commands stand by theme in the modules of this package, in the order in which their menus show them; `command` says
what one is.
"""

from gjkscope.app.panels.commands import (
    appearance,
    bodies,
    comparing,
    document,
    files,
    finding,
    learning,
    lines,
    looking,
    moving,
    playing,
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
    *appearance.COMMANDS,
    *playing.COMMANDS,
    *comparing.COMMANDS,
    *simulating.COMMANDS,
    *lines.COMMANDS,
    *recording.COMMANDS,
    *learning.COMMANDS,
    *finding.COMMANDS,
)

_KEYS = {command.title: command.keys for command in COMMANDS}


def key_of(title: str) -> str:
    """The key that is shown beside the command of that title."""
    return _KEYS[title][0]


def hint(words: str, title: str) -> str:
    """`words` for a button's tool tip, with the keys of the command of that title: "first step (Home or R)"."""
    keys = " or ".join(_KEYS[title])
    return f"{words} ({keys})" if keys else words


__all__ = ["COMMANDS", "MENUS", "Command", "hint", "key_of"]
