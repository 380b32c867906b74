"""Pixel tests of the renderer.

Most cameras here look straight along −z from 4 m away, at 400 × 300 pixels, so that the middle of the picture is the
world's origin.
"""

from itertools import product
from weakref import ref

import moderngl
import numpy as np
import pytest

from gjkscope.app.base.records import replace
from gjkscope.app.scenes.cameras.camera import OrbitCamera
from gjkscope.app.state.model import Theme
from gjkscope.app.view.drawing import drawlist, palette
from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.drawlist import DrawList, Edges, Layer, Outline, PointStyle, Skin, Triangles
from gjkscope.app.view.drawing.outline import folds
from gjkscope.app.view.drawing.surfaces import surface
from gjkscope.app.view.panels.viewport.viewport import BACKGROUNDS
from gjkscope.app.view.renderer import LIGHT, Background, Renderer, ViewImage, geometry, placements
from gjkscope.app.view.renderer.extent import extent_of
from gjkscope.app.view.renderer.geometry import Geometry
from gjkscope.app.view.renderer.ground import GRID_CELLS
from gjkscope.engine import Box, Ellipsoid
from gjkscope.engine.pose import Pose, rotation_from_quaternion
from gjkscope.engine.vectors import ZERO
from tests.fuzz.endurance.meter import graphics_objects
from tests.render.draw_lists import BLUE, GREEN, RED, WHITE, arrow, box, draw, fade, line, point, square

SIZE = (400, 300)
MIDDLE = (200, 150)
CAMERA = OrbitCamera(distance=4.0, yaw=0.0, pitch=0.0)
ASKEW = OrbitCamera(distance=6.0, yaw=0.6, pitch=0.4)
BLACK = Background(top=(0.0, 0.0, 0.0), bottom=(0.0, 0.0, 0.0), ink=(1.0, 1.0, 1.0))
ONE_STEP = 1 / 255  # one 8-bit step


def picture(renderer: Renderer, *items, camera=CAMERA, size=SIZE, background=BLACK, **options) -> np.ndarray:
    """The colours (height, width, 3) in 0…1 of a draw list with these batches."""
    of_type = {
        field: tuple(item for item in items if isinstance(item, kind))
        for field, kind in (
            ("skins", drawlist.Skin),
            ("edges", drawlist.Edges),
            ("triangles", drawlist.Triangles),
            ("lines", drawlist.Lines),
            ("arrows", drawlist.Arrows),
            ("points", drawlist.Points),
        )
    }
    view = draw(renderer, DrawList(**of_type), camera, size, background=background, **options)
    return view.read()[..., :3] / 255


def at(pixels: np.ndarray, x: int = MIDDLE[0], y: int = MIDDLE[1]) -> np.ndarray:
    return pixels[y, x]


def hue(color: np.ndarray) -> str:
    return "rgb"[int(np.argmax(color))] if color.max() > 0.1 else "black"


# --- solid ---


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_a_near_surface_hides_a_far_one_in_any_order(renderer: Renderer, order) -> None:
    batches = (square(0.5, RED), square(0.0, GREEN))
    assert hue(at(picture(renderer, *(batches[i] for i in order)))) == "r"


def test_surfaces_are_seen_from_both_sides(renderer: Renderer) -> None:
    behind = replace(CAMERA, yaw=np.pi)
    assert hue(at(picture(renderer, square(0.0, RED), camera=behind))) == "r"


def test_a_line_on_its_own_surface_is_whole_and_a_line_behind_is_hidden(renderer: Renderer) -> None:
    tilted = OrbitCamera(distance=4.0, yaw=1.2, pitch=0.5)
    ends = np.array([(-0.8, 0.3, 0.0), (0.8, -0.3, 0.0)])
    along_it = tilted.lens(SIZE).pixels(ends[0] + np.linspace(0.02, 0.98, 60)[:, None] * (ends[1] - ends[0]))[0]
    on = picture(renderer, square(0.0, RED), line(*ends, WHITE, 3.0), camera=tilted)
    assert all(on[int(y), int(x)].min() > 0.9 for x, y in along_it)
    behind = picture(renderer, square(0.2, RED), line(*ends, WHITE, 3.0))
    assert hue(at(behind)) == "r"
    assert at(behind)[1] < 0.5


def test_a_solid_line_hides_what_is_behind_it(renderer: Renderer) -> None:
    """This includes a translucent surface, which is drawn later: the line has written its depth."""
    ends = ((-1.0, 0.0, 0.5), (1.0, 0.0, 0.5))
    alone = picture(renderer, line(*ends, RED, 6.0))
    with_surface = picture(renderer, line(*ends, RED, 6.0), square(0.0, fade(BLUE, 0.6), layer=Layer.TRANSLUCENT))
    np.testing.assert_allclose(at(with_surface), at(alone), atol=ONE_STEP)
    assert hue(at(with_surface, y=120)) == "b"


# --- on top ---


