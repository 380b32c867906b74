"""The website in a browser, a page of each kind: axe, console, links, sizes, layout shifts, and the first picture.

make test-web
"""

import json
from collections.abc import Callable, Iterator
from functools import partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path, PurePosixPath
from posixpath import normpath
from threading import Thread
from typing import Any
from urllib.parse import unquote

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from gjkscope.app.scenes.demo_examples import demo_examples
from gjkscope.app.share.web.course.folder import write_site
from gjkscope.app.share.web.course.museum import museum_exhibits
from gjkscope.app.share.web.course.site import course_files
from gjkscope.app.teach.lessons.contents import contents
from tests.web.painted import browser

ROOT = Path(__file__).parents[2]
AXE = ROOT / "out" / "npm" / "node_modules" / "axe-core" / "axe.min.js"
DOCUMENTATION = ROOT / "out" / "docs"  # make docs
BELOW = "some/path"
SECONDS = 20.0  # until something must have happened on a slow machine
SETTLED = 1.5  # seconds after which a page has laid out what it loads
LESSONS = (1, 4)
LONG_ADDRESS = "mujoco-BoxBoxMultiCCD11"  # its source is an address without spaces, as long as two lines of a phone
PAIRS = ("fcl-293", "hb-article-cycle-1", "libccd-25", LONG_ADDRESS)
FILM = "gjk-in-2d"

