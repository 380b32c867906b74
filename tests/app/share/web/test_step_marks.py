"""A page draws the marks of live steps as the window does: the same lines, arrows, points, faces and labels.

Compared are all marks of all algorithms in both views and themes, of complete steps: support points with their planes,
the simplex with dropped, refused and new vertices, the Voronoi region that won, the path, the closest point,
directions, EPA's polytope with its horizon, and the bounds on the depth; SAT's axes with both projections, and the
runner-up; MPR's ray, its portal, and where it places the origin.
"""

from collections import Counter, defaultdict
from math import atan2
from random import Random
from typing import Any

import numpy as np
import pytest

from gjkscope.app.base.identity import Identity
from gjkscope.app.scenes.scene import Body, Planar, Transform
from gjkscope.app.share.web.bundle import script_of
from gjkscope.app.share.web.live import mark_colors
from gjkscope.app.share.web.step_words import step_words
from gjkscope.app.share.web.steps import SHOWN
from gjkscope.app.state.model import Theme
from gjkscope.app.state.model.display import Visibility
from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.drawlist import DrawList
from gjkscope.app.view.drawing.marks.registry import marks_of
from gjkscope.app.view.drawing.marks.sight import Sight
from gjkscope.app.view.drawing.separation import draw_separating_plane, plane_between
from gjkscope.engine import sat, trace
from gjkscope.engine.arithmetic.predicates import orient3d
from gjkscope.engine.batch.stepped import STEPPED
from gjkscope.engine.epa.steps import SearchReason
from gjkscope.engine.gjk.simplex import SLOTS, Region
from gjkscope.engine.gjk.steps import ROUNDINGS
from gjkscope.engine.plane.epa.steps import PlaneSearchReason
from gjkscope.engine.plane.gjk.simplex import PLANE_SLOTS
from gjkscope.engine.plane.vectors import in_plane
from gjkscope.engine.pose import Pose
from gjkscope.engine.registry.belief import FaceSide
from gjkscope.engine.result import Exit, Trace
from gjkscope.engine.shapes.bounds import inner_radius
from gjkscope.engine.shapes.kinds import Box, Cylinder, Hull, PlacedPair, Shape, Sphere
from tests.app.share.web.node import answers
from tests.app.share.web.step_parity import bare_script, step_question, stepped_algorithms
from tests.app.share.web.test_live import plane_pairs, question, some_pairs

COUNT = 24
PLANE_COUNT = 66
MOST = 24  # steps of a run that are drawn
# Positions are single precision in both, relative to an anchor near everything; JavaScript and Python round lengths
# differently by a few units in the last place, which the fraction of the largest coordinate leaves room for.
POSITIONS = 1e-5
COLORS = 1e-6

SCRIPT = f"""{bare_script("engine.js", "hull.js", "livesteps.js", "plane.js")}
const surfaceOf = (bodies) => {{
  const rotated = ({{ corners, pose }}) =>
    corners.map((corner) => transformed(pose.map((value, i) => (i % 4 === 3 ? 0 : value)), corner));
  const {{ positions }} = differenceSurface(...bodies.map(rotated));
  return {{ positions, shift: difference(...bodies.map(({{ pose }}) => [pose[3], pose[7], pose[11]])) }};
}};
const answer = ({{ module, layouts, numbers, most, pairs, sights, colors, words }}) => {{
  const drawers = sights[0].planar ? PLANE_DRAWERS : DRAWERS;
  const compiled = new WebAssembly.Module(bytes(module));
  return pairs.map((given, i) => {{
    const pair = pairOf(compiled, given);
    const bodies = pair.cores.map((core, k) => placedBody(core, given.poses[k]));
    const surface = sights[i].visible.difference ? surfaceOf(bodies) : null;
    const {{ anchor, radius, ...sight }} = {{ ...sights[i], bodies, words, surface, middle: sights[i].anchor }};
    return given.algorithms.map((name) => {{
      const {{ count, numbers: written }} = pair.steps(numbers[name], most, ...given.poses);
      const steps = readSteps(layouts[name], written, count);
      const draws = [drawers[name].world, drawers[name].difference];
      return steps.map((_, number) => draws.map((draw) => ["dark", "light"].map((theme) => {{
        const marks = new Marks(anchor, colors, theme);
        draw(marks, {{ ...sight, steps, number }}, radius);
        const plain = ({{ rows, layer }}) => [layer, Array.from(rows)];
        const batches = Object.entries(marks.batches()).map(([kind, all]) => [kind, all.map(plain)]);
        return {{ batches: Object.fromEntries(batches), labels: marks.labels }};
      }})));
    }});
  }});
}};
"""
WIDTHS = {"triangles": 12, "lines": 13, "arrows": 13, "points": 13}


