"""The console: pages that show what a server received, holds and does.

Static files, no build, nothing from another host. All that a page does are requests to the control
API, so nothing is possible here that a test cannot do.

`static/app.js` is the frame around the views, of which each is a module in `views/`. What they
share, from the ground up: `dom.js` makes elements, `store.js` keeps the state and the keys,
`router.js` the addresses, `api.js` talks to the server, `calls.js` puts a call into words and
figures, `lists.js` draws long lists. `tree.js` and `timeline.js` are the two sides of a trace,
`details.js`, `conversation.js`, `json.js`, `markdown.js` and `media.js` what one call holds.

Left out, as the least used: files of data are loaded by the command and not on a page, a rule is
not tried on a request (the request lists the rules that nearly fitted), density is chosen in the
address (`?density=compact`), and no page asks for a key.
"""
