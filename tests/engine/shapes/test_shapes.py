"""Shapes: what they accept and store, and that every rejected value is named."""

import pickle
from dataclasses import FrozenInstanceError, fields
from fractions import Fraction
from math import inf, nan
from typing import Any

import numpy as np
import pytest

from gjkscope.engine.shapes.kinds import (
    SHAPE_TYPES,
    Box,
    Capsule,
    Cone,
    Cylinder,
    Ellipsoid,
    Hull,
    Mesh,
    Point,
    Segment,
    Shape,
    Sphere,
    Superellipsoid,
    Triangle,
)
from tests.engine.kinds import of_all_kinds

CORNERS = ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0))

VALID: dict[type[Shape], dict[str, Any]] = {
    Point: {},
    Segment: {"a": (0, 0, 0), "b": (1, 0, 0)},
    Triangle: {"vertices": CORNERS},
    Sphere: {"radius": 1},
    Box: {"half_extents": (1, 2, 3)},
    Capsule: {"radius": 1, "half_height": 2, "axis": "x"},
    Cylinder: {"radius": 1, "half_height": 2, "axis": "y"},
    Cone: {"radius": 1, "half_height": 2, "axis": "z"},
    Ellipsoid: {"radii": (1, 2, 3)},
    Superellipsoid: {"radii": (1, 2, 3), "exponent": 4},
    Hull: {"vertices": CORNERS},
    Mesh: {"vertices": CORNERS, "faces": ((0, 1, 2),), "parts": (CORNERS,)},
}
VALID |= {
    type(shape): {field.name: getattr(shape, field.name) for field in fields(shape) if field.name != "rounding"}
    for shape in of_all_kinds(0.0)
    if type(shape) not in VALID
}

LENGTHS = ("radius", "half_height")
TRIPLES = ("half_extents", "radii")
POINTS = ("a", "b")

BAD_NUMBERS = [("wide", "must be a number, got 'wide'"), ("1", "must be a number, got '1'"), (None, "must be a number")]
BAD_NUMBERS += [(nan, "must be finite, got nan"), (inf, "must be finite, got inf"), (10**400, "must be finite")]
BAD_LENGTHS = [*BAD_NUMBERS, (-0.5, r"got -0\.5")]


def made(kind: type[Shape], **changes: Any) -> Shape:
    return kind(**{**VALID[kind], **changes})


def kinds_with(*names: str) -> list[tuple[type[Shape], str]]:
    return [(kind, name) for kind, given in VALID.items() for name in names if name in given]


def test_every_kind_is_registered_under_its_file_format_name() -> None:
    assert set(SHAPE_TYPES.values()) == set(VALID)
    assert [name for name in SHAPE_TYPES if name in NAMES] == NAMES


NAMES = [
    "point", "segment", "triangle", "sphere", "box", "capsule", "cylinder", "cone", "ellipsoid", "superellipsoid",
    "hull", "mesh",
]  # fmt: skip


@pytest.mark.parametrize("kind", VALID, ids=lambda kind: kind.__name__)
class TestEveryKind:
    def test_fields_follow_the_file_format_order_with_rounding_last(self, kind: type[Shape]) -> None:
        assert [field.name for field in fields(kind)] == [*VALID[kind], "rounding"]

    def test_numbers_become_floats_and_lists_become_tuples(self, kind: type[Shape]) -> None:
        from_arrays = made(
            kind, **{name: np.array(value) for name, value in VALID[kind].items() if isinstance(value, tuple)}
        )
        assert from_arrays == made(kind)
        assert hash(from_arrays) == hash(made(kind))
        assert all(type(number) in (float, int) for name in VALID[kind] for number in flat(getattr(from_arrays, name)))

    def test_it_is_frozen(self, kind: type[Shape]) -> None:
        with pytest.raises(FrozenInstanceError):
            made(kind).rounding = 1.0  # type: ignore[misc]

    def test_rounding_is_part_of_equality(self, kind: type[Shape]) -> None:
        assert made(kind, rounding=0.5) != made(kind)
        assert made(kind, rounding=0.5).rounding == 0.5

    def test_a_pickled_copy_is_equal_and_hashes_alike(self, kind: type[Shape]) -> None:
        shape = made(kind)
        assert hash(shape) == hash(pickle.loads(pickle.dumps(shape)))  # hash first, so a cached hash is pickled
        assert shape == pickle.loads(pickle.dumps(shape))

    @pytest.mark.parametrize(("value", "message"), BAD_LENGTHS)
    def test_bad_rounding_is_rejected(self, kind: type[Shape], value: Any, message: str) -> None:
        with pytest.raises(ValueError, match=f"^rounding: .*{message}"):
            made(kind, rounding=value)


