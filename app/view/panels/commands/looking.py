"""View commands: framing, panel visibility, and what the views show."""

from gjkscope.app.base.records import field_names
from gjkscope.app.state.actions import FrameAll, SetVisible, ShowOnly, ShowPanels
from gjkscope.app.state.model import State, View, Visibility
from gjkscope.app.view.panels.commands.command import Command, is_spatial
from gjkscope.app.view.panels.requests import FocusPanel, ResetLayout
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
    "bounds": "Chart of bounds",
    "gradient": "Gradient by the pose of B",
    "gauss_map": "Gauss map of SAT, in place of A − B",
    "closer": "Circle of closer points",
    "face_kinds": "Faces of A − B by kind",
    "regions": "Voronoi regions",
    "path": "Closest-point path",
    "beliefs": "Beliefs and truth",
    "labels": "Labels",
    "motion": "Velocities and paths",
    "grid": "Ground grid",
    "origin_handle": "Origin can be dragged",
    "grips": "Rings to drag marks by",
}
_IN_BOTH = {"reports", "bounds", "steps", "supports", "witnesses", "push_out", "planes", "beliefs", "labels", "grid"}
_IN_WORLD = {"aabbs", "separating_plane", "number_line", "gradient", "motion"}
PARTS_OF = {
    View.WORLD: _IN_BOTH | _IN_WORLD,
    View.DIFFERENCE: VISIBLE.keys() - _IN_WORLD,
    View.SECOND: _IN_BOTH | _IN_WORLD,
}
"""What each view can show."""
VISIBLE_IN_2D = {"grid": "Grid", "planes": "Support lines", "separating_plane": "Separating line"}
DETAILS = ("inside_outside", "origin_axes", "origin_floor", "opening", "origin_handle")
"""Rarely used options, which are in a submenu."""
SPATIAL = frozenset({"origin_floor", "opening", "number_line", "gradient", "gauss_map", "face_kinds"})
"""What is shown in 3D scenes only."""
PLANAR = frozenset({"closer", "grips"})
"""What is shown in 2D scenes only."""

USUAL = tuple(name for name in field_names(Visibility) if getattr(Visibility(), name))
SHAPES = ("difference", "labels", "grid")
PRESETS = {
    "Usual": (USUAL, "Everything that an algorithm says, and nothing that covers it"),
    "Shapes": (SHAPES, "The bodies and A − B, without what was computed about them"),
    "Search": (
        (*SHAPES, "supports", "steps", "path", "origin_axes", "origin_handle", "beliefs"),
        "The steps of the algorithm, without its answer",
    ),
    "Answer": (
        (*SHAPES, "witnesses", "push_out", "reports", "inside_outside", "separating_plane", "motion"),
        "Witness points, push-out and separating plane, without the steps that led to them",
    ),
}
"""Sets of visible parts, with what they are for."""


def _preset(title: str) -> Command:
    parts, purpose = PRESETS[title]

    def is_shown(state: State) -> bool:
        return all(getattr(state.display.visible, name) == (name in parts) for name in field_names(Visibility))

    return Command(
        f"Show: {title.lower()}",
        ShowOnly(parts),
        "View/What is drawn",
        "presets",
        checked=is_shown,
        help=purpose,
        also="preset visible hide",
    )


def _is_planar(state: State) -> bool:
    return state.document.scene.is_plane


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
        shown=is_spatial if what in SPATIAL else _is_planar if what in PLANAR else always,
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
    Command(
        "Focus next panel",
        FocusPanel(1),
        "View",
        "panels",
        ("Ctrl+Tab",),
        help="Moves the keyboard focus; arrow keys and Enter work in the panel",
        also="keyboard navigation",
    ),
    Command("Focus previous panel", FocusPanel(-1), "View", "panels", ("Ctrl+Shift+Tab",), also="keyboard"),
    Command("Reset layout", ResetLayout(), "View", "panels", help="Docks all panels at their default positions"),
    *(_preset(title) for title in PRESETS),
    *(_switch(what, title) for what, title in VISIBLE.items()),
)
