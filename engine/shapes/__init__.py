"""The shapes, one module each, with their common interface, bounds and hulls.

Importing any module of this package imports all shapes, in the order of their modules' names: so the numbers of the
core kinds, which compiled code contains, are always the same.
"""

from gjkscope.engine.shapes import kinds as kinds
