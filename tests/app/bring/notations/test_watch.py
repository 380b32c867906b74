"""Debugger views and logs: what natvis, gdb, lldb, Rust and Unity print."""

import random

import pytest

from gjkscope.app.base.tokens import TextError
from gjkscope.app.bring.notations.importing import import_text
from gjkscope.engine.shapes.kinds import Box, Capsule, Hull, Sphere
from tests.app.bring.notations.random_poses import random_quaternion, rotation_rows

TETRAHEDRON = ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


def shapes(text: str) -> list[object]:
    imported = import_text(text)
    assert imported.notation == "watch"
    return [body.shape for body in imported.scene.bodies]


def test_natvis_prints_the_matrix_of_jolt_as_rows() -> None:
    text = (
        "`shapeA` is a `CapsuleShape` with `{mRadius=0.250000000 mHalfHeightOfCylinder=0.750000000 }`\n"
        "`scaleA` is `1.00000000, 1.00000000, 1.00000000, L^2=3.00000000`\n"
        "`transformA` is `0.00000000, -1.00000000, 0.00000000, 3.5 | 1.00000000, 0.00000000, 0.00000000, 4.5 | "
        "0.00000000, 0.00000000, 1.00000000, 5.5`\n"
    )
    imported = import_text(text)
    (body,) = imported.scene.bodies
    assert (body.name, body.shape) == ("shapeA", Capsule(0.25, 0.75, "y"))
    assert body.pose.position == (3.5, 4.5, 5.5)
    assert body.pose.rotation[0] == (0.0, -1.0, 0.0)
    assert "not data: L^2" in imported.warnings


def test_jolt_in_the_watch_window() -> None:
    text = (
        "-\t\tshape1\t0x000001f2ab34c5d0 {mHalfExtent={1.00000000, 2.00000000, 3.00000000, L^2=14.0000000} "
        "mConvexRadius=0.0500000007 }\tconst JPH::BoxShape *\n"
        "\t\ttransform1\t1.0, 0.0, 0.0, 0.5 | 0.0, 1.0, 0.0, 0.0 | 0.0, 0.0, 1.0, 0.0\tJPH::Mat44\n"
        "-\t\tshape2\t0x000001f2ab34c5d8 {mRadius=0.500000000 }\tconst JPH::SphereShape *\n"
        "\t\ttransform2\t1.0, 0.0, 0.0, 1.5 | 0.0, 1.0, 0.0, 0.0 | 0.0, 0.0, 1.0, 0.0\tJPH::Mat44\n"
    )
    box, sphere = import_text(text).scene.bodies
    assert isinstance(box.shape, Box)
    assert box.shape.rounding == 0.0500000007  # inside the half extents
    assert [half + box.shape.rounding for half in box.shape.half_extents] == pytest.approx([1.0, 2.0, 3.0])
    assert (sphere.shape, sphere.pose.position) == (Sphere(0.5), (1.5, 0.0, 0.0))


def test_a_body_of_jolt() -> None:
    text = "body1 : p=(0, 1.5, 0), r=(0, 0, 0, 1), v=(0, -9, 0), w=(0, 0, 2)\nshape1 {mRadius=0.5 } JPH::SphereShape\n"
    (body,) = import_text(text).scene.bodies
    assert (body.shape, body.pose.position) == (Sphere(0.5), (0.0, 1.5, 0.0))


def test_bullet_in_gdb() -> None:
    text = (
        "(gdb) p *boxA\n$1 = {<btPolyhedralConvexShape> = {<btConvexInternalShape> = {m_localScaling = "
        "{m_floats = {1, 1, 1, 0}}, m_implicitShapeDimensions = {m_floats = {0.46, 0.96, 1.46, 0}}, "
        "m_collisionMargin = 0.04}}, <No data fields>}\n"
        "(gdb) p transformA\n$2 = {m_basis = {m_el = {{m_floats = {1, 0, 0, 0}}, {m_floats = {0, 0, -1, 0}}, "
        "{m_floats = {0, 1, 0, 0}}}}, m_origin = {m_floats = {0, 5.25, 0, 0}}}\n"
    )
    (body,) = import_text(text).scene.bodies
    assert body.shape == Box((0.5, 1.0, 1.5))
    assert body.pose.position == (0.0, 5.25, 0.0)
    assert body.pose.rotation == ((1.0, 0.0, 0.0), (0.0, 0.0, -1.0), (0.0, 1.0, 0.0))


