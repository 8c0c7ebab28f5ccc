"""The record of reads that progression counts."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from mockserver.core.hand_written import Name
from mockserver.core.records import RecordModel


class ReadCount(RecordModel):
    """The number of reads of a running call, under `--progression reads:N`."""

    project_id: str
    id: Name
    reads: Annotated[int, Field(ge=0)]
