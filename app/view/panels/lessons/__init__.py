"""The Lesson panel and the demo bar."""
