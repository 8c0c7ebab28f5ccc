"""Text under a constraint: pure functions of the constraint, a key and the user's message.

`guide` finds the constraint of a request and hands it to what writes such texts. All of it draws
its chance from `draws` and keeps within an `budget`, which also says when a constraint is refused.

JSON of a schema (`schema`): the `writer` makes a value, and the `judge` tells whether it conforms.
For each `spot` of the answer a `demand` gathers what holds there; `kinds`, `objects`, `arrays`,
`numbers` and `texts` meet it. What a person would write comes from `plausible`, `quantities`,
`fields`, `tellers`, `persona` and `words`, and what the user named from `facts`.

Text of a pattern (`pattern`): `regex` reads it into `nodes`, which `spell` turns into a text and
`match` compares with one. `blanks` between the tokens of JSON have a pattern, too.

Text of a `grammar`: `ebnf` and `lark_reader` read it into the same nodes; `derive` makes the text.

JSON between two marks: `tags`. What a conversation wants of an object: `prompted`, by `keys`.
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
"""Members that most requests do without."""
