"""Shared by all compiled parts of the engine: the functions that they reach, their compilation, and their cache.

numba compiles the engine's own plain functions, unmodified.  Each compiled part is kept on disk, keyed by the sources
of everything that it reaches, as numba's cache tracks only the file of the cached function itself.  `stored` keeps
functions of plain numbers, which run without numba, and numba's cache all others.  The modules of this package import
numba or llvmlite, so they are imported on use only.
"""
