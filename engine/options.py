"""Options of the algorithms."""

from dataclasses import dataclass, fields
from typing import Any

from gjkscope.engine.arguments import as_flag, as_vector, short_repr
from gjkscope.engine.vectors import ZERO, Vec3


@dataclass(frozen=True)
class Options:
    """Each is for some algorithms only: `registry.ALGORITHMS` says which.  A default is what everyone takes.

    Raises `ValueError` that names the option and the value.
    """

    float32: bool = False
    crossings: bool = False
    direction: Vec3 | None = None

    def __post_init__(self) -> None:
        for name in ("float32", "crossings"):
            as_flag(name, getattr(self, name))
        if self.direction is not None:
            object.__setattr__(self, "direction", _direction(self.direction))

    def chosen(self) -> tuple[str, ...]:
        """The names of the options that differ from the default."""
        return tuple(field.name for field in fields(self) if getattr(self, field.name) != field.default)


DEFAULT = Options()


def _direction(value: Any) -> Vec3:
    direction = as_vector("direction", value)
    if direction == ZERO:
        raise ValueError(f"direction: must not be zero, got {short_repr(value)}")
    return direction