@pytest.mark.parametrize(("kind", "name"), kinds_with(*LENGTHS))
@pytest.mark.parametrize(("value", "message"), [*BAD_LENGTHS, (0, "must be > 0, got 0")])
def test_a_bad_length_is_rejected(kind: type[Shape], name: str, value: Any, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{name}: .*{message}"):
        made(kind, **{name: value})


@pytest.mark.parametrize(("kind", "name"), kinds_with(*TRIPLES))
@pytest.mark.parametrize(("value", "message"), [*BAD_LENGTHS, (0, r"must be > 0, got 0\.0")])
def test_a_bad_length_among_three_is_rejected_with_its_index(
    kind: type[Shape], name: str, value: Any, message: str
) -> None:
    with pytest.raises(ValueError, match=rf"^{name}\[1\]: .*{message}"):
        made(kind, **{name: (1, value, 1)})


@pytest.mark.parametrize(("kind", "name"), kinds_with(*TRIPLES, *POINTS))
@pytest.mark.parametrize(
    ("value", "message"),
    [((1, 2), r"must be 3 numbers, got 2: \(1, 2\)"), (5, "must be 3 numbers, got 5"), ("abc", r"must be a number")],
)
def test_anything_but_three_numbers_is_rejected(kind: type[Shape], name: str, value: Any, message: str) -> None:
    with pytest.raises(ValueError, match=rf"^{name}.*: {message}"):
        made(kind, **{name: value})


@pytest.mark.parametrize(("value", "message"), BAD_NUMBERS)
def test_a_bad_coordinate_is_rejected_with_its_index(value: Any, message: str) -> None:
    with pytest.raises(ValueError, match=rf"^a\[2\]: {message}"):
        Segment((0, 0, value), (1, 0, 0))
    for kind in (Triangle, Hull, Mesh):
        with pytest.raises(ValueError, match=rf"^vertices\[2\]\[0\]: {message}"):
            made(kind, vertices=(*CORNERS[:2], (value, 0, 0)))


@pytest.mark.parametrize(
    ("kind", "vertices", "message"),
    [
        (Triangle, CORNERS[:2], "vertices: a triangle has 3, got 2"),
        (Triangle, (*CORNERS, (1, 1, 1)), "vertices: a triangle has 3, got 4"),
        (Hull, (), "vertices: a hull needs at least 1, got none"),
        (Mesh, (), "vertices: a mesh needs at least 1, got none"),
        (Hull, None, "vertices: must be a list of points, got None"),
        (Triangle, 7, "vertices: must be a list of points, got 7"),
        (Hull, (1.0, 2.0, 3.0), r"vertices\[0\]: must be 3 numbers, got 1\.0"),
    ],
)
def test_a_bad_list_of_vertices_is_rejected(kind: type[Shape], vertices: Any, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}"):
        made(kind, vertices=vertices)


@pytest.mark.parametrize(
    ("faces", "message"),
    [
        ([(0, 1, 2), (0, 1)], r"faces\[1\]: must be 3 vertex indices, got \(0, 1\)"),
        ([(0, 1, 3)], r"faces\[0\]: must be 3 vertex indices from 0 to 2, got \(0, 1, 3\)"),
        ([(0, 1, -1)], r"faces\[0\]: .*got \(0, 1, -1\)"),
        ([(0, 1, 1.5)], r"faces\[0\]: must be 3 vertex indices, got \(0, 1, 1\.5\)"),
        (np.array([[0, 1, 2], [0, 1, 3]]), r"faces\[1\]: must be 3 vertex indices from 0 to 2, got \(0, 1, 3\)"),
        (np.array([[0, 1]]), r"faces\[0\]: must be 3 vertex indices, got"),
        ([None], r"faces\[0\]: must be 3 vertex indices, got None"),
        (None, "faces: must be a list of faces, got None"),
    ],
)
def test_bad_faces_are_rejected(faces: Any, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}"):
        Mesh(CORNERS, faces)


@pytest.mark.parametrize("axis", ["w", "", "X", None, 1])
@pytest.mark.parametrize("kind", [Capsule, Cylinder, Cone])
def test_a_bad_axis_is_rejected(kind: type[Shape], axis: Any) -> None:
    with pytest.raises(ValueError, match=f"^axis: must be x, y or z, got {axis!r}"):
        made(kind, axis=axis)


def test_any_exact_number_is_accepted() -> None:
    assert Sphere(Fraction(1, 4)) == Sphere(np.float32(0.25)) == Sphere(0.25)  # type: ignore[arg-type]


def test_different_kinds_with_the_same_numbers_are_not_equal() -> None:
    assert len({Capsule(1, 2), Cylinder(1, 2), Cone(1, 2)}) == 3
    assert Hull(CORNERS) != Mesh(CORNERS, ())


def test_a_hull_may_be_flat_or_a_single_point() -> None:
    assert Hull(CORNERS[:1]).vertices == CORNERS[:1]
    assert Hull((*CORNERS, CORNERS[0])).vertices == (*CORNERS, CORNERS[0])


def flat(value: Any) -> list[Any]:
    if isinstance(value, tuple):
        return [item for part in value for item in flat(part)]
    return [] if isinstance(value, str) else [value]


def test_arrays_are_accepted_whole_and_rejected_with_the_index_of_the_fault() -> None:
    mesh = Mesh(np.array(CORNERS), np.array([[0, 1, 2]]))
    assert mesh == Mesh(CORNERS, ((0, 1, 2),))
    assert {type(number) for row in (*mesh.vertices, *mesh.faces) for number in row} == {float, int}
    with pytest.raises(ValueError, match=r"vertices\[1\]\[2\]: must be finite, got nan"):
        Hull(np.array([[0.0, 0.0, 0.0], [1.0, 0.0, nan]]))


@pytest.mark.parametrize("shape", [Hull(CORNERS), Mesh(CORNERS, ((0, 1, 2),))])
def test_the_hash_of_many_vertices_is_cached(shape: Hull | Mesh) -> None:
    found = hash(shape)
    object.__setattr__(shape, "vertices", [])  # unhashable
    assert hash(shape) == found
