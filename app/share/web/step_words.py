"""What a page says of the steps that it computes itself: templates of sentences, words and the rows of numbers.

The page fills the templates from the records of the steps (`player/gjkwords.js`, `player/epawords.js`).  They are those
of the engine's sentences (`engine/gjk/explain.py`, `engine/epa/explain.py`), with which tests compare them.
"""

from collections.abc import Iterator, Sequence
from enum import IntEnum
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from gjkscope.app.ask.runs.progress import StepEvent
from gjkscope.app.share.web.words import DEEPEST, OF_GJK
from gjkscope.app.view.words import records
from gjkscope.app.view.words.field import field_of_type
from gjkscope.app.view.words.simplex import WEIGHT
from gjkscope.engine import epa, gjk
from gjkscope.engine.epa.steps import SearchReason
from gjkscope.engine.gjk.simplex import SLOTS
from gjkscope.engine.plane.epa import steps as plane_epa
from gjkscope.engine.plane.epa.steps import PlaneSearchReason
from gjkscope.engine.plane.gjk import steps as plane_gjk
from gjkscope.engine.plane.gjk.simplex import PLANE_SLOTS
from gjkscope.engine.result import Exit
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

HEADLINES = {
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
    aims: type[IntEnum] = PlaneSearchReason if in_plane else SearchReason
    return {
        "gjk": OF_GJK_STEPS | OF_PLANE_GJK_STEPS if in_plane else OF_GJK_STEPS,
        "epa": OF_EPA_STEPS | OF_PLANE_EPA_STEPS if in_plane else OF_EPA_STEPS,
        "slots": PLANE_SLOTS if in_plane else SLOTS,
        "headlines": HEADLINES,
        "exits": [reason.words for reason in Exit],
        "exit": {reason.name: int(reason) for reason in Exit},
        "aims": [reason.name.lower() for reason in aims],
        "aim": {reason.name: int(reason) for reason in aims},
        "events": {event.name.lower(): event.value for event in StepEvent},
        "noIndex": NO_INDEX,
        "curved": epa.CURVED,
        "roundings": gjk.ROUNDINGS,
        "weight": WEIGHT,
        "axes": [[axis.label, axis.definition] for axis in records.POINT[:dimension]],
    }


def number_rows(step: type) -> list[Words]:
    """The rows of a step's numbers: the path to each, its label, definition, unit, depth and kind.

    The kinds are "numbers", "number", "whole", "index" (−1 means none), "exit", "aim", "record" and "list", which has a
    row while it is empty, and otherwise a table.
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
            unit = field.unit if row_kind == "number" else ""
            yield {
                "path": here,
                "label": field.label,
                "help": field.definition,
                "unit": unit,
                "depth": depth,
                "kind": row_kind,
            }
            if row_kind == "record" and depth < DEEPEST:
                yield from _number_rows(hint, hint._fields, here, depth + 1)


def _kind_of(name: str, hint: Any) -> str:
    """Empty for what has no row: parts of variants."""
    if hint is Exit:
        return "exit"
    if hint in (SearchReason, PlaneSearchReason):
        return "aim"
    if hint is float:
        return "number"
    if hint is int or (isinstance(hint, type) and issubclass(hint, IntEnum)):
        return "index" if name in records.NUMBERS else "whole"
    if hasattr(hint, "_fields"):
        return "record"
    if get_origin(hint) in (list, Sequence):
        return "list"
    is_variant = get_origin(hint) in (Union, UnionType) and NoneType in get_args(hint)
    is_tuple = get_origin(hint) is tuple and set(get_args(hint)) == {float}
    return "numbers" if is_tuple and not is_variant else ""
