"""What the model can say: sentences with places for the subjects of the conversation.

A sentence never makes a verb agree with a subject, since nobody knows whether that is `lists`
or `recursion`. `{a}` and `{b}` stand behind a blank, for two subjects that differ.
"""

from __future__ import annotations

OPENINGS = {
    "how": (
        "Start small with {a}, check the result, and only then bring in {b}.",
        "The simplest way is to settle {a} first and let {b} follow from it.",
        "You can do it in three steps: prepare {a}, apply it to {b}, then check the outcome.",
        "Begin by writing down what you expect from {a}, because {b} will depend on it.",
        "Most people get there by taking {a} as the input and {b} as the thing to verify.",
        "Work backwards: decide what {b} should look like, then shape {a} to match.",
        "There are two good ways, and the quicker one puts {a} before {b}.",
    ),
    "why": (
        "The main reason lies in how {a} came to depend on {b}.",
        "It comes down to cost: without {a}, everything around {b} would take more effort.",
        "Because {a} and {b} pull in different directions, something has to give.",
        "Mostly for historical reasons: {a} came first, and {b} had to fit in around that.",
        "The cause is usually plain, a small change in {a} that shows up later in {b}.",
        "Look at what happens to {b} over time, and the part played by {a} becomes plain.",
        "There are several reasons, and most of them begin with {a} rather than {b}.",
    ),
    "what": (
        "In short, {a} can be seen as one way of dealing with {b}.",
        "The usual answer has two parts, one about {a} and one about {b}.",
        "Put simply, people turn to {a} when they need a firm grip on {b}.",
        "At its core this is about {a}, seen from the side of {b}.",
        "The term covers {a} in general, with {b} as the best known case.",
        "A good way to picture it is {a} on one side and {b} on the other.",
        "It depends on whom you ask, but most would name {a} first and {b} second.",
    ),
    "whether": (
        "Yes, as long as {a} can stay within the limits that {b} would allow.",
        "In most cases yes, although {a} may behave differently together with {b}.",
        "Not quite: {a} will help, but {b} still needs attention.",
        "It depends on {a} more than on {b}, so look there first.",
        "Yes, and with {a} in place there should be little left to do about {b}.",
        "Probably, though it is worth a small trial with {a} before you count on {b}.",
        "I would say so, provided that {a} and {b} are not changed at the same time.",
    ),
    "make": (
        "Here is a first draft that puts {a} up front and keeps {b} short.",
        "Here is one version, built around {a} with a nod to {b}.",
        "I kept this close to {a} and left room for {b} to grow.",
        "A compact version would open with {a}, turn to {b}, and stop there.",
        "This draft takes {a} as the main theme and {b} as the contrast.",
        "Here is a plain attempt that begins with {a} and ends on {b}.",
        "I tried to give {a} a clear voice and to use {b} only where it helps.",
    ),
    "tell": (
        "Here is the short version: {a} first, since {b} will make more sense after that.",
        "Two things stand out here, {a} and the link to {b}.",
        "Looking at {a}, the part that deserves most attention would be {b}.",
        "The key idea is to see {a} and {b} as parts of one question.",
        "Let me take {a} first and come back to {b} at the end.",
        "Most of it can be told through {a}, with a word about {b} where it matters.",
        "To put it in one sentence: what we know about {a} says a lot about {b}.",
    ),
    "greet": (
        "Hello! It is good to hear from you.",
        "Hello, and thanks for getting in touch.",
        "Welcome! I am glad you stopped by.",
        "Good day! I hope things are going well on your side.",
        "Hello! Nice to have you here.",
    ),
}
"""First sentences, by what the user is after."""

REMARKS = (
    "A small example of {a} makes this easier to see than a long definition.",
    "In practice, {a} can matter more than people expect at first.",
    "With {b}, the details often decide whether the result holds up.",
    "It helps to keep {a} and {b} apart until both are well understood.",
    "If something looks wrong, check {a} before changing anything else.",
    "Many guides skip {b}, yet that is where most of the surprises come from.",
    "A good test is to leave out {a} for a moment and see what still works.",
    "There is a balance between speed and care, and {b} may well tip it.",
    "Over time, {a} should become routine and leave more room for {b}.",
    "Plain choices usually last longer, so prefer the simple form of {a}.",
    "After a change to {b}, the rest should need little more than a second look.",
    "You may notice that {a} can do well alone and less so together with {b}.",
    "The numbers support this, although they say little about {b} as such.",
    "Experience suggests patience with {a} rather than force.",
    "Keep notes on {b} as you go, since memory is a poor record.",
    "One common mistake is to take {a} as a substitute for {b}.",
    "Another view would start from {b} and arrive at much the same place.",
    "For a larger case, break up {a} into parts that can be checked one by one.",
    "None of this needs special tools, only a clear idea of {a}.",
    "Once you can trust {a}, the step towards {b} feels much shorter.",
    "What counts in the end is how you will use {a}, not how it looks on paper.",
    "A short review with someone who knows {b} can save a lot of time.",
    "Where the two meet, let {b} have the last word.",
    "It also pays to ask who will look after {a} later on.",
    "Early results with {b} can mislead, so wait for a second round.",
    "Think of {a} as the frame and of {b} as what it holds.",
    "Some of this will vary, but the link between {a} and {b} stays the same.",
    "Do not worry about rare cases of {b} until the main path is clear.",
    "A week of ordinary use will tell you more about {a} than any benchmark.",
    "If time is short, leave {b} for later and get {a} right.",
    "Ask what would happen without {b}, and the role of {a} becomes clear.",
    "Beginners tend to overrate {b} and to overlook {a}.",
    "You can test this in an afternoon with a notebook, {a} and a little patience.",
    "The literature on {b} is large, but a few pages cover what is needed here.",
    "When both are new to you, spend two thirds of the time on {a}.",
    "Small doubts about {b} are normal and tend to go away with practice.",
    "Write down what surprised you about {a}, since that is where the lesson is.",
    "Older advice on {b} still holds, with a few exceptions.",
    "It costs little to try {a} twice, once in the plain way and once with care.",
    "Others have solved this before, usually by looking at {a} from the other end.",
    "Be honest about how much time you have for {b}, and plan for that.",
    "In the long run, steady work on {a} beats any clever trick.",
    "Whatever you decide about {b}, make it easy to undo.",
)
"""Middle sentences. Their number is a prime, so that any stride visits all before repeating one."""

