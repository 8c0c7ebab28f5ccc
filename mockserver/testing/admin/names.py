"""What people call the requests that they look for."""

from __future__ import annotations

from mockserver import listing
from mockserver.core.errors import invalid


def check_name(name: str | None) -> None:
    """Refuse, with a 400, what is neither an operation nor a method and a path."""
    if name == "*":
        raise invalid("Leave the operation out to mean any")
    if name is not None and "/" not in name:
        listing.check_operation(name)
