"""Reads code and compares the bodies, for the tests of notations."""

from collections.abc import Mapping
from itertools import permutations

import numpy as np

from gjkscope.app.bring.notations.importing import Imported, import_text
from gjkscope.app.scenes.scene import Body
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.shapes.support import convex, support
from gjkscope.engine.vectors import dot, norm

TURNED = ((0.0, -1.0, 0.0), (1.0, 0.0, 0.0), (0.0, 0.0, 1.0))  # a quarter turn about z
UPRIGHT = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


def read(text: str, notation: str | None = None, choices: Mapping[str, str] | None = None) -> Imported:
    return import_text(text, notation=notation, choices=choices)


def read_bodies(text: str, notation: str) -> dict[str, Body]:
    """The bodies by name; the notation must be recognised."""
    imported = read(text)
    assert imported.notation == notation
    return {body.name: body for body in imported.scene.bodies}


def assert_at(body: Body, position: tuple[float, ...], rotation: object = UPRIGHT) -> None:
    """The body is at a position, with a rotation given by rows."""
    np.testing.assert_allclose(body.pose.position, position, rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(body.pose.rotation, rotation, rtol=0, atol=1e-7)


def assert_body(body: Body, shape: Shape, position: tuple[float, ...], rotation: object = UPRIGHT) -> None:
    """The body has a shape, and is at a position with a rotation given by rows."""
    assert body.shape == shape
    assert_at(body, position, rotation)


def assumptions_of(imported: Imported) -> dict[str, str]:
    return {assumption.what: assumption.value for assumption in imported.assumptions}


def reaches(body: Body) -> list[float]:
    """How far a placed shape reaches in fixed directions: equal for equal sets, however they are described."""
    placed = convex(body.shape, body.pose)
    extents = []
    for direction in DIRECTIONS:
        point, _ = support(placed, direction)
        extents.append(dot(point, direction) / norm(direction) + placed.radius)
    return extents


DIRECTIONS = [
    (signs[0] * order[0], signs[1] * order[1], signs[2] * order[2])
    for order in permutations((1.0, 0.35, 0.1))
    for signs in ((1, 1, 1), (-1, 1, -1), (1, -1, -1), (-1, -1, 1))
]
