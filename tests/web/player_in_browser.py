"""Exported pages in a browser: opened from disk, without a network, driven by keyboard and pointer.

make test-web
"""

from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select, WebDriverWait

from gjkscope.app.base.records import replace
from gjkscope.app.base.resources import resource
from gjkscope.app.scenes.scene_file import load
from gjkscope.app.share.web.content import scene_content
from gjkscope.app.share.web.film import demo_content
from gjkscope.app.share.web.page import content_page, scene_page
from gjkscope.app.teach.demos.file import read_demo
from gjkscope.engine import query
from tests.web.painted import browser

ROOT = Path(__file__).parents[2]
AXE = ROOT / "out" / "npm" / "node_modules" / "axe-core" / "axe.min.js"
REVEAL = ROOT / "out" / "npm" / "node_modules" / "reveal.js" / "dist"
SCENES = Path(str(resource("assets", "scenes")))
HOSTILE = "</script><img src=x onerror=alert(1)>\"'&é\U0001f600"
SECONDS = 20.0  # until something must have happened on a slow machine


@pytest.fixture(scope="module")
def driver() -> Iterator[Any]:
    with browser(1400, 1000) as driver:
        driver.execute_cdp_cmd("Network.enable", {})
        offline = {"offline": True, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0}
        driver.execute_cdp_cmd("Network.emulateNetworkConditions", offline)
        yield driver


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("pages") / "page.html"
    path.write_text(scene_page(load(SCENES / "museum" / "fcl-293.json"), ("gjk", "sat", "mpr")), encoding="utf-8")
    return path


def open_page(driver: Any, path: Path) -> None:
    """Opens a page and waits for its player."""
    driver.get(path.as_uri())
    driver.get_log("browser")
    until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, ".place"))
    until(driver, lambda: step_label(driver) != "")


def until(driver: Any, condition: Callable[[], object]) -> None:
    WebDriverWait(driver, SECONDS, 0.05).until(lambda _: condition())


def step_label(driver: Any) -> str:
    words: str = driver.find_element(By.CSS_SELECTOR, ".place").text
    return words


def press(driver: Any, *keys: str) -> None:
    ActionChains(driver).send_keys(*keys).perform()


def views(driver: Any) -> np.ndarray:
    """The pixels of the views, drawn now."""
    driver.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))")
    picture = driver.find_element(By.CSS_SELECTOR, ".views").screenshot_as_png
    return np.asarray(Image.open(BytesIO(picture)).convert("RGB"), dtype=int)


def change(before: np.ndarray, after: np.ndarray) -> float:
    """The part of the pixels that differ."""
    return float((np.abs(before - after).max(axis=-1) > 12).mean())


def no_messages(driver: Any) -> bool:
    return [entry["message"] for entry in driver.get_log("browser")] == []


def test_the_keyboard_steps_to_the_end(driver: Any, page: Path) -> None:
    open_page(driver, page)
    assert step_label(driver) == "Step 0 of 6"
    first, sentences = views(driver), set()
    for number in range(1, 7):
        press(driver, ".")
        until(driver, lambda number=number: step_label(driver) == f"Step {number} of 6")
        sentences.add(driver.find_element(By.CSS_SELECTOR, ".sentence").text)
    assert len(sentences) == 6
    assert "converged" in driver.find_element(By.CSS_SELECTOR, ".sentence h2").text
    assert change(first, views(driver)) > 0.005
    press(driver, ".")
    press(driver, Keys.HOME)
    until(driver, lambda: step_label(driver) == "Step 0 of 6")
    press(driver, Keys.END)
    until(driver, lambda: step_label(driver) == "Step 6 of 6")
    press(driver, ",", ",")
    until(driver, lambda: step_label(driver) == "Step 4 of 6")
    assert no_messages(driver)


