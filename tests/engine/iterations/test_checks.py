"""Checks of an engine's iterations: those of our own GJK pass, and every planted bug is found at its step."""

from collections.abc import Callable
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from gjkscope import engine
from gjkscope.app.scenes.scene import Reported
from gjkscope.engine import Box, Capsule, Cylinder, Hull, Options, Pose, Sphere, Verdict
from gjkscope.engine.analysis.reports import tolerance_unit
from gjkscope.engine.explain import explain, headline
from gjkscope.engine.iterations.checks import check_iterations
from gjkscope.engine.iterations.explain import CHECKS, checked_parts, difference_sentence, instead_words
from gjkscope.engine.iterations.records import MOST_ITERATIONS, Iteration, IterationVertex, finite_iteration
from gjkscope.engine.iterations.steps import CheckedIterations, IterationFault, LegitimateChoice
from gjkscope.engine.pose import rotation_from_quaternion
from gjkscope.engine.vectors import Vec3, add, neg, norm, scale, sub, unit

BOARDS = (
    Box((0.25, 0.25, 1)),
    Pose(),
    Box((0.25, 0.25, 1)),
    Pose(rotation_from_quaternion((0.2, 0.5, 0.5, 1)), (1.5, -0.5, 0)),
)
Pair = tuple[Any, Pose, Any, Pose]


def own_iterations(pair: Pair, options: Options = engine.options.DEFAULT) -> list[Iteration]:
    """What our GJK would report; of cores, if the shapes are round."""
    steps = engine.trace(*pair, "gjk", options).steps
    origin = pair[1].position
    return [
        Iteration(
            tuple(
                IterationVertex(vertex.point, add(vertex.a, origin), add(vertex.b, origin))
                for vertex in step.simplex.vertices[: step.simplex.size]
            ),
            step.direction,
            step.closest,
        )
        for step in steps
    ]


def claim(pair: Pair) -> Reported:
    result = engine.trace(*pair, "gjk").result
    return Reported(("A", "B"), "engine", result.verdict.value, result.signed_distance)


def random_pairs(count: int) -> list[Pair]:
    random, pairs = Random(11), []
    for _ in range(count):
        hull = Hull([[random.uniform(-1, 1) for _ in range(3)] for _ in range(10)])
        a, b = (random.choice([Box((1, 0.5, 0.3)), Capsule(0.3, 0.5), Cylinder(0.4, 0.6), hull]) for _ in "ab")
        turned = rotation_from_quaternion((random.gauss(0, 1), random.gauss(0, 1), random.gauss(0, 1), 1))
        offset = (random.uniform(-1.2, 1.2), random.uniform(-1.2, 1.2), random.uniform(-1.2, 1.2))
        pairs.append((a, Pose(position=(3, 2, 1)), b, Pose(turned, add(offset, (3, 2, 1)))))
    return pairs


@pytest.mark.parametrize("options", [Options(), Options(float32=True)], ids=["double", "single"])
def test_our_own_iterations_are_right(options: Options) -> None:
    pairs = random_pairs(12)
    overlapping = 0
    for pair in pairs:
        check = check_iterations(own_iterations(pair, options), *pair, claim(pair))
        assert check.hint is None
        assert check.first is None or not check.first.is_wrong, explain(check.steps[check.first.step])
        overlapping += engine.trace(*pair, "gjk").result.verdict is Verdict.PENETRATING
    assert 0.2 <= overlapping / len(pairs) <= 0.8


def test_double_precision_does_exactly_what_ours_does() -> None:
    check = check_iterations(own_iterations(BOARDS), *BOARDS, claim(BOARDS))
    assert (check.first, check.earlier, check.hint) == (None, None, None)
    assert len(check.steps) == 6
    assert all(part.is_right is not False for step in check.steps for part in checked_parts(step, "A", "B"))
    assert check.steps[-1].lower == pytest.approx(check.steps[-1].upper, abs=1e-9)


Plant = Callable[[list[Iteration]], list[Iteration]]


def change(step: int, **fields: Any) -> Plant:
    return lambda run: [*run[:step], run[step]._replace(**fields), *run[step + 1 :]]


