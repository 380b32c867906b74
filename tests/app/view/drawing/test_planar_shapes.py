"""2D shapes are drawn as translucent regions with outlines, in the plane and without shadows."""

import numpy as np
import pytest

from gjkscope.app.scenes.scene import Body, Planar, Scene
from gjkscope.app.state.actions import SetVisible, initial_state, update
from gjkscope.app.view.drawing.boxes import edges_of
from gjkscope.app.view.drawing.drawlist import Layer
from gjkscope.app.view.drawing.surfaces import core_outline, surface
from gjkscope.app.view.drawing.world import CORE_DASH, world_drawing
from gjkscope.engine import Box2, Capsule2, Chain, Circle, PlanarShape, Point2, Polygon, Segment2

AREAS = {
    Polygon(((0, 0), (2, 0), (0, 1), (0.1, 0.1))): 1.0,
    Polygon(((0, 0), (2, 0), (0, 1)), 0.5): 1 + 0.5 * (3 + 5**0.5) + np.pi / 4,
    Box2((1, 0.5)): 2.0,
    Circle(0.5, 0.5): np.pi,
    Capsule2(0.5, 1, "x"): 2 + np.pi / 4,
    Segment2((0, 0), (0, 2), 0.5): 2 + np.pi / 4,
    Segment2((0, 0), (0, 2)): 0.0,
    Point2(1.0): np.pi,
    Point2(): 0.0,
}


@pytest.mark.parametrize("shape", AREAS, ids=repr)
def test_a_region_has_the_area_of_its_shape_and_faces_the_viewer(shape: PlanarShape) -> None:
    drawn = surface(shape)
    a, b, c = (drawn.positions[:, k] for k in range(3))
    doubled = np.cross(b - a, c - a)
    assert not drawn.positions[..., 2].any()
    assert (doubled[:, 2] >= 0).all()
    assert doubled[:, 2].sum() / 2 == pytest.approx(AREAS[shape], rel=1e-3)
    assert (drawn.normals == (0, 0, 1)).all()


def test_the_outline_is_closed_and_a_segment_is_one_line() -> None:
    edges = surface(Polygon(((0, 0), (2, 0), (0, 1)), 0.1)).edges
    assert np.array_equal(edges[:, 1], np.roll(edges[:, 0], -1, axis=0))
    assert surface(Segment2((0, 0), (0, 2))).edges.shape == (1, 2, 3)


def test_the_core_of_a_rounded_shape_has_an_outline_of_its_own() -> None:
    assert len(core_outline(Box2((1, 1), 0.1))) == 4
    assert len(core_outline(Capsule2(0.5, 1))) == 1
    assert len(core_outline(Box2((1, 1)))) == len(core_outline(Circle(1.0))) == 0


def test_the_box_of_a_2d_shape_is_a_rectangle() -> None:
    assert edges_of(((0, 0, 0), (1, 2, 0))).shape == (4, 2, 3)
    assert edges_of(((0, 0, 0), (1, 2, 3))).shape == (12, 2, 3)


def test_a_2d_scene_is_drawn_flat() -> None:
    bodies = Body("A", Box2((1, 1), 0.1)), Body("B", Circle(0.5), Planar((1.5, 0.2)), angular_velocity=(0, 0, 2.0))
    scene = Scene("plane", bodies, dimension=2)
    drawn = world_drawing(update(initial_state(scene), SetVisible("push_out", False)))
    assert [(skin.layer, skin.casts_shadow) for skin in drawn.skins] == [(Layer.TRANSLUCENT, False)] * 2
    assert [edges.dash for edges in drawn.edges if len(edges.ends) == 4] == [CORE_DASH]
    assert all(not lines.rows[:, [2, 5]].any() for lines in drawn.lines)
    assert "turns 2 rad/s" in [label.text for label in drawn.labels]


def test_a_chain_is_drawn_as_its_segments_and_not_as_its_hull() -> None:
    chain = Chain([(0, 0), (2, 0), (1, 1)], loop=True)
    drawn = surface(chain)
    assert len(drawn.positions) == 0
    assert drawn.edges[:, :, :2].tolist() == [[[0, 0], [2, 0]], [[2, 0], [1, 1]], [[1, 1], [0, 0]]]
    thick = surface(Chain([(0, 0), (2, 0), (2, 2)], rounding=0.25))
    low, high = thick.positions.min(axis=(0, 1)), thick.positions.max(axis=(0, 1))
    assert low[:2].tolist() == pytest.approx([-0.25, -0.25], abs=1e-3)
    assert high[:2].tolist() == pytest.approx([2.25, 2.25], abs=1e-3)
    assert not ((thick.positions[..., 0] < 1.7) & (thick.positions[..., 1] > 0.3)).any()  # the hull would be there
