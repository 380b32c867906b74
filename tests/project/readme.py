"""The Python examples of the README."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SCENE = "assets/scenes/museum/hb-article-cycle-1.json"  # the file that an example reads

EXAMPLES = re.findall(
    r"^```python\n(.*?)^```$", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
)

# What each of them prints, among other things.
PRINTED = (
    "separated 0.3 True\n",
    "0.0 0 61\n",
    "((0, 1),)\nTrue\n",
    "False True False 0.0\n",
    "box",
    "('A', 'B') (400, 640, 3)\n",
    "400 -1.2\n",
    "gjk+epa penetrating True\n",
    "(400, 640, 3) (1.5, 1.0, 0.0)\n",
)
COMPILED = (4, 6)  # examples that use `batch`: compiling takes minutes, so they run only where the cache is shared
