"""The same demands in the words of other people: polite, terse, in other languages, together."""

from __future__ import annotations

import json
import re

from tests.sense.checks import (
    Case,
    both,
    bullets,
    code,
    comma_separated,
    ends,
    fits_pattern,
    has,
    holds,
    is_,
    label,
    lacks,
    last_line,
    lines,
    lower,
    number,
    numbered,
    of,
    paragraphs,
    parsed,
    scored,
    sentences,
    starts,
    table,
    times,
    upper,
    words,
)
from tests.sense.judges import JUDGES

JSON = (
    of(
        'Hey, can you pull the details out of this and hand them back as a json object? I need name, email and company.\n\n"I am Petra Klein from Nordwind, write to petra@nordwind.de"',
        lambda t: (
            {"name", "email", "company"} <= parsed(t).keys()
            and parsed(t)["email"] == "petra@nordwind.de"
        ),
    ),
    of(
        "JSON pls: fields = title, author, year. Book: Dune by Frank Herbert, 1965",
        lambda t: (
            {"title", "author", "year"} <= parsed(t).keys() and parsed(t)["year"] in (1965, "1965")
        ),
    ),
    of(
        "I was billed twice!",
        has({"intent": str, "priority": ("low", "medium", "high")}),
        system='You are a support triage bot. Your output MUST be a raw JSON object with exactly two properties: "intent" (a short string) and "priority" ("low", "medium" or "high"). Do not wrap it in markdown.',
    ),
    of(
        'Gib mir die Antwort als JSON mit den Schlüsseln "stadt" und "land": Wo liegt der Eiffelturm?',
        lambda t: {"stadt", "land"} <= parsed(t).keys(),
    ),
    of(
        'Réponds uniquement en JSON avec les clés "titre" et "resume" : un article sur les abeilles.',
        lambda t: {"titre", "resume"} <= parsed(t).keys(),
    ),
    of(
        'Here is what I expect back:\n\n```json\n{"sku": "A-1", "qty": 2, "in_stock": true}\n```\n\nDo the same for: we have 7 units of B-9 left.',
        lambda t: {"sku", "qty", "in_stock"} <= parsed(t).keys() and parsed(t)["qty"] == 7,
    ),
    of(
        'Output format (strict):\n{\n  "label": "toxic" | "clean",\n  "score": number  // 0.0 to 1.0\n}\n\nComment: have a lovely day',
        has({"label": ("toxic", "clean"), "score": number(0, 1)}),
    ),
    of(
        "Summarize the ticket. Your whole answer has to be parseable by JSON.parse and contain `summary` plus `next_steps` (array of strings).\n\nTicket: The login page times out for everyone since the update.",
        lambda t: isinstance(parsed(t)["next_steps"], list) and parsed(t)["summary"],
    ),
    of(
        "List three European rivers. Answer as a JSON array of strings, no prose.",
        lambda t: len(parsed(t)) == 3 and all(isinstance(x, str) for x in parsed(t)),
    ),
    of(
        "Produce a yaml document with keys name and version for a package called zeta.",
        lambda t: "name:" in t and "version:" in t,
    ),
    of(
        'Produce a JSON object with "question", "choices" (4 strings) and "correct_index" for a geography quiz.',
        lambda t: len(parsed(t)["choices"]) == 4 and isinstance(parsed(t)["correct_index"], int),
    ),
    of(
        "You will be provided with unstructured data, and your task is to parse it into JSON. Keys: product, quantity, unit_price.\n\n3 notebooks at 4.50 each",
        lambda t: parsed(t)["quantity"] in (3, "3") and parsed(t)["unit_price"] in (4.5, "4.50"),
    ),
    of(
        'The JSON should look like this: {"name": "...", "role": "..."}\n\nIntroduce: Lena Fox, our CTO.',
        has({"name": ("Lena Fox",), "role": str}),
    ),
    of(
        "Answer the user query. Wrap the output in `json` tags and follow this schema: {'title': string, 'rating': integer from 1 to 5}. Query: review of the film Up",
        lambda t: isinstance(parsed(t)["rating"], int) and "title" in parsed(t),
    ),
    of(
        "Return a dictionary with keys 'lat' and 'lon' as JSON for a city of your choice.",
        lambda t: {"lat", "lon"} <= parsed(t).keys(),
    ),
    of(
        "Please format your answer as a JSON object where `answer` is a string and `sources` is a list of URLs. Q: What is HTTP?",
        lambda t: isinstance(parsed(t)["sources"], list) and isinstance(parsed(t)["answer"], str),
    ),
    of(
        'Translate the user request into an API call. Output ONLY json of the form {"endpoint": "/...", "method": "GET|POST"}.\nRequest: list all users',
        lambda t: parsed(t)["method"] in ("GET", "POST") and "endpoint" in parsed(t),
    ),
    of(
        "generate 3 fake users as json, each having id, name and email",
        lambda t: (
            len(
                parsed(t)
                if isinstance(parsed(t), list)
                else next((v for v in parsed(t).values() if isinstance(v, list)), [])
            )
            == 3
        ),
    ),
    of(
        'Extract: {"date": "YYYY-MM-DD", "amount": float}. Text: Paid 19.99 on 2024-05-01.',
        lambda t: parsed(t)["date"] == "2024-05-01" and parsed(t)["amount"] == 19.99,
    ),
    of(
        "I want the result in JSON. It should have two fields, verdict (either approve or reject) and explanation. Loan request: income 50k, debt 1k",
        lambda t: (
            parsed(t)["verdict"] in ("approve", "reject")
            and isinstance(parsed(t)["explanation"], str)
        ),
    ),
    of(
        "what's the weather like on mars",
        has({"reply": str, "follow_up_questions": list}),
        system="Always respond as JSON with the shape { reply: string, follow_up_questions: string[] } and no other text.",
    ),
    of(
        'Write a JSON object with a boolean "ok" and a number "count".',
        lambda t: (
            isinstance(parsed(t)["ok"], bool) and isinstance(parsed(t)["count"], (int, float))
        ),
    ),
    of(
        'Only JSON, no commentary!! {"color": "<one of red|green|blue>"} what color is the sky',
        lambda t: parsed(t)["color"] == "blue" or parsed(t)["color"] in ("red", "green", "blue"),
    ),
)

