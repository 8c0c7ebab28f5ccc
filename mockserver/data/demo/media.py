"""An image, a sound and a long document for the demo, computed rather than stored."""

from __future__ import annotations

import struct
import zlib
from math import pi, sin


def chart(width: int = 240, height: int = 150) -> bytes:
    """A PNG of a bay: depth in shades of blue, the mole and four piers."""
    rows = bytearray()
    for y in range(height):
        rows.append(0)
        for x in range(width):
            depth = 0.5 + 0.5 * sin(x / 31) * sin(y / 23 + x / 90)
            on_pier = y > height * 0.72 and x % 60 in range(26, 34)
            on_mole = abs(y - height * 0.25 - x * 0.08) < 3 and x > width * 0.35
            sea = (20, int(70 + 60 * depth), int(150 + 70 * depth))
            rows += bytes((196, 168, 120) if on_pier or on_mole else sea)
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(bytes(rows), 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*chunk) for chunk in chunks)


def _chunk(kind: bytes, content: bytes) -> bytes:
    checked = kind + content
    return struct.pack(">I", len(content)) + checked + struct.pack(">I", zlib.crc32(checked))


def fog_signal(seconds: float = 1.2, rate: int = 8000) -> bytes:
    """A WAV of a fog signal: two low tones in a row."""
    count = int(seconds * rate)
    pitches = [110 if at < count / 2 else 82 for at in range(count)]
    waves = (sin(2 * pi * pitch * at / rate) for at, pitch in enumerate(pitches))
    samples = bytes(int(128 + 90 * sin(pi * at / count) * wave) for at, wave in enumerate(waves))
    form = struct.pack("<4sIHHIIHH", b"fmt ", 16, 1, 1, rate, rate, 1, 8)
    data = struct.pack("<4sI", b"data", len(samples)) + samples
    return struct.pack("<4sI4s", b"RIFF", 4 + len(form) + len(data), b"WAVE") + form + data


def regulations() -> str:
    """A document of about 95,000 characters."""
    rule = "Section {}.{}: everyone on board keeps the gangways free, day and night. "
    chapters = (
        f"## Chapter {chapter}\n\n" + "".join(rule.format(chapter, n) for n in range(1, 22))
        for chapter in range(1, 60)
    )
    return "# Regulations of Harbour Ferries\n\n" + "\n\n".join(chapters)
