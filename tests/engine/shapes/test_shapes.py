"""Shapes: what they accept and store, and that every rejected value is named."""

import pickle
from dataclasses import FrozenInstanceError, fields
from fractions import Fraction
from math import inf, nan
from typing import Any

import numpy as np
import pytest

from gjkscope.engine.shapes import kinds
from tests.engine.kinds import of_all_kinds

CORNERS = ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0))

VALID: dict[type[kinds.Shape], dict[str, Any]] = {
    kinds.Point: {},
    kinds.Segment: {"a": (0, 0, 0), "b": (1, 0, 0)},
    kinds.Triangle: {"vertices": CORNERS},
    kinds.Sphere: {"radius": 1},
    kinds.Box: {"half_extents": (1, 2, 3)},
    kinds.Capsule: {"radius": 1, "half_height": 2, "axis": "x"},
    kinds.Cylinder: {"radius": 1, "half_height": 2, "axis": "y"},
    kinds.Cone: {"radius": 1, "half_height": 2, "axis": "z"},
    kinds.Ellipsoid: {"radii": (1, 2, 3)},
    kinds.Superellipsoid: {"radii": (1, 2, 3), "exponent": 4},
    kinds.Hull: {"vertices": CORNERS},
    kinds.Mesh: {"vertices": CORNERS, "faces": ((0, 1, 2),), "parts": (CORNERS,)},
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


def make_shape(kind: type[kinds.Shape], **changes: Any) -> kinds.Shape:
    return kind(**{**VALID[kind], **changes})


def kinds_with(*names: str) -> list[tuple[type[kinds.Shape], str]]:
    return [(kind, name) for kind, given in VALID.items() for name in names if name in given]


def test_every_kind_is_registered_under_its_file_format_name() -> None:
    assert set(kinds.SHAPE_TYPES.values()) == set(VALID)
    assert [name for name in kinds.SHAPE_TYPES if name in NAMES] == NAMES


NAMES = [
    "point", "segment", "triangle", "sphere", "box", "capsule", "cylinder", "cone", "ellipsoid", "superellipsoid",
    "hull", "mesh",
]  # fmt: skip


@pytest.mark.parametrize("kind", VALID, ids=lambda kind: kind.__name__)
class TestEveryKind:
    def test_fields_follow_the_file_format_order_with_rounding_last(self, kind: type[kinds.Shape]) -> None:
        assert [field.name for field in fields(kind)] == [*VALID[kind], "rounding"]

    def test_numbers_become_floats_and_lists_become_tuples(self, kind: type[kinds.Shape]) -> None:
        from_arrays = make_shape(
            kind, **{name: np.array(value) for name, value in VALID[kind].items() if isinstance(value, tuple)}
        )
        assert from_arrays == make_shape(kind)
        assert hash(from_arrays) == hash(make_shape(kind))
        assert all(type(number) in (float, int) for name in VALID[kind] for number in flat(getattr(from_arrays, name)))

    def test_it_is_frozen(self, kind: type[kinds.Shape]) -> None:
        with pytest.raises(FrozenInstanceError):
            make_shape(kind).rounding = 1.0  # type: ignore[misc]

    def test_rounding_is_part_of_equality(self, kind: type[kinds.Shape]) -> None:
        assert make_shape(kind, rounding=0.5) != make_shape(kind)
        assert make_shape(kind, rounding=0.5).rounding == 0.5

    def test_a_pickled_copy_is_equal_and_hashes_alike(self, kind: type[kinds.Shape]) -> None:
        shape = make_shape(kind)
        assert hash(shape) == hash(pickle.loads(pickle.dumps(shape)))  # hash first, so a cached hash is pickled
        assert shape == pickle.loads(pickle.dumps(shape))

    def test_bad_rounding_is_rejected(self, kind: type[kinds.Shape]) -> None:
        for value, message in BAD_LENGTHS:
            with pytest.raises(ValueError, match=f"^rounding: .*{message}"):
                make_shape(kind, rounding=value)


@pytest.mark.parametrize(("kind", "name"), kinds_with(*LENGTHS))
def test_a_bad_length_is_rejected(kind: type[kinds.Shape], name: str) -> None:
    for value, message in [*BAD_LENGTHS, (0, "must be > 0, got 0")]:
        with pytest.raises(ValueError, match=f"^{name}: .*{message}"):
            make_shape(kind, **{name: value})


@pytest.mark.parametrize(("kind", "name"), kinds_with(*TRIPLES))
def test_a_bad_length_among_three_is_rejected_with_its_index(kind: type[kinds.Shape], name: str) -> None:
    for value, message in [*BAD_LENGTHS, (0, r"must be > 0, got 0\.0")]:
        with pytest.raises(ValueError, match=rf"^{name}\[1\]: .*{message}"):
            make_shape(kind, **{name: (1, value, 1)})


@pytest.mark.parametrize(("kind", "name"), kinds_with(*TRIPLES, *POINTS))
@pytest.mark.parametrize(
    ("value", "message"),
    [((1, 2), r"must be 3 numbers, got 2: \(1, 2\)"), (5, "must be 3 numbers, got 5"), ("abc", r"must be a number")],
)
def test_anything_but_three_numbers_is_rejected(kind: type[kinds.Shape], name: str, value: Any, message: str) -> None:
    with pytest.raises(ValueError, match=rf"^{name}.*: {message}"):
        make_shape(kind, **{name: value})


@pytest.mark.parametrize(("value", "message"), BAD_NUMBERS)
def test_a_bad_coordinate_is_rejected_with_its_index(value: Any, message: str) -> None:
    with pytest.raises(ValueError, match=rf"^a\[2\]: {message}"):
        kinds.Segment((0, 0, value), (1, 0, 0))
    for kind in (kinds.Triangle, kinds.Hull, kinds.Mesh):
        with pytest.raises(ValueError, match=rf"^vertices\[2\]\[0\]: {message}"):
            make_shape(kind, vertices=(*CORNERS[:2], (value, 0, 0)))


@pytest.mark.parametrize(
    ("kind", "vertices", "message"),
    [
        (kinds.Triangle, CORNERS[:2], "vertices: a triangle has 3, got 2"),
        (kinds.Triangle, (*CORNERS, (1, 1, 1)), "vertices: a triangle has 3, got 4"),
        (kinds.Hull, (), "vertices: a hull needs at least 1, got none"),
        (kinds.Mesh, (), "vertices: a mesh needs at least 1, got none"),
        (kinds.Hull, None, "vertices: must be a list of points, got None"),
        (kinds.Triangle, 7, "vertices: must be a list of points, got 7"),
        (kinds.Hull, (1.0, 2.0, 3.0), r"vertices\[0\]: must be 3 numbers, got 1\.0"),
    ],
)
def test_a_bad_list_of_vertices_is_rejected(kind: type[kinds.Shape], vertices: Any, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}"):
        make_shape(kind, vertices=vertices)


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
        kinds.Mesh(CORNERS, faces)


@pytest.mark.parametrize("axis", ["w", "", "X", None, 1])
@pytest.mark.parametrize("kind", [kinds.Capsule, kinds.Cylinder, kinds.Cone])
def test_a_bad_axis_is_rejected(kind: type[kinds.Shape], axis: Any) -> None:
    with pytest.raises(ValueError, match=f"^axis: must be x, y or z, got {axis!r}"):
        make_shape(kind, axis=axis)


def test_any_exact_number_is_accepted() -> None:
    assert kinds.Sphere(Fraction(1, 4)) == kinds.Sphere(np.float32(0.25)) == kinds.Sphere(0.25)  # type: ignore[arg-type]


def test_different_kinds_with_the_same_numbers_are_not_equal() -> None:
    assert len({kinds.Capsule(1, 2), kinds.Cylinder(1, 2), kinds.Cone(1, 2)}) == 3
    assert kinds.Hull(CORNERS) != kinds.Mesh(CORNERS, ())


def test_a_hull_may_be_flat_or_a_single_point() -> None:
    assert kinds.Hull(CORNERS[:1]).vertices == CORNERS[:1]
    assert kinds.Hull((*CORNERS, CORNERS[0])).vertices == (*CORNERS, CORNERS[0])


def flat(value: Any) -> list[Any]:
    if isinstance(value, tuple):
        return [item for part in value for item in flat(part)]
    return [] if isinstance(value, str) else [value]


def test_arrays_are_accepted_whole_and_rejected_with_the_index_of_the_fault() -> None:
    mesh = kinds.Mesh(np.array(CORNERS), np.array([[0, 1, 2]]))
    assert mesh == kinds.Mesh(CORNERS, ((0, 1, 2),))
    assert {type(number) for row in (*mesh.vertices, *mesh.faces) for number in row} == {float, int}
    with pytest.raises(ValueError, match=r"vertices\[1\]\[2\]: must be finite, got nan"):
        kinds.Hull(np.array([[0.0, 0.0, 0.0], [1.0, 0.0, nan]]))


@pytest.mark.parametrize("shape", [kinds.Hull(CORNERS), kinds.Mesh(CORNERS, ((0, 1, 2),))])
def test_the_hash_of_many_vertices_is_cached(shape: kinds.Hull | kinds.Mesh) -> None:
    digest = hash(shape)
    object.__setattr__(shape, "vertices", [])  # unhashable
    assert hash(shape) == digest
