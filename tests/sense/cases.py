"""Prompts as frameworks and apps word them, each with what has to be true of the answer.

To teach the model another way of asking, add a case here first and see it fail.
"""

from __future__ import annotations

import json
import re

from tests.sense.applications import APPLICATIONS
from tests.sense.basics import BASICS
from tests.sense.bots import BOTS
from tests.sense.checks import (
    Case,
    bare,
    both,
    bullets,
    code,
    comma_separated,
    ends,
    fits_pattern,
    has,
    holds,
    is_,
    lacks,
    last_line,
    lines,
    lower,
    number,
    numbered,
    of,
    paragraphs,
    scored,
    sentences,
    starts,
    table,
    times,
    upper,
    words,
)
from tests.sense.classified import CLASSIFIED
from tests.sense.demo import DEMO
from tests.sense.fields import FIELDS
from tests.sense.frames import FRAMES
from tests.sense.known import KNOWN
from tests.sense.layouts import LAYOUTS
from tests.sense.memory import MEMORY
from tests.sense.objects import OBJECTS
from tests.sense.programs import PROGRAMS
from tests.sense.read import READ
from tests.sense.short import SHORT
from tests.sense.sources import SOURCES
from tests.sense.strangers import STRANGERS
from tests.sense.sums import SUMS
from tests.sense.tables import TABLES
from tests.sense.talk import TALK
from tests.sense.texts import TEXTS
from tests.sense.wordings import WORDINGS

__all__ = ["CASES", "Case"]

POSITIVE = "I absolutely love this phone, the camera is wonderful and it works great."
NEGATIVE = "Terrible service. The food was cold and the waiter was rude and awful."

JSON = (
    of(
        f"What is the sentiment of this review? Respond in JSON with keys sentiment and confidence.\n\n{POSITIVE}",
        has({"sentiment": lambda v: v.lower() == "positive", "confidence": number(0, 1)}),
    ),
    of(
        'Return a JSON object like {"city": "Paris", "temp": 18, "rainy": false}. It is 21 degrees in Oslo and dry.',
        has({"city": ("Oslo",), "temp": (21,), "rainy": bool}),
    ),
    of(
        'Extract the name and age: "Maria Lopez is 34 years old." Output only JSON: {"name": string, "age": number}',
        has({"name": ("Maria Lopez",), "age": (34,)}, fenced=False),
    ),
    of(
        "Respond with a ```json code block that has the fields `title` and `tags` (a list) for an article about gardening.",
        has({"title": str, "tags": list}, fenced=True),
    ),
    of(
        'Give me a JSON object with the keys "question", "options" and "answer" for a quiz about planets.',
        lambda t: {"question", "options", "answer"} <= json.loads(bare(t)).keys(),
    ),
    of(
        'Use this TypeScript interface for your reply, as JSON:\n\ninterface Ticket {\n  id: number;\n  priority: "low" | "high";\n  tags: string[];\n  assignee?: string;\n}\n\nTicket: the printer on floor 2 is broken',
        has({"id": int, "priority": ("low", "high"), "tags": list, "assignee": str}),
    ),
    of(
        "Return data that validates against this pydantic model as JSON:\n\nclass Address(BaseModel):\n    street: str\n    city: str\n\nclass Person(BaseModel):\n    name: str\n    age: int\n    address: Address\n\nText: Tom Baker, 41, lives at 5 Hill Road in Leeds.",
        lambda t: (
            (v := json.loads(bare(t)))
            and [*v] == ["name", "age", "address"]
            and v["age"] == 41
            and {*v["address"]} == {"street", "city"}
        ),
    ),
    of(
        'The output should be formatted as a JSON instance that conforms to the JSON schema below.\n\n{"type": "object", "properties": {"setup": {"type": "string"}, "punchline": {"type": "string"}}, "required": ["setup", "punchline"]}\n\nTell me a joke.',
        has({"setup": str, "punchline": str}),
    ),
    of(
        "Tell me a joke.",
        has({"setup": str, "punchline": str}),
        system='Answer only in valid JSON of this form: {{"setup": "...", "punchline": "..."}}',
    ),
    of(
        "The app crashes when I log in",
        has({"category": ("bug", "feature", "question"), "urgent": bool}),
        system='You triage tickets. Always return JSON: {"category": "bug" | "feature" | "question", "urgent": true/false}',
    ),
    of(
        "Return a JSON array of 3 strings naming colours. No other text.",
        lambda t: isinstance(json.loads(t), list),
    ),
    of(
        "List two books as a JSON array of objects with keys title and author.",
        lambda t: (
            isinstance(v := json.loads(bare(t)), list)
            and all({"title", "author"} <= {*each} for each in v)
        ),
    ),
    of(
        "Rate this essay. Output JSON with the following fields:\n- score (integer 1-5): the quality\n- feedback (string): one sentence\n\nEssay: Dogs are nice.",
        has({"score": number(1, 5), "feedback": str}),
    ),
    of(
        'Evaluate the answer and return {"verdict": "yes" or "no", "reason": "..."}.\nQuestion: What is 2+2?\nAnswer: 4\nReference: 4',
        has({"verdict": ("yes",), "reason": str}),
    ),
    of(
        'Evaluate the answer and return {"verdict": "yes" or "no", "reason": "..."}.\nQuestion: What is 2+2?\nAnswer: 5\nReference: 4',
        has({"verdict": ("no",), "reason": str}),
    ),
    of(
        "Extract all email addresses and phone numbers. JSON keys: emails (array), phones (array).\n\nContact ann@corp.io or 555-0199.",
        lambda t: "ann@corp.io" in json.loads(bare(t))["emails"],
    ),
    of(
        "Is this message spam? Reply with a JSON object containing `is_spam` (boolean) and `reason` (string).\n\nWIN A FREE PRIZE NOW, click here",
        has({"is_spam": bool, "reason": str}),
    ),
    of(
        'Respond in valid JSON only, no markdown fences: an object with fields "summary" and "keywords".\n\nText: Bees pollinate crops. Without bees harvests shrink.',
        has({"summary": str, "keywords": list}, fenced=False),
    ),
    of(
        'Return your answer as JSON in this exact shape:\n{\n  "name": "<string>",\n  "ingredients": ["<string>", ...],\n  "minutes": <int>\n}\nRecipe for pancakes please.',
        has({"name": str, "ingredients": list, "minutes": int}),
    ),
    of(
        '{"action": "search" | "answer", "input": string} is the only output format. Who painted the Mona Lisa? Respond in that JSON format.',
        has({"action": ("search", "answer"), "input": str}),
    ),
    of(
        "Convert to JSON with fields product, price and currency: The Zeta lamp costs 49.90 EUR.",
        lambda t: (v := json.loads(bare(t))) and v["price"] == 49.9 and v["currency"] == "EUR",
    ),
    of(
        'Return a nested JSON: {"user": {"name": str, "email": str}, "active": bool}. User: Kim Novak, kim@x.org, active',
        lambda t: (
            (v := json.loads(bare(t)))
            and v["user"]["email"] == "kim@x.org"
            and isinstance(v["active"], bool)
        ),
    ),
    of(
        'Score the response for helpfulness from 0 to 1. Answer as JSON: {"score": float, "reason": string}\n\nResponse: Sure, restart the router and wait a minute.',
        has({"score": number(0, 1), "reason": str}),
    ),
    of(
        'Act as a JSON API. Given a country return {"country": ..., "capital": ...}. Input: France',
        has({"country": str, "capital": ("Paris",)}),
    ),
)

