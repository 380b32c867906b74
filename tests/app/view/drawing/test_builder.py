"""The builder packs its input into arrays without losing, mixing up or inventing anything."""

import numpy as np
import pytest

from gjkscope.app.state.model import Theme
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.drawlist import Color, DrawList, Label, Layer, PointStyle, Surface
from gjkscope.engine.pose import Pose, rotation_from_quaternion

WHITE, YELLOW = (1.0, 1.0, 1.0, 1.0), (1.0, 0.9, 0.2, 1.0)
RED, BLUE = (1.0, 0.0, 0.0, 1.0), (0.0, 0.0, 1.0, 0.5)
ORIGIN, X, Y, Z = (0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)


def test_no_input_gives_an_empty_list_at_the_anchor() -> None:
    assert Builder(X).build() == DrawList(anchor=X)


def test_lines_of_a_layer_form_one_batch_with_individual_styles() -> None:
    builder = Builder(ORIGIN)
    builder.line(ORIGIN, X, RED, 2.0, 5.0, Layer.SOLID)
    builder.line(X, Z, BLUE, 3.0, layer=Layer.SOLID)
    builder.line(Y, Z, RED, 1.0)
    solid, on_top = builder.build().lines
    assert (solid.layer, on_top.layer) == (Layer.SOLID, Layer.ON_TOP)
    assert solid.starts.tolist() == [list(ORIGIN), list(X)]
    assert solid.ends.tolist() == [list(X), list(Z)]
    assert solid.colors.tolist() == [list(RED), list(BLUE)]
    assert solid.widths.tolist() == [2.0, 3.0]
    assert solid.dashes.tolist() == [5.0, 0.0]
    assert len(on_top.starts) == 1


def test_segments_form_a_separate_batch_in_one_style() -> None:
    builder = Builder(ORIGIN)
    builder.line(X, Z, BLUE, 3.0, layer=Layer.SOLID)
    builder.segments(np.array([[ORIGIN, X], [ORIGIN, Y]]), RED, 2.0, 5.0)
    many, _ = builder.build().lines
    assert many.layer == Layer.SOLID
    assert (many.starts.tolist(), many.ends.tolist()) == ([list(ORIGIN)] * 2, [list(X), list(Y)])
    assert many.colors.tolist() == [list(RED)] * 2
    assert (many.widths.tolist(), many.dashes.tolist()) == ([2.0] * 2, [5.0] * 2)


def test_zero_segments_are_allowed() -> None:
    builder = Builder(ORIGIN)
    builder.segments(np.empty((0, 2, 3)), RED, 2.0)
    (lines,) = builder.build().lines
    assert [len(array) for array in (lines.starts, lines.ends, lines.widths, lines.dashes)] == [0] * 4


def test_points_are_separated_by_style_and_layer() -> None:
    builder = Builder(ORIGIN)
    builder.point(X, RED, 9.0)
    builder.point(Z, RED, 20.0, PointStyle.RING)
    builder.point(Y, BLUE, 7.0)
    builder.point(Z, RED, 5.0, layer=Layer.SOLID)
    discs, rings, solid = builder.build().points
    assert [points.layer for points in (discs, rings, solid)] == [Layer.ON_TOP, Layer.ON_TOP, Layer.SOLID]
    assert discs.positions.tolist() == [list(X), list(Y)]
    assert discs.sizes.tolist() == [9.0, 7.0]
    assert discs.colors.tolist() == [list(RED), list(BLUE)]
    assert (discs.styles.tolist(), rings.styles.tolist()) == ([PointStyle.DISC] * 2, [PointStyle.RING])


def test_arrows_keep_their_ends() -> None:
    builder = Builder(ORIGIN)
    builder.arrow(X, Y, RED, 3.0)
    builder.arrow(Y, Z, BLUE, 4.0)
    (arrows,) = builder.build().arrows
    assert arrows.tails.tolist() == [list(X), list(Y)]
    assert arrows.heads.tolist() == [list(Y), list(Z)]
    assert arrows.widths.tolist() == [3.0, 4.0]
    assert arrows.layer == Layer.ON_TOP


def test_labels_stay_in_order() -> None:
    builder = Builder(ORIGIN)
    builder.label("first", X, WHITE, 3)
    builder.label("second", Y, YELLOW, away_from=Z)
    assert builder.build().labels == (Label("first", X, WHITE, 3), Label("second", Y, YELLOW, 0, Z))


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("color", [WHITE, YELLOW, RED, BLUE, palette.A, palette.B, palette.DIFFERENCE, palette.CHOSEN])
def test_a_label_is_readable_on_its_theme_s_background_and_keeps_its_hue(color: Color, theme: Theme) -> None:
    builder = Builder(ORIGIN, theme)
    builder.label("name", X, color)
    (label,) = builder.build().labels
    high, low = sorted((palette.luminance(label.color) + 0.05, palette.luminance(palette.GROUNDS[theme]) + 0.05))[::-1]
    assert high / low >= palette.TEXT_CONTRAST - 1e-9
    assert np.argsort(label.color[:3], kind="stable").tolist() == np.argsort(color[:3], kind="stable").tolist()


