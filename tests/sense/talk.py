"""Prompts that begin conversations: reports of problems, courtesies, questions about today."""

from __future__ import annotations

from tests.sense.checks import both, ends, holds, lacks, of

TALK = {
    "talk": (
        of("My order from Tuesday has not arrived.", both(holds("your order"), ends("?"))),
        of("The export button is grey.", both(holds("the export button"), lacks("Possibly"))),
        of("I would like to know more about tides", lacks("thank you")),
        of("What is the weather like in Lima?", holds("the weather", "without live data")),
        of("Who won the match yesterday?", holds("the match", "without live data")),
        of("Are you an AI?", lambda text: "program" in text or "model" in text),
        of("testing", holds("I am here")),
        of("Thanks, it works now, the problem is solved!", holds("You are welcome")),
        of("At what temperature in Celsius does water boil?", holds("100 °C")),
        of("What is the chemical symbol of gold? Only the symbol.", lambda text: text == "Au"),
    )
}
