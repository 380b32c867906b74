"""What code does before it asks about a pair: its own functions, loops, changes between calls, queries with poses."""

import pytest

from gjkscope.app.base.tokens import TextError
from gjkscope.engine.shapes.kinds import Box, Capsule, Cylinder, Hull, Sphere, Triangle
from tests.app.bring.notations.code.reading import TURNED, assert_at, assert_body, assumptions_of, read, read_bodies

ABOUT_X = ((1.0, 0.0, 0.0), (0.0, 0.0, -1.0), (0.0, 1.0, 0.0))  # a quarter turn


def test_functions_of_the_text_are_executed_where_they_are_called() -> None:
    text = """
    static b3Quat Turn( b3Vec3 about, float angle )
    {
        float c = cosf( 0.5f * angle ), s = sinf( 0.5f * angle );
        return (b3Quat){ b3MulSV( s, about ), c };
    }
    static void MakePair( b3BoxHull* a, b3BoxHull* b, float h )
    {
        *a = b3MakeBoxHull( h, 2.0f * h, h );
        *b = b3MakeTransformedBoxHull( h, h, h, (b3Transform){ b3Vec3_zero, Turn( b3Vec3_axisZ, 0.5f * B3_PI ) } );
    }
    static b3Transform Shifted( float y ) { return (b3Transform){ { 0.0f, y, 0.0f }, b3Quat_identity }; }
    static int StackTest( void )
    {
        b3BoxHull low, high;
        MakePair( &low, &high, 0.25f );
        b3CollideHulls( &manifold, 8, &low.base, &high.base, Shifted( 0.75f ), &cache );
        return 0;
    }
    """
    bodies = read_bodies(text, "box3d-c")
    assert bodies["low"].shape == Box((0.25, 0.5, 0.25))
    assert_body(bodies["high"], Box((0.25, 0.25, 0.25)), (0, 0.75, 0), TURNED)


def test_a_recursive_function_ends() -> None:
    text = """
    b3Vec3 Deeper( b3Vec3 v ) { return Deeper( b3Add( v, v ) ); }
    b3Sphere ball = { Deeper( b3Vec3_zero ), 1.0f };
    """
    with pytest.raises(TextError, match="called too often"):
        read(text)


def test_the_first_pass_of_a_loop_is_read_and_asked_about() -> None:
    imported = read(
        """
        b3BoxHull crate = b3MakeBoxHull( 0.5f, 0.5f, 0.5f );
        float heights[] = { 0.75f, 0.875f };
        for ( int i = 0; i < ARRAY_COUNT( heights ); ++i )
        {
            b3Sphere ball = { { 0.0f, heights[i], 0.0f }, 0.25f };
            b3CollideHullAndSphere( &manifold, 8, &crate.base, &ball, b3Transform_identity, &cache );
        }
        """
    )
    assert_at(imported.scene.body("ball"), (0, 0.75, 0))
    assert ("pass of the loop", "the first, with i = 0") in [
        (question.what, question.value) for question in imported.questions
    ]


def test_a_loop_over_values() -> None:
    text = """
    RefConst<Shape> crate = new BoxShape(Vec3(1, 1, 1), 0.0f), ball = new SphereShape(0.5f);
    for (float x : { 1.25f, 2.5f })
        CollisionDispatch::sCollideShapeVsShape(crate, ball, Vec3::sOne(), Vec3::sOne(), Mat44::sIdentity(),
            Mat44::sTranslation(Vec3(x, 0, 0)), SubShapeIDCreator(), SubShapeIDCreator(), settings, collector);
    """
    assert_at(read_bodies(text, "jolt-cpp")["ball"], (1.25, 0, 0))


STEPS = """
    CCD_BOX(crate);
    CCD_CYL(can);
    crate.x = 1; crate.y = 2; crate.z = 3;
    can.radius = 0.25; can.height = 1.5;
    ccdVec3Set(&can.pos, 0.5, 0., 0.);
    res = ccdGJKIntersect(&crate, &can, &ccd);
"""


