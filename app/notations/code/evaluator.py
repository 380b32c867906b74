"""Evaluates the statements of source code: what each variable, shape and object is in the end.

Statements are executed from top to bottom, once each, whatever block they are in.  A value that cannot be computed is
`Failed` and raises its fault only if a shape or pose needs it.  All shapes and objects are collected; `linking.py`
finds out which shape is where.
"""

import re
from collections.abc import Iterable, Sequence
from typing import cast

from gjkscope.app.base.tokens import TextError, Token, quoted
from gjkscope.app.notations.code import names
from gjkscope.app.notations.code.builders import as_matrix_pose, frame_of, posed, position_of, rotation_of
from gjkscope.app.notations.code.fields import assigned_member, assigned_subscript, member, subscript
from gjkscope.app.notations.code.lexer import PYTHON
from gjkscope.app.notations.code.solids import bound_arguments, fits
from gjkscope.app.notations.code.syntax import (
    Argument,
    Assignment,
    BareExpression,
    Binary,
    BlockEnd,
    BlockStart,
    BracketNode,
    CallNode,
    Declaration,
    Expression,
    Member,
    Name,
    Number,
    Slice,
    Statement,
    String,
    Subscript,
    Unary,
    Unknown,
)
from gjkscope.app.notations.code.values import (
    IDENTITY_PLACEMENT,
    IDENTITY_ROTATION,
    Array,
    Failed,
    OperandMismatch,
    PlacedFrame,
    Rotation,
    Scalar,
    ShapeForm,
    SolidValue,
    Text,
    Thing,
    Value,
    added,
    as_placement,
    combined,
    composed,
    described,
    divided,
    flattened,
    inner,
    inverted,
    matrix_rows,
    motion_of,
    multiplied,
    multiplied_each,
    negated,
    normalized,
    scalars,
    subtracted,
    transposed,
    vector_in,
)
from gjkscope.app.notations.code.vocabulary import ByWord, Form, Forms, Site, Vocabulary
from gjkscope.app.notations.context import ReadContext

DEEPEST = 120  # of a tree of expressions


class Variable:
    def __init__(self, name: str, token: Token, value: Value, type_name: Name | None) -> None:
        self.name, self.token, self.value, self.type = name, token, value, type_name
        self.maker: Name | None = None  # the function whose call is the value
        self.uses = 0


class Given:
    """The arguments of a call."""

    def __init__(self, values: Sequence[Value], named: dict[str, Value]) -> None:
        self.values, self.named = list(values), named

    @property
    def all(self) -> list[Value]:
        return [*self.values, *self.named.values()]


