"""What the model answers where something answers: computed, remembered, quoted or known."""

from __future__ import annotations

import time
from datetime import UTC, datetime

import pytest

from mockserver.chat.model.content import answers
from mockserver.chat.model.content.quoted.judgement import agreement, classification, sentiment
from mockserver.chat.model.content.quoted.judgement.verdict import reason_for, scaled
from mockserver.chat.model.reading.conversation import Reading
from tests.chat.asking import content, said
from tests.pace import slowness

MAY_DAY = datetime(2024, 5, 1, 12, 30, tzinfo=UTC)

RAINBOW = ("red", "orange", "yellow", "green", "blue", "indigo", "violet")


@pytest.fixture
def client(make_client):
    return make_client(now=MAY_DAY.isoformat())


def reply(client, *texts: str, system: str = "", **members) -> str:
    """The reply to the last text, after the earlier ones of user and assistant in turn."""
    roles = ["user", "assistant"] * len(texts)
    turns = [said(text, role) for text, role in zip(texts, roles, strict=False)]
    return content(
        client, messages=[*([said(system, "system")] if system else []), *turns], **members
    )


def conversation(text: str, system: str) -> Reading:
    turns = [("system", system, 0), ("user", text, 0)]
    return Reading({"messages": [said(text, role) for role, text, _ in turns]}, turns)


@pytest.mark.parametrize(
    ("order", "sides"),
    [("flip a coin", {"Heads", "Tails"}), ("roll the dice", {*"123456"})],
)
def test_coins_and_dice_are_drawn(client, order, sides):
    assert {reply(client, order, seed=seed) for seed in range(60)} == sides


@pytest.mark.parametrize(
    ("question", "result"),
    [
        ("What is 17*23?", "391"),
        ("what is seventeen times twenty-three", "391"),
        ("Calculate (3+4)*2^3 - 1", "55"),
        ("2+2", "4"),
        ("How much is 15% of 80?", "12"),
        ("What is 15 percent of 80 dollars?", "12"),
        ("12 is what percent of 80?", "15%"),
        ("How much is 20% off 80?", "64"),
        ("What is 25% less than 40?", "30"),
        ("Increase 200 by 10%.", "220"),
        ("Which is larger, 9.11 or 9.9?", "9.9 is greater"),
        ("Is 7 greater than 5?", "Yes"),
        ("Is 7 less than 5?", "No"),
        ("Compute the average of 3, 5 and 10.", "6"),
        ("What is the sum of 1, 2, 3 and 4?", "10"),
        ("What is the median of 9, 1 and 5?", "5"),
        ("What is the square root of 144?", "12"),
        ("Is 17 prime?", "Yes, 17 is prime"),
        ("Is 21 a prime number?", "not prime"),
        ("Is 8 even or odd?", "even"),
        ("Subtract 5 from 12.", "7"),
        ("What is one hundred and five minus five?", "100"),
        ("What is 5 factorial?", "120"),
        ("What is 10 divided by 4?", "2.5"),
        ("What is 10 divided by 0?", "not defined"),
        ("What is 1,234 + 4,321?", "5555"),
        ("Wie viel ist 12 * 12?", "144"),
        ("By how much is 95 larger than 58?", "37"),
        ("What is 12 squared minus 44?", "100"),
        ("Round 3.14159 to two decimal places.", "3.14."),
    ],
)
def test_sums_are_worked_out(client, question, result):
    assert result in reply(client, question)


@pytest.mark.parametrize(
    "question",
    ["Rate my shirt 1-10 please, will you", "Call me at 555-1234", "Which 2-3 trees grow here"],
)
def test_a_number_alone_is_no_sum(client, question):
    assert "=" not in reply(client, question)


