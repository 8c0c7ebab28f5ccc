"""Prompts as people wrote them who had never met the model, by what went wrong with their like."""

from __future__ import annotations

import json

from tests.sense.checks import (
    both,
    code,
    fits_pattern,
    holds,
    is_,
    lacks,
    of,
    parsed,
    starts,
    table,
    upper,
)

CUES = (
    # A word of the request is a cue only where it is what is asked for.
    of(
        "Only code please, no comments: a JavaScript function named area that takes width and height and multiplies them.",
        holds("function area(width, height)", "width * height"),
    ),
    of(
        "Finish this function and reply with the whole function in a ```js block:\n\nfunction isOdd(n) {",
        code("javascript", "function isOdd(n)", "n % 2"),
    ),
    of("In Go, write func Sum(nums []int) int", holds("func Sum(nums []int) int", "range nums")),
    of(
        "What does one have to write for a Java method int square(int x)? Code only.",
        holds("x * x"),
    ),
    of("ANSWER IN CAPITAL LETTERS ONLY. What is gravity?", both(upper, lacks("SINCERELY"))),
    of(
        'Here are the options:\n(1) about shipping and delivery\n(2) about invoices and payment\n(3) about jobs and careers\nWhich option fits the query "my card was charged twice"? Reply with just the number.',
        is_("2"),
    ),
    of(
        'Pick the index of the most relevant document for "growing roses".\n1. How to repair a bicycle\n2. Caring for garden flowers and roses\n3. A history of trains\nReturn the digit only.',
        is_("2"),
    ),
    of(
        'Is this tweet written by a happy customer? Answer with JSON boolean true or false.\n\n"Loved it, best purchase this year!"',
        is_("true"),
    ),
    of(
        "Compare Rust and Go in a Markdown table with the columns Aspect | Rust | Go and four rows.",
        table(["Aspect", "Rust", "Go"], 4),
    ),
    of(
        "Which company made you?",
        holds("Northwind Robotics"),
        system="You are Kira, trained by Northwind Robotics.",
    ),
    of(
        "who built you?",
        holds("Acme Corp"),
        system="You are a support bot. You were developed by the team of Acme Corp.",
    ),
    of(
        "what's your name?",
        holds("Pixel"),
        earlier=(("user", "From now on I will call you Pixel."), ("assistant", "Okay.")),
    ),
    of(
        "Write a short ad for a flower shop. Use the words tulips and spring. No exclamation marks.",
        both(holds("tulips", "spring"), lacks("!", "the words")),
    ),
    of(
        "Write a letter of resignation to Mr. Okafor at Brightline GmbH, signed by Dana Wolf. My last day is 15 May.",
        holds("Dear Mr. Okafor", "resign", "Brightline GmbH", "15 May", "Dana Wolf"),
    ),
    of(
        "Make me a to-do list with 4 things for a birthday party.",
        fits_pattern(r"# .*\n\n(- \[ \] .+\n?){4}"),
    ),
    of("What are the steps to open a bank account?", holds("1. ", "2. ", "3. ")),
    of(
        "Task: book a table for four\n\nMake a plan first. Format:\nPlan:\n1. ...\n2. ...",
        fits_pattern(r"Plan:\n1\. .+\n2\. .+"),
    ),
    of(
        "Write an SQL query for the titles of all books in the table books where genre is 'crime fiction'.",
        holds("genre = 'crime fiction'"),
    ),
    of(
        "Give me a docker-compose file with a service named cache that runs redis:7 on port 6379.",
        holds("cache:", "redis:7", "6379:6379"),
    ),
    of(
        "List five animals that live on a farm, comma separated.",
        lambda t: (
            {*t.split(", ")}
            <= {"cow", "pig", "sheep", "goat", "hen", "horse", "duck", "donkey", "goose", "turkey"}
        ),
    ),
    of(
        "Make a plan with numbered steps for a small harbour party. Close with the line <DONE>.",
        fits_pattern(r".*1\. .*<DONE>"),
    ),
    of("Bash one-liner to count the lines of all .csv files in data/raw", holds("data/raw/*.csv")),
)

