"""The part of a step that the pointer hovers in the step panel; the views highlight it."""

from typing import NamedTuple

from gjkscope.engine.gjk.simplex import Region


class Pointed(NamedTuple):
    """The hovered part of a step; None where nothing is hovered."""

    region: Region | None = None  # of GJK
    face: int | None = None  # of EPA, by its number in the step
