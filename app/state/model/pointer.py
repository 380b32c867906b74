"""The objects under the pointer."""

from typing import Annotated

from msgspec import Struct

from gjkscope.app.state.model.ownership import Of
from gjkscope.app.state.model.view import View


class Pointer(Struct, frozen=True):
    """What is under the pointer, or highlighted by a demo."""

    hovered: str | None = None  # the body
    hovered_axis: int | None = None  # the row of the SAT table
    hovered_region: int | None = None  # the Voronoi region in the step panel
    # the face of EPA's polytope in the step panel; may not exist in the current step: see Sight.face
    hovered_face: int | None = None
    hovered_view: Annotated[View | None, Of.USER] = None
    hovered_target: Annotated[int | None, Of.USER] = None  # the target of the open prediction, also by the keyboard
    over_origin: Annotated[bool, Of.USER] = False  # the handle that drags the origin of A − B
