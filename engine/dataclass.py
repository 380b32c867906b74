"""`dataclass` and `replace` as in the standard library, for frozen classes, and several times as quick.

`dataclasses.dataclass` compiles six functions for each class, one by one, and there are more than two hundred: that was
a quarter of the time until the window showed anything.  Only `__init__` differs from class to class; the others stand
here, once for all.  `dataclasses.replace` looks at each field in turn: of a state with sixty that takes longer than
most steps of an algorithm, and a drag does it ten times a frame.  The rest of `dataclasses` (`field`, `fields`) works
as ever.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
    from dataclasses import replace as replace
else:
    from dataclasses import MISSING, Field, FrozenInstanceError, fields
    from dataclasses import dataclass as _standard
    from operator import attrgetter

    HASH = "#"  # no field can be called so

    def dataclass(*, frozen: bool, eq: bool = True):
        """The standard decorator with these arguments; `frozen` must be true."""
        assert frozen
        return _comparable if eq else _frozen

    def replace(record: object, /, **changes: object) -> object:
        """A record of the same class with these fields, and otherwise those of `record`."""
        cls, values = record.__class__, record.__dict__
        made = object.__new__(cls)
        made.__dict__.update({name: values[name] for name in cls.__match_args__}, **changes)
        if len(made.__dict__) > len(cls.__match_args__):
            raise TypeError(f"{cls.__qualname__} has no field {', '.join(changes.keys() - {*cls.__match_args__})}")
        if hasattr(cls, "__post_init__"):
            made.__post_init__()
        return made

    def _comparable(cls: type) -> type:
        made = _frozen(cls)
        values = attrgetter("__class__", *(field.name for field in fields(made) if field.compare))

        def equals(self: object, other: object) -> bool:
            return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

        def hashed(self: object) -> int:
            known = self.__dict__  # a key of many caches: found once
            if HASH not in known:
                known[HASH] = hash(values(self))
            return known[HASH]

        made.__eq__ = equals
        if cls.__dict__.get("__hash__") is None:  # else it has one of its own
            made.__hash__ = hashed
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
        values = ", ".join(f"{field.name}={_value(field)}" for field in given)
        # At once and past the `__setattr__` that refuses: field by field takes twice as long.
        lines = [f"self.__dict__.update({values})"]
        if hasattr(cls, "__post_init__"):
            lines.append("self.__post_init__()")
        scope = {
            "_MISSING": MISSING,
            "_factories": {f.name: f.default_factory for f in given},
        }
        exec(f"def __init__({takes}): {'; '.join(lines)}", scope)
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
