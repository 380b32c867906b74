"""The playground in a browser, opened from disk: typing, dragging, touch, links, files, axe and the width of a phone.

make test-web
"""

import json
import time
from base64 import b64decode
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

import pytest
from PIL import Image
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from gjkscope.app.scenes.demo_examples import demo_examples
from gjkscope.app.scenes.scene_file import load
from gjkscope.app.share.web.course.folder import write_site
from gjkscope.app.share.web.course.museum import museum_exhibits
from gjkscope.app.share.web.course.playground import PAGE
from gjkscope.app.share.web.course.site import course_files
from gjkscope.app.teach.lessons.contents import contents
from gjkscope.engine import query
from gjkscope.engine.text import number
from tests.app.share.web.test_playground import HOSTILE
from tests.web.live_in_browser import SHOWN
from tests.web.live_in_browser import opened as run_in
from tests.web.painted import browser
from tests.web.site_in_browser import FILM, SCHEMES, SIZES, emulate, messages, until, violations

KINDS = ("sphere", "capsule", "cylinder", "cone", "ellipsoid", "hull", "triangle", "segment", "point", "box")
PLANE_KINDS = ("circle", "capsule", "segment", "point", "box", "polygon")
LEAST_COLORS = 200  # of a picture with both bodies

# Keeps what the page saves, as text or in base64, instead of downloading it.
SAVE = """
window.saved = {};
const makeAddress = URL.createObjectURL;
URL.createObjectURL = (blob) => {
  const reader = new FileReader();
  reader.onload = () => (window.saved[blob.type] = reader.result.split(",")[1]);
  reader.readAsDataURL(blob);
  return makeAddress.call(URL, blob);
};
HTMLAnchorElement.prototype.click = () => undefined;
"""


@pytest.fixture(scope="module")
def driver() -> Iterator[Any]:
    with browser(*SIZES["desktop"]) as driver:
        yield driver


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("site")
    films = [demo for demo in demo_examples() if demo.name == FILM]
    write_site(folder, course_files(contents()[:1], museum_exhibits(("fcl-293",)), films))
    assert PAGE in (folder / "index.html").read_text(encoding="utf-8"), "the first page links the playground"
    return (folder / PAGE).as_uri()


def opened(driver: Any, page: str, fragment: str = "") -> None:
    driver.get("about:blank")
    driver.get_log("browser")
    driver.get(f"{page}{fragment}")
    until(driver, lambda: driver.execute_script("return performance.getEntriesByName('gjkscope-shown').length"))


def text(driver: Any, selector: str) -> str:
    return str(
        driver.execute_script("return document.querySelector(arguments[0]).innerText", f".playground {selector}")
    )


def field(driver: Any, body: int, label: str) -> Any:
    fields = driver.find_elements(By.CSS_SELECTOR, f".playground fieldset [aria-label^='{label}']")
    return fields[body]


def retype(element: Any, value: str) -> None:
    element.send_keys(Keys.CONTROL, "a")
    element.send_keys(value)


def press(driver: Any, words: str) -> None:
    driver.find_element(By.XPATH, f"//button[text()='{words}']").click()


def saved(driver: Any, kind: str) -> bytes:
    until(driver, lambda: driver.execute_script("return window.saved[arguments[0]]", kind))
    return b64decode(driver.execute_script("return window.saved[arguments[0]]", kind))


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("size", SIZES)
def test_the_page_is_accessible_silent_and_fits(driver: Any, page: str, scheme: str, size: str) -> None:
    emulate(driver, scheme, SIZES[size])
    opened(driver, page)
    assert violations(driver) == []
    assert messages(driver) == []
    assert driver.execute_script("return document.documentElement.scrollWidth") <= SIZES[size][0]


def show_2d(driver: Any) -> None:
    press(driver, "2D")
    until(driver, lambda: "2D shapes are shown" in text(driver, ".status"))


@pytest.mark.parametrize("dimension", [2, 3])
def test_every_shape_is_answered_as_in_python(driver: Any, page: str, dimension: int, tmp_path: Path) -> None:
    emulate(driver)
    opened(driver, page)
    driver.execute_script(SAVE)
    if dimension == 2:
        show_2d(driver)
    for kind in PLANE_KINDS if dimension == 2 else KINDS:
        select = Select(driver.find_element(By.CSS_SELECTOR, ".playground fieldset:nth-of-type(1) select"))
        select.select_by_value(kind)
        driver.execute_script("window.saved = {}")
        press(driver, "Save scene (JSON)")
        path = tmp_path / f"{kind}.json"
        path.write_bytes(saved(driver, "application/json"))
        a, b = load(path).bodies
        assert (a.shape.kind, a.shape.dimension) == (kind, dimension)
        expected = query(a.shape, a.pose, b.shape, b.pose)
        assert expected.signed_distance is not None
        wanted = f"{number(expected.signed_distance)} m"
        until(driver, lambda wanted=wanted: text(driver, ".distance").replace("\u00a0", " ") == wanted)
    assert messages(driver) == []


