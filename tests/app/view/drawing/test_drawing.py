"""The draw lists of the two views: each mark is where the engine says it should be."""

from functools import reduce
from itertools import product

import numpy as np
import numpy.typing as npt
import pytest

from gjkscope.app.base.records import field_names, replace
from gjkscope.app.base.resources import resource
from gjkscope.app.scenes.cameras.camera import FRAME_MARGIN
from gjkscope.app.scenes.scene import Body, PositionOrientation, Scene
from gjkscope.app.scenes.scene_file import read_scene
from gjkscope.app.state import actions as do
from gjkscope.app.state.inspection.extents import world_ball
from gjkscope.app.state.inspection.traces import current_step, inspect, last_step, step_record
from gjkscope.app.state.model import Gizmo, State, View
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.crowd import MANY_NAMES
from gjkscope.app.view.drawing.difference import difference_drawing
from gjkscope.app.view.drawing.drawlist import Color, DrawList, Label, Layer, Lines, PointStyle
from gjkscope.app.view.drawing.marks.registry import shown_step
from gjkscope.app.view.drawing.marks.sat import CORNER
from gjkscope.app.view.drawing.surfaces import surface, surface_at
from gjkscope.app.view.drawing.world import DASH_A, DASH_B, world_drawing
from gjkscope.engine.result import Exit, Verdict
from gjkscope.engine.shapes import kinds
from gjkscope.engine.shapes.bounds import aabb
from gjkscope.engine.shapes.directions import even_directions
from gjkscope.engine.shapes.hulls import convex_hull
from gjkscope.engine.shapes.support import convex, support
from gjkscope.engine.vectors import ZERO, Vec3, add, dot, neg, norm, scale, sub, unit
from tests.engine.known_meshes import ring
from tests.thorough import THOROUGH

Floats = npt.NDArray[np.float64]

TURNED = (0.2, 0.3, -0.1, 0.9)
TWISTED = (0.1, -0.3, 0.4, 0.8)
CUBE, BRICK, BALL = kinds.Box((0.6, 0.6, 0.6)), kinds.Box((0.4, 0.7, 0.3)), kinds.Sphere(0.7)


def state_of(a: kinds.Shape, b: kinds.Shape, b_at: Vec3, a_at: Vec3 = ZERO, turned: bool = True) -> State:
    turns = (TURNED, TWISTED) if turned else ((0.0, 0.0, 0.0, 1.0),) * 2
    return do.initial_state(
        Scene(
            "pair",
            (Body("A", a, PositionOrientation(a_at, turns[0])), Body("B", b, PositionOrientation(b_at, turns[1]))),
        )
    )


APART = state_of(CUBE, BRICK, (2.0, 0.3, 0.2))
OVERLAPPING = state_of(CUBE, BRICK, (1.5, -0.05, 0.35), a_at=(0.5, -0.25, 0.25))
ROUND = state_of(kinds.Capsule(0.4, 0.5), BALL, (0.9, 0.3, 0.2))
CORNERED = state_of(BRICK, CUBE, (1.5, 0.9, -0.4))
CURVED = state_of(kinds.Cylinder(0.4, 0.6), kinds.Cylinder(0.5, 0.3), (3.2, 1.4, -3.6), a_at=(2.0, 1.0, -3.0))


def plain(state: State) -> State:
    """The same without planes, regions, paths and beliefs."""
    for what in ("planes", "regions", "path", "beliefs"):
        state = do.update(state, do.SetVisible(what, False))
    return state


def at_steps(state: State) -> list[State]:
    return [do.update(state, do.GoToStep(step)) for step in range(last_step(state) + 1)]


# Every step of pairs that together cover every kind of step: see the test of the sample below.
STEPS = [step for pair in (APART, OVERLAPPING, ROUND, CORNERED, CURVED) for step in at_steps(pair)]


# --- reading a draw list ---


def same_hue(color: Floats | Color, wanted: Color) -> bool:
    """Whether `np.allclose` holds, in a tenth of its time."""
    return all(abs(its - other) <= 1e-8 + 1e-5 * abs(other) for its, other in zip(color[:3], wanted[:3], strict=True))


def all_lines(drawing: DrawList) -> list[Lines]:
    """Separate lines, and the edges of surfaces."""
    return [*drawing.lines, *(edges.lines for edges in drawing.edges)]


def lines(drawing: DrawList, color: Color, layer: Layer | None = None, width: float | None = None) -> Floats:
    """The endpoints (n, 2, 3) of the lines of that hue (and layer and width)."""
    segments = [
        (start, end)
        for batch in all_lines(drawing)
        for start, end, its, thick in zip(batch.starts, batch.ends, batch.colors, batch.widths, strict=True)
        if same_hue(its, color) and layer in (None, batch.layer) and width in (None, thick)
    ]
    return np.array(segments).reshape(-1, 2, 3)


def dashes(drawing: DrawList, color: Color) -> set[float]:
    return {
        float(dash)
        for batch in all_lines(drawing)
        for its, dash in zip(batch.colors, batch.dashes, strict=True)
        if same_hue(its, color)
    }


def arrows(drawing: DrawList, color: Color) -> Floats:
    """Tails and heads (n, 2, 3) of that hue."""
    segments = [
        (tail, head)
        for batch in drawing.arrows
        for tail, head, its in zip(batch.tails, batch.heads, batch.colors, strict=True)
        if same_hue(its, color)
    ]
    return np.array(segments).reshape(-1, 2, 3)


def points(drawing: DrawList, color: Color, style: PointStyle = PointStyle.DISC) -> Floats:
    positions = [
        position
        for batch in drawing.points
        for position, its, form in zip(batch.positions, batch.colors, batch.styles, strict=True)
        if form == style and same_hue(its, color)
    ]
    return np.array(positions).reshape(-1, 3)


