"""Pages that paint draw lists with the renderer of web pages alone, and what the window's renderer makes of them.

python -m tests.web.painted FOLDER    # pictures of a few scenes, the window's beside the page's
"""

import base64
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from msgspec import structs
from PIL import Image

from gjkscope.app.base.resources import resource
from gjkscope.app.scenes.cameras.camera import OrbitCamera
from gjkscope.app.scenes.scene_file import read_scene
from gjkscope.app.share.web.bundle import script_of
from gjkscope.app.state.actions import (
    Action,
    ChooseAlgorithm,
    ChooseTheme,
    FrameAll,
    GoToStep,
    Orbit,
    initial_state,
    update,
)
from gjkscope.app.state.model import State, Theme, View
from gjkscope.app.view.drawing.drawlist import DrawList, Edges, Extent, Floats, Label, Outline, Skin
from gjkscope.app.view.drawing.views import drawing_of, ground_height
from gjkscope.app.view.panels.viewport.viewport import BACKGROUNDS
from gjkscope.app.view.renderer import Renderer, create_headless_context
from gjkscope.app.view.renderer.placements import center_of
from gjkscope.engine.pose import Pose
from gjkscope.engine.vectors import Vec3
from tests.render.test_extreme_scales import change

Picture = npt.NDArray[np.uint8]
SIZE = (480, 400)
SEEN = 24  # a visible difference of brightness, of 255


# The arrays of a draw list that was written as JSON.
REVIVE = """
const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer;
const revive = (_, value) => value?.float32 !== undefined ? new Float32Array(bytes(value.float32))
  : value?.uint32 !== undefined ? new Uint32Array(bytes(value.uint32)) : value;"""


class Shot(NamedTuple):
    """What one view of a state shows."""

    draw_list: DrawList
    camera: OrbitCamera
    theme: Theme
    grid: float | None


def shot(scene: str, *actions: Action, view: View = View.WORLD) -> Shot:
    """The view of a shipped scene after these actions, framed."""
    state = initial_state(read_scene(resource("assets", "scenes", *f"{scene}.json".split("/"))))
    for action in (FrameAll(SIZE[0] / SIZE[1]), *actions):
        state = update(state, action)
    return shot_of(state, view)


def shot_of(state: State, view: View) -> Shot:
    camera = state.view.cameras.of(view).fitted(SIZE[0] / SIZE[1])
    return Shot(drawing_of(state, view), camera, state.appearance.theme, ground_height(state, view))


# --- as the window draws it ---


def paint_by_window(shot: Shot) -> Picture:
    ctx = create_headless_context()
    renderer = Renderer(ctx)
    image = renderer.order(shot.draw_list, shot.camera, SIZE, background=BACKGROUNDS[shot.theme], grid_height=shot.grid)
    renderer.draw_ordered()
    pixels = image.read()[..., :3]
    renderer.release()
    ctx.release()
    return pixels


# --- as a page draws it ---


def request_json(shot: Shot, left: float = 0.0) -> dict[str, Any]:
    """The request, but with arrays as text; `revive` in the page turns them back."""
    return {
        "drawList": _list_json(shot.draw_list),
        "camera": _camel(structs.asdict(shot.camera)),
        "rect": {"x": left, "y": 0, "width": SIZE[0], "height": SIZE[1]},
        "theme": shot.theme.value,
        "gridHeight": shot.grid,
        "scale": 1,
    }


def page(shots: list[Shot], after: str = "", before: str = "") -> str:
    """A page that paints the shots side by side, with scripts that run before and after.

    Afterwards there are `canvas`, `renderer`, `labels` and `requests`.
    """
    requests = json.dumps([request_json(shot, i * SIZE[0]) for i, shot in enumerate(shots)])
    width, height = SIZE[0] * len(shots), SIZE[1]
    return f"""<!doctype html><meta charset="utf-8"><title>test</title>
<style>body {{ margin: 0; font-family: Roboto, sans-serif }}
#stage {{ position: relative; width: {width}px; height: {height}px }}</style>
<div id="stage"><canvas style="width: {width}px; height: {height}px"></canvas></div>
<script type="application/json" id="requests">{requests}</script>
<script>"use strict";
{before}
{script_of("renderer.js", "labels.js")}
{REVIVE}
const requests = JSON.parse(document.querySelector("#requests").textContent, revive);
const canvas = document.querySelector("canvas");
const renderer = new DrawListRenderer(canvas);
renderer.resize({width}, {height}, 1);
renderer.draw(requests);
const labels = new LabelLayer(document.querySelector("#stage"));
labels.draw(requests);
{after}
</script>"""