def test_physx_in_lldb() -> None:
    text = (
        "(physx::PxBoxGeometry) boxGeom = {\n  halfExtents = (x = 0.5, y = 0.25, z = 0.125)\n}\n"
        "(physx::PxTransform) boxPose = {\n  q = (x = 0, y = 0, z = 0.6, w = 0.8)\n  p = (x = 1, y = 2, z = 3)\n}\n"
        "(physx::PxCapsuleGeometry) capsuleGeom = (radius = 0.3, halfHeight = 0.6)\n"
        "(physx::PxTransform) capsulePose = (q = (x = 0, y = 0, z = 0, w = 1), p = (x = 1.5, y = 2, z = 3))\n"
    )
    box, capsule = import_text(text).scene.bodies
    assert (box.name, box.shape, box.pose.position) == ("boxGeom", Box((0.5, 0.25, 0.125)), (1.0, 2.0, 3.0))
    assert (capsule.shape, capsule.pose.position) == (Capsule(0.3, 0.6, "x"), (1.5, 2.0, 3.0))


def test_eigen_and_glm_store_columns() -> None:
    eigen = (
        "size_a = Eigen::Matrix<double,3,1,ColMajor> (data ptr: 0x7fffffffe0a0) = {[0] = 1, [1] = 2, [2] = 3}\n"
        "pose_a = Eigen::Matrix<double,4,4,ColMajor> (data ptr: 0x7fffffffe0f0) = {[0,0] = 0, [1,0] = 1, [2,0] = 0, "
        "[3,0] = 0, [0,1] = -1, [1,1] = 0, [2,1] = 0, [3,1] = 0, [0,2] = 0, [1,2] = 0, [2,2] = 1, [3,2] = 0, "
        "[0,3] = 0.5, [1,3] = 0.25, [2,3] = 0.125, [3,3] = 1}\n"
    )
    (body,) = import_text(eigen).scene.bodies
    assert body.shape == Box((0.5, 1.0, 1.5))
    assert body.pose.rotation[0] == (0.0, -1.0, 0.0)
    assert body.pose.position == (0.5, 0.25, 0.125)
    column = "{{x = %s, r = %s, s = %s}, {y = %s, g = 0, t = 0}, {z = %s, b = 0, p = 0}, {w = %s, a = 0, q = 0}}"
    columns = [(0, 0, 0, 1, 0, 0), (-1, -1, -1, 0, 0, 0), (0, 0, 0, 0, 1, 0), (0.5, 0.5, 0.5, 1.5, 0, 1)]
    glm = (
        f"(gdb) p boxTransform\n$1 = {{value = {{{', '.join(column % numbers for numbers in columns)}}}}}\n"
        "(gdb) p boxHalfExtents\n$2 = {{x = 1, r = 1, s = 1}, {y = 2, g = 2, t = 2}, {z = 3, b = 3, p = 3}}\n"
    )
    (body,) = import_text(glm).scene.bodies
    assert (body.shape, body.pose.position) == (Box((1.0, 2.0, 3.0)), (0.5, 1.5, 0.0))
    assert body.pose.rotation[0] == (0.0, -1.0, 0.0)


def test_points_of_a_container() -> None:
    points = ", ".join(f"{{x = {x}, y = {y}, z = {z}}}" for x, y, z in TETRAHEDRON)
    text = f"$1 = std::vector of length 4, capacity 4 = {{{points}}}\n" * 2
    assert shapes(text) == [Hull(TETRAHEDRON)]


