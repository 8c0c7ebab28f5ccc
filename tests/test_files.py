"""Files: content by digest."""

from __future__ import annotations

import pytest

from tests.conftest import P

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
    assert (problem["type"], problem["loc"]) == ("missing", ["body", "file"])


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


def test_an_unexpected_digest_is_409(client):
    assert create(client, b"hello", expected_digest="other").status_code == 409
    assert content(client, HELLO).status_code == 404
    assert create(client, b"hello", expected_digest=HELLO).status_code == 200
