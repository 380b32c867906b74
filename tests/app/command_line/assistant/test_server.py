"""`gjkscope mcp` from outside: a client of the SDK calls each tool over standard input and output."""

import json
import sys
from base64 import b64decode
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import jsonschema
import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal
from mcp import Client
from mcp.client.stdio import StdioServerParameters
from mcp.shared.exceptions import MCPError
from PIL import Image

from gjkscope.app.base.resources import resource
from gjkscope.app.command_line.assistant.brevity import LONGEST_ANSWER
from gjkscope.app.command_line.assistant.server import LONGEST_ERROR
from gjkscope.app.scenes.scene_file import parse_scene

ROOT = Path(__file__).parents[4]
SCENES = resource("assets", "scenes")
SCENE = {
    "gjkscope": 1,
    "name": "a ball sunk into a box",
    "shapes": [
        {"name": "box", "type": "box", "half_extents": [1.0, 1.0, 1.0]},
        {"name": "ball", "type": "sphere", "radius": 0.5, "position": [0.0, 1.25, 0.0]},
    ],
}
TOUCHING = json.loads(Path(SCENES, "museum", "libccd-25.json").read_text("utf-8"))


class Answer(NamedTuple):
    """What a tool answered."""

    is_error: bool
    text: str
    pictures: list[bytes]

    @property
    def data(self) -> Any:
        assert not self.is_error, self.text
        return json.loads(self.text)


class Assistant:
    """A client with a server of its own, which may read the scenes that ship with gjkscope."""

    def __init__(self, portal: BlockingPortal, client: Client) -> None:
        self.portal = portal
        self.client = client
        self.progress: list[tuple[float, str]] = []

    def call(self, tool: str, **arguments: Any) -> Answer:
        answer = self.portal.call(self._call, tool, arguments)
        text = "".join(part.text for part in answer.content if part.type == "text")
        pictures = [b64decode(part.data) for part in answer.content if part.type == "image"]
        return Answer(answer.is_error, text, pictures)

    def error(self, tool: str, **arguments: Any) -> str:
        """The error, which must be one short line."""
        answer = self.call(tool, **arguments)
        assert answer.is_error, answer.text
        assert "\n" not in answer.text
        assert len(answer.text) <= LONGEST_ERROR + 1
        return answer.text

    def tools(self) -> list[Any]:
        return self.portal.call(self.client.list_tools).tools

    async def _call(self, tool: str, arguments: dict[str, Any]) -> Any:
        async def note(seconds: float, _: float | None, message: str | None) -> None:
            self.progress.append((seconds, str(message)))

        return await self.client.call_tool(tool, arguments, progress_callback=note)


@pytest.fixture(scope="module")
def assistant(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Assistant]:
    """The server works in a folder with a module that its processes would import, if they imported from there."""
    folder = tmp_path_factory.mktemp("project")
    (folder / "msgspec.py").write_text("raise SystemExit('code of the project was run')")
    unreadable: list[Exception] = []

    async def receive(message: Any) -> None:
        if isinstance(message, Exception):  # a line of standard output that is not a message
            unreadable.append(message)

    words = ["-P", "-m", "gjkscope.app", "mcp", "--folder", str(SCENES)]
    server = StdioServerParameters(command=sys.executable, args=words, cwd=folder)
    with start_blocking_portal() as portal:
        client = Client(server, message_handler=receive)
        with portal.wrap_async_context_manager(client):
            yield Assistant(portal, client)
    assert unreadable == []


def test_each_tool_has_a_strict_schema_without_references(assistant: Assistant) -> None:
    tools = {tool.name: tool for tool in assistant.tools()}
    assert [*tools] == [
        *("ask_engines", "explain_step", "hunt", "import_text", "judge", "published_run", "query", "render_step"),
        "scene_schema",
    ]
    for tool in tools.values():
        jsonschema.Draft202012Validator.check_schema(tool.input_schema)
        assert tool.input_schema["additionalProperties"] is False
        assert "$ref" not in json.dumps(tool.input_schema)
        assert all("description" in part for part in tool.input_schema["properties"].values()), tool.name
        assert len(tool.description) < 700
    assert "libccd" in tools["published_run"].input_schema["properties"]["algorithm"]["anyOf"][0]["enum"]
    assert len(json.dumps([tool.model_dump(mode="json") for tool in tools.values()])) < 30_000


