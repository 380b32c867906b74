"""In a checkout of the repository, `import engine` and `import app` give gjkscope's modules under short names.

Without this, `engine.Box` and `gjkscope.Box` would be two classes.  An installed gjkscope has no package `engine`.
"""

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import InspectLoader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec, spec_from_loader
from types import CodeType, ModuleType


def alias(short: str) -> None:
    """Makes `short` and all that is imported below it names of the modules of the same path in gjkscope."""
    sys.meta_path.insert(0, _Aliases(f"{short}."))
    sys.modules[short] = import_module(f"gjkscope.{short}")


class _Aliases(MetaPathFinder, InspectLoader):
    """Finds each module below the prefix where gjkscope has it."""

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix

    def find_spec(
        self, name: str, _path: Sequence[str] | None = None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        return spec_from_loader(name, self) if name.startswith(self._prefix) else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        module = import_module(f"gjkscope.{spec.name}")
        spec.loader_state = module.__spec__  # the import system overwrites it with the alias's
        return module

    def exec_module(self, module: ModuleType) -> None:
        assert module.__spec__ is not None
        module.__spec__ = module.__spec__.loader_state

    def get_code(self, fullname: str) -> CodeType | None:
        """For `python -m`, which runs the module without importing it."""
        spec = find_spec(f"gjkscope.{fullname}")
        assert spec is not None
        assert isinstance(spec.loader, InspectLoader)
        return spec.loader.get_code(spec.name)

    def get_source(self, fullname: str) -> str | None:
        spec = find_spec(f"gjkscope.{fullname}")
        assert spec is not None
        assert isinstance(spec.loader, InspectLoader)
        return spec.loader.get_source(spec.name)
