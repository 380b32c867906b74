"""The declarations of a reader of source code: the names of its library, and their meanings."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from gjkscope.app.base.tokens import TextError, Token
from gjkscope.app.bring.notations.code.lexer import SourceLanguage
from gjkscope.app.bring.notations.code.values import ShapeForm, Value
from gjkscope.app.bring.notations.context import ReadContext
from gjkscope.app.bring.notations.reading import Span
from gjkscope.app.scenes.scene import Body, Pair, Reported


class Site(NamedTuple):
    """The place of a call, for messages and assumptions."""

    context: ReadContext
    name: str  # of the function or type
    token: Token
    end: int
    vocabulary: "Vocabulary"

    @property
    def span(self) -> Span:
        return Span(self.token.start, self.end)

    def fault(self, message: str) -> TextError:
        return self.token.fault(f"{self.name}: {message}")


Build = Callable[[Site, Sequence[Value]], Value]


class Form(NamedTuple):
    """One way to call a function.

    `kinds` has a letter for each argument: s a number, v a vector, 4 a list of four numbers, 3 a 3×3 matrix, r a
    rotation (also a 3×3 matrix), p a pose (also a 4×4 matrix), a a list, o a shape, t a word, * anything,
    _ anything that is ignored, whether it has a value or not.  After "|"
    are optional ones; a final "…" allows any further arguments.
    """

    kinds: str
    build: Build
    names: tuple[str, ...] = ()  # of keyword arguments


class ByWord(NamedTuple):
    """A constructor of several kinds of shapes; its first argument or a keyword argument says which."""

    forms: Mapping[str, ShapeForm]
    keyword: str = "shapeType"
    default: str = ""  # without the argument


class EachForm(NamedTuple):
    """A call that describes several shapes by numbers: b3SegmentDistance(p1, q1, p2, q2)."""

    forms: tuple[ShapeForm, ...]


Forms = tuple[Form | ShapeForm | ByWord | EachForm, ...]


class Vocabulary(NamedTuple):
    """The names of a library.

    Names are looked up with their last qualifier first ("Isometry3.new", then "new").  Keys may end in any of the type
    suffixes d, f, s, i in the text: Vector3 is also found for Vector3d.
    """

    name: str  # of the notation
    title: str
    language: SourceLanguage
    signs: str  # a regular expression that finds names only this library has
    functions: Mapping[str, Forms]
    copies_shapes: bool = False  # whether copy() makes an independent shape, which can be moved
    records: tuple[ByWord, ...] = ()  # shapes as objects with named fields: {"type": GeoType.BOX, …}
    constants: Mapping[str, Value] = {}
    order: str = "xyzw"  # of four bare numbers as a quaternion
    order_why: str = ""
    # otherwise the user chooses the order of four bare numbers, unless one of the signs is found
    is_order_known: bool = True
    order_signs: tuple[tuple[str, str], ...] = ()  # orders, and regular expressions for the libraries that use them
    titled: frozenset[str] = frozenset()  # constructors of objects whose argument is their name
    passing: frozenset[str] = frozenset()  # functions that make the shape among their arguments into an object
    unsupported: str = r"(?!)"  # names of constructors of shapes that cannot be imported
    compounds: frozenset[str] = frozenset()  # functions of a list of pairs of a pose and a shape
    ignored: str = r"(?!)"  # functions whose arguments are no shapes to collide, such as meshes that are only drawn
    methods: Mapping[str, Forms] = {}  # forms of methods that construct a shape or a value
    # the roles of a query's arguments: the shapes or bodies a and b, and their poses; "_" is anything
    queries: Mapping[str, tuple[str, ...]] = {}
    centered: frozenset[str] = frozenset()  # functions that take the poses of centres of mass
    shaping: Mapping[str, Forms] = {}  # methods that give a shape its sizes: SetAsBox
    setters: Mapping[str, Forms] = {}  # functions that write to their first argument
    updaters: Mapping[str, Forms] = {}  # functions that change their first argument, which the forms take too
    # names of functions that write to their first argument; other functions make its value unknown
    writing: str = r"(?!)"
    implied: Mapping[str, str] = {}  # words in the names of undeclared variables → their types
    macros: tuple[str, ...] = ()  # that declare the variable in their argument
    fields: Mapping[str, str] = {}  # names of fields of objects → position, rotation, placement, shape, euler
    rounding_word: str = ""  # the library's name for the rounding of its shapes
    default_rounding: Mapping[str, float] = {}  # by kind of shape, unless the text states it
    infers_points: bool = False  # whether bare lists of points are shapes
    answers: "Callable[[ReadContext, Sequence[Body], Sequence[Pair] | None], tuple[Reported, ...]] | None" = None
    notes: tuple[str, ...] = ()  # warnings that go with every import
    sure_signs: str = r"(?!)"  # a regular expression for names that settle it, whatever else the text has
    confidence: float = 0.9  # of `recognize` if a sign is found
    weaker: str = r"(?!)"  # signs that others share; confidence 0.3
    suffixes: tuple[str, ...] = ()
    is_plane: bool = False  # whether the library is of the plane
    angles: str = "radians"  # the unit of its angles, if it is of the plane
    finish: Callable[..., None] = lambda _: None  # a function for the `Program` after its last statement


def of_plane(language: Vocabulary, **fields: Any) -> Vocabulary:
    """The vocabulary of a library of the plane in the language of another one, without its words."""
    own = Vocabulary("", "", language.language, "", {}, suffixes=language.suffixes)
    own = own._replace(fields={"angle": "rotation"}, infers_points=True, confidence=SURE_OF_PLANE, is_plane=True)
    return own._replace(**fields)


SURE_OF_PLANE = 0.996  # more than for lists of points, which such a text may have, too
