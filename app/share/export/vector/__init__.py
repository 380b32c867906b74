"""Pictures of a step as SVG: the same draw lists and overlays as in the window, as shapes and text.

`screen` projects a draw list to facets, strokes and dots (`marks`), `shading` gives them the colours of the shaders,
`order` sorts them so that what is painted later hides what is behind it, and `view` writes them.  `canvas` takes the
overlays, and `figure` lays everything out.
"""
