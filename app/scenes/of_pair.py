"""A pair of placed shapes as a scene."""

from gjkscope.app.scenes.scene import Body, Pair, Planar, Scene, Transform
from gjkscope.engine.pose import Pose, plane_angle
from gjkscope.engine.shapes.kinds import Shape

PAIR: Pair = ("A", "B")


def scene_of_pair(name: str, shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose) -> Scene:
    """A scene with the bodies A and B, with exactly the same numbers; in 2D, the angles of the poses."""
    bodies = (_body("A", shape_a, pose_a), _body("B", shape_b, pose_b))
    return Scene(name, bodies, pairs=(PAIR,), dimension=shape_a.dimension)


def _body(name: str, shape: Shape, pose: Pose) -> Body:
    if shape.dimension == 2:
        return Body(name, shape, Planar(pose.position[:2], plane_angle(pose)))
    (x, y, z), (a, b, c) = pose.position, pose.rotation
    return Body(name, shape, Transform(((*a, x), (*b, y), (*c, z), (0.0, 0.0, 0.0, 1.0))))
