"""The protocol between gjkscope and solvers: JSON Lines, one request and one answer per line.

A request is `{"id": 7, "a": SHAPE, "pose_a": 4×4, "b": SHAPE, "pose_b": 4×4}`: shapes as in scene files, poses as rows.
A cast also has `"displacement": [x, y, z]`, by which A moves; only engines whose adapters answer casts are asked.
About 2D shapes it also has `"dimension": 2`; their poses lie in the plane z = 0, and vectors in the answer may have two
numbers.

The answer repeats the id: `{"id": 7, "signed_distance": -0.1, "normal": [0, 1, 0], …}` with the fields of a report, or
`{"id": 7, "unsupported": "why"}`, or `{"id": 7, "crashed": "how"}`.  NaN and Infinity are allowed in answers.  With
`"iterations"`, a list as in scene files, a solver shows how it found its answer; with `"face_a"` and `"face_b"`, lists
of corners in world space, which face, edge or vertex of each 3D shape it chose.
"""

import json
from collections.abc import Mapping
from dataclasses import fields
from math import inf
from typing import Any, NamedTuple

from gjkscope.app.ask.solvers.solver import SolverAnswer
from gjkscope.app.scenes.reports import iteration_entry
from gjkscope.app.scenes.scene import MOST_CORNERS, ReportedPoint
from gjkscope.engine.arguments import short_repr
from gjkscope.engine.iterations.records import (
    MOST_FACES,
    MOST_ITERATIONS,
    MOST_VERTICES,
    FaceCorners,
    Iteration,
    IterationVertex,
    finite_iteration,
)
from gjkscope.engine.plane.shapes.kinds import PLANAR_TYPES
from gjkscope.engine.pose import Pose, as_pose
from gjkscope.engine.result import Verdict
from gjkscope.engine.shapes.kinds import SHAPE_TYPES, PlacedPair, Shape
from gjkscope.engine.vectors import Vec3

LONGEST_TEXT, LONGEST_LINE_OF_TEXT = 10_000, 400  # characters of a note, and of why there is no answer

FACES = ("face_a", "face_b")

# Fields that say nothing about the pair.  Contact points do, even if there are none, and so do iterations.  Faces are
# drawn, not judged.
ABOUT_ANSWER = {"note", "seconds", *FACES}
SAYS_NOTHING = "says nothing about the pair"

VERDICTS = tuple(verdict.value for verdict in Verdict)


class SolverRequest(NamedTuple):
    """What a solver is asked."""

    number: int
    pair: PlacedPair
    displacement: Vec3 | None = None  # of A, metres, for a cast


class MessageError(ValueError):
    """A line that is not a valid message; the text of the error says why."""


def request_line(
    number: int, a: Shape, pose_a: Pose, b: Shape, pose_b: Pose, displacement: Vec3 | None = None
) -> bytes:
    """The request as one line, with a line break."""
    request: dict[str, Any] = {
        "id": number,
        "a": shape_entry(a),
        "pose_a": _rows(pose_a),
        "b": shape_entry(b),
        "pose_b": _rows(pose_b),
    }
    if a.dimension == 2:
        request["dimension"] = 2
    if displacement is not None:
        request["displacement"] = displacement
    return json.dumps(request).encode() + b"\n"


def parse_request(line: bytes) -> SolverRequest:
    """The request in a line.  Raises `ValueError` and `KeyError` if it is not one."""
    request = json.loads(line)
    types = PLANAR_TYPES if request.get("dimension") == 2 else SHAPE_TYPES
    a, b = (_shape_of(request[name], types) for name in "ab")
    pair = (a, as_pose(request["pose_a"]), b, as_pose(request["pose_b"]))
    displacement = request.get("displacement")
    return SolverRequest(request["id"], pair, None if displacement is None else _vector("displacement", displacement))


def answer_line(number: int, answer: SolverAnswer) -> bytes:
    """The answer as one line, with a line break; fields without a value are left out."""
    entry: dict[str, Any] = {key: value for key, value in answer._asdict().items() if value not in (None, ())}
    entry["points"] = [
        {key: part for key, part in point._asdict().items() if part is not None} for point in answer.points
    ]
    entry["iterations"] = [iteration_entry(iteration) for iteration in answer.iterations]
    return json.dumps({"id": number, **entry}).encode() + b"\n"


def parse_answer(line: bytes, number: int, dimension: int = 3) -> SolverAnswer:
    """The answer in a line to request `number`, about shapes of that dimension.  Raises `MessageError`."""
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError):
        raise MessageError(f"expected a JSON object, got {short_repr(line.decode(errors='replace').strip())}") from None
    if not isinstance(entry, dict):
        raise MessageError(f"expected a JSON object, got {short_repr(entry)}")
    if entry.pop("id", None) != number:
        raise MessageError(f"id: must be {number}, the id of the request")
    return answer_from(entry, dimension)


