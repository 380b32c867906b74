"""What holds for everything that runs in steps, whichever the algorithm: a new one is tested without adding a line.

Each contract is tested on the pairs and runs of `sample_runs`.  Who cannot keep one is listed in `EXCEPTIONS` with the
reason, and a test fails if an exception is no longer needed.
"""

import sys
from collections.abc import Callable, Iterator
from functools import cache
from math import isfinite, isnan
from random import Random
from typing import Any

import pytest

from gjkscope.engine import Exit, Pose, Verdict
from gjkscope.engine.options import DEFAULT
from gjkscope.engine.procedures import procedure_of
from gjkscope.engine.registry.algorithms import ALGORITHMS, PLANAR_ALGORITHMS
from gjkscope.engine.registry.records import Algorithm, BroadPhase, Change, DifferenceConstruction, Procedure
from gjkscope.engine.vectors import neg
from tests.engine.plane.pairs import quarter_pose
from tests.engine.registry import sample_runs
from tests.engine.samples import compose, random_pose, scaled_shape
from tests.engine.sentences import assert_well_said, misnamed_exit

AXES = "The headline of every step is the axis that it tests; the sentence names the exit."
ONE_STEP = "It has one step, whose headline is what it measures."
FIXED = "It ends after a number of steps that follows from the shapes."
FROM_GJK = "It continues the run of GJK, which reports the overflow."
ANY_NUMBER = "It handles numbers of any size."

# By contract and algorithm, the reason why the algorithm cannot keep it.
EXCEPTIONS: dict[str, dict[str, str]] = {
    "headline": {
        "sat": AXES,
        "sat 2D": AXES,
        "obb": AXES,
        "clamp": ONE_STEP,
        "nearest": ONE_STEP,
        "nearest 2D": ONE_STEP,
        "alternating": "The last headline is the distance that it found.",
        **dict.fromkeys(
            (engine.name for engine in sample_runs.ENGINES.values()),
            "The last headline is the rule of the engine that ended it.",
        ),
    },
    "swap": {
        "headbutt": "The order of the shapes decides whether it answers at all.",
        "alternating": "It starts on A, and reaches the limit from one side and not from the other.",
    },
    "overflow": {
        "mpr": "Of a huge ball and box that overlap it says so, although the search is degenerate.",
        "epa": FROM_GJK,
        "epa 2D": FROM_GJK,
        "epa-newton": FROM_GJK,
        "exact": ANY_NUMBER,
        "exact 2D": ANY_NUMBER,
        "clamp": "It multiplies no lengths of which only the square is needed.",
    },
    "limit": {
        "sat": FIXED,
        "sat 2D": FIXED,
        "obb": FIXED,
        "clamp": FIXED,
        "aabb": FIXED,
        "sphere": FIXED,
        "brute": FIXED,
        "mesh-distance 2D": "It is the search in space, whose limit is tested there.",
        "exact": "It has no limit, as exact arithmetic always ends.",
        "exact 2D": "It has no limit, as exact arithmetic always ends.",
        "epa": "Its limit depends on the shapes and is not the option of the others.",
        "epa-newton": "At its limits it goes on as EPA does.",
    },
}

ROUNDING = 1e-7  # of lengths of about 1 m: the portals of MPR converge to about this
NORMAL = 1e-5  # of a direction
LIMITS = (2, 3, 4)

everything = pytest.mark.parametrize("procedure", sample_runs.EVERYTHING, ids=sample_runs.label)
every_algorithm = pytest.mark.parametrize(
    "algorithm", [*ALGORITHMS.values(), *PLANAR_ALGORITHMS.values()], ids=sample_runs.label
)


@cache
def runs(procedure: Procedure) -> list[Any]:
    """Its sample runs, once per process."""
    samples = (
        [run for _, run in sample_runs.traces(procedure)]
        if isinstance(procedure, Algorithm)
        else sample_runs.RUNS[type(procedure)](procedure)
    )
    assert samples, f"{procedure.name}: no sample is for it; add one to tests/engine/registry/sample_runs.py"
    return samples