def test_it_shows_the_certified_answer(driver: Any, page: Path) -> None:
    open_page(driver, page)
    scene = load(SCENES / "museum" / "fcl-293.json")
    a, b = scene.bodies
    truth = query(a.shape, a.pose, b.shape, b.pose)
    assert driver.find_element(By.CSS_SELECTOR, ".verdict").text.lower() == truth.verdict.value
    shown = driver.find_element(By.CSS_SELECTOR, ".distance").text.replace("\xa0", " ").removesuffix(" m")
    assert float(shown) == pytest.approx(truth.signed_distance, rel=1e-4)


def test_space_plays_and_pauses(driver: Any, page: Path) -> None:
    open_page(driver, page)
    press(driver, " ")
    until(driver, lambda: step_label(driver) == "Step 2 of 6")
    press(driver, " ")
    stopped = step_label(driver)
    driver.execute_async_script("setTimeout(arguments[0], 1500)")
    assert step_label(driver) == stopped
    assert no_messages(driver)


def test_dragging_orbits_and_f_returns(driver: Any, page: Path) -> None:
    open_page(driver, page)
    before = views(driver)
    canvas = driver.find_element(By.TAG_NAME, "canvas")
    drag = ActionChains(driver).move_to_element_with_offset(canvas, -150, 0).click_and_hold()
    drag.move_by_offset(90, 30).release().perform()
    turned = views(driver)
    assert change(before, turned) > 0.1
    half = before.shape[1] // 2
    assert change(before[:, half:], turned[:, half:]) > 0.1, "the cameras are linked"
    press(driver, "f")
    assert change(before, views(driver)) < 0.002
    assert no_messages(driver)


def test_the_views_take_arrow_keys_and_the_wheel(driver: Any, page: Path) -> None:
    open_page(driver, page)
    before = views(driver)
    canvas = driver.find_element(By.TAG_NAME, "canvas")
    driver.execute_script("arguments[0].focus({focusVisible: false})", canvas)
    press(driver, Keys.ARROW_LEFT, Keys.ARROW_LEFT)
    orbited = views(driver)
    assert change(before, orbited) > 0.05
    ActionChains(driver).scroll_from_origin(_over(canvas), 0, -400).perform()
    assert change(orbited, views(driver)) > 0.05
    assert driver.execute_script("return scrollY") == 0
    assert no_messages(driver)


def _over(element: Any) -> Any:
    from selenium.webdriver.common.actions.wheel_input import ScrollOrigin

    return ScrollOrigin.from_element(element, -150, 0)


@pytest.mark.parametrize("by", ["pointer", "keyboard"])
def test_an_axis_is_shown_while_pointed_at(driver: Any, page: Path, by: str) -> None:
    open_page(driver, page)
    before = views(driver)
    row = driver.find_elements(By.CSS_SELECTOR, ".axes tbody tr")[10]
    driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", row)
    if by == "pointer":
        ActionChains(driver).move_to_element(row).perform()
    else:
        driver.execute_script("arguments[0].focus()", row)
    caption = driver.find_element(By.CSS_SELECTOR, ".projections figcaption").text
    assert caption.startswith("edge 1 of A × edge 1 of B: gap 0.0532")
    driver.execute_script("scrollTo(0, 0)")
    if by == "keyboard":
        assert change(before, views(driver)) > 0.01
    assert no_messages(driver)


def test_a_region_says_why_it_lost(driver: Any, page: Path) -> None:
    open_page(driver, page)
    press(driver, ".", ".", ".")
    until(driver, lambda: step_label(driver) == "Step 3 of 6")
    before = views(driver)
    rows = driver.find_elements(By.CSS_SELECTOR, ".regions li")
    assert [row.get_attribute("class") for row in rows].count("won") == 1
    lost = next(row for row in rows if row.get_attribute("class") == "lost")
    assert "> 0" in lost.text or "< 0" in lost.text
    driver.execute_script("arguments[0].focus({preventScroll: true})", lost)
    assert change(before, views(driver)) > 0.003
    assert no_messages(driver)


