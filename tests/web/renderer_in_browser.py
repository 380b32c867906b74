"""The renderer of web pages draws what the window's does, in a browser.

make test-web
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gjkscope.app.state.actions import ChooseAlgorithm, GoToStep
from tests.web import painted

MOST = 0.002  # the part of the pixels that may differ visibly: ends of thin lines, smoothed differently


@pytest.fixture(scope="module")
def driver() -> Iterator[Any]:
    with painted.browser(2 * painted.SIZE[0] + 40, painted.SIZE[1] + 200) as driver:
        yield driver


def draw(driver: Any, folder: Path, shots: list[painted.Shot], before: str = "", after: str = "") -> np.ndarray:
    """The views in the browser, without labels; `before` and `after` are scripts around the drawing."""
    path = folder / "page.html"
    path.write_text(painted.page(shots, after, before), encoding="utf-8")
    picture = painted.screenshot(driver, path, without_labels=True)
    assert [entry["message"] for entry in driver.get_log("browser")] == []
    return picture


def in_window(shots: list[painted.Shot]) -> np.ndarray:
    return np.concatenate([painted.paint_by_window(shot) for shot in shots], axis=1)


@pytest.mark.parametrize("name", painted.EXAMPLES)
def test_it_draws_what_the_window_does(driver: Any, tmp_path: Path, name: str) -> None:
    shots = painted.EXAMPLES[name]()
    window = in_window(shots)
    assert window.std() > 10, "there is something to see"
    assert painted.differing(draw(driver, tmp_path, shots), window) < MOST


@pytest.mark.parametrize("name", ["epa", "light"])
def test_firefox_draws_it_as_well(tmp_path: Path, name: str) -> None:
    shots, path = painted.EXAMPLES[name](), tmp_path / "page.html"
    path.write_text(painted.page(shots, "labels.element.hidden = true;"), encoding="utf-8")
    width, height = len(shots) * painted.SIZE[0], painted.SIZE[1]
    shown = painted.firefox_screenshot(path, (width, height))
    assert painted.differing(shown[:height, :width], in_window(shots)) < MOST


def test_another_step_is_another_picture(driver: Any, tmp_path: Path) -> None:
    shown = draw(driver, tmp_path, painted.both("boxes-overlap", ChooseAlgorithm("epa"), GoToStep(3)))
    other = in_window(painted.both("boxes-overlap", ChooseAlgorithm("epa"), GoToStep(0)))
    assert painted.differing(shown, other) > 3 * MOST


@pytest.mark.parametrize(
    ("missing", "most"),
    [("EXT_float_blend", MOST), ("EXT_color_buffer_float", MOST), ("EXT_color_buffer", 0.05)],
    ids=["half floats", "half floats only", "no floats"],
)
def test_devices_that_lack_something_draw_it_as_well(driver: Any, tmp_path: Path, missing: str, most: float) -> None:
    """Without targets of floats, translucent surfaces are sorted, so they look a little different."""
    without = f"""const known = WebGL2RenderingContext.prototype.getExtension;
WebGL2RenderingContext.prototype.getExtension = function (name) {{
  return name.startsWith("{missing}") ? null : known.call(this, name);
}};"""
    shots = painted.EXAMPLES["epa"]()
    shown, window = draw(driver, tmp_path, shots, without), in_window(shots)
    assert painted.differing(shown, window) < most
    assert np.abs(shown.mean(axis=(0, 1)) - window.mean(axis=(0, 1))).max() < 6


def test_a_lost_context_is_restored(driver: Any, tmp_path: Path) -> None:
    """Browsers take the GPU away from pages in the background."""
    lose = """const stage = renderer.stage.canvas, lose = renderer.stage.gl.getExtension("WEBGL_lose_context");
const states = [];
stage.addEventListener("webglcontextlost", () => { states.push("lost"); setTimeout(() => lose.restoreContext()); });
stage.addEventListener("webglcontextrestored", () => states.push("restored"));
canvas.getContext("2d").clearRect(0, 0, canvas.width, canvas.height);
lose.loseContext();
renderer.draw(requests);"""
    shots = painted.EXAMPLES["boxes"]()
    whole = draw(driver, tmp_path, shots)
    path = tmp_path / "page.html"
    path.write_text(painted.page(shots, lose), encoding="utf-8")
    driver.get(path.as_uri())
    wait = "const done = arguments[0]; setTimeout(() => done(states), 400)"
    assert driver.execute_async_script(wait) == ["lost", "restored"]
    assert painted.differing(painted.screenshot(driver, None, without_labels=True), whole) == 0


def test_many_renderers_share_a_page(driver: Any, tmp_path: Path) -> None:
    """Browsers allow a page 16 contexts; each canvas keeps its picture while others of other sizes are drawn."""
    many = """const others = [];
