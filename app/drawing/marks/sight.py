"""`Sight`: a step to draw, with everything its drawing depends on; serves as the cache key of drawings."""

from typing import Any, NamedTuple

from gjkscope.app.base.identity import Identity
from gjkscope.app.model import Visibility
from gjkscope.app.scenes.scene import Body


class Sight(NamedTuple):
    """The step and run shown; `step` and `run` wrap None if no algorithm has run."""

    step: Identity  # the record to draw
    run: Identity  # the run that it belongs to
    number: int  # of the step
    is_last: bool  # the last step of a pair's run: its result is drawn too
    bodies: tuple[Body, Body]
    visible: Visibility
    region: int | None  # the Voronoi region under the pointer
    face: int | None  # the face of EPA's polytope under the pointer; may exceed the step's number of faces

    @property
    def so_far(self) -> tuple[Any, ...]:
        """The steps up to this one."""
        return (self.run.value.steps if self.run.value else ())[: self.number + 1]
