"""Judges: DeepEval's G-Eval and a criteria evaluator of LangChain."""

from __future__ import annotations

import json
import os

os.environ["DEEPEVAL_TELEMETRY_OPT_OUT"] = "YES"

from deepeval.metrics import GEval
from deepeval.models import GPTModel
from deepeval.test_case import LLMTestCase, LLMTestCaseParams
from langchain_classic.evaluation import load_evaluator
from langchain_openai import ChatOpenAI

metric = GEval(
    name="Correctness",
    criteria="Determine whether the actual output is correct by the expected output.",
    evaluation_params=[LLMTestCaseParams.ACTUAL_OUTPUT, LLMTestCaseParams.EXPECTED_OUTPUT],
    model=GPTModel("gpt-4o", base_url=os.environ["OPENAI_BASE_URL"]),
    async_mode=False,
)
metric.measure(
    LLMTestCase(input="Capital of France?", actual_output="Paris", expected_output="Paris")
)
criteria = load_evaluator("criteria", criteria="conciseness", llm=ChatOpenAI(model="mock"))
judged = criteria.evaluate_strings(prediction="Paris.", input="What is the capital of France?")
print(
    json.dumps(
        {
            "geval": [metric.score, metric.reason],
            "criteria": [judged["score"], judged["value"]],
        }
    )
)
