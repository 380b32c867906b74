"""Installations of engines: from wheels in a local folder with the real pip, and with an `npm` of our own."""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from gjkscope.app.ask.solvers.adapter import Adapter, Supported, adapters
from gjkscope.app.ask.solvers.engines import (
    EngineError,
    chosen_engines,
    close_engines,
    engine_solver,
    engine_title,
    installed_engines,
)
from gjkscope.app.ask.solvers.installations import engines_folder, installations, is_version
from gjkscope.app.ask.solvers.installing import installing, npm
from gjkscope.app.ask.solvers.installing.installing import (
    InstallError,
    available_versions,
    install,
    nearest_versions,
    plan_installation,
    remove,
)
from gjkscope.app.ask.solvers.installing.plan import Download, InstallPlan, Progress, size_words
from gjkscope.app.ask.solvers.packages import NpmPackage
from gjkscope.app.command_line.main import run_command
from gjkscope.engine import Box, Pose
from gjkscope.engine.cancellation import Cancelled, cancellable_by
from tests.app.ask.solvers.fake_packages import UNLOADABLE, write_npm, write_wheel

Output = pytest.CaptureFixture[str]


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A data folder of its own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    yield engines_folder()
    close_engines()


@pytest.fixture
def wheels(tmp_path: Path, data: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of wheels, which is all that pip knows."""
    folder = tmp_path / "wheels"
    folder.mkdir()
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    return folder


@pytest.mark.thorough
def test_versions_of_an_engine_are_installed_beside_each_other(wheels: Path, data: Path, capsys: Output) -> None:
    for version in ("1.0", "2.0"):
        write_wheel(wheels, version)
    write_wheel(wheels, "3.0", "cp27-cp27m-win32")
    assert run_command(["engines", "--install", "box3d@3.0", "box3d@1.0.0", "box3d@1"]) == 2
    said = capsys.readouterr()
    assert "box3d: there is no version 3.0 for Python 3" in said.err
    assert "; the nearest are 2.0, 1.0" in said.err
    assert "box3d@1.0: fetches robox3d 1.0 (1 kB); 1 kB in total" in said.out
    assert f"box3d@1.0: installed in {data / 'box3d@1.0'}; gjkscope engines --remove box3d@1.0 deletes it" in said.out
    assert f"box3d@1: 1.0 is installed in {data / 'box3d@1.0'}" in said.out
    install(InstallPlan("box3d", "2.0", ()), lambda _: None)
    assert {path.name for path in data.iterdir()} == {"box3d@1.0", "box3d@2.0"}

    boxes = (Box((1, 1, 1)), Pose(), Box((1, 1, 1)), Pose(position=(3, 0, 0)))
    own = installations(adapters()["box3d"])[-2:]
    assert [known.version for known in own] == ["2.0", "1.0"]
    for version in ("1.0", "2.0"):
        assert engine_title(f"box3d@{version}") == f"Box3D {version}"
        assert engine_solver(f"box3d@{version}").ask(*boxes).crashed == f"RuntimeError: asked {version}"
    with pytest.raises(EngineError, match=r"box3d@1\.1 is not installed: gjkscope engines --install box3d@1\.1"):
        chosen_engines(["box3d@1.1"])

    assert run_command(["engines", "--remove", "box3d@1.0", "box3d@7"]) == 2
    said = capsys.readouterr()
    assert "box3d@1.0: deleted " in said.out
    assert f"box3d@7 is not in {data}" in said.err
    assert [path.name for path in data.iterdir()] == ["box3d@2.0"]


@pytest.mark.thorough
def test_a_package_that_cannot_be_loaded_leaves_nothing(wheels: Path, data: Path) -> None:
    write_wheel(wheels, "1.0", module=UNLOADABLE)
    steps: list[Progress] = []
    with pytest.raises(InstallError, match=r"box3d@1\.0: cannot be loaded: ModuleNotFoundError: No module named 'n"):
        install(InstallPlan("box3d", "1.0", ()), steps.append)
    assert steps[-1].words == "Loading the engine for the first time"
    assert list(data.iterdir()) == []


def test_a_cancelled_installation_leaves_nothing(wheels: Path, data: Path) -> None:
    write_wheel(wheels, "1.0")
    (data / ".partial-999999999-box3d@0.9-x").mkdir(parents=True)  # of a process that was killed
    with pytest.raises(Cancelled), cancellable_by(lambda: True):
        install(InstallPlan("box3d", "1.0", ()), lambda _: None)
    assert list(data.iterdir()) == []


def test_an_index_that_cannot_be_reached_is_named(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple")
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.delenv("PIP_FIND_LINKS", raising=False)
    with pytest.raises(InstallError, match=r"^robox3d: the package index cannot be reached$"):
        available_versions(adapters()["box3d"])


@pytest.fixture
def jolt(tmp_path: Path, data: Path, monkeypatch: pytest.MonkeyPatch) -> Adapter:
    """An engine whose package comes from an `npm` of our own."""
    write_npm(tmp_path / "bin", {"jolty": ("1.0.0", "1.1.0")})
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")
    adapter = adapters()["box3d"]._replace(name="jolty", title="Jolty", package=NpmPackage("jolty"))
    monkeypatch.setitem(adapters(), "jolty", adapter)
    monkeypatch.setattr(installing, "_loaded", lambda name: installing.installation_of(name))
    return adapter


def test_a_package_of_npm_is_installed(jolt: Adapter, data: Path) -> None:
    assert available_versions(jolt) == ("1.1.0", "1.0.0")
    plan = plan_installation("jolty")
    assert isinstance(plan, InstallPlan)
    assert (plan.name, plan.words) == ("jolty@1.1.0", "jolty 1.1.0 (size unknown), helper 0.1.0 (size unknown)")
    steps: list[Progress] = []
    assert install(plan, steps.append).folder == data / "jolty@1.1.0"
    assert steps[0].words == "https://registry/jolty"
    assert json.loads((data / "jolty@1.1.0/node_modules/jolty/package.json").read_text())["version"] == "1.1.0"
    with pytest.raises(InstallError, match=r"jolty: there is no version 7; the nearest are 1\.1\.0, 1\.0\.0"):
        plan_installation("jolty@7")
    assert remove("jolty") == [data / "jolty@1.1.0"]


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("ECONNREFUSED", "jolty: the npm registry cannot be reached"),
        ("E404", "jolty: the npm registry has no such package"),
        ("E403", "jolty: the npm registry refuses it with status 403"),
        ("EACCES", "jolty: the summary"),
    ],
)
def test_faults_of_npm_are_one_line(
    jolt: Adapter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str, words: str
) -> None:
    monkeypatch.setenv("NPM_FAILS_WITH", code)
    with pytest.raises(InstallError) as fault:
        available_versions(jolt)
    assert str(fault.value) == words


def test_npm_may_be_missing(jolt: Adapter, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(npm, "which", lambda _: None)
    with pytest.raises(InstallError, match="npm is not installed; it comes with Node"):
        available_versions(jolt)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("mujoco@../x", "mujoco@../x: must be NAME or NAME@VERSION, such as mujoco@1.2.0"),
        ("mujoco@", "mujoco@: must be NAME or NAME@VERSION"),
        ("libccd@9", "libccd is a library of the system: apt install libccd2"),
        ("havoc", "unknown engine 'havoc'; must be one of "),
    ],
)
def test_unusable_names_are_refused_before_anything_is_fetched(data: Path, name: str, words: str) -> None:
    with pytest.raises(InstallError) as fault:
        plan_installation(name)
    assert str(fault.value).startswith(words)


def test_a_folder_that_cannot_be_written(tmp_path: Path, data: Path) -> None:
    (tmp_path / "data").write_text("a file")
    with pytest.raises(InstallError, match=r"engines: Not a directory"):
        install(InstallPlan("box3d", "1.0", ()), lambda _: None)


def test_versions_that_an_adapter_cannot_ask_are_refused_with_the_reason(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = adapters()["fcl"]._replace(supports=Supported(">=99", "it has no such function"))
    monkeypatch.setitem(adapters(), "fcl", old)
    with pytest.raises(EngineError, match=r"python-fcl 0\.\S+ cannot be asked: it has no such function; .* >=99"):
        chosen_engines(["fcl"])
    assert "fcl" not in installed_engines()


def test_versions_are_compared_as_versions() -> None:
    assert is_version("3.3.0", "3.3")
    assert not is_version("3.3.0", "3.30")
    assert nearest_versions(("4.0", "3.3", "3.2", "3.1", "3.0"), "3.15") == ("4.0", "3.3", "3.2", "3.1")
    assert nearest_versions(("9.0", "4.0", "3.3", "3.2", "3.1", "3.0"), "1") == ("3.1", "3.0", "9.0")


def test_sizes_are_for_people() -> None:
    assert [size_words(size) for size in (None, 1, 44_000, 6_565_173)] == ["size unknown", "1 kB", "44 kB", "6.6 MB"]
    downloads = (Download("a", "1", 5), Download("b", "1", None))
    assert (InstallPlan("a", "1", downloads).size, InstallPlan("a", "1", downloads[:1]).size) == (None, 5)
