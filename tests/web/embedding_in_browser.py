"""Players in other pages: as a custom element and in frames, from disk, from a server, and under strict policies.

make test-web
"""

from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

import gjkscope
from gjkscope.app.base.resources import resource
from gjkscope.app.command_line.console import DONE
from gjkscope.app.command_line.main import run_command
from gjkscope.app.share.web.notebook import notebook_html
from tests.web.painted import browser

SECONDS = 20.0  # until something must have happened on a slow machine
SCENE = str(resource("assets", "scenes", "boxes-edge-edge.json"))
LAST = 4  # step of GJK there
# Collects the events of an element.
HEAR = """
window.told = [];
for (const name of ["ready", "stepped", "posed", "state", "error"]) {
  document.querySelector("gjkscope-player").addEventListener(name, ({ detail }) => window.told.push(detail));
}"""
# Collects the messages of a frame.
HEAR_FRAME = """
window.told = [];
addEventListener("message", ({ source, data }) => {
  if (source === document.querySelector("iframe").contentWindow) window.told.push(data);
});"""
PLAYER = "<script nonce='abc' src='gjkscope-player.js'></script>"
# As a webview of VS Code is advised to have.
STRICT = "default-src 'none'; script-src 'nonce-abc'; style-src 'nonce-abc'; img-src data: blob:"
# As the outputs of notebooks have in VS Code.
OUTPUTS = (
    "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval'; style-src 'unsafe-inline'; img-src https: data:; "
    "connect-src https:; child-src https: data:"
)


@pytest.fixture(scope="module")
def driver() -> Iterator[Any]:
    with browser(1200, 900) as driver:
        yield driver


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("embedding")
    for name in ("scene.html", "scene.json"):
        assert run_command(["export", SCENE, "-o", str(folder / name), "--embed", "--drag", "B"]) == DONE
    assert run_command(["export", SCENE, "-o", str(folder / "still.json")]) == DONE
    content = (folder / "scene.json").read_text(encoding="utf-8")
    inside = f"<gjkscope-player><script type='application/json'>{content}</script></gjkscope-player>"
    pages = {
        "page": _page("<gjkscope-player src='scene.html'></gjkscope-player>"),
        "content": _page("<gjkscope-player src='scene.json' compact></gjkscope-player>"),
        "still": _page("<gjkscope-player src='still.json'></gjkscope-player>"),
        "inside": _page(inside),
        "strict": _page(inside, STRICT),
        "script-first": _document(STRICT, f"{PLAYER}{inside}<script nonce='abc'>{HEAR}</script>"),
        "strict-frame": _page(
            "<gjkscope-player src='scene.html'></gjkscope-player>", f"{STRICT}; frame-src 'self' file:"
        ),
        "frame": _framed("<iframe src='scene.html' title='Player'></iframe>"),
        "other": _framed("<iframe src='scene.html?origin=https://example.org' title='Player'></iframe>"),
        "notebook": _framed(str(notebook_html(gjkscope.load(SCENE)))),
        "outputs": _framed(str(notebook_html(gjkscope.load(SCENE))), OUTPUTS),
    }
    for name, text in pages.items():
        (folder / f"{name}-around.html").write_text(text, encoding="utf-8")
    return folder


def _page(body: str, policy: str = "") -> str:
    return _document(policy, f"{body}<script nonce='abc'>{HEAR}</script>{PLAYER}")


def _framed(body: str, policy: str = "") -> str:
    # The script comes first, so that it hears all messages.
    return _document(policy, f"<script>{HEAR_FRAME}</script>{body}")