def move(run: list[Iteration], step: int, by: Vec3) -> list[Iteration]:
    """The vertex that is new in a step, moved in all iterations that have it."""
    old = next(vertex for vertex in run[step].simplex if vertex not in run[step - 1].simplex)
    new = IterationVertex(add(old.point, by))
    swapped = [tuple(new if vertex == old else vertex for vertex in entry.simplex) for entry in run]
    return [entry._replace(simplex=simplex, closest=None) for entry, simplex in zip(run, swapped, strict=True)]


def pull_back(run: list[Iteration]) -> list[Iteration]:
    assert run[1].direction is not None
    return move(run, 1, scale(unit(run[1].direction), -0.12))


def push_out(run: list[Iteration]) -> list[Iteration]:
    assert run[1].direction is not None
    return move(run, 1, scale(unit(run[1].direction), 0.5))


def wrong_witness(run: list[Iteration]) -> list[Iteration]:
    first = run[0].simplex[0]
    assert first.a is not None
    off = first._replace(a=add(first.a, (0, 0, 0.25)))
    return [run[0]._replace(simplex=(off,)), *run[1:]]


def cycling(run: list[Iteration]) -> list[Iteration]:
    return [*run[:3], run[1], run[2], run[1]]


@pytest.mark.parametrize(
    ("plant", "step", "fault", "amount"),
    [
        (pull_back, 1, IterationFault.SHORT_SUPPORT, 0.12),
        (push_out, 1, IterationFault.OUTSIDE, None),
        (wrong_witness, 0, IterationFault.WITNESS, 0.25),
        (lambda run: change(2, simplex=run[2].simplex[:1], closest=None)(run), 2, IterationFault.WRONG_DROP, None),
        (lambda run: change(3, closest=add(run[3].closest, (0, 0.05, 0)))(run), 3, IterationFault.WRONG_CLOSEST, 0.05),
        (lambda run: change(2, direction=neg(run[2].direction))(run), 2, IterationFault.AWAY, None),
        (lambda run: run[:3], 2, IterationFault.STOPPED_EARLY, 0.059),
        (cycling, 3, IterationFault.WRONG_DROP, None),
        (
            lambda run: change(2, not_finite="direction nan nan nan", direction=None)(run),
            2,
            IterationFault.NOT_FINITE,
            None,
        ),
    ],
    ids=lambda value: getattr(value, "value", None),
)
def test_a_planted_bug_is_found_at_its_step(
    plant: Plant, step: int, fault: IterationFault, amount: float | None
) -> None:
    check = check_iterations(plant(own_iterations(BOARDS)), *BOARDS, claim(BOARDS))
    assert check.first is not None
    assert (check.first.step, check.first.is_wrong, check.first.cause) == (step, True, fault)
    if amount is not None:
        assert check.steps[step].findings[0].amount == pytest.approx(amount, abs=2e-3)
    sentence = difference_sentence(check.steps[step], check.first, "Mine", "A", "B")
    assert sentence.startswith(f"Step {step} of Mine: ")
    assert instead_words(check.steps[step]).startswith("Our GJK ")
    assert any(part.is_right is False for part in checked_parts(check.steps[step], "A", "B"))


def test_the_sentence_about_a_short_support_names_the_length() -> None:
    check = check_iterations(pull_back(own_iterations(BOARDS)), *BOARDS)
    assert check.first is not None
    assert difference_sentence(check.steps[1], check.first, "Mine", "A", "B") == (
        "Step 1 of Mine: the support point w1 in direction d is 0.12 m short of the furthest point."
    )


@pytest.mark.parametrize("size", [1e-9, 1e9])
def test_size_and_place_do_not_matter(size: float) -> None:
    a, _, b, pose = BOARDS
    shapes = (Box(scale(a.half_extents, size)), Box(scale(b.half_extents, size)))
    far = (5 * size, -3 * size, 2 * size)
    pair = shapes[0], Pose(position=far), shapes[1], Pose(pose.rotation, add(scale(pose.position, size), far))
    run = own_iterations(pair)
    assert check_iterations(run, *pair, claim(pair)).first is None
    check = check_iterations(change(2, simplex=run[2].simplex[:1], closest=None)(run), *pair, claim(pair))
    assert check.first is not None
    assert (check.first.step, check.first.cause) == (2, IterationFault.WRONG_DROP)
    assert check.steps[2].findings[0].amount / size == pytest.approx(0.546, abs=1e-3)