def chosen_pairs(dimension: int) -> list[PlacedPair]:
    """Random and degenerate pairs, and some that touch, are nested or flat."""
    return plane_pairs(PLANE_COUNT) if dimension == 2 else chosen_solids()


def chosen_solids() -> list[PlacedPair]:
    box, thin, round_ = Box((1, 1, 1)), Box((1, 1e-9, 1)), Cylinder(1, 2)
    return [
        *some_pairs(COUNT),
        (box, Pose(), box, Pose(position=(2, 0, 0))),
        (box, Pose(), box, Pose(position=(2, 2, 0.5))),
        (box, Pose(), Box((0.2, 0.2, 0.2)), Pose(position=(0.1, 0.2, 0.3))),
        (thin, Pose(), thin, Pose(position=(0.3, 0, 0.2))),
        (round_, Pose(), Sphere(1), Pose(position=(0.4, 0.1, 0.2))),
        (box, Pose(), box, Pose()),
    ]


def bodies_of(pair: PlacedPair) -> tuple[Body, Body]:
    a, pose_a, b, pose_b = pair
    return Body("Crate", a, placement(a, pose_a)), Body("Ball", b, placement(b, pose_b))


def placement(shape: Shape, pose: Pose) -> Planar | Transform:
    if shape.dimension == 2:
        return Planar(in_plane(pose.position), atan2(pose.rotation[1][0], pose.rotation[0][0]))
    x, y, z = ((*row, side) for row, side in zip(pose.rotation, pose.position, strict=True))
    return Transform((x, y, z, (0.0, 0.0, 0.0, 1.0)))


def radius_of(pair: PlacedPair) -> float:
    return sum(body.ball[1] for body in bodies_of(pair))


def sight_for_page(pair: PlacedPair) -> dict[str, Any]:
    shape_a, pose_a, _, _ = pair
    return {
        "planar": shape_a.dimension == 2,
        "center": pose_a.position,
        "names": ["Crate", "Ball"],
        "origin": pose_a.position,
        "visible": {**dict.fromkeys(SHOWN, True), "difference": shows_difference(pair)},
        "anchor": pose_a.position,
        "radius": radius_of(pair),
    }


def shows_difference(pair: PlacedPair) -> bool:
    """Whether A − B is drawn as it is, and has a volume: where the ray of MPR leaves it is compared then."""
    solid = [isinstance(shape, Box | Hull) and not shape.rounding and inner_radius(shape) > 0.01 for shape in pair[::2]]
    return all(solid)


def drawn_by_python(pair: PlacedPair, run: Trace, number: int, theme: Theme, view: int) -> DrawList:
    step = run.steps[number]
    is_last = step.exit != Exit.RUNNING
    if isinstance(step, sat.State):
        step = step.chosen if is_last else step.axis
    bodies, visible = bodies_of(pair), Visibility(closer=True, difference=shows_difference(pair))
    sight = Sight(Identity(step), Identity(run), number, is_last, bodies, visible, None, None)
    builder = Builder(pair[1].position, theme)
    marks = marks_of(step)
    draw = (marks.draw_in_world, marks.draw_in_difference)[view]
    draw(builder, step, sight, radius_of(pair))
    plane = plane_between(step, bodies)
    if view == 0 and plane is not None:
        draw_separating_plane(builder, *plane, bodies, radius_of(pair))
    return builder.build()


