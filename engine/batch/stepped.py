"""The algorithms whose steps a page can compute itself, and how their steps are written (`compiled_steps.py`)."""

from gjkscope.engine.batch.layout import Layout, record_layout
from gjkscope.engine.epa import steps as epa
from gjkscope.engine.gjk import steps as gjk
from gjkscope.engine.plane.epa import steps as plane_epa
from gjkscope.engine.plane.gjk import steps as plane_gjk

GJK, EPA = range(2)

STEPPED: dict[int, dict[str, type]] = {
    2: {"gjk": plane_gjk.State, "epa": plane_epa.State},
    3: {"gjk": gjk.State, "epa": epa.State},
}
"""By dimension, the records of the steps, by the names of the algorithms, in the order of their numbers."""


def step_layouts(dimension: int) -> dict[str, dict[str, dict[str, Layout]]]:
    """The layouts of the steps, by the names of the algorithms."""
    return {name: record_layout(record) for name, record in STEPPED[dimension].items()}
