"""Commands of the View menu: cameras, and what is shown."""

from gjkscope.app.actions import Frame, Show, ShowPanels
from gjkscope.app.model import State
from gjkscope.app.panels.commands.command import Command
from gjkscope.app.panels.requests import ResetLayout

VISIBLE = {
    "aabbs": "Bounding boxes",
    "witnesses": "Witness points",
    "supports": "Support points",
    "push_out": "Push-out",
    "difference": "Difference A − B",
    "steps": "Steps of the algorithm",
    "planes": "Support planes",
    "regions": "Voronoi regions",
    "path": "Path of closest points",
    "beliefs": "Beliefs and truth",
    "labels": "Labels",
    "motion": "Velocities and ways",
    "grid": "Ground grid",
}


def _switch(what: str, title: str) -> Command:
    """Shows a field of `Visibility`, or hides it."""

    def shown(state: State) -> bool:
        return bool(getattr(state.display.visible, what))

    return Command(title, lambda state: Show(what, not shown(state)), "View", "show", checked=shown)


COMMANDS = (
    Command("Frame everything", Frame(), "View", "camera", ("F",), also="zoom to fit"),
    Command(
        "Panels",
        lambda state: ShowPanels(not state.shell.panels),
        "View",
        "panels",
        ("Tab",),
        checked=lambda state: state.shell.panels,
        help="Without them the views fill the window.",
    ),
    Command("Reset layout", ResetLayout(), "View", "panels", help="all panels back to their places"),
    *(_switch(what, title) for what, title in VISIBLE.items()),
)
