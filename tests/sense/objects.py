"""Prompts for JSON in few words: shapes without quotes, records of a text, keys that it names."""

from __future__ import annotations

from typing import Any

from tests.sense.checks import Check, both, fits_pattern, has, holds, is_, lacks, number, of, parsed


def equals(value: Any) -> Check:
    return lambda text: parsed(text) == value


def rows(keys: list[str], count: int) -> Check:
    """An array of `count` different objects of just these keys."""
    return lambda text: (
        len(parsed(text)) == count
        and all([*row] == keys for row in parsed(text))
        and len({str(row) for row in parsed(text)}) == count
    )


SHAPES = (
    of(
        "Reply with JSON of this type:\n\nboats: Array<{ // all boats\n name: string\n length: number // in metres\n}>\n\nText: The boat Tern is 9 metres long.",
        lambda text: parsed(text)["boats"][0]["length"] == 9,
    ),
    of(
        'This was no JSON: "name: Ada Reed, age = 31". Return JSON with name and age.',
        lambda text: parsed(text) == {"name": "Ada Reed", "age": 31},
    ),
    of("What is 6 times 7? Answer as JSON with key result", equals({"result": "42"})),
    of(
        "For each statement, decide if it is relevant to the input. Write JSON whose 'verdicts' key maps to a list of JSON objects with the keys `verdict` (either 'yes' or 'no') and `reason`.\n\nInput:\nWhere is the mill?\n\nStatements:\n['The mill is in Kiel.', 'Owls hunt at night.']\n\nJSON:",
        lambda t: [each["verdict"] for each in parsed(t)["verdicts"]] == ["yes", "no"],
    ),
    of(
        'Moderate this. JSON with the keys "harmful" (boolean) and "kinds" (list of any of: threat, insult, advert).\n\nPost: "I will kill you, moron."',
        equals({"harmful": True, "kinds": ["threat", "insult"]}),
    ),
    of(
        "Return JSON with the key `areas`, an array of values from: health, sport, weather. Text: The striker scored in the rain.",
        equals({"areas": ["sport", "weather"]}),
    ),
    of(
        "How many legs has a spider? Reply with a JSON object with a single field called total.",
        equals({"total": 8}),
    ),
    of(
        'Give me json {mood, stars (1-5), again (true/false)} for this review: "Great soup, lovely staff."',
        has({"mood": str, "stars": (4, 5), "again": (True, False)}),
    ),
    of(
        "Make a JSON for a shop: { name, price, tags: [], variants: [{size, stock}] } about a rain jacket.",
        has(
            {
                "name": str,
                "price": number(0, 10_000),
                "tags": list,
                "variants": lambda each: all([*row] == ["size", "stock"] for row in each),
            }
        ),
    ),
    of(
        "What is the mood (happy/sad/angry) and a certainty between 0 and 1? Return JSON. Text: I am so happy today!",
        has({"mood": ("happy",), "certainty": number(0, 1)}),
    ),
    of(
        "Write a JSON schema for a product with title, price and in_stock.",
        lambda text: (
            [parsed(text)["properties"][name]["type"] for name in ("title", "price", "in_stock")]
            == ["string", "number", "boolean"]
        ),
    ),
)