LABELS = (
    of(
        "Sort this message into one bucket - spam, promo or personal - and give me just the bucket.\n\nHi mum, see you on Sunday!",
        label("spam", "promo", "personal"),
    ),
    of(
        "Ticket: the screen stays black after boot. Team? hardware | software | network. One word.",
        label("hardware", "software", "network"),
    ),
    of(
        "Please tell me whether the tone below is formal or informal; reply using one word only.\n\nyo what's up dude",
        label("formal", "informal"),
    ),
    of(
        "What's the mood of this tweet: happy, sad or angry? Just the mood.\n\nI can't believe they cancelled it, I'm furious and angry!",
        label("angry"),
    ),
    of(
        "You're a router. Depending on the request pick 'sql', 'docs' or 'chitchat'. Emit nothing but the route.\n\nRequest: hello, how are you?",
        label("sql", "docs", "chitchat"),
    ),
    of(
        "Klassifiziere den Text als positiv, negativ oder neutral. Antworte nur mit einem Wort.\n\nDas Essen war schrecklich.",
        label("positiv", "negativ", "neutral"),
    ),
    of(
        "Classe ce message dans une des catégories suivantes : facturation, technique, autre. Réponds uniquement avec la catégorie.\n\nMa facture est fausse.",
        label("facturation", "technique", "autre"),
    ),
    of(
        "my invoice is wrong",
        label("billing", "support", "sales"),
        system="Your job: map every customer message to exactly one label.\n\nLabels:\n* billing\n* support\n* sales\n\nNever output anything besides the label.",
    ),
    of(
        "Which of the following best describes the text? (a) complaint (b) praise (c) question. Answer with the letter.\n\nWhere is my order?",
        lambda t: t.strip().strip("().").lower() in "abc",
    ),
    of(
        "Given these options: [cat, dog, bird], which animal barks? Return the option verbatim.",
        label("cat", "dog", "bird"),
    ),
    of(
        "Priority? P1, P2 or P3. No explanation.\n\nThe whole site is down!",
        label("p1", "p2", "p3"),
    ),
    of(
        "Does this belong to 'work' or 'home'? Answer with one of the two words.\n\nSubmit the quarterly report",
        label("work", "home"),
    ),
    of(
        "You're an email classifier. Categories:\n1. Invoice\n2. Newsletter\n3. Personal\nReturn the category name and nothing else.\n\nEmail: Here is your bill for May.",
        label("invoice", "newsletter", "personal"),
    ),
    of(
        "Intent detection. Valid intents are book_flight, cancel_flight, and other. Print just the intent.\n\nI'd like to cancel my flight",
        label("cancel_flight"),
    ),
    of(
        "Respond with exactly one word - either 'approve' or 'deny'. Request: refund of 5 dollars",
        label("approve", "deny"),
    ),
    of(
        "Assign a severity (critical, major, minor) to the bug. Severity only.\n\nBug: typo in the footer",
        label("critical", "major", "minor"),
    ),
    of("is this tweet pos/neg/neutral? one word\n\ni love it", label("pos")),
    of(
        "Choose whichever fits best: news, blog, shop. Text: Buy now, 20% off! Answer:",
        label("shop", "news", "blog"),
    ),
    of(
        "Which language is this written in: English, French or Spanish? Only name the language.\n\nJe suis très content de vous voir aujourd'hui.",
        label("french"),
    ),
    of(
        "Text: 'The match ended 2-1 after a late goal.'\nTopic options: business / sport / science\nTopic:",
        label("sport", "business", "science"),
    ),
    of(
        "hello there",
        label("greeting", "question", "complaint"),
        system="For every user message output one of the following tokens: GREETING, QUESTION, COMPLAINT. Output the token only, no punctuation.",
    ),
    of(
        "Supervisor: given the conversation, who should act next? Select one of: ['researcher', 'coder', 'FINISH']\n\nUser: write a python script",
        lambda t: t.strip() in ("researcher", "coder", "FINISH"),
    ),
)

YES_NO = (
    of("Yes or no: is 12 divisible by 4?", lambda t: t.strip().lower().startswith("yes")),
    of("Is Berlin the capital of Germany? (y/n)", label("y", "n", "yes", "no")),
    of("Just say yes or no please - does water boil at 100 degrees celsius?", label("yes", "no")),
    of("Answer strictly with true/false. The moon is made of cheese.", label("true", "false")),
    of("Ist Paris die Hauptstadt von Frankreich? Antworte mit Ja oder Nein.", label("ja", "nein")),
    of("Réponds par oui ou non : Rome est-elle en Italie ?", label("oui", "non")),
    of("Responde sólo sí o no: ¿es Madrid la capital de España?", label("sí", "si", "no")),
    of(
        "Decide if the two sentences mean the same. Output a single token, YES or NO.\n1: The cat sleeps.\n2: A cat is asleep.",
        is_("YES", "NO"),
    ),
    of(
        "Think it through briefly, and finish with a final line that is either YES or NO. Is 9 a prime number?",
        last_line("YES", "NO"),
    ),
    of("Should I bring an umbrella if it rains? Reply 'yes' or 'no'.", label("yes", "no")),
    of("TRUE or FALSE (one word): 7 is a prime number.", label("true", "false")),
    of("Is the sky green? One word: yes/no.", label("no", "yes")),
    of(
        "Given the following context, can the question be answered? Respond with a single 'Yes' or 'No'.\nContext: Tom is 5.\nQuestion: How old is Tom?",
        label("yes", "no"),
    ),
    of(
        "Start your reply with Yes or No and then explain: is fire hot?",
        lambda t: re.match(r"(Yes|No)\b", t) and len(t.split()) > 3,
    ),
)

SCORES = (
    of(
        "How would you grade this haiku, 0 to 10? Number only.\n\nOld pond, frog jumps in",
        fits_pattern(r"\d+(\.\d+)?"),
    ),
    of(
        "Give the following answer a mark between one and five. Only the digit.\n\nAnswer: Paris",
        fits_pattern("[1-5]"),
    ),
    of(
        "Please assess relevance on a 0-3 scale (0 = irrelevant, 3 = perfect). Respond with the number alone.\n\nQuery: cats\nDocument: Cats are small carnivores.",
        fits_pattern("[0-3]"),
    ),
    of(
        "Bewerte den Text auf einer Skala von 1 bis 5. Nur die Zahl.\n\nEs war ganz nett.",
        fits_pattern("[1-5]"),
    ),
    of(
        "Note ce texte de 1 à 10. Réponds uniquement par un nombre.\n\nC'est bien.",
        fits_pattern(r"\d+"),
    ),
    of(
        "Evaluate the reply below. End with a line 'Rating: N' where N is from 1 to 7.\n\nReply: Please restart it.",
        lambda t: re.search(r"Rating: [1-7]\s*$", t.strip()) is not None,
    ),
    of(
        "score this from 0.0 to 1.0 and nothing else: the essay is coherent",
        lambda t: 0 <= float(t) <= 1,
    ),
    of(
        "Provide your score in the form <score>N</score>, with N in 1..5.\n\nText: fine.",
        lambda t: re.search(r"<score>[1-5]</score>", t) is not None,
    ),
    of(
        "What percentage match is this CV for the job (0-100)? Reply with an integer.",
        fits_pattern(r"\d{1,3}"),
    ),
    of(
        "On a 1-5 scale, how polite is this? Output the number only.\n\nCould you please help me?",
        fits_pattern("[1-5]"),
    ),
    of(
        "Rate from 1 to 10. Format: Rating: <number>\n\nThe pasta was great",
        fits_pattern(r"Rating: (10|[1-9])(\.\d)?"),
    ),
    of(
        "Score (0-100) only, please: Is the following English fluent? 'I has went'",
        fits_pattern(r"\d{1,3}"),
    ),
    of(
        "Please act as an impartial judge. Give a final score between 0 and 1, two decimals at most, on the last line as `SCORE: x`.\n\nAnswer: ok",
        lambda t: re.search(r"SCORE: (0(\.\d+)?|1(\.0+)?)$", t.strip()) is not None,
    ),
    of(
        "Assign the essay a grade from A to F. Reply with the letter alone.\n\nEssay: Cats are cute.",
        fits_pattern("[A-F]"),
    ),
    of(
        "rate my joke out of 10, just a number: why did the chicken cross the road",
        lambda t: 0 <= float(t) <= 10,
    ),
)

VERDICTS = (
    of(
        "You are grading output according to a user-specified rubric. If the statement in the rubric is true, then the output passes the test. You respond with a JSON object with this structure: {reason: string, pass: boolean, score: number}\n\n<Output>\nHello there, thank you!\n</Output>\n<Rubric>\nIs polite\n</Rubric>",
        has({"reason": str, "pass": bool, "score": (int, float) and number(0, 1)}),
    ),
    of(
        "Compare the candidate with the gold answer and say CORRECT or WRONG.\nGold: 42\nCandidate: 42",
        is_("CORRECT"),
    ),
    of(
        "Compare the candidate with the gold answer and say CORRECT or WRONG.\nGold: 42\nCandidate: 17",
        is_("WRONG"),
    ),
    of(
        "Is the response faithful to the context? Verdict must be `faithful` or `hallucinated`.\nContext: The bus leaves at 8.\nResponse: The bus leaves at 8.",
        is_("faithful"),
    ),
    of(
        "Which assistant did better? Output A, B or TIE and nothing more.\n\nUser: 1+1?\nAssistant A: 2\nAssistant B: 2",
        is_("A", "B", "TIE"),
    ),
    of(
        "Mark the submission as Pass or Fail, then give one sentence of justification.\nExpected: red\nSubmission: red",
        lambda t: t.strip().startswith("Pass") and len(t.split()) > 3,
    ),
    of(
        "You're evaluating a chatbot. [BEGIN DATA]\n[Input]: 2+2?\n[Submission]: 4\n[Criterion]: correctness\n[END DATA]\nDoes the submission meet the criterion? First reason step by step, then print Y or N on a separate line at the end.",
        last_line("Y", "N"),
    ),
    of(
        'Does the answer contradict the source? Return {"contradiction": true|false, "explanation": str}\nSource: It rained.\nAnswer: It rained.',
        lambda t: isinstance(parsed(t)["contradiction"], bool),
    ),
    of(
        "Pick the better translation. Reply 1 or 2.\n1: The house is big.\n2: House big be.",
        is_("1", "2"),
    ),
)