@pytest.mark.parametrize(
    "item",
    [
        point((0, 0, -1), GREEN, 15.0),
        line((-1, 0, -1), (1, 0, -1), GREEN, 5.0, layer=Layer.ON_TOP),
        arrow((-1, 0, -1), (1, 0, -1), GREEN, 5.0),
        square(-1.0, GREEN, layer=Layer.ON_TOP),
        point((0, 0, -1), GREEN, 31.0, PointStyle.CROSSHAIR),
    ],
    ids=["point", "line", "arrow", "surface", "cross-hair"],
)
@pytest.mark.parametrize("layer", [Layer.SOLID, Layer.TRANSLUCENT])
def test_the_top_layer_is_never_hidden(renderer: Renderer, item, layer: Layer) -> None:
    color = at(picture(renderer, item, square(0.0, fade(RED, 0.9), layer=layer)))
    assert hue(color) == "g"
    assert color[0] < 0.2


def test_marks_on_top_have_a_halo(renderer: Renderer) -> None:
    """Dark pixels set off a white line from a white background; further away the background is unchanged."""
    white = square(0.0, WHITE, half=3.0)
    column = picture(renderer, white, line((-1, 0, 0), (1, 0, 0), WHITE, 4.0, layer=Layer.ON_TOP))[:, 200].mean(axis=1)
    assert column[145:156].min() < 0.5
    assert column[135:142].min() > 0.8


def test_a_halo_around_a_dark_color_is_bright(renderer: Renderer) -> None:
    row = picture(renderer, point((0, 0, 0), (0.0, 0.0, 0.0, 1.0), 11.0))[150].mean(axis=1)
    assert row[190:212].max() > 0.5


# --- translucent ---


@pytest.mark.parametrize("smooth", [True, False])
def test_two_layers_blend_exactly(renderer: Renderer, smooth: bool) -> None:
    """c₁ α₁ + (1 − α₁) (c₂ α₂ + (1 − α₂) background), with the lit colours."""
    front_lit, back_lit = (at(picture(renderer, square(0.0, color))) for color in (RED, GREEN))
    front, back = (
        square(0.5, fade(RED, 0.3), layer=Layer.TRANSLUCENT),
        square(0.0, fade(GREEN, 0.6), layer=Layer.TRANSLUCENT),
    )
    ground = square(-0.5, BLUE)
    expected = 0.3 * front_lit + 0.7 * (0.6 * back_lit + 0.4 * at(picture(renderer, ground)))
    np.testing.assert_allclose(at(picture(renderer, front, back, ground, smooth=smooth)), expected, atol=0.03)


def test_the_order_of_translucent_batches_does_not_matter(renderer: Renderer) -> None:
    batches = (
        box(0.8, (-0.3, 0.0, 0.0), fade(BLUE, 0.4), Layer.TRANSLUCENT),
        box(0.7, (0.4, 0.2, 0.3), fade(RED, 0.4), Layer.TRANSLUCENT),
        box(0.3, (0.0, 0.0, 0.0), fade(GREEN, 0.5), Layer.TRANSLUCENT),
    )
    first = picture(renderer, *batches, camera=ASKEW)
    second = picture(renderer, *reversed(batches), camera=ASKEW)
    assert first.max() > 0.3
    np.testing.assert_allclose(first, second, atol=2.01 * ONE_STEP)


def test_the_nearer_translucent_shape_dominates(renderer: Renderer) -> None:
    def overlap(red_z: float) -> np.ndarray:
        red = box(0.5, (0.0, 0.0, red_z), fade(RED, 0.5), Layer.TRANSLUCENT)
        return at(picture(renderer, red, box(0.5, (0, 0, 0), fade(BLUE, 0.5), Layer.TRANSLUCENT)))

    assert hue(overlap(1.5)) == "r"
    assert hue(overlap(-1.5)) == "b"


def test_translucent_surfaces_hide_nothing_and_are_hidden_by_solid_ones(renderer: Renderer) -> None:
    glass = square(0.5, fade(RED, 0.3), layer=Layer.TRANSLUCENT)
    through = at(picture(renderer, glass, square(0.0, GREEN)))
    assert through[0] > 0.1
    assert through[1] > 0.3
    before = at(picture(renderer, square(0.0, fade(RED, 0.3), layer=Layer.TRANSLUCENT), square(0.5, GREEN)))
    np.testing.assert_allclose(before, at(picture(renderer, square(0.5, GREEN))), atol=ONE_STEP)


@pytest.mark.parametrize("smooth", [True, False])
@pytest.mark.parametrize("yaw", [-1.2, -0.5, 0.5, 1.2])
def test_a_translucent_surface_on_a_solid_one_is_visible(renderer: Renderer, yaw: float, smooth: bool) -> None:
    turned = replace(CAMERA, yaw=yaw, pitch=0.4)
    bare = at(picture(renderer, square(0.0, GREEN), camera=turned, smooth=smooth))
    over = square(0.0, fade(RED, 0.5), layer=Layer.TRANSLUCENT)
    marked = at(picture(renderer, square(0.0, GREEN), over, camera=turned, smooth=smooth))
    assert marked[0] > bare[0] + 0.2
    assert 0.05 < marked[1] < bare[1] - 0.1


