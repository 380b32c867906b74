"""What contacts can do to moving bodies, and the surface of a body that says nothing about it."""

PUSH_OUT, IMPULSES = "push-out", "impulses"
RESPONSES = (PUSH_OUT, IMPULSES)

FRICTION = 0.5  # coefficient: about that of wood on wood
