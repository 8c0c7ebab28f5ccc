"""`/v1/embeddings`, `/v1/rerank` and `/v1/score`: similar texts have similar vectors."""

from __future__ import annotations

import base64
import struct
from math import sqrt

import pytest

from tests.chat.asking import MALFORMED, REFUSED, refusal_of_any

PATH = "/v1/embeddings"

PAIRS = (
    ("To reset your password, open Settings, choose Security and follow the link in the mail.",
     "I forgot my password, how can I set a new one?"),
    ("Refunds are paid back to the original card within ten working days.",
     "When do I get my refund on the card?"),
    ("Our office in Oslo is open from eight to four on weekdays.",
     "What are the opening hours of the Oslo office?"),
    ("A sourdough starter should be fed with flour and water every day.",
     "How often do I feed my sourdough starter?"),
    ("The warranty covers defects of the battery for two years.",
     "How long is the battery under warranty?"),
    ("Parcels to Norway need a customs declaration on the outside.",
     "Is a customs form needed for a parcel to Norway?"),
    ("The train to the airport leaves from platform nine every ten minutes.",
     "Which platform does the airport train leave from?"),
    ("Tomatoes grow best in full sun and should be watered in the morning.",
     "When should I water tomatoes growing in the sun?"),
    ("Invoices are due thirty days after the date of delivery.",
     "By which day must an invoice be paid after delivery?"),
    ("The museum of modern art closes on Mondays, and entry is free on Sundays.",
     "Is the art museum free on Sunday?"),
    ("Backups of the database run nightly and are kept for four weeks.",
     "For how many weeks are nightly database backups kept?"),
    ("Cats sleep up to sixteen hours a day, mostly at noon.",
     "How many hours does a cat sleep each day?"),
    ("Employees may carry five days of vacation over into the next year.",
     "Can vacation days be carried over to next year?"),
    ("Marathon runners should drink before they are thirsty.",
     "Should a runner drink during a marathon before being thirsty?"),
    ("Version three of the API requires a token in the authorization header.",
     "Where does the API token go, in which header?"),
    ("Volcanoes in Iceland erupt about every four years.",
     "How frequently does an Icelandic volcano erupt?"),
)  # fmt: skip


def embed(client, value, **fields):
    answer = client.post(PATH, json={"model": "m1", "input": value, **fields})
    assert answer.status_code == 200, answer.text
    return answer.json()


def vectors(client, value, **fields):
    return [each["embedding"] for each in embed(client, value, **fields)["data"]]


def cosine(one, other):
    return sum(a * b for a, b in zip(one, other, strict=True))


def refused(client, path=PATH, **body):
    return refusal_of_any(client.post(path, json=body))


def test_next_chat_271_a_vector_has_1536_numbers_and_length_1(client):
    answer = embed(client, "hi")
    (found,) = answer["data"]
    assert (found["object"], found["index"]) == ("embedding", 0)
    assert len(found["embedding"]) == 1536
    assert sqrt(cosine(found["embedding"], found["embedding"])) == pytest.approx(1, abs=1e-5)
    assert answer["usage"]["prompt_tokens"] == answer["usage"]["total_tokens"] == 1
    assert len(vectors(client, "hi", model="text-embedding-3-large")[0]) == 3072


def test_a_text_without_words_has_a_vector_too(client):
    (found,) = vectors(client, "...")
    assert (found[0], set(found[1:])) == (1, {0})


def test_next_chat_272_a_text_has_one_vector(make_client):
    client, other = make_client(seed=1), make_client(seed=2, now="2030-01-01T00:00:00Z")
    first, second = vectors(client, ["hi there", "good night"])
    assert vectors(other, ["good night", "x", "hi there"])[::2] == [second, first]


def test_next_chat_273_base64_is_the_same(client):
    (text,) = vectors(client, "hi there", encoding_format="base64")
    (plain,) = vectors(client, "hi there")
    unpacked = struct.unpack("<1536f", base64.b64decode(text))
    assert unpacked == pytest.approx(plain, abs=1e-6)


