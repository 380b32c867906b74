"""Runs code of the player with node."""

import json
import shutil
import subprocess
from typing import Any

ANSWER = 'console.log(JSON.stringify(JSON.parse(require("fs").readFileSync(0, "utf8")).map(answer)));'


def answers(script: str, questions: list[Any]) -> list[Any]:
    """What the function `answer` of the script returns for each question, run by node."""
    node = shutil.which("node")
    assert node is not None, "node is missing, which runs the code of web pages: install nodejs"
    command = [node, "--eval", f'"use strict";\n{script}\n{ANSWER}']
    given = json.dumps(questions)
    done = subprocess.run(command, input=given, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    values: list[Any] = json.loads(done.stdout)
    return values
