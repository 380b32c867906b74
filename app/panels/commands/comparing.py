"""Commands for two runs side by side."""

from gjkscope import engine
from gjkscope.app.actions import Action, CompareWith, ExchangeRuns, InspectRun
from gjkscope.app.model import State, Versus
from gjkscope.app.panels.commands.command import Command


def _beside(name: str, title: str) -> Command:
    versus = Versus(name)
    return Command(
        f"Show beside: {title}",
        CompareWith(versus),
        "Algorithm/Show beside",
        "comparison",
        checked=lambda state: state.run.versus == versus,
    )


def _compares(state: State) -> bool:
    return state.run.versus is not None


def _inspect_other(state: State) -> Action:
    return InspectRun(not state.run.second_inspected)


INSPECT = "Step, Steps, SAT axes and Code are about one of the two: that of the picture clicked in last"

COMMANDS = (
    *(_beside(name, algorithm.title) for name, algorithm in engine.ALGORITHMS.items()),
    Command("Inspect the other run", _inspect_other, "Algorithm/Show beside", "end", ("I",), _compares, help=INSPECT),
    Command("Exchange the two runs", ExchangeRuns(), "Algorithm/Show beside", "end", enabled=_compares),
    Command("End comparison", CompareWith(None), "Algorithm/Show beside", "end", enabled=_compares),
)
