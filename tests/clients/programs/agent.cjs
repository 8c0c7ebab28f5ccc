// Vercel's AI SDK: with its provider for servers that speak like OpenAI's, or, called with
// "default", with its provider for OpenAI, which asks for responses.
const { createOpenAI } = require("@ai-sdk/openai");
const { createOpenAICompatible } = require("@ai-sdk/openai-compatible");
const { generateText, generateObject, streamText, stepCountIs, tool } = require("ai");
const { z } = require("zod");

const compatible = createOpenAICompatible({
  name: "mock",
  baseURL: process.env.OPENAI_BASE_URL,
  apiKey: "any",
  includeUsage: true,
  supportsStructuredOutputs: true,
});
const model = (process.argv[2] === "default" ? createOpenAI() : compatible)("m1");
const prompt = "When should I prune my apple tree?";
const thoughtful = {
  mock: { reasoningEffort: "low" },
  openai: { forceReasoning: true, reasoningEffort: "low", reasoningSummary: "auto" },
};
const tools = {
  get_weather: tool({
    description: "The weather of a city.",
    inputSchema: z.object({ city: z.string() }),
    execute: async ({ city }) => `Rain in ${city}`,
  }),
};
const toolRequest = {
  model,
  prompt: "Use get_weather for Oslo, please.",
  tools,
  stopWhen: stepCountIs(3),
};

async function streamed() {
  const result = streamText({ model, prompt, seed: 3 });
  const pieces = [];
  for await (const piece of result.textStream) pieces.push(piece);
  return { pieces: pieces.length, text: pieces.join(""), usage: await result.usage };
}

async function structured() {
  const schema = z.object({ name: z.string(), berths: z.number().int() });
  return (await generateObject({ model, schema, prompt: "Describe a harbour.", seed: 3 })).object;
}

async function withTools() {
  const result = await generateText(toolRequest);
  return { steps: result.steps.length, text: result.text, reason: result.finishReason };
}

async function withToolsStreamed() {
  const result = streamText(toolRequest);
  await result.consumeStream();
  const steps = await result.steps;
  return { steps: steps.length, text: await result.text, reason: await result.finishReason };
}

async function secondTurn() {
  const first = { role: "user", content: "My name is Ada. What is the weather in Oslo?" };
  const answered = await generateText({ model, messages: [first], tools, stopWhen: stepCountIs(3) });
  const second = { role: "user", content: "What is my name?" };
  const messages = [first, ...answered.response.messages, second];
  return (await generateText({ model, messages })).text;
}

async function reasoned() {
  const request = { model, prompt, providerOptions: thoughtful };
  const plain = await generateText(request);
  const stream = streamText(request);
  await stream.consumeStream();
  return { plain: plain.reasoningText, streamed: await stream.reasoningText, text: plain.text };
}

async function main() {
  const plain = await generateText({ model, prompt, seed: 3 });
  const result = {
    plain: { text: plain.text, usage: plain.usage },
    streamed: await streamed(),
    structured: await structured(),
    tools: await withTools(),
    streamedTools: await withToolsStreamed(),
    secondTurn: await secondTurn(),
    reasoned: await reasoned(),
  };
  console.log(JSON.stringify(result));
}

main();
