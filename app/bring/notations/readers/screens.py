"""C++ with SFML and SDL: rectangles by their corner, as on a screen."""

from gjkscope.app.bring.notations.code.lexer import CPP
from gjkscope.app.bring.notations.code.plane_values import POINT
from gjkscope.app.bring.notations.code.reader import notation_of
from gjkscope.app.bring.notations.code.values import ShapeForm
from gjkscope.app.bring.notations.code.vocabulary import SURE_OF_PLANE, Forms, Vocabulary
from gjkscope.app.bring.notations.registry import register

_NAMES = (("x", "corner.0"), ("y", "corner.1"), ("w", "width"), ("h", "depth"))
_RECTANGLE: Forms = (
    ShapeForm("box2", ("corner_xy", "width", "depth"), names=_NAMES, defaults=(("corner.2", 0.0),)),
    ShapeForm("box2", ("corner", "full_sizes")),
)

VOCABULARY = Vocabulary(
    name="screens",
    title="C++ with SFML or SDL",
    language=CPP,
    signs=r"\bSDL_F?Rect\b|\b(?:Float|Int)Rect\b",
    functions={
        **dict.fromkeys(("SDL_Rect", "SDL_FRect", "FloatRect", "IntRect"), _RECTANGLE),
        **dict.fromkeys(("Vector2f", "Vector2i", "SDL_Point", "SDL_FPoint"), POINT),
    },
    confidence=SURE_OF_PLANE,
    suffixes=(".cpp", ".c"),
    is_plane=True,
)

register(notation_of(VOCABULARY))