class Evaluator:
    """Executes statements; the results are in its attributes."""

    def __init__(self, context: ReadContext, vocabulary: Vocabulary) -> None:
        self.context, self.vocabulary = context, vocabulary
        self.variables: list[Variable] = []  # in the order of their declarations
        self.solids: list[SolidValue] = []
        self.things: list[Thing] = []
        self.queries: list[tuple[Thing, ...]] = []  # objects that one call is about
        self.faults: list[TextError] = []  # of shapes that cannot be imported
        self.placements: list[PlacedFrame] = []  # that functions of the library made
        self.aliases = names.aliases_in(context.text)
        self._scopes: list[dict[str, Variable]] = [{}]
        self._depth = 0
        self._shown: str | None = None  # the name that was typed at a prompt

    # --- statements ---

    def execute(self, statement: Statement) -> None:
        if isinstance(statement, BlockStart):
            if len(self._scopes) < 1000:
                self._scopes.append({})
        elif isinstance(statement, BlockEnd):
            if len(self._scopes) > 1:
                self._scopes.pop()
        elif isinstance(statement, Unknown):
            self._unknown(statement)
        else:
            try:
                self._execute(statement)
            except TextError as fault:
                self._note(fault)
            except OperandMismatch as fault:
                self._note(statement.token.fault(str(fault)))

    def _note(self, fault: TextError) -> None:
        """A statement that could not be executed and does not define anything; reported if it was about a shape."""
        if getattr(fault, "is_fatal", False):
            self.faults.append(fault)

    def _execute(self, statement: Statement) -> None:
        if isinstance(statement, Declaration):
            self._declare(statement)
        elif isinstance(statement, Assignment):
            self._assign_statement(statement)
        elif isinstance(statement, BareExpression):
            value = statement.value
            if isinstance(value, CallNode) and (self._sets(value) or self._mutates(value)):
                return
            try:
                self._show(value)
            except TextError as fault:
                self._forget(value, fault)
                raise

    def _forget(self, node: Expression, fault: TextError) -> None:
        """A method that is not known may have changed the pose that it was called on."""
        if isinstance(node, CallNode) and isinstance(node.function, Member) and "the method" in fault.message:
            root = _root_of(node.function.base)
            variable = self._variable(root) if root else None
            if variable is not None and isinstance(variable.value, (PlacedFrame, Rotation)):
                variable.value = Failed(fault)

    def _show(self, node: Expression) -> None:
        """An expression on its own; in Python, a printed list has the name that was typed before it."""
        try:
            value = self.evaluate(node)
        except TextError:
            if self.vocabulary.language is PYTHON and isinstance(node, Name) and len(node.path) == 1:
                self._shown = node.last
            raise
        if self.vocabulary.language is PYTHON and isinstance(value, Array) and not isinstance(node, Name):
            self._define(self._shown or f"list {len(self.variables) + 1}", node.token, value, None)
        self._shown = None

    def _unknown(self, statement: Unknown) -> None:
        """An unknown statement that constructs a shape is an error: its numbers would be missing."""
        if statement.is_header or statement.fault.message.endswith("skipped"):
            return
        text = whole = self.context.text[statement.token.start : statement.end]
        if _SENTENCE.match(text):  # a word in a sentence constructs nothing, but code may follow below
            text = text.partition("\n")[2]
        for name, forms in self.vocabulary.functions.items():
            last = name.rsplit(".", 1)[-1]
            is_shape = last in text and any(isinstance(form, (ShapeForm, ByWord)) for form in forms)
            if is_shape and re.search(_CONSTRUCTED.format(re.escape(last)), text):
                self.faults.append(statement.fault)
                return
        self.context.warn(f"line {statement.token.line}: not understood, ignored: {quoted(' '.join(whole.split()))}")

    def _declare(self, one: Declaration) -> None:
        name = one.name
        value: Value
        try:
            value = self._initial(one)
        except TextError as fault:
            self._note(fault)
            value = Failed(fault)
        except OperandMismatch as fault:
            value = Failed(name.fault(f"{quoted(name.text)}: {fault}"))
        self._define(name.text, name, value, one.type)
        self.variables[-1].maker = _maker_of(one.value)

    def _initial(self, one: Declaration) -> Value:
        lengths = [self._length(length) for length in one.lengths]
        if one.arguments is not None:
            if one.type is None:
                raise one.name.fault("must have a type")
            end = one.arguments[-1].value.end if one.arguments else one.name.end
            return self._call(one.type, one.name, end, one.arguments)
        if one.value is None:
            return self._uninitialized(one, lengths)
        if one.type is not None and _is_designated(one.value) and self._forms(one.type.path):
            return self._typed(cast(BracketNode, one.value), one.type)
        is_type = one.type is not None and one.type.last not in names.SCALAR_TYPES and not lengths
        if is_type and isinstance(one.value, BracketNode) and one.type is not None and one.value.type == one.type:
            return self._typed(one.value, one.type)
        if isinstance(one.value, BracketNode) and one.value.type == one.type:
            listed = self._shaped(self._list(one.value), lengths)
            return listed if lengths else self._declared(one.type, listed, one.name, one.value.end)
        value = self.evaluate(one.value)
        if lengths or (isinstance(one.value, BracketNode) and self._is_list_type(one.type)):
            return self._shaped(self._each_declared(one.type, value), lengths)
        return self._declared(one.type, value, one.name, one.value.end)

    def _check_shape(self, type_name: Name, value: Thing) -> None:
        """Refuses a variable of the type of a shape whose value is not understood.  Raises `TextError`."""
        if value.solids or any(value.owners):
            return
        if any(isinstance(form, ShapeForm) for form in self._forms(type_name.path)):
            raise _fatal(value.token.fault(f"the value of this {type_name.last} is not understood"))

    def _is_list_type(self, type_name: Name | None) -> bool:
        return type_name is not None and bool(type_name.of) and not self._forms(type_name.path)

    def _each_declared(self, type_name: Name | None, value: Value) -> Value:
        """The items of a list, each converted to the type of the items."""
        if type_name is None or not isinstance(value, Array):
            return value
        path = type_name.of if self._is_list_type(type_name) else type_name.path
        if not path or not self._forms(path):
            return value
        item_type = type_name._replace(path=path, of=())
        return Array(tuple(self._declared(item_type, item, type_name.token, type_name.end) for item in value.items))

    def _length(self, expression: Expression) -> int:
        try:
            value = self.evaluate(expression)
        except TextError:
            return -1
        return int(value.value) if isinstance(value, Scalar) and 0 < value.value < 100_000 else -1

    def _shaped(self, value: Value, lengths: Sequence[int]) -> Value:
        """A flat list as rows, if the declaration gives two lengths: float v[9][3]."""
        if len(lengths) < 2 or not isinstance(value, Array):
            return value
        flat = scalars(value)
        width = lengths[-1]
        if flat is None or width < 1 or len(flat) % width:
            return value
        return Array(tuple(Array(flat[i : i + width]) for i in range(0, len(flat), width)))

    def _uninitialized(self, one: Declaration, lengths: Sequence[int]) -> Value:
        fault = one.name.fault(f"{quoted(one.name.text)} has no value in the text")
        if lengths:
            value: Value = Failed(fault)
            for length in reversed(lengths):
                value = Array((value,) * max(length, 1)) if length < 10_000 else Failed(fault)
            return value
        if one.type is not None and one.type.of and one.type.last in names.LISTS:
            return Array(())
        if one.type is None or one.type.path in {(name,) for name in names.SCALAR_TYPES}:
            return Failed(fault)
        site = self._site(one.type.last, one.name, one.name.end)
        for form in self._forms(one.type.path):
            if isinstance(form, ShapeForm):
                return self._solid(form, site)
            if isinstance(form, Form) and form.kinds in ("", "…"):
                return form.build(site._replace(name=one.name.text), ())
        return self._thing(one.type.last, one.name, one.name.end)

    def _declared(self, type_name: Name | None, value: Value, token: Token, end: int) -> Value:
        """A value converted to the declared type."""
        if type_name is None or isinstance(value, (SolidValue, Failed)):
            return value
        if isinstance(value, Thing):
            self._check_shape(type_name, value)
            is_empty = not (value.solids or value.fields or value.owners)
            if is_empty and _POSE_TYPE.search(type_name.last) and self._forms(type_name.path):
                return Failed(value.token.fault(f"the value of this {type_name.last} is not in the text"))
            return value
        if type_name.last in names.SCALAR_TYPES:
            return value.items[0] if isinstance(value, Array) and len(value.items) == 1 else value
        forms = self._forms(type_name.path)
        if not forms:
            return value
        site = self._site(type_name.last, token, end)
        items: list[list[Value]] = [list(value.items)] if isinstance(value, Array) else []
        items.append([value])
        for arguments in items:
            given = Given(arguments, {})
            if any(self._matches(form, given) for form in forms):
                return self._built(forms, given, site)
        return value

    def _define(self, name: str, token: Token, value: Value, type_name: Name | None) -> None:
        self._give_name(name, value)
        variable = Variable(name, token, value, type_name)
        self.variables.append(variable)
        self._scopes[-1][name] = variable

    def _give_name(self, name: str, value: Value) -> None:
        if isinstance(value, SolidValue) and value.has_name_of_description:
            value.name, value.has_name_of_description = name, False
        if isinstance(value, (SolidValue, Thing)) and value.name is None:
            value.name = name

    def _assign_statement(self, one: Assignment) -> None:
        if one.operator == "<<":
            self._stream(one)
            return
        value = self._lenient(one.values[0])
        if one.operator != "=":
            old = self.evaluate(one.target)
            value = self._operation(one.operator[0], old, self._sound(value), one.token)
        self._assign(one.target, value)

    def _stream(self, one: Assignment) -> None:
        """Eigen's comma initialiser."""
        if isinstance(one.target, Name) and one.target.last in ("cout", "cerr", "clog", "endl", "ss", "os"):
            return
        if isinstance(one.target, Name) and self._variable(one.target.path[0]) is None:
            return
        self._imply_pose(one.target)
        old = self._target_value(one.target)
        values = [self._lenient(value) for value in one.values]
        try:
            changed = self._comma_initialized(old, values, one)
        except TextError as fault:
            if getattr(fault, "is_fatal", False):
                raise
            changed = Failed(fault)  # the old value is not that of the target any more
        self._assign(one.target, changed)

    def _imply_pose(self, target: Expression) -> None:
        """Declares a pose that the text only fills in: `X_WB.translation() << 1, 2, 3;` without its declaration."""
        function = target.function if isinstance(target, CallNode) else target
        if not isinstance(function, Member) or not isinstance(function.base, Name) or len(function.base.path) != 1:
            return
        plain = function.name.lower().replace("_", "")
        is_part = names.role_of(function.name) in ("position", "rotation", "placement") or plain == "setidentity"
        if is_part and isinstance(target, CallNode) and self._variable(function.base.last) is None:
            self._define(function.base.last, function.base.token, IDENTITY_PLACEMENT, None)

    def _target_value(self, target: Expression) -> Value:
        """The value of a target before it is assigned; `Failed` items are fine."""
        if isinstance(target, Name) and len(target.path) == 1:
            variable = self._variable(target.path[0])
            if variable is None:
                raise target.token.fault(f"{quoted(target.path[0])} has no value in the text")
            return variable.value
        root = _root_of(target)
        variable = self._variable(root) if root else None
        uses = variable.uses if variable is not None else 0
        value = self.evaluate(target)
        if variable is not None:
            variable.uses = uses  # writing to a part of a variable is no use of it
        return value

    def _comma_initialized(self, old: Value, values: list[Value], one: Assignment) -> Value:
        for value in values:
            if isinstance(value, Failed):
                return value
        flat = flattened(Array(tuple(values)))
        if flat is None:
            raise one.token.fault("the values must be numbers")
        if len(values) == 3 and all(vector_in(value) for value in values):  # three columns side by side
            return transposed(Array(tuple(values)))
        rows = (3, 3) if isinstance(old, Rotation) and len(flat) == 9 else _size_of(old)
        if rows is None:
            rows = {3: (3, 1), 9: (3, 3), 12: (3, 4), 16: (4, 4)}.get(len(flat), (len(flat), 1))
        height, width = rows
        if height * width != len(flat) and not (height == 4 and width == 4 and len(flat) == 12):
            raise _fatal(one.token.fault(f"got {len(flat)} numbers, must be {height * width} ({height} × {width})"))
        if width == 1:
            return Array(flat)
        return Array(tuple(Array(flat[i : i + width]) for i in range(0, len(flat), width)))

    def _assign(self, target: Expression, value: Value) -> None:
        """Assigns to a variable, or to a part of one: the part's owner is replaced by a changed copy."""
        if isinstance(target, Name) and len(target.path) == 1:
            self._assign_variable(target, value)
        elif isinstance(target, Name):
            if self._variable(target.path[0]) is None:
                return
            base = target._replace(path=target.path[:-1])
            self._assign_member(base, target.last, value, target.token)
        elif isinstance(target, Member):
            self._assign_member(target.base, target.name, value, target.token)
        elif isinstance(target, Subscript):
            items = [self._index(item) for item in target.items]
            base_value = self._target_value(target.base)
            self._assign(target.base, assigned_subscript(base_value, items, value, target.token))
        elif isinstance(target, CallNode):
            self._assign_call(target, value)

    def _assign_call(self, target: CallNode, value: Value) -> None:
        """`m.block<3, 3>(0, 0) = …`, `m(0, 3) = …`, `T.translation() = …`, `ccdVec3…`."""
        self._imply_pose(target)
        if isinstance(target.function, Member) and not target.arguments:
            self._assign_member(target.function.base, target.function.name, value, target.token)
        elif isinstance(target.function, Name) and len(target.function.path) > 1 and not target.arguments:
            base = target.function._replace(path=target.function.path[:-1])
            self._assign_member(base, target.function.last, value, target.token)
        elif isinstance(target.function, Member):
            base_value = self._target_value(target.function.base)
            indices = [self._index(argument.value) for argument in target.arguments]
            changed = assigned_subscript(base_value, [target.function.name, *indices], value, target.token)
            self._assign(target.function.base, changed)
        else:
            items = [self._index(argument.value) for argument in target.arguments]
            base_value = self._target_value(target.function)
            self._assign(target.function, assigned_subscript(base_value, items, value, target.token))

    def _assign_variable(self, target: Name, value: Value) -> None:
        variable = self._variable(target.last)
        if variable is None:
            self._define(target.last, target.token, value, None)
            return
        value = self._declared(variable.type, value, target.token, target.end)
        self._give_name(target.last, value)
        if self.vocabulary.language is PYTHON and variable.value is not value:
            self._define(target.last, target.token, value, None)
            return
        variable.value = value

    def _assign_member(self, base: Expression, name: str, value: Value, token: Token) -> None:
        old = self._target_value(base)
        if isinstance(old, Thing):
            self._set_field(old, name, value)
            return
        if isinstance(old, SolidValue):
            self._set_parameter(old, name, value)
            return
        site = self._site(name, token, token.end)
        try:
            changed = assigned_member(site, old, name, value)
        except OperandMismatch as fault:
            changed = Failed(token.fault(f"{name}: {fault}"))
        except TextError as fault:
            changed = Failed(fault)
        self._assign(base, changed)

    def _set_field(self, thing: Thing, name: str, value: Value) -> None:
        role = self.vocabulary.fields.get(name) or names.role_of(name)
        if isinstance(value, SolidValue):
            thing.solids.append(value)
        elif isinstance(value, Thing) and value.solids and role == "shape":
            thing.solids += value.solids
            value.is_absorbed = True
        elif isinstance(value, Thing):
            thing.owners = [value] if role == "placement" else thing.owners
        thing.fields[name] = value

    def _set_parameter(self, solid: SolidValue, name: str, value: Value) -> None:
        parameter = dict(solid.form.names).get(name)
        known = {one.rstrip("?") for one in solid.form.parameters}
        if parameter is None and name in known:
            parameter = name
        if parameter is None and (role := names.role_of(name)) in ("position", "rotation", "placement"):
            parameter = role
        if parameter is not None:
            solid.arguments[parameter] = value
        elif name.lower().replace("_", "") in ("localscale", "scale", "localscaling"):
            solid.scales.append((solid.token, value))
        elif parameter is None and name.lstrip("m_").lower() in ("margin", "convexradius", "sweptsphereradius"):
            solid.arguments["convex_radius" if "convex" in name.lower() else "rounding"] = value

    # --- calls that change an object ---

    def _sets(self, call: CallNode) -> bool:
        """Executes a C function that writes to its first argument, or a macro that declares a variable."""
        function = call.function
        if not isinstance(function, Name) or not call.arguments:
            return False
        target = call.arguments[0].value
        site = self._site(function.last, call.token, call.end)
        if function.last in self.vocabulary.macros and isinstance(target, Name):
            given = self._given(call.arguments[1:])
            made = self._built(self._forms(function.path), given, site)
            declared = self._variable(target.last)
            if isinstance(made, SolidValue) and declared is not None and isinstance(declared.value, SolidValue):
                made.number = declared.value.number
            self._define(target.last, target.token, made, function)
            return True
        if function.last not in self.vocabulary.setters:
            return False
        given = self._given(call.arguments[1:])
        try:
            value = self._built(self.vocabulary.setters[function.last], given, site)
        except TextError as fault:
            value = Failed(fault)
        self._assign(target, value)
        return True

    def _mutates(self, call: CallNode) -> bool:
        """Executes a method that changes the variable that it is called on; False if it is none of these."""
        function = call.function
        if self.vocabulary.language is not PYTHON and _is_setter_of_pose(call):
            self._imply_pose(call)
        if isinstance(function, Name) and len(function.path) > 1 and self._variable(function.path[0]):
            base: Expression = function._replace(path=function.path[:-1])
            method = function.last
        elif isinstance(function, Member):
            base, method = function.base, function.name
        else:
            return False
        try:
            old = self._target_value(base)
        except TextError:
            return False
        given = self._given(call.arguments)
        if isinstance(old, Failed) and not method.lower().startswith(("set", "make")):
            return False
        try:
            return self._changed(base, method, old, given, call)
        except (TextError, OperandMismatch) as fault:
            if not isinstance(old, (PlacedFrame, Rotation, Array)):
                raise
            broken = fault if isinstance(fault, TextError) else call.token.fault(f"{method}: {fault}")
            self._assign(base, Failed(broken))  # its value is not known any more
            return True

    def _changed(self, base: Expression, method: str, old: Value, given: Given, call: CallNode) -> bool:
        plain = method.lower().replace("_", "")
        if isinstance(old, (PlacedFrame, Rotation, Array, Failed)):
            changed = self._moved(plain, old, given, call)
            if changed is not None:
                self._assign(base, changed)
                return True
        if plain in ("addpoint", "addvertex") and isinstance(old, SolidValue) and given.values:
            points = old.arguments.get("points", Array(()))
            known = points.items if isinstance(points, Array) else ()
            old.arguments["points"] = Array((*known, given.values[0]))
            return True
        setter = method[3:].lstrip("_") if plain.startswith("set") and len(method) > 3 else ""
        if setter and given.all and not isinstance(old, Array):
            value = given.values[0] if len(given.values) == 1 else Array(tuple(given.values))
            if (
                given.values
                and isinstance(old, (Thing, SolidValue))
                and isinstance(given.values[0], (SolidValue, Thing))
            ):
                value = given.values[0]
            self._assign_member(base, setter[:1].lower() + setter[1:], value, call.token)
            if isinstance(old, Thing) and len(given.values) > 1:
                self._set_parts(old, given)
            return True
        return False

    def _set_parts(self, thing: Thing, given: Given) -> None:
        """`setTransform(position, rotation)`, `SetPositionAndRotation(p, q, …)`."""
        for value in given.values:
            if isinstance(value, PlacedFrame):
                thing.fields["placement"] = value
            elif isinstance(value, Rotation):
                thing.fields["rotation"] = value
            elif vector_in(value) is not None:
                thing.fields["position"] = value
            elif isinstance(value, Array) and len(scalars(value) or ()) == 4:
                thing.fields["rotation"] = value

    def _moved(self, method: str, old: Value, given: Given, call: CallNode) -> Value | None:
        """A pose, rotation or vector after a method that changes it; None if it is not such a method."""
        values = [self._sound(value) for value in given.values]
        site = self._site(method, call.token, call.end)
        whole = Array(tuple(values)) if len(values) > 1 else values[0] if values else Array(())
        if method == "setidentity":
            if isinstance(old, Array):
                size = _size_of(old) or (3, 3)
                return _identity_matrix(size[0])
            return IDENTITY_ROTATION if isinstance(old, Rotation) else IDENTITY_PLACEMENT
        if method in ("setzero", "setones") and isinstance(old, Array):
            number = Scalar(1.0 if method == "setones" else 0.0)
            return Array((number,) * len(old.items))
        if method in ("pushback", "append", "emplaceback", "add", "push", "addpoint") and isinstance(old, Array):
            item = Array(tuple(values)) if method == "emplaceback" and len(values) == 3 else whole
            return Array((*old.items, item))
        if method in ("set", "setvalue", "fill") and isinstance(old, Array) and vector_in(whole):
            return Array(vector_in(whole) or ())
        if method == "appendtranslationmut" and isinstance(old, PlacedFrame):
            return composed(frame_of(site, whole), old)
        if method == "appendrotationmut" and isinstance(old, PlacedFrame):
            return composed(as_placement(rotation_of(site, whole)), old)
        if method in ("settransform", "setpose") and isinstance(old, (PlacedFrame, Failed)) and len(values) == 2:
            return posed(site, values)
        if method in ("normalize", "safenormalize"):
            return normalized(old)
        may_turn = isinstance(old, (PlacedFrame, Rotation)) or _size_of(old) == (3, 3)
        if may_turn and (turned := self._turned(method, old, values, site)) is not None:
            return turned
        if method in ("translate", "pretranslate", "rotate", "prerotate") and isinstance(old, PlacedFrame):
            change = frame_of(site, whole) if "translate" in method else as_placement(rotation_of(site, whole))
            if "translate" in method and vector_in(whole):
                change = PlacedFrame(IDENTITY_ROTATION, position_of(whole))
            return composed(change, old) if method.startswith("pre") else composed(old, change)
        return None

    def _turned(self, method: str, old: Value, values: list[Value], site: Site) -> Value | None:
        """A rotation or pose after a method of the library such as setEulerZYX; None if it is not one."""
        is_matrix = isinstance(old, Array) or "Basis" in self.context.text[site.token.start : site.end]
        kind = "matrix." if is_matrix else ""
        named = {name.replace("_", "").lower(): forms for name, forms in self.vocabulary.methods.items()}
        forms = named.get(kind + method, named.get(method))
        if not forms:
            return None
        built = self._built(forms, Given(values, {}), site)
        if isinstance(old, PlacedFrame) and isinstance(built, Rotation):
            return old._replace(rotation=built)
        return built

    # --- expressions ---

    def evaluate(self, node: Expression) -> Value:
        """The value of an expression.  Raises `TextError` if it cannot be computed."""
        self._depth += 1
        try:
            if self._depth > DEEPEST:
                raise node.token.fault("the expression is nested too deep")
            return self._evaluate(node)
        except OperandMismatch as fault:
            raise node.token.fault(str(fault)) from None
        finally:
            self._depth -= 1

    def _lenient(self, node: Expression) -> Value:
        if isinstance(node, Number):
            return Scalar(self.context.number(node.token), (node.token,))
        try:
            return self.evaluate(node)
        except TextError as fault:
            self._note(fault)
            return Failed(fault)

    def _sound(self, value: Value) -> Value:
        if isinstance(value, Failed):
            raise value.fault
        return value

    def _evaluate(self, node: Expression) -> Value:
        if isinstance(node, Number):
            return Scalar(self.context.number(node.token), (node.token,))
        if isinstance(node, String):
            return Text(node.token.text.strip("bBfFrRuU@$").strip("\"'"))
        if isinstance(node, Name):
            return self._name(node)
        if isinstance(node, Unary):
            return negated(self.evaluate(node.operand))
        if isinstance(node, Binary):
            return self._binary(node)
        if isinstance(node, BracketNode):
            return self._typed(node, node.type) if node.type is not None else self._list(node)
        if isinstance(node, CallNode):
            return self._call_expression(node)
        if isinstance(node, Member):
            site = self._site(node.name, node.token, node.end)
            return self._sound(member(site, self.evaluate(node.base), node.name))
        if isinstance(node, Subscript):
            items = [self._index(item) for item in node.items]
            return self._sound(subscript(self.evaluate(node.base), items, node.token))
        raise node.token.fault("is not a value")

    def _index(self, node: Expression) -> Value | slice | str:
        """An index of a list, or a slice."""
        if isinstance(node, Slice):
            return slice(self._whole(node.first), self._whole(node.last))
        return self.evaluate(node)

    def _whole(self, node: Expression | None) -> int | None:
        if node is None:
            return None
        value = self.evaluate(node)
        if not isinstance(value, Scalar):
            raise node.token.fault("must be a number")
        return int(value.value)

    def _name(self, node: Name) -> Value:
        variable = self._variable(node.path[0])
        if variable is not None:
            variable.uses += 1
            value = self._sound(variable.value)
            for part in node.path[1:]:
                value = self._sound(member(self._site(part, node.token, node.end), value, part))
            return value
        for key in _keys(node.path):
            if key in self.vocabulary.constants:
                return self.vocabulary.constants[key]
        number = names.constant_of(node.path)
        if number is not None:
            return Scalar(number)
        if names.NOT_FINITE.fullmatch(node.last):
            raise node.token.fault(f"{quoted('.'.join(node.path))} is not finite: must be a finite number")
        raise node.token.fault(f"{quoted('.'.join(node.path))} has no value in the text")

    def _variable(self, name: str) -> Variable | None:
        for scope in reversed(self._scopes):
            if name in scope:
                return scope[name]
        return None

    def _binary(self, node: Binary) -> Value:
        left, right = self.evaluate(node.left), self.evaluate(node.right)
        is_list = self.vocabulary.language is PYTHON and isinstance(node.left, BracketNode) and isinstance(left, Array)
        if is_list and node.operator == "*" and isinstance(right, Scalar) and right.value in range(1, 10_000):
            return Array(cast(Array, left).items * int(right.value))  # a list repeated: [0.5] * 3
        return self._operation(node.operator, left, right, node.token)

    def _operation(self, operator: str, left: Value, right: Value, token: Token) -> Value:
        if self.vocabulary.language is PYTHON and operator in "+-*/" and (rows := _rows_and_vector(left, right)):
            return Array(tuple(self._operation(operator, row, right, token) for row in rows))
        if operator == "+":
            return added(left, right)
        if operator == "-":
            return subtracted(left, right)
        if operator == "/":
            return divided(left, right)
        if operator == "@" or (operator == "*" and self.vocabulary.language is not PYTHON):
            return multiplied(left, right)
        if operator == "*":
            if isinstance(left, (PlacedFrame, Rotation)) or isinstance(right, (PlacedFrame, Rotation)):
                return multiplied(left, right)
            return multiplied_each(left, right)
        if operator == "**" and isinstance(left, Scalar) and isinstance(right, Scalar):
            return combined(lambda x, y: float(x**y), left, right)
        if operator == "%" and isinstance(left, Rotation) and isinstance(right, Rotation):
            return multiplied(left, right)
        raise token.fault(f"the operator {operator} is not known here")

    def _list(self, node: BracketNode) -> Value:
        if node.items and all(item.name and item.name not in ("*", "..") for item in node.items):
            thing = self._thing("", node.token, node.end)
            for item in node.items:
                self._set_field(thing, cast(str, item.name), self._lenient(item.value))
            return thing
        values: list[Value] = []
        before: Expression | None = None
        for item in node.items:  # Rust's [0.0; 3] repeats one expression
            values.append(values[-1] if item.value is before else self._lenient(item.value))
            before = item.value
        return Array(tuple(values))

    def _typed(self, node: BracketNode, type_name: Name) -> Value:
        """A literal with a type: `Vec3 { x: 1.0, … }`, `new Vector3[] { … }`, `float[3, 9] { … }`."""
        path = type_name.path
        forms = self._forms(path)
        site = self._site(type_name.last, node.token, node.end)
        if forms:
            given = self._given(node.items)
            if any(self._matches(form, given) for form in forms):
                return self._built(forms, given, site)
            if given.named or not given.values:
                return self._built(forms, given, site)
        if any(item.name for item in node.items) or not node.items:
            if self._is_unsupported(path):
                raise self._unsupported(site)
            thing = self._thing(type_name.last, node.token, node.end)
            for item in node.items:
                self._set_field(thing, item.name or "", self._lenient(item.value))
            return thing
        listed = self._list(node)
        return self._each_declared(type_name, listed) if forms else listed

    # --- calls ---

    def _given(self, arguments: Iterable[Argument]) -> Given:
        values: list[Value] = []
        named: dict[str, Value] = {}
        for argument in arguments:
            if argument.name == ".." and _is_default(argument.value):  # Rust: ..Default::default()
                continue
            value = self._lenient(argument.value)
            made = _maker_of(argument.value) if isinstance(value, Failed) else None
            if isinstance(value, Failed) and made is not None and self._forms(made.path):
                value.fault.is_of_library = True  # type: ignore[attr-defined]
            if argument.name in ("*", "..") and isinstance(value, Array):
                values += value.items
            elif argument.name and argument.name != "..":
                named[argument.name] = value
            else:
                values.append(value)
        return Given(values, named)

    def _call_expression(self, node: CallNode) -> Value:
        function = node.function
        if isinstance(function, Name):
            if len(function.path) > 1 and self._variable(function.path[0]) is not None:
                base = self.evaluate(function._replace(path=function.path[:-1], of=()))
                if function.of and isinstance(base, Thing):
                    return self._component(base, function, node)
                return self._method(base, function.last, node)
            value = self._call(function, node.token, node.end, node.arguments)
            for item in node.fields:
                if isinstance(value, Thing):
                    self._set_field(value, item.name or "", self._lenient(item.value))
                elif isinstance(value, SolidValue):
                    self._set_parameter(value, item.name or "", self._lenient(item.value))
            return value
        if isinstance(function, Member):
            try:
                base = self.evaluate(function.base)
            except TextError:
                forms = self.vocabulary.functions.get(function.name, ())
                if any(isinstance(form, ShapeForm) for form in forms):
                    site = self._site(function.name, node.token, node.end)
                    return self._built(forms, self._given(node.arguments), site)
                given = self._given(node.arguments)
                made = self._passed(function.name, given)
                return made or self._unknown_call(function.name, node, given, None)
            return self._method(base, function.name, node)
        value = self.evaluate(function)
        return self._sound(subscript(value, [self._index(one.value) for one in node.arguments], node.token))

    def _call(self, name: Name, token: Token, end: int, arguments: Sequence[Argument]) -> Value:
        variable = self._variable(name.path[0]) if len(name.path) == 1 else None
        if variable is not None:  # an element: m(0, 3)
            variable.uses += 1
            return self._sound(
                subscript(self._sound(variable.value), [self._index(one.value) for one in arguments], token)
            )
        site = self._site(name.last if name.last != "new" else "::".join(name.path[-2:]), token, end)
        given = self._given(arguments)
        if name.of and names.WRAPPERS.fullmatch("::".join(name.path[-2:])):
            is_list = bool(given.values) and isinstance(given.values[0], Array) and name.of[-1] in _LISTS
            if len(given.values) == 1 and (is_list or isinstance(given.values[0], (SolidValue, Thing))):
                return given.values[0]
            name, site = name._replace(path=name.of, of=()), site._replace(name=name.of[-1])
        elif names.WRAPPERS.fullmatch("::".join(name.path[-2:])) and len(given.values) == 1:
            return self._sound(given.values[0])
        if (made := self._passed(name.last, given)) is not None:
            return made
        forms = self._forms(name.path)
        if forms:
            return self._built(forms, given, site)
        found = self._common(name, given, site)
        if found is not None:
            return found
        if self._is_unsupported(name.path):
            raise self._unsupported(site)
        return self._unknown_call(name.last, token, given, None, end)

    def _passed(self, name: str, given: Given) -> SolidValue | None:
        """The shape that a function makes from its description: PxCreateConvexMesh(params, desc)."""
        if name not in self.vocabulary.passing:
            return None
        solid = next((value for value in given.all if isinstance(value, SolidValue)), None)
        if solid is not None:
            solid.has_name_of_description = True
        return solid

    def _common(self, name: Name, given: Given, site: Site) -> Value | None:
        """A mathematical function, or a conversion of a number or of a list."""
        if name.last in names.LISTS and all(isinstance(value, Array) for value in given.values[:1]):
            return self._each_declared(name, given.values[0] if given.values else Array(()))
        if name.last in names.SCALAR_TYPES and len(given.values) == 1:
            return self._sound(given.values[0])
        plain = names.plain_function(name)
        if plain in names.FUNCTIONS and given.values:
            values = [self._sound(value) for value in given.values]
            if len(values) == 1 and isinstance(values[0], Array):
                items = [self._common(name, Given([item], {}), site) for item in values[0].items]
                return Array(tuple(item for item in items if item is not None))
            if all(isinstance(value, Scalar) for value in values):
                return combined(names.FUNCTIONS[plain], *cast(list[Scalar], values))
        if not given.values and (number := names.constant_of(name.path)) is not None:
            return Scalar(number)
        if names.NOT_FINITE.fullmatch(name.last):
            raise site.token.fault(f"{quoted(name.last)} is not finite: must be a finite number")
        return None

    def _method(self, base: Value, name: str, node: CallNode) -> Value:
        given = self._given(node.arguments)
        if (passed := self._passed(name, given)) is not None:
            return passed
        site = self._site(name, node.token, node.end)
        forms = self.vocabulary.methods.get(name, ())
        if not forms and any(isinstance(form, (ShapeForm, ByWord)) for form in self.vocabulary.functions.get(name, ())):
            forms = self.vocabulary.functions[name]
        if forms and not isinstance(base, (PlacedFrame, Array)):
            made = self._built(forms, given, site)
            return self._attached(made, base, given, node) if isinstance(made, SolidValue) else made
        value = self._known_method(base, name, given, site)
        if value is not None:
            return value
        if isinstance(base, (SolidValue, Thing)):
            return self._object_method(base, name, given, node)
        raise node.token.fault(f"the method {quoted(name)} is not known")

    def _component(self, base: Thing, function: Name, node: CallNode) -> Value:
        """A component of an object: `go.AddComponent<BoxCollider>()`, or the one that it has: GetComponent<…>."""
        for one in base.solids:
            if function.last.startswith("Get") and one.constructor == function.of[-1]:
                return one
        site = self._site(function.of[-1], node.token, node.end)
        if forms := self._forms(function.of):
            made = self._built(forms, self._given(node.arguments), site)
            if isinstance(made, SolidValue):
                made.is_component = True
                base.solids.append(made)
            return made
        if self._is_unsupported(function.of):
            raise self._unsupported(site)
        part = self._thing(function.of[-1], node.token, node.end)
        part.owners = [base]
        return part

    def _attached(self, solid: SolidValue, base: Value, given: Given, node: CallNode) -> Value:
        """A shape that a method of an object made: `scene.add_shape_box(body=right, hx=h, …)`."""
        others = [value for value in given.all if isinstance(value, Thing)]
        if any(solid in thing.solids for thing in self.things):
            return solid
        if not others:
            solid.name = solid.form.kind
        if isinstance(base, Thing) and base.fields.get("second placement"):
            solid.arguments["placement"] = base.fields["second placement"]
            return solid
        if others or (isinstance(base, Thing) and self._has_place(base)):
            self._unknown_call(solid.constructor, node, Given([solid, *others], {}), base)
        return solid

    def _has_place(self, thing: Thing) -> bool:
        return any(names.role_of(name) in ("position", "rotation", "placement") for name in thing.fields)

    def _known_method(self, base: Value, name: str, given: Given, site: Site) -> Value | None:
        """A method without side effects; None if it is not known."""
        if name in names.PASSING and not (isinstance(base, Thing) and name in base.fields):
            return base
        values = given.values
        if name in ("inverse", "inversed", "Inversed", "getInverse", "conjugate", "Conjugated", "inv") and not values:
            return inverted(base)
        if name in ("transpose", "Transposed", "Transposed3x3", "getTranspose"):
            return transposed(base)
        if name in ("normalized", "Normalized", "normalize", "getNormalized", "normalize_or_zero"):
            return normalized(base)
        if name in ("dot", "Dot") and len(values) == 1 and isinstance(base, Array):
            a, b = scalars(base), scalars(self._sound(values[0]))
            if a and b and len(a) == len(b):
                return inner(a, b)
            return multiplied(base, self._sound(values[0]))
        if name == "map" and isinstance(base, Array) and len(values) == 1 and isinstance(values[0], Text):
            if _KEEPS_ORDER.fullmatch(values[0].text):  # a closure that makes a vector of each point
                return base
            raise site.token.fault(f"{quoted(values[0].text)}: what map does to the points is not understood")
        if name == "reshape" and isinstance(base, Array):
            return _reshaped(base, values)
        if name in ("to_radians", "sqrt", "sin", "cos", "abs", "tan", "powi", "powf", "recip") and isinstance(
            base, Scalar
        ):
            numbers = [base, *(value for value in values if isinstance(value, Scalar))]
            return combined(names.FUNCTIONS[name], *numbers)
        if name == "half_extents" and isinstance(base, Array) and len(base.items) == 2:
            low, high = base.items
            return multiplied_each(subtracted(high, low), Scalar(0.5))
        if not values and not isinstance(base, (Thing, SolidValue)):
            return self._sound(member(site, base, name))
        if not values and isinstance(base, Thing) and names.role_of(name) and not self._is_setter(name):
            return self._sound(member(site, base, name))
        if (
            isinstance(base, (PlacedFrame, Rotation))
            and len(values) == 1
            and name in ("mul", "transform", "append", "dot")
        ):
            return multiplied(base, self._sound(values[0]))
        if (
            isinstance(base, (Array, PlacedFrame))
            and values
            and name in ("block", "topLeftCorner", "row", "col", "head")
        ):
            return self._sound(subscript(base, [name, *values], site.token))
        if name in ("flatten", "ravel") and isinstance(base, Array):
            return Array(flattened(base) or ())
        return None

    def _is_setter(self, name: str) -> bool:
        return name.lower().startswith(("set", "with"))

    def _object_method(self, base: SolidValue | Thing, name: str, given: Given, node: CallNode) -> Value:
        """A method of an object: of a builder, or one that connects it with other objects."""
        interesting = [value for value in given.all if isinstance(value, (SolidValue, Thing, PlacedFrame))]
        role = self.vocabulary.fields.get(name) or names.role_of(name)
        if role in ("position", "rotation", "placement", "euler") and given.values:
            thing = base
            if isinstance(base, SolidValue):
                thing = self._thing(name, node.token, node.end)
                thing.solids.append(base)
            value = given.values[0] if len(given.values) == 1 else Array(tuple(given.values))
            self._set_field(cast(Thing, thing), name, value)
            return thing
        if interesting or (isinstance(base, Thing) and any(isinstance(value, Failed) for value in given.all)):
            return self._unknown_call(name, node, given, base)
        if isinstance(base, Thing) and given.named:
            return self._unknown_call(name, node, given, base)
        return base if given.values or isinstance(base, SolidValue) else self._fielded(base, name, node)

    def _fielded(self, base: Thing, name: str, node: CallNode) -> Value:
        if name in base.fields:
            return self._sound(base.fields[name])
        result = self._thing(name, node.token, node.end)
        result.owners = [base]
        return result

    def _unknown_call(
        self, name: str, node: CallNode | Token, given: Given, base: Value | None, end: int | None = None
    ) -> Value:
        """A call of a function that is not in the vocabulary: it connects the objects that are its arguments."""
        token = node.token if isinstance(node, CallNode) else node
        end = node.end if isinstance(node, CallNode) else end or token.end
        given = Given(_without_tuples(given.values), given.named)
        values = given.all
        if name.lower().startswith(("reset", "set")) and given.values and isinstance(given.values[0], Thing):
            if set(names.words_of(name)) & _PLACING_WORDS:
                self._set_parts(given.values[0], given)
            return given.values[0]
        solids = [value for value in values if isinstance(value, SolidValue)]
        places = [as_placement(motion) for value in values if (motion := _pose_in(value)) is not None]
        things = [value for value in values if isinstance(value, Thing)]
        with_shape = [thing for thing in things if thing.solids]
        motions = [motion for value in values if (motion := _motion_in(value)) is not None]
        if any(vector_in(value) for value in values):  # a rotation next to a position is not the whole pose
            motions = []
        if len(places) != len(motions) == len(solids) > 1:
            places = [as_placement(motion) for motion in motions]
        if len(solids) + len(with_shape) >= 2:
            return self._query(name, token, end, solids, places, with_shape, values)
        if solids or with_shape:
            self._check_arguments(name, given, bool(places))
        result = self._thing(name, token, end)
        if name in self.vocabulary.titled:
            result.title = next((value.text for value in values if isinstance(value, Text)), None)
        if isinstance(base, Thing):
            things.insert(0, base)
        elif isinstance(base, SolidValue):
            solids.append(base)
        result.solids = [*solids, *(one for thing in with_shape for one in thing.solids)]
        for thing in with_shape:
            thing.is_absorbed = True
        for key, value in given.named.items():
            self._set_field(result, key, value) if not isinstance(value, SolidValue) else None
        if places:
            result.fields["placement"] = places[0]
            if len(places) > 1:
                result.fields["second placement"] = places[1]
        elif solids or not things:
            self._set_loose_parts(result, given.values, bool(solids))
        result.owners = self._owners(things, with_shape)
        return result

    def _check_arguments(self, name: str, given: Given, is_placed: bool) -> None:
        """Reports arguments that may be the pose of a shape and could not be computed."""
        for value in given.all:
            if not isinstance(value, Failed):
                continue
            if "not finite" in value.fault.message:
                self.faults.append(value.fault)
            elif not is_placed and getattr(value.fault, "is_of_library", False):
                self.context.ask("pose", "origin", f"{name} may place the shape, but {value.fault}")
            elif not is_placed and _POSE_WORDS & set(names.words_of(_quoted_name(value.fault))):
                self.context.warn(f"{value.fault}: {name} may place the shape with it")

    def _owners(self, things: list[Thing], with_shape: list[Thing]) -> list[Thing]:
        """The objects whose poses the result has; settings are copied, because they may be used again."""
        frames = [thing for thing in things if thing not in with_shape and (thing.fields or thing.owners)]
        return [thing.snapshot() if thing.type.endswith(_SETTINGS) else thing for thing in (*frames, *with_shape)]

    def _set_loose_parts(self, result: Thing, values: Sequence[Value], has_shape: bool) -> None:
        """The position and rotation among the arguments, if there are any: `Settings(shape, position, rotation)`."""
        positions = [value for value in values if isinstance(value, Array) and vector_in(value)]
        turns = [value for value in values if isinstance(value, Rotation)]
        fours = [value for value in values if isinstance(value, Array) and len(scalars(value) or ()) == 4]
        matrices = [value for value in values if isinstance(value, Array) and len(matrix_rows(value) or ()) in (3, 4)]
        if (has_shape and len(positions) == 1) or (not has_shape and len(positions) == 1 and (turns or fours)):
            result.fields["position"] = positions[0]
        if len(turns) == 1:
            result.fields["rotation"] = turns[0]
        elif positions and len(fours) == 1:
            result.fields["rotation"] = fours[0]
        elif has_shape and len(matrices) == 1 and matrix_rows(matrices[0]):
            rows = matrix_rows(matrices[0]) or ()
            result.fields["placement" if len(rows[0]) == 4 else "rotation"] = matrices[0]

    def _query(
        self,
        name: str,
        token: Token,
        end: int,
        solids: list[SolidValue],
        places: list[PlacedFrame],
        things: list[Thing],
        values: list[Value],
    ) -> Value:
        """A call about several objects, such as distance(&a, pose_a, &b, pose_b)."""
        found: list[Thing] = list(things)
        missing = [
            value
            for value in values
            if isinstance(value, Failed) and _POSE_WORDS & set(names.words_of(_quoted_name(value.fault)))
        ]
        is_relative = len(places) == 1 and len(solids) == 2 and not missing
        moved = 1
        if is_relative:
            why = f"{name}: one pose for two shapes"
            chosen = self.context.assume("pose of", "second shape", why, "first shape")
            moved = 1 if chosen == "second shape" else 0
        for i, solid in enumerate(solids):
            thing = self._thing(name, token, end)
            thing.solids.append(solid)
            if len(places) == len(solids):
                thing.fields["placement"] = places[i]
            elif is_relative and i == moved:
                thing.fields["placement"] = places[0]
            elif not places:
                thing.type = "?"  # says nothing about the pose
            found.append(thing)
        self.queries.append(tuple(found))
        result = Thing(name, token, end)
        result.is_absorbed = True
        return result

    # --- forms ---

    def _forms(self, path: Sequence[str]) -> Forms:
        functions = self.vocabulary.functions
        path = [self.aliases.get(part, part) if part not in functions else part for part in path]
        for key in _keys(tuple(path)):
            if key in functions:
                return functions[key]
        last = path[-1]
        if len(last) > 3 and last[-1] in "dfsi" and last[:-1] in functions:
            return functions[last[:-1]]
        return ()

    def _matches(self, form: Form | ShapeForm | ByWord, given: Given) -> bool:
        if isinstance(form, ByWord):
            return True
        if isinstance(form, ShapeForm):
            return bound_arguments(form, given.values, given.named) is not None
        return _arranged(form, given) is not None

    def _built(self, forms: Forms, given: Given, site: Site) -> Value:
        for value in given.all:
            if isinstance(value, Failed) and "not finite" in value.fault.message:
                raise _fatal(value.fault)
        for one in sorted(forms, key=lambda form: _unknown_names(form, given)):
            form, given_here = self._chosen(one, given, site)
            if isinstance(form, ShapeForm):
                arguments = bound_arguments(form, given_here.values, given_here.named)
                if arguments is not None:
                    return self._solid(form, site, arguments, given_here)
                continue
            values = _arranged(form, given)
            if values is not None:
                value = form.build(site, [self._sound(value) for value in values])
                if isinstance(value, PlacedFrame):
                    self.placements.append(value)
                if isinstance(value, SolidValue) and value not in self.solids:
                    self._replace_solid(value)
                return value
        for value in given.all:
            self._sound(value)
        placed = self._placed_by_name(forms, given, site)
        if placed is not None:
            return placed
        fault = site.fault(f"these arguments are not understood: {_summary(given)}{_expected(forms)}")
        raise _fatal(fault) if any(isinstance(form, ShapeForm) for form in forms) else fault

    def _placed_by_name(self, forms: Forms, given: Given, site: Site) -> Value | None:
        """A pose whose parts have names: new RigidPose { Position = …, Orientation = … }."""
        roles = {names.role_of(name): value for name, value in given.named.items()}
        if given.values or not roles or not set(roles) <= {"position", "rotation"}:
            return None
        if not any(isinstance(form, Form) and set(form.kinds) & {"r", "p"} for form in forms):
            return None
        rotation = rotation_of(site, roles["rotation"]) if "rotation" in roles else IDENTITY_ROTATION
        position = position_of(roles["position"]) if "position" in roles else IDENTITY_PLACEMENT.position
        return PlacedFrame(rotation, position)

    def _chosen(self, form: Form | ShapeForm | ByWord, given: Given, site: Site) -> tuple[Form | ShapeForm, Given]:
        """The form for the kind of shape that the first argument states, with the other arguments."""
        if not isinstance(form, ByWord):
            return form, given
        values, named = list(given.values), dict(given.named)
        first = values.pop(0) if values else named.pop("shapeType", Failed(site.fault("states no kind of shape")))
        word = self._sound(first)
        if not isinstance(word, Text) or word.text not in form.forms:
            raise _fatal(site.fault(f"must be one of {', '.join(form.forms)}"))
        return form.forms[word.text], Given(values, named)

    def _replace_solid(self, solid: SolidValue) -> None:
        """A shape made from another one, such as one that is placed: it takes the other's place."""
        self.solids = [one for one in self.solids if one.arguments is not solid.arguments]
        self.solids.append(solid)

    def _solid(
        self, form: ShapeForm, site: Site, arguments: dict[str, Value] | None = None, given: Given | None = None
    ) -> SolidValue:
        solid = SolidValue(form, site.name, site.token, site.end)
        solid.arguments = {name: Scalar(value) for name, value in form.defaults} | dict(arguments or {})
        self.solids.append(solid)
        if given is not None:
            known = {*dict(form.names), *(one.rstrip("?") for one in form.parameters)} - {"body"}
            extras = {key: value for key, value in given.named.items() if key not in known}
            extras |= {"body": solid.arguments["body"]} if "body" in solid.arguments else {}
            for key, value in extras.items():
                is_placed = names.role_of(key) in ("position", "rotation", "placement")
                is_known = is_placed or key in solid.arguments or key in _HARMLESS
                if isinstance(value, (Scalar, Array, Text)) and not is_known:
                    self.context.warn(f"{site.name}: the argument {quoted(key)} is not used")
            if any(isinstance(value, (Thing, PlacedFrame)) for value in extras.values()):
                self._unknown_call(site.name, site.token, Given([solid], extras), None, site.end)
        return solid

    def _thing(self, type_name: str, token: Token, end: int) -> Thing:
        thing = Thing(type_name, token, end)
        self.things.append(thing)
        return thing

    def _is_unsupported(self, path: Sequence[str]) -> bool:
        words = [path[-1], *path[-2:-1]]
        return any(re.fullmatch(self.vocabulary.unsupported, word) is not None for word in words)

    def _unsupported(self, site: Site) -> TextError:
        return _fatal(site.token.fault(f"{quoted(site.name)} is a shape that cannot be imported"))

    def _site(self, name: str, token: Token, end: int) -> Site:
        return Site(self.context, name, token, end, self.vocabulary)


