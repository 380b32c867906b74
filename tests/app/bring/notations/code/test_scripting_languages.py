"""JavaScript, Java, Kotlin and GDScript, Avian, and objects of C# engines: conventions and idioms."""

from math import pi, sqrt

import pytest

from gjkscope.app.base.tokens import TextError
from gjkscope.engine.shapes.kinds import Box, Capsule, Cone, Cylinder, Hull, Sphere
from tests.app.bring.notations.code.reading import TURNED, assert_at, assert_body, assumptions_of, read, read_bodies

HALF = sqrt(0.5)


# --- JavaScript ---


def test_cannon_shapes_inside_callbacks_without_semicolons() -> None:
    bodies = read_bodies(
        """
        import { Box, Vec3, Body, Cylinder, World } from 'cannon-es'
        describe('narrow phase', () => {
          test('crate on drum', function () {
            const crate = new Body({ mass: 5, position: new Vec3(0, 1.25, 0), shape: new Box(new Vec3(0.5, 0.25, 1)) })
            const drum = new Body({ mass: 0 })
            drum.addShape(new Cylinder(0.75, 0.75, 2, 16), new Vec3(0, 0.5, 0))
            drum.quaternion.setFromAxisAngle(new Vec3(0, 0, 1), Math.PI / 2)
            drum.position.x = 3
            expect(overlaps(crate, drum)).toBe(false)
          })
        })
        """,
        "javascript",
    )
    assert_body(bodies["crate"], Box((0.5, 0.25, 1.0)), (0, 1.25, 0))
    assert bodies["drum"].shape == Cylinder(0.75, 1.0, "y")
    assert_at(bodies["drum"], (2.5, 0, 0), TURNED)  # the offset of the shape is turned with the body


def test_a_cannon_cylinder_with_two_radii_is_a_cone_or_refused() -> None:
    text = "const a = new CANNON.Cylinder({}, 0.5, 2, 8)\nconst b = new CANNON.Sphere(1)\n"
    a, _ = read(text.format("0")).scene.bodies
    assert a.shape == Cone(0.5, 1.0, "y")
    with pytest.raises(TextError, match="a truncated cone"):
        read(text.format("0.25"))


def test_rapier_colliders_with_and_without_bodies() -> None:
    imported = read(
        f"""
        const world = new RAPIER.World({{ x: 0, y: -9.81, z: 0 }});
        world.createCollider(RAPIER.ColliderDesc.cuboid(8 / 2, 0.5, 3).setTranslation(0, -0.5, 0).setFriction(0.6));
        const desc = RAPIER.RigidBodyDesc.dynamic()
          .setTranslation(0.25, 0.75, -1)
          .setRotation({{ x: 0, y: 0, z: {HALF}, w: {HALF} }})
          .setLinearDamping(0.15);
        const hero = world.createRigidBody(desc);
        world.createCollider(RAPIER.ColliderDesc.capsule(0.5, 0.375)!.setTranslation(1, 0, 0), hero);
        """
    )
    floor, hero = imported.scene.bodies
    assert (floor.shape, floor.pose.position) == (Box((4.0, 0.5, 3.0)), (0.0, -0.5, 0.0))
    assert_body(hero, Capsule(0.375, 0.5, "y"), (0.25, 1.75, -1), TURNED)


def test_ports_of_jolt_and_bullet() -> None:
    bodies = read_bodies(
        """
        const slab = new Jolt.BoxShape(new Jolt.Vec3(15, 0.5, 15), 0.05, null);
        const ground = new Jolt.BodyCreationSettings(
          slab, new Jolt.RVec3(0, -0.5, 0), new Jolt.Quat(0, 0, 0, 1), Jolt.EMotionType_Static, 1);
        let frame = new Ammo.btTransform();
        frame.setIdentity();
        frame.setOrigin(new Ammo.btVector3(0, 3, 0.5));
        const state = new Ammo.btDefaultMotionState(frame), can = new Ammo.btCylinderShape(new Ammo.btVector3(1, 2, 1));
        const body = new Ammo.btRigidBody(new Ammo.btRigidBodyConstructionInfo(1, state, can, inertia));
        """,
        "javascript",
    )
    assert bodies["slab"].shape == Box((14.95, 0.45, 14.95), 0.05)
    assert bodies["slab"].pose.position == (0.0, -0.5, 0.0)
    assert (bodies["can"].shape, bodies["can"].pose.position) == (Cylinder(1.0, 2.0, "y"), (0.0, 3.0, 0.5))


