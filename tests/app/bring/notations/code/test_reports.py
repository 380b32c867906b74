"""Code as people paste it into reports: fragments without declarations, helpers, prose around it, unusual statements.

Each text is short and states its pair in another way than the usual one.  What the text says about a pose must arrive
in the scene, or be refused: a pose that is lost silently would judge an engine by another pair.
"""

import numpy as np
import pytest

from gjkscope.app.base.tokens import TextError
from gjkscope.engine.shapes.kinds import Box, Capsule, Cylinder, Hull, Sphere
from tests.app.bring.notations.code.reading import TURNED, assert_at, assert_body, assumptions_of, read, read_bodies

ABOUT_X = ((1.0, 0.0, 0.0), (0.0, 0.0, -1.0), (0.0, 1.0, 0.0))


def test_jolt_settings_with_a_position_and_a_rotation() -> None:
    bodies = read_bodies(
        "BodyCreationSettings cs(new CylinderShape(0.5f, 0.25f), RVec3(0.0_r, 2.0_r, 1.0_r),"
        " Quat(0.707106781f, 0.0f, 0.0f, 0.707106781f), EMotionType::Dynamic, Layers::MOVING);\n"
        "BodyID id = bi.CreateAndAddBody(cs, EActivation::Activate);\n"
        "bi.SetLinearVelocity(id, Vec3(0.0f, -5.0f, 0.0f));\n",
        "jolt-cpp",
    )
    assert_at(bodies["id"], (0.0, 2.0, 1.0), ABOUT_X)


def test_jolt_geometry_scaled_shapes_and_helpers_of_its_tests() -> None:
    bodies = read_bodies(
        "AABox slab(Vec3(1, 1, -2), Vec3(2, 3, 2));\nSphere ball(Vec3(4, 4, 0), sqrt(9.0f) - 0.5f);\n"
        "BoxShapeSettings cube(Vec3::sReplicate(1.0f), 0.0f);\nScaledShapeSettings rod(&cube, Vec3(10, 1, 2));\n"
        "Mat44 rod_tm = Mat44::sTranslation(Vec3(0, 7, 0));\n"
        "Body &other = c.CreateSphere(RVec3(13, 11, 12), 1.5f, EMotionType::Static);\n",
        "jolt-cpp",
    )
    assert_body(bodies["slab"], Box((0.5, 1.0, 2.0)), (1.5, 2.0, 0.0))
    assert bodies["ball"].shape == Sphere(2.5)
    assert bodies["rod"].shape == Box((10.0, 1.0, 2.0))
    assert_at(bodies["other"], (13.0, 11.0, 12.0))


def test_pybullet_position_next_to_a_rotation_function() -> None:
    bodies = read_bodies(
        "import pybullet as p, math\n"
        "col = p.createCollisionShape(p.GEOM_BOX, halfExtents=[.1] * 3)\n"
        "a = p.createMultiBody(0, col, basePosition=[0, 0, 0.5],\n"
        "                      baseOrientation=p.getQuaternionFromEuler([0, 0, math.pi / 2]))\n",
        "python",
    )
    (body,) = bodies.values()
    assert_body(body, Box((0.1, 0.1, 0.1)), (0.0, 0.0, 0.5), TURNED)


def test_rust_struct_update_alias_and_closure() -> None:
    bodies = read_bodies(
        "use nalgebra::Vector3 as v3;\nlet brick = Cuboid::new(v3::new(0.5, 0.25, 1.0));\n"
        "let brick_pos = Isometry3 {\n    translation: Translation3::from(v3::from([0.0, -50.0, 0.0])),\n"
        "    ..Default::default()\n};\n"
        "let points = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]"
        ".map(|arr| Vector::new(arr[0], arr[1], arr[2]));\n"
        "let rock = ConvexPolyhedron::from_convex_hull(&points).unwrap();\nlet rock_pos = na::one();\n"
        "let hit = intersection_test(&brick_pos, &brick, &rock_pos, &rock).unwrap();\n",
        "rust",
    )
    assert_body(bodies["brick"], Box((0.5, 0.25, 1.0)), (0.0, -50.0, 0.0))
    rock = bodies["rock"].shape
    assert isinstance(rock, Hull)
    assert len(rock.vertices) == 4


def test_a_closure_that_moves_the_points_is_refused() -> None:
    with pytest.raises(TextError, match="what map does to the points"):
        read(
            "let points = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]"
            ".map(|p| Vector::new(p[1], p[0], p[2]));\nlet rock = ConvexPolyhedron::from_convex_hull(&points).unwrap();"
        )


