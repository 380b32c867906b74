"""Commands for what drags and handles are kept to."""

from dataclasses import replace

from app.actions import DragOnGround, LockAxis, SetSnap

from .command import Command

LOCKED = "drags and handles; once more lets go"


def _lock(axis: int) -> Command:
    name = "XYZ"[axis]
    return Command(
        f"Along {name.lower()} only",
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
        "Drag on the ground",
        lambda state: DragOnGround(not state.on_ground),
        "Edit",
        "moves",
        ("G",),
        checked=lambda state: state.on_ground,
        help="level with it, not in the plane of the view",
    ),
    Command(
        "Snap to steps",
        lambda state: SetSnap(replace(state.snap, on=not state.snap.on)),
        "Edit",
        "moves",
        ("M",),
        checked=lambda state: state.snap.on,
        help="Ctrl while dragging turns it round. The steps stand in the Scene panel.",
    ),
)
