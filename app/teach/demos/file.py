"""Reads demo files, which are strict JSON, into a `Demo`, and writes them.

Every error is a `DemoError`, a single line that includes the line number in the file.  Reading a demo also rehearses
it: a step that does not fit the scene at its time is reported on load, not in front of an audience.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gjkscope.app.base.atomic_file import write_atomically
from gjkscope.app.base.formulas import FormulaError, check_formulas
from gjkscope.app.base.json_document import (
    FieldError,
    FileError,
    Keys,
    ValueMismatch,
    file_text,
    format_path,
    json_text,
    line_at,
    read_document,
)
from gjkscope.app.base.mismatch import shown
from gjkscope.app.base.records import replace
from gjkscope.app.base.suggestions import did_you_mean
from gjkscope.app.base.system_fonts import missing_characters
from gjkscope.app.scenes.examples import examples
from gjkscope.app.scenes.file_models import validate_document
from gjkscope.app.scenes.opening import Opening
from gjkscope.app.scenes.scene import Scene
from gjkscope.app.scenes.scene_file import (
    SceneError,
    format_scene,
    opening_of,
    path_inside,
    read_scene,
    scene_of,
    within_reach,
)
from gjkscope.app.state.actions import initial_state
from gjkscope.app.state.actions.beat_time import without_motion
from gjkscope.app.state.actions.demo_playback import Playhead, advance_playhead, move_by, opening
from gjkscope.app.state.model import Cue, Demo, Motion, State
from gjkscope.app.state.model.demo import TICKS, DemoMark, MarkKind
from gjkscope.app.state.model.ownership import value_at
from gjkscope.app.state.persistence.action_json import to_json
from gjkscope.app.teach.demos.idle import IdleSteps
from gjkscope.app.teach.demos.sounds import Voice, sound_beside
from gjkscope.app.teach.demos.start import STARTS, with_start
from gjkscope.engine.cancellation import Cancelled, checkpoint

if TYPE_CHECKING:
    from gjkscope.app.teach.demos import models
    from gjkscope.app.teach.demos.steps.registry import AnyStep
    from gjkscope.app.teach.demos.steps.step import Step

Progress = Callable[[float], None]
SUFFIX = ".gjkdemo.json"
MOST_NESTED = 8  # levels of `together`


class DemoError(FileError):
    """A demo that cannot be read or written; the message includes the line number."""


class StepsError(Exception):
    """An error in a list of steps, with its line, counted from 1."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(line, message)
        self.line, self.message = line, message


def is_demo_file(path: Path | str) -> bool:
    return str(path).lower().endswith(SUFFIX)


def read_demo(path: Path | str, voice: Voice | None = None, progress: Progress | None = None) -> Demo:
    """Reads a demo file; `voice` reads captions without a sound aloud.  Raises `DemoError`.

    `progress` is called with the part that has been rehearsed, from 0 to 1.
    """
    path = Path(path)
    try:
        return parse_demo(file_text(path), str(path), path.resolve().parent, voice, progress)
    except FieldError as fault:
        raise DemoError(path, fault.place, fault.message) from None


def parse_demo(
    text: str,
    source: str = "demo",
    folder: Path | None = None,
    voice: Voice | None = None,
    progress: Progress | None = None,
) -> Demo:
    """Parses a demo; `folder` holds the scene and sound files that it refers to.  Raises `DemoError`."""
    try:
        document = read_document(text)
        model = _model(document)
        demo, idle = rehearse(_demo(model, document, folder, voice), progress)
        faults = (*idle, *_missing_fonts(model, demo.first.document.scene))
        said = demo.first.shell.message  # that there is no such algorithm
        warnings = (f"line {line_at(text, keys)}: {format_path(keys)}: {fault}" for keys, fault in faults)
        return replace(demo, warnings=(*([said.text] if said is not None else ()), *warnings))
    except ValueMismatch as fault:
        raise DemoError(source, f"line {line_at(text, fault.keys)}", fault.place, fault.message) from None
    except FieldError as fault:
        raise DemoError(source, fault.place, fault.message) from None


