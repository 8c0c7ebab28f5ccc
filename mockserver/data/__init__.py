"""The data file: what projects hold, written by a person, in a form that a review can read.

```json
{
  "mockserver": 1,
  "//": "a remark; any object but a value of yours may hold one",
  "projects": {
    "acme/demo": {
      "files": [{"name": "note.txt", "text": "a text, or base64"}],
      "tables": [{"name": "pairs", "rows": [{"q": "2+2"}]}],
      "datasets": [{"name": "golden", "rows": [{"q": "2+2", "a": "4"}]}],
      "objects": [
        {"name": "qa-prompt", "at": "-3d", "versions": ["first text", "second text"]},
        {"name": "helpful", "builtin": "AnnotationSpec",
         "versions": [{"name": "helpful", "field_schema": {"type": "boolean"}}]}
      ],
      "models": [{"name": "small", "versions": [{"temperature": 0.2}, {"temperature": 0}]}],
      "scorers": [{"name": "exact"}],
      "evaluations": [
        {"name": "sums", "dataset": "golden", "scorers": ["exact"], "runs": [
          {"model": "small:v0", "at": "-1d", "predictions": [
            {"row": 0, "output": "4", "took": "300ms", "scores": {"exact": true}}
          ]}
        ]}
      ],
      "costs": [{"model": "small", "prompt": 1e-7, "completion": 4e-7}],
      "calls": [
        {
          "op": "answer", "id": "ask-1", "at": "-2h", "took": "1.4s",
          "inputs": {"question": "Who wrote it?",
                     "prompt": "weave:///acme/demo/object/qa-prompt:latest"},
          "output": "Nobody knows.",
          "attributes": {"release": "2.1"}, "display_name": "Ask", "thread": "chat-7",
          "feedback": [{"emoji": "👍"}, {"annotation": "helpful", "value": true}],
          "children": [
            {"op": "retrieve", "took": "200ms"},
            {"op": "generate", "took": "900ms",
             "usage": {"model": "small", "prompt": 120, "completion": 40}}
          ]
        }
      ],
      "feedback": [{"on": "qa-prompt", "note": "too short", "creator": "kim"}]
    }
  },
  "faults": [{"operation": "Call End", "status": 503, "times": 1, "optional": true}],
  "replies": [{"when": {"last_user": "weather"}, "text": "Sunny."}]
}
```

Only `mockserver`, the version of the format, and what a thing is about are required: `op`, `name`,
`versions`, `rows` and their like. The same file with the same seed and clock makes the same
records. A file is loaded through the services that serve requests: what the interface refuses, a
file cannot hold either.

Time: `at` is an ISO 8601 moment, or how long before the clock's now something was: `-2h`, `-1h30m`.
Without it a child begins when its elder sibling ended, the eldest with its parent, all else now;
feedback on a call is given when the call has ended. `took` is a duration in `ms`, `s`, `m`, `h`,
`d`. A call with neither `took` nor `output` nor `exception` still runs; one that ended without
`took` ended with its last child.

Family: children stand inside their parent, so no call need name another. A call with a `thread` is
a turn of that thread, as are all calls below it; `turn` names the turn, which otherwise goes by the
call's id. What an ended call used is counted in its ancestors as well.

Names: inside values a ref may end in `latest` or `v0`, or name a table of the same load; it is kept
with the digest that this comes to. What is named stands above, in the order of the sections. An
object that stands twice in a file has the versions of both. Several files are one: what the last of
them says of a file, table, dataset or object is what holds.

Evaluations: a run is made into the calls and the feedback that the service makes of runs,
predictions and scores. A prediction is asked a `row` of the dataset, or `inputs`; a run that is not
`"finished": false` ends with the means of its scores.

Feedback is one of `emoji`, `note`, `annotation` and `scorer` with a `value`, `type` with a
`payload`.

Faults are those that the control API takes; a server begins with them again after a reset.

Replies are the rules of a script (`mockserver.chat.script`), tried in the order in which they
stand.

Beside all this a project may have `records`, the exact form in which the whole state is dumped:
records by kind as the service keeps them, ids, digests and times included (`records`). They are
loaded first and each takes the place of the record with its key.
"""
