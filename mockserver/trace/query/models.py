"""The shapes of a query and of a sort order.

Stated for the operators of the 0.52 generation; `$lt`, `$lte` and `$size` came later. Every name
that starts with `$` has a twin that is a Python name, `$eq` and `eq_`, and both are accepted.
Unknown keys beside an operator are dropped, beside `$expr` they are refused.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import (
    BeforeValidator,
    ConfigDict,
    FailFast,
    Field,
    ModelWrapValidatorHandler,
    ValidationError,
    model_validator,
)
from pydantic_core import PydanticCustomError

from mockserver.core.model import Closed, Open
from mockserver.core.project import ProjectId
from mockserver.trace.query.bounds import bounded_problems, check_size
from mockserver.trace.query.paging import Count

Scalar = str | int | float | bool | None
"""What a literal may be to be of use."""


Conversion = Literal["double", "string", "int", "bool", "exists"]


class SortBy(Closed):
    field: str
    direction: Literal["asc", "desc"]


class Operator(Open):
    """An object whose one key is the operator."""

    model_config = ConfigDict(validate_by_alias=True, validate_by_name=True)


class LiteralOperation(Operator):
    """A constant. Lists and objects of literals are well formed; nothing can be done with them."""

    literal_: (
        str | int | float | bool | dict[str, LiteralOperation] | list[LiteralOperation] | None
    ) = Field(alias="$literal")


class GetFieldOperator(Operator):
    """The value at a path; `fields.Fields` says which paths there are."""

    get_field_: str = Field(alias="$getField")


class ConvertSpec(Open):
    input: Operand
    to: Conversion


class ConvertOperation(Operator):
    convert_: ConvertSpec = Field(alias="$convert")


class SizeOperation(Operator):
    """The number of items, keys or characters of a value. Newer than the 0.52 generation."""

    size_: Operand = Field(alias="$size")


class AndOperation(Operator):
    and_: Operands = Field(alias="$and")


class OrOperation(Operator):
    or_: Operands = Field(alias="$or")


class NotOperation(Operator):
    not_: tuple[Operand] = Field(alias="$not")


class EqOperation(Operator):
    eq_: tuple[Operand, Operand] = Field(alias="$eq")


class GtOperation(Operator):
    gt_: tuple[Operand, Operand] = Field(alias="$gt")


class LtOperation(Operator):
    lt_: tuple[Operand, Operand] = Field(alias="$lt")


class GteOperation(Operator):
    gte_: tuple[Operand, Operand] = Field(alias="$gte")


class LteOperation(Operator):
    lte_: tuple[Operand, Operand] = Field(alias="$lte")


class InOperation(Operator):
    in_: tuple[Operand, Operands] = Field(alias="$in")


class ContainsSpec(Open):
    input: Operand
    substr: Operand
    case_insensitive: bool | None = False


class ContainsOperation(Operator):
    contains_: ContainsSpec = Field(alias="$contains")


_OPERATORS = frozenset(
    name
    for operator in Operator.__subclasses__()
    for field, info in operator.model_fields.items()
    for name in (field, info.alias)
)


def _one_operator(value: Any) -> Any:
    """Chosen: an object with several operators is refused; the service silently picks one."""
    if isinstance(value, dict) and len(_OPERATORS.intersection(value)) > 1:
        raise PydanticCustomError("several_operators", "Input should have one operator")
    return value


Value = LiteralOperation | GetFieldOperator | ConvertOperation | SizeOperation
Relation = EqOperation | GtOperation | LtOperation | GteOperation | LteOperation
Condition = AndOperation | OrOperation | NotOperation | Relation | InOperation | ContainsOperation

Operation = Annotated[Condition, BeforeValidator(_one_operator)]
Operand = Annotated[Value | Condition, BeforeValidator(_one_operator)]
Operands = Annotated[list[Operand], FailFast()]
"""Chosen: only the first wrong member is reported, each report being fourteen entries long."""


class Query(Closed):
    """A condition on records. Raises a 400 for one beyond the bounds of `query.bounds`."""

    model_config = ConfigDict(validate_by_alias=True, validate_by_name=True)

    expr_: Operation = Field(alias="$expr")

    @model_validator(mode="wrap")
    @classmethod
    def _within_bounds(cls, value: Any, handler: ModelWrapValidatorHandler[Self]) -> Self:
        check_size(value)
        try:
            return handler(value)
        except ValidationError as error:
            raise bounded_problems(error, value) from None


class RecordsQuery(Closed):
    """A query of records: filter, order, page and fields."""

    project_id: ProjectId
    fields: list[str] | None = None
    query: Query | None = None
    sort_by: list[SortBy] | None = None
    limit: Count | None = None
    offset: Count | None = None


class RecordsPurge(Closed):
    """A purge of records."""

    project_id: ProjectId
    query: Query