TOPICS = (
    # The whole subject, and no word of the instruction.
    of("Write a paragraph about social work, between 60 and 80 words.", holds("social work")),
    of("Write a detailed guide to keeping bees in a garden.", holds("bees in a garden")),
    of("Topic: night trains. Write two sentences.", holds("night trains")),
    of("The subject is tulips. Write 3 bullets.", holds("tulips")),
    of("How does a wind turbine work? Two sentences.", holds("wind turbine")),
    of("Write a short tale about a robot that wants to sing.", holds("robot that wants to sing")),
    of("Write a README for a Python library named quickparse.", starts("# quickparse")),
    of(
        "Repeat the question below verbatim first, then answer.\n\nWhich tea helps against a cough?",
        fits_pattern(r"(?s)Which tea helps against a cough\?\s.*\btea.*"),
    ),
    of("Was sind die Nachteile von Plastikflaschen im Alltag?", holds("Plastikflaschen")),
    of("Schreibe einen kurzen Absatz über die Nordsee.", holds("Nordsee")),
    of("Comment fonctionne un panneau solaire ?", holds("panneau solaire")),
    of("Escribe dos frases sobre la vida en el campo.", holds("vida en el campo")),
    of("Spiegami i vantaggi della dieta mediterranea.", holds("dieta mediterranea")),
    of("Quais são as vantagens de aprender música?", holds("aprender música")),
    of("Wat zijn de voordelen van fietsen naar het werk?", holds("fietsen naar het werk")),
    of("富士山について教えてください。", holds("富士山")),
    of("什么是机器学习？", holds("机器学习")),
    of("김치에 대해 알려줘", holds("김치")),
    of("Расскажи о космических полётах.", holds("космических полётах")),
    of("मुझे योग के बारे में बताओ", holds("योग")),
    of(
        "How can I learn the piano?",
        holds("piano", "Con "),
        system="Rispondi sempre in italiano, qualunque sia la lingua della domanda.",
    ),
)

FIELDS = (
    # What stands in the prompt fills the field that it belongs to.
    of(
        "Extract as JSON the fields supplier, total and due_date from this bill.\n\nBill 771\nSupplier: Alba SRL\nPieces: 12 chairs\nTotal amount: 2,310.00 EUR\nDue date: 2026-05-01",
        lambda t: [*parsed(t).values()] == ["Alba SRL", 2310, "2026-05-01"],
    ),
    of(
        'From the text give JSON {"item": str, "quantity": int, "price": float, "total": float}: We ordered 4 lamps at 12.50 each.',
        lambda t: [*parsed(t).values()] == ["lamps", 4, 12.5, 50],
    ),
    of(
        "Make a table with the columns Name, Job and City out of the following: Ida Holm is a baker in Bergen. Tim Roth is a pilot in Zurich.",
        both(table(["Name", "Job", "City"], 2), holds("| Tim Roth | pilot | Zurich |")),
    ),
    of(
        "CSV please with header item,qty,price. Order: 2 shirts at 15.00, 5 socks at 3.50",
        is_("item,qty,price\nshirts,2,15.00\nsocks,5,3.50"),
    ),
    of(
        'Echo the following JSON byte for byte:\n{"status": "done", "codes": [7, 9]}',
        is_('{"status": "done", "codes": [7, 9]}'),
    ),
    of(
        "Give me a JSON with fields title (required), author, isbn (optional, omit if unknown). Text: The book Emma was written by Jane Austen.",
        lambda t: parsed(t) == {"title": "Emma", "author": "Jane Austen"},
    ),
    of(
        "Extract brand, model and year as JSON: We sell a 2021 Toyota Corolla with low mileage.",
        lambda t: parsed(t) == {"brand": "Toyota", "model": "Corolla", "year": 2021},
    ),
    of(
        "Antworte als JSON mit den Feldern beruf, jahre und ort (jahre als Zahl). Text: Karl Weiss ist seit 9 Jahren Lehrer in Bremen.",
        lambda t: parsed(t)["jahre"] == 9 and parsed(t)["ort"] == "Bremen",
    ),
    of(
        'Extract sender, amount and currency as JSON. "Payment of 300 USD received from Delta Foods."',
        lambda t: parsed(t) == {"sender": "Delta Foods", "amount": 300, "currency": "USD"},
    ),
)

JUDGED = (
    # The text decides on the label, and the layout that is asked for stays.
    of(
        "Pick the team for this mail. Teams: Sales, Support or Billing. One word only.\n\n<mail>\nPlease send me the invoice for March again.\n</mail>",
        is_("Billing"),
    ),
    of(
        "Assign a severity, one of S1 (service unavailable), S2 (slow or partly broken), S3 (question or wish). Just the code.\n\nReport: The whole service is unavailable since noon.",
        is_("S1"),
    ),
    of(
        "Ist diese Bewertung positiv, negativ oder neutral? Antworte mit einem Wort.\n\nBewertung: Das Essen war schrecklich und der Kellner unfreundlich.",
        is_("negativ"),
    ),
    of(
        "Esta reseña es positiva o negativa? Responde con una sola palabra.\n\nReseña: Estoy encantado, un servicio excelente.",
        is_("positiva"),
    ),
    of("Antworte nur mit ja oder nein: Ist Berlin die Hauptstadt von Deutschland?", is_("ja")),
    of(
        "Yes or no: according to the note, is the meeting cancelled?\n\n> The meeting on Friday was cancelled by the host.",
        is_("Yes"),
    ),
    of(
        'Rate the friendliness from 1 (very rude) to 10 (very friendly). Answer as X/10.\n\n"What a lovely message, thank you so much, you are wonderful!"',
        fits_pattern(r"(8|9|10)/10"),
    ),
    of(
        "Score each dimension from 1 to 5, one per line. Dimensions: accuracy, tone, brevity.\n\nQuestion: What is 3+4?\nAnswer: 7",
        fits_pattern(r"accuracy: [45]\ntone: \d\nbrevity: \d"),
    ),
    of(
        'Give a grade by this scale: 1 = excellent, 5 = terrible. Only the number.\n\n"Terrible food, rude staff, horrible evening."',
        is_("5"),
    ),
    of(
        "Compare the two answers. Write a short comparison first, then the verdict on the last line as [[A]] or [[B]].\n\n[Question]\nWhat is 2+2?\n\n[Answer A]\n5\n\n[Answer B]\n2+2 is 4.",
        fits_pattern(r".{12,}\n\[\[B\]\]"),
    ),
    of(
        "Reason about it, then end with RESULT: PASS or RESULT: FAIL.\n\nQuestion: What is the capital of Italy?\nExpected answer: Rome\nAnswer: Milan",
        fits_pattern(r".{12,}\nRESULT: FAIL"),
    ),
)

