"""lldb commands: `gjkscope-pair` writes a pair of the stopped program as a scene, `gjkscope-dump` its capture.

(lldb) command script import gjkscope_lldb.py           (next to gjkscope_debugger.py, which explains the arguments)
(lldb) gjkscope-pair "box(a->half)" a->transform "hull(b->points, b->count)" b->position,b->orientation -o pair.json
(lldb) gjkscope-dump bad.gjkcap 60
"""

import re
import sys
from pathlib import Path

import lldb

sys.path.insert(0, str(Path(__file__).expanduser().resolve().parent))
import gjkscope_debugger as shared

RECORDS = (lldb.eTypeClassStruct, lldb.eTypeClassClass, lldb.eTypeClassUnion)
LISTS = (lldb.eTypeClassArray, lldb.eTypeClassVector)
LONGEST_NAME = 1000


class Value(shared.Node):
    """An `lldb.SBValue`."""

    def __init__(self, value):
        value = value.GetNonSyntheticValue()
        if value.GetType().IsReferenceType():
            value = value.Dereference().GetNonSyntheticValue()
        plain = value.GetType().GetCanonicalType().GetUnqualifiedType()
        self._value, self._plain, self._class = value, plain, plain.GetTypeClass()
        self.type, self.canonical = value.GetType().GetUnqualifiedType().GetName(), plain.GetName()
        if self._class in LISTS:
            self.kind = "list"
        elif self._class in RECORDS:
            self.kind = "record"
        elif self._class == lldb.eTypeClassPointer:
            self.kind = "pointer"
        elif self._class not in (lldb.eTypeClassBuiltin, lldb.eTypeClassEnumeration):
            raise shared.DebuggerError(f"a value of type {self.type} is no number, array, structure or pointer")

    def number(self):
        data, fault = self._value.GetData(), lldb.SBError()
        basic = self._plain.GetBasicType()
        if basic == lldb.eBasicTypeFloat:
            found = data.GetFloat(fault, 0)
        elif basic in (lldb.eBasicTypeDouble, lldb.eBasicTypeLongDouble):
            found = data.GetDouble(fault, 0) if basic == lldb.eBasicTypeDouble else data.GetLongDouble(fault, 0)
        elif self._plain.GetTypeFlags() & lldb.eTypeIsSigned:
            found = self._value.GetValueAsSigned(fault)
        else:
            found = self._value.GetValueAsUnsigned(fault)
        _check(fault, self.type)
        return found

    def items(self):
        count = self._value.GetNumChildren()
        if count > shared.MOST_NUMBERS:
            raise shared.DebuggerError(f"{self.type}: has too many elements")
        return [Value(self._value.GetChildAtIndex(i)) for i in range(count)]

    def fields(self):
        found = {}
        bases = self._plain.GetNumberOfDirectBaseClasses()
        for i in range(self._value.GetNumChildren()):
            child = self._value.GetChildAtIndex(i)
            try:
                node = Value(child)
            except shared.DebuggerError:
                continue  # pointers to functions and the like
            is_base = i < bases and child.GetName() == child.GetType().GetName()
            if (is_base or not child.GetName()) and node.kind == "record":
                found.update(node.fields())
            else:
                found[child.GetName()] = node
            if self._class == lldb.eTypeClassUnion:
                break
        return found

    def address(self):
        return self._value.GetValueAsUnsigned()

    def element_size(self):
        return self._plain.GetPointeeType().GetByteSize()

    def elements(self, count):
        target = self._plain.GetPointeeType()
        if target.GetByteSize() == 0:
            raise shared.DebuggerError("a pointer to void has no elements: cast it to its type")
        address, size, value = self.address(), target.GetByteSize(), self._value
        found = [_read(value.CreateValueFromAddress("at", address + i * size, target)) for i in range(count)]
        return [Value(_most_derived(one)) for one in found]


