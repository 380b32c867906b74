"""What a step of EPA looks like: the polytope inside A − B, the face that was searched, and what grew from it."""

from itertools import pairwise

import numpy as np

from engine import epa
from engine.vectors import Vec3

from . import palette
from .builder import Builder
from .sight import Sight
from .simplex_marks import draw_direction, draw_new, draw_simplex, draw_supports, middle

EDGE_WIDTH = 1.8  # thinner than a simplex: a polytope has many
FEW_VERTICES = 12  # with the names of more the polytope could not be seen


def draw_in_world(builder: Builder, step: epa.State, sight: Sight, radius: float) -> None:
    """The support points; a seed has searched nothing."""
    if sight.visible.supports and step.aim != epa.Aim.SEED:
        draw_supports(builder, step.support, step.direction, sight.bodies[0].pose.position, sight, radius)


def draw_in_difference(builder: Builder, step: epa.State, sight: Sight, radius: float) -> None:
    """The polytope's edges, the face searched and the direction from it; thick, the horizon of what the support saw."""
    if not step.faces:
        draw_simplex(builder, step.vertices)
        return
    alive = [_corners(step, face) for face in step.faces if face.death < 0]
    edges = np.array([(p, q) for corners in alive for p, q in pairwise((*corners, corners[0]))])
    builder.segments(edges, palette.CHOSEN, EDGE_WIDTH)
    _name_vertices(builder, step)
    if horizon := step.horizon:
        ends = np.array([(step.vertices[i].point, step.vertices[j].point) for i, j in horizon])
        builder.segments(ends, palette.NEW, 3.5)
    shown = step.chosen if step.chosen >= 0 else step.nearest
    if shown >= 0:
        builder.polygon(_corners(step, step.faces[shown]), palette.faded(palette.CHOSEN, 0.5))
    if step.aim == epa.Aim.SEED:
        return
    searched = [step.vertices[i] for i in step.faces[shown].corners] if step.chosen >= 0 else step.vertices
    draw_direction(builder, middle(searched), step.direction, radius)
    draw_new(builder, step.support)


def _name_vertices(builder: Builder, step: epa.State) -> None:
    """Those of the polytope, which the sentence speaks of; of very many only the newest."""
    used = {i for face in step.faces if face.death < 0 for i in face.corners}
    vertices = [step.vertices[i] for i in sorted(used)]
    for vertex in vertices if len(vertices) <= FEW_VERTICES else vertices[-1:]:
        builder.point(vertex.point, palette.CHOSEN, 9)
        builder.label(f"w{vertex.birth}", vertex.point, palette.CHOSEN_TEXT, 8, away_from=middle(vertices))


def _corners(step: epa.State, face: epa.Face) -> tuple[Vec3, Vec3, Vec3]:
    i, j, k = face.corners
    return step.vertices[i].point, step.vertices[j].point, step.vertices[k].point