@pytest.mark.parametrize(
    ("question", "amount"),
    [
        ("Convert 5 km to miles.", "3.1069 miles"),
        ("How many feet are in 3 meters?", "9.8425 feet"),
        ("what is 100 degrees fahrenheit in celsius", "37.78 °C"),
        ("Convert 20 °C to Fahrenheit", "68 °F"),
        ("How many grams are in a pound?", "453.5924 grams"),
        ("10 kg in pounds?", "22.0462 pounds"),
        ("How many minutes are there in a day?", "1440 minutes"),
    ],
)
def test_amounts_are_told_in_another_unit(client, question, amount):
    assert amount in reply(client, question)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What day is it today?", "Wednesday"),
        ("What is today's date?", "1 May 2024"),
        ("What is tomorrow's date?", "2 May 2024"),
        ("What time is it?", "12:30"),
        ("What year is it?", "2024"),
        ("How many days are there between 2024-01-01 and 2024-03-01?", "60 days"),
        ("How many days until Christmas?", "238"),
        ("What weekday was 4 July 1776?", "Thursday"),
        ("Which day of the week is March 3, 2024?", "Sunday"),
        ("What is the date in 10 days?", "2024-05-11"),
        ("What date is 3 weeks after March 3, 2024?", "2024-03-24"),
        ("Is 2024 a leap year?", "Yes"),
        ("How many days does February 2023 have?", "28"),
    ],
)
def test_dates_go_by_the_calendar_and_the_servers_clock(client, question, told):
    assert told in reply(client, question)


def test_the_same_question_about_today_has_another_answer_tomorrow(client):
    question = "What is today's date?"
    assert "1 May 2024" in reply(client, question)
    client.post("/__admin/clock", json={"advance": 86400})
    assert "2 May 2024" in reply(client, question)


def test_the_time_is_that_of_the_minute_in_which_it_is_asked(client):
    assert "12:30" in reply(client, "What time is it?")
    client.post("/__admin/clock", json={"advance": 60})
    assert "12:31" in reply(client, "What time is it?")


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How many r's are in strawberry?", "3"),
        ("How many letters are in the word banana?", "6"),
        ("How many items are in this list: apple, pear, plum, fig?", "4"),
        ("How many fruits are there?\n- apple\n- pear\n- plum", "3"),
        ("Sort these alphabetically: pear, apple, fig", "apple, fig, pear"),
        ("Sort the numbers: 5, 3, 19", "3, 5, 19"),
        ("Reverse the word stressed", "desserts"),
        ("Spell the word 'cat' backwards", "tac"),
        ("How often does the letter s appear in the word Mississippi?", "4 times"),
        ("How many words does this sentence have: The quick brown fox jumps?", "5"),
        ("Convert to uppercase: hello there", "HELLO THERE"),
        ("Which is the longest word: cat, elephant, dog?", "elephant"),
        ('How many words are in the sentence "the cat sat"?', "3"),
        ("What is the smallest of these: 9, 4, 11?", "4 is smaller"),
        ("Books: Dune, Emma, Ulysses. How many books are there?", "Dune, Emma and Ulysses."),
        ("Make a Markdown link: text Home, URL https://home.example/", "[Home](https://home.ex"),
        ("Extract the email from the following text: write to ada@x.org today", "ada@x.org"),
    ],
)
def test_letters_words_and_items_are_counted_and_put_in_order(client, question, told):
    assert told in reply(client, question)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What is the capital of France?", "Paris"),
        ("What's Japan's capital?", "Tokyo"),
        ("Paris is the capital of which country?", "France"),
        ("Who wrote Pride and Prejudice?", "Jane Austen"),
        ("Who is the author of 1984?", "George Orwell"),
        ("What is the chemical symbol for gold?", "Au"),
        ("How many planets are there in the solar system?", "8"),
        ("Which planet is known as the red planet?", "Mars"),
        ("Who painted the Mona Lisa?", "Leonardo da Vinci"),
        ("What is the opposite of hot?", "cold"),
        ("How many legs does a spider have?", "8"),
        ("What does HTML stand for?", "HyperText Markup Language"),
        ("What is the currency of Japan?", "yen"),
        ("Who was the first person on the moon?", "Neil Armstrong"),
        ("At what temperature does water boil?", "100 °C"),
        ("Why is the sky blue?", "air scatters"),
        ("What is the largest planet in our solar system?", "Jupiter"),
        ("When did World War II end?", "1945"),
        ("What is the plural of mouse?", "mice"),
        ("Who created Python?", "Guido van Rossum"),
    ],
)
def test_known_facts_are_known(client, question, told):
    assert told in reply(client, question)


def test_a_list_has_as_many_items_as_are_asked_for(client):
    assert all(colour in reply(client, "Name the colors of the rainbow.") for colour in RAINBOW)
    three = reply(client, "Tell me three fruits.")
    assert all(fruit in three for fruit in ("apple", "banana", "cherry"))
    assert "orange" not in three


