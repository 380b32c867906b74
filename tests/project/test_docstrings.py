"""Every public function and class documents its parameters or fields, their units, its errors, an example, its source.

A docstring may refer to another one: "Shapes are as for `query`", "Arguments and errors are those of `manifold`".
A field may also be documented by a comment `#: …` at its end, which the API reference shows.
"""

import ast
import builtins
import inspect
import re
from collections.abc import Iterator
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any, get_type_hints

import pytest

import gjkscope
from gjkscope import api

OF_BATCH = ("Results", "prepare", "signed_distance")
PUBLIC: dict[str, Any] = {name: getattr(gjkscope, name) for name in api.__all__}
PUBLIC |= {f"batch.{name}": getattr(gjkscope.batch, name) for name in OF_BATCH}
FUNCTIONS = {name: member for name, member in PUBLIC.items() if inspect.isfunction(member)}
CLASSES = {name: member for name, member in PUBLIC.items() if inspect.isclass(member)}
ERRORS = {name: kind for name, kind in CLASSES.items() if issubclass(kind, Exception)}
ENUMS = {name: kind for name, kind in CLASSES.items() if issubclass(kind, Enum)}
RECORDS = {name: kind for name, kind in CLASSES.items() if name not in {*ERRORS, *ENUMS}}
SHAPES = [kind.__name__ for kind in (*gjkscope.SHAPE_TYPES.values(), *gjkscope.PLANAR_TYPES.values())]
DOCUMENTED = {**FUNCTIONS, **CLASSES}

METRES, SECONDS, PIXELS = r"\bm(etres?)?\b", r"\bs(econds?)?\b", r"\bpixels\b"
PLANE_OR_SPACE = r"\(x, y(, z)?\)"
POSE = r"`Pose`.*\b4×4\b"
# What the documentation must say about a parameter or a field of this name: its unit, and the shape of an array.
UNITS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("signed_distance", "depth", "depth_error", "apart", "lower", "upper", "half_extent"), (METRES,)),
    **dict.fromkeys(("radius", "half_height", "rounding", "sizes", "gaps"), (METRES,)),
    **dict.fromkeys(("position", "position_a", "position_b", "witness_a", "witness_b", "closest", "point"), (METRES,)),
    **dict.fromkeys(("faces", "face", "face_a", "face_b", "interior", "separation", "heights", "cell_size"), (METRES,)),
    **dict.fromkeys(("a", "b", "points_a", "points_b", "to"), (METRES,)),
    **dict.fromkeys(("half_extents", "radii"), (METRES, PLANE_OR_SPACE)),
    **dict.fromkeys(("vertices", "parts"), (METRES, PLANE_OR_SPACE)),
    **dict.fromkeys(("duration", "time", "free_until", "seconds", "timeout", "reference", "clock"), (SECONDS,)),
    **dict.fromkeys(("pose", "pose_a", "pose_b", "poses_a", "poses_b"), (POSE,)),
    **dict.fromkeys(("mass", "mass_a", "mass_b"), (r"\bk(ilo)?g(rams)?\b",)),
    **dict.fromkeys(("normal",), (r"\bunit\b",)),
    **dict.fromkeys(("direction", "axis"), (r"\b(any length|axis)\b",)),
    **dict.fromkeys(("sigma", "amount", "shift", "turn", "amounts"), (METRES, r"\bradians\b")),
    "alpha": (r"\bno unit\b",),
    "translation": (r"\b(no unit|per metre)\b",),
    **dict.fromkeys(("before", "after", "smoothed_slope"), (r"\bderivatives?\b",)),
    **dict.fromkeys(("translation_error", "rotation_error"), (r"\bof each component\b",)),
    **dict.fromkeys(("smoothed", "distance_error"), (METRES,)),
    "velocity": (r"\bm/s\b",),
    "angular_velocity": (r"\brad/s\b",),
    "gravity": (r"m/s²",),
    "angle": (r"\bradians\b",),
    "orientation": (r"\(x, y, z, w\)",),
    "rotation": (r"3×3|\bper radian\b",),
    "rows": (r"4×4",),
    "tolerance": (r"\b(relative|metres|size|unit)\b",),
    "friction": (r"\bcoefficient\b",),
    **dict.fromkeys(("restitution", "report"), (r"\b0\b.*\b1\b",)),
    "exponent": (r"≥ 1",),
    "size": (PIXELS, r"\(width, height\)"),
    "verdict": (r"`Verdict`",),
    "exit": (r"`Exit`",),
    "iterations": (r"steps",),
    "weights": (r"`vertices`",),
}
UNTYPED = ("typing.Any", "<class 'object'>")  # poses and vectors, which may be given in several forms
NUMBERS = re.compile(r"\bfloat\b|ndarray|ArrayLike")
REFERENCE = re.compile(r"\b(?:as for|those of)\s+`(\w+)`")
RAISES = re.compile(r"\bRaises ((?:`\w+`|nothing)[^.]*(?:\.(?!\s)[^.]*)*\.)", re.DOTALL)


def prose(name: str) -> str:
    """The docstring without its examples, in one line."""
    text = inspect.getdoc(PUBLIC[name]) or ""
    return " ".join(line for line in text.split("\n") if not line.startswith((">>>", "...")))


@cache
def description(name: str) -> str:
    """The prose of a docstring, of the comments on fields, and of the docstrings that they refer to."""
    own = " ".join((prose(name), *comments(PUBLIC[name]).values()))
    others = {other for other in REFERENCE.findall(own) if other in PUBLIC and other != name}
    return " ".join((own, *map(description, sorted(others))))