def test_next_chat_274_fewer_dimensions_are_the_first_ones(client):
    (short,) = vectors(client, "near texts are near", dimensions=256)
    (long,) = vectors(client, "near texts are near")
    length = sqrt(cosine(long[:256], long[:256]))
    assert short == pytest.approx([number / length for number in long[:256]], abs=1e-5)
    for dimensions in (0, 5000):
        status, kind, message, _ = refused(client, input="hi", dimensions=dimensions)
        assert (status, kind) == (400, REFUSED)
        assert "[1, 1536]" in message


@pytest.mark.parametrize(
    ("one", "other", "least", "most"),
    [
        ("Hello, World!", "hello world", 0.99, 1.01),
        ("resetting passwords", "How do I reset my password?", 0.8, 1),
        ("The cat sat on the warm mat", "Quarterly revenue rose with exports", -0.3, 0.3),
        ("怎么重置密码", "要重置密码请打开设置", 0.4, 1),
        ("怎么重置密码", "今天下午天气很好", -0.3, 0.3),
    ],
)
def test_next_chat_275_near_texts_are_near(client, one, other, least, most):
    assert least < cosine(*vectors(client, [one, other])) < most


@pytest.mark.parametrize("dimensions", [1536, 256])
def test_next_chat_276_questions_find_their_documents(client, dimensions):
    documents = vectors(client, [document for document, _ in PAIRS], dimensions=dimensions)
    questions = vectors(client, [question for _, question in PAIRS], dimensions=dimensions)
    nearest = [
        max(range(len(PAIRS)), key=lambda place: cosine(question, documents[place]))
        for question in questions
    ]
    assert nearest == [*range(len(PAIRS))]


def test_next_chat_277_token_ids_and_invalid_inputs(client):
    answer = embed(client, [[1, 2], [3]])
    assert (len(answer["data"]), answer["usage"]["prompt_tokens"]) == (2, 3)
    for nothing in ("", [], ["a", ""]):
        assert refused(client, input=nothing)[:2] == (400, REFUSED)
    assert refused(client, input="hi", encoding_format="zzz")[:2] == (400, MALFORMED)
    assert refused(client)[:2] == (400, MALFORMED)
    assert refused(client, input="hi", normalize=True)[:2] == (400, MALFORMED)


def test_ids_of_a_text_have_its_vector(client):
    ids = client.post("/tokenize", json={"prompt": "sourdough starters"}).json()["tokens"]
    assert vectors(client, [ids]) == vectors(client, "sourdough starters")


def test_a_long_text_is_refused_or_cut(make_client):
    client = make_client(context_length=8)
    status, _, message, _ = refused(client, input="word " * 20)
    assert status == 400
    assert "maximum context length" in message
    answer = embed(client, "word " * 20, truncate_prompt_tokens=-1)
    assert answer["usage"]["prompt_tokens"] == 8


@pytest.mark.parametrize("path", ["/v1/rerank", "/v2/rerank", "/rerank"])
def test_next_chat_279_documents_are_ranked(client, path):
    documents = [document for document, _ in PAIRS]
    body = {"query": PAIRS[3][1], "documents": documents}
    ranked = client.post(path, json=body).json()["results"]
    scores = [each["relevance_score"] for each in ranked]
    assert ranked[0]["index"] == 3
    assert ranked[0]["document"] == {"text": documents[3]}
    assert scores == sorted(scores, reverse=True)
    assert len(scores) == len(documents)
    assert client.post(path, json={**body, "top_n": 1}).json()["results"] == ranked[:1]


@pytest.mark.parametrize("path", ["/v1/score", "/score"])
def test_next_chat_279_pairs_are_scored(client, path):
    body = {"text_1": "near texts", "text_2": ["near texts", "volcano"]}
    scores = [each["score"] for each in client.post(path, json=body).json()["data"]]
    assert scores == [pytest.approx(1, abs=1e-5), 0]
    body = {"queries": ["a b", "c"], "documents": ["a b", "c"]}
    assert len(client.post(path, json=body).json()["data"]) == 2
    assert refused(client, path, text_1=["a", "b"], text_2=["a", "b", "c"])[:2] == (400, REFUSED)
    assert refused(client, path, text_1="a")[:2] == (400, MALFORMED)
