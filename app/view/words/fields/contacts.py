"""The fields of steps of manifold generation."""

from gjkscope.app.view.words.field import Field
from gjkscope.engine.contacts.steps import State

STEPS = (State,)

FIELDS = {
    "phase": Field("phase", "", "purpose of the step"),
    "policy": Field("policy", "", "whose way to generate contacts"),
    "normal": Field("normal", "", "unit vector from A to B"),
    "face_a": Field("feature of A", "m", "corners of the face, edge or vertex that faces B, in world space"),
    "face_b": Field("feature of B", "m", "corners of the face, edge or vertex that faces A, in world space"),
    "plane": Field("clip plane", "", "what lies on the side of its normal is cut off"),
    "before": Field("before", "m", "corners or points before the step"),
    "after": Field("after", "m", "corners or points after the step"),
    "candidates": Field("candidates", "", "what the step chooses from"),
    "measure": Field("measure", "", "what the candidates are compared by"),
    "reason": Field("reason", "", "why the winner won"),
    "points": Field("points", "", "contact points; depth > 0 is an overlap"),
    "ClipVertex.position": Field("position", "m", "in world space"),
    "ClipVertex.id": Field("id", "", "the features that meet there"),
    "ClipPlane.point": Field("point", "m", "a point of the plane, in world space"),
    "ClipPlane.normal": Field("normal", "", "unit vector, outward"),
    "ClipPlane.name": Field("side", "", "the side that it belongs to"),
    "ContactCandidate.name": Field("name", "", "its features"),
    "ContactCandidate.vector": Field("axis or point", "", "unit vector from A to B, or the position in metres"),
    "ContactCandidate.value": Field("value", "", "what candidates are compared by"),
    "ContactCandidate.chosen": Field("chosen", "", "whether the step chose it"),
    "ContactPoint.position": Field("position", "m", "halfway between the next two"),
    "ContactPoint.position_a": Field("on A", "m", "in world space"),
    "ContactPoint.position_b": Field("on B", "m", "in world space"),
    "ContactPoint.depth": Field("depth", "m", "along the normal; < 0 is a gap"),
    "ContactPoint.id": Field("id", "", "the features that it comes from"),
    "ContactPoint.normal": Field("own normal", "", "where it differs from the manifold's"),
}
