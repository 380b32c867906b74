"""Demo files: JSON read strictly into a `Demo`, and written.

What is wrong ends in one `DemoError` of one line, which also names the line of the file.  A demo is rehearsed when it
is read: a step that does not fit the scene at the time when its turn comes is found at once, not in front of the class.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..action_json import from_json, to_json
from ..actions import initial_state
from ..actions.performing import Playhead, advanced, moved_by, opening
from ..demo import Cue, Demo
from ..examples import examples
from ..json_document import Fault, FileError, Keys, Misfit, file_text, json_text, line_of, read_document
from ..ownership import Of, parts_of
from ..scene import Scene
from ..scene_file import SceneError, format_scene, parse_scene, path_inside, read_scene
from ..state import State
from ..whole_file import write_whole

if TYPE_CHECKING:
    from . import models, step, steps

SUFFIX = ".gjkdemo.json"


class DemoError(FileError):
    """A demo that cannot be read or written; it also names the line."""


class StepsFault(Exception):
    """What is wrong in which line, from 1, of a text of steps."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(line, message)
        self.line, self.message = line, message


def is_demo_file(path: Path | str) -> bool:
    return str(path).lower().endswith(SUFFIX)


def read_demo(path: Path | str) -> Demo:
    """The demo in a file.  Raises `DemoError`."""
    path = Path(path)
    try:
        return parse_demo(file_text(path), str(path), path.resolve().parent)
    except Fault as fault:
        raise DemoError(path, fault.place, fault.message) from None


def parse_demo(text: str, source: str = "demo", folder: Path | None = None) -> Demo:
    """The demo in a text; `folder` is where the scenes are that it names by file.  Raises `DemoError`."""
    try:
        document = read_document(text)
        return rehearsed(_demo(_model(document), document, folder))
    except Misfit as fault:
        raise DemoError(source, f"line {line_of(text, fault.keys)}", fault.place, fault.message) from None
    except Fault as fault:
        raise DemoError(source, fault.place, fault.message) from None


def parse_steps(text: str, name: str, first: State) -> tuple[Demo, State]:
    """A list of steps as a demo that begins with `first`, and the state that they lead to.  Raises `StepsFault`."""
    whole = f'{{"steps": {text}\n}}'  # so that lines keep their numbers
    try:
        demo = _script(_steps(read_document(whole)), name, first, None)
        return demo, performed(demo)
    except Misfit as fault:
        raise StepsFault(line_of(whole, fault.keys), f"{fault.place}: {fault.message}") from None
    except Fault as fault:
        line = re.match(r"line (\d+)", fault.place)
        raise StepsFault(int(line[1]) if line else 1, f"{fault.place}: {fault.message}") from None


def demo_of(document: dict[str, Any]) -> Demo:
    """The demo that such a document describes, not rehearsed.  Raises `Misfit`."""
    return _demo(_model(document), document, None)


def format_demo(demo: Demo) -> str:
    """The demo as the text of a demo file."""
    return json_text(demo.document) + "\n"


def write_demo(demo: Demo, path: Path | str) -> None:
    """Writes a demo file, all of it or nothing.  Raises `DemoError`."""
    try:
        write_whole(path, format_demo(demo).encode())
    except OSError as error:
        raise DemoError(path, f"cannot be written: {error.strerror or error}") from None


def start_entries(state: State) -> dict[str, Any]:
    """What a demo that begins with `state` writes of it beside the scene: all that is not as usual."""
    usual = initial_state(state.scene)
    names = [name for name in parts_of(State, Of.DEMO) if getattr(state, name) != getattr(usual, name)]
    return {name: to_json(getattr(state, name)) for name in names}


def scene_entries(scene: Scene) -> Any:
    """The scene as a demo holds it: with its meshes, as there may be no mesh file beside the demo."""
    whole = tuple(replace(body, mesh_file=None) for body in scene.bodies)
    return read_document(format_scene(replace(scene, bodies=whole)))


def rehearsed(demo: Demo) -> Demo:
    """The demo, once every step of it was found to fit.  Raises `Misfit`."""
    known, tick = demo.first.message, -1
    try:
        for head in heads(demo):
            tick, told = head.tick, head.state.message
            if told is not None and told.is_error and told is not known and not _is_recorded(_at_work(demo, tick)):
                raise Misfit(_at_work(demo, tick), told.text)
            known = told
    except (TypeError, ValueError, LookupError, ArithmeticError) as fault:
        # What a file holds may be of the wrong kind, or no longer fit what was done meanwhile.
        raise Misfit(_at_work(demo, tick + 1), f"cannot be done: {fault}") from None
    return demo


def _at_work(demo: Demo, tick: int) -> Keys:
    """The keys that lead to the last of what goes on at the tick."""
    places = [cue.place for cue in demo.cues if cue.start <= tick <= cue.start + cue.length]
    return places[-1] if places else ()