# A page of each kind, and the most that it may load before anybody scrolls, in kilobytes.
KINDS = {
    "index.html": 320,
    "lessons/index.html": 700,
    "lessons/04-gjk-in-2d.html": 500,
    "films/index.html": 250,
    f"films/{FILM}.html": 700,
    "museum/index.html": 300,
    "museum/libccd-25.html": 660,  # with the engine, 321 kB, which answers and records steps
    "sheets/04-gjk-in-2d.html": 200,
    "teachers.html": 200,
    "playground/index.html": 700,  # the same
    "downloads/index.html": 200,
    "documentation/index.html": 700,
    "documentation/share.html": 500,
    "documentation/api/shapes.html": 500,
}
SIZES = {"phone": (390, 844), "tablet": (1024, 768), "desktop": (1440, 900)}
SCHEMES = ("dark", "light")
# Sums the layout shifts from the start of each page on.
WATCH = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    const moved = entry.sources.map(({ node }) => node?.outerHTML?.slice(0, 90));
    if (!entry.hadRecentInput) window.shifts.push([entry.value, ...moved]);
  }
}).observe({ type: "layout-shift", buffered: true });
window.pictures = [];
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.pictures.push([entry.startTime, entry.url]);
}).observe({ type: "largest-contentful-paint", buffered: true });"""
# The words that end beyond the screen's width, or beyond a box that cuts them off; those of a picture's labels may.
CUT_OFF = """
const cut = [], texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), range = document.createRange();
while (texts.nextNode()) {
  const { data, parentElement } = texts.currentNode;
  if (!data.trim() || parentElement.closest(".overlay, .hidden, [hidden], noscript, script, style")) continue;
  range.selectNodeContents(texts.currentNode);
  const right = Math.max(...Array.from(range.getClientRects(), (rect) => rect.right));
  for (let box = parentElement; box; box = box.parentElement) {
    const { overflowX } = getComputedStyle(box);
    if (overflowX === "auto" || overflowX === "scroll") break;
    const edge = box === document.body ? arguments[0] : box.getBoundingClientRect().right;
    if ((overflowX !== "visible" || box === document.body) && right > edge + 1) {
      cut.push(data);
      break;
    }
  }
}
return cut;"""
SLOW = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 94_000}  # slow 4G, bytes/s
SLOWER = 4  # times, of the processor
FIRST_PICTURE, MOVING = 1.0, 3.0  # seconds
OF_THEME = 0.01  # the layout shift that the theme of the documentation may have; 0.1 counts as good


@pytest.fixture(scope="module")
def driver() -> Iterator[Any]:
    with browser(1440, 900) as driver:
        driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH})
        yield driver


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    lessons = [entry for entry in contents() if entry.number in LESSONS]
    films = [demo for demo in demo_examples() if demo.name == FILM]
    offered = tmp_path_factory.mktemp("dist") / "gjkscope-1-py3-none-any.whl"
    offered.write_bytes(bytes(2_500_000))
    pairs = museum_exhibits(PAIRS)
    files = course_files(lessons, pairs, films, documentation=DOCUMENTATION, downloads=[offered])
    write_site(folder / BELOW, files)
    return folder


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[str]:
    handler = partial(SilentServer, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/{BELOW}"
        server.shutdown()


class SilentServer(SimpleHTTPRequestHandler):
    """Serves files without a log, and no icon."""

    def log_message(self, *_: object) -> None:
        """Writes nothing."""

    def do_GET(self) -> None:
        if self.path == "/favicon.ico":
            self.send_response(204)
            self.end_headers()
        else:
            super().do_GET()


def emulate(driver: Any, scheme: str = "dark", size: tuple[int, int] = SIZES["desktop"], motion: bool = True) -> None:
    wanted = "no-preference" if motion else "reduce"
    features = [{"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": wanted}]
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    width, height = size
    screen = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)


def open_page(driver: Any, address: str) -> None:
    """Opens a page, and waits until it has loaded and laid out what is near."""
    driver.get("about:blank")
    driver.get_log("browser")
    driver.get(address)
    driver.execute_async_script(f"setTimeout(arguments[0], {SETTLED * 1000})")


def until(driver: Any, condition: Callable[[], object]) -> None:
    WebDriverWait(driver, SECONDS, 0.05).until(lambda _: condition())


def messages(driver: Any) -> list[str]:
    return [entry["message"] for entry in driver.get_log("browser")]


def violations(driver: Any) -> list[str]:
    """What axe finds wrong, with the elements; it may not load style sheets, which the pages forbid."""
    driver.execute_script(AXE.read_text(encoding="utf-8"))
    faults = driver.execute_async_script("axe.run({preload: false}).then((result) => arguments[0](result.violations))")
    return [f"{fault['id']}: {[node['target'] for node in fault['nodes']]}" for fault in faults]


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("page", KINDS)
def test_pages_are_accessible_and_silent(driver: Any, folder: Path, page: str, size: str, scheme: str) -> None:
    emulate(driver, scheme, SIZES[size])
    open_page(driver, f"{(folder / BELOW / page).as_uri()}")
    assert violations(driver) == []
    assert messages(driver) == []


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("page", [*KINDS, f"museum/{LONG_ADDRESS}.html"])
def test_nothing_shifts_or_leaves_the_screen(driver: Any, server: str, page: str, size: str) -> None:
    emulate(driver, size=SIZES[size])
    open_page(driver, f"{server}/{page}")
    shifts = driver.execute_script("return window.shifts")
    if page.startswith("documentation/"):
        assert sum(shift[0] for shift in shifts) < OF_THEME
    else:
        assert shifts == []
    assert driver.execute_script("return document.documentElement.scrollWidth") <= SIZES[size][0]
    assert driver.execute_script(CUT_OFF, SIZES[size][0]) == []


@pytest.mark.parametrize(("page", "most"), KINDS.items())
def test_pages_are_small(driver: Any, server: str, page: str, most: int) -> None:
    emulate(driver)
    open_page(driver, f"{server}/{page}")
    script = (
        "return performance.getEntries().filter((entry) => entry.encodedBodySize).map((entry) => entry.encodedBodySize)"
    )
    kilobytes = sum(driver.execute_script(script)) / 1000
    print(f"{page}: {kilobytes:.0f} kB")
    assert kilobytes <= most


def test_the_first_picture_appears_within_a_second_and_moves_within_three(driver: Any, server: str) -> None:
    emulate(driver, size=SIZES["phone"])
    driver.get("about:blank")
    driver.execute_cdp_cmd("Network.enable", {})
    driver.execute_cdp_cmd("Network.setCacheDisabled", {"cacheDisabled": True})
    driver.execute_cdp_cmd("Network.emulateNetworkConditions", SLOW)
    driver.execute_cdp_cmd("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    try:
        driver.get(f"{server}/index.html")
        until(driver, lambda: driver.execute_script("return performance.getEntriesByName('gjkscope-shown').length"))
        pictures = driver.execute_script("return window.pictures")
        moving = driver.execute_script("return performance.getEntriesByName('gjkscope-shown')[0].startTime") / 1000
    finally:
        driver.execute_cdp_cmd("Emulation.setCPUThrottlingRate", {"rate": 1})
        driver.execute_cdp_cmd("Network.emulateNetworkConditions", {**SLOW, "latency": 0, "downloadThroughput": -1})
        driver.execute_cdp_cmd("Network.setCacheDisabled", {"cacheDisabled": False})
    first = min(time for time, address in pictures if "landing" in address) / 1000
    print(f"first picture {first:.2f} s, moving {moving:.2f} s")
    assert first <= FIRST_PICTURE
    assert moving <= MOVING


def test_the_first_page_plays_again_and_again_until_it_is_paused(driver: Any, server: str) -> None:
    emulate(driver)
    open_page(driver, f"{server}/index.html")
    until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, ".landing .place"))
    place = driver.find_element(By.CSS_SELECTOR, ".landing .place")
    until(driver, lambda: place.text.startswith("0:08"))
    until(driver, lambda: place.text.startswith("0:01"))
    pause = driver.find_element(By.CSS_SELECTOR, ".landing [aria-pressed]")
    pause.send_keys(Keys.ENTER)
    until(driver, lambda: pause.get_attribute("aria-pressed") == "false")
    paused = place.text
    driver.execute_async_script("setTimeout(arguments[0], 1200)")
    assert place.text == paused


def test_the_first_page_stands_still_for_those_who_want_it(driver: Any, server: str) -> None:
    emulate(driver, motion=False)
    open_page(driver, f"{server}/index.html")
    until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, ".landing .place"))
    place = driver.find_element(By.CSS_SELECTOR, ".landing .place")
    until(driver, lambda: place.text == "0:08 of 0:08")
    driver.execute_async_script("setTimeout(arguments[0], 2500)")
    assert place.text == "0:08 of 0:08"
    emulate(driver)


def test_search_finds_the_documentation(driver: Any, folder: Path) -> None:
    emulate(driver)
    open_page(driver, (folder / BELOW / "index.html").as_uri())
    driver.find_element(By.ID, "search").send_keys("reveal.js")
    until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, ".results a"))
    driver.find_element(By.ID, "search").send_keys(Keys.ENTER)
    until(driver, lambda: "documentation/share.html" in driver.current_url)
    driver.find_element(By.CSS_SELECTOR, "nav[aria-label=Website] a").send_keys(Keys.ENTER)
    until(driver, lambda: driver.current_url.endswith(f"{BELOW}/index.html"))


@pytest.mark.parametrize("size", SIZES)
def test_results_are_below_the_search_field_and_above_the_page(driver: Any, folder: Path, size: str) -> None:
    emulate(driver, size=SIZES[size])
    open_page(driver, (folder / BELOW / "index.html").as_uri())
    driver.find_element(By.ID, "search").send_keys("gjk")
    until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, ".results a"))
    covered, left, right = driver.execute_script("""
        const panel = document.querySelector(".results"), box = panel.getBoundingClientRect();
        const field = document.querySelector("#search").getBoundingClientRect();
        const x = box.x + box.width / 2, bottom = Math.min(box.bottom, innerHeight) - 8;
        const heights = [box.top + 8, (box.top + bottom) / 2, bottom];
        const isOver = heights.map((y) => panel.contains(document.elementFromPoint(x, y)));
        return [field.bottom > box.top || isOver.includes(false), box.left, box.right];""")
    assert not covered
    assert 0 <= left < right <= SIZES[size][0]


class Links(HTMLParser):
    """The addresses that a page refers to, and the ids that it has."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.ids: set[str] = set()
        self.feed(text)

    def handle_starttag(self, _tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("href", "src", "srcset") and value:
                self.addresses.append(value)
            if name == "id" and value:
                self.ids.add(value)


def test_every_link_leads_somewhere(folder: Path) -> None:
    root = folder / BELOW
    files = {path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file()}
    links_of = {name: Links((root / name).read_text(encoding="utf-8")) for name in files if name.endswith(".html")}
    lost = []
    for page, links in links_of.items():
        for address in links.addresses:
            if address.startswith(("https://", "http://", "data:", "mailto:")):
                continue
            path, _, fragment = unquote(address).partition("#")
            path = path.partition("?")[0]
            assert not PurePosixPath(path).is_absolute(), (page, address)
            at = normpath(f"{page}/../{path}") if path else page
            if at not in files or (fragment and at in links_of and fragment not in links_of[at].ids):
                lost.append(f"{page}: {address}")
    assert lost == []


def test_the_search_index_leads_to_pages(folder: Path) -> None:
    root = folder / BELOW
    script = (root / "search-index.js").read_text(encoding="utf-8")
    for address, *_ in json.loads(script.removeprefix("gjkscopeSearch(").removesuffix(");\n")):
        path, _, fragment = address.partition("#")
        assert not fragment or f'id="{fragment}"' in (root / path).read_text(encoding="utf-8"), address