@pytest.mark.parametrize("smooth", [True, False])
def test_a_translucent_face_does_not_flicker_on_a_posed_body(renderer: Renderer, smooth: bool) -> None:
    """The body's corners are transformed on the GPU, those of the face are not: they differ by rounding."""
    pose = Pose(rotation=rotation_from_quaternion((0.17, 0.32, 0.05, 0.93)))
    inner = np.array(list(product(np.linspace(-0.45, 0.45, 30), np.linspace(-0.45, 0.45, 30), [0.5])))
    builder = Builder(ZERO)
    builder.skin(surface(Box((0.5, 0.5, 0.5))), pose, RED)
    corners = drawlist.at(inner[[0, 29, 899, 870]] / 0.45 * (0.5, 0.5, 0.45), pose)
    builder.polygon([tuple(corner) for corner in corners.tolist()], fade(GREEN, 0.5))
    greens = draw(renderer, builder.build(), CAMERA, SIZE, smooth=smooth).read()[..., 1].astype(int)
    x, y = CAMERA.lens(SIZE).pixels(drawlist.at(inner, pose))[0].astype(int).T
    assert greens[y, x].min() > 60
    assert np.ptp(greens[y, x]) < 20


def test_a_translucent_shell_is_denser_at_grazing_angles(renderer: Renderer) -> None:
    """A red pane transmits white light from behind to the power 1 / cosine."""
    pane = square(0.0, fade(RED, 0.3), layer=Layer.TRANSLUCENT)
    white = Background(top=(1.0, 1.0, 1.0), bottom=(1.0, 1.0, 1.0), ink=(0.0, 0.0, 0.0))
    for pitch in (0.0, 0.6, 1.1):
        green = at(picture(renderer, pane, camera=replace(CAMERA, pitch=pitch), background=white))[1]
        assert green == pytest.approx(0.7 ** (1 / np.cos(pitch)), abs=0.04)


@pytest.mark.parametrize("theme", Theme)
def test_the_far_edges_of_a_shell_are_about_half_as_strong_as_the_near_ones(renderer: Renderer, theme: Theme) -> None:
    builder = Builder(ZERO, theme)
    cube, tone = surface(Box((0.5, 0.5, 0.5))), palette.DIFFERENCE
    builder.skin(cube, Pose(), fade(tone, 0.3), Layer.TRANSLUCENT, shell=True)
    builder.edges(cube.edges, Pose(), palette.toward_ink(tone, 0.35, theme), 3.0, layer=Layer.TRANSLUCENT)
    view = draw(renderer, builder.build(), CAMERA, SIZE, background=BACKGROUNDS[theme])
    grays = view.read()[..., :3].mean(axis=-1)
    ink = np.max if theme is Theme.DARK else np.min

    def upper_edge(z: float) -> tuple[float, float]:
        """The gray of the upper edge at that depth, and of the faces on either side of it."""
        x, y, _ = CAMERA.lens(SIZE).pixel((0.0, 0.5, z))
        row, column = int(y), int(x)
        return ink(grays[row - 1 : row + 2, column]), grays[[row - 5, row + 5], column].mean()

    near, (far, faces) = upper_edge(0.5)[0], upper_edge(-0.5)
    assert abs(near - faces) > 60
    assert 0.4 < (far - faces) / (near - faces) < 0.6


def test_the_silhouette_of_translucent_surfaces_is_antialiased(renderer: Renderer) -> None:
    """Pixels across a slanted edge have several values between background and surface, and none outside that range."""
    pane = square(0.0, fade(RED, 0.5), layer=Layer.TRANSLUCENT)
    rows = pane.rows.copy()
    rows[:, :3] = rows[:, :3] @ np.array([(0.98, 0.2, 0), (-0.2, 0.98, 0), (0, 0, 1.0)])
    turned = replace(pane, rows=rows)
    red = picture(renderer, turned)[..., 0]
    left, right = red[100:200, 80:130], red[100:200, 130:150]  # the left edge, and just inside it
    between = np.unique(np.round(left[(left > 0.02) & (left < 0.9 * right.min())], 2))
    assert len(between) >= 3
    assert left.max() <= right.max() + 2 * ONE_STEP


# --- lines and points ---


@pytest.mark.parametrize("width", [1.0, 2.0, 5.0, 8.0])
@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_a_line_has_the_requested_width(renderer: Renderer, width: float, scale: float) -> None:
    column = picture(renderer, line((-1, 0, 0), (1, 0, 0), WHITE, width), scale=scale)[:, 200, 0]
    assert column.sum() == pytest.approx(width * scale, abs=0.1)


