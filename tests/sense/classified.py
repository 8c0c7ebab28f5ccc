"""Prompts ask for the label of a text, or for a verdict on it, in a word or two."""

from __future__ import annotations

from tests.sense.checks import holds, is_, of, parsed

_FLIGHTS = (
    "You sort messages by intent. Intents: book_flight, cancel_flight, flight_status, other. "
    "Reply with the intent only."
)

CLASSIFIED = {
    "classified: labels": (
        of("When does my flight leave?", is_("flight_status"), system=_FLIGHTS),
        of("Cancel my trip to Rome", is_("cancel_flight"), system=_FLIGHTS),
        of("Which of these is a fruit: carrot, apple, potato? One word.", is_("apple")),
        of("What language is this: Guten Morgen, wie geht es dir?", holds("German")),
        of(
            "Classify each of these as bug or feature: 1. App crashes on login 2. Add dark mode",
            lambda text: text.split() == ["bug", "feature"],
        ),
        of(
            "Label these as positive or negative: a) I hate it b) So good",
            is_("negative\npositive"),
        ),
        of("Positive or negative: the pizza was awful", is_("negative")),
        of(
            "Which of these notes are positive? Give the numbers.\n1. I hate it\n2. Great, thanks",
            is_("2"),
        ),
        of(
            "Label each line with its sentiment:\n- I hate it\n- I love it",
            is_("negative\npositive"),
        ),
        of("Classify the note (sports, travel, cooking): We flew to Rome.", is_("travel")),
        of(
            "Classify the language of the text: English, Other. One word."
            "\n\nHallo, wie geht es dir heute?",
            is_("Other"),
        ),
        of(
            "I need a script that turns a list of dicts into JSON",
            is_("coder"),
            system="Route to billing or coder. Reply with only the name.",
        ),
        of(
            "Determine the primary language of the text. Examples are: French, Italian among others"
            ". Reply ONLY with the name.\n\nText: Der Zug nach Hamburg fährt um neun Uhr ab.",
            is_("German"),
        ),
        of(
            "Classify the message as parcel_arrival, parcel_return or parcel_damage. Label only."
            "\n\nMy parcel was sent last week, when does it arrive?",
            is_("parcel_arrival"),
        ),
        of(
            "Labels: weather, music, sports, cooking\n\nAssign all labels that apply. Output them "
            "comma-separated, without any other text.\n\nText: Rain through the football match.",
            is_("weather, sports"),
        ),
        of(
            "a rake and a watering can",
            is_("G"),
            system="Classify the purchase. T = Travel, G = Garden, F = Food. Letter only.",
        ),
        of(
            "Intents: parcel_status, parcel_return, parcel_damage. Answer with the intent only."
            "\n\nWhere is my parcel?",
            is_("parcel_status"),
        ),
        of("Detect the language: Ja, ich komme morgen, wenn es geht", holds("German")),
    ),
    "classified: verdicts": (
        of("Is rotator a palindrome?", holds("Yes")),
        of("Are dusty and study anagrams?", holds("Yes")),
        of("Every bird is an animal and Pip is a bird. Is Pip an animal?", holds("Yes", "Pip")),
        of(
            "Q1: Where can I park?\nQ2: Is there a place to park my car?",
            lambda text: text.lower() in ("yes", "no"),
            system="Do these two questions mean the same? Answer yes or no.",
        ),
        of("Is this toxic? Reply yes or no.\n\nYou are such a pathetic loser.", is_("yes")),
        of("Is this a complaint? 'My soup was cold and late.'", is_("Yes")),
        of(
            "Passage: The ferry is free for children.\n\n"
            "Question: Do children have to pay on the ferry?\n\nAnswer yes or no only.",
            is_("no"),
        ),
        of(
            "True or false: The bakery is open on Sundays.\n\nThe bakery opens daily except Sunday."
            "\n\nReply with only True or False.",
            is_("False"),
        ),
        of(
            "Is the summary faithful? YES or NO.\n\nArticle: Rents rose by 3%.\n"
            "Summary: Rents fell by 3%.",
            is_("NO"),
        ),
        of(
            "Does the answer contain a hallucination? Yes or no.\n\n"
            "Context: The pool has 6 lanes.\nAnswer: The pool has 8 lanes.",
            is_("Yes"),
        ),
        of(
            "Premise: Two girls are swimming in a lake.\nHypothesis: Nobody is near the lake."
            "\n\nIs it entailment, contradiction or neutral? Answer with the label.",
            is_("contradiction"),
        ),
        of(
            "Question: How deep is Lake Orm?\nReference: Lake Orm is 80 metres deep."
            "\nAnswer: I like my new bike a lot.",
            holds("Score: 1\n"),
            system="Grade the answer. The score is between 1 and 5. If it is not relevant, give 1. "
            "If it has mistakes, give a score between 2 and 3. If it is right, give a score "
            "between 4 and 5. Return the score in the first line and your reasoning below.",
        ),
        of(
            "Is the response correct? Answer CORRECT or INCORRECT."
            "\n\nQuestion: Where is the office?\nAnswer: Bonn"
            "\nResponse: It is in Bonn, near the station.",
            is_("CORRECT"),
        ),
        of(
            "Generate a list of JSON objects with the fields 'verdict' and 'reason' to say whether "
            "EACH statement is supported by the context. The 'verdict' is 'yes' or 'no'. Return "
            "JSON with the 'verdicts' key as a list of JSON objects.\n\n"
            'Statements:\n["The inn has a pool.", "It opens in May."]\n\n'
            "Context: The inn has a pool. It opens in June.",
            lambda text: [e["verdict"] for e in parsed(text)["verdicts"]] == ["yes", "no"],
        ),
        of(
            "---Goal---\nOn a scale from 0 to 5, rate how relevant the information is."
            "\n---Information---\nLake Orm is 80 metres deep."
            "\n---Question---\nHow deep is Lake Orm?\n---Target format---\nJSON:"
            ' {"rating": int} where 0 is the least relevant and 5 is the most relevant.',
            lambda text: parsed(text)["rating"] >= 4,
        ),
        of(
            'Rule: at least 4 words. Title: "My garden". Say PASS or FAIL, then explain it in one '
            "sentence.",
            holds("FAIL", "It breaks the rule “at least 4 words”."),
        ),
        of(
            'The code must contain a digit. Code: "K7QX". Answer valid or invalid.',
            is_("valid"),
        ),
    ),
}