def label(drawing: DrawList, text: str) -> Label:
    labels = [labels for labels in drawing.labels if labels.text == text]
    assert len(labels) == 1, [label.text for label in drawing.labels]
    return labels[0]


def texts(drawing: DrawList) -> list[str]:
    return [label.text for label in drawing.labels]


def assert_sound(drawing: DrawList) -> None:
    """Check that every number is finite, and that every batch has as many colours, widths … as marks."""
    for batch in (*drawing.triangles, *all_lines(drawing), *drawing.arrows, *drawing.points):
        arrays = [getattr(batch, name) for name in field_names(type(batch))]
        arrays = [array for array in arrays if isinstance(array, np.ndarray)]
        assert len({len(array) for array in arrays}) == 1
        assert all(array.dtype == np.float64 and np.isfinite(array).all() for array in arrays)
        assert ((batch.colors >= 0) & (batch.colors <= 1)).all()
    assert all(np.isfinite(skin.positions).all() for skin in drawing.skins)
    for batch in (*drawing.triangles, *drawing.skins):
        lengths = np.linalg.norm(batch.normals, axis=-1)
        assert np.allclose(lengths[lengths > 0], 1.0, atol=1e-9)
    for label in drawing.labels:
        assert np.isfinite(label.position).all()
        assert "nan" not in label.text
    assert np.isfinite(drawing.anchor).all()


def body_surface(state: State, name: str) -> Floats:
    body = state.document.scene.body(name)
    return surface_at(surface(body.shape), body.pose).positions


def translation(before: Floats, after: Floats, rounding: float = 1e-14) -> Floats:
    """The vector by which all points have moved."""
    moved = (after - before).reshape(-1, 3)
    assert np.ptp(moved, axis=0).max() <= rounding
    return moved.mean(axis=0)


# --- the world: bodies ---


@pytest.mark.parametrize("state", [APART, OVERLAPPING, ROUND])
def test_the_world_shows_the_bodies_in_their_colours(state: State) -> None:
    first, second = world_drawing(state).skins[:2]
    for batch, name, color in ((first, "A", palette.A), (second, "B", palette.B)):
        assert np.array_equal(batch.positions, body_surface(state, name))
        assert same_hue(batch.color, color)


@pytest.mark.parametrize(
    ("state", "verdict"),
    [
        (APART, Verdict.SEPARATED),
        (OVERLAPPING, Verdict.PENETRATING),
        (state_of(CUBE, CUBE, (1.2, 0.0, 0.0), turned=False), Verdict.TOUCHING),
        (state_of(CUBE, kinds.Point(), (0.0, 0.0, 0.0)), Verdict.PENETRATING),
    ],
)
def test_a_pair_is_translucent_exactly_when_it_is_not_separated(state: State, verdict: Verdict) -> None:
    assert inspect(state).answer.verdict is verdict
    for batch in world_drawing(state).skins[:2]:
        if verdict is Verdict.SEPARATED:
            assert batch.layer == Layer.SOLID
            assert batch.color[3] == 1
        else:
            assert batch.layer == Layer.TRANSLUCENT
            assert batch.color[3] < 1


def test_a_body_outside_the_pair_is_opaque_in_its_own_colour_or_grey() -> None:
    bodies = (
        *OVERLAPPING.document.scene.bodies,
        Body("C", BALL, PositionOrientation((5.0, 0.0, 0.0)), color="#102030"),
    )
    state = do.initial_state(Scene("three", (*bodies, Body("D", BALL, PositionOrientation((9.0, 0.0, 0.0))))))
    *_, c, d = world_drawing(state).skins[:4]
    assert (c.layer, d.layer) == (Layer.SOLID, Layer.SOLID)
    assert c.color == (16 / 255, 32 / 255, 48 / 255, 1.0)
    assert same_hue(d.color, palette.BYSTANDER)
    chosen = world_drawing(do.update(state, do.ChoosePair(("C", "A"))))
    assert same_hue(chosen.skins[2].color, palette.A)
    assert same_hue(chosen.skins[0].color, palette.B)


def test_the_selected_body_has_wider_edges() -> None:
    for selected, other in (("A", "B"), ("B", "A")):
        drawing = world_drawing(do.update(APART, do.Select(selected)))
        edges = {
            name: surface_at(surface(CUBE if name == "A" else BRICK), APART.document.scene.body(name).pose).edges
            for name in "AB"
        }
        widths = {name: edge_width(drawing, edges[name][0]) for name in (selected, other)}
        assert widths[selected] > widths[other] > 0


def test_a_surface_too_fine_for_visible_lines_has_none() -> None:
    def draw(count: int) -> DrawList:
        ball = even_directions(count)
        return world_drawing(plain(state_of(kinds.Mesh(ball, convex_hull(ball).triangles), BRICK, (3.0, 0.0, 0.0))))

    assert [len(draw(count).outlines) for count in (1000, 12_000)] == [2, 1]


@pytest.mark.parametrize(
    "shape", [kinds.Point(), kinds.Segment(ZERO, ZERO), kinds.Hull((ZERO, ZERO)), kinds.Triangle((ZERO, ZERO, ZERO))]
)
def test_a_single_point_is_drawn_as_one(shape: kinds.Shape) -> None:
    state = state_of(CUBE, shape, (2.0, 0.3, 0.2))
    bare = world_drawing(
        do.update(do.update(state, do.SetVisible("witnesses", False)), do.SetVisible("supports", False))
    )
    assert points(bare, palette.B).tolist() == [[2.0, 0.3, 0.2]]
    assert len(points(bare, palette.A)) == 0