LABELS = (
    of(
        f"Classify the text as positive, negative or neutral. Reply with one word.\n\nText: {NEGATIVE}",
        lambda t: t.strip().lower() == "negative",
    ),
    of(
        f"Is the following review positive or negative? Answer with a single word.\n{POSITIVE}",
        lambda t: t.strip().lower() == "positive",
    ),
    of(
        "Answer with exactly one of: billing, technical, sales.\n\nI was charged twice on my invoice.",
        is_("billing"),
    ),
    of(
        "Choose one category: Sports, Politics, Technology.\nHeadline: Team wins the final match after extra time",
        is_("Sports"),
    ),
    of(
        "Which department should handle this? Options: HR, IT, Finance. Respond with only the name.\nMy laptop does not start and the network is down.",
        is_("IT"),
    ),
    of(
        "my card was declined",
        is_("payments", "account", "other"),
        system="You are an intent classifier. Possible intents:\n- payments: cards and charges\n- account: login and profile\n- other: everything else\nReply with the intent name only.",
    ),
    of(
        "Write me a sonnet about the sea",
        is_("poet"),
        system="You route requests to agents.\nAvailable agents:\n- math_agent: solves equations\n- poet: writes poems and sonnets\n- coder: writes programs\nRespond with only the name of the agent.",
    ),
    of(
        "Select the best option and answer with the letter only.\n\nWhat is the capital of France?\nA) Rome\nB) Paris\nC) Madrid",
        is_("B", "B)", "B."),
    ),
    of("Label this as spam/ham: Congratulations, you won a free prize! Click now", is_("spam")),
    of(
        "Detect the language. Reply with one of: English, German, French.\n\nDas Haus ist sehr schön und der Garten ist groß.",
        is_("German"),
    ),
    of("Sentiment of: 'What a wonderful day' -> answer 'pos' or 'neg'", is_("pos")),
    of(
        "Determine whether the statement is TRUE or FALSE: 2 + 2 = 4. Output TRUE or FALSE.",
        is_("TRUE"),
    ),
    of(
        "Review: I hated every minute\nSentiment (positive/negative):",
        lambda t: t.strip().lower() == "negative",
    ),
    of(
        "Given the user's question, choose to route it to 'vectorstore' or 'websearch'. Only return the word.\nQuestion: what happened in the news today?",
        is_("vectorstore", "websearch"),
    ),
    of(
        "Classify the urgency of this ticket as one of [low, medium, high]: The production server is down, urgent, please help immediately!",
        is_("high"),
    ),
    of(
        "Tag the emotion: joy, sadness, anger, fear. Output the tag and nothing else.\n\nI am so happy today, what a joyful surprise!",
        is_("joy"),
    ),
    of(
        "Pick the tool. Tools: calculator, calendar, browser. Say only the tool's name. Task: multiply 33 by 8",
        is_("calculator"),
    ),
    of(
        "Categorize the expense into Travel | Meals | Office Supplies: Flight to Berlin",
        is_("Travel"),
    ),
    of(
        "Is the user asking for a refund? Respond with 'REFUND' if so, 'OTHER' otherwise.\n\nUser: I want my money back.",
        is_("REFUND", "OTHER"),
    ),
    of(
        "Input: 'apple'\nLabel: fruit\n\nInput: 'carrot'\nLabel: vegetable\n\nInput: 'banana'\nLabel:",
        is_("fruit", "vegetable"),
    ),
)