RECORDS = (
    of("Generate 3 fake users with name, email and age as JSON", rows(["name", "email", "age"], 3)),
    of(
        "I need mock data: 4 employees with id, name, department and salary, as a JSON array.",
        rows(["id", "name", "department", "salary"], 4),
    ),
    of(
        "Produce test data for a todo app. Two todos, each with id, title and done. Return JSON.",
        rows(["id", "title", "done"], 2),
    ),
    of("Give me 3 products as JSON", rows(["id", "name", "price", "in_stock"], 3)),
    of(
        "Give me JSON for a fake customer (name, address, phone).",
        has({"name": str, "address": str, "phone": str}),
    ),
    of("Generate a list of 5 random names in JSON format", lambda text: len({*parsed(text)}) == 5),
    of(
        "Extract the 2 people with name and age as JSON: Ann is 30, Bob is 41.",
        equals([{"name": "Ann", "age": 30}, {"name": "Bob", "age": 41}]),
    ),
    of(
        "I need test data: 4 fake orders as a JSON array, each with order_id (integer), customer, total and shipped.",
        rows(["order_id", "customer", "total", "shipped"], 4),
    ),
    of(
        "Please invent 2 sample books as JSON, fields id, title, author, pages.",
        lambda text: (
            rows(["id", "title", "author", "pages"], 2)(text)
            and [row["id"] for row in parsed(text)] == [1, 2]
        ),
    ),
    of(
        'Turn these notes into a JSON list, each entry as {"who": str, "what": str, "when": "YYYY-MM-DD"}\n\nNotes from Monday:\n- Carla books the venue by 2025-04-02\n- Deniz will print the flyers, due 2025-04-09',
        equals(
            [
                {"who": "Carla", "what": "books the venue", "when": "2025-04-02"},
                {"who": "Deniz", "what": "print the flyers", "when": "2025-04-09"},
            ]
        ),
    ),
    of(
        'Read this receipt into {"items": [{"name": "...", "price": 0.0}], "total": 0.0}\n\nMilk 1.20\nBread 2.50\nButter 3.10',
        equals(
            {
                "items": [
                    {"name": "Milk", "price": 1.2},
                    {"name": "Bread", "price": 2.5},
                    {"name": "Butter", "price": 3.1},
                ],
                "total": 6.8,
            }
        ),
    ),
    of(
        "As JSON: guest (string), rooms (list of {number, beds}). Guest Kim has room 4 with 2 beds.",
        lambda text: (
            [*parsed(text)] == ["guest", "rooms"]
            and [*parsed(text)["rooms"][0]] == ["number", "beds"]
        ),
    ),
    of(
        "interface Boat {\n  name: string;\n  seats: number;\n}\nReply with a Boat: Iris, 6 seats",
        lambda text: [*parsed(text)] == ["name", "seats"],
    ),
    of("json please: name + town. Kim is from Rome", equals({"name": "Kim", "town": "Rome"})),
    of("Give me a JSON array of the planets.", lambda text: len(parsed(text)) == 8),
    of(
        "CSV with the header keeper,animals,since and nothing else.\n\nKeeper: Ines\nAnimals: goats\nSince: 2019\n\nKeeper: Otto\nAnimals: owls\nSince: 2021",
        lambda text: text.split() == ["keeper,animals,since", "Ines,goats,2019", "Otto,owls,2021"],
    ),
    of(
        "Basket: 3 x garden hose at 20.00, 2 x rake at 7.50. As JSON: {'lines': [{'name': '...', 'quantity': 0, 'price': 0.0}], 'total': 0.0}",
        lambda text: parsed(text)["total"] == 75,
    ),
    of(
        "Give me a JSON array of 3 countries with name and capital.",
        lambda text: len({row["capital"] for row in parsed(text)}) == 3,
    ),
)

KEYS = (
    of(
        'How long did each runner take? JSON like {"runner": minutes}.\n\nIda took 31 minutes, Bo took 28 minutes.',
        equals({"Ida": 31, "Bo": 28}),
    ),
    of(
        "A JSON object with the planet names as keys and the masses as values: Ara has a mass of 4, Bel has a mass of 9.",
        equals({"Ara": 4, "Bel": 9}),
    ),
    of(
        "JSON with the key boats, an array of objects with name and length: Tern is 9 m long, Gull is 12 m long.",
        equals({"boats": [{"name": "Tern", "length": 9}, {"name": "Gull", "length": 12}]}),
    ),
    of(
        "a json object with one key called birds that holds a list of 4 birds",
        lambda text: len(parsed(text)["birds"]) == 4,
    ),
    of(
        "Give me a JSON object with a list of 4 countries and their capitals",
        lambda text: (
            len(parsed(text)["countries"]) == 4
            and all([*row] == ["country", "capital"] for row in parsed(text)["countries"])
        ),
    ),
    of(
        "Generate 3 questions and answers about magnets as a JSON array with question and answer",
        both(
            rows(["question", "answer"], 3),
            lambda text: all(row["question"].endswith("?") for row in parsed(text)),
        ),
    ),
    of(
        'Write 2 questions a reader might ask. Return {"questions": ["...", "..."]} as JSON.\n\nText: Bees live with a queen and many workers. They dance to show where flowers are.',
        lambda text: [each[-1] for each in parsed(text)["questions"]] == ["?", "?"],
    ),
    of(
        "Convert to JSON: Name: Olga, Age: 44, City: Turin",
        equals({"name": "Olga", "age": 44, "city": "Turin"}),
    ),
    of(
        "as JSON: item=bolt; count=40; price=0.15",
        equals({"item": "bolt", "count": 40, "price": 0.15}),
    ),
)

