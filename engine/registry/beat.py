"""`Beat`: a part of a step that shows one idea, and can be animated and paused at."""

from collections.abc import Callable
from typing import Any, NamedTuple


def in_every_step(_step: Any) -> bool:
    return True


class Beat(NamedTuple):
    """A part of a step, such as the search along a direction.

    The beats of an algorithm follow each other in every step; those with nothing to show in a step are skipped.
    """

    name: str  # unique among the beats of an algorithm; drawings ask for a beat by its name
    title: str  # for people; "{a}" and "{b}" are replaced by the names of the two shapes
    # Takes the step and the names that the algorithm's own `explain` takes; says what this beat shows, no more.
    explain: Callable[..., str]
    shows: Callable[[Any], bool] = in_every_step  # whether it shows anything in this step


def beat_title(beat: Beat, a: str = "A", b: str = "B", *_: str) -> str:
    """The title with the names of the two shapes; that of a broad phase, which takes those of all bodies, has none."""
    return beat.title.replace("{a}", a).replace("{b}", b)


def shown_beats(beats: tuple[Beat, ...], step: Any) -> tuple[int, ...]:
    """The indices of the beats that have something to show in the step."""
    return tuple(i for i, beat in enumerate(beats) if beat.shows(step))