YES_NO = (
    of("Is 10 greater than 3? Answer yes or no.", is_("yes", "Yes", "Yes.", "yes.")),
    of("Is Paris the capital of Germany? Answer YES or NO only.", is_("NO")),
    of(
        "Does the passage mention cats? Reply Y or N.\n\nPassage: Dogs bark at night.",
        is_("Y", "N"),
    ),
    of("True or false: 5 is larger than 9. Respond with true or false.", is_("false")),
    of(
        "Explain your reasoning, then on the last line write only 'yes' or 'no'. Is 7 bigger than 2?",
        last_line("yes", "no"),
    ),
    of(
        "Answer 'Yes' or 'No' first, followed by a short explanation: is water wet?",
        lambda t: re.match(r"(?:Yes|No)\b", t) is not None and len(t.split()) > 3,
    ),
    of(
        "Is this email a phishing attempt? yes/no\n\nDear user, verify your password here",
        lambda t: t.strip().lower() in ("yes", "no"),
    ),
    of(
        "Give a binary score 'yes' or 'no' to indicate whether the document is relevant to the question.\n\nDocument: Cats are mammals.\nQuestion: are cats mammals?",
        is_("yes", "no"),
    ),
)

SCORES = (
    of(
        "On a scale of 1 to 10, how good is this text? Reply with just the number.\n\nIt was fine.",
        fits_pattern(r"\d+"),
    ),
    of(
        "Rate the response from 1-5 and explain briefly.\nResponse: You can restart it.",
        scored(1, 5),
    ),
    of(
        'After your explanation rate the answer on a scale of 1 to 10 by strictly following this format: "[[rating]]", for example: "Rating: [[5]]".\n\n[Question]\nName a fruit.\n\n[The Start of Answer]\nApple.\n[The End of Answer]',
        lambda t: (m := re.search(r"\[\[(\d+)\]\]", t)) is not None and 1 <= int(m[1]) <= 10,
    ),
    of(
        "Score: an integer between 0 and 100. Output only the score for this essay: Dogs are friendly animals.",
        scored(0, 100),
    ),
    of(
        "Grade the submission from 0 to 5. Use the format:\n\nScore: <number>\nReason: <one sentence>\n\nSubmission: The sky is blue.",
        lambda t: re.match(r"Score: [0-5](?:\.\d+)?\nReason: \S.+", t.strip()) is not None,
    ),
    of(
        "How confident are you from 0.0 to 1.0 that the earth is round? Return only a float.",
        scored(0, 1),
    ),
    of(
        "Give this movie a rating out of 5 stars, number only: best film ever, loved it",
        scored(0, 5),
    ),
    of(
        f"Rate the sentiment from 1 (very negative) to 5 (very positive). Answer with a digit.\n{NEGATIVE}",
        lambda t: t.strip() in "12",
    ),
    of(
        f"Rate the sentiment from 1 (very negative) to 5 (very positive). Answer with a digit.\n{POSITIVE}",
        lambda t: t.strip() in "45",
    ),
)

VERDICTS = (
    of(
        'You judge two assistants. Output your final verdict by strictly following this format: "[[A]]" if assistant A is better, "[[B]]" if assistant B is better, and "[[C]]" for a tie.\n\nQuestion: hi\nAssistant A: Hello! How can I help you today?\nAssistant B: no',
        lambda t: re.search(r"\[\[[ABC]\]\]", t) is not None,
    ),
    of(
        "You are a teacher grading a quiz.\nQUESTION: capital of Spain?\nSTUDENT ANSWER: Madrid\nTRUE ANSWER: Madrid\nGRADE: CORRECT or INCORRECT here",
        is_("CORRECT"),
    ),
    of(
        "You are a teacher grading a quiz.\nQUESTION: capital of Spain?\nSTUDENT ANSWER: Lisbon\nTRUE ANSWER: Madrid\nGRADE: CORRECT or INCORRECT here",
        is_("INCORRECT"),
    ),
    of(
        "Does the output meet the expectation? Reply PASS or FAIL.\nExpected: blue\nOutput: blue",
        is_("PASS"),
    ),
    of(
        "Does the output meet the expectation? Reply PASS or FAIL.\nExpected: blue\nOutput: green",
        is_("FAIL"),
    ),
    of(
        'First write out your reasoning in a step by step manner. Then print only the single character "Y" or "N" on its own line. Is the submission concise?\n[Submission]: Four.',
        last_line("Y", "N"),
    ),
    of(
        "Is the claim supported by the context? Answer with 'supported' or 'unsupported'.\nContext: The shop opens at nine.\nClaim: The shop opens at nine.",
        is_("supported"),
    ),
    of(
        'Grade the output by this rubric: "is polite". Respond with JSON {"reason": string, "pass": boolean, "score": number}\n<Output>\nThank you very much!\n</Output>',
        has({"reason": str, "pass": bool, "score": (int, float) and number(0, 10)}),
    ),
    of(
        "Reference: Paris\nResponse: It is Paris.\nIs the response correct? Output 1 if it is, 0 otherwise.",
        is_("1", "0"),
    ),
)