def test_debug_output_of_rust() -> None:
    text = (
        "shape1 = Cuboid { half_extents: [1.0, 0.5, 0.25] }\n"
        "pos1 = Isometry { rotation: [0.0, 0.0, 0.0, 1.0], translation: [0.0, 1.0, 0.0] }\n"
        "shape2 = Capsule { segment: Segment { a: [0.0, -0.5, 0.0], b: [0.0, 0.5, 0.0] }, radius: 0.25 }\n"
        "pos2 = Isometry { rotation: Unit { value: Quaternion { coords: [[0.0, 0.0, 0.6, 0.8]] } }, "
        "translation: Translation { vector: [[1.0, 1.0, 0.0]] } }\n"
    )
    assert shapes(text) == [Box((1.0, 0.5, 0.25)), Capsule(0.25, 0.5, "y")]
    assert import_text(text).scene.bodies[1].pose.position == (1.0, 1.0, 0.0)


def test_unity_logs_full_sizes() -> None:
    text = (
        "BoxCollider A size: (1.0, 2.0, 1.0) center: (0.0, 0.5, 0.0) position: (0.5, 0.0, 0.0) rotation: (0, 0, 0, 1)\n"
        "CapsuleCollider B radius: 0.25 height: 2.0 direction: 1 position: (1.2, 0.0, 0.0) rotation: (0, 0, 0, 1)\n"
    )
    imported = import_text(text)
    a, b = imported.scene.bodies
    assert (a.shape, a.pose.position) == (Box((0.5, 1.0, 0.5)), (0.5, 0.5, 0.0))
    assert b.shape == Capsule(0.25, 0.75, "y")
    assert "capsule length" in [assumption.what for assumption in imported.assumptions]


CAPSULES = (
    "(lldb) frame variable\n(const b3Capsule *) rod = 0x000000016fdfe2a0\n(float) radius = 0.75\n"
    "(lldb) p *rod\n"
    "(b3Capsule) $0 = (center1 = (x = -1, y = 0, z = 0), center2 = (x = 1, y = 0, z = 0), radius = 0.25)\n"
    "(lldb) p ball\n(b3Sphere) $1 = {\n  center = (x = 0, y = 0.5, z = 0)\n  radius = 0.5\n}\n"
    "(b3Transform) %s = (p = (x = 0, y = 1, z = 0), q = (v = (x = 0, y = 0, z = 0.6), s = 0.8))\n"
)


def test_box3d_in_lldb() -> None:
    imported = import_text(CAPSULES % "xf")
    rod, ball = imported.scene.bodies
    assert (rod.name, rod.shape, rod.pose.position) == ("rod", Capsule(0.25, 1.0, "x"), (0.0, 0.0, 0.0))
    assert (ball.name, ball.shape) == ("ball", Sphere(0.5))
    assert ball.pose.position == pytest.approx((-0.48, 1.14, 0.0))  # its centre, turned with its body
    (question,) = imported.questions
    assert (question.what, question.value, question.others) == ("pose of", "second shape", ("first shape",))
    assert import_text(CAPSULES % "xf", None, None, {"pose of": "first shape"}).scene.bodies[0].pose.position[1] == 1.0


def test_the_first_letter_of_a_relative_pose_is_the_shape() -> None:
    text = (CAPSULES % "xfBtoA").replace("ball", "ballB").replace("rod", "rodA")
    rod, ball = import_text(text).scene.bodies
    assert (rod.name, rod.pose.position) == ("rodA", (0.0, 0.0, 0.0))
    assert (ball.name, ball.pose.position) == ("ballB", pytest.approx((-0.48, 1.14, 0.0)))


