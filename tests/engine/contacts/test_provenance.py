"""Where contact points come from: each point of each policy has a history, and reported ones are found again."""

from random import Random

import pytest

from gjkscope.engine import Box, Hull, Pose
from gjkscope.engine.contacts.explain_provenance import history_words, point_origin_words
from gjkscope.engine.contacts.policies.exact import NAME as EXACT
from gjkscope.engine.contacts.provenance import OriginChange, all_manifolds, histories, point_history, reported_origin
from gjkscope.engine.contacts.registry import POLICIES, manifold
from gjkscope.engine.vectors import Vec3, add, along, dot, scale, sub
from tests.engine.samples import random_direction, random_pose

CUBE = Box((1.0, 1.0, 1.0))
OVERLAP = 0.1
SHIFTED = CUBE, Pose(), CUBE, Pose(position=(0.5, 2 - OVERLAP, 0.3))
UP = (0.0, 1.0, 0.0)
FIRST = (OriginChange.CORNER, OriginChange.CUT, OriginChange.MADE)


@pytest.mark.parametrize("policy", POLICIES)
def test_each_point_is_made_once_and_ends_as_the_manifold_says(policy: str) -> None:
    """Of 20 pairs of boxes, near contact; a point that a step makes again after it was dropped would be made twice."""
    random, dropped, kept = Random(3), 0, 0
    for _ in range(20):
        shape = Box((random.uniform(0.5, 1), random.uniform(0.5, 1), random.uniform(0.5, 1)))
        pair = CUBE, random_pose(random, 0.0), shape, random_pose(random, 1.6)
        contact = manifold(*pair, policy=policy)
        final = {point.id for point in contact.points}
        for history in histories(contact):
            changes = [event.change for event in history.events]
            assert changes[0] in FIRST
            assert history.is_kept == (history.id in final)
            assert changes.count(OriginChange.KEPT) == history.is_kept
            assert [event.step for event in history.events] == sorted(event.step for event in history.events)
            assert history_words(history, "floor", "box").startswith("step ")
            dropped, kept = dropped + (not history.is_kept), kept + history.is_kept
    assert kept > 15
    assert dropped > 20 or policy == "bullet"


def test_a_cut_names_the_plane_and_the_corners_between_which_it_cuts() -> None:
    made, *rest = point_history(manifold(*SHIFTED), "A e3-7 × B e0-1").events
    assert (made.change, made.plane, made.edge) == (OriginChange.CUT, "A e3-7", ("B v0", "B v1"))
    assert [event.change for event in rest] == [OriginChange.KEPT]
    with pytest.raises(KeyError):
        point_history(manifold(*SHIFTED), "A v0")


def test_what_a_reduction_never_chooses_is_discarded_by_its_last_step() -> None:
    turned = Pose(((0.8, 0.0, 0.6), (0.0, 1.0, 0.0), (-0.6, 0.0, 0.8)), (0.0, 1.9, 0.0))
    contact = manifold(CUBE, Pose(), CUBE, turned, policy="box3d")
    ends = [history.events[-1] for history in histories(contact)]
    reduced = [event for event in ends if event.change is OriginChange.DISCARDED and not event.plane]
    assert len(contact.points) == 4
    assert len(reduced) == 4
    assert {event.measure for event in reduced} == {"twice the added area, m²"}


def test_points_of_the_policies_are_found_again_half_way_or_on_a_body() -> None:
    made, allowed = all_manifolds(*SHIFTED), OVERLAP
    for tick in made:
        for point in tick.points:
            for position in (point.position, point.position_a, point.position_b):
                origin = reported_origin(position, made, UP, allowed)
                assert tick.policy in {near.history.policy for near in origin.same}
                assert origin.overhangs == ()


@pytest.mark.parametrize("beyond", [0.2, 3.0])
def test_beyond_a_side_the_missing_clip_is_named(beyond: float) -> None:
    """A's face ends at x = 1 and B's at x = −0.5; both ends are named by the side that they belong to."""
    made = all_manifolds(*SHIFTED)
    right = reported_origin((1 + beyond, 1.0, 0.0), made, UP, 1e-6).overhangs[0]
    assert (right.plane.name, right.step) == ("A e3-7", 5)
    assert right.beyond == pytest.approx(beyond)
    left = reported_origin((-0.5 - beyond, 1.0, 0.0), made, UP, 1e-6).overhangs[0]
    assert (left.plane.name, left.step) == ("B e0-4", None)
    assert left.beyond == pytest.approx(beyond)
    words = point_origin_words(reported_origin((1 + beyond, 1.0, 0.0), made, UP, 1e-6), "floor", "box")
    assert words[0].startswith("Seen along the normal, it lies beyond floor e3-7 by ")
    assert words[1].startswith("No policy makes it; the nearest point is ")


def test_a_point_that_was_cut_off_is_traced_to_the_clip() -> None:
    """An engine that does not clip reports B's corner, which each policy starts from and cuts off."""
    corner = (1.5, 0.9, -0.7)
    origin = reported_origin(corner, all_manifolds(*SHIFTED), UP, 1e-6)
    assert {near.history.policy for near in origin.same} >= {EXACT, "jolt"}
    exact = next(near.history for near in origin.near if near.history.policy == EXACT)
    assert (exact.id, exact.is_kept) == ("B v1", False)
    assert (exact.events[-1].change, exact.events[-1].plane) == (OriginChange.DISCARDED, "A e3-7")
    sentence, maker = point_origin_words(origin, "floor", "box")
    assert "a clip is missing" in sentence
    assert maker.startswith("It is made and discarded by ")
    assert "cut off by the plane through floor e3-7" in maker


def test_flat_and_pointed_bodies_have_origins() -> None:
    """An edge and a vertex have no side planes of B; nothing is said about those."""
    wedge = Hull(((0, 0, 0), (1, 1, 0), (-1, 1, 0), (0, 1, 1), (0, 1, -1)))
    made = all_manifolds(CUBE, Pose(), wedge, Pose(position=(0.0, 0.99, 0.0)))
    origin = reported_origin((0.0, 1.0, 0.0), made, UP, 0.02)
    assert origin.same
    assert reported_origin((1.5, 1.0, 0.0), made, UP, 0.02).overhangs


def test_distances_across_the_normal_do_not_depend_on_the_depth() -> None:
    random, made = Random(5), all_manifolds(*SHIFTED)
    for _ in range(20):
        position: Vec3 = add((0.25, 1.0, 0.0), scale(random_direction(random), random.uniform(0, 1)))
        lifted = along(position, UP, random.uniform(-1, 1))
        assert dot(sub(lifted, position), UP) != 0
        near, other = (reported_origin(point, made, UP, 1e-6).near for point in (position, lifted))
        assert [candidate.away for candidate in near] == pytest.approx([candidate.away for candidate in other])