REACT = """Answer the following questions as best you can. You have access to the following tools:

search: useful for looking up current events
calculator: useful for math

Use the following format:

Question: the input question you must answer
Thought: you should always think about what to do
Action: the action to take, should be one of [search, calculator]
Action Input: the input to the action
Observation: the result of the action
... (this Thought/Action/Action Input/Observation can repeat N times)
Thought: I now know the final answer
Final Answer: the final answer to the original input question

Begin!

Question: {question}
Thought:{rest}"""

DSPY = """Your input fields are:
1. `question` (str)

Your output fields are:
1. `reasoning` (str)
2. `answer` (str)

All interactions will be structured in the following way, with the appropriate values filled in.

[[ ## question ## ]]
{question}

[[ ## reasoning ## ]]
{reasoning}

[[ ## answer ## ]]
{answer}

[[ ## completed ## ]]"""

AGENTS = (
    of(
        "Where is parcel PX-12?",
        is_('<function=track>{"parcel_id": "PX-12"}</function>'),
        system="Use the function 'track' to: Track a parcel\n"
        '{"name": "track", "description": "Track a parcel", "parameters": {"parcel_id": {"param_type": "string"}}}'
        '\n\nReply to call a function: <function=example_name>{"example": "value"}</function>',
    ),
    of(
        "Find trains from Oslo to Rome",
        is_("[find_trains(start='Oslo', end='Rome')]"),
        system="You can call these tools: [find_trains(start: str, end: str), book(id: str)].\n"
        "Put calls in the format of [func_name1(name1=value1, name2=value2...), func_name2(name)]",
    ),
    of(
        "Sing me a song",
        holds('"action": "none"'),
        system="Available actions: ring(times), open_gate(side), none.\n"
        'Return only JSON: {"action": "...", "args": {...}}.',
    ),
    of(
        "TOOLS\n------\nThe tools are:\n\n> Atlas: Looks up places\n> Calculator: Does sums\n\n"
        "Use this if you want the human to use a tool:\n\n"
        '```json\n{\n    "action": string, \\\\ Must be one of Atlas, Calculator\n'
        '    "action_input": string \\\\ The input\n}\n```\n\n'
        'Else the action is "Final Answer".\n\nHere is the user\'s input:\n\nWhat is 17 * 24?',
        holds('```json\n{\n  "action": "Calculator"', '"17 * 24"'),
    ),
    of(
        "What is the capital of France?",
        holds("Paris"),
        system='Call a tool with <tool_call>\n{"name": "<name>", "arguments": {...}}\n</tool_call>\n'
        "Tools:\n- get_time(city): current local time\nIf no tool is needed, answer normally.",
    ),
    of(
        "Please ring the bell 4 times",
        holds('<tool_call>\n{"name": "ring_bell", "arguments": {"times": 4}}\n</tool_call>'),
        system='Call a tool like this:\n<tool_call>\n{"name": "tool", "arguments": {...}}\n</tool_call>'
        "\n\nTools:\n1. ring_bell(times: int) - rings the bell\n2. open_gate(side: string) - opens a"
        " gate",
    ),
    of(
        "\nCurrent Task: Tell the crew that the bell is broken until noon.\n\nThis is the expected"
        " criteria for your final answer: a note of two sentences\nyou MUST return the actual"
        " complete content as the final answer, not a summary.\n\nBegin! This is VERY important to"
        " you, use the tools available and give your best Final Answer, your job depends on it!\n\n"
        "Thought:",
        holds("bell is broken until noon"),
        system="Use this format:\n\nThought: I now can give a great answer\nFinal Answer: your answer",
    ),
    of(
        REACT.format(question="What is 12 * 9?", rest=""),
        both(holds("Action:", "Action Input:"), lambda t: "calculator" in t),
    ),
    of(
        REACT.format(question="Who won the election this week?", rest=""),
        both(holds("Action:", "Action Input:"), lambda t: "search" in t),
    ),
    of(
        "Tools:\n\nWeather: tells the weather of a city\nWiki: looks things up\n\nUse this format:\n\nThought: what to do\nAction: one of [Weather, Wiki]\nAction Input: its input\nObservation: its result\n... (this can repeat)\nFinal Answer: the answer\n\nQuestion: Which architect built the harbour of Genoa?\nThought:",
        holds("Action: Wiki\n"),
    ),
    of(
        REACT.format(
            question="Who won the race?",
            rest=" I should search\nAction: search\nAction Input: race\nObservation: Jones won the race in Monza.\nThought:",
        ),
        holds("Final Answer:", "Jones"),
    ),
    of(
        "[[ ## question ## ]]\nWhat is the capital of France?\n\nRespond with the corresponding output fields, starting with the field `[[ ## reasoning ## ]]`, then `[[ ## answer ## ]]`, and then ending with the marker for `[[ ## completed ## ]]`.",
        holds("[[ ## reasoning ## ]]", "[[ ## answer ## ]]", "Paris", "[[ ## completed ## ]]"),
        system=DSPY,
    ),
    of(
        "Think inside <thinking> tags, then answer inside <answer> tags. What is 3 + 4?",
        both(
            holds("<thinking>", "</thinking>"),
            lambda t: re.search(r"<answer>\s*7|<answer>.*7.*</answer>", t, re.DOTALL) is not None,
        ),
    ),
    of(
        "Put your final answer inside <result></result> tags. What is the capital of Italy?",
        holds("<result>", "Rome", "</result>"),
    ),
)

