"""The conventions and idioms of each library: sizes, axes, orders, and how shapes and poses are linked."""

from collections.abc import Iterable
from itertools import product
from math import sqrt

import numpy as np
import pytest
from scipy import spatial
from scipy.optimize import linprog

from gjkscope.app.bring.notations.code.solids import inset
from gjkscope.engine.shapes.kinds import Box, Capsule, Cylinder, Hull, Sphere, Triangle
from gjkscope.engine.vectors import Vec3
from tests.app.bring.notations.code.reading import (
    TURNED,
    UPRIGHT,
    assert_at,
    assert_body,
    assumptions_of,
    read,
    read_bodies,
)


def test_eigen_members_are_set_one_by_one() -> None:
    bodies = read_bodies(
        """
        TEST(Distance, Repro) {
          using S = double;
          const S radius{0.5}, length = 2 * radius + 0.25;  // not 3, 4
          auto can = std::make_shared<fcl::Cylinder<S>>(radius, length);
          Eigen::Isometry3d X_can = Eigen::Isometry3d::Identity();
          X_can.linear() = Eigen::AngleAxisd(M_PI / 2, Eigen::Vector3d::UnitZ()).toRotationMatrix();
          X_can.translation() << 1.0 / 3.0, -length, 0;
          fcl::Box<S> crate(1, 2, 3);
          Eigen::Isometry3d X_crate(Eigen::Translation3d(0, 0, 2));
        }
        """,
        "eigen",
    )
    assert_body(bodies["can"], Cylinder(0.5, 0.625, "z"), (1 / 3, -1.25, 0), TURNED)
    assert_body(bodies["crate"], Box((0.5, 1, 1.5)), (0, 0, 2))


def test_a_quaternion_of_expressions() -> None:
    text = """
    coal::Box slab(6, 10, 2);
    coal::Sphere ball(0.5);
    const double quarter = pi / 4;
    coal::Transform3s M_slab(coal::makeQuat(cos(quarter), 0, 0, sin(quarter)), coal::Vec3s(0, 0, 1));
    coal::Transform3s M_ball;
    M_ball.setTranslation(coal::Vec3s(sqrt(2) / 2, 0, 3));
    """
    bodies = read_bodies(text, "eigen")
    assert_at(bodies["slab"], (0, 0, 1), TURNED)
    assert_at(bodies["ball"], (sqrt(2) / 2, 0, 3))
    swapped = read(text, choices={"quaternion": "xyzw"}).scene.body("slab")
    assert swapped.pose.rotation[0][0] == pytest.approx(1)  # about x


def test_drake_frames_name_the_shapes() -> None:
    bodies = read_bodies(
        """
        const drake::geometry::Capsule b(0.1, 0.5);
        drake::geometry::Box a(0.2, 0.4, 0.6);
        math::RigidTransformd X_WA(math::RollPitchYawd(0, 0, M_PI_2), Vector3d(1, 2, 3));
        const math::RigidTransform<double> X_WB(Eigen::Quaterniond(1, 0, 0, 0), Eigen::Vector3d::Zero());
        """,
        "eigen",
    )
    assert_body(bodies["b"], Capsule(0.1, 0.25, "z"), (0, 0, 0))
    assert_at(bodies["a"], (1, 2, 3), TURNED)


def test_sizes_in_the_names_of_variables() -> None:
    bodies = read_bodies(
        """
        fcl::Vector3<S> brick_box_size(0.4, 0.6, 0.8);
        const double ball_radius = 0.25;
        fcl::Transform3<S> brick_box_pose, ball_pose;
        brick_box_pose.matrix() << 1, 0, 0, 5,
          0, 1, 0, 6,
        0, 0, 1, 7,
        0, 0, 0, 1;
        ball_pose.setIdentity();
        """,
        "eigen",
    )
    assert_body(bodies["brick_box"], Box((0.2, 0.3, 0.4)), (5, 6, 7))
    assert bodies["ball"].shape == Sphere(0.25)


