"""Runs code of the player with node."""

import json
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ANSWER = 'console.log(JSON.stringify(JSON.parse(require("fs").readFileSync(0, "utf8")).map(answer)));'


def answers(script: str, questions: list[Any]) -> list[Any]:
    """What the function `answer` of the script returns for each question, run by node."""
    node = shutil.which("node")
    assert node is not None, "node is missing, which runs the code of web pages: install nodejs"
    given = json.dumps(questions)
    with TemporaryDirectory() as folder:  # an argument would have at most 128 KiB
        file = Path(folder) / "script.cjs"
        file.write_text(f'"use strict";\n{script}\n{ANSWER}', encoding="utf-8")
        done = subprocess.run([node, str(file)], input=given, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    values: list[Any] = json.loads(done.stdout)
    return values
