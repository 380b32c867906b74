"""FCL's algorithm: pinned answers of FCL itself, its failures in the museum, and what a corrected test changes."""

from random import Random

import pytest

from gjkscope.app.base.resources import resource
from gjkscope.app.scenes.scene_file import read_scene
from gjkscope.engine import Exit, NotApplicable, Pose, Trace, Verdict, query
from gjkscope.engine.analysis.beliefs import beliefs
from gjkscope.engine.options import DEFAULT, Options
from gjkscope.engine.published.fcl.shapes import eigen_quaternion, rotated_by
from gjkscope.engine.published.fcl.steps import trace
from gjkscope.engine.shapes import kinds
from gjkscope.engine.vectors import row_times
from tests.engine import samples
from tests.fidelity.pairs import Arguments, seeded_pairs

SHAPES = (
    kinds.Box,
    kinds.Sphere,
    kinds.Capsule,
    kinds.Cylinder,
    kinds.Cone,
    kinds.Ellipsoid,
    kinds.Hull,
    kinds.Triangle,
)

# [tests.fidelity.references.fcl.REFERENCE.ask(pair.arguments).signed_distance for pair in seeded_pairs(70, 7, SHAPES)]
# with python-fcl 0.7.0.11
ANSWERS = [
    float(word)
    for word in """
-0.5005787814642925 0.0769646145941003 0.594956334284584 -0.18033895523569662 -1.3318635022570087
2.1469309765851755e-06 -0.45055166495125554 -0.1503372503799409 -0.24875189189939714 0.021460328599364226
-0.10123825651183956 -0.23946415520417336 5.627975552214372e-07 -0.5800436719085479 -1.0669706119856004
0.11465334117212199 0.3716851744205026 -0.29776967800039955 -1.4713169297578834 3.858477374532289e-06
-0.642911790192794 0.2274391178999346 1.1615319314643695 0.6996960023941461 -0.7318380450144861
-0.4320278454695091 1.435665018115995e-05 -0.5621369753641815 -0.28329308158734195 0.7102053525390025
0.040651384895841566 -0.4120931694273692 -0.5737784018532982 5.454839014623648e-07 0.9495446549025803
-0.49831836598759255 0.1394805770860693 0.35045601585945535 -0.28167931699686505 0.4019167014854835
0.0022464552347710217 -0.39134088518615956 -0.4862802426602548 0.07259699169110251 0.14312174141061337
0.07536567136829127 -0.29842870623085554 5.409427247874392e-06 0.6078704798130528 0.714718310575214
-0.2646163045157554 0.1644019620871861 -0.27509459692328775 -1.111527011774974 -0.0005669413385148902
1.2911442335565537 0.8396809748320379 0.15810590631487523 0.23240868779275795 -0.26829087023777454
-1.0309668590399879 1.6988156037104975e-06 0.6114321972897553 -0.15229624082207383 -0.10923665071483159
0.5278248386943782 -0.3730418371608679 -0.5745566657728873 5.710008102120963e-07 -0.1727172774079433
""".split()
]

MUSEUM = resource("assets", "scenes", "museum")
OUTSIDE = "The origin is outside of the polytope"


def museum_pair(name: str) -> Arguments:
    scene = read_scene(MUSEUM / f"{name}.json")
    bodies = {body.name: body for body in scene.bodies}
    first, second = scene.pairs[0] if scene.pairs else tuple(bodies)[:2]
    a, b = bodies[first], bodies[second]
    return a.shape, a.pose, b.shape, b.pose


def first_mistake(run: Trace) -> str:
    """The kind of the first test that exact arithmetic answers otherwise."""
    return next(belief.decision.kind for step in run.steps for belief in beliefs(step) if belief.is_wrong)


def test_answers_are_those_of_fcl() -> None:
    pairs = list(seeded_pairs(len(ANSWERS), 7, SHAPES))
    for pair, answer in zip(pairs, ANSWERS, strict=True):
        claim = trace(*pair.arguments, DEFAULT).steps[-1].answer
        assert claim.signed_distance == pytest.approx(answer, rel=1e-12, abs=1e-18), pair.name
        assert (claim.verdict is Verdict.SEPARATED) == (answer > 0), pair.name


@pytest.mark.parametrize(
    ("name", "wrong", "kind"),
    [
        ("fcl-508", 3.1622776601683795, "as far"),
        ("parry-431", 4.665567747861882, "as far"),
        ("drake-hunt-ellipsoid-sphere", 0.05792175584644149, "as far"),
        ("fcl-hunt-box-cylinder", 0.3401533029867901, "progress"),
    ],
)
def test_a_distance_that_is_too_large_is_repeated_and_corrected(name: str, wrong: float, kind: str) -> None:
    pair = museum_pair(name)
    truth = query(*pair).signed_distance
    run = trace(*pair)
    assert run.steps[-1].answer.signed_distance == pytest.approx(wrong, rel=1e-12)
    assert first_mistake(run) == kind
    corrected = trace(*pair, Options(corrected=kind)).steps[-1].answer
    assert corrected.signed_distance == pytest.approx(truth, abs=3e-6)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("drake-convex1", "seed face"),
        ("drake-convex2", "seed face"),
        ("drake-convex3", "seed face"),
        ("drake-convex5", "seed face"),
        ("drake-convex7", "seed face"),
        ("drake-21234", "same side"),
        ("fcl-hunt-cylinder-on-cylinder", "origin outside"),
    ],
)
def test_an_exception_is_repeated_and_corrected(name: str, kind: str) -> None:
    pair = museum_pair(name)
    truth = query(*pair).signed_distance
    run = trace(*pair)
    assert run.result.exit is Exit.ASSERTION_FAILED
    assert run.steps[-1].ending == OUTSIDE
    assert first_mistake(run) == kind
    corrected = trace(*pair, Options(corrected=kind)).steps[-1].answer
    assert corrected.signed_distance == pytest.approx(truth, abs=1e-6)


def test_epa_that_does_not_end_is_ended() -> None:
    assert trace(*museum_pair("fcl-hunt-sphere-in-sphere")).result.exit is Exit.ITERATION_LIMIT


def test_a_quaternion_turns_as_its_matrix() -> None:
    random, direction = Random(1), (0.3, -0.4, 0.5)
    for _ in range(50):
        pose = samples.random_pose(random, 1.0)
        assert rotated_by(eigen_quaternion(pose.rotation), direction) == pytest.approx(
            row_times(pose.rotation, direction)
        )


def test_rounded_shapes_are_not_fcl_s() -> None:
    with pytest.raises(NotApplicable, match="FCL's shapes are"):
        trace(kinds.Box((1.0, 1.0, 1.0), rounding=0.1), Pose(), kinds.Sphere(1.0), Pose())