@pytest.mark.parametrize(
    "question", ["Write a poem about the capital of France.", "Explain how planets form."]
)
def test_a_fact_does_not_answer_what_merely_touches_it(client, question):
    text = reply(client, question)
    assert "Paris" not in text
    assert "Mercury" not in text


@pytest.mark.parametrize(
    ("question", "alone"),
    [
        ("What is 17*23? Answer with only the number.", "391"),
        ("What is the capital of France? Answer in one word.", "Paris"),
        ("Who wrote Hamlet? Just the name.", "William Shakespeare"),
        ("List three seasons as bullet points.", "- spring\n- summer\n- autumn"),
    ],
)
def test_an_answer_is_said_alone_where_nothing_else_is_wanted(client, question, alone):
    assert reply(client, question) == alone


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("I have 5 apples. I eat 2 and buy 7 more. How many apples do I have?", "10"),
        ("If a train travels 60 miles per hour for 3 hours, how far does it go?", "180 miles"),
        ("Solve for x: 2x + 3 = 11", "x = 4"),
        ("If I was born in 1990, how old am I in 2024?", "34"),
        ("What is the time difference between 9:00 and 17:30?", "8 hours and 30 minutes"),
        ("A shirt costs 40 euros and is reduced by 15 percent. What is the new price?", "34"),
        ("Seven boxes hold 8 pens each. How many pens are there altogether?", "56"),
        ("Split 144 evenly between 12 people. How many does each get?", "12"),
        ("A rectangle is 6 m wide and 9 m long. What's its area?", "54"),
        ("I bought 3 pens at $2 each and 2 lamps at $5 each. What did I pay in total?", "16"),
        ("My meeting starts at 9:40 and lasts 50 minutes. When does it end?", "10:30"),
        ("If today is Wednesday, what day is it in 3 days?", "Saturday"),
        ("What is the 5th month of the year?", "May"),
        ("A coat costs $120 and is 25% off. How much do I pay?", "90"),
        ("I buy 3 packs of 8 batteries. How many batteries do I have?", "24"),
        ("A bus goes 50 km/h for 3 hours. How far does it get?", "150 km"),
        ("five squared", "25"),
        ("72 km/h in m/s", "20 m/s"),
        ("Compute (3 - 9) * 2 + 4. Only the number.", "-8"),
    ],
)
def test_small_problems_are_solved(client, question, told):
    assert told in reply(client, question)


LANGCHAIN = """Use the following pieces of context to answer the question at the end. If you don't \
know the answer, just say that you don't know, don't try to make up an answer.

The Eiffel Tower was completed in 1889. It is 330 metres tall and stands in Paris.

Gustave Eiffel's company designed it.

Question: {}
Helpful Answer:"""

LLAMA_INDEX = """Context information is below.
---------------------
Acme was founded by Jane Doe in 1999. Its headquarters are in Oslo.
The company employs 250 people.
---------------------
Given the context information and not prior knowledge, answer the query.
Query: {}
Answer: """

NUMBERED = """Answer using the sources and cite them.
[1] The library opens at 9 am on weekdays.
[2] Parking costs $5 per day.
[3] Cats are not allowed in the reading room.
Question: {}"""

TAGGED = """<documents>
<document index="1">Refunds are possible within 30 days.</document>
<document index="2">Shipping takes 5 days.</document>
</documents>
{}"""

TABLE = """| Product | Price | Stock |
|---|---|---|
| Apple | 1.20 | 5 |
| Pear | 2.50 | 9 |

{}"""

CARD = "Name: Ada Lovelace\nPhone: 555-1234\nCity: London\n\n{}"

COMMAS = "Here is a CSV:\nname,age\nBob,31\nEve,25\n\n{}"


