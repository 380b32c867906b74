"""Marks for the algorithms of engines: the simplex or the polytope, the search, and the decision that was wrong."""

from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.cut import mean_point
from gjkscope.app.view.drawing.marks import simplex
from gjkscope.app.view.drawing.marks.polytope import DrawnPolytope, draw_polytope
from gjkscope.app.view.drawing.marks.sight import Sight
from gjkscope.app.view.drawing.timing import stage
from gjkscope.engine.analysis.beliefs import beliefs
from gjkscope.engine.published.decisions import DecisionBelief
from gjkscope.engine.published.engine_step import EnginePolytope, EngineStep
from gjkscope.engine.text import number
from gjkscope.engine.vectors import ZERO

STEPS = (EngineStep,)


def draw_in_world(builder: Builder, step: EngineStep, sight: Sight, radius: float) -> None:
    """Draws the support points of a step that searched."""
    if not sight.visible.supports or step.support is None or step.direction is None or not sight.shows("support"):
        return
    simplex.draw_supports(builder, step.support, step.direction, ZERO, sight, radius, _search(sight))


def draw_in_difference(builder: Builder, step: EngineStep, sight: Sight, radius: float) -> None:
    """Draws what the step began with, its search, the decisions that were wrong, and what it kept."""
    is_done = sight.last_part == 1
    _draw_kept(builder, step, sight, is_done)
    if step.support is not None and step.direction is not None and sight.shows("support"):
        tail = simplex.mean_of_vertices(step.before)
        search = _search(sight)
        simplex.draw_support_plane(builder, step.support, step.direction, sight, radius, search, tail)
        simplex.draw_direction(builder, tail, step.direction, radius, search)
        if is_done and _is_kept(step):
            simplex.draw_new(builder, step.support)
        elif search.appeared > 0:
            simplex.draw_found_support(builder, step.support, tail, search.appeared)
    if sight.visible.beliefs and sight.shows("tests"):
        for belief in beliefs(step):
            _draw_decision(builder, belief, sight.part("tests"))
    if step.closest is not None and is_done:
        simplex.draw_closest(builder, step.closest, 0.0)


def _draw_kept(builder: Builder, step: EngineStep, sight: Sight, is_done: bool) -> None:
    """Draws the polytope or the simplex; before the outcome, that of the step before."""
    shown = step if is_done or sight.before is None else sight.before
    if shown.polytope is not None:
        draw_polytope(builder, _polytope(shown.polytope))
        return
    if is_done:
        dropped = [vertex for vertex in step.before if vertex not in step.simplex]
        simplex.draw_dropped(builder, dropped, step.before)
    simplex.draw_simplex(builder, step.simplex if is_done else step.before)


def _is_kept(step: EngineStep) -> bool:
    return step.support in step.simplex or (step.polytope is not None and step.support in step.polytope.vertices)


def _polytope(polytope: EnginePolytope) -> DrawnPolytope:
    nearest = polytope.nearest
    searched = (nearest[0], nearest[1], nearest[2]) if len(nearest) == 3 else None
    return DrawnPolytope(
        tuple(polytope.vertices), [face.corners for face in polytope.faces], polytope.removed, [], searched
    )


def _draw_decision(builder: Builder, belief: DecisionBelief, shown: float) -> None:
    """Marks the vertices of a test that was decided wrongly, or corrected, with both numbers."""
    points = [vertex.point for vertex in belief.decision.vertices]
    if not (belief.is_wrong or belief.is_corrected) or not points:
        return
    tone = palette.WRONG if belief.is_wrong else palette.TEXT
    color = palette.faded(tone, shown)
    if len(points) == 3:
        builder.polygon(points, palette.faded(tone, 0.45 * shown))
    if len(points) > 1:
        builder.path(points, color, 2.5, 7, closed=len(points) > 2)
    middle = mean_point(points)
    truth = "" if belief.exact_left is None else f", {_exactly(belief.exact_left, belief.decision.left)}"
    words = f"× {belief.inequality}{truth}" if belief.is_wrong else f"{belief.inequality}{truth}: corrected"
    builder.label(words, middle, color, 7, away_from=ZERO)


def _exactly(exact: float, computed: float) -> str:
    return "also exactly" if number(exact) == number(computed) else f"exactly {number(exact)}"


def _search(sight: Sight) -> simplex.SearchMotion:
    """The arrow grows before the plane sweeps."""
    found = sight.part("support")
    return simplex.SearchMotion(stage(found, 0.0, 0.25), None, stage(found, 0.25, 1.0), sight.past("support"))
