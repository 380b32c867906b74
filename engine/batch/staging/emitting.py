"""Writes a program as instructions of LLVM, and compiles them to an object file.

Floating point is strict: nothing is reordered, and no product is fused with a sum.
"""

from collections.abc import Iterator
from typing import Any

import llvmlite.binding as llvm

from gjkscope.engine.batch.staging import OUT
from gjkscope.engine.batch.staging.exploring import RAISES, Dispatch, ExploredFunction
from gjkscope.engine.batch.staging.machine import NOT_COMPILED, POSE, Finished, Goto, StagedProgram
from gjkscope.engine.batch.staging.shapes import ROW, VARIANT
from gjkscope.engine.batch.staging.symbols import RecordedOperation, RunBlock, llvm_constant

SYMBOL = "gjkscope_published"
TYPES = {"d": "double", "f": "float", "i": "i64", "b": "i1"}
SPEED = 1  # LLVM's level of optimisation: 2 takes a third longer, and the code is no faster
SMALL = 40  # operations of a function that is inlined

_SIMPLE = {
    "add": "fadd",
    "sub": "fsub",
    "mul": "fmul",
    "div": "fdiv",
}
_COMPARE = {"lt": ("olt", "slt"), "le": ("ole", "sle"), "eq": ("oeq", "eq")}
_INTEGER = {"add": "add", "sub": "sub", "mul": "mul"}
_CONVERT = {"trunc": "fptrunc", "ext": "fpext"}