def test_numbers_are_typed_and_wrong_ones_are_explained(driver: Any, page: str) -> None:
    emulate(driver)
    opened(driver, page)
    before = text(driver, ".distance")
    y = field(driver, 1, "Position y")
    retype(y, "2.5")
    until(driver, lambda: text(driver, ".distance") != before)
    after = text(driver, ".distance")
    retype(y, "high")
    until(driver, lambda: "Position y: must be a number" in text(driver, "fieldset:nth-of-type(2)"))
    assert y.get_attribute("aria-invalid") == "true"
    assert text(driver, ".distance") == after
    retype(y, "0.5")
    until(driver, lambda: y.get_attribute("aria-invalid") is None)
    until(driver, lambda: text(driver, ".verdict") == "Penetrating")
    until(driver, lambda: "push-out" in text(driver, ".overlay"))
    assert messages(driver) == []


# Where a finger takes hold of a shape, as fractions of the picture on a phone.
HELD = {2: (0.58, 0.165), 3: (0.5, 0.3)}


@pytest.mark.parametrize("dimension", HELD)
def test_a_finger_drags_a_shape_with_its_numbers(driver: Any, page: str, dimension: int) -> None:
    emulate(driver, size=SIZES["phone"])
    opened(driver, page)
    if dimension == 2:
        show_2d(driver)
        assert driver.execute_script("return document.documentElement.scrollWidth") <= SIZES["phone"][0]
    box = driver.execute_script(
        "const canvas = document.querySelector('.playground canvas');"
        "canvas.scrollIntoView({block: 'center', behavior: 'instant'});"
        "const {x, y, width, height} = canvas.getBoundingClientRect(); return {x, y, width, height};"
    )
    before = [float(field(driver, body, "Position x").get_attribute("value")) for body in (0, 1)]
    right, down = HELD[dimension]
    x, y = box["x"] + box["width"] * right, box["y"] + box["height"] * down

    def touch(kind: str, *points: tuple[float, float]) -> None:
        given = {"type": kind, "touchPoints": [{"x": px, "y": py} for px, py in points]}
        driver.execute_cdp_cmd("Input.dispatchTouchEvent", given)

    touch("touchStart", (x, y))
    for step in range(1, 8):
        touch("touchMove", (x + 6 * step, y))
    touch("touchEnd")
    time.sleep(0.5)
    moved = [float(field(driver, body, "Position x").get_attribute("value")) for body in (0, 1)]
    assert moved != before
    handle = driver.find_element(By.CSS_SELECTOR, ".handle.body-b")
    handle.send_keys(Keys.ARROW_RIGHT)
    until(driver, lambda: float(field(driver, 1, "Position x").get_attribute("value")) != moved[1])


def test_a_2d_scene_comes_back_by_its_link_and_the_3d_one_by_a_button(driver: Any, page: str) -> None:
    emulate(driver)
    opened(driver, page)
    before = text(driver, ".distance")
    show_2d(driver)
    until(driver, lambda: text(driver, ".distance") != before)
    shown = text(driver, ".distance")
    retype(field(driver, 1, "Rotation"), "30")
    until(driver, lambda: field(driver, 1, "Rotation").get_attribute("value") == "30")
    until(driver, lambda: text(driver, ".distance") != shown)
    time.sleep(0.5)  # until what was typed before the last figure is no longer shown
    press(driver, "Copy link")
    link = driver.find_element(By.CSS_SELECTOR, "[aria-label='Link to this scene']")
    until(driver, lambda: link.get_attribute("value"))
    address, distance = link.get_attribute("value"), text(driver, ".distance")
    assert violations(driver) == []
    opened(driver, address)
    until(driver, lambda: text(driver, ".distance") == distance)
    assert field(driver, 1, "Rotation").get_attribute("value") == "30"
    press(driver, "3D")
    until(driver, lambda: text(driver, ".distance") == before)
    assert messages(driver) == []


def test_a_scene_comes_back_by_its_link_and_hostile_ones_change_nothing(driver: Any, page: str) -> None:
    emulate(driver)
    opened(driver, page)
    retype(field(driver, 1, "Position y"), "3.25")
    press(driver, "Copy link")
    link = driver.find_element(By.CSS_SELECTOR, "[aria-label='Link to this scene']")
    until(driver, lambda: link.get_attribute("value"))
    address = link.get_attribute("value")
    distance = text(driver, ".distance")
    opened(driver, address)
    until(driver, lambda: text(driver, ".distance") == distance)
    assert field(driver, 1, "Position y").get_attribute("value") == "3.25"
    for name in ("a bomb", "not JSON", "deep", "a prototype", "too long"):
        fragment, words = HOSTILE[name]
        if not fragment.startswith("z="):
            continue
        driver.execute_script("location.hash = arguments[0]", fragment)
        until(driver, lambda words=words: words in text(driver, ".fault"))
        assert text(driver, ".distance") == distance
    assert driver.execute_script("return document.querySelectorAll('.playground script, .playground img').length") == 0


