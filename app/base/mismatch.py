"""The error about an invalid value of a document."""

import json
from reprlib import Repr

from gjkscope.app.base.json_document import Keys, format_path

_short = Repr()
_short.maxstring = _short.maxother = _short.maxlong = 40


class Mismatch(ValueError):
    """A value that does not match its annotation; `keys` lead to it, such as "PlaceBody.placement[1]"."""

    def __init__(self, keys: Keys, message: str) -> None:
        super().__init__(f"{format_path(keys)}: {message}" if keys else message)
        self.keys, self.message = keys, message

    def inside(self, *keys: str | int) -> "Mismatch":
        """The same error, for a value that these keys lead to."""
        return Mismatch((*keys, *self.keys), self.message)


def shown(value: object) -> str:
    """A value of a file in JSON terms, short enough for a one-line message."""
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list | tuple):
        return f"a list of {len(value)}"
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    return _short.repr(value) if isinstance(value, str | int | float) else f"a {type(value).__name__}"
