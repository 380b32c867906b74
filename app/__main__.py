"""Entry point of the command `gjkscope`.  From here on Ctrl+C ends the process, also while it loads."""

import signal

from gjkscope.app.base.interrupts import ORIGINAL_HANDLER, exit_on_interrupt

exit_on_interrupt()

import sys  # noqa: E402

from gjkscope.app.base.loading import fast_imports  # noqa: E402


def main() -> int:
    """Runs the command and returns its exit status."""
    with fast_imports():
        from gjkscope.app.command_line import main as cli
    signal.signal(signal.SIGINT, ORIGINAL_HANDLER)
    return cli.run_command()


if __name__ == "__main__":
    sys.exit(main())
