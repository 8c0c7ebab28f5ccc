"""Texts that prompts bring or ask for: rewritten, converted, tabulated, listed, and documents."""

from __future__ import annotations

from tests.sense.checks import (
    both,
    bullets,
    comma_separated,
    fits_pattern,
    holds,
    is_,
    lacks,
    lines,
    numbered,
    of,
    parsed,
    sentences,
    starts,
    table,
    words,
)

REWRITTEN = (
    of("Put this in the past tense: He walks to the pier.", is_("He walked to the pier.")),
    of("Turn it into a question: The pier is open.", is_("Is the pier open?")),
    of("Make this formal: Hey Ola, the call's at noon!", starts("Dear Ola,")),
    of(
        'Name all people in this text, separated by semicolons: "Later Uma called Theo. Then Vera wrote to them."',
        is_("Uma; Theo; Vera"),
    ),
    of(
        "Sort by weight, heaviest first, one per line: cod 3 kg, eel 5 kg, ray 2 kg",
        is_("eel 5 kg\ncod 3 kg\nray 2 kg"),
    ),
    of(
        "List the tools named in the text as bullets.\n\n"
        "Text: For this job you need a saw, two clamps and a drill.",
        bullets(3),
    ),
    of(
        "Keep only the rows where kind is oak, as CSV.\n\nid,kind\n1,oak\n2,elm\n3,oak",
        is_("id,kind\n1,oak\n3,oak"),
    ),
    of(
        "Write minutes with the headings Attendees, Decisions, Actions.\n\n"
        "Notes: present Ula, Ed. we agreed on blue. Ed orders the paint, Ula calls the shop.",
        holds("- Ula, Ed", "- We agreed on blue", "- Ed orders the paint\n- Ula calls the shop"),
    ),
    of(
        "Issue report with the headings '## Steps', '## Expected' and '## Actual' from this:\n\n"
        "Select two rows. Press Delete. Both rows should vanish. However, one of them stays.",
        holds("## Steps\n\n- Select two", "## Expected\n\n- Both", "## Actual\n\n- However"),
    ),
    of(
        "Write an email to Ms. Okoro: her visa is ready. Include a greeting and a sign-off by"
        " 'The Embassy Desk'.",
        both(holds("Dear Ms. Okoro", "visa is ready", "\nThe Embassy Desk"), lacks("sign-off")),
    ),
    of(
        "Schreib einen Brief an Herrn Adler: Ihr Paket liegt bei der Post. Mit Grußformel.",
        holds("Sehr geehrter Herr Adler", "Ihr Paket liegt bei der Post.", "Grüßen"),
    ),
    of(
        "Remind Mrs. Hill that she has to pay by Friday. Best, Ana",
        holds("Hi Mrs. Hill", "you have to pay by Friday", "\nAna"),
    ),
    of("Let Omar know the van is in bay 4.", both(starts("Hi Omar, "), holds("van is in bay 4"))),
    of(
        "Describe it in two sentences.",
        both(holds("Elbe"), sentences(2, 2)),
        earlier=(("user", "I often cycle along the Elbe."), ("assistant", "A fine river.")),
    ),
    of("Explain the importance of sleep in one sentence.", lacks("importance")),
    of(
        "Write one paragraph followed by a list of 3 bullets about ants.",
        both(lacks("#"), bullets(3)),
    ),
    of("Describe Rome in 30 words, split into 3 sentences.", sentences(3, 3)),
    of(
        "Write a report about trams with the headings '## Cost' and '## Noise'.",
        both(holds("\n## Cost\n", "\n## Noise\n"), lacks("## ##")),
    ),
    of(
        "As a table (Name | Task | Due).\nAda: paint the door, Friday\nBo: call Max, Monday",
        holds("| Ada | paint the door | Friday |"),
    ),
    of(
        "Rewrite this email to be more friendly: You must send the report today.",
        is_("Could you please send the report today? Thank you!"),
    ),
    of(
        'Make it more concise: "We are writing to inform you that, due to the fact that the office is closed, we cannot ship."',
        is_("Because the office is closed, we cannot ship."),
    ),
    of(
        "Rewrite so that a child understands it: Photosynthesis is the process by which plants convert light.",
        is_("Photosynthesis is how plants turn light."),
    ),
    of(
        "Shorten this: Due to the fact that it was raining, we made the decision to stay at home.",
        is_("Because it was raining, we decided to stay at home."),
    ),
    of("Simplify this sentence: He has the ability to swim.", is_("He can swim.")),
    of(
        "Paraphrase: The company started a big project.", both(lacks("big project"), holds("large"))
    ),
    of(
        "Expand on this: Electric bikes are changing cities.",
        both(starts("Electric bikes are changing cities."), sentences(2, 5)),
    ),
    of(
        "Make this sound more formal: hey, gonna miss the meeting, sorry",
        both(holds("I am going to miss the meeting", "apologise"), lacks("gonna")),
    ),
    of(
        "Make it less formal: I would like to request your assistance.",
        holds("I'd like to ask for your help"),
    ),
    of(
        "Correct the spelling: We definately beleive teh goverment.",
        is_("We definitely believe the government."),
    ),
    of(
        "Fix the grammar: she walk to work every mornings and dont has time",
        is_("She walks to work every morning and doesn't have time."),
    ),
)

