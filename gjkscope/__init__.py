"""gjkscope: see how 3D collision detection works, step by step, and why it goes wrong."""
