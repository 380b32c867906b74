"""What a page says of the steps that it computes itself: templates of sentences, words and the rows of numbers.

The page fills the templates from the records of the steps (`player/gjkwords.js` and so on).  They are those of the
engine's sentences (`engine/gjk/explain.py` and so on), with which tests compare them.
"""

from collections.abc import Iterator, Sequence
from enum import IntEnum
from typing import Any, get_args, get_origin, get_type_hints

from gjkscope.app.ask.runs.progress import StepEvent
from gjkscope.app.share.web.words import DEEPEST, OF_GJK
from gjkscope.app.view.drawing.marks.sat import CORNER
from gjkscope.app.view.words import records
from gjkscope.app.view.words.field import field_of_type
from gjkscope.app.view.words.simplex import WEIGHT
from gjkscope.engine import epa, gjk, mpr, sat
from gjkscope.engine.epa.steps import SearchReason
from gjkscope.engine.gjk.simplex import SLOTS
from gjkscope.engine.plane.epa import steps as plane_epa
from gjkscope.engine.plane.epa.steps import PlaneSearchReason
from gjkscope.engine.plane.gjk import steps as plane_gjk
from gjkscope.engine.plane.gjk.simplex import PLANE_SLOTS
from gjkscope.engine.published.vertices import HUGE, ITERATION_LIMIT
from gjkscope.engine.registry.belief import FaceSide
from gjkscope.engine.result import TOUCHING, Exit
from gjkscope.engine.sat.gauss_map import Skipped
from gjkscope.engine.shapes.support import NO_INDEX

Words = dict[str, Any]

OF_GJK_STEPS = {
    "alongX": "along +x",
    "betweenCenters": "from {a}'s centre towards {b}'s",
    "start": (
        "The search starts {towards}: d = {d}. The first vertex of the simplex is {w} = s_{a}(d) − s_{b}(−d) = "
        "{point}, {upper} m from the origin."
    ),
    "searched": "Along d = {d} the support point of {a} − {b} is {w}. ",
    "nearest": "The origin is nearest to {region}{dropped}. {bounds}.",
    "kept": ": all vertices are kept",
    "droppedOne": ": {names} is dropped",
    "droppedMore": ": {names} are dropped",
    "bounds": "The signed distance{ofCores} {interval}",
    "coresTouch": "the cores touch{lessRadii}",
    "coresApart": "the cores are {lengths} m apart{lessRadii}",
    "betweenLengths": "between {lower} and {upper}",
    "lessRadii": "; after subtracting the radii, {radius} m in total, {shapes}",
    "converged": (
        "It is no further along d than the closest point of the simplex, to within rounding, so the search has "
        "converged: {distance}."
    ),
    "tolerance": "The bounds differ by {difference} m, within the tolerance of {gap} m",
    "withinTolerance": "{tolerance}, so the search ends: {distance}.",
    "enclosed": (
        "The tetrahedron with {w} encloses the origin: {they} intersect, and {their} depth is at least {depth} m."
    ),
    "touching": "The origin lies on the simplex to within rounding: {contact}.",
    "contact": "{a} and {b} are in contact. GJK cannot tell whether or how deep they overlap",
    "coresContact": "the cores touch{lessRadii}. GJK cannot tell whether the cores overlap more deeply",
    "noProgress": (
        "It brings the simplex no closer to the origin: rounding hides any further progress. {bounds}{lessRadii}."
    ),
    "limit": "The limit of {iteration} steps is reached. {bounds}{lessRadii}.",
    "outOfRange": "{coordinates} are too {size}: the region tests multiply four of them, and the product {end}.",
    "coordinates": "Coordinates of {reach} m",
    "theCoordinates": "The coordinates",
    "small": "small",
    "large": "large",
    "underflows": "underflows",
    "overflows": "overflows",
    "both": "{a} and {b}",
    "bothCores": "the cores of {a} and {b}",
    "the": "the",
    "their": "their",
    "ofTheCores": " of the cores",
}