def test_the_other_order_finds_the_same() -> None:
    run, (a, pose_a, b, pose_b) = pull_back(own_iterations(BOARDS)), BOARDS
    negated = [
        Iteration(
            tuple(IterationVertex(neg(v.point), v.b, v.a) for v in iteration.simplex),
            neg(iteration.direction or (0, 0, 0)),
        )
        for iteration in run
    ]
    straight, turned = check_iterations(run, *BOARDS), check_iterations(negated, b, pose_b, a, pose_a)
    assert straight.first == turned.first
    assert [step.distance for step in straight.steps] == pytest.approx([step.distance for step in turned.steps])


# --- legitimate differences ---


def test_another_start_is_different_and_not_wrong() -> None:
    direction = (0.0, 0.0, 1.0)
    a, b = (engine.shapes.support.convex(BOARDS[i], BOARDS[i + 1]) for i in (0, 2))
    vertex = engine.gjk.difference_support(a, b, direction, 0)
    check = check_iterations([Iteration((IterationVertex(vertex.point),), direction)], *BOARDS)
    assert check.first is not None
    assert (check.first.is_wrong, check.first.cause) == (True, IterationFault.STOPPED_EARLY)
    assert check.steps[0].choice is None  # it is wrong, which counts for more
    rest = check_iterations([Iteration((IterationVertex(vertex.point),), direction), *own_iterations(BOARDS)], *BOARDS)
    assert rest.first is not None
    assert rest.steps[0].choice is LegitimateChoice.START


@pytest.mark.parametrize(("off", "cause"), [(4e-6, None), (4e-5, IterationFault.WRONG_CLOSEST)])
def test_the_rounding_of_a_closest_point_in_single_precision_is_not_wrong(
    off: float, cause: IterationFault | None
) -> None:
    """The weights of a narrow simplex amplify rounding errors."""
    run = own_iterations(BOARDS)
    check = check_iterations(change(3, closest=add(run[3].closest, (0, off, 0)))(run), *BOARDS, claim(BOARDS))
    assert (check.first and check.first.cause) == cause


def test_a_tie_is_different_and_not_wrong() -> None:
    """Cubes side by side: four corners are equally far along x."""
    pair = Box((1, 1, 1)), Pose(), Box((1, 1, 1)), Pose(position=(4, 0, 0))
    run = [Iteration((IterationVertex((-2, y, 2)),), (1, 0, 0), (-2, 0, 0) if y == 0 else None) for y in (0.0,)]
    check = check_iterations([*run, *own_iterations(pair)[1:]], *pair, claim(pair))
    assert check.first is not None
    assert (check.first.step, check.first.is_wrong, check.first.cause) == (0, True, IterationFault.WRONG_CLOSEST)
    tie = check_iterations([run[0]._replace(closest=None)], *pair)
    assert tie.steps[0].choice is None or tie.steps[0].choice is LegitimateChoice.TIE


def test_headbutt_as_published_drops_the_wrong_vertex() -> None:
    from gjkscope.app.base.resources import resource
    from gjkscope.app.scenes.scene_file import read_scene

    a, b = read_scene(resource("assets", "scenes", "museum", "hb-article-cycle-1.json")).bodies
    pair = a.shape, a.pose, b.shape, b.pose
    steps = engine.trace(*pair, "headbutt").steps
    run = [Iteration(tuple(IterationVertex(v.point, v.a, v.b) for v in s.simplex), s.direction) for s in steps]
    check = check_iterations(run, *pair)
    assert check.first is not None
    assert (check.first.step, check.first.is_wrong, check.first.cause) == (4, True, IterationFault.WRONG_DROP)
    assert check.earlier is not None
    assert not check.earlier.is_wrong
    assert any(IterationFault.CYCLE in [finding.fault for finding in step.findings] for step in check.steps)


