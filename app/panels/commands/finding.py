"""Help commands: start page, help window and command palette."""

from app.actions import ShowHelp, ShowPalette, ShowStart

from .command import Command

COMMANDS = (
    Command("Start here", ShowStart(), "Help", "start", help="First steps, examples and recent files"),
    Command("Shortcuts, mouse, colours", ShowHelp(), "Help", "help", ("F1",)),
    Command("Find command…", ShowPalette(), "Help", "help", ("Ctrl+P", "Ctrl+Shift+P")),
)
