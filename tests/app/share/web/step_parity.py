"""Compares the steps that a page computes with those of Python's traces: every number of every step, by its bits.

A step is compared by the sum of the words of its numbers, each times a number of its own, modulo 2³²: a page returns
some 2,000 numbers for each pair, and all of them as text would be a hundred times as much as their sums.
"""

from base64 import b64encode
from typing import Any

import numpy as np

from gjkscope.app.share.web.bundle import script_of
from gjkscope.engine import trace
from gjkscope.engine.batch.layout import record_numbers
from gjkscope.engine.batch.loading import web_engine
from gjkscope.engine.batch.stepped import STEPPED, step_layouts
from gjkscope.engine.shapes.kinds import PlacedPair

MOST = 400  # steps of a run that are compared


PAIR_OF = """
const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
const decoded = (text) => new Float64Array(bytes(text).buffer);
const coreOf = ({ body: { numbers, ...lists }, ...core }, texts) => {
  const arrays = Object.entries(lists).map(([name, number]) => [name, decoded(texts[number])]);
  return { ...core, blocks: decoded(texts[core.blocks]), body: { numbers, ...Object.fromEntries(arrays) } };
};
const pairOf = (compiled, { cores, blocks }) =>
  new LivePair(new Engine(compiled), cores.map((core) => coreOf(core, blocks)), 0);
"""


def bare_script(*modules: str) -> str:
    """These modules of the player, and functions that decode base64 and make pairs."""
    return f"{script_of(*modules)}\n{PAIR_OF}"


SCRIPT = f"""{bare_script("engine.js", "steps.js")}
// The numbers of a record; those of lists, whose items are records or points and whose lengths vary, come last.
const numbersOf = (layouts, layout, value, numbers, lists) => {{
  if (layout === "number") numbers.push(value);
  else if (Array.isArray(layout)) layout.forEach((part, i) => numbersOf(layouts, part, value[i], numbers, lists));
  else if (typeof layout === "string") {{
    for (const [name, part] of Object.entries(layouts[layout])) numbersOf(layouts, part, value[name], numbers, lists);
  }} else lists.push([layout.list, value]);
  return numbers;
}};
const allNumbers = (layouts, step) => {{
  const lists = [], numbers = numbersOf(layouts, "State", step, [], lists);
  for (const [layout, items] of lists) for (const item of items) numbersOf(layouts, layout, item, numbers, []);
  return numbers;
}};
const sumOf = (numbers) => {{
  const words = new Uint32Array(new Float64Array(numbers).buffer);
  let sum = 0;
  words.forEach((word, i) => (sum = (sum + Math.imul(word, (2 * Math.imul(i, 0x9e3779b1) + 1) >>> 0)) >>> 0));
  return sum;
}};
const answer = ({{ module, layouts, numbers, most, pairs }}) => {{
  const compiled = new WebAssembly.Module(bytes(module));
  const times = [];
  const runs = pairs.map((given) => {{
    const pair = pairOf(compiled, given);
    return given.algorithms.map((name) => {{
      const start = performance.now();
      const {{ count, verdict, numbers: written }} = pair.steps(numbers[name], most, ...given.poses);
      const steps = readSteps(layouts[name], written, count);
      times.push(performance.now() - start);
      const sums = steps.map((step) => {{
        const all = allNumbers(layouts[name], step);
        return [all.length, sumOf(all)];
      }});
      return {{ verdict: VERDICTS[verdict], sums }};
    }});
  }});
  return {{ runs, times }};
}};
"""


def step_question(pairs: list[Any], dimension: int) -> dict[str, Any]:
    """What the script's `answer` takes; the pairs are as in `test_live.question`, all of one dimension."""
    module = b64encode(web_engine(dimension).code).decode()
    numbers = {name: stepped.number for name, stepped in STEPPED[dimension].items()}
    return {"module": module, "layouts": step_layouts(dimension), "numbers": numbers, "most": MOST, "pairs": pairs}


def stepped_algorithms(pair: PlacedPair) -> list[str]:
    """Those whose steps a page computes for the pair."""
    known = STEPPED[pair[0].dimension]
    return [name for name, stepped in known.items() if stepped.takes(pair[0], pair[2])]


def expected_sums(pair: PlacedPair) -> list[dict[str, Any]]:
    """For each algorithm its verdict, and for each step how many numbers it has, and their sum."""
    runs = [trace(*pair, name) for name in stepped_algorithms(pair)]
    return [{"verdict": run.result.verdict, "sums": [_sum_of(step) for step in run.steps[:MOST]]} for run in runs]


def _sum_of(step: Any) -> list[int]:
    numbers = np.fromiter(record_numbers(step), np.float64)
    words = numbers.view(np.uint32)
    places = np.arange(len(words), dtype=np.uint32)
    factors = places * np.uint32(0x9E3779B1) * np.uint32(2) + np.uint32(1)
    return [len(numbers), int((words * factors).sum(dtype=np.uint32))]
