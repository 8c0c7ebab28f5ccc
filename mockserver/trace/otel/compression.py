"""Compressed request bodies, unpacked up to the size limit of a body."""

from __future__ import annotations

import zlib

from mockserver.core.errors import invalid, too_large

WITH_HEADER, RAW = 47, -15
"""Window sizes of zlib: for data with a gzip or zlib header, and for data without one."""


def unpacked(content: bytes, encoding: str, limit: int) -> bytes:
    """Unpack a body by its Content-Encoding: gzip, deflate or none.

    Raises a 413 beyond `limit` bytes, a 400 for broken or truncated data and other encodings.
    """
    if encoding in ("", "identity"):
        return content
    if encoding not in ("gzip", "deflate"):
        raise invalid(f"Unsupported Content-Encoding: {encoding}")
    # Some senders of `deflate` leave out the header of RFC 1950.
    has_header = content[:1] and content[0] & 0x0F == 8 and int.from_bytes(content[:2]) % 31 == 0
    stream = zlib.decompressobj(WITH_HEADER if encoding == "gzip" or has_header else RAW)
    try:
        inflated = stream.decompress(content, limit + 1)
    except zlib.error as error:
        raise invalid(f"The body cannot be decompressed: {error}") from None
    if len(inflated) > limit:
        raise too_large(limit)
    if not stream.eof or stream.unused_data:
        raise invalid("The body cannot be decompressed: it does not end where its data ends")
    return inflated
