"""Python literals: NumPy, coal, python-fcl, distance3d, Newton and Warp, PyBullet, trimesh."""

from gjkscope.app.bring.notations.code.python_vocabulary import VOCABULARY
from gjkscope.app.bring.notations.code.reader import notation_of
from gjkscope.app.bring.notations.registry import register

register(notation_of(VOCABULARY))
