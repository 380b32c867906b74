"""What engines reported about the pairs of a scene, judged field by field against the certified answers."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from gjkscope.app.ask.runs.iterations import CheckedReport, check_reported_run
from gjkscope.app.ask.runs.parts import deciding_pair
from gjkscope.app.scenes.reports import HULL_NOTE, TRIANGLES_NOTE
from gjkscope.app.scenes.scene import Body, Pair, Reported, Scene
from gjkscope.engine.analysis.explain_report import assessment_words, explain_report
from gjkscope.engine.analysis.mesh_reports import judge_mesh_report
from gjkscope.engine.analysis.reports import TOLERANCE, ReportJudgement, judge_report
from gjkscope.engine.compound.parts import is_compound
from gjkscope.engine.contacts.explain_provenance import point_origin_words
from gjkscope.engine.contacts.provenance import ReportedOrigin
from gjkscope.engine.meshes.sides import is_triangles
from gjkscope.engine.pose import Pose
from gjkscope.engine.query import query
from gjkscope.engine.result import Result, Verdict
from gjkscope.engine.shapes.convexity import is_hull
from gjkscope.engine.shapes.kinds import Shape

REPORTS_KEPT = 64

BY_HULLS = "judged by the convex hulls"
BY_TRIANGLES = "judged by the triangles"


class JudgedReport(NamedTuple):
    """A report and its judgement."""

    report: Reported
    found: ReportJudgement
    of_hulls: bool = False  # the truth is about the convex hulls of meshes, not about the meshes themselves
    run: CheckedReport | None = None  # its iterations, if it has any
    origins: tuple[ReportedOrigin, ...] = ()  # of its contact points, in order, if they were asked for

    @property
    def pair(self) -> Pair:
        return self.report.pair

    @property
    def words(self) -> str:
        """One sentence: what it reports, and what is wrong."""
        return f"{explain_report(self.found, self.report.by, *self.pair)}{self._basis}"

    @property
    def assessment(self) -> str:
        """What is wrong, without what it reports."""
        return f"{assessment_words(self.found, *self.pair)}{self._basis}"

    @property
    def wrong_point_origins(self) -> tuple[tuple[int, tuple[str, ...]], ...]:
        """Sentences about the origin of each wrong contact point, with its number, from 1."""
        numbered = enumerate(zip(self.found.points, self.origins, strict=bool(self.origins)), start=1)
        return tuple(
            (number, point_origin_words(origin, *self.pair, point.is_phantom))
            for number, (point, origin) in numbered
            if point.right is False
        )

    @property
    def _basis(self) -> str:
        if self.found.by_triangles and self.found.truth.verdict is Verdict.SEPARATED:
            return f" ({BY_TRIANGLES})"
        return f" ({BY_HULLS})" if self.of_hulls and not self.found.of_mesh else ""


def judge_reports(scene: Scene, pair: Sequence[str] | None = None, tolerance: float = TOLERANCE) -> list[JudgedReport]:
    """The scene's reports, or only those about the pair in either order.

    `tolerance` is that of `judge_report`, relative to the size of each pair.
    """
    return list(_judge(scene, pair, tolerance))


def reports_about(scene: Scene, pair: Sequence[str]) -> tuple[Reported, ...]:
    """The scene's reports about the pair, in either order."""
    return tuple(report for report in scene.reported if set(report.pair) == set(pair))


def judge_reported(report: Reported, a: Body, b: Body, tolerance: float = TOLERANCE) -> JudgedReport:
    """Judges a report about two bodies; `a` and `b` are in the report's order."""
    return _judge_placed(report, a, b, tolerance)


def _judge(scene: Scene, pair: Sequence[str] | None, tolerance: float) -> Iterator[JudgedReport]:
    for report in scene.reported if pair is None else reports_about(scene, pair):
        yield judge_reported(report, scene.body(report.pair[0]), scene.body(report.pair[1]), tolerance)


@lru_cache(maxsize=REPORTS_KEPT)
def _judge_placed(report: Reported, a: Body, b: Body, tolerance: float) -> JudgedReport:
    run = check_reported_run(report, a, b, tolerance) if report.iterations else None
    whole = (a.shape, a.pose, b.shape, b.pose)
    if is_about_triangles(report.note, a.shape, b.shape):
        return JudgedReport(report, judge_mesh_report(report, truth_of_triangles(*whole), *whole, tolerance), run=run)
    placed = whole if is_about_hull(report.note) else deciding_pair(*whole)
    of_hulls = not all(is_hull(shape) for shape in placed[::2])
    judgement = judge_report(report, _truth(*placed), *placed, tolerance, asked_hulls=is_about_hull(report.note))
    return JudgedReport(report, judgement, of_hulls, run)


def is_about_hull(note: str | None) -> bool:
    """Whether the note on an answer says that the engine was asked about the hull of a mesh."""
    return note is not None and HULL_NOTE in note


def is_about_triangles(note: str | None, shape_a: Shape, shape_b: Shape) -> bool:
    """Whether an answer with this note is about the triangles of a mesh, whose hull is another shape.

    It is unless it says that it is about the hull, or the mesh has convex parts, which the engine may have taken.
    """
    if note is not None and TRIANGLES_NOTE in note:
        return True
    concave = any(is_triangles(shape) and not is_hull(shape) for shape in (shape_a, shape_b))
    return concave and not is_about_hull(note) and not is_compound(shape_a, shape_b)


@lru_cache(maxsize=REPORTS_KEPT)
def truth_of_triangles(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose) -> Result:
    """The distance of two shapes by their triangles, or that these overlap."""
    return query(shape_a, pose_a, shape_b, pose_b, "mesh-distance")


@lru_cache(maxsize=REPORTS_KEPT)
def _truth(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose) -> Result:
    """The certified answer about two placed shapes."""
    return query(shape_a, pose_a, shape_b, pose_b)
