"""`judge`: whether an engine's answer about a pair is right."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from gjkscope.app.base.decoding import meaning
from gjkscope.app.base.json_document import read_document
from gjkscope.app.base.numbers import spell
from gjkscope.app.command_line.assistant.arguments import SCENE, SceneArguments, asked_scene
from gjkscope.app.command_line.assistant.tool import AssistantTool, ToolAnswer, ToolCall, ToolError
from gjkscope.app.command_line.assistant.tools.query import answer_data
from gjkscope.app.command_line.scene_report import Questions
from gjkscope.app.scenes.file_models import OF_ANY, Name, NotNegative, SaidNumber, Strict
from gjkscope.app.scenes.scene import Scene
from gjkscope.app.scenes.scene_file import format_scene, scene_of, self_contained
from gjkscope.app.scenes.scene_models import SaidVerdict
from gjkscope.app.state.actions.files import first_pair

ABOUT = """Judges what an engine answered about a pair, field by field, by the certified answer: verdict,
distance, normal, witness points, contact points. Give what the engine said, in world space, in metres, with the
signs of query: convert an engine's own conventions first (many return a positive depth, or a normal from B to
A). Without an answer, judges those that the scene has in reported."""

SaidAnyVector = Annotated[tuple[SaidNumber, ...], OF_ANY]


class SaidPoint(Strict):
    """A contact point that the engine reported."""

    position: Annotated[SaidAnyVector, meaning("in world space, in metres")]
    depth: Annotated[SaidNumber | None, meaning("penetration depth, in metres: > 0 inside")] = None


class JudgeArguments(SceneArguments, kw_only=True):
    """The arguments of `judge`."""

    by: Annotated[Name, meaning("the engine and its version")] = "the engine"
    verdict: Annotated[SaidVerdict | None, meaning("what it said about the pair")] = None
    signed_distance: Annotated[SaidNumber | None, meaning("> 0 is the gap, < 0 is minus the depth")] = None
    normal: Annotated[SaidAnyVector | None, meaning("from the first shape of the pair to the second")] = None
    witness_a: Annotated[SaidAnyVector | None, meaning("its closest or deepest point on the first shape")] = None
    witness_b: Annotated[SaidAnyVector | None, meaning("the same on the second shape")] = None
    points: Annotated[tuple[SaidPoint, ...], Meta(max_length=64), meaning("contact points")] = ()
    crashed: Annotated[Name | None, meaning("how it ended instead of an answer, such as SIGABRT")] = None
    tolerance: Annotated[
        NotNegative | None, meaning("relative to the size of the pair; 1e-6 by default, 1e-4 suits single precision")
    ] = None


SAID = ("verdict", "signed_distance", "normal", "witness_a", "witness_b", "points", "crashed")


def _run(arguments: JudgeArguments, call: ToolCall) -> ToolAnswer:
    scene = asked_scene(arguments, call)
    said = _said(arguments)
    if said:
        scene = _with_report(scene, {"by": arguments.by, **said})
    elif not scene.reported:
        raise ToolError(f"nothing to judge: give what the engine said, at least one of {', '.join(SAID)}")
    pair = scene.reported[0].pair if said else arguments.pair
    questions = Questions((None,), pair, tolerance=arguments.tolerance)
    return ToolAnswer(answer_data(scene, questions))


def _said(arguments: JudgeArguments) -> dict[str, Any]:
    """What the engine said, as in `reported` of a scene file."""
    given = spell(msgspec.to_builtins({name: getattr(arguments, name) for name in SAID}))
    points = [{name: part for name, part in point.items() if part is not None} for point in given.pop("points")]
    said = {name: part for name, part in given.items() if part is not None}
    return said | ({"points": points} if points else {})


def _with_report(scene: Scene, entry: dict[str, Any]) -> Scene:
    """The scene with this report alone, about its first pair.  Raises `SceneError`."""
    document: Any = read_document(format_scene(self_contained(scene)))
    return scene_of(document | {"reported": [{"pair": [*first_pair(scene)], **entry}]}, str(SCENE))


TOOL = AssistantTool("judge", "Judge an engine's answer", ABOUT, JudgeArguments, _run)
