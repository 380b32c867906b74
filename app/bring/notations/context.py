"""The context of a reader: the text, the user's choices, and a record of assumptions and of the numbers used."""

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from gjkscope.app.base.tokens import Kind, TextError, Token
from gjkscope.app.base.work import spend
from gjkscope.app.bring.notations.reading import Assumption, Fact, ImportFault, Span
from gjkscope.engine.text import series

NO_SHIFTS: Mapping[int, float] = {}

_DIGITS = re.compile(r"[\d.][\w.]*")


COMPARED = 20  # characters or words that are compared in the time of a unit of work
NAMED = 4  # shapes in a reason
NOT_DATA = "not data: "  # starts the warnings about what was skipped, which question nothing


class ReadContext:
    """Passed to a reader, which records in it.

    `choices` maps assumptions (`Assumption.what`) to the values that the user has chosen.  `shifts` moves the number at
    an offset of the text; `digits.py` uses it to find out whether the printed digits decide the verdict.
    """

    def __init__(
        self,
        text: str,
        folder: Path | None = None,
        choices: Mapping[str, str] | None = None,
        shifts: Mapping[int, float] = NO_SHIFTS,
    ) -> None:
        self.text = text
        self.folder = folder  # contains the mesh files that the text refers to; None: it may not refer to any
        self.choices = dict(choices or {})
        self.title = ""  # of the notation that it is read in
        self.assumptions: list[Assumption] = []
        self._places: dict[tuple[str, Span | None], int] = {}  # of the assumptions in their list
        self.warnings: dict[str, None] = {}  # each once, in order
        self.facts: list[Fact] = []
        self.numbers: dict[int, Token] = {}  # the tokens of the numbers used, by offset
        self.accounted: set[tuple[int, int]] = set()  # starts and ends of numbers that were used for something else
        self.lexed: Sequence[Token] | None = None  # the numbers that the reader's own lexer found
        self._shifts = shifts

    def number(self, token: Token) -> float:
        """The value of a number of the text; each number of a body is read through this."""
        if token.kind is not Kind.NUMBER:
            raise token.fault(f"must be a number, got {token.text!r}")
        spend(1, token.line)
        self.numbers[token.start] = token
        return token.value + self._shifts.get(token.start, 0.0)

    def length(self, token: Token) -> float:
        """The value of a number that must be > 0."""
        value = self.number(token)
        if not value > 0.0:
            raise token.fault(f"must be a length > 0, got {token.text}")
        return value

    def assume(self, what: str, default: str, why: str, *others: str, span: Span | None = None) -> str:
        """The user's choice, or the default for this notation; records the assumption once.

        Raises `ImportFault` if the choice is not one of the alternatives.
        """
        value = self.choices.get(what, default)
        if value not in (default, *others):
            raise ImportFault(f"{what}: must be one of {', '.join((default, *others))}, got {value!r}")
        if self._place_of(what, span) is None:
            alternatives = tuple(other for other in (default, *others) if other != value)
            reason = why if value == default else "chosen"
            self._places[what, span] = len(self.assumptions)
            self.assumptions.append(Assumption(what, value, reason, alternatives, span))
        return value

    def ask(self, what: str, suggested: str, why: str, *others: str, span: Span | None = None) -> str:
        """Like `assume`, for a value that nothing in the text suggests: the user must confirm it."""
        value = self.assume(what, suggested, why, *others, span=span)
        if what not in self.choices and (index := self._place_of(what, span)) is not None:
            self.assumptions[index] = self.assumptions[index]._replace(asked=True)
        return value

    def assume_at_origin(self, names: Sequence[str]) -> None:
        """Notes that the shapes of these names are taken to be at the origin, because the text does not place them."""
        if names:
            self.assume("pose", "origin", f"the text does not place {series(names, NAMED)}")

    def _place_of(self, what: str, span: Span | None) -> int | None:
        """The index of an assumption in the list, which some readers shorten again."""
        index = self._places.get((what, span), len(self.assumptions))
        known = self.assumptions[index] if index < len(self.assumptions) else None
        return index if known is not None and (known.what, known.span) == (what, span) else None

    def warn(self, message: str) -> None:
        self.warnings[message] = None

    def skip(self, what: str) -> None:
        """Names a part of the text, with numbers, that is not about the shapes."""
        self.warn(f"{NOT_DATA}{what}")

    def account(self, tokens: Iterable[Token]) -> None:
        """Notes that numbers were used for something other than a body: an index, a claim, a condition."""
        self.accounted.update((token.start, token.end) for token in tokens)

    def leave_out(self, tokens: Iterable[Token]) -> None:
        """Takes back numbers that were read but have no effect, as the reader has reported."""
        for token in tokens:
            self.numbers.pop(token.start, None)
            self.accounted.add((token.start, token.end))

    def account_span(self, start: int, end: int) -> None:
        """Notes that a part of the text is not read for a known reason, such as code that is not executed."""
        self.accounted.add((start, end))

    def account_blanked(self, cleaned: str) -> None:
        """Notes that the blanked parts in a copy of the text are not read for a known reason."""
        if cleaned == self.text:  # as in most texts, some of which have a million numbers
            return
        for digits in _DIGITS.finditer(self.text):
            if cleaned[digits.start() : digits.start() + 1] == " ":
                self.account_span(*digits.span())

    def fact(self, body: str, field: str, value: str, span: Span) -> None:
        spend()
        self.facts.append(Fact(body, field, value, span))

    def fault_at(self, offset: int, message: str) -> TextError:
        """An error at an offset of the text."""
        before = self.text[:offset]
        return TextError(before.count("\n") + 1, offset - (before.rfind("\n") + 1) + 1, message)
