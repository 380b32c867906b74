"""Bullet's algorithm: pinned answers of pybullet, its failures, bad input, and what a corrected test changes."""

from collections import Counter

import pytest

from gjkscope.engine.analysis.beliefs import beliefs
from gjkscope.engine.options import DEFAULT, Options
from gjkscope.engine.pose import Pose
from gjkscope.engine.published.bullet.search import project
from gjkscope.engine.published.bullet.shapes import MARGIN, bullet_shape
from gjkscope.engine.published.bullet.steps import State, trace
from gjkscope.engine.query import query
from gjkscope.engine.result import Exit, NotApplicable, Trace, Verdict
from gjkscope.engine.shapes.kinds import Box, Capsule, Cylinder, Hull, Sphere, Triangle
from gjkscope.engine.vectors import norm
from tests.fidelity.pairs import Arguments, seeded_pairs
from tests.fidelity.references.bullet import as_held

CUBE = Box((0.5, 0.5, 0.5))
OCTAHEDRON = Hull(((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)))

# [ask(pair.arguments).signed_distance for pair in seeded_pairs(60, 7, SHAPES)] of tests.fidelity.references.bullet with
# pybullet 3.2.7
SHAPES = (Box, Sphere, Capsule, Cylinder)
ANSWERS = [
    float(word)
    for word in """
-0.29684247950300857 0.15886830862124968 0.022295379958412465 -0.1528246398704874 -0.8167690025620874
0.00040388399024121635 -0.4753665182024071 -0.3106643115582952 -0.20095656942823845 1.0000000000509601e-05
-0.27054171658703724 -0.49406334319834216 -6.872584648739164e-07 -0.5615796575737542 -0.8816476699264859
0.3441904692538673 0.01690390739623371 -0.44022600431373204 -1.7841121048299513 0.00019224423598155228
-0.6429124918094995 -0.1778959937811484 -0.27156188157012195 0.3331505157569624 -0.5618805771671622
-0.5032537738571271 0.00035399082499384905 -0.08107073318799662 0.6052688291330783 -0.20415185712382777
0.10518061686341984 -0.4130906114736774 -0.983612693745796 -0.00018653081083315937 -0.7413561336018148
1.6517083247907685 0.12436788007669475 0.1831377934225337 -0.4365699003808125 -0.7969309488091917
0.0018668453289802183 -0.6700332202079364 0.18026959681349852 1.789103409355631 0.20938722182233574
-0.40659224315715353 -1.0155779669656406 0.00071239493023287 -0.9905633860797751 0.73181983968499
-0.4319927295709959 0.009893487681820001 -0.2922866689503371 -1.2116811810629913 2.6701819570203438e-05
-0.8410811225982068 0.044771040582980426 0.9279379576798007 0.028389599751635075 -0.1766920404920863
""".split()
]


def last_of(run: Trace) -> State:
    return run.steps[-1]  # type: ignore[no-any-return]


def test_answers_are_those_of_pybullet() -> None:
    for pair, answer in zip(seeded_pairs(len(ANSWERS), 7, SHAPES), ANSWERS, strict=True):
        claim = last_of(trace(*as_held(pair.arguments))).answer
        assert claim.signed_distance == pytest.approx(answer, rel=1e-12, abs=1e-14), pair.name


@pytest.mark.parametrize("shapes", [(Sphere, Capsule), (Hull,), (Sphere, Hull)])
def test_distances_are_exact_less_the_margins_of_hulls(shapes: tuple[type, ...]) -> None:
    apart = 0
    for pair in seeded_pairs(210, 5, shapes):
        truth = query(*pair.arguments).signed_distance
        margins = MARGIN * sum(isinstance(shape, Hull) for shape in (pair.arguments[0], pair.arguments[2]))
        if truth > 2 * margins:
            apart += 1
            assert last_of(trace(*pair.arguments)).answer.signed_distance == pytest.approx(truth - margins, rel=1e-6)
    assert apart > 60


def test_a_margin_rounds_the_edges_of_boxes_from_inside() -> None:
    claim = last_of(trace(CUBE, Pose(), CUBE, Pose(position=(2.0, 2.0, 2.0)))).answer
    assert claim.signed_distance == pytest.approx(3**0.5 + 2 * (3**0.5 - 1) * MARGIN)
    assert claim.normal == pytest.approx((3**-0.5,) * 3)
    claim = last_of(trace(CUBE, Pose(), CUBE, Pose(position=(2.0, 0.1, 0.2)))).answer
    assert claim.signed_distance == pytest.approx(1.0)
    assert claim.witness_a[0] == pytest.approx(0.5)
    assert claim.witness_b[0] == pytest.approx(1.5)


