"""Prompts of frameworks, whole as they send them, and orders in system messages for bare texts."""

from __future__ import annotations

import json

from tests.sense.checks import (
    bare,
    both,
    ends,
    fits_pattern,
    has,
    holds,
    is_,
    lacks,
    last_line,
    of,
    parsed,
    starts,
    words,
)

MILL = "The mill of Ardal was built in 1820 and is 18 metres high. It is the oldest of the valley."

WORKED = """Write the reply to the query from the notes. ALWAYS give a \"SOURCES\" part in it.

QUERY: Who owns the boat?
---
Content: The boat in Varde belongs to Ulf or his sister.
Source: 3-k
Content: Nobody can sail it or row it in winter.
Source: 4-k
---
REPLY: It belongs to Ulf or his sister.
SOURCES: 3-k

QUERY: When was the mill built?
---
Content: The mill of Ardal was built in 1820.
Source: 8-k
Content: Rye and oats grow in the valley.
Source: 9-k
---
REPLY:"""

SHELVES = """The shelves are shown in a numbered list (1 to 3), where each line has what stands on one.
-----
(1) Novels about the sea and its ships

(2) Guides to the birds of the north

(3) Maps of old towns
-----
"""

CHAINS = (
    of(
        f"{SHELVES}Using only the choices above, return the one that is nearest to the question: 'Which birds live on the coast?'\nProvide choice in the following format: 'ANSWER: <number>' and explain why it was selected.",
        both(starts("ANSWER: 2\n"), lacks("ANSWER: 1", "ANSWER: 3")),
    ),
    of(
        f"{SHELVES}Here is a new piece of information: How to tell the birds of a marsh apart\nAnswer with the number of the shelf that it is nearest to.",
        is_("2"),
    ),
    of(
        f"{MILL} Give 3 keywords for this text. Format as comma separated. Keywords:",
        fits_pattern(r"\w+, \w+, \w+"),
    ),
    of(
        "The original query is as follows: How high is the mill of Ardal?\nWe have provided an existing answer: The mill of Ardal is 18 metres high.\nWe have the opportunity to refine the existing answer with some more context below.\n------------\nHerons nest in tall pines.\n------------\nGiven the new context, keep or refine the answer.",
        both(holds("18"), lacks("Herons")),
    ),
    of(
        "Show me all boats of the Varde harbour",
        holds("SELECT *", "FROM boats", "harbour = 'Varde'"),
        system="You write SQL queries for SQLite.\nCREATE TABLE boats (id INTEGER, name TEXT, harbour TEXT);",
    ),
    of(WORKED, both(holds("1820"), ends("SOURCES: 8-k"), lacks("Ulf", "winter"))),
    of(
        "Look through this part of a report for anything that bears on the question.\nGive back what bears on it, word for word.\nThe mill of Ardal was built in 1820. It is 18 metres high. It grinds rye for five farms. The inn sells beer.\nQuestion: What does the mill grind?\nRelevant passages, if any:",
        both(holds("It grinds rye for five farms."), lacks("beer", "word for word")),
    ),
    of(
        'Request:\nList the name and the height as JSON with the keys name and height for: The mill of Ardal is 18 metres high.\nReply:\n{"name": "Ardal"}\n\nThe reply is not what the request wants.\nMissing: height\nOnce more, please:',
        holds("Ardal", "18"),
    ),
    of(
        "Given a question, first create a correct sqlite query to run, then look at its result and give the answer.\n\nUse this format:\n\nQuestion: Question here\nSQLQuery: SQL query to run\nSQLResult: result of the query\nAnswer: the answer here\n\nThese are the tables:\nCREATE TABLE boats (id INTEGER, name TEXT, length INTEGER)\n\nQuestion: How many boats are there?",
        holds("SELECT COUNT(*)", "FROM boats"),
    ),
    of(
        "Given the following conversation and a follow up question, rephrase the follow up question to be a standalone question.\n\nChat History:\nHuman: Who wrote the report?\nAssistant: It was written by Ines Falk in 2019.\nFollow Up Input: Where does she work?\nStandalone question:",
        is_("Where does Ines Falk work?"),
    ),
    of(
        f"Use the following pieces of context to answer the question at the end. If you don't know the answer, just say that you don't know. Always say \"thanks for asking!\" at the end of the answer.\n\n{MILL}\n\nQuestion: When was the mill built?\n\nHelpful Answer:",
        both(holds("1820"), ends("thanks for asking!"), lacks("1820. 1820")),
    ),
    of(
        f"Some text is provided below. Given the text, extract up to 3 keywords from the text. Avoid stopwords.\n---------------------\n{MILL}\n---------------------\nProvide keywords in the following comma-separated format: 'KEYWORDS: <keywords>'",
        fits_pattern(r"KEYWORDS: \w+, \w+, \w+"),
    ),
    of(
        f"Here is the context:\n{MILL}\n\nGiven the contextual information, generate 2 questions this context can provide specific answers to.",
        holds("When was the mill of Ardal built?", "How high is the mill of Ardal?"),
    ),
    of(
        f"Given the following document, please generate a question and answer based on that document.\n\nExample Format:\n<Begin Document>\n...\n<End Document>\nQUESTION: question here\nANSWER: answer here\n\nBegin!\n\n<Begin Document>\n{MILL}\n<End Document>",
        both(starts("QUESTION: When was"), holds("ANSWER: The mill of Ardal was built in 1820")),
    ),
    of(
        "The user asked the question: What is the average weight?\nThe SQL query is: SELECT AVG(weight) FROM parcels\nThe result is: [(4.5,)]\nAnswer the question in one sentence.",
        is_("The average weight is 4.5."),
    ),
    of(
        "Please write a passage to answer the question\n\nWhat is photosynthesis?\n\nPassage:",
        both(holds("light"), lacks("Passage")),
    ),
    of(
        'You will be provided with a document delimited by triple quotes. Answer only from it.\n\n"""The mill was bought in 1901 by Clara Voss. It has 3 floors."""\n\nQuestion: Who bought the mill?',
        both(holds("Clara Voss"), lacks('"""')),
    ),
    of(
        "Here is an original query to a vector database: quiet hotels in Porto\nWrite 3 alternative queries as a numbered list.",
        both(holds("3. ", "quiet hotels in Porto"), lacks("original query")),
    ),
)

