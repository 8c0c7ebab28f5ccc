"""Documents with a request to read them: forms, tables, e-mails, notes, dialogues, passages."""

from __future__ import annotations

from tests.sense.checks import both, ends, has, holds, is_, lacks, number, of, parsed, starts, words

NOTE = """Delivery note
Halden Timber Oy
Note No: HT-7731
Delivery date: 4 May 2026      Order date: 28 April 2026
Deliver to: Kestrel Joinery, 3 Dock Street, Cork

Item              Qty   Unit price   Amount
Oak board 2 m     6     31.50        189.00
Pine batten       20    2.25         45.00

Total due: EUR 234.00"""

LETTER = """From: Aino Mattila <aino.mattila@example.org>
To: Repairs Desk <repairs@example.com>
Subject: Kettle leaks, ticket 5531-07

Hello,

I bought the Bergen steel kettle on 2 April and it leaks. Please send a new one to 9 Fjord Road, Larvik, or refund the 45.90 euros.

Aino"""

BOARD = """Garden committee of 7 March 2026
Present: Ruth Okoro, Miguel Sanz
1. Ruth will order the seeds by 20 March.
2. Miguel will repair the fence until Sunday.
Next meeting: 4 April, 18:30, shed."""

CALL = """Visitor: The lift has been stuck since this morning.
Desk: Which building is it?
Visitor: Block C. Nobody answers the phone, it is awful.
Desk: A mechanic comes between 2 and 4."""

NEWS = "Marta Ruiz founded Lumbre Foods in Bilbao in 2011. Lumbre Foods bought Orzo Mills. The mill employs 75 people in Parma."

BOATS = """boat,price,length,stock,dock
Elk,400,9,1,North
Fox,210,5,2,North
Gnu,250,7,0,South"""

TENTS = """Our tents:
- Moss 2: 149 EUR, 1.9 kg
- Fern 4: 260 EUR, 3.4 kg, window
- Birch 6: 410 EUR, 6.2 kg, two rooms"""

PARCEL = """{
  "code": "QX-77",
  "to": {"name": "Ida Roth", "city": "Ghent"},
  "items": [{"sku": "A1", "name": "Mug", "qty": 6}, {"sku": "A2", "name": "Bowl", "qty": 2}]
}"""

LOG = """2026-03-01 07:00:01 INFO web: up on port 80
2026-03-01 07:02:10 ERROR store: disk is full
2026-03-01 07:03:30 ERROR mail: no route"""

READ_INTO_JSON = (
    of(
        "Memories:\n- Is called Halvor\n- Plays the cello in a quartet\n- Owns three goats\n\nQuestion: Which instrument does the user play?",
        holds("cello"),
        "Answer from the memories.",
    ),
    of(
        f"Read the note into JSON with the keys note_number, supplier and total.\n\nNote:\n{NOTE}",
        has(
            {
                "note_number": ("HT-7731",),
                "supplier": ("Halden Timber Oy",),
                "total": number(234, 234),
            }
        ),
    ),
    of(
        f'Return JSON like {{"items": [{{"item": "...", "quantity": 0, "unit_price": 0.0}}]}} for this document.\n---\n{NOTE}\n---',
        lambda text: (
            [row["quantity"] for row in parsed(text)["items"]] == [6, 20]
            and parsed(text)["items"][1]["item"] == "Pine batten"
        ),
    ),
    of(
        f'Extract the tasks as JSON: {{"tasks": [{{"owner": "who does it", "task": "what is to be done"}}]}}\n\nNotes:\n{BOARD}',
        lambda text: (
            [row["owner"] for row in parsed(text)["tasks"]] == ["Ruth", "Miguel"]
            and "fence" in parsed(text)["tasks"][1]["task"]
        ),
    ),
    of(
        'Who takes part? Reply as JSON: {"people": [{"name": "...", "age": 0}]}\n\nMira (12) plays chess with Tom (9) and her aunt Ines (44).',
        lambda text: [row["age"] for row in parsed(text)["people"]] == [12, 9, 44],
    ),
)

