"""`Findings`: the certified answer about a pair, that of each algorithm, and what engines reported."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from gjkscope.app.ask.runs.answers import PairAnswer, PairComparison, answers, expectation
from gjkscope.app.ask.runs.parts import deciding_bodies
from gjkscope.app.ask.runs.reports import JudgedReport, judge_reports
from gjkscope.app.base.records import replace
from gjkscope.app.scenes.scene import Body, Expected, Pair, Scene
from gjkscope.app.scenes.scene_file import self_contained
from gjkscope.engine.analysis.compare import AGREE, ComparisonRow, compare
from gjkscope.engine.options import DEFAULT, Options
from gjkscope.engine.registry.algorithms import ALGORITHMS, PLANAR_ALGORITHMS
from gjkscope.engine.result import Exit, Result, Verdict
from gjkscope.engine.shapes.bounds import size

if TYPE_CHECKING:  # most reports ask no engine
    from gjkscope.app.ask.solvers.asking import EngineAnswer

Both = tuple[Any, Any, Any, Any]
PUBLISHED = ("headbutt", "tetrahedron")  # with the faults of the articles that they implement


class Findings(Struct, frozen=True):
    """What is known about a pair of a scene."""

    scene: Scene  # self-contained, with the pair first
    pair: Pair
    options: Options
    named: bool  # whether the algorithms were chosen; otherwise all that support the pair were run
    answer: PairAnswer  # of the default algorithm
    compared: PairComparison
    judged: tuple[JudgedReport, ...]
    unsupported: tuple["EngineAnswer", ...] = ()  # engines that were asked and do not take the pair
    engines: tuple[str, ...] = ()  # adapters that were asked and answered
    displayed: tuple[str, ...] = ()  # what the picture and the page show, if that was decided elsewhere

    @property
    def bodies(self) -> tuple[Body, Body]:
        return self.scene.body(self.pair[0]), self.scene.body(self.pair[1])

    @property
    def deciding(self) -> tuple[Body, Body]:
        """The bodies that the algorithms ran on: those with parts are replaced by the part that decides."""
        return deciding_bodies(*self.bodies)

    @property
    def truth(self) -> Expected | None:
        """What the scene expects, or else what is certified; None if neither is known."""
        return self.compared.expected

    @property
    def examined(self) -> tuple[ComparisonRow, ...]:
        """The answers that the report is about: published algorithms with known faults only if they are asked for."""
        return tuple(
            row
            for row in self.compared.comparison.rows
            if self.named or row.algorithm in self.displayed or row.algorithm not in PUBLISHED
        )

    @property
    def faulty(self) -> tuple[ComparisonRow, ...]:
        """The answers among these that contradict the truth, and the runs that gave up."""
        return tuple(row for row in self.examined if self.compared.matches_expected(row) is False or gave_up(row))

    @property
    def shown(self) -> tuple[str, ...]:
        """What the page shows: the chosen algorithms, or those behind the default answer and the faulty ones."""
        if self.displayed:
            return self.displayed
        ran = [row.algorithm for row in self.compared.comparison.rows]
        if self.named and ran:
            return tuple(ran)
        default = self.answer.result.algorithm.split("+") if self.answer.result else ["gjk"]
        return tuple(dict.fromkeys([*default, *(row.algorithm for row in self.faulty)]))


def examine(
    scene: Scene,
    pair: Pair,
    algorithms: Sequence[str] = (),
    options: Options = DEFAULT,
    asked: Sequence[JudgedReport] = (),
    unsupported: Sequence["EngineAnswer"] = (),
    engines: Sequence[str] = (),
) -> Findings:
    """Runs the algorithms on the pair, by default all, and judges the reports about it.

    `asked` are judged answers of engines just queried; they become reports of the scene.
    """
    scene = about_pair(scene, pair)
    judged = (*judge_reports(scene, pair), *asked)
    scene = replace(scene, reported=(*scene.reported, *(judged.report for judged in asked)))
    a, b = deciding_bodies(scene.body(pair[0]), scene.body(pair[1]))
    (answer,) = answers(scene, [pair], [None])
    comparison = compare(a.shape, a.pose, b.shape, b.pose, algorithms or None, options)
    truth = expectation(scene, pair) or _certify(answer.result, (a.shape, a.pose, b.shape, b.pose), pair, scene)
    compared = PairComparison(pair, comparison, truth)
    return Findings(
        scene, pair, options, bool(algorithms), answer, compared, judged, tuple(unsupported), tuple(engines)
    )


def gave_up(row: ComparisonRow) -> bool:
    """Whether the algorithm ended without a verdict because it did not converge."""
    return row.result.verdict is Verdict.UNDECIDED and row.result.exit in (Exit.CYCLE, Exit.ITERATION_LIMIT)


def about_pair(scene: Scene, pair: Pair) -> Scene:
    """The scene with the pair first, where programs look for it, and without references to mesh files."""
    others = tuple(other_pair for other_pair in scene.pairs or () if other_pair != pair)
    return replace(self_contained(scene), pairs=(pair, *others))


def known_algorithms(scene: Scene) -> list[str]:
    """The names of the algorithms that answer about pairs of the scene."""
    return [*(PLANAR_ALGORITHMS if scene.is_plane else ALGORITHMS)]


def _certify(result: Result | None, both: Both, pair: Pair, scene: Scene) -> Expected | None:
    if result is None or not result.certified or result.verdict is Verdict.UNDECIDED:
        return None
    slack = AGREE * size(*both)
    return Expected(pair, result.verdict.value, result.signed_distance, slack, _method(scene))


def _method(scene: Scene) -> str:
    """Where the truth comes from."""
    return ", ".join(filter(None, ("certified by gjkscope", scene.unread_words)))
