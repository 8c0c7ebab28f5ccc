"""The model: replies to unscripted requests, made from the request alone.

`reading.look` decides within a microsecond or two if a conversation asks for more than talk. If it
does, a reply takes five steps: `reading` has the conversation and the texts that it is about,
`demands` finds the requested form, `content` finds the answer, `forms` writes it in that form, and
`writing` checks and mends the whole. If the request offers tools, `tools` chooses the calls first.

Each room imports only those below it:

    writing     drafts of a reply, of which the best is chosen
    tools       the calls that a request asks for, with their arguments; agents that call in text
    forms       a writer for each form: labels, JSON, tables, letters, code
    demands     what a conversation asks of the form of its reply, each with its check
    content     the answer: computed, quoted from the conversation, remembered or known
    values      values for the fields of arguments and of JSON
    reading     the conversation, its labelled texts, passages and examples
    talk        plain sentences about a topic
    languages   a data file for each language
    text        numbers, dates, stems, and the data files of patterns for what people ask

The prompt `What is 17 + 25? Answer in JSON with the key sum.` makes these stops on its way through
`mockserver/chat`, which `tests/http/test_stops.py` traces:

    routes.chat                            handles the operation
    service.complete                       checks the fields and counts the prompt
    choices.make_choices                   makes each choice: tool calls or text
    model.reading.look.is_talk             decides that the prompt asks for more than talk
    model.demands.demands_of               finds the requested form: JSON with the key `sum`
    model.writing.written                  chooses the best of a few drafts
    model.forms.data.notations.json_text   writes a draft in that form
    model.content.answers.answer           finds the answer: 42
    decoding.ending.limited                cuts the reply at the limits of the request
    response.answer.ChatWording.plain      writes the response

To teach the model another wording, add a case to `tests/sense/cases.py`, see it fail, and add a
line to the table that should have read it: `demands/cues.txt` for forms, `content/cues.txt` for
questions, `tools/wordings.txt` for tools. A new form is a class in `demands/form.py` and its writer
in `forms`. `text/tables.py` describes the tables.
"""
