"""The fields of one shape: checks their values and records what is read from them."""

from gjkscope.app.base.tokens import TextError
from gjkscope.app.bring.notations.context import ReadContext
from gjkscope.app.bring.notations.keyed.conventions import Conventions
from gjkscope.app.bring.notations.keyed.drafts import BodyDraft
from gjkscope.app.bring.notations.keyed.fields import Quantity
from gjkscope.app.bring.notations.keyed.values import ValueTokens, in_order, scalar, vector_of
from gjkscope.app.scenes.scene import PositionOrientation, Transform
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.vectors import Vec3

# A shape, and its placement in the frame of the pose if that is not the identity.
BuiltShape = tuple[Shape, PositionOrientation | Transform | None]


class ShapeFields:
    """The fields of the draft of a shape; `used` collects those that the shape needs."""

    def __init__(self, draft: BodyDraft, name: str, conventions: Conventions, context: ReadContext) -> None:
        self.draft, self.name, self.context = draft, name, context
        self.conventions = conventions
        self.used: set[Quantity] = set()

    def has(self, *fields: Quantity) -> bool:
        return any(field in self.draft.values for field in fields)

    def value(self, field: Quantity) -> ValueTokens:
        self.used.add(field)
        return self.draft.values[field]

    def fact(self, field: str, shown: str, value: ValueTokens) -> None:
        self.context.fact(self.name, field, shown, value.span)

    def fault(self, message: str) -> TextError:
        values = list(self.draft.values.values())
        start = self.draft.kind_token.start if self.draft.kind_token else values[0].start if values else 0
        return self.context.fault_at(start, f"{self.name}: {message}")

    def positive(self, field: Quantity) -> float:
        value = self.value(field)
        number = scalar(value, self.context)
        if not number > 0.0:
            raise value.fault(f"must be > 0, got {value.tokens[0].text}", self.context)
        return number

    def one(self, what: str, *fields: Quantity) -> tuple[Quantity, float]:
        """The first of the fields that the text has."""
        for field in fields:
            if field in self.draft.values:
                number = self.positive(field)
                self.fact(what, f"{number:g}", self.value(field))
                return field, number
        raise self.fault(f"the {what} is missing")

    def sizes(self, field: Quantity) -> Vec3:
        value = self.value(field)
        if len(value) == 1:
            number = self.positive(field)
            return (number, number, number)
        x, y, z = vector_of(value, self.context)
        for token, number in zip(in_order(value, "xyz").tokens, (x, y, z), strict=False):
            if not number > 0.0:
                raise token.fault(f"{self.name}: a size must be > 0, got {token.text}")
        return (x, y, z)
