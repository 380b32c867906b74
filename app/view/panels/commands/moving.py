"""Commands that constrain drags and gizmo handles: axis lock, ground plane and snapping."""

from gjkscope.app.base.records import replace
from gjkscope.app.state.actions import DragOnGround, LockAxis, SetSnap
from gjkscope.app.view.panels.commands.command import Command, is_spatial
from gjkscope.app.view.panels.toolkit.panel import always

LOCKED = "Constrains drags and handles; press again to unlock"


def _lock(axis: int) -> Command:
    name = "XYZ"[axis]
    return Command(
        f"Lock to {name.lower()} axis",
        LockAxis(axis),
        "Edit",
        "moves",
        (name,),
        checked=lambda state: state.tools.axis_lock == axis,
        help=LOCKED,
        shown=is_spatial if name == "Z" else always,
    )


COMMANDS = (
    *(_lock(axis) for axis in range(3)),
    Command(
        "Drag on ground",
        lambda state: DragOnGround(not state.tools.on_ground),
        "Edit",
        "moves",
        ("G",),
        checked=lambda state: state.tools.on_ground,
        help="Drag parallel to the ground instead of in the view plane",
        shown=is_spatial,
    ),
    Command(
        "Snap to increments",
        lambda state: SetSnap(replace(state.tools.snap, on=not state.tools.snap.on)),
        "Edit",
        "moves",
        ("M",),
        checked=lambda state: state.tools.snap.on,
        help="Hold Ctrl to invert snapping; set the increments in the Scene panel",
    ),
)
