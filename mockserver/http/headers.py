"""Response headers: lines of text, each with its line end, as they are written to the socket.

Only ASGI and the readers of the request log need names and values. Lists of these would cost a
tenth of H1.
"""

from __future__ import annotations

Header = tuple[bytes, bytes]
"""A name in lower case, and a value."""

HeaderLines = bytes


def header_line(name: bytes, value: bytes) -> HeaderLines:
    """The line of one header."""
    return b"%b: %b\r\n" % (name, value)


def headers_in(lines: HeaderLines) -> list[Header]:
    """The names and values in lines."""
    parts = [line.partition(b": ") for line in lines.split(b"\r\n")[:-1]]
    return [(name, value) for name, _, value in parts]