# Words in the names of variables that hold poses.
_POSE_WORDS = frozenset(
    [
        "pose",
        "transform",
        "tf",
        "iso",
        "isometry",
        "pos",
        "position",
        "x",
        "xform",
        "quat",
        "rotation",
        "translation",
        "trans",
    ]
)

# Closures that only convert a point: |a| Vector::new(a[0], a[1], a[2]), |&[x, y, z]| Point3::new(x, y, z).
_KEEPS_ORDER = re.compile(
    r"\|&?\[?\(?(?:(?P<p>\w+)|(?P<x>\w+),(?P<y>\w+),(?P<z>\w+))\)?\]?(?::[^|]*)?\|(?:\w+::)*(?:<\w+>::)?"
    r"(?:new\((?:(?P=p)\[0\],(?P=p)\[1\],(?P=p)\[2\]|(?P=p)\.x,(?P=p)\.y,(?P=p)\.z|(?P=p)\.0,(?P=p)\.1,(?P=p)\.2"
    r"|(?P=x),(?P=y),(?P=z))\)|from(?:_array|_slice)?\(\*?&?(?P=p)\)|(?P=p)(?:\.into\(\))?)"
)

_POSE_TYPE = re.compile(r"(?i)transform|isometry|pose|affine|mat(?:rix)?4")
# A constructor rather than the word in a sentence: Box(…), Box<S> a{…}, Ball::new(…), Box* b = …
_CONSTRUCTED = r"\b{}\b(?:\s*<[^<>\r\n]*>+)?(?:\s*::|[\s*&]*(?:\w+\s*)?[({{=])"
_SENTENCE = re.compile(r"\W*(?:[A-Za-z][a-z'’]*,?[^\S\r\n]+){4}[A-Za-z]")
_HARMLESS = frozenset({"density", "mass", "friction", "restitution", "color", "key", "label", "name", "body", "dtype"})
_LISTS = frozenset({"vector", "array", "initializer_list", "list", "Vec"})

