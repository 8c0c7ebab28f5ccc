"""Compressed request bodies, unpacked up to the size limit of a body."""

from __future__ import annotations

import zlib

from mockserver.core.errors import invalid, too_large

GZIP, ZLIB, BARE = 31, 15, -15
"""Window sizes of zlib, which also tell it the frame around the data."""


def unpacked(content: bytes, encoding: str, limit: int) -> bytes:
    """Unpack a body by its Content-Encoding: gzip, deflate or none.

    Raises a 413 beyond `limit` bytes, a 400 for broken or truncated data and other encodings.
    """
    if encoding in ("", "identity"):
        return content
    if encoding == "gzip":
        return _inflated(content, GZIP, limit)
    if encoding == "deflate":
        return _inflated(content, ZLIB if _has_zlib_frame(content) else BARE, limit)
    raise invalid(f"Unsupported Content-Encoding: {encoding}")


def _inflated(content: bytes, window: int, limit: int) -> bytes:
    stream = zlib.decompressobj(window)
    try:
        inflated = stream.decompress(content, limit + 1)
    except zlib.error as error:
        raise invalid(f"The body cannot be decompressed: {error}") from None
    if len(inflated) > limit:
        raise too_large(limit)
    if not stream.eof or stream.unused_data:
        raise invalid("The body cannot be decompressed: it does not end where its data ends")
    return inflated


def _has_zlib_frame(content: bytes) -> bool:
    """False for senders of `deflate` that leave out the frame of RFC 1950."""
    head = content[:2]
    return len(head) == 2 and head[0] & 0x0F == 8 and int.from_bytes(head) % 31 == 0