LISTS = (
    of("List 5 ways to save water.", numbered(5)),
    of("Give me three tips for sleeping better as bullet points.", bullets(3)),
    of("Write a bulleted list of exactly four reasons to learn chess.", bullets(4)),
    of(
        "Name 6 fruits, comma-separated, nothing else.",
        lambda t: len(t.split(",")) == 6 and "\n" not in t.strip(),
    ),
    of("Provide a numbered list with 7 steps to bake bread.", numbered(7)),
    of("Suggest 3 names for a cat.", numbered(3)),
    of(
        "Make a markdown table comparing cats and dogs with columns Animal, Food and Size and 2 rows.",
        table(["Animal", "Food", "Size"], 2),
    ),
    of(
        "Create a table of planets with the columns Name | Moons | Color. Give 4 rows.",
        lambda t: t.count("\n|") >= 5,
    ),
    of(
        "Output CSV with the header id,name,score and 3 rows. No explanation.",
        comma_separated(["id", "name", "score"], 3),
    ),
    of(
        "Your response should be a list of comma separated values, eg: `foo, bar, baz`. List five vegetables",
        lambda t: len(t.split(",")) == 5,
    ),
    of("Give 4 bullet points on remote work, each starting with a dash.", bullets(4)),
)

LENGTHS = (
    of("Describe the ocean in exactly 20 words.", words(20, 20)),
    of("Explain gravity in at most 30 words.", words(1, 30)),
    of("Tell me about Rome in at least 120 words.", words(120, 10_000)),
    of("Summarise photosynthesis in one sentence.", sentences(1, 1)),
    of("Explain DNS in two sentences.", sentences(2, 2)),
    of("Write three paragraphs about trees.", paragraphs(3)),
    of("Answer in no more than 2 sentences: why is the sky blue?", sentences(1, 2)),
    of("Keep it under 15 words. What is love?", words(1, 14)),
    of("Write between 50 and 60 words on tea.", words(50, 60)),
    of("Describe your city in 5 words.", words(5, 5)),
    of("Answer with one word: what colour is grass?", words(1, 1)),
    of("Respond in fewer than 100 characters. What is AI?", lambda t: 0 < len(t) < 100),
    of("Write a four-line poem about rain.", lines(4)),
    of("Write exactly 4 sentences about the moon.", sentences(4, 4)),
    of("What is a noun?", words(1, 20), system="Keep every answer to 20 words or fewer."),
    of("Write 2 paragraphs of 3 sentences about bees.", paragraphs(2)),
    of("Give me a 40-word summary of the French Revolution.", words(36, 44)),
    of("Tell me about tigers. Maximum 3 sentences.", sentences(1, 3)),
    of("Limit your reply to 25 words. Why do cats purr?", words(1, 25)),
)