def test_the_switch_changes_the_algorithm(driver: Any, page: Path) -> None:
    open_page(driver, page)
    choice = Select(driver.find_element(By.CSS_SELECTOR, ".algorithm select"))
    titles = [option.text for option in choice.options]
    assert len(titles) == 4
    assert titles[-1] == "EPA penetration depth, live"  # the others are recorded
    choice.select_by_index(1)
    until(driver, lambda: step_label(driver) == "Step 0 of 14")
    assert not driver.find_elements(By.CSS_SELECTOR, ".regions li")
    assert no_messages(driver)


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_colours_follow_the_reader(driver: Any, page: Path, scheme: str) -> None:
    driver.execute_cdp_cmd(
        "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    )
    open_page(driver, page)
    ground = driver.execute_script("return getComputedStyle(document.body).backgroundColor")
    brightness = sum(map(int, ground.removeprefix("rgb(").rstrip(")").split(","))) / 3
    assert (brightness > 128) == (scheme == "light")
    assert (views(driver).mean() > 128) == (scheme == "light")
    assert violations(driver) == []


def violations(driver: Any) -> list[str]:
    """What axe finds wrong, with the elements."""
    driver.execute_script(AXE.read_text(encoding="utf-8"))
    faults = driver.execute_async_script("axe.run().then((result) => arguments[0](result.violations))")
    return [f"{fault['id']}: {[node['target'] for node in fault['nodes']]}" for fault in faults]


def test_a_film_is_accessible_too(driver: Any, tmp_path: Path) -> None:
    demo = read_demo(resource("assets", "demos", "ghost-collision.gjkdemo.json"))
    path = tmp_path / "demo.html"
    path.write_text(content_page(demo_content(demo)), encoding="utf-8")
    open_page(driver, path)
    assert step_label(driver).startswith("0:00 of 0:3")
    before = views(driver)
    driver.execute_script(
        "const slider = document.querySelector('input[type=range]'); slider.value = 12;"
        "slider.dispatchEvent(new Event('input'))"
    )
    until(driver, lambda: step_label(driver).startswith("0:12 of 0:3"))
    assert change(before, views(driver)) > 0.005
    assert violations(driver) == []
    assert no_messages(driver)


def test_hostile_text_is_shown_as_text(driver: Any, tmp_path: Path) -> None:
    scene = load(SCENES / "sphere-box.json")
    a, b = scene.bodies
    named = replace(scene, name=HOSTILE, about=HOSTILE, bodies=(replace(a, name=HOSTILE), b), pairs=(), expected=())
    path = tmp_path / "hostile.html"
    path.write_text(content_page(scene_content(named)), encoding="utf-8")
    open_page(driver, path)
    assert driver.find_element(By.TAG_NAME, "h1").text == HOSTILE
    assert HOSTILE in driver.find_element(By.CSS_SELECTOR, ".overlay").get_attribute("textContent")
    assert not driver.find_elements(By.TAG_NAME, "img")
    assert no_messages(driver)


def test_it_starts_within_half_a_second(driver: Any, page: Path) -> None:
    """From the end of loading to the first picture; compiling shaders for software takes most of it."""
    times = []
    for _ in range(5):
        open_page(driver, page)
        until(driver, lambda: driver.execute_script("return performance.getEntriesByName('gjkscope-shown').length"))
        times.append(
            driver.execute_script(
                "return performance.getEntriesByName('gjkscope-shown')[0].startTime"
                " - performance.getEntriesByType('navigation')[0].domInteractive"
            )
        )
    assert min(times) < 500


def test_without_3d_the_words_remain(driver: Any, page: Path) -> None:
    without = "HTMLCanvasElement.prototype.getContext = () => null"
    script = driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": without})
    open_page(driver, page)
    driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)
    assert "WebGL2" in driver.find_element(By.CSS_SELECTOR, ".fault").text
    press(driver, ".")
    until(driver, lambda: step_label(driver) == "Step 1 of 6")
    assert driver.find_element(By.CSS_SELECTOR, ".sentence").text
    assert driver.find_elements(By.CSS_SELECTOR, ".axes tbody tr")