def edge_width(drawing: DrawList, edge: Floats) -> float:
    return next(
        float(width)
        for batch in all_lines(drawing)
        for start, end, width in zip(batch.starts, batch.ends, batch.widths, strict=True)
        if np.array_equal([start, end], edge)
    )


def test_every_body_is_labelled_above_its_box() -> None:
    drawing = world_drawing(APART)
    for body in APART.document.scene.bodies:
        low, high = aabb(body.shape, body.pose)
        x, y, z = label(drawing, body.name).position
        assert (x, y, z) == ((low[0] + high[0]) / 2, high[1], (low[2] + high[2]) / 2)
    assert not {"A", "B"} & set(texts(world_drawing(do.update(APART, do.SetVisible("labels", False)))))


def test_the_label_of_a_box_is_above_its_highest_visible_corner() -> None:
    extent = label(world_drawing(APART), "A").extent
    assert extent is not None
    assert {tuple(np.sign(corner).astype(int)) for corner in extent.places} == set(product((-1, 1), repeat=3))
    assert np.abs(extent.places) == pytest.approx(np.tile(CUBE.half_extents, (8, 1)))


def test_bounding_boxes_have_twelve_edges_between_their_corners() -> None:
    drawing = world_drawing(plain(ROUND))
    for name, color, dash in (("A", palette.A, DASH_A), ("B", palette.B, DASH_B)):
        body = ROUND.document.scene.body(name)
        low, high = (np.array(corner) for corner in aabb(body.shape, body.pose))
        edges = lines(drawing, color, width=1.2)
        assert len({tuple(np.sort(edge, axis=0).ravel()) for edge in edges}) == 12
        corners = edges.reshape(-1, 3)
        assert np.logical_or(corners == low, corners == high).all()
        assert (np.count_nonzero(edges[:, 0] != edges[:, 1], axis=1) == 1).all()
        assert dash in dashes(drawing, color)
    hidden = world_drawing(do.update(plain(ROUND), do.SetVisible("aabbs", False)))
    assert len(lines(hidden, palette.A, width=1.2)) == len(lines(hidden, palette.B, width=1.2)) == 0


# --- the world: a step of GJK ---


def test_the_supports_of_a_step_are_extreme_along_plus_and_minus_d() -> None:
    for state in STEPS:
        step, drawing = step_record(state), world_drawing(state)
        marks = arrows(drawing, palette.SEARCH)
        assert len(marks) == 2
        for (tail, head), body, sign, name in zip(
            marks, state.document.pair_bodies, (1.0, -1.0), ("s_A(d)", "s_B(−d)"), strict=True
        ):
            direction = scale(step.direction, sign)
            assert unit(tuple((head - tail).tolist())) == pytest.approx(direction, abs=1e-9)
            core = convex(body.shape, body.pose)
            assert np.dot(tail, direction) == pytest.approx(dot(support(core, direction)[0], direction), abs=1e-12)
            assert label(drawing, name).position == tuple(tail.tolist())
        assert points(drawing, palette.SEARCH).tolist() == marks[:, 0].tolist()
        hidden = world_drawing(do.update(state, do.SetVisible("supports", False)))
        assert len(arrows(hidden, palette.SEARCH)) == len(points(hidden, palette.SEARCH)) == 0


@pytest.mark.parametrize("state", [APART, OVERLAPPING, ROUND])
def test_at_the_end_the_witness_points_are_those_of_the_result(state: State) -> None:
    answer, drawing = inspect(state).answer, world_drawing(state)
    assert answer.witness_a is not None
    assert answer.witness_b is not None
    assert points(drawing, palette.A).tolist() == [list(answer.witness_a)]
    assert points(drawing, palette.B).tolist() == [list(answer.witness_b)]
    assert [list(answer.witness_a), list(answer.witness_b)] in lines(drawing, palette.TEXT).tolist()
    hidden = world_drawing(do.update(state, do.SetVisible("witnesses", False)))
    assert len(points(hidden, palette.A)) == len(points(hidden, palette.B)) == 0


@pytest.mark.parametrize("state", [state for state in STEPS if step_record(state).exit == Exit.RUNNING])
def test_during_the_run_the_witnesses_so_far_differ_by_the_closest_point(state: State) -> None:
    step, drawing = step_record(state), world_drawing(state)
    (on_a,), (on_b,) = points(drawing, palette.A), points(drawing, palette.B)
    assert on_a - on_b == pytest.approx(np.array(step.closest), abs=1e-12)
    assert any(text.endswith(" m so far") for text in texts(drawing))
    assert len(arrows(drawing, palette.CHOSEN)) == 0  # no push-out before it is known


def test_the_distance_label_is_beyond_the_end_of_the_gap_that_it_names() -> None:
    answer = inspect(APART).answer
    named = label(world_drawing(APART), f"{answer.signed_distance:.5g} m")
    assert (named.position, named.away_from) == (answer.witness_b, answer.witness_a)


# --- the world: the push-out ---


@pytest.mark.parametrize("state", [OVERLAPPING, ROUND])
def test_the_push_out_arrow_starts_at_the_witness_and_the_ghost_is_at_its_result(state: State) -> None:
    answer, drawing = inspect(state).answer, world_drawing(plain(state))
    assert answer.push_out is not None
    ((tail, head),) = arrows(drawing, palette.CHOSEN)
    assert tail.tolist() == list(answer.witness_a or ZERO)
    assert head - tail == pytest.approx(np.array(answer.push_out), abs=1e-15)
    ghost = drawing.skins[2]
    assert ghost.layer == Layer.TRANSLUCENT
    assert translation(body_surface(state, "A"), ghost.positions) == pytest.approx(np.array(answer.push_out))
    assert label(drawing, f"push-out {norm(answer.push_out):.5g} m").position == tuple(head.tolist())
    hidden = world_drawing(do.update(plain(state), do.SetVisible("push_out", False)))
    assert len(hidden.skins) == 2
    assert len(arrows(hidden, palette.CHOSEN)) == 0


