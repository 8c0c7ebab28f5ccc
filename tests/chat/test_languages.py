"""The languages of replies: that of the question, that which is asked for, and translations."""

from __future__ import annotations

import pytest

from mockserver.chat.model.languages import language_of, languages, named_in
from tests.chat.asking import content, said

QUESTIONS = {
    "de": "Wie backe ich ein gutes Brot?",
    "fr": "Comment faire du bon pain à la maison ?",
    "es": "¿Cómo puedo hacer un buen pan?",
    "pt": "Como posso fazer um bom pão em casa?",
    "it": "Come si fa il pane in casa?",
    "nl": "Hoe bak ik een lekker brood?",
    "ja": "パンの作り方を教えてください",
    "zh": "请问如何在家制作面包？",
    "ko": "빵은 어떻게 만들어요?",
    "ar": "كيف أصنع الخبز في البيت؟",
    "ru": "Как испечь хлеб дома?",
    "hi": "घर पर रोटी कैसे बनाएं?",
}

IFEVAL = [
    "hi",
    "kn",
    "mr",
    "vi",
    "ko",
    "sw",
    "de",
    "pa",
    "fa",
    "ru",
    "bg",
    "pt",
    "gu",
    "te",
    "it",
    "ar",
    "ta",
    "fi",
    "ur",
    "th",
    "ne",
    "bn",
]


def reply(client, text: str, system: str = "") -> str:
    turns = [said(system, "system")] if system else []
    return content(client, messages=[*turns, said(text)])


@pytest.mark.parametrize("code", QUESTIONS)
def test_a_question_is_answered_in_its_language(client, code):
    text = reply(client, QUESTIONS[code])
    found = language_of(text)
    assert found is not None
    assert found.code == code


@pytest.mark.parametrize(
    "text",
    [
        "How do I bake bread?", "What is a café?", "Tell me about résumés.", "Hi", "ok", "42",
        "Write “quotes” please — now", "Where is the naïve approach?", "",
    ],
)  # fmt: skip
def test_english_is_taken_for_nothing_else(text):
    assert language_of(text) is None


def test_there_is_a_stock_of_sentences_for_every_language_that_is_asked_for():
    for code in (*QUESTIONS, *IFEVAL):
        assert len(languages()[code].sentences) >= 8


@pytest.mark.parametrize("code", sorted({*QUESTIONS, *IFEVAL}))
def test_a_stock_is_recognised_as_its_own_language(code):
    found = language_of(" ".join(languages()[code].sentences))
    assert found is not None
    assert found.code == code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Write a poem in German", "de"),
        ("Your answer must be in Hindi language, nothing else", "hi"),
        ("Antworte auf Deutsch", "de"),
        ("Respond in Punjabi, no other language is allowed", "pa"),
        ("请用中文回答", "zh"),
        ("Écris en français", "fr"),
    ],
)
def test_the_language_that_is_asked_for_is_known_by_its_names(text, code):
    found = named_in(text)
    assert found is not None
    assert found.code == code


@pytest.mark.parametrize("text", ["Explain German grammar", "Write to our French customers"])
def test_a_language_that_is_only_mentioned_is_not_asked_for(text):
    assert named_in(text) is None


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Translate 'good morning' to French", "Bonjour"),
        ("How do you say thank you in Japanese?", "ありがとう"),
        (
            "Translate the following English text to Spanish: I love programming.",
            "Me encanta programar",
        ),
        ("Translate hello into Korean", "안녕하세요"),
        ("good night in Italian", "Buonanotte"),
        ("Was heißt Guten Morgen auf Englisch?", "Good morning"),
        ("¿Cómo se dice hello en francés?", "Bonjour"),
        ("What is the German word for please?", "Bitte"),
        ("Translate 'Guten Morgen' into English", "Good morning"),
        ("What is 'cat' in Spanish?", "gato"),
        ("How do you say 'where is the train station' in Italian?", "Dov'è la stazione?"),
    ],
)
def test_everyday_phrases_are_translated(client, text, told):
    assert told in reply(client, text)


def test_a_translator_translates_whatever_it_is_told(client):
    italian = "Translate the following from English into Italian"
    assert reply(client, "hi!", system=italian) == "Ciao!"
    french = "You are a helpful assistant that translates English to French."
    assert reply(client, "I love programming.", system=french) == "J'adore la programmation."


def test_what_is_no_phrase_comes_back_with_a_note_in_the_language(client):
    text = reply(client, "Translate to German: The invoice is overdue.")
    assert text == "Der Text auf Deutsch: The invoice is overdue."


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Hallo", "Wie kann ich helfen?"),
        ("Bonjour !", "Comment puis-je aider"),
        ("Gracias", "De nada"),
    ],
)
def test_greetings_and_thanks_are_returned_in_kind(client, text, told):
    assert told in reply(client, text)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Wie heißt die Hauptstadt von Italien?", "Die Hauptstadt von Italien ist Rom."),
        ("Quelle est la capitale de l'Italie ?", "Rome"),
        ("¿Cuál es la capital de España?", "Madrid"),
        ("日本の首都はどこですか？", "東京"),
        ("Столица Франции?", "Париж"),
        ("भारत की राजधानी क्या है?", "नई दिल्ली"),
    ],
)
def test_capitals_are_known_in_the_language_of_the_question(client, question, told):
    assert told in reply(client, question)
