"""`explain_step`: what an algorithm does in a step."""

from typing import Annotated

from gjkscope.app.ask.runs.record_text import step_text
from gjkscope.app.base.decoding import meaning
from gjkscope.app.command_line.assistant.arguments import asked_scene
from gjkscope.app.command_line.assistant.steps import StepArguments, state_at_step, step_data
from gjkscope.app.command_line.assistant.tool import AssistantTool, ToolAnswer, ToolCall
from gjkscope.app.state.inspection.traces import inspect, names_in_steps, step_record
from gjkscope.engine.explain import headline

ABOUT = """Explains a step of an algorithm on a pair in sentences with its numbers, and lists all steps by
headline. Algorithms of engines (libccd, jolt, mujoco, parry, fcl …) also say which of their tests exact
arithmetic decides otherwise."""


class ExplainArguments(StepArguments, kw_only=True):
    """The arguments of `explain_step`."""

    values: Annotated[bool, meaning("also all values of the step's record, with all digits")] = False


def _run(arguments: ExplainArguments, call: ToolCall) -> ToolAnswer:
    state = state_at_step(asked_scene(arguments, call), arguments)
    names = names_in_steps(state)
    run = inspect(state).trace
    assert run is not None, "the state shows a step of it"
    steps = [f"{number}: {headline(step, *names)}" for number, step in enumerate(run.steps)]
    values = {"values": step_text(step_record(state)).splitlines()} if arguments.values else {}
    return ToolAnswer({**step_data(state), "steps": steps, **values})


TOOL = AssistantTool("explain_step", "Explain a step", ABOUT, ExplainArguments, _run)
