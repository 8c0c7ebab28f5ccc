"""Multipart forms, parsed by python-multipart as they arrive."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import Message
from io import BytesIO
from typing import TYPE_CHECKING, Any

from mockserver.core.errors import invalid

if TYPE_CHECKING:
    from python_multipart.multipart import FormParser


@dataclass(slots=True)
class Upload:
    """A form: its text fields, and its file parts as (file name, content) by field name."""

    fields: dict[str, str] = field(default_factory=dict)
    files: dict[str, tuple[str, bytes]] = field(default_factory=dict)


class FormReader:
    """Parses a form as it arrives, so that a long file is in memory only once.

    Errors are raised at the end, since a caller that is still sending does not read the response.
    """

    def __init__(self, content_type: bytes) -> None:
        self._upload = Upload()
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
        upload, self._upload = self._upload, Upload()  # a cycle keeps the parser alive
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


def _boundary(content_type: bytes) -> bytes | None:
    header = Message()
    header["content-type"] = content_type.decode("latin-1")
    boundary = header.get_param("boundary")
    if header.get_content_type() != "multipart/form-data" or not isinstance(boundary, str):
        return None
    return boundary.encode("latin-1")
