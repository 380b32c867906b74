"""Moving bodies: what a tick does to them, with and without continuous collision, and terrain in either push order."""

from dataclasses import replace
from itertools import combinations, pairwise
from math import sqrt
from random import Random

import pytest

from gjkscope.engine import Box, Pose, Sphere, Verdict, query
from gjkscope.engine.advancement.motion import STILL, Motion
from gjkscope.engine.simulation import pairing, simulation
from gjkscope.engine.simulation.responses import RESPONSES
from gjkscope.engine.simulation.simulation import TICK, Rules, World, WorldBody, WorldTick, advance, world
from gjkscope.engine.vectors import add, norm, scale
from tests.engine.moving import FLOOR, at, go, momentum, ticks
from tests.engine.samples import random_box, random_direction, random_hull, random_pose, random_shape, random_vector
from tests.thorough import cases

CUBE = Box((0.5, 0.5, 0.5))
EARTH = (0.0, -9.81, 0.0)
CONTINUOUS = Rules(continuous=True)


def heap(seed: int) -> list[WorldBody]:
    """Bodies of all sizes that fly towards each other."""
    random, bodies = Random(seed), [WorldBody(Box((3, 0.5, 3)), at(0, -3), STILL, 0.0)]
    for _ in range(6):
        shape = random.choice((random_box, random_hull))(random)
        position = scale(random_direction(random), 2.5)
        motion = Motion(add(scale(position, -1.5), random_vector(random)), random_vector(random, 3))
        bodies.append(
            WorldBody(shape, random_pose(random)._replace(position=position), motion, 10 ** random.uniform(-1, 1))
        )
    return bodies


@pytest.mark.parametrize("rules", [Rules(), CONTINUOUS, Rules(True, order="in order", stops=False)])
def test_the_same_bodies_give_the_same_ticks_to_the_bit(rules: Rules) -> None:
    first, again = (ticks(heap(1), rules, 25, EARTH) for _ in range(2))
    assert first == again
    assert any(tick.pushes for tick in first)
    assert any(tick.meetings for tick in first)


def test_a_run_can_resume_from_any_tick() -> None:
    begun = world(heap(2), EARTH)
    run = ticks(heap(2), Rules(), 12, EARTH)
    assert advance(begun, run[11], Rules()) == run[12]


def test_the_broad_phase_does_not_change_the_outcome() -> None:
    names = ("sweep", "kdtree", "bvh", "allpairs")
    runs = [ticks(heap(3), replace(CONTINUOUS, broad_phase=name), 25, EARTH) for name in names]
    for run in runs[1:]:
        assert [replace(tick, comparisons=0) for tick in run] == [replace(tick, comparisons=0) for tick in runs[0]]
    assert len({run[-1].comparisons for run in runs}) > 1