def test_bullet_disabled_code_is_not_read() -> None:
    bodies = read_bodies(
        """
        btCollisionShape* floor = new btBoxShape(btVector3(btScalar(50.), 1, btScalar(50.)));
        // btCollisionShape* puck = new btBoxShape(btVector3(1, 1, 1));
        #if 0
        btCollisionShape* puck = new btCapsuleShape(3, 4);
        #else
        btCollisionShape* puck = new btCapsuleShapeZ(0.5, 2); /* btSphereShape(9) */
        #endif
        btTransform floorTr, puckTr;
        floorTr.setIdentity();
        puckTr.setIdentity();
        puckTr.setOrigin(btVector3(2, 10, 0));
        puckTr.setRotation(btQuaternion(btVector3(0, 0, 1), SIMD_HALF_PI));
        """,
        "bullet-cpp",
    )
    assert list(bodies) == ["floor", "puck"]
    assert_body(bodies["puck"], Capsule(0.5, 1, "z"), (2, 10, 0), TURNED)


def test_bullet_objects_link_shapes_and_poses() -> None:
    bodies = read_bodies(
        """
        btCollisionObject first, second;
        btCylinderShape drum(btVector3(0.5, 2, 0.5));
        first.setCollisionShape(&drum);
        second.setCollisionShape(new btSphereShape(0.25));
        first.getWorldTransform().setOrigin(btVector3(0, 0, 4));
        first.getWorldTransform().getBasis().setEulerZYX(0, 0, M_PI / 2);
        btRigidBody::btRigidBodyConstructionInfo info(1.0,
            new btDefaultMotionState(btTransform(btQuaternion(0, 0, 0, 1), btVector3(0, 5, 0))),
            new btConeShape(0.5, 3), btVector3(0, 0, 0));
        btRigidBody* cone = new btRigidBody(info);
        """,
        "bullet-cpp",
    )
    assert_body(bodies["drum"], Cylinder(0.5, 2, "y"), (0, 0, 4), TURNED)
    assert_at(bodies["second"], (0, 0, 0))
    assert_at(bodies["cone"], (0, 5, 0))


def test_physx_local_poses_compose() -> None:
    bodies = read_bodies(
        """
        PxTransform at(PxVec3(0, 1, 0), PxQuat(PxHalfPi, PxVec3(0, 0, 1)));
        PxRigidDynamic* arm = physics->createRigidDynamic(at);
        PxShape* rod = PxRigidActorExt::createExclusiveShape(*arm, PxCapsuleGeometry(0.5f, 1.0f), *material);
        rod->setLocalPose(PxTransform(1.0f, 0.0f, 0.0f));
        PxRigidStatic* wall = PxCreateStatic(*physics, PxTransform(PxIdentity),
            PxBoxGeometry(PxVec3(1, 2, 3)), *material);
        """,
        "physx-cpp",
    )
    assert_body(bodies["rod"], Capsule(0.5, 1, "x"), (0, 2, 0), TURNED)
    assert bodies["wall"].shape == Box((1, 2, 3))


def test_physx_pairs_by_digits() -> None:
    bodies = read_bodies(
        """
        PxTransform pose2(0.1, 0.0, 0.0);
        PxTransform pose1(0.5f, 0.0, 0.0);
        PxBoxGeometry box1(0.1, 0.2, 0.3);
        PxSphereGeometry ball2(0.1);
        """,
        "physx-cpp",
    )
    assert_at(bodies["box1"], (0.5, 0, 0))
    assert_at(bodies["ball2"], (0.1, 0, 0))


