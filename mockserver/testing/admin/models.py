"""Bodies and query strings of the control API."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, model_validator

from mockserver.core.hand_written import HandWritten
from mockserver.core.limits import LONGEST_WAIT
from mockserver.core.matching.criteria import Outcome
from mockserver.core.values import AnySeconds, Moment, in_utc
from mockserver.settings import ChangeableSettings, setting_names
from mockserver.trace.calls.models import CallsQueryReq

Since = Annotated[Moment | None, Field(description="Begun at this moment or later.")]
Limit = Annotated[int, Field(ge=1, description="Most requests or records to return, the newest.")]


class LoggedCriteria(Outcome):
    """Criteria of logged requests. Requests that were late after a reset never fit."""

    since: Since = None


class RequestsQuery(HandWritten):
    q: str = Field("", description="Words in the path, the headers or the bodies, in any case.")
    operation: str | None = Field(None, description="Operation by its name in the listing.")
    status: str | None = Field(
        None, pattern="^[1-5](xx|[0-9]{2})$", description="Status of the response, or 5xx for any."
    )
    fault: str | None = Field(None, description="Text of a fault that applied, or any.")
    reply: str | None = Field(None, description="Number of the rule that replied, or any.")
    ms: float | None = Field(None, ge=0, description="Least duration in milliseconds.")
    before: int | None = Field(None, description="Only requests before this number.")
    project: str | None = Field(None, description="Project that the request names first.")
    since: Since = None
    limit: Limit = 100
    bodies: bool = Field(True, description="Include headers and bodies.")
    failed: bool = Field(False, description="Only requests that failed by a defect of the server.")


class Search(LoggedCriteria):
    limit: Limit = 100


class Wait(LoggedCriteria):
    times: int = Field(1, ge=1, description="Number of requests to wait for.")
    timeout: AnySeconds = Field(5, ge=0, le=LONGEST_WAIT, description="Longest time to wait.")
    idle: bool = Field(False, description="Also wait until no request has arrived for a moment.")


class Verify(LoggedCriteria):
    times: int | None = Field(None, ge=0, description="Expected number; null means at least one.")


class OverviewReq(CallsQueryReq):
    """A query of calls for a list on a screen."""

    lean: bool = Field(False, description="Leave out empty keys; costs are one total per model.")
    preview: int | None = Field(
        None, ge=0, description="Cut texts in inputs and output to so many characters."
    )


class StateQuery(HandWritten):
    project: str | None = Field(None, description="Only records of this project.")
    limit: Limit = 1000


class CostsQuery(HandWritten):
    project: str = Field(description="Project of the calls.")


class LoadQuery(HandWritten):
    mode: Literal["merge", "replace"] = Field(
        "merge", description="Add to the state, or replace it."
    )
    name: str = Field("the body", description="Name of the file in error messages.")


class ExportQuery(HandWritten):
    project: str | None = Field(None, description="Only this project.")


class Outage(HandWritten):
    seconds: AnySeconds = Field(gt=0, le=LONGEST_WAIT, description="Duration of the outage.")


class Reset(HandWritten):
    to: Literal["baseline", "empty"] = Field("baseline", description="State to return to.")
    project: str | None = Field(None, description="Reset this project alone.")


class NewSnapshot(HandWritten):
    name: str = Field(pattern="^[^/]+$", description="Name to restore it by.")


class Time(HandWritten):
    """A change of the clock: exactly one of the three fields."""

    freeze: Annotated[datetime | Literal[True] | None, BeforeValidator(in_utc)] = Field(
        None, description="A moment; true means now."
    )
    advance: AnySeconds | None = Field(None, ge=0, description="Time to move ahead.")
    release: Literal[True] | None = Field(None, description="Show real time.")


class NewSettings(ChangeableSettings, HandWritten):
    """The settings to change; null changes nothing."""

    @model_validator(mode="before")
    @classmethod
    def _can_change(cls, values: Any) -> Any:
        if not isinstance(values, dict):
            return values
        for name in values.keys() & {*setting_names()}:
            if name not in cls.model_fields:
                raise ValueError(f"{name!r} cannot change while the server runs")
        return {name: value for name, value in values.items() if value is not None}