def _most_derived(value):
    """The whole object, as the type information (RTTI) next to its table of virtual functions tells its type."""
    address = value.GetLoadAddress()
    if not value.GetType().GetCanonicalType().IsPolymorphicClass() or address == lldb.LLDB_INVALID_ADDRESS:
        return value
    process, fault = value.GetProcess(), lldb.SBError()
    word, at = process.GetAddressByteSize(), address
    for step in (0, -word, word):  # of the object to its table, to the type information, to the name
        at = process.ReadPointerFromMemory(at + step, fault)
        if fault.Fail():
            return value
    mangled = process.ReadCStringFromMemory(at, LONGEST_NAME, fault)
    name = "::".join(_parts(mangled or ""))
    whole = value.GetTarget().FindFirstType(name) if name else lldb.SBType()
    return value.CreateValueFromAddress("at", address, whole) if whole.IsValid() else value


def _parts(mangled):
    """The parts of a name such as `N3JPH8BoxShapeE`."""
    at = 0
    while (size := re.match(r"N?(\d+)", mangled[at:])) is not None:
        begin = at + size.end()
        at = begin + int(size[1])
        yield mangled[begin:at]


def _read(value):
    """The value, if its memory can be read."""
    if value.GetByteSize():
        fault = lldb.SBError()
        value.GetProcess().ReadMemory(value.GetLoadAddress(), 1, fault)
        _check(fault, f"{value.GetLoadAddress():#x}")
    return value


def _check(fault, what):
    if fault.Fail():
        raise shared.DebuggerError(f"{what}: {fault.GetCString() or 'cannot be read'}")


class Debugger:
    """lldb."""

    def __init__(self, target):
        self._target = target

    def evaluate(self, text):
        frame = self._target.GetProcess().GetSelectedThread().GetSelectedFrame()
        value = frame.GetValueForVariablePath(text.strip(), lldb.eDynamicDontRunTarget)
        if not value.IsValid() or value.GetError().Fail():
            options = lldb.SBExpressionOptions()
            options.SetAllowJIT(False)  # nothing of the program is run
            options.SetSuppressPersistentResult(True)
            value = (
                frame.EvaluateExpression(text, options) if frame.IsValid() else self._target.EvaluateExpression(text)
            )
        if value.GetError().Fail():
            raise shared.DebuggerError(f"{text}: {_first_line(value.GetError().GetCString())}")
        return Value(_most_derived(value))

    def read(self, address, size):
        fault = lldb.SBError()
        data = self._target.GetProcess().ReadMemory(address, size, fault)
        _check(fault, f"{address:#x}")
        return data

    def variable(self, name):
        value = self._target.FindFirstGlobalVariable(name)
        if not value.IsValid():
            raise shared.DebuggerError(f"{name}: not found: compile with -g, -DGJKSCOPE_CAPTURE and gjkscope_capture.h")
        return value.GetLoadAddress(), value.GetType().GetByteSize()


def _first_line(text):
    """The line of an error that says what is wrong."""
    lines = [re.sub(r"^error: (<user expression \d+>:[\d:]* )?", "", line) for line in (text or "").splitlines()]
    lines = [line for line in lines if line.strip() and not line.endswith("failed to parse:")]
    return lines[0] if lines else "cannot be evaluated"


def _run(command, debugger, line, result):
    try:
        for text in command(Debugger(debugger.GetSelectedTarget()), line):
            result.AppendMessage(text.rstrip("\n")) if text else None
    except shared.DebuggerError as fault:
        result.SetError(str(fault))


def pair_command(debugger, line, result, _):
    """Write a pair of shapes of the stopped program as a scene: SHAPE_A POSE_A SHAPE_B POSE_B [-o FILE]."""
    _run(shared.pair_command, debugger, line, result)


def dump_command(debugger, line, result, _):
    """Write the capture in the memory of the stopped program: FILE.gjkcap [TICKS]."""
    _run(lambda *words: (shared.dump_command(*words),), debugger, line, result)


def __lldb_init_module(debugger, _):
    for name, function in (("gjkscope-pair", "pair_command"), ("gjkscope-dump", "dump_command")):
        debugger.HandleCommand(f"command script add -f {__name__}.{function} {name}")
