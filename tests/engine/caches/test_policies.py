"""The cache policies: answers that hold, the reason of each outcome, and the wrong answers that two of them give."""

from collections import Counter
from functools import cache
from math import cos, pi, radians, sin

import pytest

from gjkscope import Box2, Chain, plane_pose
from gjkscope.app.judge.hunting.motion_families import KINDS, MOTION_FAMILIES, drawn_motion
from gjkscope.engine.caches.following import cache_totals, follow_cache, follow_pairs
from gjkscope.engine.caches.policies.bullet import angle_between
from gjkscope.engine.caches.records import CacheFault, CacheOutcome, CacheTick
from gjkscope.engine.caches.registry import CACHES
from gjkscope.engine.pose import Pose
from gjkscope.engine.result import NotApplicable, Verdict
from gjkscope.engine.shapes.kinds import Box, Ellipsoid, Hull
from gjkscope.engine.vectors import Mat3

SOUND = ("none", "last-simplex", "box3d-simplex", "last-axis", "hill-climbing", "bullet")
PARTS = slice(0, 60, 4)  # of a motion
CUBE = Box((1, 1, 1))


def about_y(angle: float) -> Mat3:
    return ((cos(angle), 0.0, sin(angle)), (0.0, 1.0, 0.0), (-sin(angle), 0.0, cos(angle)))


def about_z(angle: float) -> Mat3:
    return ((cos(angle), -sin(angle), 0.0), (sin(angle), cos(angle), 0.0), (0.0, 0.0, 1.0))


@cache
def followed(policy: str, family: str, kind: str) -> tuple[CacheTick, ...]:
    return follow_pairs(CACHES[policy], drawn_motion(family, kind, 0, 3)[PARTS])


def outcomes(ticks: tuple[CacheTick, ...]) -> list[str]:
    return [tick.use.outcome.value for tick in ticks]


def test_the_policies_are_those_of_the_files_in_their_order() -> None:
    assert list(CACHES) == [*SOUND[:5], "box3d", "bullet", "jolt", "frozen-simplex"]
    assert all(CACHES[name].name == name for name in CACHES)


@pytest.mark.parametrize("policy", SOUND)
def test_sound_policies_never_contradict_the_certified_truth(policy: str) -> None:
    faults = Counter(
        tick.fault
        for family in MOTION_FAMILIES
        for kind in ("boxes", "hulls")
        for tick in followed(policy, family, kind)
    )
    assert set(faults) <= {CacheFault.NONE, CacheFault.UNKNOWN}
    assert faults[CacheFault.NONE] > 0.95 * faults.total()


@pytest.mark.parametrize("policy", [name for name in SOUND if name != "none"])
def test_sound_policies_hit_rebuild_and_miss(policy: str) -> None:
    ticks = [
        tick for family in MOTION_FAMILIES for kind in ("boxes", "hulls") for tick in followed(policy, family, kind)
    ]
    totals = cache_totals(ticks)
    assert 0.2 < totals.hits / totals.ticks < 0.95
    assert totals.rebuilds / totals.ticks > 0.02
    assert totals.misses >= len(MOTION_FAMILIES) * 2  # the first tick of each motion


def test_each_memory_saves_calls_in_a_slow_spin() -> None:
    for policy, least in (("last-simplex", 0.5), ("last-axis", 0.5), ("bullet", 0.5)):
        assert cache_totals(followed(policy, "slow spin", "boxes")).saved > least
    assert cache_totals(followed("hill-climbing", "slow spin", "hulls")).saved == pytest.approx(0.0, abs=0.05)
    assert cache_totals(followed("hill-climbing", "slow spin", "hulls")).saved_looks > 0.5


def test_smooth_shapes_are_followed_too() -> None:
    assert set(KINDS) == {"boxes", "hulls", "smooth"}
    for policy in ("last-simplex", "last-axis"):
        assert {tick.fault for tick in followed(policy, "slow spin", "smooth")} <= {CacheFault.NONE, CacheFault.UNKNOWN}


def test_no_memory_is_a_miss_in_the_first_tick_only() -> None:
    there = [Pose(about_y(0.5), (2.5, 0.3 + 0.01 * tick, 0.2)) for tick in range(4)]
    for policy in CACHES:
        ticks = follow_cache(CUBE, [Pose()] * 4, CUBE, there, policy)
        hits = ["miss"] * 3 if policy == "none" else ["rebuild"] * 3 if policy == "jolt" else ["hit"] * 3
        assert outcomes(ticks) == ["miss", *hits], policy
        assert [tick.number for tick in ticks] == [0, 1, 2, 3]


# --- Box3D ---


def sat(poses: list[Pose]) -> list[str]:
    return [tick.use.reason for tick in follow_cache(CUBE, [Pose()] * len(poses), CUBE, poses, "box3d")][1:]


