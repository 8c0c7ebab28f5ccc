"""The record of a price; requests and responses of the cost operations, in the listing's order."""

from datetime import datetime
from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from mockserver.core.hand_written import Name
from mockserver.core.model import Closed
from mockserver.core.project import UserRequest
from mockserver.core.records import Blank, RecordModel, Timestamp
from mockserver.trace.query.models import RecordsPurge, RecordsQuery

Unit = Annotated[str, Blank("USD")]


class CostRecord(RecordModel):
    """A price of a project: the cost of one token of a model from a moment on."""

    id: Name
    project_id: str
    pricing_level: Annotated[str, Blank("project")]
    pricing_level_id: str
    provider_id: Annotated[str, Blank("default")]
    llm_id: str
    effective_date: Timestamp
    prompt_token_cost: int | float
    completion_token_cost: int | float
    cache_read_input_token_cost: int | float
    cache_creation_input_token_cost: int | float
    prompt_token_cost_unit: Unit
    completion_token_cost_unit: Unit
    created_by: str | None = None
    created_at: Timestamp


USD = "USD"

Amount = Annotated[float, Field(allow_inf_nan=False)]
"""The price of one token. Chosen: NaN and infinities are refused."""


class TokenPrices(Closed):
    """The price of one token, by its kind."""

    prompt_token_cost: Amount
    completion_token_cost: Amount
    cache_read_input_token_cost: Amount = 0
    cache_creation_input_token_cost: Amount = 0


class CostCreateInput(TokenPrices):
    """The price of one token of a model. An effective date of null is the time of creation."""

    prompt_token_cost_unit: str | None = USD
    completion_token_cost_unit: str | None = USD
    effective_date: datetime | None = None
    provider_id: str | None = "default"


class CostCreateReq(UserRequest):
    costs: dict[str, CostCreateInput]


class CostQueryReq(RecordsQuery):
    """A query of prices."""


class CostPurgeReq(RecordsPurge):
    """A purge of prices."""


class CostCreateRes(TypedDict):
    """The id and the model of each price."""

    ids: list[list[str]]


class CostQueryOutput(TypedDict):
    """The price of one token of a model; fields that were not requested are null."""

    id: str | None
    llm_id: str | None
    prompt_token_cost: float | None
    completion_token_cost: float | None
    cache_read_input_token_cost: float | None
    cache_creation_input_token_cost: float | None
    prompt_token_cost_unit: str | None
    completion_token_cost_unit: str | None
    effective_date: Timestamp | None
    provider_id: str | None


class CostQueryRes(TypedDict):
    results: list[CostQueryOutput]


class CostPurgeRes(TypedDict):
    """Nothing."""
