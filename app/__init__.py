"""The application: state, actions, drawing, renderer, panels, window and command line."""

if __name__ == "app":  # imported from the root of a checkout
    from gjkscope.checkout import alias

    alias(__name__)
