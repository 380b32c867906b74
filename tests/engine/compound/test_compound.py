"""Bodies made of convex parts: against the triangles of their surface, and against closed forms."""

from collections import Counter
from itertools import product
from math import sqrt
from random import Random

import pytest

from gjkscope.engine import Box, Hull, Mesh, Pose, Sphere, Triangle, Verdict, part_contacts, query, query_parts
from gjkscope.engine.compound.contacts import explain_seams, merged_manifold
from gjkscope.engine.compound.explain import explain, explain_decision
from gjkscope.engine.compound.parts import pairs_of_parts, parts_of
from gjkscope.engine.result import Exit
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.vectors import Vec3
from tests.engine.meshes import torus
from tests.engine.samples import random_pose, random_rotation, random_vector

Corners = tuple[Vec3, ...]
QUARTERS = ((0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3))


def block(low: Vec3, high: Vec3) -> Corners:
    return tuple((x, y, z) for x, y, z in product(*zip(low, high, strict=True)))


def compound(*blocks: Corners) -> Mesh:
    """A body of blocks; its faces are those of the blocks, which is its surface as long as nothing is inside it."""
    faces = [
        (8 * k + corner[0], 8 * k + one, 8 * k + other)
        for k in range(len(blocks))
        for corner in QUARTERS
        for one, other in ((corner[1], corner[2]), (corner[2], corner[3]))
    ]
    return Mesh(tuple(corner for one in blocks for corner in one), tuple(faces), parts=blocks)


L = compound(block((-1, -1, -1), (0, 1, 1)), block((0, -1, -1), (1, 0, 1)))
U = compound(block((-1, 0, -1), (-0.5, 1, 1)), block((0.5, 0, -1), (1, 1, 1)), block((-1, -0.5, -1), (1, 0, 1)))
FLOOR = compound(block((-2, -1, -1), (0, 0, 1)), block((0, -1, -1), (2, 0, 1)))


def ring() -> Mesh:
    """A torus, cut into one part per segment of its grid."""
    around, across = 8, 5
    grid = torus(around, across).vertices
    loops = [grid[i * across : (i + 1) * across] for i in range(around)]
    parts = tuple((*loop, *loops[(i + 1) % around]) for i, loop in enumerate(loops))
    return Mesh(grid, torus(around, across).faces, parts=parts)


@pytest.mark.parametrize("body", [L, U, ring()], ids=["L", "U", "torus"])
def test_the_distance_of_separated_bodies_is_that_of_their_triangles(body: Mesh) -> None:
    random, seen = Random("triangles"), Counter[str]()
    for _ in range(24):
        other, there = Sphere(random.uniform(0.02, 0.3)), Pose(position=random_vector(random, 1.3))
        pose = Pose(random_rotation(random), random_vector(random, 0.2))
        found = query_parts(body, pose, other, there).result
        hull = query(body, pose, other, there).signed_distance
        assert hull is not None
        assert found.signed_distance is not None
        if found.verdict is Verdict.SEPARATED:
            triangles = (Triangle(tuple(body.vertices[i] for i in face)) for face in body.faces)  # type: ignore[arg-type]
            distances = [query(triangle, pose, other, there).signed_distance for triangle in triangles]
            least = min(distance for distance in distances if distance is not None)
            assert found.signed_distance == pytest.approx(least, abs=1e-9)
            seen["inside the hull" if hull < 0 else "outside"] += 1
    assert seen["outside"] >= 3
    assert seen["inside the hull"]


@pytest.mark.parametrize("size", [1e-3, 1.0, 1e3])
def test_parts_answer_as_all_their_pairs_in_any_order_and_place(size: float) -> None:
    random, seen = Random(f"pairs {size}"), Counter[Verdict]()
    for _ in range(10):
        a, b = (
            Mesh(
                tuple((x * size, y * size, z * size) for x, y, z in mesh.vertices),
                (),
                parts=[[(x * size, y * size, z * size) for x, y, z in part] for part in mesh.parts],
            )
            for mesh in (L, U)
        )
        pose_a, pose_b = random_pose(random, size), random_pose(random, 2 * size)
        found = query_parts(a, pose_a, b, pose_b)
        all_pairs = [query(one, pose_a, two, pose_b).signed_distance for one in parts_of(a) for two in parts_of(b)]
        least = min(distance for distance in all_pairs if distance is not None)
        swapped = query_parts(b, pose_b, a, pose_a).result.signed_distance
        assert found.result.signed_distance == pytest.approx(least, abs=1e-9 * size)
        assert swapped == pytest.approx(least, abs=1e-9 * size)
        deciders = query(found.shape_a, pose_a, found.shape_b, pose_b)
        assert deciders.signed_distance == pytest.approx(least, abs=1e-9 * size)
        assert found.result.lower <= least + 1e-9 * size
        seen[found.result.verdict] += 1
    assert min(seen[Verdict.SEPARATED], seen[Verdict.PENETRATING]) >= 1


def test_the_bound_of_boxes_never_exceeds_the_distance() -> None:
    random = Random("bounds")
    for _ in range(24):
        pose_a, pose_b = random_pose(random, 0.5), random_pose(random, 2.0)
        for pair in pairs_of_parts(L, pose_a, U, pose_b):
            distance = query(parts_of(L)[pair.a], pose_a, parts_of(U)[pair.b], pose_b).signed_distance
            assert distance is not None
            assert pair.bound <= distance + 1e-9


