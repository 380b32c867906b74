"""Players in a notebook, as HTML: lazily loaded, isolated, and driven by the keys once a view has the focus.

make test-web
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

import gjkscope
from gjkscope import Box, Pose
from tests.web.painted import browser

PAIR = Box((1, 1, 1)), Pose(), Box((1, 1, 1)), Pose(position=(2.2, 2.1, 0.4))
SECONDS = 20.0


@pytest.fixture(scope="module")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A notebook with two cells far apart."""
    outputs = [gjkscope.query(*PAIR)._repr_html_(), gjkscope.trace(*PAIR, "gjk")._repr_html_()]
    page = tmp_path_factory.mktemp("notebook") / "notebook.html"
    cells = '<div style="height: 9000px"></div>'.join(map(str, outputs))
    page.write_text(f"<!DOCTYPE html><meta charset=utf-8><title>Notebook</title><body>{cells}", encoding="utf-8")
    with browser(900, 700) as driver:
        driver.get(Path(page).as_uri())
        yield driver


@contextmanager
def inside(driver: Any, number: int) -> Iterator[None]:
    """In the player of that number."""
    driver.switch_to.frame(driver.find_elements(By.TAG_NAME, "iframe")[number])
    try:
        yield
    finally:
        driver.switch_to.default_content()


def step_label(driver: Any, number: int) -> str:
    with inside(driver, number):
        elements = driver.find_elements(By.CSS_SELECTOR, ".place")
        return str(elements[0].text) if elements else ""


def until(driver: Any, number: int, words: str) -> None:
    """Waits until the player is there; while it loads, its frame may be replaced."""
    waiting = WebDriverWait(driver, SECONDS, ignored_exceptions=[WebDriverException])
    waiting.until(lambda _: step_label(driver, number) == words)


def test_a_player_in_view_steps_by_keys(driver: Any) -> None:
    until(driver, 0, "Step 0 of 2")
    with inside(driver, 0):
        driver.find_element(By.TAG_NAME, "canvas").click()
        ActionChains(driver).send_keys(".").perform()
    until(driver, 0, "Step 1 of 2")
    with inside(driver, 0):
        assert driver.execute_script("return document.documentElement.scrollHeight <= innerHeight")


def test_a_player_loads_when_it_comes_into_view(driver: Any) -> None:
    assert driver.find_elements(By.TAG_NAME, "iframe")[1].get_attribute("loading") == "lazy"
    driver.execute_script("document.querySelectorAll('iframe')[1].scrollIntoView()")
    until(driver, 1, "Step 0 of 2")


def test_the_notebook_and_the_player_cannot_reach_each_other(driver: Any) -> None:
    assert driver.execute_script("return document.querySelector('iframe').contentDocument") is None
    reach = "try { return String(parent.document.title) } catch (fault) { return fault.name }"
    with inside(driver, 0):
        assert driver.execute_script(reach) == "SecurityError"


def test_the_console_is_empty(driver: Any) -> None:
    assert [entry["message"] for entry in driver.get_log("browser") if entry["level"] == "SEVERE"] == []
