"""The responses that can be continued, read and deleted."""

from __future__ import annotations

from mockserver.chat.responses.answer import Reply
from mockserver.core.newest import Newest

MOST = 10_000


class KeptResponses(Newest[str, Reply]):
    """The newest responses by their ids."""

    def __init__(self) -> None:
        super().__init__(MOST)