VALUES = (
    of(
        'JSON {"hashtags": [], "mentions": []} for the post: Off to the #lake with @ida and @bo #sunny',
        equals({"hashtags": ["#lake", "#sunny"], "mentions": ["@ida", "@bo"]}),
    ),
    of(
        "JSON with title and ingredients (list of strings):\n\nPea soup\n- 400 g peas\n- 1 onion",
        equals({"title": "Pea soup", "ingredients": ["400 g peas", "1 onion"]}),
    ),
    of(
        "Pull the tasks as JSON with owner and task: Ida will paint the door. Bo should buy nails.",
        equals([{"owner": "Ida", "task": "paint the door"}, {"owner": "Bo", "task": "buy nails"}]),
    ),
    of(
        'Names of all guests as JSON: {"guests": ["..."]}\n\nIda and Tom ate with Dr. Berg in Kiel.',
        equals({"guests": ["Ida", "Tom", "Dr. Berg"]}),
    ),
    of(
        "Convert to XML with a root element pet and the elements name and age: Rex is 4 years old.",
        is_("<pet>\n  <name>Rex</name>\n  <age>4</age>\n</pet>"),
    ),
    of(
        "Give this as YAML with the keys mode and debug: the mode is turbo and debug is off.",
        is_("mode: turbo\ndebug: false"),
    ),
    of(
        "Fill this in from the text.\n\nName: <name>\nAge: <age>\nMood: <happy/sad>\n\nText: Lea is 31 and so happy today.",
        is_("Name: Lea\nAge: 31\nMood: happy"),
    ),
    of(
        "JSON with time, level, module and message: 09:15:02 WARN mailer: queue is full",
        equals(
            {"time": "09:15:02", "level": "WARN", "module": "mailer", "message": "queue is full"}
        ),
    ),
    of(
        "JSON with pros and cons (lists) for this review: The tent is roomy and easy to pitch, but the poles broke on day two.",
        equals(
            {
                "pros": ["The tent is roomy and easy to pitch"],
                "cons": ["the poles broke on day two"],
            }
        ),
    ),
    of(
        "Assign all tags that apply from [music, travel, cooking]. Only a JSON array.\n\nText: The band sold every ticket for the concert of its new song.",
        equals(["music"]),
    ),
    of(
        "Now the booking as JSON with name, people and day.",
        equals({"name": "Ines Vogt", "people": 3, "day": "Sunday"}),
        earlier=(
            ("user", "A table for three on Sunday, please. My name is Ines Vogt."),
            ("assistant", "With pleasure!"),
        ),
    ),
    of(
        "Put that into JSON with the keys name, age and town.",
        equals({"name": "Nils Berg", "age": 52, "town": "Bremen"}),
        earlier=(("user", "Make up a person."), ("assistant", "Nils Berg, 52, lives in Bremen.")),
    ),
    of(
        "Translate 'good morning' into Spanish and Italian. JSON with the keys es and it.",
        equals({"es": "Buenos días", "it": "Buongiorno"}),
    ),
    of(
        'JSON with "from", "to" and "flight" for: Flight KX92 leaves Oslo at nine and lands in Bergen at ten.',
        equals({"from": "Oslo", "to": "Bergen", "flight": "KX92"}),
    ),
    of(
        "JSON with company, founded and employees.\n\nTarn Foods was founded in 1998 and has 75 employees.",
        equals({"company": "Tarn Foods", "founded": 1998, "employees": 75}),
    ),
    of(
        "JSON with people, places and companies (lists): Eva Lund, the owner of Tarn, met the mayor of Kiel.",
        equals({"people": ["Eva Lund"], "places": ["Kiel"], "companies": ["Tarn"]}),
    ),
    of(
        "Which vegetables are named in this text? A JSON array.\n\nI packed leeks, a kilo of beets and some onions.",
        equals(["leeks", "beets", "onions"]),
    ),
    of(
        "List all figures as a JSON array: 4 boats, 12 oars and 1.5 miles.",
        equals([4, 12, 1.5]),
    ),
    of(
        "Detect the language of every line. JSON array of names.\n- Guten Morgen, wie geht es dir?\n- Where is the key?",
        equals(["German", "English"]),
    ),
    of(
        "Return JSON with id and tools (array of strings): Kit 88 has 2 tools, a saw and a drill.",
        equals({"id": "88", "tools": ["saw", "drill"]}),
    ),
    of(
        "Get the action items as a JSON array.\n\nAction item: Eve calls Bo.\nTea was cold.\nAction item: Max pays.",
        equals(["Eve calls Bo.", "Max pays."]),
    ),
    of(
        "List every person in the text as a JSON array: Ida flew to Cork with Tom Berg.",
        equals(["Ida", "Tom Berg"]),
    ),
    of(
        "Get name and company from: 'Hello, I'm Ruth Vale of Brill Ltd and my router isn't on.' as JSON",
        equals({"name": "Ruth Vale", "company": "Brill Ltd"}),
    ),
    of(
        "Return JSON with full_name and phone.\n\nSchool contact: Ms. Ada Brill can be called under 0171 223344.",
        equals({"full_name": "Ms. Ada Brill", "phone": "0171 223344"}),
    ),
    of(
        'List the persons of the text as JSON: {"persons": ["..."]}\n\nText: Judge Rita Moss met Oskar Lind in Bremen.',
        equals({"persons": ["Judge Rita Moss", "Oskar Lind"]}),
    ),
    of(
        "A JSON array of objects with name and points (integer).\n\nNote: Timo got 12 points, Ines got 15 and Marlo reached 9 points.",
        lambda text: [row["name"] for row in parsed(text)] == ["Timo", "Ines", "Marlo"],
    ),
    of(
        'Extract as JSON {"reported_by": "name of the neighbour", "street": "..."}\n\nText: Good morning, the light in 9 Elm Road is out. Regards, Olga Brandt',
        equals({"reported_by": "Olga Brandt", "street": "9 Elm Road"}),
    ),
    of(
        'Fill this JSON: {"items": [{"product": "...", "quantity": 0}]}\n\nText: Please bring me 2 rice bowls and 4 jars of plum jam on Friday.',
        equals(
            {
                "items": [
                    {"product": "rice bowls", "quantity": 2},
                    {"product": "jars of plum jam", "quantity": 4},
                ]
            }
        ),
    ),
    of(
        "JSON with the keys amount (number) and unit: The pump needs 7.5 kg of sand.",
        equals({"amount": 7.5, "unit": "kg"}),
    ),
    of(
        "Extract name, colour and phone as JSON. Use null for what is not in the text.\n\nBo Lund sells chairs in Turin.",
        equals({"name": "Bo Lund", "colour": None, "phone": None}),
    ),
    of(
        "JSON with people and places: Emma Blake met Hugo Brandt in Lisbon and flew to Oslo.",
        equals({"people": ["Emma Blake", "Hugo Brandt"], "places": ["Lisbon", "Oslo"]}),
    ),
    of(
        'Extract name and skills as JSON from: "Ravi Nair, 5 yrs Java & Kotlin, lives in Pune"',
        equals({"name": "Ravi Nair", "skills": ["Java", "Kotlin"]}),
    ),
    of(
        "JSON with the keys name, job and city: Jane Roe works as a welder in Bern.",
        equals({"name": "Jane Roe", "job": "welder", "city": "Bern"}),
    ),
    of(
        "Bestellung: 7 Lampen nach Graz. Antworte nur als JSON mit den Schlüsseln menge, lieferort.",
        equals({"menge": 7, "lieferort": "Graz"}),
    ),
    of(
        "Bill no. 4471 from Acme Ltd: net 200.00, VAT 20% 40.00, gross 240.00, due 2025-05-01. JSON please: bill_no, vendor, net, vat, gross, due",
        equals(
            {
                "bill_no": "4471",
                "vendor": "Acme Ltd",
                "net": 200,
                "vat": 40,
                "gross": 240,
                "due": "2025-05-01",
            }
        ),
    ),
    of(
        "Read the mail and reply with a JSON object only. Keys: order_no (string), pieces (integer), article (string), urgent (boolean).\n\nMail from a customer:\nHello, about order Q-118 - could you make it 4 pieces of article ZT-9 please? Not urgent. Bye, Tim",
        equals({"order_no": "Q-118", "pieces": 4, "article": "ZT-9", "urgent": False}),
    ),
    of(
        "Gib `firma` und `umsatz_mio` (Zahl) als JSON zurück.\n\nText: Die Alpenkäse AG machte 17,3 Millionen Euro Umsatz.",
        lambda text: parsed(text)["umsatz_mio"] == 17.3,
    ),
    of(
        'Moderate: {"category": "spam"|"abuse"|"none", "explanation": "..."} as JSON.\n\nMessage: You won a FREE prize, click now!!!',
        lambda text: parsed(text)["category"] == "spam" and "prize" in parsed(text)["explanation"],
    ),
)