def object_code(program: StagedProgram) -> bytes:
    """The machine code, for this processor; it defines `SYMBOL`."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_default_triple().create_target_machine(
        cpu=llvm.get_host_cpu_name(), features=_features(), opt=2, reloc="static", codemodel="jitdefault", jit=True
    )
    module = llvm.parse_assembly(llvm_text(program))
    module.triple, module.data_layout = llvm.get_process_triple(), str(machine.target_data)
    options = llvm.create_pipeline_tuning_options(speed_level=SPEED)
    options.loop_vectorization = options.slp_vectorization = False
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    emitted: bytes = machine.emit_object(module)
    return emitted


def _features() -> str:
    try:
        return str(llvm.get_host_cpu_features().flatten())
    except RuntimeError:
        return ""


def llvm_text(program: StagedProgram) -> str:
    """The program as text."""
    functions = program.functions.all
    lines = [
        f"declare {TYPES[kind]} @llvm.{name}.f{bits}({TYPES[kind]})"
        for name in ("sqrt", "fabs")
        for kind, bits in (("d", 64), ("f", 32))
    ]
    for function in functions:
        lines += _dispatch(function) if isinstance(function, Dispatch) else _function(function, functions)
    for number, root in enumerate(program.roots):
        header = f"define internal i64 @state_{number}(ptr %rows, ptr %poses, ptr %frame, ptr %out) nounwind {{"
        lines += [header, *_Writer(functions).tree(root, _state_end), "}"]
    return "\n".join([*lines, *_main(program)])


def _main(program: StagedProgram) -> list[str]:
    """Calls the states in turn: `SYMBOL(rows, shapes, poses, out, first, last)` of pairs in arrays."""
    count = len(program.roots)
    lines = [
        f"define void @{SYMBOL}(ptr %table, ptr %shapes, ptr %poses, ptr %out, i64 %first, i64 %last) nounwind {{",
        "entry:",
        f"  %frame = alloca [{max(program.frame, 1)} x double]",
        "  %rows = alloca [2 x i64]",
        "  %other = getelementptr i64, ptr %rows, i64 1",
        "  br label %loop",
        "loop:",
        "  %pair = phi i64 [%first, %entry], [%next, %done]",
        "  %more = icmp slt i64 %pair, %last",
        "  br i1 %more, label %begin, label %end",
        "begin:",
        "  %twice = shl i64 %pair, 1",
    ]
    for name, slot, place in (("a", "%rows", 0), ("b", "%other", 1)):
        lines += [
            f"  %i{name} = add i64 %twice, {place}",
            f"  %p{name} = getelementptr i64, ptr %shapes, i64 %i{name}",
            f"  %s{name} = load i64, ptr %p{name}",
            f"  %o{name} = mul i64 %s{name}, {8 * ROW}",
            f"  %r{name} = getelementptr i8, ptr %table, i64 %o{name}",
            f"  %n{name} = ptrtoint ptr %r{name} to i64",
            f"  store i64 %n{name}, ptr {slot}",
        ]
    lines += [
        f"  %offset = mul i64 %pair, {2 * POSE}",
        "  %pose = getelementptr double, ptr %poses, i64 %offset",
        f"  %place = mul i64 %pair, {OUT}",
        "  %answer = getelementptr double, ptr %out, i64 %place",
        "  br label %go",
        "go:",
        "  %state = phi i64 [0, %begin], " + ", ".join(f"[%after{i}, %case{i}]" for i in range(count)),
        "  switch i64 %state, label %done [" + " ".join(f"i64 {i}, label %case{i}" for i in range(count)) + "]",
    ]
    for i in range(count):
        lines += [
            f"case{i}:",
            f"  %after{i} = call i64 @state_{i}(ptr %rows, ptr %pose, ptr %frame, ptr %answer)",
            "  br label %go",
        ]
    return [*lines, "done:", "  %next = add i64 %pair, 1", "  br label %loop", "end:", "  ret void", "}"]


def _function(function: ExploredFunction, functions: list[Any]) -> list[str]:
    assert function.root is not None
    kind = _result_type(function)
    parameters = ", ".join(f"{TYPES[kind]} %p{i}" for i, kind in enumerate(function.kinds))
    inline = "alwaysinline" if _size(function.root) <= SMALL else "noinline"
    header = f"define internal {kind} @f_{function.number}({parameters}) nounwind memory(read) willreturn {inline} {{"

    def end(writer: "_Writer", result: Any) -> list[str]:
        tag, numbers = (function.results.number(RAISES), []) if result == RAISES else result
        lines, value = list[str](), "zeroinitializer"
        for place, (of, number) in enumerate(numbers):
            slot = writer.as_slot(of, writer.name(number), lines)
            name = writer.fresh()
            lines.append(f"  {name} = insertvalue {kind} {value}, double {slot}, {place + 1}")
            value = name
        name = writer.fresh()
        return [*lines, f"  {name} = insertvalue {kind} {value}, i64 {tag}, 0", f"  ret {kind} {name}"]

    return [header, *_Writer(functions).tree(function.root, end), "}"]


def _dispatch(function: Dispatch) -> list[str]:
    kind = _result_type(function)
    parameters = ", ".join(f"{TYPES[kind]} %p{i}" for i, kind in enumerate(function.kinds))
    lines = [
        f"define internal {kind} @f_{function.number}({parameters}) nounwind memory(read) willreturn noinline {{",
        "  %row = inttoptr i64 %p0 to ptr",
        f"  %place = getelementptr i8, ptr %row, i64 {8 * VARIANT}",
        "  %variant = load i64, ptr %place",
        "  switch i64 %variant, label %c0 ["
        + " ".join(f"i64 {i}, label %c{i}" for i in range(len(function.choices)))
        + "]",
    ]
    for i, choice in enumerate(function.choices):
        lines += [f"c{i}:", f"  %r{i} = call {kind} @f_{choice.number}({parameters})", f"  ret {kind} %r{i}"]
    return [*lines, "}"]


def _result_type(function: Any) -> str:
    return "{i64, " + ", ".join(["double"] * function.results.size) + "}"


def _size(root: RunBlock) -> int:
    waiting, size = [root], 0
    while waiting:
        block = waiting.pop()
        size += len(block.operations) + 1
        waiting += [child for child in block.children if child is not None]
    return size


def _state_end(writer: "_Writer", end: Any) -> list[str]:
    lines: list[str] = []
    if isinstance(end, Goto):
        for place, (kind, number) in enumerate(end.numbers):
            if writer.loaded.get(number) != place:
                lines += writer.stored("%frame", place, TYPES[kind], writer.name(number))
        return [*lines, f"  ret i64 {end.state}"]
    numbers = end.numbers if isinstance(end, Finished) else [llvm_constant(NOT_COMPILED, "d")]
    for place, number in enumerate(numbers):
        lines += writer.stored("%out", place, "double", writer.name(number))
    return [*lines, "  ret i64 -1"]


class _Writer:
    """Writes the tree of one function."""

    def __init__(self, functions: list[Any]) -> None:
        self._functions = functions
        self._count = 0
        self._names: dict[Any, str] = {}
        self.loaded: dict[Any, int] = {}
        self._called: dict[str, int] = {}  # by the name of a result, the function

    def fresh(self) -> str:
        self._count += 1
        return f"%x{self._count}"

    def name(self, value: Any) -> str:
        return self._names[value] if isinstance(value, int) else value

    def tree(self, root: RunBlock, end: Any) -> Iterator[str]:
        """The blocks, depth first; a number is known in its block and those that follow."""
        waiting: list[tuple[str, RunBlock, dict[Any, str], dict[Any, int]]] = [("entry", root, {}, {})]
        labels = 0
        while waiting:
            label, block, known, loaded = waiting.pop()
            self._names, self.loaded = dict(known), dict(loaded)
            yield f"{label}:"
            for value, operation in block.operations:
                yield from self._operation(value, operation)
            if block.condition is None:
                yield from end(self, block.end)
                continue
            no, yes = block.children
            if no is None or yes is None:  # one outcome follows from what is known
                raise RuntimeError("a branch has not been explored")
            labels += 2
            yield f"  br i1 {self.name(block.condition)}, label %b{labels}, label %b{labels - 1}"
            waiting.append((f"b{labels - 1}", no, self._names, self.loaded))
            waiting.append((f"b{labels}", yes, self._names, self.loaded))

    def stored(self, base: str, place: int, kind: str, value: str) -> list[str]:
        address = self.fresh()
        return [
            f"  {address} = getelementptr double, ptr {base}, i64 {place}",
            f"  store {kind} {value}, ptr {address}",
        ]

    def as_slot(self, kind: str, value: str, lines: list[str]) -> str:
        """A value as a double with which it is returned."""
        if kind == "d":
            return value
        name = self.fresh()
        if kind == "b":
            lines.append(f"  {name} = uitofp i1 {value} to double")
        elif kind == "f":
            lines.append(f"  {name} = fpext float {value} to double")
        else:
            lines.append(f"  {name} = bitcast i64 {value} to double")
        return name

    def _operation(self, value: int, operation: RecordedOperation) -> list[str]:
        code, kind, arguments = operation
        name = self._names[value] = self.fresh()
        of = TYPES.get(kind, "")
        lines: list[str] = []
        if code in ("frame", "pose"):
            place = arguments[0] if code == "frame" else POSE * arguments[0] + arguments[1]
            if code == "frame":
                self.loaded[value] = place
            address = self.fresh()
            base = "%frame" if code == "frame" else "%poses"
            return [
                f"  {address} = getelementptr double, ptr {base}, i64 {place}",
                f"  {name} = load {of}, ptr {address}",
            ]
        if code == "row":
            address = self.fresh()
            return [
                f"  {address} = getelementptr i64, ptr %rows, i64 {arguments[0]}",
                f"  {name} = load i64, ptr {address}",
            ]
        if code == "parameter":
            self._names[value] = f"%p{arguments[0]}"
            return []
        if code in ("load", "item"):
            return self._load(name, code, of, arguments)
        if code == "call":
            function = self._functions[arguments[0]]
            self._called[name] = arguments[0]
            given = ", ".join(f"{TYPES[k]} {self.name(v)}" for k, v in zip(function.kinds, arguments[1:], strict=True))
            return [f"  {name} = call {_result_type(function)} @f_{function.number}({given})"]
        if code in ("tag", "result"):
            return self._extract(name, code, kind, arguments)
        if code == "furthest":
            return self._loop(name, arguments)
        values = [self.name(argument) for argument in arguments]
        if code in _SIMPLE:
            lines.append(f"  {name} = {(_INTEGER if kind == 'i' else _SIMPLE)[code]} {of} {values[0]}, {values[1]}")
        elif code in _COMPARE:
            instruction = f"icmp {_COMPARE[code][1]}" if kind == "i" else f"fcmp {_COMPARE[code][0]}"
            lines.append(f"  {name} = {instruction} {of} {values[0]}, {values[1]}")
        elif code == "neg":
            lines.append(f"  {name} = sub i64 0, {values[0]}" if kind == "i" else f"  {name} = fneg {of} {values[0]}")
        elif code in ("sqrt", "abs"):
            function = "sqrt" if code == "sqrt" else "fabs"
            lines.append(f"  {name} = call {of} @llvm.{function}.f{64 if kind == 'd' else 32}({of} {values[0]})")
        elif code == "select":
            lines.append(f"  {name} = select i1 {values[0]}, {of} {values[1]}, {of} {values[2]}")
        elif code == "not":
            lines.append(f"  {name} = xor i1 {values[0]}, true")
        elif code in _CONVERT:
            source = "double" if code == "trunc" else "float"
            lines.append(f"  {name} = {_CONVERT[code]} {source} {values[0]} to {of}")
        elif code == "float":
            lines.append(f"  {name} = sitofp i64 {values[0]} to {of}")
        else:
            raise ValueError(f"unknown operation {code!r}")
        return lines

    def _load(self, name: str, code: str, of: str, arguments: Any) -> list[str]:
        base, pointer = self.fresh(), self.fresh()
        if code == "load":
            return [
                f"  {base} = inttoptr i64 {self.name(arguments[0])} to ptr",
                f"  {pointer} = getelementptr i8, ptr {base}, i64 {arguments[1]}",
                f"  {name} = load {of}, ptr {pointer}",
            ]
        address, index, stride, offset = arguments
        scaled, place = self.fresh(), self.fresh()
        return [
            f"  {base} = inttoptr i64 {self.name(address)} to ptr",
            f"  {scaled} = mul i64 {self.name(index)}, {stride}",
            f"  {place} = add i64 {scaled}, {offset}",
            f"  {pointer} = getelementptr double, ptr {base}, i64 {place}",
            f"  {name} = load {of}, ptr {pointer}",
        ]

    def _extract(self, name: str, code: str, kind: str, arguments: Any) -> list[str]:
        result = arguments[0]
        function = self._functions[self._called[self.name(result)]]
        of, place = _result_type(function), 0 if code == "tag" else arguments[1] + 1
        if code == "tag" or kind == "d":
            return [f"  {name} = extractvalue {of} {self.name(result)}, {place}"]
        slot = self.fresh()
        convert = {"b": f"fcmp one double {slot}, 0.0", "f": f"fptrunc double {slot} to float"}
        convert["i"] = f"bitcast double {slot} to i64"
        return [f"  {slot} = extractvalue {of} {self.name(result)}, {place}", f"  {name} = {convert[kind]}"]

    def _loop(self, name: str, arguments: Any) -> list[str]:
        """The first index whose key is greatest; with a least key, that of index 0."""
        kind, count, operations, rank, first = arguments
        of, n = TYPES[kind], self._count
        self._count += 1
        names = dict(self._names)
        body: list[str] = []
        for value, operation in operations:
            if operation.code == "index":
                self._names[value] = f"%i{n}"
            else:
                body += self._operation(value, operation)
        key = self.name(rank)
        self._names = names
        start = self.name(first) if first is not None else "0xFFF0000000000000"
        begin = "1" if first is not None else "0"
        # Without a least key, index 0 wins whatever its key is, even NaN.
        better = f"  %g{n} = fcmp ogt {of} {key}, %k{n}"
        forced = [f"  %z{n} = icmp eq i64 %i{n}, 0", f"  %w{n} = or i1 %g{n}, %z{n}"]
        lines = [
            f"  br label %e{n}",
            f"e{n}:",
            f"  br label %l{n}",
            f"l{n}:",
            f"  %i{n} = phi i64 [{begin}, %e{n}], [%j{n}, %m{n}]",
            f"  %k{n} = phi {of} [{start}, %e{n}], [%q{n}, %m{n}]",
            f"  %a{n} = phi i64 [0, %e{n}], [%s{n}, %m{n}]",
            f"  %c{n} = icmp slt i64 %i{n}, {self.name(count)}",
            f"  br i1 %c{n}, label %m{n}, label %o{n}",
            f"m{n}:",
            *body,
            better,
            *forced,
            f"  %q{n} = select i1 %w{n}, {of} {key}, {of} %k{n}",
            f"  %s{n} = select i1 %w{n}, i64 %i{n}, i64 %a{n}",
            f"  %j{n} = add i64 %i{n}, 1",
            f"  br label %l{n}",
            f"o{n}:",
        ]
        return [*lines, f"  {name} = add i64 %a{n}, 0"]
