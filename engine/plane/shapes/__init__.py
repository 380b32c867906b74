"""The 2D shapes, one module each, with their common interface.

Importing any module of this package imports all of them.
"""

from gjkscope.engine.plane.shapes import kinds as kinds
