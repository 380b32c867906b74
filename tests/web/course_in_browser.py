"""The course as a website in a browser: from disk and below a path of a web server, by keyboard, pointer and axe.

make test-web
"""

import json
import subprocess
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select, WebDriverWait

from gjkscope.app.scenes.demo_examples import demo_examples
from gjkscope.app.share.web.course.folder import write_site
from gjkscope.app.share.web.course.museum import museum_exhibits
from gjkscope.app.share.web.course.site import course_files
from gjkscope.app.teach.lessons.contents import contents
from tests.web.painted import browser

ROOT = Path(__file__).parents[2]
AXE = ROOT / "out" / "npm" / "node_modules" / "axe-core" / "axe.min.js"
SECONDS = 20.0  # until something must have happened on a slow machine
BELOW = "some/path/course"
LESSONS = (1, 2, 3, 4, 5, 17)
LESSON = "lessons/04-gjk-in-2d.html"
PAIRS = ("coal-hunt-box-on-box", "fcl-293", "jolt-longcapsule")
FILMS = [demo for demo in demo_examples() if demo.name == "gjk-in-2d"]
SCHEMES = ("dark", "light")


@pytest.fixture(scope="module")
def driver() -> Iterator[Any]:
    with browser(1400, 1000) as driver:
        yield driver


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("server")
    chosen = [entry for entry in contents() if entry.number in LESSONS]
    write_site(root / BELOW, course_files(chosen, museum_exhibits(PAIRS), FILMS))
    return root


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[str]:
    handler = partial(QuietHandler, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/{BELOW}"
        server.shutdown()


class QuietHandler(SimpleHTTPRequestHandler):
    """Serves files without a log, and no icon."""

    def log_message(self, *_: object) -> None:
        """Writes nothing."""

    def do_GET(self) -> None:
        if self.path == "/favicon.ico":
            self.send_response(204)
            self.end_headers()
        else:
            super().do_GET()


@pytest.fixture(params=["disk", "server"])
def site(request: pytest.FixtureRequest, folder: Path, server: str) -> str:
    return (folder / BELOW).as_uri() if request.param == "disk" else server


@pytest.fixture
def disk(folder: Path) -> str:
    return (folder / BELOW).as_uri()


def open_page(driver: Any, address: str) -> None:
    """Opens a page as if for the first time."""
    driver.get(address)
    driver.execute_script("localStorage.clear()")
    driver.get("about:blank")
    driver.get(address)
    driver.get_log("browser")


def until(driver: Any, condition: Callable[[], object]) -> None:
    ignored = [StaleElementReferenceException]  # what it looked at was just replaced
    WebDriverWait(driver, SECONDS, 0.05, ignored).until(lambda _: condition())


def element(driver: Any, selector: str) -> Any:
    """The first element, once there is one, in the middle of the window."""
    until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, selector))
    element = driver.find_element(By.CSS_SELECTOR, selector)
    driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", element)
    return element


def press(driver: Any, *keys: str) -> None:
    ActionChains(driver).send_keys(*keys).perform()


def messages(driver: Any) -> list[str]:
    return [entry["message"] for entry in driver.get_log("browser")]


def violations(driver: Any) -> list[str]:
    """What axe finds wrong, with the elements; it may not load style sheets, which the pages forbid."""
    driver.execute_script(AXE.read_text(encoding="utf-8"))
    faults = driver.execute_async_script("axe.run({preload: false}).then((result) => arguments[0](result.violations))")
    return [f"{fault['id']}: {[node['target'] for node in fault['nodes']]}" for fault in faults]


def title(driver: Any, part: str) -> str:
    words: str = driver.find_element(By.CSS_SELECTOR, f"{part} h3").text
    return words


def test_steps_by_keyboard_solve_a_task(driver: Any, site: str) -> None:
    open_page(driver, f"{site}/{LESSON}")
    task = "#page-1 .task"
    canvas = element(driver, "#page-1 canvas")
    assert title(driver, task) == "Try it"
    driver.execute_script("arguments[0].focus({preventScroll: true})", canvas)
    press(driver, ".", ".", ".", ".")
    until(driver, lambda: title(driver, task) == "Done")
    assert driver.find_element(By.CSS_SELECTOR, f"{task} .good").is_displayed()
    driver.get(f"{site}/{LESSON}")
    assert title(driver, task) == "Done"
    assert messages(driver) == []