GIVEN = (
    of(
        "As a JSON array of objects with level, service and message:\n\nWARN mailer: queue is full\nINFO web: started on port 80",
        equals(
            [
                {"level": "WARN", "service": "mailer", "message": "queue is full"},
                {"level": "INFO", "service": "web", "message": "started on port 80"},
            ]
        ),
    ),
    of(
        "Turn this into a JSON array, each with amount (number), unit and ingredient.\n\n150 g rice\n2 onions",
        equals(
            [
                {"amount": 150, "unit": "g", "ingredient": "rice"},
                {"amount": 2, "unit": None, "ingredient": "onions"},
            ]
        ),
    ),
    of(
        'JSON array please with name, quantity, price (numbers as numbers): "2 x Tea 3,20 €, 1 x Lemon cake 4,80 €"',
        equals(
            [
                {"name": "Tea", "quantity": 2, "price": 3.2},
                {"name": "Lemon cake", "quantity": 1, "price": 4.8},
            ]
        ),
    ),
    of(
        'Return {"runners": [...]} as JSON, every runner has name, mark (number) and passed (boolean).\n\nIda got a 2.5 and passed. Bo got a 4.7 and failed.',
        equals(
            {
                "runners": [
                    {"name": "Ida", "mark": 2.5, "passed": True},
                    {"name": "Bo", "mark": 4.7, "passed": False},
                ]
            }
        ),
    ),
    of(
        "JSON with name, an address object (street, city) and phone. Text: Max Frey lives at 3 Hill Road in York, phone 020 555 0144.",
        equals(
            {
                "name": "Max Frey",
                "address": {"street": "3 Hill Road", "city": "York"},
                "phone": "020 555 0144",
            }
        ),
    ),
    of(
        "Answer with a JSON `Team`.\n\ninterface Player { name: string; shirt: number }\ninterface Team { players: Player[] }\ninterface Fault { code: number }\n\nLea has shirt 4, Kim has shirt 9.",
        equals({"players": [{"name": "Lea", "shirt": 4}, {"name": "Kim", "shirt": 9}]}),
    ),
    of(
        'JSON please: <field name="sender">who wrote it</field> <field name="topic">the subject</field>\n\nMail: The lift is broken. Regards, Ida Moss',
        has({"sender": ("Ida Moss",), "topic": str}),
    ),
    of(
        "JSON with dish and price: Our Tomato soup costs 5.20 today.",
        equals({"dish": "Tomato soup", "price": 5.2}),
    ),
    of(
        "As JSON with snake_case keys: Home Town: Bern, Shoe Size: 41",
        equals({"home_town": "Bern", "shoe_size": 41}),
    ),
    of(
        "JSON array of all the names in this text: Yesterday Olga saw Piet and Marta.",
        equals(["Olga", "Piet", "Marta"]),
    ),
)

