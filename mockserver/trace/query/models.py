"""The models of a query and of a sort order.

Stated for the operators of the 0.52 generation; `$lt`, `$lte` and `$size` came later. Every name
with a `$` also has a Python form, `$eq` and `eq_`, and both are accepted. Unknown keys beside an
operator are dropped; beside `$expr` they are refused.

The limits of its size are chosen. An operand has fourteen possible forms, so one mistake is
reported fourteen times, each time with its input: without limits, a short query could cause a huge
response.
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
from pydantic_core import InitErrorDetails, PydanticCustomError

from mockserver.core.codec import encode
from mockserver.core.errors import invalid
from mockserver.core.limits import (
    LONGEST_INPUT,
    MOST_PROBLEMS,
    MOST_QUERY_LEVELS,
    MOST_QUERY_VALUES,
)
from mockserver.core.model import Closed, Open
from mockserver.core.project import ProjectRequest

Scalar = str | int | float | bool | None
"""A literal that can be compared."""

Count = Annotated[int, Field(json_schema_extra={"minimum": 0})]
"""A limit or an offset. Described only: `select.check_page` refuses a negative one with a 400."""

Conversion = Literal["double", "string", "int", "bool", "exists"]


class SortBy(Closed):
    field: str
    direction: Literal["asc", "desc"]


class Operator(Open):
    """An object whose one key is the operator."""

    model_config = ConfigDict(validate_by_alias=True, validate_by_name=True)


class LiteralOperation(Operator):
    """A constant. Lists and objects of literals are valid, but no operator accepts them."""

    literal_: (
        str | int | float | bool | dict[str, LiteralOperation] | list[LiteralOperation] | None
    ) = Field(alias="$literal")


class GetFieldOperator(Operator):
    """The value at a path that `fields.QueryFields` knows."""

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
"""Chosen: only the first invalid item is reported, since each report has fourteen entries."""


class Query(Closed):
    """A condition on records. Raises a 400 for one that is too large."""

    model_config = ConfigDict(validate_by_alias=True, validate_by_name=True)

    expr_: Operation = Field(alias="$expr")

    @model_validator(mode="wrap")
    @classmethod
    def _within_bounds(cls, value: Any, handler: ModelWrapValidatorHandler[Self]) -> Self:
        _check_size(value)
        try:
            return handler(value)
        except ValidationError as error:
            raise _bounded(error, value) from None


class CallsFilter(Closed):
    """Conditions that must all hold. A list names the values that a call may have."""

    op_names: list[str] | None = None
    input_refs: list[str] | None = None
    output_refs: list[str] | None = None
    parent_ids: list[str] | None = None
    trace_ids: list[str] | None = None
    call_ids: list[str] | None = None
    thread_ids: list[str] | None = None
    turn_ids: list[str] | None = None
    trace_roots_only: bool | None = None
    wb_user_ids: list[str] | None = None
    wb_run_ids: list[str] | None = None


class PageRequest(ProjectRequest):
    """A request for a page of records, in an order."""

    sort_by: list[SortBy] | None = None
    limit: Count | None = None
    offset: Count | None = None


class CallsSelection(ProjectRequest):
    """A selection of calls."""

    filter: CallsFilter | None = None
    query: Query | None = None


class RecordsQuery(PageRequest):
    """A query of records: filter, order, page and fields."""

    fields: list[str] | None = None
    query: Query | None = None


class RecordsPurge(ProjectRequest):
    """A purge of records."""

    query: Query


def _check_size(value: Any) -> None:
    """Refuse, with a 400, a query that is nested too deeply or has too many values."""
    level, values = [value], 1
    for _ in range(MOST_QUERY_LEVELS):
        level = [
            inner
            for outer in level
            if isinstance(outer, dict | list)
            for inner in (outer.values() if isinstance(outer, dict) else outer)
        ]
        if not level:
            return
        values += len(level)
        if values > MOST_QUERY_VALUES:
            raise invalid(f"Query has more than {MOST_QUERY_VALUES} values")
    raise invalid(f"Query is nested deeper than {MOST_QUERY_LEVELS} levels")


def _bounded(error: ValidationError, value: Any) -> ValidationError:
    """The same error; a shorter one if there are many problems or `value` is long."""
    size = len(encode(value))
    if error.error_count() <= MOST_PROBLEMS and size <= LONGEST_INPUT:
        return error
    problems = error.errors(include_url=False)[:MOST_PROBLEMS]
    omitted = f"(not repeated: the query has {size} bytes)"
    return ValidationError.from_exception_data(
        error.title,
        [
            InitErrorDetails(
                type=PydanticCustomError(problem["type"], problem["msg"], problem.get("ctx")),
                loc=problem["loc"],
                input=problem["input"] if size <= LONGEST_INPUT else omitted,
            )
            for problem in problems
        ],
    )
