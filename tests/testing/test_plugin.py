"""The pytest plugin, as its users meet it."""

from __future__ import annotations

import subprocess
import sys
import textwrap

import pytest

HEAVY = ("starlette", "uvicorn", "pydantic", "tinydb", "faker", "httpx", "orjson", "mockserver.app")

USE = """
    import httpx

    def test_one(mockserver):
        start = {{"project_id": "e/p", "id": "a", "op_name": "op", "started_at": 0,
                 "attributes": {{}}, "inputs": {{}}}}
        answer = httpx.post(f"{{mockserver}}/call/start", json={{"start": start}},
                            headers={{"Authorization": "Bearer k"}})
        assert answer.status_code == 200

    def test_two(mockserver):
        request = {{"project_id": "e/p"}}
        answer = httpx.post(f"{{mockserver.url}}/calls/query_stats", json=request,
                            headers={{"Authorization": "Bearer k"}})
        assert answer.json()["count"] == {count}
"""


QUICK = ("-p", "no:cacheprovider", "-p", "no:schemathesis")
"""Options without which a pytest begins later."""


def write(pytester: pytest.Pytester, code: str, **names: object) -> None:
    pytester.makepyfile(textwrap.dedent(code).format(**names))


def test_loading_the_plugin_imports_nothing_heavy():
    code = f"import sys, mockserver.pytest_plugin; print([m for m in {HEAVY} if m in sys.modules])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


def test_each_test_begins_with_a_new_server(pytester):
    write(pytester, USE, count=0)
    pytester.runpytest_subprocess(*QUICK).assert_outcomes(passed=2)


def test_a_wrong_expectation_fails(pytester):
    write(pytester, USE, count=1)
    pytester.runpytest_subprocess(*QUICK).assert_outcomes(passed=1, failed=1)


def test_it_works_under_xdist(pytester):
    write(pytester, USE, count=0)
    pytester.runpytest_subprocess(*QUICK, "-n", "2").assert_outcomes(passed=2)


def test_settings_can_be_overridden(pytester):
    pytester.makeconftest(
        """
        import pytest
        from mockserver import Settings

        @pytest.fixture(scope="session")
        def mockserver_settings():
            return Settings(port=0, listing="a", auth="none")
        """
    )
    write(
        pytester,
        """
        import httpx

        def test_listing(mockserver):
            assert httpx.get(f"{{mockserver}}/version").status_code == 404
            assert httpx.post(f"{{mockserver}}/call/read", json={{}}).status_code == 422
        """,
    )
    pytester.runpytest_subprocess(*QUICK).assert_outcomes(passed=1)


def test_further_servers_have_their_own_state_and_end_with_the_test(pytester):
    write(
        pytester,
        """
        import httpx, pytest

        urls = []

        def test_make(make_mockserver):
            servers = [make_mockserver(listing=listing) for listing in ("a", "b")]
            urls.extend(server.url for server in servers)
            assert [httpx.get(url + "/version").status_code for url in urls] == [404, 200]

        @pytest.mark.parametrize("number", [0, 1])
        def test_gone(number):
            with pytest.raises(httpx.ConnectError):
                httpx.get(urls[number] + "/health")
        """,
    )
    pytester.runpytest_subprocess(*QUICK).assert_outcomes(passed=3)


def test_a_setting_that_does_not_exist_is_an_error(pytester):
    write(
        pytester,
        """
        def test_make(make_mockserver):
            make_mockserver(colour="red")
        """,
    )
    result = pytester.runpytest_subprocess(*QUICK)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*colour*"])


def test_the_session_server_is_there_for_session_fixtures(pytester):
    write(
        pytester,
        """
        import httpx, pytest

        @pytest.fixture(scope="session")
        def http(mockserver_session):
            with httpx.Client(base_url=mockserver_session.url) as client:
                yield client

        def test_health(http, mockserver):
            assert http.get("/health").json() == {{"status": "ok"}}
            assert str(http.base_url).rstrip("/") == str(mockserver)
        """,
    )
    pytester.runpytest_subprocess(*QUICK).assert_outcomes(passed=1)