CHOICES = (
    of(
        "Which planet is the largest? The last line of your response should be of the following format: 'Answer: $LETTER' (without quotes) where LETTER is one of ABCD.\n\nA) Mars\nB) Jupiter\nC) Venus\nD) Earth",
        last_line("Answer: B"),
    ),
    of(
        "Does the submission meet the criterion?\n[Submission]: The capital of Peru is Quito.\n[Criterion]: The capital of Peru is Lima.\nReason step by step, then output your final grade: C for correct or I for incorrect, in the form GRADE: $LETTER.",
        last_line("GRADE: I"),
    ),
    of(
        "Select one of the following options:\n(A) The answer leaves out some details of the reference, and agrees with the rest.\n(B) The answer has all details of the reference and some of its own, and agrees.\n(C) There is a disagreement between the answer and the reference.\n\n[Reference]: Lima\n[Answer]: The capital of Peru is Lima, a city on the coast.",
        fits_pattern(r"\(?[AB]\)?"),
    ),
    of("Which is a fruit? Answer with the letter.\nA. spoon\nB. pear\nC. lamp", is_("B")),
    of(
        "Who is next?",
        is_("FINISH"),
        "You manage the workers [coder, tester]. Answer with one of: coder, tester, FINISH.",
        (("user", "Build it"), ("assistant", "tester: All tests pass. The work is complete.")),
    ),
    of(
        "The minister opened a clinic with the newest scanners.",
        both(holds("politics", "health"), lacks("travel")),
        "Tag the news with all topics that apply: sports, politics, health, travel. Output a comma-separated list.",
    ),
)

SUMS = (
    of("True or false: 14 * 8 is less than 100. Answer with one word.", is_("False")),
    of("Is 5 + 6 equal to 11?", starts("Yes")),
    of(
        'Two tickets at 15 euros each plus a fee of 1.50 euros. Respond with JSON like {"total": 0.0, "currency": "XXX"}.',
        has({"total": (31.5,), "currency": ("EUR",)}),
    ),
    of(
        'The bus leaves at 9:20 and arrives at 11:05. How long is the ride? Answer as "X h Y min".',
        is_("1 h 45 min"),
    ),
    of(
        "Answer these questions:\n1. What is 7 * 8?\n2. What is the capital of Kenya?",
        holds("1. 7", "56", "2. The capital of Kenya is Nairobi"),
    ),
    of("Write an Excel formula for the average of C3 to C9.", is_("=AVERAGE(C3:C9)")),
)

