"""`gjkscope [SCENE]`: opens the window."""

import argparse
from math import inf
from pathlib import Path

from gjkscope.app.base.loading import fast_imports, importing
from gjkscope.app.base.resources import resource
from gjkscope.app.command_line.console import DONE, UsageError, missing_library, whole_number
from gjkscope.app.command_line.scene_argument import STDIN, read_scene_argument, scene_path
from gjkscope.app.scenes.mesh_file import is_mesh_file
from gjkscope.app.scenes.scene_file import read_scene
from gjkscope.app.state.actions import (
    AddReports,
    ChooseAlgorithm,
    ExplainFailure,
    GoToStep,
    OpenDemo,
    Present,
    ShowStart,
    beside_report,
    in_fitting_workspace,
    initial_state,
    is_failure_known,
    update,
)
from gjkscope.app.state.model import Demo, State
from gjkscope.app.teach.demos.file import DemoError, is_demo_file, read_demo
from gjkscope.app.teach.lessons.contents import contents
from gjkscope.engine.cancellation import time_limit

MUSEUM = ("assets", "scenes", "museum")
START_SCENE = (*MUSEUM, "hb-article-cycle-1.json")
START_ALGORITHM = "headbutt"
READ_AT_ONCE = 500_000  # bytes: reading more takes longer than a second
READ_SECONDS = 1.5  # that a demo may take before the window opens: for a shorter time, a card would only flash


def add_open_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files",
        nargs="*",
        metavar="SCENE",
        type=scene_path,
        help="a scene, a demo (with --present several), one or two meshes, or a text to import; "
        "- is a scene on standard input",
    )
    parser.add_argument(
        "--engines",
        metavar="NAME[,NAME]",
        help="ask these engines, or your own solver (FILE.py:FUNCTION, ./program, ./library.so) about the pairs",
    )
    parser.add_argument(
        "--present",
        action="store_true",
        help="open in presenter mode: full screen, driven by a clicker (F5 in the window)",
    )
    parser.add_argument(
        "--lesson", metavar="NUMBER[.PAGE]", type=_lesson_page, help="open a lesson, such as 4, or a page of it, 4.3"
    )
    parser.add_argument(
        "--settings",
        metavar="DIR",
        type=Path,
        help="folder for settings and unsaved changes, instead of the user's own",
    )


def _lesson_page(text: str) -> tuple[str, int]:
    """The name of a lesson and a page, from 0."""
    number, dot, page = text.partition(".")
    lesson, shown = whole_number(number), whole_number(page) if dot else 1
    entry = next((entry for entry in contents() if entry.number == lesson), None)
    if entry is None or shown is None or not 1 <= shown <= len(entry.keys):
        raise argparse.ArgumentTypeError(
            f"must be a lesson from 1 to {len(contents())}, or a page of it, such as 4.3, got {text!r}"
        )
    return entry.name, shown - 1


def run_window(
    files: list[Path],
    folder: Path | None,
    engines: str | None = None,
    present: bool = False,
    lesson: tuple[str, int] | None = None,
) -> int:
    """Opens the files in the window, and returns the exit status when it is closed.

    `engines` are asked about the pairs of the scene first.  With `present`, it begins in presenter mode; with `lesson`,
    at the page of the lesson of that name.
    """
    program = _program(files) if present else ()
    files = files[:1] if program else files
    late = _is_large(files) or _is_text(files)
    if engines is not None and (late or not files or is_demo_file(files[0])):
        raise UsageError("--engines: needs a scene file or meshes to ask about")
    state = None if late else _state_soon(files)
    if state is None:
        late, state = True, open_state([])
    if engines is not None:
        state = _ask(state, engines)

    try:
        with fast_imports():
            from gjkscope.app.base.folders import settings_folder
            from gjkscope.app.state.persistence.settings_file import SettingsFile
            from gjkscope.app.window.platform import display  # query must not load the graphics libraries

            settings = SettingsFile(folder or settings_folder())
            with importing("gjkscope.app.window.window"):
                window = display.open_window(*(settings.known.window or ()))
            from gjkscope.app.state.persistence.journal_file import journal_folder
            from gjkscope.app.view.panels.requests import ReadLesson, ReadScene
            from gjkscope.app.view.panels.toolkit.panels import load_first_panels
            from gjkscope.app.view.renderer.context import NoGraphics
            from gjkscope.app.window.effects.takes import restore_draft
            from gjkscope.app.window.window import MainWindow

            load_first_panels(state)
    except ImportError as fault:
        raise missing_library(fault) from None
    except display.NoDisplay as fault:
        raise UsageError(str(fault)) from None

    try:
        journals = folder / "journals" if folder else journal_folder()
        main_window = MainWindow(state, window, settings, journals, journals.parent / "recordings")
        if present:
            main_window.session.perform([Present(on=True, program=program)])
        elif not files and main_window.is_first_run and lesson is None:
            main_window.session.perform([ShowStart()])
        restore_draft(main_window.session)
        if late:
            main_window.session.perform([ReadScene(tuple(map(str, files)))])
        if lesson is not None:
            main_window.session.perform([ReadLesson(*lesson)])
        main_window.run()
    except NoGraphics as fault:
        raise UsageError(str(fault)) from None
    main_window.close()
    return DONE


