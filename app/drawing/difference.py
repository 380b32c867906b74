"""The Minkowski difference view: A − B, the origin, and the simplex that walks towards it."""

from functools import lru_cache, reduce
from itertools import combinations

from engine import gjk, sat
from engine.explain import number
from engine.minkowski import minkowski_difference
from engine.pose import Pose
from engine.result import Exit, Result
from engine.shapes import Shape
from engine.vectors import ZERO, Vec3, add, along, norm, scale, sub

from ..extents import difference_ball
from ..state import State, Visibility
from ..traces import inspect, step_record
from . import palette
from .builder import Builder
from .drawlist import DrawList, Layer, PointStyle
from .surfaces import hull_surface, placed
from .world import Identity, shown_axis, shows_result


def difference_drawing(state: State) -> DrawList:
    """Everything in the difference view; rebuilt only when something it shows has changed."""
    a, b = state.bodies
    return _difference(
        (a.shape, a.pose, b.shape, b.pose),
        inspect(state).answer,
        Identity(step_record(state)),
        shown_axis(state),
        shows_result(state),
        state.visible,
        difference_ball(state),
    )


@lru_cache(maxsize=8)
def _difference(
    pair: tuple[Shape, Pose, Shape, Pose],
    answer: Result,
    step: Identity,
    axis: sat.Axis | None,
    with_result: bool,
    visible: Visibility,
    ball: tuple[Vec3, float],
) -> DrawList:
    center, radius = ball
    builder = Builder(center)
    if visible.difference:
        _draw_hull(builder, *pair)
    if axis is not None and not axis.skipped:
        _draw_axis(builder, axis, radius)
    elif isinstance(step.value, gjk.State):
        _draw_step(builder, step.value, radius)
    if visible.push_out and with_result and answer.push_out is not None:
        _draw_depth(builder, answer.push_out)
    builder.point(ZERO, palette.ORIGIN, 26, PointStyle.CROSSHAIR)
    builder.label("origin", ZERO, palette.ORIGIN, 9)
    return builder.build()


def _draw_hull(builder: Builder, shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose) -> None:
    """A − B, and inside it the difference of the cores where GJK runs on those."""
    difference = minkowski_difference(shape_a, pose_a.rotation, shape_b, pose_b.rotation)
    smooth = difference.smooth
    pose = Pose(position=sub(pose_a.position, pose_b.position))
    hull = placed(hull_surface(difference.hull, smooth), pose)
    builder.mesh(hull.positions, hull.normals, palette.faded(palette.DIFFERENCE, 0.3), Layer.TRANSLUCENT)
    # A sampled hull has creases only where its samples happen to lie so: they hint at the form, no more.
    faint = 0.45 if smooth else 1.0
    builder.segments(hull.edges, palette.faded(palette.lighter(palette.DIFFERENCE, 0.35), faint), 1.4)
    if difference.core is not difference.hull:
        core = placed(hull_surface(difference.core, smooth), pose)
        light = palette.lighter(palette.DIFFERENCE, 0.6)
        builder.mesh(core.positions, core.normals, palette.faded(light, 0.12), Layer.TRANSLUCENT)
        builder.segments(core.edges, palette.faded(light, faint), 1.3, 4)


def _draw_step(builder: Builder, step: gjk.State, radius: float) -> None:
    kept = step.simplex.vertices[: step.simplex.size]
    dropped = [v for v in step.candidate.vertices[: step.candidate.size] if v not in kept]
    _draw_dropped(builder, step, dropped)
    _draw_simplex(builder, kept)
    if step.support in kept or step.support in dropped:
        builder.point(step.support.point, palette.NEW, 21, PointStyle.RING)
    else:
        _draw_refused(builder, step.support)
    _draw_search(builder, step, radius)
    _draw_closest(builder, step)


def _draw_simplex(builder: Builder, kept: tuple[gjk.Vertex, ...]) -> None:
    for p, q in combinations(kept, 2):
        builder.line(p.point, q.point, palette.CHOSEN, 3.5)
    for face in combinations(kept, 3):
        builder.polygon([vertex.point for vertex in face], palette.faded(palette.CHOSEN, 0.3))
    inside = scale(reduce(add, (vertex.point for vertex in kept)), 1 / len(kept))
    for vertex in kept:
        builder.point(vertex.point, palette.CHOSEN, 12)
        builder.label(f"w{vertex.birth}", vertex.point, palette.CHOSEN_TEXT, 8, away_from=inside)


def _draw_dropped(builder: Builder, step: gjk.State, dropped: list[gjk.Vertex]) -> None:
    """The vertices that go, and their edges to the rest, faded and dashed."""
    everyone = step.candidate.vertices[: step.candidate.size]
    for p, q in combinations(everyone, 2):
        if p in dropped or q in dropped:
            builder.line(p.point, q.point, palette.faded(palette.DROPPED, 0.8), 1.8, 6)
    for vertex in dropped:
        builder.point(vertex.point, palette.DROPPED, 9)
        builder.label(f"w{vertex.birth} dropped", vertex.point, palette.DROPPED, 4)


def _draw_refused(builder: Builder, vertex: gjk.Vertex) -> None:
    """The last support, which is no nearer to the origin and so does not join the simplex."""
    builder.point(vertex.point, palette.DROPPED, 19, PointStyle.RING)
    builder.label(f"w{vertex.birth} no nearer", vertex.point, palette.DROPPED, 4)


def _draw_search(builder: Builder, step: gjk.State, radius: float) -> None:
    """The direction of the search, from where the step before had come to."""
    head = along(step.closest_before, step.direction, 0.35 * radius)
    builder.arrow(step.closest_before, head, palette.SEARCH, 3)
    builder.label("d", head, palette.SEARCH, 5, away_from=step.closest_before)


def _draw_closest(builder: Builder, step: gjk.State) -> None:
    if step.exit == Exit.ORIGIN_ENCLOSED:
        return
    distance = norm(step.closest)
    shown = number(distance) if distance > gjk.ROUNDING * step.reach else "0"  # less is made of rounding
    builder.line(ZERO, step.closest, palette.TEXT, 2, 4)
    builder.point(step.closest, palette.TEXT, 8)
    builder.label(f"closest {shown} m", step.closest, palette.TEXT, 6, away_from=ZERO)


def _draw_depth(builder: Builder, push_out: Vec3) -> None:
    """The push-out seen from here: the shortest way from the origin to the outside of A − B."""
    exit_point = scale(push_out, -1.0)
    builder.arrow(ZERO, exit_point, palette.CHOSEN, 3.5)
    builder.label(f"depth {number(norm(push_out))} m", exit_point, palette.CHOSEN_TEXT, 5, away_from=ZERO)


def _draw_axis(builder: Builder, axis: sat.Axis, radius: float) -> None:
    """A SAT axis is the normal of a face of A − B: the overlap is the origin's distance from that face."""
    foot = scale(axis.direction, axis.overlap)
    builder.arrow(ZERO, foot, palette.CHOSEN if axis.overlap >= 0 else palette.TEXT, 3.5)
    word = "overlap" if axis.overlap >= 0 else "gap"
    builder.label(f"{word} {number(abs(axis.overlap))} m", foot, palette.CHOSEN_TEXT, 6, away_from=ZERO)
    builder.line(
        scale(axis.direction, -radius), scale(axis.direction, radius), palette.faded(palette.TEXT, 0.7), 1.5, 6
    )
