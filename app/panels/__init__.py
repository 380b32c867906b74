"""The panels: functions from the state to what the user asked for, drawn with Dear ImGui."""
