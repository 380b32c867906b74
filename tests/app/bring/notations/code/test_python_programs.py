"""Python as a program: functions, loops, conditions, comprehensions, dictionaries, and what is asked."""

import pytest

from gjkscope.engine.shapes.kinds import Box, Capsule, Cone, Cylinder, Ellipsoid, HalfSpace, Hull, Sphere
from tests.app.bring.notations.code.reading import TURNED, assert_at, assert_body, assumptions_of, read, read_bodies

# --- programs ---


def test_a_function_is_executed_for_each_call() -> None:
    bodies = read_bodies(
        """
        import fcl
        import numpy as np

        def about_z(angle):
            c, s = np.cos(angle), np.sin(angle)
            return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])

        def make_crate(x, y, angle=0.0, height=3.0):
            crate = fcl.Box(1.0, 2.0, height)
            return fcl.CollisionObject(crate, fcl.Transform(about_z(angle), np.array([x, y, 0.5])))

        left = make_crate(1.0, 2.0)
        right = make_crate(y=4.0, x=3.0, angle=np.pi / 2, height=6.0)
        fcl.distance(left, right, fcl.DistanceRequest(), fcl.DistanceResult())
        """,
        "python",
    )
    assert list(bodies) == ["left", "right"]
    assert_body(bodies["left"], Box((0.5, 1, 1.5)), (1, 2, 0.5))
    assert_body(bodies["right"], Box((0.5, 1, 3)), (3, 4, 0.5), TURNED)


def test_points_that_a_function_collects() -> None:
    bodies = read_bodies(
        """
        def wedge():
            pts = coal.StdVec_Vec3s()
            pts.append(np.array((0, 0, 0)))
            pts.append(np.array((0, 2, 0)))
            pts.append(np.array((2, 0, 0)))
            pts.append(np.array((0, 0, 2)))
            return coal.Convex(pts, coal.StdVec_Triangle())

        solid = wedge()
        floor = coal.Halfspace(np.array((0, 0, 1)), 0)
        M1 = coal.Transform3s()
        M2 = coal.Transform3s(np.eye(3), np.array([0, 0, 0.25]))
        coal.collide(solid, M1, floor, M2, coal.CollisionRequest(), coal.CollisionResult())
        """,
        "python",
    )
    assert_body(bodies["solid"], Hull(((0, 0, 0), (0, 2, 0), (2, 0, 0), (0, 0, 2))), (0, 0, 0))
    assert bodies["floor"].pose.position[2] <= 0.25


def test_a_function_that_nothing_calls_is_read_where_it_is() -> None:
    bodies = read_bodies(
        """
        def test_touching(size=0.5):
            ball = fcl.CollisionObject(fcl.Sphere(size))
            box = fcl.CollisionObject(fcl.Box(1, 1, 1), fcl.Transform(np.array([1.0, 0, 0])))
        """,
        "python",
    )
    assert bodies["ball"].shape == Sphere(0.5)
    assert_at(bodies["box"], (1, 0, 0))


def test_a_loop_is_executed_for_each_value() -> None:
    imported = read(
        """
        import pybullet as p
        for i, (radius, place) in enumerate(zip([0.05, 0.08], [[0, 0, 0.2], [0.1, 0, 0.25]], strict=True)):
            col = p.createCollisionShape(p.GEOM_CYLINDER, radius=radius, height=0.2 * (i + 1))
            p.createMultiBody(1.0, col, -1, place)
        """
    )
    first, second = imported.scene.bodies
    assert (first.shape, second.shape) == (Cylinder(0.05, 0.1, "z"), Cylinder(0.08, 0.2, "z"))
    assert_at(first, (0, 0, 0.2))
    assert_at(second, (0.1, 0, 0.25))