CONVERTED = (
    of('Convert this to CSV: [{"x":1,"y":"a"},{"x":3,"y":"b"}]', is_("x,y\n1,a\n3,b")),
    of(
        "Convert this CSV to JSON:\nname,age\nEva,41\nTom,29",
        lambda t: parsed(t) == [{"name": "Eva", "age": 41}, {"name": "Tom", "age": 29}],
    ),
    of(
        'Turn this JSON into YAML:\n{"host": "db1", "ports": [5432, 5433], "tls": true}',
        is_("host: db1\nports:\n  - 5432\n  - 5433\ntls: true"),
    ),
    of(
        'Show this JSON as a markdown table: [{"fruit":"fig","kg":2},{"fruit":"lime","kg":5}]',
        both(table(["fruit", "kg"], 2), holds("| lime | 5 |")),
    ),
    of(
        "Convert the table to CSV.\n\n| id | colour |\n|---|---|\n| 1 | red |\n| 2 | blue |",
        is_("id,colour\n1,red\n2,blue"),
    ),
)

_TRACE = """Traceback (most recent call last):
  File "main.py", line 3, in <module>
  File "stock/shelf.py", line 41, in take
ValueError: nothing left"""

TABLES = (
    of(
        "/a 200\n/b 503\n/c 200\n/d 503\n\nhow many requests got a 503?",
        is_("There are 2."),
    ),
    of(f"{_TRACE}\n\nwhat file and line does this come from?", holds("stock/shelf.py, line 41")),
    of(f"what type of error is it?\n\n{_TRACE}", is_("It is a ValueError: nothing left.")),
    of(
        '{"version": "3.1.0", "dependencies": {"vite": "^5.0.2"}}\n\nwhich version of vite is it?',
        both(holds("5.0.2"), lacks("3.1.0")),
    ),
    of(
        "--- a/app.ini\n+++ b/app.ini\n@@ -1,2 +1,2 @@\n-port = 80\n+port = 90\n\nwhat did this diff change?",
        holds("port = 80", "port = 90"),
    ),
    of(
        "which columns does the boats table have?\n\nCREATE TABLE boats (id INT, email TEXT);\n"
        "CREATE TABLE piers (id INT, town TEXT);",
        both(holds("id INT, email TEXT"), lacks("town")),
    ),
    of(
        "The house rules are short. Guests leave with 30 days' notice. The rent is 400 euros, due "
        "on the 3rd. Late rent costs 2% more.\n\nWhat is the notice period?",
        holds("30 days' notice"),
    ),
    of("Ada scored 71, Bo scored 90 and Cy scored 66. Who is best?", holds("Bo has the highest")),
    of("Month,Sales\nM1,40\nM2,25\nM3,60\n\nWhich month had the lowest sales?", holds("M2 has")),
    of(
        "The old mill was built in 1810 and burnt down twice. In 1902 it was closed because of "
        "a flood. Since 1960 it holds 3 flats a floor.\n\nWhy was the mill closed?",
        holds("because of a flood"),
    ),
    of(
        "Compare canoes and kayaks in a two-column table (Canoes, Kayaks).",
        holds("| Canoes | Kayaks |", "Kayaks can save time"),
    ),
    of(
        "Make a table of this: Ulf is 41 and works in Bonn. Ina is 38 and works in Linz.",
        both(table(["Name", "Age", "City"], 2), holds("| Ina | 38 | Linz |")),
    ),
    of(
        "Create 4 sample guests as CSV with id,name,phone",
        comma_separated(["id", "name", "phone"], 4),
    ),
    of(
        "Convert the visits to CSV with the header line guest,day. Output only the CSV, no code"
        " fence.\n\nUla came on Monday.\nTom came on Friday.",
        starts("guest,day\n"),
    ),
    of(
        "Make a markdown table of these pupils: Kim, 12, Bergen; Lou, 11, Graz; Max, 13, Lyon",
        both(table(["Name", "Age", "City"], 3), holds("| Max | 13 | Lyon |")),
    ),
    of(
        "Turn this into CSV with the header `product,amount,cost`. No commentary.\n\n4 lamps at 15.20 each\n20 nails at 0.10 each",
        both(comma_separated(["product", "amount", "cost"], 2), holds("lamps,4,15.20")),
    ),
    of(
        "Create a weekly cleaning plan as a table.",
        both(table(["Day", "Chores"], 7), holds("Sunday")),
    ),
    of(
        "Plan a 2-day trip to Vienna as a markdown table with columns Day, Morning, Evening.",
        both(table(["Day", "Morning", "Evening"], 2), holds("Day 1", "Day 2")),
    ),
    of("Give me the pros and cons of electric cars as a table.", table(["Pros", "Cons"], 3)),
    of("Create a table with 3 columns and 4 rows about planets.", holds("| Mercury |", "| Mars |")),
    of("Compare tea and coffee in a table.", holds("| Tea | Coffee |")),
)

