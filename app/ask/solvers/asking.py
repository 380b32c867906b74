"""Asks engines about the pairs of scenes, and judges their answers like the reports of a scene."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from gjkscope.app.ask.runs.reports import JudgedReport, judge_reported
from gjkscope.app.ask.solvers.addresses import is_address, named_solver
from gjkscope.app.ask.solvers.building import check_half_spaces
from gjkscope.app.ask.solvers.installations import adapter_of
from gjkscope.app.ask.solvers.solver import Unsupported, as_report
from gjkscope.app.ask.solvers.tolerance import Tolerance, documented_tolerance
from gjkscope.app.scenes.scene import Body, Pair, Reported, Scene
from gjkscope.engine.shapes.bounds import size


class EngineAnswer(NamedTuple):
    """What an engine answered about a pair."""

    engine: str  # its name
    pair: Pair
    by: str  # its title and version
    report: Reported | None  # None: it does not take the pair
    unsupported: str | None = None  # why


def ask_engine(name: str, a: Body, b: Body) -> EngineAnswer:
    """The answer of an installed engine, or of the solver at an address, about two bodies.  Raises `Cancelled`."""
    solver = named_solver(name)
    pair = (a.name, b.name)
    if (reason := other_dimension(name, a.shape.dimension)) is not None:
        return EngineAnswer(name, pair, solver.title, None, reason)
    if is_address(name):  # its half-spaces are infinite; an adapter checks this itself
        try:
            check_half_spaces(a.shape, a.pose, b.shape, b.pose)
        except Unsupported as fault:
            return EngineAnswer(name, pair, solver.title, None, str(fault))
    answer = solver.ask(a.shape, a.pose, b.shape, b.pose)
    if answer.unsupported is not None:
        return EngineAnswer(name, pair, solver.title, None, answer.unsupported)
    return EngineAnswer(name, pair, solver.title, as_report(answer, pair, solver.title))


def ask_engines(scene: Scene, pairs: Iterable[Pair], names: tuple[str, ...]) -> Iterator[EngineAnswer]:
    """The answers of several engines about each pair, one after the other."""
    for name in names:
        if other_dimension(name, scene.dimension) is None:
            named_solver(name).start()  # all at once
    for a, b in pairs:
        for name in names:
            yield ask_engine(name, scene.body(a), scene.body(b))


def other_dimension(name: str, dimension: int) -> str | None:
    """Why an engine is not asked about a scene of that dimension; None if it is.  Solvers at addresses decide that
    themselves.
    """
    adapter = adapter_of(name)
    if adapter is None or adapter.dimension == dimension:
        return None
    return f"a {adapter.dimension}D engine; this is a {dimension}D scene"


def tolerance_for(name: str, a: Body, b: Body) -> float:
    """The tolerance for judging an engine, relative to the size of the pair: the default, or what it documents if that
    is larger.

    Solvers at addresses document nothing.
    """
    adapter = adapter_of(name)
    documented = Tolerance() if adapter is None else documented_tolerance(adapter, a.shape, b.shape)
    return documented.for_size(size(a.shape, a.pose, b.shape, b.pose))


def judge_answer(answer: EngineAnswer, a: Body, b: Body, tolerance: float | None = None) -> JudgedReport | None:
    """The judgement of an answer, with the engine's own tolerance by default; None if it does not take the pair."""
    if answer.report is None:
        return None
    return judge_reported(answer.report, a, b, tolerance_for(answer.engine, a, b) if tolerance is None else tolerance)
