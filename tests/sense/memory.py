"""Prompts about earlier turns: corrections, lists, recaps and comparisons."""

from __future__ import annotations

from tests.sense.checks import both, holds, is_, lacks, lines, numbered, of, parsed, starts

NOTED = "Noted."
FRANCE = (("user", "What is the capital of France?"), ("assistant", "It is Paris."))
NAMES = (
    ("user", "Give me 2 names for a coffee shop."),
    ("assistant", "1. Old Mill\n2. Daily Bread"),
)
TEA = (
    ("user", "Explain tea."),
    ("assistant", "Tea is a leaf. It is dried. Hot water brings out its taste."),
)
CODE = (
    ("user", "Write a Python function pay(sum)"),
    ("assistant", "```python\ndef pay(sum):\n    return sum\n```"),
)
SHOPPING = (("user", "Show my list: rice, oil, tea."), ("assistant", "- rice\n- oil\n- tea"))
DESSERTS = (("user", "Name some desserts"), ("assistant", "pie, flan, trifle, sorbet"))
TIDES = (
    ("user", "Tell me about crabs"),
    ("assistant", "Crabs eat algae. They hide under rocks. They walk sideways."),
)
TRIPLE = (
    ("user", "Write a Python function that triples a number"),
    ("assistant", "Here it is:\n\n```python\ndef g(n, by=3):\n    return by * n\n```"),
)

TOLD = (
    ("I'm Tom, a cook from Ghent.", "What do I do for a living?", "a cook"),
    ("I'm planning a trip to Peru in May with my aunt.", "Who am I traveling with?", "your aunt"),
    ("I like rowing, chess and jazz.", "List my hobbies as bullet points", "- rowing\n- chess"),
    ("I love ramen, sushi and curry.", "What foods do I like? As a JSON array.", '"ramen"'),
    ("We need to buy milk, eggs and rye.", "Remove eggs and show the list", "milk, rye"),
    ("My budget is 900 euros. The flight costs 340 and the hotel 250.", "What is left?", "310"),
)
"""What a user tells, what he asks next, and a part of the answer."""