def test_hulls_of_objects_and_shorthand_fields() -> None:
    bodies = read_bodies(
        """
        const SIDE = 2, faces = [[0, 1, 2], [0, 2, 3], [0, 3, 1], [1, 3, 2]];
        const vertices = [new CANNON.Vec3(SIDE, 0, 0), new CANNON.Vec3(0, SIDE, 0), new CANNON.Vec3(0, 0, SIDE),
                          new CANNON.Vec3(0, 0, 0)];
        const shape = new CANNON.ConvexPolyhedron({ vertices, faces });
        const die = new CANNON.Body({ mass: 1, shape, position: new CANNON.Vec3(0, 5, 0) });
        const rock = RAPIER.ColliderDesc.convexHull(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]));
        """,
        "javascript",
    )
    die, rock = bodies["shape"], bodies["rock"]
    assert die.shape == Hull(((2.0, 0.0, 0.0), (0.0, 2.0, 0.0), (0.0, 0.0, 2.0), (0.0, 0.0, 0.0)))
    assert die.pose.position == (0.0, 5.0, 0.0)
    assert rock.shape == Hull(((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)))


THREE = """
import * as THREE from 'three';
const crate = new THREE.Mesh(new THREE.BoxGeometry(1, 2, 4), new THREE.MeshBasicMaterial({ color: 0x00ff00 }));
crate.position.set(0, 1, 0);
crate.rotation.z = Math.PI / 2;
const pill = new THREE.Mesh(new THREE.CapsuleGeometry(0.5, 1.5, 8, 16));
pill.position.x = 1.25;
camera.lookAt(pill.position);
"""


def test_meshes_are_shapes_only_without_a_physics_engine() -> None:
    bodies = read_bodies(THREE, "threejs")
    assert_body(bodies["crate"], Box((0.5, 1.0, 2.0)), (0, 1, 0), TURNED)
    assert (bodies["pill"].shape, bodies["pill"].pose.position) == (Capsule(0.5, 0.75, "y"), (1.25, 0.0, 0.0))
    physics = THREE + "const a = new CANNON.Sphere(1);\nconst b = new CANNON.Sphere(2);\n"
    assert [body.shape for body in read(physics).scene.bodies] == [Sphere(1.0), Sphere(2.0)]


def test_a_pose_that_depends_on_an_unknown_method_is_refused() -> None:
    with pytest.raises(TextError, match="lookAt"):
        read(THREE.replace("camera.lookAt", "pill.lookAt"), "threejs")


# --- Java and Kotlin ---


def test_jmonkeyengine_in_java_and_kotlin() -> None:
    java = """
        BoxCollisionShape slab = new BoxCollisionShape(new Vector3f(10f, 0.5f, 10f));
        RigidBodyControl floor = new RigidBodyControl(slab, 0f);
        floor.setPhysicsLocation(new Vector3f(0f, -0.5f, 0f));
        PhysicsRigidBody drum = new PhysicsRigidBody(new CylinderCollisionShape(new Vector3f(0.5f, 0.5f, 1f)), 2f);
        drum.setPhysicsRotation(new Quaternion().fromAngleAxis(FastMath.HALF_PI, Vector3f.UNIT_Z));
    """
    kotlin = """
        val slab = BoxCollisionShape(10f, 0.5f, 10f)
        val floor = RigidBodyControl(slab, 0f)
        floor.physicsLocation = Vector3f(0f, -0.5f, 0f)
        val drum = PhysicsRigidBody(CylinderCollisionShape(Vector3f(0.5f, 0.5f, 1f)), 2f)
        drum.setPhysicsRotation(Quaternion().fromAngles(0f, 0f, FastMath.HALF_PI))
    """
    for text in (java, kotlin):
        bodies = read_bodies(text, "java")
        assert (bodies["slab"].shape, bodies["slab"].pose.position) == (Box((10.0, 0.5, 10.0)), (0.0, -0.5, 0.0))
        assert bodies["drum"].shape == Cylinder(0.5, 1.0, "z")  # the library's axis
        assert_at(bodies["drum"], (0, 0, 0), TURNED)


