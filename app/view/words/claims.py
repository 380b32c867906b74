"""What the chosen run says at the step shown, beside the truth: its verdict and distance, or what it is about."""

from enum import Enum, auto
from math import isfinite
from typing import NamedTuple

from gjkscope.app.ask.runs.answers import contact_words
from gjkscope.app.ask.runs.choices import Run
from gjkscope.app.ask.runs.progress import bounds
from gjkscope.app.ask.runs.runs import Advanced, Contacts, OnMesh, Slid, judge_run_contacts
from gjkscope.app.state.inspection.claims import claim_faults
from gjkscope.app.state.inspection.traces import current_step, inspect, last_step
from gjkscope.app.state.model import State
from gjkscope.app.view.words.broad import comparisons_words, pairs_so_far
from gjkscope.app.view.words.markup import NO_BREAK
from gjkscope.app.view.words.verdict import distance_text, is_wrong_run, own_words, run_slack
from gjkscope.engine.broadphase import BroadTrace
from gjkscope.engine.contacts.explain_judge import faults
from gjkscope.engine.edges.steps import State as SlideStep
from gjkscope.engine.evidence.search import of_surfaces
from gjkscope.engine.registry.algorithms import ENGINE_ALGORITHMS
from gjkscope.engine.result import Result, Trace, Verdict
from gjkscope.engine.text import counted, number


class Standing(Enum):
    """How a claim stands against the truth."""

    OPEN = auto()  # the run goes on, or nothing is known that judges it
    RIGHT = auto()
    WRONG = auto()
    SILENT = auto()  # no answer


class RunClaim(NamedTuple):
    """What a run says, as large as the truth, and in words."""

    title: str
    number: str = ""
    words: str = ""
    standing: Standing = Standing.OPEN
    verdict: Verdict | None = None


def claim_of(state: State) -> RunClaim | None:
    """The claim of the chosen run at the step shown; None if it has none, or while a question hides it."""
    inspection = inspect(state)
    run = inspection.trace
    if run is None or inspection.hidden:
        return None
    if isinstance(run, Trace):
        return _at_the_end(state, run.result) if current_step(state) == last_step(state) else _on_the_way(state, run)
    return _of_run(state, run)


def _at_the_end(state: State, own: Result) -> RunClaim:
    answer = _answer_beside(state, own.algorithm)
    if _is_of_others(state, own.algorithm):
        standing = Standing.OPEN
    elif is_wrong_run(own, answer, run_slack(state)):
        standing = Standing.WRONG
    elif own.verdict is Verdict.UNDECIDED and answer.verdict is not Verdict.UNDECIDED:
        standing = Standing.SILENT
    else:
        standing = Standing.RIGHT
    if standing is Standing.RIGHT and claim_faults(state):
        return RunClaim(own.verdict.value.capitalize(), distance_text(own), PARTLY, Standing.WRONG, own.verdict)
    against = OF_FACES if _is_of_others(state, own.algorithm) else _standing_words(standing, state)
    words = "; ".join(filter(None, (against, own.exit.words)))
    if own.verdict is Verdict.UNDECIDED:
        title = "No answer" if own.algorithm in ENGINE_ALGORITHMS else "Undecided"
        return RunClaim(title, "", words, standing, own.verdict)
    known = distance_text(own) if own_words(own).endswith(f"{NO_BREAK}m") else ""
    return RunClaim(own.verdict.value.capitalize(), known, words, standing, own.verdict)


def _is_of_others(state: State, algorithm: str) -> bool:
    """Whether the answer is about hulls, and the run about the triangles or segments themselves: both may be right."""
    return _answer_beside(state, algorithm).of_hulls and of_surfaces(algorithm)


def _answer_beside(state: State, algorithm: str) -> Result:
    """The answer by which a run is judged: about triangles if they are proved, and the run is about them."""
    inspection = inspect(state)
    return inspection.certified if of_surfaces(algorithm) else inspection.answer


OF_FACES = "not of the hull, as the answer above"
PARTLY = "its verdict agrees with the truth, but not all of its answer:"


