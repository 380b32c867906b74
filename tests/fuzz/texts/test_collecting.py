"""The corpus of texts covers the notations."""

from collections import Counter

from gjkscope.app.bring.notations.registry import notations
from tests.fuzz.texts.collecting import corpus


def test_the_corpus_has_texts_of_nearly_all_notations() -> None:
    counts = Counter(sample.notation for sample in corpus())
    assert counts.total() >= 400
    assert len(counts) >= 0.8 * len(notations())
    assert sum(len(sample.imported.scene.bodies) >= 2 for sample in corpus()) >= 300
