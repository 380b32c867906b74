"""The fields of steps of the test of two bounding boxes."""

from gjkscope.app.view.words.field import Field
from gjkscope.engine import aabb

STEPS = (aabb.State,)

FIELDS = {
    "gap": Field("gap", "m", "> 0: gap between the intervals; < 0: minus their overlap"),
    "number": Field("number", "", "0, 1, 2: x, y, z"),
    "AxisGap.sign": Field("sign", "", "direction in which A leaves B sooner: 1 is negative"),
}
