"""What waits until the user has decided about unsaved changes."""

from dataclasses import dataclass
from enum import StrEnum


class Then(StrEnum):
    """What waits until the user has said what becomes of unsaved changes."""

    NEW = "new"
    BROWSE = "browse"
    READ = "read"
    LESSON = "lesson"
    DEMO = "demo"
    QUIT = "quit"


@dataclass(frozen=True)
class Unsaved:
    """What waits for the answer to the question about unsaved changes; `paths` and `is_example`: what is read then.

    Of a lesson the paths are its name and the number of the page, of a demo the tick that it goes to, if any.
    """

    then: Then
    paths: tuple[str, ...] = ()
    is_example: bool = False
