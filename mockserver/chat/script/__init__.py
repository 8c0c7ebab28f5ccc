"""Scripted replies: rules that answer chat completions in the model's place.

```json
{
  "when": {"last_user": {"pattern": "weather in (?<city>\\\\w+)"}, "has_tool": "get_weather"},
  "tool_call": {"name": "get_weather", "arguments": {"city": "{city}"}}
}
```

A rule is `when` and a line. Of all rules the first that matches answers; without one the model
does. A request is still checked, and its limits, stop strings and likelihoods apply to what a rule
says.

`when`, of which everything named must hold (nothing named always holds):

- `model`: its name; `last_user`: a part of the last user message, whatever its case;
  `headers`, `query`: names and their values. Each is a text, or one of `{"exact"}`, `{"contains"}`,
  `{"pattern"}` and `{"present": true or false}`.
- `operation`, `method`, `path` (with `{name}` for any one part), `project`: of the request, of
  which a chat names the project in the header `OpenAI-Project`.
- `roles`: the roles with which the conversation ends; `turn`: how many user messages it has;
  `has_tool`: the name of a tool that is offered, or whether any is.
- `body`: paths such as `messages[0].content` or `tools[*].function.name`, and the value or one of
  the matchers above; an object fits one that has at least its keys. A path that leads to several
  values holds if one of them fits.
- `exactly`: true if the request has no member that `body` does not name; `model`, `request_id`,
  `stream` and `stream_options` aside.

A line says `text`, `reasoning`, and `tool_call` or `tool_calls`, each with an `id` of its own if it
has none; or it is an `error`, for a stream perhaps only `after` so many pieces. `delay`,
`first_token`, `token` and `jitter` pace it, `cut` closes the connection after so many pieces. What
it leaves out the model says.

`sequence` has a line for each use of the rule, the last of them for all further ones. `times`
limits how often a rule is used; `next` puts it before all others, for one use. A test that wrote a
rule fails unless it is used `times`, or `at_least` so often, or once where neither is said;
`optional` lets it pass. An answer names the rule that gave it in `X-Mockserver-Reply`.

What a pattern captured stands in lines as `{name}` or `{1}`.

A request may bring a line of its own in the header `X-Mockserver-Reply`: JSON of one, or only its
text. It answers this request, and no rule is used.
"""
