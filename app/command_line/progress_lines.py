"""`python -m gjkscope.app.command_line.progress_lines COMMAND …`: a command whose progress is read by the window.

Standard output holds a line for each step of the work (`app/base/progress.py`), besides what the command prints.
"""

import os
import sys

from gjkscope.app.base.progress import PROGRESS, PROGRESS_LINES

if __name__ == "__main__":
    os.environ[PROGRESS] = PROGRESS_LINES
    from gjkscope.app.command_line.main import run_command

    sys.exit(run_command())
