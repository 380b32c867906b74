"""Syntax trees of source code, from the grammars of tree-sitter, as the statements of `syntax.py`.

`trees.py` has what all languages share: chunks of code among prose, positions, numbers, and the treatment of statements
that do not fit the grammar.  Each language has a module with a class that is derived from `Lowering`, which turns the
nodes of its grammar into statements and expressions.  Grammars are imported when a text of their language is read.

To add a language: its grammar among the dependencies, a `SourceLanguage` in `lexer.py`, a module here, a line below.
To see the statements of a text: `list(statements(text, language))`.
"""

from collections.abc import Iterator
from importlib import import_module

from gjkscope.app.bring.notations.code.lexer import SourceLanguage
from gjkscope.app.bring.notations.code.syntax import Statement

# Languages by name, and the module and the class that lower their trees.
_LOWERINGS: dict[str, tuple[str, str]] = {
    "C++": ("cpp", "CppLowering"),
    "C#": ("csharp", "CsharpLowering"),
    "GDScript": ("gdscript", "GdscriptLowering"),
    "Java": ("kotlin", "java_or_kotlin"),
    "JavaScript": ("javascript", "JavascriptLowering"),
    "Python": ("python", "PythonLowering"),
    "Rust": ("rust", "RustLowering"),
}


def statements(text: str, language: SourceLanguage) -> Iterator[Statement]:
    """The statements of a text.  Raises `TextError` for nesting that is too deep, or an unreadable number."""
    module, name = _LOWERINGS[language.name]
    lowered: Iterator[Statement] = getattr(import_module(f"{__name__}.{module}"), name)(text, language).statements()
    return lowered
