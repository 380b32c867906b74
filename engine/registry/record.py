"""`Record`: behaves like a frozen dataclass with keyword arguments, without generated code.

Every process that imports the engine defines eleven kinds of records with up to 25 fields each.  As dataclasses they
take as long as the import of a hundred modules.
"""

from typing import Any, NoReturn, dataclass_transform


@dataclass_transform(kw_only_default=True, frozen_default=True, eq_default=False)
class Record:
    """Has the annotated names of its class as fields.  One without a value in the class is a required argument."""

    def __init__(self, **given: Any) -> None:
        kind = type(self)
        # `vars` would not do: from Python 3.14 on, a class makes its annotations when it is asked for them.
        names = [name for owner in reversed(kind.__mro__) for name in getattr(owner, "__annotations__", ())]
        defaults = {name: getattr(kind, name) for name in names if hasattr(kind, name)}
        if given.keys() - names or set(names) - given.keys() - defaults.keys():
            raise TypeError(f"{kind.__name__}: the fields are {', '.join(names)}, got {', '.join(given)}")
        vars(self).update(defaults | given)

    def __setattr__(self, name: str, _value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__}.{name} cannot be set")
