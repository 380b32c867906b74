"""Assigns poses to shapes.  Poses without a shape's name belong to the other shapes, in the order of the text."""

from collections.abc import Sequence
from typing import NamedTuple

from gjkscope.app.base.tokens import Token
from gjkscope.app.bring.notations.context import ReadContext
from gjkscope.app.bring.notations.reading import ImportFault, Span
from gjkscope.app.scenes.scene import Planar
from gjkscope.engine.plane.shapes.kinds import Polygon, Segment2
from gjkscope.engine.plane.vectors import Vec2
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.text import counted


class ShapeDraft(NamedTuple):
    """A shape of the text, with its own pose if it states one."""

    name: str
    shape: Shape
    token: Token
    end: int
    pose: Planar | None = None

    @property
    def span(self) -> Span:
        return Span(self.token.start, self.end)


class TextPoses:
    """The poses of a text, by the object that has them, in order."""

    def __init__(self) -> None:
        self._poses: dict[str, Planar] = {}

    def place(self, owner: str, position: Vec2 | None = None, angle: float | None = None) -> None:
        before = self._poses.get(owner) or Planar()
        at, turned = before.position if position is None else position, before.angle if angle is None else angle
        self._poses[owner] = Planar(at, turned)

    def of(self, drafts: Sequence[ShapeDraft], context: ReadContext) -> list[Planar]:
        """The pose of each shape.  Raises `ImportFault` if the assignment is unclear."""
        if not drafts:
            return []
        known = [draft.pose or self._poses.get(draft.name) for draft in drafts]
        names = {draft.name for draft in drafts}
        unowned = [pose for owner, pose in self._poses.items() if owner not in names]
        unplaced = [draft for draft, pose in zip(drafts, known, strict=True) if pose is None]
        if unowned and len(unowned) != len(unplaced):
            said = f"{counted(len(drafts), 'shape')} and {counted(len(self._poses), 'pose')}"
            raise ImportFault(f"the text has {said}: state a pose for each shape, or for none")
        if unowned:
            context.assume("poses", "in order", "the poses are those of the shapes in the order of the text")
        else:
            context.assume_at_origin([draft.name or "a shape" for draft in unplaced if self._needs_pose(draft)])
        following = iter(unowned)
        return [(next(following, Planar()) if pose is None else pose) for pose in known]

    def _needs_pose(self, draft: ShapeDraft) -> bool:
        """Whether a shape is elsewhere than at its own numbers."""
        return bool(self._poses) or not isinstance(draft.shape, Polygon | Segment2)
