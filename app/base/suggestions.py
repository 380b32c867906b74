"""Suggests the intended name for a misspelled one, in error messages."""

from collections.abc import Iterable


def did_you_mean(name: object, known: Iterable[str]) -> str:
    """ ", did you mean labels?", or an empty text if no known name is similar."""
    from difflib import get_close_matches  # needed for errors only

    near = get_close_matches(name, list(known), 1) if isinstance(name, str) else []
    return f", did you mean {near[0]}?" if near else ""
