"""A shop is judged: by an evaluation over a data set, and row by row by a logger."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import weave
from sight import calls_seen

ROWS = [{"ware": "tea", "price": 4.5}, {"ware": "milk", "price": 2}, {"ware": "salt", "price": 1}]


class Shop(weave.Model):
    prices: dict[str, float]

    @weave.op
    def predict(self, ware: str) -> float:
        return self.prices[ware]


class Nearness(weave.Scorer):
    tolerance: float

    @weave.op
    def score(self, output: float, price: float) -> dict[str, Any]:
        return {"near": abs(output - price) <= self.tolerance}


@weave.op
def exact(output: float, price: float) -> bool:
    return output == price


client = weave.init("acme/judged")
shop = Shop(name="shop", prices={"tea": 4.5, "milk": 1.5, "salt": 3})
evaluation = weave.Evaluation(
    name="trial",
    dataset=weave.Dataset(name="wares", rows=ROWS),
    scorers=[exact, Nearness(tolerance=1)],
)
summary = asyncio.run(evaluation.evaluate(shop))

logger = weave.EvaluationLogger(name="log", model="shop", dataset=ROWS)
for row in ROWS:
    prediction = logger.log_prediction(inputs={"ware": row["ware"]}, output=row["price"])
    prediction.log_score("exact", row["ware"] != "salt")
    prediction.finish()
logger.log_summary({"judge": "keeper"})
client.finish(use_progress_bar=False)

calls = calls_seen(client)
(predicted, *_) = client.get_calls(filter={"op_names": [Shop.predict.ref.uri()]})
print(
    json.dumps(
        {
            "summary": summary,
            "calls": [{**call, "inputs": list(call["inputs"])} for call in calls],
            "of_predict": predicted.inputs["ware"],
            "by_op": len(list(exact.calls())),
            "evaluation": evaluation.ref.uri(),
            "model": shop.ref.uri(),
            "rows": [dict(row) for row in evaluation.ref.get(objectify=False).dataset.rows],
            "prices": dict(shop.ref.get().prices),
        },
        default=str,
    )
)