CHANGES = (
    of(
        'Drop the key "pin" from this JSON: {"who": "Bo", "pin": "0000"}',
        equals({"who": "Bo"}),
    ),
    of(
        'Filter this JSON to boats longer than 8, JSON only: [{"boat": "Aa", "length": 6}, {"boat": "Bb", "length": 9}]',
        equals([{"boat": "Bb", "length": 9}]),
    ),
    of(
        'Rename "nm" to "name" in {"nm": "Ola"} and set "age" to 7. JSON only.',
        equals({"name": "Ola", "age": 7}),
    ),
    of(
        'Turn the keys into snake_case: {"shoeSize": 41, "homeTown": "Bern"}',
        equals({"shoe_size": 41, "home_town": "Bern"}),
    ),
    of(
        'Translate only the values of this JSON to Spanish: {"a": "Good morning", "b": "Thank you"}',
        equals({"a": "Buenos días", "b": "Gracias"}),
    ),
    of(
        "Repair this JSON:\n\n{name: 'Rope', 'sizes': [1, 2,",
        equals({"name": "Rope", "sizes": [1, 2]}),
    ),
    of(
        'Return the towns as a JSON array: [{"town": "Bern", "id": 1}, {"town": "Kiel", "id": 2}]',
        equals(["Bern", "Kiel"]),
    ),
    of("Convert to TSV:\n\nship,crew\nAa,4\nBb,6", is_("ship\tcrew\nAa\t4\nBb\t6")),
    of("XML to JSON:\n<mug><size>3</size></mug>", equals({"mug": {"size": 3}})),
    of(
        'Write this as TOML: {"port": 80, "db": {"host": "a"}}',
        is_('port = 80\n\n[db]\nhost = "a"'),
    ),
    of("As JSON: PORT=1 HOST=two DEBUG=true", equals({"PORT": 1, "HOST": "two", "DEBUG": True})),
    of(
        "A JSON object with the seasons as keys and null as every value.",
        lambda text: {*parsed(text).values()} == {None} and len(parsed(text)) == 4,
    ),
    of(
        "JSON that maps each country to its capital: Norway, Italy",
        equals({"Norway": "Oslo", "Italy": "Rome"}),
    ),
    of(
        'Return JSON with "min", "max" and "mean" of 2, 4 and 9.',
        equals({"min": 2, "max": 9, "mean": 5}),
    ),
    of("Give me the odd numbers of this list as a JSON array: 4, 7, 9", equals([7, 9])),
    of(
        "JSON with day and hall: We meet on Monday. No wait, we meet on Friday in hall C7.",
        equals({"day": "Friday", "hall": "C7"}),
    ),
    of(
        'In which year did the mill burn down? JSON {"year": number}.\n\nThe mill was built in 1870, burned down in 1901 and reopened in 1910.',
        equals({"year": 1901}),
    ),
    of(
        "Make up 3 JSON users, each with id, name and is_member (boolean).",
        lambda text: [row["id"] for row in parsed(text)] == [1, 2, 3],
    ),
    of(
        "A YAML list of 2 made-up servers with name and role.",
        fits_pattern(r"- name: \S+\n  role: \S+\n- name: \S+\n  role: \S+"),
    ),
    of(
        'Classify every line, JSON array of {"text": ..., "kind": "praise" | "bug"}.\n\n1. Lovely app!\n2. It crashes.',
        lambda text: [row["kind"] for row in parsed(text)] == ["praise", "bug"],
    ),
    of(
        "JSON array with level and message:\n\n[WARN] Tank is low\n[ERROR] Pump stopped",
        equals(
            [
                {"level": "WARN", "message": "Tank is low"},
                {"level": "ERROR", "message": "Pump stopped"},
            ]
        ),
    ),
    of(
        "JSON with title and severity.\n\nThe pump stops when the tank is full. It is urgent, please help.",
        lambda text: parsed(text)["title"].startswith("Pump Stops"),
    ),
    of(
        'Triples as JSON [{"subject": "", "predicate": "", "object": ""}].\n\nAda invented looms. Bo painted barges.',
        lambda text: (
            parsed(text)[0] == {"subject": "Ada", "predicate": "invented", "object": "looms"}
        ),
    ),
    of(
        'Text: Two red hats please\nJSON: {"item": "hat", "color": "red", "count": 2}\n\nText: Six blue mugs please\nJSON:',
        equals({"item": "mug", "color": "blue", "count": 6}),
    ),
    of(
        "Put these into one JSON object.\n\nA1 - Anchor\nB2 - Buoy",
        equals({"A1": "Anchor", "B2": "Buoy"}),
    ),
)