def test_a_line_keeps_its_width_at_any_depth_and_slope(renderer: Renderer) -> None:
    camera = OrbitCamera(distance=4.0, yaw=1.0, pitch=0.2)
    pixels = picture(renderer, line((0, 0.0, -3), (0, 0.0, 2.5), WHITE, 4.0), camera=camera)[..., 0]
    (tail, tip), _ = camera.lens(SIZE).pixels(np.array([(0, 0, -3.0), (0, 0, 2.5)]))
    cosine = abs(tip[0] - tail[0]) / np.hypot(*(tip - tail))
    for part in (0.2, 0.5, 0.8):
        column = pixels[:, int(tail[0] + part * (tip[0] - tail[0]))]
        assert column.sum() * cosine == pytest.approx(4.0, abs=0.15)


def test_a_dashed_line_has_gaps_of_the_requested_length(renderer: Renderer) -> None:
    row = picture(renderer, line((-1, 0, 0), (1, 0, 0), WHITE, 3.0, dash=10.0))[150, :, 0]
    (start, end), _ = CAMERA.lens(SIZE).pixels(np.array([(-1.0, 0, 0), (1.0, 0, 0)]))
    lit = row[int(start[0]) + 2 : int(end[0]) - 2]
    assert 0.4 < lit.mean() < 0.6
    changes = np.count_nonzero(np.diff((lit > 0.5).astype(int)))
    assert changes == pytest.approx((end[0] - start[0]) / 10.0, abs=1.5)


def test_an_arrow_ends_at_its_head_and_widens_before_it(renderer: Renderer) -> None:
    lit = picture(renderer, arrow((-1, 0, 0), (1, 0, 0), RED, 4.0))[..., 0] > 0.4
    (_, tip), _ = CAMERA.lens(SIZE).pixels(np.array([(-1.0, 0, 0), (1.0, 0, 0)]))
    columns = np.flatnonzero(lit.any(axis=0))
    assert columns.max() == pytest.approx(tip[0], abs=2.0)
    widths = lit.sum(axis=0)
    assert widths[200] == 4
    assert widths.max() == pytest.approx(15, abs=1)  # 2 · 1.85 · 4
    assert np.argmax(widths) > tip[0] - 25


def test_the_head_of_a_short_arrow_leaves_room_for_the_shaft(renderer: Renderer) -> None:
    (tail, tip), _ = CAMERA.lens(SIZE).pixels(np.array([(0.0, 0, 0), (0.1, 0, 0)]))
    widths = (picture(renderer, arrow((0, 0, 0), (0.1, 0, 0), RED, 6.0))[..., 0] > 0.4).sum(axis=0)
    length = tip[0] - tail[0]
    assert length < 30  # shorter than the head of a long arrow
    assert np.argmax(widths) == pytest.approx(tail[0] + 0.4 * length, abs=2.5)


def test_a_zero_length_arrow_draws_no_artefacts(renderer: Renderer) -> None:
    lit = picture(renderer, arrow((0, 0, 0), (0, 0, 0), RED, 4.0)).max(axis=2) > 0.1
    assert lit.sum() < 40


def test_a_line_through_the_camera_is_clipped_at_the_near_plane(renderer: Renderer) -> None:
    behind = (0.3, -0.4, 9.0)
    pixels = picture(renderer, line((0, 0, 0), behind, WHITE, 4.0))[..., 0]
    row = CAMERA.eye[2] * 0.5  # a point of the line between the target and the eye
    (pixel,), _ = CAMERA.lens(SIZE).pixels(np.array([(0.3 * row / 9, -0.4 * row / 9, row)]))
    assert pixels[int(pixel[1]), int(pixel[0])] > 0.9
    assert pixels[:140].max() == 0.0  # and nothing mirrored above the middle


def test_points_behind_the_camera_are_not_drawn(renderer: Renderer) -> None:
    items = (point((0, 0, 5), RED, 20.0), line((-1, 0, 6), (1, 0, 6), RED), arrow((0, 0, 6), (0, 0, 7), RED))
    assert picture(renderer, *items).max() == 0.0


@pytest.mark.parametrize("camera", [CAMERA, ASKEW, OrbitCamera((0.3, -0.2, 0.1), 3.0, -2.0, -0.5)])
def test_project_gives_the_centre_of_a_disc(renderer: Renderer, camera: OrbitCamera) -> None:
    """The CPU projection and the GPU agree to a tenth of a pixel."""
    center = (0.4, 0.35, -0.2)
    red = picture(renderer, point(center, RED, 12.0, layer=Layer.SOLID), camera=camera)[..., 0]
    rows, columns = np.indices(red.shape)
    middle = (np.sum(red * (columns + 0.5)) / red.sum(), np.sum(red * (rows + 0.5)) / red.sum())
    np.testing.assert_allclose(middle, camera.lens(SIZE).pixels(np.array([center]))[0][0], atol=0.1)
    assert red.sum() == pytest.approx(np.pi * 6.0**2, rel=0.03)


