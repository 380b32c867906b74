"""What a page needs to answer a pair at any poses itself, by the engine's functions compiled to WebAssembly.

`player/engine.js` runs them.  The cores of the shapes are those of a batch (`engine/batch`), so the answers have the
bits of `batch.signed_distance` in Python, in 2D those of `query`.  `player/live.js` draws the bodies where the reader
has put them, with the surfaces and colours recorded here: a drawing of bodies that are apart, and one of bodies that
overlap, which are seen through.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np

from gjkscope.app.share.web.arrays import ArrayStore, compressed
from gjkscope.app.share.web.steps import live_steps
from gjkscope.app.share.web.stills import StillRecorder, draw_still
from gjkscope.app.state.actions import PlaceBody, ShowOnly, update
from gjkscope.app.state.model import State, Theme, View
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.builder import mark_color, text_color
from gjkscope.app.view.drawing.drawlist import Color, Layer
from gjkscope.app.view.drawing.marks.sat import BRIGHT
from gjkscope.engine.batch.arrays import Objects, PreparedShapes
from gjkscope.engine.batch.bodies import BodyArrays, body_arrays
from gjkscope.engine.batch.loading import has_web_engine, web_engine
from gjkscope.engine.compound.parts import is_compound
from gjkscope.engine.plane.shapes.kinds import Box2, Capsule2, Circle, Point2, Polygon, Segment2
from gjkscope.engine.pose import Pose
from gjkscope.engine.runtime.extras import COMPILED, COMPILER, extra_remedy
from gjkscope.engine.shapes.blocks import blocks
from gjkscope.engine.shapes.convexity import is_hull
from gjkscope.engine.shapes.kinds import (
    Box,
    Capsule,
    Cone,
    Cylinder,
    Ellipsoid,
    Hull,
    Mesh,
    Point,
    Segment,
    Shape,
    Sphere,
    Superellipsoid,
    Triangle,
)
from gjkscope.engine.shapes.support import core
from gjkscope.engine.vectors import add, sub

Live = dict[str, Any]

LIVE_SHAPES: tuple[type[Shape], ...] = (
    *(Box, Capsule, Cone, Cylinder, Ellipsoid, Hull, Mesh, Point, Segment, Sphere, Triangle),
    *(Box2, Capsule2, Circle, Point2, Polygon, Segment2),
)

# What a view shows of a pair that the reader moves; `live.js` draws the marks, and in the plane also A − B.
SHOWN = {2: ("grid", "labels"), 3: ("difference", "grid", "labels")}
DIFFERENCE_INK = 0.25  # how far the outline of A − B in the plane is from its colour, as in the window
APART = 3.0  # bounding radii between the centres of bodies that are certainly apart
# The roles of the marks that a page draws, by their names in `marks.js`: their colours in each theme.
ROLES: dict[str, dict[Theme, Color]] = {
    **{
        name: dict.fromkeys(Theme, color)
        for name, color in {
            "text": palette.TEXT,
            "a": palette.A,
            "b": palette.B,
            "push": palette.CHOSEN,
            "pushText": palette.CHOSEN_TEXT,
            "simplex": palette.SIMPLEX,
            "simplexText": palette.SIMPLEX_TEXT,
            "search": palette.SEARCH,
            "new": palette.NEW,
            "dropped": palette.DROPPED,
            "difference": palette.DIFFERENCE,
            "aBright": palette.lighter(palette.A, BRIGHT),
            "bBright": palette.lighter(palette.B, BRIGHT),
            "overlap": palette.OVERLAP,
            "wrong": palette.WRONG,
        }.items()
    },
    "differenceEdge": {theme: palette.toward_ink(palette.DIFFERENCE, DIFFERENCE_INK, theme) for theme in Theme},
}


@cache
def engine_text(dimension: int) -> str:
    """The WebAssembly module of the engine for shapes of this dimension, compressed (RFC 1951), in base64.

    Raises `MissingExtraError`.
    """
    return compressed(web_engine(dimension).code)


def live_pair(recorder: StillRecorder, arrays: ArrayStore, state: State) -> Live:
    """What a page needs to move the bodies of the pair freely; only the `reason` if it cannot."""
    a, b = state.document.pair_bodies
    reason = why_not_live((a.shape, b.shape))
    if reason:
        return {"reason": reason}
    dimension = a.shape.dimension
    shown = update(state, ShowOnly(SHOWN[dimension]))
    center, reach = a.ball[0], APART * (a.ball[1] + b.ball[1])
    offset = sub(b.pose.position, b.ball[0])
    over = update(shown, PlaceBody(b.name, b.placement.moved(add(center, offset))))
    beside = update(shown, PlaceBody(b.name, b.placement.moved(add(add(center, (reach, 0.0, 0.0)), offset))))
    return {
        "dimension": dimension,
        "cores": live_cores(arrays, (a.shape, b.shape)),
        "poses": [pose_numbers(a.pose), pose_numbers(b.pose)],
        "tolerance": state.run.options.tolerance,
        "apart": _world(recorder, beside),
        "overlapping": _world(recorder, over),
        "difference": recorder.look(shown, View.DIFFERENCE),
        "colors": mark_colors(),
        "steps": live_steps(state),
    }


def mark_colors() -> dict[str, dict[str, list[Color]]]:
    """The colours of the roles of marks, for each use, in the dark and in the light theme."""
    uses: dict[str, Callable[[Color, Theme], Color]] = {
        "face": lambda color, _: color,
        "mark": lambda color, theme: mark_color(color, theme, Layer.ON_TOP),
        "line": lambda color, theme: mark_color(color, theme, Layer.SOLID),
        "text": text_color,
    }
    return {
        name: {use: [colored(color, theme) for theme, color in role.items()] for use, colored in uses.items()}
        for name, role in ROLES.items()
    }


def _world(recorder: StillRecorder, state: State) -> Live:
    """The look of the world, and for each of its parts which body of the pair it belongs to: 0, 1, or −1."""
    drawing = draw_still(state, View.WORLD)
    poses = [body.pose for body in state.document.pair_bodies]

    def owners(parts: Sequence[Any]) -> list[int]:
        placed = (getattr(part, "extent", part) for part in parts)
        return [poses.index(part.pose) if part is not None and part.pose in poses else -1 for part in placed]

    parts = ("skins", "edges", "outlines", "labels")
    return {
        "look": recorder.look(state, View.WORLD),
        "owners": {name: owners(getattr(drawing, name)) for name in parts},
        "poses": list(map(pose_numbers, poses)),
    }


def why_not_live(shapes: Sequence[Shape]) -> str:
    """Why a page cannot answer pairs of these shapes itself; empty if it can."""
    if not has_web_engine(shapes[0].dimension):
        return f"live pages need {COMPILER}, which is not installed where this one was made: {extra_remedy(COMPILED)}"
    for shape in shapes:
        if isinstance(shape, Superellipsoid):
            return "a superellipsoid needs powers, whose bits browsers do not promise"
        if not isinstance(shape, LIVE_SHAPES) or is_compound(shape) or not is_hull(shape):
            return "pages answer pairs of convex shapes alone"
    return ""


def live_cores(arrays: ArrayStore, shapes: Sequence[Shape]) -> list[dict[str, Any]]:
    """The cores of shapes, as `Core` in `engine.js` describes them; vertices are numbers of arrays."""
    table = PreparedShapes(Objects(shapes)).table
    return [
        {
            "kind": int(table.kind[i]),
            "size": table.size[i].tolist(),
            "parameter": float(table.parameter[i]),
            "center": table.center[i].tolist(),
            "first": int(table.first[i]),
            "radius": float(table.radius[i]),
            "ball": float(table.ball[i]),
            "ballCenter": list(shape.core_ball()[0]),
            "blocks": arrays.add(blocks(core(shape).vertices)),
            "body": _body(arrays, shape),
        }
        for i, shape in enumerate(shapes)
    ]


def _body(arrays: ArrayStore, shape: Shape) -> dict[str, Any]:
    """`BodyArrays`: the numbers, and of a polytope other than a box the numbers of its arrays; nothing in 2D."""
    if shape.dimension == 2:
        return {"numbers": []}
    numbers, *lists = body_arrays(shape)
    names = BodyArrays._fields[1:]
    held = dict(zip(names, lists, strict=True)) if len(lists[0]) else {}
    return {
        "numbers": numbers.tolist(),
        **{name: arrays.add(array.astype(np.float64).reshape(-1)) for name, array in held.items()},
    }


def pose_numbers(pose: Pose) -> list[float]:
    """The 4×4 matrix of a pose by rows, local to world, 16 numbers."""
    rows = np.eye(4)
    rows[:3, :3], rows[:3, 3] = pose.rotation, pose.position
    return [float(value) for value in rows.reshape(-1)]
