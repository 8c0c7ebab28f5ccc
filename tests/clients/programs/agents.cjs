// The OpenAI Agents SDK of Node.js with its defaults: a tool, a type for the output, and a stream.
const { Agent, run, setTracingDisabled, tool } = require("@openai/agents");
const { z } = require("zod");

setTracingDisabled(true);
const question = "What is the weather in Oslo?";
const heard = [];
const getWeather = tool({
  name: "get_weather",
  description: "Get the weather of a city.",
  parameters: z.object({ city: z.string() }),
  execute: async ({ city }) => (heard.push(city), JSON.stringify({ degrees: 21 })),
});
const Report = z.object({ city: z.string(), degrees: z.number().int() });
const agent = new Agent({ name: "a", model: "mock", tools: [getWeather] });
const typist = new Agent({ name: "b", model: "mock", tools: [getWeather], outputType: Report });

async function main() {
  const said = await run(agent, question);
  const typed = await run(typist, question);
  const streamed = await run(agent, question, { stream: true });
  for await (const _ of streamed);
  const found = {
    said: said.finalOutput,
    typed: typed.finalOutput,
    streamed: streamed.finalOutput,
    heard,
  };
  console.log(JSON.stringify(found));
}

main();
