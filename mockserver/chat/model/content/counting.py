"""Items, words and letters of a message: counted, sorted, turned round or picked out."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from mockserver.chat.model.content.found import Answer, listed, stated
from mockserver.chat.model.patterns import pattern

_READ = 8_000
_HOW_MANY = pattern(
    r"\b(?:how many|count(?: the)?(?: number of)?|number of|times does)\s+(?:the"
    r" )?(?P<what>[\w'\"“’-]+(?: [\w'\"’-]+)?)",
    re.IGNORECASE,
)
_LETTERS_IN = pattern(
    r"\b(?:how many|how often|count(?: the)?|number of)(?: times)?(?: the| does the| is the)?"
    r" (?:letters? )?[\"'“‘]?(?P<letter>[a-z])[\"'”’]?"
    r"(?:['’]?s)?(?: letters?)?(?: are| is)?(?: there)?(?: appear| occur)?(?: contained)? in"
    r" (?:the )?(?:word |string )?"
    r"[\"'“‘]?(?P<word>[^\W\d_]+)",
    re.IGNORECASE,
)
_OF_A_WORD = pattern(
    r"\b(?:how many|count(?: the)?|number of) (?P<what>letters|characters|vowels|consonants"
    r"|syllables) "
    r"(?:are |is )?(?:there )?(?:in|does) (?:the )?(?:word |string |name"
    r" )?[\"'“‘]?(?P<word>[^\W\d_]+)",
    re.IGNORECASE,
)
_WORDS_IN = pattern(
    r"\b(?:how many|count(?: the)?|number of) (?:words"
    r"|tokens)\b[^:\"“\n]{0,60}[:\"'“]+\s*(?P<text>.+)",
    re.IGNORECASE | re.DOTALL,
)
_LIST = pattern(r":\s*\[?(?P<items>[^:\n?]+(?:,[^:\n?]+)+)\]?\s*(?:[?.]|\n|$)")
_LINES = pattern(r"^[ \t]*(?:[-*•]|\d{1,3}[.)])[ \t]+(\S[^\n]*)$", re.MULTILINE)
_SORT = pattern(r"\b(?:sort|order|arrange|alphabeti[sz]e|rank)\b", re.IGNORECASE)
_DOWNWARD = pattern(
    r"\b(?:descending|reverse|largest to smallest|highest (?:to|first)|z to a)\b", re.I
)
_EXTREME = pattern(
    r"\b(?P<which>longest|shortest|first|last|second|third)\b[^:\n]{0,50}\b(?:word|item|name"
    r"|element|one|of these|in th)",
    re.I,
)
_BACKWARDS = pattern(r"\breverse\b", re.IGNORECASE)
_PLACES = {"first": 0, "second": 1, "third": 2, "last": -1}
_END_OF = pattern(
    r"\b(?P<which>first|last|longest|shortest) (?P<what>letter|character|word)\b (?:of|in)"
    r" (?:the |this )?(?:word|sentence|phrase|text)?:?\s*"
    r"[\"'“‘]?(?P<text>[^\"”\n?]{1,400})",
    re.IGNORECASE,
)
_UNIQUE = pattern(r"\b(?:unique|distinct|duplicates?|different)\b", re.IGNORECASE)
_REVERSED = pattern(
    r"\breverse (?:the )?(?:word|string|text|letters of)?:? ?[\"'“]?(?P<text>[^\"'”\n]{1,200})",
    re.I,
)
_SPELLED = pattern(
    r"\b(?:spell|write|say)(?: out)?(?: the word)? [\"'“]?"
    r"(?P<text>(?!(?:out|all|numbers?|every|each|any)\b)[^\W\d_]{2,40})[\"'”]?"
    r"(?P<back> (?:backwards?|in reverse|reversed))?",
    re.IGNORECASE,
)
_TURNED = pattern(
    r"\b(?P<how>uppercase|upper case|capital letters|lowercase|lower case|title"
    r" case)\b[^:\"“\n]{0,60}[:\"“]\s*(?P<text>[^\"”\n]{1,2000})",
    re.IGNORECASE,
)
_PICKED: tuple[tuple[str, re.Pattern[str]], ...] = (
    (r"e-?mails?(?: addresses)?", pattern(r"(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,6"
                                          r"3}){1,4}")),
    (r"(?:urls?|links?|websites?)", pattern(r"https?://[^\s<>\"')\]]{1,500}")),
    (r"(?:phone|telephone)(?: numbers?)?", pattern(r"(?<![\w-])\+?\(?\d[\d"
                                                   r" ()./-]{5,18}\d(?![\w-])")),
    (r"hashtags?", pattern(r"#\w{1,60}")),
    (r"dates?", pattern(r"\b\d{4}-\d\d-\d\d\b|\b(?:\d{1,2} )?(?:January|February|March|April|May"
                        r"|June|July|August|"
                           r"September|October|November|December)(?: \d{1,2})?(?:,? \d{4})?\b")),
    (r"(?:amounts?|prices?)", pattern(r"[$€£] ?\d[\d,]*(?:\.\d+)?|\d[\d,]*(?:\.\d+)? ?(?:USD|EUR"
                                      r"|GBP|dollars|euros)")),
    (r"numbers?", pattern(r"(?<![\w.])-?\d[\d,]*(?:\.\d+)?(?![\w])")),
)  # fmt: skip
_PICK = pattern(
    rf"\b(?:extract|find|list|get|return|what (?:is|are)|pull out"
    rf"|identify)\b[^\n:]{{0,40}}?\b({'|'.join(kind for kind, _ in _PICKED)})\b"
    r"[^\n]{0,80}(?:text|sentence|message|following|from|in this|below|:)",
    re.IGNORECASE,
)
_VOWELS = frozenset("aeiou")


def counted(question: str) -> Answer | None:
    """The answer to what a message asks of the letters, words and items that it names."""
    text = question[:_READ]
    for find in (_letters, _end, _words, _picked, _turned, _items):
        if answer := find(text):
            return answer
    return None


def items_in(text: str) -> list[str]:
    """The items of the list in a text: its bullets, or what stands behind a colon."""
    if len(lines := _LINES.findall(text)) > 1:
        return [line.strip() for line in lines]
    found = _LIST.search(text)
    if not found:
        return []
    parts = re.split(r",\s*(?:and\s+)?|\s+and\s+", found["items"].strip(" .[]"))
    return [part.strip(" \"'") for part in parts if part.strip()]


def _letters(text: str) -> Answer | None:
    if found := _LETTERS_IN.search(text):
        letter, word = found["letter"].lower(), found["word"]
        count = word.lower().count(letter)
        times = "once" if count == 1 else f"{count} times"
        return stated(f"The letter {letter} occurs {times} in “{word}”.", count)
    if found := _OF_A_WORD.search(text):
        what, word = found["what"].lower(), found["word"]
        count = _MEASURES[what](word.lower())
        return stated(f"“{word}” has {count} {what[:-1] if count == 1 else what}.", count)
    return None


def _end(text: str) -> Answer | None:
    """The first, last, longest or shortest letter or word of a text."""
    found = _END_OF.search(text)
    if not found or "," in found["text"]:
        return None
    which, what = found["which"].lower(), found["what"].lower()
    said = found["text"].strip(" '’.")
    parts = (
        re.findall(r"[\w'-]+", said)
        if what == "word"
        else [each for each in said if each.isalnum()]
    )
    if not parts:
        return None
    chosen = {
        "first": parts[0], "last": parts[-1],
        "longest": max(parts, key=len), "shortest": min(parts, key=len),
    }[which]  # fmt: skip
    return stated(f"The {which} {what} of “{said}” is {chosen}.", chosen)


_MEASURES: dict[str, Callable[[str], int]] = {
    "letters": len,
    "characters": len,
    "vowels": lambda word: sum(letter in _VOWELS for letter in word),
    "consonants": lambda word: sum(letter not in _VOWELS for letter in word),
    "syllables": lambda word: max(1, len(re.findall(r"[aeiouy]+", re.sub(r"e$", "", word)))),
}


def _words(text: str) -> Answer | None:
    found = _WORDS_IN.search(text)
    if not found:
        return None
    count = len(found["text"].strip(" \"'”.?").split())
    return stated(f"There {'is 1 word' if count == 1 else f'are {count} words'}.", count)


def _picked(text: str) -> Answer | None:
    asked = _PICK.search(text)
    if not asked:
        return None
    looks = next(looks for kind, looks in _PICKED if re.fullmatch(kind, asked[1], re.IGNORECASE))
    found = list(dict.fromkeys(each[0].strip() for each in looks.finditer(text)))[:50]
    return stated("\n".join(found), ", ".join(found), found) if found else None


def _turned(text: str) -> Answer | None:
    if found := _TURNED.search(text):
        how, said = found["how"].lower(), found["text"].strip()
        turned = said.title() if "title" in how else said.lower() if "low" in how else said.upper()
        return stated(turned)
    if (found := _REVERSED.search(text)) and "list" not in text[:60].lower():
        return stated(found["text"].strip()[::-1])
    found = _SPELLED.search(text)
    if found and found["back"]:
        return stated(found["text"][::-1])
    if found and "spell" in found[0].lower():
        return stated("-".join(found["text"].upper()))
    return None


def _items(text: str) -> Answer | None:
    """The number of items in a list, the different ones, or the items in order."""
    items = items_in(text)
    if len(items) < 2:
        return None
    asked = _HOW_MANY.search(text)
    if _UNIQUE.search(text) and len(set(items)) < len(items):
        kept = list(dict.fromkeys(items))
        return stated(f"There are {len(kept)} different ones.", len(kept)) if asked else _row(kept)
    if asked:
        what = asked["what"].split()[0]
        return stated(f"There are {len(items)} {what}: {listed(items)}.", len(items))
    if _SORT.search(text):
        return _row(sorted(items, key=_rank, reverse=bool(_DOWNWARD.search(text))))
    if one := _EXTREME.search(text):
        return _one_of(items, one["which"].lower())
    return _row(items[::-1]) if _BACKWARDS.search(text) else None


def _one_of(items: Sequence[str], which: str) -> Answer | None:
    if which in _PLACES and _PLACES[which] >= len(items):
        return None
    if which in _PLACES:
        item = items[_PLACES[which]]
    else:
        item = (max if which == "longest" else min)(items, key=len)
    return stated(f"The {which} one is {item}.", item)


def _rank(item: str) -> tuple[float, str]:
    """Numbers by their value, all else by the alphabet."""
    try:
        return float(item.replace(",", "")), ""
    except ValueError:
        return _LAST, item.casefold()


_LAST = float("inf")


def _row(items: Sequence[str]) -> Answer:
    return Answer(", ".join(items), ", ".join(items), items)
