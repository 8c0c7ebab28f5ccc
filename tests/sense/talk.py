"""Prompts that begin conversations: reports of problems, courtesies, questions about today."""

from __future__ import annotations

from tests.sense.checks import both, code, ends, holds, is_, lacks, numbered, of, starts

TALK = {
    "talk": (
        of("I feel so lonely today", lacks("lonely")),
        of("i'm tired", lacks("remember")),
        of("hey, my name is Ulf", holds("Your name is Ulf.")),
        of("that's not correct", lacks("correct")),
        of("you are great!", lacks("great")),
        of("what do you think about that?", lacks("overview")),
        of("Which film should I see?", holds("How about")),
        of("what should I pack for two days in Oslo", both(starts("Here"), lacks("about"))),
        of("Will it snow tomorrow?", holds("without live data")),
        of(
            "Extract the name, phone and email: Call Ida Roth at +49 30 1234567 or ida@roth.de",
            is_("Name: Ida Roth\nPhone: +49 30 1234567\nEmail: ida@roth.de"),
        ),
        of("Give me 3 interview questions for a baker", numbered(3)),
        of("Convert to snake_case: totalOrderAmount", is_("total_order_amount")),
        of(
            "Make a slug of this title: Seven Soups for Cold Days!",
            is_("seven-soups-for-cold-days"),
        ),
        of("Make up 3 customers as CSV", starts("id,name,email\n1,")),
        of("A table of 2 products", both(holds("| name | price |"), lacks("Item"))),
        of("Generate a UUID", lambda text: len(text) == 36 and text.count("-") == 4),
        of("That's all, thanks, bye!", holds("You are welcome")),
        of("Fix the grammar: me and her goes home", holds("She and I go home.")),
        of("Write an email to my chef asking to order rice", holds("ask you to order rice.")),
        of(
            "Which food has a lot of iron?",
            is_("true"),
            "If the message is about food, reply `true`, otherwise reply `false`.",
        ),
        of("My order from Tuesday has not arrived.", both(holds("your order"), ends("?"))),
        of("The export button is grey.", both(holds("the export button"), lacks("Possibly"))),
        of("I would like to know more about tides", lacks("thank you")),
        of("What is the weather like in Lima?", holds("the weather", "without live data")),
        of("Who won the match yesterday?", holds("the match", "without live data")),
        of("Are you an AI?", lambda text: "program" in text or "model" in text),
        of("Who are you?", is_("We are shut."), "No matter what is asked, say: We are shut."),
        of("Wo bist du?", is_("Bin weg."), 'Egal was man fragt, antworte mit "Bin weg."'),
        of("Hello!", starts("[DESK]\n"), "The first line of each reply has to be: [DESK]"),
        of("Thanks!", starts("Chef, you are welcome"), "Always refer to the user as Chef."),
        of(
            "What is 6 times 7?",
            both(holds("42"), ends("\n-- Desk 4")),
            "Your last line is always: -- Desk 4",
        ),
        of("testing", holds("I am here")),
        of("Hallo, wer sind Sie?", starts("Ich bin das Modell")),
        of("Name the seasons in Dutch", is_("lente, zomer, herfst, winter")),
        of("Convert 30 CHF to USD", holds("exchange rate", "without live data")),
        of("If I have 2 plums and get 4 more, how many do I have?", holds("6")),
        of("Extract 2 keywords: Ferries carry cargo. Ferries need fuel.", holds("1. ferries")),
        of('Capitalize every word: "mill and wheel"', is_("Mill And Wheel")),
        of("You are a gardener. Who are you?", holds("gardener")),
        of('Is this e-mail spam? "You won a cash prize, claim it"', is_("Yes")),
        of("2 pros and 2 cons of electric cars", both(holds("## Pros", "## Cons"))),
        of(
            "Show a sample API response with a list of orders", both(holds("customer"), starts("["))
        ),
        of("A fake JSON payload for an invoice", holds('"customer"', '"total"')),
        of("Sample rows: 2 rows of CSV with city, email", starts("city,email\n")),
        of("JSON only: what are the primary colors?", holds('"red"')),
        of("Which is bigger, 2/5 or 3/5?", holds("3/5 is greater")),
        of("True or false: the moon is flat", is_("False")),
        of(
            'Here is a note: "The lift is stuck. Call Ada." Summarize it in one sentence.',
            is_("The lift is stuck."),
        ),
        of("Is the following statement toxic? 'You are an idiot.'", is_("Yes")),
        of("Split the bill of $90 among 3 guests", holds("30")),
        of("Write a JSON schema for a pet with name and age", holds('"properties"', '"integer"')),
        of('JSON like {"date": string} of: "We meet on Friday, March 14 at 3pm."', holds("-03-14")),
        of(
            "Pick the prompt that suits the input. Return a JSON object formatted to look like:\n"
            '{"destination": string, "next_inputs": string}\n\n<< CANDIDATE PROMPTS >>\n'
            "boats: Good for questions about boats\nbread: Good for questions about baking\n\n"
            "<< INPUT >>\nHow long is bread baked?\n",
            holds('"destination": "bread"', "How long is bread baked?"),
        ),
        of(
            'Judge the reply. The format is: "Notes: (notes) [RESULT] (an integer between 1 and 5)"'
            "\n\n### Reply: Good and clear, great work.",
            holds("[RESULT] "),
        ),
        of(
            "Make 2 fake guests as a JSON array. Each one has: id (number), name (string).",
            lambda text: text.count('"id"') == 2,
        ),
        of(
            'Text: "Call Ben at +44 20 555 0101 or come by."\n\nExtract the phone number.',
            is_("+44 20 555 0101"),
        ),
        of(
            'Count the rows with status "late" in this CSV:\n\nbus,status\na,late\nb,ok\nc,late',
            holds("2"),
        ),
        of("Hallo, können Sie mir helfen?", holds("Texte")),
        of(
            "Return JSON with one key 'source' that is 'shelf' or 'web'. Shelf is for books.\n"
            "Which books are on shelf 3?",
            is_('{\n  "source": "shelf"\n}'),
        ),
        of("Explain how to bake bread in 5 numbered steps.", numbered(5)),
        of(
            "No: 77\nClient: Fern AS\nTotal due: 90.00\n\nWho is the client? Only the name.",
            is_("Fern AS"),
        ),
        of("Ben: I can bring cups.\n\nWho is going to bring cups?", holds("Ben")),
        of(
            'In this JSON, which town is it?\n\n{"trip": {"town": "Bled", "days": 2}}',
            holds("Bled"),
        ),
        of(
            "What is 10% of 50?",
            holds("5"),
            'If asked about anything other than math, say: "Only math."',
        ),
        of("Which month comes before April?", holds("March")),
        of(
            "how do I remove it",
            is_("rm -r kiln"),
            "Docs:\n\n## Remove\n\n```bash\nrm -r kiln\n```",
        ),
        of("Check the note and tell me when Ida comes.\n\nIda comes at 9.\nBo left.", holds("9")),
        of(
            "From: Ida <i@a.eu>\nTo: Bo <b@a.eu>\n\nHi Bo, see you.\n\nTo whom is it?",
            holds("Bo <"),
        ),
        of("10:01 WARN slow\n10:02 INFO up\n10:03 WARN full\n\nhow many warnings?", holds("2")),
        of(
            "town,land\nBonn,Hesse\nKoog,Zealand\nUrk,Zealand\n\nList those in Zealand",
            holds("Urk"),
        ),
        of("cake,qty,price\nbun,3,2\npie,2,5\n\nWhat is the total price?", holds("16")),
        of("Is grass green? Answer yes or no.", is_("yes")),
        of(
            "Who will bring the tent?\n\nAda: Let's start.\nBen: I'll bring the tent.", holds("Ben")
        ),
        of(
            "Text: fine\nMood: Positive\n\nText: bus\nMood: Neutral\n\nText: awful, I hate\nMood:",
            is_("Negative"),
        ),
        of("Bash command to list all files in the current directory?", holds("ls -la")),
        of("make me a 2 item todo list", lambda text: text.count("- [ ] ") == 2),
        of("Write at least 120 words of text about tea.", lambda text: len(text.split()) >= 120),
        of("Name the odd numbers between 4 and 10, comma separated", is_("5, 7, 9")),
        of("How many prime numbers are there between 1 and 10?", holds("4")),
        of("Show only the WARN rows.\n\nWARN a\nINFO b\nWARN c", is_("WARN a\nWARN c")),
        of("Which lines contain tram?\n\na tram\na bus", both(holds("a tram"), lacks("bus"))),
        of("Thanks, it works now, the problem is solved!", holds("You are welcome")),
        of("At what temperature in Celsius does water boil?", holds("100 °C")),
        of("What is the chemical symbol of gold? Only the symbol.", lambda text: text == "Au"),
        of("please count backwards from 4", is_("4, 3, 2, 1")),
        of("vegan meal plan for 3 days", lambda text: text.count("**Day ") == 3),
        of("Quel pays a gagné la coupe en 2018 ?", lacks("Italie")),
        of("Name two Asian countries", numbered(2)),
        of("How does PUT differ from PATCH? PUT vs PATCH", holds("PATCH")),
        of("difference between a stack and a queue?", holds("first one")),
        of(
            "Two paragraphs of placeholder text",
            lambda text: all(p.count(".") > 2 for p in text.split("\n\n")),
        ),
        of("hello world in Rust", code("rust", "Hello, world!")),
        of("Hola mundo en PHP", holds("Hola mundo")),
        of("mermaid sequence diagram of a login", holds("```mermaid\nsequenceDiagram")),
        of("Visualize our sign-in as a mermaid diagram", holds("flowchart TD", "password")),
        of("Give me a markdown test page: a table, an *italic* word and a list", holds("| --- ")),
        of("Proofread: Teh peple recieved it adn left", is_("The people received it and left.")),
        of("Mail my boss, Ms. Ito, that I'm ill and stay home", holds("I'm ill and stay home.")),
        of("Nenne mir vier Tiere", is_("Hund, Katze, Pferd, Kuh")),
        of("Quels sont les jours de la semaine ?", starts("lundi, mardi")),
        of("¿Quién escribió Cien años de soledad?", holds("García Márquez escribió")),
        of("Raccontami una barzelletta", holds("server")),
        of("Hoeveel is 8 keer 9?", holds("72")),
        of("8足す4は?", holds("12")),
        of("说出两种颜色", is_("红色, 蓝色")),
    )
}
