"""Asks a solver again about the pairs of scenes, such as those that a hunt found: a regression run."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from time import perf_counter
from typing import NamedTuple
from xml.etree import ElementTree as ET

from gjkscope.app.ask.runs.answers import pairs_of
from gjkscope.app.ask.solvers.half_spaces import TWO_HALF_SPACES, both_half_spaces, with_wide_half_spaces
from gjkscope.app.ask.solvers.pair_block import block_of
from gjkscope.app.judge.hunting.chunks import FoundFailure, HuntPlan, answers_about, every_failure
from gjkscope.app.judge.hunting.judging import judge_pair
from gjkscope.app.judge.hunting.writing import SUMMARY
from gjkscope.app.scenes.scene import Pair, Scene
from gjkscope.app.scenes.scene_file import load
from gjkscope.engine.analysis.explain_report import assessment_words


class ReplayOutcome(NamedTuple):
    """How a solver now answers about a pair of a scene; made by `replay_pairs`.

    >>> from gjkscope import replay_pairs
    >>> from gjkscope.app.base.resources import resource
    >>> scene = resource("assets", "scenes", "museum", "fcl-508.json")
    >>> [outcome] = replay_pairs(lambda a, pose_a, b, pose_b: None, scene)
    >>> outcome.scene, outcome.pair, outcome.fault, outcome.is_skipped
    ('fcl-508', ('A', 'B'), None, True)
    """

    scene: str  #: the file, without its suffix
    pair: Pair  #: the names of its bodies
    fault: str | None  #: the symptom; None if the answer is right, or the pair is skipped
    words: str  #: one line
    seconds: float  #: seconds that the answer took
    is_skipped: bool = False  #: whether the solver does not take the pair, or no answer about it can be judged


def scenes_in(path: Path) -> list[Path]:
    """The scene files in a folder, or the file itself."""
    if path.is_file():
        return [path]
    return sorted(file for file in path.glob("*.json") if file.name != SUMMARY)


def replay_scenes(plan: HuntPlan, scenes: Sequence[Path]) -> Iterator[ReplayOutcome]:
    """Yields the outcomes as they arrive.  Raises `SceneError` for a file that is not a scene."""
    for path in scenes:
        scene = load(path)
        for pair in pairs_of(scene):
            yield _outcome(plan, scene, pair, path.stem)


def junit_xml(outcomes: Sequence[ReplayOutcome], solver: str) -> bytes:
    """The outcomes as a JUnit report, which CI systems display."""
    suite = ET.Element(
        "testsuite",
        name=f"gjkscope hunt --replay: {solver}",
        tests=str(len(outcomes)),
        failures=str(sum(run.fault is not None for run in outcomes)),
        skipped=str(sum(run.is_skipped for run in outcomes)),
        time=f"{sum(run.seconds for run in outcomes):.3f}",
    )
    for run in outcomes:
        case = ET.SubElement(
            suite, "testcase", classname=solver, name=f"{run.scene} ({', '.join(run.pair)})", time=f"{run.seconds:.3f}"
        )
        if run.fault is not None:
            ET.SubElement(case, "failure", message=run.words, type=run.fault)
        elif run.is_skipped:
            ET.SubElement(case, "skipped", message=run.words)
    return bytes(ET.tostring(suite, "utf-8", xml_declaration=True))


def _outcome(plan: HuntPlan, scene: Scene, pair: Pair, name: str) -> ReplayOutcome:
    outcome = _judge(plan, scene, pair, name)
    return outcome._replace(words=f"{outcome.words} ({scene.unread_words})") if scene.unread else outcome


def _judge(plan: HuntPlan, scene: Scene, pair: Pair, name: str) -> ReplayOutcome:
    started = perf_counter()
    a, b = (scene.body(body) for body in pair)
    block = with_wide_half_spaces(block_of([(a.shape, a.pose, b.shape, b.pose)]))
    if both_half_spaces(block).any():
        return ReplayOutcome(name, pair, None, f"not judged: {TWO_HALF_SPACES}", perf_counter() - started, True)
    answers = answers_about(plan, block)
    unsupported = answers.answer(0).unsupported
    if unsupported is not None:
        return ReplayOutcome(name, pair, None, f"not supported: {unsupported}", perf_counter() - started, True)
    failure = next(every_failure(plan, block, answers, name, block.size), None)
    if failure is None:
        judgement = judge_pair(answers.answer(0), block.pair(0), plan.tolerance)[1]
        judged = judgement.right is not None or not (judgement.of_mesh or judgement.by_triangles)
        words = "right" if judged else assessment_words(judgement, a.name, b.name)
        return ReplayOutcome(name, pair, None, words, perf_counter() - started, not judged)
    return ReplayOutcome(name, pair, failure.symptom.value, _failure_words(failure), perf_counter() - started)


def _failure_words(failure: FoundFailure) -> str:
    broken = "" if failure.law is None else f", with {failure.law}"
    error = f", by {failure.error:.2g} of {failure.symptom.unit}" if failure.error > 0 else ""
    words = failure.answer.crashed or failure.answer.not_finite or ""
    return f"{failure.symptom}{broken}{error}{': ' if words else ''}{words}"