@pytest.mark.parametrize(("speed", "wanted"), [(0.1, 7), (200.0, 3 * 7)])
@pytest.mark.parametrize("response", RESPONSES)
def test_a_tick_of_distant_bodies_computes_one_box_of_each(
    speed: float, wanted: int, response: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At its end; if they are fast, two more around the motion.  All others would take most of the tick's time."""
    boxes = []
    one, every = pairing.expand_placed, simulation.expand_all
    monkeypatch.setattr(pairing, "expand_placed", lambda *of: boxes.append(of) or one(*of))
    monkeypatch.setattr(simulation, "expand_all", lambda shapes, poses: boxes.extend(shapes) or every(shapes, poses))
    bodies = [
        WorldBody(Box((1, 1, 1)), at(100.0 * i), Motion((speed * (-1) ** i, 0.0, 0.0), (0.0, 0.2, 0.0)))
        for i in range(7)
    ]
    scene = world(bodies, response=response)
    boxes.clear()
    assert not advance(scene, scene.first, Rules()).candidates
    assert len(boxes) == wanted


@pytest.mark.parametrize("seed", range(cases(12, 100)))
def test_fast_pairs_are_of_swift_bodies(seed: int) -> None:
    random = Random(seed)
    shapes = [random_shape(random) for _ in range(12)]
    common = scale(random_vector(random), 10 ** random.uniform(-2, 6))
    places, solids = [], []
    for shape in shapes:
        motion = Motion(
            add(common, scale(random_vector(random), 10 ** random.uniform(-1, 2))),
            random.choice(((0.0, 0.0, 0.0), scale(random_vector(random), 10 ** random.uniform(-1, 2)))),
        )
        places.append(pairing.Placement(random_pose(random), motion))
        solids.append(pairing.make_solid(shape, places[-1].pose, 1.0, 0.0, 0.0))
    swift = set(pairing.swift_bodies(solids, places, TICK))
    fast = [pair for pair in combinations(range(12), 2) if pairing.is_fast(solids, places, pair, TICK)]
    assert {body for pair in fast for body in pair} <= swift


def test_slow_bodies_are_not_swift_however_fast_they_move_together() -> None:
    solids = [pairing.make_solid(CUBE, at(3.0 * i), 1.0, 0.0, 0.0) for i in range(5)]
    together = [pairing.Placement(at(3.0 * i), Motion((1e9, 1.0 * i, 0.0), (0.0, 1.0, 0.0))) for i in range(5)]
    assert pairing.swift_bodies(solids, together, TICK) == ()
    parting = [*together[:4], pairing.Placement(at(12.0), Motion((1e9, 200.0, 0.0)))]
    assert 4 in pairing.swift_bodies(solids, parting, TICK)
    overflowing = [*together[:4], pairing.Placement(at(12.0), Motion((-1.7e308, 1e308, 0.0), (1e308, 0.0, 0.0)))] * 2
    assert len(pairing.swift_bodies(solids * 2, overflowing, TICK)) == 10


def test_fixed_bodies_never_move() -> None:
    fixed = WorldBody(CUBE, at(0), Motion((5, 0, 0), (1, 2, 3)), 0.0)  # whatever its velocity
    run = ticks([fixed, WorldBody(CUBE, at(-2), go(4.1), 1.0)], Rules(), 25, EARTH)
    assert {tick.places[0] for tick in run} == {(fixed.pose, STILL)}
    assert any(tick.pushes for tick in run)


@pytest.mark.parametrize("continuous", [False, True])
def test_contacts_conserve_the_momentum_of_free_bodies(continuous: bool) -> None:
    bodies, pushed = heap(4)[1:], 0
    run = ticks(bodies, Rules(continuous=continuous), 40)
    for before, after in pairwise(run):
        assert momentum(bodies, after) == pytest.approx(momentum(bodies, before), abs=1e-12)
        pushed += len(after.pushes)
    assert pushed > (0 if continuous else 5)


def test_two_bodies_that_collide_move_on_together() -> None:
    """Perfectly plastic: 1 kg at 3 m/s into 2 kg at rest gives 3 kg at 1 m/s."""
    run = ticks([WorldBody(CUBE, at(-2), go(3), 1.0), WorldBody(CUBE, at(0), STILL, 2.0)], Rules(), 60)
    assert [body.motion.velocity for body in run[-1].places] == [pytest.approx((1, 0, 0))] * 2
    after = query(CUBE, run[-1].places[0].pose, CUBE, run[-1].places[1].pose)
    assert after.signed_distance == pytest.approx(0, abs=1e-8)


def test_without_impacts_only_positions_change() -> None:
    run = ticks([WorldBody(CUBE, at(-2), go(3), 1.0), WorldBody(CUBE, at(0), STILL, 0.0)], Rules(stops=False), 60)
    assert {tick.places[0].motion for tick in run} == {go(3)}
    assert run[-1].places[0].pose.position == pytest.approx((-1, 0, 0), abs=1e-8)


def test_the_time_of_first_contact_is_reported_once_and_exactly() -> None:
    """1 m apart at 3 m/s: after a third of a second, whether or not a tick falls on it."""
    for rules in (Rules(), Rules(continuous=True)):
        run = ticks([WorldBody(CUBE, at(-2), go(3), 1.0), WorldBody(CUBE, at(0), STILL, 0.0)], rules, 60)
        meetings = [meeting for tick in run for meeting in tick.meetings]
        assert [meeting.pair for meeting in meetings] == [(0, 1)]
        assert meetings[0].time == pytest.approx(1 / 3, abs=1e-8)


def test_bodies_that_touch_initially_are_in_contact_from_the_start() -> None:
    begun = world([WorldBody(CUBE, at(0)), WorldBody(CUBE, at(1)), WorldBody(CUBE, at(5))]).first
    assert [(meeting.pair, meeting.time) for meeting in begun.meetings] == [((0, 1), 0.0)]
    assert begun.met == ((0, 1),)


def bullet(continuous: bool, spin: float = 0.0) -> list[WorldTick]:
    plate, flying = Box((0.01, 1, 1)), Motion((300, 0, 0), (0, 0, spin))
    rules = Rules(continuous=continuous)
    return ticks(
        [WorldBody(Box((0.05, 0.02, 0.02)), at(-2), flying, 0.01), WorldBody(plate, at(0.5), STILL, 0.0)], rules, 3
    )


@pytest.mark.parametrize("spin", [0.0, 40.0])
def test_a_bullet_tunnels_through_a_thin_plate_unless_collision_is_continuous(spin: float) -> None:
    passed = bullet(False, spin)
    assert passed[-1].places[0].pose.position[0] > 10
    assert not any(tick.contacts or tick.met for tick in passed)
    assert [[missed.pair for missed in tick.missed] for tick in passed] == [[], [(0, 1)], [], []]
    stopped = bullet(True, spin)
    assert stopped[1].caught == ((0, 1),)
    assert stopped[-1].places[0].pose.position[0] < 0.5
    assert stopped[-1].places[0].motion.velocity[0] <= 0
    (meeting,) = stopped[1].meetings
    assert meeting.time < TICK
    assert not any(tick.missed for tick in stopped)
    assert passed[1].missed[0].time == pytest.approx(meeting.time, rel=1e-6)
    if not spin:
        assert stopped[1].contacts[0].verdict is Verdict.TOUCHING
        assert meeting.time == pytest.approx(2.44 / 300, rel=1e-9)


def test_a_bullet_that_already_touches_does_not_tunnel_either() -> None:
    plate = WorldBody(Box((0.01, 1, 1)), at(0.06), STILL, 0.0)
    for stops in (True, False):
        run = ticks(
            [WorldBody(Box((0.05, 0.02, 0.02)), at(0), go(300), 1.0), plate], Rules(continuous=True, stops=stops), 4
        )
        assert run[-1].places[0].pose.position[0] == pytest.approx(0)
    assert ticks([WorldBody(Box((0.05, 0.02, 0.02)), at(0), go(300), 1.0), plate], Rules(), 1)[1].places[0].pose != at(
        0
    )


def test_a_bullet_does_not_tunnel_through_terrain() -> None:
    falling = WorldBody(Sphere(0.05), at(3.3, 2, 0.2), go(10, -400), 1.0)
    assert ticks([falling, FLOOR], Rules(), 1)[-1].places[0].pose.position[1] < -3
    caught = ticks([falling, FLOOR], Rules(continuous=True), 30)
    assert caught[1].caught == ((0, 1),)
    assert caught[1].meetings[0].time == pytest.approx(1.95 / 400, rel=1e-6)
    assert caught[-1].places[0].pose.position[1] == pytest.approx(0.05, abs=1e-6)
    assert caught[-1].places[0].motion.velocity == pytest.approx((10, 0, 0), abs=1e-6)


@pytest.mark.parametrize("continuous", [False, True])
def test_with_greatest_overlap_first_a_body_slides_over_triangle_edges(continuous: bool) -> None:
    """It lands, and slides over the edges between triangles; continuous collision costs it the rest of one tick."""
    run = ticks([WorldBody(CUBE, at(1.3, 0.55, 0.2), go(3), 1.0), FLOOR], Rules(continuous), 50, EARTH)
    end = run[-1].places[0]
    assert end.pose.position == pytest.approx((1.3 + 50 * TICK * 3, 0.5, 0.2), abs=3 * TICK if continuous else 1e-9)
    assert end.motion.velocity[0] == pytest.approx(3)


@pytest.mark.parametrize(("order", "velocity"), [("greatest", -1.0), ("in order", 0.0)])
def test_in_listed_order_it_stumbles_over_an_internal_edge(order: str, velocity: float) -> None:
    """A ghost collision: it lands 17 mm deep and reaches 10 mm over an edge, so the smallest overlap is sideways."""
    run = ticks([WorldBody(CUBE, at(2.49 + 5 * TICK, 0.9, 0.2), go(-1, -5), 1.0), FLOOR], Rules(order=order), 8)
    assert [bool(tick.pushes) for tick in run[:7]] == [False] * 5 + [True, False]
    assert run[-1].places[0].motion.velocity == pytest.approx((velocity, 0, 0), abs=1e-9)
    assert run[-1].places[0].pose.position[1] == pytest.approx(0.5)


def test_a_body_comes_to_rest_on_the_floor() -> None:
    for rules in (Rules(), CONTINUOUS):
        end = ticks([WorldBody(CUBE, at(3.3, 0.8, 0.2), STILL, 1.0), FLOOR], rules, 40, EARTH)[-1]
        assert end.places[0].pose.position == pytest.approx((3.3, 0.5, 0.2), abs=1e-3)
        assert norm(end.places[0].motion.velocity) < 0.2


def test_three_bodies_that_meet_in_the_middle_stop_there() -> None:
    third = sqrt(3) / 2
    bodies = [
        WorldBody(Sphere(0.5), Pose(position=scale(way, 3)), Motion(scale(way, -2)), 1.0)
        for way in ((1.0, 0.0, 0.0), (-0.5, third, 0.0), (-0.5, -third, 0.0))
    ]
    run = ticks(bodies, Rules(), 120)
    assert run[-1].met == ((0, 1), (0, 2), (1, 2))
    times = [meeting.time for tick in run for meeting in tick.meetings]
    assert times == pytest.approx([(3 - 1 / sqrt(3)) / 2] * 3, abs=TICK)
    for body in run[-1].places:
        assert norm(body.motion.velocity) < 1.0


def test_either_the_deepest_or_the_first_listed_pair_is_pushed_first() -> None:
    deep = [
        WorldBody(CUBE, at(0), STILL, 1.0),
        WorldBody(CUBE, at(0.9), STILL, 0.0),
        WorldBody(CUBE, at(-0.6), STILL, 0.0),
    ]
    first = {order: ticks(deep, Rules(order=order), 1)[1].pushes[0].other for order in ("greatest", "in order")}
    assert first == {"greatest": 2, "in order": 1}


def test_two_fixed_bodies_are_not_a_pair() -> None:
    run: World = world([WorldBody(CUBE, at(0), STILL, 0.0), WorldBody(CUBE, at(0.5), STILL, 0.0)], EARTH)
    assert run.first.candidates == ()
    assert advance(run, run.first, Rules()).contacts == ()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"order": "greedy"}, r"order: unknown name 'greedy'; one of greatest, in order"),
        ({"broad_phase": "grid"}, r"broad_phase: unknown name 'grid'; one of sweep, .*"),
        ({"continuous": 1}, r"continuous: must be True or False, got 1"),
        ({"stops": None}, r"stops: must be True or False, got None"),
    ],
)
def test_invalid_rules_are_rejected(change: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        Rules(**change)  # type: ignore[arg-type]


def test_an_invalid_gravity_is_rejected() -> None:
    with pytest.raises(ValueError, match=r"^gravity: must be 3 numbers, got 2: \(0, 1\)$"):
        world([WorldBody(CUBE, at(0))], (0, 1))  # type: ignore[arg-type]


def test_invalid_bodies_are_rejected() -> None:
    for body, name in ((CUBE, "bodies"), (WorldBody(CUBE, at(0), STILL, -1.0), "mass"), (WorldBody(CUBE, 3), "pose")):
        with pytest.raises(ValueError, match=rf"bodies\[0\].*{name}|^bodies\[0\]: must be a Body"):
            world([body])  # type: ignore[list-item]