AGENTS = (
    of(
        "You can use these tools:\n- lookup: find facts on the web\n- calc: evaluate arithmetic\n\nAlways follow this pattern:\nThought: ...\nAction: <tool name>\nAction Input: <input>\nObservation: <result>\n\nWhen done write\nFinal Answer: ...\n\nQuestion: What is 15 * 4?",
        both(holds("Action:", "Action Input:"), lambda t: "calc" in t),
    ),
    of(
        "Put your reasoning between <scratchpad> and </scratchpad> and your answer between <answer> and </answer>. What is 8 + 5?",
        both(holds("<scratchpad>", "</scratchpad>", "<answer>", "</answer>"), lambda t: "13" in t),
    ),
    of(
        "Wrap the final answer in <final> tags. What is the capital of Portugal?",
        holds("<final>", "Lisbon", "</final>"),
    ),
    of(
        "Respond inside <output>...</output>. What's 2+5?",
        lambda t: re.search(r"<output>.*7.*</output>", t, re.DOTALL) is not None,
    ),
    of(
        "Think first in <think></think>, then give the answer in <ans></ans>. What is 6*7?",
        lambda t: "<think>" in t and re.search(r"<ans>.*42.*</ans>", t, re.DOTALL) is not None,
    ),
)

LISTS = (
    of("Could you jot down 4 reasons why people like tea? Use bullets.", bullets(4)),
    of("I'd love a numbered list of six breakfast ideas.", numbered(6)),
    of("top 3 tips for sleeping well, as a bulleted list", bullets(3)),
    of("Give me exactly five bullet points (use '-') about Mars.", bullets(5)),
    of("Nenne 3 Gründe für Sport als Aufzählung.", bullets(3)),
    of("Donne-moi une liste numérotée de 4 conseils pour dormir.", numbered(4)),
    of("Dame una lista con viñetas de 3 frutas.", bullets(3)),
    of(
        "Write down the names of five trees, separated by semicolons.",
        lambda t: len([x for x in t.split(";") if x.strip()]) == 5,
    ),
    of("list 4 colors, one per line", lambda t: len(t.strip().split("\n")) == 4),
    of(
        "Show a table (markdown) with the columns City | Country | Population and three rows.",
        table(["City", "Country", "Population"], 3),
    ),
    of(
        "I want a two-column markdown table, columns Term and Meaning, 4 rows, about networking.",
        table(["Term", "Meaning"], 4),
    ),
    of(
        "Return csv, header: name,email,age then 4 rows of fake people",
        comma_separated(["name", "email", "age"], 4),
    ),
    of(
        "Erstelle eine Markdown-Tabelle mit den Spalten Name und Alter und 2 Zeilen.",
        table(["Name", "Alter"], 2),
    ),
    of(
        "Respond with a checklist of 5 things to pack.",
        lambda t: len(re.findall(r"(?m)^\s*(?:[-*]|\d+\.) ", t)) == 5,
    ),
    of("Five quick ideas for dinner, numbered.", numbered(5)),
    of("What are 3 benefits of walking? Bullet them.", bullets(3)),
    of("Summarize the benefits of exercise in 4 bullets.", bullets(4)),
    of("Enumerate six uses for a brick", numbered(6)),
    of(
        "give me a to-do list with 4 items for moving house",
        lambda t: len(re.findall(r"(?m)^\s*(?:[-*]|\d+\.) ", t)) == 4,
    ),
    of("Name ten animals separated by commas.", lambda t: len(t.split(",")) == 10),
    of(
        "3 haiku titles, each on its own line.",
        lambda t: len([row for row in t.strip().split("\n") if row.strip()]) == 3,
    ),
    of(
        "Compare Go and Rust in a table with 3 rows and the columns Aspect, Go, Rust",
        table(["Aspect", "Go", "Rust"], 3),
    ),
    of(
        "Answer as a bulleted list, max 3 items: why read books?",
        lambda t: 1 <= len(re.findall(r"(?m)^\s*[-*] ", t)) <= 3,
    ),
    of("Step-by-step instructions (exactly 5 steps) for making coffee.", numbered(5)),
)

LENGTHS = (
    of("Tell me about foxes using no more than twelve words.", words(1, 12)),
    of("In 10 words or less: what is rain?", words(1, 10)),
    of("Keep your response below 40 words. Why do we dream?", words(1, 39)),
    of("I need a text on coffee, somewhere between 80 and 100 words.", words(80, 100)),
    of("Write a paragraph (at least five sentences) about snow.", sentences(5, 99)),
    of("What is a cloud? Max 2 sentences.", sentences(1, 2)),
    of("Explain tides. Your answer should be 3 sentences long.", sentences(3, 3)),
    of("Fasse dich kurz: maximal 15 Wörter. Was ist Regen?", words(1, 15)),
    of("Antworte in genau zwei Sätzen: Was ist ein Vulkan?", sentences(2, 2)),
    of("Réponds en une seule phrase : qu'est-ce que la pluie ?", sentences(1, 1)),
    of("Explica la lluvia en exactamente 20 palabras.", words(20, 20)),
    of("Descreva o mar em no máximo 3 frases.", sentences(1, 3)),
    of("Beschrijf de zee in maximaal 20 woorden.", words(1, 20)),
    of("Reply with a single paragraph. What is jazz?", paragraphs(1)),
    of("Two short paragraphs on bees, separated by a blank line.", paragraphs(2)),
    of("Write five lines about rain, nothing else.", lines(5)),
    of(
        "your answer must not be longer than 80 characters. what is sql?",
        lambda t: 0 < len(t) <= 80,
    ),
    of(
        "What is DNS?", sentences(1, 2), system="You're concise. Never use more than two sentences."
    ),
    of(
        "What is DNS?",
        words(1, 50),
        system="Be helpful. Answers have a hard limit of 50 words. Use a friendly tone.",
    ),
    of("Write a 100 word paragraph about owls.", words(100, 100)),
    of("Tweet about our launch (280 characters max).", lambda t: 0 < len(t) <= 280),
    of("Tell me about otters in 30 to 40 words.", words(30, 40)),
    of("A one-sentence summary of gravity, please.", sentences(1, 1)),
    of("Give me a three-sentence explanation of inflation.", sentences(3, 3)),
    of("exacly 4 sentances about the moon plz", sentences(4, 4)),
    of("Please be brief (one sentence). What is a planet?", sentences(1, 1)),
    of(
        "Answer in a single sentence of no more than 10 words: what is wind?",
        both(sentences(1, 1), words(1, 10)),
    ),
    of("Your response must contain fewer than 60 words. What is inflation?", words(1, 59)),
    of("I need 150+ words about dolphins.", words(150, 9999)),
    of("Explain blockchain like I'm five. 2-3 sentences.", sentences(2, 3)),
    of("Word limit: 30. What is a black hole?", words(1, 30)),
    of("Describe gold. Length: 3 paragraphs.", paragraphs(3)),
    of("Reply using a maximum of 140 characters: what is tea?", lambda t: 0 < len(t) <= 140),
    of("Write precisely seven words about love.", words(7, 7)),
    of("What is rain? (<= 20 words)", words(1, 20)),
    of("Write a text about hats of roughly 50 words.", words(40, 60)),
    of("Give a two word answer: what is the capital of the US state of Texas?", words(2, 2)),
    of(
        "explain tcp",
        both(sentences(1, 3), lacks(",")),
        system="Rules:\n1. Max three sentences per answer.\n2. No commas.\n3. Be polite.",
    ),
)

