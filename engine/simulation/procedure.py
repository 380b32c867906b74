"""The contact points of a body and a fixed mesh as a registered procedure.

Box3D's policy makes the points, and Jolt's removal of internal edges decides which triangles count: it voids contacts
and never changes a normal.  `gjkscope contacts` has all policies.
"""

from functools import partial

from gjkscope.engine.registry.records import Change, MeshContactMethod
from gjkscope.engine.result import Exit
from gjkscope.engine.shapes.convexity import is_hull
from gjkscope.engine.simulation.explain_mesh_contacts import conclude_mesh_contacts, explain_mesh_step
from gjkscope.engine.simulation.mesh_contacts import MESH, MeshContactPhase, MeshContacts, State, mesh_contacts
from gjkscope.engine.text import counted


def _explain(step: State, body: str, mesh: str) -> str:
    """The step, and after the last one what may be said about depth."""
    words = explain_mesh_step(step, body, mesh)
    if step.exit is not Exit.COMPLETE:
        return words
    greatest = max((each.point.depth for each in step.points), default=0.0)
    shape = step.work.solids[MESH].shape
    found = MeshContacts(step.points, step.decisions, greatest, is_hull(shape), ())
    return f"{words} {conclude_mesh_contacts(found, body, mesh)}"


def _headline(step: State, _body: str, _mesh: str) -> str:
    if step.phase is MeshContactPhase.CANDIDATES:
        return counted(len(step.candidates), "candidate")
    if step.phase is MeshContactPhase.TRIANGLE:
        return f"triangle {step.triangle}{' left out' if step.triangle in step.behind else ''}"
    if step.decision is not None:
        return f"triangle {step.triangle} {step.decision.fate.value}"
    return counted(len(step.points), "point")


def _changes(before: State, step: State) -> set[Change]:
    changed = {Change.PHASE_CHANGED} if step.phase != before.phase else set()
    return changed | ({Change.VERTEX_DROPPED} if step.decision is not None and not step.decision.counts else set())


PROCEDURES = (
    MeshContactMethod(
        name="contacts-mesh",
        title="Contacts: a mesh, by triangles",
        order=404,
        state=State,
        explain=_explain,
        headline=_headline,
        changes=_changes,
        run=partial(mesh_contacts, policy="box3d", edges="jolt-removal"),
    ),
)
