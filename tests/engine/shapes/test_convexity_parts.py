"""How the test of a mesh for convexity divides its work, and its parts by hand."""

from itertools import product

import numpy as np
import pytest

from gjkscope import Mesh
from gjkscope.engine.shapes import convexity as parts
from gjkscope.engine.shapes.convexity import CLEAR, DENT, PLACES, Convexity, convexity
from tests.engine.known_meshes import CORNERS, CUBE_FACES, cube, gridded_cube
from tests.engine.shapes.test_convexity import KNOWN


@pytest.mark.parametrize("name", KNOWN)
def test_the_division_of_the_work_decides_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """However few pairs are compared at once, and however few faces meet at a corner that is asked about."""
    mesh, expected = KNOWN[name]
    for at_once in (1, 50):
        monkeypatch.setattr(parts, "AT_ONCE", at_once)
        convexity.cache_clear()
        assert convexity(mesh) is expected
    convexity.cache_clear()


def test_blocks_have_as_many_items_as_make_the_pairs_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "AT_ONCE", 12)
    items = np.arange(10)
    for width, length in ((1, 12), (2, 6), (3, 4), (4, 3), (5, 2), (12, 1), (13, 1), (99, 1)):
        blocks = list(parts._blocks(items, width))
        assert [len(block) for block in blocks[:-1]] == [length] * (len(blocks) - 1)
        assert 0 < len(blocks[-1]) <= length
        assert np.concatenate(blocks).tolist() == items.tolist()
    assert list(parts._blocks(items[:0], 3)) == []


def test_parts_hold_all_indices_and_some_as_many_counts_as_are_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "AT_ONCE", 10)
    rng = np.random.default_rng(1)
    for count in (1, 2, 30):
        counts = rng.integers(1, 6, count)
        split = list(parts._parts(counts))
        assert np.concatenate(split).tolist() == list(range(count))
        assert max(counts[part].sum() for part in split) <= 10 + 5
        assert all(counts[part].sum() >= 10 - 5 for part in split[:-1])
        tens = np.cumsum(counts) // 10
        assert [set(tens[part].tolist()) for part in split] == [{ten} for ten in np.unique(tens).tolist()]


def test_rows_are_told_apart_by_all_their_columns() -> None:
    rows = np.array(list(product(range(4), repeat=3)) * 2)[np.random.default_rng(2).permutation(128)]
    first, counts = parts._rows(rows, 4)
    expected = [int(np.flatnonzero((rows == row).all(axis=1))[0]) for row in product(range(4), repeat=3)]
    assert first.tolist() == expected
    assert counts.tolist() == [2] * 64
    edges, often = parts._rows(np.array([[0, 1], [1, 0], [0, 1]]), 2)
    assert (edges.tolist(), often.tolist()) == ([0, 1], [2, 1])


def test_the_size_is_that_of_the_longest_side() -> None:
    for axis in range(3):
        points = np.array([[1.0, 2.0, 3.0], [2.0, 3.0, 4.0], [1.5, 2.5, 3.5]])
        points[1, axis] += 3
        scaled, number = parts._unit_size(points)
        assert scaled.min(axis=0)[axis] == -0.5
        assert scaled.max(axis=0)[axis] == 0.5
        assert (scaled.min(axis=0) + scaled.max(axis=0)).tolist() == [0, 0, 0]
        assert (scaled[1] - scaled[0]).tolist() == ((points[1] - points[0]) / 4).tolist()
        assert number.tolist() == [0, 1, 2]


def test_points_that_coincide_are_one_of_them() -> None:
    """Also across the border of a cell, in each direction."""
    steps = [step for step in product((-1, 0, 1), repeat=3) if step != (0, 0, 0)]
    for step in steps:
        near = np.array([0.5, 0.5, 0.5]) * DENT + np.array(step) * 0.02 * DENT
        points = np.array([[0.3, 0.3, 0.3], [0.5 * DENT] * 3, near, [2.2 * DENT] * 3])
        for order in (points, points[::-1]):
            first, one, other, last = parts._merge(order).tolist()
            assert (first, last) == (0, 3)
            assert one == other
            assert one in (1, 2)