LETTERS = (
    of("Whole reply in block capitals please. What is iron?", upper),
    of("ANSWER IN UPPERCASE ONLY. what is a reef?", upper),
    of("pls write everything in lower-case letters: What is Paris known for?", lower),
    of("No capital letters at all. Describe London.", lower),
    of("Schreibe alles in Großbuchstaben: Was ist Eis?", lambda t: t.upper() == t),
    of(
        "Write about the sea; the text has to contain the words salt and wave.",
        holds("salt", "wave"),
    ),
    of(
        "Make sure the phrase 'open sesame' shows up in your story about caves.",
        holds("open sesame"),
    ),
    of(
        "Steer clear of the word 'data' when you explain databases.",
        lambda t: not re.search(r"\bdata\b", t, re.I),
    ),
    of(
        "Explain trains without ever saying train or rail.",
        lambda t: not re.search(r"\b(?:train|rail)\b", t, re.I),
    ),
    of("Don't use commas anywhere. Talk about spring.", lacks(",")),
    of("Write a greeting with zero exclamation points.", lacks("!")),
    of("The word 'river' should occur at least four times in your text.", times("river", 4)),
    of("Mention 'moon' twice, no more and no less. Tell me about nights.", times("moon", 2, 2)),
    of(
        "Open with 'Once upon a time' and close with 'The end.' Write a tiny story.",
        both(starts("Once upon a time"), ends("The end.")),
    ),
    of(
        "Your very last words must be: see you soon",
        lambda t: t.strip().rstrip(".").lower().endswith("see you soon"),
    ),
    of('Beginne deine Antwort mit "Hallo Welt". Was ist Python?', starts("Hallo Welt")),
    of('Termine ta réponse par "À bientôt". Qu\'est-ce que la mer ?', ends("À bientôt")),
    of(
        "Put quotation marks around your complete reply. What is a comet?",
        lambda t: t.startswith('"') and t.endswith('"'),
    ),
    of(
        "Give your text a title enclosed in double angle brackets, i.e. <<like this>>. Topic: tea.",
        lambda t: re.search(r"<<[^\n]+>>", t) is not None,
    ),
    of(
        "Close with a postscript that begins with P.P.S. How do I cook rice?",
        lambda t: re.search(r"(?m)^P\.P\.S", t) is not None,
    ),
    of(
        "Leave at least three blanks in square brackets, such as [date], for me to fill in. Write an invitation.",
        lambda t: len(re.findall(r"\[[^\]]+\]", t)) >= 3,
    ),
    of(
        "Mark three key phrases in italics with single asterisks. Topic: bread.",
        lambda t: len(re.findall(r"\*[^*\n]+\*", t)) >= 3,
    ),
    of(
        "Bold at least two important words. What is iron used for?",
        lambda t: len(re.findall(r"\*\*[^*\n]+\*\*", t)) >= 2,
    ),
    of("Use the letter q no fewer than 6 times. Talk about queens.", times("q", 6)),
    of("Try not to use the letter 'a'. Describe the moon.", lacks("a")),
    of(
        "First repeat my question word for word, then answer it: What is a delta?",
        starts("What is a delta?"),
    ),
    of(
        "Provide two alternative answers with ****** between them. What is joy?",
        lambda t: len([p for p in t.split("******") if p.strip()]) == 2,
    ),
    of(
        "Structure your text in 4 parts labelled 'Part 1', 'Part 2' and so on. Topic: music.",
        lambda t: len(re.findall(r"Part \d", t)) == 4,
    ),
    of(
        "3 paragraphs, and the last one has to begin with 'Finally'. Topic: boats.",
        lambda t: (
            len(t.strip().split("\n\n")) == 3 and t.strip().split("\n\n")[-1].startswith("Finally")
        ),
    ),
    of(
        "Use at least 3 words in ALL CAPS. Why is the sky blue?",
        lambda t: sum(w.isupper() and len(w) > 1 for w in re.findall(r"\w+", t)) >= 3,
    ),
    of(
        "Add exactly two hashtags at the end. Post about coffee.",
        lambda t: len(re.findall(r"#\w+", t)) == 2,
    ),
    of("No emojis, no digits. Say something about 2024.", lambda t: not re.search(r"\d", t)),
    of(
        "Reply in French: what is water?",
        lambda t: re.search(r"\b(?:le|la|les|est|une?|des)\b", t) is not None,
    ),
    of(
        "what is water",
        lambda t: re.search(r"\b(?:der|die|das|ist|und|ein)\b", t) is not None,
        system="Du antwortest immer auf Deutsch.",
    ),
    of(
        "what is water",
        lambda t: re.search(r"\b(?:il|la|le|di|che|un|una|è)\b", t) is not None,
        system="Regardless of the user's language, your replies are written in Italian.",
    ),
    of("all lowercase pls, what is an API", lower),
    of("SHOUT! Use only capitals in your reply about dogs.", upper),
    of(
        "Include each of these words: apple, river, stone. Write two sentences.",
        holds("apple", "river", "stone"),
    ),
    of(
        "Do not use the words 'good' or 'bad' in your review of a hotel.",
        lambda t: not re.search(r"\b(good|bad)\b", t, re.I),
    ),
    of("The response should not contain the letter x at all. Tell me about boxes.", lacks("x")),
    of('Use the keyword "solar" at least twice; topic: energy.', times("solar", 2)),
    of("Avoid exclamation marks and question marks. Write a welcome note.", lacks("!", "?")),
    of(
        "Conclude with the words: stay safe",
        lambda t: t.strip().rstrip(".").lower().endswith("stay safe"),
    ),
    of("Begin your message with Dear John, and talk about rain.", starts("Dear John")),
    of(
        "Surround your reply with double quotes. What is a tide?",
        lambda t: t.strip()[0] == '"' and t.strip()[-1] == '"',
    ),
    of(
        "Write the title in double angle brackets. Subject: mountains.",
        lambda t: re.search(r"<<[^\n]+>>", t) is not None,
    ),
    of(
        "Add a postscript (P.S.) to your note about gardens.",
        lambda t: re.search(r"(?m)^P\.S\.", t) is not None,
    ),
    of(
        "Use three emojis in your congratulation.",
        lambda t: len(re.findall("[\U0001f300-\U0001faff]", t)) == 3,
    ),
    of(
        "Please put the key term in **bold**: what is osmosis?",
        lambda t: re.search(r"\*\*[^*]+\*\*", t) is not None,
    ),
    of(
        "Separate your two answers with ***. What is luck?",
        lambda t: len([p for p in t.split("***") if p.strip()]) == 2,
    ),
    of(
        "Divide the text into sections called Section 1, Section 2 and Section 3. Topic: wine.",
        lambda t: len(re.findall(r"Section \d", t)) == 3,
    ),
)

CODE = (
    of(
        "You are a PostgreSQL expert. Table: staff(id, name, department, city). Write a query for all staff in Lisbon.",
        holds("WHERE city = 'Lisbon'"),
    ),
    of("Could you code up a python function multiply(x, y)?", code("python", "def multiply(x, y)")),
    of("JS function `isLeap(year)` please, just the code.", lambda t: "isLeap(year)" in t),
    of(
        "I need SQL to get the 5 newest rows of the orders table.",
        lambda t: "```sql" in t and "orders" in t and "5" in t,
    ),
    of(
        "Schreibe eine Python-Funktion namens quadrat, die x nimmt.", code("python", "def quadrat(")
    ),
    of("dockerfile for a small python app?", lambda t: "FROM python" in t),
    of("Show how to write a for loop in Rust.", code("rust")),
    of("write me a python script that prints the first 10 squares", code("python")),
    of(
        "SQL: names of all customers from Berlin, table customers",
        lambda t: "```sql" in t and "customers" in t,
    ),
    of(
        "Please provide a TypeScript type called Point with x and y numbers.",
        code("typescript", "Point"),
    ),
    of("Only code: a Python function `slugify(text)`.", lambda t: "def slugify(text)" in t),
    of("regex for an email in JavaScript", code("javascript")),
)

