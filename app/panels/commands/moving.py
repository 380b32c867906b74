"""Commands that constrain drags and gizmo handles: axis lock, ground plane and snapping."""

from app.actions import DragOnGround, LockAxis, SetSnap
from engine.dataclass import replace

from .command import Command

LOCKED = "Constrains drags and handles; press again to unlock"


def _lock(axis: int) -> Command:
    name = "XYZ"[axis]
    return Command(
        f"Lock to {name.lower()} axis",
        LockAxis(axis),
        "Edit",
        "moves",
        (name,),
        checked=lambda state: state.axis_lock == axis,
        help=LOCKED,
    )


COMMANDS = (
    *(_lock(axis) for axis in range(3)),
    Command(
        "Drag on ground",
        lambda state: DragOnGround(not state.on_ground),
        "Edit",
        "moves",
        ("G",),
        checked=lambda state: state.on_ground,
        help="Drag parallel to the ground instead of in the view plane",
    ),
    Command(
        "Snap to increments",
        lambda state: SetSnap(replace(state.snap, on=not state.snap.on)),
        "Edit",
        "moves",
        ("M",),
        checked=lambda state: state.snap.on,
        help="Hold Ctrl to invert snapping; set the increments in the Scene panel",
    ),
)