def test_a_kotlin_body_that_is_not_understood_is_not_dropped() -> None:
    text = (
        "val a = SphereCollisionShape(1f)\nval b = PhysicsRigidBody(SphereCollisionShape(2f), 1f).apply {\n x = 1\n}\n"
    )
    with pytest.raises(TextError, match="line 2"):
        read(text)


def test_matrices_of_libgdx() -> None:
    bodies = read_bodies(
        """
        btCollisionShape box = new btBoxShape(new Vector3(0.5f, 1f, 0.5f));
        btRigidBody.btRigidBodyConstructionInfo info = new btRigidBody.btRigidBodyConstructionInfo(70f, null, box);
        btRigidBody crate = new btRigidBody(info);
        crate.setWorldTransform(new Matrix4().setToTranslation(2f, 1f, 0f).rotate(Vector3.Z, 90f));
        btCollisionShape ball = new btSphereShape(0.75f);
        btCollisionObject other = new btCollisionObject();
        other.setCollisionShape(ball);
        other.setWorldTransform(new Matrix4(new Vector3(0, 3, 0), new Quaternion(), new Vector3(1, 1, 1)));
        """,
        "java",
    )
    assert_body(bodies["box"], Box((0.5, 1.0, 0.5)), (2, 1, 0), TURNED)
    assert (bodies["ball"].shape, bodies["ball"].pose.position) == (Sphere(0.75), (0.0, 3.0, 0.0))


# --- GDScript ---


def test_nodes_of_a_script_are_placed_in_their_parents() -> None:
    bodies = read_bodies(
        """extends Node3D
@onready var camera: Camera3D = $Camera3D

func _ready() -> void:
\tvar pill := CapsuleShape3D.new()
\tpill.radius = 0.25
\tpill.height = 1.5
\tvar query = PhysicsShapeQueryParameters3D.new()
\tquery.shape = pill
\tquery.transform.origin = Vector3(0, 1.2, 0.3)
\tquery.collision_mask = (1 << 0) | (1 << 1)

\tvar wall := StaticBody3D.new()
\tvar hull := CollisionShape3D.new()
\tvar plank := BoxShape3D.new()
\tplank.size = Vector3(4, 2, 1)
\thull.shape = plank
\thull.rotation_degrees = Vector3(0, 0, 90)
\twall.add_child(hull)
\twall.position = Vector3.UP * 2.5
\tadd_child(wall)
""",
        "godot",
    )
    assert (bodies["pill"].shape, bodies["pill"].pose.position) == (Capsule(0.25, 0.5, "y"), (0.0, 1.2, 0.3))
    assert_body(bodies["plank"], Box((2.0, 1.0, 0.5)), (0, 2.5, 0), TURNED)


def test_what_a_script_does_not_set_has_godots_default() -> None:
    bodies = read_bodies("var a := BoxShape3D.new()\nvar b := SphereShape3D.new()\nvar c = BoxShape.new()\n", "godot")
    assert [body.shape for body in bodies.values()] == [Box((0.5, 0.5, 0.5)), Sphere(0.5), Box((1.0, 1.0, 1.0))]


# --- Rust ---


def test_avian_has_full_sizes_and_bevy_rapier_half_ones() -> None:
    text = """
    commands.spawn((
        Mesh3d(meshes.add(Cuboid::new(9.0, 9.0, 9.0))),
        RigidBody::{fixed},
        Collider::cuboid(4., 2., 1.),
        Transform::from_xyz(0.0, 3.0, 0.0).with_rotation(Quat::from_rotation_z(std::f32::consts::FRAC_PI_2)),
    ));
    commands.spawn((RigidBody::Dynamic, Collider::cuboid(1., 1., 1.), Transform::from_xyz(0.0, 0.5, 0.0)));
    """
    avian, rapier = read(text.format(fixed="Static")), read(text.format(fixed="Fixed"))
    assert (avian.notation, rapier.notation) == ("avian", "rust")
    assert [body.shape for body in avian.scene.bodies] == [Box((2.0, 1.0, 0.5)), Box((0.5, 0.5, 0.5))]
    assert [body.shape for body in rapier.scene.bodies] == [Box((4.0, 2.0, 1.0)), Box((1.0, 1.0, 1.0))]
    assert_at(avian.scene.bodies[0], (0, 3, 0), TURNED)


