"""Requests that a server has heard, as a test sees them."""

from __future__ import annotations

from typing import Any


class Request:
    """One request of the journal, its answer, and what became of it."""

    def __init__(self, record: dict[str, Any]) -> None:
        self.record = record
        """Everything that the control API tells of it."""
        self.id: str = record["id"]
        self.operation: str | None = record["operation"]
        self.method: str = record["method"]
        self.path: str = record["path"]
        self.project: str | None = record["project"]
        self.status: int | None = record["status"]
        self.milliseconds: float = record["ms"]
        self.late: bool = record["late"]
        self.faults: list[str] = record["faults"]
        self.headers: dict[str, str] = record["request"]["headers"]
        self.body: Any = record["request"]["body"]
        self.answer: Any = record["answer"]["body"]

    @property
    def name(self) -> str:
        """The operation or, if nothing serves the path, what was asked for."""
        return self.operation or f"{self.method} {self.path}"

    def __repr__(self) -> str:
        return f"<{self.id}: {self.name} {self.status}>"


class Requests(list[Request]):
    """Requests, the newest last."""

    def where(self, **wanted: Any) -> Requests:
        """Those whose attributes are as named: `where(operation="Call End", status=200)`."""
        return Requests(
            request
            for request in self
            if all(getattr(request, name) == value for name, value in wanted.items())
        )