DOCUMENTS = (
    of(
        "Please compose a short mail to Tom thanking him for lunch.",
        both(holds("Tom"), lambda t: "Subject:" in t),
    ),
    of("haiku about the sea pls", lines(3)),
    of("Can I get a poem with exactly eight lines on winter?", lines(8)),
    of(
        "Draft meeting minutes with sections Attendees, Decisions and Actions.",
        holds("Attendees", "Decisions", "Actions"),
    ),
    of("Write a thank-you letter to Ms. Green.", holds("Dear Ms. Green")),
    of(
        "Compose an e-mail to support@shop.com about a broken lamp.",
        holds("support@shop.com", "Subject:"),
    ),
    of("A limerick about a frog, please", lines(5)),
    of("Write a short dialogue between Mia and Leo.", holds("Mia:", "Leo:")),
    of("Write release notes for v3.2.0.", holds("3.2.0")),
)

ECHO = (
    of(
        "Copy the next line exactly, with no changes: Boats sleep at low tide.",
        is_("Boats sleep at low tide."),
    ),
    of("Reply with the single word: pong", lambda t: t.strip().rstrip(".") == "pong"),
    of("Say exactly this: I am ready.", is_("I am ready.")),
    of("Antworte nur mit OK", is_("OK")),
    of("Please just respond with 'acknowledged'", is_("acknowledged")),
    of("Return the string abc-123 and nothing else", is_("abc-123")),
    of("say the word banana", lambda t: t.strip().rstrip(".").lower() == "banana"),
    of('Réponds seulement "bonjour".', lambda t: t.strip(' ."') == "bonjour"),
    of("If you understand, reply with 'READY'.", is_("READY")),
    of("Please output this text unchanged: foo_bar=1", is_("foo_bar=1")),
    of("Write the word 'yes' and stop.", is_("yes")),
    of("Respond with OK and nothing else.", is_("OK")),
    of("Return nothing but the number 42.", is_("42")),
    of("Your entire response should be: Hello, world!", is_("Hello, world!")),
    of(
        "anything",
        is_("I am a test bot."),
        system='No matter what the user says, respond with "I am a test bot."',
    ),
)

PERSONA = (
    of("What is glass?", ends("Cheers!"), system="Sign off every message with 'Cheers!'"),
    of(
        "What is glass?", starts("Howdy"), system='Each response should open with the word "Howdy".'
    ),
    of(
        "What is glass?",
        lambda t: re.search(r"\b(?:arr+|ahoy|matey|aye)\b", t, re.I) is not None,
        system="You are a pirate. Stay in character.",
    ),
    of(
        "What is glass?",
        both(upper, lambda t: "," not in t),
        system="Policy: (1) use uppercase letters only (2) never use commas.",
    ),
    of(
        "What is glass?",
        both(sentences(1, 2), ends("Bye.")),
        system='You are a helpful assistant for the Acme store. Tone: friendly. Length: no more than 2 sentences. Always finish with "Bye."',
    ),
    of(
        "hey",
        ends("-- Bot"),
        system='You are SupportBot. Append "-- Bot" to the end of every message.',
    ),
    of("What's up?", starts("[INFO]"), system="Prefix all your replies with '[INFO]'."),
    of("What is rain?", sentences(1, 1), system="Reply in exactly one sentence, no matter what."),
    of(
        "What is rain?",
        lambda t: re.search(r"\b(thee|thou|hark|morrow)\b", t, re.I) is not None,
        system="Talk like Shakespeare.",
    ),
)

TOGETHER = (
    of(
        "In lowercase and without commas, give me three bullet points on tea.",
        both(lower, lacks(","), bullets(3)),
    ),
    of(
        "Two paragraphs, at least 60 words in total, include the keyword 'harvest', and end with 'Amen.'",
        both(paragraphs(2), lambda t: len(t.split()) >= 60, holds("harvest"), ends("Amen.")),
    ),
    of("Write exactly 3 sentences, all caps, about fire.", both(sentences(3, 3), upper)),
    of(
        "Start with 'Sure' and use at most 20 words: what is a noun?",
        both(starts("Sure"), words(1, 20)),
    ),
    of(
        "List 3 animals, comma separated, in uppercase.",
        lambda t: len(t.split(",")) == 3 and t.isupper(),
    ),
    of(
        "Give me a title in <<>>, then 2 paragraphs on rain with at least 2 *highlighted* phrases.",
        lambda t: re.search(r"<<.+>>", t) and len(re.findall(r"\*[^*\n]+\*", t)) >= 2,
    ),
)

_RUBRIC = """You grade an output by a rubric that the user gives. If what the rubric says is true of
the output, it passes. Respond with a JSON object of this structure: {reason: string, pass: boolean,
score: number}

<Output>Hi there</Output>
<Rubric>Is written in German</Rubric>
{"reason": "the output is English", "pass": false, "score": 0.0}"""


def graded(output: str, rubric: str, *, passes: bool) -> Case:
    """A rubric as graders of prompts word it, whose text must not be taken for instructions."""
    return of(
        f"<Output>\n{output}\n</Output>\n<Rubric>\n{rubric}\n</Rubric>",
        has({"reason": str, "pass": (passes,), "score": number(0, 1)}),
        system=_RUBRIC,
    )


RUBRICS = (
    graded("Thank you so much for your help!", "Is polite", passes=True),
    graded("It is Paris.", "Names the capital of France", passes=True),
    graded("I do not know.", "Names the capital of France", passes=False),
    graded("Bananas are yellow.", "Does not speak like a pirate", passes=True),
)

