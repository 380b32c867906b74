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
        (8 * k + corner[0], 8 * k + first, 8 * k + second)
        for k in range(len(blocks))
        for corner in QUARTERS
        for first, second in ((corner[1], corner[2]), (corner[2], corner[3]))
    ]
    return Mesh(tuple(corner for block in blocks for corner in block), tuple(faces), parts=blocks)


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


@pytest.mark.thorough
@pytest.mark.parametrize("body", [L, U, ring()], ids=["L", "U", "torus"])
def test_the_distance_of_separated_bodies_is_that_of_their_triangles(body: Mesh) -> None:
    random, seen = Random("triangles"), Counter[str]()
    for _ in range(24):
        other, there = Sphere(random.uniform(0.02, 0.3)), Pose(position=random_vector(random, 1.3))
        pose = Pose(random_rotation(random), random_vector(random, 0.2))
        result = query_parts(body, pose, other, there).result
        hull = query(body, pose, other, there).signed_distance
        assert hull is not None
        assert result.signed_distance is not None
        if result.verdict is Verdict.SEPARATED:
            triangles = (Triangle(tuple(body.vertices[i] for i in face)) for face in body.faces)  # type: ignore[arg-type]
            distances = [query(triangle, pose, other, there).signed_distance for triangle in triangles]
            least = min(distance for distance in distances if distance is not None)
            assert result.signed_distance == pytest.approx(least, abs=1e-9)
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
        search = query_parts(a, pose_a, b, pose_b)
        all_pairs = [
            query(first, pose_a, second, pose_b).signed_distance for first in parts_of(a) for second in parts_of(b)
        ]
        least = min(distance for distance in all_pairs if distance is not None)
        swapped = query_parts(b, pose_b, a, pose_a).result.signed_distance
        assert search.result.signed_distance == pytest.approx(least, abs=1e-9 * size)
        assert swapped == pytest.approx(least, abs=1e-9 * size)
        deciders = query(search.shape_a, pose_a, search.shape_b, pose_b)
        assert deciders.signed_distance == pytest.approx(least, abs=1e-9 * size)
        assert search.result.lower <= least + 1e-9 * size
        seen[search.result.verdict] += 1
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
    search = query_parts(U, Pose(), Sphere(0.1), Pose(position=(1.5, 0.5, 0)))
    last = search.steps[-1]
    assert last.exit is Exit.CONVERGED
    assert (search.part_a, search.part_b) == (1, 0)
    assert len(last.measured) + len(last.waiting) == 3
    assert last.waiting
    assert "rule out" in explain_decision(search, "u", "ball")
    assert explain_decision(search, "u", "ball").startswith("Decided by part 1 of u and ball;")


def test_every_algorithm_answers_on_parts() -> None:
    """The ball is in the notch of the L, which its hull fills."""
    ball, there = Box((0.1, 0.1, 0.1)), Pose(position=(0.5, 0.5, 0))
    assert query(L, Pose(), ball, there).verdict is Verdict.PENETRATING
    for algorithm in ("gjk", "epa", "sat", "mpr", "exact"):
        result = query_parts(L, Pose(), ball, there, algorithm).result
        assert result.verdict is Verdict.SEPARATED, algorithm
        assert result.lower <= 0.4 + 1e-9, algorithm


def test_a_shape_without_parts_is_its_only_part() -> None:
    search = query_parts(Box((1, 1, 1)), Pose(), Sphere(0.5), Pose(position=(3, 0, 0)))
    assert (search.part_a, search.part_b, search.result.signed_distance) == (0, 0, pytest.approx(1.5))
    assert search.shape_a == Box((1, 1, 1))


def test_each_step_says_what_was_found() -> None:
    search = query_parts(U, Pose(), L, Pose(position=(0, 1.2, 0)))
    texts = [explain(step, "u", "l") for step in search.steps]
    assert texts[0].startswith("6 pairs of parts of u and l")
    assert len(set(texts)) == len(texts)
    assert "may not separate" in explain_decision(search, "u", "l")


