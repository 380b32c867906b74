"""Ghost collisions and the ways to avoid them: exact speeds on flat floors, real edges and walls, determinism."""

from functools import cache
from itertools import pairwise
from math import atan, cos, sin, sqrt
from random import Random

import pytest

from gjkscope.engine import Box, Capsule, Mesh, Pose, Sphere, slide
from gjkscope.engine.edges.decisions import NO_CONTACT, ContactFate
from gjkscope.engine.edges.explain import explain
from gjkscope.engine.edges.registry import EDGE_POLICIES
from gjkscope.engine.edges.steps import Slide
from gjkscope.engine.pose import apply
from gjkscope.engine.result import Exit
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.vectors import column, norm, scale
from tests.engine.edges.terrains import grid, t_junctions
from tests.engine.moving import at
from tests.engine.samples import random_rotation, random_vector, scaled_shape

FLAT = grid()
CUBE = Box((0.5, 0.5, 0.5))
BODIES: dict[str, tuple[Shape, float]] = {
    "box": (CUBE, 0.5),
    "sphere": (Sphere(0.5), 0.5),
    "capsule": (Capsule(0.3, 0.4, "x"), 0.3),
}
STEP = grid(lambda x, z: 3.0 if x > 1.5 else 0.0, (4, 4))  # rises from x = 1 to 2
WALL = Mesh([(min(x, 1.0), y, z) for x, y, z in STEP.vertices], STEP.faces)
REACH = {"box": 0.5, "sphere": 0.5, "capsule": 0.7}
FIXES = [name for name in EDGE_POLICIES if name != "none"]
SPEED = 2.3
SECONDS = 0.6  # over an edge and a diagonal
every_body = pytest.mark.parametrize("body", BODIES)


@cache
def slide_on(body: str, policy: str, mesh: Mesh = FLAT, seconds: float = SECONDS, x: float = -1.3) -> Slide:
    """Shared by the tests of a worker."""
    shape, height = BODIES[body]
    return slide(shape, at(x, height - 0.008, 0.1), (SPEED, 0.0, 0.0), mesh, Pose(), policy, seconds)


@pytest.mark.thorough
@every_body
def test_without_a_policy_a_flat_floor_costs_speed(body: str) -> None:
    done = slide_on(body, "none", seconds=2.0)
    assert done.measures.lost > 0.1
    assert done.measures.ghosts > 0
    assert not done.measures.tunnelled


def test_a_box_is_stopped_entirely_at_an_edge_inside_the_floor() -> None:
    done = slide_on("box", "none")
    assert (done.measures.lost, done.measures.ghosts, done.measures.ghost_speed) == (1.0, 1, SPEED)
    assert "100 % of the speed is lost and there was 1 ghost collision." in explain(done.steps[-1], "box", "floor")
    ghost = next(step for step in done.steps if any(response.is_ghost for response in step.responses))
    (response,) = [response for response in ghost.responses if response.is_ghost]
    contact = ghost.contacts[response.contact]
    assert contact.normal == (-1.0, 0.0, 0.0)
    assert not contact.is_face


@pytest.mark.parametrize("policy", ["box2d", "bullet", "box3d", "greatest"])
@every_body
def test_these_policies_keep_the_speed_on_a_flat_floor_exactly(body: str, policy: str) -> None:
    done = slide_on(body, policy)
    assert (done.measures.speed, done.measures.ghosts) == (pytest.approx(SPEED, rel=1e-12), 0)


@pytest.mark.parametrize("policy", ["jolt-active", "jolt-removal"])
def test_both_ways_of_jolt_keep_the_speed_of_a_box(policy: str) -> None:
    assert slide_on("box", policy).measures.speed == SPEED


@pytest.mark.parametrize("policy", FIXES)
def test_corrections_and_voids_have_reasons_and_name_the_contact_that_voids(policy: str) -> None:
    fates = set()
    for step in slide_on("box", policy).steps:
        for decision in step.decisions:
            fates.add(decision.fate)
            assert decision.reason
            if decision.fate in (ContactFate.VOIDED, ContactFate.LATER):
                assert decision.by == NO_CONTACT or decision.by in {other.contact for other in step.decisions}
            if decision.fate is ContactFate.CORRECTED:
                assert decision.normal != step.contacts[decision.contact].normal
    assert fates - {ContactFate.ACCEPTED}


