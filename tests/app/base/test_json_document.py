"""Finding the line of a value in a JSON text."""

import pytest

from gjkscope.app.base.json_document import line_at, read_document

TEXT = """{
  "name": "a: {b}, [c] \\" d",
  "steps": [
    {"do": "wait",
     "seconds": 2},
    {"do": "together", "steps": [
       {"do": "orbit"}, 3,
       [4, [5,
            6]]
    ]}
  ],
  "last": null
}"""


@pytest.mark.parametrize(
    ("keys", "line"),
    [
        ([], 1),
        (["name"], 2),
        (["steps"], 3),
        (["steps", 0], 4),
        (["steps", 0, "seconds"], 5),
        (["steps", 0, "missing"], 4),
        (["steps", 1, "steps", 0, "do"], 7),
        (["steps", 1, "steps", 1], 7),
        (["steps", 1, "steps", 2, 1, 1], 9),
        (["last"], 12),
        (["nowhere", "at", "all"], 1),
    ],
)
def test_the_line_of_a_value_is_found(keys: list[str | int], line: int) -> None:
    read_document(TEXT)
    assert line_at(TEXT, keys) == line
