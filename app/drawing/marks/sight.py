"""A step to be drawn, with all that its drawing depends on: the key of what is kept of drawings."""

from typing import Any, NamedTuple

from gjkscope.app.base.identity import Identity
from gjkscope.app.model import Visibility
from gjkscope.app.scenes.scene import Body


class Sight(NamedTuple):
    """What is looked at; `step` and `run` hold nothing but None where no algorithm has run."""

    step: Identity  # the record that is drawn
    run: Identity  # that it is part of
    number: int  # of the step
    is_last: bool  # it is the last one, and the result about the pair is shown with it
    bodies: tuple[Body, Body]
    visible: Visibility
    region: int | None  # the Voronoi region that the pointer is at
    face: int | None  # that it is at, of EPA's polytope; the step may have fewer

    @property
    def so_far(self) -> tuple[Any, ...]:
        """The steps up to this one."""
        return (self.run.value.steps if self.run.value else ())[: self.number + 1]
