"""Policies for internal edges in simulations with impulses: what became of each triangle's contacts, and the motion."""

from collections import Counter

import pytest

from gjkscope.engine import Box, Capsule, Mesh, Pose, Shape, Sphere
from gjkscope.engine.advancement.motion import EARTH, Motion
from gjkscope.engine.edges.decisions import ContactFate
from gjkscope.engine.edges.registry import EDGE_POLICIES
from gjkscope.engine.simulation.internal_edges import NO_TRIANGLE, TriangleDecision, decision_words
from gjkscope.engine.simulation.lanes import triangle_lanes
from gjkscope.engine.simulation.response import ghosts_of
from gjkscope.engine.simulation.simulation import Rules, World, WorldBody, WorldTick, advance, world
from tests.thorough import cases

TICKS, SPEED = cases(25, 50), 2.0  # every body reaches an edge within 20
ENGINES = [name for name in EDGE_POLICIES if name != "none"]
BODIES: dict[str, tuple[Shape, float]] = {
    "box": (Box((0.5, 0.5, 0.5)), 0.495),
    "sphere": (Sphere(0.5), 0.495),
    "capsule": (Capsule(0.3, 0.4, "z"), 0.29),
}


def strip_floor() -> Mesh:
    """Five flat strips of 2 m by 4 m, each of two triangles facing up."""
    vertices = [(x, 0, z) for x in (-4, -2, 0, 2, 4, 6) for z in (-2, 2)]
    return Mesh(vertices, [face for a in range(0, 10, 2) for face in ((a, a + 1, a + 2), (a + 2, a + 1, a + 3))])


def sliding(body: Shape, height: float, floor: Mesh, x: float = -2.6) -> World:
    ground = WorldBody(floor, Pose(), mass=0.0, friction=0.0)
    return world(
        [ground, WorldBody(body, Pose(position=(x, height, 0.0)), Motion((SPEED, 0.0, 0.0)), 1.0, 0.0)],
        EARTH,
        "impulses",
    )


def run(started: World, rules: Rules, ticks: int = TICKS) -> tuple[WorldTick, ...]:
    done = [started.first]
    for _ in range(ticks):
        done.append(advance(started, done[-1], rules))
    return tuple(done)


def decisions_of(ticks: tuple[WorldTick, ...]) -> list[TriangleDecision]:
    return [decision for tick in ticks if tick.response for decision in tick.response.decisions]


def ghosts_in(started: World, ticks: tuple[WorldTick, ...]) -> int:
    return sum(len(ghosts_of(started.solids, tick.response)) for tick in ticks if tick.response)


@pytest.mark.parametrize("name", BODIES)
def test_without_a_policy_an_internal_edge_of_a_flat_floor_takes_speed(name: str) -> None:
    started = sliding(*BODIES[name], strip_floor())
    ticks = run(started, Rules())
    assert ticks[-1].places[1].motion.velocity[0] < 0.97 * SPEED
    assert ghosts_in(started, ticks) > 0
    assert {decision.fate for decision in decisions_of(ticks)} == {ContactFate.ACCEPTED}


@pytest.mark.thorough
@pytest.mark.parametrize("edges", ENGINES)
def test_with_a_policy_a_body_slides_over_a_flat_floor(edges: str) -> None:
    """No horizontal impulse at all: the speed stays to a millionth, and the body neither sinks nor jumps."""
    fates = Counter[ContactFate]()
    for body, height in BODIES.values():
        started = sliding(body, height, strip_floor())
        ticks = run(started, Rules(edges=edges))
        last = ticks[-1].places[1]
        assert last.motion.velocity[0] == pytest.approx(SPEED, rel=1e-6)
        assert last.pose.position[1] == pytest.approx(height, abs=0.01)
        assert ghosts_in(started, ticks) == 0
        fates.update(decision.fate for decision in decisions_of(ticks))
    assert fates[ContactFate.ACCEPTED] > 0
    assert fates[ContactFate.CORRECTED] + fates[ContactFate.VOIDED] + fates[ContactFate.LATER] > 0


def test_only_contacts_that_count_reach_the_solver_with_their_normal_and_depth() -> None:
    body, height = BODIES["box"]
    seen = 0
    for edges in ENGINES:
        started = sliding(body, height, strip_floor())
        for tick in run(started, Rules(edges=edges), 15)[1:]:
            assert tick.response is not None
            given = {manifold.part_a: manifold for manifold in tick.response.manifolds}
            counting = {decision.triangle: decision for decision in tick.response.decisions if decision.counts}
            assert given.keys() == counting.keys()
            for triangle, manifold in given.items():
                decision = counting[triangle]
                assert manifold.normal == decision.normal
                assert max(point.depth for point in manifold.points) == pytest.approx(decision.depth, abs=1e-12)
                seen += decision.fate is ContactFate.CORRECTED
    assert seen > 3


def test_the_order_of_the_bodies_does_not_matter() -> None:
    """The normal of a manifold points from the first body to the second, that of a decision out of the terrain."""
    body, height = BODIES["box"]
    there = sliding(body, height, strip_floor())
    ground, box = (
        WorldBody(solid.shape, place.pose, place.motion, solid.mass, 0.0)
        for solid, place in zip(there.solids, there.first.places, strict=True)
    )
    back = world([box, ground], EARTH, "impulses")
    for edges in ("jolt-active", "jolt-removal", "bullet"):
        one, other = (run(started, Rules(edges=edges), 10) for started in (there, back))
        assert other[-1].places[0].pose.position == pytest.approx(one[-1].places[1].pose.position, abs=1e-3)
        normals = [decision.normal for decision in decisions_of(other) if decision.counts]
        assert all(normal[1] > 0.9 for normal in normals)


def test_at_a_true_edge_and_a_wall_contacts_stay() -> None:
    """A floor that ends in a wall: every policy lets the wall stop the body."""
    vertices = [(-4, 0, -2), (-4, 0, 2), (1, 0, -2), (1, 0, 2), (1, 2, -2), (1, 2, 2)]
    room = Mesh(vertices, [(0, 1, 2), (2, 1, 3), (2, 3, 4), (4, 3, 5)])
    for edges in EDGE_POLICIES:
        started = sliding(Sphere(0.5), 0.495, room, -0.2)
        last = run(started, Rules(edges=edges), 25)[-1].places[1]
        assert last.pose.position[0] < 0.6, edges
        assert last.motion.velocity[0] < 0.2 * SPEED, edges


def test_each_triangle_has_a_lane_with_a_decision_per_tick() -> None:
    started = sliding(*BODIES["sphere"], strip_floor(), -3.0)
    ticks = run(started, Rules(edges="box2d"), 50)
    lanes = triangle_lanes(ticks)
    assert len(lanes) >= 3
    assert [lane.triangle for lane in lanes] == sorted({decision.triangle for decision in decisions_of(ticks)})
    assert sum(len(lane.decisions) for lane in lanes) == len(decisions_of(ticks))
    voided = next(decision for decision in decisions_of(ticks) if decision.fate is ContactFate.VOIDED)
    words = decision_words(voided)
    assert words.startswith(f"triangle {voided.triangle} is voided")
    assert (f"by triangle {voided.by}" in words) == (voided.by != NO_TRIANGLE)


def test_an_unknown_policy_is_refused() -> None:
    with pytest.raises(ValueError, match="edges: unknown edge policy 'ghost'"):
        Rules(edges="ghost")