RECALLED = (
    of("Guten Tag, können Sie mir verraten, was die Hauptstadt von Polen ist?", holds("Warschau")),
    # Echoes, memories, translations and values of the message, in other words.
    of('Reply with the word "sunrise" in capitals.', is_("SUNRISE")),
    of(
        "What's the number again?",
        holds("55-71-A"),
        earlier=(("user", "Please keep this number in mind: 55-71-A."), ("assistant", "Sure.")),
    ),
    of(
        "What is my cat called and how old is she?",
        holds("Minka", "7 years"),
        earlier=(("user", "My cat is called Minka, she is 7 years old"), ("assistant", "Cute.")),
    ),
    of(
        "Wie heiße ich und woher komme ich?",
        holds("Tobias", "Linz"),
        earlier=(("user", "Ich heiße Tobias und komme aus Linz."), ("assistant", "Hallo!")),
    ),
    of(
        "Which day is my exam?",
        holds("Monday"),
        earlier=(
            ("user", "My exam is on Friday."),
            ("assistant", "Good luck!"),
            ("user", "Sorry, that was wrong, it's on Monday."),
        ),
    ),
    of(
        "You are a translator. You translate English to German.\nTranslate this phrase: Good morning",
        holds("Guten Morgen"),
    ),
    of("Traduis en anglais : « Bonne nuit »", holds("Good night")),
    of("Name: Ada Klein\nTeam: Radar\nFloor: 4\n\nWhat is the team?", holds("Radar")),
    of(
        "| City | Rain | Wind |\n|---|---|---|\n| Oslo | 4 mm | 12 km/h |\n| Bergen | 11 mm | 20 km/h |\n\nHow much rain is there in Bergen?",
        holds("11 mm"),
    ),
    of(
        'Use only this context. If it is not there, answer "Not stated."\n\nContext: The Blue Mill bakes bread since 1920. It stands in Ghent.\n\nQuestion: Who owns the Blue Mill?',
        is_("Not stated."),
    ),
    of("Thanks, you helped a lot. Have a great evening!", holds("welcome")),
)

