"""The timing of motions within a beat."""


def stage(part: float, start: float, end: float) -> float:
    """How much of a motion has passed that takes the fraction `start` … `end` of a beat; `part` is that of the beat."""
    return min(max((part - start) / (end - start), 0.0), 1.0)
