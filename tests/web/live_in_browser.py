"""Live pages in Chromium and Firefox: answers and steps of 2,000 pairs with the bits of Python, and bodies that follow
the pointer with their steps.

make test-web
"""

import json
import subprocess
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest

from gjkscope.app.base.resources import resource
from gjkscope.app.scenes.scene_file import load
from gjkscope.app.share.web.bundle import script_of
from gjkscope.app.share.web.page import scene_page
from gjkscope.engine import Pose, query, trace
from gjkscope.engine.batch.loading import web_engine
from gjkscope.engine.text import number
from tests.app.share.web.step_parity import SCRIPT as STEP_SCRIPT
from tests.app.share.web.step_parity import expected_sums, step_question
from tests.app.share.web.test_live import SCRIPT, expected_answers, question, some_pairs

ROOT = Path(__file__).parents[2]
BROWSERS = ("chromium", "firefox")
PAIRS = 2000
MOVES = 120
SLOWEST = 250.0  # milliseconds from a move to the next picture, median, in software on a busy machine

SHOWN = """
const isShown = () => performance.getEntriesByName("gjkscope-shown").length > 0;
while (!isShown()) await new Promise((done) => setTimeout(done, 20));
"""
# Drags B by small moves, each in a frame of its own, and returns the time from each move until the frame is drawn.
DRAG = """
const canvas = document.querySelector("canvas"), box = canvas.getBoundingClientRect();
const at = (x, y) => ({ clientX: box.x + x, clientY: box.y + y, bubbles: true, pointerId: 1, isPrimary: true });
const send = (kind, x, y, more = {}) => canvas.dispatchEvent(new PointerEvent(kind, { ...at(x, y), ...more }));
canvas.setPointerCapture = () => undefined;  // which needs a real pointer
const frame = () => new Promise((done) => requestAnimationFrame(() => done(performance.now())));
const painted = () => new Promise((done) => requestAnimationFrame(() => {
  const channel = new MessageChannel();  // whose message comes after all that the frame does
  channel.port1.onmessage = () => done(performance.now());
  channel.port2.postMessage(0);
}));
let start = null;
for (let y = 30; y < box.height && !start; y += 10) for (let x = 10; x < box.width / 2 && !start; x += 10) {
  send("pointermove", x, y);
  if (canvas.style.cursor === "grab") start = [x + 20, y + 20];
}
const text = (selector) => document.querySelector(selector).textContent;
const before = [text(".distance"), text(".chip")];
const shown = performance.getEntriesByName("gjkscope-shown")[0].startTime;
send("pointerdown", ...start, { button: 0, buttons: 1 });
const distances = new Set(), times = [];
for (let i = 1; i <= MOVES; i++) {
  await frame();
  const begin = performance.now();
  send("pointermove", start[0] - i % 40, start[1] + i % 25, { buttons: 1, shiftKey: false });
  times.push(await painted() - begin);
  distances.add(text(".distance"));
}
send("pointerup", start[0], start[1], { button: 0 });
times.sort((a, b) => a - b);
const after = [text(".distance"), text(".chip"), text(".place")];
const shownStep = async (title) => {
  document.querySelector(`.controls button[title^='${title}']`).click();
  await frame(); await frame();
  return [text(".place"), text(".sentence"), text(".chip"), text(".distance")];
};
const steps = [await shownStep("First"), await shownStep("Step forward"), await shownStep("Last")];
const choices = [...document.querySelectorAll(".algorithm option")].map((option) => option.textContent);
[...document.querySelectorAll("button")].find((button) => button.textContent === "Recorded poses").click();
await frame(); await frame();
return { before, after, steps, choices, back: [text(".distance"), text(".chip")], distances: distances.size, shown,
  median: times[times.length >> 1], p95: times[Math.floor(times.length * 0.95)] };
""".replace("MOVES", str(MOVES))

# Moves B by a message to the frame, chooses another algorithm, and returns the events.
MESSAGES = """
const frame = document.querySelector("iframe"), told = [];
addEventListener("message", ({ data }) => told.push(data));
const until = async (event) => {
  while (!told.some((one) => one.event === event)) await new Promise((done) => setTimeout(done, 20));
  return told.find((one) => one.event === event);
};
frame.src = "scene.html";
const ready = await until("ready");
frame.contentWindow.postMessage({ gjkscope: 1, command: "pose", body: "B", position: [0, 5, 0] }, "*");
const posed = await until("posed");
const ask = (command, more) => frame.contentWindow.postMessage({ gjkscope: 1, command, ...more }, "*");
ask("choose", { track: "SAT, separating axes" });  // which is not recorded
ask("go", { step: 3 });
ask("state", {});
return [ready, posed, await until("state")];
"""


# Moves B within the plane by a message to the frame, and out of it, and returns the answers.
PLANE_MESSAGES = f"""{MESSAGES.split("const posed")[0]}
const posed = await until("posed");
frame.contentWindow.postMessage({{ gjkscope: 1, command: "pose", body: "B", position: [0, 5, 1] }}, "*");
return [posed, await until("error")];
"""


