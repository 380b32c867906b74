"""`query`: what `gjkscope query --json` answers."""

import json
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta

from gjkscope.app.ask.runs.answers import pairs_of
from gjkscope.app.ask.runs.contacts import contact_methods
from gjkscope.app.base.decoding import meaning
from gjkscope.app.command_line.assistant.arguments import SCENE, SceneArguments, asked_scene, name_among
from gjkscope.app.command_line.assistant.tool import AssistantTool, ToolAnswer, ToolCall, ToolError
from gjkscope.app.command_line.scene_report import ALL, NAMES, Questions, scene_report
from gjkscope.app.scenes.scene import Scene
from gjkscope.app.share.export.report import as_json, as_text
from gjkscope.engine import BROADPHASES
from gjkscope.engine.options import Options
from gjkscope.engine.text import with_hyphens

if TYPE_CHECKING:
    AlgorithmName = str
    PolicyName = str
else:
    AlgorithmName = name_among("algorithm", NAMES)
    PolicyName = name_among("policy", (*contact_methods(), ALL))

ABOUT = """Answers whether the shapes of a scene overlap, how far apart or how deep they are, along which normal
and at which witness points, with proved bounds. Without algorithms, the answer is GJK's, completed by EPA, and
certified independently of them: take it as the truth. signed_distance > 0 is the gap, < 0 is minus the
penetration depth; the normal points from the first shape of the pair to the second. Metres, world space."""

MOST_PAIRS = 200  # that are answered in one call


class QueryArguments(SceneArguments, kw_only=True):
    """The arguments of `query`."""

    algorithms: Annotated[
        Annotated[tuple[AlgorithmName, ...], Meta(min_length=1, max_length=12)] | None,
        meaning("by default GJK and EPA; compare runs all that take the pair, side by side"),
    ] = None
    float32: Annotated[bool, meaning("round gjk, epa and sat to single precision, as most engines do")] = False
    policy: Annotated[
        PolicyName | None, meaning("also the contact points: exact ones, those of an engine's policy, or of all")
    ] = None
    certificate: Annotated[bool, meaning("include the certificate, which proves the answer")] = False


def answer_data(scene: Scene, questions: Questions, certificate: bool = False) -> dict[str, Any]:
    """The answers as plain data, with a line in words about each.  Raises `ToolError` and `UsageError`."""
    count = len(pairs_of(scene))
    if count > MOST_PAIRS and not all(name in BROADPHASES for name in questions.algorithms):
        raise ToolError(f"scene: has {count:,} pairs to query, at most {MOST_PAIRS} are answered; name one with pair")
    report = scene_report(scene, SCENE, questions)
    data: dict[str, Any] = json.loads(as_json(report))
    for result in data["results"]:
        if not certificate:
            del result["certificate"]
    data["scene_name"] = data.pop("scene")
    del data["file"]
    return {"words": with_hyphens(as_text(report)).splitlines()} | data


def _run(arguments: QueryArguments, call: ToolCall) -> ToolAnswer:
    scene = asked_scene(arguments, call)
    questions = Questions(
        arguments.algorithms or (None,), policy=arguments.policy, options=Options(float32=arguments.float32)
    )
    return ToolAnswer(answer_data(scene, questions, arguments.certificate))


TOOL = AssistantTool("query", "Query pairs of shapes", ABOUT, QueryArguments, _run)