def test_a_wrong_answer_is_explained_and_a_right_one_praised(driver: Any, disk: str) -> None:
    open_page(driver, f"{disk}/{LESSON}")
    part = "#page-5 .question"
    element(driver, part)
    choices = driver.find_elements(By.CSS_SELECTOR, f"{part} .choices button")
    choices[0].send_keys(Keys.ENTER)
    assert title(driver, part) == "Incorrect"
    assert "would need" in driver.find_element(By.CSS_SELECTOR, f"{part} .feedback").text
    choices[1].send_keys(Keys.ENTER)
    assert title(driver, part) == "Correct"
    assert "would need" not in driver.find_element(By.CSS_SELECTOR, f"{part} .feedback").text
    assert messages(driver) == []


def test_a_prediction_hides_the_run_until_it_is_answered(driver: Any, disk: str) -> None:
    open_page(driver, f"{disk}/{LESSON}#page-3")
    part = "#page-3 .predict"
    element(driver, "#page-3 canvas")
    until(driver, lambda: not driver.find_elements(By.CSS_SELECTOR, "#page-3 .controls:not([hidden])"))
    element(driver, part)
    choices = driver.find_elements(By.CSS_SELECTOR, f"{part}:nth-of-type(1) .choices button")
    wrong = next(choice for choice in choices if choice.get_attribute("data-right") is None)
    wrong.click()
    assert title(driver, part) == "Incorrect"
    next(choice for choice in choices if choice.get_attribute("data-right") is not None).click()
    until(driver, lambda: title(driver, part) == "Correct")
    until(driver, lambda: driver.find_element(By.CSS_SELECTOR, "#page-3 .place").text == "Step 2 of 4")
    assert messages(driver) == []


def test_a_body_is_dragged_until_the_task_is_done(driver: Any, disk: str) -> None:
    open_page(driver, f"{disk}/lessons/01-distance-and-overlap.html")
    grip = element(driver, "#page-1 .grip .knob")
    assert verdict(driver) == "separated"
    ActionChains(driver, duration=50).click_and_hold(grip).move_by_offset(-60, 0).move_by_offset(-60, 10).perform()
    until(driver, lambda: verdict(driver) == "penetrating")
    ActionChains(driver).release().perform()
    assert title(driver, "#page-1 .task") == "Done"
    assert messages(driver) == []


def test_the_solution_of_what_is_dragged_plays_too(driver: Any, disk: str) -> None:
    open_page(driver, f"{disk}/lessons/01-distance-and-overlap.html")
    until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, "#page-1 .show-me:enabled"))
    element(driver, "#page-1 .show-me").click()
    until(driver, lambda: title(driver, "#page-1 .task") == "Done")
    assert not driver.find_element(By.CSS_SELECTOR, "#page-1 .grip").is_displayed()
    assert verdict(driver) == "penetrating"
    element(driver, "#page-1 .show-me").click()
    until(driver, lambda: verdict(driver) == "separated")
    assert messages(driver) == []


def test_the_arrow_keys_drag_the_origin(driver: Any, disk: str) -> None:
    open_page(driver, f"{disk}/lessons/05-voronoi-regions.html")
    grip = element(driver, "#page-1 .grip")
    until(driver, lambda: grip.get_attribute("transform"))
    driver.execute_script("arguments[0].focus({preventScroll: true})", grip)
    middle = "const box = arguments[0].getBoundingClientRect(); return box.x + box.width / 2"
    before = driver.execute_script(middle, grip)
    press(driver, *[Keys.ARROW_RIGHT] * 8)
    until(driver, lambda: title(driver, "#page-1 .task") == "Done")
    until(driver, lambda: driver.execute_script(middle, grip) > before + 20)
    assert grip.get_attribute("aria-valuetext").startswith("A at ")
    assert violations(driver) == []
    assert messages(driver) == []


def verdict(driver: Any) -> str:
    words: str = driver.find_element(By.CSS_SELECTOR, "#page-1 .verdict").text
    return words


def test_a_solution_plays_as_a_film(driver: Any, disk: str) -> None:
    open_page(driver, f"{disk}/lessons/02-minkowski-difference.html")
    until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, "#page-1 .show-me:enabled"))
    element(driver, "#page-1 .show-me").click()
    until(driver, lambda: title(driver, "#page-1 .task") == "Done")
    assert messages(driver) == []