def parse_steps(text: str, name: str, first: State) -> tuple[Demo, State]:
    """A list of steps as a demo that starts from `first`, and the state at its end.  Raises `StepsError`."""
    whole = f'{{"steps": {text}\n}}'  # keeps the line numbers
    try:
        demo = _script(_steps(read_document(whole)), name, first, None)
        return demo, final_state(demo)
    except ValueMismatch as fault:
        raise StepsError(line_at(whole, fault.keys), f"{fault.place}: {fault.message}") from None
    except FieldError as fault:
        line = re.match(r"line (\d+)", fault.place)
        raise StepsError(int(line[1]) if line else 1, f"{fault.place}: {fault.message}") from None


def demo_of(document: dict[str, Any], folder: Path | None = None) -> Demo:
    """The demo that a JSON document describes, not rehearsed; `folder` as above.  Raises `ValueMismatch`."""
    return _demo(_model(document), document, folder)


def steps_of(demo: Demo) -> "list[Step]":
    """The steps that the demo's document describes.  Raises `ValueMismatch`."""
    steps = _model(demo.document).steps
    _find_files(steps, ["steps"], demo.folder, None)
    return list(steps)


def format_demo(demo: Demo) -> str:
    """The demo as the text of a demo file."""
    return json_text(demo.document) + "\n"


def write_demo(demo: Demo, path: Path | str) -> None:
    """Writes a demo file, completely or not at all.  Raises `DemoError`."""
    try:
        write_atomically(path, format_demo(demo).encode())
    except OSError as error:
        raise DemoError(path, f"cannot be written: {error.strerror or error}") from None


def encode_start(state: State) -> dict[str, Any]:
    """The `start` of a demo that begins with `state`: every recorded field that differs from its default."""
    usual = initial_state(state.document.scene)
    values = {name: value_at(state, part.path) for name, part in STARTS.items()}
    return {name: to_json(value) for name, value in values.items() if value != value_at(usual, STARTS[name].path)}


def inline_scene(scene: Scene) -> Any:
    """The scene as a demo stores it: with meshes inline, as their files may not accompany the demo."""
    whole = tuple(replace(body, mesh_file=None) for body in scene.bodies)
    return read_document(format_scene(replace(scene, bodies=whole)))


def rehearse(demo: Demo, progress: Progress | None = None) -> tuple[Demo, tuple[tuple[Keys, str], ...]]:
    """The demo, after performing every step of it as a check, and the steps without effect, each with the reason.

    Raises `ValueMismatch`.
    """
    known, tick, idle = demo.first.shell.message, -1, IdleSteps()
    try:
        for head in playheads(idle.watching(demo)):
            tick, note = head.tick, head.state.shell.message
            if progress is not None:
                progress(tick / max(demo.length, 1))
            if note is not None and note.is_error and note is not known and not _is_recorded(_at_work(demo, tick)):
                raise ValueMismatch(_at_work(demo, tick), note.text)
            known = note
    except (Cancelled, ValueMismatch):
        raise
    except Exception as fault:  # whatever exception it raises, a demo must not crash the program
        raise ValueMismatch(_at_work(demo, tick + 1), f"cannot be performed: {fault}") from None
    return demo, tuple(idle.idle_steps())


def step_location(demo: Demo, tick: int, path: Path | str | None) -> str:
    """Where the step in progress at `tick` is defined: file, line and step."""
    keys = _at_work(demo, tick)
    step = format_path(keys) or "start"
    if path is None:
        return step
    try:
        return f"{path}: line {line_at(file_text(Path(path)), keys)}: {step}"
    except (FieldError, ValueError):  # the file has been deleted or changed since
        return f"{path}: {step}"


def _at_work(demo: Demo, tick: int) -> Keys:
    """The keys of the last step in progress at `tick`."""
    places = [cue.place for cue in demo.cues if cue.start <= tick <= cue.start + cue.length]
    return places[-1] if places else ()


def _is_recorded(keys: Keys) -> bool:
    """Whether the action was recorded live: a recording may contain actions that were refused."""
    return "actions" in keys


