"""The plugin's marker, options and reports, as their users meet them."""

from __future__ import annotations

import re
from itertools import takewhile
from pathlib import Path

import httpx
import pytest

from mockserver import MockServer, Settings
from mockserver.guide import chapter
from mockserver.listing import served
from tests.conftest import CREDENTIAL
from tests.testing.test_plugin import QUICK, write

HEAD = """
    import httpx
    import pytest

    K = {{"Authorization": "Bearer local-key-0123456789"}}

    def start(server, name="a", project="acme/demo"):
        call = {{"project_id": project, "id": name, "op_name": "op",
                "started_at": "2025-01-01T09:00:00Z", "attributes": {{}}, "inputs": {{}}}}
        return httpx.post(f"{{server}}/call/start", json={{"start": call}}, headers=K)
"""


[REPORT] = re.findall(r"```text\n(mockserver: .*?)\n```", chapter("pytest").text, flags=re.DOTALL)
"""The report as the guide shows it."""


@pytest.fixture(scope="module", autouse=True)
def _imported():
    """Import all that a server needs: a pytest in this process forgets what it imported itself."""
    with MockServer(Settings(port=0, log="quiet")) as server:
        server.reply("", text="Yes.", optional=True)
        chat = {"messages": [{"role": "user", "content": "Why?"}]}
        httpx.post(f"{server}/v1/chat/completions", json=chat, headers=CREDENTIAL)


LOOPS = "asyncio_default_fixture_loop_scope=function"


def run(pytester, code: str, *options: str, **outcomes: int):
    """Run tests in this process, or in others if options ask for workers."""
    write(pytester, HEAD + code)
    apart = any(option.startswith("-n") for option in options)
    start = pytester.runpytest_subprocess if apart else pytester.runpytest_inprocess
    result = start(*QUICK, "-o", LOOPS, *options)
    result.assert_outcomes(**outcomes)
    return result


def section(result) -> str:
    """The report below the title that our section has, its moments and durations made alike."""
    text = result.stdout.str()
    begin = re.search(r"-+ mockserver: .* -+", text)
    assert begin, text
    lines = text[begin.start() :].splitlines()
    body = takewhile(lambda line: line.startswith("  "), lines[1:])
    whole = "\n".join([lines[0].strip("- "), *body])
    whole = re.sub(r"\+\d+\.\d{3}", "+0.000", whole)
    whole = re.sub(r" +\d+\.\d ms", " 0.0 ms", whole)
    whole = re.sub(r"(nearest: [^,\n]+), .*", r"\1", whole)
    return re.sub(r"full bodies: .*", "full bodies: FILE", whole)


def test_the_report_of_a_failed_test_lists_its_requests(pytester):
    result = run(
        pytester,
        """
    def test_it(mockserver):
        mockserver.fail("Call End", status=503)
        mockserver.slow("Chat Completion", first_token=0.4)
        start(mockserver)
        httpx.post(f"{{mockserver}}/call/end", json={{}}, headers=K)
        httpx.post(f"{{mockserver}}/calls/start", json={{}}, headers=K)
        httpx.post(f"{{mockserver}}/call/read", json={{"id": "a"}}, headers=K)
        httpx.post(f"{{mockserver}}/v1/chat/completions", json={{}})
        mockserver.assert_called("Call Start", body={{"start": {{"op_name": "predict"}}}})
        """,
        failed=1,
    )
    assert section(result) == REPORT
    result.stdout.fnmatch_lines(
        [
            "E       AssertionError: Call Start: expected at least 1, found 0",
            "E         nearest is request 1:",
            'E           body.start.op_name: expected "predict", got "op"',
        ]
    )


def test_the_full_bodies_are_in_a_file_and_no_key_is(pytester):
    result = run(
        pytester,
        """
    def test_it(mockserver):
        start(mockserver, "a-long-name" * 20)
        assert False
        """,
        failed=1,
    )
    [path] = re.findall(r"full bodies: (.*)", result.stdout.str())
    text = Path(path).read_text()
    assert "a-long-name" * 20 in text
    assert "local-key" not in text


def test_a_long_report_has_the_errors_and_no_more_than_twenty_lines(pytester):
    result = run(
        pytester,
        """
    def test_it(mockserver):
        mockserver.fail("Call Start", status=503, times=2)
        for number in range(40):
            start(mockserver, str(number))
        assert False
        """,
        failed=1,
    )
    lines = section(result).splitlines()[1:]
    assert len(lines) == 20
    assert ["503" in line for line in lines[:3]] == [True, True, False]
    assert lines[-2] == "  and 22 more"


