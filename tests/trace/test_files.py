"""Files: content by digest."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from mockserver.app import create_app
from mockserver.settings import Settings
from tests.conftest import CREDENTIAL, Client, P

HELLO = "LPJNulXwow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ"


def create(client, content, name="a.txt", path="/file/create", **fields):
    form = {"project_id": P, **fields}
    return client.post(path, data=form, files={"file": (name, content)})


def content(client, digest, project_id=P, path="/file/content"):
    return client.post(path, json={"project_id": project_id, "digest": digest})


@pytest.mark.parametrize("path", ["/file", "/files"])
def test_content_is_kept_under_its_digest_objects_57_58(client, path):
    assert create(client, b"hello", path=f"{path}/create").json() == {"digest": HELLO}
    answer = content(client, HELLO, path=f"{path}/content")
    assert answer.content == b"hello"
    assert answer.headers["content-type"] == "application/octet-stream"


@pytest.mark.parametrize(
    "data", [b"", b"\x00\xff" * 1000, b"\r\n--x\r\n", bytes(range(256)) * 9000]
)
def test_any_bytes_come_back(client, data):
    digest = create(client, data).json()["digest"]
    assert content(client, digest).content == data


def test_the_same_content_is_one_file(client):
    digests = {create(client, b"hello", name=name).json()["digest"] for name in ("a", "b")}
    assert digests == {HELLO}
    assert client.application.services.store.counts()["files"] == 1


def test_a_file_belongs_to_its_project_objects_58(client):
    create(client, b"hello")
    assert content(client, HELLO, project_id="acme/other").status_code == 404
    assert content(client, "nope").json() == {"reason": "File with digest nope not found"}


def test_a_form_without_its_parts_is_422_objects_59(client):
    answer = client.post("/file/create", data={"project_id": P}, files={"other": b"x"})
    [problem] = answer.json()["detail"]
    assert (answer.status_code, problem["type"]) == (422, "missing")
    assert problem["loc"] == ["body", "file"]


def test_an_empty_field_of_a_form_is_as_good_as_none_objects_59(client):
    answer = create(client, b"hello", project_id="")
    [problem] = answer.json()["detail"]
    assert (answer.status_code, problem["type"]) == (422, "missing")
    assert problem["loc"] == ["body", "project_id"]
    assert create(client, b"hello", expected_digest="").json() == {"digest": HELLO}


def test_json_is_no_form(client):
    answer = client.post("/file/create", json={"project_id": P})
    problems = [problem["loc"][1] for problem in answer.json()["detail"]]
    assert (answer.status_code, problems) == (422, ["project_id", "file"])


TORN = {
    "no end": b'--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nhel',
    "no headers": b"--x\r\n\r\nhello\r\n--x--\r\n",
    "other boundary": b"--y\r\n\r\nhello\r\n--y--\r\n",
    "not utf-8": b'--x\r\nContent-Disposition: form-data; name="\xff"\r\n\r\nv\r\n--x--\r\n',
}


@pytest.mark.parametrize("body", TORN.values(), ids=TORN)
@pytest.mark.parametrize("boundary", ["x", '"x"', "x" * 300])
def test_a_torn_form_is_refused(client, body, boundary):
    headers = {"content-type": f"multipart/form-data; boundary={boundary}"}
    answer = client.post("/file/create", content=body, headers=headers)
    assert answer.status_code in (400, 422)
    assert client.application.services.store.counts() == {}


def in_pieces(body, size):
    yield from (body[at : at + size] for at in range(0, len(body), size))


def form(content, boundary="x"):
    part = 'Content-Disposition: form-data; name="{}"'
    head = f"--{boundary}\r\n{part.format('project_id')}\r\n\r\n{P}\r\n--{boundary}\r\n"
    file = f'{part.format("file")}; filename="a"\r\n\r\n'
    return head.encode() + file.encode() + content + f"\r\n--{boundary}--\r\n".encode()


@pytest.mark.parametrize("size", [1, 7, 1000])
def test_a_form_may_come_in_pieces(client, size):
    headers = {"content-type": "multipart/form-data; boundary=x"}
    body = in_pieces(form(b"hello"), size)
    answer = client.post("/file/create", content=body, headers=headers)
    assert answer.json() == {"digest": HELLO}


def test_an_upload_has_a_limit_of_its_own(make_client):
    client = make_client(max_body=100, max_upload=2000)
    assert create(client, b"x" * 1000).status_code == 200
    answer = create(client, b"x" * 2000)
    assert (answer.status_code, answer.json()["reason"]) == (413, "Request too large")


def test_a_torn_form_is_refused_when_it_is_over(client):
    headers = {"content-type": "multipart/form-data; boundary=x"}
    body = in_pieces(b"--y\r\n\r\nhello" + b"x" * 100, 10)
    assert client.post("/file/create", content=body, headers=headers).status_code == 400


def test_the_sizes_of_files_are_added_up(client):
    create(client, b"hello"), create(client, b"hello", name="b"), create(client, b"abc")
    create(client, b"x" * 100, project_id="acme/other")
    for path in ("/files/query_stats", "/files/stats"):
        assert client.post(path, json={"project_id": P}).json() == {"total_size_bytes": 8}
    assert client.post(path, json={"project_id": "acme/new"}).json() == {"total_size_bytes": 0}


@pytest.fixture
def db(tmp_path):
    return tmp_path / "db.json"


@pytest.mark.parametrize("fsync", [False, True])
def test_contents_stand_beside_the_database(db, fsync):
    settings = Settings(db=str(db), fsync=fsync)
    with Client(create_app(settings), headers=CREDENTIAL) as client:
        create(client, b"hello")
    assert [path.name for path in (db.parent / "db.json.files").iterdir()] == [HELLO]
    assert b"hello" not in db.read_bytes()
    with Client(create_app(settings), headers=CREDENTIAL) as client:
        assert content(client, HELLO).content == b"hello"


def test_a_content_that_was_taken_away_is_404_until_it_comes_again(make_client, db):
    client = make_client(db=str(db))
    create(client, b"hello")
    (db.parent / "db.json.files" / HELLO).unlink()
    assert content(client, HELLO).status_code == 404
    create(client, b"hello")
    assert content(client, HELLO).content == b"hello"


def test_a_record_that_a_hand_changed_leads_to_no_other_file(make_client, db):
    secret = db.with_name("secret")
    secret.write_text("secret")
    record = {"project_id": P, "digest": str(secret), "name": "a", "size_bytes": 6}
    db.write_text(json.dumps({"files": {"1": record}}))
    assert content(make_client(db=str(db)), str(secret)).status_code == 404


def test_a_disk_that_refuses_is_507_and_keeps_nothing(make_client, db):
    client = make_client(db=str(db))
    (db.parent / "db.json.files").write_text("a file where the folder should be")
    assert create(client, b"hello").status_code == 507
    assert client.application.services.store.counts() == {}
    assert content(client, HELLO).status_code == 404


def test_a_restored_state_has_its_contents(client):
    store = client.application.services.store
    create(client, b"hello")
    state = store.snapshot()
    store.restore({})
    assert content(client, HELLO).status_code == 404
    store.restore(state)
    assert content(client, HELLO).content == b"hello"


def peak_memory(pid):
    [line] = [
        line for line in Path(f"/proc/{pid}/status").read_text().splitlines() if "HWM" in line
    ]
    return int(line.split()[1]) << 10


SERVER = """
import sys
from mockserver.server import MockServer
from mockserver.settings import Settings

