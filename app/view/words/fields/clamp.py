"""The fields of steps of the clamp of a sphere's centre to a box."""

from gjkscope.app.view.words.field import Field
from gjkscope.engine import clamp

STEPS = (clamp.State,)

FIELDS = {
    "center": Field("centre", "m", "of the sphere, in the box's frame"),
    "clamped": Field("clamped", "m", "the centre, moved to the box on the axes so far; in the box's frame"),
    "side": Field("nearest side", "", "0, 1, 2: the axis of the side nearest to the centre so far"),
    "room": Field("room", "m", "from the centre to that side; negative if the centre is beyond it"),
    "distance": Field("distance", "m", "between the centre and the box so far; minus the depth if it is inside"),
    "normal": Field("normal", "", "unit vector from A to B; zero before the end"),
    "on_box": Field("point of the box", "m", "the clamped centre, at the end the contact; relative to A's position"),
    "point": Field("centre in the world", "m", "of the sphere, relative to A's position"),
    "box_is_a": Field("box is A", "", "whether A is the box"),
}
