"""`show` starts the window in a process of its own, here one that only says what it was asked for."""

import sys
from pathlib import Path

import pytest

from gjkscope import Body, Box, Circle, Pose, Scene, Sphere, load, plane_pose
from gjkscope.app.command_line.main import run_command
from gjkscope.app.scenes.scene_file import parse_scene
from gjkscope.app.window.show import show

PAIR = Box((1, 1, 1)), Pose(), Sphere(0.5), Pose(position=(2, 0, 0))
SCENE = "assets/scenes/museum/fcl-293.json"


@pytest.fixture
def asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file to which the process writes its argument and its standard input."""
    program = tmp_path / "window.py"
    program.write_text(
        "import sys\n"
        f"with open({str(tmp_path / 'asked')!r}, 'w') as file:\n"
        "    print(sys.argv[1], sys.stdin.read() if sys.argv[1] == '-' else '', sep='\\n', file=file)\n"
    )
    monkeypatch.setattr("gjkscope.app.window.show.COMMAND", (sys.executable, str(program)))
    return tmp_path / "asked"


def give(asked: Path) -> tuple[str, str]:
    argument, _, text = asked.read_text().partition("\n")
    return argument, text


def test_a_pair_is_passed_as_a_scene(asked: Path) -> None:
    assert show(*PAIR, wait=True).returncode == 0
    argument, text = give(asked)
    scene = parse_scene(text)
    assert argument == "-"
    assert [body.shape for body in scene.bodies] == [PAIR[0], PAIR[2]]
    assert scene.body("B").pose.position == (2, 0, 0)


def test_a_2d_pair_is_a_2d_scene(asked: Path) -> None:
    show(Circle(1), plane_pose((1, 2), 0.5), Circle(2), plane_pose((4, 0)), wait=True)
    scene = parse_scene(give(asked)[1])
    assert scene.is_plane
    assert scene.body("A").pose == plane_pose((1, 2), 0.5)


def test_scenes_and_files_are_passed_on(asked: Path) -> None:
    show(load(SCENE), wait=True)
    assert parse_scene(give(asked)[1]) == load(SCENE)
    show(SCENE, wait=True)
    assert give(asked)[0] == SCENE


def test_without_wait_the_script_continues(asked: Path) -> None:
    process = show(*PAIR)
    assert process.wait(30) == 0
    assert asked.exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((1,), "shape_a"),
        (PAIR[:2], "shape_b"),
        ((*PAIR[:3], "there"), "pose_b"),
        ((Scene("one", (Body("A", Sphere(1)),)),), "shape_a: a scene needs at least two shapes"),
        (("no.json",), "no.json: cannot be read"),
    ],
)
def test_wrong_arguments_are_named(asked: Path, arguments: tuple[object, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        show(*arguments)  # type: ignore[arg-type]
    assert not asked.exists()


def test_a_scene_on_standard_input_opens_without_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    opened = []
    monkeypatch.setattr("gjkscope.app.command_line.open.run_window", lambda files, *_: opened.append(files) or 0)
    assert run_command(["-"]) == 0
    assert opened == [[Path("-")]]
    from gjkscope.app.command_line.open import file_to_save

    assert file_to_save([Path("-")]) is None