with MockServer(Settings(port=0, db=sys.argv[1])) as server:
    print(server.url, flush=True)
    sys.stdin.read()
"""


def test_an_answered_upload_survives_a_kill(db):
    program = [sys.executable, "-c", SERVER, str(db)]
    with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        url = server.stdout.readline().decode().strip()
        with httpx.Client(base_url=url, headers=CREDENTIAL) as client:
            digest = create(client, b"x" * 100_000).json()["digest"]
        server.kill()
    with Client(create_app(Settings(db=str(db))), headers=CREDENTIAL) as client:
        assert content(client, digest).content == b"x" * 100_000


@pytest.mark.skipif(sys.platform != "linux", reason="the peak of memory is read from /proc")
def test_a_long_file_is_in_memory_once(db):
    megabytes = 100
    program = [sys.executable, "-c", SERVER, str(db)]
    with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        url = server.stdout.readline().decode().strip()
        before = peak_memory(server.pid)
        with httpx.Client(base_url=url, headers=CREDENTIAL, timeout=60) as client:
            data = bytes(range(256)) * 4096 * megabytes
            digest = create(client, data).json()["digest"]
            created = peak_memory(server.pid)
            assert content(client, digest).content == data
            read = peak_memory(server.pid)
        server.stdin.close()
    assert created - before < megabytes * 1.5 * 2**20
    assert read - before < megabytes * 1.5 * 2**20


def test_an_unexpected_digest_is_409(client):
    assert create(client, b"hello", expected_digest="other").status_code == 409
    assert content(client, HELLO).status_code == 404
    assert create(client, b"hello", expected_digest=HELLO).status_code == 200