def test_jolt_convex_radius_is_inside() -> None:
    text = """
    CylinderShape post(0.85f, 0.25f, 0.02f);
    BoxShape crate(Vec3(1.0f, 2.0f, 3.0f));
    Mat44 post_tm = Mat44::sTranslation(Vec3(-42.5f, -4.25f, 12.0f));
    Mat44 crate_tm(Vec4(0, 1, 0, 0), Vec4(-1, 0, 0, 0), Vec4(0, 0, 1, 0), Vec4(4, 5, 6, 1));
    """
    bodies = read_bodies(text, "jolt-cpp")
    assert bodies["post"].shape == Cylinder(0.25 - 0.02, 0.85 - 0.02, "y", 0.02)
    assert_body(bodies["crate"], Box((1, 2, 3)), (4, 5, 6), TURNED)
    rounded = read(text, choices={"convex radius": "0.05"})
    assert rounded.scene.body("crate").shape == Box((0.95, 1.95, 2.95), 0.05)


def test_jolt_hull_with_a_convex_radius_keeps_its_size() -> None:
    bodies = read_bodies(
        """
        Array<Vec3> points = { Vec3(-1, -1, -1), Vec3(1, -1, -1), Vec3(-1, 1, -1), Vec3(1, 1, -1),
            Vec3(-1, -1, 1), Vec3(1, -1, 1), Vec3(-1, 1, 1), Vec3(1, 1, 1) };
        ConvexHullShapeSettings rock(points, 0.25f);
        TriangleShape tri(Vec3(0, 0, 2), Vec3(1, 0, 2), Vec3(0, 1, 2));
        """,
        "jolt-cpp",
    )
    rock = bodies["rock"].shape
    assert isinstance(rock, Hull)
    assert rock.rounding == 0.25
    assert len(rock.vertices) == 8
    assert {abs(x) for vertex in rock.vertices for x in vertex} == {0.75}
    assert bodies["tri"].shape == Triangle(((0, 0, 2), (1, 0, 2), (0, 1, 2)))


def test_jolt_triangle_of_a_query() -> None:
    bodies = read_bodies(
        """
        CapsuleShape pill(1.0f, 0.5f);
        Mat44 pill_tm = Mat44::sTranslation(Vec3(0, 1, 0));
        const Vec3 k0(0, 0, 0), k1(1, 0, 0), k2(0, 0, 1);
        CollideConvexVsTriangles job(&pill, Vec3::sOne(), Vec3::sOne(), pill_tm, Mat44::sIdentity(), id, opt, sink);
        job.Collide(k0, k1, k2, active_edges, SubShapeID());
        """,
        "jolt-cpp",
    )
    assert_at(bodies["pill"], (0, 1, 0))
    assert bodies["triangle"].shape == Triangle(((0, 0, 0), (1, 0, 0), (0, 0, 1)))


def test_jolt_body_settings() -> None:
    bodies = read_bodies(
        """
        BodyCreationSettings settings(new SphereShape(0.5f), RVec3(0.0_r, 3.25_r, 0), Quat::sIdentity(),
            EMotionType::Dynamic, 1);
        BodyID ball = bi.CreateAndAddBody(settings, EActivation::Activate);
        BodyCreationSettings more(new CapsuleShape(1.5f, 0.5f), RVec3(1, 2, 3),
            Quat(0, 0, sqrt(0.5f), sqrt(0.5f)), EMotionType::Static, 0);
        BodyID pill = bi.CreateAndAddBody(more, EActivation::Activate);
        """,
        "jolt-cpp",
    )
    assert_at(bodies["ball"], (0, 3.25, 0))
    assert_body(bodies["pill"], Capsule(0.5, 1.5, "y"), (1, 2, 3), TURNED)


def test_box3d_one_pose_belongs_to_the_second_shape() -> None:
    text = """
    b3BoxHull still = b3MakeBoxHull(0.5f, 0.5f, 0.5f);
    b3Sphere moved = {{0.0f, 0.0f, 0.25f}, 0.5f};
    b3Transform rel = {{1.25f, 0.0f, 0.0f}, b3Quat_identity};
    """
    bodies = read_bodies(text, "box3d-c")
    assert_at(bodies["still"], (0, 0, 0))
    assert_at(bodies["moved"], (1.25, 0, 0.25))
    assert_at(read(text, choices={"pose of": "first shape"}).scene.body("still"), (1.25, 0, 0))