def test_an_unused_fault_fails_the_test(pytester):
    result = run(
        pytester,
        """
    def test_unused(mockserver):
        mockserver.fail("Call Start")

    def test_optional(mockserver):
        mockserver.fail("Call Start", optional=True)

    def test_used(mockserver):
        mockserver.fail("Call Start", status=503)
        assert start(mockserver).status_code == 503

    def test_of_a_further_server(make_mockserver):
        make_mockserver(fault=("Call End=503@0.1",)).fail("Call Start")

    def test_that_fails_anyway(mockserver):
        mockserver.fail("Call Start")
        assert False
        """,
        failed=1,
        passed=4,
        errors=2,
    )
    result.stdout.fnmatch_lines(
        ["mockserver: planned, but no request met it: Call Start: times=1, status=500"]
    )


def test_a_fault_that_a_flush_in_teardown_meets_was_used(pytester):
    run(
        pytester,
        """
    @pytest.fixture
    def client(mockserver):
        yield mockserver
        assert start(mockserver).status_code == 503

    def test_it(client):
        client.fail("Call Start", status=503)
        """,
        passed=1,
    )


def test_an_unused_reply_fails_the_test_with_the_reason(pytester):
    result = run(
        pytester,
        """
    def ask(server, text):
        body = {{"model": "m", "messages": [{{"role": "user", "content": text}}]}}
        httpx.post(f"{{server}}/v1/chat/completions", json=body, headers=K)

    def test_unused(mockserver):
        mockserver.reply("weather", text="Sunny.")
        mockserver.reply("the weather in Oslo", text="Rain.")
        ask(mockserver, "Will it snow?")

    def test_too_few(mockserver):
        mockserver.reply("snow", text="Yes.", times=2)
        ask(mockserver, "Will it snow?")

    def test_used(mockserver):
        mockserver.reply("snow", text="Yes.")
        mockserver.reply("rain", text="Yes.", optional=True)
        ask(mockserver, "Will it snow?")

    def test_failing(mockserver):
        mockserver.reply("snow", text="Yes.", name="winter")
        ask(mockserver, "Will it snow?")
        ask(mockserver, "Will it rain?")
        start(mockserver, "b")
        assert False
        """,
        passed=3,
        errors=2,
        failed=1,
    )
    missed = 'reply 1 (last_user={"contains":"weather"}): used 0 of 1 time; nearest is request 1: '
    problem = 'last_user: expected "weather" in it, got "Will it snow?"'
    shadowed = "is never reached: reply 1 answers all that it could"
    assert f"mockserver: {missed}{problem}\n" in result.stdout.str()
    assert f'reply 2 (last_user={{"contains":"the weather in Oslo"}}) {shadowed}' in (
        result.stdout.str()
    )
    result.stdout.fnmatch_lines(
        [
            "*- mockserver: 1 request, 1 reply missed -*",
            '*  Chat Completion * "Will it snow[?]"  reply 1',
            '  reply 1 (last_user={"contains":"snow"}): used 1 of 2 times',
            "*- mockserver: 3 requests -*",
            '*  Chat Completion * "Will it snow[?]"  reply 1',
            '*  Chat Completion * "Will it rain[?]"',
            "*  Call Start * acme/demo  op",
        ]
    )


def test_faults_beyond_the_size_of_a_report_are_counted(pytester):
    result = run(
        pytester,
        """
    def test_it(mockserver):
        for number in range(12):
            mockserver.fail("Call Start")
        assert False
        """,
        failed=1,
    )
    result.stdout.fnmatch_lines(["  unused fault: *", "  and 7 more unused faults"])


def test_a_defect_of_the_server_fails_the_test(pytester):
    result = run(
        pytester,
        """
    def test_it(mockserver, monkeypatch, caplog):
        def broken(*args, **options):
            raise ZeroDivisionError("a defect")

        monkeypatch.setattr("mockserver.trace.calls.service.start", broken)
        assert start(mockserver).status_code == 500
        """,
        failed=1,
    )
    result.stdout.fnmatch_lines(["mockserver: the server failed:", "ZeroDivisionError: a defect"])
    assert "the server failed: ZeroDivisionError: a defect" in section(result)


def test_a_passing_test_has_no_report_by_default(pytester):
    code = "\n    def test_it(mockserver):\n        start(mockserver)"
    quiet = run(pytester, code, "-rP", passed=1)
    assert "mockserver:" not in quiet.stdout.str()
    result = pytester.runpytest_subprocess("-rP", "--mockserver-log", "always")
    assert section(result).startswith("mockserver: 1 request\n")