LETTERS = (
    of("Tell me about Mars in all capital letters.", upper),
    of("what is a comet? use only lowercase", lower),
    of("Please shout your whole answer IN ALL CAPS: what is lava?", upper),
    of("Describe summer without using the letter 'e'.", lacks("e")),
    of("Write two sentences on bread and do not use any commas.", lacks(",")),
    of("Include the words 'lantern' and 'harbour' in a short story.", holds("lantern", "harbour")),
    of(
        "Write about sport without mentioning the word football or goal.", lacks("football", "goal")
    ),
    of('Use the word "galaxy" exactly three times while describing space.', times("galaxy", 3, 3)),
    of('Start your answer with "Well," and tell me about tea.', starts("Well,")),
    of(
        'Finish your reply with the sentence "Stay curious." What is an atom?',
        ends("Stay curious."),
    ),
    of(
        "Wrap your whole answer in double quotes. What is a fjord?",
        lambda t: t.startswith('"') and t.endswith('"'),
    ),
    of(
        "Write about cheese and give it a title in double angle brackets like <<Title>>.",
        lambda t: re.search(r"<<[^\n]+>>", t) is not None,
    ),
    of(
        "Add a P.S. at the end. How do I boil an egg?",
        lambda t: re.search(r"(?m)^P\.S\.", t) is not None,
    ),
    of(
        "Use at least 4 placeholders in square brackets such as [name] in an invitation.",
        lambda t: len(re.findall(r"\[[^\]]+\]", t)) >= 4,
    ),
    of(
        "Highlight at least 2 phrases with *asterisks* in a note on tea.",
        lambda t: len(re.findall(r"\*[^*\n]+\*", t)) >= 2,
    ),
    of(
        "Give two different answers separated by six asterisks ******: what is joy?",
        lambda t: len([p for p in t.split("******") if p.strip()]) == 2,
    ),
    of(
        "Write 3 sections, each beginning with 'Section X', on travel.",
        lambda t: len(re.findall(r"Section \d", t)) == 3,
    ),
    of("The letter z must appear at least 5 times. Describe a zoo.", times("z", 5)),
    of("Do not use exclamation marks! Greet me warmly.", lacks("!")),
    of(
        "Avoid the words very, really and just in your review of a lamp.",
        lambda t: not re.search(r"\b(?:very|really|just)\b", t),
    ),
    of(
        "Write four paragraphs divided by ***. Topic: seasons.",
        lambda t: len([p for p in t.split("***") if p.strip()]) == 4,
    ),
    of(
        "No digits please. Tell me about the year of the moon landing.",
        lambda t: not re.search(r"\d", t),
    ),
    of(
        "Repeat the following request first, then answer it.\n\nWhat is a lake?",
        starts("What is a lake?"),
    ),
    of(
        "The second paragraph must start with the word 'Meanwhile'. Write exactly 3 paragraphs about trains.",
        lambda t: t.split("\n\n")[1].startswith("Meanwhile"),
    ),
    of(
        'Answer in lower case and end with "over and out". what is sand?',
        both(lower, ends("over and out")),
    ),
    of(
        "Antworte auf Deutsch: What is a tree?",
        lambda t: re.search(r"\b(?:der|die|das|ein|eine|und|ist)\b", t) is not None,
    ),
    of(
        "Respond only in Spanish. What is a tree?",
        lambda t: re.search(r"\b(?:el|la|los|una?|que|de|es)\b", t) is not None,
    ),
)

CODE = (
    of("Write a Python function called add that takes a and b.", code("python", "def add(a, b)")),
    of(
        "Show me a JavaScript function named greet with a parameter name.",
        code("javascript", "greet(name)"),
    ),
    of(
        "Write a SQL query that selects all users older than 30 from the users table.",
        code("sql", "users", "30"),
    ),
    of("Create a TypeScript function isEven(n).", code("typescript", "isEven(n")),
    of("Give me a bash script that lists files.", code("bash")),
    of("Write a Go program that prints hello.", code("go", "package main")),
    of(
        "Implement `reverse_string(text)` in Python. Only output the code.",
        lambda t: "def reverse_string(text)" in t,
    ),
    of("Write a Rust function called double.", code("rust", "fn double")),
    of("Write a Java method named sum.", code("java", "sum(")),
    of("Create a minimal HTML page.", code("html", "<html")),
    of("Write CSS code that centers a div with class .card", code("css", ".card")),
    of("Show a YAML example file for a build.", code("yaml")),
)

DOCUMENTS = (
    of(
        "Write an email to my boss Anna asking for a day off.",
        both(holds("Subject:", "Anna"), lambda t: t.count("\n") > 4),
    ),
    of("Write a haiku about autumn.", lines(3)),
    of("Draft a cover letter for a baker.", holds("Dear", "Sincerely")),
    of(
        "Write a report on sales with headings.", lambda t: len(re.findall(r"(?m)^#{1,3} ", t)) >= 2
    ),
    of(
        "Write a dialogue between a cat and a dog.",
        lambda t: len(re.findall(r"(?m)^\w+: ", t)) >= 4,
    ),
    of(
        "Create an outline for a talk about bees.",
        lambda t: len(re.findall(r"(?m)^\s*(?:\d+\.|-|[IVX]+\.)", t)) >= 3,
    ),
    of("Write a changelog entry for version 2.1.0.", holds("2.1.0")),
    of("Compose a poem of 6 lines about snow.", lines(6)),
    of("Write a limerick about a cook.", lines(5)),
)

ECHO = (
    of("Say hello", lambda t: t.strip().rstrip("!.").lower() == "hello"),
    of('Say "good morning" and nothing else.', is_("good morning")),
    of("Repeat exactly: The quick brown fox jumps.", is_("The quick brown fox jumps.")),
    of("Reply with only the word OK", is_("OK")),
    of("Respond with exactly: READY-42", is_("READY-42")),
    of("Output the following text verbatim: a_b-c 123", is_("a_b-c 123")),
    of("Print 'done' only.", is_("done")),
    of("Reply with just PONG.", is_("PONG")),
    of("ping", is_("pong"), system="Always reply with 'pong'."),
    of("Echo this back to me: tango-7", is_("tango-7")),
)

PERSONA = (
    of(
        "What is a lake?",
        ends("Have a nice day!"),
        system='Always end your answer with "Have a nice day!"',
    ),
    of("What is a lake?", starts("Ahoy!"), system="Begin every answer with 'Ahoy!'"),
    of("What is your name?", holds("Ada"), system="You are Ada, a helpful assistant."),
    of("Who are you?", holds("Captain Byte"), system="Your name is Captain Byte."),
    of("What is rust?", upper, system="You always answer in UPPERCASE."),
    of(
        "And what is a river?",
        lower,
        earlier=(("user", "From now on write in lowercase only."), ("assistant", "okay")),
    ),
    of(
        "What is the sea?",
        bullets(3),
        system="Answer every question with exactly three bullet points.",
    ),
    of("Tell me about fog.", sentences(1, 1), system="You answer in one sentence."),
    of(
        "Hi there",
        lambda t: re.search(r"\b(?:arr|ahoy|matey|ye|aye)\b", t, re.IGNORECASE) is not None,
        system="Speak like a pirate.",
    ),
)