def test_box3d_body_definitions_are_used_again() -> None:
    bodies = read_bodies(
        """
        b3BodyDef def = b3DefaultBodyDef();
        def.position = (b3Vec3){ 0.0f, 1.0f, 0.0f };
        b3BodyId lower = b3CreateBody(world, &def);
        b3BoxHull crate = b3MakeCubeHull(0.5f);
        b3ShapeDef shapeDef = b3DefaultShapeDef();
        b3CreateHullShape(lower, &shapeDef, &crate.base);
        def.position = (b3Vec3){ 0.0f, 3.0f, 0.0f };
        def.rotation = b3MakeQuatFromAxisAngle(b3Vec3_axisZ, 0.5f * B3_PI);
        b3BodyId upper = b3CreateBody(world, &def);
        b3Capsule pill = { .center1 = {0, -1, 0}, .center2 = {0, 1, 0}, .radius = 0.25f };
        b3CreateCapsuleShape(upper, &shapeDef, &pill);
        """,
        "box3d-c",
    )
    assert_at(bodies["crate"], (0, 1, 0))
    assert_at(bodies["pill"], (0, 3, 0), TURNED)


def test_libccd_takes_full_sizes() -> None:
    bodies = read_bodies(
        """
        ccd_box_t box;
        ccd_vec3_t axis;
        ccd_quat_t rot;
        CCD_BOX(box);
        CCD_CYL(cyl);
        box.x = box.y = 1.; box.z = 3.;
        cyl.radius = 0.4; cyl.height = 0.7;
        ccdVec3Set(&axis, 0., 0., 1.);
        ccdQuatSetAngleAxis(&rot, M_PI / 2., &axis);
        ccdQuatCopy(&box.quat, &rot);
        ccdVec3Set(&cyl.pos, .6, 0., .5);
        """,
        "libccd-c",
    )
    assert_body(bodies["box"], Box((0.5, 0.5, 1.5)), (0, 0, 0), TURNED)
    assert bodies["cyl"].shape == Cylinder(0.4, 0.35, "z")


def test_parry_one_shape_in_two_places() -> None:
    bodies = read_bodies(
        """
        use parry3d::{query::contact, shape::Cuboid};
        let near = Isometry3::new(Vector3::y(), zero());
        let home = Isometry3::identity();
        let (lo, hi) = (Point3::new(-0.5, -1.0, -0.25), Point3::new(0.5, 1.0, 0.25));
        let brick = ShapeHandle::new(Cuboid::new(AABB::new(lo, hi).half_extents()));
        let c = contact(&near, &brick, &home, &brick.clone(), PREDICTION).unwrap().unwrap();
        """,
        "rust",
    )
    assert bodies["brick (near)"].shape == bodies["brick (home)"].shape == Box((0.5, 1, 0.25))
    assert_at(bodies["brick (near)"], (0, 1, 0))


def test_parry_rotation_vectors_and_end_points() -> None:
    bodies = read_bodies(
        """
        let (a, b) = (Vector::new(0.0, -5.0, 0.0), Vector::new(0.0, 5.0, 0.0));
        let pill = Capsule::new(a, b, 0.5);
        let drum = Cylinder::new(2.0, 1.0f32);
        let pill_pose = Pose::new(Vector::new(4.0, 4.0, 0.0), Vector::new(0.0, 0.0, std::f32::consts::FRAC_PI_2));
        let drum_pose = Pose::from_parts(Vector::Y, Quat::from_rotation_z(90.0_f32.to_radians()));
        """,
        "rust",
    )
    assert_body(bodies["pill"], Capsule(0.5, 5, "y"), (4, 4, 0), TURNED)
    assert_body(bodies["drum"], Cylinder(1, 2, "y"), (0, 1, 0), TURNED)


