"""Prompts ask for the fields of a sentence: JSON of keys, shapes and records, and other forms."""

from __future__ import annotations

import json

from tests.sense.checks import fits, has, holds, is_, lacks, of, parsed


def _people(text: str) -> bool:
    wanted = [{"name": "Mari", "age": 31}, {"name": "Juhan", "age": 45}, {"name": "Elo", "age": 9}]
    return bool(json.loads(text) == wanted)


def _quiz(text: str) -> bool:
    rows = parsed(text)
    shown = {"question": str, "options": list, "answer": str}
    return len(rows) == 3 and all(fits(row[key], shown[key]) for row in rows for key in shown)


FIELDS = {
    "fields: keys": (
        of(
            "Extract all names and cities as JSON: Ada lives in Oslo and Bob lives in Rome.",
            lambda text: json.loads(text) == {"names": ["Ada", "Bob"], "cities": ["Oslo", "Rome"]},
        ),
        of(
            "Split this address into street and city as JSON: 4 Oak Lane, Dublin",
            lambda text: json.loads(text) == {"street": "4 Oak Lane", "city": "Dublin"},
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
        of("JSON only, keys name and age, no prose: Ann 31", has({"name": ("Ann",), "age": (31,)})),
        of("Return JSON (keys: city, temp). Hamar 9", has({"city": ("Hamar",), "temp": (9,)})),
        of(
            "Give JSON with keys name and age, no explanation: Ida is 40.",
            has({"name": ("Ida",), "age": (40,)}),
        ),
        of(
            "Reply in JSON. The symbol of gold? Use the key symbol.",
            has({"symbol": ("Au",)}),
        ),
        of(
            "Give JSON with name and age: Ida is 31. Enclose it in triple backticks.",
            is_('```json\n{\n  "name": "Ida",\n  "age": 31\n}\n```'),
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
            'Return JSON with two arrays, "pros" and "cons": The pan heats fast and is a joy. '
            "However, the lid rattles and the handle turns hot.",
            has({"pros": list, "cons": (["the lid rattles and the handle turns hot"],)}),
        ),
        of(
            "What is the capital of Cuba? JSON with keys city and country.",
            has({"city": ("Havana",), "country": ("Cuba",)}),
        ),
        of(
            "Give JSON with name and email: Ida Holm reads mail at ida@holm.example",
            has({"name": ("Ida Holm",), "email": ("ida@holm.example",)}),
        ),
        of(
            "JSON with keys name, city and sons: name Kai Holm, city Bergen, has two sons called "
            "Nils and Per.",
            has({"name": ("Kai Holm",), "city": ("Bergen",), "sons": (["Nils", "Per"],)}),
        ),
    ),
    "fields: shapes": (
        of(
            'Rate the sentiment between -1 and 1 as JSON {"sentiment": number}: What awful tea.',
            lambda text: -1 <= json.loads(text)["sentiment"] < 0,
        ),
        of(
            'Translate the values to French. JSON only.\n\n{"a": "Thank you, {name}", "b": "Yes"}',
            lambda text: json.loads(text) == {"a": "Merci, {name}", "b": "Oui"},
        ),
        of(
            'Translate to Spanish. Reply as JSON {"translation": string}: Good night',
            lambda text: json.loads(text) == {"translation": "Buenas noches"},
        ),
        of(
            'Reply like this: {"status": "ok", "note": "..."}\n\nThe import failed at line 3.',
            lambda text: json.loads(text)["status"] == "error",
        ),
        of(
            'Reply like this: {"status": "ok", "answer": "..."}\n\nWhat is 3 times 3?',
            lambda text: json.loads(text) == {"status": "ok", "answer": "9"},
        ),
        of(
            "Bring the line into the format of the sample."
            '\nSample: {"name": "Rex", "age": 7}\nLine: Momo is 3 years old',
            has({"name": ("Momo",), "age": (3,)}),
        ),
        of(
            'Fill {"bedrooms": int, "size_sqm": int} for: A 4-bedroom house, 150 m², '
            "near the lake.",
            has({"bedrooms": (4,), "size_sqm": (150,)}),
        ),
        of(
            "Assess this request:\nI was charged twice and want my money back.\n\nDetermine:"
            "\n1. Topic (refund or bug)\n2. Size (small or large)"
            '\n\nRespond as JSON: {"topic": "refund" | "bug", "size": "small" | "large"}',
            has({"topic": ("refund",), "size": str}),
        ),
        of(
            'Fill {"price": str, "gift": bool} for this review: I got the kite for my niece\'s '
            "birthday, it cost $21.50.",
            has({"price": ("21.50",), "gift": (True,)}),
        ),
        of(
            "Input: Hello, my name is Ruth. I live in Turku.\nOutput:",
            lambda text: parsed(text) == {"facts": ["Name is Ruth", "Lives in Turku"]},
            system='Extract facts about the user as JSON: {"facts": ["..."]}.',
        ),
        of(
            "A trip from Oslo, 6 to 11 degrees, in the sauna class.",
            has({"min_temp": (6,), "max_temp": (11,), "class": ("sauna",)}),
            system='Answer with {"min_temp": number, "max_temp": number, "class": string}.',
        ),
        of(
            'Fill {"customer": str, "total": number} for: Booking for guest Nina Holm: 2 rooms, '
            "total 180 euros.",
            has({"customer": ("Nina Holm",), "total": (180,)}),
        ),
        of(
            "interface Job { id: number; title: string; tags: string[] }\n\nOne Job as JSON: "
            'job 41, title "Paint the long wall", tags indoor and urgent.',
            has({"id": (41,), "title": ("Paint the long wall",), "tags": (["indoor", "urgent"],)}),
        ),
        of(
            "A table for 3 on the terrace, please.",
            has({"people": (3,), "outdoor": (True,)}),
            system='Reply with JSON only: {"people": number, "outdoor": boolean}.',
        ),
    ),
    "fields: records": (
        of(
            "Only output valid JSON, no prose. Turn this into an array of objects with name and "
            "age: Mari is 31, Juhan is 45, Elo is 9.",
            _people,
        ),
        of("Generate 3 quiz questions with 4 options each about the sea as JSON.", _quiz),
        of(
            'Extract the order as JSON: {"items": [{"name": str, "quantity": int}]}\n\n'
            "Can I have two bagels and one tea?",
            lambda text: (
                json.loads(text)["items"]
                == [{"name": "bagels", "quantity": 2}, {"name": "tea", "quantity": 1}]
            ),
        ),
        of(
            "Pull all tools from this note into a JSON array of strings, nothing else."
            '\n\n"Bring the following tools: hammer, pipe wrench, tape measure."',
            lambda text: parsed(text) == ["hammer", "pipe wrench", "tape measure"],
        ),
        of("Put the words tea, rye and salt into a JSON array.", is_('["tea", "rye", "salt"]')),
        of("Write a JSON list of 3, 7 and 12.", is_("[3, 7, 12]")),
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
            'Convert to a JSON array of objects with "product", "quantity" and "unit_price".'
            "\n\nOrder: 2 desks at $80 each, 1 lamp at $19 and 6 cups at $3.50 each.",
            lambda text: [each["product"] for each in parsed(text)] == ["desks", "lamp", "cups"],
        ),
        of(
            "Only extract the properties of the 'lakes' schema: lake (string), depth_m (integer). "
            "Return a JSON list.\n\nLake Orm is 80 m deep. Lake Ula is 35 m deep.",
            lambda text: [each["depth_m"] for each in parsed(text)] == [80, 35],
        ),
        of(
            'Return JSON with the "goods" key as a list of objects. Each object has the fields '
            "name and price.\n\nThe cup costs $6. The plate costs $11.",
            lambda text: [each["price"] for each in parsed(text)["goods"]] == [6, 11],
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
    ),
    "fields: notations": (
        of("Convert this to a Python list: oak, elm, ash", is_('["oak", "elm", "ash"]')),
        of(
            "Create a JSON config with name shop, retries 4 and cache false.",
            lambda text: json.loads(text) == {"name": "shop", "retries": 4, "cache": False},
        ),
        of(
            "Make a customer with name and age as JSON",
            lambda text: json.loads(text)["name"][:1].isupper() and json.loads(text)["age"] > 0,
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
        of(
            "Convert this log line to JSON: 2022-03-04 05:06:07 WARN [disk] Nearly full",
            lambda text: json.loads(text)[0]["level"] == "WARN",
        ),
        of(
            "Convert to JSON: Ticket: 44, State: open, Owner: Eva",
            lambda text: json.loads(text) == {"ticket": 44, "state": "open", "owner": "Eva"},
        ),
        of(
            "Answer with YAML in a ```yaml block with the keys author and title: Who wrote Hamlet?",
            holds("```yaml\n", "author: William Shakespeare", "title: Hamlet"),
        ),
        of(
            "A pie chart of our pets: dogs 12, cats 9, fish 3.",
            has({"type": ("pie",), "labels": (["dogs", "cats", "fish"],), "values": ([12, 9, 3],)}),
            system="Return JSON only, with the keys `type`, `labels` and `values`.",
        ),
    ),
    "fields: values in words": (
        of(
            "Extract the entities with types (PER, ORG, LOC): Eva Holm works at Siemens in Rome.",
            is_("Eva Holm: PER\nSiemens: ORG\nRome: LOC"),
        ),
        of("Suggest 2 tags for this note, comma separated:\n\nOwls.", lacks("note", "comma")),
        of(
            "Find all e-mail addresses, one per line, no bullets: a@x.example, then b@y.example",
            is_("a@x.example\nb@y.example"),
        ),
        of(
            "Mail:\n\nMy parcel (tracking no. 55-1208) was damaged.\nTom"
            "\n\nWhat's the tracking number?",
            holds("55-1208"),
        ),
        of(
            "Bill no. 71: please transfer 12.50 EUR by 2 May. What amount must I transfer?",
            is_("Please transfer 12.50 EUR by 2 May."),
        ),
        of(
            "Put the drug in <drug></drug> tags.\n\n<note>\nSeen today. Prescribed: Amoxicillin "
            "500 mg twice daily.\n</note>",
            is_("<drug>Amoxicillin</drug>"),
        ),
        of(
            "Extract the triples (subject, predicate, object): Ada lives in Oslo. Ida owns a mill.",
            is_("(Ada, lives in, Oslo)\n(Ida, owns, a mill)"),
        ),
        of('How many words are in this title: "The long way home"? Just the number.', is_("4")),
        of(
            "Write the ingredients as a comma-separated list without amounts.\n\n"
            "Ingredients:\n- 150 g oats\n- 2 tbsp honey\n- half a lemon\n\nSteps:\n1. Mix\n2. Fry",
            is_("oats, honey, lemon"),
        ),
        of(
            "Give me the city, date and price, each on its own line.\n\n"
            "The fair in Lyon on 2026-05-04 costs 30 euros.",
            is_("City: Lyon\nDate: 2026-05-04\nPrice: 30"),
        ),
    ),
}
