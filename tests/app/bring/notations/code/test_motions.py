"""Shape casts, scaled shapes, faces and printed answers: read as what they mean, or refused; nothing is dropped."""

import pytest

from gjkscope.app.base.tokens import TextError
from gjkscope.app.bring.notations.importing import import_text
from gjkscope.engine.shapes.kinds import Box, HalfSpace, Hull, Sphere

JOLT = """
RefConst<Shape> ball = new SphereShape(0.25f);
RefConst<Shape> wall = new BoxShape(Vec3(1.0f, 2.0f, 0.1f));
BodyCreationSettings settings(wall, RVec3(0, 0, 0), Quat::sIdentity(), EMotionType::Static, Layers::MOVING);
RShapeCast cast(ball, Vec3::sOne(), RMat44::sTranslation(RVec3(0, 0, -3)), Vec3(0, 0.5f, 6));
"""
PARRY = """
use parry3d::shape::{Ball, Cuboid};
let ball = Ball::new(0.25);
let wall = Cuboid::new(Vector3::new(1.0, 2.0, 0.1));
let pos1 = Isometry3::translation(0.0, 0.0, -3.0);
let pos2 = Isometry3::identity();
let vel1 = Vector3::new(0.0, 0.5, 6.0);
let vel2 = Vector3::zeros();
let hit = cast_shapes(&pos1, &vel1, &ball, &pos2, &vel2, &wall, ShapeCastOptions::default()).unwrap();
"""
RAPIER = """
const ball = new RAPIER.Ball(0.25);
world.createCollider(RAPIER.ColliderDesc.cuboid(1.0, 2.0, 0.1).setTranslation(0.0, 0.0, 0.0));
const start = { x: 0.0, y: 0.0, z: -3.0 }, turn = { x: 0.0, y: 0.0, z: 0.0, w: 1.0 }, way = { x: 0.0, y: 0.5, z: 6.0 };
const hit = world.castShape(start, turn, way, ball, 0.0, 10.0, true);
"""
BULLET = """
btSphereShape ball(btScalar(0.25));
btBoxShape wall(btVector3(1, 2, 0.1));
btTransform from(btQuaternion(0, 0, 0, 1), btVector3(0, 0, -3));
btTransform to(btQuaternion(0, 0, 0, 1), btVector3(0, 0.5, 3));
world->convexSweepTest(&ball, from, to, callback);
"""
PHYSX = """
PxSphereGeometry ball(0.25f);
PxBoxGeometry wall(1.f, 2.f, 0.1f);
PxTransform start(PxVec3(0, 0, -3));
PxTransform rest(PxVec3(0, 0, 0));
PxGeometryQuery::sweep(PxVec3(0, 0.0625f, 0.75f), 8.f, ball, start, wall, rest, hit);
"""
GODOT = """
var shape = SphereShape3D.new()
shape.radius = 0.25
var query = PhysicsShapeQueryParameters3D.new()
query.shape = shape
query.transform = Transform3D(Basis(), Vector3(0, 0, -3))
query.motion = Vector3(0, 0.5, 6)
var wall = BoxShape3D.new()
wall.size = Vector3(2, 4, 0.2)
"""
CASTS = {"jolt": JOLT, "parry": PARRY, "rapier": RAPIER, "bullet": BULLET, "physx": PHYSX, "godot": GODOT}


@pytest.mark.parametrize("library", CASTS)
def test_a_shape_cast_moves_its_shape_in_one_second(library: str) -> None:
    imported = import_text(CASTS[library])
    [ball] = (body for body in imported.scene.bodies if isinstance(body.shape, Sphere))
    [wall] = (body for body in imported.scene.bodies if isinstance(body.shape, Box))
    assert (ball.shape, wall.shape) == (Sphere(0.25), Box((1, 2, 0.1)))
    assert ball.pose.position == (0, 0, -3)
    assert ball.velocity == pytest.approx((0, 0.5, 6))
    assert (wall.pose.position, wall.velocity) == ((0, 0, 0), (0, 0, 0))  # no shape is where a sweep ends
    [motion] = (assumption for assumption in imported.assumptions if assumption.what == "motion")
    assert motion.others == ("left out",)


def test_a_motion_can_be_left_out() -> None:
    imported = import_text(PARRY, choices={"motion": "left out"})
    assert all(body.velocity == (0, 0, 0) for body in imported.scene.bodies)


def test_both_shapes_of_a_cast_may_move() -> None:
    imported = import_text(PARRY.replace("Vector3::zeros()", "Vector3::new(1.0, 0.0, 0.0)"))
    assert [body.velocity for body in imported.scene.bodies] == [(0, 0.5, 6), (1, 0, 0)]


def test_a_motion_that_turns_is_named_as_not_read() -> None:
    imported = import_text(PARRY.replace("cast_shapes(&pos1, &vel1", "cast_shapes_nonlinear(&motion1"))
    assert any("cast_shapes_nonlinear: motions that turn are not read" in words for words in imported.warnings)