ROLES = (
    of(
        "next Monday",
        is_("2025-06-09"),
        "Today is Wednesday, 4 June 2025. Convert the user's phrase into an ISO date. Output only the date.",
    ),
    of("hello", is_("olleh"), "Reverse the text the user sends."),
    of(
        "Ada Lund, 555-0100, ada@lund.test\nBo Ek, 555-0101",
        is_("ada@lund.test"),
        'Precisely copy any email addresses from the following text, one per line. If there are none, write "N/A".',
    ),
    of(
        "My name is Nina Berg and my number is 555-123-9876.",
        both(holds("XXX"), lacks("Nina", "9876")),
        "Please remove all personally identifying information from this text and replace it with XXX.",
    ),
    of(
        "The pool will stay open until ten at night in summer. Members had asked for it last spring.",
        both(holds("The pool"), words(4, 12)),
        "You are a summarizer. Write one sentence of at most 12 words.",
    ),
    of("ping", is_("OK"), "You are a unit test. Reply with OK."),
    of(
        "I miss the hills",
        lambda text: text.count("\n") == 2,
        "Respond to every message with a haiku.",
    ),
    of(
        "White takes the rook.",
        ends("What a move!"),
        'You are a chess commentator who always ends with "What a move!".',
    ),
    of(
        "do you sell maps?",
        is_("A colleague will help you."),
        'You are the desk of a museum. Tickets cost 9 euros. If you do not know the answer, say "A colleague will help you."',
    ),
    of(
        "Do you deliver to Norway?",
        is_("I can't help with that."),
        'Answer only from these facts:\n- Returns are free.\n- The shop opens at nine.\nIf the answer is not there, reply "I can\'t help with that."',
    ),
    of(
        "Can you tell me a joke?",
        is_("I can only help with bookings."),
        'Discuss bookings only. For anything else say: "I can only help with bookings."',
    ),
    of(
        "I just got promoted!",
        has({"reply": lambda text: "Congratulations" in text, "mood": ("happy",)}),
        'Every reply must be a JSON object with "reply" and "mood" (happy, neutral or sad).',
    ),
    of(
        "Remove soap and add tea.",
        lambda text: json.loads(bare(text)) == ["milk", "tea"],
        "You maintain a shopping list as JSON. Return the complete list as a JSON array of strings.",
        (("user", "Add milk and soap."), ("assistant", '["milk", "soap"]')),
    ),
    of("I'd like to cancel my subscription", holds("cancel your subscription")),
    of("Book me a room for two nights", holds("a room for two nights")),
)

STEPS = (
    of(
        "User: Tell me about the Volvo EX90\nAI: It is a car.\n\nFollow up: Is it fast?\n"
        "Standalone question:",
        is_("Is the Volvo EX90 fast?"),
    ),
    of(
        "Suggest 2 follow-up questions for this chat.\n\nUser: How do I dry apples?\n"
        "AI: Slice them and bake them at 60 degrees.",
        holds("about apples?", "2. "),
    ),
    of(
        'Rank the documents. JSON only: {"documents": [{"index": 1}]}'
        "\n\nQuery:\nHow do owls hunt?\n\nDocument 1:\ncontent: Rye is a grain."
        "\n\nDocument 2:\ncontent: Owls hunt at night.",
        has({"documents": ([{"index": 2}],)}),
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
        "We are working on the following task:\nFind the opening hours of the Salt Museum."
        "\n\nWe have completed the task.\n\nProvide the final answer to the request.",
        holds("from 9 to 12"),
        earlier=(("user", "Surfer: The Salt Museum is open from 9 to 12."),),
    ),
    of(
        "### Task:\nAnswer the query. Cite as [id] only when the <source> tag has an id."
        '\n\n<context>\n<source id="1">Owls hunt at night.</source>'
        '\n<source id="2">Bees hunt by day.</source>\n</context>'
        "\n\n<user_query>\nWhen do bees hunt?\n</user_query>",
        is_("Bees hunt by day. [2]"),
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
        'Expand the query into 3 queries.\n\nYour Task:\nQuery: "mending of wool socks"'
        '\n\nRespond with a JSON object with a "queries" array with exactly 3 queries.',
        lambda text: len(parsed(text)["queries"]) == 3 and '\\"' not in text,
    ),
    of(
        "exitcode: 0 (execution succeeded)\nCode output: 4812",
        is_("The result is 4812. TERMINATE"),
        earlier=(("user", "Count the rows."), ("assistant", "```python\nprint(n)\n```")),
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
        "Summarize the chat in one paragraph.\n\nUSER: Add code that uses the csv library."
        "\nASSISTANT: I added read_rows.",
        lacks("Item,", "|"),
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
        "You are a task creation AI with the following objective: Plan a birthday party, the"
        " last task has the result: the garden. Return the tasks as an array.",
        lambda text: len(parsed(text)) == 3,
    ),
)


FRAMES = {
    "frames: chains": CHAINS,
    "frames: choices": CHOICES,
    "frames: sums": SUMS,
    "frames: roles": ROLES,
    "frames: steps": STEPS,
}