def playheads(demo: Demo) -> Iterator[Playhead]:
    """The playhead at each tick."""
    head = opening(demo)
    yield head
    while head.tick < demo.length:
        checkpoint()
        head = advance_playhead(demo, head)
        yield head


def final_state(demo: Demo) -> State:
    """The state at the end, with all cues performed in order and without delay.  Raises `ValueMismatch`."""
    state: State = demo.first
    for cue in demo.cues:
        checkpoint()
        state = without_motion(move_by(state, cue.begin(state), 1.0))
        if state.shell.message is not None and state.shell.message.is_error:
            raise ValueMismatch(cue.place, state.shell.message.text)
    return state


def _model(document: object) -> "models.DemoFile":
    from gjkscope.app.teach.demos import models  # with all steps

    _check_nesting(document)
    demo: models.DemoFile = validate_document(document, models.DemoFile, "gjkdemo")
    return demo


def _steps(document: object) -> "Sequence[AnyStep]":
    from gjkscope.app.teach.demos import models

    _check_nesting(document)
    whole: models.Steps = validate_document(document, models.Steps, "")
    return whole.steps


def _check_nesting(document: object) -> None:
    """Raises `ValueMismatch` for steps nested too deeply for the models."""
    waiting: list[tuple[object, Keys, int]] = [(document, (), 0)]
    while waiting:
        holder, keys, depth = waiting.pop()
        if depth > MOST_NESTED + 1:
            raise ValueMismatch(keys, f"must be nested at most {MOST_NESTED} levels deep")
        entries = holder.get("steps") if isinstance(holder, dict) else None
        if isinstance(entries, list):
            waiting += [(entry, (*keys, "steps", i), depth + 1) for i, entry in enumerate(entries)]


def _demo(model: "models.DemoFile", document: Any, folder: Path | None, voice: Voice | None = None) -> Demo:
    first = with_start(initial_state(_with_opening(_scene(model.scene, ["scene"], folder), model)), model.start)
    demo = _script(model.steps, model.name, first, folder, voice)
    return replace(
        demo,
        hashes=tuple((entry.tick, entry.trace) for entry in model.hashes) if voice is None else (),  # it takes time
        about=model.about,
        document=document,
        folder=folder,
        marks=(*_marks_of_film(model, demo.length, folder), *demo.marks),
    )


def _with_opening(scene: Scene, model: "models.DemoFile") -> Scene:
    """The scene with the workspace and the algorithm that the demo names, in place of its own."""
    own, named = scene.opens, opening_of(model.opens)
    return replace(scene, opens=Opening(named.workspace or own.workspace, named.algorithm or own.algorithm, own.pair))


def _marks_of_film(model: "models.DemoFile", length: int, folder: Path | None) -> Iterator[DemoMark]:
    """The marks of the entire demo rather than of a step."""
    if model.sound is not None:
        mark = sound_beside(model.sound, ["sound"], folder).mark(0)
        yield mark._replace(length=min(mark.length, length))  # music may end with the demo
    if model.poster is not None:
        if round(model.poster * TICKS) > length:
            raise ValueMismatch(["poster"], f"must be at most {length / TICKS:g}, the end of the demo")
        yield DemoMark(round(model.poster * TICKS), kind=MarkKind.POSTER)


def _script(
    steps: "Sequence[AnyStep]", name: str, first: State, folder: Path | None, voice: Voice | None = None
) -> Demo:
    """Schedules the steps from an initial state."""
    from gjkscope.app.teach.demos.steps.step import MAX_SECONDS, time_steps

    _find_files(steps, ["steps"], folder, voice)
    _check_formulas(steps, ["steps"])
    starts, length = time_steps(steps)
    cues = [_guard(cue) for i, (tick, step) in enumerate(starts) for cue in step.placed_cues(tick, ("steps", i))]
    if length > MAX_SECONDS * TICKS:
        seconds = length / TICKS
        raise ValueMismatch(["steps"], f"must take at most {MAX_SECONDS} seconds in total, got {seconds:g}")
    for cue in cues:
        if cue.start > length:
            raise ValueMismatch([*cue.place, "tick"], f"must be at most {length}, the end of the demo, got {cue.start}")
    return Demo(name, first, tuple(sorted(cues, key=_start)), length, _marks(starts))


