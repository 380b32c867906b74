"""Conservative advancement as a registered procedure."""

from gjkscope.engine.advancement.explain import BEATS, explain, headline
from gjkscope.engine.advancement.steps import State, first_contact
from gjkscope.engine.registry.records import ContactSearch, body_changes

ADVANCEMENT = ContactSearch(
    name="advancement",
    title="Conservative advancement",
    order=410,
    state=State,
    explain=explain,
    headline=headline,
    changes=body_changes,
    run=first_contact,
    beats=BEATS,
)

PROCEDURES = (ADVANCEMENT,)
