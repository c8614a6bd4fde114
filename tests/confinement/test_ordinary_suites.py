"""Suites and builds as people have them simply work, under each engine."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.confinement.scene import ENGINES, Done, Run, confined_by

COLOURS = {"TERM": "xterm-256color", "FORCE_COLOR": "1"}


@pytest.fixture(params=ENGINES)
def run(request: pytest.FixtureRequest, tmp_path: Path) -> Run:
    run = confined_by(tmp_path, request.param)
    run.file(".env", "TOKEN=1")  # as most projects have, beside the files that a suite needs
    run.file(".npmrc", "engine-strict=true\n")
    run.file(".gitignore", ".env\n.npmrc\n")
    (run.home / ".npmrc").write_text("//registry.example/:_authToken=x\n", "utf-8")
    return run


def needs(*programs: str) -> pytest.MarkDecorator:
    missing = [program for program in programs if shutil.which(program) is None]
    return pytest.mark.skipif(bool(missing), reason=f"needs {', '.join(missing)}")


def passed(done: Done) -> Done:
    assert done.code == 0 and done.line["exit"] == 0 and not done.line["faults"], done
    return done


PYTEST = """
import os, sys, warnings

def test_temporary_folders(tmp_path, tmp_path_factory):
    (tmp_path / "x").write_text("x")
    (tmp_path / "link").symlink_to("x")
    assert (tmp_path / "link").read_text() == "x"

def test_capture_and_monkeypatch(capfd, monkeypatch):
    monkeypatch.setenv("X", "1")
    os.system("echo $X")
    assert capfd.readouterr().out == "1\\n"

def test_import_of_the_code():
    import app
    assert app.value == 1
"""


def test_pytest_with_its_cache(run: Run) -> None:
    run.seal(allowed_write_paths=["src/**", "tests/**"], scratch_paths=[".pytest_cache/**"])
    run.file("src/app.py", "value = 1\n")
    run.file("tests/test_app.py", PYTEST)
    words = (sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", "-W", "error", "--color=yes", "tests")
    done = passed(run.confined(*words, env=COLOURS | {"PYTHONPATH": f"{run.root}/src"}))
    assert "3 passed" in done.out and "\033[32m" in done.out
    assert "warning" not in done.out
    assert (run.root / ".pytest_cache/v/cache/nodeids").exists()


def test_pytest_where_nothing_may_be_written(run: Run) -> None:
    run.file("tests/test_app.py", PYTEST.replace("import app\n    assert app.value == 1", "pass"))
    run.seal(allowed_write_paths=["docs/x.md"])
    done = passed(run.confined(sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", "tests"))
    assert "3 passed" in done.out
    assert sorted(path.name for path in run.root.iterdir()) == [".env", ".gitignore", ".npmrc", "src", "tests"]


def test_unittest(run: Run) -> None:
    run.file(
        "src/test_app.py",
        "import tempfile, unittest\n\nclass T(unittest.TestCase):\n    def test(self):\n"
        "        with tempfile.NamedTemporaryFile() as file:\n            file.write(b'x')\n",
    )
    done = passed(run.confined(sys.executable, "-m", "unittest", "discover", "-s", "src", rest="2>&1 | tail -3"))
    assert "OK" in done.out


PARALLEL = """
import multiprocessing, os, subprocess, tempfile, threading

def work(number, pipe):
    with tempfile.TemporaryDirectory() as folder:
        open(os.path.join(folder, "x"), "w").write(str(number))
        pipe.send(number * number)

