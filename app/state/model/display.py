"""Display options of the views."""

from enum import StrEnum
from typing import Annotated

from msgspec import Struct

from gjkscope.app.state.model.demo import Caption
from gjkscope.app.state.model.ownership import Of
from gjkscope.app.state.model.view import Layout


class Gizmo(StrEnum):
    MOVE = "move"
    ROTATE = "rotate"


class Visibility(Struct, frozen=True):
    """Which objects the views show; the names match the View menu."""

    aabbs: bool = True
    witnesses: bool = True
    supports: bool = True
    push_out: bool = True
    reports: bool = True
    difference: bool = True
    inside_outside: bool = True
    origin_axes: bool = True
    origin_floor: bool = True
    opening: bool = True
    steps: bool = True
    planes: bool = True
    separating_plane: bool = True
    number_line: bool = False  # of the separating axis test
    gradient: bool = False  # of the signed distance by the pose of B
    gauss_map: bool = False  # of the separating axis test, in place of A − B
    regions: bool = True
    path: bool = True
    beliefs: bool = True
    labels: bool = True
    motion: bool = True
    grid: bool = True
    origin_handle: bool = True  # the origin of A − B can be dragged


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


class Display(Struct, frozen=True):
    """What the views and plots show."""

    layout: Layout = Layout.BOTH
    visible: Visibility = Visibility()
    gizmo: Gizmo | None = Gizmo.MOVE
    axis_filter: AxisFilter = AxisFilter()
    plots_width: bool = False  # plots the gap between the bounds instead of the bounds
    caption: Annotated[Caption | None, Of.DEMO | Of.SHOW] = None