def test_avian_bodies_spawned_in_the_world_of_an_app() -> None:
    bodies = read(
        """
        let mut app = app();
        let slab = app.world_mut().spawn((RigidBody::Static, Collider::cuboid(6.0, 2.0, 6.0))).id();
        let hero = app
            .world_mut()
            .spawn((RigidBody::Kinematic, Collider::capsule(0.25, 1.5), hooks(), Transform::from_xyz(0.0, 1.5, 0.5)))
            .id();
        assert!(touching(&app, slab, hero));
        """
    ).scene.bodies
    assert [(body.name, body.shape, body.pose.position) for body in bodies] == [
        ("slab", Box((3.0, 1.0, 3.0)), (0.0, 0.0, 0.0)),
        ("hero", Capsule(0.25, 0.75, "y"), (0.0, 1.5, 0.5)),
    ]


def test_a_collider_that_stands_alone_between_prose() -> None:
    bodies = read(
        "My ground has the shape\n```rust\nColliderShape::cuboid(40.0, 0.5, 30.0)\n```\nand I cast\n```rust\n"
        "let shape = Ball::new(0.5);\nlet start = Isometry::translation(0.0, 2.0, 0.0);\n"
        "pipeline.cast_shape(&set, &start, &direction, &shape, 4.0);\n```\n"
    ).scene.bodies
    assert [body.shape for body in bodies] == [Box((40.0, 0.5, 30.0)), Sphere(0.5)]
    assert bodies[1].pose.position == (0.0, 2.0, 0.0)


def test_masks_are_not_read_and_the_bits_of_a_float_are_refused() -> None:
    text = """
    let crate_ = ColliderBuilder::cuboid(1.0, 2.0, 3.0)
        .collision_groups(InteractionGroups::new(0xFFFFFFFF.into(), 0x0000_0001u32.into()));
    let ball = ColliderBuilder::ball({radius}).translation(vector![1.0, 2.0, 4.0]);
    """
    box, ball = read(text.format(radius="0x1.8p-1")).scene.bodies
    assert (box.shape, ball.shape, ball.pose.position) == (Box((1.0, 2.0, 3.0)), Sphere(0.75), (1.0, 2.0, 4.0))
    with pytest.raises(TextError, match="if these are the bits of a float"):
        read(text.format(radius="0x3f800000"))


def test_a_shape_added_twice_or_queried_against_itself_is_two_bodies() -> None:
    shape = "let tile = ShapeHandle::new(Cuboid::new(Vector3::new(1.0, 2.0, 3.0)));\n"
    added = (
        "let here = Isometry3::identity();\nworld.add(here, tile.clone(), g, q, 1);\nworld.add(here, tile, g, q, 2);\n"
    )
    queried = (
        "let tile = Cuboid::new(Vector3::new(1.0, 2.0, 3.0));\nlet m12 = Isometry3::translation(0.0, 3.5, 0.0);\n"
        "let found = contact_support_map_support_map(&tile, &m12, &tile, 10.0);\n"
    )
    assert [body.pose.position for body in read(shape + added).scene.bodies] == [(0.0, 0.0, 0.0)] * 2
    assert [body.pose.position for body in read(queried).scene.bodies] == [(0.0, 0.0, 0.0), (0.0, 3.5, 0.0)]


def test_parts_of_a_compound_are_bodies() -> None:
    bodies = read(
        """
        let yoke = Compound::new(vec![
            (Pose::translation(5.0, 0.0, 0.0), SharedShape::cuboid(1.0, 1.0, 1.0)),
            (Pose::translation(-5.0, 0.0, 0.0), SharedShape::ball(2.0)),
        ]);
        let cube = Cuboid::new(Vector::splat(0.5));
        let hit = contact(&Pose::translation(0.0, 1.0, 0.0), &yoke, &Pose::IDENTITY, &cube, 0.0);
        let above = Pose::translation(0.0, cube.half_extents.y + 0.25, 0.0);
        """
    ).scene.bodies
    assert [body.shape for body in bodies] == [Box((1.0, 1.0, 1.0)), Sphere(2.0), Box((0.5, 0.5, 0.5))]
    assert [body.pose.position for body in bodies] == [(5.0, 1.0, 0.0), (-5.0, 1.0, 0.0), (0.0, 0.0, 0.0)]


# --- C# ---