def test_the_ghost_just_touches() -> None:
    for state in (OVERLAPPING, ROUND):
        push, a = inspect(state).answer.push_out, state.document.scene.body("A")
        assert push is not None
        pushed = PositionOrientation(add(a.pose.position, push), TURNED)
        assert inspect(do.update(state, do.PlaceBody("A", pushed))).answer.verdict is Verdict.TOUCHING


def test_an_algorithm_s_own_push_out_is_drawn_beside_the_least_one() -> None:
    plank = state_of(kinds.Box((2.0, 0.3, 0.8)), kinds.Box((0.5, 0.5, 0.5)), (1.6, 0.4, 0.2), turned=False)
    for name, texts_seen in (
        ("mpr", {"MPR push-out 0.9 m", "least push-out 0.4 m"}),
        ("epa", {"push-out 0.4 m"}),
        ("gjk", {"push-out 0.4 m"}),
    ):
        state = plain(do.update(plank, do.ChooseAlgorithm(name)))
        world, difference = (
            world_drawing(state),
            difference_drawing(do.update(state, do.SetVisible("inside_outside", False))),
        )
        for drawing in (world, difference):
            assert {text for text in texts(drawing) if "push-out " in text} == texts_seen
        assert "A after push-out" in texts(world)
        ways = [unit(tuple(head - tail)) for tail, head in arrows(world, palette.CHOSEN)]
        expected = [(0.0, -1.0, 0.0), (-1.0, 0.0, 0.0)][: len(texts_seen)]
        assert np.array(ways) == pytest.approx(np.array(expected), abs=1e-9)


def test_a_tiny_push_out_is_enlarged_and_labelled_as_such() -> None:
    state = state_of(CUBE, CUBE, (1.2 - 1e-6, 0.1, 0.0), turned=False)
    push, drawing = inspect(state).answer.push_out, world_drawing(plain(state))
    assert push is not None
    ((tail, head),) = arrows(drawing, palette.CHOSEN)
    assert unit(tuple((head - tail).tolist())) == pytest.approx(unit(push))
    assert np.linalg.norm(head - tail) > 0.1 * world_ball(state)[1]
    assert label(drawing, "push-out 1e−06 m (arrow not to scale)")
    assert len(drawing.skins) == 2  # such a close ghost would only blur A, and one elsewhere would be wrong


def test_a_ball_in_the_hole_of_a_ring_is_pushed_only_by_algorithms_that_take_the_hull() -> None:
    state = do.initial_state(Scene("hole", (Body("ring", ring()), Body("ball", kinds.Sphere(0.5)))))
    by_hulls = world_drawing(plain(do.update(state, do.ChooseAlgorithm("gjk"))))
    by_triangles = world_drawing(plain(do.update(state, do.ChooseAlgorithm("mesh-distance"))))
    assert "ring after push-out" in texts(by_hulls)
    assert not any("push-out" in text for text in texts(by_triangles))
    assert any(text.endswith(" m") for text in texts(by_triangles)), "the distance to the nearest triangle"


def test_a_separated_pair_has_no_push_out() -> None:
    drawing = world_drawing(plain(APART))
    assert len(drawing.skins) == 2
    assert len(arrows(drawing, palette.CHOSEN)) == 0


# --- the world: SAT ---

SAT_APART, SAT_OVERLAPPING = (do.update(state, do.ChooseAlgorithm("sat")) for state in (APART, OVERLAPPING))


@pytest.mark.parametrize("state", [s for pair in (SAT_APART, SAT_OVERLAPPING) for s in at_steps(pair)])
def test_the_bars_are_the_projections_on_the_axis(state: State) -> None:
    axis, drawing = shown_step(state), world_drawing(state)
    direction, center = np.array(axis.direction), np.array(state.document.pair_bodies[0].pose.position)
    for body, color, interval in zip(
        state.document.pair_bodies, (palette.A, palette.B), (axis.interval_a, axis.interval_b), strict=True
    ):
        (bar,) = lines(drawing, color, Layer.ON_TOP, width=6)
        assert (bar - center) @ direction == pytest.approx(interval, abs=1e-12)
        assert np.cross(bar[1] - bar[0], direction) == pytest.approx(np.zeros(3), abs=1e-12)
        drops = lines(drawing, color, Layer.SOLID, width=1.3)
        assert drops[:, 0].tolist() == bar.tolist()
        heights = (body_surface(state, body.name).reshape(-1, 3) - center) @ direction
        assert (drops[:, 1] - center) @ direction == pytest.approx([heights.min(), heights.max()], abs=1e-12)
    (main,) = arrows(drawing, palette.TEXT)
    assert unit(tuple((main[1] - main[0]).tolist())) == pytest.approx(axis.direction, abs=1e-9)


@pytest.mark.parametrize("state", [s for pair in (SAT_APART, SAT_OVERLAPPING) for s in at_steps(pair)])
def test_the_overlap_or_gap_is_drawn_to_scale(state: State) -> None:
    axis, drawing = shown_step(state), world_drawing(state)
    color, word = (palette.OVERLAP, "overlap") if axis.overlap >= 0 else (palette.TEXT, "gap")
    (bar,) = lines(drawing, color, Layer.ON_TOP, width=3)
    assert np.linalg.norm(bar[1] - bar[0]) == pytest.approx(abs(axis.overlap), abs=1e-12)
    assert label(drawing, f"{word} {abs(axis.overlap):.5g} m").position == pytest.approx(bar.mean(axis=0))


