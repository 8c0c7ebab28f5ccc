"""Multipart forms, by python-multipart."""

from __future__ import annotations

from dataclasses import dataclass, field
from email.message import Message
from io import BytesIO
from typing import Any

from mockserver.core.errors import invalid


@dataclass(slots=True)
class Upload:
    """A form: its text fields, and its file parts as (file name, content) by field name."""

    fields: dict[str, str] = field(default_factory=dict)
    files: dict[str, tuple[str, bytes]] = field(default_factory=dict)


def parse_upload(body: bytes, content_type: bytes) -> Upload:
    """The form in `body`; an empty one if the body is of another type. Raises a 400 if torn."""
    upload = Upload()
    if boundary := _boundary(content_type):
        try:
            _read(upload, body, boundary)
        except ValueError as error:
            raise invalid(f"There was an error parsing the form: {error}") from None
    return upload


def _read(upload: Upload, body: bytes, boundary: bytes) -> None:
    """Raises ValueError, of which the parser's own errors are a kind."""
    from python_multipart.multipart import FormParser

    parser = FormParser(
        "multipart/form-data",
        on_field=lambda part: _take_field(upload, part),
        on_file=lambda part: _take_file(upload, part),
        boundary=boundary,
        config={"MAX_MEMORY_FILE_SIZE": len(body) + 1},
    )
    parser.write(body)
    parser.finalize()


def _boundary(content_type: bytes) -> bytes | None:
    header = Message()
    header["content-type"] = content_type.decode("latin-1")
    boundary = header.get_param("boundary")
    if header.get_content_type() != "multipart/form-data" or not isinstance(boundary, str):
        return None
    return boundary.encode("latin-1")


def _take_field(upload: Upload, part: Any) -> None:
    if part.field_name is not None:
        upload.fields[part.field_name.decode()] = (part.value or b"").decode()


def _take_file(upload: Upload, part: Any) -> None:
    content = part.file_object
    assert isinstance(content, BytesIO), "a file part never leaves memory"
    name = (part.file_name or b"").decode()
    if part.field_name is not None:
        upload.files[part.field_name.decode()] = (name, content.getvalue())
