"""What is wrong with a marker or an option, as a sentence without a traceback."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest


@contextmanager
def in_a_sentence(source: str) -> Iterator[None]:
    """Fail the test with a sentence when what `source` says cannot be done."""
    import httpx

    from mockserver.data.errors import DataError
    from mockserver.settings import InvalidSetting
    from mockserver.testing.verbs.channel import Refused

    try:
        yield
    except (Refused, DataError, InvalidSetting, OSError) as error:
        pytest.fail(f"{source}: {error}", pytrace=False)
    except (httpx.TransportError, httpx.InvalidURL, ValueError) as error:
        pytest.fail(f"{source}: no mockserver answers there: {error}", pytrace=False)