def test_query(assistant: Assistant) -> None:
    data = assistant.call("query", scene=SCENE, algorithms=["gjk", "sat"], policy="exact").data
    assert [result["signed_distance"] for result in data["results"]] == [-0.25, None]
    assert "not sphere" in data["results"][1]["exit"]  # why SAT does not take the pair
    assert data["results"][0]["contacts"]["points"]
    assert "certificate" not in data["results"][0]
    assert data["words"][0].startswith("scene  box–ball  penetrating  signed distance -0.25 m")
    assert assistant.call("query", scene=SCENE, certificate=True).data["results"][0]["certificate"]["exact"]


def test_a_file_in_the_folder_can_be_queried(assistant: Assistant) -> None:
    data = assistant.call("query", file="museum/libccd-25.json", pair=TOUCHING["pairs"][0]).data
    assert data["results"][0]["matches_expected"] is True


def test_a_long_answer_says_what_was_left_out(assistant: Assistant) -> None:
    shapes = [{**SCENE["shapes"][1], "name": f"ball {i}", "position": [0.1 * i, 0.0, 0.0]} for i in range(19)]  # type: ignore[index]
    answer = assistant.call("query", scene={**SCENE, "shapes": shapes})
    assert len(answer.text) < LONGEST_ANSWER + 1000
    left_out = next(words for words in answer.data["left_out"] if words.startswith("results: "))
    assert len(answer.data["results"]) == int(left_out.split()[3]) - int(left_out.split()[1])


def test_judge(assistant: Assistant) -> None:
    said = {"by": "Engine 1", "signed_distance": 0.25, "normal": [0.0, -1.0, 0.0], "points": [{"position": [0, 1, 0]}]}
    data = assistant.call("judge", scene=SCENE, **said).data
    (judged,) = data["reported"]
    assert (judged["by"], judged["right"], judged["normal"]["flipped"]) == ("Engine 1", False, True)
    assert judged["signed_distance"] == pytest.approx(
        {"said": 0.25, "truth": -0.25, "error": 0.5, "relative": 2.0, "right": False}
    )
    assert data["results"][0]["signed_distance"] == -0.25
    assert assistant.call("judge", file="museum/libccd-25.json").data["reported"][0]["right"] is False


def test_import_text(assistant: Assistant) -> None:
    code = "btBoxShape a(btVector3(1, 1, 1)); btSphereShape b(0.5);\n"
    code += "btTransform ta(btQuaternion(0, 0, 0, 1), btVector3(0, 0, 0));\n"
    code += "btTransform tb(btQuaternion(0, 0, 0, 1), btVector3(0, 1.25, 0));"
    data = assistant.call("import_text", text=code, choices={"up": "z"}).data
    assert (data["notation"], data["choices_without_effect"]) == ("bullet-cpp", ["up"])
    assert assistant.call("query", scene=data["scene"]).data["results"][0]["signed_distance"] < 0
    assert len(assistant.call("import_text", file="boxes-overlap.json").data["scene"]["shapes"]) == 2


def test_scene_schema_describes_the_scenes_that_ship(assistant: Assistant) -> None:
    for dimension in (3, 2):
        data = assistant.call("scene_schema", dimension=dimension).data
        assert "left_out" not in data
        schema = jsonschema.Draft202012Validator(data["schema"])
        schema.validate(data["example"])
        parse_scene(json.dumps(data["example"]))
        assert not schema.is_valid({**data["example"], "shapes": [{**data["example"]["shapes"][0], "colour": "red"}]})
        for path in (*SCENES.glob("*.json"), *SCENES.glob("plane/*.json")):
            document = json.loads(path.read_text("utf-8"))
            if document.get("dimension", 3) == dimension:
                schema.validate({name: part for name, part in document.items() if name != "reported"})
    small = assistant.call("scene_schema", shapes=["box"]).data["schema"]
    assert len(small["properties"]["shapes"]["items"]["oneOf"]) == 1


