"""`ask_engines`: what installed engines answer about a pair, judged."""

from typing import TYPE_CHECKING, Annotated

from msgspec import Meta

from gjkscope.app.ask.solvers.engines import ALL, chosen_engines
from gjkscope.app.base.decoding import meaning
from gjkscope.app.command_line.assistant.arguments import SceneArguments, asked_scene, engine_among
from gjkscope.app.command_line.assistant.tool import AssistantTool, ToolAnswer, ToolCall
from gjkscope.app.command_line.assistant.tools.query import answer_data
from gjkscope.app.command_line.scene_report import Questions

if TYPE_CHECKING:
    EngineName = str
else:
    EngineName = engine_among(ALL)

ABOUT = """Asks installed physics engines about the pairs of a scene, each in a process of its own, and judges
their answers by the certified one. A crash or a time-out is an answer, too. Engines differ in the shapes that
they take; one that is not installed is an error that says how to install it."""


class AskArguments(SceneArguments, kw_only=True):
    """The arguments of `ask_engines`."""

    engines: Annotated[
        tuple[EngineName, ...],
        Meta(min_length=1, max_length=24),
        meaning("names, or NAME@VERSION; all means the installed ones"),
    ] = (ALL,)


def _run(arguments: AskArguments, call: ToolCall) -> ToolAnswer:
    engines = chosen_engines(arguments.engines)
    scene = asked_scene(arguments, call)
    return ToolAnswer(answer_data(scene, Questions(engines=engines)))


TOOL = AssistantTool("ask_engines", "Ask physics engines", ABOUT, AskArguments, _run)