@pytest.mark.thorough
@pytest.mark.parametrize("policy", EDGE_POLICIES)
@every_body
def test_a_wall_stops_the_body_under_every_policy(body: str, policy: str) -> None:
    done = slide_on(body, policy, WALL, 0.5, -0.3)  # it arrives after 0.3 s
    assert abs(done.velocity[0]) < 0.2 * SPEED  # edges of the wall may still throw a round body back
    front = done.pose.position[0] + REACH[body]
    assert front < 1.03
    if policy not in ("none", "box3d"):  # these stop the box before the wall
        assert front > 0.97


@pytest.mark.parametrize("policy", FIXES)
def test_a_box_is_not_held_back_by_the_edge_of_a_cliff_and_falls(policy: str) -> None:
    done = slide(CUBE, at(5.5, 0.495, 0.1), (SPEED, 0.0, 0.0), FLAT, Pose(), policy, 0.85)
    assert done.pose.position[0] > 6
    assert done.pose.position[1] < 0
    assert not done.measures.tunnelled  # it has left the floor over its rim


@pytest.mark.thorough
@pytest.mark.parametrize("policy", FIXES)
def test_a_box_slides_down_a_ramp_of_triangles_as_on_a_plane(policy: str) -> None:
    slope = 0.5
    angle = atan(slope)
    ramp = grid(lambda x, z: -slope * (x + 2), (12, 4))
    turned = Pose(((cos(angle), sin(angle), 0.0), (-sin(angle), cos(angle), 0.0), (0.0, 0.0, 1.0)))
    across = (sin(angle) * 0.495, cos(angle) * 0.495)
    there = turned._replace(position=(-1.0 + across[0], -slope * 1.0 + across[1], 0.1))
    done = slide(CUBE, there, (0.0, 0.0, 0.0), ramp, Pose(), policy, 0.5)
    assert norm(done.velocity) == pytest.approx(0.5 * 9.81 * sin(angle), rel=2e-3)


@pytest.mark.thorough
@pytest.mark.slow
def test_at_t_junctions_engines_fail_that_go_by_connectivity_and_greatest_overlap_does_not() -> None:
    mesh = t_junctions()
    there, velocity = at(0.1, 0.492, -1.3), (0.0, 0.0, SPEED)
    lost = {name: slide(CUBE, there, velocity, mesh, Pose(), name, SECONDS).measures.lost for name in EDGE_POLICIES}
    assert lost["none"] == lost["box2d"] == lost["jolt-active"] == 1.0
    assert lost["greatest"] == 0.0


@pytest.mark.thorough
@pytest.mark.parametrize("policy", [name for name in EDGE_POLICIES if name != "box3d"])
def test_size_and_time_scale_together(policy: str) -> None:
    """A copy 100 times as large, with gravity and speed to match, loses the same; Box3D's slop is absolute."""
    big = Mesh([(100 * x, 100 * y, 100 * z) for x, y, z in FLAT.vertices], FLAT.faces)
    small = slide_on("sphere", policy)
    large = slide(
        scaled_shape(BODIES["sphere"][0], 100),
        at(-130, 49.2, 10),
        (100 * SPEED, 0, 0),
        big,
        Pose(),
        policy,
        SECONDS,
        (0.0, -981.0, 0.0),
    )
    assert large.measures.lost == pytest.approx(small.measures.lost, abs=1e-6)
    assert large.measures.ghosts == small.measures.ghosts


@pytest.mark.thorough
@pytest.mark.parametrize("policy", EDGE_POLICIES)
def test_a_slide_that_is_turned_and_moved_as_a_whole_costs_the_same(policy: str) -> None:
    random = Random(11)
    whole = Pose(random_rotation(random), random_vector(random, 5))
    velocity, gravity = scale(column(whole.rotation, 0), SPEED), scale(column(whole.rotation, 1), -9.81)
    there = Pose(whole.rotation, apply(whole, (-1.3, 0.492, 0.1)))
    turned = slide(CUBE, there, velocity, FLAT, whole, policy, 0.4, gravity)
    plain = slide_on("box", policy, seconds=0.4)
    assert turned.measures.lost == pytest.approx(plain.measures.lost, abs=1e-6)
    assert turned.measures.ghosts == plain.measures.ghosts
    assert turned.pose.position == pytest.approx(apply(whole, plain.pose.position), abs=1e-6)
    assert not turned.measures.tunnelled


