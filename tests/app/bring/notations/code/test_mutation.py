"""Each rule for methods that change a pose, rotation or list: what it makes of one call."""

from collections.abc import Sequence

import numpy as np
import pytest

from gjkscope.app.bring.notations.code.mutation import CHANGES
from gjkscope.app.bring.notations.code.rules import first_value
from gjkscope.app.bring.notations.code.values import Array, Scalar, Value
from tests.app.bring.notations.code.rule_calls import at, decide, method_call, numbers, rotation, row

VECTOR, TURNED, PLACED = row(1, 2, 3), rotation(0, 0, 1, 0), at(1, 2, 3, rotation(0, 0, 1, 0))
MATRIX = Array((row(1, 0, 0), row(0, 1, 0), row(0, 0, 1)))
SQUARE = Array((row(5, 5), row(5, 5)))
HALF_TURN = Scalar(np.pi)

# In the order of the table: the reason, the method, the old value, the arguments, the new value.
CALLS: list[tuple[str, str, Value, Sequence[Value], Value]] = [
    ("the identity matrix of the same size", "setidentity", SQUARE, [], Array((row(1, 0), row(0, 1)))),
    ("no rotation", "setidentity", TURNED, [], rotation(0, 0, 0, 1)),
    ("the pose at the origin", "setidentity", PLACED, [], at(0, 0, 0)),
    ("zeros", "setzero", VECTOR, [], row(0, 0, 0)),
    ("ones", "setones", VECTOR, [], row(1, 1, 1)),
    ("a list with one more vector", "emplaceback", Array((VECTOR,)), VECTOR.items, Array((VECTOR, VECTOR))),
    ("a list with one more item", "pushback", Array((VECTOR,)), [row(4, 5, 6)], Array((VECTOR, row(4, 5, 6)))),
    ("another vector", "setvalue", VECTOR, row(4, 5, 6).items, row(4, 5, 6)),
    ("a vector with another component", "sety", VECTOR, [Scalar(7.0)], row(1, 7, 3)),
    ("the rotation of a quaternion", "setvalue", rotation(0, 0, 0, 1), row(0, 0, 1, 0).items, TURNED),
    ("another value of the same type", "copy", at(0, 0, 0), [PLACED], PLACED),
    ("a pose moved in the outer frame", "appendtranslationmut", PLACED, [at(1, 0, 0)], at(2, 2, 3, TURNED)),
    ("a pose turned about the outer origin", "prerotate", at(1, 2, 3), [TURNED], at(-1, -2, 3, TURNED)),
    ("a pose of a rotation and a position", "settransform", at(0, 0, 0), [TURNED, VECTOR], PLACED),
    ("a value of length 1", "normalize", row(0, 0, 5), [], row(0, 0, 1)),
    ("turned as the library says", "setrotation", PLACED, [row(1, 0, 0), HALF_TURN], at(1, 2, 3, rotation(1, 0, 0, 0))),
    ("a pose moved along its own axes", "translate", PLACED, [row(1, 0, 0)], at(0, 2, 3, TURNED)),
    ("a pose moved along the outer axes", "pretranslate", PLACED, [row(1, 0, 0)], at(2, 2, 3, TURNED)),
    ("a pose turned about its own axes", "rotate", PLACED, [rotation(0, 0, -1, 0)], at(1, 2, 3)),
]


@pytest.mark.parametrize(("reason", "method", "old", "arguments", "new"), CALLS, ids=[call[0] for call in CALLS])
def test_change(reason: str, method: str, old: Value, arguments: Sequence[Value], new: Value) -> None:
    rule, value = decide(CHANGES, method_call(method, old, arguments))
    assert (rule, type(value)) == (reason, type(new))
    np.testing.assert_allclose(numbers(value), numbers(new), atol=1e-12)


def test_each_change_is_tested() -> None:
    assert [rule.reason for rule in CHANGES] == [call[0] for call in CALLS]


@pytest.mark.parametrize(
    ("angles", "text"), [([90, 0, 0], "m.getBasis().setEulerZYX()"), ([0, 0, 90], "m.setEulerZYX()")]
)
def test_angles_of_a_matrix_have_another_order_than_those_of_a_quaternion(angles: list[float], text: str) -> None:
    call = method_call("seteulerzyx", at(0, 0, 0), row(*np.radians(angles)).items, text=text)
    _, value = decide(CHANGES, call)
    np.testing.assert_allclose(numbers(value)[:9], [1, 0, 0, 0, 0, -1, 0, 1, 0], atol=1e-12)


@pytest.mark.parametrize(
    ("method", "old"), [("setx", row(1, 2)), ("set", Scalar(1.0)), ("fold", PLACED), ("translate", TURNED)]
)
def test_other_methods_change_nothing(method: str, old: Value) -> None:
    assert first_value(CHANGES, method_call(method, old, [row(1, 2)])) is None
