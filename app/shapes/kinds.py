"""The entries of all shapes.

Every module of this package is imported, so that a new shape needs no line here.
"""

from importlib import import_module
from pkgutil import iter_modules

from gjkscope.app import shapes
from gjkscope.app.shapes.entry import ENTRIES, Entry
from gjkscope.engine.shapes.kinds import SHAPE_TYPES

for _name in sorted(module.name for module in iter_modules(shapes.__path__)):
    import_module(f"{shapes.__name__}.{_name}")

SHAPE_ENTRIES: dict[str, Entry] = {name: ENTRIES[kind] for name, kind in SHAPE_TYPES.items() if kind in ENTRIES}
"""By name, in the order of menus.  A shape without an entry is not offered; a test reports it."""
