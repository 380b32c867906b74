"""Python with pygame: rectangles by their corner, as on a screen."""

from gjkscope.app.bring.notations.code.python_vocabulary import VOCABULARY as PYTHON_VOCABULARY
from gjkscope.app.bring.notations.code.reader import notation_of
from gjkscope.app.bring.notations.code.values import ShapeForm
from gjkscope.app.bring.notations.registry import register

VOCABULARY = PYTHON_VOCABULARY._replace(
    name="pygame",
    title="Python with pygame",
    signs=r"\bpygame\.F?Rect\(",
    sure_signs=r"(?!)",
    functions=dict.fromkeys(
        ("pygame.Rect", "pygame.FRect", "Rect"), (ShapeForm("box2", ("corner_xy", "width", "depth")),)
    ),
    constants={},
    infers_points=False,
    confidence=0.996,
    is_plane=True,
)

register(notation_of(VOCABULARY))
