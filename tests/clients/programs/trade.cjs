// A shop traces its work from JavaScript, publishes what it sells, and is judged in two ways.

const weave = require("weave");
const OpenAI = require("openai");

const PRICES = { tea: 4.5, milk: 1 };
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  "base64",
);

const price = weave.op(function price(ware) {
  if (!(ware in PRICES)) throw new Error(`no ${ware}`);
  return PRICES[ware];
});
const offer = weave.op(async function offer(ware, pieces) {
  return { ware, total: (await price(ware)) * pieces };
});
const picture = weave.op(async function picture() {
  return weave.weaveImage({ data: PIXEL });
});
const ask = weave.op(async function ask({ datasetRow }) {
  return PRICES[datasetRow.ware];
});
const exact = weave.op(async function exact({ datasetRow, modelOutput }) {
  return modelOutput === datasetRow.price;
});

async function trace() {
  await weave.withAttributes({ shop: "north" }, () => offer("tea", 3));
  const lost = await offer("unicorn", 1).catch((error) => error.message);
  await picture();
  return lost;
}

async function publish(client) {
  const dataset = new weave.Dataset({
    name: "wares",
    rows: [
      { ware: "tea", price: 4.5 },
      { ware: "milk", price: 2 },
    ],
  });
  const wares = await dataset.save();
  const settings = await client.publish({ currency: "EUR", steps: [1, 2.5, { note: null }] }, "settings");
  const prompt = await client.publish(
    new weave.MessagesPrompt({ name: "greeting", messages: [{ role: "user", content: "Hello {who}" }] }),
  );
  const found = await wares.get();
  return {
    dataset,
    seen: {
      rows: [0, 1].map((place) => (({ ware, price }) => ({ ware, price }))(found.getRow(place))),
      settings: await settings.get(),
      greeting: (await prompt.get()).format({ who: "shop" }),
    },
  };
}

async function judge(dataset) {
  const evaluation = new weave.Evaluation({ name: "trial", dataset, scorers: [exact] });
  const summary = await evaluation.evaluate({ model: ask });
  const logger = new weave.EvaluationLogger({ name: "log", model: { name: "shop" }, dataset });
  for (const [ware, score] of [["tea", 1], ["milk", 0]]) {
    const prediction = await logger.logPredictionAsync({ ware }, PRICES[ware]);
    await prediction.logScore("exact", score);
    await prediction.finish();
  }
  await logger.logSummary({ judge: "keeper" });
  return summary;
}

async function advise() {
  const openai = new OpenAI();
  const request = { model: "gpt-4o", messages: [{ role: "user", content: "How do I brew tea?" }] };
  const whole = await openai.chat.completions.create(request);
  const pieces = [];
  for await (const chunk of await openai.chat.completions.create({ ...request, stream: true })) {
    pieces.push(chunk.choices[0]?.delta.content ?? "");
  }
  return [whole.choices[0].message.content, pieces.join("")];
}

function told({ id, parent_id, display_name, op_name, attributes, inputs, output, exception, summary }) {
  const op = op_name.split("/").pop().split(":")[0];
  return { id, parent_id, display_name, op, attributes, inputs, output, exception, summary };
}

async function main() {
  const client = await weave.init("acme/demo");
  const lost = await trace();
  const { dataset, seen } = await publish(client);
  const summary = await judge(dataset);
  const advice = await advise();
  await client.waitForBatchProcessing();
  const calls = await client.getCalls({}, true);
  const roots = await client.getCalls({ trace_roots_only: true }, true);
  await client.updateCall(calls[0].id, "Tea for three");
  const renamed = await client.getCall(calls[0].id);
  const document = { lost, seen, summary, advice, calls: calls.map(told), roots: roots.map(told), renamed: told(renamed) };
  console.log(JSON.stringify(document));
}

main();