def test_rapier_builders() -> None:
    bodies = read_bodies(
        """
        let body = RigidBodyBuilder::dynamic().translation(vector![0.0, 1.0, 0.0]).build();
        let handle = bodies.insert(body);
        let part = ColliderBuilder::cuboid(0.5, 0.25, 1.0).translation(vector![0.0, 0.5, 0.0]).friction(0.7).build();
        colliders.insert_with_parent(part, handle, &mut bodies);
        let rail = ColliderBuilder::capsule_x(2.0, 0.25).position(Isometry3::translation(0.0, -1.0, 0.0)).build();
        """,
        "rust",
    )
    assert_at(bodies["part"], (0, 1.5, 0))
    assert_body(bodies["rail"], Capsule(0.25, 2, "x"), (0, -1, 0))


def test_glam_matrices_are_by_columns() -> None:
    bodies = read_bodies(
        """
        let crate_a = Cuboid { half_extents: Vec3::splat(0.5) };
        let ball_b = Ball { radius: 0.25 };
        let t_a = Mat4::from_cols_array(&[0.0, 1.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0,
            0.0, 0.0, 1.0, 0.0, 4.0, 5.0, 6.0, 1.0]);
        let t_b = Mat4::IDENTITY;
        """,
        "rust",
    )
    assert_at(bodies["crate_a"], (4, 5, 6), TURNED)
    assert_at(bodies["ball_b"], (0, 0, 0))


def test_python_slices_of_matrices() -> None:
    bodies = read_bodies(
        """
        from scipy.spatial.transform import Rotation as R
        import numpy as np
        pose = np.eye(4)
        pose[:3, :3] = R.from_euler("xyz", [0, 0, 90], degrees=True).as_matrix()
        pose[:3, 3] = [1, 2, 3]
        crate = trimesh.creation.box(extents=[1, 2, 3], transform=pose)
        drum = colliders.Cylinder(np.eye(4), 0.5, 2.0)
        """,
        "python",
    )
    assert_at(bodies["crate"], (1, 2, 3), TURNED)
    assert bodies["crate"].shape == Box((0.5, 1, 1.5))
    assert_at(bodies["drum"], (0, 0, 0))


def test_python_fcl_takes_w_first() -> None:
    bodies = read_bodies(
        """
        import fcl
        t = fcl.Transform(np.array([0.7071067811865476, 0, 0, 0.7071067811865476]), np.array([0.0, 1.0, 2.0]))
        crate = fcl.CollisionObject(fcl.Box(1, 2, 3), t)
        cone = fcl.CollisionObject(fcl.Cone(1, 2), fcl.Transform(np.eye(3), [1, 0, 0]))
        fcl.distance(crate, cone, request, result)
        """,
        "python",
    )
    assert_at(bodies["crate"], (0, 1, 2), TURNED)
    assert_at(bodies["cone"], (1, 0, 0))


def test_dust_in_a_quaternion_survives() -> None:
    bodies = read_bodies(
        """
        h = 0.25
        builder = newton.ModelBuilder()
        clean = builder.add_body(xform=wp.transform(p=wp.vec3(h, 2 * h, 0.0), q=wp.quat(0.0, 0.0, 0.6, 0.8)))
        builder.add_shape_box(body=clean, hx=h, hy=h, hz=h)
        dusty = builder.add_body(xform=wp.transform(p=wp.vec3(-h, 0.0, 0.0), q=wp.quat(1e-14, 0.0, 0.6, 0.8)))
        builder.add_shape_box(body=dusty, hx=h, hy=h, hz=h)
        """,
        "python",
    )
    assert bodies["clean"].shape == Box((0.25, 0.25, 0.25))
    assert bodies["dusty"].pose.rotation != bodies["clean"].pose.rotation
    assert_at(bodies["dusty"], (-0.25, 0, 0), bodies["clean"].pose.rotation)