# Of the plane, where they differ from those in space.
OF_PLANE_GJK_STEPS = {
    "enclosed": ("The triangle with {w} contains the origin: {they} overlap, and {their} depth is at least {depth} m."),
    "onEdge": "The origin lies on edge {edge} to within rounding, so the other side of the edge is next.",
    "coresContact": "the cores are in contact{lessRadii}. GJK cannot tell whether the cores overlap",
    "outOfRange": "{coordinates} are too {size}: the region tests multiply two of them, and the product {end}.",
}

OF_EPA_STEPS = {
    "known": "GJK has already found the distance, so there is nothing to expand: {separation}.",
    "touch": "{a} and {b} touch",
    "outOfRange": "GJK stopped because the coordinates are out of range, so there is nothing to expand.",
    "start": "The seed comes from GJK's final simplex: {seed}. {next}",
    "seed": "{kind}, {names}",
    "mustGrow": "It has no volume yet, so it must grow first.",
    "allDegenerate": "All its faces are degenerate: none is wider than rounding.",
    "nearest": "The nearest face is {names}, {distance} m away.",
    "nearestOutside": "The nearest face is {names}, with the origin {distance} m outside its plane.",
    "searched": "{why} the support point of {a} − {b} is {w}. ",
    "growth": "The seed has no volume yet and must grow: along d = {d}",
    "face": "{nearest} Along its outward normal d = {d}",
    "pushed": "With {a} pushed out by {way}, along {along}, it is closest to {b} along d = {d}. In this direction",
    "stride": "a normal extrapolated by one stride",
    "settleFirst": "the best normal so far",
    "settle": "the best normal of this descent",
    "elsewhere": "the normal of {face}, the nearest face far from all directions tried so far",
    "grown": "It is added to the seed, which is now {seed}. {next}",
    "noDimension": "It adds no dimension.",
    "best": "This is the best normal so far. {bounds}",
    "noBetter": "This is no improvement. {bounds}",
    "isVertex": "{w} is already a vertex of the polytope, so the face is degenerate and is set aside. {bounds}",
    "noHorizon": "Rounding leaves no closed horizon as seen from {w}, so the face is set aside. {bounds}",
    "removedOne": "1 face is visible from {w} and is removed; {new} new faces connect its horizon to {w}. {bounds}",
    "removedMore": (
        "{seen} faces are visible from {w} and are removed; {new} new faces connect its horizon to {w}. {bounds}"
    ),
    "bounds": "The depth{ofCores} {interval}.",
    "noFurther": "no further out than",
    "noMoreThan": "no more than {beyond} m beyond",
    "converged": "It is {beyond} the face, so {depth}.",
    "tolerance": OF_GJK_STEPS["tolerance"],
    "withinTolerance": "{tolerance}, so the search ends: {depth}.",
    "flat": "{a} − {b} is flat and has no interior: {contact}.",
    "contact": "{a} and {b} only touch",
    "coresContact": "the cores only touch; with the radii, {radius} m in total, {a} and {b} overlap by {radius} m",
    "apart": "It does not reach the origin: {they} are at least {lower} m apart, and there is no depth.",
    "both": "{a} and {b}",
    "bothCores": "the cores of {a} and {b}",
    "givenUp": "{why} {bounds} With the best normal found, {depth}.",
    "cannotGetClose": "The polytope cannot get close to the surface everywhere.",
    "remaining": "All remaining faces are degenerate.",
    "depth": "{a} and {b} overlap by {cores} m along {normal}",
    "depthOfCores": (
        "the cores overlap by {cores} m along {normal}; with the radii, {radius} m in total, {a} and {b} overlap by "
        "{depth} m"
    ),
    "ofTheCores": " of the cores",
    "vertex": "a vertex",
    "segment": "a segment",
    "triangle": "a triangle",
    "tetrahedron": "a tetrahedron",
}

