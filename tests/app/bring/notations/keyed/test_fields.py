"""The vocabulary of field names."""

import pytest

from gjkscope.app.bring.notations.keyed.fields import (
    Quantity,
    ShapeKind,
    axis_of,
    meaning_of,
    shape_kind_of,
    words_of_name,
)


@pytest.mark.parametrize(
    ("name", "field"),
    [
        ("mHalfHeightOfCylinder", Quantity.HALF_HEIGHT),
        ("half_extents", Quantity.HALF_SIZES),
        ("mHalfExtent", Quantity.HALF_SIZES),
        ("m_implicitShapeDimensions", Quantity.IMPLICIT_SIZES),
        ("m_Size", Quantity.SIZES),
        ("inCenterOfMassTransform1", Quantity.MATRIX),
        ("centre", Quantity.CENTER),
        ("m_LocalRotation", Quantity.ROTATION),
        ("mConvexRadius", Quantity.ROUNDING),
        ("distance_tolerance", Quantity.SETTING),
        ("gjk_solver_type", Quantity.SETTING),
        ("penetrationDepth", Quantity.DEPTH),
        ("colour", Quantity.SETTING),
        ("quat", Quantity.QUATERNION),
        ("lz", Quantity.LENGTH),
    ],
)
def test_a_field(name: str, field: Quantity) -> None:
    assert meaning_of(name).field is field


def test_a_name_may_also_say_whose_field_it_is() -> None:
    assert meaning_of("boxA_size")[:3] == (Quantity.SIZES, ShapeKind.BOX, "a")
    assert meaning_of("cylinder radius")[:2] == (Quantity.RADIUS, ShapeKind.CYLINDER)
    assert meaning_of("pose_2")[:3] == (Quantity.MATRIX, None, "2")
    assert meaning_of("second radius").tag == meaning_of("radius2").tag == "2"


def test_components() -> None:
    assert [meaning_of(name)[::3][:2] for name in ("qx", "hy", "pz")] == [
        (Quantity.QUATERNION, "x"),
        (Quantity.HALF_SIZES, "y"),
        (Quantity.POSITION, "z"),
    ]
    assert meaning_of("half_extents_x").component == "x"


def test_kinds_and_axes() -> None:
    assert shape_kind_of("btCapsuleShapeZ") is ShapeKind.CAPSULE
    assert axis_of("btCapsuleShapeZ") == "z"
    assert axis_of("CapsuleShape") == ""
    assert shape_kind_of("PxConvexMeshGeometry") is ShapeKind.HULL
    assert shape_kind_of("friction") is None


def test_words() -> None:
    assert words_of_name("m_halfExtents2") == ("half", "extents", "2")
    assert words_of_name("AABBMin") == ("aabb", "min")
