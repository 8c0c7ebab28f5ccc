"""Request bodies: the kinds that a handler may take, and reading them within the limit.

The annotation of a handler's first parameter decides: a model (JSON), `Upload`
(multipart/form-data) or `Raw` (any bytes, described by a `Holding` annotation). A handler with one
parameter takes only the context.
"""

from __future__ import annotations

import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email.message import Message
from io import BytesIO
from typing import TYPE_CHECKING, Annotated, Any, Generic, NamedTuple, TypeVar, get_args, get_origin

from starlette.types import Receive

from mockserver.core.errors import invalid, too_large
from mockserver.http.dialects import Headers

if TYPE_CHECKING:
    from python_multipart.multipart import FormParser

T = TypeVar("T")

WITH_HEADER, RAW = 47, -15
"""Window sizes of zlib: for data with a gzip or zlib header, and for data without one."""


class Upload(NamedTuple):
    """A form: its text fields, and its file parts as (file name, content) by field name."""

    fields: dict[str, str]
    files: dict[str, tuple[str, bytes]]


class Raw(NamedTuple):
    """A body that the handler decodes."""

    content: bytes


class Holding(NamedTuple):
    """The content of a raw body, for the OpenAPI document."""

    model: Any = Any
    """The model of its JSON."""

    media: tuple[str, ...] = ()
    """Media types other than JSON."""


class Recurring(Generic[T]):
    """A JSON body that may be sent again: for a while, equal bytes give the same object.

    A handler may cache in `made` a result that depends only on the body. Neither may change.
    """

    def __init__(self, value: T) -> None:
        self.value = value
        self.made: Any = None


class Disconnected(Exception):
    """The caller closed the connection before its request was complete."""


class FormReader:
    """Parses a form as it arrives, so that a long file is in memory only once.

    Errors are raised at the end, since a caller that is still sending does not read the response.
    """

    def __init__(self, content_type: bytes) -> None:
        self._upload = Upload({}, {})
        self._parser: FormParser | None = None
        self._error = ""
        if boundary := _boundary(content_type):
            with self._keeping_error():
                self._parser = self._parser_of(boundary)

    def write(self, chunk: bytes) -> None:
        """Parse the next bytes of the body."""
        if self._parser and not self._error:
            with self._keeping_error():
                self._parser.write(chunk)

    def finish(self) -> Upload:
        """Return the form; it is empty for a body of another type. Raises a 400 if it is broken."""
        if self._parser and not self._error:
            with self._keeping_error():
                self._parser.finalize()
        if self._error:
            raise invalid(f"There was an error parsing the form: {self._error}")
        upload, self._upload = self._upload, Upload({}, {})  # a cycle keeps the parser alive
        return upload

    @contextmanager
    def _keeping_error(self) -> Iterator[None]:
        """Keep an error of the parser, whose exceptions are subclasses of ValueError."""
        try:
            yield
        except ValueError as error:
            self._error = str(error) or "it is incomplete"

    def _parser_of(self, boundary: bytes) -> FormParser:
        from python_multipart.multipart import FormParser

        return FormParser(
            "multipart/form-data",
            on_field=self._take_field,
            on_file=self._take_file,
            boundary=boundary,
            config={"MAX_MEMORY_FILE_SIZE": sys.maxsize},
        )

    def _take_field(self, part: Any) -> None:
        if part.field_name is not None:
            self._upload.fields[part.field_name.decode()] = (part.value or b"").decode()

    def _take_file(self, part: Any) -> None:
        content = part.file_object
        assert isinstance(content, BytesIO), "a file part never leaves memory"
        name = (part.file_name or b"").decode()
        if part.field_name is not None:
            self._upload.files[part.field_name.decode()] = (name, content.getvalue())
        content.close()


def held(body: Any) -> Holding | None:
    """The content that an annotation declares for a raw body; None for another kind of body."""
    kind, *notes = get_args(body) if get_origin(body) is Annotated else (body,)
    if kind is not Raw:
        return None
    return notes[0] if notes else Holding()


async def read(receive: Receive, headers: Headers, limit: int) -> bytes:
    """Read the whole body. Raises a 413 beyond `limit` bytes, at once if Content-Length says so."""
    chunks: list[bytes] = []
    await _feed(chunks.append, receive, headers, limit)
    return b"".join(chunks)


async def read_form(receive: Receive, headers: Headers, limit: int) -> Upload:
    """Read a form, parsed as it arrives. Raises like `read`, and a 400 for a broken form."""
    reader = FormReader(headers.get(b"content-type", b""))
    await _feed(reader.write, receive, headers, limit)
    return reader.finish()


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


async def _feed(
    take: Callable[[bytes], None], receive: Receive, headers: Headers, limit: int
) -> None:
    if _announced(headers) > limit:
        raise too_large(limit)
    size, more = 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Disconnected
        chunk = message.get("body", b"")
        size += len(chunk)
        if size > limit:
            raise too_large(limit)
        take(chunk)
        more = message.get("more_body", False)


def _announced(headers: Headers) -> int:
    try:
        return int(headers.get(b"content-length", b"0"))
    except ValueError:
        return 0


def _boundary(content_type: bytes) -> bytes | None:
    header = Message()
    header["content-type"] = content_type.decode("latin-1")
    boundary = header.get_param("boundary")
    if header.get_content_type() != "multipart/form-data" or not isinstance(boundary, str):
        return None
    return boundary.encode("latin-1")


Body = bytes | Upload
"""A body as it was received: bytes, or a parsed form."""
