"""The algorithms whose steps a page can compute itself, and how their steps are written (`compiled_steps.py`)."""

from typing import Any

from gjkscope.engine.batch.layout import Layout, record_layout
from gjkscope.engine.epa import steps as epa
from gjkscope.engine.gjk import steps as gjk

GJK, EPA = range(2)

STEPPED: dict[str, type[Any]] = {"gjk": gjk.State, "epa": epa.State}
"""The records of the steps, by the names of the algorithms, in the order of their numbers."""


def step_layouts() -> dict[str, dict[str, dict[str, Layout]]]:
    """The layouts of the steps, by the names of the algorithms."""
    return {name: record_layout(record) for name, record in STEPPED.items()}
