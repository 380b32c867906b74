"""What a hunt looks for, and one chunk of it: a pure function of the plan and the chunk's number.

Chunks can therefore be computed in any order, in any process and on any machine, and again if one of these fails: the
hunt is the same.  Each chunk has pairs of one family; ordinary families come first.
"""

import atexit
from collections.abc import Callable, Iterator
from functools import reduce
from threading import Lock
from typing import Any, NamedTuple

import numpy as np

from gjkscope.app.ask.solvers.addresses import solver_at
from gjkscope.app.ask.solvers.answer_block import NO_VERDICT, AnswerBlock
from gjkscope.app.ask.solvers.half_spaces import both_half_spaces, with_wide_half_spaces
from gjkscope.app.ask.solvers.installations import adapter_of
from gjkscope.app.ask.solvers.local import local_solver
from gjkscope.app.ask.solvers.pair_block import Floats, Integers, PairBlock
from gjkscope.app.ask.solvers.process_solver import NOT_ASKED, ProcessSolver
from gjkscope.app.ask.solvers.solver import SolverAnswer
from gjkscope.app.ask.solvers.tolerance import Tolerance
from gjkscope.app.judge.hunting.batch_families import BATCH_FAMILIES, families_for
from gjkscope.app.judge.hunting.contact_families import CONTACT_FAMILIES
from gjkscope.app.judge.hunting.families import FAMILIES, ORDINARY_SIZES, PairRequest, move_to_gap, truth_of
from gjkscope.app.judge.hunting.judging import allowed_error, error_unit, slack_of, wrong_answers, wrong_contacts
from gjkscope.app.judge.hunting.laws import LAWS, UNDECIDED, Law
from gjkscope.app.judge.hunting.mesh_families import MESH, MESH_FAMILIES
from gjkscope.app.judge.hunting.near import drawn_near
from gjkscope.app.judge.hunting.random_parts import KINDS
from gjkscope.app.judge.hunting.symptoms import Symptom, ending_fault
from gjkscope.app.scenes.scene import Body, UnreadText
from gjkscope.engine import batch
from gjkscope.engine.shapes.kinds import PlacedPair

CHUNK = 500  # pairs
CONTACT_CHUNK = 100  # of contact hunts: judging contact points takes twenty times as long
LAW_PAIRS = 25  # of a chunk, that each law is tried on
NEAR = "near the given pair"  # in place of a family
TIME_LIMIT = 1.0  # seconds for an answer


class HuntPlan(NamedTuple):
    """What to hunt, and where.  It can be sent to other processes, unless the solver is a local function."""

    solver: str | Callable[..., Any]  # an address (`solver_at`), or a function
    kinds: tuple[str, ...] = KINDS
    sizes: tuple[float, float] = ORDINARY_SIZES  # full extents, metres
    gaps: tuple[float, float] | None = None  # signed distances, metres; None: any
    near: PlacedPair | None = None  # pairs like this one only
    seed: int = 0
    tolerance: Tolerance = Tolerance()
    seconds: float = TIME_LIMIT  # for an answer
    chunk: int = CHUNK  # pairs in a chunk; other pairs are drawn if it changes
    contacts: bool = False  # whether to judge the contact points, and nothing else
    unread: tuple[UnreadText, ...] = ()  # what an import did not read of the scene of `near`


class FoundFailure(NamedTuple):
    """A pair that the solver is wrong about."""

    symptom: Symptom
    error: float  #: as in `Fault`
    pair: PlacedPair
    answer: SolverAnswer
    family: str
    law: str | None = None  #: the law that is broken, by its name
    bodies: tuple[Body, Body] | None = None  #: the same pair as minimised, with numbers that are easier to read

    @property
    def kinds(self) -> tuple[str, str]:
        """The names of the shapes' types, sorted."""
        a, b = sorted(shape.kind for shape in (self.pair[0], self.pair[2]))
        return a, b


class FailureGroup(NamedTuple):
    """Failures with the same symptom for shapes of the same types."""

    total: int
    worst: FoundFailure
    simplest: FoundFailure


GroupKey = tuple[Symptom, tuple[str, str]]


class ChunkResult(NamedTuple):
    """What a chunk found."""

    tried: int
    skipped: int  # pairs that the solver does not take
    groups: dict[GroupKey, FailureGroup]
    gave_up: bool = False  # whether the solver timed out so often that it was not asked about the rest


def run_chunk(plan: HuntPlan, number: int) -> ChunkResult:
    """Draws the pairs of a chunk, asks the solver about them, and judges the answers."""
    family, block = drawn_chunk(plan, number)
    answers = answers_about(plan, block)
    failures = list(every_failure(plan, block, answers, family, LAW_PAIRS))
    skipped = sum(answer.unsupported is not None for answer in answers.others.values())
    gave_up = NOT_ASKED in answers.others.values()
    return ChunkResult(block.size - skipped, skipped, in_groups(failures), gave_up)


def answers_about(plan: HuntPlan, block: PairBlock) -> AnswerBlock:
    """The solver's answers; in contact hunts, with the contact points."""
    return solver_of(plan).ask_many(block, plan.contacts)


