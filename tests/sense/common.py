"""Short prompts as developers of apps try them first."""

from __future__ import annotations

import json
import re

from tests.sense.checks import both, code, fits, has, holds, is_, lacks, numbered, of, parsed

_SKI_SHOP = """You are Pia, the assistant of a shop for skis. Answer only from the facts below.
If a question is not covered, say: "Let me connect you with a colleague."

FACTS
- Delivery takes 2 to 4 working days and costs 4.50 euros.
- Skis can be returned within 60 days if unused."""

_TEA_SHOP = """Answer in JSON: {"answer": string, "confident": boolean}.

Returns: within 30 days with the receipt.
Gift cards are valid for two years."""

_TEA_BOT = """You are a support agent for a tea shop.

Opening hours: Monday to Friday 9:00-18:00, Saturday 10:00-14:00."""

_DRONE = """Answer from the context. If you don't know the answer, just say that you don't know.

Context: The drone flies for 34 minutes and 8 km. It weighs 570 grams and costs 799 euros."""

_PROOFS = "Correct grammar and spelling errors. Output just the correct text."

_GARDENS = "Answer only questions on gardening. For anything else reply 'Gardens only, sorry.'"

_GYM = """You are the assistant of a gym. Use the facts below; kindly refuse all other questions.

Opening hours: 6-22
Address: Elm Street 4"""

_KITCHEN = """You serve the guests of a small kitchen.

Menu:
- soup: $5
- bread: $2.50"""

_KETTLES = """You answer for a kettle shop.
- Returns are possible within 28 days.
- We ship to Spain and Portugal only.
If the answer is not in these rules, say you do not know and offer to connect a human agent."""
_DESK = "You are a helpdesk. If a user is angry or wants a human, answer only with HANDOVER."
_RIVALS = "Never mention our competitor Globex."
_PARCELS = "You are a parcel service. Always ask for the tracking number first."
_PIANOS = "You are a workshop that tunes pianos. Be polite."
_DUNGEON = "You are the game master of a text adventure. End each turn with 'Now what?'"
_OFFICE = """You help the staff of an office. Facts:
- Office hours: Monday to Saturday, 8-18.
- Remote work is allowed up to 2 days per week.
- Who forgot a badge gets a new one at the front desk.
If you are asked about investments, reply 'No investing here, it's a rule.'"""
_PLANS = """You answer for Zap.
Plans:
- Solo: $3/month, 1 user
- Crew: $9/month, 10 users
Only answer questions about Zap. For other topics say: "I only know Zap."
"""
_GUIDE = """You are the guide of a hotel.
- Never give medical advice.
- Towels are on the second floor.
- If you don't know the answer, suggest calling 555-1212."""
_PLANTS = "You only answer questions about gardening. Otherwise say 'Only plants, please.'"
_HELPDESK = """You are a helpdesk. Steps for known issues:
1. Scanner does not start: hold the green button.
2. Phone is silent: check the volume.
If the problem is something else, say "A colleague will call you."
"""
_CLASSES = """Classes of the club:
Wed 17:00 Judo
Fri 18:30 Zumba
Price: 8 EUR per class. You may cancel up to 12 hours before the class."""
_SOCKS = """You answer for a shop for socks in Leeds.
- Address: Mill Road 3, Leeds
- Delivery is between 9 am and 5 pm.
- Groups of up to 6 people may visit us.
Refund requests above $70 must be escalated: reply "Passed on to my manager." """
_LAMPS = """You sell these:
| Product | Price | Sizes |
| Oak lantern | $31 | small, large |
| Night light | $12 | small |
Be brief."""
_TABLES = (
    "You book tables. Find out the date, the time and the number of guests. If something is "
    "missing, ask."
)

_FLIGHTS = (
    "You sort messages by intent. Intents: book_flight, cancel_flight, flight_status, other. "
    "Reply with the intent only."
)


def _people(text: str) -> bool:
    wanted = [{"name": "Mari", "age": 31}, {"name": "Juhan", "age": 45}, {"name": "Elo", "age": 9}]
    return bool(json.loads(text) == wanted)


def _quiz(text: str) -> bool:
    rows = parsed(text)
    shown = {"question": str, "options": list, "answer": str}
    return len(rows) == 3 and all(fits(row[key], shown[key]) for row in rows for key in shown)