ANSWERED = (
    of(
        "hi, how long can i keep a kayak?",
        holds("three hours"),
        system="Answer with this FAQ only.\n\nQ: What does a kayak cost?\nA: A kayak costs 9 euros.\n\n"
        "Q: How long may I keep a kayak?\nA: Kayaks are lent for three hours.",
    ),
    of(
        "Bay: 4 EUR a day, 1 tent.\nDune: 9 EUR a day, 3 tents.\n\n"
        "Which pitch has 3 tents and what does it cost?",
        holds("Dune", "9 EUR"),
    ),
    of(
        "| Day | Guide | Walk |\n|---|---|---|\n| Friday | Olle | Fen |\n| Sunday | Rita | Ridge |\n\n"
        "Who guides the Ridge walk, and on which day?",
        holds("Rita", "Sunday"),
    ),
    of(
        "The original query is as follows: When does the ferry to Ven leave?\nWe have provided an"
        " existing answer: That is not stated.\nWe have the opportunity to refine the existing answer"
        " with some more context below.\n---\nThe ferry to Ven leaves at 7:10.\n---\nGiven the new"
        " context, refine the original answer.",
        lambda text: "7:10" in text and "not stated" not in text,
    ),
    of(
        "Answer from the sources and cite them. For example:\nSource 1:\nRain is wet.\nQuery: What is"
        " wet?\nAnswer: Rain [1].\nNow it's your turn.\n---\nSource 1:\nThe mill was sold in 1920.\n"
        "Source 2:\nThe mill has three floors.\n---\nQuery: How many floors does the mill have?\nAnswer:",
        holds("three floors", "[2]"),
    ),
    of(
        f"Was the visitor pleased with the service? Answer YES or NO.\n\n{CALL}",
        lambda text: text in ("YES", "NO"),
    ),
    of(
        f"Context is given below.\n------\n{NEWS}\n\n{CALL}\n------\nUsing the context, answer the query.\nQuery: How many people does the mill employ?\nAnswer:",
        holds("75"),
    ),
)

RULED = 'Answer only from the context. If it is not in the context, reply "Not there."\n\nContext: The mill in Ardal grinds rye. It was built in 1820 and moved from Lom to Ardal in 1950.\n\nQuestion: '

FROM_FACTS = (
    of(f"{RULED}Who owns the mill?", is_("Not there.")),
    of(
        "Action items as JSON array with owner and task\n\nIda: Fine. I'll call Bo.\nBo: Good.",
        lambda text: parsed(text) == [{"owner": "Ida", "task": "call Bo"}],
    ),
    of(f"{RULED}What is the name of its owner?", is_("Not there.")),
    of(f"{RULED}How much did it cost to move the mill?", is_("Not there.")),
    of(
        "Case 12\nReported by: Ana Sol\nAssigned to: Bo Lind\n\nWho is handling this case?",
        holds("Bo Lind"),
    ),
    of(
        "Order 81\nPaid by: card\nShipped to: Cork\n\nHow was the order paid?", is_("Paid by: card")
    ),
    of(
        "| Hour | Mon | Tue |\n|---|---|---|\n| 9 | Judo | Choir |\n| 10 | Choir | Chess |\n\nWhen is chess?",
        holds("10", "Tue"),
    ),
    of(
        "| Name | Club | Town |\n|---|---|---|\n| Bo | Chess | Lund |\n| Cy | Judo | Lund |\n\nWho does judo in Lund?",
        both(holds("Cy"), lacks("Bo")),
    ),
    of(
        '{"member": {"name": "Bo Lind", "town": "Lund"}, "loans": [{"book": "Emma"}, {"book": "Kim"}]}\n\nWhere does the member live?',
        holds("Lund"),
    ),
    of(f"{RULED}Where is the mill now? One word only.", is_("Ardal", "Ardal.")),
    of(f"{RULED}In which year was it built? Only the year.", is_("1820")),
    of(
        "Rules:\nBikes may be taken on board. Dogs are not allowed.\n\nQuestion: Are dogs allowed? Start with Yes or No.",
        lambda text: text.startswith("No"),
    ),
    of(
        "What about parking?",
        holds("behind the barn"),
        system="Q: Where can I park?\nA: Parking is behind the barn.\n\nQ: Do you sell ice?\nA: Yes.",
    ),
    of(
        "|name|port|\n|---|---|\n|Alba|Cork|\n|Brig|Nice|\n|Cora|Cork|\n\nWhich boats are in Cork?",
        lambda text: "Alba" in text and "Cora" in text and "Brig" not in text,
    ),
)

