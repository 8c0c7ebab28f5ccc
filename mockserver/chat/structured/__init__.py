"""Text under a constraint: pure functions of the constraint, a key and the user's message.

`guide` finds the constraint of a request and hands it to what writes such texts. All of it draws
its chance from `draws` and keeps within one `budget`, which pauses for other requests.

JSON of a schema, from `schema` to `plan` to values to `judge`: the judge reads the schema; the
planner gathers what holds for one value; the `writer` makes the values, `containers` those that
hold others and `scalars` (with `numbers`) those that do not; the judge decides. What a person
would write comes from `chat/model/values`, and the schema that a conversation shows from
`chat/model/demands/shapes`.

Text of a `pattern`, which `regex` reads into `nodes`; `blanks` between tokens of JSON are one, too.

Text of a `grammar`, which `ebnf` or `lark_reader` reads into the same nodes.
"""

from __future__ import annotations

MEMBERS = frozenset(
    {
        "response_format",
        "guided_json",
        "guided_regex",
        "guided_choice",
        "guided_grammar",
        "structural_tag",
    }
)
"""Fields whose absence allows the fast path."""
