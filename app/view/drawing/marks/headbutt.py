"""Marks for GJK as in the Headbutt article: those of tetrahedron GJK.

A module of its own, as its name is found without importing all others: this algorithm is shown first.
"""

from gjkscope.app.view.drawing.marks.tetrahedron import draw_in_difference as draw_in_difference
from gjkscope.app.view.drawing.marks.tetrahedron import draw_in_world as draw_in_world
from gjkscope.engine import headbutt

STEPS = (headbutt.State,)
