"""The code in lessons 4, 5, 8 and 9 is correct: it runs, and gives the engine's answers about random polygons."""

import re
from itertools import combinations
from math import inf
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from gjkscope.app.state.inspection.beats import declared_beats
from gjkscope.app.state.inspection.traces import step_record
from gjkscope.app.state.model.lesson import MarkdownText
from gjkscope.app.teach.lessons.contents import contents
from gjkscope.app.teach.lessons.file import read_lesson
from gjkscope.app.teach.lessons.lit_code import CodeLine, split_code
from gjkscope.engine import Polygon, Pose, query
from gjkscope.engine.registry.beat import beat_title

EPS = 1e-12
PAIRS = 60


def block_of(number: int) -> str:
    """The Python code of a lesson that has one block of it."""
    (block,) = re.findall(
        r"^```python\n(.*?)^```", contents()[number - 1].path.read_text(encoding="utf-8"), re.S | re.M
    )
    code: str = block
    return code


def corners(rng: np.random.Generator) -> list[Any]:
    """A random convex polygon, anticlockwise."""
    angles = np.arange(5) * 2 * np.pi / 5 + rng.uniform(0, 1, 5)
    return [np.array([np.cos(angle), np.sin(angle)]) for angle in angles]


def shape(points: list[Any]) -> SimpleNamespace:
    """What the code asks of a polygon."""
    edges = list(zip(points, points[1:] + points[:1], strict=True))
    return SimpleNamespace(
        points=points,
        center=sum(points) / len(points),
        support=lambda d: max(points, key=lambda point: point @ d),
        normals=[normal(p, q) for p, q in edges],
    )


def normal(p: Any, q: Any) -> Any:
    x, y = q - p
    return np.array([y, -x]) / np.hypot(x, y)


def project(body: SimpleNamespace, n: Any) -> tuple[float, float]:
    reaches = [point @ n for point in body.points]
    return min(reaches), max(reaches)


def inside(points: list[Any]) -> bool:
    if len(points) < 3:
        return False
    turns = [p[0] * q[1] - p[1] * q[0] for p, q in zip(points, points[1:] + points[:1], strict=True)]
    return min(turns) > 0 or max(turns) < 0


def run(code: str, **known: Any) -> dict[str, Any]:
    names: dict[str, Any] = {"EPS": EPS, "inf": inf, "norm": np.linalg.norm, "dot": np.dot, "normal": normal, **known}
    exec(code, names)  # the lesson's own code
    return names


def pairs() -> list[tuple[SimpleNamespace, SimpleNamespace, float]]:
    """Random pairs, with their signed distances."""
    rng = np.random.default_rng(4)
    found = []
    for _ in range(PAIRS):
        offset = rng.uniform(-1.9, 1.9, 2)
        a, b = corners(rng), [point + offset for point in corners(rng)]
        answer = query(polygon(a), Pose(), polygon(b), Pose())
        assert answer.signed_distance is not None
        found.append((shape(a), shape(b), answer.signed_distance))
    assert 0.3 < sum(distance > 0 for _, _, distance in found) / PAIRS < 0.7
    return found


def polygon(points: list[Any]) -> Polygon:
    return Polygon(tuple((float(x), float(y)) for x, y in points))


def nearest() -> Any:
    return run(block_of(5), combinations=combinations, inside=inside, distance=lambda found: np.linalg.norm(found[1]))[
        "nearest"
    ]


def test_gjk_gives_the_distance() -> None:
    for a, b, distance in pairs():
        assert run(block_of(4), a=a, b=b, nearest=nearest())["distance"] == pytest.approx(max(distance, 0.0), abs=1e-9)


def test_epa_gives_the_depth() -> None:
    for a, b, distance in pairs():
        if distance > -1e-6:
            continue
        seed = run(block_of(4), a=a, b=b, nearest=nearest())["simplex"]
        assert len(seed) == 3
        turn = np.cross(np.append(seed[1] - seed[0], 0), np.append(seed[2] - seed[0], 0))[2]
        found = run(block_of(8), a=a, b=b, p=seed if turn > 0 else seed[::-1])
        assert found["depth"] == pytest.approx(-distance, abs=1e-9)


def test_sat_gives_the_depth_and_a_bound_of_the_distance() -> None:
    for a, b, distance in pairs():
        depth = run(block_of(9), a=a, b=b, project=project)["depth"]
        assert depth == pytest.approx(-distance, abs=1e-9) if distance < 0 else -depth <= distance + 1e-9
        assert (depth < 0) == (distance > 0)


@pytest.mark.parametrize("number", [4, 8, 9])
def test_the_names_in_comments_are_those_of_beats(number: int) -> None:
    for page in read_lesson(contents()[number - 1].path).pages:
        for part in page.parts:
            if not isinstance(part, MarkdownText):
                continue
            for code in split_code(part.text):
                if isinstance(code, tuple):
                    declared = declared_beats(step_record(page.first))
                    assert beats_of(code) <= {beat_title(beat, "A", "B") for beat in declared}
                    return
    pytest.fail("no code with beats")


def beats_of(code: tuple[CodeLine, ...]) -> set[str]:
    return {line.beat for line in code if line.beat}
