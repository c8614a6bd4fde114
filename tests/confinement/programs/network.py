"""What can be reached: `network.py PORT ABSTRACT UNIX` prints the names of what answered."""

import socket
import sys
import threading

PORT, ABSTRACT, PATH = int(sys.argv[1]), sys.argv[2], sys.argv[3]


def ours() -> None:
    server = socket.create_server(("127.0.0.1", 0))
    threading.Thread(target=lambda: server.accept()[0].sendall(b"hello"), daemon=True).start()
    with socket.create_connection(server.getsockname(), timeout=10) as client:
        assert client.recv(5) == b"hello"


def theirs() -> None:
    socket.create_connection(("127.0.0.1", PORT), timeout=10).close()


def abstract() -> None:
    socket.socket(socket.AF_UNIX).connect("\0" + ABSTRACT)


def on_a_path() -> None:
    socket.socket(socket.AF_UNIX).connect(PATH)


def pair() -> None:
    one, other = socket.socketpair()
    one.send(b"x")
    assert other.recv(1) == b"x"


for attempt in (ours, theirs, abstract, on_a_path, pair):
    try:
        attempt()
    except OSError:
        continue
    print(attempt.__name__)
