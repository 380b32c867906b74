"""A breakpoint: an expression that playback stops at."""

from dataclasses import dataclass

from .conditions import CONDITIONS


@dataclass(frozen=True)
class Breakpoint:
    """`expression` is in the language; the name of a built-in condition is an expression too."""

    expression: str
    enabled: bool = True

    @property
    def is_built_in(self) -> bool:
        return self.expression in CONDITIONS


@dataclass(frozen=True)
class Draft:
    """What stands in the field for an expression: a new breakpoint, or the number of the one that is changed."""

    text: str = ""
    number: int | None = None


BUILT_IN = tuple(Breakpoint(name, enabled=False) for name in CONDITIONS)
"""What everybody has at first."""