@pytest.mark.parametrize("workers", ["-n0", "-n2"])
def test_the_operations_that_all_tests_called_are_counted_on_request(pytester, workers):
    code = """
    @pytest.mark.parametrize("number", range(3))
    def test_it(mockserver, number):
        start(mockserver)
        httpx.get(f"{{mockserver}}/health")
    """
    result = run(pytester, code, workers, "--mockserver-log=always", passed=3)
    operations = len({row.name for row in served(Settings())})
    result.stdout.fnmatch_lines(
        [
            f"*= mockserver: 2 of {operations} operations called =*",
            "  Call Start                   3",
            "  Read Root                    3",
        ]
    )


def test_a_test_may_end_its_server(pytester):
    run(
        pytester,
        """
    def test_it(make_mockserver):
        server = make_mockserver()
        server.fail("Call Start")
        server.stop()
        """,
        passed=1,
    )


def test_the_report_of_a_failed_test_can_be_turned_off(pytester):
    result = run(
        pytester,
        "\n    def test_it(mockserver):\n        assert not start(mockserver)",
        "--mockserver-log=never",
        failed=1,
    )
    assert "- mockserver:" not in result.stdout.str()


def test_it_reports_under_xdist(pytester):
    result = run(
        pytester,
        """
    @pytest.mark.parametrize("number", range(4))
    def test_it(mockserver, number):
        start(mockserver)
        mockserver.assert_called("Call Start", times=1)
        assert number % 2
        """,
        "-n2",
        failed=2,
        passed=2,
    )
    assert "Call Start" in section(result)


def test_asynchronous_tests_have_it_too(pytester):
    pytester.makeini("[pytest]\nasyncio_mode = auto\nasyncio_default_fixture_loop_scope = function")
    result = run(
        pytester,
        """
    async def test_passing(mockserver):
        async with httpx.AsyncClient(base_url=mockserver.url) as client:
            await client.get("/health")
        mockserver.wait_for("Read Root")

    async def test_unused(mockserver):
        mockserver.fail("Call Start")

    async def test_failing(mockserver):
        async with httpx.AsyncClient(base_url=mockserver.url) as client:
            await client.get("/helth")
        assert False
        """,
        passed=2,
        failed=1,
        errors=1,
    )
    assert "nearest: GET /health (Read Root)" in result.stdout.str()


def test_the_nearest_marker_wins_key_by_key(pytester):
    pytester.makefile(
        ".json",
        demo='{"mockserver": 1, "projects": {"acme/demo": {"calls": [{"op": "answer"}]}}}',
    )
    run(
        pytester,
        """
    pytestmark = pytest.mark.mockserver(listing="a", now="2030-01-01T00:00Z")

    def test_module(mockserver):
        assert httpx.get(f"{{mockserver}}/version").status_code == 404
        assert mockserver.clock.now().year == 2030

    @pytest.mark.mockserver(listing="b", data="demo.json")
    class TestClass:
        def test_class(self, mockserver):
            assert httpx.get(f"{{mockserver}}/version").status_code == 200
            assert mockserver.clock.now().year == 2030
            assert [call["op_name"] for call in mockserver.calls()] == ["answer"]

        @pytest.mark.mockserver(auth="none", data=[])
        def test_function(self, mockserver):
            assert httpx.get(f"{{mockserver}}/version").status_code == 200
            assert httpx.post(f"{{mockserver}}/call/read", json={{}}).status_code == 422
            assert mockserver.calls() == []

    def test_afterwards(mockserver):
        assert httpx.get(f"{{mockserver}}/version").status_code == 404
        """,
        passed=4,
    )


def test_a_marker_with_an_unknown_key_is_an_error(pytester):
    result = run(
        pytester,
        """
    @pytest.mark.mockserver(listng="a")
    def test_it(mockserver):
        pass
        """,
        errors=1,
    )
    result.stdout.fnmatch_lines(["*unknown key 'listng'; the nearest known key is 'listing'*"])


def test_the_same_seed_gives_the_same_ids(pytester):
    run(
        pytester,
        """
    ids = []

    @pytest.mark.parametrize("number", [0, 1])
    @pytest.mark.mockserver(seed=7, now="2030-01-01T00:00Z")
    def test_it(mockserver, number):
        costs = {{"m": {{"prompt_token_cost": 1, "completion_token_cost": 1}}}}
        body = {{"project_id": "acme/demo", "costs": costs}}
        ids.append(httpx.post(f"{{mockserver}}/cost/create", json=body, headers=K).json())
        assert ids[0] == ids[-1]
        """,
        passed=2,
    )


VERSIONS = """
    def test_listing(mockserver):
        assert httpx.get(f"{{mockserver}}/version").status_code == 404
        assert [call["op_name"] for call in mockserver.calls()] == ["answer"]
"""