def names_for(procedure: Procedure) -> tuple[str, ...]:
    """Names of the shapes or bodies."""
    if procedure.of_pair:
        return "Left", "Right"
    return () if isinstance(procedure, BroadPhase) else sample_runs.BODY_NAMES


def are_same(first: Any, second: Any) -> bool:
    """Whether they have the same bits: NaN, which an overflow may leave in a step, is unequal to itself."""
    return first == second or repr(first) == repr(second)


# --- everything that runs in steps ---


@everything
def test_every_step_has_a_sentence_a_headline_and_bounds(procedure: Procedure) -> None:
    names = names_for(procedure)
    for run in runs(procedure):
        assert_well_said(run.steps, *names, names_exit=False)
        for step in run.steps:
            assert type(step) is procedure.state
            assert procedure_of(step).explain is procedure.explain
            assert not any(map(isnan, procedure.bounds(step)))


@everything
def test_the_last_headline_names_the_exit(procedure: Procedure) -> None:
    assert_keeps("headline", procedure, headline_fault)


@pytest.mark.parametrize(
    "procedure", [each for each in sample_runs.EVERYTHING if not isinstance(each, Algorithm)], ids=sample_runs.label
)
def test_the_same_arguments_have_the_same_run_to_the_bit(procedure: Procedure) -> None:
    """Of an algorithm, each step is computed again below."""
    for again, run in zip(sample_runs.RUNS[type(procedure)](procedure), runs(procedure), strict=True):
        assert are_same(again.steps, run.steps)


@everything
def test_a_step_cannot_be_changed(procedure: Procedure) -> None:
    step = runs(procedure)[0].steps[0]
    for name in step._fields:
        with pytest.raises(AttributeError):
            setattr(step, name, None)


@everything
def test_only_the_last_step_has_an_exit_and_steps_are_numbered(procedure: Procedure) -> None:
    for run in runs(procedure):
        assert [step.exit is Exit.RUNNING for step in run.steps] == [True] * (len(run.steps) - 1) + [False]
        if not isinstance(procedure, DifferenceConstruction):  # whose steps are parts of the whole
            assert [step.iteration for step in run.steps] == list(range(len(run.steps)))


@everything
def test_what_changes_between_steps_are_events(procedure: Procedure) -> None:
    for run in runs(procedure):
        for before, after in zip(run.steps, run.steps[1:], strict=False):
            assert all(isinstance(change, Change) for change in procedure.changes(before, after))


# --- algorithms on a pair ---


@every_algorithm
def test_a_result_counts_the_steps_and_has_the_exit_of_the_last(algorithm: Algorithm) -> None:
    for run in runs(algorithm):
        assert (run.result.steps, run.result.exit) == (len(run.steps), run.steps[-1].exit)
        assert run.result.algorithm == algorithm.name


@every_algorithm
def test_each_step_follows_from_the_one_before_it_and_the_last_is_unchanged(algorithm: Algorithm) -> None:
    for pair, run in sample_runs.traces(algorithm):
        stepping = algorithm.stepping(*pair, DEFAULT)
        assert are_same(stepping.start(*stepping.first), run.steps[0])
        for before, after in zip(run.steps, run.steps[1:], strict=False):
            assert are_same(stepping.step(*stepping.always, before), after)
        assert stepping.step(*stepping.always, run.steps[-1]) is run.steps[-1]


@every_algorithm
def test_swapping_the_shapes_swaps_the_answer(algorithm: Algorithm) -> None:
    assert_keeps("swap", algorithm, swap_fault)


@every_algorithm
def test_no_verdict_depends_on_place_rotation_or_scale(algorithm: Algorithm) -> None:
    assert_keeps("motion", algorithm, motion_fault)


@every_algorithm
def test_overflow_is_reported_and_proves_nothing(algorithm: Algorithm) -> None:
    assert_keeps("overflow", algorithm, overflow_fault)