def test_a_part_needs_vertices() -> None:
    with pytest.raises(ValueError, match=r"parts\[1\]: a part needs at least 1 vertex"):
        Mesh(L.vertices, L.faces, parts=[L.parts[0], ()])
    with pytest.raises(ValueError, match=r"parts\[0\]\[0\]"):
        Mesh(L.vertices, L.faces, parts=[[(0, 0)]])


def test_both_parts_below_a_box_repeat_its_contacts_at_the_seam() -> None:
    touch = part_contacts(FLOOR, Pose(), Box((0.5, 0.5, 0.5)), Pose(position=(0, 0.49, 0)))
    assert (len(touch.contacts), touch.doubles, touch.ghosts) == (8, 2, 0)
    doubled = [contact.point.position for contact in touch.contacts if contact.is_double]
    assert all(abs(x) < 1e-9 for x, _, _ in doubled)
    assert "2 of 8 contact points repeat" in explain_seams(touch, "floor", "box")
    assert len({contact.point.id for contact in touch.contacts}) == 8


@pytest.mark.parametrize(("sunk", "beyond", "ghosts"), [(0.02, 0.01, 1), (0.02, 0.03, 0), (0.0, 0.01, 0)])
@pytest.mark.parametrize("policy", ["exact", "box3d", "jolt", "bullet"])
def test_a_box_that_has_sunk_in_meets_the_face_of_the_seam(
    policy: str, sunk: float, beyond: float, ghosts: int
) -> None:
    """It reaches further down than across the seam, so the least way out of the second part is backwards."""
    pose = Pose(position=(beyond - 0.5, 0.5 - sunk, 0))
    touch = part_contacts(FLOOR, Pose(), Box((0.5, 0.5, 0.5)), pose, policy)
    assert touch.ghosts == ghosts
    if ghosts:
        (ghost,) = (contact for contact in touch.manifolds if contact.ghost_of)
        assert (ghost.part_a, ghost.ghost_of, ghost.beyond) == (1, "A", 0)
        assert ghost.manifold.normal == pytest.approx((-1, 0, 0), abs=1e-6)
        assert explain_seams(touch, "floor", "box").startswith("Ghost contact: the normal (−1, ")


def test_a_wall_is_no_ghost() -> None:
    """The box rests in the notch of the L against its wall: that face is on the surface."""
    touch = part_contacts(L, Pose(), Box((0.25, 0.25, 0.25)), Pose(position=(0.24, 0.24, 0)))
    assert len(touch.manifolds) == 2
    assert touch.ghosts == 0


def test_bodies_apart_have_the_contacts_of_their_nearest_parts() -> None:
    touch = part_contacts(L, Pose(), Box((0.25, 0.25, 0.25)), Pose(position=(0.5, 0.35, 0)))
    assert [(contact.part_a, contact.part_b) for contact in touch.manifolds] == [(1, 0)]
    assert {round(contact.point.depth, 9) for contact in touch.contacts} == {-0.1}


def test_the_merged_manifold_ends_with_all_points() -> None:
    contact = merged_manifold(FLOOR, Pose(), Box((0.5, 0.5, 0.5)), Pose(position=(0, 0.49, 0)), "exact")
    assert len(contact.points) == 8
    assert [step.exit for step in contact.steps].count(Exit.RUNNING) == len(contact.steps) - 1
    assert contact.steps[-1].points == contact.points


def test_the_depth_of_deep_overlap_is_that_of_the_deepest_pair() -> None:
    inner: Shape = Hull(block((-0.1, -0.1, -0.1), (0.1, 0.1, 0.1)))
    search = query_parts(L, Pose(), inner, Pose(position=(-0.5, -0.5, 0)))
    assert search.result.signed_distance == pytest.approx(-0.6)
    corner = query_parts(L, Pose(), Sphere(0.1), Pose(position=(0.3, 0.4, 0))).result.signed_distance
    assert corner == pytest.approx(min(0.3, 0.4) - 0.1)
    assert sqrt(0.5) > 0.3  # the hull would have contained it
