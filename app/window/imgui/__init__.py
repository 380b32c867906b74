"""Dear ImGui on pyglet: events, keys and the clipboard."""
