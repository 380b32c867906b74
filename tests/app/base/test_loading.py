"""Modules that start-up does not load until they are used."""

import subprocess
import sys

import pytest

PROGRAM = """
import sys
from gjkscope.app.base.loading import fast_imports
with fast_imports():
    import gjkscope.app.share.export.figure
assert "ssl" not in sys.modules, "starting loads all of asyncio"
import asyncio.events
from imgui_bundle import hello_imgui, immapp
assert asyncio.run(asyncio.sleep(0, 5)) == 5
assert asyncio is sys.modules["asyncio"] and asyncio.Task and asyncio.events.AbstractEventLoop
assert callable(immapp.nb.start) and callable(hello_imgui.nb.start)
"""


@pytest.mark.slow
def test_asyncio_is_loaded_on_first_use_and_then_works_normally() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


BACKPORTS = """
import sys, typing
from gjkscope.app.base.loading import fast_imports
with fast_imports():
    import gjkscope.app.state.model
assert "typing_extensions" not in sys.modules, "msgspec loads it"
import msgspec
class Point(msgspec.Struct):
    x: typing.Annotated[float, msgspec.Meta(ge=0)]
assert msgspec.json.decode(b'{"x": 2}', type=Point).x == 2
import typing_extensions
assert typing_extensions.get_type_hints(Point)
"""


def test_the_backports_of_typing_are_not_loaded_and_can_be_later() -> None:
    done = subprocess.run([sys.executable, "-c", BACKPORTS], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