# Words in the names of functions that place an object.
_PLACING_WORDS = (_POSE_WORDS - {"x"}) | {"orientation", "quaternion", "rot", "world", "motion"}

# Types of objects that describe others, and of which several objects can be made.
_SETTINGS = ("Def", "Desc", "Settings", "Info", "Builder", "Options", "def", "desc", "info", "settings")


def _is_designated(node: Expression) -> bool:
    """Whether an initialiser names the members: { .radius = 1 }."""
    return isinstance(node, BracketNode) and node.type is None and any(item.name for item in node.items)


def _motion_in(value: Value) -> PlacedFrame | Rotation | None:
    """A value that is a pose or a rotation."""
    return value if isinstance(value, Rotation) else _pose_in(value)


def _pose_in(value: Value) -> PlacedFrame | Rotation | None:
    """A value that is a pose, maybe as a matrix."""
    if isinstance(value, PlacedFrame):
        return value
    return motion_of(value) if as_matrix_pose(value) else None


def _without_tuples(values: Sequence[Value]) -> list[Value]:
    """The values with those of tuples that contain objects: `spawn((collider, transform))`."""
    found: list[Value] = []
    for value in values:
        is_tuple = isinstance(value, Array) and any(
            isinstance(one, (SolidValue, PlacedFrame, Thing)) for one in value.items
        )
        found += value.items if is_tuple and isinstance(value, Array) else [value]
    return found


