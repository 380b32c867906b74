"""Missing graphics are reported in one line."""

import moderngl
import pytest

from gjkscope.app.view.renderer import NoGraphics, create_headless_context


def test_a_context_offers_what_the_shaders_need(context: moderngl.Context) -> None:
    assert context.version_code >= 330


@pytest.mark.parametrize("variable", ["GLCONTEXT_LINUX_LIBEGL"])
def test_missing_graphics_give_a_one_line_message(monkeypatch: pytest.MonkeyPatch, variable: str) -> None:
    monkeypatch.setenv(variable, "libnone.so")
    with pytest.raises(NoGraphics) as caught:
        create_headless_context()
    message = str(caught.value)
    assert "\n" not in message
    assert "libnone.so" in message
    assert "Mesa" in message