LISTED = (
    of(
        "Format this as a JSON list: red, green, blue",
        lambda t: parsed(t) == ["red", "green", "blue"],
    ),
    of(
        "Turn this into bullet points: We opened a shop. We hired four people. We doubled sales.",
        both(bullets(3), holds("- We hired four people")),
    ),
    of("Make a bulleted list out of this: apples, pears, plums", is_("- apples\n- pears\n- plums")),
    of("Give me 5 blog post ideas about home gardening.", both(numbered(5), lacks("##"))),
    of("Create a checklist for launching a website.", holds("# Launching A Website", "domain")),
    of("Suggest 4 usernames for a gamer who loves dogs.", both(numbered(4), lacks("gamer"))),
    of(
        "Generate four test cases for a search box.",
        both(numbered(4), holds("alid input for the search box")),
    ),
    of("Make a to-do list for moving to a new flat.", holds("boxes")),
    of("Step by step instructions for repairing a leaking tap?", holds("1. ", "a leaking tap")),
)

SELECTED = (
    of(
        "List the to-dos as bullets.\n\nNotes:\n[ ] call Ana\n[x] pay\nWe talked.\n[ ] order chairs",
        is_("- call Ana\n- order chairs"),
    ),
    of("The pier was rebuilt in May. It has new lamps.\n\ntl;dr in one sentence", holds("rebuilt")),
    of(
        "Find the link in the text below and output just that: See https://q.example/a or ask.",
        is_("https://q.example/a"),
    ),
    of(
        "Extract the order code from the note and return only it: Order KX-77 is late.",
        is_("KX-77"),
    ),
    of(
        "What does the writer think of the new bridge, and why?\n\nI have crossed the river here for forty years. The ferryman knew us all. It saves ten minutes, but nobody talks any more because everyone drives. I would give the minutes back.",
        holds("forty years", "minutes"),
    ),
    of(
        'Answer from the text. If the answer is not in it, reply "not stated".\n\nText: The bakery sells three things: rolls, pies and cakes. It opens at six.\n\nQuestion: How many ovens does the bakery have?',
        is_("not stated"),
    ),
)

