"""Raises the large faces of a point set, such as the ends of a prism with thousands of sides, for Qhull.

Qhull merges coplanar triangles as it builds a hull, which takes a time that grows with the square of a face's vertices:
eleven seconds for the ends of a prism with 10,000 sides.  Therefore a point is added a little above each such face, its
tip.  Seen from there nothing but the face is visible, so in the new hull a pyramid replaces it, with a triangle per
side and nothing to merge, and Qhull need not merge.  The base of the pyramid is the face.

1. A sample of the points has a hull with few vertices, which shows the large faces.
2. The plane of a large face contains many points and has none above it, up to rounding.
3. The tip is above the mean of these points.  A neighbour that is tilted by less than about `SLOPE` is seen from it.
   Then the base is not the face.

How it can fail: as in 3., or because rounding makes a surface concave that is not merged, which Qhull reports.  The
hull is then built without tips, which is slow.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from gjkscope.engine.shapes.qhull import QhullError, Triangulation, qhull

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.intp]

# Hulls of fewer points are fast, whatever their faces.
MANY = 2000

# A face with fewer points is left to Qhull, which takes less than 50 ms for it.
LARGE = 400

# Points in the sample.  A face of `LARGE` points out of 20,000 has five of them.
SAMPLE = 256

# Triangles that a large face consists of in the hull of the sample: fewer are common by chance.
FEWEST_TRIANGLES = 3

# The height of the tip, relative to half the width of the face.  Two triangles at the tip must be distinguishable: two
# neighbours of 10,000 still bend by 5e-6.
SLOPE = 2.0**-7

# Qhull's options: triangles only, no merging.
UNMERGED = "Qt Q0"

# By how much a plane through three points of the sample may miss other points of its face, in units of the extents.
NEAR = 1e-9


class LargeFaces(NamedTuple):
    """The planes of large faces, and a tip above each."""

    planes: Floats  # (k, 4): unit normal, outward, and minus the distance from the origin
    tips: Floats  # (k, 3)


NO_FACES = LargeFaces(np.empty((0, 4)), np.empty((0, 3)))


def large_faces(points: Floats, slack_of: Any) -> LargeFaces:
    """The large faces of the hull of points that span three dimensions, in units of their extents.

    `slack_of` gives the rounding error of the points along the normals of planes, (k, 4).
    """
    if len(points) < MANY:
        return NO_FACES
    sample = points[_sample(points)]
    equations, triangles = np.unique(qhull(sample).equations, axis=0, return_counts=True)
    candidates = [_face(points, plane, slack_of) for plane in equations[triangles >= FEWEST_TRIANGLES]]
    faces = [face for face in candidates if face is not None]
    return LargeFaces(*(np.array(part) for part in zip(*faces, strict=True))) if faces else NO_FACES


def with_tips(points: Floats, large: LargeFaces) -> Triangulation | None:
    """Qhull's hull of the points, followed by the tips, without merging; None if there are no tips, or that fails."""
    if not len(large.tips):
        return None
    try:
        return qhull(np.concatenate([points, large.tips]), UNMERGED)
    except QhullError:
        return None


class Lowered(NamedTuple):
    """Triangles with each pyramid flattened onto its base."""

    groups: Ints  # the number of the face that each triangle is a part of
    equations: Floats  # their planes


def on_bases(facets: Triangulation, large: LargeFaces, first: int, groups: Ints, slack: Floats) -> Lowered | None:
    """The triangles of the hull, which are in these groups, with each pyramid as one group in the plane of its base.

    `first` is the number of the first tip.  None if a base is not the face, up to `slack`.
    """
    groups, equations = groups.copy(), facets.equations.copy()
    for number, plane in enumerate(large.planes):
        pyramid = (facets.simplices == first + number).any(axis=1)
        base = np.setdiff1d(facets.simplices[pyramid], [first + number])
        if not len(base) or np.abs(_heights(facets.points[base], plane)).max() > slack[number]:
            return None
        groups[pyramid] = groups.max() + 1
        equations[pyramid] = plane
    return Lowered(groups, equations)


def _sample(points: Floats) -> Ints:
    """The numbers of some points; among them are four that do not lie in a plane, if `points` comes from a span."""
    chosen = np.random.default_rng(len(points)).choice(len(points), SAMPLE, replace=False)
    corners = (np.abs(points).max(axis=1).argmin(), *np.abs(points).argmax(axis=0))
    return np.unique(np.concatenate([chosen, corners])).astype(np.intp)


def _face(points: Floats, near: Floats, slack_of: Any) -> tuple[Floats, Floats] | None:
    """The plane next to this one that contains a large face, and its tip; none if there is no such face."""
    on_face = points[np.abs(_heights(points, near)) <= NEAR]
    if len(on_face) < LARGE:
        return None
    plane = _plane_through(on_face, near[:3])
    slack = slack_of(plane[None])[0]
    heights = _heights(points, plane)
    on_face = points[np.abs(heights) <= slack]
    if len(on_face) < LARGE or heights.max() > slack:
        return None
    return plane, on_face.mean(axis=0) + SLOPE / 2 * _width(on_face, plane[:3]) * plane[:3]


def _width(points: Floats, normal: Floats) -> float:
    """The extent of a face's points across its length."""
    offsets = points - points.mean(axis=0)
    across = np.cross(normal, offsets[_length(offsets).argmax()])
    return float(np.ptp(np.einsum("ij,j->i", points, across)) / np.linalg.norm(across))


def _plane_through(points: Floats, normal: Floats) -> Floats:
    """The plane through three of the points that are far apart, with its normal on the side of the given one."""
    start = points[_length(points - points.mean(axis=0)).argmax()]
    offsets = points - start
    along = offsets[_length(offsets).argmax()]
    normals = np.cross(along, offsets)
    exact = normals[_length(normals).argmax()]
    exact = exact / np.linalg.norm(exact) * (1 if exact @ normal > 0 else -1)
    return np.append(exact, -(exact @ start))


def _heights(points: Floats, plane: Floats) -> Floats:
    return np.asarray(np.einsum("ij,j->i", points, plane[:3]) + plane[3])


def _length(vectors: Floats) -> Floats:
    return np.asarray(np.sqrt(np.einsum("ij,ij->i", vectors, vectors)))