SOURCES = (
    of(
        'The output does not match the schema: "nights" is not an integer. Correct it.',
        lambda text: parsed(text) == {"city": "Bergen", "nights": 3},
        'Answer with JSON: {"city": string, "nights": integer}',
        earlier=(
            ("user", "We stay for three nights in Bergen."),
            ("assistant", '{"city": "Bergen", "nights": "three"}'),
        ),
    ),
    of(
        "Now all of it as JSON with the keys name and town.",
        equals({"name": "Runa", "town": "Bergen"}),
        earlier=(
            ("user", "Hello, my name is Runa."),
            ("assistant", "Hello Runa, where do you live?"),
            ("user", "I live in Bergen."),
            ("assistant", "A fine town."),
        ),
    ),
    of(
        'Return {"walks": number or null, "phone": string or null}. Text: The kennel is open.',
        equals({"walks": None, "phone": None}),
    ),
    of(
        "Return a JSON array of strings with every city in the text.\n\nThe train leaves Vienna, stops in Prague and ends in Berlin.",
        equals(["Vienna", "Prague", "Berlin"]),
    ),
    of(
        'Mark each text as "calm" or "angry". JSON with the key label. Text: This is outrageous, I hate it!',
        equals({"label": "angry"}),
    ),
    of('What is 12% of 50? JSON: {"result": number}', equals({"result": 6})),
    of(
        "JSON with name and home. The home is itself an object with street and town.\n\nText: Kai Holm lives at 4 Reed Lane in York.",
        has({"name": ("Kai Holm",), "home": {"street": "4 Reed Lane", "town": "York"}.__eq__}),
    ),
)