IN_THE_PROMPT = (
    of(
        'My settings:\n\n```json\n{"host": "db1", "port": 5432}\n```\n\nWhat is the port set to?',
        holds("5432"),
    ),
    of(
        "Context: The shop sells tea.\n\nQuestion: Who owns it?",
        is_("NO_ANSWER"),
        system="Use only the context. If the answer is not in it, reply exactly with: NO_ANSWER",
    ),
    of(
        "You are given a table.\n\n| fish | weight |\n|------|--------|\n| cod | 900 |\n| eel | 350 |\n\nWhat is the weight of the eel?",
        holds("350"),
    ),
    of(
        "Translate this sentence from English into Spanish.\n\nEnglish: Good morning!\nSpanish:",
        holds("Buenos días"),
    ),
    of(
        "Write the people as CSV with the header line `who,town`.\n\nVera lives in Ghent. Odo lives in Lille.",
        lambda text: text.splitlines()[0] == "who,town",
    ),
    of(
        "Only use these tables:\nCREATE TABLE boats (id INTEGER, name TEXT, harbour TEXT)\n\nQuestion: Which names have the boats in the harbour 'Sales Pier'? Answer in SQL.",
        holds("WHERE harbour = 'Sales Pier'"),
    ),
    of(
        "Lies die Bestellung als JSON mit den Feldern `artikel` und `anzahl` (Ganzzahl).\n\nArtikel: Tinte\nAnzahl: 7",
        has({"artikel": ("Tinte",), "anzahl": (7,)}),
    ),
    of(
        'Rate the review as JSON with the fields "mood" (positive|negative) and "stars" (1-5, 5 is best).\n\nReview: "A wonderful lamp, I love it."',
        has({"mood": ("positive",), "stars": (5,)}),
    ),
    of(
        "timeout = 30\nretries = 5\nstore = redis-eu-2\n\nWhich store do we use? Just the name.",
        is_("redis-eu-2"),
    ),
    of(
        "Class 4B meets in Lab 3.\n\nIn which lab does class 4B meet?",
        holds("Lab 3"),
        "Use <thinking> for your thoughts and <answer> for the answer.",
    ),
    of(
        "Handbook: Lockers are on floor 2.\n\nWhat does a locker cost?",
        is_("NO_DATA"),
        "Answer from the handbook. Reply NO_DATA when it says nothing on a question.",
    ),
    of(
        '<source id="S3">The race starts at the mill.</source>\n<source id="S8">Runners get tea.</source>\n\nWhere does the race start?',
        ends("(ref: S3)"),
        "Answer from the sources and close with the source id in the form (ref: ID).",
    ),
    of(
        "Ana: the release waits for the login test\nJon: I can look at it today\nMira: thanks Jon, then we release tomorrow",
        both(starts("Recap:"), holds("Ana", "Jon", "Mira", "login"), words(5, 44)),
        'You write short recaps of team chats. Begin with "Recap:" and stay under 45 words.',
    ),
    of(
        "Extend the summary by the new messages.\n\nSummary so far:\nOlga paints a bicycle green.\n\nNew messages:\nUser: I sanded the frame.\nAssistant: Then apply a primer.\n\nUpdated summary:",
        holds("Olga paints a bicycle green. I sanded the frame.", "primer"),
    ),
    of(
        "Contexto: El tren a Lugo sale del andén 4 a las 10:15.\n\n¿A qué hora sale el tren a Lugo? Solo la hora.",
        is_("10:15"),
    ),
    of(
        "Article: Oulu built a drone that runs on hydrogen. It flew over Lapland in March.\n\nQuestion: Where did the drone fly? Answer with the place only.",
        is_("Lapland"),
    ),
)

