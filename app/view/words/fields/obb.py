"""The fields of steps of the test of two boxes."""

from gjkscope.app.view.words.field import Field
from gjkscope.engine import obb

STEPS = (obb.State,)

FIELDS = {
    "number": Field("axis", "", "0 to 2: A's faces, 3 to 5: B's faces, from 6 on: A's edges × B's edges"),
    "direction": Field("axis", "", "unit vector from A to B; zero for parallel edges"),
    "reach_a": Field("reach of A", "m", "half the length of A's projection, including its radius"),
    "reach_b": Field("reach of B", "m", "half the length of B's projection, including its radius"),
    "between": Field("between", "m", "from A's centre to B's along the axis"),
    "overlap": Field("overlap", "m", "distance A must move back along the axis; minus the gap"),
    "chosen": Field("chosen axis", "", "the axis of least overlap so far, from A to B"),
    "chosen_at": Field("chosen at", "", "the number of that axis"),
    "least": Field("least overlap", "m", "on that axis"),
    "contact_a": Field("contact on A", "m", "of the cores, relative to A's position; zero before the end"),
    "contact_b": Field("contact on B", "m", "of the cores, relative to A's position; zero before the end"),
}