def test_the_order_of_bare_quaternions_is_asked() -> None:
    text = """
    box_half_extents = [0.5, 0.4, 0.3]
    box_pos = [0.1, 0.2, 0.3]
    box_quat = [0.5, 0.5, 0.5, -0.5]
    sphere_radius = 0.25
    sphere_pos = [1.0, 0.0, 0.0]
    """
    imported = read(text, "python")
    assert [question.what for question in imported.questions] == ["quaternion"]
    assert imported.scene.body("box").shape == Box((0.5, 0.4, 0.3))
    assert_at(imported.scene.body("sphere"), (1, 0, 0))
    other = read(text, "python", choices={"quaternion": "wxyz"})
    assert other.scene.body("box").pose.rotation != imported.scene.body("box").pose.rotation
    assert other.questions == ()


def test_printed_arrays_have_the_names_before_them() -> None:
    bodies = read_bodies(
        """
>>> verts_a
array([[0., 0., 0.],
       [1., 0., 0.],
       [0., 1., 0.],
       [0., 0., 1.]])
>>> verts_b
array([[5., 0., 0.], [6., 0., 0.], [5., 1., 0.], [5., 0., 1.]])
        """,
        "python",
    )
    assert isinstance(bodies["verts_a"].shape, Hull)
    assert bodies["verts_b"].shape == Hull(((5, 0, 0), (6, 0, 0), (5, 1, 0), (5, 0, 1)))


def test_csharp_stores_points_by_axis() -> None:
    bodies = read_bodies(
        """
        var cloud2 = new float[3, 4] { { 0.0f, 1f, 2f, 3f }, { 5.5f, -0.0f, 0f, 1f }, { 7f, 8f, 9f, 1e1f } };
        double[][] points = new double[][] { new double[] {0, 0, 0}, new[] {1.0, 0, 0},
            new[] {0, 1.0, 0}, new[] {0, 0, 1.0} };
        """,
        "csharp",
    )
    assert bodies["cloud2"].shape == Hull(((0, 5.5, 7), (1, -0.0, 8), (2, 0, 9), (3, 1, 10)))
    assert bodies["points"].shape == Hull(((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)))


def test_c_arrays_flat_and_nested() -> None:
    bodies = read_bodies(
        """
        int main() {
          gkFloat vrtx1[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
          gkFloat vrtx2[4][3] = { 2, 0, 0,  3, 0, 0,  2, 1, 0,  2, 0, 1 };
          bd1.coord = vrtx1; bd1.numpoints = 4;
        }
        """,
        "c",
    )
    assert bodies["vrtx2"].shape == Hull(((2, 0, 0), (3, 0, 0), (2, 1, 0), (2, 0, 1)))


def test_unity_euler_angles_scale_and_height() -> None:
    imported = read(
        """
        using UnityEngine;
        public class Repro : MonoBehaviour {
            void Start() {
                var crate = GameObject.CreatePrimitive(PrimitiveType.Cube);
                crate.transform.localScale = new Vector3(2f, 4f, 6f);
                crate.transform.rotation = Quaternion.Euler(0f, 0f, 90f);
                var go = new GameObject("pill");
                var pill = go.AddComponent<CapsuleCollider>();
                pill.radius = 0.5f; pill.height = 3f; pill.direction = 2;
                go.transform.position = Vector3.up * 2f;
            }
        }
        """
    )
    assert imported.notation == "unity"
    assert "left-handed" in imported.warnings[0]
    pill = imported.scene.body("pill")
    assert_body(pill, Capsule(0.5, 1, "z"), (0, 2, 0), UPRIGHT)


def test_unity_turns_about_z_then_x_then_y() -> None:
    bodies = read_bodies(
        """
        var go = new GameObject();
        var crate = go.AddComponent<BoxCollider>();
        crate.size = new Vector3(1f, 2f, 3f);
        go.transform.eulerAngles = new Vector3(90f, 90f, 0f);
        """,
        "unity",
    )
    assert_at(bodies["crate"], (0, 0, 0), ((0, 1, 0), (0, 0, -1), (-1, 0, 0)))


