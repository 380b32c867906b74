"""Entry point of `gjkscope` and `python -m app`.  Ctrl+C ends the process from here on, even during imports."""

import signal

from app.interrupts import USUAL, end_interrupted

end_interrupted()

import sys  # noqa: E402

from app.loading import loading  # noqa: E402


def main() -> int:
    """Runs the command and returns its exit status."""
    with loading():
        from app import cli
    signal.signal(signal.SIGINT, USUAL)
    return cli.main()


if __name__ == "__main__":
    sys.exit(main())
