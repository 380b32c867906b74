"""A page draws the marks of live steps as the window does: the same lines, arrows, points, faces and labels.

Compared are all marks of GJK and EPA in both views and themes, of complete steps: support points with their planes, the
simplex with dropped, refused and new vertices, the Voronoi region that won, the path, the closest point, directions,
EPA's polytope with its horizon, and the bounds on the depth.
"""

from collections import defaultdict
from math import atan2
from typing import Any

import numpy as np
import pytest

from gjkscope.app.base.identity import Identity
from gjkscope.app.scenes.scene import Body, Planar, Transform
from gjkscope.app.share.web.bundle import script_of
from gjkscope.app.share.web.live import mark_colors
from gjkscope.app.share.web.steps import SHOWN
from gjkscope.app.state.model import Theme
from gjkscope.app.state.model.display import Visibility
from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.drawlist import DrawList
from gjkscope.app.view.drawing.marks.registry import marks_of
from gjkscope.app.view.drawing.marks.sight import Sight
from gjkscope.engine import trace
from gjkscope.engine.batch.stepped import STEPPED
from gjkscope.engine.epa.steps import SearchReason
from gjkscope.engine.gjk.simplex import SLOTS, Region
from gjkscope.engine.gjk.steps import ROUNDINGS
from gjkscope.engine.plane.epa.steps import PlaneSearchReason
from gjkscope.engine.plane.gjk.simplex import PLANE_SLOTS
from gjkscope.engine.plane.vectors import in_plane
from gjkscope.engine.pose import Pose
from gjkscope.engine.result import Exit, Trace
from gjkscope.engine.shapes.kinds import Box, Cylinder, PlacedPair, Shape, Sphere
from tests.app.share.web.node import answers
from tests.app.share.web.step_parity import bare_script, step_question
from tests.app.share.web.test_live import plane_pairs, question, some_pairs

COUNT = 24
PLANE_COUNT = 66
MOST = 24  # steps of a run that are drawn
# Positions are single precision in both, relative to an anchor near everything; JavaScript and Python round lengths
# differently by a few units in the last place, which the fraction of the largest coordinate leaves room for.
POSITIONS = 1e-5
COLORS = 1e-6

SCRIPT = f"""{bare_script("engine.js", "steps.js", "livesteps.js", "plane.js")}
const answer = ({{ module, layouts, most, pairs, sights, colors }}) => {{
  const drawers = Object.values(sights[0].planar ? PLANE_DRAWERS : DRAWERS);
  const compiled = new WebAssembly.Module(bytes(module));
  return pairs.map(({{ cores, blocks, poses }}, i) => {{
    const placed = cores.map((core, k) => ({{ ...core, blocks: new Float64Array(bytes(blocks[k]).buffer) }}));
    const pair = new LivePair(new Engine(compiled), placed, 0);
    return Object.values(layouts).map((layout, algorithm) => {{
      const {{ count, numbers }} = pair.steps(algorithm, most, ...poses);
      const steps = readSteps(layout, numbers, count);
      const {{ world, difference }} = drawers[algorithm];
      return steps.map((_, number) => [world, difference].map((draw) => ["dark", "light"].map((theme) => {{
        const marks = new Marks(sights[i].anchor, colors, theme);
        draw(marks, {{ ...sights[i], steps, number }}, sights[i].radius);
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
        "visible": dict.fromkeys(SHOWN, True),
        "anchor": pose_a.position,
        "radius": radius_of(pair),
    }


def drawn_by_python(pair: PlacedPair, run: Trace, number: int, theme: Theme, view: int) -> DrawList:
    step = run.steps[number]
    is_last = step.exit != Exit.RUNNING
    bodies = bodies_of(pair)
    sight = Sight(Identity(step), Identity(run), number, is_last, bodies, Visibility(closer=True), None, None)
    builder = Builder(pair[1].position, theme)
    marks = marks_of(step)
    draw = (marks.draw_in_world, marks.draw_in_difference)[view]
    draw(builder, step, sight, radius_of(pair))
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


@pytest.mark.parametrize("dimension", [2, 3])
def test_live_marks_are_those_of_the_window(dimension: int) -> None:
    pairs = chosen_pairs(dimension)
    given = {**step_question(list(map(question, pairs)), dimension), "sights": list(map(sight_for_page, pairs))}
    [found] = answers(SCRIPT, [{**given, "colors": mark_colors(), "most": MOST}])
    marks = 0
    for pair, runs in zip(pairs, found, strict=True):
        for name, pages in zip(STEPPED[dimension], runs, strict=True):
            run: Any = Trace(name, trace(*pair, name).steps[:MOST], None)  # type: ignore[arg-type]
            scale = max(radius_of(pair), *(step.reach for step in run.steps))
            for number, views in enumerate(pages):
                for view, themes in enumerate(views):
                    for theme, drawn in zip(Theme, themes, strict=True):
                        marks += assert_same(drawn, drawn_by_python(pair, run, number, theme, view), scale)
    assert marks > 15_000


def test_numbers_in_the_script_are_those_of_the_engine() -> None:
    script = f"""{script_of("gjkmarks.js", "epamarks.js", "planemarks.js")}
    const answer = () => [RUNNING, ORIGIN_ENCLOSED, SEED, SEED, SLOTS, PLANE_SLOTS, INTERIOR, ROUNDINGS];"""
    expected = [Exit.RUNNING, Exit.ORIGIN_ENCLOSED, SearchReason.SEED, PlaneSearchReason.SEED]
    slots = [[list(region) for region in regions] for regions in (SLOTS, PLANE_SLOTS)]
    assert answers(script, [0]) == [[*expected, *slots, Region.INTERIOR, ROUNDINGS]]
