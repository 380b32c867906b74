"""Code that depends on the platform: listed in the documentation, and tried by faking the platform."""

import os
import re
import runpy
import signal
import subprocess
import sys
from collections.abc import Callable
from multiprocessing import spawn
from pathlib import Path
from subprocess import _args_from_interpreter_flags
from types import SimpleNamespace
from typing import Any

import moderngl
import pyglet
import pytest

from gjkscope.app import window
from gjkscope.app.ask.solvers.adapter import adapters
from gjkscope.app.ask.solvers.installing import installing
from gjkscope.app.ask.solvers.installing.plan import InstallError
from gjkscope.app.ask.solvers.packages import Wheel
from gjkscope.app.base.processes import interpreter, line_process, supervision
from gjkscope.app.base.processes.environments import command_in
from gjkscope.app.bring.notations import importer
from gjkscope.app.bring.notations.reading import ImportFault
from gjkscope.app.command_line import filming
from gjkscope.app.judge.surveying import survey
from gjkscope.app.state.persistence import journal_file, kept_file
from gjkscope.app.view.renderer import context
from gjkscope.app.window import loop
from gjkscope.app.window.imgui import keys, pyglet_backend
from gjkscope.app.window.platform import display, libraries
from gjkscope.bundle import entry
from gjkscope.engine.batch import workers as batch_workers
from gjkscope.engine.batch.processors import processors
from gjkscope.engine.runtime.compilation import stored
from gjkscope.engine.runtime.extras import MissingExtraError, extra_remedy, require
from gjkscope.engine.shapes import qhull

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/platforms.md").read_text(encoding="utf-8")

# What code that depends on the platform looks like.
SIGNS = re.compile(
    r"(?m)sys\.platform|sys\.executable|os\.uname|\"frozen\"|platform\.(?:system|machine|processor)\("
    r"|^\s*import (?:fcntl|resource|msvcrt)\b|from platformdirs|hasattr\((?:os|signal), |getattr\(os, "
    r"|\"/proc|LD_LIBRARY_PATH"
)

frozen = pytest.fixture(lambda monkeypatch: monkeypatch.setattr(sys, "frozen", True, raising=False))


def on(monkeypatch: pytest.MonkeyPatch, platform: str) -> None:
    monkeypatch.setattr(sys, "platform", platform)


def loaded_on(monkeypatch: pytest.MonkeyPatch, module: Any, platform: str) -> dict[str, Any]:
    """The names of a module as it would be loaded on that platform."""
    on(monkeypatch, platform)
    return runpy.run_path(module.__file__)


# --- the list ---


def test_the_documentation_lists_every_file_that_depends_on_the_platform() -> None:
    files = {path for folder in ("app", "engine", "gjkscope/bundle") for path in (ROOT / folder).rglob("*.py")}
    found = {str(path.relative_to(ROOT)) for path in files if SIGNS.search(path.read_text(encoding="utf-8"))}
    listed = set(re.findall(r"`((?:app|engine|gjkscope)/\S+\.py)`", PAGE))
    assert len(found) > 15
    assert found - listed == set()
    assert {name for name in listed if not (ROOT / name).exists()} == set()


def test_one_file_starts_our_own_processes() -> None:
    """Starting `sys.executable` would not work in the self-contained application; the other file may only be read."""
    files = (path for folder in ("app", "engine") for path in (ROOT / folder).rglob("*.py"))
    users = {str(path.relative_to(ROOT)) for path in files if "sys.executable" in path.read_text(encoding="utf-8")}
    assert users == {"app/base/processes/interpreter.py", "app/bring/notations/child.py"}


# --- the self-contained application ---


def test_a_child_process_runs_python() -> None:
    assert interpreter.module_command("gjkscope", "query") == (
        *(sys.executable, "-u", "-W", "ignore", "-m"),
        *("gjkscope", "query"),
    )
    assert interpreter.script_command("a.b", "/a/b.py", "7") == (sys.executable, "-I", "-S", "/a/b.py", "7")