def test_entries_of_a_dictionary_choose_the_case() -> None:
    bodies = read_bodies(
        """
        import fcl
        things = {
            "shelf": {"kind": "box", "size": [0.8, 0.3, 0.02], "xyz": [0.0, 0.0, 1.0]},
            "bottle": {"kind": "cylinder", "size": [0.04, 0.25], "xyz": [0.1, 0.05, 1.13]},
        }
        made = {}
        for name, one in things.items():
            if one["kind"] == "box":
                geom = fcl.Box(*one["size"])
            elif one["kind"] in ("cylinder", "can"):
                geom = fcl.Cylinder(*one["size"])
            else:
                raise ValueError(one)
            made[name] = fcl.CollisionObject(geom, fcl.Transform(np.array(one["xyz"])))
        fcl.distance(made["shelf"], made["bottle"], fcl.DistanceRequest(), fcl.DistanceResult())
        """,
        "python",
    )
    shelf, bottle = bodies.values()
    assert_body(shelf, Box((0.4, 0.15, 0.01)), (0, 0, 1))
    assert_body(bottle, Cylinder(0.04, 0.125, "z"), (0.1, 0.05, 1.13))


def test_comprehensions_and_conditional_expressions() -> None:
    bodies = read_bodies(
        """
        import numpy as np
        is_wide = False
        cube = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=float)
        low = np.array([p for p in cube if p[2] < 0] + [[0, 0, 3 if is_wide else 2]])
        gjk(cube, low)
        """,
        "python",
    )
    cube = ((x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1))
    assert bodies["cube"].shape == Hull(tuple(cube))
    assert bodies["low"].shape == Hull(((-1, -1, -1), (-1, 1, -1), (1, -1, -1), (1, 1, -1), (0, 0, 2)))


def test_cases_that_are_not_known_are_asked() -> None:
    imported = read(
        """
        import fcl
        if config.is_round:
            a = fcl.Sphere(0.5)
        else:
            a = fcl.Box(1, 1, 1)
        b = fcl.Sphere(2.0)
        """
    )
    assert "cases" in {question.what for question in imported.questions}


def test_shapes_of_a_dictionary_that_are_not_used_are_left_out() -> None:
    imported = read(
        """
        self.geometry = {"box": fcl.Box(1, 1, 1), "cone": fcl.Cone(1.0, 1.0), "spare": fcl.Sphere(9.0)}
        self.turn = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
        box = fcl.CollisionObject(self.geometry["box"])
        cone = fcl.CollisionObject(self.geometry["cone"])
        cone.setRotation(self.turn)
        cone.setTranslation(np.array([0.0, -1.25, 0.0]))
        fcl.distance(box, cone, self.request, result)
        """
    )
    bodies = {body.name: body for body in imported.scene.bodies}
    assert set(bodies) == {"box", "cone"}
    assert_at(bodies["cone"], (0, -1.25, 0), TURNED)
    assert any("'spare' is not used" in warning for warning in imported.warnings)


# --- poses that are not known ---


def test_an_unknown_pose_next_to_a_known_one_is_asked() -> None:
    imported = read(
        """
        import coal
        at_ball, at_crate = coal.Transform3s(), place([0.9, 0, 0])
        coal.distance(coal.Sphere(0.25), at_ball, coal.Box(0.5, 0.5, 0.5), at_crate, request, result)
        """
    )
    assert [question.what for question in imported.questions] == ["pose"]
    assert "what place returns is not in the text" in imported.questions[0].why


def test_a_pose_of_an_unknown_function_is_asked() -> None:
    imported = read(
        """
        import fcl
        T = look_at(np.array([0.1, 0.2, 0.3]))
        a = fcl.CollisionObject(fcl.Box(1, 2, 3), T)
        b = fcl.CollisionObject(fcl.Sphere(0.5), fcl.Transform(np.array([1.5, 0, 0])))
        """
    )
    assert "pose" in {question.what for question in imported.questions}


def test_a_part_of_a_pose_that_cannot_be_assigned_is_an_error() -> None:
    with pytest.raises(ValueError, match="'position' has no value"):
        read(
            """
            import numpy as np
            A2O = np.eye(4)
            A2O[:3, 3] = position
            a = colliders.Sphere(np.zeros(3), 1.0)
            b = colliders.Box(A2O, np.array([1.0, 1.0, 1.0]))
            """
        )


# --- values ---


