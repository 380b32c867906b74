"""The panels: functions that draw the state with Dear ImGui and return the user's actions and requests.

`docs/developing/panel.md` says how to add one.
"""
