"""`import_text`: a scene from text in the notation of an engine."""

from typing import TYPE_CHECKING, Annotated

from msgspec import Meta

from gjkscope.app.base.decoding import meaning
from gjkscope.app.base.input_file import decode_text, read_input
from gjkscope.app.bring.notations.importer import importer
from gjkscope.app.bring.notations.registry import notations
from gjkscope.app.command_line.assistant.arguments import LARGEST_FILE, FileName, name_among, readable_file
from gjkscope.app.command_line.assistant.tool import AssistantTool, ToolAnswer, ToolCall, ToolError
from gjkscope.app.command_line.import_ import import_entry, unused_choices
from gjkscope.app.scenes.file_models import Name, Strict

if TYPE_CHECKING:
    NotationName = str
else:
    NotationName = name_among("notation", notations())

ABOUT = """Makes a scene from text that contains a pair of shapes: code of an engine (C++, C#, Rust, Python,
JavaScript …), error logs, MJCF, URDF, SDF, Unity and Godot scenes, JSON, tables, debugger output, hexadecimal
floats. The answer has the scene, for query and the other tools, and lists what was assumed with the other
values: check these, and those marked as asked, and call again with choices to change one. A notation that this
cannot read: make the scene yourself, with scene_schema."""
LONGEST_TEXT = 200_000  # characters
DIGITS_SECONDS = 5.0  # to find out whether the printed digits decide the verdict


class ImportArguments(Strict, kw_only=True):
    """The arguments of `import_text`."""

    text: Annotated[
        Annotated[str, Meta(min_length=1, max_length=LONGEST_TEXT)] | None,
        meaning("the part of the text with the pair"),
    ] = None
    file: Annotated[
        FileName | None, meaning("instead of text: a file, relative to the folder that the server may read")
    ] = None
    notation: Annotated[NotationName | None, meaning("by default, it is recognised")] = None
    choices: Annotated[
        Annotated[dict[Name, str], Meta(max_length=32)] | None,
        meaning(
            "other values for assumptions, such as quaternion: wxyz or xyzw, matrix: rows or columns, sizes: half or "
            "full, axis: x, y or z, angles: degrees or radians, keep: the numbers or names of the bodies to keep"
        ),
    ] = None


def _run(arguments: ImportArguments, call: ToolCall) -> ToolAnswer:
    if (arguments.text is None) == (arguments.file is None):
        raise ToolError("text: must be given, or file instead, but not both")
    choices = arguments.choices or {}
    path = None if arguments.file is None else readable_file(arguments.file, call)
    text = str(arguments.text) if path is None else decode_text(read_input(path, LARGEST_FILE))
    imported = importer().import_text(
        text,
        None if path is None else path.parent,
        arguments.notation,
        choices,
        suffix="" if path is None else path.suffix.lower(),
    )
    entry = import_entry(imported, importer().extremes(imported, DIGITS_SECONDS))
    unused = sorted(unused_choices(choices, imported))
    return ToolAnswer(entry | ({"choices_without_effect": unused} if unused else {}))


TOOL = AssistantTool("import_text", "Import a pair from text", ABOUT, ImportArguments, _run)
