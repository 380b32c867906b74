"""Contact points of a body and a mesh, triangle by triangle: their steps, reduction and what is said of depth."""

from collections import Counter
from itertools import product
from random import Random

import pytest

from gjkscope.engine import Box, Mesh, Pose, Sphere
from gjkscope.engine.contacts.records import ContactPoint
from gjkscope.engine.edges.decisions import ContactFate
from gjkscope.engine.edges.registry import EDGE_POLICIES
from gjkscope.engine.mesh_distance.overlaps import overlapping_triangles
from gjkscope.engine.result import Exit
from gjkscope.engine.simulation.explain_mesh_contacts import conclude_mesh_contacts, explain_mesh_step
from gjkscope.engine.simulation.mesh_contacts import (
    MOST_POINTS,
    MeshContactPhase,
    MeshContacts,
    MeshPoint,
    mesh_contacts,
    reduce_points,
)
from gjkscope.engine.vectors import Vec3, dot, norm
from tests.engine.edges.terrains import grid
from tests.engine.known_meshes import bowl

UP: Vec3 = (0.0, 1.0, 0.0)
BOX = Box((0.5, 0.5, 0.5))


def ridges(height: float = 0.3) -> Mesh:
    """Ridges along z: the surface is neither flat nor convex."""
    return grid(lambda x, z: height * (int(x + 2) % 2))


def on_grid(x: float, z: float, edges: str = "none", policy: str = "exact") -> MeshContacts:
    return mesh_contacts(BOX, Pose(position=(x, 0.49, z)), grid(), Pose(), policy, edges, (1.0, 0.0, 0.0))


def test_a_box_on_a_flat_grid_rests_on_its_four_corners() -> None:
    """Exactly: the points are the corners of the box, 10 mm deep, whichever triangles they come from."""
    for x, z in ((0.25, 0.375), (0.625, 0.75), (1.25, 0.125)):
        found = on_grid(x, z)
        corners = {(x + dx, z + dz) for dx, dz in product((-0.5, 0.5), repeat=2)}
        places = [each.point.position for each in found.points]
        assert {(round(p[0], 9), round(p[2], 9)) for p in places} == corners
        assert [each.point.depth for each in found.points] == pytest.approx([0.01] * 4)
        assert found.greatest == pytest.approx(0.01)


def test_the_steps_are_the_candidates_each_triangle_each_decision_and_each_group() -> None:
    found = on_grid(0.25, 0.25, "jolt-removal")
    phases = Counter(step.phase for step in found.steps)
    expected = [
        pair.triangle_a for pair in overlapping_triangles(grid(), Pose(), BOX, Pose(position=(0.25, 0.49, 0.25)))
    ]
    assert [*found.steps[0].candidates] == expected
    assert phases[MeshContactPhase.TRIANGLE] == len(expected)
    assert phases[MeshContactPhase.DECISION] == len(found.decisions)
    assert phases[MeshContactPhase.REDUCTION] == 1
    assert [step.iteration for step in found.steps] == [*range(len(found.steps))]
    assert [step.exit for step in found.steps] == [Exit.RUNNING] * (len(found.steps) - 1) + [Exit.COMPLETE]
    sentences = [explain_mesh_step(step, "box", "floor") for step in found.steps]
    assert all(sentence.endswith(".") for sentence in sentences)
    assert len({*sentences}) == len(sentences)


def test_policies_for_internal_edges_decide_about_points_beside_the_face() -> None:
    """The box reaches 4 mm over the next squares and is 10 mm deep: without a policy it is pushed sideways."""
    sideways = dict.fromkeys(EDGE_POLICIES, 0)
    fates = Counter[ContactFate]()
    for name in EDGE_POLICIES:
        found = mesh_contacts(BOX, Pose(position=(0.504, 0.49, 0.25)), grid(), Pose(), "exact", name, (1.0, 0.0, 0.0))
        sideways[name] = sum(abs(dot(each.normal, UP)) < 0.5 for each in found.points)
        fates.update(decision.fate for decision in found.decisions)
    assert sideways.pop("none") > 0
    assert set(sideways.values()) == {0}
    assert fates.keys() == {*ContactFate}


def test_no_depth_is_claimed_of_a_mesh_that_is_not_convex() -> None:
    found = mesh_contacts(Sphere(0.5), Pose(position=(0.5, 0.5, 0.3)), ridges(), Pose())
    assert found.points
    assert not found.has_depth
    words = conclude_mesh_contacts(found, "ball", "ridges")
    assert words.startswith("No penetration depth is defined, as ridges is not convex")
    apart = mesh_contacts(Sphere(0.5), Pose(position=(0.5, 3.0, 0.3)), ridges(), Pose())
    assert apart.steps[-1].exit is Exit.NO_CONTACT
    assert conclude_mesh_contacts(apart, "ball", "ridges") == "ball has no contact point with ridges."
    assert not mesh_contacts(Sphere(0.2), Pose(), bowl(), Pose()).has_depth


def test_each_kept_point_is_one_of_its_group_and_the_deepest_stays() -> None:
    random, reduced = Random("mesh contacts"), 0
    for _ in range(12):
        place = (random.uniform(-1, 4), random.uniform(0.45, 0.7), random.uniform(-1, 1))
        found = mesh_contacts(BOX, Pose(position=place), ridges(), Pose(), "exact", random.choice([*EDGE_POLICIES]))
        groups = [step.group for step in found.steps if step.phase is MeshContactPhase.REDUCTION]
        assert all(each in [point for group in groups for point in group] for each in found.points)
        for group in groups:
            kept = reduce_points(group)
            assert len(kept) <= MOST_POINTS
            assert max(each.point.depth for each in kept) >= max(each.point.depth for each in group) - 1e-5
            reduced += len(kept) < len(group)
    assert reduced > 5


def test_a_reduced_square_keeps_its_corners() -> None:
    """Small integers: of the points of a 5 × 5 grid that are equally deep, the four corners stay."""
    points = [MeshPoint(0, UP, _point(float(x), float(z))) for x, z in product(range(5), repeat=2)]
    for seed in range(5):
        Random(seed).shuffle(points)
        kept = {(each.point.position[0], each.point.position[2]) for each in reduce_points(points)}
        assert kept == {(0, 0), (0, 4), (4, 0), (4, 4)}
    assert len(reduce_points([each for each in points if each.point.position[0] == 0])) == 2
    assert norm(reduce_points(points)[0].normal) == 1


def _point(x: float, z: float) -> ContactPoint:
    return ContactPoint((x, 0.0, z), (x, 0.0, z), (x, 0.0, z), 0.5, f"{x} {z}")


def test_invalid_arguments_are_named() -> None:
    with pytest.raises(ValueError, match="mesh: must be a mesh with faces or a heightfield"):
        mesh_contacts(BOX, Pose(), BOX, Pose())  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="edges: unknown edge policy"):
        mesh_contacts(BOX, Pose(), grid(), Pose(), edges="x")
    with pytest.raises(ValueError, match="policy: unknown contact policy"):
        mesh_contacts(BOX, Pose(), grid(), Pose(), policy="x")
