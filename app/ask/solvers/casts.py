"""Casts: engines that answer them move A along a straight line until it touches B, and their answers are judged.

1. The displacement is that of A relative to B within the horizon of a search for first contact; B is at its start.
2. The truth is conservative advancement, which proves that nothing touches before.
3. A hit says that the shapes touch at its fraction, with its normal and point: it is judged like a report of the
   distance 0 about the pair at that moment.  A hit that is later than the first contact is also wrong if the shapes
   overlap in between.
4. A miss is wrong if the shapes overlap somewhere on the way by more than the tolerance.  Where they only graze each
   other, both answers are right.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gjkscope.app.ask.runs.answers import HORIZON
from gjkscope.app.ask.runs.reports import is_about_hull, is_about_triangles
from gjkscope.app.ask.solvers.asking import other_dimension, tolerance_for
from gjkscope.app.ask.solvers.engines import engine_solver
from gjkscope.app.ask.solvers.installations import adapter_of
from gjkscope.app.ask.solvers.solver import SolverAnswer
from gjkscope.app.scenes.scene import Body, Pair, Scene
from gjkscope.engine.advancement.motion import Motion
from gjkscope.engine.advancement.steps import Advancement, first_contact
from gjkscope.engine.analysis.explain_report import assessment_words
from gjkscope.engine.analysis.reports import ReportJudgement, judge_report
from gjkscope.engine.pose import Pose
from gjkscope.engine.query import query
from gjkscope.engine.text import number
from gjkscope.engine.vectors import ZERO, Vec3, along, norm, scale, sub

LOOKS = 16  # places at which the overlap on the way is measured
RIGHT = "right"
OF_TRIANGLES = "not judged: our first contact is that of the hull, the engine's that of the triangles"


class JudgedCast(NamedTuple):
    """What an engine answered about a cast, and whether it is right."""

    pair: Pair
    by: str  # title and version of the engine
    answer: SolverAnswer
    truth: Advancement | None  # None: the engine was not asked
    right: bool | None  # None: nothing to judge
    assessment: str  # what is wrong, or why there is nothing to judge

    @property
    def time(self) -> float | None:
        """Seconds to the first contact, as the engine answers; None if it answers that there is none."""
        return None if self.answer.fraction is None else HORIZON * self.answer.fraction

    @property
    def words(self) -> str:
        """One line: what it answers, and what is wrong."""
        if self.answer.crashed is not None or self.answer.unsupported is not None:
            return f"{self.by}: {self.assessment}"
        said = "no contact" if self.time is None else f"first contact after {number(self.time)} s"
        return f"{self.by} casts: {said}: {self.assessment}"


def cast_engines(
    scene: Scene, pairs: Sequence[Pair], engines: Sequence[str], tolerance: float | None = None
) -> Iterator[JudgedCast]:
    """The judged casts of several engines about each pair; `tolerance` is relative to the size, by default the
    engine's.
    """
    for pair in pairs:
        a, b = (scene.body(name) for name in pair)
        for name in engines:
            yield cast_engine(name, a, b, tolerance)


def cast_engine(name: str, a: Body, b: Body, tolerance: float | None = None) -> JudgedCast:
    """The judged cast of an installed engine: A moves at the velocities of both bodies.  Raises `Cancelled`."""
    solver, displacement = engine_solver(name), scale(sub(a.motion.velocity, b.motion.velocity), HORIZON)
    if (reason := _refusal(name, a, b, displacement)) is not None:
        return JudgedCast((a.name, b.name), solver.title, SolverAnswer(unsupported=reason), None, None, reason)
    answer = solver.ask(a.shape, a.pose, b.shape, b.pose, displacement)
    still = Motion()
    truth = first_contact(a.shape, a.pose, Motion(scale(displacement, 1 / HORIZON)), b.shape, b.pose, still, HORIZON)
    relative = tolerance_for(name, a, b) if tolerance is None else tolerance
    right, words = _judge(answer, _Flight(a, b, displacement, truth, relative))
    return JudgedCast((a.name, b.name), solver.title, answer, truth, right, words)


def _refusal(name: str, a: Body, b: Body, displacement: Vec3) -> str | None:
    adapter = adapter_of(name)
    if (reason := other_dimension(name, a.shape.dimension)) is not None:
        return reason
    if adapter is None or "casts" not in adapter.answers:
        return "answers no casts"
    if turning := [body.name for body in (a, b) if body.motion.angular_velocity != ZERO]:
        return f"{turning[0]} turns; casts only move"
    return f"{a.name} and {b.name} do not move relative to each other" if displacement == ZERO else None


class _Flight(NamedTuple):
    """The way of A, and what is known about it."""

    a: Body
    b: Body
    displacement: Vec3
    truth: Advancement
    tolerance: float  # relative to the size

    @property
    def first(self) -> float | None:
        """The fraction at the first contact."""
        return None if self.truth.time is None else self.truth.time / HORIZON

    def pose(self, fraction: float) -> Pose:
        """That of A."""
        return self.a.pose._replace(position=along(self.a.pose.position, self.displacement, fraction))

    def judge(self, answer: SolverAnswer, fraction: float) -> ReportJudgement:
        """The judgement of a report about the pair at a moment."""
        pair = (self.a.shape, self.pose(fraction), self.b.shape, self.b.pose)
        hulls = is_about_hull(answer.note)
        return judge_report(answer, query(*pair), *pair, self.tolerance, support=False, asked_hulls=hulls)

    def deepest(self, start: float, end: float) -> float:
        """The greatest overlap seen between two moments, metres; 0 if none is seen."""
        places = (start + (end - start) * (i + 1) / LOOKS for i in range(LOOKS))
        distances = (query(self.a.shape, self.pose(at), self.b.shape, self.b.pose).signed_distance for at in places)
        return max((-distance for distance in distances if distance is not None), default=0.0)


def _judge(answer: SolverAnswer, flight: _Flight) -> tuple[bool | None, str]:
    """Whether the answer is right, and what is wrong."""
    if answer.unsupported is not None:
        return None, answer.unsupported
    if answer.crashed is not None:
        return False, answer.crashed
    if is_about_triangles(answer.note, flight.a.shape, flight.b.shape):
        return None, OF_TRIANGLES
    if answer.fraction is not None:
        return _judge_hit(answer, answer.fraction, flight)
    if flight.first is None:
        is_known = flight.truth.free_until >= flight.truth.duration
        return (True, RIGHT) if is_known else (None, "the true first contact is not known")
    overlap, slack = flight.deepest(flight.first, 1.0), flight.judge(SolverAnswer(), flight.first).tolerance
    if overlap <= slack:
        return True, RIGHT
    return False, _overlap_words(flight.first, overlap)


def _judge_hit(answer: SolverAnswer, fraction: float, flight: _Flight) -> tuple[bool | None, str]:
    if not 0 <= fraction <= 1:
        return False, f"the fraction {fraction:g} is not between 0 and 1"
    at_start = flight.first == 0.0
    said = SolverAnswer(signed_distance=None if at_start else 0.0, normal=answer.normal, note=answer.note)
    judged = flight.judge(said if at_start else said._replace(witness_b=answer.witness_b), fraction)
    if at_start and fraction * norm(flight.displacement) > judged.tolerance:
        return False, "they touch at the start"
    distance = judged.signed_distance
    if distance is not None and distance.right is False and distance.truth is not None:
        early = distance.truth > 0
        return False, f"{number(abs(distance.truth))} m {'too early' if early else 'too late'}"
    if flight.first is not None and flight.first < fraction:
        overlap = flight.deepest(flight.first, fraction)
        if overlap > judged.tolerance:
            return False, f"{_overlap_words(flight.first, overlap)} before"
    if judged.right is False:
        return False, assessment_words(judged, flight.a.name, flight.b.name)
    return judged.right, RIGHT if judged.right else "nothing to judge"


def _overlap_words(first: float, overlap: float) -> str:
    return f"they touch after {number(HORIZON * first)} s, and overlap by up to {number(overlap)} m"
