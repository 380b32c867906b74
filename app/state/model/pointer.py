"""The objects under the pointer."""

from typing import Annotated

from msgspec import Struct

from gjkscope.app.state.model.ownership import Of
from gjkscope.app.state.model.view import View
from gjkscope.engine.vectors import Vec3


class MenuPlace(Struct, frozen=True):
    """What the context menu of a view is about: a body and a point on its surface, or neither."""

    view: View
    body: str | None = None
    point: Vec3 | None = None  # world coordinates


class Pointer(Struct, frozen=True):
    """What is under the pointer, or highlighted by a demo."""

    hovered: str | None = None  # the body
    hovered_axis: int | None = None  # the row of the SAT table
    hovered_region: int | None = None  # the Voronoi region in the step panel
    # the face of EPA's polytope in the step panel; may not exist in the current step: see Sight.face
    hovered_face: int | None = None
    hovered_view: Annotated[View | None, Of.USER] = None
    hovered_target: Annotated[int | None, Of.USER] = None  # the target of the open prediction, also by the keyboard
    menu: Annotated[MenuPlace | None, Of.USER] = None  # of the last right click; the menu may be closed since
    over_origin: Annotated[bool, Of.USER] = False  # the handle that drags the origin of A − B