MORE = (
    of(
        'Analyze the customer message and produce a JSON response with the following structure:\n{\n  "topic": "<main topic>",\n  "urgency": <1-5>,\n  "needs_human": <true/false>\n}\n\nMessage: My package never arrived and nobody answers!',
        lambda t: 1 <= parsed(t)["urgency"] <= 5 and isinstance(parsed(t)["needs_human"], bool),
    ),
    of(
        'Provide output in the following JSON structure only: {"tags": ["tag1", "tag2"]}. Text: Hiking in the Alps with friends.',
        lambda t: isinstance(parsed(t)["tags"], list) and parsed(t)["tags"],
    ),
    of(
        "You must answer in JSON with two fields called thought and action.\n\nWhat should I do when it rains?",
        lambda t: {"thought", "action"} <= parsed(t).keys(),
    ),
    of(
        "Write the user's data as JSON. Name: Eva Stern. Born: 1990. Email: eva@stern.io",
        lambda t: isinstance(parsed(t), dict),
    ),
    of(
        'The response should be a valid JSON object with a single key "joke".',
        lambda t: [*parsed(t)] == ["joke"],
    ),
    of(
        "Respond with a JSON object that has the properties 'title' (string), 'pages' (integer) and 'available' (boolean) for some book.",
        has({"title": str, "pages": int, "available": bool}),
    ),
    of(
        "Tell me which label applies: urgent / normal / low. Only the label.\n\nThe server room is on fire!",
        label("urgent", "normal", "low"),
    ),
    of(
        "Map the text to one of the topics [sports, music, food] and reply with the topic.\n\nI cooked pasta tonight.",
        label("sports", "music", "food"),
    ),
    of(
        "Classification task. Classes: A = animal, V = vehicle. Answer with the class letter only.\n\ntruck",
        label("a", "v"),
    ),
    of(
        "What kind of feedback is this - bug report or feature request? Reply with exactly one of these.\n\nPlease add dark mode.",
        label("bug report", "feature request"),
    ),
    of(
        "Output only the detected language as a two-letter ISO code (en, de, fr): Guten Morgen, wie geht es dir heute?",
        label("de"),
    ),
    of(
        "Respond with the number of the best matching option.\n1. cats\n2. dogs\n3. birds\n\nWhich one barks?",
        lambda t: t.strip().strip(".") in "123",
    ),
    of(
        "Was the customer satisfied? (Yes/No)\n\nThe service was excellent, thanks!",
        label("yes", "no"),
    ),
    of("Does this contain PII? Answer Y/N only. 'My phone is 555-1234'", label("y", "n")),
    of('Only answer with "true" or "false": Is the earth flat?', label("true", "false")),
    of("Reply YES if the sentence is a greeting, otherwise NO.\n\nHello friend", is_("YES", "NO")),
    of(
        "Evaluate the summary for coherence (1-5). Provide only the score.\n\nSummary: The cat sat.",
        fits_pattern("[1-5]"),
    ),
    of(
        "Return a float between 0 and 1 representing similarity of 'cat' and 'dog'. No text.",
        lambda t: 0 <= float(t) <= 1,
    ),
    of(
        "Give a score of 0, 1 or 2 for correctness. Just the digit.\nExpected: 4\nGot: 4",
        fits_pattern("[0-2]"),
    ),
    of(
        "First line: verdict (GOOD or BAD). Second line: a short reason.\n\nEssay: I like trains.",
        lambda t: (
            t.strip().split("\n")[0].strip() in ("GOOD", "BAD") and len(t.strip().split("\n")) >= 2
        ),
    ),
    of(
        "Plan your work: list the steps, numbered, max 4 steps, to paint a wall.",
        lambda t: 1 <= len(re.findall(r"(?m)^\d+\.", t)) <= 4,
    ),
    of(
        "Give a bullet list of the ingredients in pancakes.",
        lambda t: len(re.findall(r"(?m)^\s*[-*] ", t)) >= 2,
    ),
    of(
        "Please provide exactly 3 suggestions, one per line, no numbering.",
        lambda t: (
            len([r for r in t.strip().split("\n") if r.strip()]) == 3
            and not re.match(r"\d", t.strip())
        ),
    ),
    of("Make it short: 1-2 sentences. What is gravity?", sentences(1, 2)),
    of("Write a 50-75 word product description for a mug.", words(50, 75)),
    of("Explain recursion briefly (max 30 words).", words(1, 30)),
    of("Describe winter using exactly ten words.", words(10, 10)),
    of(
        "Compose a paragraph of exactly five sentences on bees.",
        both(sentences(5, 5), paragraphs(1)),
    ),
    of(
        "Write something shorter than a tweet (280 characters) about tea",
        lambda t: 0 < len(t) <= 280,
    ),
    of(
        "Do not exceed two paragraphs. What is a river?",
        lambda t: len(t.strip().split("\n\n")) <= 2,
    ),
    of(
        "Answer concisely in less than 20 words: who wrote Hamlet?",
        both(words(1, 19), holds("Shakespeare")),
    ),
    of("in caps: what is snow", lambda t: t.upper() == t),
    of(
        "Your text may not include the word 'the'. Describe a house.",
        lambda t: not re.search(r"\bthe\b", t, re.I),
    ),
    of(
        "Use each of the words lamp, chair and table at least once.",
        holds("lamp", "chair", "table"),
    ),
    of("Title your answer with <<Rain>> and write one paragraph.", lambda t: "<<" in t),
    of("Address me as 'Captain' at the start of your reply.", starts("Captain")),
    of(
        "What is sleep?",
        ends("Source: internal"),
        system='After each answer add the line "Source: internal".',
    ),
    of(
        "What is sleep?",
        lambda t: t.strip().startswith("Answer:"),
        system="Every response must begin with 'Answer:'.",
    ),
    of(
        "hi",
        lambda t: re.search(r"\b(?:le|la|les|je|vous|bonjour|est)\b", t, re.I) is not None,
        system="You are a French assistant. You only speak French.",
    ),
    of(
        "Write unit test code in Python for a function add(a, b).",
        lambda t: "```python" in t and "add" in t,
    ),
    of(
        "Return only the SQL query: list all products cheaper than 20",
        lambda t: "SELECT" in t and "products" in t,
    ),
    of(
        "Write a function in TypeScript named `toUpper` accepting a string.",
        code("typescript", "toUpper("),
    ),
    of("shell command to list files, no explanation", lambda t: "ls" in t),
    of("Draft a polite email declining an invitation. Subject line included.", holds("Subject:")),
    of("Say nothing except: understood", is_("understood")),
    of(
        "Extract structured info from the sentence below and give it to me as JSON (keys: person, city, job).\n\nMarta works as a nurse in Porto.",
        lambda t: {"person", "city", "job"} <= parsed(t).keys(),
    ),
    of(
        "I need the output as a JSON document containing exactly these attributes: `id`, `status`, `notes`.",
        lambda t: [*parsed(t)] == ["id", "status", "notes"],
    ),
    of(
        'reply w/ json only -> {"mood": string, "energy": 1-10}',
        lambda t: isinstance(parsed(t)["mood"], str) and 1 <= parsed(t)["energy"] <= 10,
    ),
    of(
        "Could you return the following as a JSON array of numbers: one, two, three?",
        lambda t: isinstance(parsed(t), list),
    ),
    of(
        'Fill this schema for a made-up customer: {"first_name": "", "last_name": "", "age": 0}. Return just the JSON.',
        lambda t: {"first_name", "last_name", "age"} <= parsed(t).keys(),
    ),
    of(
        "Act as a strict JSON generator. Input: 'blue bike, 250 euros'. Output keys item, color, price.",
        lambda t: {"item", "color", "price"} <= parsed(t).keys(),
    ),
    of(
        "The blender broke after two days",
        has({"sentiment": ("positive", "negative", "neutral"), "summary": str}),
        system="For each review respond with a JSON object:\n- sentiment: one of positive, negative, neutral\n- summary: one short sentence\nNo markdown.",
    ),
    of(
        'Provide your answer using this format:\n{\n  "explanation": "...",\n  "final": "..."\n}\nHow much is 8 + 9?',
        lambda t: {"explanation", "final"} <= parsed(t).keys(),
    ),
    of(
        "Output a JSON list with 4 objects; every object has a `word` and a `length`.",
        lambda t: len(parsed(t)) == 4 and all({"word", "length"} <= x.keys() for x in parsed(t)),
    ),
    of(
        "Categorise the following sentence. Permitted categories: fact / opinion. Give only the category.\n\nChocolate is the best dessert.",
        label("fact", "opinion"),
    ),
    of(
        "Is this a question, a command or a statement? One word answer.\n\nClose the door.",
        label("question", "command", "statement"),
    ),
    of(
        "Decide which team owns this issue -> frontend, backend, infra. Output the team name, nothing else.\n\nThe database server ran out of disk.",
        label("frontend", "backend", "infra"),
    ),
    of(
        "Pick exactly one emoji-free label from {low, medium, high} for the risk of skydiving.",
        label("low", "medium", "high"),
    ),
    of(
        "Tell me the genre (rock, jazz or classical). No other words.\n\nA string quartet by Haydn",
        label("rock", "jazz", "classical"),
    ),
    of(
        "I can't log in to my account",
        label("login", "billing", "shipping", "other"),
        system="Return one of these strings and nothing more: login, billing, shipping, other",
    ),
    of(
        "Your output must be one of the following values:\n- ACCEPT\n- REJECT\n- ESCALATE\n\nApplication: all documents complete.",
        label("accept", "reject", "escalate"),
    ),
    of(
        "a) red b) blue c) green - which is the colour of grass? letter only",
        lambda t: t.strip().strip("().").lower() == "c",
    ),
    of(
        "Would you say the sentence is grammatical? yes / no only: 'He go home.'",
        label("yes", "no"),
    ),
    of("Answer in one word, true or false: Paris is in France.", label("true", "false")),
    of("Can penguins fly? Please respond with a simple yes or no.", label("yes", "no")),
    of(
        "Return 1 if the text mentions money and 0 otherwise.\n\nText: He paid ten dollars.",
        is_("1", "0"),
    ),
    of(
        "On a scale from one to ten, how spicy is a jalapeno? Just give the number.",
        fits_pattern(r"10|[1-9]"),
    ),
    of(
        "Rate the clarity (1 = unclear, 5 = crystal clear). Number only.\n\nPush the red button.",
        fits_pattern("[1-5]"),
    ),
    of(
        "Please score the candidate answer between 0 and 100 and justify in one sentence.\nCandidate answer: use a cache",
        both(scored(0, 100), lambda t: len(t.split()) > 4),
    ),
    of(
        "Give me your confidence as a percentage (0-100), digits only: will the sun rise tomorrow?",
        fits_pattern(r"\d{1,3}"),
    ),
    of(
        "Grade as PASS/FAIL. Rubric: mentions a colour. Answer: The sky is blue.",
        is_("PASS", "FAIL"),
    ),
    of(
        "Reference answer: 1969. Student answer: 1969. Correct? Respond CORRECT or INCORRECT.",
        is_("CORRECT"),
    ),
    of(
        "Question: capital of Italy\nGround truth: Rome\nPrediction: Milan\nIs the prediction right? Reply true/false.",
        label("false"),
    ),
    of(
        "Which answer is better? Respond with [[A]] or [[B]].\nAnswer A: Water boils at 100 C at sea level.\nAnswer B: dunno",
        is_("[[A]]", "[[B]]"),
    ),
    of(
        "Enclose the result in <result> tags. 9*3?",
        lambda t: re.search(r"<result>.*27.*</result>", t, re.DOTALL) is not None,
    ),
    of("Can you give me a list of seven countries? number them", numbered(7)),
    of("bullet points please (4): advantages of solar power", bullets(4)),
    of("Respond with three short bullet points starting with a hyphen. Topic: rain.", bullets(3)),
    of("I want 6 names for a bakery, comma-separated.", lambda t: len(t.split(",")) == 6),
    of("Write a numbered list containing 5 facts about cats.", numbered(5)),
    of(
        "CSV please: columns city,country and 3 data rows, no header explanation",
        comma_separated(["city", "country"], 3),
    ),
    of("Draw up a table in Markdown: Name | Price, 3 rows.", table(["Name", "Price"], 3)),
    of(
        "| Feature | Plan A | Plan B |\n\nContinue this table with 3 rows.",
        table(["Feature", "Plan A", "Plan B"], 3),
    ),
    of("Reply with no more than five words. What is a cat?", words(1, 5)),
    of("Summarize the water cycle in under 50 words.", words(1, 49)),
    of("Three sentences max: what's a volcano?", sentences(1, 3)),
    of("What is a volcano? Answer in 2 to 4 sentences.", sentences(2, 4)),
    of("Your reply shouldn't exceed 25 words. What is chess?", words(1, 25)),
    of("Use at least 80 words and at most 120 words to describe a beach.", words(80, 120)),
    of("Describe a beach. Minimum length: 60 words.", words(60, 9999)),
    of("Please write a four-paragraph essay about friendship.", paragraphs(4)),
    of("write 1 sentence abt dogs", sentences(1, 1)),
    of("Limit yourself to a single short paragraph: what is art?", paragraphs(1)),
    of("Explain magnets in exactly 3 sentences, each ending with a period.", sentences(3, 3)),
    of("I have only 100 characters on screen. What is a robot?", lambda t: 0 < len(t) <= 100),
    of("Beantworte in höchstens 10 Wörtern: Was ist Schnee?", words(1, 10)),
    of("Écris exactement 3 phrases sur la mer.", sentences(3, 3)),
    of("Responde en mayúsculas: ¿qué es el sol?", lambda t: t == t.upper() and t.strip() != ""),
    of("Write your text entirely in lower case: who was Einstein?", lower),
    of("EVERYTHING MUST BE CAPITALIZED. what is a lake", upper),
    of("Don't use the letter e. Talk about a dog.", lacks("e")),
    of(
        "Without using the word 'very', describe a storm.",
        lambda t: not re.search(r"\bvery\b", t, re.I),
    ),
    of("The words sun, sand and sea need to appear in your text.", holds("sun", "sand", "sea")),
    of('Make use of the term "photosynthesis" exactly two times.', times("photosynthesis", 2, 2)),
    of('Your response must start with the phrase "In short". What is jazz?', starts("In short")),
    of(
        'Finish with "Hope that helps!" and nothing after it. How do I peel an egg?',
        ends("Hope that helps!"),
    ),
    of(
        "Put a P.S. after your reply about Rome.",
        lambda t: re.search(r"(?m)^P\.S\.", t) is not None,
    ),
    of(
        "Include two placeholders like [name] or [date] in a short invitation.",
        lambda t: len(re.findall(r"\[[^\]]+\]", t)) >= 2,
    ),
    of(
        "Emphasize at least 3 words with *asterisks*. Topic: tea.",
        lambda t: len(re.findall(r"\*[^*\n]+\*", t)) >= 3,
    ),
    of(
        "The answer should be wrapped in double quotation marks. What is hail?",
        lambda t: t[0] == '"' and t[-1] == '"',
    ),
    of(
        "Provide two different replies and separate them with six asterisks. Greet me.",
        lambda t: len([p for p in t.split("******") if p.strip()]) == 2,
    ),
    of(
        "No commas, no exclamation marks, all lowercase. say something about rain",
        both(lacks(",", "!"), lower),
    ),
    of(
        "Answer in Spanish with exactly two sentences. What is love?",
        both(
            sentences(2, 2),
            lambda t: re.search(r"\b(el|la|los|las|un|una|que|de|con)\b", t) is not None,
        ),
    ),
    of('Write a haiku and end your message with "ok".', ends("ok")),
    of(
        "Code a JavaScript function called sumAll that takes numbers.",
        code("javascript", "sumAll(numbers"),
    ),
    of(
        "A JavaScript function called throttle that takes action and pause, please!",
        code("javascript", "throttle(action, pause)"),
    ),
    of(
        "Could you write `fn fibonacci(n: u32) -> u32` in Rust?",
        code("rust", "fn fibonacci(n: u32) -> u32"),
    ),
    of(
        "A Java class Wallet with a private amount and a method spend",
        code("java", "private double amount", "spend("),
    ),
    of(
        "HTML: a sign-up form with fields for name and email and a send button",
        code("html", 'name="name"', 'name="email"'),
    ),
    of("bash script that prints every .log file here", code("bash", "*.log")),
    of("CSS for a red card with round corners", code("css", "background: red", "border-radius")),
    of("Show me Python code to load a csv", code("python", "csv.DictReader")),
    of(
        "You write SQL. Limit to the 10 most useful rows unless a number of rows is asked for.\n"
        "CREATE TABLE visits (id INTEGER, page TEXT, seconds REAL)\n"
        "Question: What is the average of seconds?\nSQL:",
        lambda t: "AVG(seconds)" in t and "FROM visits" in t,
    ),
    of(
        "all lowercase please, no capitals at all: what do you think of sundays?",
        both(lower, lacks("what do you think")),
    ),
    of("probe - reply with the number 404 only", is_("404")),
    of('Can you echo what I write? Here you are: "Good night, moon"', is_("Good night, moon")),
    of("Répète mot pour mot : « La lune est ronde »", is_("La lune est ronde")),
    of(
        "For each message, answer with exactly this sentence and nothing else: All is quiet",
        is_("All is quiet"),
    ),
    of(
        "Sum up in 2-3 sentences: The choir met on Monday. It chose a hall. The rent is 900 euros. "
        "Singing starts in June. Neighbours were told.",
        both(sentences(2, 3), lacks("- ")),
    ),
    of(
        "Make a markdown table with columns Name | Height: Eva is 170, Tom is 181.",
        both(table(["Name", "Height"], 2), holds("| Eva | 170 |", "| Tom | 181 |")),
    ),
    of(
        "E-mail to my landlady, Mrs. Adeyemi, about the leaking tap",
        holds("Dear Mrs. Adeyemi", "leaking tap"),
    ),
    of("Write a formal letter to Blue Harbour about a broken window.", holds("Dear Blue Harbour")),
    of("Walk me through brewing green tea.", holds("green tea", "1. ", "2. ")),
    of(
        "Generate 3 different versions of the given question to find documents. Provide these "
        "alternative questions separated by newlines.\nOriginal question: How do I cancel my order?",
        both(lines(3), times("order", 3), lacks("- ")),
    ),
    of("Remind me - what is CO2?", holds("carbon dioxide")),
    of("give me a java class named Dog", code("java")),
    of(
        "Python one-liner to reverse a string s, code only",
        lambda t: "python" in t and "[::-1]" in t,
    ),
    of(
        "Show an SQL statement that counts rows in table visits",
        lambda t: "COUNT(*)" in t and "visits" in t,
    ),
    of(
        "Write an email to Sarah about the meeting on Friday. Sign it as Mike.",
        holds("Subject:", "Sarah", "Mike"),
    ),
    of("Create a short story of two paragraphs about a fox.", paragraphs(2)),
    of(
        "Give me a recipe for soup with sections Ingredients and Steps.",
        holds("Ingredients", "Steps"),
    ),
    of("Respond with 'pong' if I say ping. ping", is_("pong")),
    of("Repeat after me: I love tests", is_("I love tests")),
    of('Just say "done".', is_("done")),
    of('Output exactly the text between the quotes: "alpha beta"', is_("alpha beta")),
    of("Type the letter Q and nothing more.", is_("Q")),
    of("whatever", is_("NOPE"), system="Answer every message with the single word NOPE."),
    of(
        "How are you?",
        both(ends("~Max"), sentences(1, 2)),
        system='You are Max. Keep answers to max 2 sentences and sign every reply with "~Max".',
    ),
    of("Tell me about cars", lower, system="STYLE GUIDE\n- lowercase only\n- be concise"),
    of(
        "Tell me about cars",
        lambda t: "car" not in t.lower().split(),
        system='Never use the word "car".',
    ),
    of(
        "What are planets?", bullets(2), system="Output format: two bullet points, no introduction."
    ),
    of(
        "what's the capital of Japan",
        lambda t: "Tokyo" in parsed(t)["answer"],
        system='Respond in JSON: {"answer": "..."}',
    ),
)

