"""View commands that bring a panel to the front by its name, so that the palette finds it."""

from gjkscope.app.actions import RaisePanel
from gjkscope.app.panels.commands.command import Command

# In the order of their tabs.  The panels themselves import this package, so it cannot import them.
TITLES = (
    "Step",
    "Scene",
    "Lessons",
    "Timeline",
    "Steps",
    "Bounds",
    "SAT axes",
    "Compare",
    "Trace",
    "Code",
    "Breakpoints",
    "Stability",
    "First contact",
    "Motion",
    "Contact lanes",
    "Contact policies",
    "Hunt",
    "Capture",
    "Log",
)

SHOW_PANEL = "View/Show panel"  # the menu

COMMANDS = tuple(Command(title, RaisePanel(title), SHOW_PANEL, "panels", also="panel") for title in TITLES)
