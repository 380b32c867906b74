"""Decides which drafts are bodies, and assigns separately given poses to them."""

from gjkscope.app.bring.notations.context import ReadContext
from gjkscope.app.bring.notations.keyed.drafts import POSE_FIELDS, SIZE_FIELDS, BodyDraft, Gathered, ancestors
from gjkscope.app.bring.notations.keyed.fields import Quantity


def pair_drafts(gathered: Gathered, context: ReadContext) -> list[BodyDraft]:
    """The drafts of shapes; separately described poses are assigned to them in order."""
    shapes = gathered.shapes()
    parents = {id(ancestor) for draft in shapes for ancestor in ancestors(draft)}
    known = parents | {id(draft) for draft in shapes}
    poses = [draft for draft in gathered.drafts if draft.has_pose and id(draft) not in known]
    poses.sort(key=lambda draft: draft.start)
    for pose in [pose for pose in poses if pose.link]:
        linked = [draft for draft in shapes if draft.name == pose.link and not _is_placed(draft)]
        if linked:
            linked[0].name = ""
            _take_pose(linked[0], pose)
            poses.remove(pose)
    free = [draft for draft in shapes if not _is_placed(draft, gathered.is_list_of_values)]
    if not poses or not shapes:
        return shapes
    pairs = _by_initials(free, poses)
    if not pairs and len(poses) == len(free):
        context.assume("pairing", "in order", "the poses are given apart from the shapes")
        pairs = list(zip(free, poses, strict=True))
    elif not pairs and len(shapes) == 1 and len(poses) == 2 and not _is_placed(shapes[0]):
        context.assume("pairing", "one shape, two poses", "the text has two poses and one shape")
        shapes = [shapes[0], _same_shape(shapes[0], poses[1])]
        pairs = list(zip(shapes, poses, strict=True))
    elif not pairs and len(free) == len(shapes) == 2 and len(poses) == 1:
        chosen = context.ask("pose of", "second shape", "the text has one pose for two shapes", "first shape")
        pairs = [(shapes[1 if chosen == "second shape" else 0], poses[0])]
    if not pairs:
        names = next(iter(poses[0].values.values()))
        raise names.fault("no shape belongs to this pose: give the shape and its pose the same name", context)
    for shape, pose in pairs:
        _take_pose(shape, pose)
    return shapes


def _same_shape(shape: BodyDraft, pose: BodyDraft) -> BodyDraft:
    """Another body of a shape, which a pose places."""
    second = BodyDraft(shape.parent, pose.start, pose.name)
    second.kind, second.kind_token, second.axis = shape.kind, shape.kind_token, shape.axis
    second.values = {field: value for field, value in shape.values.items() if field in SIZE_FIELDS}
    return second


def _by_initials(shapes: list[BodyDraft], poses: list[BodyDraft]) -> list[tuple[BodyDraft, BodyDraft]]:
    """The shapes with their poses if the letter of each pose is the initial of one kind: X_WS of the sphere; else
    none.
    """
    by_initial = {draft.kind.value[0]: draft for draft in shapes if draft.kind}
    letters = {pose.tag for pose in poses}
    if not len(by_initial) == len(letters) == len(shapes) == len(poses) or letters != by_initial.keys():
        return []
    return [(by_initial[pose.tag], pose) for pose in poses]


def _is_placed(draft: BodyDraft, is_value: bool = False) -> bool:
    """Whether a draft has a pose.  The centre in a value that a debugger prints is in the frame of its body."""
    own = draft.values.keys() & POSE_FIELDS - ({Quantity.CENTER} if is_value else set())
    return bool(own or draft.parts.keys() & POSE_FIELDS) or any(ancestor.has_pose for ancestor in ancestors(draft))


def _take_pose(shape: BodyDraft, pose: BodyDraft) -> None:
    shape.values |= {field: value for field, value in pose.values.items() if field in POSE_FIELDS}
    shape.name = shape.name or pose.name
