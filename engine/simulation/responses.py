"""The effects that contacts can have on moving bodies, and the default surface of a body."""

PUSH_OUT, IMPULSES = "push-out", "impulses"
RESPONSES = (PUSH_OUT, IMPULSES)

FRICTION = 0.5  # coefficient: about that of wood on wood