@pytest.mark.parametrize(
    ("prompt", "question", "told"),
    [
        (LANGCHAIN, "When was the Eiffel Tower completed?", "1889"),
        (LANGCHAIN, "How tall is the tower?", "330 metres"),
        (LANGCHAIN, "Who designed it?", "Gustave Eiffel"),
        (LLAMA_INDEX, "Who founded Acme?", "Jane Doe"),
        (LLAMA_INDEX, "How many people does the company employ?", "250"),
        (LLAMA_INDEX, "Where are its headquarters?", "Oslo"),
        (NUMBERED, "How much does parking cost?", "$5 per day. [2]"),
        (NUMBERED, "When does the library open?", "9 am on weekdays. [1]"),
        (TAGGED, "How long does shipping take?", "5 days. [2]"),
        (TABLE, "What is the price of the pear?", "2.50"),
        (TABLE, "Which product has the highest price?", "Pear"),
        (TABLE, "What is the total stock?", "14"),
        (CARD, "What is the phone number?", "555-1234"),
        (CARD, "In which city?", "London"),
        (COMMAS, "How old is Eve?", "25"),
        ("Bob has a red car. Eve has a blue bike. {}", "What colour is Eve's bike?", "blue"),
        ('Based on this text: "Tom lives in Berlin and bakes. Anna lives in Rome now." {}',
         "Where does Anna live?", "Rome"),
        ("Passage:\nThe Nile is 6650 km long.\n\n{}", "How long is the Nile?", "6650 km"),
    ],
)  # fmt: skip
def test_an_answer_stands_in_the_prompt(client, prompt, question, told):
    assert told in reply(client, prompt.format(question))


def test_what_the_context_does_not_say_is_not_made_up(client):
    assert reply(client, LANGCHAIN.format("What is the gross product of Peru?")) == "I don't know."
    prompt = (
        "Context: The sky is green on Mars.\n\nQuestion: What is the price of tea?\n"
        'If the answer is not in the context, say "Not found".'
    )
    assert reply(client, prompt) == "Not found"


def test_a_passage_with_a_file_name_is_cited_by_it(client):
    documents = "".join(
        f'<document index="{number}"><source>{name}</source>'
        f"<document_content>{text}</document_content></document>"
        for number, name, text in (
            (1, "menu.md", "The soup costs 5 euros."),
            (2, "hours.md", "The kitchen opens at nine."),
        )
    )
    question = "When does the kitchen open? Name the source file in brackets."

    text = reply(client, f"<documents>{documents}</documents>\n\n{question}")

    assert text == "The kitchen opens at nine. [hours.md]"


def test_documents_of_the_request_are_read(client):
    documents = [{"text": "The warranty lasts two years."}, {"text": "Cats purr."}]
    text = reply(client, "How long is the warranty?", documents=documents)
    assert text == "The warranty lasts two years. [1]"


def test_instructions_and_earlier_turns_are_a_context_too(client):
    system = "You work for Acme. Support is open from 8 to 17. Be kind."
    assert "8 to 17" in reply(client, "When is support open?", system=system)
    text = reply(client, "The project deadline is Friday.", "Noted.", "When is the deadline?")
    assert "Friday" in text


@pytest.mark.parametrize(
    "asked",
    [
        "Summarize the following text:",
        "Please give me a summary of this article:",
        "TL;DR of this text:",
    ],
)
def test_a_summary_has_the_leading_sentence_of_each_part(client, asked):
    text = "The moon orbits the Earth. It is grey.\n\nThe sun is a star. It is hot."
    summary = reply(client, f"{asked}\n\n{text}")
    assert "The moon orbits the Earth." in summary
    assert "The sun is a star." in summary
    assert "grey" not in summary


@pytest.mark.parametrize(
    ("told", "question", "answer"),
    [
        ("Hi, my name is Ada and I live in Oslo.", "What is my name?", "Ada"),
        ("Hi, my name is Ada and I live in Oslo.", "Where do I live?", "Oslo"),
        ("I'm Bob.", "Who am I?", "Bob"),
        ("Call me Ishmael.", "Do you remember my name?", "Ishmael"),
        ("I am 42 years old.", "How old am I?", "42"),
        ("My favorite color is green.", "What's my favorite color?", "green"),
        ("My order number is A-123.", "What is my order number?", "A-123"),
        ("I have a dog named Rex.", "What is my dog's name?", "Rex"),
        ("My email is ada@x.org.", "What is my email?", "ada@x.org"),
        ("I'm allergic to nuts.", "What am I allergic to?", "nuts"),
        ("The door code is 8861, keep it.", "What is the door code I gave you?", "8861"),
        ("My cat is called Miso.", "What is my cat called?", "Your cat is called Miso."),
        ("Ich heiße Jonas und wohne in Kiel.", "Wo wohne ich?", "Kiel"),
        ("Je m'appelle Chloé et j'habite à Nantes.", "Comment je m'appelle ?", "Chloé"),
        ("I rent in Bari and work as a florist.", "Where do I rent?", "You rent in Bari"),
        ("My favourite colour is grey.", "Do you remember my favorite color?", "grey"),
    ],
)
def test_what_users_say_of_themselves_is_remembered(client, told, question, answer):
    assert answer in reply(client, told, "Noted.", question)


