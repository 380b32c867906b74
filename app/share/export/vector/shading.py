"""The colours of surfaces in a vector picture: the lights of `surface.vert` and `surface.frag`, once for each facet.

A test compares them with pixels of the renderer.  The opening of shells around the origin is left out: it has a soft
border, and in a vector picture the origin is painted on top.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gjkscope.app.view.drawing.drawlist import Floats
from gjkscope.app.view.renderer.frame import ShellLook

KEY, FILL, RIM = np.array((0.52, 0.66, 0.54)), np.array((-0.78, 0.05, 0.62)), np.array((-0.25, 0.45, -0.86))
SKY, EARTH = np.array((0.40, 0.42, 0.45)), np.array((0.17, 0.165, 0.16))
WARM, COOL = 0.60 * np.array((1.0, 0.985, 0.96)), 0.10 * np.array((0.90, 0.96, 1.0))
WRAP, GLOSSINESS, THICKEST = 0.3, 0.14, 4.0
CLEAREST = 1e-4  # transmittance of an opaque surface

Flags = npt.NDArray[np.bool_]


class Lit(NamedTuple):
    """Facets to be lit: in eye space, with the direction of the world's y axis there."""

    normals: Floats  # (n, 3), outward unit normals
    to_eye: Floats  # (n, 3), unit vectors
    facing: Flags  # (n,): seen from outside
    world_up: Floats  # (3,)


def facet_colors(lit: Lit, colors: Floats, shell: ShellLook | None) -> Floats:
    """The colours (n, 4) of facets with the colours (n, 4); `shell`: of closed surfaces, how their sides differ."""
    seen = np.where(lit.facing[:, None], lit.normals, -lit.normals)
    light = _shade(colors[:, :3] ** 2, seen, lit.world_up)
    thickness, gloss = np.ones(len(seen)), np.ones(len(seen))
    if shell is not None:
        light *= np.where(lit.facing, 1.0, shell.far_light)[:, None]
        thickness = np.where(lit.facing, shell.near, shell.far)
        gloss = np.where(lit.facing, shell.near, 0.0)
    cosine = np.maximum(np.einsum("ij,ij->i", seen, lit.to_eye), 1 / THICKEST)
    absorbance = -np.log(np.maximum(1 - colors[:, 3], CLEAREST)) * thickness / cosine
    opacity = np.where(colors[:, 3] < 1, 1 - np.exp(-absorbance), 1.0)
    shine = GLOSSINESS * gloss * _gloss(seen, lit.to_eye)
    rgb = np.sqrt(np.maximum(light, 0.0)) + (shine / np.maximum(opacity, CLEAREST))[:, None]
    lit_colors: Floats = np.clip(np.concatenate([rgb, opacity[:, None]], axis=1), 0.0, 1.0)
    return lit_colors


def _shade(base: Floats, normals: Floats, world_up: Floats) -> Floats:
    sky = (normals @ world_up * 0.5 + 0.5)[:, None]
    light = EARTH + sky * (SKY - EARTH) + _wrap(normals, KEY) * WARM + _wrap(normals, FILL) * COOL
    rim = np.maximum(normals @ RIM + 0.35, 0.0)[:, None]
    shaded: Floats = base * light + 0.05 * rim * rim
    return shaded


def _wrap(normals: Floats, light: Floats) -> Floats:
    wrapped: Floats = np.maximum(normals @ light + WRAP, 0.0)[:, None] / (1 + WRAP)
    return wrapped


def _gloss(seen: Floats, to_eye: Floats) -> Floats:
    halfway = KEY + to_eye
    halfway /= np.linalg.norm(halfway, axis=1, keepdims=True)
    gloss: Floats = np.maximum(np.einsum("ij,ij->i", seen, halfway), 0.0) ** 32
    return gloss
