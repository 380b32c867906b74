"""Python with pygame: rectangles by their corner, as on a screen."""

from gjkscope.app.bring.notations.code.python_vocabulary import VOCABULARY as PYTHON_VOCABULARY
from gjkscope.app.bring.notations.code.reader import notation_of
from gjkscope.app.bring.notations.code.values import ShapeForm
from gjkscope.app.bring.notations.code.vocabulary import of_plane
from gjkscope.app.bring.notations.registry import register

VOCABULARY = of_plane(
    PYTHON_VOCABULARY,
    name="pygame",
    title="Python with pygame",
    signs=r"\bpygame\.F?Rect\(",
    functions=dict.fromkeys(
        ("pygame.Rect", "pygame.FRect", "Rect"), (ShapeForm("box2", ("corner_xy", "width", "depth")),)
    ),
    infers_points=False,
)

register(notation_of(VOCABULARY))
