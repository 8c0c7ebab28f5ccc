"""The stock: plain sentences that fit any subject, for when a demand leaves no room for it."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

RARE = {
    "q": "quiet quick quality question quite quote equal", "x": "extra next text box relax exact",
    "z": "puzzle size lazy dozen zeal prize", "j": "just joy major enjoy project subject",
    "v": "very value give live even over", "w": "well with work way new know",
    "k": "keep kind look work like make", "y": "you yes very easy many day",
    "b": "big able best bring both before", "p": "people help happy paper pepper proper",
    "f": "find fluffy off for offer coffee", "g": "good going giggle bigger goggle",
    "h": "how that high the health which", "u": "use up such future unusual usual",
}  # fmt: skip
"""Words rich in a letter that the usual ones seldom have."""


@cache
def stock() -> tuple[str, ...]:
    """All sentences of the stock, in the order of the file."""
    text = (files(__package__) / "stock.txt").read_text("utf-8")
    return tuple(line for line in text.splitlines() if line and not line.startswith("#"))


@cache
def words_with(letter: str) -> tuple[str, ...]:
    """Words that hold a letter, those that hold it more often first."""
    known = set(RARE.get(letter, "").split())
    known |= {word.strip(".").lower() for line in stock() for word in line.split()}
    fitting = sorted(
        (word for word in known if letter in word), key=lambda w: (-w.count(letter) / len(w), w)
    )
    return tuple(fitting[:8])
