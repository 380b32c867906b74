"""`render_step`: a picture of a step, drawn by `gjkscope render` in a process of its own."""

import subprocess
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import Annotated

from msgspec import Meta

from gjkscope.app.base.decoding import meaning
from gjkscope.app.base.processes.interpreter import module_command
from gjkscope.app.command_line.assistant.arguments import asked_scene
from gjkscope.app.command_line.assistant.steps import StepArguments, state_at_step, step_data
from gjkscope.app.command_line.assistant.tool import AssistantTool, ToolAnswer, ToolCall, ToolError
from gjkscope.app.command_line.console import DONE
from gjkscope.app.scenes.cameras.camera import ViewSide
from gjkscope.app.scenes.scene import Scene
from gjkscope.app.scenes.scene_file import format_scene, self_contained
from gjkscope.app.state.inspection.traces import current_step
from gjkscope.app.state.model import Layout, Theme
from gjkscope.engine.cancellation import checkpoint

ABOUT = """Draws a step of an algorithm on a pair: the shapes in the world, and their Minkowski difference with
what the algorithm has there. Use it to look at a pair, and to show a person what happens; explain_step has the
words."""

COMMAND = module_command("gjkscope.app", "render", "-")
LOOK_SECONDS = 0.05  # between two looks at whether the process has ended
NARROWEST, WIDEST, DEFAULT_WIDTH = 320, 1600, 960  # pixels
MOST_MESSAGE = 1000  # bytes of what the process writes about an error


class RenderArguments(StepArguments, kw_only=True):
    """The arguments of `render_step`."""

    view: Annotated[Layout, meaning("the world, the Minkowski difference, or both")] = Layout.BOTH
    camera: Annotated[ViewSide | None, meaning("a side to look from; by default, a view from above a corner")] = None
    width: Annotated[int, Meta(ge=NARROWEST, le=WIDEST), meaning("in pixels")] = DEFAULT_WIDTH
    theme: Annotated[Theme, meaning("the colours")] = Theme.DARK


def _run(arguments: RenderArguments, call: ToolCall) -> ToolAnswer:
    scene = asked_scene(arguments, call)
    state = state_at_step(scene, arguments)
    words = ["--algorithm", arguments.algorithm, "--step", str(current_step(state)), "--view", arguments.view]
    words += ["--size", f"{arguments.width}x{arguments.width * 5 // 8}", "--theme", arguments.theme]
    words += ["--camera", arguments.camera] if arguments.camera else []
    return ToolAnswer(step_data(state), _rendered(scene, words))


def _rendered(scene: Scene, words: Sequence[str]) -> bytes:
    """The PNG file that the command writes.  Raises `ToolError` with what it says instead, and `Cancelled`."""
    with TemporaryDirectory() as folder, TemporaryFile() as given, TemporaryFile() as said:
        picture = Path(folder, "step.png")
        given.write(format_scene(self_contained(scene)).encode())
        given.seek(0)
        command = (*COMMAND, "-o", str(picture), *words)
        status = _wait(subprocess.Popen(command, stdin=given, stdout=subprocess.DEVNULL, stderr=said))
        if status != DONE:
            said.seek(0)
            lines = said.read(MOST_MESSAGE).decode(errors="replace").splitlines() or [f"ended with status {status}"]
            raise ToolError(f"the picture cannot be drawn: {lines[-1].removeprefix('gjkscope: ')}")
        return picture.read_bytes()


def _wait(process: "subprocess.Popen[bytes]") -> int:
    """The exit status.  Raises `Cancelled`, after which the process no longer runs."""
    while True:
        try:
            return process.wait(LOOK_SECONDS)
        except subprocess.TimeoutExpired:
            _check(process)


def _check(process: "subprocess.Popen[bytes]") -> None:
    try:
        checkpoint()
    except BaseException:
        process.kill()
        process.wait()
        raise


TOOL = AssistantTool("render_step", "Draw a step", ABOUT, RenderArguments, _run)
