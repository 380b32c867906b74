"""Meshes.jl's GJK as a registered algorithm."""

from gjkscope.engine.published.engine_record import engine_algorithm
from gjkscope.engine.published.meshes_jl import steps
from gjkscope.engine.published.meshes_jl.explain import WORDS

ALGORITHM = engine_algorithm(
    "meshes-jl",
    "Meshes.jl 0.41: GJK",
    292,
    steps.State,
    steps.trace,
    steps.prepare,
    steps.start,
    steps.step,
    WORDS,
)
