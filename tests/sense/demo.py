"""What a person types who shows the model: letters, advice, other languages, without any form."""

from __future__ import annotations

from tests.sense.checks import (
    both,
    code,
    ends,
    fits_pattern,
    holds,
    is_,
    lacks,
    numbered,
    of,
    starts,
)

TALK = (
    of(
        "How much is the lamp?",
        is_("The lamp is 30 EUR."),
        "You sell furniture. Prices: desk 240 EUR, lamp 30 EUR, swivel chair 95 EUR.",
    ),
    of("Are you well?", lacks("emoji"), "Always answer with emojis only."),
    of("Which language is this code?\n```\nfunc main() {}\n```", holds("Go")),
    of("Explain this code:\n```python\nwhile x < 3:\n    x += 1\n```", holds("`x < 3`")),
    of(
        "and do you open on mondays?",
        starts("No. "),
        "You are the desk of a gallery. Opening hours: Tue-Fri 10 to 18, Sat 11 to 16.",
    ),
    of(
        "what colour is the stool?",
        is_('The stool "Aino" is white.'),
        'Our range:\n- Stool "Aino", 45 cm high, white, 60 EUR\n- Bench "Ot", 120 cm, oak, 90 EUR',
    ),
    of(
        "Do you have a sauna?",
        is_("I have no information about a sauna."),
        "You are the receptionist of the inn Zur Post. Breakfast is at 8. Parking is free.",
    ),
    of(
        "What is 8 * 7?",
        both(ends("?"), lacks("56")),
        "You are a patient tutor: always reply with one guiding question.",
    ),
    of(
        "Who painted the Mona Lisa?",
        is_("Only chess, please."),
        'You are a chess coach. If somebody asks about something else, say "Only chess, please."',
    ),
    of("What can I cook? I have leeks, cream and bacon.", holds("leeks, cream and bacon")),
    of("A table of the months with their days", holds("| April | 30 |", "| December | 31 |")),
    of("Give me a table of 4 countries and their currencies", holds("| countries | currencies |")),
    of(
        "Three tips for better sleep, each line starting with a dash", fits_pattern(r"(- .+\n?){3}")
    ),
    of(
        "A checklist with 4 items for a school trip, the first two checked",
        holds("- [x] ", "- [ ] "),
    ),
    of("Show some markdown: a table, a quote and a bold word", holds("**", "> ", "| --- |")),
    of("hi, how are you?", fits_pattern(r"(?:Hello|Welcome|Good day).*")),
    of("Describe the desert in exactly ten words.", holds("desert")),
    of("What should I have for lunch?", both(holds("How about"), lacks("short overview"))),
    of("Give me three ideas for dinner tonight.", both(holds("1. ", "3. "), lacks("photo"))),
    of("Any ideas for dinner?", lacks("photo series")),
    of("Suggest four weekend activities for families.", fits_pattern(r"1\. .*\n4\. [^\n]+")),
    of("Give me five synonyms for happy.", holds("glad")),
    of("Explain recursion to a child.", holds("smaller copy")),
    of("Compare Postgres and SQLite.", holds("SQLite", "Postgres")),
    of("What are the pros and cons of electric cars?", holds("## Pros", "## Cons", "quiet")),
    of("How do I stop procrastinating?", holds("- ")),
    of("Make this more polite: Give me the report today.", holds("Could you please give me")),
    of(
        "Correct this sentence: She go to school yesterday.", holds("She went to school yesterday.")
    ),
    of("Pourquoi les oiseaux chantent-ils le matin ?", holds("oiseaux")),
    of("Who won the chess game between Ben and Mia?", lacks("won, ")),
)

