"""Writes a pair as code or XML that reproduces it in another engine.

    written = write_pair(scene, ("A", "B"), "jolt")
    written.text, written.notes     # the notes say what was rounded

Each module of `writers` calls `register_writer`.  Numbers are written in the precision in which the engine computes:
with the fewest digits that read back as the same double, or as the same float.
"""

import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from gjkscope.app.ask.runs.parts import deciding_bodies
from gjkscope.app.base.records import replace
from gjkscope.app.scenes.cameras.maths import quaternion_from_rotation
from gjkscope.app.scenes.scene import Body, Pair, PositionOrientation, Scene
from gjkscope.engine.compound.parts import is_compound
from gjkscope.engine.pose import Quaternion
from gjkscope.engine.registry.discovery import modules_in
from gjkscope.engine.shapes.convexity import is_hull
from gjkscope.engine.shapes.kinds import HalfSpace, Hull, Mesh, Shape, TriangleSurface
from gjkscope.engine.shapes.support import hull_of
from gjkscope.engine.text import counted
from gjkscope.engine.vectors import Mat3, Vec3, column


class NotExpressible(ValueError):
    """The engine has no such shape; the message is one line for the user."""


class Written(NamedTuple):
    """A pair as text for an engine."""

    text: str
    notes: tuple[str, ...]  # what is not exact, for the user


class Printer:
    """Prints numbers in a precision, and records which of them this changed."""

    def __init__(self, single: bool, suffix: str = "", point: bool = True) -> None:
        """`suffix` is that of the language's literals, such as "f"; `point`: integers need a decimal point."""
        self._single, self._suffix, self._point = single, suffix, point
        self.rounded, self.count, self.largest = 0, 0, 0.0

    def number(self, value: float) -> str:
        """The shortest text that reads back as the same number.  Raises `NotExpressible` beyond the largest float."""
        self.count += 1
        kept = float(np.float32(value)) if self._single and abs(value) <= LARGEST_SINGLE else value
        if self._single and (abs(value) > LARGEST_SINGLE or (kept == 0.0) != (value == 0.0)):
            raise NotExpressible(f"{value!r} does not fit into a float, the engine's precision")
        if kept != value:
            self.rounded += 1
            self.largest = max(self.largest, abs(kept - value))
        text = str(np.float32(kept)) if self._single else repr(float(kept))
        return f"{text if self._point else text.removesuffix('.0')}{self._suffix}"

    def numbers(self, values: Sequence[float], separator: str = ", ") -> str:
        return separator.join(map(self.number, values))

    def notes(self) -> tuple[str, ...]:
        """What was rounded."""
        if not self.rounded:
            return ()
        return (
            f"{self.rounded} of {self.count} numbers are rounded to single precision, in which the engine computes; "
            f"by at most {self.largest:.1g}",
        )


LARGEST_SINGLE = float(np.finfo(np.float32).max)

Write = Callable[[Sequence[Body], Printer], str]
"""Writes two bodies.  Raises `NotExpressible`."""


class Writer(NamedTuple):
    """A notation that pairs can be written in."""

    name: str
    title: str  # of the engine, in menus
    single: bool  # whether the engine computes in single precision
    write: Write
    notation: str  # the reader that reads the text again
    suffix: str = ""  # of literals
    point: bool = True  # integers need a decimal point
    extension: str = ".cpp"  # of files


_REGISTERED: dict[str, Writer] = {}


def register_writer(writer: Writer) -> None:
    """Registers a writer.  Raises `ValueError` if one of that name exists."""
    if writer.name in _REGISTERED:
        raise ValueError(f"writer {writer.name!r}: registered twice")
    _REGISTERED[writer.name] = writer


@cache
def writers() -> dict[str, Writer]:
    """All writers by name."""
    tuple(modules_in("gjkscope.app.bring.notations.writers"))  # each registers itself when it is imported
    return dict(sorted(_REGISTERED.items()))


