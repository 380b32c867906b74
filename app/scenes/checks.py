"""Rules of the values in a scene that their types do not express: ranges and texts.

Scene files have these rules in their models as well, which name the place in the file.
"""

import re
from math import inf, isfinite

from gjkscope.app.scenes.reports import check_report
from gjkscope.app.scenes.scene import Body, Expected, PositionOrientation, Scene, Transform
from gjkscope.app.scenes.scene_file import reach_fault
from gjkscope.engine.pose import as_pose, rotation_from_quaternion
from gjkscope.engine.result import Verdict
from gjkscope.engine.vectors import Vec3


def check_all_of(scene: Scene) -> None:
    """Checks a scene with everything in it.  Raises `ValueError` with the place and what is wrong there."""
    for i, body in enumerate(scene.bodies):
        try:
            if isinstance(body.placement, PositionOrientation):
                check_placement(body.placement)
            elif isinstance(body.placement, Transform):
                check_transform(body.placement)
            check_body(body)
        except ValueError as fault:
            raise ValueError(f"shapes[{i}].{fault}") from None
    for expected in scene.expected:
        check_expected(expected)
    check_scene(scene)


def check_placement(placement: PositionOrientation) -> None:
    rotation_from_quaternion(placement.orientation, "orientation")


def check_transform(transform: Transform) -> None:
    as_pose(transform.rows, "rows")


def check_body(body: Body) -> None:
    _check_name("name", body.name)
    if body.color is not None and not re.fullmatch("#[0-9a-fA-F]{6}", body.color):
        raise ValueError(f"color: must be a colour like #e69f00, got {body.color[:40]!r}")
    for name in ("mass", "friction", "restitution"):
        if not 0 <= getattr(body, name) < inf:
            raise ValueError(f"{name}: must be finite and ≥ 0, got {getattr(body, name):g}")
    for name in ("velocity", "angular_velocity"):
        _check_finite(name, getattr(body, name))
    if fault := reach_fault(body):
        raise ValueError(f"placement: {fault}")


def check_scene(scene: Scene) -> None:
    _check_name("name", scene.name)
    _check_finite("gravity", scene.gravity)
    for i, reported in enumerate(scene.reported):
        try:
            check_report(reported)
        except ValueError as fault:
            raise ValueError(f"reported[{i}].{fault}") from None


def check_expected(expected: Expected) -> None:
    if expected.verdict not in tuple(Verdict):
        raise ValueError(f"verdict: must be one of {', '.join(Verdict)}, got {expected.verdict[:40]!r}")


def _check_name(field: str, name: str) -> None:
    if not name or not name.isprintable():
        raise ValueError(f"{field}: must be printable characters on one line, got {name[:40]!r}")


def _check_finite(field: str, vector: Vec3) -> None:
    if not all(map(isfinite, vector)):
        raise ValueError(f"{field}: must be finite, got {vector}")