def test_the_search_skips_pairs_whose_boxes_are_too_far_apart() -> None:
    found = query_parts(U, Pose(), Sphere(0.1), Pose(position=(1.5, 0.5, 0)))
    last = found.steps[-1]
    assert last.exit is Exit.CONVERGED
    assert (found.part_a, found.part_b) == (1, 0)
    assert len(last.measured) + len(last.waiting) == 3
    assert last.waiting
    assert "rule out" in explain_decision(found, "u", "ball")
    assert explain_decision(found, "u", "ball").startswith("Decided by part 1 of u and ball;")


def test_every_algorithm_answers_on_parts() -> None:
    """The ball is in the notch of the L, which its hull fills."""
    ball, there = Box((0.1, 0.1, 0.1)), Pose(position=(0.5, 0.5, 0))
    assert query(L, Pose(), ball, there).verdict is Verdict.PENETRATING
    for algorithm in ("gjk", "epa", "sat", "mpr", "exact"):
        found = query_parts(L, Pose(), ball, there, algorithm).result
        assert found.verdict is Verdict.SEPARATED, algorithm
        assert found.lower <= 0.4 + 1e-9, algorithm


def test_a_shape_without_parts_is_its_only_part() -> None:
    found = query_parts(Box((1, 1, 1)), Pose(), Sphere(0.5), Pose(position=(3, 0, 0)))
    assert (found.part_a, found.part_b, found.result.signed_distance) == (0, 0, pytest.approx(1.5))
    assert found.shape_a == Box((1, 1, 1))


def test_each_step_says_what_was_found() -> None:
    found = query_parts(U, Pose(), L, Pose(position=(0, 1.2, 0)))
    texts = [explain(step, "u", "l") for step in found.steps]
    assert texts[0].startswith("6 pairs of parts of u and l")
    assert len(set(texts)) == len(texts)
    assert "may not separate" in explain_decision(found, "u", "l")


def test_a_part_needs_vertices() -> None:
    with pytest.raises(ValueError, match=r"parts\[1\]: a part needs at least 1 vertex"):
        Mesh(L.vertices, L.faces, parts=[L.parts[0], ()])
    with pytest.raises(ValueError, match=r"parts\[0\]\[0\]"):
        Mesh(L.vertices, L.faces, parts=[[(0, 0)]])


def test_both_parts_below_a_box_repeat_its_contacts_at_the_seam() -> None:
    found = part_contacts(FLOOR, Pose(), Box((0.5, 0.5, 0.5)), Pose(position=(0, 0.49, 0)))
    assert (len(found.contacts), found.doubles, found.ghosts) == (8, 2, 0)
    doubled = [one.point.position for one in found.contacts if one.is_double]
    assert all(abs(x) < 1e-9 for x, _, _ in doubled)
    assert "2 of 8 contact points repeat" in explain_seams(found, "floor", "box")
    assert len({one.point.id for one in found.contacts}) == 8


@pytest.mark.parametrize(("sunk", "beyond", "ghosts"), [(0.02, 0.01, 1), (0.02, 0.03, 0), (0.0, 0.01, 0)])
@pytest.mark.parametrize("policy", ["exact", "box3d", "jolt", "bullet"])
def test_a_box_that_has_sunk_in_meets_the_face_of_the_seam(
    policy: str, sunk: float, beyond: float, ghosts: int
) -> None:
    """It reaches further down than across the seam, so the least way out of the second part is backwards."""
    place = Pose(position=(beyond - 0.5, 0.5 - sunk, 0))
    found = part_contacts(FLOOR, Pose(), Box((0.5, 0.5, 0.5)), place, policy)
    assert found.ghosts == ghosts
    if ghosts:
        (ghost,) = (one for one in found.manifolds if one.ghost_of)
        assert (ghost.part_a, ghost.ghost_of, ghost.beyond) == (1, "A", 0)
        assert ghost.manifold.normal == pytest.approx((-1, 0, 0), abs=1e-9)
        assert explain_seams(found, "floor", "box").startswith("Ghost contact: the normal (−1, ")


def test_a_wall_is_no_ghost() -> None:
    """The box rests in the notch of the L against its wall: that face is on the surface."""
    found = part_contacts(L, Pose(), Box((0.25, 0.25, 0.25)), Pose(position=(0.24, 0.24, 0)))
    assert len(found.manifolds) == 2
    assert found.ghosts == 0


def test_bodies_apart_have_the_contacts_of_their_nearest_parts() -> None:
    found = part_contacts(L, Pose(), Box((0.25, 0.25, 0.25)), Pose(position=(0.5, 0.35, 0)))
    assert [(one.part_a, one.part_b) for one in found.manifolds] == [(1, 0)]
    assert {round(one.point.depth, 9) for one in found.contacts} == {-0.1}


def test_the_merged_manifold_ends_with_all_points() -> None:
    found = merged_manifold(FLOOR, Pose(), Box((0.5, 0.5, 0.5)), Pose(position=(0, 0.49, 0)), "exact")
    assert len(found.points) == 8
    assert [step.exit for step in found.steps].count(Exit.RUNNING) == len(found.steps) - 1
    assert found.steps[-1].points == found.points


def test_the_depth_of_deep_overlap_is_that_of_the_deepest_pair() -> None:
    inner: Shape = Hull(block((-0.1, -0.1, -0.1), (0.1, 0.1, 0.1)))
    found = query_parts(L, Pose(), inner, Pose(position=(-0.5, -0.5, 0)))
    assert found.result.signed_distance == pytest.approx(-0.6)
    corner = query_parts(L, Pose(), Sphere(0.1), Pose(position=(0.3, 0.4, 0))).result.signed_distance
    assert corner == pytest.approx(min(0.3, 0.4) - 0.1)
    assert sqrt(0.5) > 0.3  # the hull would have contained it