MEMORY = {
    "memory: told": (
        *(
            of(question, holds(answer), earlier=(("user", told), ("assistant", NOTED)))
            for told, question, answer in TOLD
        ),
        of(
            "What's on the list?",
            is_("milk, eggs and butter"),
            earlier=(
                ("user", "I need milk and eggs."),
                ("assistant", NOTED),
                ("user", "Also add butter."),
                ("assistant", NOTED),
            ),
        ),
        of(
            "thanks, what was the invoice number again?",
            holds("INV-20"),
            earlier=(
                ("user", "I have a problem with my invoice."),
                ("assistant", "Sure, what's the invoice number?"),
                ("user", "INV-20"),
                ("assistant", "I have found it."),
            ),
        ),
    ),
    "memory": (
        of(
            "Thanks. By the way, can you recall what my profession is?",
            holds("carpenter"),
            earlier=(("user", "I'm a carpenter from Ghent."), ("assistant", "Welcome!")),
        ),
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
        of('replace "crabs" with "lobsters"', starts("lobsters eat algae."), earlier=TIDES),
        of("put it in the past tense", holds("They walked sideways."), earlier=TIDES),
        of("Add that they have ten legs", holds("They have ten legs."), earlier=TIDES),
        of("add a hashtag", holds("#Crabs"), earlier=TIDES),
        of("just the first two", is_("pie, flan"), earlier=DESSERTS),
        of("use numbers", numbered(4), earlier=DESSERTS),
        of(
            "and 50%?",
            holds("45"),
            earlier=(("user", "What is 20% of 90?"), ("assistant", "20% of 90 is 18.")),
        ),
        of(
            "now put them in alphabetical order", is_("flan, pie, sorbet, trifle"), earlier=DESSERTS
        ),
        of("How many are there?", holds("4"), earlier=DESSERTS),
        of(
            "Scratch the flan, add plums and figs",
            holds("pie, trifle, sorbet, plums, figs"),
            earlier=DESSERTS,
        ),
        of("Display them as a numbered list", numbered(3), earlier=SHOPPING),
        of(
            "Remove the oil.",
            is_("1. rice\n2. tea"),
            earlier=(("user", "A shopping list?"), ("assistant", "1. rice\n2. oil\n3. tea")),
        ),
        of("Change the third one to figs", is_("- rice\n- oil\n- figs"), earlier=SHOPPING),
        of("I bought the oil. What's left?", is_("- rice\n- tea"), earlier=SHOPPING),
        of(
            "Remove Max and print the list as bullets",
            is_("- Ida\n- Lea"),
            earlier=(("user", "Our guests are Ida, Max and Lea."), ("assistant", NOTED)),
        ),
        of(
            "Which editor did I mention?",
            holds("You write everything in Vim."),
            earlier=(("user", "Hi, I write everything in Vim."), ("assistant", NOTED)),
        ),
        of(
            "What question did I ask at the beginning?",
            holds("capital of France"),
            earlier=(*FRANCE, ("user", "Thanks"), ("assistant", NOTED)),
        ),
        of(
            "now in Italian",
            holds("Buonanotte"),
            earlier=(("user", "Say good night in French"), ("assistant", "Bonne nuit")),
        ),
        of(
            "我叫什么名字",
            is_("小红"),
            earlier=(("user", "我叫小红。"), ("assistant", "你好")),
        ),
        of("take out the flan", is_("pie, trifle, sorbet"), earlier=DESSERTS),
        of("what was the third one?", is_("Trifle."), earlier=DESSERTS),
        of("the longest one?", holds("trifle"), earlier=DESSERTS),
        of(
            "what's their total?",
            holds("21"),
            earlier=(("user", "3 odds"), ("assistant", "5, 7, 9")),
        ),
        of("Where do they hide?", is_("They hide under rocks."), earlier=TIDES),
        of("how many words is that", holds("10"), earlier=TIDES),
        of("can you call it triple?", holds("def triple(n, by=3):"), earlier=TRIPLE),
        of("what does it return?", holds("by * n"), earlier=TRIPLE),
        of("what is the default of by?", holds("`3`"), earlier=TRIPLE),
        of("how many arguments does it take?", holds("2 parameters"), earlier=TRIPLE),
        of("Add a docstring please", holds('"""', "def g("), earlier=TRIPLE),
        of("and now in JavaScript", holds("```javascript"), earlier=TRIPLE),
        of(
            "And the shortest month?",
            holds("February"),
            earlier=(("user", "What is the longest river?"), ("assistant", "The Nile.")),
        ),
        of(
            "give me this as JSON with the keys name, job and town",
            holds('"Ola Berg"', '"Turku"'),
            earlier=(
                ("user", "Invent a person"),
                ("assistant", "Ola Berg, pilot, lives in Turku."),
            ),
        ),
        of(
            "How old is my cousin?",
            holds("36"),
            earlier=(
                ("user", "I am 41. My cousin Per is 5 years younger than me."),
                ("assistant", NOTED),
            ),
        ),
        of(
            "How old am I?",
            holds("22"),
            earlier=(("user", "Ria is 11 and I am twice as old as her."), ("assistant", NOTED)),
        ),
        of(
            "When will it be over?",
            holds("17:30"),
            earlier=(("user", "My class is at 4pm. It takes 90 minutes."), ("assistant", NOTED)),
        ),
        of(
            "how heavy is it?",
            holds("14 kg"),
            '# Stock\n- Tent "Alp", 14 kg, green, 90 EUR\n- Stove "Ember", 2 kg, red, 30 EUR',
            earlier=(("user", "do you have tents?"), ("assistant", "Yes, the tent Alp. -- Kit")),
        ),
        of("Could you number those?", numbered(3), earlier=TEA),
        of("list please", lines(3), earlier=TEA),
        of("ok and times 3?", holds("36"), earlier=(("user", "7 + 5?"), ("assistant", "12"))),
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
    ),
    "follow-ups": (
        of("And of Italy?", holds("Rome"), earlier=FRANCE),
        of("What about Spain?", holds("Madrid"), earlier=FRANCE),
        of("Are you sure?", starts("Yes"), earlier=FRANCE),
        of("Add 10 to that.", holds("106"), earlier=(("user", "12 * 8?"), ("assistant", "96"))),
        of(
            "Now divide it by 4",
            holds("24"),
            earlier=(("user", "What is 12 * 8?"), ("assistant", "12 * 8 = 96")),
        ),
        of("Another one.", both(lines(1), lacks("Old Mill", "Daily Bread")), earlier=NAMES),
        of("Give me 2 more.", both(numbered(2), lacks("Old Mill", "Daily Bread")), earlier=NAMES),
        of(
            "Write another one about snow.",
            both(lines(3), holds("now"), lacks("Rain")),
            earlier=(("user", "Write a haiku about rain."), ("assistant", "Rain\nRain\nRain")),
        ),
        of(
            "And in JavaScript?",
            holds("```javascript", "sort"),
            earlier=(("user", "How do I sort a list in Python?"), ("assistant", "sorted(items)")),
        ),
        of(
            "Tell me more.",
            holds("dragon"),
            earlier=(("user", "Tell me about the dragon."), ("assistant", NOTED)),
        ),
        of(
            "When is the regatta, in one short sentence?",
            both(holds("10 May"), lacks("3 May", "plans")),
            earlier=(
                ("user", "The regatta is on 3 May."),
                ("assistant", NOTED),
                ("user", "Change of plans, the regatta is on 10 May."),
                ("assistant", NOTED),
            ),
        ),
        of(
            "who is my dentist? just the name",
            is_("Dr. Levi"),
            earlier=(
                ("user", "My dentist is Dr. Aroha."),
                ("assistant", NOTED),
                ("user", "I changed my mind about that, my dentist is now Dr. Levi."),
                ("assistant", NOTED),
            ),
        ),
        of("briefer please", is_("Tea is a leaf."), earlier=TEA),
        of("now drop the oil", is_("- rice\n- tea"), earlier=SHOPPING),
        of("have that in caps please", starts("TEA IS A LEAF."), earlier=TEA),
        of(
            "how much is that together?",
            holds("30"),
            earlier=(
                ("user", "The tent costs 12 euros and the stove 15."),
                ("assistant", NOTED),
                ("user", "oh sorry, the stove costs 18"),
                ("assistant", NOTED),
            ),
        ),
        of("as json", is_('[\n  "rice",\n  "oil",\n  "tea"\n]'), earlier=SHOPPING),
        of("and in german?", holds("Hauptstadt", "Paris"), earlier=FRANCE),
        of("add some soap", is_("- rice\n- oil\n- tea\n- soap"), earlier=SHOPPING),
        of("Tell me more about the first one", holds("rice"), earlier=SHOPPING),
        of(
            "Who is Bo?",
            is_("Your dog is called Bo."),
            earlier=(("user", "Our dog is called Bo."), ("assistant", "Ah!")),
        ),
        of(
            "How should you address me?",
            holds("Ida"),
            earlier=(("user", "Call me Ida from now on."), ("assistant", "Ok")),
        ),
        of(
            "How deep is it in feet?",
            holds("9842"),
            earlier=(
                ("user", "How deep is the Rift?"),
                ("assistant", "The Rift is 3,000 metres deep."),
            ),
        ),
        of(
            "Who wrote it?",
            holds("Tolkien"),
            earlier=(("user", "Name a book."), ("assistant", 'Try "The Hobbit".')),
        ),
        of(
            "and its capital?",
            holds("Rome"),
            earlier=(("user", "Where is Italy?"), ("assistant", "Italy is in Europe.")),
        ),
        of(
            "How many towns did I mention?",
            holds("3"),
            earlier=(("user", "My towns are Ulm, Bern and Rome."), ("assistant", "Fine")),
        ),
        of(
            "Explain that as if I were five.",
            holds("rules in examples"),
            earlier=(("user", "What is machine learning?"), ("assistant", "A field.")),
        ),
        of(
            "When was he born?",
            holds("1853"),
            earlier=(("user", "Name a painter."), ("assistant", "Vincent van Gogh.")),
        ),
        of(
            "When do we sail?",
            holds("10:45 on Monday"),
            earlier=(
                ("user", "We sail at 8:30 on Monday."),
                ("assistant", "Ok"),
                ("user", "It was moved to 10:45."),
                ("assistant", "Ok"),
            ),
        ),
        of(
            "Which room am I in?",
            holds("room 12"),
            earlier=(
                ("user", "I am in room 9."),
                ("assistant", "Ok"),
                ("user", "It's room 12 now."),
                ("assistant", "Ok"),
            ),
        ),
        of("Recap our conversation", holds("nothing")),
        of("How many questions have I asked you?", holds("2"), earlier=TEA),
        of("Where is my other sock?", holds("not told me where your other sock is")),
        of(
            "what if I sell another 5?",
            holds("7"),
            earlier=(("user", "20 - 8"), ("assistant", "12")),
        ),
        of("now add type hints", holds("def pay(sum: "), earlier=CODE),
    ),
    "follow-ups: in few words": (
        of(
            "And of 60?",
            holds("= 15"),
            earlier=(("user", "What is 25% of 80?"), ("assistant", "20")),
        ),
        of("Remember the word plum.", holds("The word plum.")),
        of(
            "Shorter, please.",
            is_("A kiln is an oven for clay."),
            earlier=(
                ("user", "What is a kiln?"),
                ("assistant", "A kiln is an oven for clay, which becomes hard and dry in it."),
            ),
        ),
        of(
            "And 'cat'?",
            is_("Katze"),
            earlier=(("user", "Translate 'sun' to German."), ("assistant", "Sonne")),
        ),
        of(
            "Now backwards",
            is_("3, 2, 1"),
            earlier=(("user", "Count to 3"), ("assistant", "1, 2, 3")),
        ),
        of(
            "What is its capital?",
            holds("Tokyo"),
            earlier=(("user", "Name an Asian country."), ("assistant", "Japan.")),
        ),
        of(
            "And of tooth?",
            holds("teeth"),
            earlier=(("user", "What is the plural of mouse?"), ("assistant", "mice")),
        ),
        of(
            "Hmm, another one",
            holds("How about"),
            earlier=(("user", "Suggest a name for a cat."), ("assistant", "Coco")),
        ),
        of(
            "Sorry, it is on Friday.",
            holds("corrected"),
            earlier=(("user", "My exam is on Monday."), ("assistant", "Good luck!")),
        ),
        of(
            "Do you remember where I live?",
            holds("Ghent"),
            earlier=(("user", "I'm Eva and I moved to Ghent in May."), ("assistant", "Hello!")),
        ),
        of(
            "Actually, go back to English. What should I pack for the beach?",
            holds("Here are some ideas:", "Sandals"),
            earlier=(("user", "Answer in German from now on."), ("assistant", "Gerne.")),
        ),
        of(
            "auf Deutsch bitte",
            holds("Die Hauptstadt von Norwegen ist Oslo"),
            earlier=(("user", "What is the capital of Norway?"), ("assistant", "It is Oslo.")),
        ),
        of(
            "and among 8?",
            holds("30"),
            earlier=(("user", "Divide 240 euros among 4 friends"), ("assistant", "60 euros each.")),
        ),
        of(
            "keep going until 24",
            is_("16, 20, 24"),
            earlier=(("user", "Count in fours up to 12"), ("assistant", "4, 8, 12")),
        ),
        of(
            "When does my course start?",
            holds("Friday at 10:45"),
            earlier=(
                ("user", "My course starts on Monday at 9:15."),
                ("assistant", "Noted."),
                ("user", "Sorry, it's actually on Friday at 10:45."),
                ("assistant", "Changed."),
            ),
        ),
        of(
            "Return them as a JSON array.",
            lambda text: parsed(text) == ["oak", "elm", "ash"],
            earlier=(("user", "Which trees?"), ("assistant", "They are oak, elm and ash.")),
        ),
        of(
            "What was the second thing on my list?",
            holds("Fix the lamp"),
            earlier=(("user", "My to-dos: buy paint, fix the lamp, rest."), ("assistant", "Fine.")),
        ),
        of(
            "Make it one sentence of at most six words.",
            is_("The hut is old."),
            earlier=(
                ("user", "Describe the hut."),
                ("assistant", "The hut is old. It stands on a hill above the lake."),
            ),
        ),
    ),
}