REWORDED = (
    of(
        "Write 4 different versions of the user question to search a library. Put each on its own line.\nOriginal question: Who owns Orzo Mills?",
        lambda text: len(text.split("\n")) == 4 and text.count("Orzo Mills") == 4,
    ),
    of(
        "From the history and the follow up question, write a standalone question.\n\nHistory:\nuser: Which mill did Lumbre Foods buy?\nassistant: It bought Orzo Mills.\nFollow up question: Where is it?\nStandalone question:",
        is_("Where is Orzo Mills?"),
    ),
    of(
        'Answer with references ("SOURCES").\n\nQUESTION: Who runs the kiosk?\n=====\nContent: The pier was built in 1910.\nSource: 3-a\nContent: The kiosk is run by Odile.\nSource: 7-b\n=====\nANSWER:',
        holds("Odile", "SOURCES: 7-b"),
    ),
)

DATA = (
    of(
        'Context (JSON):\n{"boat": {"name": "Otter", "launch_date": "2025-04-02", "seats": 6}}\n\nHow many seats has the boat?',
        holds("6"),
    ),
    of(
        'Input:\n{"member": {"name": "Ida Roth", "level": "gold", "expiry_date": "2026-02-01"}}\n\nWhen does the level expire?',
        holds("2026-02-01"),
    ),
    of('What is the port in this config? {"host": "db", "port": 5432}', holds("5432")),
    of(
        'Given this data: [{"hotel":"Fern","rate":90},{"hotel":"Gale","rate":75}]\nWhich hotel is the cheapest?',
        holds("Gale"),
    ),
    of(
        '[{"id": 1, "title": "Paint", "done": false}, {"id": 2, "title": "Sand", "done": true}]\n\nWhich jobs are not done?',
        both(holds("Paint"), lacks("Sand")),
    ),
    of('{"guests":[{"name":"Ann"},{"name":"Bob"}]}\nHow many guests are there?', holds("2")),
    of(f"{BOATS}\n\nwhats the length of the Elk", is_("The length of Elk is 9.")),
    of(f"{BOATS}\n\nWhich boats cost more than 300 euros?", both(holds("Elk"), lacks("Fox"))),
    of(f"{BOATS}\n\nWhich boat is sold out?", both(holds("Gnu"), lacks("Elk", "Fox"))),
    of(f"{BOATS}\n\nHow many boats are shorter than 8 metres?", holds("2")),
    of(f"{BOATS}\n\nWhat is the second cheapest boat?", both(holds("Gnu"), lacks("Fox"))),
    of(f"{BOATS}\n\naverage price per dock", holds("North: 305", "South: 250")),
    of(f"{BOATS}\n\nWhich dock has the highest average price?", both(holds("North"), lacks("Elk"))),
    of(f"{BOATS}\n\nsort by length, longest first", starts("boat,price,length,stock,dock\nElk")),
    of(f"{BOATS}\n\nWhat's the total value of the stock?", holds("820")),
    of(f"{BOATS}\n\nHow much more does the Elk cost than the Fox?", holds("190")),
    of(f"{BOATS}\n\nlist only the boat names", is_("Elk\nFox\nGnu")),
    of(
        "Ship: Elk\nBerth: 4\n\nShip: Fox\nBerth: 9\n\nWhich berth has the Fox?",
        both(holds("9"), lacks("4")),
    ),
    of(f"{BOATS}\n\nIs the Elk longer than the Gnu?", starts("Yes")),
    of(f"{BOATS}\n\nAre any boats cheaper than 100 euros?", starts("No")),
    of(f"{BOATS}\n\nWhich docks are there?", holds("North", "South")),
    of(f"Describe this data:\n\n{BOATS}", holds("price", "dock")),
    of(f"{TENTS}\n\nWhich one is the lightest?", both(holds("Moss 2"), lacks("Fern"))),
    of(f"{TENTS}\n\nwhich one has a window", both(holds("Fern 4"), lacks("Moss"))),
    of(f"{PARCEL}\n\nwhats the parcel's tracking code", holds("QX-77")),
    of(f"{PARCEL}\n\nhow many mugs were sent?", holds("6")),
    of(f"{PARCEL}\n\ngive me the names of the items", is_("Mug\nBowl")),
    of(f"{PARCEL}\n\nconvert it to YAML", starts("code: QX-77\n")),
    of(f"{LOG}\n\nshow only the errors", both(holds("disk is full", "no route"), lacks("INFO"))),
    of(f"{LOG}\n\nCount the entries by level.", holds("ERROR: 2", "INFO: 1")),
    of(f"{LOG}\n\nWhich service has no route?", holds("mail")),
    of("[ ] paint\n[x] sand\n[x] oil\n\nWhat is still open?", both(holds("Paint"), lacks("sand"))),
    of("Tea 2.10\nCocoa 3.20\nMilk 1.80\n\nwhich drink is the cheapest?", holds("Milk")),
    of("Points: Ida 7, Bo 9, Cy 4. What is the average?", holds("6.6667")),
    of("host: db\nport: 5432\nuser: ada\npool_size: 9\n\nhow big is the pool size?", holds("9")),
    of('Is this valid JSON? {"a": [1, 2}', starts("No")),
    of('How many keys does this JSON have? {"a": 1, "b": 2}', holds("2", "a and b")),
    of('["fig", "pea", "rye"]\n\nIs there rye on the list?', starts("Yes")),
    of(f"{LETTER}\n\nWho wrote this e-mail? Only the name.", is_("Aino Mattila")),
    of(f"{NOTE}\n\nhow much do we have to pay?", holds("234.00")),
    of(
        "2. Fee. The client pays 90 euros a day.\n3. Ending. Both may leave in 30 days.\n\nwhat does section 2 say?",
        holds("90 euros"),
    ),
    of(
        "Question: How many boats are in Rome?\nSQL Query: SELECT COUNT(*) FROM boats\nSQL Result: [(14,)]\nAnswer:",
        holds("14"),
    ),
    of(
        "Do you shut on Sundays?", starts("Yes"), system="Mill. Hours: Mon-Sat 9-17, closed Sunday."
    ),
    of("Context: The Ouse is 84 km long.\n\nQuestion: How long is the Wye?", holds("does not say")),
    of(
        "Ida Moss and Bo Ek sailed while Al Fry cooked soup.\n\nQuestion: Who cooked soup? Name only.",
        is_("Al Fry"),
    ),
    of(
        "Boat A: 9 EUR, 4 seats\nBoat B: 7 EUR, 6 seats\n\nWhich boat has the most seats and what does it cost?",
        holds("7"),
    ),
    of("Al: Who steers today?\nBo: Ida does.\n\nWho steers today?", holds("Ida")),
    of(
        "How much is the sauna for 3 hours?",
        holds("24"),
        system="Sauna: 8 EUR per hour\nTowel: 2 EUR",
    ),
    of(
        'Facts: Oslo has a mill.\n\nAnswer from the facts, otherwise say "No idea".\nQuestion: Who owns it?',
        is_("No idea"),
    ),
    of(
        "Turn the last question into a self-contained question.\n\nUser: Who built the Ada Mill?\nBot: Bo did.\nUser: When was it built?",
        is_("When was the Ada Mill built?"),
    ),
    of("Action items:\n\nIda: Fine. I'll call Bo.\nBo: Good.", holds("Ida will call Bo")),
    of(
        "What did the guest dislike?\n\nThe rye bread is great. Sadly the tea was cold.",
        holds("tea was cold"),
    ),
    of(
        "# Context\nA loan is for a week. Renewal is possible twice.\n\n# Question\nHow often can I renew a loan?",
        holds("twice"),
    ),
    of(
        "Read these notes and answer: which version fixed the mill?\n\nv1.0 - a boat\nv1.1 - Fixed the mill\nv1.2 - CSV",
        holds("v1.1"),
    ),
    of(
        "Write a search query for the last message.\n\nUser: I bought a Zeta B4.\nBot: Ok.\nUser: Is it loud?",
        holds("Zeta B4"),
    ),
    of("Rank by size, largest first: Lom 9k, Ulm 1M, Bern 130k", is_("Ulm, Bern, Lom")),
    of(
        "A new pot lasts 3 years. Mills need to be oiled after 5 years.\n\nHow long do mills last?",
        holds("5 years"),
    ),
    of(
        "Pull out all tasks with their due date:\n\nIda will oil the mill by May. It rained.",
        holds("Ida will oil the mill by May."),
    ),
    of("How do I get to the bus station?", holds("cannot look up the way")),
    of("Do you speak German?", holds("simple sentences")),
    of("Until what time are you open?", holds("no information about the opening hours")),
    of(
        "Do you sell rye?",
        is_("Ask Ida."),
        system="Use only the FAQ. If it is not there, say 'Ask Ida.'\n\nQ: Is it loud?\nA: No.",
    ),
    of(
        "Which service crashed?\n\n2024-05-01 09:00 INFO web-app up\n2024-05-01 09:01 ERROR mail-worker lost",
        holds("mail-worker"),
    ),
    of(
        "Reported by: Ana Sol\nState: new\n\nCustomer writes: My lamp flickers since I moved it.\n\nwhat is the customer's problem?",
        holds("lamp flickers"),
    ),
)

