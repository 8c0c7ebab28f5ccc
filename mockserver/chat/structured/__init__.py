"""Structured output: text that obeys a constraint, as a pure function of the constraint, a key and
the user's message.

`guide` finds the constraint of a request and calls the writer for it. All writers draw from
`draws` and share one `budget` of work, which pauses for other requests.

JSON Schema: `schema` reads a schema and runs three steps until one result is valid. `plan` resolves
references and alternatives for one value, `values` (with `scalars` and `numbers`) writes the value,
and `judge` validates the document. Plausible names and texts come from `chat/model/values`.

Regular expressions: `regex` parses them into `nodes`, and `pattern` generates and matches texts.
`blanks` uses patterns for the whitespace between the tokens of JSON.

Grammars: `ebnf` or `lark_reader` parses them into the same nodes, and `grammar` derives a text.
`guide` also writes structural tags, which contain the other constraints.
"""

from __future__ import annotations

FIELDS = frozenset(
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