def test_assumptions_name_their_reasons() -> None:
    imported = read("PxBoxGeometry a(1, 2, 3);\nPxCapsuleGeometry b(0.5, 1);")
    known = assumptions_of(imported)
    assert (known["sizes"], known["height"], known["axis"]) == ("half", "half", "x")
    why = {assumption.what: assumption.why for assumption in imported.assumptions}
    assert why["sizes"] == "PxBoxGeometry takes half extents"
    assert imported.facts[0].body == "a"
    span = next(fact.span for fact in imported.facts if fact.field == "half extents")
    assert imported.context.text[span.start : span.end] == "1, 2, 3"
    full = read(imported.context.text, choices={"sizes": "full", "axis": "z"})
    assert full.scene.body("a").shape == Box((0.5, 1, 1.5))
    assert full.scene.body("b").shape == Capsule(0.5, 1, "z")


@pytest.mark.parametrize(
    "text",
    [
        "JPH::CapsuleShape rod(1.5f, 0.25f);\nJPH::SphereShape ball(0.5f);\n"
        "Mat44 tf = Mat44::sTranslation("
        "Vec3(0, rod.GetHalfHeightOfCylinder() + rod.GetRadius() + ball.GetRadius(), 0));\n"
        "CollisionDispatch::sCollideShapeVsShape(&rod, &ball, Vec3::sOne(), Vec3::sOne(), Mat44::sIdentity(), tf);\n",
        "btCapsuleShape* rod = new btCapsuleShape(0.25, 3);\nbtSphereShape* ball = new btSphereShape(0.5);\n"
        "btTransform rodTr, ballTr;\nrodTr.setIdentity();\nballTr.setIdentity();\n"
        "ballTr.setOrigin(btVector3(0, rod->getHalfHeight() + rod->getRadius() + ball->getRadius(), 0));\n",
    ],
)
def test_places_computed_from_the_sizes_of_shapes(text: str) -> None:
    rod, ball = read(text).scene.bodies
    assert_at(rod, (0.0, 0.0, 0.0))
    assert_at(ball, (0.0, 2.25, 0.0))


def test_a_rounded_hull_is_smaller_by_its_radius() -> None:
    """The corners between the planes that are moved inwards, compared with a linear program and SciPy's half-spaces."""
    for seed in range(10):
        points = np.random.default_rng(seed).normal(size=(seed + 5, 3))
        corners = np.array(inset([(x, y, z) for x, y, z in points.tolist()], 0.01))
        planes = np.add(spatial.ConvexHull(points).equations, (0.0, 0.0, 0.0, 0.01))
        widths = np.hstack((planes[:, :3], np.ones((len(planes), 1))))
        best = linprog((0, 0, 0, -1), A_ub=widths, b_ub=-planes[:, 3], bounds=(None, None))
        expected = spatial.HalfspaceIntersection(planes, best.x[:3]).intersections
        assert spatial.distance.cdist(corners, expected).min(axis=1).max() < 1e-9
        assert spatial.distance.cdist(expected, corners).min(axis=1).max() < 1e-9


@pytest.mark.parametrize("points", [product((0.0, 1.0), repeat=3), product((0.0, 3.0), (0.0, 1.0), (0.0, 2.0))])
def test_a_box_has_no_room_for_more_than_half_its_width(points: Iterable[Vec3]) -> None:
    box = list(points)
    assert len(inset(box, 0.49)) == 8
    with pytest.raises(ValueError, match="leaves nothing"):
        inset(box, 0.5)


def test_a_flat_hull_has_no_inside() -> None:
    with pytest.raises(ValueError, match="flat"):
        inset([(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (1.0, 1.0, 0.0)], 0.1)