def test_shapes_are_read_as_the_last_call_finds_them() -> None:
    text = STEPS.replace("    res", "    while (n--) {\n    res") + "    can.pos.v[0] += 0.125;\n}"
    imported = read(text)
    assert_body(imported.scene.body("can"), Cylinder(0.25, 0.75, "z"), (0.5, 0, 0))
    assert any("what the code changes later is not read" in warning for warning in imported.warnings)


def test_several_calls_about_changed_shapes_are_asked_about() -> None:
    text = STEPS + "    ccdVec3Set(&can.pos, 0., 1.25, 0.);\n    res = ccdGJKIntersect(&crate, &can, &ccd);\n"
    imported = read(text)
    assert_at(imported.scene.body("can"), (0, 1.25, 0))
    (question,) = [question for question in imported.questions if question.what == "call"]
    assert (question.value, question.others) == ("line 9", ("line 7",))
    assert_at(read(text, choices={"call": "line 7"}).scene.body("can"), (0.5, 0, 0))


def test_functions_of_libccd_change_their_first_argument() -> None:
    text = """
    CCD_BOX(crate);
    CCD_SPHERE(ball);
    crate.x = crate.y = crate.z = 1.;
    ball.radius = 0.5;
    ccdVec3Set(&axis, 0., 0., 1.);
    ccdQuatSetAngleAxis(&crate.quat, M_PI / 4., &axis);
    ccdQuatSetAngleAxis(&turn, M_PI / 4., &axis);
    ccdQuatMul(&crate.quat, &turn);
    ccdVec3Set(&ball.pos, 1., 0., 0.);
    ccdVec3Scale(&ball.pos, 0.75);
    """
    bodies = read_bodies(text, "libccd-c")
    assert_at(bodies["crate"], (0, 0, 0), TURNED)
    assert_at(bodies["ball"], (0.75, 0, 0))
    with pytest.raises(TextError, match="ccdQuatJumble: this function is not known"):
        read(text + "    ccdQuatJumble(&crate.quat, 3);\n")


def test_libccd_without_its_declarations_and_with_initialisers() -> None:
    filled = "box1.x = box1.y = 1.; box1.z = 3.;\nccdVec3Set(&box1.pos, 0., 0., 2.);\nball.radius = 1.;"
    assert [body.name for body in read(filled).scene.bodies] == ["box1"]  # libccd has no type for a ball
    imported = read(filled.replace("ball", "sphere2"))
    assert [assumption.value for assumption in imported.assumptions if assumption.what == "kind"] == ["box", "sphere"]
    assert_body(imported.scene.body("box1"), Box((0.5, 0.5, 1.5)), (0, 0, 2))
    literal = (
        "ccd_sphere_t ball = { .pos = { .v = { 1., 2., 3. } }, .quat = { .q = { 0., 0., 0., 1. } }, .radius = 2. };"
    )
    assert_at(read_bodies(literal, "libccd-c")["ball"], (1, 2, 3))


def test_vectors_and_triangles_of_box3d() -> None:
    text = """
    b3Vec3 middle = { 0.0f, 0.25f, 0.0f }, along = b3Normalize( (b3Vec3){ 3.0f, 0.0f, 4.0f } );
    b3Capsule rod = { b3MulSub( middle, 0.5f, along ), b3MulAdd( middle, 0.5f, along ), 0.125f };
    b3Vec3 corners[] = { { -1.0f, 0.0f }, { 1.0f, 0.0f }, b3Cross( b3Vec3_axisY, b3Vec3_axisX ) };
    b3CollideTriangleAndCapsule( &manifold, 8, corners, &rod, &cache );
    """
    imported = read(text)
    (triangle,) = (body for body in imported.scene.bodies if isinstance(body.shape, Triangle))
    assert isinstance(triangle.shape, Triangle)
    assert triangle.shape.vertices[2] == (0.0, 0.0, -1.0)
    rod = imported.scene.body("rod")
    assert isinstance(rod.shape, Capsule)
    assert (rod.shape.radius, rod.shape.half_height) == (0.125, pytest.approx(0.5))
    assert rod.pose.position == pytest.approx((0, 0.25, 0), abs=1e-12)


