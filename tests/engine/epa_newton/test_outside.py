"""What a polytope lacks outside a cap, by its polar body: against all corners and edges of octahedra and cubes."""

from itertools import permutations, product
from math import cos, inf, radians, sqrt
from random import Random

import pytest

from gjkscope.engine.epa import polytope as parts
from gjkscope.engine.epa.polytope import EpaFace, Search
from gjkscope.engine.epa_newton.outside import Cap, cap_of, furthest_leaving, is_outside, nearest_outside
from gjkscope.engine.vectors import ZERO, Vec3, along, dot, norm, scale, sub, unit
from tests.engine.samples import random_direction

SIGNS = tuple(product((-1.0, 1.0), repeat=3))


def octahedron(distances: dict[Vec3, float]) -> list[EpaFace]:
    """Faces with the signs of their normals as names; the neighbours differ in one sign.  Its polar body is a cube."""
    number = {signs: index for index, signs in enumerate(SIGNS)}

    def across(signs: tuple[float, ...]) -> tuple[int, int, int]:
        x, y, z = signs
        return number[-x, y, z], number[x, -y, z], number[x, y, -z]

    return [
        EpaFace((0, 1, 2), across(signs), unit(signs), distances[signs], distances[signs], 0, -1) for signs in SIGNS
    ]


def regular(distance: float = 1.0) -> list[EpaFace]:
    return octahedron(dict.fromkeys(SIGNS, distance))


def searches(faces: list[EpaFace]) -> tuple[Search, Search, Search]:
    """All faces in the list, in the queue, and half of them in each; the newest first, as ties must not decide."""
    few, queue, both = parts.new_search(), parts.new_search(), parts.new_search()
    for number in reversed(range(len(faces))):
        few.few.append(number)
        queue.queue.append((faces[number].rank, number))
        (both.few if number % 2 else both.queue).append(number if number % 2 else (faces[number].rank, number))  # type: ignore[arg-type]
    return few, queue, both


def test_a_cap_begins_at_its_cosine() -> None:
    assert cap_of((0.0, 0.0, 1.0), 0.5, 4.0) == Cap((0.0, 0.0, 1.0), 0.125, 4.0)
    faces = regular()
    height = 1 / sqrt(3)  # of the corners of the polar body along z
    assert [is_outside(face, Cap((0.0, 0.0, 1.0), height + 1e-9, 1.0)) for face in faces] == [True] * 8
    assert [is_outside(face, Cap((0.0, 0.0, 1.0), height - 1e-9, 1.0)) for face in faces] == [
        signs[2] < 0 for signs in SIGNS
    ]
    upwards = faces[0]._replace(normal=(0.0, 0.0, 1.0), distance=2.0)
    assert is_outside(upwards, Cap((0.0, 0.0, 1.0), 0.5, 1.0))  # on its border


def test_the_nearest_face_outside_is_the_oldest_of_equals() -> None:
    distances = dict.fromkeys(SIGNS, 1.0) | {(-1.0, 1.0, -1.0): 0.75, (1.0, -1.0, -1.0): 0.75, (1.0, 1.0, 1.0): 0.5}
    faces = octahedron(distances)
    up: Vec3 = (0.0, 0.0, 1.0)
    for search in searches(faces):
        assert nearest_outside(search, faces, Cap(up, 0.0, 2.0)) == SIGNS.index((-1.0, 1.0, -1.0))
        assert nearest_outside(search, faces, Cap(up, 0.0, 0.75)) == -1  # all are as far as wanted
        assert nearest_outside(search, faces, Cap(up, 2.0, 2.0)) == SIGNS.index((1.0, 1.0, 1.0))
        assert nearest_outside(search, faces, Cap(up, -2.0, 2.0)) == -1  # all are in the cap
    gone = [face._replace(rank=inf) if face.rank == 0.75 else face for face in faces]
    for search in searches(gone):
        assert nearest_outside(search, gone, Cap(up, 0.0, 2.0)) == 0