def test_render_step(assistant: Assistant) -> None:
    answer = assistant.call("render_step", scene=SCENE, algorithm="gjk", step=0, width=320, theme="light")
    with Image.open(BytesIO(answer.pictures[0])) as picture:
        assert (picture.format, picture.size) == ("PNG", (320, 200))
        assert len(picture.convert("L").getcolors()) > 50
    assert answer.data["step"] == 0


def test_explain_step(assistant: Assistant) -> None:
    data = assistant.call("explain_step", scene=SCENE, values=True).data
    assert "A and B" not in data["words"]
    assert "box and ball overlap by 0.25 m" in data["words"]
    assert len(data["steps"]) == data["last_step"] + 1 == data["step"] + 1
    assert "direction = (0.0, 1.0, 0.0)" in data["values"]


def test_ask_engines(assistant: Assistant) -> None:
    data = assistant.call("ask_engines", scene=SCENE, engines=["fcl", "rapier"]).data
    assert [judged["right"] for judged in data["reported"]] == [True, True]


def test_published_run_gives_the_first_mistake_and_its_remedy(assistant: Assistant) -> None:
    data = assistant.call("published_run", scene=TOUCHING).data
    assert (data["algorithm"], data["outcome"]) == ("libccd", "reproduced")
    mistake = data["first_mistake"]
    assert (mistake["engine_decides"], mistake["exact_decides"]) == (False, True)
    assert abs(mistake["left"]) > mistake["right"] > mistake["exact"] == 0
    assert mistake["fix"].startswith("A correct implementation compares")
    assert mistake["with_this_test_exact"] == data["truth"]
    right = assistant.call("published_run", scene=SCENE, algorithm="jolt").data
    assert (right["outcome"], right["first_mistake"], "reported" in right) == ("right", None, False)


@pytest.mark.slow
def test_hunt_reports_progress(assistant: Assistant) -> None:
    assistant.progress.clear()
    data = assistant.call("hunt", engine="fcl", kinds=["box"], pairs=20).data
    assert (data["tried"], data["failures"]) == (20, [])
    assert {"preparing to judge answers", "hunting: 20 of 20, 0 wrong answers"} <= {
        words for _, words in assistant.progress
    }
    assert sorted(assistant.progress) == assistant.progress


