"""Cuts the mesh of a body into convex parts with CoACD."""

from functools import partial

from gjkscope.app.base.records import replace
from gjkscope.app.state.actions import EndGesture, Notify, ReshapeBody
from gjkscope.app.view.panels.requests import DecomposeMesh
from gjkscope.app.window.background import BackgroundJob
from gjkscope.app.window.decomposing import DecompositionJob
from gjkscope.app.window.effects.effect import Host, handles, report_error
from gjkscope.engine.shapes.kinds import Mesh
from gjkscope.engine.text import counted


@handles(DecomposeMesh)
def _decompose(session: Host, request: DecomposeMesh) -> None:
    from gjkscope.app.ask.decomposition.decompose import decompose

    mesh = session.state.document.scene.body(request.body).shape
    if not isinstance(mesh, Mesh):
        return
    cancel_decomposition(session)
    bare = replace(mesh, parts=())
    job = BackgroundJob(partial(decompose, bare), session.wake)
    session.decomposing = DecompositionJob(request.body, bare, job)
    job.wait(session.timeout)
    session.poll()


def follow_decomposition(session: Host) -> None:
    """Gives the body its parts once they are found, unless the body has changed."""
    decomposing = session.decomposing
    if decomposing is None or not decomposing.job.wait(0):
        return
    session.decomposing = None
    try:
        cut = decomposing.job.outcome()
    except ValueError as fault:
        report_error(session, f"{decomposing.body}: {fault}")
        return
    body = next((item for item in session.state.document.scene.bodies if item.name == decomposing.body), None)
    if body is None or not isinstance(body.shape, Mesh) or replace(body.shape, parts=()) != decomposing.mesh:
        session.act(Notify(f"{decomposing.body} has changed: its parts were discarded"))
        return
    session.perform([ReshapeBody(body.name, replace(body.shape, parts=cut.mesh.parts), body.mesh_file), EndGesture()])
    session.act(Notify(cut.note or f"{body.name}: {counted(len(cut.mesh.parts), 'convex part')}"))


def cancel_decomposition(session: Host) -> None:
    """Cancels the decomposition in progress, if there is one."""
    if session.decomposing is not None:
        session.decomposing.job.cancel()
        session.decomposing = None
