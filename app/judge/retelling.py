"""How an engine failed: its own algorithm on a pair that it was reported to get wrong, compared with the report.

`algorithms_of` names the algorithms of the engine that a report is from.  `retell` runs one and says whether it
reproduces the reported answer, is wrong in another way, or is right, and where it first decided wrongly
(`first_mistake`).
"""

from collections.abc import Iterable, Iterator
from ctypes import c_float
from enum import StrEnum
from functools import lru_cache
from itertools import chain
from math import isfinite, isnan
from typing import Any, NamedTuple

from gjkscope.app.ask.runs.pair_traces import trace_of
from gjkscope.app.base.identity import Identity
from gjkscope.app.base.numbers import spell
from gjkscope.app.scenes.scene import Body, Pair, Reported, Scene
from gjkscope.engine.analysis.beliefs import beliefs
from gjkscope.engine.options import Options
from gjkscope.engine.published.decisions import DecisionBelief
from gjkscope.engine.published.engine_step import ClaimedResult, EngineStep
from gjkscope.engine.published.engine_words import decision_sentence
from gjkscope.engine.query import result_only
from gjkscope.engine.registry.algorithms import ENGINE_ALGORITHMS
from gjkscope.engine.result import Exit, NotApplicable, Result, Trace, Verdict
from gjkscope.engine.text import number
from gjkscope.engine.vectors import SINGLE

# The algorithms of an engine, the most probable first, by the start of the name in a report.
FCL_VERSIONS = ("fcl-0.6.0", "fcl-2019-04", "fcl-pr-388", "fcl-2019-03", "fcl-2018-05")

ALGORITHMS_OF = {
    "libccd": ("libccd", "libccd-mpr"),
    "fcl": ("fcl", *FCL_VERSIONS, "libccd"),
    "python-fcl": ("fcl", "libccd"),
    "drake": ("fcl", "libccd"),
    "hpp-fcl": ("coal",),
    "coal": ("coal",),
    "mujoco warp": ("mujoco-warp",),
    "mjwarp": ("mujoco-warp",),
    "mujoco": ("mujoco", "mujoco-boxes", "mujoco-capsule"),
    "jolt": ("jolt", "jolt-cast", "jolt-distance"),
    "rapier": ("parry",),
    "parry": ("parry", "parry-old", "parry-projection"),
    "ncollide": ("parry-old", "parry"),
    "box3d": ("box3d",),
    "box2d": ("box3d",),
    "bullet": ("bullet",),
    "pybullet": ("bullet",),
    "newton": ("newton-mpr",),
    "distance3d": ("distance3d",),
    "meshes.jl": ("meshes-jl",),
}

TOLERANCE = 1e-6  # relative: a reported distance of fewer digits is compared to its last one

CASTS = ("jolt-cast",)  # their depth need not be the least, so that without a report it is not wrong

PAIRS_KEPT = 4  # opening a scene asks about its pair twice

FAILED = (Exit.ASSERTION_FAILED, Exit.NOT_A_NUMBER)  # exits without an answer

NAMED_FAILURES = (
    ("outside of the polytope", "validateNearestFeatureOfPolytopeBeingEdge"),
    ("the new vertex are on an edge", "expandPolytope"),
    ("zero-area", "triangle_size_is_zero"),
)
"""How reports and algorithms name the same failure: by what it says, or by the function that throws."""


class Retold(StrEnum):
    """How the algorithm's answer compares with the reported one and with the truth."""

    REPRODUCED = "reproduced"
    ALSO_WRONG = "also wrong"
    NOT_REPRODUCED = "not reproduced"
    WRONG = "wrong"  # and no answer was reported
    RIGHT = "right"  # and no answer was reported


FAILING = (Retold.REPRODUCED, Retold.ALSO_WRONG, Retold.WRONG)
UNREPORTED = (Retold.WRONG, Retold.RIGHT)


class Mistake(NamedTuple):
    """A test that an engine's algorithm decides wrongly."""

    step: int
    belief: DecisionBelief


class Retelling(NamedTuple):
    """What an engine's algorithm does on a pair."""

    algorithm: str
    reported: str  # the engine's answer, in words; empty if the report has none
    computed: str
    truth: str
    retold: Retold
    mistake: Mistake | None  # the first one
    why: str  # one sentence

    @property
    def first_mistake(self) -> int | None:
        """The step of the first mistake."""
        return None if self.mistake is None else self.mistake.step

    @property
    def test(self) -> str | None:
        """The test that the first mistake is about, as for `--corrected`."""
        return None if self.mistake is None else self.mistake.belief.decision.kind


