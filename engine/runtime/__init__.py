"""How the engine fits into its process: compiled code on disk, and display in notebooks."""