FRAMEWORKS = (
    of(
        "Name three fruits.\n\nYour reply should be a list of comma separated values, eg: `x, y, z`",
        is_("cherry, orange, pear"),
    ),
    # The notations of agents, routers and judges.
    of(
        "Answer the questions. You can use these tools:\n\ntrain_status(train_no: str) -> str - Tells whether a train is late\ndictionary(word: str) -> str - Explains a word\n\nUse this format:\n\nQuestion: the question\nThought: what to do\nAction: one of [train_status, dictionary]\nAction Input: the input of the action\nObservation: what comes back\nFinal Answer: the answer\n\nQuestion: Is train ICE705 late today?\nThought:",
        holds("Action: train_status\nAction Input: ICE705"),
    ),
    of(
        "Please create the folder /srv/backup/2024.",
        is_("<tool>make_folder</tool><tool_input>/srv/backup/2024</tool_input>"),
        "You can use these tools:\n\nmake_folder: creates a folder, input is the path\nlist_folder: lists a folder, input is the path\n\nWrite <tool></tool> and <tool_input></tool_input> to use one. Finish with <final_answer></final_answer>.",
    ),
    of(
        "What is 3 times 14?\n\n(reply with a JSON blob, whatever happens)",
        holds("```\n{", '"action": "calculator"', "3 * 14"),
        'Help the user. Tools:\n\nthermometer: Reads the temperature of a room, args: {"room": {"type": "string"}}\ncalculator: Evaluates a math expression, args: {"expression": {"type": "string"}}\n\nUse a json blob to specify a tool by an action key and an action_input key.\n\nValid "action" values: "Final Answer" or thermometer, calculator\n\n```\n{\n  "action": $TOOL_NAME,\n  "action_input": $INPUT\n}\n```',
    ),
    of(
        "\nCurrent Task: Find out where parcel KX-5531 is.\n\nThis is the expected criteria for your final answer: One line.\n\nBegin! Use the tools available.\n\nThought:",
        holds("Action: Parcel Tracker\n", '{"parcel_id": "KX-5531"}'),
        "You are a courier planner.\nYou ONLY have access to the following tools:\n\nTool Name: Parcel Tracker\nTool Arguments: {'parcel_id': {'description': 'The id of the parcel', 'type': 'str'}}\nTool Description: Tells where a parcel is at the moment.\nTool Name: Distance Finder\nTool Arguments: {'start': {'description': 'city where the trip begins', 'type': 'str'}, 'end': {'description': 'city where the trip ends', 'type': 'str'}}\nTool Description: Gives the distance between two cities in km.\n\nIMPORTANT: Use the following format in your response:\n\n```\nThought: think about what to do\nAction: the action to take, only one name of [Parcel Tracker, Distance Finder], just the name\nAction Input: the input to the action, a JSON object\nObservation: the result of the action\n```\n\nOnce all necessary information is gathered, return the following format:\n\n```\nThought: I now know the final answer\nFinal Answer: the final answer to the original input question\n```",
    ),
    of(
        "You are a porter of a hotel.\n\nYou have these tools:\n\n> lift_status: Tells on which floor a lift is, by its number\n> menu: Returns the menu of a day\n\nTo use a tool, write:\n\n```\nThought: Is a tool needed? Yes\nAction: one of [lift_status, menu]\nAction Input: its input\nObservation: its result\n```\n\nIf you do not need a tool, write:\n\n```\nThought: Is a tool needed? No\nAI: [your reply]\n```\n\nBegin!\n\nChat history:\nHuman: Good morning, my name is Bruno.\nAI: Good morning!\n\nNew message: What is my name?",
        both(holds("AI: Your name is Bruno"), lacks("Action:")),
    ),
    of(
        'What does IBM stand at?\n\nThese are your steps so far:\nThought: I need the price.\nAction:\n```\n{\n  "action": "get_quote",\n  "action_input": {"symbol": "IBM"}\n}\n```\nObservation: 212 dollars\nThought:',
        holds('"action": "Final Answer"', "212 dollars"),
        'You have tools:\n\nget_quote: the price of a share, args: {"symbol": {"type": "string"}}\nget_rain: rain in a city, args: {"city": {"type": "string"}}\n\nUse a json blob with an action key and an action_input key.\n\n```\n{\n  "action": $TOOL,\n  "action_input": $INPUT\n}\n```\n\nThought: think\nAction:\n```\n$BLOB\n```\nObservation: result',
    ),
    of(
        "You run a team. These members exist:\nBaker: bakes bread and cakes.\nDriver: drives the van to customers.\nClerk: writes invoices for customers.\n\nConversation:\nuser: Please write the invoice for Ms Falk and her cakes.\n\nNow select the next speaker from ['Baker', 'Driver', 'Clerk']. Only return the name.",
        is_("Clerk"),
    ),
    of(
        "\nCurrent Task: Let the Gardener find out how much water a fig needs.\n\nThis is the expected criteria for your final answer: A number.\n\nBegin! Use the tools available.\n\nThought:",
        holds("Action: Hand over\n", '"colleague": "Gardener"'),
        "You are the head of a park.\nYou ONLY have access to the following tools:\n\nTool Name: Hand over\nTool Arguments: {'colleague': {'description': 'Who should do it', 'type': 'str'}, 'job': {'description': 'What to do', 'type': 'str'}}\nTool Description: Hands work over to one of the following colleagues: Gardener, Painter\n\nUse this format:\n\n```\nThought: think\nAction: the action to take, only one name of [Hand over]\nAction Input: a JSON object\nObservation: the result\n```\n\nWhen you are done:\n\n```\nThought: I now know the final answer\nFinal Answer: the final answer\n```",
    ),
    of(
        "State the news that the old bridge opens on Friday in capital letters.",
        is_("THE OLD BRIDGE OPENS ON FRIDAY", "THE OLD BRIDGE OPENS ON FRIDAY."),
    ),
    of(
        "Make a better search query for the question below.\n\n## Question\nhello, do you know who was the architect of the harbour of Genoa?\n\n## Instructions\n- Keep it short.\n\nReply with the query only.",
        both(holds("architect of the harbour of Genoa"), lacks("hello", "Keep", "#")),
    ),
    of(
        'You lead a team on this request: Find out when the mill of Ardal opens.\n\nReader: opens web pages\nCook: cooks meals\n\nIs the work done? Is the team stuck? Who should act next?\n\nAnswer with JSON for this schema:\n\n{\n  "is_done": {"reason": string, "answer": boolean},\n  "is_stuck": {"reason": string, "answer": boolean},\n  "next_agent": {"reason": string, "answer": string (select from: Reader, Cook)},\n  "order": {"reason": string, "answer": string}\n}',
        lambda t: (
            [each["answer"] for each in json.loads(t).values()][:2] == [False, False]
            and json.loads(t)["order"]["answer"] not in ("Reader", "Cook")
        ),
    ),
    of(
        "Which documents help with the question? Return the numbers of the relevant ones as a JSON list, e.g. [1, 2].\n\nQuestion: Who built the mill of Ardal?\n\n1. The mill was built by Ines Falk.\n2. Cheese is made of milk.\n3. Ardal lies on a river.",
        is_("[1, 3]"),
    ),
    of(
        "Solve this task. We made a plan for the task and collected evidence for its steps.\n\nPlan: Look up the tower.\n#E1 = Search[tower of Lund]\nEvidence: The tower of Lund is 48 metres high.\n\nSolve the task by the evidence.\n\nTask: How high is the tower of Lund?\nResponse:",
        both(holds("48 metres"), lacks("plan", "Evidence")),
    ),
    of(
        "Read the conversation above. Then choose the next role from ['Baker', 'Driver', 'Clerk'] to play. Only return the role.",
        is_("Driver"),
        "You play a game of roles. These roles exist:\nBaker: bakes cakes and bread.\nDriver: delivers orders by van.\nClerk: writes invoices for customers.\n\nConversation so far:\nClerk: The invoice is paid. Step 2: bring the orders to the van.",
    ),
    of(
        "12 frozen pizzas, keep cold",
        is_("A2"),
        "You sort parcels. Answer with the class code only.\nA1 = fragile goods, glass\nA2 = food, must stay cold\nA3 = anything else",
    ),
    of(
        "[[ ## mail ## ]]\nMy invoice shows a wrong amount, the payment was charged twice. I am angry!\n\nRespond with the corresponding output fields, starting with the field `[[ ## reasoning ## ]]`, then `[[ ## team ## ]]` (must be formatted as a valid Python Literal['sales', 'billing', 'legal']), then `[[ ## angry ## ]]` (must be formatted as a valid Python bool), and then ending with the marker for `[[ ## completed ## ]]`.",
        holds("[[ ## team ## ]]\nbilling", "[[ ## angry ## ]]\nTrue\n"),
        "Your input fields are:\n1. `mail` (str)\nYour output fields are:\n1. `reasoning` (str)\n2. `team` (Literal['sales', 'billing', 'legal'])\n3. `angry` (bool)\nAll interactions will be structured in the following way, with the appropriate values filled in.\n\n[[ ## mail ## ]]\n{mail}\n\n[[ ## reasoning ## ]]\n{reasoning}\n\n[[ ## team ## ]]\n{team}        # note: the value you produce must exactly match (no extra characters) one of: sales; billing; legal\n\n[[ ## angry ## ]]\n{angry}        # note: the value you produce must be True or False\n\n[[ ## completed ## ]]\nIn adhering to this structure, your objective is: \n        Route the mail.",
    ),
    of(
        'Grade the answer with this scale:\n1 = wrong\n3 = partly right\n5 = right\n\nQuestion: How many strings does a violin have?\nReference: A violin has four strings.\nAnswer: It has four strings.\n\nWrite one sentence of reasoning first. The final line must read "Grade: X".',
        fits_pattern(r"\w+ \w+ .+\nGrade: 5"),
    ),
    of(
        'Check the reply against the rule: answers must never contain a link.\n\nReply under test: "See https://example.org for more."\n\nReason in a sentence or two and put ACCEPT or REJECT alone on the last line.',
        fits_pattern(r"\w+ \w+ .+\nREJECT"),
    ),
    of(
        'Choose the prompt that suits the input best.\n\nReturn a markdown code snippet with a JSON object:\n```json\n{\n    "destination": string \\ name of the prompt to use or "DEFAULT"\n    "next_inputs": string \\ the original input, perhaps modified\n}\n```\n\n"destination" MUST be one of the candidate prompt names below or "DEFAULT".\n\n<< CANDIDATE PROMPTS >>\ncooking: Good for questions about recipes and ingredients\nmusic: Good for questions about songs, bands and instruments\n\n<< INPUT >>\nWhich bands play the loudest songs?\n\n<< OUTPUT >>',
        holds('"destination": "music"', "loudest songs?"),
    ),
    of(
        'Judge each statement against the context. For each statement return verdict 1 if it follows from the context, else 0.\nRespond with JSON only: {"statements": [{"statement": "...", "reason": "...", "verdict": 0}]}\n\ninput: {"context": "Omar teaches physics in Lyon. He sings in a choir.", "statements": ["Omar teaches physics in Lyon.", "Omar has two cats."]}\nOutput:',
        holds("physics in Lyon.", "two cats.", '"verdict": 1', '"verdict": 0'),
    ),
    of(
        'Turn the incoming booking into a record.\n\nHere is the output schema:\n```\n{"properties": {"guest": {"description": "name of the guest", "title": "Guest", "type": "string"}, "nights": {"title": "Nights", "type": "integer"}, "room": {"description": "kind of room", "title": "Room", "type": "string"}}, "required": ["guest", "nights", "room"]}\n```\n\nBooking: Hi, I am Jonas Berg. Please reserve a double room for 4 nights from Monday.',
        holds("Jonas Berg", "double", "4"),
    ),
)

