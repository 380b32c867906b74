"""Modules of the player as one script, and node to run it."""

import json
import re
import shutil
import subprocess
from typing import Any

from gjkscope.app.base.resources import resource
from gjkscope.app.web.shaders import shader_script

PLAYER = resource("app", "web", "player")
ANSWER = 'console.log(JSON.stringify(JSON.parse(require("fs").readFileSync(0, "utf8")).map(answer)));'


def joined(*names: str) -> str:
    """The modules in this order, without imports and exports."""
    return "\n".join(_bare(name) for name in names)


def _bare(name: str) -> str:
    text = (PLAYER / name).read_text(encoding="utf-8")
    text = re.sub(r"^import .*\n", "", text, flags=re.MULTILINE)
    text = re.sub(r"^export ", "", text, flags=re.MULTILINE)
    return text + (shader_script() if name == "shaders.js" else "")


def answers(script: str, questions: list[Any]) -> list[Any]:
    """What the function `answer` of the script returns for each question, run by node."""
    node = shutil.which("node")
    assert node is not None, "node is missing, which runs the code of web pages: install nodejs"
    command = [node, "--eval", f'"use strict";\n{script}\n{ANSWER}']
    given = json.dumps(questions)
    done = subprocess.run(command, input=given, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found: list[Any] = json.loads(done.stdout)
    return found