def test_box3d_keeps_a_separation_until_it_has_changed_by_the_linear_slop() -> None:
    """The remembered separation is that of the last detection: 2 mm a tick add up."""
    heights = [Pose(position=(0.1, 1.999 - 0.002 * tick, 0.2)) for tick in range(5)]
    close, far = "the separation has changed by less than 5 mm", "the separation has changed by 5 mm or more"
    assert sat(heights) == [close, close, far, close]


def test_box3d_names_why_a_face_or_edges_fail() -> None:
    on, beside = Pose(position=(0.1, 1.99, 0.2)), Pose(position=(2.1, 1.9, 0.2))
    assert sat([on, beside]) == ["the face has no contact: clipped away, or more than 20 mm apart"]
    apart = Pose(position=(0.1, 2.5, 0.2))
    assert sat([apart, apart]) == ["the axis still separates by more than 20 mm"]


def crossed(turn: float, height: float, aside: float = 0.0) -> Pose:
    """A cube that stands on an edge across the upper edge of another."""
    tilt = ((cos(pi / 4), -sin(pi / 4), 0.0), (sin(pi / 4), cos(pi / 4), 0.0), (0.0, 0.0, 1.0))
    turned = about_y(pi / 2 + turn)
    rows = tuple(tuple(sum(turned[i][k] * tilt[k][j] for k in range(3)) for j in range(3)) for i in range(3))
    return Pose(rows, (aside, height, 0.0))  # type: ignore[arg-type]


def test_box3d_remembers_edges_and_names_why_they_fail() -> None:
    below = Pose(about_z(pi / 4), (0.0, 0.0, 0.0))
    touching = 2 * 2**0.5 - 0.004

    def reasons(*poses: Pose) -> list[str]:
        ticks = follow_cache(CUBE, [below] * len(poses), CUBE, poses, "box3d")
        assert ticks[0].use.memory.edges is not None, "the first contact must be of edges"
        return [tick.use.reason for tick in ticks][1:]

    start = crossed(0.0, touching)
    assert reasons(start, crossed(0.01, touching)) == ["the separation has changed by less than 5 mm"]
    assert reasons(start, crossed(0.0, touching - 0.01)) == ["the separation has changed by 5 mm or more"]
    assert reasons(start, crossed(0.0, touching + 0.1)) == ["the axis still separates by more than 20 mm"]
    assert reasons(start, Pose(position=(0.0, 2.0, 0.0))) == [
        "the arcs of the two edges no longer cross on the Gauss map"
    ]
    assert reasons(start, start._replace(position=(0.0, touching, 1.2))) == [
        "the lines of the edges are nearest beyond an end"
    ]


@pytest.mark.parametrize("policy", CACHES)
def test_2d_shapes_are_refused(policy: str) -> None:
    """Two squares that overlap were said to touch: caches search A − B in space, where it is flat."""
    below, above = plane_pose((0, 0)), plane_pose((1.5, 0.2))
    with pytest.raises(NotApplicable, match=rf"^cache: {policy} supports 3D shapes, not box and box$"):
        follow_cache(Box2((1, 1)), [below], Box2((1, 1)), [above], policy)
    chain = Chain([(0, 0), (1, 0), (1, 1)])
    with pytest.raises(NotApplicable, match=rf"^cache: {policy} supports 3D shapes, not chain and box$"):
        follow_cache(chain, [below], Box2((1, 1)), [above], policy)


def test_box3d_refuses_curved_shapes() -> None:
    with pytest.raises(NotApplicable, match=r"cache: box3d supports boxes, hulls .*, not box and ellipsoid"):
        follow_cache(CUBE, [Pose()], Ellipsoid((1, 1, 1)), [Pose(position=(0, 3, 0))], "box3d")


def test_box3d_discards_vertices_and_tetrahedra_of_negative_volume() -> None:
    corner = [Pose(position=(3.0, 3.0, 3.0))] * 2
    last = follow_cache(CUBE, [Pose()] * 2, CUBE, corner, "box3d-simplex")[-1]
    assert (last.use.outcome, last.use.reason) == (
        CacheOutcome.MISS,
        "the metric of a vertex is below the epsilon of single precision",
    )
    inside = [Pose(position=(0.1 * k, 0.3, -0.2)) for k in range(12)]
    reasons = Counter(tick.use.reason for tick in follow_cache(CUBE, [Pose()] * 12, CUBE, inside, "box3d-simplex"))
    assert reasons["the signed volume is negative, and so below the limit"] > 0
    assert reasons["the tetrahedron still contains the origin"] > 0


# --- Bullet and Jolt ---


