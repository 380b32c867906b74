"""Commands that help to find one's way."""

from gjkscope.app.actions import ShowHelp, ShowPalette, ShowStart
from gjkscope.app.panels.commands.command import Command

COMMANDS = (
    Command("Start here", ShowStart(), "Help", "start", help="what one can do first"),
    Command("Keys, mouse, colours", ShowHelp(), "Help", "help", ("F1",)),
    Command("Find a command …", ShowPalette(), "Help", "help", ("Ctrl+P", "Ctrl+Shift+P")),
)
