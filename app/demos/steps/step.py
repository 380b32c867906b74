"""Base classes and helpers of demo steps.

Steps run one after another.  A step lasts `seconds`: a motion takes that long, and an instantaneous step is followed
by a pause of that length.  Modules of steps import pydantic, which is slow; import them only to read a demo.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, Field

from gjkscope.app.actions import Action
from gjkscope.app.base.suggestions import did_you_mean
from gjkscope.app.cameras.easing import EASES
from gjkscope.app.model import Cue, Motion, State
from gjkscope.app.model.demo import TICKS, DemoMark
from gjkscope.app.scenes.file_models import NotNegative, Strict
from gjkscope.app.scenes.scene import Body
from gjkscope.engine.vectors import Vec3

Ease = Literal["smooth", "linear", "in", "out"]
Names = dict[str, Any]
Place = tuple[str | int, ...]

# Longest step, and longest demo, in seconds.  Reading a demo performs it once, and a typo must not make that take days.
MAX_SECONDS = 3600


def at_most_an_hour(seconds: float) -> float:
    if seconds > MAX_SECONDS:
        raise ValueError(f"must be ≤ {MAX_SECONDS}")
    return seconds


class Step(Strict):
    """A step of a demo."""

    seconds: Annotated[NotNegative, AfterValidator(at_most_an_hour)] = Field(
        0.0, description="duration of the step in seconds, at most an hour"
    )
    moves: ClassVar[bool] = False  # whether it takes `seconds`; otherwise it happens at their beginning

    @property
    def length(self) -> int:
        """Duration in ticks."""
        return round(self.seconds * TICKS)

    def cues(self, start: int, place: Place) -> Iterator[Cue]:
        """The cues of the step, which begins at tick `start`."""
        yield Cue(start, self.length if self.moves else 0, self.begin, place)

    def marks(self, start: int) -> Iterator[DemoMark]:
        """The marks that the step makes on the time line, if it begins at tick `start`."""
        yield from ()

    @abstractmethod
    def begin(self, state: State) -> Motion:
        """The motion that starts from `state`.  Raises `ValueError` if the step does not fit the scene."""


if TYPE_CHECKING:
    AnyStep = Step  # for pydantic, `registry` defines it as the union of all steps


class MotionStep(Step):
    ease: Ease = Field("smooth", description="smooth, linear, in (starts at rest) or out (ends at rest)")
    moves: ClassVar[bool] = True

    def eased(self, at: Callable[[State, float], Iterable[Action]]) -> Motion:
        """The motion `at` with this step's easing."""
        ease = EASES[self.ease]
        return lambda state, part: at(state, ease(part))


def instant(*actions: Action) -> Motion:
    """The motion that performs these actions at once."""
    return lambda state, part: actions


def body_of(state: State, name: str, key: str) -> Body:
    """The body called `name`; `key` is where the step refers to it.  Raises `ValueError`."""
    for body in state.document.scene.bodies:
        if body.name == name:
            return body
    names = state.document.scene.names
    raise ValueError(f"{key}: no body is named {name!r}; the bodies are {', '.join(names)}{did_you_mean(name, names)}")


def vec3_from_list(numbers: list[float]) -> Vec3:
    """A vector; of two numbers, one of the plane z = 0."""
    x, y, z = numbers if len(numbers) == 3 else (*numbers, 0.0)
    return (x, y, z)


def timed(steps: Iterable[Step]) -> Iterator[tuple[int, Step]]:
    """The steps, each with its first tick."""
    steps = list(steps)
    starts = accumulate((step.length for step in steps), initial=0)
    yield from zip(starts, steps, strict=False)
