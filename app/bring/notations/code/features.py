"""Shapes that a function receives as points: `makeTriangle(a, b, c)`, `SegSegDist(p1, q1, p2, q2)`."""

from collections.abc import Sequence

from gjkscope.app.bring.notations.code import names
from gjkscope.app.bring.notations.code.constructors import new_solid
from gjkscope.app.bring.notations.code.matching import Given
from gjkscope.app.bring.notations.code.program import Program
from gjkscope.app.bring.notations.code.shape_arguments import bound_arguments
from gjkscope.app.bring.notations.code.values import Array, ShapeForm, SolidValue, Value, matrix_rows, vector_in
from gjkscope.app.bring.notations.code.vocabulary import Site

_TRIANGLE = ShapeForm("triangle", ("a", "b", "c"))
_SEGMENT = ShapeForm("segment", ("a", "b"))
_FEATURES = {
    "triangle": _TRIANGLE, "tri": _TRIANGLE, "segment": _SEGMENT, "seg": _SEGMENT, "edge": _SEGMENT,
}  # fmt: skip

# The other words in the name of a function that makes a triangle; area, normal and such are about one.
_MAKING = frozenset(
    "make create new build from points vertices shape geometry collider convex ccd b bt px rp ode gjk mpr test "
    "support collision 3 d".split()
)


def made_triangle(program: Program, name: str, given: Given, site: Site) -> SolidValue | None:
    """The triangle that a function named after it makes of three points; None for any other function."""
    words = set(names.words_of(name))
    if given.named or not words & {"triangle", "tri"} or not words - {"triangle", "tri"} <= _MAKING:
        return None
    values = _spread(given.values)
    if len(values) != 3 or not all(vector_in(value) for value in values):
        return None
    return new_solid(program, _TRIANGLE, site, bound_arguments(_TRIANGLE, values, {}))


def made_pair(program: Program, name: str, given: Given, site: Site) -> bool:
    """Makes the two shapes that a query names and receives as points; False for any other function."""
    forms = [_FEATURES[word] for word in names.words_of(name) if word in _FEATURES][-2:]
    counts = [len(form.parameters) for form in forms]
    points = list(given.values[: sum(counts)])
    if len(forms) != 2 or given.named or len(points) != sum(counts) or not all(vector_in(point) for point in points):
        return False
    if any(vector_in(value) for value in given.values[sum(counts) :]):
        return False
    for number, form in enumerate(forms, start=1):
        taken = [points.pop(0) for _ in form.parameters]
        made = new_solid(program, form, site, bound_arguments(form, taken, {}))
        made.name = f"{form.kind} {number}"
    return True


def with_triangle(program: Program, name: str, values: Sequence[Value], site: Site) -> list[Value]:
    """The arguments of a query about a shape and a triangle, with the triangle in place of its three points."""
    words = set(names.words_of(name))
    solids = [value for value in values if isinstance(value, SolidValue)]
    places = [i for i, value in enumerate(values) if vector_in(value)]
    if len(solids) != 1 or not words & {"triangle", "tri"} or len(places) != 3 or places[2] - places[0] != 2:
        return list(values)
    if solids[0].form.kind == "triangle":
        return list(values)
    points = [values[i] for i in places]
    made = new_solid(program, _TRIANGLE, site, bound_arguments(_TRIANGLE, points, {}))
    made.name = "triangle"
    return [*values[: places[0]], made, *values[places[2] + 1 :]]


def _spread(values: Sequence[Value]) -> list[Value]:
    """The points of a function that receives them in one list."""
    is_list = len(values) == 1 and isinstance(values[0], Array) and len(matrix_rows(values[0]) or ()) == 3
    return list(values[0].items) if is_list and isinstance(values[0], Array) else list(values)
