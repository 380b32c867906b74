"""Which shape has which pose: bodies, their definitions, and the fixtures that attach shapes to them.

    b2BodyDef def;  def.position.Set(1, 2);           # a definition
    b2Body* crate = world.CreateBody(&def);           # the body has its pose, which is read where it is created
    crate->CreateFixture(&box, 1.0f);                 # the shape has the body's pose

Poses that no statement attaches are those of the remaining shapes, in the order of the text.
"""

from collections.abc import Sequence
from typing import NamedTuple

from gjkscope.app.base.tokens import Token
from gjkscope.app.bring.notations.context import ReadContext
from gjkscope.app.bring.notations.reading import ImportFault, Span
from gjkscope.app.scenes.scene import Planar
from gjkscope.engine.plane.shapes.kinds import Polygon, Segment2
from gjkscope.engine.plane.vectors import Vec2, add2
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.text import counted


class ShapeDraft(NamedTuple):
    """A shape of the text, with its placement in the frame of its body, and its own pose if it states one."""

    name: str
    shape: Shape
    local: Planar
    token: Token
    end: int
    pose: Planar | None = None
    owner: str = ""  # the body that it is attached to
    velocity: Vec2 = (0.0, 0.0)
    turning: float = 0.0  # angular velocity, about the origin of the body

    @property
    def span(self) -> Span:
        return Span(self.token.start, self.end)


class TextPoses:
    """The poses of a text, by the object that has them, in order."""

    def __init__(self) -> None:
        self.poses: dict[str, Planar] = {}
        self._definitions: dict[str, Planar] = {}  # of which bodies were created; they may be used again
        self._bodies: set[str] = set()

    def place(self, owner: str, position: Vec2 | None = None, angle: float | None = None) -> None:
        before = self.poses.get(owner) or self._definitions.get(owner) or Planar()
        at, turned = before.position if position is None else position, before.angle if angle is None else angle
        self.poses[owner] = Planar(at, turned)

    def create(self, body: str, definition: str) -> None:
        """The body has the pose that the definition has at this place of the text."""
        pose = self.poses.pop(definition, None) or self._definitions.get(definition)
        if pose is not None:
            self.poses[body] = self._definitions[definition] = pose
        self._bodies.add(body)

    def of(self, drafts: Sequence[ShapeDraft], context: ReadContext) -> list[Planar]:
        """The pose of each shape.  Raises `ImportFault` if it is not clear which has which."""
        if not drafts:
            return []
        found = [self._known(draft) for draft in drafts]
        used = {draft.owner for draft in drafts} | {draft.name for draft in drafts}
        rest = [pose for owner, pose in self.poses.items() if owner not in used]
        unplaced = [draft for draft, pose in zip(drafts, found, strict=True) if pose is None]
        if rest and len(rest) != len(unplaced):
            said = f"{counted(len(drafts), 'shape')} and {counted(len(self.poses), 'pose')}"
            raise ImportFault(f"the text has {said}: state a pose for each shape, or for none")
        if rest:
            context.assume("poses", "in order", "the poses are those of the shapes in the order of the text")
        else:
            context.assume_at_origin([draft.name or "a shape" for draft in unplaced if self._needs_pose(draft)])
        following = iter(rest)
        return [(next(following, Planar()) if pose is None else pose) for pose in found]

    def _known(self, draft: ShapeDraft) -> Planar | None:
        if draft.pose is not None:
            return draft.pose
        pose = self.poses.get(draft.owner) or self.poses.get(draft.name)
        is_at_origin = pose is None and draft.owner in self._bodies
        return Planar() if is_at_origin else pose

    def _needs_pose(self, draft: ShapeDraft) -> bool:
        """Whether a shape is somewhere else than its own numbers say: one beside placed ones, or of a body."""
        return bool(self.poses or draft.owner) or not isinstance(draft.shape, Polygon | Segment2)


def nested_placement(outer: Planar, inner: Planar) -> Planar:
    """The placement of something at `inner` in a frame at `outer`; numbers of the text are kept where possible."""
    if inner == Planar():
        return outer
    if outer.angle == 0.0:
        return Planar(add2(outer.position, inner.position), inner.angle)
    x, y = inner.position
    (a, b, _), (c, d, _), _ = outer.pose.rotation
    return Planar(add2(outer.position, (a * x + b * y, c * x + d * y)), outer.angle + inner.angle)
