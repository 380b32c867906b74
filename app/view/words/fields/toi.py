"""The fields of steps of a search for the time of impact."""

from gjkscope.app.view.words.field import Field
from gjkscope.engine.time_of_impact.steps import State

STEPS = (State,)

FIELDS = {
    "phase": Field("phase", "", "choosing an axis, pushing t₂ back, or searching for a root"),
    "time": Field("time", "s", "of the measurement, since the current placement"),
    "pose_a": Field("pose of A", "", "at this time"),
    "pose_b": Field("pose of B", "", "at this time"),
    "axis": Field("axis", "", "a unit vector, in the frame of what it moves with"),
    "SeparationAxis.frame": Field("moves with", "", "the body that the axis is fixed to; nothing: it stands still"),
    "SeparationAxis.vector": Field("vector", "", "in the frame of what the axis moves with"),
    "normal": Field("normal", "", "the axis at this time: from A to B"),
    "point_a": Field("point of A", "m", "deepest along the axis; in a search for a root, at its beginning"),
    "point_b": Field("point of B", "m", "deepest along the axis; in a search for a root, at its beginning"),
    "local_a": Field("in A's frame", "m", "the point of A's core that it belongs to"),
    "local_b": Field("in B's frame", "m", "the point of B's core that it belongs to"),
    "separation": Field("separation s", "m", "of the two points along the axis"),
    "earliest": Field("t₁", "s", "the bodies are further apart than the target here"),
    "latest": Field("t₂", "s", "the end of a span in which the bodies turn little, pushed back towards t₁"),
    "low": Field("bracket from", "s", "the two points are further apart than the target here"),
    "high": Field("bracket to", "s", "the two points are deeper than the target here"),
    "low_separation": Field("s at its start", "m", "of the two points"),
    "high_separation": Field("s at its end", "m", "of the two points"),
    "target": Field("target", "m", "half the tolerance for touching"),
    "band": Field("band", "m", "the target is reached within this"),
    "axes": Field("axes", "", "so far"),
    "rounds": Field("rounds", "", "of this search for a root, so far"),
}
