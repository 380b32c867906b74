"""What can be asked of an algorithm beside its name."""

from dataclasses import dataclass, fields
from typing import Any

from .arguments import flag, shown, vector
from .vectors import ZERO, Vec3


@dataclass(frozen=True)
class Options:
    """Each is for some algorithms only: `query.ALGORITHMS` says which.  A default is what everyone takes.

    Raises `ValueError` that names the option and the value.
    """

    float32: bool = False  # gjk, epa, sat: every operation rounded to single precision, as most engines do
    crossings: bool = False  # brute: also test edges against faces, which finds pairs with no vertex inside
    direction: Vec3 | None = None  # tetrahedron: where its first support is looked for; None is (1, 0, 0)

    def __post_init__(self) -> None:
        for name in ("float32", "crossings"):
            flag(name, getattr(self, name))
        if self.direction is not None:
            object.__setattr__(self, "direction", _direction(self.direction))

    def chosen(self) -> tuple[str, ...]:
        """The names of those that are not the default."""
        return tuple(field.name for field in fields(self) if getattr(self, field.name) != field.default)


DEFAULT = Options()


def _direction(value: Any) -> Vec3:
    direction = vector("direction", value)
    if direction == ZERO:
        raise ValueError(f"direction: must not be zero, got {shown(value)}")
    return direction
