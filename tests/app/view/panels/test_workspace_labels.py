"""No label covers another one in the scenes of the workspaces; `make label-sweep` tries all steps and more scenes."""

import pytest

from tests.app.harness import DISPLAY  # isort: skip  # noqa: F401  first of all that loads pyglet.window

from gjkscope.app.state.actions import GoToStep, update
from gjkscope.app.state.model import Workspace
from tests.app.label_layout import fonts_only
from tests.app.view.panels.workspace_labels import SHOWN, SLOW, ShownScene, faults_at, sizes_of, state_of


@pytest.mark.parametrize("shown", SHOWN, ids=lambda shown: shown.name)
def test_no_label_covers_another_in_a_workspace(shown: ShownScene) -> None:
    """At the first and the last step, in the smallest and the middle window."""
    state = state_of(shown)
    assert (state.workspace, state.run.algorithm) == (shown.workspace, shown.algorithm)
    smallest, middle, _ = sizes_of(shown.workspace)
    with fonts_only() as fonts:
        for at, size in ((state, smallest), (state, middle), (update(state, GoToStep(0)), smallest)):
            assert [fault for fault in faults_at(at, size, fonts) if fault.covers] == []
        assert faults_at(state, (60, 50), fonts) != [], "there are labels, for which this view has no room"


def test_each_workspace_with_views_of_its_own_is_looked_at() -> None:
    assert {shown.workspace for shown in (*SHOWN, *SLOW)} == {*Workspace} - {Workspace.LEARN}