def test_a_breakpoint_of_gdb_and_a_table_of_visual_studio() -> None:
    gdb = (
        'Thread 1 "demo" hit Breakpoint 2, main () at demo.cpp:12\n12\t    bool hit = overlap(low, lowPose);\n'
        "(gdb) p low\n$1 = {<physx::PxGeometry> = {mType = physx::PxGeometryType::eSPHERE}, radius = 0.5}\n"
        "(gdb) p lowPose\n$2 = {q = {x = 0, y = 0, z = 0, w = 1}, p = {x = 1, y = 2, z = 3}}\n"
    )
    (body,) = import_text(gdb).scene.bodies
    assert (body.shape, body.pose.position) == (Sphere(0.5), (1.0, 2.0, 3.0))
    table = (
        "Name\tValue\tType\n\t\tthis\t0x000000a03f0ff2a8 {mHits={ size=3 } }\tCollector *\n"
        "-\t\tbox1\t{halfExtents={x=1.0 y=2.0 z=3.0 } }\tphysx::PxBoxGeometry\n"
        "-\t\tball2\t0x000001d6f3b2c1f0 {m_implicitShapeDimensions="
        "{m_floats=0x000001d6f3b2c220 {0.25, 0.0, 0.0, 0.0} } m_collisionMargin=0.25 }\tbtSphereShape *\n"
        "\t\tdepth\t0.125\tfloat\n"
    )
    imported = import_text(table)
    assert [body.shape for body in imported.scene.bodies] == [Box((1.0, 2.0, 3.0)), Sphere(0.25)]
    assert imported.scene.reported[0].signed_distance == -0.125


def test_base_classes_in_lldb() -> None:
    text = (
        "(lldb) p *crate\n(const JPH::BoxShape) $0 = {\n  JPH::ConvexShape = {\n    mDensity = 1000\n  }\n"
        "  mHalfExtent = (mF32 = {1, 2, 3, 3})\n  mConvexRadius = 0\n}\n"
    )
    (body,) = import_text(text).scene.bodies
    assert (body.name, body.shape) == ("crate", Box((1.0, 2.0, 3.0)))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("box1 {halfExtents={x=nan y=1.0 z=1.0 } }", "'nan' is not finite"),
        ("sphere1 {mRadius=-1.0 mScale=1.0 } JPH::SphereShape", "must be > 0"),
        ("shape1 {mRadius=0.5 mPadding=1 } JPH::SphereShape\npose1 {q={x=0 y=0 z=0 w=0 } p={x=0 y=0 z=0 } }", "zero"),
        (
            "shape1 {mRadius=0.5 mPadding=1 } JPH::SphereShape\npose1 {q={x=0 y=0 z=0 w=0.5 } p={x=0 y=0 z=0 } }",
            "length 0.5",
        ),
        ("shape1 {mRadius=0.5 mPadding=1 }\ntransform1 1, 0, 0, 4 | 0, 1, 0 L^2=3", "a matrix that was cut"),
        ("$1 = {halfExtents = 0.5, 0.5}", "must be three numbers"),
    ],
)
def test_bad_values_are_refused_with_their_place(text: str, message: str) -> None:
    with pytest.raises(TextError, match=message):
        import_text(text, notation="watch")


def test_random_pairs_are_read_back_exactly() -> None:
    draw = random.Random(11)
    for _ in range(20):
        half, radius = [draw.uniform(0.1, 3.0) for _ in range(3)], draw.uniform(0.1, 3.0)
        rows, turn = rotation_rows(draw), random_quaternion(draw)
        matrix = " | ".join(", ".join(map(repr, row)) for row in rows)
        q = " ".join(f"{name}={part!r}" for name, part in zip("xyzw", turn, strict=True))
        text = (
            f"boxA {{halfExtents={{x={half[0]!r} y={half[1]!r} z={half[2]!r} }} }}\nposeA {matrix}\n"
            f"sphereB {{radius={radius!r} }}\nposeB {{q={{{q} }} p={{x=1.0 y=2.0 z=3.0 }} }}\n"
        )
        a, b = import_text(text, notation="watch").scene.bodies
        assert (a.shape, list(a.pose.position)) == (Box(tuple(half)), [row[3] for row in rows])  # type: ignore[arg-type]
        assert a.pose.rotation[0] == pytest.approx(rows[0][:3], abs=1e-14)
        assert (b.shape, b.placement.orientation) == (Sphere(radius), turn)  # type: ignore[union-attr]