def test_a_ring_is_hollow_and_a_crosshair_marks_its_centre(renderer: Renderer) -> None:
    def spot(style: PointStyle) -> np.ndarray:
        camera = replace(CAMERA, target=(0.5 * CAMERA.pixel_size(300), -0.5 * CAMERA.pixel_size(300), 0.0))
        return picture(renderer, point((0, 0, 0), WHITE, 24.0, style, Layer.SOLID), camera=camera)[..., 0]

    ring, cross = spot(PointStyle.RING), spot(PointStyle.CROSSHAIR)
    middle = (150 - 1, 200 - 1)  # the camera is shifted by half a pixel, so that a pixel centre is the origin
    assert ring[middle] == 0.0
    assert ring[middle[0], middle[1] + 10] > 0.9
    assert cross[middle] > 0.9
    assert cross[middle[0], middle[1] + 4] == 0.0
    assert cross[middle[0] + 11, middle[1]] > 0.5


# --- the whole picture ---


def test_read_returns_the_top_row_first(renderer: Renderer) -> None:
    pixels = picture(renderer, point((0, 0.8, 0), RED, 20.0))
    assert pixels[:100, :, 0].max() > 0.9
    assert pixels[150:, :, 0].max() == 0.0
    sky = Background(top=(0, 0, 1), bottom=(0, 1, 0), ink=(1, 1, 1))
    graded = picture(renderer, background=sky)
    assert hue(graded[0, 0]) == "b"
    assert hue(graded[-1, 0]) == "g"


def test_the_picture_is_opaque_whatever_it_shows(renderer: Renderer) -> None:
    glass = box(0.8, (0, 0, 0), fade(BLUE, 0.4), Layer.TRANSLUCENT)
    draw_list = DrawList(skins=(glass,), points=(point((0, 0, 0), fade(RED, 0.5)),))
    assert (draw(renderer, draw_list, ASKEW, SIZE, grid_height=0.0).read()[..., 3] == 255).all()


def everything() -> DrawList:
    return DrawList(
        skins=(
            box(0.5, (-1.0, 0.5, 0.0), BLUE),
            box(0.6, (0.6, 0.6, 0.2), fade(RED, 0.4), Layer.TRANSLUCENT),
            box(0.5, (1.0, 0.7, -0.2), fade(GREEN, 0.4), Layer.TRANSLUCENT),
        ),
        lines=(line((-1, 1, 0), (1, 1, 0), WHITE, 2.0, 5.0, Layer.TRANSLUCENT), line((0, 0, 0), (0, 1, 1), WHITE)),
        arrows=(arrow((0, 0, 0), (1, 1, 1), RED),),
        points=(point((0, 0, 0), WHITE, 20.0, PointStyle.CROSSHAIR),),
    )


def test_the_fast_mode_differs_only_at_silhouettes(renderer: Renderer) -> None:
    smooth, hasty = (draw(renderer, everything(), ASKEW, SIZE, smooth=smooth).read() for smooth in (True, False))
    assert 0.0 < share_of_pixels_that_differ(smooth, hasty) < 0.02
    again = draw(renderer, everything(), ASKEW, SIZE).read()
    assert np.array_equal(again, smooth)


def test_the_same_input_gives_the_same_bytes(renderer: Renderer) -> None:
    first = draw(renderer, everything(), ASKEW, SIZE, grid_height=0.0).read()
    draw(renderer, DrawList(triangles=(square(0.0, RED),)), CAMERA, SIZE, background=LIGHT)
    np.testing.assert_array_equal(draw(renderer, everything(), ASKEW, SIZE, grid_height=0.0).read(), first)


def scale(draw_list: DrawList, factor: float, shift: np.ndarray) -> DrawList:
    """The same scene in other units and at another position, with its anchor there."""

    def move(batch, places: int):
        """A batch whose rows begin with `places` positions."""
        rows = batch.rows.copy()
        rows[:, : 3 * places] = rows[:, : 3 * places] * factor + np.tile(shift, places)
        return replace(batch, rows=rows)

    def moved_skin(skin: drawlist.Skin) -> drawlist.Skin:
        surface = replace(skin.surface, positions=skin.surface.positions * factor)
        return replace(skin, surface=surface, pose=Pose(position=tuple(np.array(skin.pose.position) * factor + shift)))

    return DrawList(
        skins=tuple(moved_skin(skin) for skin in draw_list.skins),
        lines=tuple(move(batch, 2) for batch in draw_list.lines),
        arrows=tuple(move(batch, 2) for batch in draw_list.arrows),
        points=tuple(move(batch, 1) for batch in draw_list.points),
        anchor=tuple(shift),
    )


def share_of_pixels_that_differ(first: np.ndarray, second: np.ndarray) -> float:
    return float(np.mean(np.abs(first.astype(int) - second.astype(int)).max(axis=2) > 3))