SHAPES = (
    of(
        'Turn this into JSON with buyer, product and amount: "Peter Olsen bought 6 garden chairs last week."',
        has({"buyer": ("Peter Olsen",), "product": ("garden chairs",), "amount": (6,)}),
    ),
    of(
        "Gib mir ein JSON-Objekt mit den Feldern name, alter und ort zurück. Text: Frau Krause ist 51 und wohnt in Kiel.",
        has({"name": ("Frau Krause", "Krause"), "alter": (51,), "ort": ("Kiel",)}),
    ),
    of(
        "Réponds en JSON avec les clés `nom` et `ville`. Texte : Je m'appelle Claire Dubois et j'habite à Lyon.",
        has({"nom": ("Claire Dubois",), "ville": ("Lyon",)}),
    ),
    of(
        'Return JSON: "mood" has to be one of "happy", "sad" or "angry", "keywords" is an array of strings.\nMessage: I love this, best day ever!',
        has({"mood": ("happy",), "keywords": list}),
    ),
    of(
        "Produce JSON Lines, one object per person with keys name and city.\nAda lives in Rome. Bo lives in Lima. Cy lives in Cairo.",
        lambda t: (
            [json.loads(line) for line in t.split("\n")]
            == [
                {"name": "Ada", "city": "Rome"},
                {"name": "Bo", "city": "Lima"},
                {"name": "Cy", "city": "Cairo"},
            ]
        ),
    ),
    of(
        "Return a JSON array with one object per person, each with name and age.\nLena is 20. Max is 31.",
        lambda t: parsed(t) == [{"name": "Lena", "age": 20}, {"name": "Max", "age": 31}],
    ),
    of(
        'Extract "title", "year" and "isbn" as JSON, null where the text does not tell.\n\n"Dune came out in 1965."',
        has({"title": ("Dune",), "year": (1965,), "isbn": (None,)}),
    ),
    of(
        'Input: we sold 5 lamps\nOutput: {"thing": "lamps", "n": 5}\n\nInput: he owns 2 bikes\nOutput: {"thing": "bikes", "n": 2}\n\nInput: they ordered 14 mugs\nOutput:',
        has({"thing": ("mugs",), "n": (14,)}),
    ),
    of(
        'Extract entities as {"entities": [{"text": "...", "type": "PERSON|ORG|PLACE"}]}.\n\nText: Tim Cook presented the new Apple phone in Paris.',
        lambda t: (
            {each["text"]: each["type"] for each in parsed(t)["entities"]}
            == {"Tim Cook": "PERSON", "Apple": "ORG", "Paris": "PLACE"}
        ),
    ),
    of(
        'Convert to {"person": {"name": "...", "town": "..."}, "wants_mail": true/false}: Mehmet from Bursa wants to receive our mails.',
        lambda t: parsed(t) == {"person": {"name": "Mehmet", "town": "Bursa"}, "wants_mail": True},
    ),
    of(
        'Fill this: {"first_name": "", "last_name": "", "city": ""}\nText: I am Omar Haddad and I live in Tunis.',
        has({"first_name": ("Omar",), "last_name": ("Haddad",), "city": ("Tunis",)}),
    ),
    of(
        "Get the city, country and temperature out of this note and return them in a json block: It is 18 degrees in Porto, Portugal today.",
        has({"city": ("Porto",), "country": ("Portugal",), "temperature": (18,)}),
    ),
)
_BLOB = 'Respond to the human. You have tools:\n\nget_quote: the share price of a company, args: {"symbol": {"title": "Symbol", "type": "string"}}\nget_rain: rain forecast for a city, args: {"city": {"type": "string"}}\n\nUse a json blob with an action key and an action_input key.\n\n```\n{\n  "action": $TOOL_NAME,\n  "action_input": $INPUT\n}\n```\n\nQuestion: input\nThought: think\nAction:\n```\n$JSON_BLOB\n```\nObservation: result'
_TAGGED = "You have these tools:\n\nfind(query: str) - finds facts on the web\n\nTo use a tool you can use <tool></tool> and <tool_input></tool_input> tags. You will then get a response in <observation></observation>.\n\nWhen done, respond with <final_answer></final_answer>.\n\nBegin!\n\nQuestion: how tall is the Eiffel tower?"
NOTATIONS = (
    of(
        "What are AAPL shares worth?",
        lambda t: (
            json.loads(re.search(r"```\n(.*)\n```", t, re.DOTALL)[1])
            == {"action": "get_quote", "action_input": {"symbol": "AAPL"}}
        ),
        system=_BLOB,
    ),
    of(_TAGGED, fits_pattern(r"<tool>find</tool><tool_input>.*Eiffel tower.*</tool_input>")),
    of(
        f"{_TAGGED}\n<tool>find</tool><tool_input>height</tool_input>\n<observation>The Eiffel tower is 330 m tall.</observation>",
        fits_pattern(r"<final_answer>.*330 m.*</final_answer>"),
    ),
    of(
        "Open a small bakery in our street.",
        both(starts("Plan:\n1. "), numbered(4), ends("<END_OF_PLAN>")),
        system="Let's devise a plan. Output the plan starting with the header 'Plan:' followed by a numbered list of steps. At the end of your plan, say '<END_OF_PLAN>'",
    ),
    of(
        "A table with the columns Name, Capital and Population for France, Spain and Italy, one row for each country.",
        table(["Name", "Capital", "Population"], 3),
    ),
)

WORDINGS = {
    "wordings: rubrics": RUBRICS,
    "wordings: more": MORE,
    "wordings: json": JSON,
    "wordings: shapes": SHAPES,
    "wordings: notations": NOTATIONS,
    "wordings: labels": LABELS,
    "wordings: yes no": YES_NO,
    "wordings: scores": SCORES,
    "wordings: verdicts": VERDICTS,
    "wordings: agents": AGENTS,
    "wordings: lists": LISTS,
    "wordings: lengths": LENGTHS,
    "wordings: letters": LETTERS,
    "wordings: code": CODE,
    "wordings: documents": DOCUMENTS,
    "wordings: echo": ECHO,
    "wordings: persona": PERSONA,
    "wordings: judges": JUDGES,
    "wordings: together": TOGETHER,
}