def every_failure(
    plan: HuntPlan, block: PairBlock, answers: AnswerBlock, family: str, law_pairs: int
) -> Iterator[FoundFailure]:
    """The wrong answers, then those that break a law; the solver is asked about the laws' pairs once they are needed.

    Each law is tried on the first `law_pairs` pairs that it concerns and the solver gives a distance or a verdict for.
    All of them are asked about together, as each question costs a fork.
    """
    truth = truth_of(block)
    for _, failure in _wrong(plan, block, answers, truth, family):
        yield failure
    trials = [_trial(law, block, truth, _first_tried(law, block, answers, truth, law_pairs)) for law in _laws(plan)]
    asked = [trial for trial in trials if len(trial.places)]
    if not asked:
        return
    said = solver_of(plan).ask_many(reduce(PairBlock.joined, (trial.others for trial in asked)))
    first = 0
    for trial in asked:
        end = first + len(trial.places)
        for _, failure in _broken(plan, trial, answers, said.only(np.arange(first, end)), family):
            yield failure
        first = end


def _laws(plan: HuntPlan) -> Iterator[Law]:
    """No laws in contact hunts.  How an adapter treats a narrow half-space is not a fault of its engine."""
    for law in () if plan.contacts else LAWS:
        if not (law.is_about_half_spaces and isinstance(plan.solver, str) and adapter_of(plan.solver)):
            yield law


def failures_in(plan: HuntPlan, block: PairBlock, family: str, law: str | None) -> list[tuple[int, FoundFailure]]:
    """The failures among some pairs, with their places; only those that break a law if its name is given."""
    truth = truth_of(block)
    if law is None:
        return list(_wrong(plan, block, answers_about(plan, block), truth, family))
    [broken] = (candidate for candidate in LAWS if candidate.name == law)
    everything = np.arange(block.size)
    said = solver_of(plan).ask_many(block.joined(_trial(broken, block, truth, everything).others))
    answers = said.only(everything)
    tried = _first_tried(broken, block, answers, truth, block.size)
    return list(_broken(plan, _trial(broken, block, truth, tried), answers, said.only(block.size + tried), family))


def drawn_chunk(plan: HuntPlan, number: int) -> tuple[str, PairBlock]:
    """The name of the family, and the pairs of a chunk; no pair has two half-spaces.

    Half-spaces are infinite.  They are drawn large enough that our finite ones have the same answers, so that the
    pairs, their truth and the scenes that are written agree; a law says that it does not matter how far they reach.
    """
    family, block = _draw(plan, np.random.default_rng([plan.seed, number]), number)
    return family, with_wide_half_spaces(block.only(np.flatnonzero(~both_half_spaces(block))))


def _draw(plan: HuntPlan, random: np.random.Generator, number: int) -> tuple[str, PairBlock]:
    if plan.near is not None:
        return NEAR, drawn_near(plan.near, random, plan.chunk, is_first=number == 0)
    families = CONTACT_FAMILIES if plan.contacts else families_for(plan.solver)
    families = MESH_FAMILIES if MESH in plan.kinds else families
    family = list(families.values())[number % len(families)]
    block = family.draw(PairRequest(random, plan.chunk, plan.kinds, plan.sizes))
    return family.name, block if plan.gaps is None else _within(block, plan.gaps, random)


def _within(block: PairBlock, gaps: tuple[float, float], random: np.random.Generator) -> PairBlock:
    """The pairs, moved to signed distances in a range, without those that cannot be."""
    placed = move_to_gap(block, random.uniform(*gaps, block.size))
    distance = truth_of(placed).signed_distance
    return placed.only(np.flatnonzero((gaps[0] <= distance) & (distance <= gaps[1])))


def _wrong(
    plan: HuntPlan, block: PairBlock, answers: AnswerBlock, truth: batch.Results, family: str
) -> Iterator[tuple[int, FoundFailure]]:
    """The wrong answers."""
    if plan.contacts:
        wrong = wrong_contacts(block, answers, plan.tolerance)
    else:
        wrong = wrong_answers(block, answers, truth, plan.tolerance)
    for index, fault, answer in wrong:
        if fault.symptom is not Symptom.HANG or _hangs_again(plan, block, index):
            yield index, FoundFailure(fault.symptom, fault.error, block.pair(index), answer, family)


def _hangs_again(plan: HuntPlan, block: PairBlock, index: int) -> bool:
    """Whether it times out again, rather than only because the machine was busy."""
    again = ending_fault(answers_about(plan, block.only(np.array([index]))).answer(0))
    return again is not None and again.symptom is Symptom.HANG


class _Trial(NamedTuple):
    """The pairs that a law is tried on."""

    law: Law
    places: Integers  # of the pairs in their block
    pairs: PairBlock
    others: PairBlock  # that the law derives from them
    known: Floats  # the true signed distances of the pairs, metres


