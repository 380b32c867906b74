"""A breakpoint: an expression that pauses playback."""

from msgspec import Struct

from gjkscope.app.ask.breakpoints.conditions import CONDITIONS


class Breakpoint(Struct, frozen=True):
    """`expression` is in the expression language; the name of a built-in condition is an expression too."""

    expression: str
    enabled: bool = True

    @property
    def is_built_in(self) -> bool:
        return self.expression in CONDITIONS


class Draft(Struct, frozen=True):
    """The contents of the expression field: a new breakpoint, or an edit of an existing one, given by its index."""

    text: str = ""
    number: int | None = None


BUILT_IN = tuple(Breakpoint(name, enabled=False) for name in CONDITIONS)
"""The initial breakpoints."""
