"""Figures rendered without a window: from the command line to the bytes of the file."""

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from resource import RLIMIT_FSIZE, getrlimit, setrlimit

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image

from gjkscope.app.base.png import write_png
from gjkscope.app.base.resources import resource
from gjkscope.app.command_line.main import run_command
from gjkscope.app.scenes.scene import Body, PositionOrientation, Scene
from gjkscope.app.share.export.figure import FOOTER, HEADER, FigureRenderer
from gjkscope.app.state.actions import CompareWith, GoToStep, Select, SetVisible, initial_state, update
from gjkscope.app.state.inspection.traces import last_step
from gjkscope.app.state.model import ComparedRun, State, View
from gjkscope.app.view import tones
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.panels.toolkit.tile import Tile
from gjkscope.engine.shapes import kinds

Picture = npt.NDArray[np.uint8]
Output = pytest.CaptureFixture[str]

BOXES = str(resource("assets", "scenes", "museum", "hb-article-cycle-1.json"))
SIZE = (640, 400)
SMALL = (240, 200)
GROUND = np.array([round(255 * channel) for channel in palette.hex_color(tones.ABYSS.dark)[:3]])


@pytest.fixture(scope="module")
def rendered(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Picture]:
    """The picture that `gjkscope render SCENE …` writes; for the same words, the same picture."""
    path = tmp_path_factory.mktemp("pictures") / "out.png"

    @cache
    def render(*words: str, scene: str = BOXES, size: tuple[int, int] = SIZE) -> Picture:
        assert run_command(["render", scene, "-o", str(path), "--size", f"{size[0]}x{size[1]}", *words]) == 0
        return read(path)

    return render


def read(path: Path) -> Picture:
    with Image.open(path) as image:
        image.load()
        assert (image.format, image.mode) == ("PNG", "RGB")
        return np.asarray(image)


def pixels_of_hue(picture: Picture, color: tuple[float, ...]) -> int:
    """The number of pixels of about that hue, at any brightness except the darkest."""
    wanted, pixels = np.array(color[:3]), picture.reshape(-1, 3).astype(float)
    lengths = np.linalg.norm(pixels, axis=1)
    cosines = pixels @ wanted / np.where(lengths > 0, lengths, 1) / np.linalg.norm(wanted)
    return int(((cosines > 0.985) & (lengths > 90)).sum())


# --- contents of a picture ---


@pytest.mark.parametrize("size", [(640, 400), (64, 64), (301, 517), (1600, 300)])
def test_a_picture_has_the_requested_size(rendered: Callable[..., Picture], size: tuple[int, int]) -> None:
    assert rendered(size=size).shape == (size[1], size[0], 3)


def test_the_default_size_is_1280_by_800(tmp_path: Path, capsys: Output) -> None:
    path = tmp_path / "out.png"
    assert run_command(["render", BOXES, "-o", str(path)]) == 0
    assert capsys.readouterr().out == f"{path}\n"
    assert read(path).shape == (800, 1280, 3)


def test_verdict_and_explanation_are_above_and_below_the_views(rendered: Callable[..., Picture]) -> None:
    picture, scale = rendered(), 0.5
    header, footer = picture[: int(HEADER * scale) - 2], picture[-int(FOOTER * scale) + 2 :]
    for strip in (header, footer):
        written = (np.abs(strip.astype(int) - GROUND) > 60).any(axis=2)
        assert 0.005 < written.mean() < 0.3  # text on an otherwise plain background
    left, right = (np.abs(part.astype(int) - GROUND).max() for part in (header[:, :200], header[:, -200:]))
    assert min(left, right) > 60  # the verdict on one side, the scene's name on the other
    assert pixels_of_hue(header, palette.hex_color(tones.BAD.dark)) > 40  # the pair penetrates


@pytest.mark.thorough
def test_each_view_shows_its_own_marks(rendered: Callable[..., Picture]) -> None:
    world, difference, both = (rendered("--view", view) for view in ("world", "difference", "both"))
    for picture, bodies, hull in ((world, True, False), (difference, False, True), (both, True, True)):
        assert (pixels_of_hue(picture, palette.A) > 2000) is bodies
        assert (pixels_of_hue(picture, palette.B) > 2000) is bodies
        assert (pixels_of_hue(picture, palette.ENCLOSING) > 2000) is hull