@pytest.mark.usefixtures("frozen")
def test_the_self_contained_application_runs_itself() -> None:
    own = (sys.executable, entry.RUN_MODULE)
    assert interpreter.module_command("gjkscope", "query") == (*own, "gjkscope", "query")
    assert interpreter.script_command("a.b", "/a/b.py", "7") == (*own, "a.b", "7")
    assert command_in(None, "a.b") == (*own, "a.b")


def test_both_agree_on_the_argument_that_runs_a_module() -> None:
    assert entry.RUN_MODULE == interpreter.RUN_MODULE


def test_the_executable_runs_a_module(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "tried.py").write_text("import sys; print(__name__, sys.argv[1:])")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "argv", ["gjkscope", entry.RUN_MODULE, "tried", "a", "b"])
    assert entry.main() == 0
    assert capsys.readouterr().out == "__main__ ['a', 'b']\n"


@pytest.mark.usefixtures("frozen")
def test_the_executable_runs_processes_of_multiprocessing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Their arguments are those that `multiprocessing` gives to `sys.executable`."""
    started: list[dict[str, int | None]] = []
    monkeypatch.setattr(spawn, "spawn_main", lambda **words: started.append(words))
    tracker = "from multiprocessing.resource_tracker import main;raise SystemExit(7)"
    for arguments, status in (
        (spawn.get_command_line(tracker_fd=5, pipe_handle=18)[1:], None),
        ([*_args_from_interpreter_flags(), "-c", tracker], 7),
    ):
        monkeypatch.setattr(sys, "argv", ["gjkscope", *arguments])
        with pytest.raises(SystemExit) as ended:
            entry.main()
        assert ended.value.code == status
    assert started == [{"tracker_fd": 5, "pipe_handle": 18}]


def test_only_the_finder_of_files_is_asked_for_modules(monkeypatch: pytest.MonkeyPatch) -> None:
    class Finder:
        @classmethod
        def path_hook(cls, _path: str) -> "Finder":
            return cls()

    others = list(sys.path_hooks)
    hooks = [*others, Finder.path_hook]
    found = {"/bundle": Finder(), "/bundle/lib": None}
    monkeypatch.setitem(sys.modules, "pyimod02_importers", SimpleNamespace(PyiFrozenFinder=Finder))
    monkeypatch.setattr(sys, "path_hooks", hooks)
    monkeypatch.setattr(sys, "path_importer_cache", found)
    entry.find_files_only()
    assert hooks == others
    assert found == {"/bundle/lib": None}


def test_other_programs_get_the_libraries_of_the_system() -> None:
    set_before = {"LD_LIBRARY_PATH": "/bundle", "LD_LIBRARY_PATH_ORIG": "/usr/local/lib", "HOME": "/root"}
    unset_before = {"LD_LIBRARY_PATH": "/bundle", "HOME": "/root"}
    for environment in (set_before, unset_before):
        entry.restore_library_paths(environment)
    assert set_before == {"LD_LIBRARY_PATH": "/usr/local/lib", "HOME": "/root"}
    assert unset_before == {"HOME": "/root"}


def test_a_missing_part_is_named_with_the_way_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert extra_remedy("films") == 'pip install "gjkscope[films]"'
    with pytest.raises(MissingExtraError, match=r'^films need no_such, .*: pip install "gjkscope\[films\]"$'):
        require("no_such", "films", "films need")
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert extra_remedy("films").startswith("it is not part of the self-contained application")


@pytest.mark.usefixtures("frozen")
def test_the_self_contained_application_installs_no_wheels() -> None:
    wheel = next(adapter for adapter in adapters().values() if isinstance(adapter.package, Wheel))
    with pytest.raises(InstallError, match="not part of the self-contained application"):
        installing.available_versions(wheel)


# --- child processes ---


def test_windows_refuses_supervised_children_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    on(monkeypatch, "win32")
    with pytest.raises(OSError, match="on Windows"):
        line_process.LineProcess(["true"])
    reader = importer.Importer()
    reader.start()  # as the window does when it opens
    with pytest.raises(ImportFault, match=r"cannot be started: .* on Windows"):
        reader.import_text("box")


@pytest.mark.parametrize(("platform", "forks"), [("linux", True), ("darwin", False), ("win32", False)])
def test_only_linux_imports_in_a_fork(monkeypatch: pytest.MonkeyPatch, platform: str, forks: bool) -> None:
    started: list[object] = []
    monkeypatch.setattr(importer, "WarmProcess", lambda start, **_: started.append(start))
    on(monkeypatch, platform)
    importer.one_importer()
    assert callable(started[0]) == forks


def test_memory_is_limited_on_linux_only(monkeypatch: pytest.MonkeyPatch) -> None:
    import resource

    limited: list[int] = []
    monkeypatch.setattr(resource, "setrlimit", lambda kind, _: limited.append(kind))
    for platform in ("darwin", "linux"):
        on(monkeypatch, platform)
        supervision._limit()
    assert limited == [resource.RLIMIT_CORE, resource.RLIMIT_DATA, resource.RLIMIT_CORE]


def test_a_process_can_start_where_signals_cannot_be_blocked(monkeypatch: pytest.MonkeyPatch) -> None:
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [])
    with filming._hold_interrupts():
        assert signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, [])
    monkeypatch.delattr(signal, "pthread_sigmask")
    with filming._hold_interrupts():
        pass
    monkeypatch.undo()
    assert signal.pthread_sigmask(signal.SIG_BLOCK, []) == before


# --- files and processors ---


@pytest.mark.parametrize(
    ("platform", "variables", "folder"),
    [
        ("linux", {"XDG_CACHE_HOME": "/caches"}, "/caches"),
        ("linux", {}, "/home/a/.cache"),
        ("darwin", {}, "/home/a/Library/Caches"),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local"),
        ("win32", {}, "/home/a"),
    ],
)
def test_machine_code_is_kept_in_the_platforms_folder(
    monkeypatch: pytest.MonkeyPatch, platform: str, variables: dict[str, str], folder: str
) -> None:
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"HOME": "/home/a", **variables}.items():
        monkeypatch.setenv(name, value)
    on(monkeypatch, platform)
    assert stored._users_cache() == Path(folder)


def test_windows_locks_journals_by_its_own_call(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    locked: list[tuple[int, ...]] = []
    fake = SimpleNamespace(LK_NBLCK=2, locking=lambda *arguments: locked.append(arguments))
    monkeypatch.setitem(sys.modules, "msvcrt", fake)
    lock = loaded_on(monkeypatch, journal_file, "win32")["lock"]
    with (tmp_path / "journal").open("wb") as file:
        file.write(b"contents")
        lock(file)
        assert locked == [(file.fileno(), 2, 1)]
        assert file.tell() == 0


def test_processors_are_counted_where_there_is_no_affinity(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 6)
    assert processors() == 6


def test_the_processor_is_named_where_there_is_no_proc(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> str:
        raise FileNotFoundError

    monkeypatch.setattr(Path, "read_text", refuse)
    monkeypatch.setattr("platform.processor", lambda: "")
    monkeypatch.setattr("platform.machine", lambda: "arm64")
    assert survey.processor() == "arm64"


@pytest.mark.parametrize(
    ("platform", "library"), [("linux", "libqhull_r.so"), ("darwin", "libqhull_r.dylib"), ("win32", "")]
)
def test_qhull_is_a_library_of_the_platform(monkeypatch: pytest.MonkeyPatch, platform: str, library: str) -> None:
    """On Windows it is SciPy's, which nothing else needs."""
    module = loaded_on(monkeypatch, qhull, platform)
    if platform == "win32":
        imported: list[str] = []
        monkeypatch.setitem(module["load_qhull"].__globals__, "import_module", imported.append)
        module["load_qhull"]()
        assert imported == ["scipy.spatial"]
    else:
        assert module["LIBRARY"].name == library
        assert not module["is_loaded"]()