def test_what_users_say_of_themselves_is_acknowledged(client):
    assert "Your favourite animal is the otter." in reply(
        client, "My favourite animal is the otter."
    )


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("Boil it down to at most 12 words:", "The library of Tarn opened a new wing."),
        (
            "Suggest a title (at most 8 words) for the text below.",
            "Library of Tarn Opened a New Wing",
        ),
        ("List the action items:", "- Paul will call the printer by Monday."),
    ],
)
def test_a_short_version_is_of_the_given_text_only(client, asked, told):
    text = "The library of Tarn opened a new wing. Paul will call the printer by Monday."
    found = reply(client, f"{asked}\n\n{text}")
    assert told in found
    assert all(line.removeprefix("- ").lower() in text.lower() for line in found.splitlines())


def test_a_summary_of_the_conversation_has_what_the_user_said(client):
    said_before = ("We ship on Friday.", "Noted.", "The client wants blue tiles.", "Fine.")
    found = reply(client, *said_before, "Summarise our conversation so far.")
    assert found == "We ship on Friday. The client wants blue tiles."


def test_a_correction_replaces_what_was_said(client):
    named = ("My name is Ada.", "Hello!", "Sorry, my name is Grace.", "Hello!", "What is my name?")
    assert "Grace" in reply(client, *named)
    coloured = ("My favourite colour is red.", "Ok.", "Actually it's blue.", "Ok.")
    assert "blue" in reply(client, *coloured, "What is my favourite colour?")


@pytest.mark.parametrize(
    ("statement", "correction", "question", "value"),
    [
        (
            "The rehearsal is at 6 in the town hall.",
            "Sorry, at 7, I meant.",
            "When is the rehearsal?",
            "at 7",
        ),
        (
            "Our train leaves on Monday.",
            "Oops, Tuesday, I meant.",
            "When does our train leave?",
            "Tuesday",
        ),
        ("The parcel weighs 4 kg.", "Correction: 5 kg.", "How much does the parcel weigh?", "5 kg"),
        ("Karl brings the cake.", "No, Lena, I meant.", "Who brings the cake?", "Lena"),
        ("The code is 5531.", "Actually, make it 5513.", "What was the code I gave you?", "5513"),
    ],
)
def test_a_correction_replaces_the_same_kind_of_thing(
    client, statement, correction, question, value
):
    text = reply(client, statement, "Noted.", correction, "Noted.", question)

    assert value in text


def test_a_name_that_was_not_told_is_not_made_up(client):
    assert "not told me" in reply(client, "Hello!", "Hello!", "What is my name?")


@pytest.mark.parametrize(
    ("system", "name"),
    [
        ("You are Ada, a helpful assistant.", "Ada"),
        ("You are a helpful assistant named Max.", "Max"),
        ("Your name is Zoe. Be brief.", "Zoe"),
    ],
)
@pytest.mark.parametrize("question", ["What is your name?", "Who are you?"])
def test_the_assistant_knows_its_name(client, system, name, question):
    assert name in reply(client, question, system=system)


def test_thanks_and_farewells_are_returned(client):
    assert "welcome" in reply(client, "Thanks a lot!")
    assert "Goodbye" in reply(client, "Bye!")


@pytest.mark.parametrize(
    "question",
    [
        "How do willow trees get rid of salt?",
        "What should I know about country music?",
        "Where do deer sleep in winter?",
    ],
)
def test_a_known_word_that_is_not_asked_about_gives_no_list_and_no_definition(client, question):
    text = reply(client, question)

    assert "some ideas" not in text
    assert "How about" not in text
    assert "coldest season" not in text


def test_a_list_is_told_if_its_word_is_the_head_of_what_is_asked_for(client):
    assert "Oak" in reply(client, "Write down the names of six trees.")


