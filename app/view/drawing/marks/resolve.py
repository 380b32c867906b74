"""Marks for the push-out of a pair: an arrow for each body that moves, and a ghost at its new pose."""

from gjkscope.app.scenes.cameras.easing import point_between
from gjkscope.app.scenes.scene import Body
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.drawlist import Color
from gjkscope.app.view.drawing.ghost import draw_ghost
from gjkscope.app.view.drawing.marks.sight import Sight
from gjkscope.engine.pose import Pose
from gjkscope.engine.resolution import pair as resolve
from gjkscope.engine.resolution.pair import translate
from gjkscope.engine.text import number
from gjkscope.engine.vectors import ZERO, Vec3, add, along, norm, scale, sub

STEPS = (resolve.State,)


def draw_in_world(builder: Builder, step: resolve.State, sight: Sight, radius: float) -> None:
    a, b = sight.run.value.whole.bodies
    pushed = sight.part("push")
    for body, before, push, share, color in (
        (a, step.before_a, step.push_a, step.share_a, palette.A),
        (b, step.before_b, step.push_b, step.share_b, palette.B),
    ):
        _draw_push(builder, body, before, scale(push, pushed), push, share, color, sight.part("depth"))


def draw_in_difference(builder: Builder, step: resolve.State, sight: Sight, radius: float) -> None:
    """Draws the push of A − B, where the share of each body is not distinguishable.

    A − B moves as A does relative to B.  The arrow is drawn at the point of the initial A − B that the push brings to
    where the origin was before it, as for the push-out of a pair.
    """
    first = sight.run.value.steps[0]
    before, after = (_origin(first, *poses) for poses in ((step.before_a, step.before_b), (step.pose_a, step.pose_b)))
    if after != before and sight.part("depth") < 1:
        builder.arrow(after, point_between(after, before, sight.part("depth")), palette.CHOSEN, 3.5)
    elif after != before:
        builder.arrow(after, before, palette.CHOSEN, 3.5)
        text = f"push {number(norm(sub(after, before)))} m"
        builder.label(text, after, palette.CHOSEN_TEXT, 5, away_from=before)
    elif before != ZERO:
        builder.line(ZERO, before, palette.CHOSEN, 2, 4)
        builder.point(before, palette.CHOSEN, 9)
        builder.label("pushed until here", before, palette.CHOSEN_TEXT, 5, away_from=ZERO)


def _origin(first: resolve.State, a: Pose, b: Pose) -> Vec3:
    """The origin relative to the first step's A − B, when the bodies have these poses."""
    return sub(sub(b.position, first.before_b.position), sub(a.position, first.before_a.position))


def _draw_push(
    builder: Builder, body: Body, before: Pose, pushed: Vec3, push: Vec3, share: float, color: Color, known: float
) -> None:
    """Draws the push of this step from the body's position before it, and a ghost where it has been `pushed` to.

    The arrow has grown as far as the push is `known`.
    """
    after = translate(before, pushed)
    if after != body.pose:
        draw_ghost(builder, body, after, color)
    if push == ZERO:
        if before == body.pose and share == 0:
            builder.label(f"{body.name}: fixed", before.position, palette.TEXT, 6)
        return
    builder.arrow(before.position, along(before.position, push, known), palette.CHOSEN, 4)
    if known < 1:
        return
    text = f"{number(100 * share, 3)} %: {number(norm(push))} m"
    builder.label(text, add(before.position, push), palette.CHOSEN_TEXT, 7, away_from=before.position)
