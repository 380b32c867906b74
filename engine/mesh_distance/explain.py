"""Describes the search through the triangles of two shapes."""

from math import isfinite

from gjkscope.engine.brute.parity import Location
from gjkscope.engine.mesh_distance.inside import PointTest
from gjkscope.engine.mesh_distance.steps import (
    BOTH,
    MeshPhase,
    NodePair,
    PairFate,
    State,
    children_of,
    enclosed,
    shape_bounds,
)
from gjkscope.engine.meshes.tree import NONE
from gjkscope.engine.registry.beat import Beat
from gjkscope.engine.result import Exit
from gjkscope.engine.text import counted, number, separation, series, vector

MOST_NAMED = 3  # points whose tests a sentence describes


def explain(step: State, a: str, b: str) -> str:
    """What the step visited or measured, and what follows from it."""
    if step.exit == Exit.DEGENERATE_INPUT:
        return "The lengths are too large or too small: their products overflow or underflow."
    parts = [beat.explain(step, a, b) for beat in BEATS if beat.shows(step)]
    return " ".join(parts if step.exit == Exit.RUNNING else [*parts, _ending(step, a, b)])


def headline(step: State, a: str, b: str) -> str:
    if step.exit != Exit.RUNNING:
        return step.exit.words
    if step.phase == MeshPhase.INSIDE:
        return f"{_inside_solid(step, a, b)} inside" if enclosed(step) > 0 else "no point inside"
    if step.test.a != NONE:
        return (
            f"{leaf_name(step, step.test.triangle_a, a)}, {leaf_name(step, step.test.triangle_b, b)}: {_finding(step)}"
        )
    pair = step.pairs[step.visited]
    return f"{a} {pair.a}, {b} {pair.b}: split {'both' if step.side == BOTH else (a, b)[step.side]}"


def leaf_name(step: State, triangle: int, name: str) -> str:
    """ "triangle 12 of A", of a chain "segment 12 of A", or the name of a convex shape."""
    return name if triangle == NONE else f"{step.part} {triangle} of {name}"


def _finding(step: State) -> str:
    test = step.test
    if step.phase == MeshPhase.DEPTH:
        return f"{number(-test.upper)} m deep" if test.upper < -step.margin else "touch"
    if test.upper <= step.margin:
        return "in contact"
    return f"≥ {number(test.lower)} m" if test.exit == Exit.RUNNING else f"{number(test.upper)} m"


# --- the parts of a step ---


def _inside(step: State, a: str, b: str) -> str:
    """The points tested, those inside first."""
    tests = sorted(step.inside, key=lambda test: test.location != Location.INSIDE)
    words = [_point_words(test, a, b) for test in tests[:MOST_NAMED]]
    if len(tests) > MOST_NAMED:
        words.append(f"So are {len(tests) - MOST_NAMED} more points, one of each connected part.")
    return " ".join(words)


def _point_words(test: PointTest, a: str, b: str) -> str:
    solid, other = (a, b) if test.side == 0 else (b, a)
    point = f"A point of {other}, {vector(test.point)} from {a}'s position,"
    if test.location == Location.ON_SURFACE:
        return f"{point} lies on the surface of {solid}."
    if test.location == Location.INSIDE:
        crossed = counted(test.crossings, "triangle")
        return (
            f"{point} is inside {solid}, which is closed: a ray along +x crosses {crossed}, an odd number. The point "
            f"is {number(test.depth)} m deep."
        )
    if test.crossings:
        return f"{point} is outside {solid}, which is closed: a ray crosses {test.crossings} triangles, an even number."
    return f"{point} is outside {solid}, which is closed."


def _pair(step: State, a: str, b: str) -> str:
    pair = step.pairs[step.visited]
    names = f"{node_name(pair.a, a)} and {node_name(pair.b, b)}"
    if pair.parent == NONE:
        return f"The search starts with the boxes around both shapes: {names}, {_apart(pair)}."
    if step.measured == (step.test.a != NONE):
        return (
            f"While no two {step.part}s are known, the search descends to the nearest new pair: "
            f"{names}, {_apart(pair)}."
        )
    return f"Of the pairs that wait, {names} have the least bound: {_gap(pair)}."


def node_name(number_of: int, name: str) -> str:
    return f"node {number_of} of {name}"


def _gap(pair: NodePair) -> str:
    return f"they are at least {number(pair.bound)} m apart" if pair.bound > 0 else "their boxes meet"


def _apart(pair: NodePair) -> str:
    return f"at least {number(pair.bound)} m apart" if pair.bound > 0 else "whose boxes meet"


def _split(step: State, a: str, b: str) -> str:
    children = [step.pairs[number] for number in children_of(step)]
    both = f"Both nodes are split, as they are of similar size; the bounds of the {len(children)} new pairs are"
    one = f"The larger node that can be split is {(a, b)[step.side % 2]}'s; the bounds of the new pairs are"
    bounds = series([number(child.bound) for child in children], len(children))
    sentence = f"{both if step.side == BOTH else one} {bounds} m."
    pruned = sum(child.fate == PairFate.PRUNED for child in children)
    if not pruned:
        return sentence
    which = "All are" if pruned == len(children) else f"{pruned} {'is' if pruned == 1 else 'are'}"
    return f"{sentence} {which} pruned: {step.part}s {number(step.upper)} m apart are known already."


