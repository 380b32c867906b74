"""A mesh that is being cut into convex parts in the background, while the window stays responsive."""

from typing import TYPE_CHECKING, NamedTuple

from gjkscope.app.window.background import BackgroundJob
from gjkscope.engine.shapes.kinds import Mesh

if TYPE_CHECKING:  # imported when a mesh is decomposed
    from gjkscope.app.ask.decomposition.decompose import Decomposition


class DecompositionJob(NamedTuple):
    """A decomposition in progress."""

    body: str
    mesh: Mesh  # as it was when the job began
    job: "BackgroundJob[Decomposition]"  # raises `DecompositionError`
