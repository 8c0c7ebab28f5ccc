"""The prompt: chat templates of the client's own, documents, and what no template may do."""

from __future__ import annotations

import pytest

from mockserver.chat.prompt.template import rendered
from mockserver.chat.prompt.tokens import count, split
from mockserver.core.clock import processor_time
from mockserver.core.errors import ApiError
from tests.chat.asking import QUESTION, REFUSED, ask, content, refusal, said

TEMPLATE = """\
{%- for message in messages %}
<{{ message.role }}>{{ message['content'] | trim }}</{{ message.role }}>
{% endfor %}
{%- if add_generation_prompt %}<assistant>{% endif %}"""


def prompt(client, **members):
    """The text of the prompt, put together from what is told about its tokens but the first."""
    items = ask(client, prompt_logprobs=0, **members)["prompt_logprobs"]
    return "".join(value["decoded_token"] for item in items[1:] for value in item.values())


def test_a_template_makes_the_prompt(client):
    expected = f"<user>{QUESTION}</user>\n<assistant>"
    assert prompt(client, chat_template=TEMPLATE) == expected.removeprefix("<")
    usage = ask(client, chat_template=TEMPLATE)["usage"]
    assert usage["prompt_tokens"] == count(expected)
    assert content(client, chat_template=TEMPLATE) == content(client)


def test_a_template_is_given_what_the_request_has(client):
    tool = {"type": "function", "function": {"name": "look_up"}}
    call = {"id": "c1", "type": "function", "function": {"name": "f", "arguments": '{"a": 7}'}}
    messages = [
        said([{"type": "text", "text": "one"}, {"type": "text", "text": "two"}]),
        said(None, "assistant", tool_calls=[call]),
        said("done", "tool"),
    ]
    template = (
        "- {{ messages[0].content }} {{ messages[1].tool_calls[0].function.arguments.a }} "
        "{{ tools[0].function.name }} {{ documents[0].title }} {{ depth }} {{ bos_token }}"
    )
    members = {"tools": [tool], "tool_choice": "none", "documents": [{"title": "map"}]}
    arguments = {"depth": 3, "bos_token": "B"}
    found = prompt(
        client, messages=messages, chat_template=template, chat_template_kwargs=arguments, **members
    )
    assert found == " one\ntwo 7 look_up map 3 B"


def test_the_arguments_of_a_template_take_the_place_of_members(client):
    usage = ask(client, chat_template_kwargs={"add_generation_prompt": False})["usage"]
    assert usage["prompt_tokens"] == count(QUESTION) + 4
    off = {"add_generation_prompt": False}
    assert prompt(client, chat_template=TEMPLATE, chat_template_kwargs=off).endswith("</user>\n")


def test_documents_are_part_of_the_prompt(client):
    bare = ask(client)["usage"]["prompt_tokens"]
    found = ask(client, documents=[{"title": "Map", "text": "A harbour."}], prompt_logprobs=0)
    assert found["usage"]["prompt_tokens"] > bare + 5
    assert len(found["prompt_logprobs"]) == found["usage"]["prompt_tokens"]
    assert "blue" in content(
        client,
        messages=[said("What colour is the harbour?")],
        documents=[{"text": "The harbour is blue."}],
    )


def test_chat_45_a_templates_prompt_is_truncated_too(client):
    answer = ask(client, chat_template=TEMPLATE, truncate_prompt_tokens=5, prompt_logprobs=0)
    assert answer["usage"]["prompt_tokens"] == len(answer["prompt_logprobs"]) == 5


def test_chat_49_a_templates_prompt_must_fit_the_context(make_client):
    client = make_client(context_length=64)
    assert "64 tokens" in refusal(client, chat_template="word " * 100)[2]


def test_a_message_that_is_continued_ends_the_prompt(client):
    messages = [said(QUESTION), said("Well, ", "assistant")]
    members = {"messages": messages, "continue_final_message": True}
    assert prompt(client, chat_template=TEMPLATE, **members).endswith("<assistant>Well,")
    status, kind, message = refusal(client, chat_template="{{ bos_token }}", **members)
    assert (status, kind) == (400, REFUSED)
    assert "final message" in message


WRONG = {
    "its own words": ("{{ raise_exception('no system role') }}", "no system role"),
    "syntax": ("{% for %}", "Expected"),
    "undefined": ("{{ nobody.name }}", "'nobody' is undefined"),
    "division": ("{{ 1 / 0 }}", "division by zero"),
    "nothing": ("{{ '' }}", "cannot be empty"),
    "includes": ("{% include 'a' %}", "no loader"),
    "internals": ("{{ ''.__class__.__mro__ }}", "unsafe"),
    "globals": ("{{ cycler.__init__.__globals__ }}", "unsafe"),
    "changes": ("{{ messages.append(1) }}", "unsafe"),
    "length": ("a" * 40_000, "more than 32768 characters"),
    "nesting": ("{% for a in 'a' %}" * 30 + "{% endfor %}" * 30, "nested"),
    "depth": ("{{ " + "(" * 5_000, "recursion"),
}


@pytest.mark.parametrize(("template", "text"), WRONG.values(), ids=WRONG)
def test_a_template_that_cannot_be_rendered_is_refused(client, template, text):
    status, kind, message = refusal(client, chat_template=template)
    assert (status, kind) == (400, REFUSED)
    assert text in message


def test_a_conversation_that_is_too_long_for_a_template_is_refused(make_client):
    client = make_client(context_length=10_000_000)
    long = [said("word " * 250_000)]
    assert "1048576 bytes" in refusal(client, chat_template=TEMPLATE, messages=long)[2]


