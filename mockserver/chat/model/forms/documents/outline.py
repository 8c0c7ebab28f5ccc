"""The outline of a document: the items that belong under each of its headings.

An item has a label for its heading (`Fixed: crash on start`), or words for what the heading is
about. The others belong in a summary.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import chain

from mockserver.chat.model.content.found import as_sentence, capitalized
from mockserver.chat.model.content.quoted.lists.given import sections_in
from mockserver.chat.model.demands.skeletons import RULES
from mockserver.chat.model.forms.documents.brief import Brief
from mockserver.chat.model.text.texts import bulleted, sentences

row_for = lru_cache(maxsize=1024)(RULES.text)
"""The text of a row of `documents.txt` for a name, such as a heading."""


def bullets(items: Sequence[str]) -> str:
    """Items on lines with bullets and capitals."""
    return bulleted(map(capitalized, items))


class Outline:
    """The sections of a document under some headings, with what a request has for each."""

    def __init__(self, brief: Brief, headings: Sequence[str]) -> None:
        self._brief = brief
        self._headings = headings

    @cached_property
    def told(self) -> list[str]:
        """The sentences of the request that may belong under a heading."""
        return self._brief.told(self._headings)

    def under(self, heading: str) -> str:
        """The text under a heading: sentences for a summary, else a list."""
        look = row_for("under", heading)
        if not self._headings:
            items = self.told or self._brief.listed
            told = [each for each in items if look and re.search(look, each)]
            return bullets(self._labelled([heading]).get(heading) or told)
        found = self.placed.get(heading, [])
        is_prose = heading == self._rest and look in ("", ".")
        return " ".join(map(as_sentence, found)) if is_prose else bullets(found)

    @cached_property
    def placed(self) -> dict[str, list[str]]:
        """The statements of the request under the headings where they belong: by a label, or by
        words for what the heading is about."""
        placed = self._labelled(self._headings)
        known = {each.casefold().rstrip(".") for row in placed.values() for each in row}
        looks = {e: look for e in self._headings if (look := row_for("under", e)).strip(".")}
        for said in chain(*map(RULES.pattern("between clauses").split, self.told)):
            bare = RULES.changed("label", said).strip(" \"'")
            folded = bare.casefold().rstrip(".")
            has_known = any(each in folded for each in known if " " in each)
            if has_known or folded in known or bare.partition(":")[0] in self._headings:
                continue
            fitting = (head for head, look in looks.items() if re.search(look, bare))
            own = RULES.changed("own label", bare)
            placed.setdefault(next(fitting, self._rest), []).append(own)
        return placed

    def _labelled(self, headings: Sequence[str]) -> dict[str, list[str]]:
        """The items that labels of the request put under headings."""
        own = self._with_labels() if self._headings else self._brief.request
        kinds = {kind: e for e in headings for kind in row_for("commits under", e).split()}
        return sections_in("\n".join(sentences(own)), headings, kinds)

    def _with_labels(self) -> str:
        """The request with the headings in its sentences as labels on lines of their own:
        `yesterday I fixed the login, no blockers`."""
        names = "|".join(map(re.escape, self._headings))
        shown = "(?:,? and |, )(?:#+ )?".join(map(re.escape, self._headings))
        text = self._brief.text or self._brief.request
        parts = sentences(re.sub(shown, "", text).lstrip(". "))
        own = "\n".join(each for each in parts if not RULES.text("order", each))
        own = re.sub(rf"(?i),? (?:and )?\bno ({names})\b", r"\n\1: None", own)
        return re.sub(rf"(?i)(?:^|(?<=[.:;,]) )(?:and )?({names})[:,]? (?=\w)", r"\n\1: ", own)

    @cached_property
    def _rest(self) -> str:
        """The heading of what belongs under no other one."""
        summaries = (each for each in self._headings if row_for("under", each) == ".")
        plain = (each for each in self._headings if not row_for("under", each))
        return next(chain(summaries, plain, self._headings), "")
