"""The fields of steps of Frank–Wolfe."""

from gjkscope.app.view.words.field import Field
from gjkscope.engine import frank_wolfe

STEPS = (frank_wolfe.State,)

FIELDS = {
    "move": Field("move", "", "how the step moved the closest point v"),
    "gap_of_step": Field(
        "duality gap", "m²", "v·(v − w): divided by |v|, the difference of the bounds that this proves"
    ),
    "away": Field("away from", "", "slot of the active vertex furthest along v"),
    "gap_of_away": Field(
        "away gap", "m²", "v·(a − v) for that vertex: if it exceeds the duality gap, v moves away from a"
    ),
    "length": Field("length γ", "", "fraction of the way from v to the target"),
    "target": Field("target", "m", "where v would be for γ = 1"),
    "cycles": Field("minor cycles", "", "walks towards the nearest point of a flat, until all weights are positive"),
    "before": Field("active set before", "m", "the vertices before the step, and their weights"),
    "active": Field("active set", "m", "the vertices whose weighted mean is v"),
    "closest_before": Field("closest before", "m", "v before the step"),
    "closest": Field("closest v", "m", "the weighted mean of the active vertices"),
    "weights": Field("weights", "", "of the active vertices; their sum is 1"),
    "flat_weights": Field("weights in the flat", "", "barycentric; ≤ 0: the point lies outside the corral"),
    "flat_point": Field("nearest of the flat", "m", "the point of the flat through the corral nearest to the origin"),
    "walked": Field("walked", "", "fraction of the way to it until the first weight vanishes; 1: all the way"),
    "dropped": Field("dropped", "", "number of the vertex whose weight vanished; −1: none"),
}
