"""Help commands: start page, help window and command palette."""

from gjkscope.app.actions import ShowHelp, ShowPalette, ShowStart
from gjkscope.app.panels.commands.command import Command

COMMANDS = (
    Command("Start here", ShowStart(), "Help", "start", help="First steps, examples and recent files"),
    Command("Shortcuts, mouse, colours", ShowHelp(), "Help", "help", ("F1",)),
    Command("Find command…", ShowPalette(), "Help", "help", ("Ctrl+P", "Ctrl+Shift+P")),
)
