"""The algorithms whose steps a page can compute itself.

To add one, list it here, and let `compiled_steps.py`, or `compiled_plane.py` in 2D, write its steps.
`app/share/web/player/livesteps.js` lists what draws and explains them.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from gjkscope.engine.batch.bodies import edge_count
from gjkscope.engine.batch.layout import Layout, record_layout
from gjkscope.engine.epa import steps as epa
from gjkscope.engine.geometry.polytope import is_polytope
from gjkscope.engine.gjk import steps as gjk
from gjkscope.engine.mpr import steps as mpr
from gjkscope.engine.plane.epa import steps as plane_epa
from gjkscope.engine.plane.gjk import steps as plane_gjk
from gjkscope.engine.sat import steps as sat
from gjkscope.engine.shapes.box import BOX
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.shapes.support import VERTICES, core

GJK, EPA, SAT, MPR = range(4)

# Edge pairs that SAT looks at whenever a body moves; two hulls of 64 vertices have 35,000.
MOST_EDGE_PAIRS = 40_000


def _any_pair(shape_a: Shape, shape_b: Shape) -> bool:
    return True


def _takes_polytopes(shape_a: Shape, shape_b: Shape) -> bool:
    """Boxes, hulls, triangles and convex meshes."""
    shapes = (shape_a, shape_b)
    if not all(is_polytope(shape) and core(shape).kind in (BOX, VERTICES) for shape in shapes):
        return False
    return edge_count(shape_a) * edge_count(shape_b) <= MOST_EDGE_PAIRS


class Stepped(NamedTuple):
    """An algorithm whose steps a page can compute itself."""

    number: int  # that tells `record_steps` to write its steps
    state: Any  # the type of the record of a step
    takes: Callable[[Shape, Shape], bool] = _any_pair  # of the pairs that pages answer


STEPPED: dict[int, dict[str, Stepped]] = {
    2: {"gjk": Stepped(GJK, plane_gjk.State), "epa": Stepped(EPA, plane_epa.State)},
    3: {
        "gjk": Stepped(GJK, gjk.State),
        "epa": Stepped(EPA, epa.State),
        "sat": Stepped(SAT, sat.State, _takes_polytopes),
        "mpr": Stepped(MPR, mpr.State),
    },
}
"""By dimension and by the names of the algorithms, in the order of menus."""


def step_layouts(dimension: int) -> dict[str, dict[str, dict[str, Layout]]]:
    """The layouts of the steps, by the names of the algorithms."""
    return {name: record_layout(stepped.state) for name, stepped in STEPPED[dimension].items()}
