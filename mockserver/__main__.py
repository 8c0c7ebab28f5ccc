"""The program `mockserver`, which is also run as `python -m mockserver`."""

from __future__ import annotations

import gc
import os


def main() -> None:
    """Run the command line without two things that only delay a start."""
    gc.disable()  # until a server runs there is no garbage to look for
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    from mockserver.cli import main as run

    run()


if __name__ == "__main__":
    main()
