"""What commands say while they wait for something that is compiled."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from types import ModuleType

import pytest

from gjkscope.app.base.resources import resource
from gjkscope.app.command_line import hunt, museum, preparing, survey
from gjkscope.app.command_line.console import UsageError
from gjkscope.app.command_line.main import run_command
from gjkscope.app.command_line.preparing import announce_compiling

SCENE = str(resource("assets", "scenes", "museum", "fcl-508.json"))


def test_engines_that_compile_are_named_if_that_takes_long(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(preparing, "PATIENCE", 0.0)
    with announce_compiling(["fcl", "newton", "mine.py:distance", "mujoco-warp@4.0.0"]):
        said, end = "", monotonic() + 10.0
        while not said.endswith("\n") and monotonic() < end:
            sleep(0.001)
            said += capsys.readouterr().err
    assert said == (
        "gjkscope: newton and mujoco-warp@4.0.0 compile at the first question about each pair of types, for up to a "
        "minute, once\n"
    )


COMMANDS = {
    "museum": (museum, "museum_table", ["--engines", "fcl", SCENE]),
    "hunt": (hunt, "run_hunt", ["fcl", "--jobs", "1", "-o"]),
    "hunt --replay": (hunt, "replay_scenes", ["fcl", "--replay"]),
    "survey": (survey, "run_survey", ["--engines", "fcl", "--families", "any pose", "--jobs", "1", "-o"]),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_that_asks_engines_announces_what_compiles(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The commands end where they would ask."""
    command, function, words = COMMANDS[name]
    announced = list[str]()

    @contextmanager
    def announce(engines: Sequence[str]) -> Iterator[None]:
        announced.extend(engines)
        yield
        announced.clear()

    def ask(*_: object) -> None:
        assert announced == ["fcl"]
        raise UsageError("asked")

    replace(command, monkeypatch, announce_compiling=announce, prepare_to_judge=lambda: None, **{function: ask})
    (tmp_path / "pair.json").write_text(Path(SCENE).read_text(encoding="utf-8"), encoding="utf-8")
    folder = [str(tmp_path)] if command is not museum else []
    assert run_command([name.split()[0], *words, *folder]) == 2
    assert announced == ["fcl"]


def replace(module: ModuleType, monkeypatch: pytest.MonkeyPatch, **values: object) -> None:
    for name, value in values.items():
        if hasattr(module, name):
            monkeypatch.setattr(module, name, value)
