"""The data file: what a project holds, written by a person, in a form that a review can read.

```json
{
  "mockserver": 1,
  "//": "a remark; any object but a value of yours may hold one",
  "projects": {
    "acme/demo": {
      "calls": [
        {
          "op": "answer", "at": "-2h", "took": "1.4s",
          "inputs": {"question": "Who wrote it?"}, "output": "Nobody knows.",
          "attributes": {"release": "2.1"}, "display_name": "Ask", "thread": "chat-7",
          "children": [
            {"op": "retrieve", "took": "200ms"},
            {"op": "generate", "took": "900ms",
             "usage": {"model": "small", "prompt": 120, "completion": 40}}
          ]
        }
      ],
      "objects": [{"name": "qa-prompt", "versions": ["first text", "second text"]}]
    }
  }
}
```

Only `mockserver`, the version of the format, and each `op` and `name` are required.

Time: `at` is an ISO 8601 moment, or how long before the clock's now a call began: `-2h`, `-1h30m`.
Without it a child begins when its elder sibling ended, the eldest with its parent, a root now.
`took` is a duration in `ms`, `s`, `m`, `h`, `d`. A call with neither `took` nor `output` nor
`exception` still runs; one that ended without `took` ended with its last child.

Family: children stand inside their parent, so no call names another, and no call has an id here.
A call with a `thread` is a turn of that thread, as are all calls below it; `turn` names the turn,
which otherwise goes by the call's id. What an ended call used is counted in its ancestors as well.

A file is loaded through the services that serve requests: what the interface refuses, a file
cannot hold either. The same file with the same seed and clock makes the same records.
"""