WRITTEN = (
    of(
        "Write an email to my teacher Olga telling her we are moving to Graz. Signed Piet",
        holds("Dear Olga,", "We are moving to Graz.", "\nPiet"),
    ),
    of(
        "Schreib eine Mail an Ines, dass ich erst um neun ankomme.",
        holds("Hallo Ines,", "Ich komme erst um neun an."),
    ),
    of(
        "Escribe un correo a Marta diciéndole que el tren llega tarde.",
        holds("Hola, Marta:", "El tren llega tarde."),
    ),
    of(
        "Write exactly two sentences reminding guests to return the keys.",
        both(sentences(2, 2), holds("Please remember to return the keys.")),
    ),
    of(
        'A letter to the council that starts with "Dear Council" and ends with "Yours, Ida".'
        " It should complain about a dark street.",
        fits_pattern(r"Dear Council,\s+I have to complain about a dark street\..*Yours, Ida"),
    ),
    of(
        'Draft an email with the subject line "Lost keys" to Mr. Holm asking for a spare set.',
        holds("Subject: Lost keys\n", "ask for a spare set"),
    ),
    of(
        "Write meeting minutes with the headings Present, Decisions and Tasks."
        " Present: Kai, Lou. We decided to paint the hall. Lou will buy the paint.",
        holds("Minutes", "- Kai", "- We decided to paint the hall.", "- Lou will buy"),
    ),
    of('Write a notice titled "No swimming" saying that the lake is frozen.', holds("No swimming")),
    of(
        "Write a complaint to the bank about a wrong fee of 12 euros.",
        holds("complain about a wrong fee of 12 euros."),
    ),
    of(
        'Draft a reply to this email: "Hello, can we shift our lunch to Friday at noon? Best, Oskar"',
        holds("Dear Oskar,", "Yes, we can shift our lunch to Friday at noon."),
    ),
    of(
        'Write a polite answer to this message declining the invitation: "Would you like to come on Sunday? Cheers, Mia"',
        holds("Dear Mia,", "Unfortunately, I cannot come on Sunday."),
    ),
    of(
        "Create a quiz with 3 multiple choice questions about volcanoes.",
        both(holds("1. ", "3. ", "A) ", "D) ", "volcanoes"), lacks("4. ")),
    ),
    of(
        "Suggest a title for a blog post about growing tomatoes.",
        both(lines(1), holds("Growing Tomatoes")),
    ),
    of(
        "tweet (max 140 chars) announcing v1.7 of our tool 'quillo' incl. hashtag #opensource",
        is_("We are happy to announce v1.7 of our tool 'quillo'. #opensource"),
    ),
    of(
        "Write a LinkedIn post announcing that I joined Acme Robotics.",
        starts("I joined Acme Robotics."),
    ),
    of(
        "Write a product description for a wooden desk lamp in under 30 words.",
        both(
            holds("**Wooden Desk Lamp**\n", "the wooden desk lamp"), lambda t: len(t.split()) < 30
        ),
    ),
    of(
        "Write a one-paragraph bio for Hana Sato, a violin maker from Kyoto.",
        starts("Hana Sato is a violin maker from Kyoto."),
    ),
    of(
        "Schreib einen kurzen Brief an Herrn Aydin, in dem wir die Lieferung am 3. Juni bestätigen.",
        holds(
            "Sehr geehrter Herr Aydin,",
            "Wir möchten die Lieferung am 3. Juni bestätigen.",
            "Grüßen",
        ),
    ),
    of(
        "Schreibe eine kurze E-Mail an meine Lehrerin, dass mein Sohn heute krank ist.",
        holds("Liebe Lehrerin,", "Mein Sohn ist heute krank."),
    ),
    of(
        "Écris un court courriel à Mme Dubois pour annuler notre rendez-vous de lundi. Signe Léa.",
        holds("Madame Dubois,", "pour annuler notre rendez-vous de lundi.", "Cordialement,\nLéa"),
    ),
    of(
        "Escribe un correo breve a la señora Ruiz para confirmar la reunión del martes.",
        holds("Estimada señora Ruiz:", "Le escribo para confirmar la reunión del martes."),
    ),
    of(
        "You are a travel agent. Suggest an itinerary for 3 days in Porto.",
        both(holds("# Porto", "Day 3"), lacks("Agent")),
    ),
    of(
        "Write an app store tagline for a bird watching app. Max 35 characters!",
        both(holds("ird watching"), lambda t: len(t) <= 35),
    ),
    of(
        "In two sentences, tell my team that the demo moves to Monday because of a broken projector.",
        both(sentences(2, 2), holds("Monday", "projector")),
    ),
    of(
        "Write two sentences about night trains. Use the words 'ticket', 'window' and 'sunrise'.",
        both(sentences(2, 2), holds("night trains", "ticket", "window", "sunrise")),
    ),
    of(
        "Three different greetings for our chat bot (shop name: Velo), separated by a line with just ---",
        lambda t: len({*t.split("\n---\n")}) == 3 and "Velo" in t,
    ),
    of(
        "Outline my talk on rye bread: four sections with a heading and three bullets each.",
        both(bullets(12), holds("\n## ")),
    ),
    of("I need 24 words of dummy text for my page", both(words(24, 24), holds("dolor"))),
    of(
        "outline for a 15 minute talk on urban gardening: 3 sections with roman numerals (I., II., III.), two sub-points (A., B.) each",
        fits_pattern(
            r"# Urban Gardening\n\nI\. .+\n +A\. .+\n +B\. .+\nII\. (?s:.+)\nIII\. .+\n +A\. .+\n +B\. .+"
        ),
    ),
    of(
        "Create the changelog entry for version 2.3.0 (2024-11-05), Keep a Changelog style. Added: PDF export, keyboard shortcuts. Fixed: crash on start.",
        holds(
            "## 2.3.0 - 2024-11-05",
            "### Added\n\n- PDF export\n- Keyboard shortcuts",
            "### Fixed\n\n- Crash on start",
        ),
    ),
    of(
        "Summarise this thread for my boss in max 2 sentences:\n\nFrom: Rui\nWe ship on Wednesday.\n\nFrom: Ida\nFine, I will tell the customer today.",
        both(holds("ship on Wednesday"), lacks("From:")),
    ),
    of(
        "Tell me about the advantages of cycling, in two paragraphs separated by a blank line, each between 20 and 40 words.",
        lambda t: [20 <= len(part.split()) <= 40 for part in t.split("\n\n")] == [True, True],
    ),
    of("Schreibe ein Gedicht über den Herbst.", both(starts("**Herbst**"), holds("Zeit"))),
    of(
        'Reply to this customer review politely: "The pizza was cold. Never again! - Max"',
        holds("Dear Max,", "I am sorry to hear that"),
    ),
    of(
        "Write alt text for a photo of a red bicycle leaning against a wall.",
        is_("A red bicycle leaning against a wall."),
    ),
    of(
        "Write a README for a tool called logcat2 that converts logs to CSV.",
        holds("# logcat2", "Converts logs to CSV.", "pip install logcat2"),
    ),
    of(
        "Write a birthday card message for my grandmother who turns 80.",
        holds("Dear Grandmother,", "Happy birthday!"),
    ),
    of("haiku about snow on the garden wall", both(lines(3), holds("Snow"))),
    of(
        'Repeat this line exactly as it is and add nothing:\nMango-12 \\ over the "red" roof, once.',
        is_('Mango-12 \\ over the "red" roof, once.'),
    ),
    of("Say good morning in uppercase, no punctuation, nothing else", is_("GOOD MORNING")),
)

