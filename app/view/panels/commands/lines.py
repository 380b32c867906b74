"""Algorithm commands that step through the source lines of a step, as in a debugger."""

from gjkscope.app.state.actions import LineBy, LineOut
from gjkscope.app.view.panels.commands.command import Command

COMMANDS = (
    Command(
        "Next line",
        LineBy(1),
        "Algorithm",
        "lines",
        keys=("Shift+.", "F10"),
        help="In the Code panel: the next line that ran; after the last, the first line of the next step",
    ),
    Command("Previous line", LineBy(-1), "Algorithm", "lines", keys=("Shift+,", "Shift+F10")),
    Command(
        "Step into",
        LineBy(1, into=True),
        "Algorithm",
        "lines",
        keys=("F11",),
        help="In the Code panel: the first line of the function that this line calls",
    ),
    Command("Step out", LineOut(), "Algorithm", "lines", keys=("Shift+F11",)),
)