def _measure(step: State, a: str, b: str) -> str:
    test = step.test
    both = f"GJK on {leaf_name(step, test.triangle_a, a)} and {leaf_name(step, test.triangle_b, b)}"
    if test.upper <= step.margin:
        return f"{both}: they are in contact. How deep they overlap is measured next."
    if test.exit == Exit.RUNNING:
        return (
            f"{both} stops after {counted(test.steps, 'step')}: they are at least {number(test.lower)} m apart, and "
            "nearer ones are known."
        )
    nearest = "the nearest so far" if test == step.nearest else f"the nearest so far are {number(step.upper)} m apart"
    return f"{both}: {number(test.upper)} m apart{_of_cores(step)}; {nearest}."


def _of_cores(step: State) -> str:
    return ", without their radii" if step.radius > 0 else ""


def _depth(step: State, a: str, b: str) -> str:
    test = step.test
    both = f"{leaf_name(step, test.triangle_a, a)} and {leaf_name(step, test.triangle_b, b)}"
    if test.upper < -step.tolerance:
        return f"EPA: {both} overlap by {number(-test.upper)} m, and so do the shapes, at least as deep."
    depth = f"by no more than {number(max(-test.lower, 0.0))} m" if test.lower < -step.tolerance else "only touch"
    verb = f"overlap {depth}" if test.lower < -step.tolerance else depth
    return f"EPA: {both} {verb}. Others may overlap, so the search goes on."


BEATS = (
    Beat("inside", "Is one inside the other?", _inside, lambda step: step.phase == MeshPhase.INSIDE),
    Beat("pair", "Nearest pair of nodes", _pair, lambda step: step.phase == MeshPhase.SEARCH and step.visited != NONE),
    Beat("split", "Split the nodes", _split, lambda step: step.side != NONE),
    Beat(
        "measure",
        "Measure two triangles",
        _measure,
        lambda step: step.phase == MeshPhase.SEARCH and step.test.a != NONE,
    ),
    Beat("depth", "How deep they overlap", _depth, lambda step: step.phase == MeshPhase.DEPTH),
)


# --- the end ---


def _inside_solid(step: State, a: str, b: str) -> str:
    """The name of the shape that is inside the other."""
    side = next(test.side for test in step.inside if test.location == Location.INSIDE)
    return (b, a)[side]


def _ending(step: State, a: str, b: str) -> str:
    lower, upper = shape_bounds(step)
    if step.exit == Exit.CONVERGED:
        left = f"{counted(step.waiting, 'pair')} of nodes need not be visited: their boxes are as far apart. "
        met = f"The bounds have met: {separation(a, b, lower, upper)}.{_nearest(step, a, b)}"
        return f"{left if step.waiting else ''}{met}"
    if step.exit == Exit.TRIANGLES_OVERLAP:
        return f"{a} and {b} overlap by at least {number(-upper)} m.{_no_depth(step)}"
    if step.exit == Exit.CONTAINED:
        apart = f" Their surfaces are {number(step.upper)} m apart." if step.upper > step.margin else ""
        return f"{_inside_solid(step, a, b)} is inside the other, which is solid, so they overlap.{apart}"
    if step.exit == Exit.TOUCHING:
        return f"No pair that waits is in contact, and no two overlap: {a} and {b} touch.{_nearest(step, a, b)}"
    if step.exit == Exit.DEPTH_UNKNOWN:
        return f"{a} and {b} are in contact, but only along {_flat(step)}: whether they also overlap is undecided."
    if step.exit == Exit.NO_PROGRESS:
        return f"Rounding keeps the bounds apart: the signed distance is {_proved(lower, upper)}."
    return f"The limit of steps is reached: the signed distance is {_proved(lower, upper)}."


def _flat(step: State) -> str:
    """Where parts may meet whose insides do not."""
    return "vertices or collinear segments" if step.part == "segment" else "edges, corners or coplanar triangles"


def _nearest(step: State, a: str, b: str) -> str:
    """Which triangles are nearest, unless both shapes are convex."""
    test = step.nearest
    if test.triangle_a == test.triangle_b == NONE:
        return ""
    return f" Nearest are {leaf_name(step, test.triangle_a, a)} and {leaf_name(step, test.triangle_b, b)}."


def _proved(lower: float, upper: float) -> str:
    if isfinite(lower) and isfinite(upper):
        return f"between {number(lower)} and {number(upper)} m"
    if isfinite(lower):
        return f"at least {number(lower)} m"
    return f"at most {number(upper)} m" if isfinite(upper) else "not yet bounded"


def _no_depth(step: State) -> str:
    """Why no depth is named, unless a plane between the shapes proves it."""
    lower, upper = shape_bounds(step)
    if upper - lower <= step.tolerance:
        return " A plane along the normal proves that a translation of that length separates them."
    return f" The depth of two {step.part}s is not that of shapes that are not convex, so none is claimed."