def test_it_prints_its_views_and_all_steps(driver: Any, page: Path) -> None:
    open_page(driver, page)
    press(driver, ".", ".")
    driver.execute_script("dispatchEvent(new Event('beforeprint'))")
    printed = driver.find_element(By.CSS_SELECTOR, ".printed")
    assert printed.find_element(By.TAG_NAME, "image").get_attribute("href").startswith("data:image/png")
    assert "origin" in printed.get_attribute("textContent")
    assert all(section.get_attribute("open") for section in driver.find_elements(By.TAG_NAME, "details"))
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    words = driver.find_element(By.CSS_SELECTOR, ".steps").text
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    assert words.count("\n") > 12


def test_it_fits_a_phone(driver: Any, page: Path) -> None:
    metrics = {"width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": True}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    try:
        open_page(driver, page)
        assert driver.execute_script("return document.documentElement.scrollWidth") <= 390
        assert views(driver).std() > 10
    finally:
        driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_it_plays_in_a_slide_deck(driver: Any, tmp_path: Path) -> None:
    """reveal.js loads the page when its slide is shown; keys then reach the player."""
    (tmp_path / "embed.html").write_text(scene_page(load(SCENES / "boxes-overlap.json"), embed=True), encoding="utf-8")
    deck = tmp_path / "deck.html"
    deck.write_text(
        f'<link rel="stylesheet" href="{(REVEAL / "reveal.css").as_uri()}"><div class="reveal"><div class="slides">'
        "<section><h1>GJK</h1></section>"
        '<section><iframe data-src="embed.html" title="GJK" width="900" height="640"></iframe></section>'
        f'</div></div><script src="{(REVEAL / "reveal.js").as_uri()}"></script><script>Reveal.initialize()</script>',
        encoding="utf-8",
    )
    driver.get(deck.as_uri())
    until(driver, lambda: driver.execute_script("return Reveal.isReady()"))
    driver.execute_script("Reveal.next()")
    frame = driver.find_element(By.TAG_NAME, "iframe")
    until(driver, lambda: frame.get_attribute("src"))
    driver.switch_to.frame(frame)
    until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, ".place") and step_label(driver))
    # Not by a click: reveal.js scales the frame, and the driver would click beside the place.
    driver.execute_script("document.querySelector('canvas').focus()")
    press(driver, ".")
    until(driver, lambda: step_label(driver).startswith("Step 1"))
    driver.switch_to.default_content()
    assert driver.execute_script("return Reveal.getIndices().h") == 1
    assert no_messages(driver)


def test_it_plays_in_a_blog_and_leaves_the_wheel_to_it(driver: Any, tmp_path: Path) -> None:
    (tmp_path / "embed.html").write_text(scene_page(load(SCENES / "boxes-overlap.json"), embed=True), encoding="utf-8")
    blog = tmp_path / "blog.html"
    blog.write_text(
        '<!DOCTYPE html><p>Two boxes:</p><iframe src="embed.html" title="GJK" width="800" height="600"></iframe>'
        + "<p>text</p>" * 80,
        encoding="utf-8",
    )
    driver.get(blog.as_uri())
    frame = driver.find_element(By.TAG_NAME, "iframe")
    driver.switch_to.frame(frame)
    until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, ".place") and step_label(driver))
    before = views(driver)
    driver.switch_to.default_content()
    ActionChains(driver).scroll_from_origin(_over(frame), 0, 300).perform()
    driver.switch_to.frame(frame)
    until(driver, lambda: driver.execute_script("return scrollY") > 100)
    driver.execute_script("scrollTo(0, 0)")
    assert change(before, views(driver)) < 0.002
    driver.switch_to.default_content()
    assert no_messages(driver)