def _root_of(node: Expression) -> str | None:
    """The name of the variable that an expression is a part of."""
    while not isinstance(node, Name):
        if isinstance(node, (Member, Subscript)):
            node = node.base
        elif isinstance(node, CallNode):
            node = node.function
        else:
            return None
    return node.path[0]


def _rows_and_vector(left: Value, right: Value) -> tuple[Value, ...] | None:
    """The rows of a matrix that NumPy combines with a vector one by one."""
    rows, row = matrix_rows(left), scalars(right)
    if not isinstance(left, Array) or rows is None or row is None or len(row) != len(rows[0]):
        return None
    return left.items


def _is_setter_of_pose(call: CallNode) -> bool:
    """Whether a call sets a pose or a part of one: `t.setOrigin(…)`, `t.setIdentity()`."""
    name = call.function.name if isinstance(call.function, Member) else ""
    return name.lower().startswith("set")


def _maker_of(node: Expression | None) -> Name | None:
    """The function that an expression calls first."""
    while isinstance(node, (Member, CallNode)):
        node = node.base if isinstance(node, Member) else node.function
    return node if isinstance(node, Name) else None


def _is_default(node: Expression) -> bool:
    """Whether a Rust expression is the default value of its type."""
    return (
        isinstance(node, CallNode) and isinstance(node.function, Name) and node.function.last in ("default", "identity")
    )