def _is_recorded(place: Keys) -> bool:
    """Whether it was done live: a recording may show how something is refused."""
    return "actions" in place


def heads(demo: Demo) -> Iterator[Playhead]:
    """The playheads of all ticks."""
    head = opening(demo)
    yield head
    while head.tick < demo.length:
        head = advanced(demo, head)
        yield head


def performed(demo: Demo) -> State:
    """The state when all of it is done, one cue after the other, in no time.  Raises `Misfit`."""
    state: State = demo.first
    for cue in demo.cues:
        state = moved_by(state, cue.begin(state), 1.0)
        if state.message is not None and state.message.is_error:
            raise Misfit(cue.place, state.message.text)
    return state


def _model(document: object) -> "models.DemoFile":
    from .. import file_models
    from . import models  # slow to import: pydantic

    found: models.DemoFile = file_models.validated(document, models.LAYOUT)
    return found


def _steps(document: object) -> "list[steps.AnyStep]":
    from .. import file_models
    from . import models

    found: models.Steps = file_models.validated(document, models.LAYOUT_OF_STEPS)
    return found.steps


def _demo(model: "models.DemoFile", document: Any, folder: Path | None) -> Demo:
    first = _started(initial_state(_scene(model.scene, ["scene"], folder)), model.start)
    hashes = tuple((entry.tick, entry.trace) for entry in model.hashes)
    demo = _script(model.steps, model.name, first, folder)
    return replace(demo, hashes=hashes, about=model.about, document=document)


def _script(steps: "list[steps.AnyStep]", name: str, first: State, folder: Path | None) -> Demo:
    """The steps in time, from a state on."""
    from .steps import timed

    _find_scenes(steps, ["steps"], folder)
    starts = list(timed(steps))
    cues = [_guarded(cue) for i, (tick, step) in enumerate(starts) for cue in step.cues(tick, ("steps", i))]
    length = sum(step.length for step in steps)
    for cue in cues:
        if cue.start > length:
            raise Misfit([*cue.place, "tick"], f"must be at most {length}, the end, got {cue.start}")
    return Demo(name, first, tuple(sorted(cues, key=_start)), length, tuple(_marks(starts)))


def _start(cue: Cue) -> int:
    return cue.start


def _guarded(cue: Cue) -> Cue:
    """The cue, which names its place when it does not fit."""

    def begin(state: State) -> Any:
        try:
            return cue.begin(state)
        except ValueError as fault:
            key, message = str(fault).split(": ", 1)
            raise Misfit([*cue.place, key], message) from None

    return cue._replace(begin=begin)


def _marks(starts: "list[tuple[int, step.Step]]") -> Iterator[tuple[int, str]]:
    """When captions come up, and what they say."""
    for tick, one in starts:
        yield from one.captions(tick)


def _find_scenes(entries: "list[Any]", keys: Keys, folder: Path | None) -> None:
    for i, step in enumerate(entries):
        place = [*keys, i]
        if step.do == "open":
            step.found(_scene(step.scene, [*place, "scene"], folder))
        elif step.do == "together":
            _find_scenes(step.steps, [*place, "steps"], folder)


def _scene(wanted: dict[str, Any] | str, keys: Keys, folder: Path | None) -> Scene:
    """A scene as it stands in the demo, an example by its name, or a file beside the demo."""
    try:
        if isinstance(wanted, dict):
            return parse_scene(json_text(wanted), "scene")
        if wanted.endswith(".json"):
            return _scene_beside(wanted, keys, folder)
    except SceneError as fault:
        raise Misfit(keys, str(fault).removeprefix("scene: ")) from None
    for example in examples():
        if example.name == wanted:
            return read_scene(example.path)
    raise Misfit(keys, f"no example has the name {wanted!r}; a scene file's name ends with .json")


def _scene_beside(name: str, keys: Keys, folder: Path | None) -> Scene:
    """A demo that one is sent may not read files elsewhere."""
    path = path_inside(folder, name) if folder is not None else None
    if path is None:
        raise Misfit(keys, f"must lie in the demo's folder and be relative to it, got {name!r}")
    return read_scene(path)


def _started(state: State, entries: dict[str, Any]) -> State:
    known = parts_of(State, Of.DEMO)
    for name in entries:
        if name not in known:
            raise Misfit(["start", name], f"unknown key; known are {', '.join(known)}")
    try:
        changes = {name: from_json(value) for name, value in entries.items()}
    except ValueError as fault:
        raise Misfit(["start"], str(fault)) from None
    for name, value in changes.items():
        usual = getattr(state, name)
        if usual is not None and value is not None and not isinstance(value, type(usual)):
            raise Misfit(["start", name], f"must be a {type(usual).__name__}, got {type(value).__name__}")
    return replace(state, **changes)
