"""The expansion of the exact polytope, against scans over all faces: the same steps, whichever way ranks decide."""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random

import numpy as np
import pytest

from gjkscope.engine.arithmetic.integers import Int3, int_dot
from gjkscope.engine.exact import expansion
from gjkscope.engine.exact import steps as exact
from gjkscope.engine.exact.expansion import Expansion, Growth
from gjkscope.engine.exact.polytope import ExactPolytope, exact_triangle
from gjkscope.engine.exact.simplex import ExactVertex
from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.kinds import Box, Hull, PolytopeShape, Segment, Triangle
from gjkscope.engine.vectors import scale
from tests.engine.samples import random_box, random_hull, random_pose

Setting = tuple[PolytopeShape, Pose, PolytopeShape, Pose]


class Scan(Expansion):
    """The same by scans over all faces, which need no proof."""

    def grow(self, polytope: ExactPolytope, vertex: ExactVertex) -> Growth:
        visible = tuple([face for face in polytope.faces if int_dot(face.normal, vertex.exact) > face.offset])
        kept = [face for face in polytope.faces if face not in visible]
        vertices = (*polytope.vertices, vertex)
        sides = [side for face in visible for side in expansion.face_sides(face)]
        horizon = tuple([(i, j) for i, j in sides if (j, i) not in sides])
        faces = (*kept, *[exact_triangle(vertices, i, j, len(polytope.vertices)) for i, j in horizon])
        return Growth(ExactPolytope(vertices, faces, nearest_by_scan(faces)), visible, horizon)


def nearest_by_scan(faces: tuple[exact.ExactFace, ...]) -> int:
    best = 0
    for index, face in enumerate(faces):
        there, here = face.offset**2, faces[best].offset ** 2
        if there * int_dot(faces[best].normal, faces[best].normal) < here * int_dot(face.normal, face.normal):
            best = index
    return best


def round_hull(count: int, seed: int) -> Hull:
    points = np.random.default_rng(seed).normal(size=(count, 3))
    return Hull((points / np.linalg.norm(points, axis=1)[:, None]).tolist())


def lattice(radius: int) -> Hull:
    """All integer points of a ball: many coplanar and equally near faces."""
    cells = product(range(-radius, radius + 1), repeat=3)
    return Hull([cell for cell in cells if sum(x * x for x in cell) <= radius * radius])


def settings() -> Iterator[Setting]:
    random = Random(5)
    for _ in range(15):
        yield random_box(random), random_pose(random, 0.3), random_box(random), random_pose(random, 0.3)
        yield random_hull(random), random_pose(random, 0.3), random_hull(random), random_pose(random, 0.3)
    cube, ball, cells = Box((1, 1, 1)), round_hull(40, 1), lattice(3)
    for offset in (
        (0, 0, 0),
        (0.5, 0, 0),
        (0.25, 0.25, 0),
        (1, 1, 1),
        (2, 0, 0),
        (2, 2, 2),
        (1e-300, 0, 0),
        (1e-9, 1, 0),
    ):
        yield cube, Pose(), cube, Pose(position=offset)
        yield cells, Pose(), cells, Pose(position=offset)
        yield ball, Pose(), ball, Pose(position=offset)
    flat, line = Triangle(((0, 0, 0), (1, 0, 0), (0, 1, 0))), Segment((-1, 0, 0), (1, 0, 0))
    tiny, huge = Hull([scale(p, 1e-160) for p in ball.vertices]), Hull([scale(p, 1e150) for p in ball.vertices])
    for first, second in product((flat, line, cube, cells, tiny, huge), repeat=2):
        yield first, Pose(), second, Pose()


@pytest.fixture
def compared(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Counts the faces whose distances are known by rank, and the comparisons for which ranks did not suffice."""
    counts = Counter[str]()

    class CountedRatio(expansion.Ratio):
        def __init__(self, dividend: int, divisor: int) -> None:
            super().__init__(dividend, divisor)
            counts["rank"] += 1

        def __eq__(self, other: object) -> bool:
            counts["exact"] += 1
            return super().__eq__(other)

        __hash__ = None  # type: ignore[assignment]

    monkeypatch.setattr(expansion, "Ratio", CountedRatio)
    return counts


@pytest.mark.thorough
@pytest.mark.slow
def test_the_steps_are_those_of_scans_over_all_faces(compared: Counter[str]) -> None:
    grown = 0
    for setting in settings():
        pair = exact.prepare(*setting)
        steps = exact.run(pair)
        state, scan = exact.start(pair), Scan()
        for step in steps:
            assert step == state
            grown += bool(step.visible)
            state = exact.step(pair, state, scan)
    assert grown > 700
    assert compared["rank"] > 3000  # faces entered
    assert compared["exact"] > 200  # equal ranks


def test_a_step_does_not_depend_on_the_steps_before_it() -> None:
    for setting in settings():
        pair = exact.prepare(*setting)
        steps = exact.run(pair)
        for before, after in zip(steps[::20], steps[1::20], strict=False):
            assert exact.step(pair, before) == after


def test_the_faces_that_a_step_visits_do_not_grow_with_the_polytope(monkeypatch: pytest.MonkeyPatch) -> None:
    visited = 0

    def count_visits(p: Int3, q: Int3) -> int:
        nonlocal visited
        visited += 1
        return int_dot(p, q)

    monkeypatch.setattr(expansion, "int_dot", count_visits)
    per_step = []
    for count in (50, 400):
        visited = 0
        steps = exact.run(exact.prepare(round_hull(count, 1), Pose(), round_hull(count, 2), Pose()))
        per_step.append(visited / len(steps))
    assert per_step[1] < 2 * per_step[0]  # 11.7 and 8.6; scans visit 400 and 50
