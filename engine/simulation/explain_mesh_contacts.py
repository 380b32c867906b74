"""Describes how the contact points of a body and a mesh come about."""

from gjkscope.engine.result import Exit
from gjkscope.engine.simulation.internal_edges import decision_words
from gjkscope.engine.simulation.mesh_contacts import MeshContactPhase, MeshContacts, State
from gjkscope.engine.text import counted, number, series, vector

MOST_TRIANGLES = 8  # named in a sentence


def explain_mesh_step(step: State, body: str, mesh: str) -> str:
    """What the step did, with its numbers."""
    if step.exit is Exit.NO_CONTACT:
        return f"{body} is in contact with no triangle of {mesh}."
    if step.phase is MeshContactPhase.CANDIDATES:
        named = series([str(triangle) for triangle in step.candidates], MOST_TRIANGLES)
        return f"The tree gives {counted(len(step.candidates), 'triangle')} of {mesh} in contact with {body}: {named}."
    if step.phase is MeshContactPhase.TRIANGLE:
        return _asked(step, body)
    if step.phase is MeshContactPhase.DECISION:
        assert step.decision is not None, "a step of this phase decides"
        words = decision_words(step.decision)
        return f"{words[0].upper()}{words[1:]}."
    if step.phase is MeshContactPhase.REDUCTION:
        return _reduced(step)
    return f"{counted(len(step.points), 'point')} remain{'s' if len(step.points) == 1 else ''}."


def conclude_mesh_contacts(found: MeshContacts, body: str, mesh: str) -> str:
    """What may be said about depth."""
    if not found.points:
        return f"{body} has no contact point with {mesh}."
    greatest = f"the greatest depth of a point is {number(found.greatest, 3)} m, along its own normal"
    if found.has_depth:
        return f"{mesh} is convex, so a penetration depth is defined, which a query gives; {greatest}."
    return f"No penetration depth is defined, as {mesh} is not convex; {greatest}."


def _asked(step: State, body: str) -> str:
    if step.triangle in step.behind:
        return f"Triangle {step.triangle}: no points, or the way out leads behind its front. It is left out."
    made = step.manifolds[-1]
    deepest = max(point.depth for point in made.points)
    return (
        f"Triangle {step.triangle}, on its own: {counted(len(made.points), 'point')} by {made.policy}, the deepest "
        f"{number(deepest, 3)} m; {body} leaves it along {vector(made.normal)}."
    )


def _reduced(step: State) -> str:
    triangles = series([str(triangle) for triangle in sorted({each.triangle for each in step.group})], MOST_TRIANGLES)
    left = step.points[-_count_kept(step) :]
    return (
        f"The normals of triangles {triangles} are within 5°: of their {counted(len(step.group), 'point')}, "
        f"{len(left)} {'is' if len(left) == 1 else 'are'} kept."
    )


def _count_kept(step: State) -> int:
    return sum(each in step.group for each in step.points)
