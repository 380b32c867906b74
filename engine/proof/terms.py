"""What all kinds of evidence consist of: exact numbers, and the error for evidence that proves nothing."""

Number = int | float
"""An exact number.  Directions and weights may have any length, so no fractions are needed."""

Number3 = tuple[Number, Number, Number]


class Unproved(ValueError):
    """The evidence is not valid for the shapes; the message says why."""