def write_pair(scene: Scene, pair: Pair, name: str) -> Written:
    """Writes the pair in the notation of the engine with that name.  Raises `NotExpressible`.

    A mesh is written as the subject of the answer: its convex hull, or the convex part that decides.
    """
    writer = writers()[name]
    printer = Printer(writer.single, writer.suffix, writer.point)
    given = [scene.body(body_name) for body_name in pair]
    text = writer.write([_as_hull(body) for body in deciding_bodies(*given)], printer)
    return Written(text, (*filter(None, map(_mesh_note, given)), *printer.notes()))


def _as_hull(body: Body) -> Body:
    """The body with the corners of its hull in place of a surface of triangles."""
    if not isinstance(body.shape, TriangleSurface):
        return body
    corners = [body.shape.vertices[i] for i in hull_of(body.shape).indices.tolist()]
    return replace(body, shape=Hull(tuple(corners), body.shape.rounding))


def _mesh_note(body: Body) -> str:
    """A note about the replacement of a surface of triangles; "" for other shapes."""
    if not isinstance(body.shape, TriangleSurface):
        return ""
    if isinstance(body.shape, Mesh) and is_compound(body.shape):
        return f"{body.name}: of its {counted(len(body.shape.parts), 'convex part')}, the one that decides is written"
    if is_hull(body.shape):
        return f"{body.name}: the {body.shape.kind} is convex, and written as its convex hull"
    return (
        f"{body.name}: the {body.shape.kind} is not convex, and written as its convex hull, which the answer is about"
    )


# --- shared by several writers ---


def code_name(name: str, taken: Sequence[str] = ()) -> str:
    """The name as an identifier of C, Rust and C#, different from those taken."""
    plain = re.sub(r"\W+", "_", name, flags=re.ASCII).strip("_") or "body"
    start = plain if plain[0].isalpha() else f"body_{plain}"
    return start if start not in taken else f"{start}_{len(taken) + 1}"


def identify(bodies: Sequence[Body]) -> list[tuple[str, Body]]:
    """The bodies with unique identifiers."""
    first, second = bodies
    name = code_name(first.name)
    return [(name, first), (code_name(second.name, [name]), second)]


def no_shape(shape: Shape, engine: str, reason: str = "has no such shape") -> NotExpressible:
    return NotExpressible(f"{shape.kind}: {engine} {reason}")


def sharp(shape: Shape, engine: str) -> None:
    """Raises `NotExpressible` if the shape is rounded."""
    if shape.rounding:
        raise no_shape(shape, engine, "cannot round it")


def rotation_along(body: Body, axis: str) -> Mat3:
    """The body's rotation for an engine whose shapes of revolution, and planes, have a fixed axis.

    It is the rotation that takes this axis to the shape's own; exact, as it only exchanges columns.
    """
    rotation = body.pose.rotation
    shift = _shift(body, axis)
    x, y, z = (column(rotation, (i + shift) % 3) for i in range(3))
    return ((x[0], y[0], z[0]), (x[1], y[1], z[1]), (x[2], y[2], z[2]))


def quaternion_along(body: Body, axis: str) -> Quaternion:
    """Like `rotation_along`, as a unit quaternion x, y, z, w; if possible, the unchanged one of the scene."""
    if _shift(body, axis) == 0 and isinstance(body.placement, PositionOrientation):
        return body.placement.orientation
    return quaternion_from_rotation(rotation_along(body, axis))


def _shift(body: Body, axis: str) -> int:
    own: str = "y" if isinstance(body.shape, HalfSpace) else getattr(body.shape, "axis", axis)
    return ("xyz".index(own) - "xyz".index(axis)) % 3


def rigid_rows(body: Body, axis: str) -> tuple[tuple[float, ...], ...]:
    """The body's 4×4 matrix, row by row, along that axis."""
    rows = zip(rotation_along(body, axis), body.pose.position, strict=True)
    return (*((*row, x) for row, x in rows), (0.0, 0.0, 0.0, 1.0))


def double(sizes: Vec3) -> Vec3:
    x, y, z = sizes
    return (2 * x, 2 * y, 2 * z)


def hull_triangles(shape: Hull) -> list[tuple[int, int, int]]:
    """The faces of a hull as triangles of its vertices, by index, counter-clockwise seen from outside."""
    hull = hull_of(shape)
    return [(a, b, c) for a, b, c in hull.indices[hull.triangles].tolist()]
