"""View commands: framing, panel visibility, and what the views show."""

from gjkscope.app.state.actions import FrameAll, SetVisible, ShowPanels
from gjkscope.app.state.model import State
from gjkscope.app.view.panels.commands.command import Command, is_spatial
from gjkscope.app.view.panels.requests import ResetLayout
from gjkscope.app.view.panels.toolkit.panel import always

VISIBLE = {
    "aabbs": "Bounding boxes",
    "witnesses": "Witness points",
    "supports": "Support points",
    "push_out": "Push-out",
    "reports": "Reports of engines",
    "difference": "Difference A − B",
    "inside_outside": "Inside or outside",
    "origin_axes": "Axes through the origin",
    "origin_floor": "Floor below A − B",
    "opening": "Opening in front of the origin",
    "steps": "Algorithm steps",
    "planes": "Support planes",
    "separating_plane": "Separating plane",
    "number_line": "Number line of SAT",
    "regions": "Voronoi regions",
    "path": "Closest-point path",
    "beliefs": "Beliefs and truth",
    "labels": "Labels",
    "motion": "Velocities and paths",
    "grid": "Ground grid",
    "origin_handle": "Origin can be dragged",
}
VISIBLE_IN_2D = {"grid": "Grid", "planes": "Support lines", "separating_plane": "Separating line"}
DETAILS = ("inside_outside", "origin_axes", "origin_floor", "opening", "origin_handle")
"""Rarely used options, which are in a submenu."""
SPATIAL = frozenset({"origin_floor", "opening", "number_line"})  # shown in 3D scenes only


def _switch(what: str, title: str) -> Command:
    """A command that toggles a field of `Visibility`."""

    def is_shown(state: State) -> bool:
        return bool(getattr(state.display.visible, what))

    def words(state: State) -> str:
        return VISIBLE_IN_2D.get(what, title) if state.document.scene.is_plane else title

    return Command(
        title,
        lambda state: SetVisible(what, not is_shown(state)),
        "View/Around the origin" if what in DETAILS else "View",
        "show",
        checked=is_shown,
        says=words,
        shown=is_spatial if what in SPATIAL else always,
    )


COMMANDS = (
    Command("Frame all", FrameAll(), "View", "camera", ("F",), also="zoom to fit, frame everything"),
    Command(
        "Panels",
        lambda state: ShowPanels(not state.shows_panels),
        "View",
        "panels",
        ("Tab",),
        checked=lambda state: state.shows_panels,
        help="Hide all panels so that the views fill the window",
    ),
    Command("Reset layout", ResetLayout(), "View", "panels", help="Docks all panels at their default positions"),
    *(_switch(what, title) for what, title in VISIBLE.items()),
)
