"""What a view draws, and where its ground is."""

from gjkscope.app.state.inspection.extents import body_extents
from gjkscope.app.state.model import State, View
from gjkscope.app.view.drawing.difference import difference_drawing, difference_floor
from gjkscope.app.view.drawing.drawlist import DrawList
from gjkscope.app.view.drawing.world import world_drawing


def drawing_of(state: State, view: View) -> DrawList:
    return world_drawing(state) if view.shows_world else difference_drawing(state)


def ground_height(state: State, view: View) -> float | None:
    """Height of the ground: in the world at the bottom of the lowest body, else below A − B; None without a ground.

    In 2D the grid lies in the plane.
    """
    if state.document.scene.is_plane:
        return 0.0 if state.display.visible.grid else None
    if not view.shows_world:
        return difference_floor(state)
    if not state.display.visible.grid:
        return None
    vertical = state.view.cameras.world.height_axis
    return float(body_extents(state.document.scene.bodies).lows[:, vertical].min())
