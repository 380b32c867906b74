"""C and C++ without a library: arrays of points and matrices, as in openGJK's examples."""

from gjkscope.app.bring.notations.code.lexer import CPP
from gjkscope.app.bring.notations.code.reader import notation_of
from gjkscope.app.bring.notations.code.vocabulary import Vocabulary
from gjkscope.app.bring.notations.registry import register

VOCABULARY = Vocabulary(
    name="c",
    title="C and C++ arrays (openGJK)",
    language=CPP,
    signs=r"\b(?:float|double|gkFloat|mjtNum|real|real_t|REAL|Real)\s+\w+\s*(?:\[[^\]\n]*\]\s*)+=\s*\{",
    functions={},
    is_order_known=False,
    order_why="a list of four numbers",
    infers_points=True,
    confidence=0.6,
    weaker=r"\b\w+\s*\[\s*\d*\s*\](?:\s*\[\s*3\s*\])?\s*=\s*\{",
    suffixes=(".c", ".h", ".cpp"),
)

register(notation_of(VOCABULARY))