def test_the_bars_are_beside_the_shapes_as_seen_from_the_usual_corner() -> None:
    """Like a dimension line: no bar crosses a shape, and hardly any leaves the view."""
    outside = 0
    for state in at_steps(SAT_OVERLAPPING):
        direction, drawing = np.array(shown_step(state).direction), world_drawing(state)
        bars = np.concatenate([lines(drawing, color, width=6)[0] for color in (palette.A, palette.B)])
        across = np.cross(direction, CORNER)
        corners = np.concatenate([body_surface(state, name).reshape(-1, 3) for name in "AB"]) @ across
        assert (bars @ across).min() > corners.max() or (bars @ across).max() < corners.min()
        center, radius = world_ball(state)
        reach = np.linalg.norm(np.concatenate([bars, arrows(drawing, palette.TEXT)[0]]) - center, axis=1).max()
        assert reach < 1.2 * FRAME_MARGIN * radius
        outside += reach > 1.000001 * FRAME_MARGIN * radius
    assert outside <= 3


def test_a_hovered_axis_replaces_the_step_in_both_views() -> None:
    hovered = do.update(OVERLAPPING, do.HoverAxis(4))
    axes = inspect(OVERLAPPING).axes
    assert axes is not None
    axis = axes.steps[4].axis
    world, difference = world_drawing(hovered), difference_drawing(hovered)
    assert "face normal 1 of B" in texts(world)
    assert len(arrows(world, palette.SEARCH)) == 0
    assert len(points(world, palette.A)) == 2  # the ends of A's bar, and no witness points
    foot = label(difference, f"overlap {axis.overlap:.5g} m").position
    assert foot == pytest.approx(scale(axis.direction, axis.overlap))
    assert not any(text.startswith("w") for text in texts(difference))
    assert world_drawing(do.update(hovered, do.HoverAxis(None))) is world_drawing(OVERLAPPING)


def test_a_stale_hovered_row_hides_no_result_of_a_pair_without_axes() -> None:
    ball = do.ReshapeBody("B", kinds.Sphere(0.5))
    reshaped = do.update(OVERLAPPING, ball)
    assert world_drawing(replace(reshaped, pointer=replace(reshaped.pointer, hovered_axis=4))) is world_drawing(
        reshaped
    )


def test_a_stale_hovered_row_hides_no_result_of_a_pair_with_fewer_axes() -> None:
    triangle = do.ReshapeBody("B", kinds.Triangle(((-1, -1, 0), (1, -1, 0), (0, 1, 0))))
    reshaped = do.update(OVERLAPPING, triangle)
    assert world_drawing(replace(reshaped, pointer=replace(reshaped.pointer, hovered_axis=14))) is world_drawing(
        reshaped
    )


@pytest.mark.parametrize(
    "shape", [kinds.Hull(((2, 0, 0), (3, 0, 0), (2, 1, 0), (2, 0, 1))), kinds.Segment((2, 0, 0), (3, 1, 0))]
)
def test_the_bars_of_any_polytope_match_its_projections(shape: kinds.Shape) -> None:
    """Also if the centre of the shape, from which intervals are measured, is far from its origin."""
    state = do.update(state_of(shape, BRICK, (2.3, 0.4, 0.2)), do.ChooseAlgorithm("sat"))
    for shown in at_steps(state):
        axis, drawing = shown_step(shown), world_drawing(shown)
        for body, color in zip(state.document.pair_bodies, (palette.A, palette.B), strict=True):
            if axis.skipped:
                continue
            (bar,) = lines(drawing, color, Layer.ON_TOP, width=6)
            core = convex(body.shape, body.pose)
            ends = [dot(support(core, way)[0], axis.direction) for way in (neg(axis.direction), axis.direction)]
            assert bar @ np.array(axis.direction) == pytest.approx(ends, abs=1e-12)
        assert_sound(drawing)


def test_parallel_edges_have_no_axis_to_show() -> None:
    state = do.update(state_of(CUBE, CUBE, (1.0, 0.2, 0.1), turned=False), do.HoverAxis(6))
    axes = inspect(state).axes
    assert axes is not None
    assert axes.steps[6].axis.skipped
    drawing = world_drawing(state)
    assert len(lines(drawing, palette.A, width=6)) == 0
    assert_sound(drawing)
    assert_sound(difference_drawing(state))


# --- the difference: A − B and the origin ---


@pytest.mark.parametrize("state", [APART, OVERLAPPING, ROUND])
def test_the_origin_is_drawn_on_top(state: State) -> None:
    drawing = difference_drawing(state)
    style = PointStyle.CROSSHAIR if state is APART else PointStyle.BROKEN_CROSSHAIR
    assert points(drawing, palette.ORIGIN, style).tolist() == [[0.0, 0.0, 0.0]]
    (batch,) = (batch for batch in drawing.points if style in batch.styles)
    assert batch.layer == Layer.ON_TOP
    (name,) = (label for label in drawing.labels if label.text.startswith("origin"))
    assert name.position == ZERO


def test_the_hull_contains_every_vertex_of_the_simplex() -> None:
    for state in STEPS[::4]:
        step, drawing = step_record(state), difference_drawing(state)
        corners = drawing.skins[0].positions.reshape(-1, 3)
        hull = convex_hull(corners)
        vertices = np.array([vertex.point for vertex in step.candidate.vertices[: step.candidate.size]])
        heights = vertices @ hull.normals.T - (hull.vertices @ hull.normals.T).max(axis=0)
        # A sampled hull lies inside A − B by at most half a percent of its size.
        exact = all(isinstance(body.shape, kinds.Box) for body in state.document.pair_bodies)
        assert heights.max() <= (1e-9 if exact else 0.005) * np.ptp(corners, axis=0).max()