@pytest.mark.parametrize("factor", [1e-6, 1e6])
def test_any_unit_of_length_gives_the_same_picture(renderer: Renderer, factor: float) -> None:
    expected = draw(renderer, everything(), ASKEW, SIZE).read()
    camera = replace(ASKEW, distance=ASKEW.distance * factor)
    got = draw(renderer, scale(everything(), factor, np.zeros(3)), camera, SIZE).read()
    assert share_of_pixels_that_differ(expected, got) < 1e-3


def test_a_million_metres_away_the_picture_is_the_same(renderer: Renderer) -> None:
    expected = draw(renderer, everything(), ASKEW, SIZE, grid_height=0.0).read()
    shift = np.array((1e6, -2e6, 3e6))
    camera = replace(ASKEW, target=tuple(shift))
    got = draw(renderer, scale(everything(), 1.0, shift), camera, SIZE).read()
    without_grid = draw(renderer, everything(), ASKEW, SIZE).read()
    assert share_of_pixels_that_differ(without_grid, got) < 1e-3
    with_grid = draw(renderer, scale(everything(), 1.0, shift), camera, SIZE, grid_height=-2e6).read()
    # The cells divide a million metres, so the ground is the same except for the world axes.
    assert share_of_pixels_that_differ(expected, with_grid) < 0.03
    assert share_of_pixels_that_differ(without_grid, expected) > 0.05


def test_the_ground_is_hidden_by_bodies_on_it_and_fades_out(renderer: Renderer) -> None:
    camera = OrbitCamera(distance=4.0, yaw=0.3, pitch=0.3)
    bare = picture(renderer, camera=camera, grid_height=0.0)
    wall = square(0.0, RED, shift=(0.0, 1.0, 0.0))
    standing = picture(renderer, wall, camera=camera, grid_height=0.0)
    alone = picture(renderer, wall, camera=camera)
    covered = alone[..., 0] > 0.6
    assert bare[covered].max() > 0.2
    np.testing.assert_allclose(standing[covered], alone[covered], atol=ONE_STEP)
    assert bare[:20].max() == 0.0


@pytest.mark.parametrize("exponent", [-1, 0, 1])
def test_the_ground_does_not_jump_between_decades(renderer: Renderer, exponent: int) -> None:
    """Just before and after the distance at which all lines move up by a decade."""
    limit = GRID_CELLS * 10.0**exponent
    near, far = (
        picture(renderer, camera=OrbitCamera(distance=limit * factor, yaw=0.3, pitch=0.5), grid_height=0.0)
        for factor in (1 - 1e-6, 1 + 1e-6)
    )
    assert near.max() > 0.2
    np.testing.assert_allclose(near, far, atol=2 * ONE_STEP)


def test_the_ground_hides_nothing(renderer: Renderer) -> None:
    """Grid lines write no depth: a translucent box below the ground shows through them."""
    camera = OrbitCamera(distance=4.0, yaw=0.3, pitch=0.6)
    below = box(0.5, (0.0, -0.6, 0.0), fade(BLUE, 0.9), Layer.TRANSLUCENT)
    without = picture(renderer, below, camera=camera)
    within = picture(renderer, below, camera=camera, grid_height=0.0)
    covered = without[..., 2] > 0.5
    assert covered.sum() > 1000
    assert within[covered][:, 2].min() > 0.4


def test_an_empty_draw_list_shows_the_background(renderer: Renderer) -> None:
    assert picture(renderer, background=LIGHT).min() > 0.8


