"""Families of moving vertices, faces and edges: ordinary ones, and those on which roots of the cubic are lost.

Each draws both kinds of element in turn.  Most are built around a meeting at a known time and place, as random points
hardly ever meet; whether they still do after rounding is for exact arithmetic to say.
"""

from collections.abc import Callable
from random import Random

from gjkscope.engine.triangle_impact.elements import Corners, ElementaryTest, edge_edge, vertex_face
from gjkscope.engine.vectors import Vec3, add, along, cross, dot, scale, sub

Draw = Callable[[Random, bool], tuple[Corners, Corners]]

FAMILIES: dict[str, tuple[str, Draw]] = {}


def family(about: str) -> Callable[[Draw], Draw]:
    def add_family(draw: Draw) -> Draw:
        FAMILIES[draw.__name__.replace("_", " ")] = (about, draw)
        return draw

    return add_family


def drawn_elements(name: str, count: int, seed: int) -> list[ElementaryTest]:
    """`count` elements, which depend on the seed only: a vertex and a face, two edges, and so on in turn."""
    random, draw = Random(f"{name} {seed}"), FAMILIES[name][1]
    makers = (vertex_face, edge_edge)
    return [makers[number % 2](*draw(random, number % 2 == 1)) for number in range(count)]


@family("Random points; about one in six meets.")
def any_motion(random: Random, of_edges: bool) -> tuple[Corners, Corners]:
    return _corners(random), _corners(random)


@family("They meet well inside both features, at a time between.")
def crossing(random: Random, of_edges: bool) -> tuple[Corners, Corners]:
    return _meeting(random, of_edges, random.uniform(0.1, 0.9), _inside(random, of_edges))


@family("They meet at a vertex or an edge of the face, or an end of an edge.")
def at_a_border(random: Random, of_edges: bool) -> tuple[Corners, Corners]:
    u, _ = _inside(random, of_edges)
    return _meeting(random, of_edges, random.uniform(0.1, 0.9), (u, 0.0) if random.random() < 0.5 else (0.0, 0.0))


@family("They meet at the end of the tick.")
def at_the_end(random: Random, of_edges: bool) -> tuple[Corners, Corners]:
    return _meeting(random, of_edges, 1.0, _inside(random, of_edges))


@family("They touch at the start of the tick.")
def at_the_start(random: Random, of_edges: bool) -> tuple[Corners, Corners]:
    return _meeting(random, of_edges, 0.0, _inside(random, of_edges))


@family("One grazes the other: it comes, touches at t = ½ and leaves on the same side, so that the root is double.")
def grazing(random: Random, of_edges: bool) -> tuple[Corners, Corners]:
    """The height of one over the other is −k m (2t − 1)², up to rounding: a slope k (2t − 1) at m (2t − 1)."""
    k, m = random.uniform(0.2, 1.0), random.uniform(0.2, 0.8)
    if of_edges:
        ends = [_sloped_edge(k * side, m * side) for side in (-1, 1)]
        return _turned(random, *ends)
    ends = [((m * side, 0.0, 0.0), *_sloped_face(k * side)) for side in (-1, 1)]
    return _turned(random, *ends)


@family("Crossing, with coordinates about 1,000 to 1,000,000 times as large as the features.")
def far_from_the_origin(random: Random, of_edges: bool) -> tuple[Corners, Corners]:
    away = scale(_vector(random), 10 ** random.uniform(3, 6))
    start, end = crossing(random, of_edges)
    return _moved(start, away), _moved(end, away)


@family("Small whole coordinates: many meet exactly at a border, at an end of the tick, or stay in a plane.")
def whole_numbers(random: Random, of_edges: bool) -> tuple[Corners, Corners]:
    start = tuple(_whole(random) for _ in range(4))
    end = tuple(_whole(random) for _ in range(4))
    return start, end  # type: ignore[return-value]


@family("Slow: they move by 1e-9 to 1e-3 of their size, and meet.")
def slow(random: Random, of_edges: bool) -> tuple[Corners, Corners]:
    time = random.uniform(0.1, 0.9)
    start, end = _meeting(random, of_edges, time, _inside(random, of_edges))
    p, q, r, s = (along(a, sub(b, a), time) for a, b in zip(start, end, strict=True))
    factor = 10 ** random.uniform(-9, -3)
    return _nearer(start, (p, q, r, s), factor), _nearer(end, (p, q, r, s), factor)


@family("Crossing, but all points are flattened to a plane, up to 1e-9 to 1e-6 of their size.")
def flattened(random: Random, of_edges: bool) -> tuple[Corners, Corners]:
    start, end = crossing(random, of_edges)
    squash = 10 ** random.uniform(-9, -6)
    return _squashed(start, squash), _squashed(end, squash)


def _meeting(random: Random, of_edges: bool, time: float, at: tuple[float, float]) -> tuple[Corners, Corners]:
    """Random motion, with the first point moved so that the features meet at that time and those weights."""
    start, end = _corners(random), _corners(random)
    p, q, r, s = (along(a, sub(b, a), time) for a, b in zip(start, end, strict=True))
    u, v = at
    if of_edges:
        error = sub(along(r, sub(s, r), v), along(p, sub(q, p), u))
        return _moved(start, error, 2), _moved(end, error, 2)
    error = sub(along(along(q, sub(r, q), u), sub(s, q), v), p)
    return _moved(start, error, 1), _moved(end, error, 1)


def _sloped_face(slope: float) -> tuple[Vec3, Vec3, Vec3]:
    return (-1.0, -1.0, -slope), (1.0, -1.0, slope), (0.0, 1.0, 0.0)


def _sloped_edge(slope: float, y: float) -> Corners:
    """An edge along x, and one across it in the plane x = 0.1."""
    return (-1.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.1, y - 1.0, -slope), (0.1, y + 1.0, slope)


def _nearer(points: Corners, middle: Corners, factor: float) -> Corners:
    p, q, r, s = (along(m, sub(point, m), factor) for point, m in zip(points, middle, strict=True))
    return p, q, r, s


def _turned(random: Random, start: Corners, end: Corners) -> tuple[Corners, Corners]:
    """In another frame, so that coordinates are rounded."""
    x = _unit(_vector(random))
    y = _unit(cross(x, _vector(random)))
    z = cross(x, y)

    def turned(points: Corners) -> Corners:
        p, q, r, s = (add(add(scale(x, a), scale(y, b)), scale(z, c)) for a, b, c in points)
        return p, q, r, s

    return turned(start), turned(end)


def _squashed(points: Corners, factor: float) -> Corners:
    p, q, r, s = ((a, b * factor, c) for a, b, c in points)
    return p, q, r, s


def _moved(points: Corners, by: Vec3, count: int = 4) -> Corners:
    p, q, r, s = (add(point, by) if number < count else point for number, point in enumerate(points))
    return p, q, r, s


def _inside(random: Random, of_edges: bool) -> tuple[float, float]:
    u, v = random.uniform(0.1, 0.8), random.uniform(0.1, 0.8)
    return (u, v) if of_edges or u + v < 0.9 else (0.5 * u, 0.5 * v)


def _corners(random: Random) -> Corners:
    return _vector(random), _vector(random), _vector(random), _vector(random)


def _vector(random: Random) -> Vec3:
    return (random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1))


def _whole(random: Random) -> Vec3:
    return (float(random.randint(-3, 3)), float(random.randint(-3, 3)), float(random.randint(-3, 3)))


def _unit(v: Vec3) -> Vec3:
    return scale(v, dot(v, v) ** -0.5)