@contextmanager
def browser(width: int = 1000, height: int = 800) -> Iterator[Any]:
    """A headless browser that renders in software."""
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    with tempfile.TemporaryDirectory() as profile:
        options = webdriver.ChromeOptions()
        for flag in FLAGS:
            options.add_argument(flag)
        options.add_argument(f"--user-data-dir={profile}")
        options.add_argument(f"--window-size={width},{height}")
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        driver = webdriver.Chrome(options, Service("/usr/bin/chromedriver"))
        try:
            yield driver
        finally:
            driver.quit()


FLAGS = tuple(
    """
    --headless --no-sandbox --use-angle=swiftshader --enable-unsafe-swiftshader --disable-quic --no-first-run
    --disable-background-networking --disable-component-update --disable-sync --hide-scrollbars
""".split()
)


def screenshot(driver: Any, path: Path | None, without_labels: bool = False) -> Picture:
    """Opens the page, unless it is None; returns the views as they are on the screen."""
    if path is not None:
        driver.get(path.as_uri())
    if without_labels:
        driver.execute_script("labels.element.hidden = true")
    element = driver.find_element("css selector", "#stage")
    return np.asarray(Image.open(BytesIO(element.screenshot_as_png)).convert("RGB"))


def firefox_screenshot(path: Path, size: tuple[int, int]) -> Picture:
    """What Firefox shows of a page of that size; it needs an X server for WebGL."""
    with tempfile.TemporaryDirectory() as home:
        (Path(home) / "user.js").write_text('user_pref("webgl.force-enabled", true);\n')
        picture = Path(home) / "page.png"
        command = ["xvfb-run", "--auto-servernum", "firefox-esr", "--profile", home, "--no-remote"]
        command += ["--window-size", f"{size[0]},{size[1]}", "--screenshot", str(picture), path.as_uri()]
        environment = {**os.environ, "HOME": home, "LIBGL_ALWAYS_SOFTWARE": "1"}
        subprocess.run(command, env=environment, capture_output=True, check=True, timeout=120)
        return np.asarray(Image.open(picture).convert("RGB"))


def differing(first: Picture, second: Picture) -> float:
    """The part of the pixels with a visible difference."""
    return float((np.abs(first.astype(int) - second).max(axis=2) > SEEN).mean())


# --- draw lists as JSON ---


def _list_json(draw_list: DrawList) -> dict[str, Any]:
    anchor = np.array(draw_list.anchor)
    return {
        "skins": [_skin(skin) for skin in draw_list.skins],
        "edges": [_edges(edges) for edges in draw_list.edges],
        "outlines": [outline_json(outline) for outline in draw_list.outlines],
        "triangles": [_batch(flat.rows, flat.layer, (anchor,)) for flat in draw_list.triangles],
        "lines": [_batch(lines.rows, lines.layer, (anchor, anchor)) for lines in draw_list.lines],
        "arrows": [_batch(arrows.rows, arrows.layer, (anchor, anchor)) for arrows in draw_list.arrows],
        "points": [_batch(points.rows, points.layer, (anchor,)) for points in draw_list.points],
        "labels": [_label(label) for label in draw_list.labels],
        "anchor": draw_list.anchor,
        "focus": draw_list.focus,
    }


def _skin(skin: Skin) -> dict[str, Any]:
    surface, center = skin.surface, center_of(skin.surface.positions)
    return {
        "surface": {
            "center": center,
            "positions": _floats(surface.positions - np.array(center)),
            "normals": _floats(surface.normals),
            "edges": _floats(surface.edges - np.array(center)),
            "soft": surface.soft,
        },
        "pose": _pose(skin.pose),
        "color": skin.color,
        "layer": int(skin.layer),
        "castsShadow": skin.casts_shadow,
        "shell": skin.shell,
    }


def _edges(edges: Edges) -> dict[str, Any]:
    center = center_of(edges.ends)
    return {
        "ends": _floats(edges.ends - np.array(center)),
        "center": center,
        "pose": _pose(edges.pose),
        "color": edges.color,
        "width": edges.width,
        "dash": edges.dash,
        "layer": int(edges.layer),
    }