DOCUMENTS = (
    of("Plan my weekend in Porto.", both(holds("**Saturday**", "**Sunday**"), lacks("Day 3"))),
    of("Meal plan for the week, one dinner per day", holds("**Monday**: ", "**Sunday**: ")),
    of(
        "Plan a 2-day trip to Ghent with morning, afternoon and evening.",
        both(holds("# Ghent", "**Day 2**:\n- Morning: ", "- Evening: "), lacks("Day 3")),
    ),
    of("Workout plan for 6 days", holds("**Day 6**: ")),
    of("Write an acrostic about the word LAMP.", fits_pattern(r"L.+\nA.+\nM.+\nP.+")),
    of(
        "Write a press release on the launch of a kite named Lark by Windco.",
        holds("Windco announces the launch of a kite called Lark", "spokesperson of Windco"),
    ),
    of(
        "Write an application letter for a job at Krume. I'm Ida Noe and I bake since 2011.",
        holds("I would like to apply for a job at Krume. I bake since 2011.", "Ida Noe"),
    ),
    of(
        "Release notes for these changes:\n- New map view\n- Fixed login on iPad",
        holds("## New\n\n- New map view", "## Fixed\n\n- Fixed login on iPad"),
    ),
    of(
        "Minutes of our call: Attendees: Ola, Per. We agreed to ship in May. Ola will call Per.",
        holds(
            "Present: Ola, Per", "## Decisions\n\n- We agreed to ship in May.", "- Ola will call"
        ),
    ),
    of(
        "Write a review of a café named Mokka, 2 out of 5 stars.",
        holds("**Mokka**: 2 out of 5 stars"),
    ),
    of("Write a welcome email for new members of Gymbo.", holds("Welcome to Gymbo!")),
    of("Write a short FAQ. Topic: bike repair. One question.", holds("about bike repair")),
    of(
        "Write a story about a goat named Zora that can fly.",
        holds("a goat named Zora that can fly"),
    ),
    of("Write a scary story in two sentences.", both(holds("house"), lacks("scary"))),
    of("Write an apology mail to a guest whose room was cold.", holds("Your room was cold.")),
    of(
        "Invite my team to the picnic on May 4 at 11:00.", holds("to the picnic on May 4 at 11:00.")
    ),
    of("Slack message to the team about the outage from 9:00 to 9:40", holds("from 9:00 to 9:40")),
    of(
        "Job ad for a cook with the sections Tasks, Requirements and Benefits",
        both(holds("## Tasks\n\n- ", "## Benefits\n\n- "), lacks("take the cook seriously")),
    ),
    of("Write a changelog for version 3.1.0.", holds("## 3.1.0", "### Added\n\n- ", "### Fixed")),
    of(
        "Standup with headings Yesterday, Today, Blockers: yesterday I tested, today I write docs.",
        holds("I tested", "## Today\n\n- I write docs"),
    ),
    of(
        "Write a thank-you email to Ms. Roe after the interview.",
        holds("Thank you for the interview."),
    ),
    of("Write a polite refusal to an invitation from Ed.", holds("Dear Ed,", "for the invitation")),
    of('Write a haiku about ice. Title it "Frost".', starts("**Frost**\n\n")),
    of(
        "Turn these points into a paragraph:\n- founded in 1990\n- makes lamps",
        holds("It makes lamps."),
    ),
    of(
        "Shorten: Owing to a strike at the port, all of the deliveries due this week will be late.",
        is_("All of the deliveries due this week will be late."),
    ),
    of(
        "Write an announcement for our new bakery in Ulm, opening on 2 June",
        holds("our new bakery in Ulm, opening on 2 June."),
    ),
    of(
        "Write an email to our caretaker Mrs. Bell that the lift is stuck since Friday",
        holds("Dear Mrs. Bell,", "The lift is stuck since Friday."),
    ),
    of(
        "Draft a mail to Mr. Oduya to postpone the tour from May 3 to May 9.",
        holds("Dear Mr. Oduya,", "I would like to postpone the tour from May 3 to May 9."),
    ),
    of(
        "I need a short invitation to my farewell. It should\n- say that it starts at six\n"
        "- mention that there is cake",
        both(holds("It starts at six.", "There is cake."), lacks("It should.")),
    ),
    of(
        "Write an email to Maria saying that the meeting is moved to Thursday at 3pm.",
        holds("Subject: Meeting moved to Thursday", "Dear Maria,", "is moved to Thursday at 3pm."),
    ),
    of(
        "Write an email declining the invitation to the gala on May 3. Sign it as Tom.",
        holds("have to decline the invitation to the gala on May 3.", "\nTom"),
    ),
    of(
        "Write a formal letter to Mr. Holmes, 12 Garden Lane, about a noisy dog.",
        holds("12 Garden Lane", "Dear Mr. Holmes,", "noisy dog", "Sincerely,"),
    ),
    of("Write a thank-you note to Grandma for the scarf.", holds("Grandma", "you for the scarf.")),
    of(
        "Compose a changelog for version 2.4.0: added search, fixed the crash on start.",
        holds("## 2.4.0", "### Added\n\n- Added search", "### Fixed\n\n- Fixed the crash on start"),
    ),
    of("Write a commit message for fixing the login redirect.", starts("Fix the login")),
    of("Conventional commit message: handle empty input in parser", starts("fix: handle")),
    of("Write a user story for password reset.", holds("As a user, I want", "password reset")),
    of("Write an FAQ about shipping with 3 questions.", fits_pattern(r"(?:Q: .*?A: .*?){3}")),
    of("Plan a three-day trip to Lisbon.", both(holds("**Day 3**"), lacks("Day 4"))),
    of("Outline a talk on urban farming, Roman numerals for the points.", holds("\nII. ")),
    of("Write a poem about winter.", both(holds("winter"), lacks("a poem", "write"))),
    of("haiku on the first frost", fits_pattern(r"[^\n]+\n[^\n]+\n[^\n]+")),
    of(
        "Write a dialogue between a waiter named Luis and a guest named Ida.",
        fits_pattern(r"Luis: .*\nIda: .*"),
    ),
    of("Write an agenda for a meeting about budget, hiring and the office.", holds("2. Hiring")),
    of("Write a job ad for a senior nurse.", holds("# Senior Nurse", "a senior nurse")),
)