@pytest.fixture
def demo(pytester):
    text = '{"mockserver": 1, "projects": {"acme/demo": {"calls": [{"op": "answer"}]}}}'
    return pytester.makefile(".json", demo=text)


def test_options_change_the_server(pytester, demo):
    options = ("--mockserver-listing=a", "--mockserver-data", "demo.json", "--mockserver-strict")
    result = run(pytester, VERSIONS, *options, passed=1)
    options = "--mockserver-listing=a --mockserver-data=demo.json --mockserver-strict=True"
    result.stdout.fnmatch_lines([f"mockserver: {options}"])


def test_options_can_be_in_the_ini_file(pytester, demo):
    pytester.makeini("[pytest]\nmockserver_listing = a\nmockserver_data = demo.json")
    run(pytester, VERSIONS, passed=1)


def test_an_invalid_value_in_the_ini_file_is_refused(pytester):
    pytester.makeini("[pytest]\nmockserver_log = sometimes")
    result = pytester.runpytest_subprocess()
    result.stderr.fnmatch_lines(["*mockserver_log is 'sometimes', not one of failed*"])


def test_a_remote_server_has_the_same_verbs(pytester, demo):
    with MockServer(Settings(port=0, log="quiet")) as server:
        options = (f"--mockserver-url={server}", "--mockserver-listing=a")
        run(pytester, VERSIONS, *options, "--mockserver-data=demo.json", passed=1)


def test_workers_that_share_a_server_keep_apart_by_project(pytester):
    code = """
    @pytest.mark.parametrize("number", range(6))
    def test_it(mockserver, mockserver_project, number):
        start(mockserver, project=mockserver_project)
        assert len(mockserver.calls(mockserver_project)) == 1
        mockserver.assert_called("Call Start", times=1, project=mockserver_project)

    @pytest.mark.mockserver(listing="a")
    def test_settings(mockserver):
        pass
    """
    with MockServer(Settings(port=0, log="quiet")) as server:
        result = run(pytester, code, "-n2", f"--mockserver-url={server}", passed=6, errors=1)
        assert len(server.calls()) == 6
    result.stdout.fnmatch_lines(["*several workers share this server*"])


def test_faults_of_workers_that_share_a_server_do_not_affect_each_other(pytester):
    code = """
    import os

    @pytest.mark.parametrize("number", range(4))
    def test_it(mockserver, mockserver_project, mockserver_env, number):
        other = f"another/{{number}}"
        mockserver.fail("Call Start", status=503, times=None)
        mockserver.reply("rain", text=f"Wet {{number}}.", times=1)
        mockserver.fail("Call End", headers={{"x-worker": "mine"}}, optional=True)
        assert start(mockserver, project=other).status_code == 200
        assert start(mockserver, project=mockserver_project).status_code == 503
        body = {{"model": "m", "messages": [{{"role": "user", "content": "rain"}}]}}
        headers = {{**K, "OpenAI-Project": os.environ["OPENAI_PROJECT_ID"]}}
        mine = httpx.post(f"{{mockserver}}/v1/chat/completions", json=body, headers=headers)
        assert mine.json()["choices"][0]["message"]["content"] == f"Wet {{number}}."
    """
    with MockServer(Settings(port=0, log="quiet")) as server:
        server.fail("Call Read")
        run(pytester, code, "-n2", f"--mockserver-url={server}", passed=4)
        assert [fault["operation"] for fault in server.faults] == ["Call Read"]
        assert server.replies == []


def test_faults_on_a_remote_server_are_removed_after_the_test(pytester):
    code = """
    def test_it(mockserver):
        mockserver.fail("Call Start", optional=True)
        mockserver.reply("rain", text="Wet.")
    """
    with MockServer(Settings(port=0, log="quiet")) as server:
        run(pytester, code, f"--mockserver-url={server}", passed=1, errors=1)
        assert server.faults == server.replies == []


def test_clients_are_pointed_at_the_server_by_their_variables(pytester):
    code = """
    import os

    def test_it(mockserver, mockserver_env):
        assert os.environ["OPENAI_BASE_URL"] == f"{{mockserver}}/v1"
        assert os.environ.get("MY_URL", mockserver.url) == mockserver.url
        assert mockserver_env.items() <= os.environ.items()
    """
    run(pytester, code, passed=1)
    pytester.makeini(
        "[pytest]\nmockserver_env =\n    OPENAI_BASE_URL={url}/v1\n    MY_URL = {url}\n"
    )
    pytester.runpytest_subprocess().assert_outcomes(passed=1)


