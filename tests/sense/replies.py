"""Print the model's replies to every eighth own case as JSON: `python -m tests.sense.replies`."""

from __future__ import annotations

import json
from itertools import chain, islice

from mockserver import InProcess, Settings
from tests.sense.cases import CASES
from tests.sense.own import answer


def main() -> None:
    """Print an object with a reply by conversation."""
    cases = islice(chain(*CASES.values()), 0, None, 8)
    with InProcess(Settings(auth="none")) as server, server.client() as client:
        print(json.dumps({str(case.messages): answer(client, case) for case in cases}))


if __name__ == "__main__":
    main()
