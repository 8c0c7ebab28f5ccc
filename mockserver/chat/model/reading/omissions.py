"""Omissions: prompts without the examples that they show. `examples.txt` has the patterns."""

from __future__ import annotations

import re

from mockserver.chat.model.text.tables import table

_TABLE = table("reading/examples.txt")
_MOST = 24
"""The most heads of examples that are read."""

_FEW = 4
"""At most so many words are no text to judge or to read."""

_FEWEST_LABELS = 2
"""The fewest labels of a case that is worked out."""


def without_examples(text: str) -> str:
    """A text with the examples below their heads blanked out; the positions of the rest stay.
    Examples that few words follow are the text itself."""
    end = 0
    for _ in range(_MOST):
        head = _TABLE.pattern("example").search(text, end)
        if head is None or (end := _end_of_example(text, head)) < 0:
            break
        if len(text[end:].split()) > _FEW:
            blank = re.sub(r"[^\n]", " ", text[head.start() : end])
            text = f"{text[: head.start()]}{blank}{text[end:]}"
    return text


def without_worked_cases(text: str) -> str:
    """A prompt without the cases that it works out before its own one, which ends with an open
    label such as `Answer:`. Short cases stay: they may be all that it says of its task."""
    labels = [*_TABLE.find_all("label of a case", text)]
    names = [each["name"].lower() for each in labels]
    if not labels or labels[-1]["text"] or names[-1] not in names[:-1]:
        return text
    outputs = [at for at, name in enumerate(names) if name == names[-1]]
    of_inputs, last = names[: outputs[0]], outputs[-2]
    own = next((at for at in range(last + 1, len(names)) if names[at] in of_inputs), len(names))
    if len({*names[own:-1]}) < _FEWEST_LABELS:
        return text
    start, end = labels[of_inputs.index(names[own])].start(), labels[own].start()
    lead = _TABLE.pattern("number of a case").sub("", text[:start])
    if len(lead.split()) <= _FEW:
        return text
    shown = text[labels[last].end() : end].strip() if "{" not in lead else ""
    form = f"Example of the output:\n{shown}\n\n" if shown.startswith(("```", "{", "[")) else ""
    return f"{lead}{form}{text[end:]}"


def _end_of_example(text: str, head: re.Match[str]) -> int:
    """The end of the examples below a head: where the text says so, else after one line or one
    paragraph. It is -1 if a label that no other text has is below the head: `Code:`."""
    if end := _TABLE.pattern("end of examples").search(text, head.end()):
        return end.start()
    if head["text"]:
        return head.end()
    below, _, rest = text[head.end() :].lstrip().partition("\n\n")
    label, colon, _ = below.partition(":\n")
    is_label = colon and "(" not in label  # It is no function.
    return -1 if is_label and f"{label}:" not in rest else len(text) - len(rest)
