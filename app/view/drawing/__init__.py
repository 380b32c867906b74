"""Turns the state and the trace into draw lists: plain arrays, independent of the GPU.

To add something that draw lists contain, or a shader: two renderers draw them, `app/view/renderer/` and, in web pages,
`app/share/web/player/painter.js`.  They share `shaders/`.  `app/share/web/shaders.py` turns these files into GLSL ES
3.00; where WebGL2 lacks something, a file has a branch for `GL_ES`.  Cameras, label places and silhouettes exist in
both languages, and `tests/app/share/web/` compares them with node.  `make test-web` compares pictures of both renderers
in Chromium and Firefox; `python -m tests.web.painted FOLDER` writes them beside each other.
"""
