"""The reference part of `docs/demos.md`, from the models of steps and the actions: `make schemas` writes it."""

from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from msgspec import Meta, structs

from gjkscope.app.base.records import field_names, required_fields
from gjkscope.app.state.actions import UPDATES, Action
from gjkscope.app.state.model import Visibility
from gjkscope.app.teach.demos.steps.attention import PointedAt
from gjkscope.app.teach.demos.steps.registry import STEPS
from gjkscope.app.teach.demos.steps.step import MotionStep
from gjkscope.engine.procedures import PROCEDURES

BEGIN, END = "<!-- generated: {} -->\n", "<!-- end of {} -->\n"
COMMON = ("do", "seconds", "delay", "skip", "ease")  # described once, above the table
SIMPLE = {str: "text", float: "number", int: "whole number", bool: "true or false", NoneType: "null"}


def with_reference(text: str) -> str:
    """The page with all generated parts updated."""
    for name, lines in (
        ("steps", _steps()),
        ("beats", _beats()),
        ("at", _keys_of_at()),
        ("visible", _visible()),
        ("actions", _actions()),
    ):
        before, remainder = text.split(BEGIN.format(name))
        _, after = remainder.split(END.format(name))
        table = "\n".join(lines)
        text = f"{before}{BEGIN.format(name)}\n{table}\n\n{END.format(name)}{after}"
    return text


def write_reference(page: Path) -> None:
    page.write_text(with_reference(page.read_text(encoding="utf-8")), encoding="utf-8")


def _steps() -> Iterator[str]:
    yield "| step | what it does | keys |"
    yield "| --- | --- | --- |"
    for name, model in STEPS.items():
        keys = [_key(field) for field in structs.fields(model) if field.name not in COMMON]
        moves = "; takes `seconds`" if issubclass(model, MotionStep) else ""
        yield f"| `{name}`{moves} | {_cell(_first_line(model))} | {'<br>'.join(keys)} |"


def _beats() -> Iterator[str]:
    yield "| algorithm | beats of a step, in order |"
    yield "| --- | --- |"
    for name, procedure in PROCEDURES.items():
        if procedure.beats:
            yield f"| `{name}` | {', '.join(f'`{beat.name}`' for beat in procedure.beats)} |"


def _keys_of_at() -> Iterator[str]:
    yield "| key of `at` | what it points at |"
    yield "| --- | --- |"
    for field in structs.fields(PointedAt):
        yield f"| `{field.name}` | {_description(field)} |"


def _visible() -> Iterator[str]:
    yield "| name | what it shows |"
    yield "| --- | --- |"
    for name, kind in get_type_hints(Visibility, include_extras=True).items():
        description = next(part.description for part in get_args(kind) if isinstance(part, Meta))
        yield f"| `{name}` | {_cell(description or '')} |"


def _key(field: structs.FieldInfo) -> str:
    """A key with its description, in bold if it must be given."""
    key = f"`{field.encode_name}`"
    return f"{f'**{key}**' if field.required else key} {_description(field)}"


def _description(field: structs.FieldInfo) -> str:
    """The description in the annotation of a field."""
    return _cell("".join(part.description or "" for part in get_args(field.type) if isinstance(part, Meta)))


def _actions() -> Iterator[str]:
    yield "| action | what it does | fields |"
    yield "| --- | --- | --- |"
    for action in sorted(UPDATES, key=lambda kind: kind.__name__):
        if action.recorded:
            yield f"| `{action.__name__}` | {_cell(_first_line(action))} | {', '.join(_fields(action))} |"


def _fields(action: type[Action]) -> Iterator[str]:
    """The fields with their types, those that must be given in bold."""
    hints = get_type_hints(action, include_extras=True)
    for name in field_names(action):
        key = f"**`{name}`**" if name in required_fields(action) else f"`{name}`"
        yield f"{key} {_cell(_kind(hints[name]))}"


def _kind(annotation: Any) -> str:
    """A type in words: "number", "dark or light", "list of whole number"."""
    if get_origin(annotation) is Annotated:
        return _kind(get_args(annotation)[0])
    if get_origin(annotation) in (Union, UnionType):
        return " or ".join(dict.fromkeys(map(_kind, get_args(annotation))))
    if get_origin(annotation) is tuple:
        first, *others = get_args(annotation)
        return f"list of {_kind(first)}" if others == [...] else f"[{', '.join(map(_kind, (first, *others)))}]"
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return " or ".join(f'"{member.value}"' for member in annotation)
    return SIMPLE.get(annotation) or f"a `{annotation.__name__}`"


def _first_line(kind: type) -> str:
    return (kind.__doc__ or "").partition("\n")[0]


def _cell(text: str) -> str:
    """Text in a cell of a table."""
    return text.replace("|", "\\|")