for (let i = 0; i < 20; i++) {
  const other = new DrawListRenderer(document.createElement("canvas"));
  other.resize(60 + 50 * i, 400 - 15 * i, 1);
  other.draw(requests.map((request) => ({ ...request, camera: orbited(request.camera, 9 * i, 0) })));
  others.push(other);
}
const twin = new DrawListRenderer(document.createElement("canvas"));
twin.resize(canvas.width, canvas.height, 1);
twin.draw(requests);
const bytes_of = (one) => one.getContext("2d").getImageData(0, 0, one.width, one.height).data;
const one = bytes_of(canvas), other = bytes_of(twin.canvas);
const different = one.filter((value, i) => value !== other[i]).length;
for (const each of [...others, twin, renderer]) each.dispose();
const again = new DrawListRenderer(canvas);
again.resize(canvas.width, canvas.height, 1);
again.draw(requests);"""
    shots = painted.EXAMPLES["boxes"]()
    shown = draw(driver, tmp_path, shots, after=many)
    assert driver.execute_script("return different") == 0
    assert driver.execute_script("return again.stage !== renderer.stage")
    assert painted.differing(shown, in_window(shots)) < MOST


def test_nothing_is_left_behind_by_many_lists(driver: Any, tmp_path: Path) -> None:
    """The buffers of lists that are no longer drawn are freed."""
    many = """const counts = [];
for (let i = 0; i < 700; i++) {
  const rows = requests[0].drawList.lines.map(({ rows, layer }) => ({ rows: rows.slice(), layer }));
  renderer.draw([{ ...requests[0], drawList: { ...requests[0].drawList, lines: rows } }]);
  counts.push(renderer.stage.painter.cache.rows.size);
}
renderer.draw(requests);"""
    draw(driver, tmp_path, painted.EXAMPLES["boxes"](), after=many)
    early, late = driver.execute_script("return [counts[350], counts[699]]")
    assert 200 < late <= early


def test_titles_and_labels_follow_the_requests(driver: Any, tmp_path: Path) -> None:
    rename = """for (const title of ["World", "Minkowski difference A − B"]) {
  labels.draw([{ ...requests[0], title }, requests[1]]);
}
requests[0].drawList.labels = [];
labels.draw([{ ...requests[0], title: "Minkowski difference A − B" }]);"""
    path = tmp_path / "page.html"
    path.write_text(painted.page(painted.EXAMPLES["boxes"](), rename), encoding="utf-8")
    painted.screenshot(driver, path)
    words = "return [...labels.element.querySelectorAll('div')].map((element) => element.textContent)"
    assert driver.execute_script(words) == ["Minkowski difference A − B"]


def test_labels_stay_where_they_are_while_the_camera_turns(driver: Any, tmp_path: Path) -> None:
    """A label goes elsewhere only if its place is no longer free."""
    turn = """const moves = [0, 0];
for (const steady of [0, 1]) {
  const layer = new LabelLayer(document.querySelector("#stage"));
  let before = new Map();
  for (let i = 0; i < 260; i++) {
    if (!steady) layer.corners.clear();
    layer.draw(requests.map((request) => ({ ...request, camera: orbited(request.camera, 3 * i, 0) })));
    for (const [key, [x, y]] of layer.corners) {
      const [left, top] = before.get(key) ?? [x, y];
      if (Math.hypot(x - left, y - top) > 8) moves[steady]++;
    }
    before = new Map(layer.corners);
  }
}"""
    path = tmp_path / "page.html"
    path.write_text(painted.page(painted.EXAMPLES["boxes"](), turn), encoding="utf-8")
    painted.screenshot(driver, path)
    restless, steady = driver.execute_script("return moves")
    assert steady < 0.8 * restless


def test_the_labels_are_text(driver: Any, tmp_path: Path) -> None:
    hostile = "<img src=x onerror=\"document.title='hit'\"></script>& Ω"
    rename = f"""requests[0].drawList.labels[0].text = {hostile!r}.replaceAll("&lt;", "<");
labels.draw(requests);"""
    path = tmp_path / "page.html"
    path.write_text(painted.page(painted.EXAMPLES["boxes"](), rename.replace("</", "<\\/")), encoding="utf-8")
    painted.screenshot(driver, path)
    texts = driver.execute_script("return [...document.querySelectorAll('.gjkscope-label')].map((e) => e.textContent)")
    assert hostile in texts
    assert driver.execute_script("return document.querySelectorAll('img').length") == 0
    assert driver.title == "test"