def _first_tried(law: Law, block: PairBlock, answers: AnswerBlock, truth: batch.Results, most: int) -> Integers:
    """The places of the first pairs that the law concerns and the solver gives a distance or a verdict for."""
    says = np.isfinite(answers.signed_distance) | (answers.verdict != NO_VERDICT)
    return np.flatnonzero(says & np.isfinite(truth.signed_distance) & law.concerns(block))[:most]


def _trial(law: Law, block: PairBlock, truth: batch.Results, places: Integers) -> _Trial:
    pairs = block.only(places)
    return _Trial(law, places, pairs, law.other(pairs, truth.normal[places]), truth.signed_distance[places])


def _broken(
    plan: HuntPlan, trial: _Trial, answers: AnswerBlock, said: AnswerBlock, family: str
) -> Iterator[tuple[int, FoundFailure]]:
    """The answers that break a law; `said` has those about the pairs that the law derives."""
    law, places, pairs, others, known = trial
    first = answers.only(places)
    slacks = slack_of(pairs, plan.tolerance), slack_of(others, plan.tolerance)
    for i in _contradicting(trial, first, said, *slacks):
        pair, index = pairs.pair(i), int(places[i])
        error = abs(float(known[i])) / error_unit(pair)
        yield index, FoundFailure(law.symptom, error, pair, answers.answer(index), family, law.name)
    distance = said.signed_distance
    wanted = law.factor * first.signed_distance + law.moved
    slack = law.factor * slacks[0] + slacks[1]
    with np.errstate(invalid="ignore"):  # NaN: no answer
        doubtful = np.flatnonzero(np.abs(distance - wanted) > slack)
    for i in doubtful.tolist():
        pair, index = pairs.pair(i), int(places[i])
        allowed = law.factor * allowed_error(pair, plan.tolerance) + allowed_error(others.pair(i), plan.tolerance)
        error = abs(float(distance[i] - wanted[i]))
        if error > allowed:
            relative = error / (law.factor * error_unit(pair))
            yield index, FoundFailure(law.symptom, relative, pair, answers.answer(index), family, law.name)


def _contradicting(
    trial: _Trial, answers: AnswerBlock, said: AnswerBlock, slack: Floats, other_slack: Floats
) -> list[int]:
    """The pairs of a trial whose verdicts, given without distances, break its law, and not only within the tolerance.

    `answers` are about the pairs, and `said` about those that the law derives; the slacks are `slack_of` both.
    """
    law, truth = trial.law, trial.known
    wanted = law.verdicts(answers.verdict)
    has_distances = np.isfinite(answers.signed_distance) & np.isfinite(said.signed_distance)
    is_decided = (said.verdict != NO_VERDICT) & (said.verdict != UNDECIDED)
    is_clear = np.abs(truth) > slack
    is_clear &= np.abs(law.factor * truth + law.moved) > other_slack
    broken = ~has_distances & (wanted != NO_VERDICT) & is_decided & is_clear & (said.verdict != wanted)
    return np.flatnonzero(broken).tolist()


# --- groups ---


def in_groups(failures: list[FoundFailure]) -> dict[GroupKey, FailureGroup]:
    """The failures in groups."""
    groups: dict[GroupKey, FailureGroup] = {}
    for failure in failures:
        add_group(groups, (failure.symptom, failure.kinds), FailureGroup(1, failure, failure))
    return groups


def add_group(groups: dict[GroupKey, FailureGroup], key: GroupKey, group: FailureGroup) -> None:
    """Adds failures to the existing ones; among equally bad or simple ones, the first is kept.

    A failure of an ordinary family counts as simpler than any other: ordinary sizes are worth more than short numbers.
    """
    old = groups.get(key)
    if old is None:
        groups[key] = group
        return
    groups[key] = FailureGroup(
        old.total + group.total,
        max(old.worst, group.worst, key=lambda failure: failure.error),
        min(old.simplest, group.simplest, key=_effort),
    )


def _effort(failure: FoundFailure) -> tuple[bool, int]:
    family = (FAMILIES | BATCH_FAMILIES | CONTACT_FAMILIES).get(failure.family)  # none if the pair is like a given one
    return family is not None and not family.is_ordinary, complexity(failure.pair)


def complexity(pair: PlacedPair) -> int:
    """How many digits a person would have to read."""
    return len(repr(pair))


# --- the solver ---

SolverKey = tuple[str | Callable[..., Any], float]

_solvers: dict[SolverKey, ProcessSolver] = {}
_lock = Lock()  # guards the dictionary: chunks may run in threads


def solver_of(plan: HuntPlan) -> ProcessSolver:
    """The solver of the plan, one per process and kept warm.  Raises `AddressError` and the like."""
    key = (plan.solver, plan.seconds)
    with _lock:
        if key not in _solvers:
            make = solver_at if isinstance(plan.solver, str) else local_solver
            _solvers[key] = make(plan.solver, plan.seconds)  # type: ignore[arg-type]
        return _solvers[key]


def close_solvers() -> None:
    """Ends the processes of all solvers."""
    with _lock:
        solvers = list(_solvers.values())
        _solvers.clear()
    for solver in solvers:
        solver.close()


atexit.register(close_solvers)
