"""The state of the application, what a user can do to it, what it shows, and how it is kept on disk."""