def _quoted_name(fault: TextError) -> str:
    """The name in quotes at the start of a message."""
    return fault.message.split("'")[1] if "'" in fault.message else ""


def _fatal(fault: TextError) -> TextError:
    """A fault that ends the import, because a shape would be missing."""
    fault.is_fatal = True  # type: ignore[attr-defined]
    return fault


def _keys(path: tuple[str, ...]) -> tuple[str, ...]:
    """The keys of a name in a vocabulary, the most specific first."""
    return (".".join(path[-2:]), path[-1]) if len(path) > 1 else (path[-1],)


def _arranged(form: Form, given: Given) -> list[Value] | None:
    """The arguments in the order of the form's letters, or None if they do not fit."""
    kinds = form.kinds
    values = list(given.values)
    if given.named:
        if any(name not in form.names for name in given.named):
            return None
        values += [given.named[name] for name in form.names[len(values) :] if name in given.named]
    required, _, optional = kinds.rstrip("…").partition("|")
    letters = required + optional
    if len(values) < len(required) or (len(values) > len(letters) and not kinds.endswith("…")):
        return None
    if not all(fits(letter, value) for letter, value in zip(letters, values, strict=False)):
        return None
    return values


def _unknown_names(form: Form | ShapeForm | ByWord, given: Given) -> int:
    """How many of the keyword arguments a form does not know."""
    if not isinstance(form, ShapeForm):
        return 0
    known = {*dict(form.names), *(one.rstrip("?") for one in form.parameters)}
    return sum(name not in known for name in given.named)