def test_windows_opens_kept_files_in_binary_mode(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Otherwise line breaks would change, and Ctrl+Z would end a file."""
    asked: list[int] = []
    real = os.open

    def record(path: Path, flags: int) -> int:
        asked.append(flags)
        return real(path, os.O_RDONLY)

    (tmp_path / "kept").write_bytes(b"1")
    monkeypatch.setattr(os, "open", record)
    monkeypatch.setattr(os, "O_BINARY", 1 << 28, raising=False)
    monkeypatch.delattr(os, "O_NONBLOCK")
    kept_file._open(tmp_path / "kept").close()
    assert asked == [os.O_RDWR | 1 << 28]


def test_background_work_starts_where_there_are_no_priorities() -> None:
    """In a process of its own, as it changes how the process handles Ctrl+C."""
    script = (
        "import os; del os.nice\n"
        "from threading import Event\n"
        "from gjkscope.app.judge.hunting import workers\n"
        "workers._begin(Event(), workers.NICE, 'work'); print(workers._doing)"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "work\n"


def test_threads_are_kept_where_nothing_forks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "register_at_fork")
    assert runpy.run_path(batch_workers.__file__)["in_threads"](lambda: True, 2) == [True, True]


# --- graphics and the window ---


@pytest.mark.parametrize(("platform", "settings"), [("linux", {"backend": "egl"}), ("darwin", {}), ("win32", {})])
def test_only_linux_draws_pictures_with_egl(
    monkeypatch: pytest.MonkeyPatch, platform: str, settings: dict[str, str]
) -> None:
    asked: list[dict[str, Any]] = []
    monkeypatch.setattr(moderngl, "create_context", lambda **words: asked.append(words))
    on(monkeypatch, platform)
    context.create_headless_context()
    assert asked == [{"require": context.GL_VERSION, "standalone": True, **settings}]


@pytest.mark.parametrize(("platform", "has_x11"), [("linux", True), ("darwin", False), ("win32", False)])
def test_only_linux_has_x11(monkeypatch: pytest.MonkeyPatch, platform: str, has_x11: bool) -> None:
    monkeypatch.setitem(display.pyglet.options, "headless", False)
    on(monkeypatch, platform)
    assert display._has_x11() == has_x11


def test_libraries_are_searched_by_pyglet_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    searching: Callable[..., Any] = vars(libraries.lib.loader)["find_library"]
    on(monkeypatch, "darwin")
    libraries.find_libraries_at_once()
    assert vars(libraries.lib.loader)["find_library"] is searching


@pytest.mark.parametrize(("platform", "interval"), [("linux", None), ("darwin", 1 / 60), ("win32", 1 / 60)])
def test_the_loop_sleeps_until_an_event_on_linux_only(
    monkeypatch: pytest.MonkeyPatch, platform: str, interval: float | None
) -> None:
    assert loaded_on(monkeypatch, loop, platform)["WAKE_INTERVAL"] == interval


@pytest.mark.parametrize(("platform", "sign"), [("linux", -1), ("darwin", 1), ("win32", -1)])
def test_scrolling_sideways_follows_the_platform(monkeypatch: pytest.MonkeyPatch, platform: str, sign: int) -> None:
    assert loaded_on(monkeypatch, pyglet_backend, platform)["SCROLL_X_SIGN"] == sign


@pytest.mark.parametrize(("platform", "has_it"), [("linux", True), ("darwin", False), ("win32", False)])
def test_shift_tab_is_a_key_of_its_own_on_linux_only(
    monkeypatch: pytest.MonkeyPatch, platform: str, has_it: bool
) -> None:
    assert (keys.key.user_key(23) in loaded_on(monkeypatch, keys, platform)["KEYS"]) == has_it


@pytest.mark.parametrize(("platform", "has_it"), [("linux", False), ("darwin", False), ("win32", True)])
def test_only_windows_has_a_shadow_window(monkeypatch: pytest.MonkeyPatch, platform: str, has_it: bool) -> None:
    monkeypatch.setitem(pyglet.options, "shadow_window", None)
    monkeypatch.setattr(libraries, "find_libraries_at_once", lambda: None)
    loaded_on(monkeypatch, window, platform)
    assert pyglet.options.shadow_window == has_it
