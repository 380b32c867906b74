"""V-Clip: the closest features of two polytopes."""

from gjkscope.engine.v_clip.features import BoundaryFeature, FeatureKind, VoronoiPlane
from gjkscope.engine.v_clip.steps import (
    FeaturePair,
    NamedFeature,
    State,
    prepare,
    result,
    run,
    start,
    step,
    trace,
)
from gjkscope.engine.v_clip.walk import FeatureMove, MoveReason, PlaneTest

__all__ = [
    "BoundaryFeature",
    "FeatureKind",
    "FeatureMove",
    "FeaturePair",
    "MoveReason",
    "NamedFeature",
    "PlaneTest",
    "State",
    "VoronoiPlane",
    "prepare",
    "result",
    "run",
    "start",
    "step",
    "trace",
]
