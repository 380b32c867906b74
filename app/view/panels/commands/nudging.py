"""Commands that select, move and rotate bodies by keys: along the axes of the world as the view shows them."""

from collections.abc import Sequence
from itertools import product

from gjkscope.app.scenes.cameras.camera import OrbitCamera
from gjkscope.app.state.actions import NudgeBody, Select, TwistBody
from gjkscope.app.state.actions.handles import free_axes, locked_axis
from gjkscope.app.state.model import State, View
from gjkscope.app.view.panels.commands.command import Command, is_spatial
from gjkscope.app.view.panels.requests import Outcome
from gjkscope.app.view.panels.toolkit.overlay import round_length
from gjkscope.app.view.panels.toolkit.panel import always

RIGHT, UP, BACK = range(3)  # directions on the screen; back is towards the viewer
MENU, SECTION = "Edit", "moves"  # the palette and F1 list them; the menus have other ways
STEPS = 100  # a move without snapping, relative to the distance of the camera
ANGLE = 5.0  # degrees, of a rotation without snapping
MOVES = (
    ("right", RIGHT, 1.0, "Right"),
    ("left", RIGHT, -1.0, "Left"),
    ("up", UP, 1.0, "Up"),
    ("down", UP, -1.0, "Down"),
    ("away", BACK, -1.0, "Page Up"),
    ("nearer", BACK, 1.0, "Page Down"),
)
# A positive rotation about up moves the front to the right, one about right moves it down.
TURNS = (
    ("to the right", UP, 1.0, "Right"),
    ("to the left", UP, -1.0, "Left"),
    ("up", RIGHT, -1.0, "Up"),
    ("down", RIGHT, 1.0, "Down"),
    ("anticlockwise", BACK, 1.0, "Page Up"),
    ("clockwise", BACK, -1.0, "Page Down"),
)
MOVE_HELP = "Along the nearest axis of the world, by the increment of snapping, or a round length that suits the view"
TURN_HELP = "About the nearest axis of the world through the pivot, by the increment of snapping, or 5°"


def axis_along(camera: OrbitCamera, direction: int, axes: Sequence[int]) -> tuple[int, float]:
    """The axis of the world, of `axes`, that the key of a direction stands for, and its sign.

    The three directions have different axes, as long as there are enough.
    """
    left = sorted(product(range(3), axes), key=lambda pair: -abs(camera.basis[pair[0]][pair[1]]))
    taken: dict[int, int] = {}
    for towards, axis in left:
        if towards not in taken and axis not in taken.values():
            taken[towards] = axis
    best = next(axis for towards, axis in left if towards == direction)
    axis = taken.get(direction, best)
    return axis, 1.0 if camera.basis[direction][axis] >= 0 else -1.0


def _camera(state: State) -> OrbitCamera:
    return state.view.cameras.of(state.acting_view if state.acting_view.shows_world else View.WORLD)


def _is_selected(state: State) -> bool:
    return state.document.selected_body is not None


def _move(title: str, direction: int, sign: float, key: str) -> Command:
    def nudge(state: State) -> Outcome:
        camera, snap = _camera(state), state.tools.snap
        axis, along = axis_along(camera, direction, free_axes(state))
        step = snap.position if snap.on else round_length(camera.distance / STEPS)
        return NudgeBody(state.document.selected or "", axis, along * sign * step)

    shown = is_spatial if direction == BACK else always
    return Command(
        f"Move {title}", nudge, MENU, SECTION, (f"Ctrl+{key}",), enabled=_is_selected, help=MOVE_HELP, shown=shown
    )


def _turn(title: str, direction: int, sign: float, key: str) -> Command:
    def twist(state: State) -> Outcome:
        lock, is_plane = locked_axis(state), state.document.scene.is_plane
        axes = (2,) if is_plane else range(3) if lock is None else (lock,)
        axis, along = axis_along(_camera(state), direction, axes)
        degrees = state.tools.snap.angle if state.tools.snap.on else ANGLE
        return TwistBody(state.document.selected or "", axis, along * sign * degrees)

    shown = always if direction == BACK else is_spatial
    return Command(
        f"Turn {title}", twist, MENU, SECTION, (f"Alt+{key}",), enabled=_is_selected, help=TURN_HELP, shown=shown
    )


def _select(title: str, by: int, key: str) -> Command:
    def select(state: State) -> Outcome:
        names = [name for name in state.document.scene.names if name not in state.document.hidden]
        if state.document.selected not in names:
            return Select(names[0 if by > 0 else -1] if names else None)
        return Select(names[(names.index(state.document.selected) + by) % len(names)])

    return Command(title, select, MENU, SECTION, (key,), help="Of those that are not hidden", also="keyboard")


COMMANDS = (
    _select("Select next body", 1, "Q"),
    _select("Select previous body", -1, "Shift+Q"),
    *(_move(*move) for move in MOVES),
    *(_turn(*turn) for turn in TURNS),
)
