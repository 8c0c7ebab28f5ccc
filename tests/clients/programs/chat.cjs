// The OpenAI library of Node.js: plain, streamed, parsed, and its runner of tools.
const OpenAI = require("openai");
const { zodResponseFormat } = require("openai/helpers/zod");
const { z } = require("zod");

const client = new OpenAI();
const request = {
  model: "m1",
  seed: 3,
  messages: [{ role: "user", content: "When should I prune my apple tree?" }],
};
const Harbour = z.object({ name: z.string(), berths: z.number().int() });

async function streamed() {
  const stream = await client.chat.completions.create({ ...request, stream: true });
  const pieces = [];
  for await (const chunk of stream) pieces.push(chunk.choices[0]?.delta.content ?? "");
  return { pieces: pieces.length, text: pieces.join("") };
}

async function parsed() {
  const response_format = zodResponseFormat(Harbour, "harbour");
  const done = await client.chat.completions.parse({ ...request, response_format });
  return done.choices[0].message.parsed;
}

async function withTools() {
  const asked = [];
  const getWeather = {
    type: "function",
    function: {
      name: "get_weather",
      parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
      parse: JSON.parse,
      function: ({ city }) => (asked.push(city), `Rain in ${city}`),
    },
  };
  const messages = [{ role: "user", content: "Use get_weather for Oslo, please." }];
  const runner = client.chat.completions.runTools({ ...request, messages, tools: [getWeather] });
  return { answer: await runner.finalContent(), asked };
}

async function refused() {
  try {
    await client.chat.completions.create({ ...request, temperature: -1 });
  } catch (error) {
    return { name: error.constructor.name, status: error.status, message: error.message };
  }
}

async function main() {
  const plain = await client.chat.completions.create(request);
  const models = [];
  for await (const model of client.models.list()) models.push(model.id);
  const result = {
    plain: { text: plain.choices[0].message.content, usage: plain.usage },
    streamed: await streamed(),
    parsed: await parsed(),
    tools: await withTools(),
    refused: await refused(),
    models,
  };
  console.log(JSON.stringify(result));
}

main();