def opened(browser: str, page: Path, script: str) -> Any:
    """What the script returns in the page.  Asserts that the page has no messages."""
    file = page.with_suffix(".js")
    file.write_text(script, encoding="utf-8")
    command = ["xvfb-run", "-a", "node", str(ROOT / "tests" / "web" / "browser.mjs"), browser, page.as_uri(), str(file)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["messages"] == [], found["messages"]
    return found["result"]


@pytest.mark.parametrize("dimension", [2, 3])
@pytest.mark.parametrize("browser", BROWSERS)
def test_a_page_answers_many_pairs_with_the_bits_of_python(browser: str, dimension: int, tmp_path: Path) -> None:
    pairs = some_pairs(PAIRS, dimension)
    given = {"module": b64encode(web_engine(dimension).code).decode(), "pairs": list(map(question, pairs))}
    page = tmp_path / "parity.html"
    page.write_text("<!DOCTYPE html><title>parity</title>", encoding="utf-8")
    found = opened(browser, page, f"{script_of('engine.js')}{SCRIPT}return answer({json.dumps(given)});")
    assert found == expected_answers(pairs)


@pytest.mark.parametrize("dimension", [2, 3])
@pytest.mark.parametrize("browser", BROWSERS)
def test_a_page_computes_every_step_with_the_bits_of_python(browser: str, dimension: int, tmp_path: Path) -> None:
    pairs = some_pairs(PAIRS, dimension)
    page = tmp_path / "parity.html"
    page.write_text("<!DOCTYPE html><title>parity</title>", encoding="utf-8")
    given = json.dumps(step_question(list(map(question, pairs)), dimension))
    found = opened(browser, page, f"{STEP_SCRIPT}return answer({given});")
    times = sorted(found["times"])
    print(f"{browser}: median {times[len(times) // 2]:.3f} ms, 95 % {times[int(0.95 * len(times))]:.3f} ms")
    assert found["runs"] == [expected_sums(pair) for pair in pairs]


@pytest.mark.parametrize("scene", ["boxes-edge-edge", "plane/capsule-hexagon"])
@pytest.mark.parametrize("browser", BROWSERS)
def test_a_body_follows_the_pointer_with_its_answer(browser: str, scene: str, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text(scene_page(load(resource("assets", "scenes", f"{scene}.json"))), encoding="utf-8")
    found = opened(browser, page, SHOWN + DRAG)
    print(f"{browser}: {page.stat().st_size} bytes, {found}")
    assert found["before"][1] == "recorded"
    assert found["after"][1] == "live"
    assert found["after"][2].endswith(", live")
    assert [place.split(" of ")[0] for place, *_ in found["steps"][:2]] == ["Step 0", "Step 1"]
    assert len({sentence for _, sentence, *_ in found["steps"]}) == 3
    assert {(chip, distance) for _, _, chip, distance in found["steps"]} == {("live", found["after"][0])}
    titles = ["GJK distance", "EPA penetration depth", "SAT, separating axes", "MPR (XenoCollide)"]
    assert found["choices"] == (titles[:2] if scene.startswith("plane/") else titles)
    assert found["distances"] >= 20
    assert found["back"] == found["before"]
    assert found["median"] < SLOWEST


def test_another_page_moves_a_body_exactly(tmp_path: Path) -> None:
    scene = load(resource("assets", "scenes", "boxes-edge-edge.json"))
    (tmp_path / "scene.html").write_text(scene_page(scene, embed=True), encoding="utf-8")
    page = tmp_path / "around.html"
    page.write_text("<!DOCTYPE html><title>around</title><iframe width=800 height=600></iframe>", encoding="utf-8")
    ready, posed, chosen = opened("chromium", page, MESSAGES)
    assert ready["movable"] == {"A": "live", "B": "live"}
    a, b = scene.bodies
    expected = query(a.shape, a.pose, b.shape, Pose(b.pose.rotation, (0.0, 5.0, 0.0)))
    assert expected.signed_distance is not None
    steps = trace(a.shape, a.pose, b.shape, Pose(b.pose.rotation, (0.0, 5.0, 0.0)), "gjk").steps
    assert (posed["exact"], posed["verdict"]) == (True, "separated")
    assert posed["step"] == posed["last"] == len(steps) - 1
    assert posed["headline"] == "converged"
    assert posed["distance"] == f"{number(expected.signed_distance)}\u00a0m"
    assert posed["showing"] == "GJK distance"
    assert chosen["showing"] == "SAT, separating axes"
    assert chosen["showing"] in ready["computed"]
    assert (chosen["step"], chosen["last"], chosen["headline"]) == (3, 14, "face normal 0 of B")
    assert chosen["distance"] == posed["distance"]


def test_another_page_moves_a_2d_body_in_its_plane_alone(tmp_path: Path) -> None:
    scene = load(resource("assets", "scenes", "plane", "boxes-overlap-2d.json"))
    (tmp_path / "scene.html").write_text(scene_page(scene, embed=True), encoding="utf-8")
    page = tmp_path / "around.html"
    page.write_text("<!DOCTYPE html><title>around</title><iframe width=800 height=600></iframe>", encoding="utf-8")
    posed, refused = opened("chromium", page, PLANE_MESSAGES)
    a, b = scene.bodies
    expected = query(a.shape, a.pose, b.shape, Pose(b.pose.rotation, (0.0, 5.0, 0.0))).signed_distance
    assert expected is not None
    assert (posed["exact"], posed["distance"]) == (True, f"{number(expected)}\u00a0m")
    assert "z = 0" in refused["message"]
