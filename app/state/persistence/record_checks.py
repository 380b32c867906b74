"""Validates records read from a file beyond their annotations: ranges, and rules between fields.

Most actions are not checked here: `update` rejects invalid ones, and a recording may contain rejected actions.
"""

import re
from collections.abc import Callable, Collection
from typing import Any

import numpy as np

from gjkscope.app.scenes.reports import check_report
from gjkscope.app.scenes.scene import Body, Expected, Pair, PositionOrientation, Scene, Transform
from gjkscope.app.scenes.scene_file import LARGEST_LENGTH
from gjkscope.app.state.actions import ImportScene, OpenScene, RestoreJournal, first_pair
from gjkscope.app.state.model import ThenImport
from gjkscope.engine.pose import as_pose, rotation_from_quaternion
from gjkscope.engine.result import Verdict
from gjkscope.engine.shapes.bounds import aabb


def check_record(record: Any) -> None:
    """Raises `ValueError` with the field and what is wrong with it."""
    check = CHECKS.get(type(record))
    if check is not None:
        check(record)


def _check_placement(placement: PositionOrientation) -> None:
    rotation_from_quaternion(placement.orientation, "orientation")


def _check_transform(transform: Transform) -> None:
    as_pose(transform.rows, "rows")


def _check_body(body: Body) -> None:
    _check_name("name", body.name)
    if body.color is not None and not re.fullmatch("#[0-9a-fA-F]{6}", body.color):
        raise ValueError(f"color: must be a colour like #e69f00, got {body.color[:40]!r}")
    for name in ("mass", "friction", "restitution"):
        if getattr(body, name) < 0:
            raise ValueError(f"{name}: must be ≥ 0, got {getattr(body, name):g}")
    with np.errstate(over="ignore", invalid="ignore"):
        reach = max(abs(number) for corner in aabb(body.shape, body.pose) for number in corner)
    if not reach <= LARGEST_LENGTH:
        raise ValueError(f"placement: must lie within {LARGEST_LENGTH:g} m of the origin, reaches {reach:.3g} m")


def _check_scene(scene: Scene) -> None:
    _check_name("name", scene.name)
    if len(set(scene.names)) < len(scene.names):
        raise ValueError("bodies: must have unique names")
    for i, pair in enumerate(scene.pairs or ()):
        check_pair(f"pairs[{i}]", pair, scene.names)
    for i, expected in enumerate(scene.expected):
        check_pair(f"expected[{i}].pair", expected.pair, scene.names)
    for i, reported in enumerate(scene.reported):
        try:
            check_report(reported, scene.names)
        except ValueError as fault:
            raise ValueError(f"reported[{i}].{fault}") from None


def _check_expected(expected: Expected) -> None:
    if expected.verdict not in tuple(Verdict):
        raise ValueError(f"verdict: must be one of {', '.join(Verdict)}, got {expected.verdict[:40]!r}")


def _check_opened(action: OpenScene) -> None:
    first_pair(action.scene)
    if action.path is not None and (not action.path or "\0" in action.path):
        raise ValueError(f"path: must be a file path, got {action.path[:40]!r}")


def _check_imported(action: ImportScene | ThenImport) -> None:
    first_pair(action.scene)


def _check_brought_back(action: RestoreJournal) -> None:
    check_pair("pair", action.pair, action.scene.names)


def check_pair(name: str, pair: Pair, names: Collection[str]) -> None:
    """Raises `ValueError` unless the pair names two different bodies."""
    if pair[0] == pair[1] or not {*pair} <= {*names}:
        raise ValueError(f"{name}: must be two different bodies among {', '.join(names)[:60]}, got {pair!r}")


def _check_name(field: str, name: str) -> None:
    if not name or not name.isprintable():
        raise ValueError(f"{field}: must be printable characters on one line, got {name[:40]!r}")


CHECKS: dict[type, Callable[[Any], None]] = {
    PositionOrientation: _check_placement,
    Transform: _check_transform,
    Body: _check_body,
    Scene: _check_scene,
    Expected: _check_expected,
    OpenScene: _check_opened,
    ImportScene: _check_imported,
    ThenImport: _check_imported,
    RestoreJournal: _check_brought_back,
}
