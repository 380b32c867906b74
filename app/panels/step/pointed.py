"""What of a step is under the pointer in the step panel: the views show it."""

from typing import NamedTuple

from gjkscope.engine.gjk.simplex import Region


class Pointed(NamedTuple):
    region: Region | None = None  # of GJK
    face: int | None = None  # of EPA, by its number in the step
