"""The pairs of the Engines workspace: those of the museum, of hunts, captures and surveys, and the open one."""