def test_a_slider_solves_a_task(driver: Any, disk: str) -> None:
    open_page(driver, f"{disk}/lessons/17-from-distance-to-contact.html")
    until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, "#page-1 .slider input:enabled"))
    slider = element(driver, "#page-1 .slider input")
    before = driver.find_element(By.CSS_SELECTOR, "#page-1 .slider output").text
    for key in (Keys.HOME, *[Keys.ARROW_RIGHT] * 80):
        slider.send_keys(key)
        if title(driver, "#page-1 .task") == "Done":
            break
    until(driver, lambda: title(driver, "#page-1 .task") == "Done")
    assert driver.find_element(By.CSS_SELECTOR, "#page-1 .slider output").text != before
    assert messages(driver) == []


def test_search_finds_a_page_by_keyboard(driver: Any, site: str) -> None:
    open_page(driver, f"{site}/{LESSON}")
    driver.find_element(By.ID, "search").send_keys("support mapp")
    until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, ".results li"))
    assert "match" in driver.find_element(By.CSS_SELECTOR, ".results [role=status]").text
    press(driver, Keys.ARROW_DOWN, Keys.ENTER)
    until(driver, lambda: "03-support-mappings" in driver.current_url)
    driver.find_element(By.ID, "search").send_keys("zebra")
    until(driver, lambda: driver.find_element(By.CSS_SELECTOR, ".results [role=status]").text == "No matches")
    press(driver, Keys.ESCAPE)
    assert not driver.find_element(By.CSS_SELECTOR, ".results").is_displayed()
    assert messages(driver) == []


def test_next_and_previous_lead_through_the_course(driver: Any, site: str) -> None:
    open_page(driver, f"{site}/lessons/index.html")
    assert len(driver.find_elements(By.CSS_SELECTOR, ".card")) == len(LESSONS)
    driver.find_element(By.CSS_SELECTOR, "a.resume").click()
    until(driver, lambda: "01-distance-and-overlap" in driver.current_url)
    element(driver, "a[rel=next]").click()
    until(driver, lambda: "02-minkowski-difference" in driver.current_url)
    element(driver, "a[rel=prev]").click()
    until(driver, lambda: "01-distance-and-overlap" in driver.current_url)
    assert messages(driver) == []


def test_the_contents_show_what_is_done(driver: Any, disk: str) -> None:
    open_page(driver, f"{disk}/lessons/index.html")
    driver.get(f"{disk}/lessons/04-gjk-in-2d.html#page-8")
    until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, ".pages li:nth-child(8).done"))
    driver.get(f"{disk}/lessons/index.html")
    until(driver, lambda: "of 8 pages" in driver.find_element(By.CSS_SELECTOR, ".card[data-number='4'] .progress").text)
    assert driver.find_element(By.CSS_SELECTOR, "a.resume").text.startswith("Continue: lesson 5, page 1")
    assert messages(driver) == []


def test_the_gallery_is_filtered_by_engine_and_verdict(driver: Any, site: str) -> None:
    open_page(driver, f"{site}/museum/index.html")
    Select(driver.find_element(By.CSS_SELECTOR, "[data-filter=engine]")).select_by_value("coal")
    Select(driver.find_element(By.CSS_SELECTOR, "[data-filter=result]")).select_by_value("failed")
    assert driver.find_element(By.CSS_SELECTOR, ".filters [role=status]").text == "1 of 3 pairs"
    assert [card.text for card in driver.find_elements(By.CSS_SELECTOR, ".card h2") if card.text] == [
        "Turned box on a box"
    ]
    driver.get(f"{site}/museum/index.html#verdict=separated")
    until(driver, lambda: driver.find_element(By.CSS_SELECTOR, ".card:nth-child(2)").is_displayed())
    assert driver.find_element(By.CSS_SELECTOR, ".filters [role=status]").text == "1 of 3 pairs"
    assert messages(driver) == []


def test_a_pair_has_a_player_with_all_panels(driver: Any, disk: str) -> None:
    open_page(driver, f"{disk}/museum/fcl-293.html")
    until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, ".axes tbody tr"))
    views = element(driver, "canvas")
    driver.execute_script("arguments[0].focus({preventScroll: true})", views)
    press(driver, ".", ".")
    until(driver, lambda: driver.find_element(By.CSS_SELECTOR, ".place").text == "Step 2 of 9")
    element(driver, "a[rel=next]").click()
    until(driver, lambda: "jolt-longcapsule" in driver.current_url)
    assert messages(driver) == []


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("page", ["lessons/index.html", LESSON, "museum/index.html", "museum/fcl-293.html"])
def test_pages_are_accessible(driver: Any, folder: Path, page: str, scheme: str) -> None:
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    open_page(driver, (folder / BELOW / page).as_uri())
    if page != "museum/index.html":  # which has no figure
        element(driver, ".figure.shown canvas")
    for button in driver.find_elements(By.CSS_SELECTOR, ".question .choices li:first-child button"):
        driver.execute_script("arguments[0].click()", button)
    assert violations(driver) == []
    assert messages(driver) == []