def test_the_world_is_left_of_the_difference(rendered: Callable[..., Picture]) -> None:
    # The lines of the ground and of the axes have similar hues.
    picture = rendered()
    left, right = picture[:, : SIZE[0] // 2], picture[:, SIZE[0] // 2 :]
    assert pixels_of_hue(left, palette.A) > 2000 > 200 > pixels_of_hue(right, palette.A)
    assert pixels_of_hue(right, palette.ENCLOSING) > 2000 > 200 > pixels_of_hue(left, palette.ENCLOSING)


@pytest.mark.thorough
def test_steps_differ_and_the_last_is_the_default(rendered: Callable[..., Picture]) -> None:
    pictures = [rendered("--step", step) for step in ("0", "1", "2", "3", "last")]
    for i, picture in enumerate(pictures[:4]):
        for other in pictures[:i]:
            assert (picture != other).any(axis=2).mean() > 0.01
    assert np.array_equal(pictures[3], pictures[4])
    assert np.array_equal(rendered(), pictures[4])


@pytest.mark.thorough
def test_the_requested_algorithm_is_used(rendered: Callable[..., Picture]) -> None:
    gjk, sat = rendered("--algorithm", "gjk"), rendered("--algorithm", "sat")
    assert (gjk != sat).any(axis=2).mean() > 0.02
    assert np.array_equal(sat, rendered("--algorithm", "sat", "--step", "14"))


@pytest.mark.thorough
def test_the_same_command_gives_the_same_bytes(tmp_path: Path) -> None:
    files = [tmp_path / "first.png", tmp_path / "second.png"]
    for file in files:
        assert run_command(["render", BOXES, "-o", str(file), "--size", "640x400"]) == 0
    assert files[0].read_bytes() == files[1].read_bytes()


def test_a_larger_picture_shows_the_same_enlarged(rendered: Callable[..., Picture]) -> None:
    """Text scales too, so that the picture stays readable in print."""
    small, large = rendered(), rendered(size=(1280, 800))
    shrunk = np.asarray(Image.fromarray(large).resize(SIZE, Image.Resampling.BOX)).astype(int)
    assert np.abs(shrunk - small).mean() < 4


# --- large pictures, in tiles ---


@pytest.mark.thorough
@pytest.mark.parametrize("transparent", [False, True])
def test_a_tiled_picture_is_the_same(transparent: bool, small: FigureRenderer) -> None:
    """Except for a few edge pixels, which may round to either side."""
    state, views = state_of(kinds.Box((0.7, 0.5, 0.4)), kinds.Sphere(0.7)), (View.WORLD, View.DIFFERENCE)
    whole = small.render(state, views, transparent=transparent)
    with FigureRenderer(SMALL, side=90) as tiled:
        in_tiles = tiled.render(state, views, transparent=transparent)
    assert in_tiles.shape == whole.shape
    pixels = [picture.astype(float) for picture in (whole, in_tiles)]
    if transparent:  # the colour of nearly transparent pixels is arbitrary
        pixels = [picture * picture[..., 3:] / 255 for picture in pixels]
    assert (np.abs(pixels[0] - pixels[1]).max(axis=2) > 3).mean() < 1e-3
    assert pixels[0].std() > 20


def test_a_tile_may_have_no_part_of_a_pane(small: FigureRenderer) -> None:
    """Two runs, each in a pane: a pane outside of the tile is not drawn, but Dear ImGui wants something in it."""
    compared = CompareWith(ComparedRun("mpr"))
    state, views = update(state_of(kinds.Box((0.7, 0.5, 0.4)), kinds.Sphere(0.7)), compared), (View.WORLD,)
    whole = small.render(state, views).astype(float)
    with FigureRenderer(SMALL, side=60) as tiled:
        in_tiles = tiled.render(state, views)
    assert (np.abs(whole - in_tiles).max(axis=2) > 3).mean() < 2e-3


def test_it_is_painted_incrementally(small: FigureRenderer) -> None:
    state = state_of(kinds.Box((0.7, 0.5, 0.4)), kinds.Sphere(0.7))
    with FigureRenderer(SMALL, side=120) as tiled:
        for transparent, parts in ((False, 4), (True, 8)):
            done = list(tiled.painting(state, (View.WORLD,), words=False, transparent=transparent))
            assert done == [(part + 1) / parts for part in range(parts)]


def test_a_tile_draws_the_visible_part_of_a_view_plus_a_margin() -> None:
    view = (10.0, 20.0, 100.0, 60.0)
    assert Tile(0, 0, 200, 100).part_of(view) == (0, 0, 100, 60)
    assert Tile(30, 30, 40, 20).part_of(view) == (18, 28, 44, 24)  # from below: the visible part is (20, 30, 40, 20)
    assert Tile(120, 0, 50, 100).part_of(view) is None
    assert Tile(0, 90, 200, 10).part_of(view) is None


# --- every kind of shape ---

CORNERS = ((0.0, 0.9, 0.0), (0.8, -0.5, 0.5), (-0.8, -0.5, 0.5), (0.0, -0.5, -0.9))
KINDS: list[Callable[[float], kinds.Shape]] = [
    lambda r: kinds.Sphere(0.7, r),
    lambda r: kinds.Box((0.7, 0.5, 0.4), r),
    lambda r: kinds.Capsule(0.3, 0.5, "x", r),
    lambda r: kinds.Cylinder(0.5, 0.6, "y", r),
    lambda r: kinds.Cone(0.6, 0.7, "z", r),
    lambda r: kinds.Ellipsoid((0.8, 0.4, 0.5), r),
    lambda r: kinds.Triangle(CORNERS[:3], r),
    lambda r: kinds.Hull(CORNERS, r),
    lambda r: kinds.Mesh(CORNERS, ((0, 2, 1), (0, 3, 2), (0, 1, 3), (1, 2, 3)), r),
    lambda r: kinds.Segment((-0.7, -0.3, 0.2), (0.7, 0.4, -0.1), r),
    kinds.Point,
]


def state_of(a: kinds.Shape, b: kinds.Shape) -> State:
    places = (PositionOrientation((0, 0, 0), (0.2, 0.3, -0.1, 0.9)), PositionOrientation((2.2, 0.2, 0.4)))
    return initial_state(Scene("kinds", (Body("A", a, places[0]), Body("B", b, places[1]))))


@pytest.fixture
def small() -> Iterator[FigureRenderer]:
    with FigureRenderer(SMALL) as figure:
        yield figure


@pytest.mark.parametrize("rounding", [0.0, 0.15])
def test_every_kind_of_shape_is_visible_as_a_and_as_b(rounding: float, small: FigureRenderer) -> None:
    shapes = [kind(rounding) for kind in KINDS]
    for a, b in zip(shapes, shapes[3:] + shapes[:3], strict=True):
        picture = small.render(alone(state_of(a, b)), (View.WORLD,))
        for shape, color in ((a, palette.A), (b, palette.B)):
            least = (
                60 if rounding or not isinstance(shape, kinds.Point | kinds.Segment) else 10
            )  # these have no surface
            assert pixels_of_hue(picture, color) > least, shape


def alone(state: State) -> State:
    """Only the bodies, without marks."""
    for what in ("aabbs", "witnesses", "supports", "labels"):
        state = update(state, SetVisible(what, False))
    return update(state, Select(None))


def test_two_coincident_points_make_a_picture(small: FigureRenderer) -> None:
    state = initial_state(Scene("nothing", (Body("A", kinds.Point()), Body("B", kinds.Point()))))
    for step in range(last_step(state) + 1):
        picture = small.render(update(state, GoToStep(step)), (View.WORLD, View.DIFFERENCE))
        assert picture.std() > 5


def test_a_reused_renderer_gives_the_same_picture_as_a_fresh_one(small: FigureRenderer) -> None:
    """Nothing of one picture remains in the next."""
    states = [state_of(kinds.Sphere(0.7), kinds.Box((0.5, 0.5, 0.5))), state_of(kinds.Cone(0.6, 0.7), kinds.Point(0.3))]
    in_turn = [small.render(state, (View.WORLD,)) for state in (*states, *states)]
    with FigureRenderer(SMALL) as fresh:
        alone = fresh.render(states[1], (View.WORLD,))
    assert np.array_equal(in_turn[0], in_turn[2])
    assert np.array_equal(in_turn[1], in_turn[3])
    assert np.array_equal(in_turn[1], alone)


@pytest.mark.parametrize("lines", [1, 4, 6])
def test_a_long_sentence_is_shown_to_its_last_line(
    small: FigureRenderer, monkeypatch: pytest.MonkeyPatch, lines: int
) -> None:
    monkeypatch.setattr("gjkscope.app.share.export.figure.sentence_below", lambda state: "\n".join(["H"] * lines))
    left = small.render(state_of(kinds.Sphere(0.7), kinds.Point(0.3)), (View.WORLD,))[SMALL[1] // 2 :, 6:14]
    brightest = left.max(axis=(1, 2))
    footer = brightest[int(np.argmax(brightest == GROUND.max())) :] > 100
    assert not footer[0]
    assert not footer[-1]
    assert np.count_nonzero(footer[1:] & ~footer[:-1]) == lines


# --- writing files ---

PICTURE = np.arange(12 * 7 * 3, dtype=np.uint8).reshape(7, 12, 3)


def test_the_written_picture_is_the_drawn_one(tmp_path: Path) -> None:
    write_png(PICTURE, tmp_path / "x.png")
    assert np.array_equal(read(tmp_path / "x.png"), PICTURE)
    assert list(tmp_path.iterdir()) == [tmp_path / "x.png"]


def test_a_link_remains_a_link(tmp_path: Path) -> None:
    (tmp_path / "link.png").symlink_to("x.png")
    write_png(PICTURE, tmp_path / "link.png")
    assert (tmp_path / "link.png").is_symlink()
    assert np.array_equal(read(tmp_path / "x.png"), PICTURE)


@pytest.fixture
def nearly_full_disk() -> Iterator[None]:
    """No file may grow beyond ten bytes: the system writes those, then fails."""
    soft, hard = getrlimit(RLIMIT_FSIZE)
    setrlimit(RLIMIT_FSIZE, (10, hard))
    yield
    setrlimit(RLIMIT_FSIZE, (soft, hard))


def test_a_failed_write_leaves_no_partial_file(tmp_path: Path, nearly_full_disk: None) -> None:
    with pytest.raises(OSError, match="File too large"):
        write_png(PICTURE, tmp_path / "x.png")
    assert list(tmp_path.iterdir()) == []


def test_a_failed_write_keeps_the_existing_file(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    write_png(PICTURE, tmp_path / "x.png")
    request.getfixturevalue("nearly_full_disk")
    with pytest.raises(OSError, match="File too large"):
        write_png(255 - PICTURE, tmp_path / "x.png")
    assert np.array_equal(read(tmp_path / "x.png"), PICTURE)
    assert list(tmp_path.iterdir()) == [tmp_path / "x.png"]


@pytest.mark.parametrize(
    ("file", "fault"),
    [
        ("gone/x.png", "No such file or directory"),
        ("folder.png", "Is a directory"),
        ("file.txt/x.png", "Not a directory"),
        ("full.png", "No space left on device"),
        ("/proc/x.png", "No such file or directory"),  # read-only even for root
    ],
)
def test_a_write_failure_is_explained_in_one_line(file: str, fault: str, tmp_path: Path, capsys: Output) -> None:
    (tmp_path / "folder.png").mkdir()
    (tmp_path / "file.txt").write_text("not a folder")
    (tmp_path / "full.png").symlink_to("/dev/full")
    before = sorted(tmp_path.rglob("*"))
    path = tmp_path / file
    assert run_command(["render", BOXES, "-o", str(path), "--size", "64x64"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err == f"gjkscope: {path}: cannot be written: {fault}\n"
    assert sorted(tmp_path.rglob("*")) == before
    assert Path("/dev/full").is_char_device()
