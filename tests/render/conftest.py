"""One OpenGL context and one renderer shared by all rendering tests."""

from collections.abc import Iterator

import moderngl
import pytest

import tests.app.harness  # noqa: F401  isort: skip  first of all that loads pyglet.gl, so that no screen is needed

from gjkscope.app.view.renderer import Renderer, create_headless_context


@pytest.fixture(scope="session")
def context() -> Iterator[moderngl.Context]:
    ctx = create_headless_context()
    yield ctx
    ctx.release()


@pytest.fixture(scope="session")
def shared_renderer(context: moderngl.Context) -> Renderer:
    with context:
        return Renderer(context)


@pytest.fixture
def renderer(context: moderngl.Context, shared_renderer: Renderer) -> Iterator[Renderer]:
    with context:  # other tests open windows, whose contexts become current
        yield shared_renderer
        shared_renderer.forget("main")
        assert context.error == "GL_NO_ERROR"