def test_lists_in_place_and_lists_of_indices() -> None:
    bodies = read_bodies(
        """
        import fcl
        from scipy.spatial.transform import Rotation
        size, place = (20.0, 5.0), (-2.0, 1.0)
        turn = Rotation.from_rotvec([0.0, 0.0, np.pi / 2]).as_quat()[[3, 0, 1, 2]]
        slab = fcl.CollisionObject(fcl.Box(*size, 10), fcl.Transform(turn, [*place, 0]))
        ball = fcl.CollisionObject(fcl.Sphere(1.0))
        """,
        "python",
    )
    assert_body(bodies["slab"], Box((10, 2.5, 5)), (-2, 1, 0), TURNED)


def test_transformations_are_matrices_of_four_rows() -> None:
    bodies = read_bodies(
        """
        import trimesh
        T = trimesh.transformations.rotation_matrix(np.radians(90), [0, 0, 1])
        T[:3, 3] = [0.25, 0, 0]
        a = trimesh.creation.box((1, 0.5, 0.25), transform=T)
        b = trimesh.creation.cylinder(radius=0.2, height=1.5,
                                      transform=trimesh.transformations.rotation_matrix(np.pi, [0, 0, 1], [1, 0, 0]))
        """,
        "python",
    )
    assert_at(bodies["a"], (0.25, 0, 0), TURNED)
    assert_at(bodies["b"], (2, 0, 0), ((-1, 0, 0), (0, -1, 0), (0, 0, 1)))


def test_a_scale_in_a_pose_is_not_ignored() -> None:
    imported = read(
        """
        import transforms3d as t3d
        import hppfcl
        M1 = t3d.affines.compose([0.2, 0.0, 0.4], np.eye(3), [1, 2, 1])
        a, b = hppfcl.Sphere(0.1), hppfcl.Sphere(0.2)
        hppfcl.distance(a, hppfcl.Transform3f(M1[:3, :3], M1[:3, 3]), b, hppfcl.Transform3f(), req, res)
        """
    )
    assert any(question.what == "pose" and "scale" in question.why for question in imported.questions)


# --- libraries ---


def test_a_mesh_is_moved_in_place_and_copied() -> None:
    bodies = read_bodies(
        """
        import trimesh
        a = trimesh.creation.box(bounds=[[-1, 0, 0], [1, 2, 1]])
        b = trimesh.creation.box(extents=[1, 1, 1])
        c = b.copy()
        b.apply_translation([2.0, 0.5, 0])
        """,
        "python",
    )
    assert_body(bodies["a"], Box((1, 1, 0.5)), (0, 1, 0.5))
    assert_at(bodies["b"], (2, 0.5, 0))
    assert_at(bodies["c"], (0, 0, 0))


def test_mjspec_builds_bodies_and_geoms() -> None:
    imported = read(
        """
        import mujoco, numpy as np
        spec = mujoco.MjSpec()
        a = spec.worldbody.add_body(name="wall", pos=[0.5, 0, 0.25])
        a.add_geom(type=mujoco.mjtGeom.mjGEOM_BOX, size=[0.05, 0.3, 0.2], rgba=[1, 1, 1, 1])
        b = spec.worldbody.add_body(pos=[0.5, 0.1, 0.25], quat=[np.sqrt(0.5), 0, 0, np.sqrt(0.5)])
        b.add_geom(type=mujoco.mjtGeom.mjGEOM_CAPSULE, size=[0.02, 0.04, 0])
        """
    )
    wall, peg = imported.scene.bodies
    assert_body(wall, Box((0.05, 0.3, 0.2)), (0.5, 0, 0.25))
    assert_body(peg, Capsule(0.02, 0.04, "z"), (0.5, 0.1, 0.25), TURNED)
    assert assumptions_of(imported)["quaternion"] == "wxyz"


def test_shapes_as_dictionaries_of_newton() -> None:
    imported = read(
        """
        s = np.sqrt(0.5)
        offset = np.array([3.0, 0.0, 4.0]) / 5.0 * 2.5
        geoms = [
            {"type": GeoType.ELLIPSOID, "transform": (offset.tolist(), [0, 0, 0, 1]), "data": ([1, 0.5, 0.25], 0.0)},
            {"type": GeoType.CONE, "transform": ([0, 0, 1], [0, 0, s, s]), "data": ([0.5, 0.75, 0], 0.0)},
            {"type": GeoType.PLANE, "transform": ([0, 0, -1], [0, 0, 0, 1]), "data": ([0, 0, 0], 0.0)},
        ]
        """
    )
    egg, cone, ground = imported.scene.bodies
    assert_body(egg, Ellipsoid((1, 0.5, 0.25)), (1.5, 0, 2))
    assert_body(cone, Cone(0.5, 0.75, "z"), (0, 0, 1), TURNED)
    assert isinstance(ground.shape, (HalfSpace, Box))


