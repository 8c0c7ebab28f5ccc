"""Judges that want their verdict as structured output, or as the arguments of a tool."""

from __future__ import annotations

import json

import pytest

from tests.chat.asking import PATH
from tests.sense.judges import ANSWERS, EXHIBITS

PROMPTS = {
    "reference": "Evaluate the reply.\n<task>{question}</task>\n<ideal>{reference}</ideal>\n"
    "<reply>{answer}</reply>",
    "source": "Judge if the summary says what the passage says.\n\n### Passage\n{source}\n\n"
    "### Summary\n{answer}",
}
VERDICT = {
    "type": "object",
    "properties": {
        "reasoning": {"type": "string"},
        "label": {"type": "string", "enum": ["correct", "incorrect"]},
        "passed": {"type": "boolean"},
        "score": {"type": "integer", "minimum": 1, "maximum": 5},
    },
    "required": ["reasoning", "label", "passed", "score"],
}


def judged(client, prompt, answer, *, by_tool):
    body = {"model": "m1", "messages": [{"role": "user", "content": prompt}]}
    if by_tool:
        tool = {"name": "verdict", "parameters": VERDICT}
        body["tools"] = [{"type": "function", "function": tool}]
        body["tool_choice"] = {"type": "function", "function": {"name": "verdict"}}
    else:
        wanted = {"name": "verdict", "schema": VERDICT}
        body["response_format"] = {"type": "json_schema", "json_schema": wanted}
    body["messages"][0]["content"] = prompt.format(answer=ANSWERS[answer], **EXHIBITS)
    message = client.post(PATH, json=body).json()["choices"][0]["message"]
    return json.loads(
        message["tool_calls"][0]["function"]["arguments"] if by_tool else message["content"]
    )


@pytest.mark.parametrize("by_tool", [False, True])
@pytest.mark.parametrize("prompt", PROMPTS)
def test_label_pass_score_and_reason_agree(client, prompt, by_tool):
    good, bad, off = (
        judged(client, PROMPTS[prompt], answer, by_tool=by_tool) for answer in ANSWERS
    )
    assert (good["label"], good["passed"], good["score"]) == ("correct", True, 5)
    for each in (bad, off):
        assert (each["label"], each["passed"]) == ("incorrect", False)
        assert each["score"] < 3
        assert each["reasoning"] != good["reasoning"]


CLAIMS = (
    "Say of each remark whether the notes back it, as JSON with the key 'verdicts'.\n\n"
    'Example remarks: ["Iron floats."]\nExample notes: Iron sinks.\n\n'
    'Example:\n{{\n  "verdicts": [{{"verdict": "no"}}]\n}}\n\n'
    'Source:\n{source}\n\nStatements:\n["It leaves at nine.", "It leaves at noon."]\n'
)


def test_a_list_of_claims_is_judged_claim_by_claim_and_examples_are_not(client):
    verdict = {"type": "object", "properties": {"verdict": {"enum": ["yes", "no"]}}}
    verdict |= {"required": ["verdict"], "additionalProperties": False}
    items = {"type": "array", "items": {"$ref": "#/$defs/Verdict"}}
    schema = {"$defs": {"Verdict": verdict}, "type": "object", "properties": {"verdicts": items}}
    body = {
        "model": "m1",
        "messages": [{"role": "user", "content": CLAIMS.format(**EXHIBITS)}],
        "response_format": {
            "type": "json_schema",
            "json_schema": {"name": "v", "schema": schema | {"required": ["verdicts"]}},
        },
    }
    reply = client.post(PATH, json=body).json()["choices"][0]["message"]["content"]
    assert [each["verdict"] for each in json.loads(reply)["verdicts"]] == ["yes", "no"]
