"""Effects of the Hunt panel: start and stop a hunt, and choose a solver from a file."""

from pathlib import Path

from gjkscope.app.base.records import replace
from gjkscope.app.state.actions import SetHunt, ShowDialog, ShowHuntRun
from gjkscope.app.state.model import FileDialog, HuntPhase, Purpose
from gjkscope.app.view.panels.requests import BrowseSolver, StartHunt, StopHunt, TakeSolver
from gjkscope.app.window.effects.effect import Host, close_dialog, handles, report_in_dialog, scene_folder


@handles(StartHunt)
def _start_hunt(session: Host, _: StartHunt) -> None:
    from gjkscope.app.window.hunting import HuntJob

    setup, document = session.state.hunt.setup, session.state.document
    if session.hunting is not None or not setup.solver.strip():
        return
    near = replace(document.scene, pairs=(document.pair,)) if setup.near else None
    session.hunting = HuntJob(replace(setup, solver=setup.solver.strip()), near, session.wake)
    session.act(ShowHuntRun(session.hunting.run))


@handles(StopHunt)
def _stop_hunt(session: Host, _: StopHunt) -> None:
    if session.hunting is not None:
        session.hunting.stop()
        session.act(ShowHuntRun(replace(session.hunting.run, phase=HuntPhase.STOPPING)))


def follow_hunt(session: Host) -> None:
    """Shows the progress of the hunt, if there is one."""
    run = None if session.hunting is None else session.hunting.changed_run()
    if run is not None:
        session.act(ShowHuntRun(run))
        if not run.is_running:
            session.hunting = None


@handles(BrowseSolver)
def _browse_solver(session: Host, _: BrowseSolver) -> None:
    file = session.state.hunt.setup.solver.partition(".py:")[0]
    folder = Path(file).resolve().parent if file and session.state.hunt.setup.is_own else scene_folder(session)
    session.act(ShowDialog(FileDialog(Purpose.SOLVER, str(folder))))


@handles(TakeSolver)
def _take_solver(session: Host, request: TakeSolver) -> None:
    dialog, address = close_dialog(session), request.path
    if Path(address).suffix == ".py":
        try:
            name = _solver_function(Path(address).read_text(encoding="utf-8"))
        except (OSError, ValueError, SyntaxError) as fault:
            reason = getattr(fault, "strerror", None) or fault
            report_in_dialog(session, dialog, f"{Path(address).name}: cannot be read: {reason}")
            return
        if name is None:
            needed = "must define a function f(a, pose_a, b, pose_b)"
            report_in_dialog(session, dialog, f"{Path(address).name}: {needed}")
            return
        address = f"{address}:{name}"
    setup = replace(session.state.hunt.setup, solver=address, is_own=True)
    session.act(SetHunt(setup))


def _solver_function(source: str) -> str | None:
    """The name of the first function of a file that takes the four arguments of a solver; the file is not run."""
    import ast  # not needed at the start

    functions = [node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)]
    return next((function.name for function in functions if len(function.args.args) == SOLVER_ARGUMENTS), None)


SOLVER_ARGUMENTS = 4  # two shapes and two poses