def _start(cue: Cue) -> int:
    return cue.start


def _guard(cue: Cue) -> Cue:
    """The cue with its errors raised as `ValueMismatch`, which gives its place."""

    def begin(state: State) -> Motion:
        try:
            return cue.begin(state)
        except ValueError as fault:
            key, message = str(fault).split(": ", 1)
            raise ValueMismatch([*cue.place, key], message) from None

    return cue._replace(begin=begin)


def _marks(starts: "list[tuple[int, Step]]") -> tuple[DemoMark, ...]:
    """The marks of the steps in order of time, however the steps are nested."""
    return tuple(sorted((mark for tick, step in starts for mark in step.placed_marks(tick)), key=_tick))


def _tick(mark: DemoMark) -> int:
    return mark.tick


def _find_files(entries: "Sequence[Any]", keys: Keys, folder: Path | None, voice: Voice | None) -> None:
    """Finds the scenes and sounds that the steps name."""
    from gjkscope.app.teach.demos.steps.sound import SpokenStep

    for i, step in enumerate(entries):
        keys_of_step = [*keys, i]
        if step.do == "open":
            step.set_scene(_scene(step.scene, [*keys_of_step, "scene"], folder))
        elif step.do == "together":
            _find_files(step.steps, [*keys_of_step, "steps"], folder, voice)
        elif isinstance(step, SpokenStep):
            step.find_sound(keys_of_step, folder, voice)


def _check_formulas(entries: "Sequence[Any]", keys: Keys) -> None:
    """Checks the formulas in the texts of the steps.  Raises `ValueMismatch`."""
    for place, text in _texts(entries, keys):
        try:
            check_formulas(text)
        except FormulaError as fault:
            raise ValueMismatch(place, f"formula at character {fault.start + 1}: {fault}") from None


def _texts(entries: "Sequence[Any]", keys: Keys) -> Iterator[tuple[Keys, str]]:
    """The texts of the steps that a viewer or the presenter reads, with their places."""
    for i, step in enumerate(entries):
        if step.do == "together":
            yield from _texts(step.steps, [*keys, i, "steps"])
        elif text := getattr(step, "text", None):
            yield [*keys, i, "text"], text


def _missing_fonts(model: "models.DemoFile", scene: Scene) -> Iterator[tuple[Keys, str]]:
    """Where a character stands that no font has, the first of each script, and that it is missing."""
    named = [(["scene"], name) for name in (scene.name, *(body.name for body in scene.bodies))]
    known: set[str] = set()
    for place, text in ((["name"], model.name), *named, *_texts(model.steps, ["steps"])):
        for missing in missing_characters([text]):
            if missing.script not in known:
                known.add(missing.script)
                yield place, str(missing)


def _scene(wanted: dict[str, Any] | str, keys: Keys, folder: Path | None) -> Scene:
    """A scene that is inline, the name of an example, or a file in the demo's folder."""
    try:
        if isinstance(wanted, dict):
            return within_reach(scene_of(wanted, "scene"), "scene")
        if wanted.endswith(".json"):
            return _scene_beside(wanted, keys, folder)
    except SceneError as fault:
        raise ValueMismatch(keys, str(fault).removeprefix("scene: ")) from None
    for example in examples():
        if example.name == wanted:
            return read_scene(example.path)
    near = did_you_mean(wanted, (example.name for example in examples()))
    raise ValueMismatch(keys, f"no example is named {shown(wanted)}; the name of a scene file ends with .json{near}")


def _scene_beside(name: str, keys: Keys, folder: Path | None) -> Scene:
    """A scene file in the demo's folder: a demo from elsewhere must not read other files."""
    path = path_inside(folder, name) if folder is not None else None
    if path is None:
        raise ValueMismatch(keys, f"must be a relative path inside the demo's folder, got {name!r}")
    return within_reach(read_scene(path), path)