HEADED = (
    of(
        'Discuss working from a boat. Use the headings "Pros" and "Cons" with exactly two bullets'
        " under each.",
        both(bullets(4), holds("## Pros\n\n- Working from a boat", "## Cons\n\n- It takes")),
    ),
    of(
        "Write a how-to for our club: mending a net. Exactly 3 numbered steps.",
        both(numbered(3), holds("want to mend a net")),
    ),
    of(
        "Explain in exactly two sentences what a short report of a club is for.",
        both(sentences(2, 2), holds("a short report of a club")),
    ),
    of("Explain in one paragraph why clubs should train divers.", holds("divers")),
    of(
        "Write a poem about the moor: 2 stanzas, 4 lines each, separated by an empty line.",
        lambda t: [len(each.split("\n")) for each in t.split("\n\n")] == [4, 4],
    ),
    of(
        "Write a text about the sauna: exactly three lines, no line longer than seven words.",
        lambda t: [len(each.split()) < 8 for each in t.split("\n")] == [True] * 3,
    ),
    of(
        "Tell our members in a few words that the sauna is closed. End with the exact phrase"
        ' "See you soon."',
        both(holds("The sauna is closed."), lambda t: t.endswith("See you soon.")),
    ),
    of(
        "Tell Ms. Berg that the sauna is closed.",
        both(starts("Subject: "), holds("Dear Ms. Berg,")),
        system="Write complete emails with a subject line.",
    ),
)

