"""Prompts about earlier turns: corrections, lists, recaps and comparisons."""

from __future__ import annotations

from tests.sense.checks import both, holds, is_, lacks, of

NOTED = "Noted."

MEMORY = {
    "memory": (
        of(
            "What is the rent of the stall now?",
            both(holds("95"), lacks("80")),
            earlier=(
                ("user", "The rent of our market stall is 80 euros."),
                ("assistant", NOTED),
                ("user", "I mixed it up. The rent is 95 euros."),
                ("assistant", NOTED),
            ),
        ),
        of(
            "I go for the third one. What did I pick? Only the name.",
            is_("Fern"),
            earlier=(("user", "Names for a boat?"), ("assistant", "1. Gale\n2. Otter\n3. Fern")),
        ),
        of(
            "Rewrite it in at most 8 words.",
            lambda text: "ferry" in text and len(text.split()) <= 8,
            earlier=(
                ("user", "Write a notice for the pier."),
                ("assistant", "The ferry is late today. We ask for your patience and offer tea."),
            ),
        ),
        of(
            "What's my name, and what don't I eat?",
            holds("Priya", "vegan"),
            earlier=(("user", "I'm Priya and I'm a vegan."), ("assistant", "Welcome, Priya!")),
        ),
        of(
            "Which ticket number do you have?",
            both(holds("AB-77"), lacks("AB-71")),
            earlier=(
                ("user", "My ticket number is AB-71"),
                ("assistant", NOTED),
                ("user", "Sorry, typo. It's AB-77"),
                ("assistant", NOTED),
            ),
        ),
        of(
            "And the password? Only the password.",
            lambda text: text == "heron-9",
            earlier=(("user", "Remember this password: heron-9"), ("assistant", NOTED)),
        ),
        of(
            "When is our review?",
            both(holds("Tuesday"), lacks("Monday")),
            earlier=(
                ("user", "Our review is on Monday."),
                ("assistant", NOTED),
                ("user", "News: it got moved to Tuesday."),
                ("assistant", NOTED),
            ),
        ),
        of(
            "Mia: I bring tea.\nLeo: Then I bring the cups.\nMia: Good.\n\nWho brings cups?",
            both(holds("Leo"), lacks("tea")),
        ),
        of(
            "What was the third one?",
            lambda text: text.strip(".") == "Oslo",
            earlier=(("user", "Three cities?"), ("assistant", "1. Rome\n2. Kyoto\n3. Oslo")),
        ),
        of(
            "Show me the whole list.",
            both(holds("rope", "lamp", "map"), lacks("tent")),
            earlier=(
                ("user", "Our packing list: tent, rope, lamp"),
                ("assistant", NOTED),
                ("user", "Add a map."),
                ("assistant", NOTED),
                ("user", "Take the tent off the list."),
                ("assistant", NOTED),
            ),
        ),
        of(
            "Which platform did you book?",
            holds("platform 9"),
            earlier=(("user", "Book my train."), ("assistant", "Done, I booked platform 9.")),
        ),
        of(
            "And what does it cost?",
            both(holds("70"), lacks("40")),
            system="Prices:\nThe Otter canoe costs 70 euros.\nThe Heron canoe costs 40 euros.",
            earlier=(("user", "Do you rent the Otter canoe?"), ("assistant", "Yes, we do.")),
        ),
        of(
            "What is my seat?",
            holds("not told me your seat"),
            earlier=(("user", "My name is Ivo."), ("assistant", NOTED)),
        ),
    )
}
