"""Every sentence, title and label about a pair, a run or a step, for the window, web pages, pictures and reports.

Nothing here imports Dear ImGui, ModernGL or pyglet: `gjkscope query` and `export` use these words even where none of
them is installed.
"""
