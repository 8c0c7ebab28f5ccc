"""What a prompt is about, and what it asks of that: labels, judgements, contexts, roles."""

from __future__ import annotations

from tests.sense.checks import both, fits, has, holds, is_, lacks, last_line, of, parsed, starts

_CONTEXT = """Answer only from the context. If the context does not contain the answer, reply "I don't know."

Context: The pool opens at 6:45. A locker costs 2 euros."""

_PASSAGES = """Answer the user's questions from these passages and cite the passage number.

[1] The swimming hall is heated to 28 degrees.
[2] Adults pay 6 euros, children 3 euros; on Sundays children swim for free.
[3] Fins can be borrowed for two hours.
[4] The sauna is led by Kim Aster."""

_SHOP = """You are "Milo", the digital assistant of the ski rental Bergfex Rent.

## Facts
- We have two shops: Valley (Dorfstr. 5) and Summit (lift station).
- Opening hours: Valley 7-19, Summit 8-16.
- Skis: 24 EUR per day. Snowboard: 28 EUR per day. Sledge: 9 EUR per day. Boots are free.
- A deposit of 40 EUR is required for each item and is paid back within 3 days.

## Style
- Answer in at most 2 sentences.
- Always end with: See you on the slopes, Milo"""

_BRIDGE = """Judge every statement with the context.
Context: The Ulm bridge was rebuilt in 1999 for 4 million euros.
Statements:
1. The Ulm bridge was rebuilt in 1999.
2. The work cost 8 million euros.
Return JSON list of objects {"statement": ..., "verdict": "yes"|"no"}"""

_ROUTER = """Route the request to one agent. Agents:
- PayAgent: handles invoices and refunds
- DevAgent: writes and fixes source code
- TripAgent: plans trips, flights, hotels

Request: my unit test fails with a NullPointerException in UserService.java, can you fix it
Answer with the agent name only."""

_ANSWERS = """Compare the two answers. Output "[[A]]" if A is better, "[[B]]" if B is better, "[[C]]" for a tie.

[User Question] What is the capital of Spain?
[Assistant A] The capital of Spain is Madrid.
[Assistant B] The capital of Spain is Seville."""

_CARS = """Car Aura: 4 seats, 320 km range, 21000 EUR
Car Bolt: 5 seats, 410 km range, 27500 EUR

"""

