"""Keeps what changes a polytope from one step of a run to the next."""

from typing import Any, Generic, TypeVar

B = TypeVar("B")


class LastBuilder(Generic[B]):
    """The builder that made the newest polytope of a run.

    A step leaves its polytope as tuples.  Making the builder from them takes a time that grows with the polytope, so a
    run keeps the builder for its next step.  Any other polytope has no builder here, and what a step does depends on
    the polytope alone.
    """

    def __init__(self) -> None:
        self._made: tuple[Any, B] | None = None

    def take(self, polytope: Any) -> B | None:
        """The builder of a polytope, which the caller may change; None if it is not the newest one."""
        made, self._made = self._made, None
        return made[1] if made is not None and made[0] is polytope else None

    def keep(self, polytope: Any, builder: B) -> None:
        """Keeps the builder until the next step; it must not be changed before that."""
        self._made = polytope, builder