if __name__ == "__main__":
    for way in ("fork", "spawn"):
        context = multiprocessing.get_context(way)
        ours, theirs = context.Pipe()
        workers = [context.Process(target=work, args=(number, theirs)) for number in range(3)]
        [worker.start() for worker in workers]
        [worker.join() for worker in workers]
        print(sorted(ours.recv() for _ in workers))
    threads = [threading.Thread(target=subprocess.run, args=(["true"],)) for _ in range(3)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
"""

POOL = """
import multiprocessing
from concurrent.futures import ProcessPoolExecutor

def square(number):
    return number * number

if __name__ == "__main__":
    with multiprocessing.Pool(2) as pool:
        print(pool.map(square, range(3)))
    with ProcessPoolExecutor(2) as pool:
        print(list(pool.map(square, range(3))))
    with multiprocessing.Manager() as manager:
        print(len(manager.list([1, 2])))
"""

SERVER = """
import asyncio, os

async def main():
    async def greet(reader, writer):
        writer.write(await reader.readline())
        writer.close()

    path = os.environ["TMPDIR"] + "/server"
    async with await asyncio.start_unix_server(greet, path):
        reader, writer = await asyncio.open_unix_connection(path)
        writer.write(b"hello\\n")
        print((await reader.read()).decode(), end="")
        writer.close()

asyncio.run(main())
"""


def test_processes_and_temporary_files(run: Run) -> None:
    run.file("src/parallel.py", PARALLEL)
    assert passed(run.confined(sys.executable, "src/parallel.py")).out == "[0, 1, 4]\n[0, 1, 4]\n"


def test_pools_of_processes(run: Run) -> None:
    if run.engine == "landlock":
        pytest.skip("Landlock cannot give POSIX semaphores without those of other processes")
    run.file("src/pool.py", POOL)
    assert passed(run.confined(sys.executable, "src/pool.py")).out == "[0, 1, 4]\n[0, 1, 4]\n2\n"


def test_a_server_on_a_socket_of_its_own(run: Run) -> None:
    if run.engine == "landlock":
        pytest.skip("Landlock alone cannot tell whose socket it is")
    run.file("src/server.py", SERVER)
    assert passed(run.confined(sys.executable, "src/server.py")).out == "hello\n"


@needs("node")
def test_the_runner_of_node(run: Run) -> None:
    run.file(
        "src/app.test.mjs",
        "import test from 'node:test'; import assert from 'node:assert'; import fs from 'node:fs';\n"
        "import os from 'node:os'; import { Worker } from 'node:worker_threads';\n"
        "import { execFileSync } from 'node:child_process';\n"
        "test('one', () => { const d = fs.mkdtempSync(os.tmpdir() + '/x'); fs.writeFileSync(d + '/f', 'x'); });\n"
        "test('two', async () => { await new Promise(done => new Worker('0', { eval: true }).on('exit', done)); });\n"
        "test('three', () => assert.equal(execFileSync('echo', ['hi']).toString(), 'hi\\n'));\n",
    )
    assert "# pass 3" in passed(run.confined("node", "--test", "--test-reporter=tap", "src/")).out


@needs("node", "npm")
def test_a_script_of_npm(run: Run) -> None:
    run.file("package.json", '{"name": "x", "version": "1.0.0", "scripts": {"test": "node --test src/"}}')
    run.file("src/app.test.js", "require('node:test')('one', () => {})")
    done = passed(run.confined("npm", "test"))
    assert done.err == ""
    assert sorted(path.name for path in run.root.iterdir()) == [".env", ".gitignore", ".npmrc", "package.json", "src"]


@needs("make", "cc")
def test_a_build_with_make(run: Run) -> None:
    run.seal(allowed_write_paths=["src/**"], scratch_paths=["build/**"])
    run.file("src/main.c", '#include <stdio.h>\nint main(void) { puts("built"); return 0; }\n')
    run.file(
        "Makefile",
        "all: build/app\n\t./build/app\nbuild/app: build/main.o\n\t$(CC) -pipe -o $@ $^\n"
        "build/main.o: src/main.c\n\tmkdir -p build\n\t$(CC) -O1 -c -o $@ $<\n",
    )
    done = passed(run.confined("make", "-j2", "all"))
    assert done.out.endswith("built\n") and (run.root / "build/app").exists()
    assert "./build/app" in passed(run.confined("make", "all")).out


@needs("git")
def test_git_looks_at_the_project(run: Run) -> None:
    run.file("src/app.py", "one\n")
    for words in ("init -q", "add .", "-c user.name=n -c user.email=e commit -qm first"):
        subprocess.run(["git", *words.split()], cwd=run.root, env=run.environ, check=True)
    before = sorted((path.name, path.stat().st_mtime_ns) for path in (run.root / ".git").iterdir())
    run.file("src/app.py", "two\n")
    (run.root / "README").touch()
    done = passed(run.confined("sh", "-c", "git status --short && git diff --stat && git log --oneline | wc -l"))
    assert " M src/app.py\n?? README\n" in done.out and "1 insertion(+), 1 deletion(-)" in done.out
    assert done.err == ""
    assert sorted((path.name, path.stat().st_mtime_ns) for path in (run.root / ".git").iterdir()) == before