def comments(member: Any) -> dict[str, str]:
    """The comments `#: …` on the fields of a class or the members of an enumeration."""
    if not inspect.isclass(member) or member.__module__ == "builtins":
        return {}
    source = Path(inspect.getsourcefile(member) or "").read_text(encoding="utf-8")
    (body,) = (node.body for node in ast.walk(ast.parse(source)) if getattr(node, "name", "") == member.__name__)
    lines, texts = source.split("\n"), {}
    for statement in body:
        for target in [statement.target] if isinstance(statement, ast.AnnAssign) else getattr(statement, "targets", ()):
            _, mark, text = lines[statement.end_lineno - 1].partition("  #: ")
            if mark:
                texts[target.id] = text
    return texts


def parameters(name: str) -> Iterator[tuple[str, str]]:
    """The parameters of a function or a constructor, which are the fields of a record, with their annotations."""
    function = PUBLIC[name]
    hints = get_type_hints(function.__init__ if name == "Recorder" else function)
    for parameter in inspect.signature(function).parameters.values():
        yield parameter.name, str(hints.get(parameter.name, parameter.annotation))


def test_every_parameter_is_named() -> None:
    for name in [*FUNCTIONS, *RECORDS]:
        described = description(name)
        named = {*re.findall(r"`(\w+)", described), *comments(PUBLIC[name])}
        assert [parameter for parameter, _ in parameters(name) if parameter not in named] == [], name


def test_every_quantity_has_a_unit() -> None:
    for name in [*FUNCTIONS, *RECORDS]:
        described = description(name)
        for parameter, annotation in parameters(name):
            if NUMBERS.search(annotation) or annotation in UNTYPED:
                assert parameter in UNITS or annotation in UNTYPED, f"what is the unit of {parameter}? Add it to UNITS"
                assert [unit for unit in UNITS.get(parameter, ()) if not re.search(unit, described)] == [], (
                    name,
                    parameter,
                )


@pytest.mark.parametrize("name", ENUMS)
def test_every_member_is_described(name: str) -> None:
    assert [member.name for member in ENUMS[name] if member.name not in comments(ENUMS[name])] == []


def test_there_is_an_example() -> None:
    """`test_docstring_examples_run` runs it."""
    for name in DOCUMENTED:
        lines = (inspect.getdoc(PUBLIC[name]) or "").split("\n")
        example = "\n".join(line for line in lines if line.startswith((">>>", "...")))
        uses = [name, *(f".{field}" for field, _ in parameters(name))] if name in RECORDS else [name]
        assert any(part in example for part in uses), f"an example must use what it documents: {name}"


# --- errors ---


def documented_errors(name: str) -> set[str]:
    """The errors that are documented."""
    return {word for sentence in RAISES.findall(description(name)) for word in re.findall(r"`(\w+)`", sentence)}


def test_errors_are_documented() -> None:
    for name in FUNCTIONS:
        assert RAISES.search(description(name)), name
        errors = {word for word in documented_errors(name) if word.endswith(("Error", "Applicable", "Graphics"))}
        assert [
            word for word in errors if not issubclass(getattr(builtins, word, PUBLIC.get(word)), Exception)
        ] == [], name


@pytest.mark.parametrize("name", [*FUNCTIONS, *SHAPES, "Recorder"])
def test_a_wrong_argument_raises_what_is_documented(name: str) -> None:
    needed = [
        parameter
        for parameter in inspect.signature(PUBLIC[name]).parameters.values()
        if parameter.default is parameter.empty
    ]
    wrong = ["/no/such/file" if "Path" in annotation else object() for _, annotation in parameters(name)]
    fault: Exception | None = None
    try:
        PUBLIC[name](*wrong[: len(needed)])
    except Exception as error:
        fault = error
    documented = {kind.__name__ for kind in type(fault).__mro__} & documented_errors(name)
    assert documented or (fault is None and not needed), repr(fault)


# --- sources ---


def algorithms() -> Iterator[str]:
    """The functions that give steps, or one answer."""
    for name, function in FUNCTIONS.items():
        given = get_type_hints(function).get("return")
        if given is gjkscope.Result or "steps" in getattr(given, "__annotations__", ()):
            yield name


def test_algorithms_name_their_source() -> None:
    names = list(algorithms())
    assert {"query", "trace", "toi", "cast", "manifold", "slide", "broad_phase", "resolve_terrain"} <= {*names}
    assert [name for name in names if not re.search(r"Sources?: .*(\d{4}|https:)", description(name))] == []


# --- methods ---


@pytest.mark.parametrize("name", CLASSES)
def test_public_methods_have_a_docstring(name: str) -> None:
    own = {key: value for key, value in vars(CLASSES[name]).items() if not key.startswith("_")}
    written = {
        key for key, value in own.items() if inspect.isfunction(value) or isinstance(value, property | classmethod)
    }
    assert [key for key in written if not inspect.getdoc(getattr(CLASSES[name], key))] == []


def test_the_checks_notice_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(radius: float) -> None:
        """Does nothing."""

    for listing in (PUBLIC, FUNCTIONS, DOCUMENTED):
        monkeypatch.setitem(listing, "nothing", nothing)
    for check in (
        test_every_parameter_is_named,
        test_every_quantity_has_a_unit,
        test_there_is_an_example,
        test_errors_are_documented,
    ):
        with pytest.raises(AssertionError, match="nothing"):
            check()