def test_two_segments_of_one_call() -> None:
    imported = read("b3Vec3 p = { 1.0f, 2.0f }, q = { 3.0f, 4.0f };\nb3SegmentDistance( p, q, b3Vec3_zero, p );")
    assert [body.name for body in imported.scene.bodies] == ["segment 1", "segment 2"]


PROXIES = """
    b3Vec3 flat[] = { { -1.0f, 0.0f, -1.0f }, { 1.0f, 0.0f, -1.0f }, { 1.0f, 0.0f, 1.0f }, { -1.0f, 0.0f, 1.0f } };
    b3Vec3 tip = { 0.0f, 0.0f, 0.0f };
    b3DistanceInput input = { 0 };
    input.proxyA = b3MakeProxy( flat, 4, 0.0f );
    input.proxyB = b3MakeProxy( &tip, 1, 0.25f );
"""


@pytest.mark.parametrize("member", ["transform", "transformB"])
def test_the_letter_of_a_member_says_which_shape_it_is_about(member: str) -> None:
    text = PROXIES + f"    input.{member} = (b3Transform){{ {{ 0.0f, 2.0f, 0.0f }}, b3Quat_identity }};\n"
    bodies = read_bodies(text + "    b3ShapeDistance( &input, &cache, NULL, 0 );", "box3d-c")
    assert isinstance(bodies["proxyA"].shape, Hull)
    assert_at(bodies["proxyA"], (0, 0, 0))
    assert_body(bodies["proxyB"], Sphere(0.25), (0, 2, 0))


def test_the_motion_of_a_shape_cast_is_no_pose() -> None:
    text = PROXIES.replace("b3DistanceInput", "b3ShapeCastPairInput") + (
        "    input.transform = (b3Transform){ { 0.0f, 2.0f, 0.0f }, b3Quat_identity };\n"
        "    input.translationB = (b3Vec3){ 0.0f, -4.0f, 0.0f };\n"
    )
    bodies = read_bodies(text, "box3d-c")
    assert_at(bodies["proxyA"], (0, 0, 0))
    assert_at(bodies["proxyB"], (0, 2, 0))
    assert bodies["proxyB"].velocity == (0, -4, 0)
    assert bodies["proxyA"].velocity == (0, 0, 0)


def test_a_query_with_the_pose_of_the_body() -> None:
    text = """
    b3BodyId bodyId = b3CreateBody( worldId, &bodyDef );
    b3BoxHull crate = b3MakeBoxHull( 1.0f, 1.0f, 1.0f );
    b3CreateHullShape( bodyId, &shapeDef, &crate.base );
    b3Vec3 tip = { 0.0f, 0.0f, 0.0f };
    b3ShapeProxy proxy = { &tip, 1, 0.5f };
    b3WorldTransform at = { .p = { 5.0f, 0.0f, 0.0f }, .q = { .v = { 0.0f, 0.0f, 0.0f }, .s = 1.0f } };
    b3Body_OverlapShape( bodyId, (b3Pos){ 3.75f, 0.0f, 0.0f }, &proxy, b3DefaultQueryFilter(), at );
    """
    bodies = read_bodies(text, "box3d-c")
    assert_at(bodies["crate"], (5, 0, 0))
    assert_at(bodies["proxy"], (3.75, 0, 0))


def test_queries_of_jolt_take_centres_of_mass() -> None:
    text = """
    Ref<Shape> rod = new RotatedTranslatedShape(Vec3(0, 3, 0), Quat::sRotation(Vec3::sAxisZ(), 0.5f * JPH_PI),
        new CapsuleShape(1.0f, 0.25f));
    Ref<Shape> ball = new SphereShape(0.5f);
    CollisionDispatch::sCollideShapeVsShape(rod, ball, Vec3::sOne(), Vec3::sOne(), Mat44::sTranslation(Vec3(1, 0, 0)),
        Mat44::sIdentity(), SubShapeIDCreator(), SubShapeIDCreator(), settings, collector);
    """
    imported = read(text)
    assert assumptions_of(imported)["frame"] == "centre of mass"
    assert_at(imported.scene.body("rod"), (1, 0, 0), TURNED)
    assert_at(read(text, choices={"frame": "body"}).scene.body("rod"), (1, 3, 0), TURNED)


