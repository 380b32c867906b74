"""Python literals: NumPy, coal, python-fcl, distance3d, Newton and Warp, PyBullet, trimesh."""

from gjkscope.app.notations.code.python_vocabulary import VOCABULARY
from gjkscope.app.notations.code.reader import notation_of
from gjkscope.app.notations.registry import register

register(notation_of(VOCABULARY))
