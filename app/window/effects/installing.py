"""Effects of the card that installs engines: look up what is fetched, install, cancel and remove."""

from gjkscope.app.state.actions import Notify, ShowInstallation
from gjkscope.app.state.inspection.engines import forget_listed_engines
from gjkscope.app.view.panels.requests import CancelInstallation, PlanInstallation, RemoveEngine, StartInstallation
from gjkscope.app.window.effects.effect import Host, handles, report_error
from gjkscope.app.window.installing import InstallationJob


@handles(PlanInstallation)
def _plan_installation(session: Host, request: PlanInstallation) -> None:
    end_installation(session)
    session.installing = InstallationJob(request.engine, request.title, session.wake)
    session.act(ShowInstallation(session.installing.shown))


@handles(StartInstallation)
def _start_installation(session: Host, _: StartInstallation) -> None:
    if session.installing is not None:
        session.installing.start()
        session.act(ShowInstallation(session.installing.shown))


@handles(CancelInstallation)
def _cancel_installation(session: Host, _: CancelInstallation) -> None:
    end_installation(session)
    session.act(ShowInstallation(None))


@handles(RemoveEngine)
def _remove_engine(session: Host, request: RemoveEngine) -> None:
    from gjkscope.app.ask.solvers.installing.installing import remove
    from gjkscope.app.ask.solvers.installing.plan import InstallError

    try:
        remove(request.engine)
    except InstallError as fault:
        report_error(session, str(fault))
        return
    forget_listed_engines()
    session.act(Notify(f"Removed {request.engine}"))


def follow_installation(session: Host) -> None:
    """Shows how far the installation is, and its end."""
    job = session.installing
    if job is None:
        return
    job.check()
    if job.installed is not None:
        session.installing = None
        forget_listed_engines()
        session.act(ShowInstallation(None))
        session.act(Notify(f"Installed {job.installed.adapter.title} {job.installed.version}"))
    elif job.shown is not session.state.installing:
        session.act(ShowInstallation(job.shown))


def end_installation(session: Host) -> None:
    """Cancels the installation in progress, if there is one."""
    if session.installing is not None:
        session.installing.cancel()
        session.installing = None
