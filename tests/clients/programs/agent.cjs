// Vercel's AI SDK with its provider for servers that speak like OpenAI's.
const { createOpenAICompatible } = require("@ai-sdk/openai-compatible");
const { generateText, generateObject, streamText, stepCountIs, tool } = require("ai");
const { z } = require("zod");

const provider = createOpenAICompatible({
  name: "mock",
  baseURL: process.env.OPENAI_BASE_URL,
  apiKey: "any",
  includeUsage: true,
  supportsStructuredOutputs: true,
});
const model = provider("m1");
const prompt = "When should I prune my apple tree?";

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
  const getWeather = tool({
    description: "The weather of a city.",
    inputSchema: z.object({ city: z.string() }),
    execute: async ({ city }) => `Rain in ${city}`,
  });
  const result = await generateText({
    model,
    prompt: "Use get_weather for Oslo, please.",
    tools: { get_weather: getWeather },
    stopWhen: stepCountIs(3),
  });
  return { steps: result.steps.length, text: result.text, reason: result.finishReason };
}

async function main() {
  const plain = await generateText({ model, prompt, seed: 3 });
  const result = {
    plain: { text: plain.text, usage: plain.usage },
    streamed: await streamed(),
    structured: await structured(),
    tools: await withTools(),
  };
  console.log(JSON.stringify(result));
}

main();
