"""Describes EPA steps in the plane."""

from collections.abc import Sequence

from gjkscope.engine.epa.wording import depth_bounds, depth_ending, distance_sentence, part_sentence, support_sentence
from gjkscope.engine.plane.cores import PlaneVertex
from gjkscope.engine.plane.epa import steps as epa
from gjkscope.engine.plane.vectors import dot2
from gjkscope.engine.registry.beat import Beat
from gjkscope.engine.result import Exit
from gjkscope.engine.text import number, vector

Aim = epa.PlaneSearchReason


def explain(step: epa.State, a: str, b: str) -> str:
    """Why a direction was searched, its support point, how the polygon grew, and the bounds on the depth."""
    if step.exit == Exit.DISTANCE_KNOWN:
        return distance_sentence(step, a, b)
    if step.aim == Aim.SEED:
        return f"The seed is GJK's final simplex: {_seed(step)}. {_next(step)}"
    w = f"w{step.support.birth}"
    searched = f"{_why(step)} the support point of {a} − {b} is {w}. "
    return searched + (_ending(step, a, b) if step.exit != Exit.RUNNING else _outcome(step, w))


def headline(step: epa.State, _a: str, _b: str) -> str:
    if step.exit != Exit.RUNNING:
        return step.exit.words
    if step.aim == Aim.EDGE:
        return f"beyond {edge_name(step.before, step.chosen)}"
    return {Aim.SEED: "seed", Aim.GROWTH: "seed grows"}[step.aim]


def edge_name(polygon: Sequence[PlaneVertex], edge: int) -> str:
    """ "edge w0 w3": ends are named after the steps that found them."""
    return f"edge w{polygon[edge].birth} w{polygon[(edge + 1) % len(polygon)].birth}"


def _seed(step: epa.State) -> str:
    kinds = ("vertex", "segment", "triangle")
    return f"{kinds[len(step.polygon) - 1]} {' '.join(f'w{vertex.birth}' for vertex in step.polygon)}"


def _next(step: epa.State) -> str:
    if not step.edges:
        return "It has no area yet, so it must grow first."
    return _nearest(step.polygon, step.edges, step.nearest)


def _nearest(polygon: Sequence[PlaneVertex], edges: Sequence[epa.PlaneEdge], edge: int) -> str:
    """The nearest edge and its distance, which is negative where the origin is outside the seed."""
    name, distance = edge_name(polygon, edge), edges[edge].distance
    if distance >= 0:
        return f"The nearest edge is {name.removeprefix('edge ')}, {number(distance)} m away."
    return f"The origin lies {number(-distance)} m outside {name}."


def _why(step: epa.State) -> str:
    """Why the direction was searched, up to "along d …"."""
    if step.aim == Aim.GROWTH:
        return f"The seed has no area yet and must grow: along d = {vector(step.direction)}"
    nearest = _nearest(step.before, step.edges_before, step.chosen)
    return f"{nearest} Along its outward normal d = {vector(step.direction)}"


def _outcome(step: epa.State, w: str) -> str:
    if step.aim == Aim.GROWTH:
        if step.tries > 0:
            return "It adds no dimension."
        return f"It is added to the seed, which is now {_seed(step)}. {_next(step)}"
    old = edge_name(step.before, step.chosen)
    if len(step.polygon) == len(step.before):
        return f"{w} is already a vertex of the polygon, so {old} is degenerate and is set aside. {depth_bounds(step)}"
    p, q = step.before[step.chosen], step.before[(step.chosen + 1) % len(step.before)]
    return f"Edges w{p.birth} {w} and {w} w{q.birth} replace {old}. {depth_bounds(step)}"


def _ending(step: epa.State, a: str, b: str) -> str:
    edges = "All remaining edges are degenerate."
    limit = f"The limit of {epa.ITERATION_LIMIT:,} steps is reached."
    return depth_ending(
        step, a, b, "no further out than the edge", limit if step.exit == Exit.ITERATION_LIMIT else edges
    )


def _explain_edge(step: epa.State, a: str, b: str) -> str:
    nearest = _nearest(step.before, step.edges_before, step.chosen)
    if step.edges_before[step.chosen].distance < 0:
        return nearest
    return f"{nearest} {part_sentence(step, a, b, 'polygon')}"


def _explain_support(step: epa.State, a: str, b: str) -> str:
    way = f"Along its outward normal d = {vector(step.direction)}" if step.aim == Aim.EDGE else _why(step)
    return f"{way} {support_sentence(step, a, b, dot2(step.direction, step.support.point), 'line')}"


def _explain_split(step: epa.State, _a: str, _b: str) -> str:
    old = edge_name(step.before, step.chosen)
    p, q = step.before[step.chosen], step.before[(step.chosen + 1) % len(step.before)]
    w = f"w{step.support.birth}"
    replaced = f"{w} is inserted: edges w{p.birth} {w} and {w} w{q.birth} replace {old}."
    return f"{replaced} {_nearest(step.polygon, step.edges, step.nearest)}" if step.nearest >= 0 else replaced


def _explain_outcome(step: epa.State, a: str, b: str) -> str:
    return _ending(step, a, b) if step.exit != Exit.RUNNING else _outcome(step, f"w{step.support.birth}")


def _searches(step: epa.State) -> bool:
    return step.aim != Aim.SEED


def _from_edge(step: epa.State) -> bool:
    return step.aim == Aim.EDGE


def _expands(step: epa.State) -> bool:
    return _from_edge(step) and len(step.polygon) > len(step.before)


def _only_searches(step: epa.State) -> bool:
    return _searches(step) and not _expands(step)


BEATS = (
    Beat("edge", "Nearest edge", _explain_edge, _from_edge),
    Beat("support", "Support", _explain_support, _searches),
    Beat("split", "New edges", _explain_split, _expands),
    Beat("outcome", "Outcome", _explain_outcome, _only_searches),
)
