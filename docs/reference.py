"""The generated parts of the documentation: commands with their options, keys of the window, the scene format.

They come from the argument parsers, the command table of the window and the JSON schema, so they cannot drift.
"""

import io
import json
import os
import re
from collections.abc import Callable, Collection, Iterator
from contextlib import redirect_stdout, suppress
from pathlib import Path
from typing import Any
from unittest.mock import patch

from gjkscope.app.command_line.main import COMMANDS, run_command
from gjkscope.app.view.panels.commands import COMMANDS as WINDOW_COMMANDS
from gjkscope.app.view.panels.commands import MENUS

ROOT = Path(__file__).resolve().parents[1]
COLUMNS = "86"  # of a help text, which fit into a page
MARK = re.compile(r"^<!-- ([a-z-]+) -->$", re.MULTILINE)

HEX_FLOAT = "0[xX]"  # in the pattern of a number that is written exactly, as text


def with_generated(text: str) -> str:
    """The page with each comment that names a generated part replaced by it; other comments stay."""
    return MARK.sub(lambda mark: "\n".join(PARTS[mark[1]]()) if mark[1] in PARTS else mark[0], text)


def as_restructured_text(line: str, public: Collection[str]) -> str:
    """A line of a docstring: `name` becomes a link if it is public, code otherwise; bars are only bars."""
    code = re.compile(r"(?<!`)`([^`]+)`(?!`)(\w*)")

    def marked(found: re.Match[str]) -> str:
        name, after = found.groups()
        role = f":py:obj:`~gjkscope.{name}`" if name in public else f"``{name}``"
        return f"{role}\\ {after}" if after else role

    return line if line.lstrip().startswith((">>>", "...")) else code.sub(marked, line).replace("|", "\\|")


# --- the command line ---


def command_list() -> Iterator[str]:
    """All commands with their summaries."""
    _, commands = help_text().split("commands:\n")
    yield "| command | what it does |\n| --- | --- |"
    for usage, summary in re.findall(r"^  (\S+(?: \S+)*)  +(.+)$", commands, re.MULTILINE):
        yield f"| [`{usage}`](#gjkscope-{usage.partition(' ')[0]}) | {cell(summary)} |"


def commands() -> Iterator[str]:
    """Every command with its help text."""
    yield from _block(help_text().split("commands:\n")[0])
    for name in COMMANDS:
        yield f"\n### gjkscope {name}\n"
        yield from _block(help_text(name))


def help_text(*command: str) -> str:
    """What `gjkscope COMMAND --help` prints."""
    printed = io.StringIO()
    with patch.dict(os.environ, COLUMNS=COLUMNS), redirect_stdout(printed), suppress(SystemExit):
        run_command([*command, "--help"])
    return printed.getvalue()


def _block(text: str) -> Iterator[str]:
    yield f"```text\n{text.rstrip()}\n```\n"


# --- the window ---


def keys() -> Iterator[str]:
    """All commands of the window that have keys, by menu."""
    for menu in (*MENUS, ""):
        rows = [command for command in WINDOW_COMMANDS if command.keys and command.menu.partition("/")[0] == menu]
        if rows:
            yield f"\n### {menu or 'By key only'}\n\n| command | keys |\n| --- | --- |"
        for command in rows:
            path = (*command.menu.split("/")[1:], command.title)
            yield f"| {cell(' › '.join(path))} | {' '.join(f'{{kbd}}`{key}`' for key in command.keys)} |"


# --- the scene format ---


def scene_format() -> Iterator[str]:
    """The keys of a scene, of all shapes, of each type of shape, and of the other records."""
    definitions = json.loads((ROOT / "assets" / "scene.schema.json").read_text(encoding="utf-8"))["$defs"]
    for title, scene in (("3D scenes", "SceneModel"), ("2D scenes", "PlanarSceneModel")):
        yield f"\n## {title}\n\n{definitions[scene]['description']}\n"
        yield from _table(definitions, definitions[scene])
        yield from _shapes(definitions, definitions[scene]["properties"]["shapes"]["items"]["discriminator"]["mapping"])
    for title, record in RECORDS.items():
        yield f"\n## {title}\n\n{definitions[record]['description']}\n"
        yield from _table(definitions, definitions[record])


