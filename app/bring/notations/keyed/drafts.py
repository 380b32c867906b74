"""Drafts: the fields of a text for each body, before shapes and poses are made from them."""

from gjkscope.app.base.tokens import Token
from gjkscope.app.bring.notations.keyed.fields import Quantity, ShapeKind, axis_of
from gjkscope.app.bring.notations.keyed.values import ValueTokens

# Fields about the size of a shape; without one of them, a record is not a shape.
SIZE_FIELDS = {
    Quantity.RADIUS,
    Quantity.DIAMETER,
    Quantity.RADII,
    Quantity.HALF_SIZES,
    Quantity.SIZES,
    Quantity.EXTENTS,
    Quantity.IMPLICIT_SIZES,
    Quantity.WIDTH,
    Quantity.HEIGHT,
    Quantity.DEPTH_SIZE,
    Quantity.LENGTH,
    Quantity.HALF_HEIGHT,
    Quantity.RADIUS_TOP,
    Quantity.RADIUS_BOTTOM,
    Quantity.LOW,
    Quantity.HIGH,
    Quantity.POINT_A,
    Quantity.POINT_B,
    Quantity.VERTICES,
}
POSE_FIELDS = {
    Quantity.POSITION,
    Quantity.CENTER,
    Quantity.ROTATION,
    Quantity.QUATERNION,
    Quantity.EULER,
    Quantity.ANGLE,
    Quantity.ROTATION_AXIS,
    Quantity.AXIS_ANGLE,
    Quantity.MATRIX,
}
# Fields about the place of a shape; points are usually in the frame of the text.
IN_BODY = {Quantity.CENTER, Quantity.LOW, Quantity.POINT_A, Quantity.VERTICES}
PLACE_FIELDS = {Quantity.POSITION, Quantity.MATRIX} | IN_BODY
TURN_FIELDS = POSE_FIELDS - {Quantity.POSITION, Quantity.CENTER} | {Quantity.POINT_A, Quantity.VERTICES}
ANSWER_FIELDS = {
    Quantity.DISTANCE,
    Quantity.DEPTH,
    Quantity.NORMAL,
    Quantity.WITNESS_A,
    Quantity.WITNESS_B,
    Quantity.VERDICT,
}

Component = tuple[str, ValueTokens]


class BodyDraft:
    """The text's fields for one body."""

    def __init__(self, parent: "BodyDraft | None", start: int, name: str = "", tag: str = "") -> None:
        self.parent, self.start, self.name, self.tag = parent, start, name, tag
        self.kind: ShapeKind | None = None
        self.kind_token: Token | None = None
        self.axis = ""  # of its type: CapsuleShapeX
        self.values: dict[Quantity, ValueTokens] = {}
        self.words: dict[Quantity, Token] = {}  # values that are names
        self.parts: dict[Quantity, list[Component]] = {}  # qx, qy, …
        self.alternatives: list[BodyDraft] = []  # other descriptions of the same body
        self.is_heading = False
        self.link = ""  # the name of the draft that has its shape

    @property
    def has_shape(self) -> bool:
        return bool(self.values.keys() & SIZE_FIELDS or self.parts.keys() & SIZE_FIELDS)

    @property
    def has_pose(self) -> bool:
        return bool(self.values.keys() & POSE_FIELDS or self.parts.keys() & POSE_FIELDS)

    def set_kind(self, token: Token, kind: ShapeKind) -> None:
        self.kind, self.kind_token = kind, token
        self.axis = axis_of(token.text) or self.axis


class Gathered:
    """The bodies in a text, the answers of an engine, and the remaining numbers and names."""

    def __init__(self) -> None:
        self.drafts: list[BodyDraft] = []
        self.root = BodyDraft(None, 0)
        self.answers: dict[Quantity, ValueTokens] = {}
        self.verdict: Token | None = None
        self.units: Token | None = None
        self.is_list_of_values = False  # as a debugger prints them
        self.loose: list[ValueTokens] = []  # numbers that belong to no field
        self.settings: list[str] = []  # names of numbers that are no geometry
        self.unknown: list[tuple[str, ValueTokens]] = []

    def shapes(self) -> list[BodyDraft]:
        """The drafts of shapes, in the order of the text; those without sizes are rejected when they are made."""
        drafts = [draft for draft in self.drafts if draft.has_shape or (draft.kind and not draft.is_heading)]
        return sorted(drafts, key=lambda draft: draft.start)


def ancestors(draft: BodyDraft) -> list[BodyDraft]:
    """The drafts that contain a draft, from the inside out."""
    outer = []
    while draft.parent is not None:
        draft = draft.parent
        outer.append(draft)
    return outer
