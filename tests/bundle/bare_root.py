"""`make bundle`: the Debian package of the self-contained application, installed in a bare Debian, started and used.

The root is what debootstrap installs at least, the libraries that the package depends on, and what desktops open files
with: it has neither Python nor pip.  An X server outside of it shows the window, which is driven by the mouse and the
keyboard.  Needs root.
Pictures of the window are kept in out/bundle.
"""

import json
import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from tests.bundle import smoke
from tests.project.pages import ROOT

BUNDLE = ROOT / "out" / "bundle"
BARE = BUNDLE / "root"
HOME = BARE / "root"
SUITE = "bookworm"
DESKTOP_TOOLS = ("desktop-file-utils", "libfile-mimeinfo-perl", "shared-mime-info", "xdg-utils")

DISPLAY = ":271"
SIZE = (1440, 900)  # of the screen, pixels
WAIT = 120.0  # seconds for what the window does, on a busy machine
PAUSE = 2.0  # seconds for a menu or dialog to open on a busy machine without a GPU

# In a window of that size: a point of the upper box, and the button of the film dialog.
BOX_B, EXPORT = (350, 260), (524, 556)

SHORT = """{"gjkdemo": 1, "name": "Short", "scene": "boxes-edge-edge", "steps": [
 {"do": "caption", "text": "Two boxes"}, {"do": "wait", "seconds": 1},
 {"do": "go", "step": 1}, {"do": "wait", "seconds": 1}
]}"""

# The mounts vanish with the process.  /dev has the shared memory of `multiprocessing`.
ENTER = 'mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && exec chroot "$0" env -i "$@"'
VARIABLES = ("HOME=/root", "PATH=/usr/bin:/bin", "LANG=C.UTF-8", "LIBGL_ALWAYS_SOFTWARE=1", f"DISPLAY={DISPLAY}")


def entering(*words: str) -> list[str]:
    """The command that runs another one in the bare root."""
    return ["unshare", "--mount", "--fork", "--kill-child", "sh", "-c", ENTER, str(BARE), *VARIABLES, *words]


