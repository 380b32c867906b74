"""The fields of steps of conservative advancement."""

from gjkscope.app.view.words.field import Field
from gjkscope.engine import advancement

STEPS = (advancement.State,)

FIELDS = {
    "time": Field("time", "s", "time since the current placement"),
    "pose_a": Field("pose of A", "", "at this time"),
    "pose_b": Field("pose of B", "", "at this time"),
    "verdict": Field("verdict", "", "narrow-phase verdict at this time"),
    "gap": Field("gap", "m", "along the normal: at most the distance"),
    "normal": Field("normal", "", "unit vector from A to B"),
    "witness_a": Field("closest on A", "m", "in world space"),
    "witness_b": Field("closest on B", "m", "in world space"),
    "closing": Field("closing", "m/s", "closing speed of the two origins along the normal: (v_A − v_B) · n"),
    "turning_a": Field("A turns", "m/s", "largest contribution of A's rotation: |ω × n| times A's longest arm"),
    "turning_b": Field("B turns", "m/s", "largest contribution of B's rotation: |ω × n| times B's longest arm"),
    "bound": Field("bound μ", "m/s", "upper bound on the closing speed"),
    "advance": Field("advance", "s", "gap / bound: no contact is possible sooner"),
}