def _standing_words(standing: Standing, state: State) -> str:
    truth = "the truth" if inspect(state).certified.proved else "the answer above"
    return {
        Standing.OPEN: "",
        Standing.RIGHT: f"agrees with {truth}",
        Standing.WRONG: f"contradicts {truth}",
        Standing.SILENT: "gives no answer",
    }[standing]


def _on_the_way(state: State, run: Trace) -> RunClaim:
    """What the bounds after this step imply; they may already contradict the truth."""
    lower, upper = bounds(run)[current_step(state)]
    answer, slack = _answer_beside(state, run.algorithm), run_slack(state)
    is_wrong = lower - answer.upper > slack or answer.lower - upper > slack
    is_wrong = is_wrong and not _is_of_others(state, run.algorithm)
    standing = Standing.WRONG if is_wrong else Standing.OPEN
    so_far = "; ".join(filter(None, (_standing_words(standing, state), "so far")))
    if lower > 0:
        return RunClaim("Separated", _bound("≥", lower), so_far, standing, Verdict.SEPARATED)
    if upper < 0:
        return RunClaim("Penetrating", _bound("≤", upper), so_far, standing, Verdict.PENETRATING)
    known = _bound("≥", lower) if isfinite(lower) else _bound("≤", upper) if isfinite(upper) else ""
    return RunClaim("Searching", known, so_far if standing is Standing.WRONG else "no verdict yet", standing)


def _bound(sign: str, value: float) -> str:
    return f"{sign}{NO_BREAK}{number(value)}{NO_BREAK}m"


def _of_run(state: State, run: Run) -> RunClaim | None:
    """The claim of a run that is not an algorithm for the pair."""
    at_end = current_step(state) == last_step(state)
    whole = run.whole
    if isinstance(whole, Slid):
        return _of_slide(run.steps[current_step(state)])
    if isinstance(whole, BroadTrace):
        found = len(pairs_so_far(run, current_step(state)))
        words = comparisons_words(run.steps[current_step(state)].comparisons, whole)
        return RunClaim(f"{found:,} of {counted(len(whole.pairs), 'pair')}", "", words)
    if isinstance(whole, Advanced):
        return _of_contact(run, whole, at_end)
    if isinstance(whole, OnMesh) and at_end:
        words = "" if whole.found.has_depth else "no penetration depth is defined: the mesh is not convex"
        return RunClaim(counted(len(whole.found.points), "point"), "", words)
    if isinstance(whole, Contacts) and at_end:
        wrong = [fault for fault in faults(judge_run_contacts(whole)) if fault.is_wrong]
        words = "; ".join(fault.words for fault in wrong) or "as the exact manifold"
        points = counted(len(whole.found.manifold.points), "point")
        return RunClaim(points, "", words, Standing.WRONG if wrong else Standing.RIGHT)
    return None


def _of_slide(step: SlideStep) -> RunClaim:
    """The speed in this tick, and the ghost collisions so far."""
    measures = step.measures
    is_hit = any(response.is_ghost for response in step.responses)
    standing = Standing.WRONG if measures.ghosts > 0 or measures.tunnelled else Standing.OPEN
    moves = "Slides" if measures.speed > 0 else "Stopped"
    title = "Fell through" if measures.tunnelled else "Ghost collision" if is_hit else moves
    words = (
        f"of {number(measures.start_speed, 4)} m/s at the start; {counted(measures.ghosts, 'ghost collision')} so far"
    )
    return RunClaim(title, f"{number(measures.speed, 4)}{NO_BREAK}m/s", words, standing)


def _of_contact(run: Run, whole: Advanced, at_end: bool) -> RunClaim:
    done = whole.advancement
    if not at_end:
        return RunClaim("Searching", "", "no first contact yet")
    words = contact_words(done, *run.names)
    if done.time is not None:
        return RunClaim("First contact", f"{number(done.time)}{NO_BREAK}s", words)
    return RunClaim("No contact" if done.free_until >= done.duration else "Undecided", "", words)
