"""Pairs of the suite as scenes: any pair, and the worst one for each engine and kind of failure."""

import json
from collections.abc import Iterator
from typing import NamedTuple

from gjkscope.app.ask.solvers.messages import answer_from
from gjkscope.app.ask.solvers.solver import as_report
from gjkscope.app.ask.solvers.tolerance import Tolerance
from gjkscope.app.judge.hunting.minimising import bodies_of
from gjkscope.app.judge.hunting.writing import PAIR, certified_truth
from gjkscope.app.judge.surveying.league import groups_of
from gjkscope.app.judge.surveying.outcomes import FAILURES
from gjkscope.app.judge.surveying.record import NOT_FINITE, ExampleRecord, SurveyRecord
from gjkscope.app.judge.surveying.suite import BLOCK, pair_name, survey_block
from gjkscope.app.scenes.scene import Reported, Scene
from gjkscope.engine.shapes.kinds import PlacedPair


class WorstPair(NamedTuple):
    """The worst pair of an engine with one kind of failure."""

    engine: str
    failure: str
    family: str
    example: ExampleRecord

    @property
    def file(self) -> str:
        """Its scene, relative to the folder of the survey."""
        name = "".join(letter if letter.isalnum() or letter in "-_" else "-" for letter in self.engine).strip("-")
        return f"scenes/{name}-{self.failure.replace(' ', '-')}.json"


def worst_pairs(survey: SurveyRecord, engine: str) -> Iterator[WorstPair]:
    """For each kind of failure, the worst pair: of an ordinary family if there is one, then of the museum."""
    groups = groups_of(survey)
    order = [*groups.get("ordinary", ()), *groups.get("museum", ()), *groups.get("degenerate", ())]
    for code, failure in FAILURES.items():
        for group in ("ordinary", "museum", "degenerate"):
            cells = [
                (family, survey.cells[engine][family].worst) for family in order if family in groups.get(group, ())
            ]
            candidates = [
                WorstPair(engine, failure, family, worst[known])
                for family, worst in cells
                for known in (code, code.lower())
                if known in worst
            ]
            if candidates:
                yield max(candidates, key=lambda candidate: candidate.example.error)
                break


def pair_scene(family: str, number: int, seed: int) -> Scene:
    """A pair of the suite, with what is expected of it.  Raises `IndexError` if the museum has no such pair."""
    pair = _pair(family, number, seed)
    return Scene(
        name=pair_name(family, number),
        bodies=bodies_of(pair),
        source=f"gjkscope survey, family {family!r}, pair {number}, seed {seed}",
        pairs=(PAIR,),
        expected=certified_truth(pair, Tolerance()),
    )


def worst_scene(survey: SurveyRecord, worst: WorstPair) -> Scene:
    """The pair with the engine's answer."""
    record = survey.engines[worst.engine]
    pair = _pair(worst.family, worst.example.number, survey.seed)
    return Scene(
        name=f"{record.title}: {worst.failure}",
        bodies=bodies_of(pair),
        source=f"gjkscope survey, family {worst.family!r}, pair {worst.example.number}, seed {survey.seed}",
        pairs=(PAIR,),
        expected=certified_truth(pair, Tolerance(record.tolerance, record.least_error)),
        reported=(_report(worst.example, record.words),),
    )


def _report(example: ExampleRecord, title: str) -> Reported:
    if NOT_FINITE in example.answer:
        return Reported(PAIR, title, crashed=f"no finite answer: {example.answer[NOT_FINITE]}")
    return as_report(answer_from(json.loads(json.dumps(example.answer))), PAIR, title)


def _pair(family: str, number: int, seed: int) -> PlacedPair:
    block, index = divmod(number, BLOCK)
    return survey_block(family, block, index + 1, seed).pairs.pair(index)