def _program(files: list[Path]) -> tuple[str, ...]:
    """The demos to present one after another; none if the files are of other types.

    All are read before the lecture begins, so that no error surprises the audience.
    """
    if not files or not all(map(is_demo_file, files)):
        return ()
    for path in files[1:]:
        _demo_in(path)
    return tuple(map(str, files))


def _demo_in(path: Path) -> Demo:
    try:
        return read_demo(path)
    except DemoError as fault:
        raise UsageError(str(fault)) from None


def _is_large(files: list[Path]) -> bool:
    """Whether the files take so long to read that the window should open first."""
    is_demo = len(files) == 1 and is_demo_file(files[0])
    return not is_demo and sum(path.stat().st_size for path in files if path.is_file()) > READ_AT_ONCE


def _is_text(files: list[Path]) -> bool:
    """Whether the file is to be imported, which the window does in a dialog."""
    if len(files) != 1 or is_demo_file(files[0]) or is_mesh_file(files[0]):
        return False
    return files[0].suffix.lower() not in ("", ".json") and files[0].is_file()


def _state_soon(files: list[Path]) -> State | None:
    """The initial state; None for a demo that takes long to read: the window shows how far it is."""
    try:
        with time_limit(READ_SECONDS if files and is_demo_file(files[0]) else inf):
            return open_state(files)
    except TimeoutError:
        return None


def open_state(files: list[Path]) -> State:
    """The initial state; without files, the scene with which the documentation begins."""
    if len(files) == 1 and is_demo_file(files[0]):
        demo = _demo_in(files[0])
        return update(initial_state(demo.first.document.scene), OpenDemo(demo, str(files[0])))
    if not files:
        return _first_state()
    state = initial_state(read_scene_argument(files), file_to_save(files))
    if len(files) == 1 and files[0].resolve().parent == resource(*MUSEUM).resolve() and is_failure_known(state):
        return update(state, ExplainFailure())
    return beside_report(in_fitting_workspace(state))


def _first_state() -> State:
    """What is open by default: a published algorithm, at the first step of a run that fails."""
    state = initial_state(read_scene(resource(*START_SCENE)))
    for action in (ChooseAlgorithm(START_ALGORITHM), GoToStep(0)):
        state = update(state, action)
    return state


def _ask(state: State, engines: str) -> State:
    """The state with the answers of engines added to the scene."""
    from gjkscope.app.ask.runs.answers import pairs_of
    from gjkscope.app.ask.solvers.asking import ask_engines
    from gjkscope.app.command_line.engine_argument import engines_argument, engines_for

    scene = state.document.scene
    answers = tuple(ask_engines(scene, pairs_of(scene), engines_for(scene, engines_argument(engines))))
    for answer in answers:
        if answer.unsupported is not None:
            state = state.with_message(f"{answer.by}: {answer.unsupported}")
    return update(state, AddReports(tuple(answer.report for answer in answers if answer.report is not None)))


def file_to_save(files: list[Path]) -> str | None:
    """The path that Save writes to; None for a scene from mesh files or standard input, or shipped with the program."""
    return str(files[0]) if len(files) == 1 and not is_mesh_file(files[0]) and files[0] != STDIN else None
