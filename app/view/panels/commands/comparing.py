"""Commands for comparing two runs side by side, and for the reports of engines."""

from gjkscope.app.ask.runs.choices import ALL_ALGORITHMS, REPORT, is_offered
from gjkscope.app.scenes.scene import Reported
from gjkscope.app.state.actions import (
    Action,
    AddReports,
    AskEngines,
    CompareWith,
    ExchangeRuns,
    ExplainFailure,
    GoToStep,
    InspectRun,
    ShowReport,
)
from gjkscope.app.state.inspection.comparison import parting_step
from gjkscope.app.state.inspection.reports import next_report, reports_of
from gjkscope.app.state.model import ComparedRun, State
from gjkscope.app.view.panels.commands.command import Command, is_spatial
from gjkscope.app.view.panels.compare.report_form import NEW_REPORT
from gjkscope.app.view.panels.requests import PasteReport


def _beside(name: str, title: str) -> Command:
    comparison = ComparedRun(name)
    return Command(
        f"Compare with: {title}",
        CompareWith(comparison),
        "Algorithm/Compare with",
        "comparison",
        checked=lambda state: state.run.comparison == comparison,
        shown=lambda state: is_offered(name, state.document.scene.dimension),
    )


def _compares(state: State) -> bool:
    return state.run.comparison is not None


def _inspect_other(state: State) -> Action:
    return InspectRun(not state.run.second_inspected)


INSPECT = "Step, Steps, SAT axes and Code show one of the two runs: the one whose view was clicked last"

COMMANDS = (
    *(_beside(name, algorithm.title) for name, algorithm in ALL_ALGORITHMS.listings.items()),
    _beside(REPORT, "reported iterations"),
    Command(
        "Go to first difference",
        lambda state: GoToStep(parting_step(state) or 0),
        "Algorithm/Compare with",
        "end",
        ("Shift+D",),
        lambda state: parting_step(state) is not None,
        help="Shows the first step in which the two runs differ, or that of an engine from ours",
    ),
    Command("Inspect other run", _inspect_other, "Algorithm/Compare with", "end", ("I",), _compares, help=INSPECT),
    Command(
        "Ask installed engines",
        lambda state: AskEngines(not state.preferences.asks_engines),
        "Algorithm/Compare with",
        "engines",
        checked=lambda state: state.preferences.asks_engines,
        shown=is_spatial,
        help="Compare asks the collision engines that are installed, such as FCL or MuJoCo, about the pair",
        also="coal, fcl, mujoco, bullet, rapier, drake, distance3d, opinion",
    ),
    Command("Swap runs", ExchangeRuns(), "Algorithm/Compare with", "end", enabled=_compares),
    Command("End comparison", CompareWith(None), "Algorithm/Compare with", "end", enabled=_compares),
    Command(
        "Why did my engine fail?",
        ExplainFailure(),
        "Algorithm",
        "engines",
        shown=is_spatial,
        help="Runs the algorithm of the engine that reported an answer, at the first test that it got wrong",
        also="report bug mistake libccd fcl drake how it failed",
    ),
    Command(
        "Add report",
        lambda state: AddReports((Reported(state.document.pair, NEW_REPORT),)),
        "Edit",
        "reports",
        help="What an engine answered about the pair; edit it in the Compare panel",
        also="engine, fcl, bullet, jolt",
    ),
    Command(
        "Paste report",
        PasteReport(),
        "Edit",
        "reports",
        help='What an engine answered about the pair: JSON, or text such as "FCL 0.7: depth 0.12 normal (0, 1, 0)"',
    ),
    Command(
        "Draw next report",
        lambda state: ShowReport(next_report(state)),
        "View",
        "reports",
        enabled=lambda state: len(reports_of(state)) > 1,
        help="The views draw one report of an engine at a time; Compare lists all",
    ),
)
