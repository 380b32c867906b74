"""Marks for the push-out from a terrain: the contacts, the chosen one, its push, and the paths of all orders."""

from collections.abc import Sequence

import numpy as np

from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.drawlist import Color
from gjkscope.app.view.drawing.ghost import draw_ghost
from gjkscope.app.view.drawing.marks.sight import Sight
from gjkscope.engine.resolution import terrain
from gjkscope.engine.resolution.pair import translate
from gjkscope.engine.resolution.terrain import NONE, TerrainResolution
from gjkscope.engine.text import number
from gjkscope.engine.vectors import Vec3, add, along, scale

STEPS = (terrain.State,)

LIT = 0.12  # opacity of a contact triangle


def draw_in_world(builder: Builder, step: terrain.State, sight: Sight, radius: float) -> None:
    whole = sight.run.value.whole
    corners = np.array([triangle.vertices for triangle in whole.chosen.triangles])
    builder.segments(corners[:, [[0, 1], [1, 2], [2, 0]]].reshape(-1, 2, 3), palette.faded(palette.TEXT, 0.35), 1.0)
    pushed = sight.part("push")
    pose = step.pose if pushed == 1 else translate(step.before, scale(step.push, pushed))
    _draw_way(builder, step.path if pushed == 1 else [*step.path[:-1], pose.position], palette.SEARCH, 0.0)
    for other in whole.others:
        _draw_way(builder, other.steps[-1].path, palette.DROPPED, 5.0)
    if pose != whole.body.pose:
        draw_ghost(builder, whole.body, pose, palette.SEARCH)
    for other in whole.others:
        if other.pose != whole.chosen.pose:
            draw_ghost(builder, whole.body, other.pose, palette.DROPPED, 0.06)
            builder.label(f"{other.order}: ends here", other.pose.position, palette.DROPPED, 4)
    _draw_contacts(builder, step, whole.chosen, sight)


def draw_in_difference(builder: Builder, step: terrain.State, sight: Sight, radius: float) -> None:
    """Draws nothing: a terrain has many triangles, A − B concerns two convex shapes."""


def _draw_way(builder: Builder, path: Sequence[Vec3], color: Color, dash: float) -> None:
    """Draws the polyline through `path`, with a dot at each point."""
    if len(path) > 1:
        ends = np.array([path[:-1], path[1:]]).transpose(1, 0, 2)
        builder.segments(ends, color, 2.2, dash)
    for point in path:
        builder.point(point, color, 7)


def _draw_contacts(builder: Builder, step: terrain.State, run: TerrainResolution, sight: Sight) -> None:
    """Draws each contact triangle with its depth; the chosen one is filled and has an arrow for its push.

    The triangles light up one after another.
    """
    progress, pushed = sight.part("contacts") * len(step.contacts), sight.part("push")
    for i, contact in enumerate(step.contacts):
        corners = run.triangles[contact.triangle].vertices
        if progress < i + 1:
            builder.polygon(corners, palette.faded(palette.TEXT, LIT * max(progress - i, 0.0)))
            continue
        chosen = i == step.chosen and pushed > 0
        color = palette.CHOSEN if chosen else palette.TEXT
        edges = np.array([(corners[k], corners[(k + 1) % 3]) for k in range(3)])
        builder.segments(edges, color, 3.4 if chosen else 2.0)
        builder.polygon(corners, palette.faded(color, 0.45 if chosen else LIT))
        middle = scale(add(add(corners[0], corners[1]), corners[2]), 1 / 3)
        text = f"{contact.triangle}: {number(contact.depth, 4)} m"
        builder.label(
            f"triangle {text}" if chosen else text,
            middle,
            palette.CHOSEN_TEXT if chosen else palette.TEXT,
            8 if chosen else 5,
        )
    if step.chosen != NONE and pushed > 0:
        start = step.before.position
        builder.arrow(start, along(start, step.push, pushed), palette.CHOSEN, 4)