def retell_scene(name: str, scene: Scene) -> list[Retelling]:
    """The first pair of a scene of the museum by the algorithms of each engine that was reported to fail on it.

    If a scene has no report, its name starts with the engine: "mujoco-BoxEdge".
    """
    return [one for one in retell_reports(name, scene) if isinstance(one, Retelling)]


def retell_reports(name: str, scene: Scene) -> list[Retelling | str]:
    """As `retell_scene`, with the reason for each report that no algorithm can retell."""
    names = first_names(scene)
    pair, reports = _bodies(scene, names), _reports(scene, names)
    return [
        retell(pair, report, algorithms_of(report.by if report else name)) or _why_not(pair, report, name)
        for report in reports or (None,)
    ]


def first_names(scene: Scene) -> Pair:
    """The names of the pair that a scene of the museum is about: the first one."""
    return scene.pairs[0] if scene.pairs else (scene.bodies[0].name, scene.bodies[1].name)


def _why_not(pair: tuple[Body, Body], report: Reported | None, name: str) -> str:
    """Why no algorithm retells a report, or a scene without one."""
    algorithms = algorithms_of(report.by if report else name)
    if not algorithms and report is not None:
        return f"gjkscope has no algorithm of {report.by}"
    if not algorithms:
        return "no engine's answer is recorded: query --algorithm asks the algorithm of an engine by its name"
    for algorithm in algorithms:
        try:
            run_published(algorithm, *pair)
        except NotApplicable as refusal:
            return str(refusal)
    raise LookupError(f"name: an algorithm retells {name}")


def retell_pair(scene: Scene, names: Pair) -> Retelling | None:
    """Runs the algorithm of an engine that was reported to fail on the pair.

    If there is no such algorithm, any engine's algorithm that gives the reported answer, or else one that is wrong.
    """
    return _retell_pair(Identity(scene), names)


@lru_cache(maxsize=PAIRS_KEPT)
def _retell_pair(known: Identity, names: Pair) -> Retelling | None:
    scene: Scene = known.value
    pair, reports = _bodies(scene, names), _reports(scene, names)
    own = (retell(pair, report, algorithms_of(report.by)) for report in reports)
    others = (retelling for report in reports or (None,) for retelling in _retellings(pair, report, ENGINE_ALGORITHMS))
    seen: list[Retelling] = []
    for retelling in chain(own, others):  # the rest is run only if none reproduces the report
        if retelling is not None and retelling.retold is Retold.REPRODUCED:
            return retelling
        seen += [retelling] if retelling is not None else []
    return next((one for one in seen if one.retold in FAILING), next(iter(seen), None))


def is_retold(scene: Scene, names: Pair) -> bool:
    """Whether the pair has a report of an engine with an algorithm here, and an engine's algorithm fails on it."""
    if not any(algorithms_of(report.by) for report in _reports(scene, names)):
        return False
    retelling = retell_pair(scene, names)
    return retelling is not None and retelling.retold in FAILING


def failure_words(retelling: Retelling) -> str:
    """What the algorithm shows, for a message: "libccd gives the reported answer: first mistake in step 2"."""
    found = {
        Retold.REPRODUCED: "gives the reported answer",
        Retold.ALSO_WRONG: f"is wrong, too: {retelling.computed}",
        Retold.NOT_REPRODUCED: f"is right on these numbers: {retelling.computed}",
        Retold.WRONG: f"is wrong: {retelling.computed}",
        Retold.RIGHT: f"is right: {retelling.computed}",
    }[retelling.retold]
    place = "" if retelling.first_mistake is None else f"; first mistake in step {retelling.first_mistake}"
    return f"{retelling.algorithm} {found}{place}"


def retelling_entry(scene: str, retelling: Retelling) -> dict[str, Any]:
    """A retelling as plain data."""
    return {
        "scene": scene,
        "algorithm": retelling.algorithm,
        "reported": retelling.reported,
        "computed": retelling.computed,
        "truth": retelling.truth,
        "reproduced": retelling.retold is Retold.REPRODUCED,
        "outcome": retelling.retold.value,
        "first_mistake": retelling.first_mistake,
        "test": retelling.test,
        **_mistake_numbers(retelling.mistake),
        "why": retelling.why,
    }


def _mistake_numbers(mistake: Mistake | None) -> dict[str, Any]:
    """Both sides of the test, and the left side without rounding, or what is measured instead (`exact_is`)."""
    if mistake is None:
        return {"left": None, "right": None, "exact": None}
    belief = mistake.belief
    return {
        "left": spell(belief.decision.left),
        "right": spell(belief.decision.right),
        "exact": None if belief.exact is None else spell(belief.exact),
        **({"exact_is": belief.truth} if belief.kind.measures else {}),
    }


