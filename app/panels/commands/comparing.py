"""Commands for comparing two runs side by side."""

from gjkscope import engine
from gjkscope.app.actions import Action, CompareWith, ExchangeRuns, InspectRun
from gjkscope.app.model import ComparedRun, State
from gjkscope.app.panels.commands.command import Command


def _beside(name: str, title: str) -> Command:
    comparison = ComparedRun(name)
    return Command(
        f"Compare with: {title}",
        CompareWith(comparison),
        "Algorithm/Compare with",
        "comparison",
        checked=lambda state: state.run.comparison == comparison,
    )


def _compares(state: State) -> bool:
    return state.run.comparison is not None


def _inspect_other(state: State) -> Action:
    return InspectRun(not state.run.second_inspected)


INSPECT = "Step, Steps, SAT axes and Code show one of the two runs: the one whose view was clicked last"

COMMANDS = (
    *(_beside(name, algorithm.title) for name, algorithm in engine.ALGORITHMS.items()),
    Command("Inspect other run", _inspect_other, "Algorithm/Compare with", "end", ("I",), _compares, help=INSPECT),
    Command("Swap runs", ExchangeRuns(), "Algorithm/Compare with", "end", enabled=_compares),
    Command("End comparison", CompareWith(None), "Algorithm/Compare with", "end", enabled=_compares),
)