def test_the_hull_of_two_boxes_is_that_of_the_differences_of_their_corners() -> None:
    drawing = difference_drawing(OVERLAPPING)
    a, b = (body_surface(OVERLAPPING, name).reshape(-1, 3) for name in "AB")
    hull = convex_hull((a[:, None] - b).reshape(-1, 3))
    shown = convex_hull(drawing.skins[0].positions.reshape(-1, 3))
    assert shown.vertices.min(axis=0) == pytest.approx(hull.vertices.min(axis=0), abs=1e-12)
    assert shown.vertices.max(axis=0) == pytest.approx(hull.vertices.max(axis=0), abs=1e-12)
    assert len(shown.vertices) == len(hull.vertices)


def test_the_marks_of_a_step_can_be_hidden() -> None:
    hidden = do.update(APART, do.SetVisible("steps", False))
    assert {"w0", "closest"} & {text.split()[0] for text in texts(difference_drawing(APART))}
    assert texts(difference_drawing(hidden)) == ["origin\noutside by 0.234 m"]
    assert not {"s_A(d)", "s_B(−d)"} & set(texts(world_drawing(hidden)))


def test_the_hull_is_translucent_and_can_be_hidden() -> None:
    batch = difference_drawing(APART).skins[0]
    assert batch.layer == Layer.TRANSLUCENT
    assert same_hue(batch.color, palette.DIFFERENCE)
    hidden = difference_drawing(do.update(APART, do.SetVisible("difference", False)))
    assert not hidden.skins


def test_inside_a_round_difference_the_searched_core_is_shown() -> None:
    drawing = difference_drawing(ROUND)
    skin, core = drawing.skins[0], drawing.skins[1]
    assert core.layer == Layer.TRANSLUCENT
    assert len(lines(drawing, palette.lighter(palette.ENCLOSING, 0.6))) > 0
    step = step_record(ROUND)
    for vertex in step.simplex.vertices[: step.simplex.size]:
        assert np.linalg.norm(skin.positions - vertex.point, axis=2).min() > 0.9  # they are 1.1 of radius apart


# --- the difference: a step of GJK ---


def test_the_simplex_is_drawn_with_its_edges_faces_and_names() -> None:
    for state in STEPS:
        step, drawing = step_record(state), difference_drawing(plain(state))
        kept = step.simplex.vertices[: step.simplex.size]
        assert points(drawing, palette.SIMPLEX).tolist() == [list(vertex.point) for vertex in kept]
        for vertex in kept:
            assert label(drawing, f"w{vertex.birth}").position == vertex.point
        edges = lines(drawing, palette.SIMPLEX, Layer.ON_TOP)
        assert len(edges) == len(kept) * (len(kept) - 1) // 2
        assert {tuple(end) for end in edges.reshape(-1, 3).tolist()} <= {vertex.point for vertex in kept}
        faces = [color for batch in drawing.triangles for color in batch.colors if same_hue(color, palette.SIMPLEX)]
        assert len(faces) == {1: 0, 2: 0, 3: 1, 4: 4}[len(kept)]


def test_dropped_vertices_are_grey_and_dashed() -> None:
    for state in STEPS:
        step, drawing = step_record(state), difference_drawing(state)
        kept = {vertex.birth for vertex in step.simplex.vertices[: step.simplex.size]}
        gone = [v for v in step.candidate.vertices[: step.candidate.size] if v.birth not in kept]
        assert points(drawing, palette.DROPPED).tolist() == [list(vertex.point) for vertex in gone]
        for vertex in gone:
            assert label(drawing, f"w{vertex.birth} dropped").position == vertex.point
        edges = lines(drawing, palette.DROPPED)
        assert len(edges) == sum(step.candidate.size - 1 - i for i in range(len(gone)))
        assert 0.0 not in dashes(drawing, palette.DROPPED)


def test_the_sample_of_steps_covers_everything() -> None:
    """Otherwise the tests that use it would prove little."""
    drawings = [difference_drawing(state) for state in STEPS]
    assert any(len(points(drawing, palette.DROPPED)) > 1 for drawing in drawings)
    assert any(len(points(drawing, palette.DROPPED, PointStyle.RING)) for drawing in drawings)
    assert {step_record(state).simplex.size for state in STEPS} == {1, 2, 3, 4}
    assert {step_record(state).exit for state in STEPS} >= {Exit.RUNNING, Exit.CONVERGED, Exit.ORIGIN_ENCLOSED}
    assert len(STEPS) < 60


def test_the_new_vertex_has_a_ring_and_a_rejected_one_a_grey_ring() -> None:
    for state in STEPS:
        step, drawing = step_record(state), difference_drawing(state)
        births = {vertex.birth for vertex in step.candidate.vertices[: step.candidate.size]}
        color, other = (
            (palette.NEW, palette.DROPPED) if step.support.birth in births else (palette.DROPPED, palette.NEW)
        )
        assert points(drawing, color, PointStyle.RING).tolist() == [list(step.support.point)]
        assert len(points(drawing, other, PointStyle.RING)) == 0


def test_the_search_arrow_starts_at_the_previous_closest_point_along_d() -> None:
    for state in STEPS:
        step, drawing = step_record(state), difference_drawing(state)
        (tail, head), *following = arrows(drawing, palette.SEARCH)
        assert tail.tolist() == list(step.closest_before)
        assert unit(tuple((head - tail).tolist())) == pytest.approx(step.direction, abs=1e-9)
        assert label(drawing, "d").position == tuple(head.tolist())
        if step.exit != Exit.RUNNING:
            assert following == []
            continue
        ((tail, head),) = following
        trace = inspect(state).trace
        assert trace is not None
        assert tail.tolist() == list(step.closest)
        next_direction = trace.steps[current_step(state) + 1].direction
        assert unit(tuple((head - tail).tolist())) == pytest.approx(next_direction, abs=1e-9)
        assert label(drawing, "next").position == tuple(head.tolist())


