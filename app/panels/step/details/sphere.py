"""A step of the test of two bounding spheres: all fields of its record."""

from gjkscope.app.panels.step.definitions import Field
from gjkscope.app.panels.step.record import draw_record
from gjkscope.engine import sphere

STEPS = (sphere.State,)

FIELDS = {
    "test": Field("test", "", "the volumes tested"),
    "square": Field("offset²", "m²", "contribution of this axis to distance²"),
    "limit": Field("both radii²", "m²", "(radius of A + radius of B)²"),
    "radius_a": Field("radius of A", "m", "of A's bounding ball; 0 if its box is tested"),
    "radius_b": Field("radius of B", "m", "of B's bounding ball; 0 if its box is tested"),
}

draw_details = draw_record
