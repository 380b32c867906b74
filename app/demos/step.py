"""What a step of a demo file is, and what steps have in common.

A step takes its `seconds`: one that moves something is under way for so long, one that does something at once is
followed by a pause.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, Field

from gjkscope.app.actions import Action
from gjkscope.app.cameras.easing import EASES
from gjkscope.app.model import State
from gjkscope.app.model.demo import TICKS, Cue, Motion
from gjkscope.app.scenes.file_models import NotNegative, Strict
from gjkscope.app.scenes.scene import Body
from gjkscope.engine.vectors import Vec3

Ease = Literal["smooth", "linear", "in", "out"]
Names = dict[str, Any]
Place = tuple[str | int, ...]

# Seconds of a step, and of a demo: it is performed once when it is read, and a slip must not take days.
LONGEST = 3600


def _at_most_an_hour(seconds: float) -> float:
    if seconds > LONGEST:
        raise ValueError(f"must be ≤ {LONGEST}")
    return seconds


class Step(Strict):
    """Something that happens in a demo."""

    seconds: Annotated[NotNegative, AfterValidator(_at_most_an_hour)] = Field(
        0.0, description="duration of the step in seconds, at most an hour"
    )
    moves: ClassVar[bool] = False  # it is under way while the seconds pass; else it is done at their beginning

    @property
    def length(self) -> int:
        """How many ticks it takes."""
        return round(self.seconds * TICKS)

    def cues(self, start: int, place: Place) -> Iterator[Cue]:
        """What it does from the tick `start` on."""
        yield Cue(start, self.length if self.moves else 0, self.begin, place)

    def captions(self, start: int) -> Iterator[tuple[int, str]]:
        """The captions that it shows, each with its tick."""
        yield from ()

    @abstractmethod
    def begin(self, state: State) -> Motion:
        """The motion from `state` on.  Raises `ValueError` that names what does not fit the scene."""


class Moving(Step):
    ease: Ease = Field("smooth", description="smooth, linear, in (starts at rest) or out (ends at rest)")
    moves: ClassVar[bool] = True

    def eased(self, at: Callable[[State, float], Iterable[Action]]) -> Motion:
        """The motion that goes through `at` at this step's pace."""
        ease = EASES[self.ease]
        return lambda state, part: at(state, ease(part))


def done(*actions: Action) -> Motion:
    """The motion that is just these actions."""
    return lambda state, part: actions


def body_of(state: State, name: str, key: str) -> Body:
    """The body that the key of a step names.  Raises `ValueError`."""
    for body in state.document.scene.bodies:
        if body.name == name:
            return body
    raise ValueError(f"{key}: no body is named {name!r}; there are {', '.join(state.document.scene.names)}")


def vec3(numbers: list[float]) -> Vec3:
    x, y, z = numbers
    return (x, y, z)
