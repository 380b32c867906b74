"""The fields of steps of alternating projections."""

from gjkscope.app.view.words.field import Field
from gjkscope.engine import alternating

STEPS = (alternating.State,)

FIELDS = {
    "begin": Field("begin", "m", "where the walk begins; in A's frame"),
    "on_b": Field("nearest on B", "m", "to the start of the walk; without the margin, in A's frame"),
    "on_a": Field("nearest on A", "m", "to that point of B; without the margin, in A's frame"),
    "distance": Field("distance", "m", "between these two points"),
    "earlier_begin": Field("earlier begin", "m", "of the walk before, or of this one if there is none to extrapolate"),
    "earlier_on_a": Field("earlier on A", "m", "where that walk ended"),
    "begin_seen": Field("begin, world axes", "m", "relative to A's position"),
    "on_b_seen": Field("nearest on B, world axes", "m", "relative to A's position"),
    "on_a_seen": Field("nearest on A, world axes", "m", "relative to A's position"),
    "least": Field("least distance", "m", "of all walks so far"),
    "closest_b": Field("closest on B", "m", "at the least distance; in A's frame"),
    "closest_a": Field("closest on A", "m", "at the least distance; in A's frame"),
    "normal": Field("normal", "", "the direction with the best lower bound; in A's frame"),
    "margin": Field("margin", "m", "sum of both margins: an ellipsoid is a smaller body and a ball"),
}
