"""Answers of machine code about single pairs, where there is any: the engine's own functions, to the same bits.

`engine/batch` compiles the functions that make the trace; here only what it stored, or what came with the installation,
is loaded.  Nothing is compiled, and numba is not imported.  Without machine code the interpreter answers.
"""
