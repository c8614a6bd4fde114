"""Which globs make a recursive reader look at hidden or secret files. Hot, data first.

ripgrep searches a hidden file when a positive glob or a type names it, so a glob is judged by its form: it is
narrow when its last segment is a plain name or ends in the extension of source text.
"""

from __future__ import annotations

from harness_runtime.boundary.folding import fold
from harness_runtime.boundary.secrets import secret_name

SOURCE_EXTENSIONS = (
    " adoc asm astro bash bat bib c cc cfg cjs clj cmake cpp cs css csv cts cxx dart diff ex exs fish fs go gql"
    " gradle graphql groovy h hbs hpp hrl hs htm html hxx in ini ipynb j2 java jl js json json5 jsonc jsx kt kts"
    " less lock log lua m md mdx mjs mk ml mli mm mts nix patch php pl plist pm po proto ps1 py pyi pyx r rb rs rst"
    " s sass scala scss sh snap sol sql svelte svg swift tcl tex tf thrift toml ts tsv tsx txt v vim vue xml yaml"
    " yml zig zsh "
)

# ripgrep types whose globs name neither hidden nor secret files; `sh` names .env.
SOURCE_TYPES = (
    " asciidoc asm c clojure cmake cpp cs csharp css csv cuda dart diff docker elixir erlang fish fsharp go gradle"
    " graphql groovy h haskell html java js json jsonl julia jupyter kotlin less lua make markdown md mk ml nix"
    " objc ocaml perl php proto protobuf puppet py python r rst ruby rust sass scala sql svelte svg swift tex"
    " thrift toml ts txt typescript vim vue xml yaml zig "
)

_WILD = "*?[]{}"


def is_source_extension(extension: str) -> bool:
    """Does a name that ends in this extension hold source text?"""
    return extension.isalnum() and f" {extension} " in SOURCE_EXTENSIONS


def is_source_type(name: str) -> bool:
    """Does this ripgrep type stand for source text only?"""
    return name.isalnum() and f" {name} " in SOURCE_TYPES


def is_exclusion(glob: str) -> bool:
    """`!x` only takes files away."""
    return glob.startswith("!") and not glob.startswith("!!")


def is_narrow(glob: str) -> bool:
    """Does this glob reach source text only?"""
    if is_exclusion(glob):
        return True
    segments = glob.split("/")
    if glob.startswith("!") or any(part.startswith(".") for part in segments[:-1]) or _crosses_braces(glob):
        return False
    last = segments[-1]
    if not last or reaches_secret(last):
        return False
    if not any(char in _WILD for char in last):
        return not last.startswith(".")
    stem, dot, extension = last.rpartition(".")
    if not dot or stem.startswith(".") or "{" in stem or "[" in stem:
        return False
    return all(is_source_extension(part) for part in _alternatives(extension))


def reaches_secret(glob: str) -> bool:
    """Does a component name a secret once its wildcards are taken away or stand for nothing?"""
    bare = "".join(char for char in fold(glob) if char not in _WILD)
    return secret_name(glob) or secret_name(bare)


def split_globs(text: str) -> list[str]:
    """A field that holds several globs, separated by blanks or by commas outside braces."""
    found: list[str] = []
    depth = 0
    word = ""
    for char in text:
        depth += (char == "{") - (char == "}")
        if char.isspace() or (char == "," and depth <= 0):
            found.append(word)
            word = ""
        else:
            word += char
    found.append(word)
    return [word for word in found if word]


def _alternatives(extension: str) -> list[str]:
    if extension.startswith("{") and extension.endswith("}"):
        return extension[1:-1].split(",")
    return [extension]


def _crosses_braces(glob: str) -> bool:
    """Braces that hold a slash would make the last segment something else than what follows the last slash."""
    depth = 0
    for char in glob:
        depth += (char == "{") - (char == "}")
        if char == "\\" or (char == "/" and depth):
            return True
    return depth != 0
