"""Lessons can show the probe and the construction of A − B, and ask for what they show."""

from gjkscope.app.state.inspection.situation import is_fulfilled, situation
from gjkscope.app.state.model import LessonTask, State
from gjkscope.app.teach.demos.file import final_state
from gjkscope.app.teach.lessons.file import parse_lesson

PAGE = """# Differences

Drag two points.

## Reach the origin

```gjkscope
[
 {"do": "open", "scene": {"gjkscope": 1, "dimension": 2, "name": "wedge and square", "shapes": [
  {"name": "A", "type": "polygon", "vertices": [[-1, -1], [1, -1], [0, 1]]},
  {"name": "B", "type": "box", "half_extents": [0.5, 0.5], "position": [0.6, 0.2]}]}},
 {"do": "probe", "a": [-0.5, -0.5], "b": [0.9, 0.4], "clear": true}
]
```

Two points.

```task
do: Drag a and b until a − b reaches the origin.
when: probe.coincide
hint: Drop a on b.
praise: A and B overlap.
solution: [{"do": "probe", "a": [0.2, 0], "b": [0.2, 0], "seconds": 1}]
```

```task
do: Fill the region.
when: probe.trail > 100
hint: Press Scatter.
praise: These are differences.
solution: [{"do": "probe", "scatter": 120, "seconds": 0.5}]
```

```task
do: Build A − B.
when: algorithm == CONSTRUCT and current.phase == COMPLETE
hint: It is in the menu Learn.
praise: Built.
solution: [{"do": "algorithm", "name": "construct"}, {"do": "go", "step": "last", "beats": true, "seconds": 1}]
```
"""


def test_tasks_about_the_probe_are_solved_by_its_demo_step() -> None:
    first, tasks = page()
    assert first.probe.probing
    start = situation(first)
    for task in tasks:
        assert not is_fulfilled(task.when, first, start)
        assert is_fulfilled(task.when, final_state(task.solution), start)


def page() -> tuple[State, list[LessonTask]]:
    shown = parse_lesson(PAGE, "differences").pages[0]
    return shown.first, [part for part in shown.parts if isinstance(part, LessonTask)]
