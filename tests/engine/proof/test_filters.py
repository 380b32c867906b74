"""Certificates with filters are those without: the same bounds, bit for bit, whether doubles decided or integers."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest

from gjkscope.engine import Box, Hull, Pose, Shape, query
from gjkscope.engine.arithmetic import integers
from gjkscope.engine.arithmetic.filters import ManyVertices
from gjkscope.engine.arithmetic.integers import Int3
from gjkscope.engine.proof import certificate as checker
from gjkscope.engine.proof.certificate import Certificate, check, objection
from gjkscope.engine.vectors import scale
from tests.engine.samples import random_box, random_pose

Placed = tuple[Shape, Pose, Shape, Pose]


def ball_of(count: int, seed: int, size: float = 1.0) -> Hull:
    points = np.random.default_rng(seed).normal(size=(count, 3))
    return Hull((size * points / np.linalg.norm(points, axis=1)[:, None]).tolist())


def plates(count: int) -> Hull:
    """A prism with all vertices in two planes."""
    angles = np.linspace(0, 2 * np.pi, count // 2, endpoint=False)
    rim = [(float(np.cos(angle)), float(np.sin(angle))) for angle in angles]
    return Hull([(x, level, z) for level in (-1.0, 1.0) for x, z in rim])


def cells(radius: int) -> Hull:
    points = product(range(-radius, radius + 1), repeat=3)
    return Hull([point for point in points if sum(x * x for x in point) <= radius * radius])


def settings() -> Iterator[Placed]:
    """Separated, touching and deep; flat, tiny, huge, distant, nested and coincident."""
    random = Random(11)
    large = [ball_of(70, 1), plates(64), cells(3)]
    for shape in large:
        for distance in (0.0, 0.3, 1.9, 2.0, 5.0):
            yield shape, random_pose(random, 0.1), ball_of(60, 2), Pose(position=(distance, 0, 0))
            yield shape, Pose(), shape, Pose(position=(0, distance, 0))
            yield random_box(random), random_pose(random, 1), shape, Pose(position=(0, 0, distance))
    flat = Hull([(x, y, 0.0) for x, y, _ in large[0].vertices])
    for size in (1e-150, 1e-9, 1e9, 1e60):
        yield ball_of(50, 3, size), Pose(), Box((size, size, size)), random_pose(random, size)
        yield large[0], Pose(), ball_of(50, 3, size), Pose()
    for position in ((0, 0, 0.5), (0, 0, 1e7), (1e12, 0, 0)):
        yield flat, Pose(), large[0], Pose(position=position)
        yield flat, Pose(), flat, Pose(position=scale(position, 2))


@pytest.fixture
def decided(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Counts the vertices and faces that doubles excluded, and those left to integers."""
    counts = Counter[str]()
    highest, undecided = ManyVertices.highest, checker.undecided_planes

    def counted_highest(self: ManyVertices, direction: Int3) -> list[int]:
        vertices = highest(self, direction)
        counts.update({"vertices left": len(vertices), "vertices excluded": len(self) - len(vertices)})
        return vertices

    def counted_planes(points: Any, faces: Any) -> list[int]:
        planes = undecided(points, faces)
        counts.update({"faces left": len(planes), "faces excluded": len(faces) - len(planes)})
        return planes

    monkeypatch.setattr(ManyVertices, "highest", counted_highest)
    monkeypatch.setattr(checker, "undecided_planes", counted_planes)
    monkeypatch.setattr(checker, "MANY_FACES", 16)
    return counts


def certificate_by_integers(monkeypatch: pytest.MonkeyPatch, setting: Placed) -> Certificate | None:
    """The certificate by integers alone."""
    with monkeypatch.context() as context:
        context.setattr(integers, "MANY", 10**9)
        context.setattr(checker, "MANY_FACES", 10**9)
        integers._polytope.cache_clear()
        certificate = query(*setting).certificate
    integers._polytope.cache_clear()
    return certificate


def test_filters_do_not_change_certificates(decided: Counter[str], monkeypatch: pytest.MonkeyPatch) -> None:
    certified = 0
    for setting in settings():
        certificate = query(*setting).certificate
        assert certificate == certificate_by_integers(monkeypatch, setting)
        assert certificate is None or check(certificate, *setting)
        certified += certificate is not None
    assert certified > 50
    assert decided["vertices excluded"] > 10 * decided["vertices left"] > 10_000
    assert decided["faces excluded"] > decided["faces left"] > 100


@pytest.mark.parametrize(
    ("corner", "fault"),
    [
        (-1, "faces: there is no such vertex"),
        (10**30, "faces: there is no such vertex"),
        (0.0, "faces: their corners must be indices"),
    ],
)
def test_corners_that_are_no_indices_are_refused_on_large_polytopes_too(corner: Any, fault: str) -> None:
    ball = ball_of(100, 1)
    pair = ball, Pose(), ball, Pose()
    certificate = query(*pair).certificate
    assert certificate is not None
    evidence = certificate.evidence
    assert len(evidence.faces) > checker.MANY_FACES
    faces: Any = tuple(tuple(corner if index == 0 else index for index in face) for face in evidence.faces)
    broken = replace(certificate, evidence=replace(evidence, faces=faces))
    assert objection(broken, *pair) == fault
