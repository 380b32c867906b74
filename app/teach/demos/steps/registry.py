"""All steps of demos by name, from every module of this package."""

from typing import TYPE_CHECKING, Any, Union

from gjkscope.app.teach.demos.steps import flow
from gjkscope.app.teach.demos.steps.step import Step
from gjkscope.engine.registry.discovery import modules_in


def _find_steps() -> dict[str, type[Step]]:
    """The steps by the name under "do"."""
    kinds: dict[str, type[Step]] = {}
    for module in modules_in(__package__):
        for kind in vars(module).values():
            if not _is_step_of(kind, module.__name__):
                continue
            name = kind.__struct_config__.tag
            if name in kinds:
                raise ValueError(f"{module.__name__}: {kinds[name].__module__} also defines the step {name!r}")
            kinds[name] = kind
    return dict(sorted(kinds.items()))


def _is_step_of(kind: Any, module: str) -> bool:
    """Whether it is a step, not a base class, that this module defines."""
    is_step = isinstance(kind, type) and issubclass(kind, Step) and kind.__module__ == module
    return is_step and kind.__struct_config__.tag != kind.__name__  # which a base class has


STEPS = _find_steps()

if TYPE_CHECKING:
    from gjkscope.app.teach.demos.steps.step import AnyStep as AnyStep
else:
    AnyStep = Union[tuple(STEPS.values())]  # noqa: UP007
    flow.AnyStep = AnyStep  # steps of `together`