def test_the_closest_point_is_joined_to_the_origin_unless_that_is_enclosed() -> None:
    for state in STEPS:
        step, drawing = step_record(state), difference_drawing(plain(state))
        shown = [text for text in texts(drawing) if text.startswith("closest ")]
        if step.exit == Exit.ORIGIN_ENCLOSED:
            assert shown == []
            continue
        assert shown == [f"closest {norm(step.closest):.5g} m"]
        assert points(drawing, palette.TEXT).tolist() == [list(step.closest)]
        assert lines(drawing, palette.TEXT).tolist() == [[list(ZERO), list(step.closest)]]


def test_the_push_out_joins_the_boundary_of_the_difference_to_the_origin() -> None:
    """As in the world view, where it moves A, the arrow points in the direction of the push-out."""
    push, drawing = inspect(OVERLAPPING).answer.push_out, difference_drawing(OVERLAPPING)
    assert push is not None
    ((tail, head),) = arrows(drawing, palette.CHOSEN)
    assert head.tolist() == [0.0, 0.0, 0.0]
    assert tail.tolist() == list(neg(push))
    hull = convex_hull(drawing.skins[0].positions.reshape(-1, 3))
    assert (hull.normals @ tail - (hull.vertices @ hull.normals.T).max(axis=0)).max() == pytest.approx(0.0, abs=1e-12)
    assert all(len(arrows(difference_drawing(state), palette.CHOSEN)) == 0 for state in at_steps(OVERLAPPING)[:-1])


@pytest.mark.parametrize("state", [s for pair in (SAT_APART, SAT_OVERLAPPING) for s in at_steps(pair)])
def test_an_axis_line_joins_the_origin_to_its_face_of_the_difference(state: State) -> None:
    axis, drawing = shown_step(state), difference_drawing(state)
    word = "overlap" if axis.overlap >= 0 else "gap"
    foot = label(drawing, f"{word} {abs(axis.overlap):.5g} m").position
    assert foot == pytest.approx(scale(axis.direction, axis.overlap))
    heights = drawing.skins[0].positions @ np.array(axis.direction)
    assert heights.max() == pytest.approx(axis.overlap, abs=1e-12)


# --- caching ---


@pytest.mark.parametrize("draw", [world_drawing, difference_drawing])
def test_the_same_state_and_hidden_changes_give_the_cached_object(draw) -> None:
    state = do.update(APART, do.GoToStep(1))
    drawing = draw(state)
    assert draw(state) is drawing
    for action in (
        do.Orbit(30.0, -10.0),
        do.Zoom(View.WORLD, 2.0),
        do.FrameAll(1.6),
        do.Notify("hello"),
        do.ChooseGizmo(Gizmo.ROTATE),
    ):
        assert draw(do.update(state, action)) is drawing


def test_the_offset_of_an_arrow_drag_is_shown_at_the_body_until_release() -> None:
    def move(*actions: do.Action) -> list[str]:
        state = reduce(do.update, actions, do.update(do.update(APART, do.Select("B")), do.ChooseGizmo(Gizmo.MOVE)))
        return [text for text in texts(world_drawing(state)) if text.startswith("moved")]

    assert move() == []
    assert move(do.PullTo("B", (1.5, 0.3, 0.2), 3)) == ["moved x −0.5 m"]
    assert move(do.PullTo("B", (1.5, 0.3, 0.2), 3), do.PullTo("B", (2.25, 0.3, 1.2), 3)) == ["moved x 0.25 m, z 1 m"]
    assert move(do.PullTo("B", (1.5, 0.3, 0.2), 3), do.EndGesture()) == []


@pytest.mark.parametrize("draw", [world_drawing, difference_drawing])
def test_visible_changes_are_redrawn(draw) -> None:
    state = do.update(APART, do.GoToStep(1))
    moved = PositionOrientation((2.1, 0.3, 0.2), TWISTED)
    drawings = [
        draw(do.update(state, action))
        for action in (
            do.GoToStep(1),
            do.GoToStep(0),
            do.PlaceBody("B", moved),
            do.ChooseAlgorithm("sat"),
            do.HoverAxis(3),
        )
    ]
    assert len({id(drawing) for drawing in drawings}) == 5


def test_a_drag_moves_the_difference_as_much_as_the_body() -> None:
    moved = do.update(APART, do.PlaceBody("A", PositionOrientation((0.25, -0.5, 0.125), TURNED)))
    before, after = (difference_drawing(state).skins[0].positions for state in (APART, moved))
    assert translation(before, after) == pytest.approx([0.25, -0.5, 0.125])


# --- everything can be drawn ---