def test_bodies_of_bepu_and_jitter() -> None:
    bepu = read_bodies(
        """
        var can = new Cylinder(0.5f, 1.5f);
        var canIndex = Simulation.Shapes.Add(can);
        Simulation.Bodies.Add(BodyDescription.CreateDynamic(new RigidPose(new Vector3(4, 1.2f, 0), Quaternion.Identity),
            new BodyVelocity { Linear = new Vector3(0, -150, 0) }, can.ComputeInertia(1),
            new CollidableDescription(canIndex, 0.1f), new BodyActivityDescription(0.01f)));
        var floor = new Box(100, 1, 100);
        Simulation.Statics.Add(new StaticDescription(new Vector3(0, -0.5f, 0), Simulation.Shapes.Add(floor)));
        """,
        "csharp",
    )
    assert (bepu["can"].shape, bepu["can"].pose.position) == (Cylinder(0.5, 0.75, "y"), (4.0, 1.2, 0.0))
    assert bepu["can"].pose.rotation[0] == (1.0, 0.0, 0.0)  # a velocity is no rotation
    assert (bepu["floor"].shape, bepu["floor"].pose.position) == (Box((50.0, 0.5, 50.0)), (0.0, -0.5, 0.0))
    jitter = read_bodies(
        """
        BoxShape a = new(1);
        var b = new SphereShape(2);
        var hit = NarrowPhase.MprEpa(a, b, JQuaternion.Identity, JQuaternion.CreateRotationZ(MathR.PI / (Real)2.0),
            new JVector(-(Real)0.25, 0, 0), new JVector(0, 3, 0), out JVector pointA, out _, out _, out Real depth);
        """,
        "csharp",
    )
    assert (jitter["a"].shape, jitter["a"].pose.position) == (Box((0.5, 0.5, 0.5)), (-0.25, 0.0, 0.0))
    assert_body(jitter["b"], Sphere(2.0), (0, 3, 0), TURNED)


def test_angles_of_scripting_languages_can_be_switched() -> None:
    text = "const a = new CANNON.Body({ shape: new CANNON.Box(new CANNON.Vec3(1, 2, 3)) })\n" + (
        f"a.quaternion.setFromEuler(0, 0, {pi / 2})\nconst b = new CANNON.Sphere(1)\n"
    )
    assert assumptions_of(read(text))["angles"] == "radians"
    turned = read(text, choices={"angles": "degrees"}).scene.bodies[0]
    assert turned.pose.rotation[0][0] == pytest.approx(1.0, abs=1e-3)


def test_the_transform_of_a_collider_is_that_of_its_object() -> None:
    bodies = read_bodies(
        """
        var go = new GameObject("Ball");
        var collider = go.AddComponent<SphereCollider>();
        collider.radius = 0.75f;
        collider.center = new Vector3(0, 0.5f, 0);
        go.transform.position = new Vector3(1, 2, 3);
        go.transform.localScale = Vector3.one * 2f;
        var plank = new GameObject("Plank").AddComponent<BoxCollider>();
        plank.size = new Vector3(2, 1, 1);
        plank.transform.position = new Vector3(1, 0.5f, 3);
        plank.transform.eulerAngles = new Vector3(0, 0, 90);
        """,
        "unity",
    )
    assert (bodies["Ball"].shape, bodies["Ball"].pose.position) == (Sphere(1.5), (1.0, 3.0, 3.0))
    assert_body(bodies["Plank"], Box((1.0, 0.5, 0.5)), (1, 0.5, 3), TURNED)


def test_a_method_of_a_shape_about_another_one_places_both() -> None:
    bodies = read_bodies(
        """
        const a = new RAPIER.Cuboid(1.0, 2.0, 3.0), b = new RAPIER.Ball(0.5);
        const atA = { x: 0.0, y: 1.0, z: 0.0 }, atB = { x: 1.5, y: 0.0, z: 0.0 };
        const turn = { w: 1.0, x: 0.0, y: 0.0, z: 0.0 };
        const hit = a.contactShape(atA, turn, b, atB, turn, 0.1);
        """,
        "javascript",
    )
    assert [body.pose.position for body in bodies.values()] == [(0.0, 1.0, 0.0), (1.5, 0.0, 0.0)]


