"""The course and the museum as a static website, whose players show what was recorded of the application."""