@pytest.mark.parametrize("factors", [(3.0, 1.0, 3.0), (0.5, 0.25, 4.0)])
def test_scaled_boxes_have_the_scaled_size(factors: tuple[float, float, float]) -> None:
    x, y, z = factors
    jolt = JOLT.replace("BodyCreation", f"auto large = wall->ScaleShape(Vec3({x}f, {y}f, {z}f)).Get();\nBodyCreation")
    parry = PARRY.replace("0.1));", f"0.1)).scaled(&Vector3::new({x}, {y}, {z}));")
    for text in (jolt.replace("settings(wall", "settings(large"), parry):
        [box] = (body.shape for body in import_text(text).scene.bodies if isinstance(body.shape, Box))
        assert box.half_extents == pytest.approx((1 * x, 2 * y, 0.1 * z))


def test_a_round_shape_that_is_scaled_unevenly_is_refused() -> None:
    text = PARRY.replace("Ball::new(0.25)", "Ball::new(0.25).scaled(&Vector3::new(1.0, 2.0, 1.0))")
    with pytest.raises(TextError, match="a sphere scaled by 1, 2, 1 is not round any more"):
        import_text(text)
    even = import_text(text.replace("1.0, 2.0, 1.0", "2.0, 2.0, 2.0"))
    assert any(body.shape == Sphere(0.5) for body in even.scene.bodies)


CONTACT = """
let cube = Cuboid::new(Vector3::new(0.5, 0.5, 0.5));
let low = Isometry3::translation(0.0, 0.0, 0.0);
let high = Isometry3::translation(0.0, 0.75, 0.0);
let found = contact(&low, &cube, &high, &cube, 0.0);
// Some(Contact { point1: [0.0, 0.5, 0.0], point2: [0.0, 0.25, 0.0], normal1: [[0.0, 1.0, 0.0]], dist: -0.25 })
"""


@pytest.mark.parametrize("comment", ["// ", ""])
def test_a_printed_contact_of_parry_is_a_report(comment: str) -> None:
    imported = import_text(CONTACT.replace("// ", comment))
    [report] = imported.scene.reported
    assert (report.by, report.verdict, report.signed_distance) == ("parry", "penetrating", -0.25)
    assert (report.normal, report.witness_a, report.witness_b) == ((0, 1, 0), (0, 0.5, 0), (0, 0.25, 0))
    assert report.pair == imported.scene.names


def test_several_printed_contacts_are_named_as_not_read() -> None:
    imported = import_text(CONTACT + CONTACT.splitlines()[-1])
    assert not imported.scene.reported
    assert any("Contact {…} is not read: there are several" in words for words in imported.warnings)


TETRAHEDRON = """
const vertices = [new CANNON.Vec3(0,0,0), new CANNON.Vec3(1,0,0), new CANNON.Vec3(0,1,0), new CANNON.Vec3(0,0,1)];
const faces = [[0,2,1],[0,1,3],[0,3,2],[1,2,3]];
const tetrahedron = new CANNON.ConvexPolyhedron({ vertices, faces });
const a = new CANNON.Body({ mass: 1, shape: tetrahedron });
const b = new CANNON.Body({ mass: 1, shape: new CANNON.Sphere(0.5), position: new CANNON.Vec3(2, 0, 0) });
"""


@pytest.mark.parametrize(("faces", "inward"), [("[0,2,1]", 0), ("[0,1,2]", 1)])
def test_faces_that_are_wound_inwards_are_named(faces: str, inward: int) -> None:
    imported = import_text(TETRAHEDRON.replace("[0,2,1]", faces))
    assert any(isinstance(body.shape, Hull) for body in imported.scene.bodies)
    assert sum(f"{inward} of 4 faces are wound inwards" in words for words in imported.warnings) == (inward > 0)


def test_a_face_without_a_vertex_is_refused() -> None:
    with pytest.raises(TextError, match="must be the index of a vertex, 0 to 3, got 7"):
        import_text(TETRAHEDRON.replace("[1,2,3]", "[1,2,7]"))


@pytest.mark.parametrize("normal", ["Vec3::X", "*Dir3::X", "Vec3::new(1.0, 0.0, 0.0)"])
def test_a_half_space_of_avian_has_the_normal_of_the_text(normal: str) -> None:
    imported = import_text(
        "use avian3d::prelude::*;\n"
        f"commands.spawn((RigidBody::Static, Collider::half_space({normal})));\n"
        "commands.spawn((RigidBody::Dynamic, Collider::sphere(0.5), Transform::from_xyz(2.0, 0.0, 0.0)));\n"
    )
    [ground] = (body for body in imported.scene.bodies if isinstance(body.shape, HalfSpace))
    assert [row[1] for row in ground.pose.rotation] == pytest.approx([1, 0, 0])


MIRRORED = """<mujoco><asset><mesh name="m" scale="1 -1 1" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/></asset>
<worldbody><geom type="mesh" mesh="m"/><geom type="sphere" size="0.1" pos="2 0 0"/></worldbody></mujoco>"""


def test_a_mirrored_mesh_and_a_height_field_are_not_silent() -> None:
    assert any("the negative scale mirrors the mesh" in words for words in import_text(MIRRORED).warnings)
    assert not any("mirrors" in words for words in import_text(MIRRORED.replace("-1 1", "1 1")).warnings)
    imported = import_text(
        '<mujoco><asset><hfield name="h" nrow="2" ncol="2" size="1 1 1 0.1"/></asset><worldbody>'
        '<geom type="hfield" hfield="h"/><geom type="sphere" size="0.1"/><geom type="box" size="1 1 1"/>'
        "</worldbody></mujoco>"
    )
    assert any(assumption.what == "height field" and assumption.asked for assumption in imported.assumptions)