ASKED_AND_CITED = (
    of(
        "Context: Adults pay 12 euros. Kids pay 5 euros.\n\nQ: What do kids pay?\nA:",
        holds("Kids pay 5 euros"),
    ),
    of(
        "When is my delivery?\n\nDear Mr. Abt,\n\nyour delivery of two chairs comes on Friday, "
        "3 July at noon. Please be at home.\n\nNord Furniture",
        holds("3 July"),
    ),
    of(
        "How hot must the oven be?",
        is_("The oven must have 220 degrees.\nFiles: rye.md"),
        system='Answer from the notes. End with a line "Files:" followed by the file names.'
        "\n\n[tea.md] Tea needs 80 degrees.\n[rye.md] The oven must have 220 degrees.",
    ),
    of(
        "Cite with [n] when the <source> tag has an id. Never write XML tags.\n\n"
        '<source id="1">The pool opens at 7.</source>\n\nWhen does the pool open?',
        both(holds("7", "[1]"), lacks("<")),
    ),
    of(
        "Which of these documents is about bees? Output only its index."
        '\n\n<document index="1">\nGoats climb.\n</document>'
        '\n<document index="2">\nBees make honey.\n</document>',
        is_("2"),
    ),
    of(
        'Answer in JSON: {"answer": string, "source": string}\n\nContext: According to '
        "https://pool.example the pool closes at 19:30.\nWhen does the pool close?",
        has({"answer": holds("19:30"), "source": str}),
    ),
    of(
        '<doc id="note-a">The kiln was built in 1902.</doc>\n<doc id="note-b">The potter is '
        "Elin Strand.</doc>\n\nWho is the potter?",
        has({"answer": lambda text: "Elin Strand" in text, "source_ids": (["note-b"],)}),
        system='Answer from the notes as JSON: {"answer": "...", "source_ids": ["..."]}',
    ),
    of(
        "[1] The dam is 90 m high.\n[2] The canal is 12 km long.\n\nHow long is the canal? Put "
        "the answer in <answer> tags and the number of the passage in <source> tags.",
        holds("<answer>The canal is 12 km long.</answer>", "<source>2</source>"),
    ),
    of(
        "How old is the mill? Give the answer in one word.\n\nThe mill is 120 years old.",
        is_("120"),
    ),
)


SOURCES = {
    "sources: data": DATA,
    "sources: read into json": READ_INTO_JSON,
    "sources: answered": ANSWERED,
    "sources: from facts": FROM_FACTS,
    "sources: in the prompt": IN_THE_PROMPT,
    "sources: reworded": REWORDED,
    "sources: asked and cited": ASKED_AND_CITED,
}
