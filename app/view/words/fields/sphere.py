"""The fields of steps of the test of two bounding spheres."""

from gjkscope.app.view.words.field import Field
from gjkscope.engine import sphere

STEPS = (sphere.State,)

FIELDS = {
    "test": Field("test", "", "the volumes tested"),
    "square": Field("offset²", "m²", "contribution of this axis to distance²"),
    "limit": Field("both radii²", "m²", "(radius of A + radius of B)²"),
    "radius_a": Field("radius of A", "m", "of A's bounding ball; 0 if its box is tested"),
    "radius_b": Field("radius of B", "m", "of B's bounding ball; 0 if its box is tested"),
}