NEWTON_PEG = """
        builder = newton.ModelBuilder()
        peg = builder.add_body(xform=wp.transform(wp.vec3(0.5, 0.0, 2.0), wp.quat_identity()))
        builder.add_shape_box(peg, hx=0.25, hy=0.125, hz=0.5, cfg=newton.ModelBuilder.ShapeConfig(mu=0.5))
        """


@pytest.mark.parametrize(
    ("call", "position", "normal"),
    [
        ("add_ground_plane()", (0, 0, 0), (0, 0, 1)),
        ("add_ground_plane(height=0.75, cfg=newton.ModelBuilder.ShapeConfig(mu=0.5))", (0, 0, 0.75), (0, 0, 1)),
        ("add_shape_plane(plane=(0.0, 2.0, 0.0, -3.0), width=0.0, length=0.0)", (0, 1.5, 0), (0, 1, 0)),
        ("add_shape_plane(wp.vec4(1.0, 0.0, 0.0, 2.0))", (-2, 0, 0), (1, 0, 0)),
        ("add_shape_plane(xform=wp.transform(wp.vec3(0.0, 0.0, 1.0), wp.quat_identity()))", (0, 0, 1), (0, 0, 1)),
    ],
)
def test_planes_of_newton(call: str, position: tuple[float, ...], normal: tuple[float, ...]) -> None:
    peg, plane = read(NEWTON_PEG + f"builder.{call}\n").scene.bodies
    assert peg.shape == Box((0.25, 0.125, 0.5))
    assert isinstance(plane.shape, HalfSpace)
    assert plane.pose.position == position
    assert tuple(row[1] for row in plane.pose.rotation) == normal


def test_the_ground_of_newton_is_perpendicular_to_the_up_axis_of_its_builder() -> None:
    text = NEWTON_PEG.replace("ModelBuilder()", "ModelBuilder(up_axis=newton.Axis.Y)")
    _, plane = read(text + "builder.add_ground_plane(height=0.75)\n").scene.bodies
    assert plane.pose.position == (0, 0.75, 0)


def test_a_method_that_adds_an_unsupported_shape_is_refused() -> None:
    with pytest.raises(ValueError, match="'add_shape_heightfield' is a shape that cannot be imported"):
        read(NEWTON_PEG + "builder.add_shape_heightfield(body=-1, heightfield=hills)\n")


def test_a_margin_in_such_a_dictionary_is_refused() -> None:
    with pytest.raises(ValueError, match="margin"):
        read('geoms = [{"type": GeoType.SPHERE, "transform": ([0, 0, 1], [0, 0, 0, 1]), "data": ([0.5, 0, 0], 0.1)}]')


def test_meshes_that_newton_creates() -> None:
    imported = read(
        """
        mesh = newton.Mesh.create_box(0.5, 0.25, 0.125, duplicate_vertices=False)
        builder = newton.ModelBuilder()
        a = builder.add_body(xform=wp.transform(wp.vec3(), wp.quat_identity()))
        b = builder.add_body(xform=wp.transform(wp.vec3(0.0, 0.0, 0.9), wp.quat_identity()))
        builder.add_shape_convex_hull(body=a, mesh=mesh)
        builder.add_shape_convex_hull(body=b, mesh=mesh)
        """
    )
    first, second = imported.scene.bodies
    assert first.shape == second.shape == Box((0.5, 0.25, 0.125))
    assert_at(second, (0, 0, 0.9))


def test_what_drake_prints() -> None:
    bodies = read_bodies(
        """
        >>> inspector.GetShape(a), query_object.GetPoseInWorld(a)
        (Box(width=0.25, depth=0.5, height=0.125), RigidTransform(
          R=RotationMatrix([
            [0.0, -1.0, 0.0],
            [1.0, 0.0, 0.0],
            [0.0, 0.0, 1.0],
          ]),
          p=[0.5, 0.0, 0.25],
        ))
        >>> inspector.GetShape(b), query_object.GetPoseInWorld(b)
        (Cylinder(radius=0.125, length=0.5), RigidTransform())
        """,
        "python",
    )
    assert_body(bodies["box"], Box((0.125, 0.25, 0.0625)), (0.5, 0, 0.25), TURNED)
    assert bodies["cylinder"].shape == Cylinder(0.125, 0.25, "z")


