"""View commands that bring a panel to the front by its name, so that the palette finds it."""

from gjkscope.app.state.actions import RaisePanel
from gjkscope.app.view.panels.commands.command import Command
from gjkscope.app.view.panels.toolkit.panels import PANELS

SHOW_PANEL = "View/Show panel"  # the menu

COMMANDS = tuple(Command(panel.title, RaisePanel(panel.title), SHOW_PANEL, "panels", also="panel") for panel in PANELS)