def test_firefox_shows_a_page_from_disk(disk: str) -> None:
    """Its idea of which files belong to a page is not Chromium's."""
    command = ["xvfb-run", "-a", "node", ROOT / "tests" / "web" / "firefox.mjs", f"{disk}/museum/fcl-293.html"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    assert (document["place"], document["messages"]) == ("Step 0 of 9", [])
    assert document["picture"] > 20_000, "the views are not empty"


def test_pages_fit_a_phone(driver: Any, folder: Path) -> None:
    metrics = {"width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": True}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    try:
        for page in ("lessons/index.html", LESSON, "museum/index.html", "museum/fcl-293.html"):
            open_page(driver, (folder / BELOW / page).as_uri())
            if not page.endswith("index.html"):
                element(driver, "canvas")
            assert driver.execute_script("return document.documentElement.scrollWidth") <= 390, page
    finally:
        driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_all_figures_of_a_lesson_share_the_page(driver: Any, folder: Path) -> None:
    open_page(driver, (folder / BELOW / LESSON).as_uri())
    assert len(driver.find_elements(By.CSS_SELECTOR, "canvas")) < 8
    driver.execute_script("window.print = () => { document.title = 'printed'; }")
    driver.find_element(By.CSS_SELECTOR, ".print-all").click()
    until(driver, lambda: driver.title == "printed")
    assert len(driver.find_elements(By.CSS_SELECTOR, "canvas")) == 8
    ids = driver.execute_script("return [...document.querySelectorAll('[id]')].map((one) => one.id)")
    assert len(ids) == len(set(ids))
    assert messages(driver) == []


def test_without_storage_everything_works_but_the_memory(driver: Any, folder: Path) -> None:
    without = "Object.defineProperty(window, 'localStorage', { get() { throw new Error('denied'); } });"
    script = driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": without})
    try:
        driver.get((folder / BELOW / LESSON).as_uri())
        driver.get_log("browser")
        element(driver, "#page-5 .question .choices li:nth-child(2) button").click()
        assert title(driver, "#page-5 .question") == "Correct"
        assert messages(driver) == []
    finally:
        driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)


def test_without_scripts_all_answers_are_shown(driver: Any, folder: Path) -> None:
    driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        driver.get((folder / BELOW / LESSON).as_uri())
        feedback = driver.find_element(By.CSS_SELECTOR, "#page-5 .question .feedback")
        assert "a)\nThat would need" in feedback.text
        assert "Figures need JavaScript" in driver.find_element(By.ID, "page-1").text
    finally:
        driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


PHONE = {"width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": True}


@pytest.fixture
def phone(driver: Any) -> Iterator[Any]:
    """A touch screen in portrait."""
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", PHONE)
    driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
    yield driver
    driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})
    driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def swipe(driver: Any, start: tuple[float, float], way: tuple[float, float], moves: int = 12) -> None:
    """A finger on the screen, in many small moves, as browsers tell scrolling from dragging by the first ones."""
    (x, y), (right, down) = start, way
    for i in range(moves + 1):
        share = i / moves
        point = [{"x": x + share * right, "y": y + share * down}]
        touch = {"type": "touchMove" if i else "touchStart", "touchPoints": point}
        driver.execute_cdp_cmd("Input.dispatchTouchEvent", touch)
    driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def middle(driver: Any, selector: str) -> tuple[float, float]:
    """The middle of an element in the window, once it has a size."""
    script = (
        "const {x, y, width, height} = arguments[0].getBoundingClientRect(); return [x + width / 2, y + height / 2]"
    )
    x, y = driver.execute_script(script, element(driver, selector))
    return x, y


def test_a_finger_drags_a_body_by_its_shape(phone: Any, disk: str) -> None:
    open_page(phone, f"{disk}/lessons/01-distance-and-overlap.html")
    x, y = middle(phone, "#page-1 .grip .knob")
    assert verdict(phone) == "separated"
    swipe(phone, (x + 18, y), (-90, 8))  # beside the grip, within the triangle
    until(phone, lambda: verdict(phone) == "penetrating")
    assert title(phone, "#page-1 .task") == "Done"