def test_genesis_and_pyroki() -> None:
    bodies = read_bodies(
        """
        import genesis as gs
        height = 0.5
        scene = gs.Scene(viewer_options=gs.options.ViewerOptions(camera_pos=(3, 0, 1)))
        scene.add_entity(morph=gs.morphs.Box(pos=(0, 0, height / 2), size=(2, 1, height), euler=(0, 0, 90), fixed=True))
        scene.add_entity(gs.morphs.Sphere(radius=0.25, pos=(0, 0, 1)))
        """,
        "python",
    )
    plate, ball = bodies.values()
    assert_body(plate, Box((1, 0.5, 0.25)), (0, 0, 0.25), TURNED)
    assert_body(ball, Sphere(0.25), (0, 0, 1))
    capsules = read(
        """
        def upright(x, is_turned):
            return Capsule.from_radius_height(
                position=jnp.array([x, 0.0, 0.5]),
                wxyz=jnp.array([np.sqrt(0.5), 0, 0, np.sqrt(0.5)]) if is_turned else jnp.array([1.0, 0, 0, 0]),
                radius=jnp.array(0.25), height=jnp.array(1.0))

        d = float(collide(upright(0.0, False), upright(1.5, True)))
        """
    )
    first, second = capsules.scene.bodies
    assert first.shape == second.shape == Capsule(0.25, 0.5, "z")
    assert_at(second, (1.5, 0, 0.5), TURNED)


def test_euler_angles_of_drake_are_in_radians() -> None:
    bodies = read_bodies(
        """
        from pydrake.all import *
        X_WA = RigidTransform(RollPitchYaw(0.0, 0.0, np.pi / 2), [0.5, 0.0, 0.25])
        X_WB = RigidTransform(Quaternion(w=np.sqrt(0.5), x=0.0, y=0.0, z=np.sqrt(0.5)), np.array([0.5, 1.0, 0.25]))
        a = scene_graph.RegisterAnchoredGeometry(source_id, GeometryInstance(X_WA, Box(1, 2, 3), "table"))
        b = scene_graph.RegisterAnchoredGeometry(source_id, GeometryInstance(X_WB, Capsule(0.25, 1.0), "can"))
        """,
        "python",
    )
    assert_at(bodies["a"], (0.5, 0, 0.25), TURNED)
    assert_at(bodies["b"], (0.5, 1, 0.25), TURNED)


def test_sizes_and_places_in_named_variables() -> None:
    bodies = read_bodies(
        """
        import numpy as np
        capsule_center = [0.0, 0.0, 0.0]
        capsule_axis = [1.0, 0.0, 0.0]
        capsule_radius = 0.5
        capsule_half_length = 1.0
        sphere_radius = 0.25
        sphere_pos = np.array([0.0, 0.5, 0.0])
        collide(sphere_pos, sphere_radius, capsule_center, capsule_axis, capsule_radius, capsule_half_length)
        """,
        "python",
    )
    assert bodies["capsule"].shape == Capsule(0.5, 1, "x")
    assert_body(bodies["sphere"], Sphere(0.25), (0, 0.5, 0))


def test_a_rotation_matrix_is_not_a_list_of_points() -> None:
    bodies = read_bodies(
        """
        import numpy as np
        V = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], dtype=np.float64)
        c, s = np.cos(np.deg2rad(90)), np.sin(np.deg2rad(90))
        R = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
        W = V @ R.T + np.array([0.5, 0.25, 0.0])
        gjk_distance(V, W)
        """,
        "python",
    )
    assert set(bodies) == {"V", "W"}
    assert isinstance(bodies["W"].shape, Hull)
    assert bodies["W"].shape.vertices[1] == pytest.approx((0.5, 1.25, 0))


