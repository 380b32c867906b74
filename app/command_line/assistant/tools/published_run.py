"""`published_run`: what an engine's own algorithm does on a pair, and its first mistake."""

from typing import TYPE_CHECKING, Annotated, Any

from gjkscope.app.base.decoding import meaning
from gjkscope.app.base.numbers import spell
from gjkscope.app.command_line.assistant.arguments import SceneArguments, asked_scene, name_among
from gjkscope.app.command_line.assistant.tool import AssistantTool, ToolAnswer, ToolCall, ToolError
from gjkscope.app.judge.retelling import (
    Mistake,
    Retelling,
    claimed_answer,
    first_mistake,
    retell_by,
    retell_pair,
    run_published,
)
from gjkscope.app.scenes.scene import Scene
from gjkscope.app.state.actions.files import first_pair
from gjkscope.engine.registry.algorithms import ENGINE_ALGORITHMS

if TYPE_CHECKING:
    EngineAlgorithmName = str
else:
    EngineAlgorithmName = name_among("algorithm", ENGINE_ALGORITHMS)

ABOUT = """Runs an engine's own GJK, EPA or MPR on a pair, number by number as the engine computes it, and says
where it first goes wrong: the test, both of its numbers, the exact value, what a correct implementation does
instead, and what the engine would answer if only tests of this kind were decided exactly. Without an algorithm,
runs that of an engine that the scene reports as wrong, or any that fails on the pair."""


class PublishedArguments(SceneArguments, kw_only=True):
    """The arguments of `published_run`."""

    algorithm: Annotated[EngineAlgorithmName | None, meaning("the algorithm of an engine, with its version")] = None


def _run(arguments: PublishedArguments, call: ToolCall) -> ToolAnswer:
    scene = asked_scene(arguments, call)
    if scene.is_plane:
        raise ToolError("scene: the algorithms of engines take 3D scenes only, and this one is 2D")
    pair = first_pair(scene)
    name = arguments.algorithm or _failing_algorithm(scene)
    retelling, trace = retell_by(name, scene, pair)
    mistake = first_mistake(trace)
    found = None
    if mistake is not None:
        a, b = (scene.body(one) for one in pair)
        corrected = claimed_answer(run_published(name, a, b, (mistake.belief.decision.kind,)))
        found = {**_mistake_data(mistake), "with_this_test_exact": corrected}
    return ToolAnswer({**_retold_data(retelling), "steps": len(trace.steps), "first_mistake": found})


def _failing_algorithm(scene: Scene) -> str:
    retelling = retell_pair(scene, first_pair(scene))
    if retelling is None:
        raise ToolError("scene: no engine's algorithm takes this pair")
    return retelling.algorithm


def _retold_data(retelling: Retelling) -> dict[str, Any]:
    """The answers; the outcome is relative to the report, if the scene has one."""
    reported = {"reported": retelling.reported} if retelling.reported else {}
    answers = {"computed": retelling.computed, "truth": retelling.truth, "outcome": retelling.retold.value}
    return {"algorithm": retelling.algorithm, **reported, **answers, "why": retelling.why}


def _mistake_data(mistake: Mistake) -> dict[str, Any]:
    belief = mistake.belief
    kind, decision = belief.kind, belief.decision
    return {
        "step": mistake.step,
        "test": belief.subject,
        "inequality": belief.inequality,
        "left": spell(decision.left),
        "right": spell(decision.right),
        "exact": spell(belief.exact),
        **({"exact_is": belief.truth} if kind.measures else {}),
        "engine_decides": decision.holds,
        "exact_decides": belief.should_hold,
        "engine_concludes": kind.if_holds if decision.holds else kind.otherwise,
        "fix": kind.remedy,
    }


TOOL = AssistantTool("published_run", "Run an engine's own algorithm", ABOUT, PublishedArguments, _run)