@pytest.mark.parametrize("axis", range(3))
def test_the_sides_on_one_line_cancel_together(axis: int) -> None:
    """A side from 0 to 2, and two that meet in 1; with a part missing, or off the line, they do not."""
    points = np.zeros((4, 3))
    points[:3, axis] = (0.0, 0.25, 1.0)
    points[3, (axis + 1) % 3] = 0.5
    whole = np.array([[0, 2], [0, 1], [1, 2]])
    assert parts._cancel(points, whole)
    assert parts._cancel(points, np.concatenate([whole, whole]))
    assert not parts._cancel(points, whole[:2])
    assert not parts._cancel(points, np.array([[0, 2], [0, 3], [2, 3]]))
    assert not parts._cancel(points, whole[:0])
    bent = points.copy()
    bent[1, (axis + 1) % 3] = 1e-9
    assert not parts._cancel(bent, whole)
    bent[1, (axis + 1) % 3] = 1e-11
    assert parts._cancel(bent, whole)


def test_segments_are_straight_up_to_a_dent() -> None:
    for bend, straight in ((0.0, True), (0.9 * DENT, True), (1.1 * DENT, False)):
        ends = np.array([[[0.0, 0.0, 0.0], [0.5, bend, 0.0]], [[0.5, bend, 0.0], [1.0, 0.0, 0.0]]])
        assert parts._is_straight(ends) == straight
        assert parts._is_straight(ends[::-1, ::-1]) == straight


def test_too_many_sides_at_one_point_are_not_sorted_into_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Eight that meet in the middle of a square, in pairs on four lines."""
    around = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]
    points = np.array([(0.0, 0.0, 0.0), *((float(x), float(y), 0.0) for x, y in around)])
    sides = np.array([*((0, i) for i in range(1, 9)), *((i, i + 4) for i in range(1, 5))])
    for most, sorted_ in ((8, True), (7, False)):
        monkeypatch.setattr(parts, "MOST_MEETING", most)
        lines = parts._lines(points, sides)
        assert (lines is not None) == sorted_
        if lines is not None:
            assert sorted(sorted(line) for line in lines) == [[i, i + 4, i + 8] for i in range(4)]


def test_where_many_faces_meet_the_other_corners_are_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    for mesh, expected in ((cube(), Convexity.CONVEX), (gridded_cube(3), Convexity.CONVEX)):
        for most in (1, 2, 3, 64):
            monkeypatch.setattr(parts, "MOST_MEETING", most)
            convexity.cache_clear()
            assert convexity(mesh) is expected
    convexity.cache_clear()


def test_a_place_on_the_line_of_a_side_is_replaced_by_another() -> None:
    """A fan around the first place: all its sides run through it, or end there."""
    corners = np.array(CORNERS, dtype=float)
    for place in PLACES:
        assert sum(place) == pytest.approx(1)
        assert min(place) > 0
        faces = []
        vertices = [tuple(corner) for corner in corners]
        for face in CUBE_FACES:
            vertices.append(tuple(np.array(place) @ corners[list(face)]))
            middle, (a, b, c) = len(vertices) - 1, face
            faces += [(a, b, middle), (b, c, middle), (c, a, middle)]
        assert convexity(Mesh(vertices, faces)) is Convexity.CONVEX
        assert convexity(Mesh(vertices, faces[3:])) is Convexity.OPEN
    assert CLEAR < DENT


def test_a_segment_may_have_overlaps_but_no_gap() -> None:
    for ends, expected in (
        ([(0, 2), (1, 3)], Convexity.CONVEX), ([(0, 3), (1, 2)], Convexity.CONVEX), ([(0, 1), (2, 3)], Convexity.OPEN),
        ([(1, 2), (0, 1), (2, 3)], Convexity.CONVEX), ([(0, 1), (1, 2)], Convexity.OPEN), ([(1, 3)], Convexity.OPEN),
        ([(0, 1), (1 + 1e-9, 3)], Convexity.OPEN), ([(0, 1), (1 + 1e-11, 3)], Convexity.CONVEX),
    ):  # fmt: skip
        for way in (1, -1):
            points = [(0.0, 0.0, 0.0), (3.0 * way, 6.0 * way, 6.0 * way)]
            faces = []
            for begin, end in ends:
                points += [(way * x, 2 * way * x, 2 * way * x) for x in (begin, end)]
                faces.append((len(points) - 2, len(points) - 1, len(points) - 1))
            assert convexity(Mesh(points, faces)) is expected, ends
