"""Draws what an engine reported: its normal, witness and contact points, the faces that it chose, and A's ghost after
its push-out.

Everything is violet and in long dashes, with rings instead of discs, to distinguish it from the truth.  A contact point
that is wrong has a second, larger ring, and says what is wrong with it.
"""

from collections.abc import Sequence
from math import hypot, inf

from gjkscope.app.scenes.reports import reported_push_out, usable_parts
from gjkscope.app.scenes.scene import Body, Reported
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.drawlist import PointStyle
from gjkscope.app.view.drawing.ghost import draw_ghost
from gjkscope.engine.analysis.explain_report import wrong_point_words
from gjkscope.engine.resolution.pair import translate
from gjkscope.engine.text import number
from gjkscope.engine.vectors import ZERO, Vec3, along, scale, sub, unit

DASH, WIDTH, RING, CONTACT_RING, WRONG_RING = 14.0, 3.0, 15.0, 11.0, 23.0  # pixels
# Fractions of the view's radius: the least length of a normal, the length of its head, and the shift of a ghost that
# would otherwise only blur A's edges.
SHORTEST, HEAD, NEAR = 0.3, 0.06, 0.01
FACE = 0.25  # opacity of a face
FEATURES = {1: "vertex", 2: "edge"}  # what fewer corners than those of a face are
FAR = 100.0  # radii of the view: what an engine reports beyond is not drawn, as nobody would find it


def draw_report(
    builder: Builder, report: Reported, bodies: tuple[Body, Body], witness: Vec3 | None, center: Vec3, radius: float
) -> None:
    """Draws the report in the world view; it must be about the pair of these bodies, in this order.

    A normal without points begins at `witness`, the true witness point, or else in the middle of the first body.
    """
    a = bodies[0]
    usable = usable_parts(report)
    marks = _ReportMarks(builder, usable, center, radius)
    marks.draw_faces()
    marks.draw_points()
    marks.draw_wrong_points(report, bodies)
    push = reported_push_out(usable)
    if push is not None and NEAR * radius < _length(push) < FAR * radius:
        draw_ghost(builder, a, translate(a.pose, push), palette.REPORT, 0.1)
    marks.draw_normal(push, a.ball[0] if witness is None else witness)


def draw_report_in_difference(builder: Builder, report: Reported, radius: float) -> None:
    """Draws the point of A − B closest to the origin that follows from the report, and the way to it."""
    exit_point = _closest_of_difference(usable_parts(report))
    if exit_point is None or not _length(exit_point) < FAR * radius:
        return
    builder.line(ZERO, exit_point, palette.REPORT, WIDTH, DASH)
    builder.point(exit_point, palette.REPORT, RING, PointStyle.RING)
    builder.label(f"{report.by} {number(_length(exit_point))} m", exit_point, palette.REPORT, 4, away_from=ZERO)


def _closest_of_difference(report: Reported) -> Vec3 | None:
    """−d · normal, or the difference of the witness points."""
    if report.signed_distance is not None and report.normal is not None:
        return scale(unit(report.normal), -report.signed_distance)
    if report.witness_a is not None and report.witness_b is not None:
        return sub(report.witness_a, report.witness_b)
    push = reported_push_out(report)
    return None if push is None else scale(push, -1.0)


class _ReportMarks:
    """Draws the parts of a report that are near the view's contents."""

    def __init__(self, builder: Builder, report: Reported, center: Vec3, radius: float) -> None:
        self._builder, self._report = builder, report
        self._center, self._radius = center, radius

    def draw_points(self) -> None:
        builder, report = self._builder, self._report
        on_a, on_b = self._near(report.witness_a), self._near(report.witness_b)
        if on_a is not None and on_b is not None:
            builder.line(on_a, on_b, palette.REPORT, WIDTH, DASH)
        for end in (on_a, on_b):
            if end is not None:
                builder.point(end, palette.REPORT, RING, PointStyle.RING)
        for contact in report.points:
            if self._near(contact.position) is not None:
                builder.point(contact.position, palette.REPORT, CONTACT_RING, PointStyle.RING)
                self._draw_depth(contact.position, contact.depth)

    def draw_faces(self) -> None:
        """Outlines the face, edge or vertex of each body that the engine chose."""
        report = self._report
        for name, corners in zip(report.pair, (report.face_a, report.face_b), strict=True):
            if corners and all(self._near(corner) is not None for corner in corners):
                self._draw_face(corners, f"{report.by}'s {FEATURES.get(len(corners), 'face')} of {name}")

    def _draw_face(self, corners: Sequence[Vec3], words: str) -> None:
        builder, has_area = self._builder, len(corners) > 2
        if len(corners) == 1:
            builder.point(corners[0], palette.REPORT, CONTACT_RING, PointStyle.RING)
        builder.path(corners, palette.REPORT, WIDTH, DASH, closed=has_area)
        if has_area:
            builder.polygon(corners, palette.faded(palette.REPORT, FACE))
        builder.label(words, corners[0], palette.REPORT, 5)

    def draw_wrong_points(self, report: Reported, bodies: tuple[Body, Body]) -> None:
        """Marks the contact points that are phantoms, or whose depth is wrong; `report` is as the engine gave it."""
        if not report.points:
            return
        from gjkscope.app.ask.runs.reports import judge_reported  # most scenes have no reports

        for point in judge_reported(report, *bodies).found.points:
            words = wrong_point_words(point)
            if words and self._near(point.said) is not None:
                self._builder.point(point.said, palette.WRONG, WRONG_RING, PointStyle.RING)
                self._builder.label(f"× {words}", point.said, palette.WRONG, 9)

    def draw_normal(self, push: Vec3 | None, fallback: Vec3) -> None:
        """Draws the normal as a dashed arrow, as long as the distance if that is visible, and labels the report."""
        builder, report = self._builder, self._report
        tail = self._near(report.witness_a) or self._near(self._first_contact()) or fallback
        words = report.by if report.crashed is None else f"{report.by}: {report.crashed}"
        if report.signed_distance is not None:
            words = f"{report.by} {number(report.signed_distance)} m"
        if report.normal is None:
            if report.crashed is None:
                builder.label(words, tail, palette.REPORT, 4)
            return
        length = max(SHORTEST * self._radius, min(_length(push) if push else 0.0, self._radius))
        tip = along(tail, unit(report.normal), length)
        builder.line(tail, tip, palette.REPORT, WIDTH, DASH)
        builder.arrow(along(tip, unit(report.normal), -HEAD * self._radius), tip, palette.REPORT, WIDTH)
        builder.label(words, tip, palette.REPORT, 4, away_from=tail)

    def _draw_depth(self, position: Vec3, depth: float | None) -> None:
        """Draws the depth of a contact point, as a line against the normal."""
        normal = self._report.normal
        if depth is not None and normal is not None and 0 < depth < FAR * self._radius:
            self._builder.line(position, along(position, unit(normal), -depth), palette.REPORT, WIDTH / 2, DASH)

    def _first_contact(self) -> Vec3 | None:
        return self._report.points[0].position if self._report.points else None

    def _near(self, point: Vec3 | None) -> Vec3 | None:
        """The point, unless it is too far away to be drawn."""
        if point is None or not _length(sub(point, self._center)) <= FAR * self._radius:
            return None
        return point


def _length(v: Vec3) -> float:
    """The length of a vector that may be as large as doubles go."""
    return inf if max(map(abs, v)) > 1e300 else hypot(*v)