WORDINGS = (
    of(
        "Every product with its price as JSON: We sell rakes at $2, hoes at $3 and a cart for $12.",
        equals(
            [
                {"product": "rakes", "price": 2},
                {"product": "hoes", "price": 3},
                {"product": "cart", "price": 12},
            ]
        ),
    ),
    of(
        "As JSON, list the ingredients with amounts: Mix 200 g flour, 2 eggs and 90 ml milk.",
        lambda text: [row["amount"] for row in parsed(text)] == [200, 2, 90],
    ),
    of(
        "Write the packing list as JSON with item and quantity: 3 ropes, 2 cans of tar, a dozen nails",
        lambda text: [row["quantity"] for row in parsed(text)] == [3, 2, 12],
    ),
    of(
        "JSON array of the days mentioned: The ferry sails on Monday and Thursday.",
        equals(["Monday", "Thursday"]),
    ),
    of(
        "Pull the dates out of this and return them as an ISO JSON array: From 5 May 2024 to May 12, 2024.",
        equals(["2024-05-05", "2024-05-12"]),
    ),
    of(
        "Make this a JSON: id=7; name=Rope; price=19.90",
        equals({"id": 7, "name": "Rope", "price": 19.9}),
    ),
    of(
        "JSON with sender and recipient.\n\nHi Paul, the pump is dry. Please come. - Linda",
        equals({"sender": "Linda", "recipient": "Paul"}),
    ),
    of(
        "Return only JSON. Keys: question, options (4), answer. Topic: the planets.",
        lambda text: parsed(text)["answer"] in parsed(text)["options"][:4],
    ),
)

SHOWN = (
    of(
        """Check each statement against the source. Return JSON: {"checks": [{"statement": "...", "ok": true}, {"statement": "...", "ok": false, "explanation": "..."}]}

Source: The ferry leaves at 9:15 and costs 14 euros.

Statements:
- The ferry leaves at 9:15.
- The ferry is free of charge.""",
        lambda text: [row["ok"] for row in parsed(text)["checks"]] == [True, False],
    ),
    of(
        """<menu>
Lunch for two at Bistro Nord. Starter: soup 6 EUR. Main: trout 18 EUR. Dessert: cake 5 EUR.
</menu>

Return a JSON object with "restaurant" (string) and "dishes", a list of objects holding "name" and "price" (number).""",
        lambda text: [row["price"] for row in parsed(text)["dishes"]] == [6, 18, 5],
    ),
    of(
        'Tweet: the new update keeps crashing my phone.\n\nReturn {"team": "mobile" | "web", "urgency": <int between 1 and 5>} and nothing more.',
        has({"team": ("mobile", "web"), "urgency": (1, 2, 3, 4, 5)}),
    ),
    of(
        "Review: The tent leaked and the zip broke.\n\nReport sentiment (positive/negative/neutral), main_issue and would_recommend (boolean).",
        has({"sentiment": ("negative",), "main_issue": str, "would_recommend": (False,)}),
        "You are an API. Reply with JSON only.",
    ),
)