@pytest.mark.parametrize(
    ("question", "mark"),
    [
        ("Write a detailed guide to sourdough.", "## "),
        ("What are the pros and cons of working remotely?", "## Pros"),
        ("Give me a step-by-step tutorial on knitting.", "\n2. "),
    ],
)
def test_a_long_answer_is_written_in_markdown_unless_it_must_not_be(client, question, mark):
    assert mark in reply(client, question)
    assert mark not in reply(client, question, system="Answer in plain text.")


@pytest.mark.parametrize(
    ("text", "labels", "wanted"),
    [
        (
            "I love this phone, the camera is amazing!",
            ["positive", "negative", "neutral"],
            "positive",
        ),
        (
            "The food was not good and the waiter rude",
            ["positive", "negative", "neutral"],
            "negative",
        ),
        ("The package weighs 3 kg.", ["positive", "negative", "neutral"], "neutral"),
        ("I was charged twice on my card", ["billing", "technical", "account"], "billing"),
        ("The app crashes when I open it", ["Billing", "Technical Support"], "Technical Support"),
        ("My parcel never arrived", ["refund", "shipping", "other"], "shipping"),
        ("Production is down, nobody can log in!", ["high", "medium", "low"], "high"),
        ("Small typo on the about page", ["high", "medium", "low"], "low"),
        ("Win a free prize, click now", ["spam", "not spam"], "spam"),
        ("The striker scored twice in the final", ["World", "Sports", "Business"], "Sports"),
    ],
)
def test_a_label_goes_by_the_words_of_the_text(text, labels, wanted):
    assert classification.label(dict.fromkeys(labels, ""), text) == wanted


@pytest.mark.parametrize(
    "text", ["I love it, great work", "terrible, the worst ever", "It is a box."]
)
def test_label_score_and_reason_never_contradict_each_other(text):
    label = classification.label({"positive": "", "negative": ""}, text)
    share = sentiment.quality(text)
    score = scaled(share, 1, 10)
    assert (score > 5) == (share > 0.5) == (scaled(share, 1, 5) > 3)
    if text != "It is a box.":
        assert (label == "positive") == (score > 5)
    reason = reason_for((score - 1) / 9)
    assert ("poor" in reason or "weak" in reason) == (score < 4)


@pytest.mark.parametrize(
    ("answer", "reference", "holds"),
    [
        ("The capital is Paris.", "Paris", True),
        ("The answer is 42.", "42", True),
        ("It is London", "Paris", False),
        ("4", "5", False),
        ("Water does not boil at 100 degrees", "Water boils at 100 degrees", False),
    ],
)
def test_a_verdict_agrees_with_its_reason(answer, reference, holds):
    verdict = agreement.verdict(answer, reference)
    assert verdict.holds is holds
    assert ("the same" in verdict.reason) is holds
    assert (verdict.share > 0.5) is holds


@pytest.mark.parametrize(
    "piece",
    [
        "\n", "a: ", "Context:\n", "<context>", '"', "[1] ", "|a|b|\n", "a,b\n", "A. ", "What is a? ",
        "this following ", "[", 'Context: {"a":', "**", " ", "-", "1", "1+", "how many ", "sort: a, ",
        "reverse ", "a.b@", "#", "one ", "what is my ", "who are you ", "capital of ", "- a\n", "3 days ",
        "in German ", "translate 'a' to ", "é", "के ", "not good ", "summarize ", "compare a and ",
    ],
)  # fmt: skip
def test_hostile_text_is_read_in_little_time(piece):
    text = (piece * 100_000)[:100_000]
    reading = conversation(text, system=text)
    assert min(processor_time_of(reading) for _ in range(4)) < 0.15 * slowness()


def processor_time_of(reading: Reading) -> float:
    """Seconds of the processor that an answer takes."""
    began = time.process_time()
    answers.answer(reading, b"key" * 8, MAY_DAY)
    return time.process_time() - began


@pytest.mark.parametrize("depth", [5, 150, 1_000])
def test_a_tool_with_deeply_nested_parameters_is_called_all_the_same(client, depth):
    nested = '{"a": ' * depth + "1" + "}" * depth
    prompt = (
        "You only have access to the following tools:\n"
        f"Tool Name: look\nTool Arguments: {nested}\nTool Description: looks up things\n\n"
        "Use the following format:\nThought: think\nAction: one of [look]\nAction Input: JSON\n"
        "Observation: the result\n\nCurrent Task: look up cats"
    )
    assert "Action: look" in reply(client, prompt)