@every_algorithm
def test_the_limit_is_reported_and_never_taken_for_a_gap(algorithm: Algorithm, monkeypatch: pytest.MonkeyPatch) -> None:
    assert_keeps("limit", algorithm, lambda procedure: limit_fault(procedure, monkeypatch))


def assert_keeps(contract: str, algorithm: Any, fault_of: Callable[[Any], str]) -> None:
    """Checks for no fault, or for one if the algorithm is an exception: then the exception is needed."""
    fault, excuse = fault_of(algorithm), EXCEPTIONS.get(contract, {}).get(sample_runs.label(algorithm))
    if excuse is None:
        assert not fault, f"{sample_runs.label(algorithm)}: {fault}"
    else:
        assert fault, f"{sample_runs.label(algorithm)} keeps the contract: remove it from EXCEPTIONS[{contract!r}]"


def excuses_of(algorithm: Algorithm) -> set[str]:
    return {contract for contract, excuses in EXCEPTIONS.items() if sample_runs.label(algorithm) in excuses}


def test_exceptions_are_of_known_contracts_and_explained() -> None:
    names = {sample_runs.label(procedure) for procedure in sample_runs.EVERYTHING}
    assert {*EXCEPTIONS} <= {"headline", "swap", "motion", "overflow", "limit"}
    assert {name for excuses in EXCEPTIONS.values() for name in excuses} <= names
    assert all(reason.endswith(".") for excuses in EXCEPTIONS.values() for reason in excuses.values())


# --- faults, in words ---


def ordinary_traces(algorithm: Algorithm) -> Iterator[tuple[sample_runs.Pair, Any]]:
    ordinary = sample_runs.ORDINARY[sample_runs.dimension_of(algorithm)]
    return ((pair, run) for pair, run in sample_runs.traces(algorithm)[: len(ordinary)] if pair in ordinary)


def swap_fault(algorithm: Algorithm) -> str:
    for (shape_a, pose_a, shape_b, pose_b), run in ordinary_traces(algorithm):
        here, there = run.result, algorithm.trace(shape_b, pose_b, shape_a, pose_a, DEFAULT).result
        if here.verdict != there.verdict:
            return f"swapped, {here.verdict} becomes {there.verdict}: {shape_a}, {shape_b}"
        if algorithm.least_depth and here.signed_distance != pytest.approx(there.signed_distance, abs=ROUNDING):
            return f"swapped, {here.signed_distance} becomes {there.signed_distance}: {shape_a}, {shape_b}"
        if here.verdict is Verdict.SEPARATED and here.signed_distance is not None:
            assert here.normal is not None
            assert there.normal is not None
            if neg(here.normal) != pytest.approx(there.normal, abs=NORMAL):
                return f"swapped, normal {here.normal} becomes {there.normal}: {shape_a}, {shape_b}"
    return ""


def changed_pairs(pair: sample_runs.Pair, random: Random) -> Iterator[tuple[sample_runs.Pair, float]]:
    """The pair rotated and moved, and scaled both ways, with the factors."""
    shape_a, pose_a, shape_b, pose_b = pair
    planar = shape_a.dimension == 2
    motion = quarter_pose(3.0, -2.0, random.randrange(1, 4)) if planar else random_pose(random)
    yield (shape_a, compose(motion, pose_a), shape_b, compose(motion, pose_b)), 1.0
    for factor in (2.0**-40, 2.0**40):
        a, b = (scaled_shape(shape, factor) for shape in (shape_a, shape_b))
        yield (a, larger(pose_a, factor), b, larger(pose_b, factor)), factor


def larger(pose: Pose, factor: float) -> Pose:
    x, y, z = pose.position
    return pose._replace(position=(x * factor, y * factor, z * factor))