def algorithms_of(engine: str) -> tuple[str, ...]:
    """The algorithms of an engine that a report or the name of a scene names; none if it is not known."""
    start = engine.casefold()
    names = next((names for prefix, names in ALGORITHMS_OF.items() if start.startswith(prefix)), ())
    return tuple(name for name in names if name in ENGINE_ALGORITHMS)


def retell(pair: tuple[Body, Body], report: Reported | None, algorithms: Iterable[str]) -> Retelling | None:
    """The first retelling that reproduces the report, or else the first; None if no algorithm takes the pair.

    A retelling with the reported distance comes before one that gives another point of a manifold.  Without a report,
    it is the first wrong one.
    """
    wanted = Retold.WRONG if report is None else Retold.REPRODUCED
    first = repeated = None
    for retelling in _retellings(pair, report, (name for name in algorithms if report or name not in CASTS)):
        is_wanted = retelling.retold is wanted
        if is_wanted and retelling.computed.endswith(retelling.reported):
            return retelling
        first = first or retelling
        repeated = repeated or (retelling if is_wanted else None)
    return repeated or first


def retell_by(name: str, scene: Scene, names: Pair) -> tuple[Retelling, Trace]:
    """What one engine's algorithm does on a pair, compared with the first report that it repeats, and its trace.

    Raises `NotApplicable`.
    """
    a, b = _bodies(scene, names)
    truth = result_only(a.shape, a.pose, b.shape, b.pose)
    trace = run_published(name, a, b)
    reports = _reports(scene, names)
    report = next((report for report in reports if _repeats(trace, report)), next(iter(reports), None))
    return _retelling(name, trace, truth, report), trace


def run_published(name: str, a: Body, b: Body, corrected: tuple[str, ...] = ()) -> Trace:
    """An engine's algorithm on two bodies, with tests of the kinds `corrected` decided by exact arithmetic.

    Raises `NotApplicable`.
    """
    trace, refusal = trace_of((a.shape, a.pose, b.shape, b.pose), name, Options(corrected=corrected))
    if trace is None:
        raise NotApplicable(refusal)
    return trace


def first_mistake(trace: Trace) -> Mistake | None:
    """The first test that a run decides wrongly."""
    wrong = (Mistake(step.iteration, belief) for step in trace.steps for belief in beliefs(step) if belief.is_wrong)
    return next(wrong, None)


def claimed_answer(trace: Trace) -> str:
    """What an engine's algorithm answers, "penetrating, −7.25 m", or how it fails."""
    last: EngineStep = trace.steps[-1]
    if last.exit is Exit.NOT_A_NUMBER:
        return f"NaN: {last.ending}"
    if last.answer is None or last.answer.verdict is Verdict.UNDECIDED:
        return last.ending
    return _words(last.answer.verdict, last.answer.signed_distance)


def _bodies(scene: Scene, names: Pair) -> tuple[Body, Body]:
    bodies = {body.name: body for body in scene.bodies}
    return bodies[names[0]], bodies[names[1]]


def _reports(scene: Scene, names: Pair) -> list[Reported]:
    """The reports about the pair, in either order."""
    return [report for report in scene.reported if set(report.pair) == set(names)]


def _retellings(pair: tuple[Body, Body], report: Reported | None, algorithms: Iterable[str]) -> Iterator[Retelling]:
    a, b = pair
    truth = result_only(a.shape, a.pose, b.shape, b.pose)
    for name in algorithms:
        try:
            trace = run_published(name, a, b)
        except NotApplicable:
            continue
        yield _retelling(name, trace, truth, report)


def _retelling(name: str, trace: Trace, truth: Result, report: Reported | None) -> Retelling:
    mistake = first_mistake(trace)
    said = "" if report is None else reported_claim(report)
    if report is not None and _repeats(trace, report):
        retold = Retold.REPRODUCED
    elif said:
        retold = Retold.ALSO_WRONG if is_wrong(trace, truth) else Retold.NOT_REPRODUCED
    else:
        retold = Retold.WRONG if is_wrong(trace, truth) else Retold.RIGHT
    why = _why(trace, mistake)
    if retold is Retold.RIGHT:
        why = f"The scene records no wrong answer, and this one is right. {why}"
    if retold is not Retold.REPRODUCED and report is not None and report.note:
        why = f"{why} About the report: {report.note}."
    right = _words(truth.verdict, truth.signed_distance)
    return Retelling(name, said, claimed_answer(trace), right, retold, mistake, why)


