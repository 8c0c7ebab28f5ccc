"""The headline, points, tasks and questions that a document takes from the text in a request.

The rules are in `demands/documents.txt`.
"""

from __future__ import annotations

import re
from functools import cached_property

from mockserver.chat.model.content.found import capitalized
from mockserver.chat.model.content.phrases import PLAIN_WORDS
from mockserver.chat.model.content.questions import Pair, asked_of
from mockserver.chat.model.content.summary import summarised
from mockserver.chat.model.demands import demands_in
from mockserver.chat.model.demands.skeletons import RULES
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.passages import Passage
from mockserver.chat.model.texts import sentences
from mockserver.chat.model.values.finds import finds_in

_READ = 4_000


class Excerpts:
    """Parts of the text in a request. Each public method fills a place of a skeleton."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self.request = task.reading.question[:_READ]

    def people(self) -> str:
        """The names of people in the request: the speakers of a transcript, or else any names."""
        found = [*RULES.find_all("speaker", self.request)]
        found = found or [*RULES.find_all("people", self.request)]
        return ", ".join(dict.fromkeys(each[0].rstrip(": ") for each in found))

    def headline(self) -> str:
        """A headline: the first content words of the text in the request."""
        return self._first_words(self._text)

    def query(self) -> str:
        """A query for a search engine: the content words of the last question in the text."""
        said = sentences(self._task.text or self.request)
        asked = next((each for each in reversed(said) if "?" in each), max([*said, ""], key=len))
        words = re.findall(r"[\w'-]+", RULES.changed("asked politely", asked))
        return " ".join([each for each in words if each.lower() not in PLAIN_WORDS][:8])

    def summary(self) -> str:
        """The leading sentences of the text."""
        found = summarised([Passage("", self._text)])
        return found.text if found else ""

    def points(self) -> str:
        """The sentences of the text as a list."""
        return "\n".join(f"- {each}" for each in self._sentences)

    def those(self, words: str) -> str:
        """The sentences of the text that have one of these words, as a list."""
        look = re.compile(rf"(?i)\b(?:{words.replace(' ', '|')})\b").search
        return "\n".join(f"- {each}" for each in self._sentences if look(each))

    def blanks(self) -> str:
        """The sentences of the text with a blank each, and the missing words."""
        found = [each for each in self._sentences if len(each.split()) > 2]
        words = [max(re.findall(r"\w+", each), key=len) for each in found]
        pairs = enumerate(zip(found, words, strict=True), 1)
        rows = [f"{number}. {each.replace(word, '____', 1)}" for number, (each, word) in pairs]
        return "\n".join([*rows, "", f"Answers: {', '.join(words)}"])

    def redacted(self) -> str:
        """The text with placeholders for names and addresses."""
        _, gap, below = self.request.partition("\n\n")
        text = below if gap else self._task.reading.payload.text[:_READ]
        kinds_named = {*RULES.texts("redacted kinds", self.request.replace(text, ""))}
        for find in finds_in(text) if text else ():
            mark = RULES.text("redacted with", self.request) or RULES.text("redacted", find.kind)
            if find.kind in kinds_named:
                text = text.replace(find.text, mark, 1)
        return text

    def emoji(self) -> str:
        """The face of somebody who writes such a text."""
        return RULES.text("emoji", self._task.material)

    @property
    def _text(self) -> str:
        """The text that the request marks, if any."""
        payload = self._task.reading.payload
        is_request = self.request.startswith(payload.text) and demands_in(payload.text)
        is_all = self._task.reading.system and not demands_in(self.request)
        return payload.text if (payload.has_text and not is_request) or is_all else ""

    @cached_property
    def _sentences(self) -> list[str]:
        """The sentences of the text; `I` in a transcript is the speaker."""
        found = []
        for line in self._text.split("\n"):
            speaker = RULES.find("speaker", line)
            said = line[speaker.end() :] if speaker else line
            name = speaker["name"] if speaker else "I"
            own = (
                re.sub(r"^(?:And |So |Then )?I(?:'ll| will)\b", f"{name} will", e)
                for e in sentences(said)
            )
            found += [each for each in own if not each.endswith("?")]
        return found

    @cached_property
    def _pairs(self) -> list[Pair]:
        return asked_of(self._text)

    def _first_words(self, text: str) -> str:
        first = next(iter(sentences(text)), "")
        words = [word for word in re.findall(r"[\w'-]+", first) if word.lower() not in PLAIN_WORDS]
        return " ".join(map(capitalized, words[:5]))