def outline_json(outline: Outline) -> dict[str, Any]:
    folds, center = outline.folds, center_of(outline.folds.ends)
    lengths = 1 / np.maximum(np.linalg.norm(folds.normals, axis=1), 1e-300)
    return {
        "folds": {
            "ends": _floats(folds.ends - np.array(center)),
            "center": center,
            "facets": {"uint32": _text(folds.facets.T.astype(np.uint32))},
            "normals": _floats(folds.normals * lengths[:, None]),
            "offsets": _floats((folds.offsets - folds.normals @ np.array(center)) * lengths),
        },
        "pose": _pose(outline.pose),
        "color": outline.color,
        "width": outline.width,
        "layer": int(outline.layer),
    }


def _batch(rows: Floats, layer: int, origins: tuple[Floats, ...]) -> dict[str, Any]:
    relative = rows.copy()
    for i, origin in enumerate(origins):
        relative[:, 3 * i : 3 * i + 3] -= origin
    return {"rows": _floats(relative), "layer": int(layer)}


def _label(label: Label) -> dict[str, Any]:
    return _camel({**structs.asdict(label), "extent": None if label.extent is None else _extent(label.extent)})


def _extent(extent: Extent) -> dict[str, Any]:
    center = center_of(extent.places)
    return {"places": _floats(extent.places - np.array(center)), "center": center, "pose": _pose(extent.pose)}


def _pose(pose: Pose) -> list[float]:
    return [number for row, x in zip(pose.rotation, pose.position, strict=True) for number in (*row, x)]


def _floats(values: Floats) -> dict[str, str]:
    return {"float32": _text(values.astype(np.float32))}


def _text(values: npt.NDArray[Any]) -> str:
    return base64.b64encode(np.ascontiguousarray(values).tobytes()).decode()


def _camel(record: Mapping[str, Any]) -> dict[str, Any]:
    return {re.sub(r"_(\w)", lambda match: match[1].upper(), name): value for name, value in record.items()}


def both(scene: str, *actions: Action) -> list[Shot]:
    return [shot(scene, *actions), shot(scene, *actions, view=View.DIFFERENCE)]


def elsewhere(metre: float, by: Vec3 = (0.0, 0.0, 0.0)) -> list[Shot]:
    """The overlapping boxes at another scale or place."""
    state = initial_state(change(metre, by))
    for action in (FrameAll(SIZE[0] / SIZE[1]), ChooseAlgorithm("epa")):
        state = update(state, action)
    return [shot_of(state, view) for view in (View.WORLD, View.DIFFERENCE)]


EXAMPLES: Mapping[str, Callable[[], list[Shot]]] = {
    "boxes": lambda: both("boxes-overlap"),
    "epa": lambda: both("boxes-overlap", ChooseAlgorithm("epa"), GoToStep(3)),
    "round": lambda: both("sphere-box", GoToStep(1)),
    "light": lambda: both("ellipsoid-box", ChooseTheme(Theme.LIGHT)),
    "sat": lambda: both("boxes-edge-edge", ChooseAlgorithm("sat")),
    "plane": lambda: both("plane/boxes-overlap-2d"),
    "tower": lambda: both("broad-phase-tower", ChooseTheme(Theme.LIGHT)),
    "terrain": lambda: both("terrain-bumps"),
    "distant": lambda: elsewhere(1.0, (1e6, -1e6, 1e6)),
    "tiny": lambda: elsewhere(1e-9),
    "huge": lambda: elsewhere(1e12),
    "below": lambda: both("cone-cylinder", Orbit(0.0, -90.0, View.WORLD)),
}


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with browser(2 * SIZE[0] + 40, SIZE[1] + 200) as driver:
        for name, make in EXAMPLES.items():
            shots = make()
            path = folder / f"{name}.html"
            path.write_text(page(shots), encoding="utf-8")
            labelled = screenshot(driver, path)
            drawn = screenshot(driver, path, without_labels=True)
            window = np.concatenate([paint_by_window(shot) for shot in shots], axis=1)
            Image.fromarray(np.concatenate([window, drawn, labelled])).save(folder / f"{name}.png")
            print(name, f"{differing(window, drawn):.3%}", [entry["message"] for entry in driver.get_log("browser")])


if __name__ == "__main__":
    main(Path(sys.argv[1]))
