"""`dataclass` as in the standard library, for frozen classes, made in a quarter of the time.

`dataclasses.dataclass` compiles six functions for each class, one by one, and there are more than two hundred: that was
a quarter of the time until the window showed anything.  Only `__init__` differs from class to class; the others stand
here, once for all.  The rest of `dataclasses` (`field`, `fields`, `replace`) works as ever.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:
    from dataclasses import MISSING, Field, FrozenInstanceError, fields
    from dataclasses import dataclass as _standard
    from operator import attrgetter

    def dataclass(*, frozen: bool, eq: bool = True):
        """The standard decorator with these arguments; `frozen` must be true."""
        assert frozen
        return _comparable if eq else _frozen

    def _comparable(cls: type) -> type:
        made = _frozen(cls)
        values = attrgetter("__class__", *(field.name for field in fields(made) if field.compare))

        def equals(self: object, other: object) -> bool:
            return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

        made.__eq__ = equals
        if cls.__dict__.get("__hash__") is None:  # else it has one of its own
            made.__hash__ = lambda self: hash(values(self))
        return made

    def _frozen(cls: type) -> type:
        cls.__doc__ = cls.__doc__ or cls.__name__  # else the standard decorator works out a signature for it
        made = _standard(init=False, repr=False, eq=False)(cls)
        made.__init__ = _init(made)
        made.__repr__ = _repr
        made.__setattr__, made.__delattr__ = _set, _delete
        return made

    def _init(cls: type):
        given = fields(cls)
        takes = ", ".join(["self", *(field.name for field in given)])
        lines = [f"_set(self, {field.name!r}, {_value(field)})" for field in given]
        if hasattr(cls, "__post_init__"):
            lines.append("self.__post_init__()")
        scope = {
            "_set": object.__setattr__,
            "_MISSING": MISSING,
            "_factories": {f.name: f.default_factory for f in given},
        }
        exec(f"def __init__({takes}): {'; '.join(lines) or 'pass'}", scope)
        init = scope["__init__"]
        init.__defaults__ = tuple(field.default for field in given if _is_optional(field))
        init.__annotations__ = {field.name: field.type for field in given}
        return init

    def _is_optional(field: Field) -> bool:
        return field.default is not MISSING or field.default_factory is not MISSING

    def _value(field: Field) -> str:
        name = field.name
        return name if field.default_factory is MISSING else f"_factories[{name!r}]() if {name} is _MISSING else {name}"

    def _repr(self: object) -> str:
        values = ", ".join(f"{field.name}={getattr(self, field.name)!r}" for field in fields(self))
        return f"{type(self).__qualname__}({values})"

    def _set(self: object, name: str, value: object) -> None:
        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def _delete(self: object, name: str) -> None:
        raise FrozenInstanceError(f"cannot delete field {name!r}")
