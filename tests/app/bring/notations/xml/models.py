"""Imports model texts, and compares bodies with closed forms."""

from pathlib import Path

import numpy as np

from gjkscope.app.bring.notations.importing import Imported, import_text
from gjkscope.app.scenes.scene import Body

CLOSE = 1e-12  # of lengths near 1: products of three rotations round by less


def read_model(text: str, folder: Path | None = None, **choices: str) -> Imported:
    return import_text(text, folder, choices=choices)


def read_bodies(text: str, folder: Path | None = None, **choices: str) -> dict[str, Body]:
    return {body.name: body for body in read_model(text, folder, **choices).scene.bodies}


def is_at(body: Body, *position: float) -> bool:
    return np.allclose(body.pose.position, position, rtol=0, atol=CLOSE)


def is_turned(body: Body, rotation: object) -> bool:
    return np.allclose(body.pose.rotation, rotation, rtol=0, atol=CLOSE)


def about(axis: str, degrees: float) -> object:
    """The rotation matrix about a coordinate axis."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return {
        "x": np.array([[1, 0, 0], [0, c, -s], [0, s, c]]),
        "y": np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]]),
        "z": np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]),
    }[axis]


def tetrahedron_obj(path: Path) -> None:
    """Writes a mesh file with four vertices, and one inside of their hull."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv .1 .1 .1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\nf 1 2 5\n")