def test_a_view_can_be_resized(renderer: Renderer) -> None:
    draw_list = DrawList(points=(point((0, 0, 0), RED, 20.0),))
    for size in ((400, 300), (123, 457), (1, 1), (640, 480)):
        view = draw(renderer, draw_list, CAMERA, size)
        assert view.texture.size == size
        pixels = view.read()
        assert pixels.shape == (size[1], size[0], 4)
        assert pixels[size[1] // 2, size[0] // 2, 0] > 200, size


def test_a_surface_that_is_no_longer_drawn_is_freed(renderer: Renderer) -> None:
    """What is remembered about each surface must not keep its arrays: a drag makes new ones in every frame."""
    shape = surface(Box((0.5, 0.5, 0.5)))
    own = replace(shape, positions=shape.positions.copy(), edges=shape.edges.copy())
    drawn = [Skin(own, Pose(), RED), Edges(own.edges, Pose(), WHITE, 2.0)]
    parts = [ref(part) for part in (own, own.positions, own.edges, folds(own).ends)]
    picture(renderer, *drawn)
    del own, drawn
    assert all(part() is not None for part in parts), "the next frame may show the same surface"
    picture(renderer)
    assert [part() for part in parts] == [None] * 4


def test_views_are_independent(renderer: Renderer) -> None:
    left = draw(renderer, DrawList(triangles=(square(0.0, RED),)), CAMERA, SIZE, view="left")
    right = draw(renderer, DrawList(triangles=(square(0.0, GREEN),)), CAMERA, (200, 100), view="right")
    assert hue(left.read()[150, 200, :3]) == "r"
    assert hue(right.read()[50, 100, :3]) == "g"
    renderer.forget("left")
    renderer.forget("right")


def test_buffers_are_uploaded_once_for_each_draw_list(renderer: Renderer, monkeypatch: pytest.MonkeyPatch) -> None:
    sent = []
    fill = Geometry.fill
    monkeypatch.setattr(Geometry, "fill", lambda self, passes, drawn: sent.append(drawn) or fill(self, passes, drawn))
    draw_list = everything()
    for camera, size in ((ASKEW, SIZE), (CAMERA, SIZE), (CAMERA, (200, 100))):
        draw(renderer, draw_list, camera, size)
    assert sent == [draw_list]
    draw(renderer, everything(), ASKEW, SIZE)
    assert len(sent) == 2


ON_TOP = {
    "triangles": (square(0.3, fade(GREEN, 0.5), 0.4, Layer.ON_TOP),),
    "arrows": (arrow((0, 0, 0), (1, 0, 1), BLUE),),
    "points": (point((0.5, 0.5, 0.5), RED, 12.0),),
    "labels": (drawlist.Label("w0", (0.0, 0.0, 0.0), WHITE),),
}
BELOW = {
    "skins": (box(0.5, (-1.0, 0.6, 0.0), BLUE),),
    "edges": (Edges(np.array([((0.0, 0.0, 0.0), (1.0, 1.0, 0.0))]), Pose(), RED, 2.0),),
    "outlines": (Outline(folds(surface(Box((0.2, 0.2, 0.2)))), Pose(), WHITE, 3.0),),
    "triangles": (square(0.3, fade(GREEN, 0.5), 0.4, Layer.TRANSLUCENT),),
    "lines": (line((-1, 1, 0), (1, 1, 0.5), WHITE, 2.0),),
    "points": (point((0.5, 0.5, 0.5), RED, 12.0, layer=Layer.SOLID),),
    "anchor": (0.5, 0.0, 0.0),
    "focus": (0.6, 0.6, 0.2),
}


def bodies_drawn(renderer: Renderer, monkeypatch: pytest.MonkeyPatch, first: DrawList, second: DrawList) -> int:
    """How often what is below the marks is drawn for one list and then the other, whose picture must be right."""
    drawn = []
    draws = Renderer._below_marks
    monkeypatch.setattr(Renderer, "_below_marks", lambda *given: drawn.append(given) or draws(*given))
    draw(renderer, first, ASKEW, SIZE, grid_height=0.0)
    after = draw(renderer, second, ASKEW, SIZE, grid_height=0.0).read()
    count = len(drawn)
    renderer.forget("main")
    np.testing.assert_array_equal(after, draw(renderer, second, ASKEW, SIZE, grid_height=0.0).read())
    return count


@pytest.mark.parametrize("field", ON_TOP)
def test_bodies_are_not_drawn_again_when_only_marks_on_top_change(
    renderer: Renderer, monkeypatch: pytest.MonkeyPatch, field: str
) -> None:
    scene = everything()
    assert bodies_drawn(renderer, monkeypatch, scene, replace(scene, **{field: ON_TOP[field]})) == 1


@pytest.mark.parametrize("field", BELOW)
def test_bodies_are_drawn_again_when_one_thing_below_the_marks_changes(
    renderer: Renderer, monkeypatch: pytest.MonkeyPatch, field: str
) -> None:
    scene = everything()
    assert bodies_drawn(renderer, monkeypatch, scene, replace(scene, **{field: BELOW[field]})) == 2


def test_bodies_are_drawn_again_when_the_camera_moves(renderer: Renderer) -> None:
    scene = everything()
    before = draw(renderer, scene, ASKEW, SIZE).read()
    moved = draw(renderer, scene, replace(ASKEW, yaw=0.7), SIZE).read()
    assert share_of_pixels_that_differ(before, moved) > 0.01


def standing(pose: Pose, layer: Layer = Layer.SOLID) -> DrawList:
    """An ellipsoid at `pose`, drawn like a body."""
    shape = surface(Ellipsoid((0.4, 1.0, 0.7)))
    return DrawList(
        skins=(Skin(shape, pose, fade(BLUE, 0.6), layer, casts_shadow=True),),
        edges=(Edges(shape.edges, pose, RED, 2.0),),
        outlines=(Outline(folds(shape), pose, WHITE, 3.0),),
    )


TURNED = Pose(rotation_from_quaternion((0.1, 0.5, -0.3, 0.8)), (0.3, 0.9, -0.4))


@pytest.mark.parametrize("layer", [Layer.SOLID, Layer.TRANSLUCENT])
def test_a_pose_on_the_gpu_matches_the_pose_in_the_world(
    renderer: Renderer, monkeypatch: pytest.MonkeyPatch, layer: Layer
) -> None:
    """If only the world's own slot is available, all corners are transformed before the upload."""
    on_gpu = draw(renderer, standing(TURNED, layer), ASKEW, SIZE, grid_height=0.0).read()
    monkeypatch.setattr(placements, "MOST", 1)
    before = draw(renderer, standing(TURNED, layer), ASKEW, SIZE, grid_height=0.0).read()
    assert share_of_pixels_that_differ(on_gpu, before) < 1e-3
    elsewhere = draw(renderer, standing(Pose(), layer), ASKEW, SIZE, grid_height=0.0).read()
    assert share_of_pixels_that_differ(on_gpu, elsewhere) > 0.1


def test_a_moving_body_uploads_none_of_its_corners(renderer: Renderer, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    for name in ("surface_rows", "edge_rows"):
        rows = getattr(geometry, name)
        monkeypatch.setattr(geometry, name, lambda *of, make=rows, name=name: made.append(name) or make(*of))
    first, second = (draw(renderer, standing(pose), ASKEW, SIZE).read() for pose in (Pose(), TURNED))
    assert made == ["edge_rows", "surface_rows", "edge_rows"]  # of the outline, then of the unchanged parts
    assert share_of_pixels_that_differ(first, second) > 0.1


def test_a_picture_is_redrawn_only_if_something_changed(renderer: Renderer, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = []
    note_drawn = ViewImage.note_drawn
    monkeypatch.setattr(ViewImage, "note_drawn", lambda self, manner: drawn.append(manner) or note_drawn(self, manner))
    draw_list = everything()
    for _ in range(2):
        draw(renderer, draw_list, ASKEW, SIZE)
    assert len(drawn) == 1
    changes = ({"grid_height": 0.0}, {"scale": 2.0}, {"background": LIGHT}, {})
    pictures = [draw(renderer, draw_list, ASKEW, SIZE, **change).read() for change in changes]
    pictures.append(draw(renderer, draw_list, CAMERA, SIZE).read())
    pictures.append(draw(renderer, replace(draw_list, points=()), CAMERA, SIZE).read())
    pictures.append(draw(renderer, draw_list, CAMERA, (200, 150)).read())
    assert len(drawn) == 1 + len(pictures)
    assert len({picture.tobytes() for picture in pictures}) == len(pictures)


def test_a_pixel_is_the_mean_of_its_samples_as_the_driver_computes_it(
    renderer: Renderer, context: moderngl.Context
) -> None:
    solids = DrawList(skins=everything().skins[:1])  # anything that is not solid is also drawn after the resolve
    target = draw(renderer, solids, ASKEW, SIZE, grid_height=100.0)  # seen from below, the canvas is the entire view
    ours = target.read()
    context.copy_framebuffer(target.picture, target.canvas)
    assert len(np.unique(ours)) > 50
    np.testing.assert_array_equal(ours, target.read())


def test_nothing_remains_of_the_previous_drawing(renderer: Renderer) -> None:
    empty = draw(renderer, DrawList(), ASKEW, SIZE).read()
    assert (draw(renderer, everything(), ASKEW, SIZE).read() != empty).any()
    assert (draw(renderer, DrawList(), ASKEW, SIZE).read() == empty).all()


def test_a_released_renderer_leaves_no_error_behind(context: moderngl.Context) -> None:
    with context:
        other = Renderer(context)
        draw(other, everything(), ASKEW, SIZE, grid_height=0.0)
        other.release()
        context.framebuffer(context.renderbuffer((1, 1))).release()  # it rebinds the previous framebuffer
        assert context.error == "GL_NO_ERROR"


def test_a_released_renderer_leaves_nothing_in_the_context(context: moderngl.Context) -> None:
    with context:
        before = graphics_objects()
        for _ in range(3):
            other = Renderer(context)
            draw(other, everything(), ASKEW, SIZE, grid_height=0.0)
            assert graphics_objects() > before
            other.release()
        assert graphics_objects() == before


@pytest.mark.parametrize("smooth", [True, False])
def test_the_tiles_of_a_picture_make_the_whole_picture(renderer: Renderer, smooth: bool) -> None:
    """Except for a few edge pixels, which may round to either side."""
    manner = {"grid_height": -1.0, "smooth": smooth}
    whole = draw(renderer, everything(), ASKEW, SIZE, **manner).read()
    together = np.zeros_like(whole)
    for left, bottom in product(range(0, SIZE[0], 150), range(0, SIZE[1], 110)):
        width, height = min(150, SIZE[0] - left), min(110, SIZE[1] - bottom)
        part = draw(renderer, everything(), ASKEW, SIZE, part=(left, bottom, width, height), **manner).read()
        top = SIZE[1] - bottom - height
        together[top : top + height, left : left + width] = part
    assert len(np.unique(whole.reshape(-1, 4), axis=0)) > 1000
    different = np.abs(together.astype(int) - whole).max(axis=2) > 2
    assert different.mean() < 1e-3


def test_triangles_without_corners_have_no_extent() -> None:
    """A portal of one or two points has no area yet, and may be alone in its layer."""
    assert extent_of([], [Triangles(np.zeros((0, 12), np.float32))]) is None
