"""Mutated files, texts and links are read or refused with words for people.  `make fuzz-readers` reads more."""

import random
from collections.abc import Callable

import pytest

from gjkscope.app.base.json_document import FieldError, format_path, read_document
from gjkscope.app.base.short_line import LONGEST, short_line
from gjkscope.app.scenes.mesh_file import MeshError
from gjkscope.app.state.persistence.journal import JournalError, read_journal
from gjkscope.app.state.persistence.settings import read_settings
from tests.fuzz.endurance.meter import resident
from tests.fuzz.readers import kinds
from tests.fuzz.readers.kinds import READERS, Reader
from tests.fuzz.readers.mutating import mutate_json
from tests.fuzz.readers.trying import MOST_MEGABYTES, draw, outcome_of, outcomes, peak

NAMES = [name for name in READERS if name != "texts"]  # tests/fuzz/texts reads mutated texts
COUNTS = {"demos": 40, "scenes": 60, "links": 60, "glb": 40}
USUAL = 80


@pytest.mark.thorough
@pytest.mark.parametrize("name", NAMES)
def test_mutated_inputs_are_read_or_refused(name: str) -> None:
    tried = [*outcomes(name, range(1, COUNTS.get(name, USUAL) + 1))]
    faults = [(seed, outcome) for seed, outcome in tried if outcome.fault]
    assert not faults, faults[:3]
    read = sum(not outcome.words for _, outcome in tried)
    assert 0 < read < len(tried) * 0.8, "both what is read and what is refused must be tried"


@pytest.mark.parametrize("name", NAMES)
def test_the_samples_are_valid(name: str) -> None:
    reader = READERS[name]
    for sample in random.Random(1).sample(reader.samples(), min(len(reader.samples()), 4)):
        assert not outcome_of(reader, sample).words


@pytest.mark.parametrize("name", NAMES)
def test_inputs_are_repeatable(name: str) -> None:
    assert [draw(name, seed) for seed in range(9)] == [draw(name, seed) for seed in range(9)]


def planted(read: Callable[[bytes], None], seconds: float) -> Reader:
    return Reader(kinds.scenes, mutate_json, read, (MeshError,), seconds=seconds)


def crash(_: bytes) -> None:
    raise KeyError("in")


def hang(_: bytes) -> None:
    while True:
        pass


def mutter(_: bytes) -> None:
    raise MeshError(kinds.folder(), "'NoneType' object is not subscriptable")


def take(_: bytes) -> None:
    """Takes more than ever before: this process may have held more than it does now."""
    megabytes = int(peak() - resident() + 1.5 * MOST_MEGABYTES)
    assert len(bytearray(b"\1") * (megabytes * 10**6)) > 0


@pytest.mark.parametrize(
    ("read", "seconds", "fault"),
    [(crash, 9.0, "KeyError"), (hang, 0.1, "slow"), (mutter, 9.0, "not for people"), (take, 9.0, "memory")],
)
def test_faults_of_readers_are_found(read: Callable[[bytes], None], seconds: float, fault: str) -> None:
    assert fault in outcome_of(planted(read, seconds), b"{}").fault


# --- what it found ---


def test_a_name_that_is_no_text_is_refused() -> None:
    with pytest.raises(FieldError, match="must be valid Unicode text"):
        read_document('{"a": {"\\ud800": {}}}')
    with pytest.raises(ValueError, match="must be valid Unicode text"):
        read_settings('{"gjkscope settings": 1, "\\ud800": 1}')
    line = '{"is": "OpenScene", "\\ud800": 1}'
    with pytest.raises(JournalError, match="line 2: must be valid Unicode text"):
        read_journal('{"gjkscope journal": 1, "began": 0}\n' + line)


def test_a_number_with_thousands_of_digits_is_refused_without_words_about_python() -> None:
    with pytest.raises(ValueError, match=r"^theme: must be a finite number, got inf$"):
        read_settings('{"gjkscope settings": 1, "theme": ' + "9" * 5000 + "}")


@pytest.mark.parametrize(
    ("document", "words"),
    [
        (b'{"asset": "\xff"}', "its JSON must be in UTF-8, byte 11 is 0xff"),
        (b"[" * 5000, "its JSON is nested too deeply"),
        (b'{"meshes": ' + b"9" * 5000 + b"}", "meshes must be a list"),
    ],
)
def test_errors_about_the_json_of_a_mesh_are_for_people(document: bytes, words: str) -> None:
    with pytest.raises(MeshError, match=words):
        READERS["glb"].read(kinds.glb(document))


def test_long_names_are_shortened_in_errors() -> None:
    assert len(format_path(["a" * 5000, 0, "b"])) < 100
    assert len(short_line("x" * 5000 + ": must be short")) <= LONGEST + 3
    assert short_line("x" * 5000 + ": must be short").endswith("must be short")
    with pytest.raises(JournalError) as refused:
        read_journal('{"gjkscope journal": 1, "began": 0}\n{"is": "' + "x" * 5000 + '"}')
    assert len(str(refused.value)) <= LONGEST


def test_a_link_that_quotes_a_line_separator_is_refused_in_one_line() -> None:
    first = b'{"name": "a", "type": "box", "half\xe2\x80\xa8extents": [1, 1, 1]}'
    scene = b'{"gjkscope": 1, "shapes": [' + first + b', {"name": "b", "type": "point"}]}'
    with pytest.raises(kinds.LinkRefused) as refused:
        READERS["links"].read(kinds.fragment(scene))
    assert "half extents" in str(refused.value)
    assert len(str(refused.value).splitlines()) == 1