EARLY = """
    import os

    AT_IMPORT = os.environ["MY_URL"]

    def test_it(mockserver):
        assert mockserver.url == AT_IMPORT
        assert httpx.get(AT_IMPORT + "/health").status_code == 200
"""


@pytest.mark.parametrize("workers", ["-n0", "-n2"])
def test_a_client_that_is_imported_first_is_pointed_at_the_server_too(pytester, workers):
    pytester.makeini("[pytest]\nmockserver_env =\n    MY_URL = {url}\n")
    run(pytester, EARLY, workers, passed=1)


def test_a_remote_server_is_known_at_import_too(pytester):
    pytester.makeini("[pytest]\nmockserver_env =\n    MY_URL = {url}\n")
    with MockServer(Settings(port=0, log="quiet")) as server:
        run(pytester, EARLY, f"--mockserver-url={server}", passed=1)


def test_until_the_server_runs_its_port_refuses_connections(pytester):
    pytester.makeini("[pytest]\nusefixtures = mockserver_env")
    code = """
    import os

    with pytest.raises(httpx.ConnectError):
        httpx.get(os.environ["WANDB_BASE_URL"])

    def test_it(mockserver):
        assert httpx.get(os.environ["WANDB_BASE_URL"] + "/health").status_code == 200
    """
    run(pytester, code, passed=1)


def test_nothing_is_left_to_hang_on(pytester):
    result = run(
        pytester,
        """
    def test_waiting(mockserver):
        mockserver.wait_for("Call Start", timeout=0.05)

    def test_gone(make_mockserver):
        server = make_mockserver()
        server.stop()
        server.reset()
        """,
        failed=2,
    )
    result.stdout.fnmatch_lines(["*after 0.05 s: Call Start: expected at least 1, found 0*"])
    result.stdout.fnmatch_lines(["*ConnectError*", "*does not respond*"])


@pytest.mark.parametrize(
    ("marker", "sentence"),
    [
        ("'a'", "'a' has no name"),
        ("lisitng='a'", "body: unknown key 'lisitng'; the nearest known key is 'listing'"),
        ("port=5", "body: 'port' cannot change while the server runs"),
        ("now='noon'", "now: not a moment; write it like 2025-01-01T09:00Z"),
        ("data='none.json'", "none.json: No such file or directory"),
    ],
)
def test_a_marker_that_cannot_be_is_one_sentence(pytester, marker, sentence):
    code = f"""
    @pytest.mark.mockserver({marker})
    def test_it(mockserver):
        assert mockserver
    """
    result = run(pytester, code, errors=1)
    result.stdout.fnmatch_lines([f"@pytest.mark.mockserver: {sentence}"])
    assert "fixtures.py" not in result.stdout.str()
    assert "another exception" not in result.stdout.str()


@pytest.mark.parametrize(
    ("option", "sentence"),
    [
        ("--mockserver-url=http://127.0.0.1:9", "--mockserver-url http://127.0.0.1:9: no mocks*"),
        ("--mockserver-url=nowhere", "--mockserver-url nowhere: no mockserver responds there: *"),
        ("--mockserver-listing=c", "the options of mockserver: listing 'c': has to be 'a', *"),
        ("--mockserver-data=none.json", "the options of mockserver: none.json: cannot be read: *"),
    ],
)
def test_an_option_that_cannot_be_is_one_sentence(pytester, option, sentence):
    code = """
    def test_it(mockserver):
        assert mockserver
    """
    result = run(pytester, code, option, errors=1)
    result.stdout.fnmatch_lines([sentence])
    assert "fixtures.py" not in result.stdout.str()


def test_a_refused_verb_is_reported_at_the_line_of_the_test(pytester):
    code = """
    def test_it(mockserver):
        mockserver.fail("Call Emd")
    """
    result = run(pytester, code, failed=1)
    result.stdout.fnmatch_lines(["E*There is no operation 'Call Emd'; the nearest is 'Call End'"])
    assert "channel.py" not in result.stdout.str()


def test_an_unknown_setting_is_reported_with_the_nearest(pytester):
    code = """
    def test_it(make_mockserver):
        make_mockserver(prot=1)
    """
    result = run(pytester, code, failed=1)
    result.stdout.fnmatch_lines(["E*there is no setting 'prot'; the nearest is 'port'"])


def test_a_server_that_a_test_has_stopped_is_reported(pytester):
    code = """
    def test_it(mockserver):
        mockserver.stop()

    def test_another(mockserver):
        assert mockserver
    """
    result = run(pytester, code, passed=1, errors=1)
    result.stdout.fnmatch_lines(["the session's server, http://*: no mockserver responds there: *"])