def _document(policy: str, body: str) -> str:
    head = f'<meta http-equiv="Content-Security-Policy" content="{policy}">' if policy else ""
    icon = "<link rel='icon' href='data:,'>"
    meta = f"<meta charset='utf-8'><title>Around</title>{icon}{head}"
    return f"<!DOCTYPE html><html lang='en'><head>{meta}</head><body>{body}</body></html>"


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[str]:
    handler = partial(QuietServer, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


class QuietServer(SimpleHTTPRequestHandler):
    """Serves files without a log."""

    def log_message(self, *_: object) -> None:
        """Writes nothing."""


def told(driver: Any, event: str) -> list[dict[str, Any]]:
    return [one for one in driver.execute_script("return window.told") if one["event"] == event]


def until(driver: Any, condition: Callable[[], object]) -> None:
    WebDriverWait(driver, SECONDS, 0.05).until(lambda _: condition())


def messages(driver: Any) -> list[str]:
    return [entry["message"] for entry in driver.get_log("browser")]


def command(driver: Any, call: str) -> None:
    driver.execute_script(f"document.querySelector('gjkscope-player').{call}")


def post(driver: Any, message: dict[str, Any]) -> None:
    script = "document.querySelector('iframe').contentWindow.postMessage(arguments[0], '*')"
    driver.execute_script(script, {"gjkscope": 1, **message})


@pytest.mark.parametrize(
    ("page", "from_disk"),
    [
        ("page", True),
        ("page", False),
        ("content", False),
        ("inside", True),
        ("inside", False),
        ("strict", True),
        ("strict", False),
        ("script-first", False),
        ("strict-frame", False),
    ],
)
def test_an_element_is_controlled(driver: Any, folder: Path, server: str, page: str, from_disk: bool) -> None:
    base = folder.as_uri() if from_disk else server
    driver.get("about:blank")
    driver.get_log("browser")
    driver.get(f"{base}/{page}-around.html")
    until(driver, lambda: told(driver, "ready"))
    (ready,) = told(driver, "ready")
    assert (ready["title"], ready["bodies"], ready["movable"]) == (
        "two boxes, edge across edge",
        ["A", "B"],
        {"B": "recorded"},
    )
    assert (ready["step"], ready["last"], ready["verdict"]) == (LAST, LAST, "separated")
    command(driver, "step(-2)")
    until(driver, lambda: [one["step"] for one in told(driver, "stepped")] == [2])
    command(driver, "go(0)")
    command(driver, "play()")
    until(driver, lambda: any(one["playing"] for one in told(driver, "stepped")))
    command(driver, "pause()")
    until(driver, lambda: not told(driver, "stepped")[-1]["playing"])
    command(driver, "setPose('B', [0, 0, 0])")
    until(driver, lambda: told(driver, "posed"))
    (posed,) = told(driver, "posed")
    assert posed["verdict"] == "penetrating"
    command(driver, f"setPose('B', {posed['position']})")
    until(driver, lambda: len(told(driver, "posed")) == 2)
    assert told(driver, "posed")[1]["exact"]
    assert told(driver, "error") == []
    assert messages(driver) == []


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("setPose('A', [0, 0, 0])", "pose: body: only B was recorded at other places"),
        ("setPose('B', [0, 0])", "pose: position: must be three numbers, in metres"),
        (
            "command('pose', {body: 'B', position: [0, 0, 0], rotation: [0, 0, 0, 1]})",
            "pose: rotation: only positions can be chosen",
        ),
        ("step(0.5)", "step: count: must be a whole number"),
        ("choose('sat')", "choose: track: must be the number or title of one of 1 tracks"),
        ("command('jump')", "jump: the commands are step, go, play, pause, choose, pose, state"),
    ],
)
def test_what_cannot_be_done_is_an_error(driver: Any, server: str, call: str, message: str) -> None:
    driver.get(f"{server}/inside-around.html")
    until(driver, lambda: told(driver, "ready"))
    command(driver, call)
    until(driver, lambda: told(driver, "error"))
    assert [one["message"] for one in told(driver, "error")] == [message]
    assert told(driver, "stepped") == []


def test_a_page_without_recorded_places_moves_nothing(driver: Any, server: str) -> None:
    driver.get(f"{server}/still-around.html")
    until(driver, lambda: told(driver, "ready"))
    assert told(driver, "ready")[0]["movable"] == {}
    command(driver, "setPose('B', [0, 0, 0])")
    until(driver, lambda: told(driver, "error"))
    assert "this page has recorded no other poses" in told(driver, "error")[0]["message"]


def test_commands_wait_until_the_player_is_ready(driver: Any, server: str) -> None:
    driver.get(f"{server}/content-around.html")
    driver.execute_script(
        f"document.body.innerHTML = \"<gjkscope-player src='scene.json'></gjkscope-player>\"; {HEAR}"
        "document.querySelector('gjkscope-player').go(1);"
    )
    until(driver, lambda: [one["step"] for one in told(driver, "stepped")] == [1])


def test_content_cannot_be_fetched_from_disk(driver: Any, folder: Path) -> None:
    driver.get(f"{folder.as_uri()}/content-around.html")
    until(driver, lambda: told(driver, "error"))
    assert "must have the content within the element" in told(driver, "error")[0]["message"]
    driver.get_log("browser")  # the browser reports what it refused


def test_a_frame_answers_the_page_around_it(driver: Any, server: str) -> None:
    driver.get(f"{server}/frame-around.html")
    until(driver, lambda: told(driver, "ready"))
    post(driver, {"command": "go", "step": 1})
    until(driver, lambda: [one["step"] for one in told(driver, "stepped")] == [1])
    post(driver, {"command": "state"})
    until(driver, lambda: told(driver, "state"))
    assert told(driver, "state")[0]["headline"]
    driver.execute_script("document.querySelector('iframe').contentWindow.postMessage('step', '*')")
    driver.execute_script("document.querySelector('iframe').contentWindow.postMessage({command: 'step'}, '*')")
    post(driver, {"command": "state"})
    until(driver, lambda: len(told(driver, "state")) == 2)
    assert told(driver, "state")[1]["step"] == 1, "other messages are ignored"


def test_a_frame_for_another_origin_is_silent(driver: Any, server: str) -> None:
    driver.get(f"{server}/other-around.html")
    driver.switch_to.frame(driver.find_element(By.TAG_NAME, "iframe"))
    until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, ".place"))
    place = driver.find_element(By.CSS_SELECTOR, ".place")
    assert place.text == f"Step {LAST} of {LAST}"
    driver.switch_to.default_content()
    post(driver, {"command": "go", "step": 0})
    assert driver.execute_async_script("setTimeout(() => arguments[0](window.told), 500)") == []
    driver.switch_to.frame(driver.find_element(By.TAG_NAME, "iframe"))
    assert driver.find_element(By.CSS_SELECTOR, ".place").text == f"Step {LAST} of {LAST}"
    driver.switch_to.default_content()
    driver.get_log("browser")  # the browser reports the origin that an event was not sent to


@pytest.mark.parametrize("page", ["notebook", "outputs"])
def test_a_player_in_a_notebook_answers(driver: Any, server: str, page: str) -> None:
    driver.get("about:blank")
    driver.get_log("browser")
    driver.get(f"{server}/{page}-around.html")
    until(driver, lambda: told(driver, "ready"))
    post(driver, {"command": "step"})
    until(driver, lambda: [one["step"] for one in told(driver, "stepped")] == [1])
    assert messages(driver) == []