def test_a_rotation_moves_a_point() -> None:
    bodies = read_bodies(
        """
        from scipy.spatial.transform import Rotation as R
        import fcl
        base = R.from_quat([0, 0, np.sqrt(0.5), np.sqrt(0.5)])
        place = np.array([0.5, 0.0, 0.5]) + base.apply([0.25, 0.0, 0.0])
        tool = fcl.CollisionObject(fcl.Box(1, 2, 3), fcl.Transform((base * R.identity()).as_matrix(), place))
        ball = fcl.CollisionObject(fcl.Sphere(1.0))
        """,
        "python",
    )
    assert_at(bodies["tool"], (0.5, 0.25, 0.5), TURNED)


def test_rotations_that_drake_makes() -> None:
    bodies = read_bodies(
        """
        X_1 = RigidTransform(RotationMatrix.MakeZRotation(np.pi / 2), [0.5, 0.25, 0.0])
        a = sg.RegisterAnchoredGeometry(sid, GeometryInstance(X_PG=X_1, shape=Capsule(radius=0.5, length=3), name="a"))
        b = sg.RegisterAnchoredGeometry(sid, GeometryInstance(RigidTransform(p=[1, 0, 2]), Box(1, 1, 4), "b"))
        """,
        "python",
    )
    assert_body(bodies["a"], Capsule(0.5, 1.5, "z"), (0.5, 0.25, 0), TURNED)
    assert_at(bodies["b"], (1, 0, 2))


def test_a_list_that_was_printed_in_part_is_refused() -> None:
    with pytest.raises(ValueError, match="leaves out items"):
        read(
            """
            >>> hull
            array([[0.1, 0.2, 0.3], [0.4, 0.5, 0.6],
                 ...,
                   [1.1, 1.2, 1.3], [1.4, 1.5, 1.6]])
            >>> other
            array([[0., 0., 0.], [1., 0., 0.], [0., 1., 0.], [0., 0., 1.]])
            """
        )


# --- poses that are set after the shapes ---

_DRAKE = """
        plant, scene_graph = AddMultibodyPlantSceneGraph(builder, time_step=0.0)
        tray = plant.AddRigidBody("tray", M)
        mug = plant.AddRigidBody("mug", M)
        plant.RegisterVisualGeometry(tray, RigidTransform(), Box(9, 9, 9), "seen", [0.5, 0.5, 0.5, 1.0])
        plant.RegisterCollisionGeometry(
            tray, RigidTransform([0, 0, 0.5]), Box(1, 2, 3), "tray", CoulombFriction(1.0, 1.0))
        plant.RegisterCollisionGeometry(mug, RigidTransform(), Sphere(0.5), "mug", CoulombFriction(1.0, 1.0))
"""


@pytest.mark.parametrize(
    "placing",
    [
        "plant.SetFreeBodyPose(context, mug, RigidTransform([0, 7, 0]))",
        "c = plant.GetMyContextFromRoot(root)\n        plant.SetFreeBodyPose(c, mug, RigidTransform([0, 7, 0]))",
        "plant.SetDefaultFreeBodyPose(mug, RigidTransform(RollPitchYaw(0, 0, 0), [0, 7, 0]))",
        "plant.WeldFrames(plant.world_frame(), mug.body_frame(), RigidTransform([0, 7, 0]))",
    ],
)
def test_drake_places_a_body(placing: str) -> None:
    bodies = read_bodies(f"{_DRAKE}        {placing}\n", "python")
    assert list(bodies) == ["tray", "mug"]
    assert_body(bodies["tray"], Box((0.5, 1, 1.5)), (0, 0, 0.5))
    assert_at(bodies["mug"], (0, 7, 0))


def test_drake_welds_a_body_to_another() -> None:
    turn = "RigidTransform(RollPitchYaw(0, 0, np.pi / 2), [1, 0, 0])"
    placing = f"plant.WeldFrames(plant.world_frame(), tray.body_frame(), {turn})"
    more = "plant.WeldFrames(tray.body_frame(), mug.body_frame(), RigidTransform([2, 0, 0]))"
    bodies = read_bodies(f"{_DRAKE}        {placing}\n        {more}\n", "python")
    assert_at(bodies["tray"], (1, 0, 0.5), TURNED)
    assert_at(bodies["mug"], (1, 2, 0), TURNED)


