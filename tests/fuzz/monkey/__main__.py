"""`make monkey`: sends random events to the window, and checks after each batch that what must hold does.

    python -m tests.fuzz.monkey --events 100000 --seed 1

The window has no screen, but the events take the way of real ones: mouse, wheel, keys, text, pasted texts, dropped
files, sizes.  Three of four mouse movements end on a widget.  Every few events a frame is drawn, without pixels.  A
batch has 200 events, and every tenth batch begins with another example in another workspace.

What leaves the window is kept inside: files are written only to a folder of its own, and no page is opened, no engine
installed, and no hunt started.  The exit status is 1 at the first exception or broken invariant, which is printed with
the events before it; the same seed leads there again.
"""

import argparse
import faulthandler
import os
import sys
import time
import traceback
from collections import Counter, deque
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from tests.app.interface import Ear, Rect  # isort: skip  first of all that loads pyglet.window
from tests.app.harness import headless_window  # isort: skip

from pyglet.clock import Clock

from gjkscope.app.base.resources import resource
from gjkscope.app.scenes.demo_examples import demo_examples
from gjkscope.app.scenes.examples import examples
from gjkscope.app.state import model
from gjkscope.app.state.actions import ChooseWorkspace, LeaveDemo, LeaveLesson, Present, initial_state
from gjkscope.app.view.panels import requests
from gjkscope.app.window.effects.effect import HANDLERS
from gjkscope.app.window.window import MainWindow
from tests.app.interface import scene
from tests.app.unseen import Unseen
from tests.fuzz.endurance.work import concave_block, record
from tests.fuzz.monkey.events import LARGEST, Hands
from tests.fuzz.monkey.invariants import check
from tests.fuzz.texts.collecting import strings_of_tests

BATCH = 200  # events
FRESH = 10  # batches between two new beginnings
SHOWN = 40  # events before a fault
FRAMES = (0, 1, 2, 3)  # at most, drawn after a deed, until its events are processed
LOOKED_AT = 0.1  # of the frames that would show nothing new
PAUSES = (1 / 60, 1 / 60, 1 / 60, 0.2, 1.0)  # seconds of a frame
WEIGHTS = {
    "click": 26, "move": 14, "nudge": 16, "press": 6, "release": 8, "scroll": 7, "press_key": 14, "type_text": 5,
    "choose_workspace": 1, "paste": 1, "drop": 1, "resize": 0.5, "leave": 1, "look_away": 0.5,
}  # fmt: skip
KEPT_INSIDE = (
    requests.OpenLink,
    requests.PlanInstallation,
    requests.StartInstallation,
    requests.RemoveEngine,
    requests.StartHunt,
    requests.StartSurvey,
    requests.PreviewFilm,
)
HEAVY = (model.Purpose.FILM, model.Purpose.SITE)


