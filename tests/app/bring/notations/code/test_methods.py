"""Each rule for methods without side effects: what it makes of one call."""

from collections.abc import Sequence

import numpy as np
import pytest

from gjkscope.app.base.tokens import TextError
from gjkscope.app.bring.notations.code.calls import METHODS
from gjkscope.app.bring.notations.code.python_vocabulary import VOCABULARY
from gjkscope.app.bring.notations.code.rules import first_value
from gjkscope.app.bring.notations.code.values import Array, OperandMismatch, Scalar, Text, Value
from tests.app.bring.notations.code.rule_calls import at, box, decide, method_call, numbers, rotation, row, thing

VECTOR, TURNED, PLACED = row(1, 2, 3), rotation(0, 0, 1, 0), at(1, 2, 3, rotation(0, 0, 1, 0))
MATRIX = Array((row(1, 2, 3), row(4, 5, 6), row(7, 8, 9)))
CLOSURE = Text("|p|Point3::new(p[0],p[1],p[2])")
FLAT = row(*range(1, 10))

# In the order of the table: the reason, the method, the value, the arguments, the result.
CALLS: list[tuple[str, str, Value, Sequence[Value], Value]] = [
    ("a string that is filled in", "join", Text("+"), [Array((Text("a"), Text("b")))], Text("a+b")),
    ("a copy of a shape that can be moved", "copy", box(1, 2, 3), [], box(1, 2, 3)),
    ("a scaled shape", "ScaleShape", box(1, 2, 3), [Scalar(2.0)], Array((VECTOR, Scalar(2.0)))),
    ("the value that is passed on", "unwrap", VECTOR, [], VECTOR),
    ("the entries of a dictionary", "values", thing(a=Scalar(5.0)), [], row(5)),
    ("an argument of the constructor", "size", box(1, 2, 3), [], VECTOR),
    ("a size of a shape", "getHalfExtents", box(2, 4, 6), [], VECTOR),
    ("the inverse", "inverse", PLACED, [], at(1, 2, -3, rotation(0, 0, -1, 0))),
    ("the transpose", "transpose", Array((VECTOR,)), [], Array((row(1), row(2), row(3)))),
    ("length 1", "normalized", row(0, 3, 4), [], row(0, 0.6, 0.8)),
    ("the inner product", "dot", VECTOR, [row(4, 5, 6)], Scalar(32.0)),
    ("the cross product", "cross", row(1, 0, 0), [row(0, 1, 0)], row(0, 0, 1)),
    ("the length", "norm", row(0, 3, 4), [], Scalar(5.0)),
    ("converted points", "map", Array((VECTOR,)), [CLOSURE], Array((VECTOR,))),
    ("the rows of another shape", "reshape", FLAT, row(3, -1).items, MATRIX),
    ("a function of a number", "powi", Scalar(3.0), [Scalar(2.0)], Scalar(9.0)),
    ("half the extents of two corners", "half_extents", Array((row(0, 0, 0), row(2, 4, 6))), [], VECTOR),
    ("a matrix of numbers by rows", "finished", FLAT, [], MATRIX),
    ("a part of a matrix", "row", MATRIX, [Scalar(1.0)], row(4, 5, 6)),
    ("a flat list", "ravel", MATRIX, [], FLAT),
    ("a part", "translation", PLACED, [], VECTOR),
    ("a product", "append", at(0, 0, 0, TURNED), [at(-1, -2, 3)], PLACED),
]


@pytest.mark.parametrize(("reason", "method", "base", "arguments", "result"), CALLS, ids=[call[0] for call in CALLS])
def test_method(reason: str, method: str, base: Value, arguments: Sequence[Value], result: Value) -> None:
    rule, value = decide(METHODS, method_call(method, base, arguments, VOCABULARY))
    assert rule == reason
    np.testing.assert_allclose(numbers(value), numbers(result), atol=1e-12)


def test_each_method_is_tested() -> None:
    assert [rule.reason for rule in METHODS] == [call[0] for call in CALLS]


def test_fields_of_an_object_stand_above_methods_that_pass_it_on() -> None:
    reason, value = decide(METHODS, method_call("shape", thing("Body", shape=VECTOR)))
    assert (reason, value) == ("a part", VECTOR)


def test_shapes_of_libraries_that_share_them_are_not_copied() -> None:
    shape = box(1, 2, 3)
    assert decide(METHODS, method_call("copy", shape)) == ("the value that is passed on", shape)


def test_the_edge_of_a_box_is_chosen_by_its_number() -> None:
    reason, value = decide(METHODS, method_call("side", box(1, 2, 3), [Scalar(2.0)]))
    assert (reason, value) == ("a size of a shape", Scalar(3.0))


def test_a_list_times_a_matrix_is_a_product() -> None:
    _, value = decide(METHODS, method_call("dot", MATRIX, [row(0, 1, 0)]))
    assert numbers(value) == [2, 5, 8]


@pytest.mark.parametrize(
    ("method", "base", "arguments"),
    [
        ("setPose", thing("Body"), []),
        ("mass", thing("Body"), []),
        ("size", box(1, 2, 3), [VECTOR]),
        ("fold", VECTOR, [VECTOR]),
    ],
)
def test_other_methods_have_no_value_here(method: str, base: Value, arguments: Sequence[Value]) -> None:
    assert first_value(METHODS, method_call(method, base, arguments)) is None


@pytest.mark.parametrize(("method", "sizes"), [("reshape", (3, 3)), ("flatten", ())])
def test_numbers_by_columns_are_refused(method: str, sizes: tuple[int, ...]) -> None:
    """They were read by rows: a rotation became its inverse."""
    call = method_call(method, MATRIX, row(*sizes).items)
    assert numbers(first_value(METHODS, call) or VECTOR) == numbers(MATRIX)
    call.given.named["order"] = Text("F")
    with pytest.raises(OperandMismatch, match=f"{method}: the order must be by rows"):
        first_value(METHODS, call)


def test_closures_that_change_points_are_refused() -> None:
    with pytest.raises(TextError, match="what map does to the points is not understood"):
        first_value(METHODS, method_call("map", Array((VECTOR,)), [Text("|p|Point3::new(p[1],p[0],p[2])")]))


@pytest.mark.parametrize(
    ("sizes", "fault"), [((2, -1), "rows of 4"), ((7,), "a list of 7"), ((1, 2, 3), "one or two sizes")]
)
def test_numbers_that_do_not_fill_the_rows_are_refused(sizes: tuple[int, ...], fault: str) -> None:
    with pytest.raises(OperandMismatch, match=fault):
        first_value(METHODS, method_call("reshape", FLAT, row(*sizes).items))