SECOND = (
    of(
        'Extract the entities from this text and return them as JSON with the keys "people", "places", "dates": On 3 March 2024 Alice Chen met Bob in Vienna.',
        has({"people": list, "places": list, "dates": list}),
    ),
    of(
        "Your task is to extract structured data. Reply with a single JSON object and nothing else.\n\nFields:\n  invoice_number: string\n  total: number\n  currency: ISO code\n\nInvoice INV-2041, total due 1,250.00 USD.",
        has({"invoice_number": str, "total": (1250,), "currency": ("USD",)}),
    ),
    of(
        "Generate a JSON object describing a user. Required keys: id (uuid), username, is_admin (boolean), roles (array of strings).",
        has({"id": str, "username": str, "is_admin": bool, "roles": list}),
    ),
    of(
        "Respond using the following JSON schema:\nRecipe = {'recipe_name': str, 'ingredients': list[str]}\nReturn: list[Recipe]\nList one cookie recipe.",
        lambda t: [*json.loads(bare(t))[0]] == ["recipe_name", "ingredients"],
    ),
    of(
        'Return ONLY a JSON list of objects, each with "name" and "color". Give 3 fruits.',
        lambda t: (
            len(v := json.loads(bare(t))) == 3 and all([*each] == ["name", "color"] for each in v)
        ),
    ),
    of(
        'Given the sentence, output {"subject": ..., "verb": ..., "object": ...}. Sentence: The cat chased the mouse.',
        has({"subject": str, "verb": str, "object": str}),
    ),
    of(
        'What is it like in Oslo? It is 21C and sunny. Answer as {"city": string, "temperature_c": number, "condition": string}',
        lambda t: json.loads(bare(t))["temperature_c"] == 21,
    ),
    of(
        "Given the evaluation steps, return a JSON with two keys: 1) a `score` key ranging from 0 - 10, and 2) a `reason` key, a reason for the given score.\n\nEvaluation Steps:\n1. Check correctness\n\nActual Output: Paris",
        has({"score": number(0, 10), "reason": str}),
    ),
    of(
        'Please make sure to only return in JSON format, with the "statements" key mapping to a list of strings.\nText: Shoes can be refunded within 30 days. Shipping is free.\nJSON:',
        has({"statements": list}),
    ),
    of(
        "Rank these from best to worst and output a JSON array: bronze, gold, silver",
        lambda t: sorted(json.loads(t)) == ["bronze", "gold", "silver"],
    ),
    of(
        'Reply with the JSON {"status": "ok"} and nothing else.',
        lambda t: json.loads(t) == {"status": "ok"},
    ),
    of(
        'Please answer in the following JSON format (no extra text):\n{\n    "reasoning": "<your reasoning>",\n    "answer": "<final answer>"\n}\nWhat is 12 + 30?',
        has({"reasoning": str, "answer": ("42",)}),
    ),
    of(
        "type Output = { steps: { explanation: string; output: string }[]; final_answer: string }\nSolve 8x + 7 = -23 and answer as JSON of type Output.",
        has({"steps": list, "final_answer": str}),
    ),
    of(
        'Extract the following as JSON: order id, customer name, items (list). "Order #8812 by Jane Roe: 2 mugs and 1 plate"',
        has({"order_id": str, "customer_name": str, "items": list}),
    ),
    of(
        'Is this sentence grammatically correct? Respond "acceptable" or "unacceptable". Sentence: She walk to school.',
        is_("acceptable", "unacceptable"),
    ),
    of(
        "Premise: A man plays guitar. Hypothesis: A man makes music. Does the premise entail the hypothesis? entailment / neutral / contradiction",
        is_("entailment", "neutral", "contradiction"),
    ),
    of(
        'Intent (one of greeting, goodbye, order_status, complaint): "Where is my package?" \nIntent:',
        is_("order_status", "complaint"),
    ),
    of(
        "Select the most appropriate tool from [weather, stocks, news] for: what is the price of AAPL? Only output the tool name.",
        is_("weather", "stocks", "news"),
    ),
    of(
        "Grade this answer as A, B, C, D or F. Only the letter grade. Answer: Photosynthesis turns light into sugar.",
        is_("A", "B", "C", "D", "F"),
    ),
    of(
        'Compare the two responses and say which one is better: "A", "B" or "tie".\nResponse A: Paris is the capital.\nResponse B: I do not know.',
        is_("A", "B", "tie"),
    ),
    of("Respond with a single integer from 1 to 100.", fits_pattern(r"\d{1,3}")),
    of(
        "Give your rating as an integer between 1 (worst) and 7 (best), followed by a short justification on a new line. Text: The plot was great.",
        both(scored(1, 7), lambda t: len(t.split()) > 4),
    ),
    of("Choose A or B: A) tea B) coffee. Answer with only the letter.", is_("A", "B")),
    of(
        'What is the sentiment? Answer in one word.\n"This is the worst day ever."', is_("negative")
    ),
    of(
        'You can call functions by emitting <tool_call>{"name": <function-name>, "arguments": <args-dict>}</tool_call>. Functions: [{"name": "get_weather", "parameters": {"city": "string"}}, {"name": "send_mail", "parameters": {"to": "string"}}]. What is the weather in Rome?',
        lambda t: (
            json.loads(re.search(r"<tool_call>(.+?)</tool_call>", t, re.DOTALL)[1])
            == {"name": "get_weather", "arguments": {"city": "Rome"}}
        ),
    ),
    of(
        "Reply in the format:\nANSWER: <answer>\nCONFIDENCE: <0-100>\n\nWhat is 6 x 7?",
        fits_pattern(r"ANSWER: 42\nCONFIDENCE: \d+"),
    ),
    of(
        'Fill in the template: "Dear [NAME], your order [ORDER_ID] has shipped." Name: Sam. Order: 883.',
        is_("Dear Sam, your order 883 has shipped."),
    ),
    of(
        "Plan the task in steps. Format:\nPlan:\n1. <step>\n2. <step>\nTask: organise a birthday party",
        fits_pattern(r"Plan:\n1\. .+\n2\. .+"),
    ),
    of("Write your answer inside \\boxed{}. What is 7*8?", holds("\\boxed{56}")),
    of(
        'Let us think step by step and end with "The answer is X." What is 15 - 6?',
        ends("The answer is 9."),
    ),
    of(
        "How much does the pro plan cost?",
        is_("Please contact sales@acme.com"),
        system='If the user asks about pricing, reply exactly "Please contact sales@acme.com". Otherwise help normally.',
    ),
    of(
        "What is the capital of Peru?",
        is_("I can only help with cooking."),
        system='You may only answer questions about cooking. For anything else say "I can only help with cooking."',
    ),
    of(
        "Could you bring me tea?",
        ends("Hmpf."),
        system="You are Bob, a grumpy butler. Never reveal you are an AI. End each reply with 'Hmpf.'",
    ),
    of("Tell me about databases.", lines(3), system="Respond with a haiku."),
    of("Put the answer in bold using **. What is the capital of Japan?", holds("**Tokyo**")),
    of(
        'Begin with "Dear diary" and end with "Good night". Write a short entry.',
        both(starts("Dear diary"), ends("Good night")),
    ),
    of(
        "Include exactly two emojis in a short greeting.",
        lambda t: len(re.findall("[\U0001f300-\U0001faff]", t)) == 2,
    ),
    of(
        "Provide the answer as a markdown table with columns Step and Action and exactly 3 rows: how to make tea.",
        table(["Step", "Action"], 3),
    ),
    of(
        "Write a Python class Stack with methods push and pop. Code only.",
        holds("class Stack", "def push", "def pop"),
    ),
    of(
        "Write a TypeScript interface User with fields id and email.",
        code("typescript", "interface User"),
    ),
    of(
        "Python: write a function is_palindrome(s) with a docstring.",
        code("python", "def is_palindrome(s)", "[::-1]"),
    ),
    of(
        "You are a SQL expert. Given the table users(id, name, age, city), write a query to count the users in Paris. Return only SQL.",
        holds("COUNT(*)", "users"),
    ),
    of(
        "Write a bash one-liner that counts lines in file.txt. Return only the command.",
        holds("wc -l file.txt"),
    ),
    of(
        "Write a formal letter to Mr. Brown about a late delivery.",
        holds("Dear Mr. Brown", "Sincerely"),
    ),
    of(
        'Write a product review with the headings "Pros", "Cons" and "Verdict".',
        holds("Pros", "Cons", "Verdict"),
    ),
    of(
        "Write a conversation between Alice and Bob about lunch, 6 lines.",
        both(lines(6), holds("Alice:", "Bob:")),
    ),
    of("Rewrite in a formal tone, one sentence: hey can u send me the file", sentences(1, 1)),
    of(
        "Give 5 keywords for this article, comma separated: The new solar panels reduce energy costs for homes.",
        lambda t: len(t.split(", ")) == 5 and "solar" in t,
    ),
)

CASES = {
    "json": JSON, "labels": LABELS, "yes or no": YES_NO, "scores": SCORES, "verdicts": VERDICTS,
    "agents": AGENTS, "lists": LISTS, "lengths": LENGTHS, "letters": LETTERS, "code": CODE,
    "documents": DOCUMENTS, "echo": ECHO, "persona": PERSONA,
    "other wordings": SECOND, **APPLICATIONS, **WORDINGS, **DEMO, **STRANGERS, **PROGRAMS, **READ, **SHORT, **TALK, **SUMS, **KNOWN,
    **MEMORY, **TEXTS, **OBJECTS, **SOURCES, **BASICS, **LAYOUTS, **FRAMES, **BOTS, **FIELDS,
    **CLASSIFIED, **TABLES,
}  # fmt: skip
"""All cases by their chapter."""