def test_iterations_on_the_cores_of_round_shapes_are_recognised() -> None:
    pair = Sphere(0.5), Pose(), Capsule(0.25, 1), Pose(position=(2, 0.3, 0))
    on_cores = check_iterations(own_iterations(pair), *pair, claim(pair))
    assert (on_cores.first, on_cores.steps[0].of_cores) == (None, True)
    whole = [Iteration((IterationVertex((-1.25, 0, 0)),), (1, 0, 0))]
    assert not check_iterations(whole, *pair).steps[0].of_cores


# --- conventions and invalid input ---


def hint_of(run: list[Iteration]) -> str:
    return check_iterations(run, *BOARDS).hint or ""


def test_other_conventions_are_recognised() -> None:
    run = own_iterations(BOARDS)
    assert hint_of(run) == ""
    opposite = [
        Iteration(
            tuple(IterationVertex(neg(v.point)) for v in iteration.simplex), neg(iteration.direction or (0, 0, 0))
        )
        for iteration in run
    ]
    assert "points of B − A" in hint_of(opposite)
    assert "opposite way" in hint_of(
        [iteration._replace(direction=neg(iteration.direction or (0, 0, 0))) for iteration in run]
    )
    early = [first._replace(direction=second.direction) for first, second in pairwise(run)]
    assert "next iteration" in hint_of(early)


@pytest.mark.parametrize(
    "entry",
    [
        Iteration(()),
        Iteration((IterationVertex((0.0, 0.0, 0.0)),) * 4, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)),
        Iteration((IterationVertex((1e200, -1e300, 1e308)),), (1e308, 1e308, 0.0), (1e308, 0.0, 0.0)),
        Iteration((IterationVertex((5e-324, 0.0, 0.0)), IterationVertex((-5e-324, 0.0, 0.0))), (5e-324, 0.0, 0.0)),
        Iteration(tuple(IterationVertex((float(i), 0.0, 0.0)) for i in range(-4, 0))),
    ],
    ids=["empty", "coincident", "huge", "tiny", "collinear"],
)
def test_any_finite_iteration_can_be_checked(entry: Iteration) -> None:
    check = check_iterations([entry, entry, own_iterations(BOARDS)[2], entry], *BOARDS, claim(BOARDS))
    for step in check.steps:
        assert explain(step, "A", "B")
        assert headline(step, "A", "B")
        assert len(checked_parts(step, "A", "B")) == len(CHECKS)


def test_invalid_arguments_are_errors() -> None:
    with pytest.raises(ValueError, match="iterations: must be a list of iterations, got None"):
        check_iterations(None, *BOARDS)
    with pytest.raises(ValueError, match="iterations: must be 1 to 1000, got 0"):
        check_iterations([], *BOARDS)
    with pytest.raises(ValueError, match="iterations: must be 1 to 1000, got 1001"):
        check_iterations([Iteration(())] * (MOST_ITERATIONS + 1), *BOARDS)


def test_what_is_not_finite_becomes_text() -> None:
    nan = float("nan")
    given = Iteration((IterationVertex((0, nan, 0)), IterationVertex((1, 0, 0), (nan, 0, 0))), (nan, 0, 0), (1, 0, 0))
    assert finite_iteration(given) == Iteration(
        (IterationVertex((1, 0, 0)),), None, (1, 0, 0), None, "w0 0 nan 0, w1.a nan 0 0, direction nan 0 0"
    )


@cache
def checked_boards() -> CheckedIterations:
    return check_iterations(pull_back(own_iterations(BOARDS)), *BOARDS, claim(BOARDS))


def test_bounds_and_lengths_are_those_of_the_pair() -> None:
    true = engine.query(*BOARDS).signed_distance
    assert true is not None
    for step in checked_boards().steps:
        assert step.lower <= true + 1e-9
    assert norm(sub(checked_boards().steps[1].support or (0, 0, 0), (0, 0, 0))) < 3 * tolerance_unit(*BOARDS)