def assert_same(found: dict[str, Any], drawn: DrawList, scale: float) -> int:
    """Compares two draw lists; returns how many marks they have."""
    anchor = np.array(drawn.anchor)
    for kind, width in WIDTHS.items():
        expected = defaultdict(list)
        for batch in getattr(drawn, kind):
            expected[int(batch.layer)].extend(relative(kind, batch.rows, anchor))
        page = defaultdict(list)
        for layer, rows in found["batches"][kind]:
            page[layer].extend(np.reshape(rows, (-1, width)).tolist())
        assert page.keys() == expected.keys(), kind
        for layer, rows in expected.items():
            one, other = np.array(page[layer]), np.array(rows)
            assert one.shape == other.shape, kind
            places = slice(0, 3 if kind in ("points", "triangles") else 6)
            assert np.abs(one[:, places] - other[:, places]).max() <= POSITIONS * scale, kind
            assert np.abs(one[:, 6:] - other[:, 6:]).max() <= COLORS * max(np.abs(other[:, 6:]).max(), 1), kind
    labels = [
        (label.text, label.priority, label.position, label.color, label.away_from or (0, 0, 0))
        for label in drawn.labels
    ]
    on_page = [
        (label["text"], label["priority"], label["position"], label["color"], label["awayFrom"] or (0, 0, 0))
        for label in found["labels"]
    ]
    assert [label[:2] for label in on_page] == [label[:2] for label in labels]
    for one, other in zip(on_page, labels, strict=True):
        assert one[2] == pytest.approx(other[2], abs=POSITIONS * scale)
        assert one[3] == pytest.approx(other[3], abs=COLORS)
        assert one[4] == pytest.approx(other[4], abs=POSITIONS * scale)
    return sum(len(rows) for kind in WIDTHS for batch in getattr(drawn, kind) for rows in [batch.rows]) + len(labels)


def relative(kind: str, rows: Any, anchor: Any) -> list[list[float]]:
    """The rows relative to the anchor, in single precision."""
    moved = np.array(rows, np.float64)
    if kind == "triangles":
        moved = moved.reshape(-1, 12)
    moved[:, :3] -= anchor
    if kind in ("lines", "arrows"):
        moved[:, 3:6] -= anchor
    return moved.astype(np.float32).astype(np.float64).tolist()


@pytest.mark.thorough
@pytest.mark.parametrize("dimension", [2, 3])
def test_live_marks_are_those_of_the_window(dimension: int) -> None:
    pairs = chosen_pairs(dimension)
    given = {**step_question(list(map(question, pairs)), dimension), "sights": list(map(sight_for_page, pairs))}
    [found] = answers(SCRIPT, [{**given, "colors": mark_colors(), "words": step_words(dimension), "most": MOST}])
    marks: Counter[str] = Counter()
    for pair, runs in zip(pairs, found, strict=True):
        for name, pages in zip(stepped_algorithms(pair), runs, strict=True):
            steps = trace(*pair, name).steps[:MOST]
            run: Any = Trace(name, steps, None)  # type: ignore[arg-type]
            scale = max(radius_of(pair), *(getattr(step, "reach", 0.0) for step in steps))
            for number, views in enumerate(pages):
                for view, themes in enumerate(views):
                    for theme, drawn in zip(Theme, themes, strict=True):
                        marks[name] += assert_same(drawn, drawn_by_python(pair, run, number, theme, view), scale)
    assert {*marks} == {*STEPPED[dimension]}
    assert min(marks.values()) > 4_000


def test_numbers_in_the_script_are_those_of_the_engine() -> None:
    script = f"""{script_of("gjkmarks.js", "epamarks.js", "planemarks.js", "satmarks.js", "mprbeliefs.js")}
    const sides = Object.values(FACE_SIDES);
    const answer = () =>
      [RUNNING, ORIGIN_ENCLOSED, SEED, SEED, SLOTS, PLANE_SLOTS, INTERIOR, ROUNDINGS, GAP_RELATION, ...sides];
    """
    expected = [Exit.RUNNING, Exit.ORIGIN_ENCLOSED, SearchReason.SEED, PlaneSearchReason.SEED]
    slots = [[list(region) for region in regions] for regions in (SLOTS, PLANE_SLOTS)]
    assert answers(script, [0]) == [[*expected, *slots, Region.INTERIOR, ROUNDINGS, sat.Relation.GAP, *FaceSide]]


def test_sides_of_planes_are_exact() -> None:
    random = Random(8)
    near = [tuple(random.choice((0.1, 0.2, 0.3, 1e-300, 5e-324, -0.3)) for _ in range(3)) for _ in range(400)]
    fours = [near[i : i + 4] for i in range(0, 400, 4)] + [[(0.1, 0.2, 0.3), (0.2, 0.4, 0.6), (1, 0, 0), (0, 0, 0)]]
    script = f"{script_of('orientation.js')}\nconst answer = (points) => orientation(...points);"
    assert answers(script, fours) == [orient3d(*points) for points in fours]