def test_the_other_body_of_a_pair_is_dragged_instead(driver: Any, disk: str) -> None:
    open_page(driver, f"{disk}/lessons/01-distance-and-overlap.html")
    x, y = middle(driver, "#page-1 .grip .knob")
    canvas = element(driver, "#page-1 canvas")
    left = driver.execute_script("return arguments[0].getBoundingClientRect().x", canvas)
    width = driver.execute_script("return arguments[0].clientWidth", canvas)
    mouse = {"button": "left", "clickCount": 1}
    a = 2 * left + width - x  # A lies opposite to B
    driver.execute_cdp_cmd("Input.dispatchMouseEvent", {"type": "mousePressed", "x": a, "y": y, **mouse})
    for share in range(1, 11):
        moved = {"type": "mouseMoved", "x": a + 22 * share, "y": y, **mouse, "buttons": 1}
        driver.execute_cdp_cmd("Input.dispatchMouseEvent", moved)
    until(driver, lambda: verdict(driver) == "penetrating")
    driver.execute_cdp_cmd("Input.dispatchMouseEvent", {"type": "mouseReleased", "x": a + 220, "y": y, **mouse})
    assert middle(driver, "#page-1 .grip .knob") == pytest.approx((x, y), abs=1), "B stays"
    assert messages(driver) == []


def test_a_swipe_on_a_flat_figure_scrolls_the_page(phone: Any, disk: str) -> None:
    open_page(phone, f"{disk}/lessons/01-distance-and-overlap.html")
    element(phone, "#page-1 .grip .knob")
    box = "const {x, y, width} = document.querySelector('#page-1 canvas').getBoundingClientRect(); return [x, y, width]"
    x, y, width = phone.execute_script(box)
    before = phone.execute_script("return scrollY")
    swipe(phone, (x + width / 2, y + 300), (0, -120))
    until(phone, lambda: phone.execute_script("return scrollY") > before + 40)
    x, y, width = phone.execute_script(box)
    swipe(phone, (x + width / 2 - 60, y + 60), (120, 0))
    assert not phone.find_element(By.CSS_SELECTOR, "#page-1 .reset").is_displayed(), "no camera has moved"


def press_and_move(driver: Any, start: tuple[float, float], way: tuple[float, float]) -> None:
    """The left button, pressed, moved and released."""
    (x, y), (right, down) = start, way
    steps = [("mousePressed", 0.0), *(("mouseMoved", i / 8) for i in range(1, 9)), ("mouseReleased", 1.0)]
    for kind, share in steps:
        event = {"type": kind, "x": x + share * right, "y": y + share * down, "button": "left", "clickCount": 1}
        driver.execute_cdp_cmd("Input.dispatchMouseEvent", {**event, "buttons": 1})


def test_the_origin_is_dragged_to_the_answers_of_questions(driver: Any, disk: str) -> None:
    open_page(driver, f"{disk}/lessons/05-voronoi-regions.html#page-2")
    first, second = ("#page-2 .predict:nth-of-type(1)", "#page-2 .predict:nth-of-type(2)")
    grip = "#page-2 .grip .knob"
    until(driver, lambda: driver.find_element(By.CSS_SELECTOR, "#page-2 .grip").get_attribute("transform"))
    assert not driver.find_element(By.CSS_SELECTOR, f"{second} .how").is_displayed()
    press_and_move(driver, middle(driver, grip), (0, -250))
    until(driver, lambda: title(driver, first) == "Incorrect")
    assert "not to edge w₀ w₁" in driver.find_element(By.CSS_SELECTOR, f"{first} .feedback").text
    press_and_move(driver, middle(driver, grip), (0, 480))
    until(driver, lambda: title(driver, first) == "Correct")
    assert driver.find_element(By.CSS_SELECTOR, f"{second} .how").is_displayed()
    press_and_move(driver, middle(driver, grip), (-170, -280))
    until(driver, lambda: title(driver, second) == "Correct")
    assert messages(driver) == []