CODE = (
    of("How do I reverse a list in Python?", both(code("python"), holds("[::-1]"))),
    of("In Go, write a function that returns the largest number.", holds("func largest")),
    of(
        "Define a TypeScript interface Product with id, title and inStock.",
        holds("interface Product {\n  id: number;\n  title: string;\n  inStock: boolean;\n}"),
    ),
    of("Write a Python class Stack with push, pop and peek.", holds("def push(", "def peek(")),
    of("Write a JavaScript debounce function.", holds("clearTimeout", "setTimeout")),
    of("Give me a bash one-liner that counts the lines of notes.txt.", holds("wc -l notes.txt")),
    of("CSS for a button with rounded corners and a shadow.", holds("border-radius", "box-shadow")),
    of("Write an HTML form with email and password fields.", holds('type="password"', "<form")),
    of("Write a pytest test for a function add(a, b).", holds("assert add(1, 2) == 3")),
    of(
        "Write a TypeScript function from Celsius to Fahrenheit. Only code, no markdown fences.",
        both(lacks("```"), starts("function ")),
    ),
    of(
        "CREATE TABLE orders (id INT, customer TEXT, total NUMERIC);\n\n"
        "Write a SQL query: how many orders are over 100?",
        holds("SELECT COUNT(*)\nFROM orders\nWHERE total > 100;"),
    ),
    of(
        "Write a query for the average salary per department. Table: staff(id, department, salary)",
        holds("SELECT department, AVG(salary)\nFROM staff\nGROUP BY department;"),
    ),
    of("What is the git command to undo the last commit?", holds("git reset --soft HEAD~1")),
)

LETTERS = (
    of(
        "Write an away message from 3 to 9 May. Contact is Jo Lee, jo@hills.example.",
        holds("from 3 to 9 May", "Jo Lee"),
    ),
    of(
        "Write an e-mail to Ida about the garden. Use the words spade and seeds.",
        lambda text: text.index("seeds") < text.index("Best regards"),
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
        "Write a reminder for the budget meeting on Monday at 3 pm.",
        holds("budget meeting on Monday at 3 pm"),
    ),
    of("Write a voicemail greeting for my shop, Blue Kettle.", holds("reached Blue Kettle")),
    of(
        "Write a mail to my landlord, Mr. Brand, to say that the sink leaks. Start with a line "
        '"Subject: ..." and sign as Ida.',
        both(holds("Subject: Sink leaks\n", "Mr. Brand,", "\nIda"), lacks("...", "sign")),
    ),
)

PAPERS_AND_LINES = (
    of("Make a packing list for a weekend in the mountains.", holds("- [ ] Passport")),
    of(
        "Write a bug report about a menu that stays open after a click.",
        holds("I have found a menu that stays open after a click."),
    ),
    of("Write an FAQ with 2 questions for a toy store.", holds("delivery", "30 days")),
    of(
        "Write an agenda for a 45-minute call about the new website.",
        holds("45 minutes", "New website"),
    ),
    of(
        'Write a poem of 4 lines about snow. End with "silence".',
        lambda text: text.endswith("silence") and text.count("\n") == 3,
    ),
    of("Write one sentence with the words lake, boat and fog.", holds("lake", "boat", "fog")),
    of("Describe winter in 2 sentences.", holds("coldest season", "Snow")),
    of("Write 2 headlines for an article about gardens.", both(numbered(2), holds("ardens"))),
    of("Write a survey with 2 questions about the canteen.", both(numbered(2), holds("satisf"))),
    of(
        "Write a standup update: yesterday merged the parser, today fixing tests, no blockers.",
        holds("merged the parser", "fixing tests", "None"),
    ),
    of(
        "Write a SWOT analysis of a small brewery.",
        holds("Brewery", "## Strengths", "## Threats"),
    ),
    of("Write a speech for the opening of our school garden.", holds("Dear friends", "garden")),
    of(
        "Write an elevator pitch for a lamp that wakes you up.",
        holds("a lamp that wakes you up"),
    ),
    of("Write a quiz question about Mars.", lambda text: text.count("Answer:") == 1),
    of(
        'Write a changelog with the sections "Added" and "Removed".'
        "\n\n- added a search box\n- removed the old footer",
        holds("## Added\n\n- Added a search box", "## Removed\n\n- Removed the old footer"),
    ),
    of(
        'Give me 2 flashcards about owls in the format "Front: ..." and "Back: ...".',
        lambda text: text.count("Front: ") == text.count("\nBack: ") == 2,
    ),
    of(
        "Write an FAQ from this text: The kiln was built in 1930 by Ida Holm. It burns wood.",
        holds("Q: When was the kiln built?", "A: The kiln burns wood."),
    ),
    of(
        "Write a slogan for a workshop that repairs clocks. Mention clocks.",
        both(holds("Clocks"), lacks("key word", "Workshop")),
    ),
    of(
        "Make an outline on bread with 2 main points, numbered I and II, each with two "
        "sub-points marked a) and b).",
        holds("I. Introduction\n   a) ", "\n   b) ", "II. "),
    ),
    of(
        "Describe a poster in one sentence. If it has text, put that within double quotes.",
        lambda text: not text.startswith('"'),
    ),
    of("One paragraph of lorem ipsum", lambda text: text.startswith("Lorem ipsum dolor")),
    of(
        "Write a report on the mill. Use these headings:\n\n1. Known facts\n2. Open questions"
        "\n\nKeep it short.",
        both(holds("## Known facts\n", "## Open questions\n", "mill"), lacks("None")),
    ),
)

