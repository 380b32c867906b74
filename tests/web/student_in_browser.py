"""A student with a phone, by touch alone: from the link of a lesson to an answered prediction, on a slow network.

The student touches nothing but what the window shows, and sees the picture while answering.

make test-web
"""

import time
from collections.abc import Iterator
from functools import partial
from http.server import ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest

from gjkscope.app.share.web.course.folder import write_site
from gjkscope.app.share.web.course.site import course_files
from gjkscope.app.teach.lessons.contents import contents
from tests.web.painted import browser
from tests.web.site_in_browser import SIZES, SLOW, SLOWER, SilentServer, emulate, messages, until

LESSONS = ("04-gjk-in-2d", "06-gjk-in-3d", "09-separating-axes")
MOST_SECONDS = 120.0  # from the link to the right answer
MOST_SWIPES = 40
SWIPE, MARGIN = 400.0, 40.0  # pixels: of a swipe, and from the edges of the window
# The first thing that fits, if it is displayed: its middle, and whether a finger there would touch it.
FIND = """
const found = [...document.querySelectorAll(arguments[0])].find((one) => one.checkVisibility());
if (!found) return null;
const box = found.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
const touched = document.elementFromPoint(x, y);
return {x, y, isTouched: found.contains(touched)};"""
# How much of the picture is seen that belongs to the first choices that are displayed, from 0 to 1.
SEEN = """
const choices = [...document.querySelectorAll(".predict .choices")].find((one) => one.checkVisibility());
const box = choices.closest(".lesson-page").querySelector("canvas")?.getBoundingClientRect();
return box ? Math.max(0, Math.min(box.bottom, innerHeight) - Math.max(box.top, 0)) / box.height : 0;"""


@pytest.fixture(scope="module")
def driver() -> Iterator[Any]:
    with browser(*SIZES["phone"]) as driver:
        emulate(driver, "light", SIZES["phone"])
        driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
        driver.execute_cdp_cmd("Network.enable", {})
        driver.execute_cdp_cmd("Network.setCacheDisabled", {"cacheDisabled": True})
        driver.execute_cdp_cmd("Network.emulateNetworkConditions", SLOW)
        driver.execute_cdp_cmd("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        yield driver


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("site")
    write_site(folder, course_files([entry for entry in contents() if entry.name in LESSONS], (), ()))
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(SilentServer, directory=str(folder))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


def touch(driver: Any, kind: str, *points: tuple[float, float]) -> None:
    given = {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]}
    driver.execute_cdp_cmd("Input.dispatchTouchEvent", given)


def swipe(driver: Any, pixels: float) -> None:
    """Scrolls the page down by about that much, or up if negative, as a finger in its lower half does."""
    x, y = SIZES["phone"][0] / 2, SIZES["phone"][1] * 0.75
    start = y + min(pixels, 0.0)
    touch(driver, "touchStart", (x, start))
    for step in range(1, 9):
        touch(driver, "touchMove", (x, start - pixels * step / 8))
        time.sleep(0.016)
    time.sleep(0.2)  # a finger that rests leaves no momentum
    touch(driver, "touchMove", (x, start - pixels))
    touch(driver, "touchEnd")


def at_rest(driver: Any, selector: str) -> Any:
    """What `FIND` returns, once the page has stopped scrolling."""
    before, found = None, driver.execute_script(FIND, selector)
    while found != before:
        time.sleep(0.2)
        before, found = found, driver.execute_script(FIND, selector)
    return found


def scroll_to(driver: Any, selector: str) -> tuple[float, float]:
    """Scrolls until the thing can be touched, and returns where."""
    height = SIZES["phone"][1]
    for _ in range(MOST_SWIPES):
        found = at_rest(driver, selector)
        if found and found["isTouched"] and MARGIN < found["y"] < height - MARGIN:
            return found["x"], found["y"]
        is_above = found is not None and found["y"] < height / 2
        swipe(driver, -SWIPE if is_above else SWIPE)
    raise AssertionError(f"{selector}: not found by scrolling")


def tap(driver: Any, selector: str) -> None:
    spot = scroll_to(driver, selector)
    touch(driver, "touchStart", spot)
    touch(driver, "touchEnd")


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_prediction_is_answered_within_two_minutes(driver: Any, server: str, lesson: str) -> None:
    driver.get(f"{server}/lessons/index.html")
    driver.execute_script("localStorage.clear()")
    begun = time.monotonic()
    tap(driver, f".card a[href='{lesson}.html']")
    until(driver, lambda: driver.current_url.endswith(f"{lesson}.html"))
    choices = ".predict .choices li:nth-child({}) button"
    scroll_to(driver, choices.format(1))
    until(driver, lambda: driver.execute_script(SEEN) > 0.9)
    for number in range(1, 20):
        tap(driver, choices.format(number))
        until(driver, lambda: driver.execute_script("return document.querySelector('.predict.done, .predict.failed')"))
        if driver.execute_script("return document.querySelector('.predict.done')"):
            break
    seconds = time.monotonic() - begun
    print(f"{lesson}: {number} answers, {seconds:.0f} s")
    assert driver.execute_script("return document.querySelector('.predict.done .good').checkVisibility()")
    assert seconds < MOST_SECONDS
    assert messages(driver) == []


def test_the_page_scrolls_under_a_finger_on_the_picture(driver: Any, server: str) -> None:
    driver.get(f"{server}/lessons/{LESSONS[0]}.html")
    until(driver, lambda: driver.execute_script("return document.querySelector('#page-1 canvas')"))
    driver.execute_script("document.querySelector('#page-1 canvas').scrollIntoView({block: 'end'})")
    before = driver.execute_script("return scrollY")
    swipe(driver, SWIPE)
    until(driver, lambda: driver.execute_script("return scrollY") > before + SWIPE / 4)


def test_two_fingers_zoom_the_view_and_not_the_page(driver: Any, server: str) -> None:
    driver.get(f"{server}/lessons/{LESSONS[1]}.html")
    until(driver, lambda: driver.execute_script("return document.querySelector('#page-1 canvas')"))
    driver.execute_script("document.querySelector('#page-1 canvas').scrollIntoView({block: 'center'})")
    until(
        driver, lambda: driver.execute_script("return document.querySelector('#page-1 .figure.shown .reset[hidden]')")
    )
    box = driver.execute_script("return document.querySelector('#page-1 canvas').getBoundingClientRect().toJSON()")
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.9
    touch(driver, "touchStart", (x - 30, y))
    touch(driver, "touchStart", (x - 30, y), (x + 30, y))
    for apart in range(35, 90, 5):
        touch(driver, "touchMove", (x - apart, y), (x + apart, y))
    touch(driver, "touchEnd")
    until(driver, lambda: driver.execute_script("return document.querySelector('#page-1 .reset:not([hidden])')"))
    assert driver.execute_script("return visualViewport.scale") == 1
    assert messages(driver) == []
