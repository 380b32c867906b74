"""A call that connects objects, with its arguments sorted by kind."""

from collections.abc import Sequence
from functools import cached_property

from gjkscope.app.base.tokens import TextError
from gjkscope.app.bring.notations.code import names
from gjkscope.app.bring.notations.code.connections.centering import placed_solids
from gjkscope.app.bring.notations.code.matching import Given
from gjkscope.app.bring.notations.code.matrix_poses import as_matrix_pose, pose_of_matrix
from gjkscope.app.bring.notations.code.program import Program
from gjkscope.app.bring.notations.code.values import (
    Array,
    Failed,
    FaultMark,
    PlacedFrame,
    Rotation,
    SolidValue,
    Thing,
    Value,
    as_placement,
    vector_in,
)
from gjkscope.app.bring.notations.code.vocabulary import Site

# Words in the names of variables that hold poses.
POSE_WORDS = frozenset(
    "pose transform tf iso isometry pos position x xform xf tm place placement quat rotation translation trans".split()
)


class ConnectingCall:
    """A call of a function that is not in the vocabulary.

    `base` is the object of a method.  Tuples of objects are replaced by their items among its arguments.
    """

    def __init__(self, program: Program, site: Site, given: Given, base: Value | None) -> None:
        self.program, self.site, self.given, self.base = program, site, given, base
        self.name, self.token, self.end = site.name, site.token, site.end
        self.words = set(names.words_of(site.name))

    @property
    def shapes(self) -> int:
        """The number of its arguments that are or have shapes."""
        return sum(has_shape(value) for value in self.given.all)

    @cached_property
    def arguments(self) -> "CallArguments":
        return CallArguments(self)

    def result(self) -> Thing:
        """The value of the call if it makes no object of its arguments."""
        thing = Thing(self.name, self.token, self.end)
        thing.is_absorbed = True
        return thing

    def ask_about_pose(self, why: str) -> None:
        """Asks for the place of a shape that would otherwise be at the origin."""
        self.program.context.ask("pose", "origin", why)


class CallArguments:
    """The arguments of a call by kind; the shape on which a method is called comes first."""

    def __init__(self, call: ConnectingCall) -> None:
        program, values = call.program, call.given.all
        if call.shapes >= 2 and any(is_pose(value) for value in values):
            values = [_only_shape(value) for value in values]
        self.base = call.base
        if isinstance(call.base, SolidValue) and any(isinstance(value, SolidValue) for value in values):
            values, self.base = [call.base, *values], None  # a.distance(b, …)
        self.values: Sequence[Value] = values
        self.solids = placed_solids(program, call.site, values)
        self.things = [value for value in values if isinstance(value, Thing)]
        self.holders = [thing for thing in self.things if thing.solids]
        motions = [motion for value in values if (motion := _motion_in(program, value)) is not None]
        self.poses = [motion for motion in motions if isinstance(motion, PlacedFrame)]
        has_position = any(vector_in(value) for value in values)  # a rotation next to it is not the whole pose
        if not has_position and len(self.poses) != len(motions) == len(self.solids) > 1:
            self.poses = [as_placement(motion) for motion in motions]


def has_shape(value: Value | None) -> bool:
    return isinstance(value, SolidValue) or (isinstance(value, Thing) and bool(value.solids))


def is_pose(value: Value) -> bool:
    return isinstance(value, PlacedFrame) or as_matrix_pose(value)


def may_place(value: Failed) -> bool:
    """Whether a value that could not be computed may be a pose."""
    return FaultMark.OF_LIBRARY in value.fault.marks or bool(POSE_WORDS & quoted_words(value.fault))


def quoted_words(fault: TextError) -> set[str]:
    """The words of the name in quotes at the start of a message."""
    return set(names.words_of(fault.message.split("'")[1])) if "'" in fault.message else set()


def not_in_text(thing: Thing) -> str:
    """Notes that an object is what an unknown function returns."""
    return f"line {thing.token.line}: what {thing.type} returns is not in the text"


def without_tuples(values: Sequence[Value]) -> list[Value]:
    """The values, with tuples that contain objects replaced by their items: `spawn((collider, transform))`."""
    flat: list[Value] = []
    for value in values:
        is_tuple = isinstance(value, Array) and any(
            isinstance(item, (SolidValue, PlacedFrame, Rotation, Thing)) for item in value.items
        )
        flat += value.items if is_tuple and isinstance(value, Array) else [value]
    return flat


def _only_shape(value: Value) -> Value:
    """The shape of an object that has nothing else, such as a pointer of a type with another name."""
    if not isinstance(value, Thing) or len(value.solids) != 1 or value.fields or value.owners:
        return value
    value.is_absorbed = True
    value.solids[0].name = value.solids[0].name or value.name
    return value.solids[0]


def _motion_in(program: Program, value: Value) -> PlacedFrame | Rotation | None:
    """A value that is a rotation or a pose, possibly as a matrix."""
    if isinstance(value, (PlacedFrame, Rotation)):
        return value
    return pose_of_matrix(program, value, "") if as_matrix_pose(value) else None