def test_casts_against_a_triangle_and_inverse_poses_of_jolt() -> None:
    text = """
    SphereShape ball(0.25f);
    Mat44 start = Mat44::sInverseRotationTranslation(Quat::sIdentity(), Vec3(0, -2, 0));
    ShapeCast cast(&ball, Vec3::sOne(), start, Vec3(0, -1, 0));
    CastSphereVsTriangles caster(cast, settings, Vec3::sOne(), Mat44::sIdentity(), { }, collector);
    caster.Cast(Vec3(-1, 0, 0), Vec3(1, 0, 0), Vec3(0, 0, 1), 0b1'11, SubShapeID());
    """
    imported = read(text)
    assert_at(imported.scene.body("ball"), (0, 2, 0))
    (triangle,) = (body for body in imported.scene.bodies if isinstance(body.shape, Triangle))
    assert_at(triangle, (0, 0, 0))


def test_one_pose_in_front_of_two_shapes_moves_both() -> None:
    text = "AABox crate(Vec3(-1, -1, -1), Vec3(1, 1, 1));\nSphere ball(Vec3(0, 2, 0), 0.5f);\n"
    text += "Collide(Mat44::sTranslation(Vec3(5, 0, 0)), crate, ball);\n"
    imported = read(text)
    assert assumptions_of(imported)["pose of"] == "both shapes"
    assert_at(imported.scene.bodies[0], (5, 0, 0))
    assert_at(imported.scene.bodies[1], (5, 2, 0))
    second = read(text, choices={"pose of": "second shape"})
    assert_at(second.scene.bodies[0], (0, 0, 0))


def test_meshes_of_physx_are_scaled() -> None:
    text = """
    const PxVec3 corners[] = { PxVec3(0, 1, 0), PxVec3(1, 0, 0), PxVec3(-1, 0, 1), PxVec3(0, 0, -1) };
    PxConvexMeshDesc desc;
    desc.points.count = 4;
    desc.points.data = corners;
    PxConvexMesh* mesh = PxCreateConvexMesh(params, desc);
    PxConvexMeshGeometry roof(mesh, PxMeshScale(PxVec3(2, 1, 3)));
    PxSphereGeometry ball(1);
    PxTransform roofPose(PxVec3(0, 0, 0)), ballPose(PxVec3(0, 2, 0));
    """
    shape = read_bodies(text, "physx-cpp")["roof"].shape
    assert isinstance(shape, Hull)
    assert (-2.0, 0.0, 3.0) in shape.vertices


def test_a_pose_that_cannot_be_computed_is_refused() -> None:
    text = """
    b3BoxHull low = b3MakeBoxHull( 1.0f, 1.0f, 1.0f ), high = b3MakeBoxHull( 1.0f, 1.0f, 1.0f );
    b3Transform xf = { { 0.0f, height, 0.0f }, b3Quat_identity };
    b3CollideHulls( &manifold, 8, &low.base, &high.base, xf, &cache );
    """
    with pytest.raises(TextError, match="'height' has no value in the text"):
        read(text)


def test_a_literal_that_does_not_fit_its_shape_is_refused() -> None:
    with pytest.raises(TextError, match=r"b3Capsule: these arguments are not understood: .* \(Wobble\)"):
        read("b3Capsule rod = { Wobble( 1.0f ), b3Vec3_zero, 0.5f };\nb3Sphere ball = { b3Vec3_zero, 1.0f };")


