"""What the application knows of each shape: one module each, which registers itself."""