OF_PLANE_EPA_STEPS = {
    "start": "The seed is GJK's final simplex: {seed}. {next}",
    "seed": "{kind} {names}",
    "vertex": "vertex",
    "segment": "segment",
    "triangle": "triangle",
    "mustGrow": "It has no area yet, so it must grow first.",
    "edge": "edge {names}",
    "nearest": "The nearest edge is {names}, {distance} m away.",
    "nearestOutside": "The origin lies {distance} m outside edge {names}.",
    "growth": "The seed has no area yet and must grow: along d = {d}",
    "isVertex": "{w} is already a vertex of the polygon, so {old} is degenerate and is set aside. {bounds}",
    "split": "Edges {p} {w} and {w} {q} replace {old}. {bounds}",
    "converged": "It is no further out than the edge, so {depth}.",
    "cannotGetClose": f"The limit of {plane_epa.ITERATION_LIMIT:,} steps is reached.",
    "remaining": "All remaining edges are degenerate.",
}

OF_SAT_STEPS = {
    "face": "face normal {face} of {shape}",
    "inPlane": "the in-plane normal of edge {edge} of {shape}",
    "closest": "the line through the closest points",
    "cross": "edge {edgeA} of {a} × edge {edgeB} of {b}",
    "parallelEdges": "parallel edges",
    "sameAxis": "same axis as step {step}",
    "runnerUp": "runner-up",
    "tie": "tie",
    "plane": "separating plane",
    "mesh": "{a} is a mesh: its convex hull is tested.",
    "meshes": "{a} and {b} are meshes: their convex hulls are tested.",
    "parallel": "{Name}: the edges are parallel, so their cross product gives no axis; skipped.",
    "duplicate": "{Name}: same axis as step {step}; skipped.",
    "touch": "On {name} the projections just touch.",
    "separates": "On {name} the projections are {gap} apart: a separating axis.",
    "overlaps": "On {name} the projections overlap{nesting}: {back}.",
    "back": "{a} must move back {length} to clear {b}",
    "nested": ", {inner}'s inside {outer}'s",
    "flatPoint": "On {name}, {flat} has no thickness: its projection is a point",
    "flatRounded": "On {name}, {flat} has no thickness but its rounding",
    "flatTouch": "{start}, and the projections just touch.",
    "flatGap": "{start}, and the projections are {gap} apart: a separating axis.",
    "flatInside": "{start} inside {other}'s",
    "flatOverlap": "{start}, and the projections overlap",
    "flatBack": "{meeting}: {back}. In the opposite direction it would take {otherWay}.",
    "edgePair": "edge pair",
    "edgePairs": "{total} edge pairs",
    "skippedFor": "Of the next {pairs}, {each}; all are skipped.",
    "skippedOne": "The next {pairs} {are} and is skipped.",
    "skippedAll": "The next {pairs} {are} and are skipped.",
    "isParallel": "is parallel",
    "areParallel": "are parallel",
    "repeats": "repeats the axis of an earlier step",
    "repeat": "repeat the axes of earlier steps",
    "formsNone": "forms no face of {a} − {b} (its arcs on the Gauss map do not cross)",
    "formNone": "form no face of {a} − {b} (their arcs on the Gauss map do not cross)",
    "nearest": "The arcs of {pair} come closest to crossing and miss by {miss}.",
    "arcsMiss": (
        "The arcs of the two edges on the Gauss map miss each other by {miss}: this axis is no face normal of "
        "{a} − {b}, so neither the verdict nor the depth needs it."
    ),
    "count": (
        "Of the {total} edge pairs, the arcs of {crossing} cross on the Gauss map: only these form faces of {a} − {b}."
    ),
    "tooLarge": "The lengths of {a} and {b} are too large: their sum overflows.",
    "widest": "Of all axes, {best} has the widest gap, {gap}.",
    "onlyTouch": "No axis separates {a} and {b}, but on {best} they only touch: there is nothing to push out.",
    "least": (
        "No axis separates {a} and {b}; {best} has the least overlap, {overlap}{tie}: moving {a} back by it separates "
        "them."
    ),
    "tied": ", tied with that of step {step}",
    "widestGap": "widest gap",
    "leastOverlap": "least overlap",
    "newBest": "This is the {word} so far.",
    "oldBest": "The {word} so far is still {length}, on {best}.",
}

