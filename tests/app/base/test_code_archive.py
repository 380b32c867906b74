"""The archive of bytecode gives the same modules as a normal import, and never those of an older source."""

import os
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module, invalidate_caches
from pathlib import Path
from types import ModuleType

import pytest

from gjkscope.app.base.code_archive import ArchiveLoader, CodeArchive, archive_path

ROOT = Path(__file__).resolve().parents[3]
NAMES = ("archived", "archived.inner", "archived.inner.leaf", "archived.word")


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A package with a subpackage, which can be imported and has been."""
    folder = tmp_path / "archived"
    (folder / "inner").mkdir(parents=True)
    (folder / "__init__.py").touch()
    (folder / "inner/__init__.py").write_text("from archived.word import WORD\n")
    (folder / "inner/leaf.py").write_text("def place():\n    return __file__\n")
    (folder / "word.py").write_text("WORD = 'old'\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    import_all()
    yield folder
    forget_all()


def import_all() -> list[ModuleType]:
    invalidate_caches()
    return [import_module(name) for name in NAMES]


def forget_all() -> None:
    for name in NAMES:
        sys.modules.pop(name, None)


def imported_from(archive: CodeArchive, monkeypatch: pytest.MonkeyPatch) -> dict[str, ModuleType]:
    """The modules of the package, imported again while the archive is in use."""
    forget_all()
    with monkeypatch.context() as patched:
        patched.setattr(sys, "meta_path", [archive, *sys.meta_path])
        return dict(zip(NAMES, import_all(), strict=True))


def archived(modules: dict[str, ModuleType]) -> set[str]:
    """Those that came from the archive."""
    return {name for name, module in modules.items() if isinstance(module.__loader__, ArchiveLoader)}


@pytest.fixture
def path(package: Path, tmp_path: Path) -> Path:
    """An archive of the package."""
    path = tmp_path / "modules"
    CodeArchive(path).add(NAMES)
    return path


def test_modules_are_the_same_as_without_it(path: Path, package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    forget_all()
    usual = dict(zip(NAMES, import_all(), strict=True))
    found = imported_from(CodeArchive(path), monkeypatch)
    assert archived(found) == {*NAMES[1:]}  # the first is in no package
    for name, module in found.items():
        assert vars(module).keys() == vars(usual[name]).keys()
        assert (module.__file__, module.__cached__) == (usual[name].__file__, usual[name].__cached__)
        assert getattr(module, "__path__", None) == getattr(usual[name], "__path__", None)
    assert found["archived.inner.leaf"].place() == str(package / "inner/leaf.py")
    assert found["archived.inner.leaf"].place.__code__.co_filename == str(package / "inner/leaf.py")


def test_a_changed_module_is_imported_from_its_source_and_archived_again(
    path: Path, package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (package / "word.py").write_text("WORD = 'new'\n")
    os.utime(package / "word.py", (2e9, 2e9))
    found = imported_from(CodeArchive(path), monkeypatch)
    assert found["archived.inner"].WORD == "new"
    assert archived(found) == {"archived.inner", "archived.inner.leaf"}
    CodeArchive(path).add(NAMES)
    found = imported_from(CodeArchive(path), monkeypatch)
    assert found["archived.inner"].WORD == "new"
    assert archived(found) == {*NAMES[1:]}


def test_a_module_that_is_gone_is_not_found(path: Path, package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (package / "inner/leaf.py").unlink()
    with pytest.raises(ModuleNotFoundError, match=r"archived\.inner\.leaf"):
        imported_from(CodeArchive(path), monkeypatch)


def test_a_package_of_the_same_name_elsewhere_is_not_confused_with_it(
    path: Path, package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package.rename(tmp_path / "before")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "before").rename(tmp_path / "elsewhere/archived")
    monkeypatch.syspath_prepend(tmp_path / "elsewhere")
    assert archived(imported_from(CodeArchive(path), monkeypatch)) == set()


def test_an_archive_of_another_python_or_an_empty_one_is_ignored(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    contents = path.read_bytes()
    for other in (b"", b"gjkscope", contents.replace(b"modules 1", b"modules 0", 1)):
        path.write_bytes(other)
        assert archived(imported_from(CodeArchive(path), monkeypatch)) == set()


def test_it_is_written_only_when_a_module_is_missing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.utime(path, (1e9, 1e9))
    CodeArchive(path).add(NAMES)
    assert path.stat().st_mtime == 1e9
    CodeArchive(path).add([*NAMES, "json.decoder"])
    assert path.stat().st_mtime > 1e9
    assert archived(imported_from(CodeArchive(path), monkeypatch)) == {*NAMES[1:]}


def test_without_a_place_for_bytecode_there_is_none(package: Path, tmp_path: Path) -> None:
    path = tmp_path / "no folder/modules"
    CodeArchive(path).add(NAMES)
    assert not path.exists()


def test_the_archive_is_beside_the_bytecode_of_this_python() -> None:
    path = archive_path("/somewhere/module.py")
    assert (path.parent.as_posix(), path.name.split(".")[0]) == ("/somewhere/__pycache__", "module")
    assert sys.implementation.cache_tag in path.name


OPEN_AND_CLOSE = """
import sys
import pyglet
pyglet.options.headless = True
from gjkscope.app.base import loading
from gjkscope.app.base.code_archive import ArchiveLoader, CodeArchive
from pathlib import Path
archive, settings = sys.argv[1:]
loading.archive_path = lambda _: Path(archive)
from gjkscope.app.__main__ import main
from gjkscope.app.window.loop import FrameLoop
def run_frame(self, dt, real=FrameLoop.run_frame):
    real(self, dt)
    self.exit()
FrameLoop.run_frame = run_frame
sys.argv = ["gjkscope", "--settings", settings]
main()
ours = [module for name, module in sys.modules.items() if name.startswith("gjkscope.app.panels.")]
print(sum(isinstance(module.__loader__, ArchiveLoader) for module in ours), len(ours))
"""


def test_the_window_opens_from_the_archive_that_the_last_one_wrote(tmp_path: Path) -> None:
    command = [sys.executable, "-c", OPEN_AND_CLOSE, str(tmp_path / "modules"), str(tmp_path)]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    counts = []
    for _ in range(2):
        run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
        assert run.returncode == 0, run.stderr
        counts.append([int(word) for word in run.stdout.split()])
    (first, panels), (second, again) = counts
    assert (first, again) == (0, panels)
    assert second > 0.9 * panels > 60  # the others are imported when they are drawn