CLOSINGS = (
    "If you share more about {a}, I can be more specific.",
    "That should be enough to get going with {a}.",
    "Let me know if you want to go deeper into {b}.",
    "From there, the rest of {b} should fall into place.",
    "Start there and adjust as you learn more about {a}.",
    "In doubt, choose the option that keeps {a} easy to change.",
    "That is the whole idea in a few sentences, from {a} to {b}.",
    "I hope this makes {a} a little clearer.",
    "Try it on a small case first, and come back if you get stuck on {b}.",
    "The rest is practice, and you may as well begin with {a}.",
    "Tell me which part of {b} you would like to see in more detail.",
)

SMALL_TALK = (
    "There is no rush, so take all the time you need.",
    "A word about what you are working on would be a fine place to begin.",
    "Plans, drafts, numbers or code are all fine with me.",
    "Short messages work just as well as long ones.",
    "I keep to what you tell me and say so when something is missing.",
    "We can go step by step or straight to the result.",
    "Feel free to change direction whenever you like.",
)
"""Middle sentences after a greeting; a prime number of them as well."""

INVITATIONS = (
    "What would you like to look at first?",
    "How can I be of use today?",
    "What is on your mind?",
    "Where shall we begin?",
    "Tell me what you have in front of you.",
)
"""Last sentences after a greeting."""

SUBJECTS = ("the question", "everything around it")
"""In place of the first and of the second subject of a message that has none."""

DETERMINERS = {"the": "the", "a": "a", "an": "an", "my": "your", "our": "your"}
"""Words in front of a subject, and what they are in the reply."""


BEFORE_VERBS = (
    *("i", "you", "we", "they", "to", "please", "cannot", "can't", "don't", "didn't", "doesn't"),
    *("isn't", "won't", "must", "may", "might", "let's", "always", "never", "not"),
)
"""Words that a verb follows."""


def _words(text: str) -> list[str]:
    return text.split()


_CUES = {
    "how": "how steps fix solve debug install configure",
    "why": "why because reason cause",
    "what": "what who which where when define meaning mean",
    "whether": "is are was were can could does do did should would will has",
    "make": "write draft create generate implement build compose make translate rewrite",
    "tell": "tell explain describe summarize summarise compare show",
}

CUES = {word: act for act, words in _CUES.items() for word in words.split()}
"""Words that tell what the user is after; the first one in the message decides."""

GREETINGS = frozenset(
    _words("hi hello hey hiya howdy greetings morning evening thanks thank welcome")
)

PLAIN_WORDS = GREETINGS.union(
    CUES,
    _words(
        """
    a about above after again against all almost along already also although always am an and any
    anyone anything around as ask at away back be been before being below best better between both
    bit but by call came come comes cannot certain could detail details different doing done down
    during each either else enough even ever every everything example few find first following for
    from further get gets getting give given go goes going good got great had have having he help
    helps her here hers herself him himself his i if in instead into it its itself just keep kind
    know known last later least less let like likely little long look lot many may maybe me might
    mine more most much must my myself name need needs never new next nice no nor not nothing now
    of off often ok okay old on once one only onto or other others our ours out over own part
    people per perhaps please point provide put quick quickly quite rather really reply respond
    answer right safe said same say says see seem several shall she short simple since so some
    someone something sometimes soon still such sure take tell than that the their theirs them
    themselves then there these they thing things think this those though through time to today
    together too toward try two three four five ten under until up upon us use used user using
    very via want wanted wants way ways we well went while whole whom whose with within without
    word words work works yes yet you your yours yourself don't i'm it's can't what's isn't i've
    i'd you're that's doesn't won't let's
        """
    ),
)
"""Words that no message is about."""