def answer_from(entry: dict[str, Any], dimension: int = 3) -> SolverAnswer:
    """The answer with these fields; an empty one counts as no answer, not as a right one.

    About 2D shapes, vectors may have two numbers.  Raises `MessageError`, which names the field.
    """
    if dimension == 2:
        if drawn := [name for name in FACES if entry.get(name)]:
            raise MessageError(f"{drawn[0]}: only in answers about 3D shapes")
        entry = _with_plane_vectors(entry)
    known = {name: entry[name] for name in SolverAnswer._fields if entry.get(name) is not None}
    if unknown := sorted(map(str, entry.keys() - {*SolverAnswer._fields})):
        raise MessageError(f"{unknown[0]}: unknown field; the fields are {', '.join(SolverAnswer._fields)}")
    answer = SolverAnswer(**{name: _READERS[name](name, value) for name, value in known.items()})
    return answer if known.keys() - ABOUT_ANSWER else answer._replace(unsupported=SAYS_NOTHING)


def _with_plane_vectors(value: Any) -> Any:
    """The same value, in which each list of two numbers gets z = 0: in an answer, it is a vector."""
    if isinstance(value, dict):
        return {name: _with_plane_vectors(part) for name, part in value.items()}
    if not isinstance(value, list | tuple):
        return value
    is_vector = len(value) == 2 and all(isinstance(part, int | float) for part in value)
    return [*value, 0.0] if is_vector else [_with_plane_vectors(part) for part in value]


def _verdict(name: str, value: Any) -> str:
    if value not in VERDICTS:
        raise MessageError(f"{name}: must be one of {', '.join(VERDICTS)}, got {short_repr(value)}")
    return str(value)


