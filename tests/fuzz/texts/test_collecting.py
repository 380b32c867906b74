"""The corpus of texts covers the notations, and is read nearly whole."""

from collections import Counter

import pytest

from gjkscope.app.bring.notations.registry import notations
from tests.fuzz.texts.collecting import corpus


@pytest.mark.thorough
def test_the_corpus_has_texts_of_nearly_all_notations() -> None:
    counts = Counter(sample.notation for sample in corpus())
    assert counts.total() >= 400
    assert len(counts) >= 0.8 * len(notations())
    assert sum(len(sample.imported.scene.bodies) >= 2 for sample in corpus()) >= 300


@pytest.mark.thorough
def test_few_texts_have_unread_numbers() -> None:
    """The message about them must not be noise: those that remain have numbers that are in none of the shapes."""
    counts = Counter(bool(sample.imported.unread) for sample in corpus())
    assert counts[True] <= 0.13 * counts.total()
