"""The search for the version in which an answer changed, and the command; nothing is installed."""

import json
from collections.abc import Callable

import pytest

from gjkscope.app.ask.solvers.adapter import adapters
from gjkscope.app.ask.solvers.installing.plan import InstallError, InstallPlan
from gjkscope.app.base.resources import resource
from gjkscope.app.command_line import bisect as command
from gjkscope.app.command_line.main import run_command
from gjkscope.app.judge import bisecting
from gjkscope.app.judge.bisecting import VersionAsker, VersionOutcome, all_versions, bisect_versions
from gjkscope.app.scenes.museum_table import RIGHT, UNSUPPORTED, WRONG, EngineOutcome
from gjkscope.app.scenes.scene_file import read_scene

Output = pytest.CaptureFixture[str]
SCENE = resource("assets", "scenes", "museum") / "fcl-493.json"
VERSIONS = [f"1.{number}" for number in range(64)]


def answers(is_right: Callable[[int], bool | None]) -> Callable[[str], VersionOutcome]:
    """Answers by the minor version."""
    outcomes = {True: RIGHT, False: WRONG, None: UNSUPPORTED}
    return lambda version: VersionOutcome(version, outcomes[is_right(int(version.partition(".")[2]))])


@pytest.mark.parametrize(("change", "turns_right"), [(1, True), (37, True), (63, False)])
def test_a_change_is_found_with_few_questions(change: int, turns_right: bool) -> None:
    bisection = bisect_versions(VERSIONS, answers(lambda minor: (minor >= change) == turns_right))
    [(last, first)] = bisection.changes
    assert (last.version, first.version, first.right) == (f"1.{change - 1}", f"1.{change}", turns_right)
    assert len(bisection.log) <= 8
    assert [outcome.version for outcome in bisection.log[:2]] == ["1.0", "1.63"]  # both ends


def test_versions_without_an_answer_are_passed_over() -> None:
    unusable = {0, 63, *range(30, 35)}
    bisection = bisect_versions(VERSIONS, answers(lambda minor: None if minor in unusable else minor >= 33))
    [(last, first)] = bisection.changes
    assert (last.version, first.version) == ("1.29", "1.35")


@pytest.mark.parametrize("is_right", [True, None])
def test_ends_that_agree_are_not_bisected(is_right: bool | None) -> None:
    bisection = bisect_versions(VERSIONS[:8], answers(lambda _: is_right))
    assert bisection.changes == ()
    assert len(bisection.log) == (2 if is_right else 8)


def test_all_versions_show_every_change() -> None:
    bisection = all_versions(VERSIONS[:8], answers(lambda minor: minor not in (2, 3)))
    assert [(last.version, first.version) for last, first in bisection.changes] == [("1.1", "1.2"), ("1.3", "1.4")]


def test_versions_are_installed_as_they_are_asked_and_removed(monkeypatch: pytest.MonkeyPatch) -> None:
    events: list[str] = []

    def install(plan: InstallPlan, _: object) -> None:
        if plan.version == "1.0":
            raise InstallError("it has no wheel")
        events.append(f"install {plan.name}")

    monkeypatch.setattr(bisecting, "install", install)
    monkeypatch.setattr(bisecting, "installation_of", lambda name: name if name == "mujoco@1.2" else None)
    monkeypatch.setattr(bisecting, "pair_outcome", lambda name, *_: EngineOutcome(name, WRONG, "too far"))
    monkeypatch.setattr(bisecting, "remove", lambda name: events.append(f"remove {name}"))
    a, b = read_scene(SCENE).bodies[:2]
    asker = VersionAsker(adapters()["mujoco"], a, b, None, lambda _: None)
    assert [asker.ask(version) for version in ("1.0", "1.1", "1.2")] == [
        VersionOutcome("1.0", UNSUPPORTED, "it has no wheel"),
        VersionOutcome("1.1", WRONG, "too far"),
        VersionOutcome("1.2", WRONG, "too far"),
    ]
    asker.remove()
    assert events == ["install mujoco@1.1", "remove mujoco@1.1"]


@pytest.fixture
def offered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Five versions of MuJoCo, the fourth of which is the first right one."""
    monkeypatch.setattr(command, "available_versions", lambda _: ("5.0", "4.0", "4.0rc1", "3.3.0", "3.2.4", "3.2.0"))
    outcome = {"3.2.4": WRONG, "3.3.0": WRONG, "4.0": RIGHT, "5.0": RIGHT}
    monkeypatch.setattr(VersionAsker, "ask", lambda _, version: VersionOutcome(version, outcome[version]))


@pytest.mark.usefixtures("offered")
def test_the_command_prints_the_log_and_the_change(capsys: Output) -> None:
    assert run_command(["bisect", str(SCENE), "--engine", "mujoco"]) == 0
    said = capsys.readouterr()
    assert "mujoco >=3.2.4 only: in others, its MjSpec cannot" in said.err
    lines = said.out.splitlines()
    assert lines[0] == "mujoco 3.2.4       wrong"
    assert lines[-1] == "MuJoCo answers right since 4.0, wrong until 3.3.0 (4 of 4 versions asked)"
    assert run_command(["bisect", str(SCENE), "--engine", "mujoco", "--from", "4.0", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["versions"], document["changes"], len(document["log"])) == (["4.0", "5.0"], [], 2)


@pytest.mark.usefixtures("offered")
@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--engine", "havoc"], "--engine: unknown engine 'havoc'; must be one of "),
        (
            ["--engine", "mujoco", "--from", "4.5"],
            "--from: there is no version 4.5 of mujoco; the nearest are 5.0, 4.0",
        ),
        (["--engine", "mujoco", "--from", "5", "--to", "4"], "mujoco: no version lies in this range"),
        (["--engine", "mujoco", "--to", "3.2.0"], "mujoco: MuJoCo 3.2.0 cannot be asked: its MjSpec cannot"),
    ],
)
def test_unusable_arguments_of_the_command(words: list[str], reason: str, capsys: Output) -> None:
    assert run_command(["bisect", str(SCENE), *words]) == 2
    [line] = capsys.readouterr().err.splitlines()
    assert reason in line
