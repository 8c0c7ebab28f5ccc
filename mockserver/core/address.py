"""Addresses of servers: listening sockets and their URLs."""

from __future__ import annotations

import socket
import sys
from collections.abc import Iterator
from errno import EADDRINUSE
from ipaddress import ip_address
from pathlib import Path

from mockserver.core.errors import Unusable

PROC = Path("/proc")
LISTENS = "0A"
"""The state of a listening socket in `/proc/net/tcp`."""


class CannotListen(Unusable, OSError):
    """An address that cannot be listened on."""


def bind(host: str, port: int) -> socket.socket:
    """Open a listening socket. Raises CannotListen."""
    return listen(reserve(host, port))


def reserve(host: str, port: int) -> socket.socket:
    """Open a socket with an address that does not listen yet. Raises CannotListen.

    It names TCP explicitly because asyncio disables Nagle's algorithm only on such a socket. With
    the algorithm, every response would wait 40 ms for an acknowledgement.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    sock = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if sys.platform != "win32":
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind((host, port))
    except (OSError, UnicodeError) as error:
        raise _cannot(sock, host, port, error) from None
    return sock


def listen(sock: socket.socket) -> socket.socket:
    """Start listening on a socket and return it. Raises CannotListen."""
    host, port = sock.getsockname()[:2]
    try:
        sock.listen(2048)
    except OSError as error:
        raise _cannot(sock, host, port, error) from None
    sock.setblocking(False)
    return sock


def _cannot(
    sock: socket.socket, host: str, port: int, error: OSError | UnicodeError
) -> CannotListen:
    sock.close()
    return CannotListen(f"cannot listen on {host}:{port}: {_why(error, port)}")


def _why(error: OSError | UnicodeError, port: int) -> str:
    if isinstance(error, UnicodeError):
        return "this is not a host name"
    if error.errno != EADDRINUSE:
        return str(error.strerror)
    pid = _listener_on(port)
    owner = f" by process {pid}" if pid else ""
    return f"{error.strerror}{owner}; port 0 takes a free one"


def is_loopback(host: str) -> bool:
    """True if only this machine can reach a server on this host."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def url_of(sock: socket.socket) -> str:
    """The base URL of a listening socket."""
    host, port = sock.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _listener_on(port: int) -> int | None:
    """Find the process that listens on a port; None if it is another user's, or off Linux."""
    sockets = {f"socket:[{inode}]" for inode in _inodes(port)}
    processes = PROC.glob("[0-9]*") if sockets else ()
    return next((int(each.name) for each in processes if _holds(each, sockets)), None)


def _holds(process: Path, sockets: set[str]) -> bool:
    """True if a process has one of these sockets open, as far as this user may see."""
    try:
        return any(str(file.readlink()) in sockets for file in (process / "fd").iterdir())
    except OSError:
        return False


def _inodes(port: int) -> Iterator[str]:
    for table in ("tcp", "tcp6"):
        try:
            _, *lines = (PROC / "net" / table).read_text("ascii").splitlines()
        except OSError:
            return
        for _, local, _, state, *rest in map(str.split, lines):
            if state == LISTENS and local.endswith(f":{port:04X}"):
                yield rest[5]
