"""Pages with a body to drag, in a browser: by its grip, with the slider, and by keyboard.

make test-web
"""

from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from gjkscope.app.share.web.page import scene_page
from tests.web.player_in_browser import (
    SCENES,
    change,
    driver,
    no_messages,
    open_page,
    step_label,
    until,
    views,
    violations,
)

__all__ = ["driver"]  # a fixture


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("pages") / "drag.html"
    path.write_text(scene_page(SCENES / "boxes-edge-edge.json", drag="B"), encoding="utf-8")
    return path


def text(driver: Any, selector: str) -> str:
    words: str = driver.find_element(By.CSS_SELECTOR, selector).text
    return words


def pull(driver: Any, dx: int, dy: int) -> None:
    """Drags the grip in ten moves."""
    pulled = ActionChains(driver, duration=20).click_and_hold(driver.find_element(By.CSS_SELECTOR, ".grip .knob"))
    for _ in range(10):
        pulled.move_by_offset(dx // 10, dy // 10)
    pulled.release().perform()


def test_pulling_the_grip_moves_the_body_and_its_answer(driver: Any, page: Path) -> None:
    open_page(driver, page)
    before, first = views(driver), text(driver, ".drag output")
    assert text(driver, ".verdict").lower() == "separated"
    pull(driver, 0, 70)
    until(driver, lambda: text(driver, ".verdict").lower() == "penetrating")
    assert text(driver, ".drag output") != first
    assert change(before, views(driver)) > 0.02
    pull(driver, 0, -200)
    until(driver, lambda: text(driver, ".verdict").lower() == "separated")
    assert no_messages(driver)


def test_the_grip_follows_the_pointer_when_the_camera_has_turned(driver: Any, page: Path) -> None:
    open_page(driver, page)
    canvas = driver.find_element(By.TAG_NAME, "canvas")
    turning = ActionChains(driver).move_to_element_with_offset(canvas, -380, 150).click_and_hold()
    turning.move_by_offset(120, -40).release().perform()
    middle = "const box = document.querySelector('.grip .knob').getBoundingClientRect(); return box.y + box.height / 2"
    before = driver.execute_script(middle)
    pull(driver, 0, 50)
    assert driver.execute_script(middle) - before == pytest.approx(50, abs=8)
    assert no_messages(driver)


def test_the_slider_takes_the_arrow_keys_and_speaks(driver: Any, page: Path) -> None:
    open_page(driver, page)
    slider = driver.find_element(By.CSS_SELECTOR, ".drag input")
    driver.execute_script("arguments[0].focus({preventScroll: true})", slider)
    last = step_label(driver)
    ActionChains(driver).send_keys(Keys.HOME).perform()
    until(driver, lambda: slider.get_attribute("aria-valuetext").startswith("B at (0.15, 1.4603, −0.1) m: penetrating"))
    assert step_label(driver) != last
    verdicts = []
    for _ in range(24):
        before = slider.get_attribute("aria-valuetext")
        ActionChains(driver).send_keys(Keys.ARROW_RIGHT).perform()
        until(driver, lambda before=before: slider.get_attribute("aria-valuetext") != before)
        verdicts.append(text(driver, ".verdict").lower())
    assert list(dict.fromkeys(verdicts)) == ["penetrating", "touching", "separated"]
    assert violations(driver) == []
    assert no_messages(driver)


def test_axes_are_listed_at_all_places_and_shown_at_the_own_one(driver: Any, page: Path) -> None:
    open_page(driver, page)
    row = driver.find_element(By.CSS_SELECTOR, ".axes tbody tr")
    before = views(driver)
    driver.execute_script("arguments[0].focus({preventScroll: true})", row)
    assert change(before, views(driver)) > 0.001
    driver.execute_script("arguments[0].blur()", row)
    pull(driver, 0, 70)
    words = text(driver, ".projections")
    row = driver.find_elements(By.CSS_SELECTOR, ".axes tbody tr")[3]
    driver.execute_script("arguments[0].focus({preventScroll: true})", row)
    until(driver, lambda: text(driver, ".projections") != words)
    assert no_messages(driver)