ADVICE = (
    of(
        "Answer these questions: 1. What is 2+2? 2. What is the capital of Italy?",
        both(numbered(2), holds("4", "Rome")),
    ),
    of("Who wrote Hamlet? Answer with the last name only.", is_("Shakespeare")),
    of("Suggest two places to see in London.", holds("Tower of London")),
    of("Name two reptiles.", lacks("reptiles")),
    of("Explain gravity to a five-year-old.", holds("It is like")),
    of("Should we use Rust or Go for a server?", holds("I would choose Rust for a server")),
    of("Give me 2 tips for learning Italian.", both(numbered(2), lacks("learning"))),
    of("Name two ways to say goodbye.", holds("1. ", "2. ", "!")),
    of("How can I sleep better? 2 tips.", both(numbered(2), lacks("Here are"))),
    of("How do I make coffee?", holds("1. Boil", "Serve it hot")),
    of("Recommend a fantasy book.", holds("Hobbit")),
    of("Name 3 adjectives to describe a teacher.", lacks("teacher")),
    of("Compare tea with coffee.", both(holds("Tea is", "Coffee is"), lacks("overview"))),
    of("How do I boil an egg in 2 steps?", numbered(2)),
    of("What do I need for making pancakes?", holds("lour", "ilk")),
    of("How do I write a resume?", both(holds("1. "), lacks("Dear"))),
    of("What is the difference between a memo and a report?", holds("A memo is", "A report is")),
    of('Test 12. Only respond with "all good".', is_("all good")),
    of("Good evening! How are you doing today?", holds("Hello! I am fine")),
    of("What do we need to bring to a picnic?", holds("Here are some ideas:")),
)

LANGUAGES = (
    of("Say goodbye in 4 languages.", holds("Adiós", "Au revoir", "Auf Wiedersehen")),
    of("English: red\nSpanish: rojo\nEnglish: blue\nSpanish:", is_("azul")),
    of("English: red -> Spanish: rojo\nEnglish: blue -> Spanish:", is_("azul")),
    of("Nenne zwei Tipps zum Einschlafen.", holds("1. Geh jeden Tag", "2. ")),
    of("Cite deux avantages du télétravail.", holds("1. ", "2. ", "trajet")),
    of("Schreibe eine Einladung zum Sommerfest am 3. Juli.", holds("lade", "zum Sommerfest")),
    of("Escribe un haiku sobre la lluvia.", holds("lluvia", "Cae la tarde")),
    of("Schreibe einen Slogan für ein Café.", holds("jeden Tag")),
    of("Schreibe zwei Sätze über den Winter.", holds("Winter", "Schnee")),
    of("Schreibe eine Produktbeschreibung für eine Lampe.", holds("Entdecken Sie eine Lampe")),
    of("Was ist die Hauptstadt von Frankreich? Answer in English.", is_("Paris.")),
    of(
        "Translate what is in the <text> tags to French.\n\n<text>Good morning</text>",
        is_("Bonjour"),
    ),
    of(
        "Schreib eine kurze Mail an Frau Abt, dass ich später komme. Unterschrift: Uwe Kern",
        both(holds("Sehr geehrte Frau Abt", "Uwe Kern"), lacks("[Ihr Name]")),
    ),
)


DEMO = {
    "demo: talk": TALK,
    "demo: documents": DOCUMENTS,
    "demo: code": CODE,
    "demo: letters": LETTERS,
    "demo: papers and lines": PAPERS_AND_LINES,
    "demo: advice": ADVICE,
    "demo: languages": LANGUAGES,
}
