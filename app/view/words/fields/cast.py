"""The fields of steps of a GJK ray cast."""

from gjkscope.app.view.words.field import Field
from gjkscope.engine.casting.steps import State

STEPS = (State,)

FIELDS = {
    "time": Field("time", "s", "time since the current placement, after the step"),
    "pose_a": Field("pose of A", "", "at this time"),
    "pose_b": Field("pose of B", "", "at this time"),
    "place": Field("ray", "m", "where the ray is, against A − B as placed at the start"),
    "direction": Field("direction v", "", "unit vector from A − B towards the ray, before the step"),
    "support": Field("support", "m", "of A − B along the direction"),
    "height": Field("height", "m", "of the ray beyond the plane through the support point and the radii"),
    "approach": Field("approach", "m/s", "how fast the ray approaches the plane"),
    "advance": Field("advance", "s", "height / approach: nothing touches sooner"),
    "simplex": Field("simplex", "m", "the feature of A − B nearest to the ray"),
    "weights": Field("weights", "", "of its vertices in the closest point"),
    "closest": Field("closest", "m", "the point of the simplex nearest to the ray"),
    "distance": Field("distance", "m", "of the ray from it, less the radii"),
    "normal": Field("normal", "", "of the last plane that was advanced to: from A to B"),
}
