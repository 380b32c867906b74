"""The vocabulary of field names."""

import pytest

from gjkscope.app.notations.fields import Field, ShapeKind, axis_of, kind_of, meaning_of, words_of


@pytest.mark.parametrize(
    ("name", "field"),
    [
        ("mHalfHeightOfCylinder", Field.HALF_HEIGHT),
        ("half_extents", Field.HALF_SIZES),
        ("mHalfExtent", Field.HALF_SIZES),
        ("m_implicitShapeDimensions", Field.IMPLICIT_SIZES),
        ("m_Size", Field.SIZES),
        ("inCenterOfMassTransform1", Field.MATRIX),
        ("centre", Field.CENTER),
        ("m_LocalRotation", Field.ROTATION),
        ("mConvexRadius", Field.ROUNDING),
        ("distance_tolerance", Field.SETTING),
        ("gjk_solver_type", Field.SETTING),
        ("penetrationDepth", Field.DEPTH),
        ("colour", Field.SETTING),
        ("quat", Field.QUATERNION),
        ("lz", Field.LENGTH),
    ],
)
def test_a_field(name: str, field: Field) -> None:
    assert meaning_of(name).field is field


def test_a_name_may_also_say_whose_field_it_is() -> None:
    assert meaning_of("boxA_size")[:3] == (Field.SIZES, ShapeKind.BOX, "a")
    assert meaning_of("cylinder radius")[:2] == (Field.RADIUS, ShapeKind.CYLINDER)
    assert meaning_of("pose_2")[:3] == (Field.MATRIX, None, "2")
    assert meaning_of("second radius").tag == meaning_of("radius2").tag == "2"


def test_components() -> None:
    assert [meaning_of(name)[::3][:2] for name in ("qx", "hy", "pz")] == [
        (Field.QUATERNION, "x"),
        (Field.HALF_SIZES, "y"),
        (Field.POSITION, "z"),
    ]
    assert meaning_of("half_extents_x").component == "x"


def test_kinds_and_axes() -> None:
    assert kind_of("btCapsuleShapeZ") is ShapeKind.CAPSULE
    assert axis_of("btCapsuleShapeZ") == "z"
    assert axis_of("CapsuleShape") == ""
    assert kind_of("PxConvexMeshGeometry") is ShapeKind.HULL
    assert kind_of("friction") is None


def test_words() -> None:
    assert words_of("m_halfExtents2") == ("half", "extents", "2")
    assert words_of("AABBMin") == ("aabb", "min")