def test_names_of_poses_with_a_letter_in_front() -> None:
    bodies = read_bodies(
        "fcl::Boxd b(1, 1, 1);\nfcl::Sphered a(0.5);\n"
        "Eigen::Isometry3d Xa = Eigen::Isometry3d::Identity();\nXa.translation() << 0x1p+1, -0x1p-2, 0;\n"
        "Eigen::Isometry3d Xb = Eigen::Isometry3d::Identity();\n",
        "eigen",
    )
    assert_at(bodies["a"], (2.0, -0.25, 0.0))
    assert_at(bodies["b"], (0.0, 0.0, 0.0))


def test_a_pose_that_only_its_parts_declare() -> None:
    bodies = read_bodies(
        "btBoxShape* crate = createBoxShape(btVector3(.1, .2, .3));\nstartTransform.setIdentity();\n"
        "startTransform.setOrigin(btVector3(0.2 * 2, 2 + .2 * 3, 0));\n"
        "createRigidBody(mass, startTransform, crate);\n",
        "bullet-cpp",
    )
    assert_at(bodies["crate"], (0.4, 2.6, 0.0))


def test_old_fcl_sets_a_rotation_and_a_translation_together() -> None:
    bodies = read_bodies(
        "Matrix3f R(0.0, -1.0, 0.0,  1.0, 0.0, 0.0,  0.0, 0.0, 1.0);\nVec3f T(0.0, 5.0, 3.0);\n"
        "boost::shared_ptr<Box> Box0(new Box(10, 2, 10));\nTransform3f tf0;\ntf0.setTransform(R, T);\n"
        "CollisionObject* co0 = new CollisionObject(Box0, tf0);\n",
        "eigen",
    )
    (body,) = bodies.values()
    assert_at(body, (0.0, 5.0, 3.0), TURNED)


def test_c_fields_with_names_and_partial_vectors() -> None:
    bodies = read_bodies(
        "b3Capsule rod = { .center1 = (b3Vec3){ -1.0f, 0.0f }, .center2 = { 1.0f, 0.0f, 0.0f }, .radius = 0.25f };\n"
        "b3Sphere ball = { { 0.0f, 0.5f, 0.0f }, 0.125f };\n"
        "b3Transform xf = { .p = { 0.0f, 2.0f, 0.0f }, .q = { { 0.0f, 0.0f, 0.0f }, 1.0f } };\n",
        "box3d-c",
    )
    assert bodies["rod"].shape == Capsule(0.25, 1.0, "x")
    assert_at(bodies["ball"], (0.0, 2.5, 0.0))


def test_keywords_that_place_a_shape_are_not_dropped() -> None:
    bodies = read_bodies(
        "from distance3d import colliders\nimport numpy as np\n"
        "s = colliders.Sphere(center=np.array([0.1, -0.2, 0.3], dtype=float), radius=0.9)\n"
        "c = colliders.Cylinder(cylinder2origin=np.eye(4), radius=0.5, length=2)\n",
        "python",
    )
    assert_at(bodies["s"], (0.1, -0.2, 0.3))
    assert bodies["c"].shape == Cylinder(0.5, 1.0, "z")


def test_an_axis_of_newton_is_read() -> None:
    bodies = read_bodies(
        "import newton\nbuilder = newton.ModelBuilder()\n"
        "rod = builder.add_shape_capsule(-1, radius=0.25, half_height=0.5, axis=newton.Axis.X)\n",
        "python",
    )
    (body,) = bodies.values()
    assert body.shape == Capsule(0.25, 0.5, "x")


def test_numpy_adds_a_vector_to_each_row() -> None:
    bodies = read_bodies(
        "import numpy as np\na = np.array([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1.]).reshape(-1, 3)\n"
        "b = a + np.array([0, 0, 1.5])\n",
        "python",
    )
    b = bodies["b"].shape
    assert isinstance(b, Hull)
    np.testing.assert_allclose(b.vertices[3], (0.0, 0.0, 2.5))


@pytest.mark.parametrize(
    "prose",
    [
        "I 'm getting wrong results from this code example:\n\n```\n{code}```\nDrawn in FreeCAD it's fine.",
        "It seems that there is an issue with a simple Box query (see below), here is the test:\n\n{code}",
        "The box's pose isn't used:\n```python\n{code}```",
    ],
)
def test_prose_around_code(prose: str) -> None:
    code = "import fcl\nbox = fcl.Box(1, 2, 3)\nobj = fcl.CollisionObject(box, fcl.Transform([0.5, 2, 1.0]))\n"
    bodies = read_bodies(prose.format(code=code), "python")
    assert_at(bodies["box"], (0.5, 2.0, 1.0))


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("let a = Ball::new(0.5);\nlet pa = Isometry3::translation(f32::NAN, 0.0, 0.0);", 2, "not finite"),
        ("fcl::Boxd a(1, 1, 1);\nTransform3d Xa;\nXa.translation() << 1, 2, compute_z();", 3, "must be numbers"),
        (
            "var p = new float[3, 4] { { 0f, 1f, 2f, 3f }, { 0f, 1f, 2f }, { 0f, 0f, 1f, 1f } };\n"
            "var q = new float[3, 4] { { 0f, 1f, 2f, 3f }, { 0f, 1f, 2f, 2f }, { 0f, 0f, 1f, 1f } };",
            1,
            "a row of 3 numbers: must be 4",
        ),
        (
            "let a = Ball::new(1.0);\nlet b = Ball::new(0.5);\nlet pos_a = Isometry3::translation(x, 0.0, 0.0);\n"
            "let pos_b = Isometry3::identity();",
            3,
            "'x' has no value in the text",
        ),
    ],
)
def test_a_pose_or_list_that_cannot_be_read_is_refused(text: str, line: int, message: str) -> None:
    with pytest.raises(TextError) as fault:
        read(text)
    assert message in fault.value.message
    assert fault.value.line == line


