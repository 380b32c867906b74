"""Validates records read from a file beyond their annotations: ranges, and rules between fields.

Most actions are not checked here: `update` rejects invalid ones, and a recording may contain rejected actions.
"""

from collections.abc import Callable
from typing import Any

from gjkscope.app.scenes.checks import (
    check_body,
    check_expected,
    check_placement,
    check_scene,
    check_transform,
)
from gjkscope.app.scenes.scene import Body, Expected, PositionOrientation, Scene, Transform, check_references
from gjkscope.app.state.actions import ImportScene, OpenScene, RestoreJournal, first_pair
from gjkscope.app.state.model import ThenImport


def check_record(record: Any) -> None:
    """Raises `ValueError` with the field and what is wrong with it."""
    check = CHECKS.get(type(record))
    if check is not None:
        check(record)


def _check_opened(action: OpenScene) -> None:
    first_pair(action.scene)
    if action.path is not None and (not action.path or "\0" in action.path):
        raise ValueError(f"path: must be a file path, got {action.path[:40]!r}")


def _check_imported(action: ImportScene | ThenImport) -> None:
    first_pair(action.scene)


def _check_brought_back(action: RestoreJournal) -> None:
    check_references({"pair": action.pair}, action.scene.names)


CHECKS: dict[type, Callable[[Any], None]] = {
    PositionOrientation: check_placement,
    Transform: check_transform,
    Body: check_body,
    Scene: check_scene,
    Expected: check_expected,
    OpenScene: _check_opened,
    ImportScene: _check_imported,
    ThenImport: _check_imported,
    RestoreJournal: _check_brought_back,
}
