"""Entry point of the command `gjkscope`.  From here on Ctrl+C ends the process, also while it loads."""

import signal

from gjkscope.app.base.interrupts import USUAL, end_interrupted

end_interrupted()

import sys  # noqa: E402

from gjkscope.app.base.loading import loading  # noqa: E402


def main() -> int:
    """Runs the command and returns its exit status."""
    with loading():
        from gjkscope.app.command_line import main as cli
    signal.signal(signal.SIGINT, USUAL)
    return cli.main()


if __name__ == "__main__":
    sys.exit(main())
