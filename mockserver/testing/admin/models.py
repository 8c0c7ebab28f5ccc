"""What the control API takes."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, model_validator

from mockserver.core.digest import DigestOrder
from mockserver.core.durations import AnySeconds, Seconds
from mockserver.core.hand_written import HandWritten
from mockserver.core.matching.criteria import Outcome
from mockserver.core.values import Moment, Origins, Paces, Progression, Several, Speed, in_utc
from mockserver.settings import setting_names

LONGEST_WAIT = 600.0
"""Seconds that a caller may wait for requests."""


class Wanted(Outcome):
    """Which requests are meant; those that came late from before a reset are not."""

    since: Moment | None = Field(None, description="Begun at this moment or later.")


class RequestsQuery(HandWritten):
    q: str = Field("", description="Words that path, headers or bodies have, whatever their case.")
    operation: str | None = Field(None, description="Operation by its name in the listing.")
    status: str | None = Field(
        None, pattern="^[1-5](xx|[0-9]{2})$", description="Status of the answer, or 5xx for any."
    )
    fault: str | None = Field(None, description="Part of a fault that struck; any is each.")
    reply: str | None = Field(None, description="Number of the rule that answered; any is each.")
    ms: float | None = Field(None, ge=0, description="Took at least so many milliseconds.")
    before: int | None = Field(None, description="Came before the request of this number.")
    project: str | None = Field(None, description="Project that the request names first.")
    since: Moment | None = Field(None, description="Begun at this moment or later.")
    limit: int = Field(100, ge=1, description="How many of the newest are answered.")
    bodies: bool = Field(True, description="Whether headers and bodies are answered as well.")
    failed: bool = Field(False, description="Only those that a defect of the server answered.")


class Find(Wanted):
    limit: int = Field(100, ge=1, description="How many of the newest are answered.")


class Wait(Wanted):
    times: int = Field(1, ge=1, description="How many requests are waited for.")
    timeout: AnySeconds = Field(5, ge=0, le=LONGEST_WAIT, description="Time to wait at most.")
    idle: bool = Field(False, description="Wait until nothing has arrived for a moment, too.")


class Verify(Wanted):
    times: int | None = Field(None, ge=0, description="How many there must be; null is any, but 0.")


class RecordsQuery(HandWritten):
    project: str | None = Field(None, description="Only records of this project.")
    limit: int = Field(1000, ge=1, description="How many of the newest are answered.")


class CostsQuery(HandWritten):
    project: str = Field(description="The project whose calls are meant.")


class LoadQuery(HandWritten):
    mode: Literal["merge", "replace"] = Field("merge", description="Whether what is there stays.")
    name: str = Field("the body", description="What refusals call the file.")


class ExportQuery(HandWritten):
    project: str | None = Field(None, description="Only this project.")


class Outage(HandWritten):
    seconds: AnySeconds = Field(gt=0, le=LONGEST_WAIT, description="How long nobody gets through.")


class Reset(HandWritten):
    to: Literal["baseline", "empty"] = Field("baseline", description="What is left.")
    project: str | None = Field(None, description="Reset this project alone.")


class NewSnapshot(HandWritten):
    name: str = Field(pattern="^[^/]+$", description="Name to restore it by.")


class Time(HandWritten):
    """One of the three: stand still, move ahead, or show real time."""

    freeze: Annotated[datetime | Literal[True] | None, BeforeValidator(in_utc)] = Field(
        None, description="A moment; true is now."
    )
    advance: AnySeconds | None = Field(None, ge=0, description="Time to move ahead.")
    release: Literal[True] | None = Field(None, description="Show real time.")


class NewSettings(HandWritten):
    """Settings that a running server can change; what is not named, or null, stays."""

    allow_origin: Origins | None = None
    listing: Literal["a", "b", "both"] | None = None
    client_routes: bool | None = None
    strict: bool | None = None
    lenient: bool | None = None
    auth: Literal["any", "none"] | None = None
    api_key: Several | None = None
    model: Several | None = None
    context_length: int | None = Field(None, ge=1)
    reasoning: bool | None = None
    first_token: Seconds | None = None
    token_delay: Seconds | None = None
    jitter: float | None = Field(None, ge=0, le=1)
    model_pace: Paces | None = None
    replay_pace: Speed | None = None
    error_style: Literal["nested", "flat"] | None = None
    digest_order: DigestOrder | None = None
    progression: Progression | None = None
    seed: int | None = None
    now: Moment | None = None

    @model_validator(mode="before")
    @classmethod
    def _can_change(cls, given: Any) -> Any:
        for name in given if isinstance(given, dict) else ():
            if name in setting_names() and name not in cls.model_fields:
                raise ValueError(f"{name!r} cannot change while the server runs")
        return given
