"""Data kept on disk between sessions: settings, journals, and actions as JSON."""