OF_MPR_STEPS = {
    "tooThin": ("Because of rounding, v0 and {names} give no search direction: the portal is too thin. {bounds}"),
    "anyRay": "The centres of {a} and {b} coincide, so v0 is the origin and any ray will do: d = {ray}.",
    "ray": (
        "The difference of the centres, v0 = {v0}, lies in {a} − {b}. The ray from v0 through the origin has direction "
        "d = {ray}."
    ),
    "first": "{way} The support in that direction is w0, {beyond}.",
    "second": "Perpendicular to the plane of the ray and w0, along d = {d}, the support is w1, {beyond}.",
    "discover": ("Along the normal of triangle v0 {names} on the ray's side, d = {d}, the support is {w}, {beyond}."),
    "found": "{text} The ray passes through {portal}, the first portal.",
    "outside": "{text} The ray passes outside the plane of v0, {stays} and {w}, so {goes} is dropped.",
    "onPlane": "The origin lies in the plane of portal {names}, to within rounding.",
    "insidePortal": "The origin lies {distance} m inside portal {names}, so {a} and {b} intersect.",
    "outsidePortal": "The origin lies {distance} m outside portal {names}.",
    "extends": "{origin} Along its outward normal, d = {d}, {a} − {b} extends",
    "noFurther": "{text} no further.",
    "further": "{text} {gain} further, to {w}.",
    "no": "no",
    "passes": "{text} The ray passes through {portal}, so {goes} is dropped.",
    "apart": ("No point of {a} − {b} reaches the origin in this direction: {a} and {b} are at least {lower} m apart."),
    "onSurface": "The portal is on the surface, where the ray leaves {a} − {b}. {depth} {bounds}",
    "onRay": "The ray passes through w0 itself, where it leaves {a} − {b}. {depth} {bounds}",
    "touching": "The portal is on the surface, and its plane is {height} m from the origin. {bounds}",
    "noInterior": "That is no further than v0, so v0 is on the surface of {a} − {b}, not inside it. {bounds}",
    "limit": "The limit of {limit} steps is reached. {bounds}",
    "nothing": "There is nothing to push out.",
    "depth": (
        "Moving {a} {height} m along −d separates the shapes. This is an upper bound of the depth: another way out may "
        "be shorter."
    ),
    "bounds": "Proved bounds: the signed distance {interval}.",
    "beyond": "{height} m beyond the origin",
    "short": "{height} m short of the origin",
    "infinite": "The coordinates are too large for double precision.",
    "overflow": "Coordinates of {reach} m are too large: products of four of them overflow.",
    "underflow": "Coordinates of {reach} m are too small: products of four of them underflow.",
    "refused": "no further",
    "believedInside": "origin inside",
    "believedOutside": "origin outside",
    "wronglyInside": "× says inside, is {truth}",
    "wronglyOutside": "× says outside, is {truth}",
}

HEADLINES = {
    "supports": ["first support", "second support", "ray outside the portal"],
    "portal": "portal {names}",
    "first": "first vertex",
    "interior": "the interior",
    "features": ["vertex", "edge", "face"],
    "seed": "seed",
    "growth": "seed grows",
    "settle": "descend",
    "stride": "stride",
    "beyond": "beyond {face}",
    "descend": "descend from {face}",
}


def step_words(dimension: int) -> Words:
    """The templates and words that steps of all algorithms share; enumerations by the names of their members."""
    in_plane = dimension == 2
    return {
        "gjk": OF_GJK_STEPS | OF_PLANE_GJK_STEPS if in_plane else OF_GJK_STEPS,
        "epa": OF_EPA_STEPS | OF_PLANE_EPA_STEPS if in_plane else OF_EPA_STEPS,
        "slots": PLANE_SLOTS if in_plane else SLOTS,
        "headlines": HEADLINES,
        "exits": [reason.words for reason in Exit],
        "exit": _numbers_of(Exit),
        "aim": _numbers_of(PlaneSearchReason if in_plane else SearchReason),
        "events": {event.name.lower(): event.value for event in StepEvent},
        "noIndex": NO_INDEX,
        "curved": epa.CURVED,
        "roundings": gjk.ROUNDINGS,
        "weight": WEIGHT,
        "axes": [[axis.label, axis.definition] for axis in records.POINT[:dimension]],
        **({} if in_plane else _words_in_space()),
    }