def run(*words: str) -> str:
    """The standard output of a command in the bare root; it must succeed."""
    done = subprocess.run(entering(*words), capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{words}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module", autouse=True)
def _installed() -> None:
    """The bare root, which is kept, with the package newly installed."""
    package = next(BUNDLE.glob("*.deb"))
    if not (BARE / "usr/bin/dpkg").exists():
        shutil.rmtree(BARE, ignore_errors=True)
        subprocess.run(["debootstrap", "--variant=minbase", SUITE, BARE], check=True, stdout=subprocess.DEVNULL)
    shutil.copy(package, BARE / "gjkscope.deb")
    shutil.copy("/etc/resolv.conf", BARE / "etc/resolv.conf")
    for words in (["update"], ["install", *DESKTOP_TOOLS], ["install", "--reinstall", "/gjkscope.deb"]):
        run("apt-get", "--quiet", "--yes", "--no-install-recommends", *words)
    shutil.rmtree(HOME / ".cache", ignore_errors=True)  # compiled code of an earlier run


@pytest.fixture(scope="module")
def program() -> smoke.Program:
    return smoke.Program(entering("gjkscope"), HOME, "/root")


def test_the_root_has_no_python() -> None:
    for name in ("python", "python3", "pip"):
        assert subprocess.run(entering("sh", "-c", f"command -v {name}"), check=False).returncode != 0


@pytest.mark.parametrize("check", smoke.checks("linux"), ids=lambda check: str(check.__name__))
def test_a_command_works(check: Callable[[smoke.Program], None], program: smoke.Program) -> None:
    check(program)


def test_desktops_find_the_application_and_its_files() -> None:
    desktop = (BARE / "usr/share/applications/gjkscope.desktop").read_text()
    types = (BARE / "usr/share/mime/packages/gjkscope.xml").read_text()
    named = next(line for line in desktop.splitlines() if line.startswith("MimeType=")).partition("=")[2].split(";")
    assert [name for name in named if name and f'type="{name}"' not in types] == []
    assert (BARE / "usr/share/icons/hicolor/48x48/apps/gjkscope.png").exists()
    assert (BARE / "usr/bin/gjkscope").readlink() == Path("/opt/gjkscope/gjkscope")
    assert run("desktop-file-validate", "/usr/share/applications/gjkscope.desktop") == ""


@pytest.mark.parametrize(
    ("name", "kind"), [("a.gjkscope.json", "scene+json"), ("a.gjkdemo.json", "demo+json"), ("a.gjkcap", "capture")]
)
def test_files_have_a_type_and_the_application(name: str, kind: str) -> None:
    """dpkg has made the desktop tools update their caches."""
    (HOME / name).write_text("{}")
    assert run("xdg-mime", "query", "filetype", f"/root/{name}").strip() == f"application/x-gjkscope-{kind}"
    assert run("xdg-mime", "query", "default", f"application/x-gjkscope-{kind}").strip() == "gjkscope.desktop"


# --- the window ---


@pytest.fixture(scope="module")
def _screen() -> Iterator[None]:
    """An X server and a window manager, both outside of the root."""
    width, height = SIZE
    server = subprocess.Popen(["Xvfb", DISPLAY, "-screen", "0", f"{width}x{height}x24"], stderr=subprocess.DEVNULL)
    time.sleep(PAUSE)
    manager = subprocess.Popen(["openbox"], env={**os.environ, "DISPLAY": DISPLAY}, stderr=subprocess.DEVNULL)
    yield
    manager.terminate()
    server.terminate()
    manager.wait()
    server.wait()


class Window:
    """The application's window, driven by mouse and keyboard."""

    def __init__(self, name: str, opener: str = "gjkscope") -> None:
        """Opens a file of the home folder by a command."""
        self._process = subprocess.Popen(entering(opener, f"/root/{name}"), stderr=subprocess.DEVNULL)
        self._wait(self._windows)
        number, (width, height) = self._windows()[-1], SIZE
        time.sleep(3 * PAUSE)
        self._xdotool("windowsize", number, str(width), str(height), "windowmove", number, "0", "0")
        time.sleep(2 * PAUSE)

    def close(self) -> None:
        """Ends the process, and waits for its window to vanish; unshare, its parent, ignores gentler signals."""
        self._process.kill()
        self._process.wait()
        until = time.monotonic() + WAIT
        while self._windows():
            assert time.monotonic() < until, "the window is still there"
            time.sleep(PAUSE / 10)

    def wait_until_closed(self) -> int:
        """Waits for the process, and returns its exit status."""
        return self._process.wait(WAIT)

    def press(self, *keys: str) -> None:
        """Presses keys, and waits for what they open."""
        for key in keys:
            self._xdotool("key", key)
            time.sleep(PAUSE)

    def type(self, text: str) -> None:
        """Types text slowly enough for a software renderer."""
        self._xdotool("type", "--delay", "80", text)
        time.sleep(PAUSE)

    def choose(self, command: str) -> None:
        """Runs the first command that the palette finds."""
        self.press("ctrl+p")
        self.type(command)
        self.press("Return")

    def click(self, place: tuple[int, int]) -> None:
        """Presses and releases the left button there."""
        self._xdotool("mousemove", *map(str, place), "click", "1")
        time.sleep(2 * PAUSE)

    def drag(self, place: tuple[int, int], steps: Sequence[tuple[int, int]]) -> None:
        """Moves the pointer there, and by these steps with the left button pressed."""
        self._xdotool("mousemove", *map(str, place))
        time.sleep(PAUSE)
        self._xdotool("mousedown", "1")
        for x, y in steps:
            self._xdotool("mousemove_relative", "--", str(x), str(y))
            time.sleep(0.1)
        self._xdotool("mouseup", "1")
        time.sleep(PAUSE)

    def wait_for(self, path: Path) -> None:
        """Waits until a file exists and no longer grows."""
        size = -1

        def is_whole() -> bool:
            nonlocal size
            before, size = size, path.stat().st_size if path.exists() else 0
            return size > 0 and size == before

        self._wait(is_whole)

    def picture(self, name: str) -> None:
        """Keeps a picture of the screen, for people."""
        own = {**os.environ, "DISPLAY": DISPLAY}
        subprocess.run(["import", "-window", "root", BUNDLE / name], env=own, check=True)

    def _windows(self) -> list[str]:
        return self._xdotool("search", "--onlyvisible", "--class", "gjkscope", check=False).split()

    def _wait(self, condition: Callable[[], object]) -> None:
        until = time.monotonic() + WAIT
        while not condition():
            assert self._process.poll() is None, "the application has ended"
            assert time.monotonic() < until, "nothing has happened"
            time.sleep(PAUSE)

    def _xdotool(self, *words: str, check: bool = True) -> str:
        own = {**os.environ, "DISPLAY": DISPLAY}
        return subprocess.run(["xdotool", *words], env=own, check=check, capture_output=True, text=True).stdout


@pytest.mark.usefixtures("_screen")
def test_a_scene_is_stepped_dragged_saved_and_exported() -> None:
    scene, picture = HOME / "pair.json", HOME / "exported.png"
    shutil.copy(ROOT / "assets/scenes/boxes-overlap.json", scene)
    picture.unlink(missing_ok=True)
    before = json.loads(scene.read_text())
    window = Window(scene.name)
    try:
        window.press("Home", "period")
        window.drag(BOX_B, [(12, -6)] * 6)
        window.picture("window.png")
        window.press("ctrl+s")
        moved = json.loads(scene.read_text())["shapes"]
        assert moved[0] == before["shapes"][0]
        assert moved[1]["position"] != before["shapes"][1]["position"]
        window.choose("export picture")
        window.press("ctrl+a")
        window.type("/root/exported.png")
        window.press("Return")
        window.wait_for(picture)
    finally:
        window.close()
    assert picture.read_bytes().startswith(b"\x89PNG\r\n\x1a\n")


@pytest.mark.usefixtures("_screen")
def test_a_film_is_made_from_the_menu() -> None:
    film = HOME / "short.mp4"
    film.unlink(missing_ok=True)
    (HOME / "short.gjkdemo.json").write_text(SHORT, encoding="utf-8")
    window = Window("short.gjkdemo.json")
    try:
        window.press("Escape")  # a demo that is opened plays at first
        window.choose("export film")
        window.click(EXPORT)
        window.picture("film.png")
        window.press("ctrl+a")
        window.type("/root/short.mp4")
        window.press("Return")
        window.wait_for(film)
    finally:
        window.close()
    assert film.read_bytes()[4:8] == b"ftyp"


@pytest.mark.usefixtures("_screen")
def test_a_double_click_opens_a_scene() -> None:
    """xdg-open finds the application by the file's type, and puts the file into its command line."""
    scene = HOME / "double click.gjkscope.json"
    shutil.copy(ROOT / "assets/scenes/boxes-overlap.json", scene)
    before = scene.read_text()
    window = Window(scene.name, "xdg-open")
    try:
        window.drag(BOX_B, [(12, -6)] * 6)
        window.picture("double-click.png")
        window.press("ctrl+s", "ctrl+q")
        assert window.wait_until_closed() == 0
    finally:
        window.close()
    assert json.loads(scene.read_text())["shapes"] != json.loads(before)["shapes"]


# --- last, as it removes the package ---


def test_removal_leaves_nothing_behind() -> None:
    installed = [BARE / line.lstrip("/") for line in run("dpkg", "--listfiles", "gjkscope").splitlines()]
    ours = [path for path in installed if path.is_symlink() or not path.is_dir()]
    assert len(ours) > 1000
    run("apt-get", "--quiet", "--yes", "purge", "gjkscope")
    assert [path for path in ours if path.exists() or path.is_symlink()] == []
    assert not (BARE / "opt/gjkscope").exists()
    assert list((BARE / "usr/share/mime").rglob("*gjkscope*")) == []
    assert "gjkscope" not in (BARE / "usr/share/applications/mimeinfo.cache").read_text()
