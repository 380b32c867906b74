"""Newton's MPR: the reported 58.8 m, and right about shapes whose ray leaves through the nearest face."""

from collections import Counter

import pytest

from gjkscope.engine import Box, Capsule, Cone, Cylinder, Hull, NotApplicable, Options, Pose, Triangle, query, trace
from gjkscope.engine.analysis.beliefs import beliefs
from gjkscope.engine.published import newton_mpr
from gjkscope.engine.published.newton_mpr.explain import WORDS
from gjkscope.engine.result import Exit, Verdict
from tests.engine.museum import exhibit
from tests.fidelity.pairs import NamedPair, seeded_pairs
from tests.thorough import cases

ALGORITHM = "newton-mpr"
CUBE = Box((1.0, 1.0, 1.0))
FLOOR = Triangle(((-9.0, -9.0, 0.0), (9.0, -9.0, 0.0), (0.0, 9.0, 0.0)))
REPORTED = -58.826744  # metres, by Newton at commit ee84505a, https://github.com/newton-physics/newton/issues/3773

# [tests.fidelity.references.newton_mpr.ask(pair.arguments).signed_distance for pair in pairs(21, 7)] with
# newton 1.4.0 and warp-lang 1.19.0
DISTANCES = [
    *(-0.38775187730789185, None, None, -0.16130873560905457, -0.03413550183176994, None, -0.36588364839553833, None),
    *(None, None, -0.6268734335899353, -0.6747989058494568, None, -1.1711554527282715, -1.3947532176971436, None, None),
    *(-0.2943997085094452, -1.1266998052597046, None, None),
]


def pairs(count: int, seed: int) -> list[NamedPair]:
    found = seeded_pairs(count, seed, (Box, Cylinder, Cone, Hull, Triangle))
    return [
        one for one in found if not (isinstance(one.arguments[0], Triangle) and isinstance(one.arguments[2], Triangle))
    ]


def wrong_tests(pair: tuple) -> list[str]:
    return [one.decision.kind for step in trace(*pair, ALGORITHM).steps for one in beliefs(step) if one.is_wrong]


def test_depths_are_those_of_newton() -> None:
    answers = [trace(*pair.arguments, ALGORITHM).steps[-1].answer for pair in pairs(21, 7)]
    assert [answer.signed_distance for answer in answers] == DISTANCES


def test_a_hull_far_away_is_searched_at_its_first_vertex() -> None:
    """No height is above −1e10, so none is compared; Newton 1.4.0 gives this depth."""
    pair = exhibit("opengjk-52", "A B")[:4]
    assert query(*pair, ALGORITHM).signed_distance == -196.8394317626953


def test_a_cylinder_on_a_large_triangle_is_metres_deep_until_corrected() -> None:
    pair = exhibit("newton-3773", "A B")[:4]
    run = trace(*pair, ALGORITHM)
    assert run.result.signed_distance == pytest.approx(REPORTED, abs=1e-6)
    assert wrong_tests(pair) == ["shifted along"]
    assert "This is wrong" in WORDS.explain(run.steps[0], "A", "B")
    corrected = query(*pair, ALGORITHM, Options(corrected="shifted along"))
    assert corrected.signed_distance == pytest.approx(query(*pair).signed_distance, rel=1e-3)


def test_the_order_of_the_shapes_turns_the_normal_only() -> None:
    a, at_a, b, at_b = exhibit("newton-3773", "A B")[:4]
    one, other = query(a, at_a, b, at_b, ALGORITHM), query(b, at_b, a, at_a, ALGORITHM)
    assert one.signed_distance == other.signed_distance
    assert one.normal == tuple(-part for part in other.normal)


@pytest.mark.parametrize(
    "shape",
    [
        CUBE,
        Cylinder(1.0, 1.0),
        Cone(1.0, 1.0, axis="z"),
        Hull(((1.0, 1, -1), (-1.0, 1, -1), (0.0, -1, -1), (0.0, 0, 1))),
    ],
)
def test_a_shape_above_the_middle_of_a_floor_is_pushed_up(shape: object) -> None:
    pair = (shape, Pose(position=(0.0, -3.0, 0.875)), FLOOR, Pose())
    answer = query(*pair, ALGORITHM)
    assert answer.signed_distance == pytest.approx(-0.125, abs=1e-6)
    assert answer.normal == pytest.approx((0.0, 0.0, -1.0), abs=1e-6)


def test_verdicts_are_right_but_for_shapes_that_nearly_touch() -> None:
    """No depth is below the least one by more than single precision."""
    asked = 0
    for pair in pairs(cases(140, 420), 4):
        true = query(*pair.arguments)
        if pair.family in ("far", "tiny", "flat") or true.signed_distance is None or abs(true.signed_distance) < 1e-3:
            continue
        asked += 1
        own = query(*pair.arguments, ALGORITHM)
        assert (own.verdict is Verdict.SEPARATED) == (true.verdict is Verdict.SEPARATED), pair.name
        if own.signed_distance is not None:
            assert own.signed_distance <= true.signed_distance + 1e-4, pair.name
    assert asked > cases(33, 100)


@pytest.mark.thorough
def test_every_action_is_met() -> None:
    met: Counter[str] = Counter()
    for pair in pairs(560, 3):
        steps = trace(*pair.arguments, ALGORITHM).steps
        met.update(step.action for step in steps)
        assert steps[-1].exit is not Exit.RUNNING
    rare = "v2, swapped"  # v2 is searched along v1 × v0, so that rounding alone can turn the normal away
    assert [name for name in WORDS.actions if not met[name]] == [rare]


def test_other_shapes_are_refused() -> None:
    with pytest.raises(NotApplicable, match="got capsule"):
        query(Capsule(1.0, 1.0), Pose(), CUBE, Pose(), ALGORITHM)
    with pytest.raises(NotApplicable, match="got two"):
        query(FLOOR, Pose(), FLOOR, Pose(), ALGORITHM)


@pytest.mark.parametrize("size", [1e25, 1e-25])
def test_numbers_that_overflow_or_vanish_end_in_a_named_exit(size: float) -> None:
    box = Box((size, size, size))
    for x in (0.0, 0.3, 5.0):
        last = newton_mpr.trace(box, Pose(), box, Pose(position=(x * size, 0.2 * x * size, 0.0))).steps[-1]
        assert last.exit is not Exit.RUNNING
        assert last.ending
