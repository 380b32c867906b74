"""Python classes: instances, methods, properties, dataclasses, and the arguments that pytest passes."""

from gjkscope.engine.shapes.kinds import Box, Cylinder, Sphere, Triangle
from tests.app.bring.notations.code.reading import TURNED, assert_at, assert_body, assumptions_of, read, read_bodies


def test_methods_use_what_the_initialisers_of_a_class_and_its_base_assign() -> None:
    bodies = read_bodies(
        """
        import fcl

        class Placed:
            def __init__(self, place):
                self.tf = fcl.Transform(np.array(place))

        class Ball(Placed):
            def __init__(self, radius, place):
                super().__init__(place)
                self.radius = radius

            @property
            def shape(self):
                return fcl.Sphere(self.radius)

            def placed(self):
                return fcl.CollisionObject(self.shape, self.tf)

        a = Ball(0.5, [0, 0, 1]).placed()
        b = Ball(radius=0.25, place=[0, 0, 2]).placed()
        assert fcl.distance(a, b) > 0.2, "apart"
        """,
        "python",
    )
    assert [body.shape for body in bodies.values()] == [Sphere(0.5), Sphere(0.25)]
    assert [body.pose.position[2] for body in bodies.values()] == [1, 2]


def test_an_attribute_that_no_class_of_the_text_assigns_is_warned_about() -> None:
    text = """
        import fcl

        class Crate(Base):
            def __init__(self, size):
                self.size = size

        a = Crate([1, 2, 3])
        b = fcl.CollisionObject(fcl.Box(*a.size), a.pose)
        """
    assert any("'pose' of Crate has no value in the text" in warning for warning in read(text).warnings)


def test_a_dataclass_with_the_name_of_a_shape_is_that_shape() -> None:
    bodies = read_bodies(
        """
        from dataclasses import dataclass

        @dataclass
        class Sphere:
            center: tuple
            radius: float = 0.5

        a = Sphere((0, 0, 0))
        b = Sphere(radius=0.25, center=(0, 0, 0.5))
        """,
        "python",
    )
    assert bodies["a"].shape == Sphere(0.5)
    assert_body(bodies["b"], Sphere(0.25), (0, 0, 0.5))


def test_classes_and_dictionaries_that_describe_shapes() -> None:
    bodies = read_bodies(
        """
        import numpy as np

        class BoxObstacle:
            def __init__(self, center, half_extents):
                self.center = np.array(center)
                self.half_extents = np.array(half_extents)

        a = BoxObstacle([1, 0, 0], [0.5, 0.25, 0.125])
        can = {"type": "cylinder", "geometry": {"position": [0, 0, 2], "radius": 0.25, "height": 1.0}}
        """,
        "python",
    )
    assert_body(bodies["a"], Box((0.5, 0.25, 0.125)), (1, 0, 0))
    assert_body(bodies["can"], Cylinder(0.25, 0.5, "z"), (0, 0, 2))


PARAMETRIZED = """
    import pytest, fcl

    @pytest.fixture
    def ball():
        return fcl.CollisionObject(fcl.Sphere(0.5))

    @pytest.mark.parametrize("size, height", [((1, 1, 1), 1.0), ((2, 2, 2), 1.25)])
    def test_gap(ball, size, height):
        crate = fcl.CollisionObject(fcl.Box(*size), fcl.Transform(np.array([0, 0, height])))
        assert fcl.distance(ball, crate) == 0.0
    """


def test_one_set_of_parameters_is_read_and_asked_about() -> None:
    first = read(PARAMETRIZED)
    [question] = first.questions
    assert question.others == ("2",)
    assert {body.shape for body in first.scene.bodies} == {Sphere(0.5), Box((0.5, 0.5, 0.5))}
    second = read(PARAMETRIZED, choices={question.what: "2"})
    assert {body.shape for body in second.scene.bodies} == {Sphere(0.5), Box((1, 1, 1))}


def test_a_triangle_of_three_points_in_variables() -> None:
    bodies = read_bodies(
        """
        import numpy as np
        tri_a = np.array([0.0, 0.0, 0.0])
        tri_b = np.array([1.0, 0.0, 0.0])
        tri_c = np.array([0.0, 1.0, 0.0])
        sphere_pos = np.array([0.25, 0.25, 0.5])
        sphere_radius = 0.125
        run(sphere_pos, sphere_radius, tri_a, tri_b, tri_c)
        """,
        "python",
    )
    assert bodies["triangle"].shape == Triangle(((0, 0, 0), (1, 0, 0), (0, 1, 0)))
    assert_at(bodies["sphere"], (0.25, 0.25, 0.5))


def test_shapes_whose_kind_and_sizes_follow() -> None:
    bodies = read_bodies(
        """
        can = SolidPrimitive()
        can.type = SolidPrimitive.CYLINDER
        can.dimensions = [1.0, 0.25]
        can_pose = Pose()
        can_pose.position.z = 0.5
        g = spec.worldbody.add_geom()
        g.type = mujoco.mjtGeom.mjGEOM_BOX
        g.size = [0.5, 0.25, 0.125]
        """,
        "python",
    )
    assert_body(bodies["can"], Cylinder(0.25, 0.5, "z"), (0, 0, 0.5))
    assert bodies["g"].shape == Box((0.5, 0.25, 0.125))


def test_poses_of_further_libraries() -> None:
    bodies = read_bodies(
        """
        import open3d, trimesh
        from pytransform3d.rotations import matrix_from_euler
        from distance3d import hydroelastic_contact
        a = hydroelastic_contact.RigidBody.make_box(np.eye(4), [1, 2, 3])
        a.body2origin_ = transform_from(R=matrix_from_euler([np.pi / 2, 0, 0], 2, 1, 0, False), p=[0, 0, 1])
        b = open3d.geometry.TriangleMesh.create_box(2.0, 1.0, 1.0)
        b.rotate(b.get_rotation_matrix_from_xyz((0, 0, np.pi / 2)), center=(0, 0, 0))
        c = trimesh.creation.icosphere(radius=0.5)
        c.apply_transform(trimesh.transformations.compose_matrix(translate=[0, 0, 3]))
        """,
        "python",
    )
    assert_at(bodies["a"], (0, 0, 1), TURNED)
    assert_at(bodies["b"], (-0.5, 1, 0.5), TURNED)  # from its corner, which was the origin
    assert_at(bodies["c"], (0, 0, 3))


def test_drake_quaternions_start_with_w() -> None:
    text = """
        from pydrake.all import RigidTransform, Quaternion
        X_WA = RigidTransform(quaternion=Quaternion([0.7071067811865476, 0, 0, 0.7071067811865476]), p=[1, 0, 0])
        a = GeometryInstance(X_WA, Box(1, 2, 3), "a")
        b = GeometryInstance(RigidTransform(), Sphere(0.5), "b")
        """
    assert assumptions_of(read(text))["quaternion"] == "wxyz"
