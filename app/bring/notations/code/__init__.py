"""Source code: its statements, from grammars of tree-sitter (`grammars`), and their shapes and poses.

`syntax.py` has the statements of all languages.  `execution.py` and `evaluation.py` run them with the names of a
library, `linking.py` finds which shape has which pose, and `reader.py` makes a `Reading` of the result.
"""