def test_an_edge_leaves_the_cap_where_a_plane_cuts_the_polar_body() -> None:
    """The polar body of an octahedron at distance 1 is a cube with the corners (±1, ±1, ±1) / √3."""
    side = 1 / sqrt(3)
    for border in (-0.5 * side, 0.0, 0.25 * side):
        for search in searches(regular()):
            leaving = furthest_leaving(search, regular(), Cap((0.0, 0.0, 1.0), border, 2.0))
            x, y, z = leaving.point
            assert z == pytest.approx(border)
            assert (abs(x), abs(y)) == pytest.approx((side, side))
            assert leaving.square == pytest.approx(2 * side * side + border * border)
            assert leaving.square == dot(leaving.point, leaving.point)
            assert SIGNS[leaving.face][2] > 0


def test_of_all_places_where_edges_leave_the_furthest_is_found() -> None:
    random, found, missed = Random(41), 0, 0
    for _ in range(60):
        faces = octahedron({signs: random.uniform(0.8, 1.2) for signs in SIGNS})
        normal, angle, wanted = random_direction(random), random.choice((20, 45, 60)), random.choice((0.9, 1.1, 1.3))
        cap = cap_of(normal, cos(radians(angle)), wanted)
        corners = [scale(face.normal, 1 / face.distance) for face in faces]
        inside = [dot(corner, normal) > cap.border for corner in corners]
        ways = [(i, j) for i, j in permutations(range(8), 2) if j in faces[i].across and inside[i] and not inside[j]]
        places = []
        for i, j in ways:
            t = (cap.border - dot(corners[i], normal)) / dot(sub(corners[j], corners[i]), normal)
            places.append(
                norm(along(corners[i], sub(corners[j], corners[i]), t)) if faces[i].distance < wanted else 0.0
            )
        furthest = max(places, default=0.0)
        for search in searches(faces):
            leaving = furthest_leaving(search, faces, cap)
            assert (leaving.face >= 0) == (furthest > 1 / wanted)
            if leaving.face >= 0:
                assert norm(leaving.point) == pytest.approx(furthest)
                assert inside[leaving.face]
        found += furthest > 1 / wanted
        missed += furthest <= 1 / wanted
    assert min(found, missed) >= 10


def test_a_face_without_a_corner_is_told() -> None:
    """A face whose plane has the origin beyond it, or a neighbour too thin to have a plane, must be searched first."""
    up: Vec3 = (0.0, 0.0, 1.0)
    cap, top = Cap(up, 0.0, 2.0), SIGNS.index((1.0, 1.0, 1.0))
    beside = SIGNS.index((-1.0, 1.0, 1.0))
    for distance, rank in ((0.0, 0.0), (-0.5, -0.5)):
        faces = regular()
        faces[top] = faces[top]._replace(distance=distance, rank=rank)
        only = parts.new_search()._replace(few=[top])
        assert furthest_leaving(only, faces, cap) == (top, ZERO, inf)
        neighbour = parts.new_search()._replace(few=[beside])
        assert furthest_leaving(neighbour, faces, cap) == (beside, ZERO, inf)
    thin = regular()
    thin[top] = thin[top]._replace(rank=inf)
    assert furthest_leaving(parts.new_search()._replace(few=[beside]), thin, cap) == (beside, ZERO, inf)
    assert furthest_leaving(parts.new_search()._replace(few=[top]), thin, cap).face == -1
    far = regular(2.0)  # as far as wanted
    assert furthest_leaving(parts.new_search()._replace(few=[top]), far, cap).face == -1


def test_of_equally_far_places_the_oldest_face_counts() -> None:
    up: Vec3 = (0.0, 0.0, 1.0)
    for search in searches(regular()):
        leaving = furthest_leaving(search, regular(), Cap(up, 0.0, 2.0))
        assert leaving.face == min(number for number, signs in enumerate(SIGNS) if signs[2] > 0)