def test_a_core_smaller_than_its_margin_is_turned_inside_out_and_corrected() -> None:
    pair = Box((1e-4, 1e-4, 1e-4)), Pose(), Sphere(1e-4), Pose(position=(0.01, 0.0, 0.0))
    truth = query(*pair).signed_distance
    run = trace(*pair)
    wrong = next(belief for belief in beliefs(run.steps[0]) if belief.is_wrong)
    assert wrong.decision.kind == "margin"
    core = bullet_shape(*pair[:2]).core((1.0, 1.0, 1.0))
    assert core == pytest.approx((-9e-4,) * 3)
    corrected = trace(*pair, Options(corrected="margin"))
    assert last_of(corrected).answer.signed_distance == pytest.approx(truth)
    assert not any(belief.is_wrong for belief in beliefs(corrected.steps[0]))


@pytest.mark.parametrize(
    ("seed", "number", "kind", "error"),
    [(2, 54, "degenerate", 0.25), (2, 159, "degenerate", 0.2), (2, 130, "room", 1e-3)],
)
def test_a_wrong_depth_begins_with_a_named_mistake(seed: int, number: int, kind: str, error: float) -> None:
    pair = nth_pair(seed, number)
    truth = query(*pair).signed_distance - MARGIN * sum(isinstance(shape, Hull) for shape in pair[::2])
    run = trace(*pair)
    assert last_of(run).answer.signed_distance > (1 - error) * truth
    assert next(one.decision.kind for step in run.steps for one in beliefs(step) if one.is_wrong) == kind
    corrected = last_of(trace(*pair, Options(corrected=kind))).answer.signed_distance
    if kind == "degenerate":
        assert corrected == pytest.approx(truth, rel=1e-6)
    else:
        assert abs(corrected - truth) < abs(last_of(run).answer.signed_distance - truth)
        assert "room" in last_of(run).ending


def nth_pair(seed: int, number: int) -> Arguments:
    pairs = seeded_pairs(number + 1, seed, (Box, Sphere, Capsule, Cylinder, Hull))
    return list(pairs)[number].arguments


def test_spheres_and_capsules_have_formulas() -> None:
    inner = trace(Sphere(1.0), Pose(), Sphere(0.5), Pose(position=(0.1, 0.0, 0.0)))
    assert [step.phase for step in inner.steps] == ["formula", "formula"]
    assert last_of(inner).answer.signed_distance == pytest.approx(-1.4)
    assert last_of(inner).answer.witness_b == pytest.approx((-0.4, 0.0, 0.0))
    crossed = Pose(((1.0, 0.0, 0.0), (0.0, 0.0, -1.0), (0.0, 1.0, 0.0)))
    claim = last_of(trace(Capsule(0.2, 1.0), Pose(), Capsule(0.1, 1.0), crossed)).answer
    assert claim.signed_distance == pytest.approx(-0.3)
    assert abs(claim.normal[0]) == pytest.approx(1.0)


def test_every_phase_is_met() -> None:
    met: Counter[str] = Counter()
    for pair in seeded_pairs(210, 3, (*SHAPES, Hull, Triangle)):
        steps = trace(*pair.arguments).steps
        met.update({step.phase for step in steps} | {step.action for step in steps})
    wanted = ("overlap", "distance", "depth: GJK", "depth: EPA", "check", "code 1", "code 6", "expand")
    assert [name for name in (*wanted, "accuracy reached", "invalid hull") if met[name] < 5] == []


@pytest.mark.parametrize("size", [1e-150, 1e-9, 1.0, 1e9, 1e80, 1e160])
def test_every_size_ends_with_a_name(size: float) -> None:
    box, ball = Box((size, size, size)), Sphere(size)
    for gap in (0.0, 0.5, 2.0, 3.0):
        for pair in ((box, box), (box, ball), (ball, box)):
            last = last_of(trace(pair[0], Pose(), pair[1], Pose(position=(gap * size, 0.0, 0.0))))
            assert last.exit is not Exit.RUNNING
            assert last.ending


def test_flat_and_coincident_shapes_end_with_a_name() -> None:
    flat = Triangle(((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)))
    for pair in ((flat, flat), (flat, CUBE), (OCTAHEDRON, OCTAHEDRON), (Sphere(1.0), Sphere(1.0))):
        last = last_of(trace(pair[0], Pose(), pair[1], Pose()))
        assert last.answer.verdict is Verdict.PENETRATING
        assert last.answer.normal is not None
        assert norm(last.answer.normal) == pytest.approx(1.0)


def test_a_simplex_without_extent_has_no_projection() -> None:
    a, b, c = (1.0, 0.0, 0.0), (2.0, 0.0, 0.0), (3.0, 0.0, 0.0)
    assert project((a, a)).squared == -1
    assert project((a, b, c)).squared == -1
    assert project((a, b)) == (1.0, (1.0, 0.0), (True, False))
    assert project((a, b, (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))).squared == pytest.approx(1 / 3)


def test_shapes_that_bullet_does_not_have_are_refused() -> None:
    with pytest.raises(NotApplicable, match="Bullet's shapes are"):
        trace(Box((1.0, 1.0, 1.0), rounding=0.1), Pose(), CUBE, Pose(), DEFAULT)