class Monkey:
    """A window, and the random events that it gets."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.draw = Random(seed)
        self.folder = folder
        self.files = files_in(folder)
        self.window = headless_window(900, 600)
        self.window.set_caption = lambda _: None  # a window without a screen has none
        self.window.fill_screen = lambda _: None
        state = initial_state(scene("boxes-vertex-face"))
        self.main = MainWindow(state, self.window, None, folder / "journals", folder / "recordings")
        self.main.session.timeout = self.main.session.ticks.timeout = None  # files and ticks are waited for
        self.now: float = self.main.loop.clock.time()
        self.main.loop.clock = Clock(lambda: self.now)
        self.ear = Ear()
        self.ear.listen()
        self.unseen = Unseen(self.main)
        self.hands = Hands(self.window, self.draw, self.widgets)
        self.log: deque[str] = deque(maxlen=SHOWN)
        self.frames = 0

    def widgets(self) -> list[Rect]:
        return [widget.rect for widget in self.ear.widgets.values()] + [*self.ear.pictures.values()] * 4

    def batch(self, number: int) -> None:
        """Sends the events of a batch, and checks the state that they lead to."""
        if number % FRESH == 0:
            self.begin_afresh()
        until = self.hands.sent + BATCH
        while self.hands.sent < until:
            (name,) = self.draw.choices([*WEIGHTS], [*WEIGHTS.values()])
            self.log.append(name)
            self.send(name)
            for _ in range(self.draw.choice(FRAMES)):
                if self.main._layer.has_input_left or self.draw.random() < LOOKED_AT:
                    self.frame(self.draw.choice(PAUSES))
        self.hands.release()
        self.frame()
        self.check()

    def send(self, name: str) -> None:
        values: dict[str, Callable[[], Any]] = {
            "paste": lambda: self.draw.choice(strings_of_tests())[0],
            "drop": lambda: self.draw.choice(self.files),
        }
        getattr(self.hands, name)(*([values[name]()] if name in values else []))
        if self.main.session.finished:  # it would end here
            self.main.session.finished = False
            self.main.loop.has_exit = False

    def begin_afresh(self) -> None:
        """Closes what is open, and opens an example in a workspace."""
        self.hands.let_go()
        self.frame()
        session = self.main.session
        session.perform([Present(False), requests.ToggleRecording(on=False), LeaveDemo(), LeaveLesson()])
        session.perform([requests.StopListening(), requests.CloseCapture()])
        path = self.draw.choice([*(example.path for example in examples()), demo_examples()[0].path])
        session.perform([requests.ReadScene((str(path),), is_example=True, discard=True)])
        session.perform([ChooseWorkspace(self.draw.choice([*model.Workspace]))])
        self.log.append(f"open {path.name}")
        self.window.set_size(*LARGEST)
        self.frame()

    def frame(self, seconds: float = 1 / 60) -> None:
        self.main.jobs.wait()
        self.main.session.runs.wait()
        self.ear.begin_frame()
        self.now += seconds
        self.main.loop.run_frame(seconds)
        self.ear.end_frame()
        self.frames += 1

    def check(self) -> None:
        journal, state = self.main._journal, self.main.session.state
        assert journal is not None
        journal.flush(state.mine, at_once=True)
        assert journal.fault is None, journal.fault
        is_complete = journal._file is not None and state.mine.modified
        check(state, journal._path if is_complete else None)

    def close(self) -> None:
        self.ear.stop()
        self.main.close()


def files_in(folder: Path) -> list[Path]:
    """Files to drop on the window: of all kinds, and some that cannot be read."""
    record(folder / "run.gjkcap")
    texts = {
        "block.obj": concave_block(), "broken.json": '{"gjkscope": 1, "shapes": [', "empty.json": "",
        "pair.txt": "box 1 1 1\nsphere 0.5 at 1 0 0\n", "broken.gjkdemo.json": "{}", "broken.ply": "ply\n",
    }  # fmt: skip
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "noise.glb").write_bytes(bytes(range(256)))
    shipped = [example.path for example in examples()[::20]]
    return [
        *(folder / name for name in texts),
        folder / "run.gjkcap",
        folder / "noise.glb",
        folder / "absent",
        *shipped,
    ]


def keep_inside(folder: Path) -> None:
    """Lets no request reach beyond the folder: files are written there only, and nothing else leaves the window."""
    for kind in KEPT_INSIDE:
        HANDLERS[kind] = lambda *_: None
    for kind in (requests.SaveScene, requests.Export):
        HANDLERS[kind] = within(folder, HANDLERS[kind])
    save_take = HANDLERS[requests.SaveTake]

    def save_take_within(session: Any, request: Any) -> None:
        show = session.state.show
        if show is None or show.path is None or Path(show.path).resolve().is_relative_to(folder):
            save_take(session, request)

    HANDLERS[requests.SaveTake] = save_take_within


def within(folder: Path, handle: Callable[[Any, Any], None]) -> Callable[[Any, Any], None]:
    def handle_within(session: Any, request: Any) -> None:
        path = request.path or session.state.file.path
        is_heavy = isinstance(request, requests.Export) and request.purpose in HEAVY
        if not is_heavy and (path is None or Path(path).resolve().is_relative_to(folder)):
            handle(session, request)

    return handle_within


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.monkey", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--events", type=int, default=10_000, help="default 10,000")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    faulthandler.enable()  # a crash is a fault, too
    assets = resource("assets").resolve()
    with TemporaryDirectory() as name:
        folder = Path(name).resolve()
        os.environ["XDG_CONFIG_HOME"] = os.environ["XDG_DATA_HOME"] = os.environ["HOME"] = name
        os.chdir(folder)
        keep_inside(folder)
        before = sizes(assets)
        status = run(Monkey(folder, options.seed), options.events)
        assert sizes(assets) == before, "a file of the program was changed"
    return status


def run(monkey: Monkey, events: int) -> int:
    """Sends the events; returns the exit status."""
    began, visits = time.monotonic(), Counter[str]()
    number = 0
    while monkey.hands.sent < events:
        try:
            monkey.batch(number)
        except Exception:  # whatever it is, it is what is looked for
            print(f"batch {number}, after {' '.join(monkey.log)}:\n{traceback.format_exc()}", flush=True)
            return 1
        visits[monkey.main.session.state.shell.workspace.value] += 1
        number += 1
        if number % 50 == 0:
            print(f"{monkey.hands.sent:,} events, {time.monotonic() - began:.0f} s", flush=True)
    counts = ", ".join(f"{name} {count}" for name, count in visits.most_common())
    seconds = time.monotonic() - began
    print(
        f"{monkey.hands.sent:,} events, {monkey.frames:,} frames, no fault, {seconds:.0f} s; batches in {counts}",
        flush=True,
    )
    monkey.close()
    return 0


def sizes(folder: Path) -> dict[Path, tuple[int, int]]:
    """The sizes and times of all files in a folder."""
    found = {path: path.stat() for path in folder.rglob("*") if path.is_file()}
    return {path: (status.st_size, status.st_mtime_ns) for path, status in found.items()}


if __name__ == "__main__":
    sys.exit(main())