def test_lists_that_are_filled_and_fields_of_classes() -> None:
    hulls = read(
        """
        List<Vector3> a = new List<Vector3> { new Vector3(0, 0, 0), new Vector3(1, 0, 0), new Vector3(0, 1, 0),
            new Vector3(0, 0, 1) };
        List<Vector3> b = new List<Vector3>();
        b.Add(new Vector3(2, 0, 0)); b.Add(new Vector3(3, 0, 0));
        b.Add(new Vector3(2, 1, 0)); b.Add(new Vector3(2, 0, 1));
        """
    )
    assert [len(body.shape.vertices) for body in hulls.scene.bodies if isinstance(body.shape, Hull)] == [4, 4]
    bodies = read_bodies(
        """
        export class Hero {
          private readonly half = 0.5;
          constructor() {
            const hero = RAPIER.ColliderDesc.capsule(this.half, 0.25).setTranslation(0, 1, 0);
            const wall = RAPIER.ColliderDesc.cuboid(this.half, 2, 2);
          }
        }
        """,
        "javascript",
    )
    assert [body.shape for body in bodies.values()] == [Capsule(0.25, 0.5, "y"), Box((0.5, 2.0, 2.0))]


def test_a_shape_beside_the_centre_of_its_body_leaves_other_bodies_where_they_are() -> None:
    bodies = read_bodies(
        """
        const a = new CANNON.Body({ mass: 0, shape: new CANNON.Box(new CANNON.Vec3(1, 0.5, 2)) });
        const b = new CANNON.Body({ mass: 1, position: new CANNON.Vec3(0, 3, 0) });
        b.addShape(new CANNON.Sphere(0.5), new CANNON.Vec3(0, 0.25, 0));
        """,
        "javascript",
    )
    assert_at(bodies["a"], (0.0, 0.0, 0.0))
    assert_at(bodies["b"], (0.0, 3.25, 0.0))


ARROWS = """
const turned = (x, y) => new CANNON.Vec3(-y, x, 0);
const at = ([x, y, z]) => new CANNON.Vec3(x, y, z);
const named = ({ z, x }) => new CANNON.Vec3(x, 0, z);
const ball = radius => {
  const doubled = radius * 2;
  return new CANNON.Sphere(doubled);
};
const corners = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]].map(([x, y, z]) => new CANNON.Vec3(x, y, z));
const shape = new CANNON.ConvexPolyhedron({ vertices: corners });
const a = new CANNON.Body({ shape: shape, position: POSITION });
const b = new CANNON.Body({ shape: ball(0.5), position: new CANNON.Vec3(4, 5, 6) });
"""
POSITIONS = {
    "turned(1, -2)": (2.0, 1.0, 0.0),
    "at([1, 2, 3])": (1.0, 2.0, 3.0),
    "named({ x: 1, z: 3 })": (1.0, 0.0, 3.0),
}


@pytest.mark.parametrize("position", POSITIONS)
def test_arrow_functions_are_executed_where_they_are_called(position: str) -> None:
    bodies = list(read_bodies(ARROWS.replace("POSITION", position), "javascript").values())
    assert bodies[0].shape == Hull(((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)))
    assert_at(bodies[0], POSITIONS[position])
    assert_body(bodies[1], Sphere(1.0), (4.0, 5.0, 6.0))


def test_points_that_an_arrow_function_makes_are_mapped() -> None:
    text = ARROWS.replace("([x, y, z]) => new CANNON.Vec3(x, y, z));", "p => new CANNON.Vec3(p[1], 2 * p[0], p[2]));")
    bodies = list(read_bodies(text.replace("POSITION", "at([1, 2, 3])"), "javascript").values())
    assert bodies[0].shape == Hull(((0.0, 0.0, 0.0), (0.0, 2.0, 0.0), (1.0, 0.0, 0.0), (0.0, 0.0, 1.0)))


def test_functions_with_conditions_are_not_executed() -> None:
    text = """
    const ball = (isBig) => { let radius = 1; if (isBig) { radius = 5; } return new CANNON.Sphere(radius); };
    const a = new CANNON.Body({ shape: ball(false), position: new CANNON.Vec3(1, 0, 0) });
    const b = new CANNON.Body({ shape: new CANNON.Sphere(0.5), position: new CANNON.Vec3(0, 2, 0) });
    """
    with pytest.raises(TextError, match="'radius' depends on a condition"):
        read(text)