def test_columns_below_the_name_of_a_transform() -> None:
    text = (
        "mShape1: CapsuleShape, mRadius = 0.5, mHalfHeightOfCylinder = 1.5\n"
        "mScaleSign2       = 1\n"
        "mSubShapeID1      = 0xFFFFFFFF\n\n"
        "mTransform1 (col-major):\n"
        "  col0 = (0, 1, 0, 0)\n  col1 = (-1, 0, 0, 0)\n  col2 = (0, 0, 1, 0)\n  col3 = (-4, 5, 6.5, 1)\n\n"
        "mBoundsOf1.mMin   = (-0.5, -2, -0.5)\nmBoundsOf1.mMax   = (0.5, 2, 0.5)\n"
        "mBoundsOf1InSpaceOf2.mMin = (1, 2, 3)\nmBoundsOf1InSpaceOf2.mMax = (2, 3, 4)\n"
        "mPenetrationTolerance    = 1e-4\n"
    )
    imported = import_text(text)
    (body,) = imported.scene.bodies  # bounds are no shapes
    assert (imported.notation, body.name, body.shape) == ("watch", "mShape1", Capsule(0.5, 1.5, "y"))
    assert body.pose.position == (-4.0, 5.0, 6.5)
    assert body.pose.rotation == ((0.0, -1.0, 0.0), (1.0, 0.0, 0.0), (0.0, 0.0, 1.0))


def test_rows_below_the_name_of_a_transform() -> None:
    text = (
        "(lldb) p shape\n(JPH::SphereShape) $0 = {\n  mRadius = 0.5\n}\n"
        "mTransform1:\n row0 = (0, -1, 0, 2)\n row1 = (1, 0, 0, 3)\n row2 = (0, 0, 1, 4)\n"
    )
    (body,) = import_text(text).scene.bodies
    assert body.pose.position == (2.0, 3.0, 4.0)
    assert body.pose.rotation[0] == (0.0, -1.0, 0.0)


def test_the_local_variables_of_gdb_next_to_a_line_of_code() -> None:
    imported = import_text(
        "(gdb) frame 3\n#3  0x000000000044 in demo::make (this=0x9a15e8) at src/demo.hpp:12\n"
        "12\t    body->addCollisionShape( shape.get(), reactphysics3d::Transform::identity() );\n"
        "(gdb) info locals\n"
        "box_pose = {mPosition = {x = 1, y = 2, z = 3}, mOrientation = {x = 0, y = 0, z = 0, w = 1}}\n"
        "box_extend = {x = 0.5, y = 0.25, z = 0.125}\nball_radius = 0.75\n"
        "ball_pose = {mPosition = {x = 4, y = 5, z = 6}, mOrientation = {x = 0, y = 0, z = 0, w = 1}}\n"
    )
    assert imported.notation == "watch"
    box, ball = imported.scene.bodies
    assert (box.shape, ball.shape) == (Box((0.5, 0.25, 0.125)), Sphere(0.75))
    assert (box.pose.position, ball.pose.position) == ((1.0, 2.0, 3.0), (4.0, 5.0, 6.0))
    assert any(assumption.what == "sizes" and "full" in assumption.others for assumption in imported.assumptions)


def test_points_in_the_frame_of_a_body_do_not_place_it() -> None:
    text = (
        "shape1 = Cuboid { half_extents: [1.0, 0.5, 0.25] }\n"
        "pos1 = Isometry { rotation: [0.0, 0.0, 0.0, 1.0], translation: [0.0, 1.0, 0.0] }\n"
        "shape2 = Capsule { segment: Segment { a: [0.0, -0.5, 0.0], b: [0.0, 0.5, 0.0] }, radius: 0.25 }\n"
    )
    why = [assumption.why for assumption in import_text(text).assumptions if assumption.what == "pose"]
    assert why == ["the text does not place shape2"]
