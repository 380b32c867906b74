"""Errors in per cent, short enough for a column."""

from gjkscope.engine.text import number

SMALL = 1e-3  # below, a power of ten is shorter


def percent(error: float) -> str:
    """An error relative to the size of a pair.

    >>> percent(0.35), percent(2.6e-7)
    ('35 %', '3e−5 %')
    """
    if not 0 < error < SMALL / 100:
        return f"{number(100 * error, 2)} %"
    digit, _, power = f"{100 * error:.0e}".partition("e-")
    return f"{digit}e−{int(power)} %"
