"""SVG files: what they contain, and that surfaces have the colours of the renderer."""

import re
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

import numpy as np
import pytest

import gjkscope
from gjkscope.app.base.records import replace
from gjkscope.app.base.resources import resource
from gjkscope.app.command_line.console import DONE, UNUSABLE
from gjkscope.app.command_line.main import run_command
from gjkscope.app.share.export.picture import picture_state
from gjkscope.app.share.export.vector.marks import VectorFacet
from gjkscope.app.share.export.vector.screen import Screen
from gjkscope.app.state.actions import initial_state
from gjkscope.app.state.model import Layout, Theme, View
from gjkscope.app.view.drawing.drawlist import DrawList, Layer
from gjkscope.app.view.drawing.views import drawing_of
from gjkscope.app.view.panels.viewport.viewport import seen_camera
from gjkscope.app.view.renderer.context import create_headless_context
from gjkscope.app.view.renderer.renderer import DARK, Renderer
from gjkscope.engine.options import DEFAULT

NAMES = {"svg": "http://www.w3.org/2000/svg"}
OVERLAP = str(resource("assets", "scenes", "boxes-overlap.json"))
APART = str(resource("assets", "scenes", "sphere-box.json"))
HOSTILE = "</text><script>alert(1)</script>&\"'é😀"


def words(root: Element) -> list[str]:
    return [text.text or "" for text in root.iterfind(".//svg:text", NAMES)]


def test_a_step_has_both_views_and_its_words() -> None:
    root = fromstring(gjkscope.render_svg(OVERLAP, "gjk", step=1, size=(640, 400)))
    assert [group.get("id") for group in root.iterfind("svg:g", NAMES)] == ["world", "difference", "words"]
    written = words(root)
    assert {"A", "B", "World", "Minkowski difference A − B"} <= set(written)
    assert "0" in written[written.index("w") :]  # a subscript, which is a text of its own
    description = root.find("svg:desc", NAMES)
    assert description is not None
    assert description.text
    assert "".join(description.text.split()) in "".join("".join(written).split())
    assert root.findall(".//svg:path", NAMES)


def test_names_stay_text() -> None:
    scene = gjkscope.load(OVERLAP)
    a, b = scene.bodies
    hostile = replace(scene, bodies=(replace(a, name=HOSTILE), b), pairs=None, expected=(), reported=())
    root = fromstring(gjkscope.render_svg(hostile, size=(640, 400)))
    assert HOSTILE in words(root)
    assert root.find(".//svg:script", NAMES) is None


@pytest.mark.thorough
def test_a_transparent_picture_has_no_background() -> None:
    whole, clear = (gjkscope.render_svg(OVERLAP, size=(320, 200), transparent=shown) for shown in (False, True))
    assert whole.count(b"<linearGradient") == 2
    assert b"<linearGradient" not in clear


def test_surfaces_have_the_colours_of_the_renderer() -> None:
    size = (300, 300)
    state = initial_state(gjkscope.load(APART))
    state = picture_state(
        state, "gjk", size=size, layout=Layout.WORLD, camera=None, theme=Theme.DARK, lecture=False, options=DEFAULT
    )
    drawing, camera = drawing_of(state, View.WORLD), seen_camera(state, View.WORLD, (0.0, 0.0, *map(float, size)))
    drawing = DrawList(skins=drawing.skins, anchor=drawing.anchor)
    facets = Screen(camera, (0.0, 0.0, 300.0, 300.0), 1.0, DARK.shell).items(drawing, (Layer.SOLID,))
    with create_headless_context() as graphics:
        renderer = Renderer(graphics)
        target = renderer.order(drawing, camera, size)
        renderer.draw_ordered()
        pixels = np.frombuffer(target.picture.read(components=4), np.uint8).reshape(300, 300, 4)[::-1]
        renderer.release()
    large = [facet for facet in facets if isinstance(facet, VectorFacet) and facet.area.area > 8]
    assert len(large) > 60
    gaps = []
    for facet in large:
        x, y = facet.area.centroid.coords[0]
        gaps.append(np.abs(pixels[int(y), int(x), :3] / 255 - facet.color[:3]).max())
    assert np.quantile(gaps, 0.9) < 0.03  # the rest is behind another body


@pytest.mark.thorough
def test_steps_become_numbered_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        run_command(["render", OVERLAP, "--steps", "1:2", "--size", "320x200", "-o", str(tmp_path / "s.svg")]) == DONE
    )
    assert capsys.readouterr().out.split() == [str(tmp_path / "s-1.svg"), str(tmp_path / "s-2.svg")]
    transparent = ["--transparent", "--size", "320x200", "-o", str(tmp_path / "p.png")]
    assert run_command(["render", OVERLAP, "--steps", "all", *transparent]) == DONE
    pictures = sorted(path.name for path in tmp_path.glob("*.png"))
    assert pictures == ["p-0.png", "p-1.png", "p-2.png", "p-3.png"]
    assert (tmp_path / "p-0.png").read_bytes() != (tmp_path / "p-3.png").read_bytes()


def test_steps_beyond_the_last_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["render", OVERLAP, "--steps", "2:9", "-o", str(tmp_path / "s.svg")]) == UNUSABLE
    assert "--steps: the last step is 3, got 2:9" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_bodies_and_parts_can_be_hidden(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole, less = tmp_path / "whole.svg", tmp_path / "less.svg"
    words = ["render", OVERLAP, "--size", "320x200", "-o"]
    assert run_command([*words, str(whole)]) == DONE
    assert run_command([*words, str(less), "--hide", "B", "--hide", "difference"]) == DONE
    shown, left = (re.findall(r">([^<>]+)</text>", path.read_text(encoding="utf-8")) for path in (whole, less))
    assert shown.count("B") > left.count("B")  # it is also the subscript of a support point
    assert "A" in left
    assert run_command([*words, str(less), "--hide", "diference"]) == UNUSABLE
    assert "did you mean difference?" in " ".join(capsys.readouterr().err.split())