_TOOLS_IN_TAGS = """You use one tool per message, with its name as the tag:

## list_files
Description: List the files in a directory.
Parameters:
- path: (required) The path of the directory
Usage:
<list_files>
<path>Directory path here</path>
</list_files>

## run
Description: Run a command in the terminal.
Parameters:
- command: (required) The command
Usage:
<run>
<command>Your command here</command>
</run>

## attempt_completion
Description: Present the result to the user.
Parameters:
- result: (required) The result
Usage:
<attempt_completion>
<result>Your result here</result>
</attempt_completion>"""

APPS = (
    # What apps and frameworks send around a text, and how the answer has to be read from it.
    of(
        "Read the profile and return JSON with name and instruments (array).\n\nProfile: Lea Moor plays in Bern. Instruments: cello, harp, flute. She teaches on Mondays.",
        holds('"flute"\n', '"Lea Moor"'),
    ),
    of(
        'Get the fields from the advert: {"seller": str, "price": int, "colours": list[str]}\n\nSeller: Tom Reed. The bike costs 150 euros. Colours: red, black.',
        holds('"Tom Reed"', "150", '"black"'),
    ),
    of(
        'Find the entities. JSON array of objects with "name" and "kind", where kind is PER, ORG or LOC.\n\nText: Ida Falk works at Nokia in Turku.',
        holds('"PER"', '"ORG"', '"LOC"'),
    ),
    of(
        'Input: 12 red cups, 4 EUR\nOutput: {"count": 12, "what": "red cups", "price": 4}\n\nInput: 3 blue plates, 9 EUR\nOutput:',
        holds('"count": 3', '"blue plates"', '"price": 9'),
    ),
    of(
        "Fill in <guest></guest> and <room></room>. Only the tags, please.\n\n<note>\nMs. Iris Lund arrives on Friday. Room: 214.\n</note>",
        holds("<guest>Ms. Iris Lund</guest>", "<room>214</room>"),
    ),
    of(
        "How long is parental leave?",
        is_('{\n  "store": "hr_docs"\n}'),
        system="Route the question. Return JSON with one key, store, that is 'web' or 'hr_docs'. The hr docs are about leave and holidays. Otherwise use the web.",
    ),
    of(
        "For each review give a line `<n>) <good|bad>`.\n\n1. Lovely rooms, great staff.\n2. Dirty towels and awful food.",
        is_("1) good\n2) bad"),
    ),
    of(
        "Goal: open a bakery",
        both(holds("1. ", "4. "), lacks("5. ")),
        system="You make plans. Break the goal of the user down into 4 numbered steps.",
    ),
    of(
        'Suggest 3 follow-up questions. Response must be a JSON array of strings, no other text.\nJSON format: { "follow_ups": ["Question 1?", "Question 2?"] }\n<chat_history>\nUSER: How do bees find nectar?\nASSISTANT: Bees follow scents.\n</chat_history>',
        lambda text: all(each.endswith("?") for each in parsed(text)["follow_ups"]),
    ),
    of(
        "Hi, could you tell me which cheap hotels near Lake Garda allow big dogs?",
        is_("cheap hotels near Lake Garda"),
        system="Turn the message of the user into a web search query of at most 5 words.",
    ),
    of(
        "German: Good night",
        is_("Gute Nacht"),
        system="You are a translator. The user names the language.",
    ),
    of(
        "\nCurrent Task: Write a sentence on this note: the ferry to Aldby is back in service.\n\nThis is the expected criteria for your final answer: One sentence.\nyou MUST return the actual complete content as the final answer, not a summary.\n\nBegin! This is VERY important to you, use the tools available and give your best Final Answer, your job depends on it!\n\nThought:",
        holds("ferry to Aldby"),
    ),
    of(
        "Extract the film as JSON with title, director and year.\n\nThe Paper Garden is a 2003 comedy directed by Lars Ohm.",
        holds('"The Paper Garden"', '"Lars Ohm"', "2003"),
    ),
    of(
        "Is it snowing in the Alps?",
        is_("weather_bot"),
        system="Decide who answers: 'weather_bot' for weather questions, 'sports_bot' for questions on sports. Reply with the name only.",
    ),
    of(
        "1. The cat sat outside.\n2. Awful, awful film!",
        is_("NEUTRAL\nNEGATIVE"),
        system="Label each sentence as POSITIVE, NEGATIVE or NEUTRAL. One label per line.",
    ),
    of(
        "User: My bike chain is rusty, what helps?\nAssistant: Clean it and oil it.",
        both(holds("Chain"), lacks("calm")),
        system="You write titles for chats. Answer with a title of at most 4 words.",
    ),
    of(
        "Rewrite this query so that it suits a vector search. Output only the query.\n\nQuery: hello, could you tell me when the pool opens?",
        is_("when the pool opens"),
    ),
    of(
        "<document>\nThe harbour guide of Aldby. Boats need a permit.\n</document>\nHere is the chunk:\n<chunk>\nBoats need a permit.\n</chunk>\nPlease give a short succinct context to situate this chunk within the overall document.",
        holds("harbour guide of Aldby"),
    ),
    of(
        "Extract triples as a JSON array of objects with subject, relation, object.\n\nText: Mia Roth founded Nordbyte.",
        lambda t: (
            parsed(t) == [{"subject": "Mia Roth", "relation": "founded", "object": "Nordbyte"}]
        ),
    ),
    of(
        'JSON {"answer": str, "sources": [int]}\n\nDocuments:\n[1] Dogs stay outside.\n[2] The pool opens at 8 am.\n\nQuestion: When does the pool open?',
        lambda t: parsed(t)["sources"] == [2],
    ),
    of(
        "Extract the order data.\n\nFields:\n- order_id\n- due_date\n\nOrder AX-77 has to be paid by 2025-02-01.",
        lambda t: parsed(t) == {"order_id": "AX-77", "due_date": "2025-02-01"},
    ),
    of(
        "Context: The hall was built in 1950. In 1999 it was painted white.\nClaim: The hall was painted red in 1999.\nDoes the context support the claim? Answer yes or no.",
        is_("no"),
    ),
    # Orders about a mail, and values to invent
    of(
        "Extract the action items from this email as bullets:\n\nHi all, please send me the plans by noon. Rob, could you book a van? See you, Eva",
        holds("send me the plans by noon", "could you book a van?"),
    ),
    of(
        "Turn this into a bulleted spec list: It weighs 2 kg, it folds flat and it floats.",
        holds("- it folds flat"),
    ),
    of(
        "Subject line (max 6 words) for this email:\n\nHi all, the new boat shed opens on Friday. Bring your oars.",
        lambda t: "boat shed" in t.lower() and len(t.split()) <= 6,
    ),
    of(
        "Give me 3 fake phone numbers, one per line.", fits_pattern(r"\+[\d-]+\n\+[\d-]+\n\+[\d-]+")
    ),
    of(
        "Fill this form with dummy data:\nName: <name>\nEmail: <email>",
        fits_pattern(r"Name: [A-Z]\w+ [A-Z]\w+\nEmail: \S+@example\.\w+"),
    ),
    of("Mock API response for GET /api/users/7, JSON only", lambda t: "email" in parsed(t)),
    of(
        "Hi Nora, could we shift our chat to 4 pm? Best, Lars",
        holds("Dear Lars,", "we can shift our chat to 4 pm", "\nNora Falk"),
        system="You are a mail assistant. You reply on behalf of Nora Falk.",
    ),
    # Answers to mails, and texts for a page
    of(
        "Draft an answer that accepts the offer.\n\nFrom: Olga Brandt\nSubject: Talk in May\n\nHi Ruth, would you give our talk on 3 May at 10:00?\nOlga",
        is_(
            "Subject: Re: Talk in May\n\nDear Olga,\n\nThank you for your message. Yes, I would be glad to give your talk on 3 May at 10:00.\n\nBest regards,\nRuth Adler"
        ),
        system="You write e-mail replies on behalf of Ruth Adler. Begin with a subject line.",
    ),
    of(
        "Reply to this message and ask for another day:\n\nHello Finn, I cannot meet you on Tuesday. Sorry! Jo",
        holds("Dear Jo,", "Could you please suggest another day?", "\nFinn"),
    ),
    of(
        "Meta description, max 120 characters, for this page.\n\nPage title: Clay pots from Faro\nPage text: We turn clay pots by hand in Faro. Orders are shipped within three days.",
        is_("We turn clay pots by hand in Faro. Orders are shipped within three days."),
    ),
    of(
        "Write an ad headline for this page, under 45 characters.\n\nPage text: Learn to sail on the lake of Zug in two days. Boats and vests are included.",
        lambda t: "ail" in t and len(t) < 45,
    ),
    # Variants of one text
    of(
        "Push notification for a weather app",
        lambda t: len({*t.split("\n=====\n")}) == 2 and "***" not in t,
        system="You write A/B test copy: two variants divided by a line of five equals signs (=====). Nothing else.",
    ),
    of(
        "Give me three slogans for a bakery, put ### between them",
        lambda t: len({*t.split("\n###\n")}) == 3,
    ),
    of(
        "Subject line for our autumn fair",
        lambda t: "autumn fair" in parsed(t)["variant_a"] != parsed(t)["variant_b"],
        system='Reply as JSON: {"variant_a": "...", "variant_b": "..."}',
    ),
    of(
        "Write two versions of the banner text for a bike shop.",
        fits_pattern(r"1\. .*bike shop.*\n2\. .*bike shop.*"),
    ),
    # Test data with a given header, and questions on the tables of a schema
    of(
        "Make 3 sample products. Header: sku,name,price,in_stock",
        fits_pattern(r"sku,name,price,in_stock(\n\w{3}-\d+,[A-Z][^,]+,[\d.]+,(true|false)){3}"),
        system="Output CSV only.",
    ),
    of(
        "4 rows of dummy CSV for members (member_id;first_name;plan), no header",
        fits_pattern(r"\d;[A-Z]\w+;[a-z]+(\n\d;[A-Z]\w+;[a-z]+){3}"),
    ),
    of(
        "Question: Which rooms in the North wing have more than 2 beds?",
        holds("FROM rooms\nWHERE beds > 2 AND wing = 'North';"),
        system="Write SQL for CREATE TABLE rooms (id INTEGER, wing TEXT, beds INTEGER); Return only SQL.",
    ),
    of(
        "CREATE TABLE staff (id INT, name TEXT, team TEXT, wage INT);\n\nSQL only: which teams have more than 5 staff?",
        holds("GROUP BY team\nHAVING COUNT(*) > 5"),
    ),
    of(
        "CREATE TABLE trips (id INT, origin TEXT, destination TEXT, price INT);\nSQL for the cheapest trips from Bern to Nice, cheapest first, below 90",
        holds("WHERE price < 90 AND origin = 'Bern' AND destination = 'Nice'\nORDER BY price;"),
    ),
    of(
        "### SQL tables:\n# Boat(id, name, harbour_id)\n# Harbour(id, town, depth)\n\n### A query to list the towns of the harbours\nSELECT",
        holds("SELECT town\nFROM Harbour;"),
    ),
    # Lists below headings, and calls in the tags of coding agents
    of(
        "Extract the resume.\n\nIda Wolf\n\nWork history:\n- Welder at Holm Yard\n- Guard at Pier 4\n\nSkills: lathe, TIG\n\nAnswer in JSON using this schema:\n{\n  name: string,\n  experience: string[],\n  skills: string[],\n}",
        lambda t: (
            parsed(t)["experience"] == ["Welder at Holm Yard", "Guard at Pier 4"]
            and parsed(t)["skills"] == ["lathe", "TIG"]
        ),
    ),
    of(
        "Anna Berg\n\nLanguages: Danish, Finnish",
        lambda t: parsed(t) == {"name": "Anna Berg", "languages": ["Danish", "Finnish"]},
        system="Answer in JSON using this schema:\n{\n  name: string,\n  languages: string[],\n}",
    ),
    of(
        "Order no: 4471\nCustomer: Lev Adler\n\nItems:\n- 1 x red lamp\n- 3 x bulb\n\nNotes: ring twice\n\nReturn JSON: {order_no: int, customer: string, items: string[], notes: string}",
        lambda t: (
            parsed(t)["customer"] == "Lev Adler"
            and parsed(t)["items"] == ["1 x red lamp", "3 x bulb"]
        ),
    ),
    of(
        "<task>\nList the files in the docs directory\n</task>",
        is_("<list_files>\n<path>docs</path>\n</list_files>"),
        system=_TOOLS_IN_TAGS,
    ),
    of(
        "Please run cargo test and tell me how many fail.",
        is_("<run>\n<command>cargo test</command>\n</run>"),
        system=_TOOLS_IN_TAGS,
    ),
    of(
        "[list_files for 'docs'] Result:\nindex.md\nsetup.md",
        both(starts("<attempt_completion>\n<result>"), holds("setup.md")),
        earlier=(
            ("user", "<task>\nList the files in the docs directory\n</task>"),
            ("assistant", "<list_files>\n<path>docs</path>\n</list_files>"),
        ),
        system=_TOOLS_IN_TAGS,
    ),
    of(
        "What time is it in Quito?",
        is_(
            '<function_calls>\n<invoke name="get_time">\n<parameter name="city">Quito</parameter>\n</invoke>\n</function_calls>'
        ),
        system='Call tools like this:\n<function_calls>\n<invoke name="$NAME">\n<parameter name="$KEY">$VALUE</parameter>\n</invoke>\n</function_calls>\n\nTools:\n- get_time: the time in a city. Parameters: city',
    ),
    of(
        "Write the order as XML like:\n\n<order>\n<customer>string</customer>\n<total>number</total>\n</order>\n\nOrder: Ola Brun pays 17.40 in total.",
        is_("<order>\n  <customer>Ola Brun</customer>\n  <total>17.4</total>\n</order>"),
    ),
)

STRANGERS = {
    "strangers: apps": APPS,
    "strangers: cues": CUES,
    "strangers: topics": TOPICS,
    "strangers: fields": FIELDS,
    "strangers: judged": JUDGED,
    "strangers: recalled": RECALLED,
    "strangers: frameworks": FRAMEWORKS,
}