def _why(trace: Trace, mistake: Mistake | None) -> str:
    """The first wrong decision, or the rule that ended the run."""
    if mistake is None:
        return f"It ends by its own rule: {trace.steps[-1].ending}."
    return decision_sentence(mistake.belief)


def _repeats(trace: Trace, report: Reported) -> bool:
    """Whether the algorithm gives every part of the answer that the report gives."""
    last = trace.steps[-1]
    claim = last.answer
    if report.crashed is not None or claim.verdict is Verdict.UNDECIDED:
        return report.crashed is not None and _is_same_failure(report.crashed, last)
    if report.verdict is not None and (report.verdict == "separated") != (claim.verdict is Verdict.SEPARATED):
        return False
    distance = _reported_distance(report)
    if _repeats_manifold(claim, report):
        return True
    if distance is None:
        return report.verdict is not None
    if claim.signed_distance is None:  # an engine that finds no depth returns 0 for an overlap
        return claim.verdict is not Verdict.SEPARATED and distance == 0
    return _same(claim.signed_distance, distance)


def _reported_distance(report: Reported) -> float | None:
    """The signed distance; if a report has contact points alone, that of the deepest one."""
    if report.signed_distance is not None or report.verdict is not None:
        return report.signed_distance
    return min((-point.depth for point in report.points if point.depth is not None), default=None)


def _repeats_manifold(claim: ClaimedResult, report: Reported) -> bool:
    """Whether the normal of a manifold and the depth of one of its points are those of the claim.

    Its other points come from clipping faces along the normal, and may be deeper.
    """
    if claim.signed_distance is None or claim.normal is None or report.normal is None:
        return False
    is_along = all(_same(a, b) for a, b in zip(claim.normal, report.normal, strict=True))
    depths = [point.depth for point in report.points if point.depth is not None]
    return is_along and any(_same(-claim.signed_distance, depth) for depth in depths)


def _is_same_failure(reported: str, last: EngineStep) -> bool:
    """Whether the algorithm fails as reported: without an end, without a number, or by the same exception."""
    if "timed out" in reported or "infinite loop" in reported:
        return last.exit in (Exit.ITERATION_LIMIT, Exit.CYCLE)
    if "NaN" in reported or "no finite" in reported:
        return last.exit is Exit.NOT_A_NUMBER or "not a number" in last.ending
    named = next((words for words in NAMED_FAILURES if any(word in reported for word in words)), ("",))
    return last.exit is Exit.ASSERTION_FAILED and any(word in last.ending for word in named)


def is_wrong(trace: Trace, truth: Result) -> bool:
    """Whether the answer of an engine's algorithm is none, or differs from the truth."""
    claim = trace.steps[-1].answer
    if trace.steps[-1].exit in FAILED or claim.verdict is Verdict.UNDECIDED:
        return True
    if truth.signed_distance is None:
        return claim.verdict is not truth.verdict
    if claim.signed_distance is None:
        return (claim.verdict is Verdict.SEPARATED) != (truth.verdict is Verdict.SEPARATED)
    return not _same(claim.signed_distance, truth.signed_distance) and not _is_rounded(trace, truth.signed_distance)


def _is_rounded(trace: Trace, truth: float) -> bool:
    """Whether an answer in single precision is right to within 4 roundoffs of the points of A − B."""
    last: EngineStep = trace.steps[-1]
    distance = last.answer.signed_distance if last.answer else None
    if distance is None or not isfinite(distance) or distance != c_float(distance).value:
        return False
    size = max((abs(x) for step in trace.steps if step.support for x in step.support.point), default=0.0)
    return abs(distance - truth) <= 4 * SINGLE * size


def _same(a: float, b: float) -> bool:
    """Whether two distances are equal to within the digits of the second, or `TOLERANCE`, which is in metres for 0."""
    if not (isfinite(a) and isfinite(b)):
        return isnan(a) == isnan(b) and (isnan(a) or a == b)
    if b == 0:
        return abs(a) <= TOLERANCE
    digits = len(repr(abs(b)).partition(".")[2])
    return abs(a - b) <= max(TOLERANCE * max(1e-3, abs(b)), 0.5 * 10.0**-digits)


def reported_claim(report: Reported) -> str:
    """ "penetrating, −7.2473 m", or how it crashed."""
    if report.crashed is not None:
        return report.crashed
    distance = _reported_distance(report)
    return ", ".join(filter(None, (report.verdict, None if distance is None else f"{number(distance, 7)} m")))


def _words(verdict: Verdict, distance: float | None) -> str:
    return verdict.value if distance is None else f"{verdict.value}, {number(distance, 7)} m"
