"""Which lessons explain a pair of the museum: those that show it, or else those about the causes of its failure."""

from collections.abc import Iterator, Sequence

from gjkscope.app.teach.lessons.contents import LessonEntry

# The number of the lesson about a cause of `assets/causes.json`; other causes have none.
ABOUT = {
    "cycles": 7,
    "no convergence": 7,
    "wrong depth or distance": 8,
    "deep penetration": 8,
    "accuracy on curved shapes": 8,
    "near contact": 13,
    "tolerance": 13,
    "single precision": 13,
    "far from the origin": 13,
    "extreme size ratio": 13,
    "degenerate triangle": 13,
    "degenerate simplex": 16,
    "wrong contact points": 17,
    "swept shape": 20,
}


def lessons_about(name: str, causes: Sequence[str], lessons: Sequence[LessonEntry]) -> tuple[LessonEntry, ...]:
    """Those of the lessons that explain the pair of this name."""
    showing = tuple(entry for entry in lessons if f'"scene": "{name}"' in entry.path.read_text(encoding="utf-8"))
    return showing or tuple(_about(causes, lessons))


def _about(causes: Sequence[str], lessons: Sequence[LessonEntry]) -> Iterator[LessonEntry]:
    numbers = {ABOUT[cause] for cause in causes if cause in ABOUT}
    return (entry for entry in lessons if entry.number in numbers)
