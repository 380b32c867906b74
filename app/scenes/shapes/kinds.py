"""The entries of all shapes.

All modules of this package are imported, so a new shape need not be listed here.
"""

from gjkscope.app.scenes import shapes
from gjkscope.app.scenes.shapes.entry import ENTRIES, Entry
from gjkscope.engine.plane.shapes.kinds import PLANAR_TYPES
from gjkscope.engine.registry.discovery import modules_in
from gjkscope.engine.shapes.kinds import SHAPE_TYPES

tuple(modules_in(shapes))  # each module registers its entry when it is imported

SHAPE_ENTRIES: dict[str, Entry] = {name: ENTRIES[kind] for name, kind in SHAPE_TYPES.items() if kind in ENTRIES}
"""By name, in menu order.  A shape without an entry is not offered; a test reports it."""

PLANAR_ENTRIES: dict[str, Entry] = {name: ENTRIES[kind] for name, kind in PLANAR_TYPES.items() if kind in ENTRIES}
"""Those of 2D shapes, which may have the name of a 3D shape."""

ENTRIES_OF: dict[int, dict[str, Entry]] = {2: PLANAR_ENTRIES, 3: SHAPE_ENTRIES}
"""By dimension."""