def _expected(forms: Forms) -> str:
    found = [", ".join(form.parameters).replace("_", " ") for form in forms if isinstance(form, ShapeForm)]
    return f"; expected {' or '.join(found)}" if found else ""


def _summary(given: Given) -> str:
    return ", ".join(described(value) for value in given.all) or "none"


def _size_of(value: Value) -> tuple[int, int] | None:
    """Rows and columns of a vector or matrix, whether its elements have values or not."""
    if isinstance(value, PlacedFrame):
        return (4, 4)
    if isinstance(value, Rotation):
        return (4, 1) if value.parts else (3, 3)
    if not isinstance(value, Array) or not value.items:
        return None
    first = value.items[0]
    return (len(value.items), len(first.items)) if isinstance(first, Array) else (len(value.items), 1)


def _identity_matrix(size: int) -> Array:
    rows = (Array(tuple(Scalar(float(i == j)) for j in range(size))) for i in range(size))
    return Array(tuple(rows))


def _reshaped(base: Array, values: Sequence[Value]) -> Value:
    flat = flattened(base)
    sizes = flattened(Array(tuple(values)))
    if flat is None or sizes is None or len(sizes) != 2:
        raise OperandMismatch("reshape: must be two sizes")
    rows, width = (int(size.value) for size in sizes)
    width = width if width > 0 else len(flat) // max(rows, 1)
    if width < 1 or len(flat) % width:
        raise OperandMismatch(f"{len(flat)} numbers cannot be rows of {width}")
    return Array(tuple(Array(flat[i : i + width]) for i in range(0, len(flat), width)))