DOUBLED = "{% set ns = namespace(x='aaaa') %}{% for i in range(99) %}"
TREE = (
    "{% set ns = namespace(x=['a'], y=['a']) %}{% for i in range(60) %}"
    "{% set ns.x = [ns.x, ns.x] %}{% set ns.y = [ns.y, ns.y] %}{% endfor %}"
)


def grown(step):
    """What holds itself twice, sixty times."""
    return (
        "{% set ns = namespace(x=[1]) %}{% for i in range(60) %}{% set ns.x = "
        + step
        + " %}{% endfor %}{{ ns.x }}"
    )


MACRO = "{% macro twice(x) %}{{ x }}{{ x }}{% endmacro %}"
COSTLY = {
    "loops": "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}",
    "conditions": "{% for a in range(99999) if 0 %}{% endfor %}" * 500,
    "recursion": "{% macro again() %}{{ again() }}{% endmacro %}{{ again() }}",
    "loops in themselves": "{% for m in messages recursive %}{{ loop(messages) }}{% endfor %}",
    "repetition": "{{ 'a' * 1000000000 }}",
    "powers": "{{ 9 ** 9 ** 9 }}",
    "products": "{% set ns = namespace(x=3) %}{% for i in range(99) %}"
    "{% set ns.x = ns.x * ns.x %}{% endfor %}",
    "width": "{{ '%999999999d' % 1 }}",
    "format": "{{ '{:>999999999}'.format('a') }}",
    "format of a map": "{{ '{a:>999999999}'.format_map({'a': 1}) }}",
    "centre": "{{ 'a'.center(999999999) }}",
    "bytes": "{{ (5).to_bytes(999999999) }}",
    "sum": "{{ chunks | sum(start=[]) }}",
    "sums": DOUBLED + "{% set ns.x = ns.x + ns.x %}{% endfor %}",
    "texts side by side": DOUBLED + "{% set ns.x = ns.x ~ ns.x %}{% endfor %}",
    "blocks": DOUBLED + "{% set ns.x %}{{ ns.x }}{{ ns.x }}{% endset %}{% endfor %}",
    "macros": MACRO + "{{ " + "twice(" * 40 + "'a'" + ")" * 40 + " }}",
    "replacement": "{{ long.replace('a', long) }}",
    "replaced": "{{ long | replace('a', long) }}",
    "joint": "{{ long.join(long) }}",
    "joined": "{{ long | join(long) }}",
    "searches": "{% for a in range(99999) %}{% if 'ab' in long %}{% endif %}{% endfor %}",
    "sorting": "{{ long | sort | length }}" * 900,
    "chains": "{% set x = range(99999) | map('string')" + " | map('upper')" * 100 + " | join %}",
    "JSON": "{% set x = long | tojson %}" * 900,
    "slices": "{% set long = long[::-1] %}" * 1100,
    "letters in order": "{{ long | list | sort | length }}",
    "a text of lists in lists": TREE + "{{ ns.x }}",
    "JSON of lists in lists": TREE + "{{ ns.x | tojson }}",
    "lists in lists compared": TREE + "{{ ns.x == ns.y }}",
    "lists in lists in order": TREE + "{{ [ns.x, ns.y] | sort }}",
    "tuples in tuples": TREE.replace("[", "(").replace("]", ")") + "{{ {ns.x: 1} }}",
    "dictionaries in dictionaries": grown("{'a': ns.x, 'b': ns.x}"),
    "called dictionaries": grown("dict(a=ns.x, b=ns.x)"),
    "sums of lists": grown("[ns.x] + [ns.x]"),
    "long texts side by side": "{{ [" + "long," * 9_000 + "] }}",
    "arguments in arguments": "{% macro m() %}{{ m(varargs, varargs) }}{{ varargs }}{% endmacro %}"
    "{{ m(1) }}",
    "named arguments": "{% macro m() %}{{ m(a=kwargs, b=kwargs) }}{{ kwargs }}{% endmacro %}"
    "{{ m(a=1) }}",
}


@pytest.mark.parametrize("template", COSTLY.values(), ids=COSTLY)
def test_no_template_takes_long(template):
    started = processor_time()
    with pytest.raises(ApiError):
        rendered(template, {"messages": [1], "long": "a" * 500_000, "chunks": [[1]] * 50_000})
    assert processor_time() - started < 5


def test_variables_of_a_template_are_not_told():
    twice = "{% set ns.x = namespace(a=ns.x, b=ns.x) %}"
    template = "{% set ns = namespace(x=1) %}{% for i in range(60) %}" + twice + "{% endfor %}"
    assert rendered(template + "{{ ns.x }}{{ [ns] }}", {}) == "<Namespace>[<Namespace>]"


def test_ordinary_templates_have_all_they_need():
    template = (
        "{% set ns = namespace(n=0) %}{% for m in messages %}{% if m is mapping and loop.index0 %"
        " 2 == 0 %}{% set ns.n = ns.n + 1 %}{% elif m.role == 'z' %}{% break %}{% endif %}"
        "{{ m.role.upper() ~ ns.n }}{{ ', ' if not loop.last }}{% endfor %} "
        "{{ messages | map(attribute='role') | join('-') }} {{ messages | tojson | length }} "
        "{{ messages | selectattr('role', 'equalto', 'a') | list | count }} "
        "{{ 'a-b'.replace('-', '+').split('+') | last }} {{ '-'.join(['x', 'y']) }}"
    )
    assert rendered(template, {"messages": [{"role": "a"}, {"role": "b"}]}) == (
        "A1, B1 a-b 30 1 b x-y"
    )
    assert split(rendered("{{ 'ab' | title }}", {})) == ["Ab"]
