"""`hunt`: looks for pairs that an installed engine gets wrong, within a budget."""

from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta

from gjkscope.app.ask.solvers.engines import chosen_engines
from gjkscope.app.base.decoding import meaning
from gjkscope.app.base.json_document import read_document
from gjkscope.app.command_line.assistant.arguments import engine_among, name_among
from gjkscope.app.command_line.assistant.tool import AssistantTool, ToolAnswer, ToolCall, ToolError
from gjkscope.app.judge.hunting.api import plan_for
from gjkscope.app.judge.hunting.chunks import CHUNK, CONTACT_CHUNK, HuntPlan, close_solvers
from gjkscope.app.judge.hunting.families import ORDINARY_SIZES
from gjkscope.app.judge.hunting.hunt import HuntLimits, HuntProgress, HuntReport, run_hunt
from gjkscope.app.judge.hunting.random_parts import KINDS
from gjkscope.app.judge.hunting.workers import executor_for, prepare_title
from gjkscope.app.judge.hunting.writing import found_scene, hunt_summary
from gjkscope.app.scenes.file_models import Number, Positive, Strict
from gjkscope.app.scenes.scene_file import format_scene
from gjkscope.engine import batch
from gjkscope.engine.cancellation import Cancelled, checkpoint, holding

if TYPE_CHECKING:
    HuntedEngine = str
    KindName = str
else:
    HuntedEngine = engine_among()
    KindName = name_among("kind of shape", (*KINDS, "halfspace"))

ABOUT = """Draws random and degenerate pairs of shapes, asks an installed engine about them, and groups its
wrong answers by symptom and shapes; one simple pair of each group is minimised. Reports progress and can be
cancelled. The scenes in the answer are input for query, ask_engines, published_run and render_step."""
MOST_PAIRS, MOST_SECONDS, DEFAULT_SECONDS = 100_000, 240.0, 20.0
PREPARING = 60.0  # seconds to compile what judges, once on a machine
MINIMISING = 15.0  # seconds after the hunt
SCENES = 3

_hunting = Lock()  # one hunt at a time: at its end, it closes all solvers of hunts


class HuntArguments(Strict, kw_only=True):
    """The arguments of `hunt`."""

    engine: Annotated[HuntedEngine, meaning("the engine to ask, or NAME@VERSION")]
    kinds: Annotated[
        Annotated[tuple[KindName, ...], Meta(min_length=1, max_length=9)] | None,
        meaning("the shapes to draw; by default, most"),
    ] = None
    sizes: Annotated[tuple[Positive, Positive], meaning("full extents from and to, in metres")] = ORDINARY_SIZES
    gaps: Annotated[
        tuple[Number, Number] | None, meaning("signed distances from and to, in metres; by default, any")
    ] = None
    contacts: Annotated[bool, meaning("judge contact points instead, of bodies that rest on each other")] = False
    pairs: Annotated[int, Meta(ge=1, le=MOST_PAIRS), meaning("the most pairs to draw, in blocks")] = 5_000
    seconds: Annotated[float, Meta(ge=1.0, le=MOST_SECONDS), meaning("at most so long")] = DEFAULT_SECONDS
    seed: Annotated[int, Meta(ge=0, le=2**31 - 1), meaning("of the random pairs")] = 0
    scenes: Annotated[int, Meta(ge=0, le=SCENES), meaning("how many groups are answered with a scene")] = 1


def _run(arguments: HuntArguments, call: ToolCall) -> ToolAnswer:
    chosen_engines([arguments.engine])
    plan = plan_for(
        arguments.engine,
        arguments.kinds,
        arguments.sizes,
        arguments.gaps,
        seed=arguments.seed,
        chunk=min(arguments.pairs, CONTACT_CHUNK if arguments.contacts else CHUNK),
        contacts=arguments.contacts,
    )
    call.report("preparing to judge answers")
    with holding(_hunting):
        batch.prepare(report=lambda doing, done: call.report(f"{doing}: {done:.0%}"))
        try:
            return ToolAnswer(hunt_data(_hunt(plan, arguments, call), plan, arguments.scenes))
        finally:
            close_solvers()


def _hunt(plan: HuntPlan, arguments: HuntArguments, call: ToolCall) -> HuntReport:
    title, refusal = prepare_title(plan)
    if refusal is not None:
        raise ToolError(f"engine: {arguments.engine}: {refusal}")
    end = monotonic() + arguments.seconds + MINIMISING

    def report(progress: HuntProgress) -> None:
        total = "" if progress.total is None else f" of {progress.total:,}"
        call.report(f"{progress.phase}: {progress.done:,}{total}, {progress.failures:,} wrong answers")

    limits = HuntLimits(arguments.pairs, arguments.seconds)
    with executor_for(plan, 1) as executor:
        found = run_hunt(plan, title, limits, executor, 1, report, lambda: monotonic() > end or _is_cancelled())
    checkpoint()
    return found


def _is_cancelled() -> bool:
    try:
        checkpoint()
    except Cancelled:
        return True
    return False


def hunt_data(report: HuntReport, plan: HuntPlan, scenes: int) -> dict[str, Any]:
    """The summary, with scenes instead of the names of files."""
    data = hunt_summary(report, plan)
    for number, (entry, found) in enumerate(zip(data["failures"], report.found, strict=True)):
        for name in ("scene", "worst_scene"):
            entry.pop(name, None)
        if number < scenes:
            scene = found_scene(found.group.simplest, found, report.solver, plan)
            entry["scene"] = read_document(format_scene(scene))
    return data


TOOL = AssistantTool(
    "hunt", "Hunt for wrong answers", ABOUT, HuntArguments, _run, MOST_SECONDS + PREPARING + MINIMISING
)
