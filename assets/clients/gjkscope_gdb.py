"""gdb commands: `gjkscope-pair` writes a pair of shapes of the stopped program as a scene, `gjkscope-dump` its capture.

(gdb) source gjkscope_gdb.py                           (next to gjkscope_debugger.py, which explains the arguments)
(gdb) gjkscope-pair "box(a->half)" a->transform "hull(b->points, b->count)" b->position,b->orientation -o pair.json
(gdb) gjkscope-dump bad.gjkcap 60
"""

import sys
from pathlib import Path

import gdb

sys.path.insert(0, str(Path(__file__).expanduser().resolve().parent))
import gjkscope_debugger as shared

NUMBERS = {
    gdb.TYPE_CODE_INT: int,
    gdb.TYPE_CODE_CHAR: int,
    gdb.TYPE_CODE_BOOL: int,
    gdb.TYPE_CODE_ENUM: int,
    gdb.TYPE_CODE_FLT: float,
}
REFERENCES = (gdb.TYPE_CODE_REF, gdb.TYPE_CODE_RVALUE_REF)
RECORDS = (gdb.TYPE_CODE_STRUCT, gdb.TYPE_CODE_UNION)


class Value(shared.Node):
    """A `gdb.Value`."""

    def __init__(self, value):
        if value.type.strip_typedefs().code in REFERENCES:
            value = value.referenced_value()
        plain = value.type.strip_typedefs().unqualified()
        self._value, self._code = value, plain.code
        self.type, self.canonical = str(value.type.unqualified()), str(plain)
        if plain.code in NUMBERS:
            self.kind = "number"
        elif plain.code == gdb.TYPE_CODE_ARRAY:
            self.kind = "list"
        elif plain.code in RECORDS:
            self.kind = "record"
        elif plain.code == gdb.TYPE_CODE_PTR:
            self.kind = "pointer"
        else:
            raise shared.DebuggerError(f"a value of type {self.type} is no number, array, structure or pointer")

    def number(self):
        return NUMBERS[self._code](self._value)

    def items(self):
        low, high = self._value.type.strip_typedefs().range()
        if high - low >= shared.MOST_NUMBERS:
            raise shared.DebuggerError(f"{self.type}: has too many elements")
        return [Value(self._value[i]) for i in range(low, high + 1)]

    def fields(self):
        found = {}
        for field in self._value.type.strip_typedefs().fields():
            if not hasattr(field, "bitpos") or field.artificial or (field.name or "").startswith("_vptr"):
                continue  # static members and tables of virtual functions
            try:
                node = Value(self._value[field])
            except shared.DebuggerError:
                continue  # pointers to functions and the like
            if (field.is_base_class or not field.name) and node.kind == "record":
                found.update(node.fields())
            else:
                found[field.name] = node
            if self._code == gdb.TYPE_CODE_UNION:
                break
        return found

    def address(self):
        return int(self._value)

    def element_size(self):
        return self._value.type.strip_typedefs().target().sizeof

    def elements(self, count):
        if self._value.type.strip_typedefs().target().strip_typedefs().code == gdb.TYPE_CODE_VOID:
            raise shared.DebuggerError("a pointer to void has no elements: cast it to its type")
        found = [Value(_most_derived((self._value + i).dereference())) for i in range(count)]
        if count:
            found[0].probe()
        return found

    def probe(self):
        """Raises `gdb.MemoryError` if the value cannot be read."""
        self._value.fetch_lazy()


def _most_derived(value):
    """The whole object, as the table of virtual functions tells its type."""
    kind = value.type.strip_typedefs()
    if kind.code in REFERENCES:
        value, kind = value.referenced_value(), kind.target().strip_typedefs()
    if kind.code != gdb.TYPE_CODE_STRUCT or value.address is None:
        return value
    pointer = value.address
    try:
        return pointer.cast(pointer.dynamic_type).dereference()
    except (gdb.error, gdb.MemoryError):  # not initialised
        return value


class Debugger:
    """gdb."""

    def evaluate(self, text):
        try:
            value = gdb.parse_and_eval(text)
        except gdb.error as fault:
            raise shared.DebuggerError(f"{text}: {fault}") from None
        if value.is_optimized_out:
            raise shared.DebuggerError(f"{text}: has been optimised out; compile with -O0 or -Og")
        return Value(_most_derived(value))

    def read(self, address, size):
        return bytes(gdb.selected_inferior().read_memory(address, size))

    def variable(self, name):
        symbol = gdb.lookup_static_symbol(name) or gdb.lookup_global_symbol(name)
        if symbol is None:
            raise shared.DebuggerError(f"{name}: not found: compile with -g, -DGJKSCOPE_CAPTURE and gjkscope_capture.h")
        return int(symbol.value().address), symbol.type.sizeof


class Command(gdb.Command):
    """Runs a command; errors are one line."""

    def __init__(self, name, run, text):
        self.__doc__ = text
        self._run = run
        super().__init__(name, gdb.COMMAND_DATA)

    def invoke(self, argument, from_tty):
        self.dont_repeat()
        try:
            for text in self._run(Debugger(), argument):
                gdb.write(text)
        except (shared.DebuggerError, gdb.error, gdb.MemoryError) as fault:
            raise gdb.GdbError(str(fault)) from None


Command("gjkscope-pair", shared.pair_command, shared.__doc__)
Command("gjkscope-dump", lambda *words: (shared.dump_command(*words),), shared.__doc__)
