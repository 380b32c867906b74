"""A notation of one body a line, for tests of everything around the readers.

    pair
    box 0.5 0.5 0.5 at 0 0 0 quat 1 0 0 0
    sphere 0.25 at 0 0.9 0

The order of the quaternion is assumed, the unit of lengths is asked for if a line says "units", and a line may be
"claim -0.1", which is what an engine reported.
"""

import sys
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path

import pytest

from gjkscope.app.base.tokens import Kind, Token, tokenize
from gjkscope.app.bring.notations import registry
from gjkscope.app.bring.notations.context import ReadContext
from gjkscope.app.bring.notations.importer import Importer
from gjkscope.app.bring.notations.placing import quaternion
from gjkscope.app.bring.notations.reading import Reading, Span
from gjkscope.app.bring.notations.registry import Notation
from gjkscope.app.scenes.scene import Body, PositionOrientation, Reported
from gjkscope.app.view.panels.importing import digits_note, interpreting
from gjkscope.engine.cancellation import checkpoint
from gjkscope.engine.shapes.kinds import Box, Shape, Sphere
from gjkscope.engine.vectors import Vec3

ROOT = Path(__file__).parents[4]


def read_simple(context: ReadContext) -> Reading:
    bodies: list[Body] = []
    claims: list[float] = []
    scale = 1.0
    for first, *rest in lines_of(context.text):
        if first.text in ("box", "sphere"):
            bodies.append(body(first, rest, scale, context))
        elif first.text == "units":
            scale = {"m": 1.0, "mm": 1e-3}[
                context.ask("units", "m", "the text does not name them", "mm", span=span(first))
            ]
        elif first.text == "claim":
            claims.append(context.number(rest[0]))
        elif first.text == "endless":
            while True:
                checkpoint()
        elif first.text != "pair":
            raise first.fault(f"must be box, sphere, units or claim, got {first.text!r}")
    names = tuple(body.name for body in bodies[:2])
    reported = tuple(Reported((names[0], names[1]), "Engine 1", signed_distance=claim) for claim in claims)
    return Reading(tuple(bodies), reported)


def lines_of(text: str) -> Iterator[list[Token]]:
    tokens = iter(tokenize(text))
    while line := list(takewhile(lambda token: token.kind not in (Kind.NEWLINE, Kind.END), tokens)):
        yield line


def span(first: Token, last: Token | None = None) -> Span:
    return Span(first.start, (last or first).end)


def body(first: Token, rest: list[Token], scale: float, context: ReadContext) -> Body:
    words = [token.text for token in rest]
    at = words.index("at")
    name = f"{first.text} {first.line}"
    sizes = [scale * context.length(token) for token in rest[:at]]
    context.fact(name, "size", " ".join(words[:at]), span(rest[0], rest[at - 1]))
    shape: Shape = Box(vector(sizes)) if first.text == "box" else Sphere(sizes[0])
    position = vector([scale * context.number(token) for token in rest[at + 1 : at + 4]])
    context.fact(name, "position", " ".join(words[at + 1 : at + 4]), span(rest[at + 1], rest[at + 3]))
    if "quat" not in words:
        return Body(name, shape, PositionOrientation(position))
    tokens = rest[words.index("quat") + 1 :]
    order = context.assume("quaternion", "wxyz", "simple notation", "xyzw", span=span(tokens[0], tokens[-1]))
    turned = quaternion([context.number(token) for token in tokens], tokens, order, context, name)
    return Body(name, shape, PositionOrientation(position, turned))


def vector(numbers: list[float]) -> Vec3:
    x, y, z = numbers
    return (x, y, z)


SIMPLE = Notation(
    "simple", "Simple notation", lambda text: float(text.startswith("pair\n")), read_simple, suffixes=(".simple",)
)


@pytest.fixture
def simple(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Adds the notation while a test runs."""
    known = dict(registry.notations())
    monkeypatch.setattr(registry, "_REGISTERED", {**known, "simple": SIMPLE})
    registry.notations.cache_clear()
    yield
    registry.notations.cache_clear()


@pytest.fixture(scope="module")
def process_of_simple() -> Iterator[Importer]:
    """An importer whose child process knows the notation."""
    lines = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r})",
        "from gjkscope.app.bring.notations import child, registry",
        "from tests.app.bring.notations.simple import SIMPLE",
        "registry.notations()",
        "registry.register(SIMPLE)",
        "registry.notations.cache_clear()",
        "child.serve_standard_files()",
    )
    made = Importer((sys.executable, "-W", "ignore", "-c", "\n".join(lines)))
    yield made
    made.close()


@pytest.fixture
def simple_in_window(simple: None, process_of_simple: Importer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Adds the notation to what the import dialog reads."""
    for module in (interpreting, digits_note):
        monkeypatch.setattr(module, "importer", lambda: process_of_simple)