COMMON = {
    "common prompts": (
        of("1. Rug - $20\n2. Sofa - $150\n\nWhat is the total?", holds("170")),
        of("What is the difference between the largest and the smallest of 3, 20, 8?", holds("17")),
        of("Multiply 6 by 7 and subtract 2.", holds("= 40")),
        of(
            "I bought a drum for $40 and sold it for $50. What is my profit in percent?",
            holds("25%"),
        ),
        of(
            "SQL: all pupils whose age is below the average age, table pupils(id, name, age)",
            code("sql", "WHERE age < (SELECT AVG(age) FROM pupils)"),
        ),
        of("Select all rows from the table bills where paid is 'no'", code("sql", "FROM bills")),
        of(
            "Create a table for poems with id, title and created_at in MySQL.",
            both(code("sql", "CREATE TABLE poems"), lacks("IN MYSQL")),
        ),
        of("What does an INNER JOIN do?", holds("match in both tables")),
        of("Is rotator a palindrome?", holds("Yes")),
        of("Are dusty and study anagrams?", holds("Yes")),
        of("Keep only the numbers greater than 6: 3, 8, 6, 11", is_("8, 11", "8 and 11")),
        of("Eggs are 6 for $3. What do 18 eggs cost?", holds("= 9")),
        of("Every bird is an animal and Pip is a bird. Is Pip an animal?", holds("Yes", "Pip")),
        of("It leaves at 21:40 and takes 3 hours 5 minutes. When does it land?", holds("0:45")),
        of("Express 3/8 as a percentage.", holds("37.5%")),
        of(
            "while x > 1:\n    x = x // 2",
            holds("x > 1"),
            system="You explain code in one sentence.",
        ),
        of("Bash: rename all .log files to .txt", code("bash", "mv", "{file%.log}.txt")),
        of("How many days do I have to return my skis?", holds("60 days"), system=_SKI_SHOP),
        of("who am i talking to?", holds("Pia"), system=_SKI_SHOP),
        of("Do you repair bikes?", is_("Let me connect you with a colleague."), system=_SKI_SHOP),
        of(
            "How long are gift cards valid?",
            lambda text: json.loads(text)["confident"] and "two years" in text,
            system=_TEA_SHOP,
        ),
        of("Can I return something after 20 days?", holds("Yes", "true"), system=_TEA_SHOP),
        of("When does my flight leave?", is_("flight_status"), system=_FLIGHTS),
        of("Cancel my trip to Rome", is_("cancel_flight"), system=_FLIGHTS),
        of(
            "Only output valid JSON, no prose. Turn this into an array of objects with name and "
            "age: Mari is 31, Juhan is 45, Elo is 9.",
            _people,
        ),
        of(
            "Extract all names and cities as JSON: Ada lives in Oslo and Bob lives in Rome.",
            lambda text: json.loads(text) == {"names": ["Ada", "Bob"], "cities": ["Oslo", "Rome"]},
        ),
        of("Generate 3 quiz questions with 4 options each about the sea as JSON.", _quiz),
        of("Sort these by length: banana, fig, apple", is_("fig, apple, banana")),
        of("Which of these is a fruit: carrot, apple, potato? One word.", is_("apple")),
        of("What language is this: Guten Morgen, wie geht es dir?", holds("German")),
        of(
            "Classify each of these as bug or feature: 1. App crashes on login 2. Add dark mode",
            lambda text: text.split() == ["bug", "feature"],
        ),
        of(
            "Answer these questions: 1. What is 2+2? 2. What is the capital of Italy?",
            both(numbered(2), holds("4", "Rome")),
        ),
        of("Who wrote Hamlet? Answer with the last name only.", is_("Shakespeare")),
        of(
            'Write a TypeScript interface User for this JSON: {"id": 5, "name": "Ott", "on": true}',
            code("typescript", "interface User", "id: number;", "name: string;", "on: boolean;"),
        ),
        of("Does it have GPS?", is_("I don't know."), system=_DRONE),
        of("When are you open on Saturdays?", holds("10:00-14:00"), system=_TEA_BOT),
        of("Do you have oolong?", lacks("You are"), system=_TEA_BOT),
        of("Make a packing list for a weekend in the mountains.", holds("- [ ] Passport")),
        of(
            "Write a unit test for def add(a, b): return a + b",
            code("python", "def test_", "add("),
        ),
        of(
            "Write a SQL query for the total sales per month from sales(date, amount).",
            both(code("sql", "SUM(amount)", "GROUP BY", "month"), lacks("orders")),
        ),
        of(
            "i recieve teh mesages too late",
            is_("I receive the messages too late."),
            system="You fix spelling mistakes. Reply with the corrected text only.",
        ),
        of("she dont like the pears", is_("She doesn't like the pears."), system=_PROOFS),
        of("Who painted the Mona Lisa?", is_("Gardens only, sorry."), system=_GARDENS),
        of("When should I prune my roses?", lacks("Gardens only"), system=_GARDENS),
        of("Which film should I watch?", holds("I cannot help with that"), system=_GYM),
        of("What are the opening hours?", holds("hours are 6-22"), system=_GYM),
        of(
            "Hello, can you bring the keys on Monday? Regards, Ilse",
            both(holds("Dear Ilse", "keys"), lacks("overview")),
            system="You help with my e-mails. Draft a brief reply.",
        ),
        of(
            "def share(total, people):\n    return total / people",
            holds("- It divides by zero if `people` is 0."),
            system="You review code. Name the problems as bullet points.",
        ),
        of("what do you have?", holds("soup", "$5", "bread", "$2.50"), system=_KITCHEN),
        of("Two soups and a bread, please.", holds("$12.50"), system=_KITCHEN),
        of("How much is the soup?", holds("$5"), system=_KITCHEN),
        of("A table for 6 on Friday please", both(holds("time"), lacks("date")), system=_TABLES),
        of("20", is_("68"), system="Convert from Celsius to Fahrenheit. Only write the number."),
        of("Add 5 days to 2023-02-26.", holds("2023-03-03")),
        of("Say goodbye in 4 languages.", holds("Adiós", "Au revoir", "Auf Wiedersehen")),
        of("English: red\nSpanish: rojo\nEnglish: blue\nSpanish:", is_("azul")),
        of(
            "Q1: Where can I park?\nQ2: Is there a place to park my car?",
            lambda text: text.lower() in ("yes", "no"),
            system="Do these two questions mean the same? Answer yes or no.",
        ),
        of(
            'Give me a curl command that sends {"n": 3} to https://shop.example/carts with PUT.',
            code("bash", "curl -X PUT https://shop.example/carts", "-d '{\"n\": 3}'"),
        ),
        of("Convert this to a Python list: oak, elm, ash", is_('["oak", "elm", "ash"]')),
        of(
            'Rate the sentiment between -1 and 1 as JSON {"sentiment": number}: What awful tea.',
            lambda text: -1 <= json.loads(text)["sentiment"] < 0,
        ),
        of(
            "Say in plain English: SELECT title FROM books WHERE pages < 90 ORDER BY title",
            both(holds("title", "books", "less than 90", "sorted"), lacks("SELECT")),
        ),
        of(
            "Create a JSON config with name shop, retries 4 and cache false.",
            lambda text: json.loads(text) == {"name": "shop", "retries": 4, "cache": False},
        ),
        of(
            "4 rows: id, name, city",
            lambda text: [len(row.split(",")) for row in text.split("\n")] == [3] * 4,
            system="You make test data. Reply with CSV only, no header.",
        ),
        of("Make this a markdown table: Mari 31 Rome; Elo 9 Oslo", holds("| Mari | 31 | Rome |")),
        of(
            'Translate the values to French. JSON only.\n\n{"a": "Thank you, {name}", "b": "Yes"}',
            lambda text: json.loads(text) == {"a": "Merci, {name}", "b": "Oui"},
        ),
        of(
            'Translate to Spanish. Reply as JSON {"translation": string}: Good night',
            lambda text: json.loads(text) == {"translation": "Buenas noches"},
        ),
        of(
            "Make a customer with name and age as JSON",
            lambda text: json.loads(text)["name"][:1].isupper() and json.loads(text)["age"] > 0,
        ),
        of(
            "Split this address into street and city as JSON: 4 Oak Lane, Dublin",
            lambda text: json.loads(text) == {"street": "4 Oak Lane", "city": "Dublin"},
        ),
        of("English: red -> Spanish: rojo\nEnglish: blue -> Spanish:", is_("azul")),
        of("Q: 4+1 A: 5\nQ: 2+9 A:", is_("11")),
        of(
            "Label these as positive or negative: a) I hate it b) So good",
            is_("negative\npositive"),
        ),
        of("Is this toxic? Reply yes or no.\n\nYou are such a pathetic loser.", is_("yes")),
        of("Positive or negative: the pizza was awful", is_("negative")),
        of(
            "Which of these notes are positive? Give the numbers.\n1. I hate it\n2. Great, thanks",
            is_("2"),
        ),
        of("Suggest two places to see in London.", holds("Tower of London")),
        of(
            "Make a comparison table of soap and shampoo, 3 rows, columns Aspect, Soap, Shampoo",
            both(holds("| Aspect | Soap | Shampoo |", "| Weakness |"), lacks("Soap 1")),
        ),
        of(
            "Write a bug report about a menu that stays open after a click.",
            holds("I have found a menu that stays open after a click."),
        ),
        of("Write an FAQ with 2 questions for a toy store.", holds("delivery", "30 days")),
        of(
            "Write an away message from 3 to 9 May. Contact is Jo Lee, jo@hills.example.",
            holds("from 3 to 9 May", "Jo Lee"),
        ),
        of(
            "Write an agenda for a 45-minute call about the new website.",
            holds("45 minutes", "New website"),
        ),
        of(
            'Write a poem of 4 lines about snow. End with "silence".',
            lambda text: text.endswith("silence") and text.count("\n") == 3,
        ),
        of(
            "Write an e-mail to Ida about the garden. Use the words spade and seeds.",
            lambda text: text.index("seeds") < text.index("Best regards"),
        ),
        of("Write one sentence with the words lake, boat and fog.", holds("lake", "boat", "fog")),
        of(
            "Write a paragraph from these notes:\n- profit doubled\n- new garage in Bonn",
            holds("Profit doubled. There is a new garage in Bonn."),
        ),
        of("Make this simpler: Numerous individuals possess a residence.", holds("Many people")),
        of("Can I return a kettle after 6 weeks?", holds("No.", "28 days"), system=_KETTLES),
        of("Do you ship to Japan?", holds("No.", "Spain and Portugal"), system=_KETTLES),
        of("Do you ship to Portugal?", holds("Yes."), system=_KETTLES),
        of("Do you sell teapots?", holds("do not know", "colleague"), system=_KETTLES),
        of("This is outrageous!", is_("HANDOVER"), system=_DESK),
        of("How do I renew my card?", lacks("HANDOVER"), system=_DESK),
        of("Is Globex any good?", both(holds("cannot talk"), lacks("Globex")), system=_RIVALS),
        of("My parcel is late.", holds("your tracking number?"), system=_PARCELS),
        of("What do you offer?", holds("a workshop that tunes pianos"), system=_PIANOS),
        of("I open the gate.", holds("Now what?"), system=_DUNGEON),
        of(
            "Sydney, I think",
            holds("Not quite.", "Canberra"),
            system="You host a quiz. Say whether the answer is correct.",
            earlier=(("assistant", "Your question: What is the capital of Australia?"),),
        ),
        of(
            "Let's begin.",
            holds("World War"),
            system="You are a history tutor. Ask me.",
        ),
        of("I would like to run faster.", holds("?"), system="You are a running coach."),
        of("Do you like tea?", holds("?"), system="Reply to every question with another question."),
        of("Can I work from home 5 days a week?", holds("No.", "2 days"), system=_OFFICE),
        of("Are you open on Sunday?", holds("No.", "Saturday"), system=_OFFICE),
        of("I forgot my badge.", holds("front desk"), system=_OFFICE),
        of("Any tips on shares?", is_("No investing here, it's a rule."), system=_OFFICE),
        of("Good evening", is_("HELLO! HOW CAN I HELP YOU?"), system="ALWAYS ANSWER IN UPPERCASE."),
        of(
            "And of 60?",
            holds("= 15"),
            earlier=(("user", "What is 25% of 80?"), ("assistant", "20")),
        ),
        of("How much is the Solo plan?", holds("$3"), system=_PLANS),
        of("Can you recommend a poem?", is_("I only know Zap."), system=_PLANS),
        of("Do you have a 4K monitor?", holds("do not know", "555-1212"), system=_GUIDE),
        of("My back hurts. What should I do?", holds("cannot talk about that"), system=_GUIDE),
        of("When do tulips bloom?", lacks("Only plants"), system=_PLANTS),
        of("Who won the final?", is_("Only plants, please."), system=_PLANTS),
        of("She buyed a hat.", is_("She bought a hat."), system="Correct the user's grammar."),
        of(
            "def add(a, b): return a * b",
            holds("should use `+`"),
            system="You are a reviewer.",
        ),
        of("Hey!", holds("Hello, Lia!"), system="The user's name is Lia. Greet her by name."),
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
        of("my scanner won't start", is_("Hold the green button."), system=_HELPDESK),
        of("The lamp is flickering.", is_("A colleague will call you."), system=_HELPDESK),
        of("Can I cancel 5 hours before the class?", holds("No.", "12 hours"), system=_CLASSES),
        of("Can I cancel 2 days before the class?", holds("Yes."), system=_CLASSES),
        of("Which class is on Friday?", holds("Zumba"), system=_CLASSES),
        of("add pay rent", is_("pay rent"), system="You are a task tracker for one person."),
        of("What is the capital of Peru?", is_("Lima"), system="Limit your answers to 3 words."),
        of("Who are you?", is_("Me llamo Paco."), system="You are Paco. Answer in Spanish."),
        of("I was born in 1980. How old am I?", holds("years")),
        of("I want a refund of $90.", is_("Passed on to my manager."), system=_SOCKS),
        of("When do you deliver?", holds("between 9 am and 5 pm"), system=_SOCKS),
        of("Do you deliver at 7 pm?", holds("No."), system=_SOCKS),
        of("Can 9 people visit you?", holds("No.", "up to 6 people"), system=_SOCKS),
        of("Where are you located?", holds("Mill Road 3"), system=_SOCKS),
        of("Solve 3x = 12", lacks("4"), system="You are a tutor. Give the student one hint."),
        of("I draw my sword.", holds("castle"), system="You are a dungeon master."),
        of("Name two reptiles.", lacks("reptiles")),
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
        of("How much is the lantern?", is_("The price of Oak lantern is $31."), system=_LAMPS),
        of(
            "What sizes does the lantern come in?", holds("sizes of Oak lantern are"), system=_LAMPS
        ),
        of(
            "Write this as XML: planet with name Mars, moons 2",
            holds("<name>Mars</name>", "<moons>2</moons>"),
        ),
        of(
            "Convert to JSON: city Oslo, rooms 4",
            lambda text: json.loads(text) == {"city": "Oslo", "rooms": 4},
        ),
        of(
            "Create JSON for a dog named Rex, age 3",
            lambda text: json.loads(text) == {"name": "Rex", "age": 3},
        ),
        of("Make a table with columns Name, Age for: Bea is 4, Leo is 6.", holds("| Name | Age |")),
        of(
            "User: Tell me about the Volvo EX90\nAI: It is a car.\n\nFollow up: Is it fast?\n"
            "Standalone question:",
            is_("Is the Volvo EX90 fast?"),
        ),
        of(
            "Extract the entities with types (PER, ORG, LOC): Eva Holm works at Siemens in Rome.",
            is_("Eva Holm: PER\nSiemens: ORG\nRome: LOC"),
        ),
        of("Suggest 2 tags for this note, comma separated:\n\nOwls.", lacks("note", "comma")),
        of("Deduplicate these rows:\nEva, 4\nLeo, 6\nEva, 4", is_("Eva, 4\nLeo, 6")),
        of(
            "Convert this log line to JSON: 2022-03-04 05:06:07 WARN [disk] Nearly full",
            lambda text: json.loads(text)[0]["level"] == "WARN",
        ),
        of(
            "Compare these in a table:\n\nSmall: $3, 1 cup\nLarge: $5, 2 cups",
            holds("| Small | $3 | 1 cup |"),
        ),
        of(
            'Reply like this: {"status": "ok", "note": "..."}\n\nThe import failed at line 3.',
            lambda text: json.loads(text)["status"] == "error",
        ),
        of(
            'Reply like this: {"status": "ok", "answer": "..."}\n\nWhat is 3 times 3?',
            lambda text: json.loads(text) == {"status": "ok", "answer": "9"},
        ),
        of("Which numbers are in [2, 5, 9] but not in [9, 2, 1]?", is_("5")),
        of("Merge the lists [a, b] and [b, c] without duplicates.", is_("a\nb\nc")),
        of(
            "Convert to JSON: Ticket: 44, State: open, Owner: Eva",
            lambda text: json.loads(text) == {"ticket": 44, "state": "open", "owner": "Eva"},
        ),
        of(
            "Extract company and CEO as JSON: Orbis, based in Lyon, is led by Jana Malik.",
            lambda text: json.loads(text) == {"company": "Orbis", "CEO": "Jana Malik"},
        ),
        of(
            "Extract title and author as JSON: The Silver Pond by T.S. Hale",
            lambda text: json.loads(text)["author"] == "T.S. Hale",
        ),
        of(
            'JSON with the number of guests and the name: "A table for Kim, 6 people."',
            lambda text: json.loads(text) == {"number_of_guests": 6, "name": "Kim"},
        ),
        of(
            "Context: Adults pay 12 euros. Kids pay 5 euros.\n\nQ: What do kids pay?\nA:",
            holds("Kids pay 5 euros"),
        ),
        of(
            "Label each line with its sentiment:\n- I hate it\n- I love it",
            is_("negative\npositive"),
        ),
        of(
            "Title this article.\n\nThis guide explains how to repair a bike at home.",
            is_("How to Repair a Bike at Home"),
        ),
        of(
            "Is the summary faithful? YES or NO.\n\nArticle: Rents rose by 3%.\n"
            "Summary: Rents fell by 3%.",
            is_("NO"),
        ),
        of(
            'Extract the order as JSON: {"items": [{"name": str, "quantity": int}]}\n\n'
            "Can I have two bagels and one tea?",
            lambda text: (
                json.loads(text)["items"]
                == [{"name": "bagels", "quantity": 2}, {"name": "tea", "quantity": 1}]
            ),
        ),
        of("Classify the note (sports, travel, cooking): We flew to Rome.", is_("travel")),
        of("Is this a complaint? 'My soup was cold and late.'", is_("Yes")),
        of(
            "Does the answer contain a hallucination? Yes or no.\n\n"
            "Context: The pool has 6 lanes.\nAnswer: The pool has 8 lanes.",
            is_("Yes"),
        ),
        of("Write two paraphrases of 'How do I cancel my order?'", holds("cancel my order", "\n")),
        of(
            "Suggest 2 follow-up questions for this chat.\n\nUser: How do I dry apples?\n"
            "AI: Slice them and bake them at 60 degrees.",
            holds("about apples?", "2. "),
        ),
        of("Explain gravity to a five-year-old.", holds("It is like")),
        of("Should we use Rust or Go for a server?", holds("I would choose Rust for a server")),
        of(
            "Turn this into bullets: I have to rake the leaves, call Ben and wash the dog.",
            is_("- rake the leaves\n- call Ben\n- wash the dog"),
        ),
        of("Nenne zwei Tipps zum Einschlafen.", holds("1. Geh jeden Tag", "2. ")),
        of("Cite deux avantages du télétravail.", holds("1. ", "2. ", "trajet")),
        of("Schreibe eine Einladung zum Sommerfest am 3. Juli.", holds("lade", "zum Sommerfest")),
        of("Escribe un haiku sobre la lluvia.", holds("lluvia", "Cae la tarde")),
        of(
            "rooms(id, name, floor)\nHow many rooms does each floor have?",
            both(holds("SELECT floor, COUNT(*)"), holds("the number of rows in rooms")),
            system="You turn questions into SQL. Show the query, then explain it in a sentence.",
        ),
        of(
            "What does this query do?\nSELECT city, AVG(rent) FROM flats GROUP BY city",
            both(holds("city", "the average rent"), lacks("SELECT")),
        ),
        of("Explain the regex ^[A-Z]{2}\\d+$", holds("2 capital letters", "one or more digits")),
        of('What is wrong with this JSON?\n{"a": 1, "b": 2,}', holds("a comma too many after `2`")),
        of("Fix this:\n\nfor each in prices:\n    total =+ each", holds("total += each")),
        of("What is the union of {2, 4} and {4, 9}?", is_("{2, 4, 9}")),
        of("At 9am in Paris, what time is it in Tokyo?", holds("17:00")),
        of("I put in $500 at 10% a year. How much is it after 2 years?", holds("605")),
        of(
            "name,age\nMari,31\nElo,9\nJuhan,45\n\nSort by age, oldest first.",
            holds("Juhan,45\nMari"),
        ),
        of("Give me 2 tips for learning Italian.", both(numbered(2), lacks("learning"))),
        of("Name two ways to say goodbye.", holds("1. ", "2. ", "!")),
        of("How can I sleep better? 2 tips.", both(numbered(2), lacks("Here are"))),
        of("Describe winter in 2 sentences.", holds("coldest season", "Snow")),
        of("How do I make coffee?", holds("1. Boil", "Serve it hot")),
        of("Write 2 headlines for an article about gardens.", both(numbered(2), holds("ardens"))),
        of("Recommend a fantasy book.", holds("Hobbit")),
        of("Name 3 adjectives to describe a teacher.", lacks("teacher")),
        of("Put this in the present tense: He cleaned the car.", holds("He cleans the car.")),
        of("Make this more engaging: Our cafe has new cakes.", holds("cakes!")),
        of(
            "Write a survey with 2 questions about the canteen.", both(numbered(2), holds("satisf"))
        ),
        of(
            "Write a meeting invitation for Friday at 2 pm about the move.",
            holds("a meeting on Friday at 2 pm about the move"),
        ),
        of(
            "Write a complaint letter about a broken lamp I bought on May 2.",
            holds("I have to complain about a broken lamp I bought on May 2."),
        ),
        of("Write a caption for a photo of my dog in the snow.", holds("dog in the snow", "#")),
        of(
            "find files over 30MB in /srv",
            code("bash", "find /srv -type f -size +30M"),
            system="You are a shell assistant. Give me one command.",
        ),
        of(
            "match ISO dates",
            lambda text: re.fullmatch(text, "2024-02-03") is not None,
            system="You write regular expressions. Reply with the pattern only.",
        ),
        of(
            "item,price,qty\ncap,4,5\nmug,9,2\n\nWhich item has the highest revenue?",
            holds("Cap", "20"),
        ),
        of("What is the total per shop?\n\nshop,sum\nA,2\nB,3\nA,5", is_("A: 7\nB: 3")),
        of(
            "Write a birthday greeting for Ulla.",
            holds("Dear Ulla", "birthday"),
            system="Be brief.",
        ),
        of("Compare tea with coffee.", both(holds("Tea is", "Coffee is"), lacks("overview"))),
        of("Schreibe einen Slogan für ein Café.", holds("jeden Tag")),
        of("How do I boil an egg in 2 steps?", numbered(2)),
        of(
            "Combine these sentences: The bus was late. We walked home.",
            is_("The bus was late, and we walked home."),
        ),
        of(
            "she dont knows him",
            is_("She doesn't know him."),
            system="You are an editor. Answer only with the corrected text.",
        ),
        of(
            "Write a standup update: yesterday merged the parser, today fixing tests, no blockers.",
            holds("merged the parser", "fixing tests", "None"),
        ),
        of(
            "Write a SWOT analysis of a small brewery.",
            holds("Brewery", "## Strengths", "## Threats"),
        ),
        of(
            "Write a reminder for the budget meeting on Monday at 3 pm.",
            holds("budget meeting on Monday at 3 pm"),
        ),
        of("What do I need for making pancakes?", holds("lour", "ilk")),
        of("Schreibe zwei Sätze über den Winter.", holds("Winter", "Schnee")),
        of("Schreibe eine Produktbeschreibung für eine Lampe.", holds("Entdecken Sie eine Lampe")),
        of(
            "Sort these and return one comma-separated line: pear, fig, apple",
            is_("apple, fig, pear"),
        ),
        of(
            "Find all e-mail addresses, one per line, no bullets: a@x.example, then b@y.example",
            is_("a@x.example\nb@y.example"),
        ),
        of(
            "Make a table with the columns Name and Age, sorted by age: Ann 31, Bo 25",
            is_("| Name | Age |\n| --- | --- |\n| Bo | 25 |\n| Ann | 31 |"),
        ),
        of(
            "Sort by name:\n\n| name | age |\n|---|---|\n| Zoe | 3 |\n| Ann | 7 |",
            holds("7 |\n| Zoe"),
        ),
        of("How long are 95 minutes in hours and minutes?", holds("1 hour and 35 minutes")),
        of("Convert 150 seconds to minutes.", holds("2.5 minutes")),
        of("How many days does February have in a leap year?", holds("29")),
        of(
            '{"users": [{"name": "Ida", "mail": "i@x.example"}, '
            '{"name": "Bo", "mail": "b@x.example"}]}'
            "\n\nWhat is the mail of the second user?",
            both(holds("b@x.example"), lacks("i@x.example")),
        ),
        of("List the days of the week, starting with Sunday.", holds("Sunday, Monday, Tuesday")),
        of(
            "List the months from March to May.", both(holds("March, April and May"), lacks("June"))
        ),
        of("Was ist die Hauptstadt von Frankreich? Answer in English.", is_("Paris.")),
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
        of("Write a speech for the opening of our school garden.", holds("Dear friends", "garden")),
        of("Write a voicemail greeting for my shop, Blue Kettle.", holds("reached Blue Kettle")),
        of(
            "Write an elevator pitch for a lamp that wakes you up.",
            holds("a lamp that wakes you up"),
        ),
        of("How do I write a resume?", both(holds("1. "), lacks("Dear"))),
        of(
            "Rewrite in one sentence: The cat is old. It sleeps.",
            is_("The cat is old, and it sleeps."),
        ),
        of(
            "What is the difference between a memo and a report?", holds("A memo is", "A report is")
        ),
        of("Write a quiz question about Mars.", lambda text: text.count("Answer:") == 1),
        of("JSON only, keys name and age, no prose: Ann 31", has({"name": ("Ann",), "age": (31,)})),
        of("Return JSON (keys: city, temp). Hamar 9", has({"city": ("Hamar",), "temp": (9,)})),
        of(
            "Make a table with City and Temp, sorted by temp: Oslo 12, Hamar 9",
            is_("| City | Temp |\n| --- | --- |\n| Hamar | 9 |\n| Oslo | 12 |"),
        ),
        of(
            "Give JSON with keys name and age, no explanation: Ida is 40.",
            has({"name": ("Ida",), "age": (40,)}),
        ),
        of(
            "Classify the language of the text: English, Other. One word."
            "\n\nHallo, wie geht es dir heute?",
            is_("Other"),
        ),
        of('Test 12. Only respond with "all good".', is_("all good")),
        of(
            "When is my delivery?\n\nDear Mr. Abt,\n\nyour delivery of two chairs comes on Friday, "
            "3 July at noon. Please be at home.\n\nNord Furniture",
            holds("3 July"),
        ),
        of(
            "Make a docker compose file for traefik:v3 called edge and map port 8081 to 80.",
            both(holds("edge:", "traefik:v3", '"8081:80"'), lacks("8081:8081")),
        ),
        of(
            "Write a short note on our frozen pizza.",
            both(holds("pizza", "bon appetit"), lacks("frozen")),
            system='1. Use lowercase letters.\n2. Never say the word "frozen".\n'
            "3. End with this phrase: bon appetit",
        ),
        of(
            "Ute: We will open on Sundays.\nJan: I will print new signs by May.",
            holds(
                "## Participants\n\n- Ute\n- Jan",
                "## Decisions\n\n- Ute: We will open",
                "## Tasks\n\n- Jan: I will print",
            ),
            system="You write minutes with the headings ## Participants, ## Decisions, ## Tasks.",
        ),
        of(
            'Write a changelog with the sections "Added" and "Removed".'
            "\n\n- added a search box\n- removed the old footer",
            holds("## Added\n\n- Added a search box", "## Removed\n\n- Removed the old footer"),
        ),
        of(
            "Write a brief summary of this in 2 bullet points:\n\n"
            '"The ferry stops in winter. It runs again in April. Tickets stay valid."'
            "\n\nBRIEF SUMMARY:",
            both(holds("- The ferry stops"), lacks("BRIEF"), lambda text: text.count("- ") == 2),
        ),
        of(
            "A contact form with an email field and a button, please.",
            both(holds("```html", "<form", 'type="email"'), lacks("Here is", "Dear")),
            system="Reply with the HTML only.",
        ),
        of(
            "auf Deutsch bitte",
            holds("Die Hauptstadt von Norwegen ist Oslo"),
            earlier=(("user", "What is the capital of Norway?"), ("assistant", "It is Oslo.")),
        ),
        of("a 10% service charge on $84.50", holds("8.45")),
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
            "Write a JavaScript function `square` that squares all numbers of an array.",
            code("javascript", "numbers.map("),
        ),
        of(
            "day,shift,orders\nMon,early,31\nMon,late,54\nTue,early,28\nTue,late,49"
            "\n\nOn which day and shift were the most orders?",
            holds("Mon, late", "54"),
        ),
        of(
            "region,year,sales\nNorth,2021,400\nNorth,2022,350\nSouth,2021,120\nSouth,2022,610"
            "\n\nWhich year had the highest sales?",
            holds("2022", "960"),
        ),
        of(
            "Mail:\n\nMy parcel (tracking no. 55-1208) was damaged.\nTom"
            "\n\nWhat's the tracking number?",
            holds("55-1208"),
        ),
        of(
            "Make this formal: hey ben, gotta skip the call tmrw cuz i'm sick",
            holds("I have to skip the call tomorrow because I am unwell"),
        ),
        of("Turn into snake_case: firstName, lastLogin", is_("first_name, last_login")),
        of(
            "Give me only the orders that are sold out:\n\n1. Lamp - sold out\n2. Desk - here"
            "\n3. Rug - sold out",
            both(holds("Lamp", "Rug"), lacks("Desk")),
        ),
        of("Python function lowest(x, y, z) that returns the minimum", holds("min([x, y, z])")),
        of("sql: all rows of the table wines where the year is before 1980", holds("year < 1980")),
        of(
            'Give me 2 flashcards about owls in the format "Front: ..." and "Back: ...".',
            lambda text: text.count("Front: ") == text.count("\nBack: ") == 2,
        ),
        of(
            "Write an FAQ from this text: The kiln was built in 1930 by Ida Holm. It burns wood.",
            holds("Q: When was the kiln built?", "A: The kiln burns wood."),
        ),
        of(
            "Reply in JSON. The symbol of gold? Use the key symbol.",
            has({"symbol": ("Au",)}),
        ),
        of(
            "How hot must the oven be?",
            is_("The oven must have 220 degrees.\nFiles: rye.md"),
            system='Answer from the notes. End with a line "Files:" followed by the file names.'
            "\n\n[tea.md] Tea needs 80 degrees.\n[rye.md] The oven must have 220 degrees.",
        ),
        of(
            "Bill no. 71: please transfer 12.50 EUR by 2 May. What amount must I transfer?",
            is_("Please transfer 12.50 EUR by 2 May."),
        ),
        of(
            "Pull all tools from this note into a JSON array of strings, nothing else."
            '\n\n"Bring the following tools: hammer, pipe wrench, tape measure."',
            lambda text: parsed(text) == ["hammer", "pipe wrench", "tape measure"],
        ),
        of(
            "From this list, give me only the odd numbers as a comma-separated list: 4, 7, 9, 12",
            is_("7, 9"),
        ),
        of("Keep only the towns that end with m: Arnhem, Gouda, Hilversum", lacks("Gouda")),
        of(
            "Orders: tea, milk, milk, cake, milk, tea. Show each item with its count as bullets, "
            "most frequent first.",
            is_("- milk: 3\n- tea: 2\n- cake: 1"),
        ),
        of(
            "Premise: Two girls are swimming in a lake.\nHypothesis: Nobody is near the lake."
            "\n\nIs it entailment, contradiction or neutral? Answer with the label.",
            is_("contradiction"),
        ),
        of(
            "Passage: The ferry is free for children.\n\n"
            "Question: Do children have to pay on the ferry?\n\nAnswer yes or no only.",
            is_("no"),
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
            "I need a script that turns a list of dicts into JSON",
            is_("coder"),
            system="Route to billing or coder. Reply with only the name.",
        ),
        of(
            "remove the folder dist",
            holds("rm -r dist"),
            system="You are a Linux guru. Reply with exactly one command and nothing else.",
        ),
        of("Good evening! How are you doing today?", holds("Hello! I am fine")),
        of(
            "According to this table, which shop sold most in May?"
            "\n\n| Shop | April | May |\n|---|---|---|\n| A | 3 | 9 |\n| B | 8 | 2 |",
            both(holds("A"), lacks("|")),
        ),
        of(
            "add a search box\nfix the footer\nadd dark mode",
            holds("## Added\n\n- Add a search box.\n- Add dark mode.", "## Fixed\n\n- Fix the"),
            system="You sort commits into the sections Added and Fixed, with bullets.",
        ),
        of(
            "Translate what is in the <text> tags to French.\n\n<text>Good morning</text>",
            is_("Bonjour"),
        ),
        of(
            "Cite with [n] when the <source> tag has an id. Never write XML tags.\n\n"
            '<source id="1">The pool opens at 7.</source>\n\nWhen does the pool open?',
            both(holds("7", "[1]"), lacks("<")),
        ),
        of("List the tasks:\n\ncall Ann\nbuy paint", holds("call Ann", "buy paint")),
        of(
            "Which of these documents is about bees? Output only its index."
            '\n\n<document index="1">\nGoats climb.\n</document>'
            '\n<document index="2">\nBees make honey.\n</document>',
            is_("2"),
        ),
        of(
            'Rank the documents. JSON only: {"documents": [{"index": 1}]}'
            "\n\nQuery:\nHow do owls hunt?\n\nDocument 1:\ncontent: Rye is a grain."
            "\n\nDocument 2:\ncontent: Owls hunt at night.",
            has({"documents": ([{"index": 2}],)}),
        ),
        of(
            "Which of these tables do I need for the question below? Return a comma-separated list."
            "\n\nTables: guests, rooms, meals, staff\n\nQuestion: Which rooms have two guests?",
            is_("guests, rooms"),
        ),
        of(
            "Some choices are given below.\n----------\n(1) Care of roses\n\n(2) Knots for sailors"
            "\n----------\nReturn the choice that is most relevant to the question: 'Which knot is"
            " for sailors?'\nProvide choice in the format 'ANSWER: <number>' and explain it.",
            both(holds("ANSWER: 2", "Knots for sailors"), lacks("---")),
        ),
        of(
            "Rewrite the follow up message as a standalone question.\n\n<Chat History>"
            "\nHuman: Tell me about the Kiosk Theatre in Gent.\nAssistant: It is small."
            "\n\n<Follow Up Message>\nWhat does a seat cost?\n\n<Standalone question>\n",
            is_("Regarding the Kiosk Theatre in Gent, what does a seat cost?"),
        ),
        of(
            "Question: Who is older, Ada or Ben?\nAre follow up questions needed here: Yes."
            "\nFollow up: How old is Ada?\nIntermediate answer: 9.\nSo the final answer is: Ben"
            "\n\nQuestion: How long is the road that Ida built?"
            "\nAre follow up questions needed here:",
            is_("Yes.\nFollow up: How long is the road that Ida built?"),
        ),
        of(
            "Please reply with a title for the chat of 3-4 words, no more."
            "\n\nHow can I convert YAML to JSON in Go with a library?",
            lacks("{", "answer"),
        ),
        of(
            "Is the response correct? Answer CORRECT or INCORRECT."
            "\n\nQuestion: Where is the office?\nAnswer: Bonn"
            "\nResponse: It is in Bonn, near the station.",
            is_("CORRECT"),
        ),
        of(
            "Determine the primary language of the text. Examples are: French, Italian among others"
            ". Reply ONLY with the name.\n\nText: Der Zug nach Hamburg fährt um neun Uhr ab.",
            is_("German"),
        ),
        of(
            "We are working on the following task:\nFind the opening hours of the Salt Museum."
            "\n\nWe have completed the task.\n\nProvide the final answer to the request.",
            holds("from 9 to 12"),
            earlier=(("user", "Surfer: The Salt Museum is open from 9 to 12."),),
        ),
        of(
            "Give JSON with name and age: Ida is 31. Enclose it in triple backticks.",
            is_('```json\n{\n  "name": "Ida",\n  "age": 31\n}\n```'),
        ),
        of(
            "Bring the line into the format of the sample."
            '\nSample: {"name": "Rex", "age": 7}\nLine: Momo is 3 years old',
            has({"name": ("Momo",), "age": (3,)}),
        ),
        of("Put the words tea, rye and salt into a JSON array.", is_('["tea", "rye", "salt"]')),
        of("Write a JSON list of 3, 7 and 12.", is_("[3, 7, 12]")),
        of(
            "Write a Python function half(n) and print the result for 9.",
            code("python", "print(half(9))"),
        ),
        of(
            "Write a slogan for a workshop that repairs clocks. Mention clocks.",
            both(holds("Clocks"), lacks("key word", "Workshop")),
        ),
        of(
            "### Task:\nAnswer the query. Cite as [id] only when the <source> tag has an id."
            '\n\n<context>\n<source id="1">Owls hunt at night.</source>'
            '\n<source id="2">Bees hunt by day.</source>\n</context>'
            "\n\n<user_query>\nWhen do bees hunt?\n</user_query>",
            is_("Bees hunt by day. [2]"),
        ),
        of(
            'Answer in JSON: {"answer": string, "source": string}\n\nContext: According to '
            "https://pool.example the pool closes at 19:30.\nWhen does the pool close?",
            has({"answer": holds("19:30"), "source": str}),
        ),
        of(
            "[[ ## mail ## ]]\nThe parcel never arrived.\n\nRespond with the corresponding output "
            "fields, starting with the field `[[ ## team ## ]]` (must be formatted as a valid "
            "Python Literal['billing', 'shipping']), and then ending with the marker for "
            "`[[ ## completed ## ]]`.",
            holds("[[ ## team ## ]]\nshipping"),
            system="Your input fields are:\n1. `mail` (str):\nYour output fields are:"
            "\n1. `team` (Literal['billing', 'shipping']):\n\n[[ ## mail ## ]]\n{mail}"
            "\n\n[[ ## team ## ]]\n{team}        # note: the value you produce must exactly match "
            "(no extra characters) one of: billing; shipping\n\n[[ ## completed ## ]]",
        ),
        of(
            "Extract as JSON with event, day, location and guests (array): Lia and Max go to "
            "a book fair on Sunday at the Old Mill.",
            has(
                {
                    "event": ("book fair",),
                    "day": str,
                    "location": ("Old Mill",),
                    "guests": (["Lia", "Max"],),
                }
            ),
        ),
        of(
            "Return JSON with winner and loser: The cup was won by Vitesse, who beat Ajax.",
            has({"winner": ("Vitesse",), "loser": ("Ajax",)}),
        ),
        of(
            "Return JSON with degree, school, year.\n\nMSc Physics, Universidad de Granada, 2011",
            has(
                {"degree": ("MSc Physics",), "school": ("Universidad de Granada",), "year": (2011,)}
            ),
        ),
        of(
            "Guest: Ole Dahl\nRoom: 31\nStars: 3 out of 5\nReview: Nice pool, but a loud room."
            "\n\nReturn JSON with guest, room (integer) and stars (integer).",
            has({"guest": ("Ole Dahl",), "room": (31,), "stars": (3,)}),
        ),
        of(
            "Make an outline on bread with 2 main points, numbered I and II, each with two "
            "sub-points marked a) and b).",
            holds("I. Introduction\n   a) ", "\n   b) ", "II. "),
        ),
        of(
            "Classify the message as parcel_arrival, parcel_return or parcel_damage. Label only."
            "\n\nMy parcel was sent last week, when does it arrive?",
            is_("parcel_arrival"),
        ),
        of("Convert the date 04/11/2021 (DD/MM/YYYY) to ISO format.", holds("2021-11-04")),
        of(
            'In the sentence below change every "cold" to "warm": A cold hand holds a cold cup.',
            is_("A warm hand holds a warm cup."),
        ),
        of(
            "There is a table songs with columns id, title and length. Write a SQL query for the "
            "titles of all songs with a length over 300.",
            holds("SELECT title\nFROM songs\nWHERE length > 300"),
        ),
        of("What do we need to bring to a picnic?", holds("Here are some ideas:")),
        of(
            'Return JSON with two arrays, "pros" and "cons": The pan heats fast and is a joy. '
            "However, the lid rattles and the handle turns hot.",
            has({"pros": list, "cons": (["the lid rattles and the handle turns hot"],)}),
        ),
        of(
            "Put the drug in <drug></drug> tags.\n\n<note>\nSeen today. Prescribed: Amoxicillin "
            "500 mg twice daily.\n</note>",
            is_("<drug>Amoxicillin</drug>"),
        ),
        of(
            'Fill {"bedrooms": int, "size_sqm": int} for: A 4-bedroom house, 150 m², '
            "near the lake.",
            has({"bedrooms": (4,), "size_sqm": (150,)}),
        ),
        of(
            "Labels: weather, music, sports, cooking\n\nAssign all labels that apply. Output them "
            "comma-separated, without any other text.\n\nText: Rain through the football match.",
            is_("weather, sports"),
        ),
        of(
            "Sort these: fig, apple, date",
            is_("apple, date, fig\nCOMPLETE"),
            system="Solve the task, and then write the word COMPLETE on the last line.",
        ),
        of(
            "At what times do the boats go?",
            holds("7:30", "19:45"),
            system="You are the voice of a pier. Boats go at 7:30, 12:15 and 19:45.",
        ),
        of(
            "Write a mail to my landlord, Mr. Brand, to say that the sink leaks. Start with a line "
            '"Subject: ..." and sign as Ida.',
            both(holds("Subject: Sink leaks\n", "Mr. Brand,", "\nIda"), lacks("...", "sign")),
        ),
        of(
            "2 jars at 4.25 each and a lid for 1.50",
            holds("\n\nSUM: 10.00"),
            system="You are a cashier. Explain the bill in words, then put the total amount on the "
            "last line in the form `SUM: <amount>`, with two decimals.",
        ),
        of(
            "What is the capital of Cuba? JSON with keys city and country.",
            has({"city": ("Havana",), "country": ("Cuba",)}),
        ),
        of(
            "Answer with YAML in a ```yaml block with the keys author and title: Who wrote Hamlet?",
            holds("```yaml\n", "author: William Shakespeare", "title: Hamlet"),
        ),
        of(
            'Extract the nodes and edges. JSON: {"nodes": [{"id": string, "type": string}], '
            '"edges": [{"source_id": string, "target_id": string, "type": string, '
            '"source_type": string}]}'
            "\n\nText: Ole Lund founded the Amber Museum in Riga.",
            holds(
                '"id": "Ole Lund",\n      "type": "person"',
                '"id": "Amber Museum",\n      "type": "organization"',
                '"type": "founded",\n      "source_type": "person"',
            ),
        ),
        of(
            "Write a one-line commit message. Structure: <type>: <description>"
            "\n\ndiff --git a/src/trim.py b/src/trim.py\nnew file mode 100644\n--- /dev/null"
            "\n+++ b/src/trim.py\n@@ -0,0 +1,2 @@\n+def trim(text):\n+    return text.strip()",
            is_("feat: add trim.py"),
        ),
        of(
            "Rename the function to total. Output only the code. No code block. Keep existing "
            "comments.\n\n```python\ndef plus(a, b):\n    return a + b\n```",
            is_("def total(a, b):\n    return a + b"),
        ),
        of(
            'Expand the query into 3 queries.\n\nYour Task:\nQuery: "mending of wool socks"'
            '\n\nRespond with a JSON object with a "queries" array with exactly 3 queries.',
            lambda text: len(parsed(text)["queries"]) == 3 and '\\"' not in text,
        ),
        of(
            "Assess this request:\nI was charged twice and want my money back.\n\nDetermine:"
            "\n1. Topic (refund or bug)\n2. Size (small or large)"
            '\n\nRespond as JSON: {"topic": "refund" | "bug", "size": "small" | "large"}',
            has({"topic": ("refund",), "size": str}),
        ),
        of(
            "Give JSON with name and email: Ida Holm reads mail at ida@holm.example",
            has({"name": ("Ida Holm",), "email": ("ida@holm.example",)}),
        ),
        of(
            "Extract the triples (subject, predicate, object): Ada lives in Oslo. Ida owns a mill.",
            is_("(Ada, lives in, Oslo)\n(Ida, owns, a mill)"),
        ),
        of(
            "exitcode: 0 (execution succeeded)\nCode output: 4812",
            is_("The result is 4812. TERMINATE"),
            earlier=(("user", "Count the rows."), ("assistant", "```python\nprint(n)\n```")),
        ),
        of(
            'Fill {"price": str, "gift": bool} for this review: I got the kite for my niece\'s '
            "birthday, it cost $21.50.",
            has({"price": ("21.50",), "gift": (True,)}),
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
            '<doc id="note-a">The kiln was built in 1902.</doc>\n<doc id="note-b">The potter is '
            "Elin Strand.</doc>\n\nWho is the potter?",
            has({"answer": lambda text: "Elin Strand" in text, "source_ids": (["note-b"],)}),
            system='Answer from the notes as JSON: {"answer": "...", "source_ids": ["..."]}',
        ),
        of(
            "Input: Hello, my name is Ruth. I live in Turku.\nOutput:",
            lambda text: parsed(text) == {"facts": ["Name is Ruth", "Lives in Turku"]},
            system='Extract facts about the user as JSON: {"facts": ["..."]}.',
        ),
        of(
            "JSON with keys name, city and sons: name Kai Holm, city Bergen, has two sons called "
            "Nils and Per.",
            has({"name": ("Kai Holm",), "city": ("Bergen",), "sons": (["Nils", "Per"],)}),
        ),
        of(
            "Columns: Name, Job.\n\nUte Lang is a baker. Per Dahl is a pilot.",
            holds("| Name | Job |", "| Ute Lang | baker |", "| Per Dahl | pilot |"),
            system="You turn notes into Markdown tables.",
        ),
        of(
            'Convert to a JSON array of objects with "product", "quantity" and "unit_price".'
            "\n\nOrder: 2 desks at $80 each, 1 lamp at $19 and 6 cups at $3.50 each.",
            lambda text: [each["product"] for each in parsed(text)] == ["desks", "lamp", "cups"],
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
            "[1] The dam is 90 m high.\n[2] The canal is 12 km long.\n\nHow long is the canal? Put "
            "the answer in <answer> tags and the number of the passage in <source> tags.",
            holds("<answer>The canal is 12 km long.</answer>", "<source>2</source>"),
        ),
        of(
            "A trip from Oslo, 6 to 11 degrees, in the sauna class.",
            has({"min_temp": (6,), "max_temp": (11,), "class": ("sauna",)}),
            system='Answer with {"min_temp": number, "max_temp": number, "class": string}.',
        ),
        of(
            "True or false: The bakery is open on Sundays.\n\nThe bakery opens daily except Sunday."
            "\n\nReply with only True or False.",
            is_("False"),
        ),
        of('How many words are in this title: "The long way home"? Just the number.', is_("4")),
        of(
            "port is 22, debug is true",
            is_("port: 22\ndebug: true"),
            system="You turn options into YAML. Nothing else.",
        ),
        of(
            "a rake and a watering can",
            is_("G"),
            system="Classify the purchase. T = Travel, G = Garden, F = Food. Letter only.",
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
        of(
            "Schreib eine kurze Mail an Frau Abt, dass ich später komme. Unterschrift: Uwe Kern",
            both(holds("Sehr geehrte Frau Abt", "Uwe Kern"), lacks("[Ihr Name]")),
        ),
        of(
            "a fancy picnic blanket",
            both(holds("Picnic Blanket"), lacks("fancy", "Fancy")),
            system='You write product copy. Avoid the word "fancy".',
        ),
        of(
            "Where is my parcel K-20?",
            is_(
                "<tool_use>\n  <name>parcel_status</name>"
                '\n  <arguments>{"parcel": "K-20"}</arguments>\n</tool_use>'
            ),
            system="Use these tools in this form:\n<tool_use>\n  <name>{tool_name}</name>"
            "\n  <arguments>{json_arguments}</arguments>\n</tool_use>\n\n<tools>\n<tool>"
            "\n  <name>parcel_status</name>\n  <description>Status of a parcel</description>"
            '\n  <arguments>\n    {"type": "object", "properties": {"parcel": {"type": "string"}}}'
            "\n  </arguments>\n</tool>\n</tools>",
        ),
        of(
            "Create statements from each sentence in the answer.\nquestion: Who is Bo?"
            "\nanswer: He is a baker.\nstatements:\nBo is a baker.\nquestion: When is it open?"
            "\nanswer: It opens at nine. It closes at five.\nstatements:\n",
            is_("It opens at nine.\nIt closes at five."),
        ),
        of(
            "---Goal---\nOn a scale from 0 to 5, rate how relevant the information is."
            "\n---Information---\nLake Orm is 80 metres deep."
            "\n---Question---\nHow deep is Lake Orm?\n---Target format---\nJSON:"
            ' {"rating": int} where 0 is the least relevant and 5 is the most relevant.',
            lambda text: parsed(text)["rating"] >= 4,
        ),
        of(
            "Summarize the chat in one paragraph.\n\nUSER: Add code that uses the csv library."
            "\nASSISTANT: I added read_rows.",
            lacks("Item,", "|"),
        ),
        of(
            "Describe a poster in one sentence. If it has text, put that within double quotes.",
            lambda text: not text.startswith('"'),
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
        of(
            "Only extract the properties of the 'lakes' schema: lake (string), depth_m (integer). "
            "Return a JSON list.\n\nLake Orm is 80 m deep. Lake Ula is 35 m deep.",
            lambda text: [each["depth_m"] for each in parsed(text)] == [80, 35],
        ),
        of(
            "Write the ingredients as a comma-separated list without amounts.\n\n"
            "Ingredients:\n- 150 g oats\n- 2 tbsp honey\n- half a lemon\n\nSteps:\n1. Mix\n2. Fry",
            is_("oats, honey, lemon"),
        ),
        of(
            'Fill {"customer": str, "total": number} for: Booking for guest Nina Holm: 2 rooms, '
            "total 180 euros.",
            has({"customer": ("Nina Holm",), "total": (180,)}),
        ),
        of("One paragraph of lorem ipsum", lambda text: text.startswith("Lorem ipsum dolor")),
        of(
            "interface Job { id: number; title: string; tags: string[] }\n\nOne Job as JSON: "
            'job 41, title "Paint the long wall", tags indoor and urgent.',
            has({"id": (41,), "title": ("Paint the long wall",), "tags": (["indoor", "urgent"],)}),
        ),
        of(
            "Determine which participant takes the next turn. State only the name.\n\nChoose only "
            "from these participants:\n- Painter\n- Buyer\n\nRules:\n- After user input, it is "
            "Painter's turn.\n- After Painter replies, it is Buyer's turn.\n\nHistory:"
            "\nuser: a red barn\nPainter: It is done.",
            is_("Buyer"),
        ),
        of(
            "What is my lucky number?",
            both(holds("7"), lacks("History:")),
            system="Use markdown to format your answer, embedding images.\n\nHistory: \n"
            "\nUser: My lucky number is 7.\nAI: Good to know!",
        ),
        of(
            "Glaciers move slowly. They carry rocks to the valley.",
            lambda text: len(parsed(text)["questions"]) == 3 and "cats" not in text,
            system="Generate 3 questions a reader may ask about the text.\n\nExample output for a"
            ' text about cats:\n{"questions": ["Do cats swim?", "How long do cats sleep?"]}',
        ),
        of(
            "Write a report on the mill. Use these headings:\n\n1. Known facts\n2. Open questions"
            "\n\nKeep it short.",
            both(holds("## Known facts\n", "## Open questions\n", "mill"), lacks("None")),
        ),
        of(
            'Return JSON with the "goods" key as a list of objects. Each object has the fields '
            "name and price.\n\nThe cup costs $6. The plate costs $11.",
            lambda text: [each["price"] for each in parsed(text)["goods"]] == [6, 11],
        ),
        of(
            "Intents: parcel_status, parcel_return, parcel_damage. Answer with the intent only."
            "\n\nWhere is my parcel?",
            is_("parcel_status"),
        ),
        of(
            "Help! Error: Cannot find module 'left-join'",
            holds("the module `left-join`", "npm install left-join"),
        ),
        of(
            "Give me the city, date and price, each on its own line.\n\n"
            "The fair in Lyon on 2026-05-04 costs 30 euros.",
            is_("City: Lyon\nDate: 2026-05-04\nPrice: 30"),
        ),
        of(
            'Extract the books as JSON {"books": [{"title": string, "author": string}]}:'
            " I read Sea of Glass by Ana Reed and Ivy by Tom Hart.",
            has(
                {
                    "books": (
                        [
                            {"title": "Sea of Glass", "author": "Ana Reed"},
                            {"title": "Ivy", "author": "Tom Hart"},
                        ],
                    )
                }
            ),
        ),
        of(
            "You are a task creation AI with the following objective: Plan a birthday party, the"
            " last task has the result: the garden. Return the tasks as an array.",
            lambda text: len(parsed(text)) == 3,
        ),
        of("Which of these are over 20? Give them separated by commas: 12, 25, 31", is_("25, 31")),
        of(
            "How old is the mill? Give the answer in one word.\n\nThe mill is 120 years old.",
            is_("120"),
        ),
        of(
            "Create a table guests with the columns id, name and email. Use SQLite.",
            both(code("sql", "CREATE TABLE guests (", "email"), lacks("Dear")),
        ),
        of("Detect the language: Ja, ich komme morgen, wenn es geht", holds("German")),
        of("How many minutes and seconds are 130 seconds?", holds("2 minutes and 10 seconds")),
        of(
            "Name the primary colours, separated by a slash, e.g. a / b",
            is_("red / yellow / blue"),
        ),
        of(
            "A pie chart of our pets: dogs 12, cats 9, fish 3.",
            has({"type": ("pie",), "labels": (["dogs", "cats", "fish"],), "values": ([12, 9, 3],)}),
            system="Return JSON only, with the keys `type`, `labels` and `values`.",
        ),
        of(
            "A table for 3 on the terrace, please.",
            has({"people": (3,), "outdoor": (True,)}),
            system='Reply with JSON only: {"people": number, "outdoor": boolean}.',
        ),
        of("Who is older?\n\nUte, 44\nJan, 29", both(holds("Ute", "44"), lacks("29"))),
    ),
}
