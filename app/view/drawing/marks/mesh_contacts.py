"""Marks for the contacts of a body with a mesh: candidate triangles, each triangle's points, decisions, the reduction.

What does not count is dashed, with the reason: triangles that were left out, and normals that the policy for internal
edges voided.
"""

from collections.abc import Sequence

from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.drawlist import Color, PointStyle
from gjkscope.app.view.drawing.marks.sight import Sight
from gjkscope.engine.simulation.internal_edges import TriangleDecision
from gjkscope.engine.simulation.manifolds import PairManifold
from gjkscope.engine.simulation.mesh_contacts import MESH, MeshContactPhase, MeshPoint, State
from gjkscope.engine.text import number
from gjkscope.engine.vectors import Vec3, along

STEPS = (State,)

ARROW = 0.22  # length of a normal, of the scene's radius
DASH = 5.0
MOST_NAMED = 8  # triangles with a number; more would cover each other


def draw_in_world(builder: Builder, step: State, sight: Sight, radius: float) -> None:
    for triangle in step.candidates:
        _draw_triangle(builder, step, triangle)
    if step.phase is MeshContactPhase.TRIANGLE and step.manifolds and step.triangle not in step.behind:
        _draw_manifold(builder, step.manifolds[-1], radius)
    for decision in _decided(step):
        _draw_decision(builder, step, decision, radius, in_focus=decision == step.decision)
    for each in step.group:
        if each not in step.points:
            builder.point(each.point.position, palette.DROPPED, 9)
    _draw_points(builder, step.points, radius, named=step.phase is MeshContactPhase.POINTS)


def draw_in_difference(builder: Builder, step: State, sight: Sight, radius: float) -> None:
    """Draws nothing: a mesh has many triangles, A − B concerns two convex shapes."""


def _draw_triangle(builder: Builder, step: State, number_of: int) -> None:
    corners = step.work.solids[MESH].triangles[number_of].corners()
    is_left_out = number_of in step.behind
    color = palette.WRONG if is_left_out else palette.CHOSEN
    if number_of == step.triangle and not is_left_out:
        builder.polygon(corners, palette.faded(color, 0.3))
    builder.path(corners, color, 3.0 if number_of == step.triangle else 1.6, DASH if is_left_out else 0.0, closed=True)
    if number_of == step.triangle and is_left_out:
        builder.label(f"× triangle {number_of}: left out", _middle(corners), color, 9)
    elif len(step.candidates) <= MOST_NAMED and step.phase <= MeshContactPhase.TRIANGLE:
        builder.label(str(number_of), _middle(corners), color, 4)


def _draw_manifold(builder: Builder, made: PairManifold, radius: float) -> None:
    """Draws the points of one triangle on its own, and where the body leaves it."""
    for point in made.points:
        builder.point(point.position, palette.NEW, 10)
        builder.arrow(point.position, along(point.position, made.normal_at(point), ARROW * radius), palette.NEW, 3.0)


def _decided(step: State) -> Sequence[TriangleDecision]:
    """The decisions up to this step."""
    if step.decision is None:
        return step.decisions if step.phase > MeshContactPhase.DECISION else ()
    return step.decisions[: step.decisions.index(step.decision) + 1]


def _draw_decision(builder: Builder, step: State, decision: TriangleDecision, radius: float, in_focus: bool) -> None:
    """Draws the normal of a triangle's deepest point; dashed, with the reason, if it does not count."""
    made = next(each for each in step.manifolds if each.part_a == decision.triangle)
    start = max(made.points, key=lambda point: point.depth).position
    raw = along(start, decision.raw, ARROW * radius)
    if not decision.counts:
        builder.line(start, raw, palette.WRONG, 3.0, DASH)
        builder.point(start, palette.WRONG, 12, PointStyle.RING)
    elif decision.normal != decision.raw:
        builder.line(start, raw, palette.DROPPED, 2.0, DASH)
    if in_focus and decision.counts:
        builder.arrow(start, along(start, decision.normal, ARROW * radius), palette.CONTACT, 4.0)
    if in_focus:
        color = palette.CONTACT if decision.counts else palette.WRONG
        mark = "" if decision.counts else "× "
        words = f"{mark}triangle {decision.triangle} {decision.fate.value}: {decision.reason}"
        builder.label(words, raw, color, 9, away_from=start)


def _draw_points(builder: Builder, points: Sequence[MeshPoint], radius: float, named: bool) -> None:
    color: Color = palette.CONTACT
    for each in points:
        place = each.point.position
        builder.point(place, color, 12)
        builder.arrow(place, along(place, each.normal, ARROW * radius), color, 3.0)
        if named:
            builder.label(f"{number(each.point.depth, 3)} m deep", place, color, 7)


def _middle(corners: Sequence[Vec3]) -> Vec3:
    x, y, z = (sum(corner[k] for corner in corners) / len(corners) for k in range(3))
    return x, y, z
