"""Errors in per cent, short enough for a column."""

from gjkscope.engine.text import number

SMALL = 1e-5  # below, a power of ten is shorter
WHOLE, GREAT = 0.1, 1e4  # between them, decimals do not matter


def percent(error: float) -> str:
    """An error relative to the size of a pair.

    >>> percent(0.35), percent(1.0), percent(2.6e-7)
    ('35 %', '100 %', '3e−5 %')
    """
    if WHOLE <= error < GREAT:
        return f"{100 * error:,.0f} %"
    if not 0 < error < SMALL:
        return f"{number(100 * error, 2)} %"
    digit, _, power = f"{100 * error:.0e}".partition("e-")
    return f"{digit}e−{int(power)} %"
