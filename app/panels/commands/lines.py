"""Commands of the Algorithm menu that walk through the lines of a step, as a debugger does."""

from gjkscope.app.actions import LineBy, LineOut
from gjkscope.app.panels.commands.command import Command

COMMANDS = (
    Command(
        "Line forward",
        LineBy(1),
        "Algorithm",
        "lines",
        keys=("Shift+.", "F10"),
        help="In the Code panel: the next line that the step ran; past its end, the first of the next step.",
    ),
    Command("Line back", LineBy(-1), "Algorithm", "lines", keys=("Shift+,", "Shift+F10")),
    Command(
        "Into the function",
        LineBy(1, into=True),
        "Algorithm",
        "lines",
        keys=("F11",),
        help="In the Code panel: the first line of the function that this line calls.",
    ),
    Command("Out of the function", LineOut(), "Algorithm", "lines", keys=("Shift+F11",)),
)
