"""The terms of the course: short definitions, and the page that teaches each.

A page names the terms that it teaches (`teaches`, see `display`).  Nothing earlier in the course may use them, which
`vocabulary` checks; from that page on, lessons show the definition of a term under the pointer.  The definitions of
record fields in the Step panel use the same texts.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import NamedTuple


class GlossaryTerm(NamedTuple):
    """A term; `forms` are other spellings of it, apart from a plural in -s or -es."""

    name: str
    definition: str
    forms: tuple[str, ...] = ()


_TERMS = (
    GlossaryTerm(
        "signed distance", "the gap between two shapes in metres; minus the penetration depth if they overlap"
    ),
    GlossaryTerm("penetration depth", "the length of the shortest translation that separates two overlapping shapes"),
    GlossaryTerm("convex", "a shape that contains the segment between any two of its points", ("convexity",)),
    GlossaryTerm("witness point", "one of the two closest points of a pair, one on each shape"),
    GlossaryTerm("push-out", "the translation of A that just separates the pair"),
    GlossaryTerm("bounding box", "a box around a shape, with edges along x, y and z", ("AABB", "bounding boxes")),
    GlossaryTerm("broad phase", "the cheap first stage, which finds the pairs that may overlap"),
    GlossaryTerm("Minkowski difference", "A − B, the set of all differences a − b of a point of A and a point of B"),
    GlossaryTerm("support point", "the point of a shape that is furthest along a direction"),
    GlossaryTerm("support mapping", "the function that maps a direction to a support point"),
    GlossaryTerm("simplex", "a point, an edge, a triangle or a tetrahedron", ("simplices",)),
    GlossaryTerm("Voronoi region", "the points that are closer to one feature of a simplex than to any other"),
    GlossaryTerm("weight", "the share of a vertex in a point of a simplex; the shares of all vertices add up to 1"),
    GlossaryTerm("lower bound", "a number that the signed distance is not below"),
    GlossaryTerm("upper bound", "a number that the signed distance is not above"),
    GlossaryTerm("polytope", "a solid with flat faces, here the part of A − B that EPA has found so far"),
    GlossaryTerm("horizon", "the closed line of edges between the faces that a point sees and the others"),
    GlossaryTerm(
        "separating axis", "a direction along which the shadows of two shapes do not overlap", ("separating axes",)
    ),
    GlossaryTerm(
        "portal", "in MPR, a triangle of points of A − B that the ray from v0 through the origin passes through"
    ),
    GlossaryTerm("ghost collision", "a contact with an inner edge of a mesh, which its smooth surface does not have"),
    GlossaryTerm("round-off", "the difference between a computed number and the exact one"),
    GlossaryTerm("certificate", "evidence for an answer, which anyone can check in exact arithmetic"),
    GlossaryTerm("tunnelling", "passing through another body between two ticks, without an overlap at either"),
    GlossaryTerm("conservative advancement", "advancing time in steps in which two bodies cannot touch"),
    GlossaryTerm("contact manifold", "a set of contact points of two bodies, with a normal and a depth for each"),
    GlossaryTerm("supporting face", "the face of a body that is furthest along a direction"),
    GlossaryTerm("clipping", "cutting off the part of a polygon that lies beyond a plane"),
    GlossaryTerm("phantom point", "a contact point that is on the surface of neither body", ("phantom",)),
    GlossaryTerm("impulse", "a force times the duration for which it acts: it changes a velocity at once"),
    GlossaryTerm("time of impact", "the time at which two moving bodies first touch", ("times of impact",)),
    GlossaryTerm("warm starting", "beginning a computation with the result of the last tick"),
)
TERMS: Mapping[str, GlossaryTerm] = {term.name: term for term in _TERMS}


def definition(name: str) -> str:
    """The definition of a term.  Raises `KeyError`."""
    return TERMS[name].definition


@cache
def pattern(name: str) -> re.Pattern[str]:
    """Matches the term, in all its forms."""
    forms = (name, *TERMS[name].forms)
    spelt = "|".join(re.escape(form).replace(r"\ ", r"[\s\u00a0-]+") for form in sorted(forms, key=len, reverse=True))
    return re.compile(rf"\b(?:{spelt})(?:e?s)?\b", re.IGNORECASE)


def terms_in(text: str, names: Iterable[str]) -> Iterator[str]:
    """The terms among these that the text uses."""
    return (name for name in names if pattern(name).search(text))
