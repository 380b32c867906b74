"""Sample shapes of every kind, sharp and rounded, and awkward poses, shared by the geometry tests."""

from dataclasses import replace

import numpy as np

from gjkscope.app.scenes.shape_kinds import shape_of_size
from gjkscope.engine.pose import Pose, rotation_from_quaternion
from gjkscope.engine.shapes import kinds

CORNERS = ((0.1, 0.0, 0.0), (1.0, 0.2, 0.0), (0.0, 1.0, 0.5))
CLOUD = tuple((x, y, z) for x, y, z in np.random.default_rng(5).normal(size=(20, 3)).tolist())


def of_all_kinds(rounding: float) -> list[kinds.Shape]:
    """The samples below, and of each other shape that is registered the one that the application makes."""
    listed: list[kinds.Shape] = [
        kinds.Point(rounding),
        kinds.Segment((0, 0, 0), (1, 2, 3), rounding),
        kinds.Triangle(CORNERS, rounding),
        kinds.Sphere(0.7, rounding),
        kinds.Box((1, 0.5, 0.8), rounding),
        *(
            kind(0.4, 0.9, axis, rounding)
            for kind in (kinds.Capsule, kinds.Cylinder, kinds.Cone)
            for axis in ("x", "y", "z")
        ),
        kinds.Cone(2.0, 0.5, "y", rounding),
        kinds.Ellipsoid((1, 0.3, 0.5), rounding),
        kinds.Superellipsoid((0.9, 0.6, 0.4), 3.5, rounding),
        kinds.Hull(CLOUD, rounding),
        kinds.Mesh((*CORNERS, (0, 0, -1)), ((0, 1, 2), (1, 0, 3), (2, 1, 3), (0, 2, 3)), rounding=rounding),
    ]
    others = [name for name, kind in kinds.SHAPE_TYPES.items() if kind not in {type(shape) for shape in listed}]
    return listed + [replace(shape_of_size(name, (0.9, 0.6, 0.4)), rounding=rounding) for name in others]


SHAPES = [*of_all_kinds(0.0), *of_all_kinds(0.2)]

POSES = {
    "at rest": Pose(),
    "turned": Pose(rotation_from_quaternion((0.3, -0.5, 0.2, 0.7)), (1.0, -2.0, 3.0)),
    "far away": Pose(rotation_from_quaternion((0.9, 0.1, -0.4, 0.1)), (1e6, 0.0, -1e6)),
    # As far from orthogonal as the six decimals of a bug report.
    "badly printed": Pose(
        ((0.936294, -0.275096, 0.218352), (0.289629, 0.956426, -0.036957), (-0.198669, 0.097846, 0.975173))
    ),
}


def shape_name(shape: kinds.Shape) -> str:
    """Return a short unique id for each shape: its kind and dimensions, without vertices."""
    sizes = [getattr(shape, field, None) for field in ("axis", "radius", "rounding")]
    return " ".join([type(shape).__name__.lower(), *(str(size) for size in sizes if size)])
