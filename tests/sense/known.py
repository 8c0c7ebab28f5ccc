"""What the data files of the model know: facts that demos ask for, and the words of labels."""

from __future__ import annotations

from tests.sense.checks import holds, is_, of

FACTS = {
    "Which port does Redis use by default?": "6379",
    "What does HTTP status code 503 mean?": "Service Unavailable",
    "Which HTTP status means too many requests?": "429",
    "Who sang Imagine?": "John Lennon",
    "Who directed Jaws?": "Steven Spielberg",
    "Who was Ada Lovelace?": "mathematician",
    "Where is the Colosseum?": "Rome",
    "In which city is the Louvre?": "Paris",
    "What is the population of Japan?": "124 million",
    "What animal says moo?": "cow",
    "What is the largest mammal?": "blue whale",
    "What color do you get when you mix blue and yellow?": "green",
    "Which is heavier, a kilogram of feathers or a kilogram of steel?": "Neither",
    "What's the difference between a list and a tuple in Python?": "cannot",
    "What year did the Titanic sink?": "1912",
    "Is a whale a mammal?": "Yes",
    "Is a spider a bird?": "No",
    'What does "bonjour" mean?': "hello",
    "How do airplanes fly?": "wings",
    "Explain big O notation": "grows",
    "How long do I boil an egg?": "6 minutes",
    "When was Mozart born?": "1756",
}

LABELS = (
    ("Travel, Food, Office, Fun", "train ticket to Munich", "Travel"),
    ("Travel, Food, Office, Fun", "two cinema tickets", "Fun"),
    ("rent, transport, groceries", "Filled up the car", "transport"),
    ("billing, technical, shipping", "My parcel still hasn't arrived", "shipping"),
    ("joy, anger, sadness, fear", "I heard steps behind me in the dark", "fear"),
    ("animal, plant, mineral", "quartz", "mineral"),
    ("book_flight, cancel_booking, other", "A ticket from Rome to Oslo, please", "book_flight"),
    ("check_balance, transfer_money", "Send 50 euros to Anna", "transfer_money"),
    ("weather, alarm, timer", "Wake me up at seven", "alarm"),
    ("person, organization, location", "Microsoft", "organization"),
    ("Europe, Asia, Africa", "Kenya", "Africa"),
    ("solid, liquid, gas", "milk", "liquid"),
    ("fantasy, mystery", "A detective searches for a missing necklace", "mystery"),
    ("noun, verb, adverb", "quickly", "adverb"),
    ("positive, negative", "I've had better", "negative"),
    ("positive, negative", "Can't complain at all", "positive"),
    ("positive, negative", "It stopped working after a week", "negative"),
)

KNOWN = {
    "known: facts": tuple(of(question, holds(fact)) for question, fact in FACTS.items()),
    "known: a name": (
        of(
            "Hello",
            holds("Hello, Priya!"),
            "The user's name is Priya. Always greet the user by name.",
        ),
    ),
    "known: labels": tuple(
        of(text, is_(label), f"Classify the message as one of: {options}. Only the label.")
        for options, text, label in LABELS
    ),
}