READ = (
    of(
        "For the soup take 2 l water, 500 g carrots and 2 tbsp oil. Boil for 20 minutes.\n\nJSON array of ingredients with name, quantity (number) and unit, please.",
        equals(
            [
                {"name": "water", "quantity": 2, "unit": "l"},
                {"name": "carrots", "quantity": 500, "unit": "g"},
                {"name": "oil", "quantity": 2, "unit": "tbsp"},
            ]
        ),
    ),
    of(
        "Extract the FAQ as a JSON list with question and answer.\n\nQ: When do you open?\nA: At nine.\nQ: Do you sell tea?\nA: Yes, green and black.",
        equals(
            [
                {"question": "When do you open?", "answer": "At nine"},
                {"question": "Do you sell tea?", "answer": "Yes, green and black"},
            ]
        ),
    ),
    of(
        "Return name and price for each product, as a JSON array sorted by price descending.\n\nMug: 8.50\nPlate: 12.00\nSpoon: 2.25",
        lambda text: [row["name"] for row in parsed(text)] == ["Plate", "Mug", "Spoon"],
    ),
    of(
        'Generate 2 quiz questions from the text below as JSON: {"questions": [{"question": "...", "options": ["...", "...", "..."], "answer": "..."}]}\n\nText: Mount Etna is a volcano in Sicily. The Danube flows through Vienna.',
        lambda text: (
            [row["answer"] in row["options"] for row in parsed(text)["questions"]] == [True, True]
        ),
    ),
    of(
        'Fill in {"invoice_no": string|null, "po_number": string|null, "total": number|null} from the text below. Missing values are null.\n\nText: Invoice INV-2207 from Brandt Tools over 340.50 EUR.',
        equals({"invoice_no": "INV-2207", "po_number": None, "total": 340.5}),
    ),
    of(
        'Sort the terms of a question: JSON with the keys "general_keywords" and "specific_keywords", each a list of strings.\nIf a question is too vague, return {"general_keywords": [], "specific_keywords": []}.\n\nQuestion: yo',
        equals({"general_keywords": [], "specific_keywords": []}),
    ),
    of(
        'Sort the terms of a question: JSON with the keys "general_keywords" and "specific_keywords", each a list of strings.\n\n--- Input ---\nUser Question: Why do salmon leave the Loire near Nantes?\n\n--- Result ---',
        both(
            lambda text: parsed(text)["specific_keywords"] == ["Loire", "Nantes"], holds("salmon")
        ),
    ),
    of(
        'Reply in JSON:\n{\n  "tasks": [\n    {\n      "title": "<title>",  # a few words\n      "owner": "<name>"  # who does it\n    },\n    ...\n  ]\n}\n\nMinutes: Olga will book the hall. Piotr will print the posters.',
        lambda text: [row["owner"] for row in parsed(text)["tasks"]] == ["Olga", "Piotr"],
    ),
    of(
        'Write 3 search queries on the following question: "Why do cats purr at night?"\n\nNo operators such as site: are allowed, since not all engines know them.\n\nRespond with a list of strings in this form: ["search 1", "search 2", "search 3"]',
        both(lambda text: len(parsed(text)) == 3, holds("cats purr"), lacks("operators")),
    ),
    of(
        "task: which trees grow fast in clay?",
        has({"desk": ("Garden Desk",), "brief": str}),
        'Choose the desk for a task.\n\ntask: "how do I prune roses and other garden plants?"\nresponse:\n{\n  "desk": "Garden Desk",\n  "brief": "You know all about trees and flowers."\n}\ntask: "is my pension safe?"\nresponse:\n{\n  "desk": "Money Desk",\n  "brief": "You know all about savings."\n}\n',
    ),
)

OBJECTS = {
    "objects: shown": SHOWN,
    "objects: read": READ,
    "objects: wordings": WORDINGS,
    "objects: given": GIVEN,
    "objects: shapes": SHAPES,
    "objects: records": RECORDS,
    "objects: keys": KEYS,
    "objects: values": VALUES,
    "objects: changes": CHANGES,
    "objects: sources": SOURCES,
}
