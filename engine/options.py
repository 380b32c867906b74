"""What can be asked of an algorithm beside its name."""

from dataclasses import dataclass, fields
from math import isfinite

from .vectors import Vec3


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
            if not isinstance(getattr(self, name), bool):
                raise ValueError(f"{name}: must be True or False, got {getattr(self, name)!r}")
        if self.direction is not None:
            object.__setattr__(self, "direction", _direction(self.direction))

    def chosen(self) -> tuple[str, ...]:
        """The names of those that are not the default."""
        return tuple(field.name for field in fields(self) if getattr(self, field.name) != field.default)


DEFAULT = Options()


def _direction(value: Vec3) -> Vec3:
    try:
        x, y, z = (float(number) for number in value)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"direction: must be 3 numbers, got {value!r}") from None
    if not all(isfinite(number) for number in (x, y, z)) or (x, y, z) == (0.0, 0.0, 0.0):
        raise ValueError(f"direction: must be finite and not zero, got {value!r}")
    return (x, y, z)
