"""A small EPA for boxes and hulls as a solver that shows its polytopes, with a planted bug:

    gjkscope query SCENE.json --engines epa.py:epa
    gjkscope SCENE.json --engines epa.py:epa

It takes the face whose plane is nearest to the origin, but forgets that the cross product of two edges is not a unit
vector: small faces seem to be near.  It begins with four supports, which must be around the origin.
"""

from itertools import pairwise, product

STARTS = ((1, 1, 1), (-1, -1, 1), (-1, 1, -1), (1, -1, -1))


def epa(a, pose_a, b, pose_b):
    """The depth of two shapes that overlap, and how this EPA finds it."""
    points = difference(corners(a, pose_a), corners(b, pose_b))
    first = [support(points, direction) for direction in STARTS]
    faces = [outward(face, middle(first)) for face in ((first[0], first[1], first[2]), *fans(first))]
    iterations = [{"simplex": [], "faces": faces}]
    while True:
        nearest = min(faces, key=lambda face: dot(normal(face), face[0]))  # the bug
        direction = normal(nearest)
        new = support(points, direction)
        if dot(direction, new) - dot(direction, nearest[0]) < 1e-9:
            depth = dot(direction, new) / dot(direction, direction) ** 0.5
            return {"signed_distance": -depth, "iterations": iterations}
        seen = [face for face in faces if dot(normal(face), subtract(new, face[0])) > 1e-12]
        edges = [edge for face in seen for edge in pairwise((*face, face[0]))]
        horizon = [(p, q) for p, q in edges if (q, p) not in edges]
        faces = [face for face in faces if face not in seen] + [(p, q, new) for p, q in horizon]
        iterations.append({"simplex": [], "direction": direction, "face": nearest, "faces": faces})


def corners(shape, pose):
    """The corners of a box or a hull in the world."""
    sizes = getattr(shape, "half_extents", None)
    local = shape.vertices if sizes is None else product(*((-size, size) for size in sizes))
    return [tuple(dot(row, (*point, 1.0)) for row in pose[:3]) for point in local]


def difference(a, b):
    return [subtract(p, q) for p in a for q in b]


def support(points, direction):
    return max(points, key=lambda point: dot(direction, point))


def fans(t):
    return ((t[0], t[1], t[3]), (t[0], t[2], t[3]), (t[1], t[2], t[3]))


def outward(face, inside):
    return face if dot(normal(face), subtract(face[0], inside)) > 0 else (face[0], face[2], face[1])


def normal(face):
    (x, y, z), (u, v, w) = subtract(face[1], face[0]), subtract(face[2], face[0])
    return (y * w - z * v, z * u - x * w, x * v - y * u)


def middle(points):
    return tuple(sum(numbers) / len(points) for numbers in zip(*points))


def subtract(p, q):
    return tuple(x - y for x, y in zip(p, q))


def dot(p, q):
    return sum(x * y for x, y in zip(p, q))