def _words_in_space() -> Words:
    """Of SAT and MPR, whose steps pages compute in 3D."""
    return {
        "sat": OF_SAT_STEPS,
        "mpr": OF_MPR_STEPS,
        "axisKind": _numbers_of(sat.AxisKind),
        "skip": _numbers_of(Skipped),
        "relation": _numbers_of(sat.Relation),
        "relations": [relation.name.lower() for relation in sat.Relation],
        "phase": _numbers_of(mpr.MprPhase),
        "truths": [side.name.lower() for side in FaceSide],
        "ofMpr": {"rounding": mpr.ROUNDING, "limit": ITERATION_LIMIT, "huge": HUGE, "noneLost": mpr.NONE_LOST},
        "touching": TOUCHING,
        "corner": CORNER,
    }


def _numbers_of(kind: type[IntEnum]) -> dict[str, int]:
    return {member.name: int(member) for member in kind}


def number_rows(step: type) -> list[Words]:
    """The rows of a step's numbers: the path to each, its label, definition, unit, depth and kind.

    The kinds are "numbers", "number", "whole", "wholes", "index" (−1 means none), "yes", "yeses", "exit", "name" (one
    of its `names`), "record", "vertex" and "list", which has a row while it is empty, and otherwise a table.
    """
    names = OF_GJK if step in (gjk.State, plane_gjk.State) else _names(step)
    return list(_number_rows(step, names, [], 0))


def _names(kind: Any) -> list[str]:
    return [name for name in kind._fields if name not in (*records.SHOWN_ABOVE, *records.HIDDEN, *records.WORKINGS)]


def _number_rows(kind: Any, names: Sequence[str], path: list[str], depth: int) -> Iterator[Words]:
    hints = get_type_hints(kind)
    for name in names:
        hint, field = hints[name], field_of_type(kind, name)
        row_kind = _kind_of(name, hint)
        if row_kind:
            here = [*path, name]
            row: Words = {
                "path": here,
                "label": field.label,
                "help": field.definition,
                "unit": field.unit if row_kind == "number" else "",
                "depth": depth,
                "kind": row_kind,
            }
            if row_kind == "name":
                row["names"] = [records.value_on_line(member) for member in hint]
            yield row
            if row_kind in ("record", "vertex") and depth < DEEPEST:
                yield from _number_rows(hint, hint._fields, here, depth + 1)


def _kind_of(name: str, hint: Any) -> str:
    """Empty for what has no row: parts of variants."""
    if hint is Exit:
        return "exit"
    if isinstance(hint, type) and issubclass(hint, IntEnum):
        return "name"
    if hint is bool:
        return "yes"
    if hint is float:
        return "number"
    if hint is int:
        return "index" if name in records.NUMBERS else "whole"
    if hasattr(hint, "_fields"):
        return _kind_of_record(hint)
    if get_origin(hint) in (list, Sequence):
        return "list"
    return _kind_of_tuple(hint) if get_origin(hint) is tuple else ""


def _kind_of_record(hint: Any) -> str:
    if set(get_type_hints(hint).values()) == {int}:
        return "wholes"
    return "vertex" if "birth" in hint._fields and "point" in hint._fields else "record"


def _kind_of_tuple(hint: Any) -> str:
    kinds = {*get_args(hint)} - {Ellipsis}
    if Ellipsis in get_args(hint):
        return "wholes" if kinds == {int} else "list"
    return {float: "numbers", int: "wholes", bool: "yeses"}.get(kinds.pop(), "") if len(kinds) == 1 else ""