@pytest.mark.parametrize("where", [(0.0, 0.0), (0.3, 0.6), (1.0, 0.25), (0.5, 0.5)], ids=str)
def test_a_fast_body_tunnels_and_that_is_measured(where: tuple[float, float]) -> None:
    """Through a vertex, the inside of a triangle, a side and a diagonal of the grid."""
    x, z = where
    done = slide(Sphere(0.05), at(x, 1.5, z), (0.0, -60.0, 0.0), FLAT, Pose(), "box2d", 0.1)
    assert done.measures.tunnelled
    assert [step.measures.tunnelled for step in done.steps] == [step.pose.position[1] < 0 for step in done.steps]


def test_a_body_that_comes_from_behind_has_not_tunnelled() -> None:
    done = slide(Sphere(0.05), at(0.3, -1.5, 0.6), (0.0, 60.0, 0.0), FLAT, Pose(), "box2d", 0.1)
    assert done.pose.position[1] > 0
    assert not done.measures.tunnelled


def test_a_body_whose_centre_is_pushed_back_to_the_front_has_not_tunnelled() -> None:
    done = slide(Sphere(0.5), at(0.3, 0.6, 0.6), (0.0, -48.0, 0.0), FLAT, Pose(), "box2d", 0.1)
    assert min(step.moved.position[1] for step in done.steps) < 0
    assert done.pose.position[1] > 0
    assert not done.measures.tunnelled


def test_stops_and_kicks_are_measured() -> None:
    stopped, kicked = slide_on("box", "none").measures, slide_on("sphere", "none").measures
    assert (stopped.stops, stopped.rise, stopped.kick) == (1, 0.0, 0.0)
    assert kicked.kick > 0
    assert kicked.stops == 0
    assert all(slide_on(body, "bullet").measures.kick < 1e-12 for body in BODIES)


@pytest.mark.thorough
@pytest.mark.parametrize("policy", EDGE_POLICIES)
def test_steps_follow_each_other_and_repeat_to_the_bit(policy: str) -> None:
    shape, height = BODIES["capsule"]
    done, again = (
        slide(shape, at(-1.3, height - 0.008, 0.1), (SPEED, 0.0, 0.0), FLAT, Pose(), policy, 0.4) for _ in range(2)
    )
    assert done.steps == again.steps
    assert done.exit is Exit.COMPLETE
    assert done.steps[-1].tick == 24
    assert len(done.steps[-1].path) == 25
    for before, after in pairwise(done.steps):
        assert after.iteration == before.iteration + 1
        assert after.before == before.pose
        assert (after.tick, after.push_out) in ((before.tick + 1, 1), (before.tick, before.push_out + 1))
        assert {decision.contact for decision in after.decisions} == set(range(len(after.contacts)))


def test_free_fall_is_that_of_semi_implicit_euler() -> None:
    done = slide(CUBE, at(0, 50), (1.0, 0.0, 0.0), FLAT, Pose(), "none", 1.0)
    assert done.velocity == pytest.approx((1.0, -9.81, 0.0))
    assert done.pose.position[1] == pytest.approx(50 - 9.81 * 0.5 * 61 / 60)
    assert sqrt(done.measures.speed) == 1.0


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"policy": "ode"}, "policy"),
        ({"mesh": CUBE}, "mesh: must be a surface of triangles"),
        ({"seconds": 0}, "seconds"),
        ({"seconds": 21}, "seconds: must be at most 20"),
        ({"velocity": (1, 2)}, "velocity"),
        ({"gravity": "down"}, "gravity"),
    ],
)
def test_a_wrong_argument_is_refused_by_name(change: dict[str, object], message: str) -> None:
    good = {"shape": CUBE, "pose": at(0, 1), "velocity": (1, 0, 0), "mesh": FLAT, "mesh_pose": Pose()}
    with pytest.raises(ValueError, match=message):
        slide(**{**good, **change})  # type: ignore[arg-type]
