"""The shapes: one module each, what they have in common, and their bounds and hulls.

Importing any module of this package imports all shapes, in the order of their modules' names: so the numbers of the
core kinds, which compiled code contains, are always the same.
"""

from gjkscope.engine.shapes import kinds as kinds
