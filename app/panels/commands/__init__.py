"""Everything that can be asked for, listed once: menus, keys, palette and help all come from `COMMANDS`.

The commands stand by theme in the modules of this package, in the order in which their menus show them; `command` says
what one is.
"""

from . import (
    appearance,
    bodies,
    comparing,
    document,
    files,
    finding,
    lines,
    looking,
    moving,
    playing,
    simulating,
    viewing,
)
from .command import MENUS, Command

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
    *finding.COMMANDS,
)

__all__ = ["COMMANDS", "MENUS", "Command"]