def test_the_origin_cannot_be_dragged_out_of_the_view(driver: Any, disk: str) -> None:
    open_page(driver, f"{disk}/lessons/05-voronoi-regions.html#page-2")
    grip = "#page-2 .grip .knob"
    until(driver, lambda: driver.find_element(By.CSS_SELECTOR, "#page-2 .grip").get_attribute("transform"))
    x, y = middle(driver, grip)
    press_and_move(driver, (x, y), (0, -480))
    until(driver, lambda: title(driver, "#page-2 .predict") == "Incorrect")
    box = driver.execute_script(
        "const view = document.querySelector('#page-2 canvas').getBoundingClientRect();"
        "const knob = document.querySelector('#page-2 .grip .knob').getBoundingClientRect();"
        "return [view.top, knob.top + knob.height / 2, view.bottom]"
    )
    assert box == sorted(box)


def test_an_answer_is_clicked_in_the_picture(driver: Any, disk: str) -> None:
    open_page(driver, f"{disk}/{LESSON}#page-2")
    part = "#page-2 .predict"
    until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, "#page-2 canvas"))
    middle(driver, "#page-2 canvas")  # scrolls there
    spots = driver.execute_script(
        "return [...document.querySelectorAll('#page-2 .overlay div')].filter((one) => /^\\d$/.test(one.textContent))"
        ".map((one) => one.getBoundingClientRect()).map((box) => [box.x + box.width / 2, box.y + box.height / 2])"
    )
    assert spots, "the points are numbered"
    for left, top in spots:  # a number is beside its point
        for aside, below in ((0, 0), (-22, 0), (22, 0), (0, 22), (0, -22), (-18, 18), (18, 18), (-18, -18), (18, -18)):
            if title(driver, part) != "Correct":
                press_and_move(driver, (left + aside, top + below), (0, 0))
    assert title(driver, part) == "Correct"
    assert messages(driver) == []


def test_each_question_shows_the_picture_that_it_asks_about(driver: Any, disk: str) -> None:
    open_page(driver, f"{disk}/{LESSON}#page-3")
    first, second = "#page-3 .predict:nth-of-type(1)", "#page-3 .predict:nth-of-type(2)"
    until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, f"{second} .ask:not([hidden])"))
    assert not driver.find_element(By.CSS_SELECTOR, f"{second} .choices").is_displayed()
    element(driver, f"{second} .ask").click()
    until(driver, lambda: "w3" in driver.find_element(By.CSS_SELECTOR, "#page-3 .overlay").text.split())
    assert driver.find_element(By.CSS_SELECTOR, f"{second} .choices").is_displayed()
    assert not driver.find_element(By.CSS_SELECTOR, f"{first} .choices").is_displayed()


def test_the_beats_of_a_step_play_one_by_one(driver: Any, disk: str) -> None:
    open_page(driver, f"{disk}/{LESSON}#page-4")
    until(driver, lambda: len(driver.find_elements(By.CSS_SELECTOR, "#page-4 .chapters button")) == 4)
    canvas = element(driver, "#page-4 canvas")
    driver.execute_script("arguments[0].focus({preventScroll: true})", canvas)
    current = "#page-4 .chapters button[aria-current]"
    for number in range(1, 5):
        press(driver, ".")
        until(driver, lambda n=number: driver.find_elements(By.CSS_SELECTOR, f"{current}:nth-child({n})"))
    until(driver, lambda: title(driver, "#page-4 .task") == "Done")
    driver.find_element(By.CSS_SELECTOR, "#page-4 .chapters button:nth-child(2)").click()
    until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, f"{current}:nth-child(2)"))
    assert messages(driver) == []


def test_the_first_page_of_the_course_can_be_touched(driver: Any, disk: str) -> None:
    open_page(driver, f"{disk}/lessons/index.html")
    spot = middle(driver, ".welcome .grip .knob")
    until(driver, lambda: driver.find_element(By.CSS_SELECTOR, ".welcome .verdict").text == "separated")
    press_and_move(driver, spot, (-110, 0))
    until(driver, lambda: driver.find_element(By.CSS_SELECTOR, ".welcome .verdict").text == "penetrating")
    assert messages(driver) == []


def test_search_knows_spellings_and_puts_lessons_first(driver: Any, disk: str) -> None:
    open_page(driver, f"{disk}/lessons/index.html")
    by_word: list[str] = []
    for word in ("centre", "center"):
        field = driver.find_element(By.ID, "search")
        field.clear()
        field.send_keys(word)
        until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, ".results li"))
        found = [link.get_attribute("href") for link in driver.find_elements(By.CSS_SELECTOR, ".results a")]
        assert "/lessons/" in found[0], word
        by_word = by_word or found
        assert found == by_word, word
    assert messages(driver) == []