def motion_fault(algorithm: Algorithm) -> str:
    """Verdicts that contradict each other, or distances that differ; undecided contradicts nothing."""
    random, compared = Random("motions"), 0
    for pair, run in ordinary_traces(algorithm):
        here = run.result
        for changed, factor in changed_pairs(pair, random):
            there = algorithm.trace(*changed, DEFAULT).result
            if Verdict.UNDECIDED in (here.verdict, there.verdict):
                continue
            compared += 1
            if here.verdict != there.verdict:
                return f"{here.verdict} becomes {there.verdict}: {pair}"
            if None not in (here.signed_distance, there.signed_distance) and there.signed_distance != pytest.approx(
                factor * here.signed_distance, abs=ROUNDING * factor
            ):
                return f"{here.signed_distance} becomes {there.signed_distance} for scale {factor}: {pair}"
    assert compared >= 10, f"{algorithm.name}: {compared} of its answers are compared, which proves little"
    return ""


def headline_fault(procedure: Procedure) -> str:
    names = names_for(procedure)
    titles = (misnamed_exit(step, *names) for run in runs(procedure) for step in run.steps)
    return next(filter(None, titles), "")


def overflow_fault(algorithm: Algorithm) -> str:
    """The samples overlap or touch, so "separated" is wrong; a result in doubt is undecided."""
    met, exits = 0, set()
    for pair in (
        sample_runs.OVERFLOWING[sample_runs.dimension_of(algorithm)]
        + sample_runs.EXTREME[sample_runs.dimension_of(algorithm)]
    ):
        if (run := sample_runs.trace_if_any(algorithm, pair)) is None:
            continue
        met += 1
        exits.add(run.result.exit)
        assert run.result.verdict is not Verdict.SEPARATED, pair
        if run.result.exit is Exit.DEGENERATE_INPUT and run.result.verdict is not Verdict.UNDECIDED:
            return f"degenerate, and {run.result.verdict}"
        if run.result.signed_distance is not None and not isfinite(run.result.signed_distance):
            return f"a distance of {run.result.signed_distance}"
    assert met, f"{algorithm.name}: takes no pair of OVERFLOWING"
    return "" if Exit.DEGENERATE_INPUT in exits else "no pair is called degenerate"


def limit_fault(algorithm: Algorithm, monkeypatch: pytest.MonkeyPatch) -> str:
    """Stopped early, it may say only what is already proved: the final verdict, and no distance that is not its own."""
    steps = sys.modules[algorithm.state.__module__]
    if not hasattr(steps, "ITERATION_LIMIT"):
        return "has no ITERATION_LIMIT"
    met, uncut = 0, list(ordinary_traces(algorithm))
    for limit in LIMITS:
        with monkeypatch.context() as patch:
            patch.setattr(steps, "ITERATION_LIMIT", limit)
            cut = [(sample_runs.trace_if_any(algorithm, pair), run) for pair, run in uncut]
        for stopped, whole in cut:
            said = stopped.result
            if said.steps > limit + 1:
                return f"{said.steps} steps at a limit of {limit}"
            if said.exit is not Exit.ITERATION_LIMIT:
                continue
            met += 1
            assert_well_said(stopped.steps, "Left", "Right", names_exit="headline" not in excuses_of(algorithm))
            if said.verdict not in (Verdict.UNDECIDED, whole.result.verdict):
                return f"{said.verdict} at the limit, {whole.result.verdict} in the end"
            if said.verdict is Verdict.SEPARATED and not said.lower > 0:
                return f"separated with a lower bound of {said.lower}"
            if not algorithm.seeks_depth and said.verdict is not Verdict.SEPARATED and said.signed_distance is not None:
                return f"a distance of {said.signed_distance}, and {said.verdict}"
            final = whole.result.signed_distance
            if (
                algorithm.least_depth
                and final is not None
                and not said.lower - ROUNDING <= final <= said.upper + ROUNDING
            ):
                return f"bounds {said.lower} and {said.upper}, and {final} in the end"
    return "" if met else f"no sample reaches limits of {LIMITS}"