def test_the_origin_is_white_on_dark_and_black_on_light() -> None:
    colors = []
    for theme in Theme:
        builder = Builder(ORIGIN, theme)
        builder.point(X, palette.ORIGIN, 9.0)
        colors.append(builder.build().points[0].colors[0])
    assert palette.luminance(tuple(colors[0])) == pytest.approx(1.0)
    assert palette.luminance(tuple(colors[1])) < 0.02


def test_pale_lines_are_darkened_on_a_light_background_unless_they_have_a_halo() -> None:
    builder = Builder(ORIGIN, Theme.LIGHT)
    builder.line(X, Y, YELLOW, 1.0, layer=Layer.SOLID)
    builder.line(X, Y, YELLOW, 1.0)
    solid, on_top = builder.build().lines
    assert palette.luminance(tuple(solid.colors[0])) < 0.5 < palette.luminance(tuple(on_top.colors[0]))


def test_a_skin_keeps_its_surface_and_is_placed_by_its_pose() -> None:
    builder = Builder(ORIGIN)
    triangle = Surface(np.array([[ORIGIN, X, Y]]), np.tile(Z, (1, 3, 1)), np.empty((0, 2, 3)))
    builder.skin(triangle, Pose(rotation_from_quaternion((1.0, 0.0, 0.0, 0.0)), X), BLUE, Layer.TRANSLUCENT)
    (skin,) = builder.build().skins
    assert skin.surface is triangle  # derived data can be cached
    assert (skin.color, skin.layer, skin.casts_shadow) == (BLUE, Layer.TRANSLUCENT, False)
    assert skin.positions.tolist() == [[[1.0, 0.0, 0.0], [2.0, 0.0, 0.0], [1.0, -1.0, 0.0]]]
    assert skin.normals.tolist() == [[[0.0, 0.0, -1.0]] * 3]


def test_edges_stay_in_their_local_frame_and_are_inked() -> None:
    builder = Builder(ORIGIN, Theme.LIGHT)
    ends = np.array([[ORIGIN, Y]])
    builder.edges(ends, Pose(position=X), YELLOW, 2.0, 5.0)
    (edges,) = builder.build().edges
    assert edges.ends is ends
    assert palette.luminance(edges.color) < 0.5
    assert (edges.lines.starts.tolist(), edges.lines.ends.tolist()) == ([list(X)], [[1.0, 1.0, 0.0]])
    assert (edges.lines.widths.tolist(), edges.lines.dashes.tolist()) == ([2.0], [5.0])


def test_a_closed_path_ends_where_it_began() -> None:
    builder = Builder(ORIGIN)
    builder.path((X, Y, Z), RED, 1.0)
    builder.path((X, Y, Z), RED, 1.0, layer=Layer.SOLID, closed=True)
    on_top, solid = builder.build().lines
    assert on_top.ends.tolist() == [list(Y), list(Z)]
    assert solid.ends.tolist() == [list(Y), list(Z), list(X)]


def test_a_polygon_is_a_fan_that_covers_it_once() -> None:
    angles = np.arange(6) * np.pi / 3
    corners = [(float(np.cos(t)), 0.25, float(np.sin(t))) for t in angles]
    builder = Builder(ORIGIN)
    builder.polygon(corners, RED)
    (triangles,) = builder.build().triangles
    a, b, c = triangles.positions.transpose(1, 0, 2)
    areas = np.linalg.norm(np.cross(b - a, c - a), axis=1) / 2
    assert areas.sum() == pytest.approx(1.5 * np.sqrt(3.0))
    assert np.abs(triangles.normals) == pytest.approx(np.tile([0.0, 1.0, 0.0], (4, 1)))


@pytest.mark.parametrize("size", [1e-75, 1e-6, 1.0, 1e6, 1e75])
def test_the_normal_of_a_polygon_is_a_unit_vector_at_any_size(size: float) -> None:
    builder = Builder(ORIGIN)
    builder.polygon([(0.0, 0.0, 0.0), (size, 0.0, 0.0), (0.0, size, 0.0)], RED)
    (triangles,) = builder.build().triangles
    assert triangles.normals[0] == pytest.approx([0.0, 0.0, 1.0])


@pytest.mark.parametrize("corners", [[X, X, X], [ORIGIN, X, (2.0, 0.0, 0.0)]])
def test_a_degenerate_polygon_has_a_zero_normal(corners: list[tuple[float, float, float]]) -> None:
    builder = Builder(ORIGIN)
    builder.polygon(corners, RED)
    (triangles,) = builder.build().triangles
    assert not triangles.normals.any()