RECORDS = {
    "How the window shows a scene": "SceneOpeningModel",
    "Known answers": "ExpectedModel",
    "Reports of engines": "ReportedModel",
    "Reported contact points": "ReportedPointModel",
    "Iterations": "IterationModel",
    "Vertices of iterations": "IterationVertexModel",
    "What an import did not read": "UnreadModel",
}
Schema = dict[str, Any]


def _shapes(definitions: Schema, mapping: dict[str, str]) -> Iterator[str]:
    """What all shapes of a dimension share, and what each adds."""
    kinds = {name: definitions[reference.rpartition("/")[2]] for name, reference in mapping.items()}
    shared = set.intersection(*(set(kind["properties"]) for kind in kinds.values()))
    one = next(iter(kinds.values()))
    yield "\nEvery shape has these keys:\n"
    yield from _table(definitions, one, [key for key in one["properties"] if key in shared and key != "type"])
    yield "\nand a `type` with keys of its own:\n\n| type | shape | keys |\n| --- | --- | --- |"
    for name, kind in kinds.items():
        own = [_described(definitions, kind, key) for key in kind["properties"] if key not in shared]
        yield f"| `{name}` | {cell(kind['description'])} | {'<br>'.join(own)} |"


def _described(definitions: Schema, kind: Schema, key: str) -> str:
    """A key, in bold if it is required, with its type and meaning."""
    found = kind["properties"][key]
    mark = "**" if key in kind.get("required", ()) else ""
    return cell(f"{mark}`{key}`{mark} {words(definitions, found)}: {found['description']}")


def _table(definitions: Schema, kind: Schema, keys: Collection[str] | None = None) -> Iterator[str]:
    """A row per key; required ones are in bold."""
    yield "| key | value | default | meaning |\n| --- | --- | --- | --- |"
    for key, found in kind["properties"].items():
        if keys is None or key in keys:
            required = key in kind.get("required", ())
            default = "" if required else _default(found.get("default"))
            mark = "**" if required else ""
            meaning = cell(found.get("description", ""))
            yield f"| {mark}`{key}`{mark} | {cell(words(definitions, found))} | {default} | {meaning} |"


def _default(value: Any) -> str:
    text = json.dumps(value).replace(".0", "")
    return "" if value in (None, []) or len(text) > LONGEST_DEFAULT else f"`{text}`"


def words(definitions: Schema, schema: Schema) -> str:
    """What a value may be: "number > 0", "list of 3 numbers", "`x` or `y` or `z`"."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        name = PLANAR.get(name, name)
        return RECORD_NAMES.get(name) or NAMED.get(name) or words(definitions, definitions[name])
    if "discriminator" in schema:
        return "shape"
    if "const" in schema or "enum" in schema:
        return " or ".join(f"`{json.dumps(value)}`" for value in schema.get("enum", [schema.get("const")]))
    if choices := schema.get("anyOf") or schema.get("oneOf"):
        return " or ".join(dict.fromkeys(words(definitions, one) for one in choices if one.get("type") != "null"))
    if schema["type"] == "array":
        return _list(schema, words(definitions, schema["items"]) if "items" in schema else "values")
    if schema["type"] == "string":
        return "number" if HEX_FLOAT in schema.get("pattern", "") else "text"
    return str(schema["type"])


def _list(schema: Schema, item: str) -> str:
    least, most = schema.get("minItems"), schema.get("maxItems")
    noun, space, rest = item.partition(" ")
    several = f"{noun}s" if noun.isalpha() else f"× {noun}"
    return f"{least} {several}{space}{rest}" if least == most is not None else f"list of {item}"


NAMED = {
    "Number": "number",
    "NotNegative": "number ≥ 0",
    "Positive": "number > 0",
    "Face": "3 integers",
    "Color": "text",
    "Matrix": "4 × 4 numbers",
    "Quaternion": "4 numbers",
}
LONGEST_DEFAULT = 20  # characters; longer ones, the identity matrix, widen the table and say nothing
PLANAR = {"PlanarReportedModel": "ReportedModel", "PlanarReportedPointModel": "ReportedPointModel"}
RECORD_NAMES = {record: f"[{title.lower()}](#{title.lower().replace(' ', '-')})" for title, record in RECORDS.items()}


def cell(text: str) -> str:
    """Text in a cell of a table."""
    return text.replace("|", "\\|")


PARTS: dict[str, Callable[[], Iterator[str]]] = {
    "command-list": command_list,
    "commands": commands,
    "keys": keys,
    "scene-format": scene_format,
}