def test_ode() -> None:
    text = """
    dGeomID crate = dCreateBox(space, 1, 2, 3);
    dBodyID body = dBodyCreate(world);
    dGeomSetBody(crate, body);
    dBodySetPosition(body, 0, 0, 4);
    dMatrix3 R = { 1, 0, 0, 0,  0, 0, -1, 0,  0, 1, 0, 0 };
    dBodySetRotation(body, R);
    dGeomID rod = dCreateCapsule(space, 0.25, 1.5);
    dQuaternion q;
    dQFromAxisAndAngle(q, 0, 0, 1, M_PI / 2);
    dGeomSetQuaternion(rod, q);
    dGeomSetPosition(rod, 1, 0, 0);
    int n = dCollide(crate, rod, 4, contacts, sizeof contacts[0]);
    """
    bodies = read_bodies(text, "ode-c")
    assert_body(bodies["crate"], Box((0.5, 1, 1.5)), (0, 0, 4), ABOUT_X)
    assert_body(bodies["rod"], Capsule(0.25, 0.75, "z"), (1, 0, 0), TURNED)


def test_reactphysics3d() -> None:
    text = """
    auto slab = common.createBoxShape({50.0, 0.5, 50.0});
    auto ground = world->createRigidBody({{0, -0.5, 0}, Quaternion::identity()});
    ground->addCollider(slab, Transform::identity());
    rp3d::CapsuleShape* rod = common.createCapsuleShape(0.25, 1.0);
    rp3d::Transform place(rp3d::Vector3(0, 0.75, 0), rp3d::Quaternion::fromEulerAngles(0, 0, PI_RP3D / 2));
    auto body = world->createRigidBody(place);
    body->addCollider(rod, rp3d::Transform::identity());
    """
    bodies = read_bodies(text, "reactphysics3d-cpp")
    assert_body(bodies["slab"], Box((50, 0.5, 50)), (0, -0.5, 0))
    assert_body(bodies["rod"], Capsule(0.25, 0.5, "y"), (0, 0.75, 0), TURNED)
    with pytest.raises(TextError, match="'tilt' has no value"):
        read(text.replace("Quaternion::identity()}", "Quaternion::fromEulerAngles(tilt, 0, 0)}"))


def test_scales_of_queries_and_components_of_positions() -> None:
    jolt = """
    Ref<Shape> ball = new ScaledShape(new SphereShape(0.125f), Vec3::sReplicate(4.0f));
    Ref<Shape> crate = new BoxShape(Vec3(1, 1, 1), 0.0f);
    CollisionDispatch::sCollideShapeVsShape(ball, crate, Vec3::sReplicate(2.0f), Vec3::sOne(), Mat44::sIdentity(),
        Mat44::sTranslation(Vec3(2, 0, 0)), SubShapeIDCreator(), SubShapeIDCreator(), settings, collector);
    """
    assert read_bodies(jolt, "jolt-cpp")["ball"].shape == Sphere(1.0)
    bullet = """
    btSphereShape ball(0.5);
    btTransform place = btTransform::getIdentity();
    place.getOrigin().setY(2.5);
    """
    assert_at(read_bodies(bullet, "bullet-cpp")["ball"], (0, 2.5, 0))


REACT = """
auto slab = common.createBoxShape({5.0, 0.5, 5.0});
auto ground = world->createRigidBody({{0, -0.5, 0}, Quaternion::identity()});
ground->addCollider(slab, Transform::identity());
rp3d::CapsuleShape* rod = common.createCapsuleShape(0.25, 1.0);
rp3d::Transform place(rp3d::Vector3(0, 0.75, 0), rp3d::Quaternion::identity());
auto body = world->createRigidBody(place);
body->addCollider(rod, rp3d::Transform::identity());
"""


def poses_assumed(text: str, notation: str) -> list[tuple[str, bool]]:
    return [
        (assumption.why, assumption.asked)
        for assumption in read(text, notation).assumptions
        if assumption.what in ("pose", "poses")
    ]


def without(text: str, start: str) -> str:
    kept = [line for line in text.splitlines() if not line.startswith(start)]
    assert len(kept) == len(text.splitlines()) - 1
    return "\n".join(kept)