_CHAT = (
    "USER: my bike chain keeps slipping\nASSISTANT: A worn chain slips. Measure it and replace it."
)

FOR_APPLICATIONS = (
    of(
        f'Name this chat in two to four words. JSON: {{"title": "..."}}\n<chat_history>\n{_CHAT}\n</chat_history>',
        lambda text: "Chain" in parsed(text)["title"] and len(parsed(text)["title"].split()) <= 4,
    ),
    of(
        f'What could the user ask next? JSON only: {{"follow_ups": ["...?", "...?"]}}\n<chat_history>\n{_CHAT}\n</chat_history>',
        lambda text: all(
            "chain" in each and each[-1] == "?" for each in parsed(text)["follow_ups"]
        ),
    ),
    of(
        "Translate every line into German and keep the numbers.\n1. Good night\n2. Thank you",
        is_("1. Gute Nacht\n2. Danke"),
    ),
    of(
        "Write 2 tweets about our tool Knit. Each with exactly one hashtag.",
        fits_pattern(r"1\. [^#]+#\w+[^#]*2\. [^#]+#\w+"),
    ),
    of(
        "Reply to this mail, apologise and offer a refund.\n\nFrom: Jana\nThe cup came broken.",
        holds("Dear Jana", "sorry", "refund"),
    ),
)

PROSE = (
    # The subject of a request
    of(
        "In exactly two sentences, explain to a pupil why bees matter.",
        both(sentences(2, 2), holds("bees"), lacks("pupil")),
    ),
    of("Write one sentence on why tides exist.", both(sentences(1, 1), holds("tides"))),
    of(
        "Give me exactly 3 bullet points with tips for pruning a rose.",
        both(bullets(3), holds("pruning a rose")),
    ),
    of(
        "Write a reply of about 40 words to a neighbour who complained about drums.",
        both(holds("drums"), lacks("a neighbour")),
    ),
    # What the request wants to be said
    of(
        "Write two sentences promoting our spring fair.",
        both(sentences(2, 2), holds("Do not miss our spring fair!")),
    ),
    of(
        "Tell our guests in at most 20 words that the sauna is closed.",
        both(holds("The sauna is closed."), lambda t: len(t.split()) <= 20),
    ),
    of(
        "Write an email to my boss asking for a new date, all in lowercase, without commas.",
        both(holds("dear boss\n", "ask for a new date."), lacks("without commas")),
    ),
    # Bounds of parts
    of(
        "Write a poster text of exactly three lines for a book fair. Each line at most five words.",
        both(lines(3), lambda t: all(len(each.split()) <= 5 for each in t.split("\n"))),
    ),
    of(
        "Write three paragraphs about tea with exactly 2 sentences each.",
        lambda t: [part.count(".") for part in t.split("\n\n")] == [2, 2, 2],
    ),
    of("Explique la rosée en une phrase.", sentences(1, 1)),
    # A document keeps its layout when more is demanded
    of(
        "Write a letter to the mayor about the park. Add a postscript starting with P.S.",
        both(holds("\n\nSincerely,\n"), fits_pattern(r"[\s\S]*\n\nP\.S\. .+")),
    ),
    of(
        "Write a product description for a clay teapot of at least 90 words.",
        both(holds("**Clay Teapot**\n\n", "\n- "), lambda t: len(t.split()) >= 90),
    ),
    # Roles
    of(
        "Is the harbour open?",
        lambda t: t.endswith("\nSee you,\nIda of the Quay"),
        system="You answer for a harbour. End each reply with\n\nSee you,\nIda of the Quay",
    ),
    of(
        "My parcel is late.",
        lambda t: "Arr" in t or "Ahoy" in t,
        system="You are Hook, a parcel bot that always talks like a pirate.",
    ),
    of(
        "Tell me about tides.",
        both(holds(" die "), lacks("tides")),
        system="Antworte immer auf Deutsch, auch wenn der Nutzer Englisch schreibt.",
    ),
)

TEXTS = {
    "texts: prose": PROSE,
    "texts: for applications": FOR_APPLICATIONS,
    "texts: rewritten": REWRITTEN,
    "texts: converted": CONVERTED,
    "texts: tables": TABLES,
    "texts: headed": HEADED,
    "texts: lists": LISTED,
    "texts: selected": SELECTED,
    "texts: documents": WRITTEN,
}
