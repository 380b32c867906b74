"""Stills for a test of the eyes: can one see whether the origin is inside A − B?

    make depth-stills SEED=1

Writes ten stills of seeded pairs (boxes, hulls and curved shapes) to out/depth/, five with the origin inside and five
with it outside, by 5 to 15 % of the size of A − B, seen from random directions; without labels, headline, and the tone
that gives the answer away.  Judge each, then compare with answers.txt there.
"""

import sys
from math import pi

import numpy as np
from PIL import Image

from gjkscope.app.base.resources import resource
from gjkscope.app.scenes.scene import Body, PositionOrientation, Scene
from gjkscope.app.share.export.figure import FigureRenderer
from gjkscope.app.state.actions import FrameAll, PlaceCamera, Select, SetVisible, initial_state, update
from gjkscope.app.state.model import State, View
from gjkscope.engine import query
from gjkscope.engine.shapes.kinds import Box, Capsule, Cone, Cylinder, Ellipsoid, Hull, Shape, Sphere
from gjkscope.engine.vectors import Vec3, scale, unit

SIZE = (560, 520)
STILLS = 10
NEAREST, FURTHEST = 0.05, 0.15  # of the size of A − B
HALVINGS = 40
FAR = 10.0  # metres: shapes of about 1 m are apart there
FOLDER = resource("tests").parent / "out" / "depth"
HIDDEN = ("labels", "steps", "push_out", "witnesses", "inside_outside")


def random_shape(rng: np.random.Generator, family: int) -> Shape:
    x, y, z = rng.uniform(0.4, 1.1, 3).tolist()
    if family == 0:
        return Box((x, y, z))
    if family == 1:
        return Hull(tuple((a, b, c) for a, b, c in rng.normal(0.0, 0.6, (int(rng.integers(6, 16)), 3)).tolist()))
    curved: tuple[Shape, ...] = (Sphere(x), Capsule(0.6 * x, y), Cylinder(x, y), Cone(x, y), Ellipsoid((x, y, z)))
    return curved[int(rng.integers(len(curved)))]


def random_state(rng: np.random.Generator, inside: bool, family: int) -> State:
    """A pair with the origin near the surface of its A − B, seen from a random direction."""
    a, b = random_shape(rng, family), random_shape(rng, family)
    turns = [tuple(part / np.linalg.norm(part)) for part in rng.normal(size=(2, 4))]
    first = Body("A", a, PositionOrientation((0.0, 0.0, 0.0), turns[0]))
    way: Vec3 = unit(tuple(rng.normal(size=3).tolist()))
    size = a_reach(a) + a_reach(b)
    wanted = rng.uniform(NEAREST, FURTHEST) * size * (-1 if inside else 1)

    def place(distance: float) -> Body:
        return Body("B", b, PositionOrientation(scale(way, distance), turns[1]))

    low, high = 0.0, FAR
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        other = place(middle)
        result = query(a, first.pose, b, other.pose).signed_distance
        assert result is not None
        low, high = (middle, high) if result < wanted else (low, middle)
    state = initial_state(Scene("still", (first, place(high))))
    for name in HIDDEN:
        state = update(state, SetVisible(name, False))
    state = update(update(state, Select(None)), FrameAll(SIZE[0] / SIZE[1]))
    camera = state.view.cameras.difference.looking(float(rng.uniform(-pi, pi)), float(rng.uniform(-0.2, 0.9)))
    return update(state, PlaceCamera(View.DIFFERENCE, camera))


def a_reach(shape: Shape) -> float:
    """The radius of the shape's bounding sphere."""
    return Body("reach", shape, PositionOrientation()).ball[1]


def main(seed: int) -> None:
    rng = np.random.default_rng(seed)
    FOLDER.mkdir(parents=True, exist_ok=True)
    sides = rng.permutation([True] * (STILLS // 2) + [False] * (STILLS - STILLS // 2))
    lines = []
    with FigureRenderer(SIZE) as figure:
        for i, inside in enumerate(sides.tolist()):
            state = random_state(rng, inside, i % 3)
            picture = figure.render(state, (View.DIFFERENCE,), words=False)
            Image.fromarray(picture).save(FOLDER / f"still-{i}.png")
            lines.append(f"{i} {'inside' if inside else 'outside'}")
    (FOLDER / "answers.txt").write_text("\n".join(lines) + "\n")
    print(FOLDER)


if __name__ == "__main__":
    main(int(sys.argv[1]))
