"""A breakpoint: an expression that pauses playback."""

from dataclasses import dataclass

from gjkscope.app.breakpoints.conditions import CONDITIONS


@dataclass(frozen=True)
class Breakpoint:
    """`expression` is in the expression language; the name of a built-in condition is an expression too."""

    expression: str
    enabled: bool = True

    @property
    def is_built_in(self) -> bool:
        return self.expression in CONDITIONS


@dataclass(frozen=True)
class Draft:
    """The contents of the expression field: a new breakpoint, or an edit of an existing one, given by its index."""

    text: str = ""
    number: int | None = None


BUILT_IN = tuple(Breakpoint(name, enabled=False) for name in CONDITIONS)
"""The initial breakpoints."""
