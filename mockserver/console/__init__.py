"""The console: web pages that show the requests, the records and the settings of a server.

They are static files, without a build step or another host. A page only calls the control API, so
it can do nothing that a test cannot do.

`static/app.js` is the frame around the views, each of which is a module in `views/`. They share,
from the ground up: `dom.js` makes elements, `store.js` keeps the state and the keys, `router.js`
the addresses, `api.js` calls the server, `calls.js` formats a call, `lists.js` draws long lists.
`tree.js` and `timeline.js` are the two sides of a trace; `details.js`, `conversation.js`,
`json.js`, `markdown.js` and `media.js` show one call.

Rarely used features are left out. Traces: zoom, the minimap, sliders through the calls (keys step
through them). Lists: choosing columns (narrow pages show fewer). Requests: replaying chunks (a
table shows their times), requests before the latest thousand (the filter finds them). Control:
loading data files; testing, copying and ordering rules. Data: editing rows of datasets, adding
prices, a list of all feedback, the bytes of files that are neither text nor media. Chat: responses
without a stream. Threads: the trace beside the thread. The widths of panes and the key of a server
are not remembered, and density is set in the address (`?density=compact`).
"""