@pytest.mark.parametrize(
    "placing",
    [
        "plant.SetFreeBodyPose(context, mug, sampled(3))",
        'plant.WeldFrames(plant.world_frame(), plant.GetFrameByName("mug"), RigidTransform([0, 7, 0]))',
    ],
)
def test_a_pose_or_body_of_drake_that_the_text_does_not_have_is_asked(placing: str) -> None:
    read_text = read(f"{_DRAKE}        {placing}\n", "python")
    assert [question.what for question in read_text.questions] == ["pose"]


_NEWTON = """
        cfg = newton.ModelBuilder.ShapeConfig(density=0.0, gap=0.01)
        crate = builder.add_body(xform=wp.transform(wp.vec3(1.0, 2.0, 3.0), wp.quat_identity()))
        ball = builder.add_body()
        builder.add_shape_box(body=crate, hx=1.0, hy=2.0, hz=3.0, cfg=cfg)
        builder.add_shape_sphere(body=ball, radius=0.5, cfg=cfg)
        state = builder.finalize().state()
        rows = state.body_q.numpy()
"""


def test_newton_poses_in_an_array() -> None:
    bodies = read_bodies(
        f"""{_NEWTON}
        rows[crate, 2] = 4.0
        rows[ball, :3] = (0.0, 0.0, 7.0)
        axis = wp.normalize(wp.vec3(0.0, 3.0, 0.0))
        rows[ball, 3:] = np.asarray(wp.quat_between_vectors(wp.vec3(1.0, 0.0, 0.0), axis))
        state.body_q.assign(rows)
        """,
        "python",
    )
    crate, ball = bodies.values()
    assert_at(crate, (1, 2, 4))
    assert_at(ball, (0, 0, 7), TURNED)


def test_newton_pose_of_a_body_by_its_number() -> None:
    bodies = read_bodies(f"{_NEWTON}        rows[1] = [0.0, 0.0, 7.0, 0.0, 0.0, 0.5 ** 0.5, 0.5 ** 0.5]\n", "python")
    assert_at(list(bodies.values())[1], (0, 0, 7), TURNED)


@pytest.mark.parametrize("row", ["rows[number]", "rows[7]", "rows[ball, 1:5]", "rows[ball, 6]"])
def test_a_row_or_part_of_poses_that_is_not_known_is_asked(row: str) -> None:
    assert [
        question.what for question in read(f"{_NEWTON}        {row} = wp.vec3(1.0, 2.0, 3.0)\n", "python").questions
    ] == ["pose"]


def test_pybullet_reset_to_a_position_that_is_not_in_the_text_is_asked() -> None:
    read_text = read(
        """
        crate = p.createCollisionShape(p.GEOM_BOX, halfExtents=[1, 2, 3])
        seen = p.createVisualShape(p.GEOM_BOX, halfExtents=[1, 2, 3])
        a = p.createMultiBody(0, crate, seen, [0, 0, 1])
        b = p.createMultiBody(0, p.createCollisionShape(p.GEOM_SPHERE, radius=0.5))
        p.resetBasePositionAndOrientation(b, sampled(3), [0, 0, 0, 1])
        """
    )
    assert [question.why.partition(": ")[2] for question in read_text.questions] == [
        "what sampled returns is not in the text, and resetBasePositionAndOrientation may place the shape with it"
    ]
    assert len(read_text.scene.bodies) == 2


def test_pybullet_shapes_that_are_only_drawn_do_not_place_a_body() -> None:
    read_text = read(
        """
        crate = p.createCollisionShape(p.GEOM_BOX, halfExtents=[1, 2, 3])
        seen = p.createVisualShape(p.GEOM_BOX, halfExtents=[1, 2, 3], rgbaColor=[1, 0, 0, 1])
        a = p.createMultiBody(baseCollisionShapeIndex=crate, baseVisualShapeIndex=seen, basePosition=[1.0, 0, 0.5])
        b = p.createMultiBody(baseCollisionShapeIndex=crate, baseVisualShapeIndex=seen, basePosition=[-1, 0, 0.5])
        """
    )
    assert not read_text.questions
    assert [body.pose.position for body in read_text.scene.bodies] == [(1, 0, 0.5), (-1, 0, 0.5)]
