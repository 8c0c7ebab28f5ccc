"""The console: pages that show what a server received, holds and does.

Static files, no build, nothing from another host. All that a page does are requests to the control
API, so nothing is possible here that a test cannot do.

`static/app.js` is the frame around the views, of which each is a module in `views/`. What they
share, from the ground up: `dom.js` makes elements, `store.js` keeps the state and the keys,
`router.js` the addresses, `api.js` talks to the server, `calls.js` puts a call into words and
figures, `lists.js` draws long lists. `tree.js` and `timeline.js` are the two sides of a trace,
`details.js`, `conversation.js`, `json.js`, `markdown.js` and `media.js` what one call holds.

Left out, as the least used. Of a trace: zoom, the small map of it, sliders through its calls (keys
step through them). Of lists: choosing columns (they go as the page gets narrow). Of requests: a
replay of the chunks (a table has their times), those before the latest thousand (the filter finds
them). Of control: loading data files, trying, copying and ordering rules. Of data: editing rows of
datasets, adding prices, a list of all feedback, the bytes of files that are no text or media. Of
chat: answers that are not streamed. Of a thread: the trace beside it. Widths of panes and the key
of a server are not remembered, and density is chosen in the address (`?density=compact`).
"""