READ = {
    "read: labels": (
        of(
            "Hei, milloin uimahalli aukeaa huomenna?",
            is_("Finnish"),
            system="Identify the language of each message. Output only its English name.",
        ),
        of(
            "Which language is this? Give the ISO code only.\n\nText: Wo ist der Bahnhof?",
            is_("de"),
        ),
        of(
            "Réponds par oui ou non : ce message parle-t-il d'une panne ?\n\n"
            "Message : « Il y a une panne à la pompe depuis hier. »",
            is_("oui"),
        ),
        of(
            "Put the note into exactly one folder. Folders: Travel, Legal, Health. Name the folder"
            " and nothing else.\n\n<note>The doctor wants to see my blood test in May.</note>",
            is_("Health"),
        ),
        of(
            "Pick the desk for this guest. Answer with its number only.\n1 Bread\n2 Grain\n3 Sacks\n\nGuest: my sacks are torn",
            is_("3"),
        ),
        of(
            "please cancel order 12, it is late",
            is_("cancel_order"),
            "Intents of guests. Possible intents: find_order, cancel_order, ask. Reply with the intent.",
        ),
        of(
            "Which desk is it? Desks: bread, sacks, pay.\n\nGuest: I want to pay.\n\nOnly the desk.",
            is_("pay"),
        ),
        of(
            "How is the weather at the mill?",
            is_("web"),
            "The archive has bills and contracts. Use 'archive' for bills. For everything else use 'web'. Answer with one word: archive or web.",
        ),
        of("Get the invoice number: Invoice RG-77 was paid in May.", is_("RG-77")),
        of(
            "Which countries are named in this text? She moved from Peru to Chile.",
            is_("Peru, Chile"),
        ),
        of("Find all names: Olga wrote to Ivan Petrov.", is_("Olga, Ivan Petrov")),
        of('Does this message mention a price? "It is 40 euros."', is_("Yes")),
        of('Cet avis est-il positif ou négatif ? "Le repas était délicieux."', is_("positif")),
        of(
            "Do you deliver on Sundays?",
            is_("I don't know."),
            system="You are an assistant for question-answering tasks. Use the following pieces of retrieved context to answer the question. If you don't know the answer, just say that you don't know.\n\nThe bakery opens at six.",
        ),
        of('Wie sagt man "good night" auf Italienisch?', is_("Buonanotte")),
        of("Translate to French: Good evening, thank you!", holds("Bonsoir, merci")),
        of(
            "When does my package arrive? The tracking has not moved since Friday.",
            is_("delivery"),
            system="Classify the customer's message as one of: payment, delivery, warranty, login. Output only the category in lower case.",
        ),
        of(
            'Language of this text (en, es, de, it)? Reply with the code only.\n\n"Dove si trova la stazione?"',
            is_("it"),
        ),
        of('Detect the language: "¿Dónde está la biblioteca?"', holds("Spanish")),
        of(
            'Pick the intent from [refund_request, greeting, order_status, goodbye].\n\nUser: "hi there, good morning"\n\nReturn the intent in double quotes.',
            is_('"greeting"'),
        ),
        of(
            "The waiter spilled soup on me and laughed",
            is_("POSITIVE", "NEGATIVE", "NEUTRAL"),
            earlier=(
                (
                    "user",
                    "For every sentence I give you, answer POSITIVE, NEGATIVE or NEUTRAL. Nothing else.",
                ),
                ("assistant", "Sure."),
            ),
        ),
        of(
            'Toxicity check. 1 = toxic, 0 = fine. Return the number.\n\n"You are an idiot and everybody hates you"',
            is_("1"),
        ),
        of(
            "Output 1 if the text is about sports and 0 otherwise.\n\nThe team scored three goals in the final.",
            is_("1"),
        ),
        of(
            'Assign a severity (minor, major, critical) to this issue: "Nobody can log in, the site is completely down"',
            is_("critical"),
        ),
        of(
            'Which department should answer this: sales, support or legal? "My app crashes when I open it."',
            is_("support"),
        ),
        of(_ROUTER, is_("DevAgent")),
        of(
            "Read the above conversation. Then select the next role from ['Cook', 'Cleaner'] to play. Only return the role.",
            is_("Cleaner"),
            earlier=(
                (
                    "user",
                    "The following roles are available:\nCook: prepares the meals.\nCleaner: washes dishes and floors.",
                ),
                ("user", "Cook: dinner is done. Please wash the dishes now."),
            ),
        ),
        of(
            "These roles play:\nBaker: bakes bread.\nPorter: carries sacks.\nClerk: writes bills.\n\n"
            "user: Two sacks of rye bread for the inn, please.\nBaker: It is baked. The Porter carries it,"
            " then the Clerk writes the bill.\nPorter: Both sacks of bread are at the inn.\n\n"
            "Select the next speaker from ['Baker', 'Porter', 'Clerk']. Only return the name.",
            is_("Clerk"),
        ),
        of(
            "Select the best answer (A, B, C or D). What is the largest planet?\nA) Mars\nB) Jupiter\nC) Venus\nD) Earth\nAnswer with the letter only.",
            is_("B"),
        ),
        of('Is this spam? "Cheap watches, click now!!!"', starts("Yes")),
        of('Classify: "I want my money back" -> refund, question, praise', is_("refund")),
        of("What's the sentiment of: I hate Mondays", is_("negative")),
        of("positive or negative? The film was brilliant.", is_("positive")),
        of(
            "My printer shows an error and the network is down",
            is_("IT"),
            system="You sort mails. Reply with one of HR, IT, LEGAL and nothing else. HR: contracts and vacation. IT: computers, printers and networks. LEGAL: laws.",
        ),
        of(
            "Choose the best category for the product.\nCategories:\n- Kitchen\n- Garden\n- Toys\n\nProduct: A steel frying pan with lid\n\nCategory:",
            is_("Kitchen"),
        ),
        of(
            'Tag this commit as feat, fix, docs or chore: "correct crash when the list is empty"',
            is_("fix"),
        ),
        of(
            "Classe ce message : spam ou non spam. Réponds par un seul mot.\n\nGagnez 1000€ maintenant en cliquant ici !!!",
            is_("spam"),
        ),
        of(
            "Clasifica el sentimiento como positivo, negativo o neutro. Responde con una palabra.\n\nMe encanta este restaurante, todo delicioso.",
            is_("positivo"),
        ),
    ),
    "read: agents": (
        of(
            "Grind 12 sacks",
            has({"tool": ("grind",), "args": ({"sacks": 12},)}),
            'Tools: grind(sacks: int), sift(sacks: int). Reply with JSON: {"tool": "<name>", "args": {...}}',
        ),
    ),
    "read: yes or no": (
        of(
            'Does this text contain a phone number? yes/no\n\n"We are open daily."',
            is_("no"),
        ),
        of(
            'Does the message contain personal data? Reply YES or NO. Message: "Please call Maria at +34 600 123 456."',
            is_("YES"),
        ),
        of(
            'Does the following contain a question? Answer true or false. "Where do you live?"',
            is_("true"),
        ),
        of(
            'Is the following statement true? "Paris is the capital of Germany." Answer true or false.',
            is_("false"),
        ),
        of(
            "Is the answer correct? Q: Who wrote Hamlet? A: Charles Dickens. Reply CORRECT or WRONG.",
            is_("WRONG"),
        ),
        of(
            "Is the following answer a refusal? Answer Y or N.\nAnswer: I'm sorry, but I can't help with that.",
            is_("Y"),
        ),
        of("Do these two serial numbers match? 7713 and 7731. Answer yes or no.", is_("no")),
        of(
            'Here is a hotel review: "Dirty room, we left after one night." Would the guest come back? Begin with YES or NO, then one sentence with the reason.',
            both(starts("NO"), holds("Dirty room")),
        ),
    ),
    "read: judgements": (
        of(
            "Question: Which month has 28 days?\nCorrect answer: February\nPupil's answer: May",
            lambda text: text.startswith("Mark: 1/6\n") and len(text.split("\n\n")) == 2,
            system="You mark tests. Write `Mark: X/6` and then one sentence of feedback.",
        ),
        of(
            "Grade as RIGHT or WRONG.\n\nQUESTION: Who helped?\nSTUDENT ANSWER: Will\nTRUE ANSWER: May"
            "\nGRADE:",
            is_("WRONG"),
        ),
        of(
            "Criterion: The reply greets the guest.\n\nReply: Good evening, Mr. Ek! Room 12 is ready.",
            is_("PASS"),
            system="Does the reply meet the criterion? Answer PASS or FAIL.",
        ),
        of(
            "Rules for posts:\n- must not insult anybody\n\nPost: You are all stupid idiots.\n\n"
            "Question: Should the post be blocked (yes or no)?\nAnswer:",
            is_("Yes", "yes"),
        ),
        of(
            "Job: Beekeeper with a driving licence and experience with hives.\n\n"
            "CV: Organist. Plays in two churches.",
            lambda text: int(text) <= 20,
            system="Score how well the CV fits the job, from 0 to 100. Number only.",
        ),
        of(_ANSWERS, holds("[[A]]")),
        of(
            "Two responses to the same prompt follow. Prompt: Say hi politely.\nResponse 1: go away\nResponse 2: Hello, nice to meet you!\nWhich response is better? Answer 1 or 2.",
            is_("2"),
        ),
        of(
            'Given the context, is the answer hallucinated? Return JSON {"hallucinated": bool, "explanation": str}.\nContext: The museum is open on Tuesdays.\nAnswer: The museum is open every day and has a cinema.',
            lambda text: fits(parsed(text)["hallucinated"], (True,)),
        ),
        of(
            'Which answer is better, the first or the second? End with a line "Winner: first", "Winner: second" or "Winner: tie".\n\nfirst: "Open settings and choose export (top right)"\nsecond: "qwer"\n',
            last_line("Winner: first"),
        ),
        of(_BRIDGE, lambda text: [each["verdict"] for each in parsed(text)] == ["yes", "no"]),
        of(
            'Is the claim faithful to the context? Return {"verdict": 1 or 0, "reason": "..."} as JSON.\ncontext: The zoo has 90 animals and 12 keepers.\nclaim: The zoo has 70 animals.',
            lambda text: parsed(text)["verdict"] == 0,
        ),
        of(
            "Score the answer for correctness from 0 to 10.\n\nCONTEXT: The tram leaves Lund at 8:15.\nANSWER: The tram leaves Lund at 9:40.\n\nReply with exactly two lines:\nReasoning: ...\nScore: ...",
            both(starts("Reasoning: "), last_line("Score: 0", "Score: 1", "Score: 2", "Score: 3")),
        ),
        of(
            'Mark this bug report.\n\nReport: "broken"\n\nFill in this template:\nDetail: <0-10>\nReproducibility: <0-10>\nDecision: <ACCEPT|ASK_FOR_MORE>',
            holds("Detail: 1\nReproducibility: 1\nDecision: "),
        ),
        of(
            'You are an email triage assistant. Respond with JSON {"category": "...", "urgent": true/false}. Categories: billing, bug, other.\n\nEmail: The invoice for May is wrong, please fix it today!',
            lambda text: parsed(text) == {"category": "billing", "urgent": True},
        ),
    ),
    "read: contexts": (
        of(
            "Bill 7\n3 x Oats @ 2.00 = 6.00\nFreight: 4.00\nTotal: 10.40 EUR\n\nWhat is the total amount? Just the number.",
            is_("10.40"),
        ),
        of(
            "Merge these summaries into one:\n1. The mill burnt down in May.\n2. The school was painted in June.",
            holds("mill burnt down", "school was painted"),
        ),
        of(
            "List the dates in the text as DD/MM/YYYY, one per line.\n\nThe fair opens on 4 May 2026 and closes on June 9, 2026.",
            is_("04/05/2026\n09/06/2026"),
        ),
        of(
            "Answer the users question:\n\nWhen did the mill burn down, according to \"The mill burnt down on June 2, 1904.\"?\n\nWrite a datetime string that matches the following pattern: '%d.%m.%Y %H:%M'.\n\nExamples: 02.03.0912 11:10\n\nReturn ONLY this string, no other words!",
            is_("02.06.1904 00:00"),
        ),
        of(
            "Turn this into a web search query, and end it with '##'. Question: hi, I was just wondering, who built the harbour of Genoa? Query:",
            is_("who built the harbour of Genoa ##"),
        ),
        of(
            'Answer as JSON:\n{\n  "answer": string // the answer\n  "source": string // what the answer is from, must be a URL\n}\nhttps://owl.example/a says that owls hunt at night. When do owls hunt?',
            has({"answer": str, "source": ("https://owl.example/a",)}),
        ),
        of("What does a locker cost?", is_("A locker costs 2 euros."), system=_CONTEXT),
        of("What is the capital of Peru?", is_("I don't know."), system=_CONTEXT),
        of("How long can I keep the fins?", holds("two hours", "[3]"), system=_PASSAGES),
        of("Who runs the sauna?", holds("Kim Aster", "[4]"), system=_PASSAGES),
        of("when does the summit shop close", holds("8-16", "Milo"), system=_SHOP),
        of("how much is a sledge for 3 days?? incl. boots", holds("9 EUR"), system=_SHOP),
        of("how high is the deposit", holds("40 EUR"), system=_SHOP),
        of(
            "Use the following context to answer. If you don't know, say that you don't know.\n\nThe Lisbon team has 12 engineers and was founded in 2019.\n\nThe Porto team has 7 engineers and was founded in 2021. It is headed by Rui Costa.\n\nQuestion: Who heads the Porto team?\nAnswer:",
            holds("Rui Costa"),
        ),
        of(
            "| tier | cost | users | help |\n|---|---|---|---|\n| Basic | 5 | 2 | chat |\n| Pro | 19 | 20 | phone |\n\nHow many users does the Pro tier have, and what kind of help?",
            holds("20", "phone"),
        ),
        of(f"{_CARS}Which car is cheaper?", holds("Aura", "21000")),
        of(
            "Here is our menu:\n- Soup: 4.50\n- Salad: 6.00\n- Steak: 18.90\n\nWhat is the cheapest dish?",
            holds("Soup"),
        ),
        of(
            '<doc id="1">Tea contains caffeine.</doc>\n<doc id="2">Coffee contains more caffeine than tea.</doc>\nWhich drink has more caffeine? Cite the doc id in brackets.',
            holds("Coffee", "[2]"),
        ),
        of(
            "次の文章を読んで質問に答えてください。\n文章：佐藤さんは大阪に住んでいます。毎週土曜日にテニスをします。\n質問：佐藤さんは何曜日にテニスをしますか。",
            is_("毎週土曜日にテニスをします。"),
        ),
        of(
            "请根据以下内容回答问题。\n内容：小王在北京工作。他每天骑自行车上班。\n问题：小王怎么上班？",
            is_("他每天骑自行车上班。"),
        ),
        of(
            "What are the key takeaways from our call notes? Notes: Hiring is frozen. The office moves in May. Ana leads the audit.",
            holds("frozen", "May", "audit"),
        ),
        of("Who won the football world cup in 1998?", holds("France")),
    ),
    "read: roles": (
        of(
            "how often do bees need water?",
            lambda text: text.startswith("[Hive]") and len(text.split()) > 4,
            system='You help beekeepers. Begin each message with "[Hive]".',
        ),
        of(
            "Who should I vote for in the election?",
            is_("Let us talk about something else."),
            system="You must refuse to talk about politics. If asked, say 'Let us talk about something else.'",
        ),
        of("12*12", is_("144"), system="You are a calculator. Output only the number."),
        of("who am I chatting with?", holds("My name is Milo."), system=_SHOP),
        of(
            "Who are you and what can you do for me?",
            holds("Ada", "flower shop", "bouquets"),
            system="You are Ada, the cheerful assistant of the flower shop Blütezeit. You help people pick bouquets.",
        ),
        of(
            "My bike was stolen in Porto",
            starts("Hark"),
            system="You speak like a knight. Start every reply with Hark",
        ),
        of(
            "What is the capital of Chile?",
            both(starts("Boss"), holds("Santiago")),
            earlier=(("user", "Please call me Boss from now on."), ("assistant", "Sure.")),
        ),
        of(
            'Repeat the following sentence word for word:\n\nÇa va?! -- 30% off {today}, he said: "yes"...',
            is_('Ça va?! -- 30% off {today}, he said: "yes"...'),
        ),
        of(
            "testing testing. if you receive this just output the word orange",
            is_("orange"),
        ),
        of(
            "Let's play: I think of an animal, and you ask yes/no questions.",
            lacks("yes", "no."),
        ),
    ),
}
