"""The entries of all shapes.

All modules of this package are imported, so a new shape need not be listed here.
"""

from importlib import import_module
from pkgutil import iter_modules

from gjkscope.app import shapes
from gjkscope.app.shapes.entry import ENTRIES, Entry
from gjkscope.engine.shapes.kinds import SHAPE_TYPES

for _name in sorted(module.name for module in iter_modules(shapes.__path__)):
    import_module(f"{shapes.__name__}.{_name}")

SHAPE_ENTRIES: dict[str, Entry] = {name: ENTRIES[kind] for name, kind in SHAPE_TYPES.items() if kind in ENTRIES}
"""By name, in menu order.  A shape without an entry is not offered; a test reports it."""