def _number(name: str, value: Any) -> float:
    """A number, which may be NaN or infinite."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise MessageError(f"{name}: must be a number, got {short_repr(value)}")
    try:
        return float(value)
    except OverflowError:
        raise MessageError(f"{name}: must be a double, got {short_repr(value)}") from None


def _duration(name: str, value: Any) -> float:
    seconds = _number(name, value)
    if not 0 <= seconds < inf:
        raise MessageError(f"{name}: must be seconds >= 0, got {short_repr(value)}")
    return seconds


def _vector(name: str, value: Any) -> Vec3:
    if not isinstance(value, list | tuple) or len(value) != 3:
        raise MessageError(f"{name}: must be 3 numbers, got {short_repr(value)}")
    x, y, z = (_number(f"{name}[{i}]", part) for i, part in enumerate(value))
    return (x, y, z)


def _text(name: str, value: Any) -> str:
    """Text of several lines, in encodable Unicode, of limited length."""
    if not isinstance(value, str):
        raise MessageError(f"{name}: must be a string, got {short_repr(value)}")
    return value[:LONGEST_TEXT].encode(errors="replace").decode()


def _line(name: str, value: Any) -> str:
    return printable_line(_text(name, value)) or f"{name} without words"


def printable_line(text: str) -> str:
    """A text on one line, in printable characters, and short enough for a table."""
    words = "".join(letter if letter.isprintable() else " " for letter in text[:LONGEST_TEXT]).split()
    line = " ".join(words)
    return line if len(line) <= LONGEST_LINE_OF_TEXT else f"{line[: LONGEST_LINE_OF_TEXT - 2]} …"


def _points(name: str, value: Any) -> tuple[ReportedPoint, ...]:
    if not isinstance(value, list | tuple):
        raise MessageError(f"{name}: must be a list, got {short_repr(value)}")
    return tuple(_point(f"{name}[{i}]", point) for i, point in enumerate(value))


def _corners(name: str, value: Any) -> tuple[Vec3, ...]:
    if not isinstance(value, list | tuple) or len(value) > MOST_CORNERS:
        raise MessageError(f"{name}: must be a list of at most {MOST_CORNERS} points, got {short_repr(value)}")
    return tuple(_vector(f"{name}[{i}]", corner) for i, corner in enumerate(value))


def iterations_from(name: str, value: Any) -> tuple[Iteration, ...]:
    """The iterations in an answer, with numbers that are not finite as text.  Raises `MessageError`, which names the
    field.
    """
    return tuple(map(finite_iteration, iterations_as_given(name, value)))


def iterations_as_given(name: str, value: Any) -> tuple[Iteration, ...]:
    """The iterations, whose numbers may be infinite or NaN.  Raises `MessageError`, which names the field."""
    if not isinstance(value, list | tuple):
        raise MessageError(f"{name}: must be a list, got {short_repr(value)}")
    if len(value) > MOST_ITERATIONS:
        raise MessageError(f"{name}: must be at most {MOST_ITERATIONS}, got {len(value)}")
    return tuple(_iteration(f"{name}[{i}]", entry) for i, entry in enumerate(value))


def _iteration(name: str, value: Any) -> Iteration:
    if not isinstance(value, dict) or "simplex" not in value or value.keys() - {*Iteration._fields}:
        known = ", ".join(Iteration._fields)
        raise MessageError(f"{name}: must be an object with simplex, among {known}, got {short_repr(value)}")
    simplex = value["simplex"]
    if not isinstance(simplex, list | tuple) or len(simplex) > MOST_VERTICES:
        raise MessageError(
            f"{name}.simplex: must be a list of at most {MOST_VERTICES} vertices, got {short_repr(simplex)}"
        )
    vertices = tuple(_iteration_vertex(f"{name}.simplex[{i}]", vertex) for i, vertex in enumerate(simplex))
    parts: dict[str, Any] = {
        part: read(f"{name}.{part}", value[part])
        for part, read in ITERATION_PARTS.items()
        if value.get(part) is not None
    }
    return Iteration(vertices, **parts)


def _faces(name: str, value: Any) -> tuple[FaceCorners, ...]:
    if not isinstance(value, list | tuple) or len(value) > MOST_FACES:
        raise MessageError(f"{name}: must be a list of at most {MOST_FACES:,} faces, got {short_repr(value)}")
    return tuple(_face(f"{name}[{i}]", face) for i, face in enumerate(value))


def _face(name: str, value: Any) -> FaceCorners:
    if not isinstance(value, list | tuple) or len(value) != 3:
        raise MessageError(f"{name}: must be a list of 3 points, got {short_repr(value)}")
    a, b, c = (_vector(f"{name}[{i}]", point) for i, point in enumerate(value))
    return a, b, c


def _iteration_vertex(name: str, value: Any) -> IterationVertex:
    if not isinstance(value, dict):
        return IterationVertex(_vector(name, value))
    if "point" not in value or value.keys() - {*IterationVertex._fields}:
        raise MessageError(f"{name}: must be 3 numbers or an object with point, a and b, got {short_repr(value)}")
    return IterationVertex(
        **{part: _vector(f"{name}.{part}", vector) for part, vector in value.items() if vector is not None}
    )


def _point(name: str, value: Any) -> ReportedPoint:
    if not isinstance(value, dict) or "position" not in value or value.keys() - {*ReportedPoint._fields}:
        known = ", ".join(ReportedPoint._fields)
        raise MessageError(f"{name}: must be an object with position, among {known}, got {short_repr(value)}")
    said = {key: part for key, part in value.items() if part is not None}
    if ("position_a" in said) != ("position_b" in said):
        raise MessageError(f"{name}: must have both position_a and position_b, or neither")
    read: dict[str, Any] = {
        key: (_number if key == "depth" else _vector)(f"{name}.{key}", part) for key, part in said.items()
    }
    return ReportedPoint(**read)


ITERATION_PARTS: dict[str, Any] = {
    "direction": _vector,
    "closest": _vector,
    "note": _text,
    "not_finite": _line,
    "faces": _faces,
    "face": _face,
    "interior": _vector,
    "separation": _number,
}
_READERS: dict[str, Any] = {
    "verdict": _verdict,
    "signed_distance": _number,
    "normal": _vector,
    "witness_a": _vector,
    "witness_b": _vector,
    "points": _points,
    "crashed": _line,
    "unsupported": _line,
    "note": _text,
    "seconds": _duration,
    "iterations": iterations_from,
    "fraction": _number,
    "face_a": _corners,
    "face_b": _corners,
}


def shape_entry(shape: Shape) -> dict[str, Any]:
    """The fields of a shape as in scene files, with its type."""
    values = {field.name: getattr(shape, field.name) for field in fields(shape)}
    return {"type": shape.kind, **values}


def _shape_of(entry: dict[str, Any], types: Mapping[str, type[Shape]]) -> Shape:
    values = dict(entry)
    return types[values.pop("type")](**values)


def _rows(pose: Pose) -> list[list[float]]:
    """The 4×4 matrix; JSON keeps each double to the bit."""
    rows = [[*row, x] for row, x in zip(pose.rotation, pose.position, strict=True)]
    return [*rows, [0.0, 0.0, 0.0, 1.0]]
