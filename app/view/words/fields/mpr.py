"""The fields of steps of MPR."""

from gjkscope.app.view.words.field import Field
from gjkscope.engine import mpr

STEPS = (mpr.State,)

FIELDS = {
    "tolerance": Field("tolerance", "m", "a gap of at most this counts as contact"),
    "interior": Field("v0", "m", "the interior point of A − B where the ray starts"),
    "lost": Field("slot removed", "", "in the previous portal"),
    "portal": Field("portal", "m", "the triangle that the ray passes through"),
    "hit": Field("origin passed", "", "whether a portal beyond the origin has been found"),
    "nearest": Field("nearest", "m", "the point of v0 and the portal closest to the origin"),
    "clearance": Field("clearance", "m", "radius of a ball around v0 inside A − B"),
}
