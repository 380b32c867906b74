"""View commands that bring a panel to the front by its name, so that the palette finds it."""

from gjkscope.app.state.actions import RaisePanel
from gjkscope.app.view.panels.commands.command import Command
from gjkscope.app.view.panels.toolkit.panel import always
from gjkscope.app.view.panels.toolkit.panels import PANELS

SHOW_PANEL = "View/Show panel"  # the menu

WHEN = "Shown when the scene, the algorithm or the reports have something for it"

COMMANDS = tuple(
    Command(
        panel.title,
        RaisePanel(panel.title),
        SHOW_PANEL,
        "panels",
        enabled=panel.has_contents,
        help="" if panel.has_contents is always else WHEN,
        also=f"panel tab {panel.tab}",
    )
    for panel in PANELS
)