FLAT = kinds.Hull(((-1.0, 0.0, -1.0), (1.0, 0.0, -1.0), (1.0, 0.0, 1.0), (-1.0, 0.0, 1.0)))
STICK = kinds.Segment((-1.0, 0.0, 0.0), (1.0, 0.0, 0.0))
DEGENERATE: dict[str, tuple[kinds.Shape, kinds.Shape, Vec3]] = {
    "two points in one place": (kinds.Point(), kinds.Point(), ZERO),
    "two points": (kinds.Point(), kinds.Point(), (1.0, 2.0, 3.0)),
    "a point on a point of a segment": (STICK, kinds.Point(), (1.0, 0.0, 0.0)),
    "two segments, crossing": (STICK, kinds.Segment((0.0, 0.0, -1.0), (0.0, 0.0, 1.0)), ZERO),
    "two segments, the same": (STICK, STICK, ZERO),
    "two segments, in line": (STICK, STICK, (3.0, 0.0, 0.0)),
    "segments without length": (kinds.Segment(ZERO, ZERO), kinds.Segment(ZERO, ZERO), (0.0, 1.0, 0.0)),
    "boxes in one place": (CUBE, CUBE, ZERO),
    "boxes face to face": (CUBE, CUBE, (1.2, 0.0, 0.0)),
    "flat hulls in one plane": (FLAT, FLAT, (1.0, 0.0, 0.5)),
    "flat hulls, crossing": (FLAT, kinds.Hull(((0.0, -1.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))), ZERO),
    "a triangle that is a needle": (
        kinds.Triangle(((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (2.0, 0.0, 0.0))),
        CUBE,
        (1, 0, 0),
    ),
    "a triangle that is a point": (kinds.Triangle((ZERO, ZERO, ZERO)), CUBE, (2.0, 0.0, 0.0)),
    "balls in one place": (BALL, BALL, ZERO),
    "a ball of points": (kinds.Point(0.5), kinds.Point(0.5), (0.5, 0.0, 0.0)),
    "a mesh and its copy": (
        kinds.Mesh(((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)), ((0, 2, 1), (0, 1, 3), (1, 2, 3), (2, 0, 3))),
        kinds.Mesh(((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)), ((0, 2, 1), (0, 1, 3), (1, 2, 3), (2, 0, 3))),
        (0.2, 0.1, 0.0),
    ),
    "a needle of a box": (kinds.Box((100.0, 1e-6, 1e-6)), CUBE, (0.0, 1.0, 0.0)),
    "a tiny and a huge ball": (kinds.Sphere(1e-6), kinds.Sphere(1e6), (1e6 + 1.0, 0.0, 0.0)),
    "a cone on a cylinder": (kinds.Cone(0.5, 0.5), kinds.Cylinder(0.5, 0.5), (0.0, -1.0, 0.0)),
    "ellipsoids in one place": (kinds.Ellipsoid((1.0, 0.1, 0.5)), kinds.Ellipsoid((1.0, 0.1, 0.5)), ZERO),
}


def assert_all_steps_are_sound(state: State) -> None:
    for algorithm in ("gjk", "sat"):
        for shown in at_steps(do.update(state, do.ChooseAlgorithm(algorithm))):
            assert_sound(world_drawing(shown))
            assert_sound(difference_drawing(shown))
    for row in range(15) if inspect(state).axes else ():
        assert_sound(world_drawing(do.update(state, do.HoverAxis(row))))
        assert_sound(difference_drawing(do.update(state, do.HoverAxis(row))))


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("kind", DEGENERATE)
def test_every_degenerate_pair_can_be_drawn(kind: str, turned: bool) -> None:
    a, b, position = DEGENERATE[kind]
    assert_all_steps_are_sound(state_of(a, b, position, turned=turned))


@pytest.mark.parametrize("size", [1e-9, 1e9])
def test_pairs_of_any_size_can_be_drawn(size: float) -> None:
    a, b = kinds.Box((size, 0.5 * size, size)), kinds.Cone(size, size)
    for gap in (0.9, 1.9, 3.0):
        assert_all_steps_are_sound(state_of(a, b, (gap * size, 0.3 * size, 0.0)))


def test_far_from_the_origin_only_the_anchor_of_the_picture_differs() -> None:
    away = (1e6, -2e6, 1e6)
    for near in (APART, OVERLAPPING):
        at_a, at_b = (body.pose.position for body in near.document.pair_bodies)
        far = state_of(CUBE, BRICK, add(at_b, away), a_at=add(at_a, away))
        here, there = world_drawing(near), world_drawing(far)
        assert sub(there.anchor, here.anchor) == pytest.approx(away, abs=1e-9)
        for first, second in zip(here.skins, there.skins, strict=True):
            assert translation(first.positions, second.positions, 1e-8) == pytest.approx(away)
        here, there = difference_drawing(near), difference_drawing(far)
        assert there.anchor == pytest.approx(here.anchor, abs=1e-8)
        shift = translation(here.skins[0].positions, there.skins[0].positions, 1e-8)
        assert shift == pytest.approx([0.0, 0.0, 0.0], abs=1e-8)


def test_the_anchor_is_near_the_drawn_geometry() -> None:
    state = state_of(CUBE, BRICK, (1e6 + 2.0, 0.0, 0.0), a_at=(1e6, 0.0, 0.0))
    for drawing in (world_drawing(state), difference_drawing(state)):
        for batch in (*drawing.skins, *drawing.triangles):
            assert np.abs(batch.positions - drawing.anchor).max() < 4.0


SCENES = sorted(resource("assets", "scenes").rglob("*.json"))[:: 1 if THOROUGH else 3]


@pytest.mark.parametrize("path", SCENES, ids=lambda path: path.stem)
def test_every_step_of_every_shipped_scene_can_be_drawn(path) -> None:
    state = do.initial_state(read_scene(path))
    unselected = replace(state, document=replace(state.document, selected=None))
    for shown in (do.update(state, do.GoToStep(0)), do.update(unselected, do.HoverAxis(9))):
        assert_sound(world_drawing(shown))
        assert_sound(difference_drawing(shown))


def test_among_many_bodies_only_the_relevant_ones_are_labelled() -> None:
    """Otherwise forty labels would cover the forty bodies."""
    state = do.initial_state(read_scene(resource("assets", "scenes", "broad-phase-field.json")))
    names = {body.name for body in state.document.scene.bodies}
    assert len(names) > MANY_NAMES
    selected, hovered = sorted(names - {*state.document.pair})[:2]
    state = do.update(do.update(state, do.Select(selected)), do.HoverBody(hovered))
    assert names & set(texts(world_drawing(state))) == {*state.document.pair, selected, hovered}
