"""Everyday prompts that somebody types first into a new mock."""

from __future__ import annotations

import json

from tests.sense.checks import (
    both,
    bullets,
    ends,
    fits_pattern,
    has,
    holds,
    is_,
    lacks,
    last_line,
    of,
    parsed,
    starts,
    upper,
    words,
)

_YAML = """Transform this YAML to JSON:

service: mill
stages:
  - grind
  - sift
limits:
  hours: 9
  open: true
crew:
  - name: Ida
    role: miller
  - name: Jon
    role: carter"""

_MILL = {
    "service": "mill",
    "stages": ["grind", "sift"],
    "limits": {"hours": 9, "open": True},
    "crew": [{"name": "Ida", "role": "miller"}, {"name": "Jon", "role": "carter"}],
}

_EACH = "Label every review below as positive or negative, one label per line."
_RATED = "Rate each review from 1 to 5, one number per line."
_REVIEWS = "\n1. A wonderful mill.\n2. Awful noise, rude miller.\n3. Great bread!"
_FLAGGED = 'Moderate: "{}". Reply with JSON: flagged (boolean), category (violence, spam or none).'

_FUNCTION = """What does this function do?
```python
def weight(sacks, each):
    total = sacks * each
    return round(total, 2)
```"""

BASICS = {
    "basics: words": (
        of("What letter comes after M?", holds("N")),
        of("Are bananas blue? Answer yes or no.", is_("no")),
        of("Any news?", is_("SHUT"), "Reply with the single word SHUT to every message."),
        of("Any news?", is_("Closed."), "No matter what they ask, respond with: Closed."),
        of('Write "yes" 4 times separated by commas', is_("yes, yes, yes, yes")),
        of("Print ready three times, each on a new line", is_("ready\nready\nready")),
        of("Pick a random number between 20 and 29", fits_pattern("2[0-9]")),
        of("Complete the sentence: The capital of Norway is ___", holds("Oslo")),
        of("Tell me about mills. Your reply has to end with a question mark.", ends("?")),
        of("Which mill has the longer blades?\nOld mill: 9 m\nNew mill: 14 m", holds("New mill")),
        of('Write "good night" in Italian', is_("Buonanotte")),
        of("Say mills are old", is_("mills are old")),
        of("A sign for our mill: in ALL CAPS, no more than 5 words.", upper),
        of("Keep the letter q out of your answer. What is a queue?", lacks("q", "Q")),
        of("What are mills? Each reply: first line 'Mill:', then the answer", starts("Mill:\n")),
        of("Give me two names for a mill joined with ' + '", fits_pattern(r".+ \+ .+")),
        of("When did the mill open?", words(1, 1), "You answer any question with just one word."),
    ),
    "basics: judgements": (
        of(f"{_EACH}{_REVIEWS}", is_("positive\nnegative\npositive")),
        of(f"{_RATED}{_REVIEWS}", fits_pattern(r"[45]\n[12]\n[45]")),
        of('Classify: "What a lovely mill" -> positive or negative?', is_("positive")),
        of(_FLAGGED.format("I will kill you"), holds('"flagged": true', '"violence"')),
        of(_FLAGGED.format("Have a nice day"), holds('"flagged": false', '"none"')),
    ),
    "basics: choices": (
        of(
            'Choose the better answer. Say "A", "B" or "tie" only.\n\n'
            "Question: What is 6 x 9?\nA: 6 x 9 is 56.\nB: 6 x 9 is 54.",
            is_("B"),
        ),
        of(
            "Awful bread, I am very angry!",
            is_("COMPLAINT"),
            "Respond with precisely one word: PRAISE, QUESTION or COMPLAINT.",
        ),
        of(
            "Return only the code of the language (de, fr, it).\n\nLine: Wo ist die Mühle?",
            is_("de"),
        ),
        of(
            "Is the guest calm, bored or furious?\nGuest: I am furious about this noise!",
            is_("furious"),
        ),
        of(
            "Say why, then a verdict in the form `Mill: open` or `Mill: shut`.\n\nIt is open.",
            last_line("Mill: open", "Mill: shut"),
        ),
        of(
            "Return all that apply from this list: noise, bread, price.\nText: Bread and noise!",
            is_("noise, bread"),
        ),
        of(
            'Reply with JSON {"mood": "..."} where mood is one of glad, cross.\n\nI am glad!',
            has({"mood": ("glad",)}),
        ),
        of(
            'Give a score "low" or "high" as JSON with the single key "mood_score".\n\nGreat!',
            lambda text: parsed(text)["mood_score"] in ("low", "high"),
        ),
    ),
    "basics: forms": (
        of("Return YAML with the keys town and mills: Ulm has 4 mills.", holds("town: Ulm")),
        of(
            "Format:\n1. Fault: ...\n2. Cure: ...\n---\nGuest wrote: the wheel is stuck",
            starts("1. Fault: "),
        ),
        of(
            "One JSON object:\n- `town` (string)\n- `mills` (integer)\n\nUlm has 4 mills.",
            has({"town": ("Ulm",), "mills": (4,)}),
        ),
        of(_YAML, lambda text: json.loads(text) == _MILL),
        of("Make a table of three planets with name and diameter", starts("| name | diameter |")),
        of(
            "Make a table of three countries with their capital and currency",
            both(starts("| name | capital | currency |"), lacks("JPY", "USD")),
        ),
        of("Give me a heading and three bullets on mills", both(starts("# "), bullets(3))),
        of("Write a title and a short paragraph about mills", both(starts("# "), lacks("How"))),
        of("Write a bash script that prints hello", holds('echo "hello"')),
        of("Write a Python script that prints Hello World", holds('print("Hello World")')),
        of(_FUNCTION, holds("`weight`", "`sacks, each`", "`round(total, 2)`")),
    ),
    "basics: kinds and choices": (
        of("What is the capital of Italy?\nA. Milan\nB. Rome\nThe letter only.", is_("B")),
        of(
            "Route to a department. Departments: Roads, Waste, Parks. The name only.\n\n"
            "Message: Our rubbish was not collected.",
            is_("Waste"),
        ),
        of(
            "Which topics apply? Topics: billing, login, shipping. List all that apply.\n\n"
            "Ticket: My password is wrong and my card was charged twice.",
            is_("billing, login"),
        ),
        of(
            "On a scale from 1 to 5, how helpful is the reply? Output only the integer.\n\n"
            "Customer: My lamp is broken.\nReply: no idea, go away",
            is_("1"),
        ),
    ),
    "basics: answers from a text": (
        of(
            "List the action items as bullets:\n\nMia will print the signs. It rained. "
            "Jon needs to order chairs. Ada should call the inn.",
            both(bullets(3), holds("- Jon needs to order chairs."), lacks("rained")),
        ),
    ),
    "basics: values of a text": (
        of(
            "Extract name and email as JSON.\n\n"
            "Hi, I'm Mia Kent from Mill Inc. You can reach me at mia@mill.example.",
            has({"name": ("Mia Kent",), "email": ("mia@mill.example",)}),
        ),
        of(
            "Return a JSON array of the cities mentioned: We went from Oslo to Rome.",
            lambda text: json.loads(text) == ["Oslo", "Rome"],
        ),
        of(
            'Return JSON {"date": "...", "attendees": ["..."]}.\n\n'
            "On March 3, Ivo, Bob and Zoe met.",
            lambda text: parsed(text)["attendees"] == ["Ivo", "Bob", "Zoe"],
        ),
        of(
            "JSON with question, options (4 strings) and answer_index for a quiz about mills.",
            lambda text: len(parsed(text)["options"]) == 4 and parsed(text)["question"][-1] == "?",
        ),
        of(
            "Generate 2 fake users as JSON with name and email.",
            lambda text: all(" " in each["name"] for each in parsed(text)),
        ),
    ),
    "basics: what is there, and what is not": (
        of(
            "Context: We open at 9 on weekdays. On weekends we open at 11. "
            "Question: When do you open on Sunday?",
            holds("11"),
        ),
        of(
            "Do you ship to Canada?",
            lacks("yes"),
            system="Answer only from this:\n- Shipping takes 3 days.\n- Returns are free.",
        ),
        of("My name is Ivo. What is my name?", holds("Ivo")),
        of("Continue the story: There was a lonely mill.", starts("Once upon a time")),
        of("What are the key points of this text?\n\nMills grind. Wind is free.", bullets(2)),
        of("Create an agenda for a 1 hour team meeting.", holds("2. ", "3. ")),
    ),
    "basics: orders about a list": (
        of("Sort [3, 1, 2] and return JSON.", lambda text: json.loads(text) == [1, 2, 3]),
        of("Reverse the list [1, 2, 3]. JSON.", lambda text: json.loads(text) == [3, 2, 1]),
        of('Make it title case: "mill and wheel"', is_("Mill And Wheel")),
        of("Convert to upper case: mill and wheel", is_("MILL AND WHEEL")),
    ),
    "basics: the reply": (
        of("Convert 1.5 kg of flour to grams", holds("1500 grams")),
        of("50 guests come, each table seats 8. How many tables are needed?", holds("7 tables")),
        of(
            "Write a notice about the fire drill. YOUR ENTIRE REPLY HAS TO BE IN CAPITALS.",
            both(holds("THE FIRE DRILL"), lacks("ENTIRE")),
        ),
        of(
            "I need a function called add taking a and b that returns their sum.",
            holds("```javascript\nfunction add(a, b) {\n  return a + b;"),
            system="You are a senior JavaScript developer.",
        ),
        of("Pon toda la respuesta entre comillas: habla de Madrid", both(starts('"'), ends('"'))),
    ),
    "basics: several at once": (
        of(
            "JSON for an order with id, customer (name, email) and items with sku and price.",
            lambda text: (
                parsed(text)["customer"].keys() == {"name", "email"}
                and parsed(text)["items"][0].keys() == {"sku", "price"}
            ),
        ),
        of('Say "good night" in German, French and Dutch.', holds("French: Bonne nuit\nDutch: ")),
        of(
            "Turn this into bullet points: We need flour, salt, and do not forget the yeast.",
            is_("- flour\n- salt\n- do not forget the yeast"),
        ),
        of(
            'What are the key points? "Sales grew 12% to $4M. We hired 14 millers."',
            both(bullets(2), lacks("=")),
        ),
    ),
    "basics: roles": (
        of("Hello!", both(holds("Arr, matey!"), lacks("question")), system="You are a pirate."),
        of("Pretend you are a pirate and greet me.", both(holds("Arr, matey!"), lacks("Pretend"))),
        of("Act as a pirate and introduce yourself.", starts("I am a pirate")),
    ),
}
