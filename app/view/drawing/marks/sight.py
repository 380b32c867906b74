"""`Sight`: a step to draw, with everything its drawing depends on; serves as the cache key of drawings."""

from typing import Any, NamedTuple

from gjkscope.app.base.identity import Identity
from gjkscope.app.scenes.cameras.easing import EASES
from gjkscope.app.scenes.scene import Body
from gjkscope.app.state.model import Visibility
from gjkscope.app.view.drawing.timing import stage

MOVING = 0.8  # fraction of a beat in which its drawing moves; in the rest, the eye takes in the result


class SightBeat(NamedTuple):
    """A position within the step: the names of the beats that its algorithm declares, and the one in progress."""

    names: tuple[str, ...]
    number: int
    progress: float  # 0 … 1


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
    beat: SightBeat | None = None  # None: the whole step is drawn

    @property
    def so_far(self) -> tuple[Any, ...]:
        """The steps up to this one."""
        return (self.run.value.steps if self.run.value else ())[: self.number + 1]

    @property
    def before(self) -> Any:
        """The previous step; None at the first one."""
        return self.so_far[-2] if self.number > 0 and len(self.so_far) > 1 else None

    @property
    def after(self) -> Any:
        """The next step; None at the last one."""
        steps = self.run.value.steps if self.run.value else ()
        return steps[self.number + 1] if self.number + 1 < len(steps) else None

    def part(self, beat: str) -> float:
        """How much of a beat has been shown, eased: 0 before it, 1 after it and in a step that is drawn as a whole.

        A drawing shows only this much of each beat: never the result of a later one.  Raises `ValueError` for a
        beat that the step's algorithm does not declare.
        """
        if self.beat is None:
            return 1.0
        ahead = self.beat.names.index(beat) - self.beat.number
        if ahead:
            return 0.0 if ahead > 0 else 1.0
        return EASES["smooth"](min(self.beat.progress / MOVING, 1.0))

    @property
    def last_part(self) -> float:
        """How much has been shown of the last beat that the algorithm declares; 1 in a step drawn as a whole."""
        return 1.0 if self.beat is None else self.part(self.beat.names[-1])

    def shows(self, beat: str) -> bool:
        """Whether a beat is in progress or past."""
        return self.beat is None or self.beat.names.index(beat) <= self.beat.number

    def past(self, beat: str) -> float:
        """The progress of the beats after it: 0 until it ends, and in a step that is drawn as a whole."""
        if self.beat is None:
            return 0.0
        since = self.beat.number - self.beat.names.index(beat)
        return stage(self.beat.progress, 0.0, 0.3) if since == 1 else float(since > 1)

    def is_at(self, beat: str) -> bool:
        """Whether a beat is the one in progress."""
        return self.beat is not None and self.beat.names[self.beat.number] == beat