def test_a_pasted_scene_is_shown_or_explained(driver: Any, page: str) -> None:
    emulate(driver)
    opened(driver, page)
    before = text(driver, ".distance")
    driver.find_element(By.CSS_SELECTOR, ".playground details summary").click()
    area = driver.find_element(By.CSS_SELECTOR, ".playground details textarea")
    shapes: list[dict[str, Any]] = [
        {"name": "<b>ball</b>", "type": "sphere", "radius": 1},
        {"name": "peg", "type": "capsule", "radius": 0.5, "half_height": -1, "position": [4, 0, 0]},
    ]
    area.send_keys(json.dumps({"gjkscope": 1, "name": "mine", "shapes": shapes}))
    press(driver, "Show this scene")
    until(driver, lambda: "shapes[1].half_height" in text(driver, ".fault"))
    assert text(driver, ".distance") == before
    shapes[1]["half_height"] = 1
    area.clear()
    area.send_keys(json.dumps({"gjkscope": 1, "name": "mine", "shapes": shapes, "source": "a report"}))
    press(driver, "Show this scene")
    until(driver, lambda: text(driver, ".distance").startswith("2.5"))
    assert text(driver, "legend") == "<b>ball</b>"
    assert "source" in text(driver, ".status")


def test_a_picture_shows_both_bodies(driver: Any, page: str) -> None:
    emulate(driver)
    opened(driver, page)
    driver.execute_script(SAVE)
    press(driver, "Save picture (PNG)")
    picture = Image.open(BytesIO(saved(driver, "image/png"))).convert("RGB")
    colors = picture.getcolors(maxcolors=picture.width * picture.height)
    assert colors is not None
    assert len(colors) > LEAST_COLORS
    shown = {color for _, color in colors}
    assert any(blue > 1.5 * red for red, _, blue in shown if blue > 150), "A is blue"
    assert any(red > 3 * blue for red, _, blue in shown if red > 150), "B is orange"


# What a visitor does with each kind of shape, links, a pasted scene and a picture; returns what the page said.
VISIT = """
const saved = [], makeAddress = URL.createObjectURL;
URL.createObjectURL = (blob) => { saved.push(blob); return makeAddress.call(URL, blob); };
HTMLAnchorElement.prototype.click = () => undefined;
const text = (selector) => document.querySelector(`.playground ${selector}`).innerText;
const press = (words) => [...document.querySelectorAll("button")].find((one) => one.textContent === words).click();
const until = async (isSo) => { while (!isSo()) await new Promise((done) => setTimeout(done, 20)); };
const settled = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
const last = async (count) => { await until(() => saved.length === count); return saved[count - 1]; };
const kinds = [];
const select = document.querySelector(".playground fieldset select");
for (const kind of KINDS) {
  select.value = kind;
  select.dispatchEvent(new Event("change"));
  await settled();
  press("Save scene (JSON)");
  kinds.push([await (await last(kinds.length + 1)).text(), text(".distance")]);
}
press("Save picture (PNG)");
const bitmap = await createImageBitmap(await last(kinds.length + 1));
const ink = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
ink.drawImage(bitmap, 0, 0);
const pixels = new Uint32Array(ink.getImageData(0, 0, bitmap.width, bitmap.height).data.buffer);
const faults = [];
for (const fragment of LINKS) {
  location.hash = fragment;
  await until(() => text(".fault") !== (faults.at(-1) ?? ""));
  faults.push(text(".fault"));
}
document.querySelector(".playground textarea[placeholder]").value = PASTED;
press("Show this scene");
await until(() => text(".status") !== "");
await settled();
return { kinds, colors: new Set(pixels).size, faults, pasted: [text(".distance"), text("legend")] };
"""


def test_firefox_does_the_same(page: str, tmp_path: Path) -> None:
    hostile = [HOSTILE[name] for name in ("a bomb", "not JSON", "deep", "a mesh", "cut")]
    shapes = [
        {"name": name, "type": "sphere", "radius": 1, "position": [x, 0, 0]} for name, x in (("one", 0), ("two", 5))
    ]
    given = {
        "KINDS": KINDS,
        "LINKS": [fragment for fragment, _ in hostile],
        "PASTED": json.dumps({"gjkscope": 1, "name": "balls", "shapes": shapes}),
    }
    script = f"const {{ KINDS, LINKS, PASTED }} = {json.dumps(given)};\n{SHOWN}{VISIT}"
    found = run_in("firefox", Path(url2pathname(urlsplit(page).path)), script)
    for kind, (scene, distance) in zip(KINDS, found["kinds"], strict=True):
        path = tmp_path / f"{kind}.json"
        path.write_text(scene, encoding="utf-8")
        a, b = load(path).bodies
        expected = query(a.shape, a.pose, b.shape, b.pose).signed_distance
        assert expected is not None
        assert (a.shape.kind, distance.replace("\u00a0", " ")) == (kind, f"{number(expected)} m")
    assert found["colors"] > LEAST_COLORS
    assert all(words in fault for fault, (_, words) in zip(found["faults"], hostile, strict=True)), found["faults"]
    assert found["pasted"] == ["3\u00a0m", "one"]