def test_another_notation_is_tried_if_the_surest_one_finds_nothing() -> None:
    imported = read(
        "`fcl::distance` between a box and a cylinder:\n- The box dimensions are: `.05 0.39 1.47`\n"
        "- The cylinder dimensions are: `length=0.18, radius=0.1`\n"
        "- The box transform is: `xyz=0.8 -0.385 0.735; wxyz=0.70710678 0 0 0.70710678`\n"
        "- The cylinder transform is: `xyz=0.4 -0.4 0.93; wxyz=1 0 0 0`\n"
    )
    assert imported.notation == "table"
    assert "finds no shapes" in next(
        assumption.why for assumption in imported.assumptions if assumption.what == "notation"
    )
    assert assumptions_of(imported)["sizes"] == "full"
    box, cylinder = imported.scene.bodies
    assert_at(box, (0.8, -0.385, 0.735), TURNED)
    assert_body(cylinder, Cylinder(0.1, 0.09, "z"), (0.4, -0.4, 0.93))


def test_a_shape_and_a_pose_in_a_tuple() -> None:
    bodies = read_bodies(
        "commands.spawn((RigidBody::Fixed, Transform::from_xyz(0.0, -0.5, 0.0), Collider::cuboid(5.0, 0.5, 5.0)));\n"
        "let mut p = Isometry3::identity();\np.append_translation_mut(&Translation3::new(0.0, 3.0, 0.0));\n"
        "let ball = Ball::new(0.5);\nlet c = contact(&p, &ball);\n",
        "rust",
    )
    assert sorted(body.pose.position for body in bodies.values()) == [(0.0, -0.5, 0.0), (0.0, 3.0, 0.0)]


def test_a_scale_of_unity_is_applied() -> None:
    bodies = read_bodies(
        "GameObject crate = GameObject.CreatePrimitive(PrimitiveType.Cube);\n"
        "crate.transform.position = new Vector3(0, 1, 0);\ncrate.transform.localScale = new Vector3(1, 2, 4);\n",
        "unity",
    )
    assert bodies["crate"].shape == Box((0.5, 1.0, 2.0))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "Transform3d X1 = plant.CalcRelativeTransform(context, W, A);\nTransform3d X2 = Transform3d::Identity();\n"
            "fcl::Boxd b1(1, 1, 1);\nfcl::Boxd b2(1, 1, 1);\nfcl::distance(&b1, X1, &b2, X2, req, res);",
            "the value of this Transform3d is not in the text",
        ),
        (
            "let a = Ball::new(0.5);\nlet mut pose_a = Isometry3::identity();\npose_a.drift_by(&wind, 3.0);\n"
            "let d = contact(&pose_a, &a);",
            "'wind' has no value in the text",
        ),
    ],
)
def test_a_pose_that_depends_on_the_program_is_refused(text: str, message: str) -> None:
    with pytest.raises(TextError, match=message):
        read(text)


def test_a_pose_without_a_shape_is_asked_about() -> None:
    imported = read("fcl::Boxd crate(1, 1, 1);\nfcl::Sphered ball(0.5);\nrun(Eigen::Translation3d(0, 0, 2), 0);\n")
    assert any(question.what == "pose" for question in imported.questions)


def test_a_pose_of_a_loop_is_asked_about_and_lists_of_files_are_mentioned() -> None:
    loop = read(
        "Ref<BoxShape> shape = new BoxShape(Vec3::sReplicate(0.5f), 0.0f);\nfor (int i = 0; i < 10; ++i)\n{\n"
        "  BodyCreationSettings s(shape, RVec3(0, i * 1.1f, 0), Quat::sIdentity(), EMotionType::Dynamic, 1);\n}\n"
    )
    assert [(question.what, question.value) for question in loop.questions] == [
        ("pass of the loop", "the first, with i = 0")
    ]
    missing = read(
        'import numpy as np\nP = np.loadtxt("p.dat")\nQ = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1.]])'
    )
    assert any("the numbers of P are not in the text" in warning for warning in missing.warnings)