ERRORS: dict[str, tuple[str, dict[str, Any], str]] = {
    "unknown argument": ("query", {"scen": SCENE}, "scen: unknown key, did you mean scene?"),
    "no scene": ("query", {}, "scene: must be given, or file instead, but not both"),
    "not an object": ("query", {"scene": [1]}, "scene: must be an object { }, got a list of 1"),
    "a number too large": (
        "query",
        {"scene": {**SCENE, "shapes": [{"name": "A", "type": "sphere", "radius": 10**400}]}},
        "scene: shapes[0].radius: must be a finite number, got inf",
    ),
    "one shape": (
        "query",
        {"scene": {**SCENE, "shapes": SCENE["shapes"][:1]}},  # type: ignore[index]
        "scene: shapes: at least 2 are needed for a pair, got 1",
    ),
    "escape in a name": (
        "query",
        {"scene": {**SCENE, "name": "\x1b[31m"}},
        r"scene: name: must be printable characters on one line, got '\x1b[31m'",
    ),
    "a file in a scene": (
        "query",
        {"scene": {**SCENE, "shapes": [{"name": "A", "type": "mesh", "file": "/etc/passwd"}]}},
        "scene: shapes[0].file: mesh files require a scene read from a file",
    ),
    "nested deeply": (
        "query",
        {"scene": {**SCENE, "shapes": json.loads("[" * 150 + "]" * 150)}},
        "scene: shapes[0]: must be an object { }, got a list of 1",
    ),
    "too long": ("query", {"scene": {**SCENE, "about": "x" * 1_000_000}}, "scene: has 1,000,2"),
    "unknown algorithm": (
        "query",
        {"scene": SCENE, "algorithms": ["gkj"]},
        "algorithms[0]: unknown algorithm, did you",
    ),
    "unknown body": (
        "query",
        {"scene": SCENE, "pair": ["box", "bal"]},
        "scene: pair: no body is named 'bal'; the bodies are box, ball",
    ),
    "nothing to judge": ("judge", {"scene": SCENE}, "nothing to judge: give what the engine said"),
    "a 2D normal": ("judge", {"scene": SCENE, "normal": [1, 0]}, "scene: reported[0].normal: must have 3 entries"),
    "not a pair": ("import_text", {"text": "hello"}, "no notation is recognised"),
    "a long text": ("import_text", {"text": "x" * 200_001}, "text: must have at most 200,000 characters, got"),
    "a 2D shape": ("scene_schema", {"shapes": ["circle"]}, "shapes: circle is not a 3D shape; those are point,"),
    "no such step": ("render_step", {"scene": SCENE, "step": 3}, "step: must be last or a number from 0 to 2, got 3"),
    "too wide": ("render_step", {"scene": SCENE, "width": 10**9}, "width: must be from 320 to 1600, got 1000000000"),
    "a 2D algorithm": ("explain_step", {"scene": SCENE, "algorithm": ["gjk"]}, "algorithm: unknown algorithm"),
    "a program": ("ask_engines", {"scene": SCENE, "engines": ["./a.so"]}, "engines[0]: unknown engine"),
    "an engine of no version": ("ask_engines", {"scene": SCENE, "engines": ["fcl@0"]}, "fcl@0 is not installed: "),
    "no engine": ("published_run", {"scene": SCENE, "algorithm": "gjk"}, "algorithm: unknown algorithm"),
    "hunting a program": ("hunt", {"engine": "/bin/sh"}, "engine: unknown engine"),
    "hunting forever": ("hunt", {"engine": "fcl", "seconds": 1e9}, "seconds: must be from 1 to 240, got 1000000000.0"),
}


@pytest.mark.parametrize("case", ERRORS.values(), ids=list(ERRORS))
def test_unusable_arguments_are_a_line(assistant: Assistant, case: tuple[str, dict[str, Any], str]) -> None:
    tool, arguments, words = case
    assert assistant.error(tool, **arguments).startswith(words)


@pytest.mark.parametrize("file", ["../titles.json", "/etc/passwd", "museum/../boxes-overlap.json", "a\0b", "~", "."])
def test_no_file_outside_the_folder_is_read(assistant: Assistant, file: str) -> None:
    assert assistant.error("query", file=file).startswith(("file: must lie in", "file: there is no file"))
    assert assistant.error("import_text", file=file).startswith(("file: must lie in", "file: there is no file"))


def test_an_unknown_tool_is_an_error(assistant: Assistant) -> None:
    with pytest.raises(MCPError, match="unknown tool; the tools are ask_engines, "):
        assistant.call("remove")


def test_the_example_of_the_documentation_gives_its_answers(assistant: Assistant) -> None:
    page = (ROOT / "docs" / "assistants.md").read_text("utf-8")
    blocks = [block.partition("```")[0] for block in page.split("```json\n")[1:]]
    documents = [json.loads(block) for block in blocks]
    (scene,) = (document for document in documents if "gjkscope" in document)
    (said,) = (document for document in documents if "by" in document)
    (text,) = (block.partition("```")[0] for block in page.split("```text\n")[1:])
    assert assistant.call("import_text", text=text).is_error  # otherwise, nobody would need the example
    for words in assistant.call("judge", scene=scene, **said).data["words"]:
        assert words in page
