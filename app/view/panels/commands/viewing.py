"""View commands for the view layout and the cameras."""

from math import radians

from gjkscope.app.scenes.cameras.camera import ViewSide
from gjkscope.app.state.actions import (
    ChooseLayout,
    LinkCameras,
    LookFrom,
    LookOpposite,
    SetOrthographic,
    ShowUpwards,
    TurnBy,
)
from gjkscope.app.state.model import Layout, State
from gjkscope.app.view.panels.commands.command import Command, is_spatial
from gjkscope.app.view.panels.requests import CopyCamera, CopyCameraStep, PasteCamera

LAYOUTS = {
    Layout.BOTH: ("World and difference", "Ctrl+1", "side by side"),
    Layout.WORLD: ("World only", "Ctrl+2", ""),
    Layout.DIFFERENCE: ("Difference only", "Ctrl+3", ""),
    Layout.THREE: ("Three views", "Ctrl+4", "split three ways"),
}
# Blender's shortcuts.  Without a numeric keypad, use the menu, the palette or the letters of the axes in the view.
SIDES = {
    ViewSide.FRONT: "Numpad 1",
    ViewSide.BACK: "Ctrl+Numpad 1",
    ViewSide.RIGHT: "Numpad 3",
    ViewSide.LEFT: "Ctrl+Numpad 3",
    ViewSide.TOP: "Numpad 7",
    ViewSide.BOTTOM: "Ctrl+Numpad 7",
    ViewSide.CORNER: "Numpad 0",
}
STEP = radians(15)
TURNS = {
    "Orbit left": ("Numpad 4", -STEP, 0.0),
    "Orbit right": ("Numpad 6", STEP, 0.0),
    "Orbit up": ("Numpad 8", 0.0, STEP),
    "Orbit down": ("Numpad 2", 0.0, -STEP),
}
UNDER_POINTER = "Applies to the view under the pointer, or to the first view"


def _layout(layout: Layout) -> Command:
    title, key, also = LAYOUTS[layout]
    return Command(
        title,
        ChooseLayout(layout),
        "View/Views",
        "views",
        (key,),
        checked=lambda state: state.display.layout is layout,
        also=also,
    )


def _side(side: ViewSide) -> Command:
    return Command(
        f"View from {side}",
        lambda state: LookFrom(state.acting_view, side),
        "View/Camera",
        "views",
        (SIDES[side],),
        help=UNDER_POINTER,
        shown=is_spatial,
    )


def _turn(title: str) -> Command:
    key, yaw, pitch = TURNS[title]
    return Command(
        title,
        lambda state: TurnBy(state.acting_view, yaw, pitch),
        "View/Camera",
        "turns",
        (key,),
        help=UNDER_POINTER,
        shown=is_spatial,
    )


def _is_orthographic(state: State) -> bool:
    return state.view.cameras.of(state.acting_view).orthographic


COMMANDS = (
    *(_layout(layout) for layout in LAYOUTS),
    *(_side(side) for side in SIDES),
    Command(
        "View from opposite side",
        lambda state: LookOpposite(state.acting_view),
        "View/Camera",
        "views",
        ("Numpad 9",),
        help=UNDER_POINTER,
        shown=is_spatial,
    ),
    *(_turn(title) for title in TURNS),
    Command(
        "Orthographic",
        lambda state: SetOrthographic(state.acting_view, not _is_orthographic(state)),
        "View/Camera",
        "lens",
        ("Numpad 5",),
        checked=_is_orthographic,
        help="No perspective: parallel lines stay parallel",
        also="perspective",
        shown=is_spatial,
    ),
    Command(
        "Link cameras",
        lambda state: LinkCameras(not state.view.cameras.linked),
        "View/Camera",
        "lens",
        checked=lambda state: state.view.cameras.linked,
        help="The world and difference views rotate and zoom together",
    ),
    Command(
        "Z up",
        lambda state: ShowUpwards(not state.view.cameras.shows_z_up),
        "View/Camera",
        "lens",
        checked=lambda state: state.view.cameras.shows_z_up,
        help="Show the world's z axis upwards, as many engines do; numbers stay as they are",
        also="y up vertical axis",
        shown=is_spatial,
    ),
    Command("Copy camera", CopyCamera(), "View/Camera", "text", ("Ctrl+Shift+C",), help="As text. " + UNDER_POINTER),
    Command(
        "Copy camera step",
        CopyCameraStep(),
        "View/Camera",
        "text",
        help="As a step of a demo file that moves to this camera. " + UNDER_POINTER,
        also="demo director",
    ),
    Command("Paste camera", PasteCamera(), "View/Camera", "text", ("Ctrl+Shift+V",), help=UNDER_POINTER),
)
