"""Marks for a slide over a mesh: its edges by kind, the contacts in order, raw and corrected normals, and the path.

One edge of each kind bears its name, in place of a legend.

The contact that matters most in the step, a ghost or one that was corrected or voided, also shows the wedge of normals
that are valid at its edge or vertex.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from math import acos, sin

import numpy as np

from gjkscope.app.base.identity import Identity
from gjkscope.app.scenes.cameras.easing import interpolate
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.drawlist import Color, Floats
from gjkscope.app.view.drawing.marks.sight import Sight
from gjkscope.engine.edges.decisions import NO_CONTACT, ContactFate, Decision
from gjkscope.engine.edges.mesh_edges import EdgedMesh, EdgeKind, edge_words, vertex_wedge, wedge_of
from gjkscope.engine.edges.steps import State
from gjkscope.engine.pose import Pose
from gjkscope.engine.vectors import Vec3, add, along, dot, scale, sub

STEPS = (State,)

# Okabe and Ito's colours, apart from those of A and B; dashes tell kinds apart as well.
EDGE_COLORS: dict[EdgeKind, tuple[Color, float]] = {
    EdgeKind.FLAT: (palette.DROPPED, 0.0),
    EdgeKind.CONVEX: (palette.SEARCH, 0.0),
    EdgeKind.CONCAVE: (palette.AXIS_COLORS["z"], 0.0),
    EdgeKind.BOUNDARY: (palette.TEXT, 4.0),
    EdgeKind.T_JUNCTION: (palette.WRONG, 4.0),
    EdgeKind.TANGLED: (palette.WRONG, 2.0),
}
NORMAL, IN_FOCUS = 0.13, 0.24  # length of an arrow, of the scene's radius; of contacts that are not simply accepted
WEDGE, WEDGE_LINES = 0.18, 14
WIDE, NARROW = 3.0, 1.4


def draw_in_world(builder: Builder, step: State, sight: Sight, radius: float) -> None:
    mesh = step.work.mesh
    for kind, corners in edges_by_kind(Identity(mesh)):
        color, dash = EDGE_COLORS[kind]
        builder.segments(corners, color, NARROW if kind is EdgeKind.FLAT else WIDE, dash)
    for kind, middle in _legend(Identity(mesh), step.work.start.position):
        builder.label(kind.value, middle, EDGE_COLORS[kind][0], 1)
    if len(step.path) > 1:
        builder.path(_shown_path(step, sight), palette.faded(palette.SEARCH, 0.8), 2.0)
    shown = sight.part("contacts") * len(step.contacts)
    for index, decision in enumerate(step.decisions):
        if shown > index:
            _draw_contact(builder, step, index, decision, sight, radius * min(shown - index, 1.0))
    if step.decisions and sight.part("decisions") > 0:
        _draw_wedge(builder, step, sight.part("decisions"), radius)


def draw_in_difference(builder: Builder, step: State, sight: Sight, radius: float) -> None:
    """Draws nothing: a mesh has many triangles, A − B concerns two convex shapes."""


def moved_bodies(step: State, sight: Sight) -> Mapping[str, Pose]:
    """Where the body is: it moves, and is then pushed out."""
    start, end = (step.before, step.moved) if sight.part("response") == 0 else (step.moved, step.pose)
    part = sight.part("move") if sight.part("response") == 0 else sight.part("response")
    way = [interpolate(a, b, part) for a, b in zip(start.position, end.position, strict=True)]
    return {sight.run.value.whole.body.name: end._replace(position=(way[0], way[1], way[2]))}


def velocities(step: State, sight: Sight) -> Mapping[str, Vec3]:
    """The velocity of the body, which the contacts change."""
    part = sight.part("response")
    now = [interpolate(a, b, part) for a, b in zip(step.closing, step.velocity, strict=True)]
    return {sight.run.value.whole.body.name: (now[0], now[1], now[2])}


@lru_cache(maxsize=8)
def edges_by_kind(mesh: Identity) -> tuple[tuple[EdgeKind, Floats], ...]:
    """The ends of all edges of each kind, (n, 2, 3)."""
    known: EdgedMesh = mesh.value
    ends: dict[EdgeKind, list[tuple[Vec3, Vec3]]] = {}
    for edge in known.edges:
        ends.setdefault(edge.kind, []).append((known.vertices[edge.ends[0]], known.vertices[edge.ends[1]]))
    return tuple((kind, np.array(ends[kind])) for kind in EdgeKind if kind in ends)


@lru_cache(maxsize=8)
def _legend(mesh: Identity, start: Vec3) -> tuple[tuple[EdgeKind, Vec3], ...]:
    """Where to name each kind: at the edge furthest from the start of the slide, so away from the contacts.

    A floor that is all in one plane needs none: there, what is not its rim is flat.
    """
    kinds = edges_by_kind(mesh)
    if {kind for kind, _ in kinds} <= {EdgeKind.FLAT, EdgeKind.BOUNDARY}:
        return ()
    named = []
    for kind, ends in kinds:
        middles = ends.mean(axis=1)
        x, y, z = middles[np.linalg.norm(middles - start, axis=1).argmax()].tolist()
        named.append((kind, (x, y, z)))
    return tuple(named)


def _shown_path(step: State, sight: Sight) -> Sequence[Vec3]:
    if sight.part("move") == 1:
        return step.path
    body = sight.run.value.whole.body.name
    return [*step.path[:-1], moved_bodies(step, sight)[body].position]


def _draw_contact(builder: Builder, step: State, index: int, decision: Decision, sight: Sight, radius: float) -> None:
    """Draws a contact: its triangle, point, order and raw normal; then what the policy made of it."""
    contact, mesh, decided = step.contacts[decision.contact], step.work.mesh, sight.part("decisions")
    is_ghost = sight.part("response") == 1 and _is_ghost(step, decision)
    color = palette.WRONG if is_ghost else palette.CHOSEN
    corners = [mesh.vertices[number_of] for number_of in mesh.faces[contact.triangle]]
    builder.polygon(corners, palette.faded(color, 0.4 if is_ghost else 0.16))
    builder.point(contact.point, color, 8)
    changed = decision.fate is not ContactFate.ACCEPTED and decided > 0
    focus = max(decided if changed else 0.0, sight.part("response") if _is_ghost(step, decision) else 0.0)
    reach, width = interpolate(NORMAL, IN_FOCUS, focus), interpolate(2.0, 5.0, focus)
    tip = along(contact.point, contact.normal, reach * radius)
    builder.arrow(contact.point, tip, palette.DROPPED if changed else color, width)
    builder.label(str(index + 1), tip, palette.TEXT, 5)
    if is_ghost:
        builder.label("ghost collision", tip, palette.WRONG, 9, away_from=contact.point)
    if changed:
        _draw_change(builder, step, decision, tip, decided, radius)


def _draw_change(builder: Builder, step: State, decision: Decision, tip: Vec3, decided: float, radius: float) -> None:
    """Draws the corrected normal, or a cross and a line to the contact that voided this one."""
    point = step.contacts[decision.contact].point
    if decision.fate is ContactFate.CORRECTED:
        builder.arrow(point, along(point, decision.normal, decided * IN_FOCUS * radius), palette.NEW, 5)
        return
    builder.label(f"× {decision.fate.value}", tip, palette.WRONG, 6, away_from=point)
    if decision.by != NO_CONTACT:
        there = step.contacts[decision.by].point
        builder.line(point, along(point, sub(there, point), decided), palette.WRONG, 2, 4)


def _is_ghost(step: State, decision: Decision) -> bool:
    return any(done.is_ghost and done.contact == decision.contact for done in step.responses)


def _draw_wedge(builder: Builder, step: State, shown: float, radius: float) -> None:
    """Draws the arc of valid normals at the edge of the contact that matters most, and says what the edge is."""
    decision = max(step.decisions, key=lambda decision: _weight(step, decision))
    contact, mesh = step.contacts[decision.contact], step.work.mesh
    if contact.is_face or _weight(step, decision) == 0:
        return
    if len(contact.corners) == 1:
        _draw_vertex_wedge(builder, step, decision, shown, radius)
        return
    edge = mesh.edge_between(contact.triangle, contact.corners)
    color, _ = EDGE_COLORS[edge.kind]
    ends = wedge_of(mesh, edge)
    builder.label(edge_words(edge), contact.point, color, 8)
    if ends is not None:
        _draw_fan(builder, contact.point, ends, color, shown * WEDGE * radius)


def _draw_vertex_wedge(builder: Builder, step: State, decision: Decision, shown: float, radius: float) -> None:
    """Draws the cone of valid normals at the vertex of a contact, by its corners and the arcs between them."""
    contact, mesh = step.contacts[decision.contact], step.work.mesh
    vertex = mesh.faces[contact.triangle][contact.corners[0]]
    rays = vertex_wedge(mesh, vertex)
    kind = (EdgeKind.CONCAVE, EdgeKind.FLAT, EdgeKind.CONVEX)[min(len(rays), 2)]
    words = ("no valid normal", "flat", "convex")[min(len(rays), 2)]
    color, _ = EDGE_COLORS[kind]
    builder.label(f"vertex {vertex}, {words}", contact.point, color, 8)
    if rays:
        for ends in pairwise((*rays, rays[0])):
            _draw_fan(builder, contact.point, ends, color, shown * WEDGE * radius)


def _draw_fan(builder: Builder, point: Vec3, ends: tuple[Vec3, Vec3], color: Color, reach: float) -> None:
    """Draws an arc of normals and its two ends."""
    fan = [along(point, direction, reach) for direction in _arc(*ends)]
    builder.path(fan, color, 3)
    for end in (fan[0], fan[-1]):
        builder.line(point, end, color, 1.6, 3)


def _weight(step: State, decision: Decision) -> int:
    if _is_ghost(step, decision):
        return 3
    return {ContactFate.CORRECTED: 2, ContactFate.VOIDED: 2, ContactFate.LATER: 1}.get(decision.fate, 0)


def _arc(first: Vec3, last: Vec3) -> list[Vec3]:
    """Directions from one unit vector to another."""
    angle = acos(max(-1.0, min(dot(first, last), 1.0)))
    if angle == 0:
        return [first, last]
    parts = [angle * i / WEDGE_LINES for i in range(WEDGE_LINES + 1)]
    return [scale(add(scale(first, sin(angle - t)), scale(last, sin(t))), 1 / sin(angle)) for t in parts]
