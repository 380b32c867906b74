"""Display options of the views."""

from enum import StrEnum
from typing import Annotated

from msgspec import Struct

from gjkscope.app.base.decoding import meaning
from gjkscope.app.state.model.demo import Caption
from gjkscope.app.state.model.ownership import Of
from gjkscope.app.state.model.view import Layout


class Gizmo(StrEnum):
    MOVE = "move"
    ROTATE = "rotate"


class Visibility(Struct, frozen=True):
    """Which objects the views show; the names match the View menu, and demos use them in `visible` and `hidden`."""

    aabbs: Annotated[bool, meaning("axis-aligned bounding boxes")] = True
    witnesses: Annotated[bool, meaning("the witness points and the distance between them")] = True
    supports: Annotated[bool, meaning("support points and search directions of the step, with their labels")] = True
    push_out: Annotated[bool, meaning("the shortest push-out as an arrow, and A where it ends")] = True
    reports: Annotated[bool, meaning("what engines reported about the pair")] = True
    difference: Annotated[bool, meaning("A − B")] = True
    inside_outside: Annotated[
        bool, meaning("whether the origin is inside A − B, in words and as a line to its boundary")
    ] = True
    origin_axes: Annotated[bool, meaning("lines along the axes through the origin of A − B")] = True
    origin_floor: Annotated[bool, meaning("a floor below A − B, with the origin above it")] = True
    opening: Annotated[bool, meaning("an opening in A − B in front of the origin")] = True
    steps: Annotated[bool, meaning("what the algorithm has found: simplex, polytope, axis, tree")] = True
    planes: Annotated[bool, meaning("support planes, which bound A − B")] = True
    separating_plane: Annotated[bool, meaning("the plane between shapes that are apart")] = True
    number_line: Annotated[bool, meaning("both projections on the axis of a SAT step; hidden by default")] = False
    bounds: Annotated[
        bool,
        meaning("a chart of the bounds on the distance or the depth by step, in the first view; hidden by default"),
    ] = False
    gradient: Annotated[bool, meaning("the gradient of the signed distance by the pose of B; hidden by default")] = (
        False
    )
    gauss_map: Annotated[bool, meaning("the Gauss map of SAT in place of A − B; hidden by default")] = False
    closer: Annotated[
        bool, meaning("why GJK gets closer in 2D: the wall and the circle through its closest point; hidden by default")
    ] = False
    face_kinds: Annotated[
        bool, meaning("the faces of A − B in the colours of what they come from, in 3D; hidden by default")
    ] = False
    regions: Annotated[bool, meaning("the Voronoi regions of the simplex")] = True
    path: Annotated[bool, meaning("the path of the closest point over the steps")] = True
    beliefs: Annotated[bool, meaning("where the algorithm believes the origin to be, and where it is")] = True
    labels: Annotated[bool, meaning("all labels")] = True
    motion: Annotated[bool, meaning("velocities, and paths of moving bodies")] = True
    grid: Annotated[bool, meaning("the grid on the ground")] = True
    origin_handle: Annotated[bool, meaning("the mark by which the origin of A − B is dragged in the window")] = True
    grips: Annotated[
        bool, meaning("rings to drag a direction, a corner or an axis by, in 2D in the window; hidden by default")
    ] = False


class AxisOrigin(StrEnum):
    """Filters the rows of the SAT table by the origin of their axes, or to skipped axes."""

    ALL = "all"
    FACE_A = "face A"
    FACE_B = "face B"
    EDGES = "edge × edge"
    SKIPPED = "skipped"


class AxisFilter(Struct, frozen=True):
    """The rows that the table of SAT axes shows."""

    origin: AxisOrigin = AxisOrigin.ALL
    text: str = ""  # words in the name of the axis


class TurnedAxis(Struct, frozen=True):
    """An axis on which the bodies are projected instead of that of the step; its angle to x, radians."""

    step: int
    angle: float


class Display(Struct, frozen=True):
    """What the views and plots show."""

    layout: Layout = Layout.BOTH
    visible: Visibility = Visibility()
    gizmo: Gizmo | None = Gizmo.MOVE
    axis_filter: AxisFilter = AxisFilter()
    turned_axis: TurnedAxis | None = None
    plots_width: bool = False  # plots the gap between the bounds instead of the bounds
    caption: Annotated[Caption | None, Of.DEMO | Of.SHOW] = None