def test_the_angle_between_two_rotations() -> None:
    for angle in (0.0, 1e-9, 0.3, 2.0, pi - 1e-7, pi):
        assert angle_between(about_y(0.4), about_y(0.4 + angle)) == pytest.approx(angle, abs=1e-12)


def test_bullets_distance_is_used_up_by_a_spin_that_changes_nothing() -> None:
    """A ball-like body that spins on the spot: the real gap stays, the bound shrinks to nothing and is renewed."""
    there = [Pose(about_y(0.01 * tick), (0.0, 2.05, 0.0)) for tick in range(12)]
    ticks = follow_cache(CUBE, [Pose()] * 12, CUBE, there, "bullet")
    assert set(outcomes(ticks)[1:]) == {"hit", "rebuild"}
    assert all(tick.use.claim.lower <= 0.05 + 1e-12 for tick in ticks)
    claims = [tick.use.claim.lower for tick in ticks[:3]]
    assert claims == pytest.approx([0.05, 0.05 - 0.01 * 3**0.5, 0.05 - 0.02 * 3**0.5])


PLANK, GROUND = Box((2.0, 0.05, 0.2)), Box((3.0, 0.5, 1.0))
BELOW = Pose(position=(0.0, -0.5, 0.0))


def planks(*degrees: float) -> list[Pose]:
    return [Pose(about_z(radians(angle)), (0.0, 0.095, 0.0)) for angle in degrees]


def test_jolt_reports_no_contact_of_a_plank_whose_end_has_sunk_in() -> None:
    """45 mm above the ground there is no contact.  1.8° later the end is 18 mm deep, and nothing was asked again."""
    there = planks(0.0, 0.6, 1.2, 1.8, 2.4)
    ticks = follow_cache(GROUND, [BELOW] * 5, PLANK, there, "jolt")
    assert outcomes(ticks) == ["miss", "hit", "hit", "hit", "rebuild"]
    assert [tick.fault for tick in ticks] == [*[CacheFault.NONE] * 3, CacheFault.VERDICT, CacheFault.NONE]
    wrong = ticks[3]
    assert wrong.use.claim.verdict is Verdict.SEPARATED
    assert wrong.error == pytest.approx(2 * sin(radians(1.8)) + 0.05 * cos(radians(1.8)) - 0.095, rel=1e-6)
    assert ticks[4].use.claim.verdict is Verdict.PENETRATING


def test_jolt_asks_again_at_once_if_the_plank_is_body_1() -> None:
    """In the frame of a body that turns, the other one moves."""
    there = planks(0.0, 0.6, 1.2, 1.8)
    ticks = follow_cache(PLANK, there, GROUND, [BELOW] * 4, "jolt")
    assert outcomes(ticks) == ["miss", "rebuild", "rebuild", "rebuild"]
    assert {tick.fault for tick in ticks} == {CacheFault.NONE}


def test_jolt_asks_again_after_a_millimetre() -> None:
    there = [Pose(position=(0.0, 2.5, 0.0004 * tick)) for tick in range(5)]
    ticks = follow_cache(CUBE, [Pose()] * 5, CUBE, there, "jolt")
    assert outcomes(ticks) == ["miss", "hit", "hit", "rebuild", "hit"]


# --- the bug ---


def test_a_simplex_that_is_not_moved_along_is_wrong_in_most_ticks_of_a_spin() -> None:
    totals = cache_totals(followed("frozen-simplex", "slow spin", "hulls"))
    assert totals.wrong > totals.ticks / 2
    assert cache_totals(followed("last-simplex", "slow spin", "hulls")).wrong == 0


def test_a_false_tetrahedron_keeps_its_answer_for_ever() -> None:
    """The bodies part, but the points are where they were: no support point is asked for any more."""
    there = [Pose(about_y(0.3), (0.1 + 0.5 * tick, 0.13, 0.21)) for tick in range(8)]
    ticks = follow_cache(CUBE, [Pose()] * 8, CUBE, there, "frozen-simplex")
    assert {tick.use.calls for tick in ticks[1:]} == {0}
    assert {tick.use.claim.verdict for tick in ticks} == {Verdict.PENETRATING}
    assert [tick.fault for tick in ticks].count(CacheFault.VERDICT) == 3


def test_coincident_nested_and_flat_bodies_have_sound_answers() -> None:
    flat = Hull(((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.3, 0.3, 0.0)))
    for shape_a, shape_b in ((CUBE, CUBE), (CUBE, Box((0.1, 0.1, 0.1))), (CUBE, flat)):
        there = [Pose(position=(0.0, 0.3 * tick, 0.0)) for tick in range(8)]
        for policy in SOUND:
            ticks = follow_cache(shape_a, [Pose()] * 8, shape_b, there, policy)
            assert {tick.fault for tick in ticks} <= {CacheFault.NONE, CacheFault.UNKNOWN}, policy