def test_a_pose_without_a_value_is_asked_for_even_beside_another_one() -> None:
    assert poses_assumed(REACT, "reactphysics3d-cpp") == []
    (asked,) = poses_assumed(without(REACT, "rp3d::Transform place"), "reactphysics3d-cpp")
    assert asked[1]
    assert "'place' has no value" in asked[0]
    jolt = """
CapsuleShape pill(1.0f, 0.5f);
Mat44 pill_tm = Mat44::sTranslation(Vec3(0, 1, 0));
const Vec3 k0(0, 0, 0), k1(1, 0, 0), k2(0, 0, 1);
CollideConvexVsTriangles job(&pill, Vec3::sOne(), Vec3::sOne(), pill_tm, Mat44::sIdentity(), id, opt, sink);
job.Collide(k0, k1, k2, active_edges, SubShapeID());
"""
    assert poses_assumed(jolt, "jolt-cpp") == []
    (asked,) = poses_assumed(without(jolt, "Mat44 pill_tm"), "jolt-cpp")
    assert asked[1]
    assert "'pill_tm' has no value" in asked[0]


@pytest.mark.parametrize(
    ("lost", "why"),
    [
        ("crate =", "which of its poses distance gives to the shape is not clear"),
        ("here =", "distance may place a shape, but"),
        ("there =", "distance may place a shape, but"),
    ],
)
def test_a_query_without_a_shape_or_a_pose_asks(lost: str, why: str) -> None:
    text = """import coal
crate = coal.Box(1, 1, 1)
ball = coal.Sphere(0.5)
other = coal.Sphere(0.25)
here = coal.Transform3s()
there = coal.Transform3s(np.eye(3), np.array([0, 0, 3]))
coal.distance(crate, here, ball, there, request, result)
"""
    assert not any(asked for _, asked in poses_assumed(text, "python"))
    assert any(asked and why in reason for reason, asked in poses_assumed(without(text, lost), "python"))


def test_a_shape_of_a_body_that_the_text_does_not_make_is_named() -> None:
    assumptions = poses_assumed(without(REACT, "auto ground"), "reactphysics3d-cpp")
    assert assumptions == [("the text does not place slab", False)]


def test_arguments_that_a_shape_does_not_need_are_not_used() -> None:
    text = """
import mujoco
spec = mujoco.MjSpec()
a = spec.worldbody.add_body(pos=[0.5, 0, 0.25])
a.add_geom(type=mujoco.mjtGeom.mjGEOM_BOX, size=[0.05, 0.3, 0.2], rgba=[0.7, 0.6, 0.8, 0.9])
b = spec.worldbody.add_body(pos=[0.5, 0.1, 0.25])
b.add_geom(type=mujoco.mjtGeom.mjGEOM_CAPSULE, size=[0.02, 0.04, 0.01])
"""
    imported = read(text, "python")
    used = {token.text for token in imported.context.numbers.values()}
    assert {"0.05", "0.3", "0.2", "0.02", "0.04"} <= used
    assert not used & {"0.7", "0.6", "0.8", "0.9", "0.01"}
    assert not imported.unread


def test_a_setter_of_a_pose_that_cannot_be_executed_asks() -> None:
    text = """
dGeomID crate = dCreateBox(space, 1, 2, 3);
dMatrix3 R = { 1, 0, 0, 0,  0, 0, -1, 0,  0, 1, 0, 0 };
dGeomSetPosition(crate, 0, 0, 4);
dGeomSetRotation(crate, R);
dGeomID ball = dCreateSphere(space, 0.5);
dGeomSetPosition(ball, 1, 0, 0);
"""
    assert poses_assumed(text, "ode-c") == []
    (asked,) = poses_assumed(without(text, "dMatrix3"), "ode-c")
    assert asked == ("line 4: dGeomSetRotation may place a shape, and is not understood", True)


def test_what_a_function_without_a_definition_returns_may_be_a_pose() -> None:
    text = """
b3BoxHull low = b3MakeBoxHull(0.5f, 1.0f, 0.5f);
b3BoxHull high = b3MakeBoxHull(0.5f, 0.5f, 0.5f);
b3CollideHulls(&manifold, 8, &low.base, &high.base, Shifted(0.75f), &cache);
"""
    (asked,) = poses_assumed(text, "box3d-c")
    assert asked[1]
    assert "what Shifted returns is not in the text" in asked[0]
