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

# ripgrep types whose globs name neither hidden nor secret files (`sh` names .env): what the names that they take in
# may end in, folded.
SOURCE_TYPES = {
    "asciidoc": "adoc asc asciidoc",
    "asm": "s asm",
    "c": "c h in cats",
    "clojure": "clj cljc cljs cljx",
    "cmake": "cmake txt",
    "cpp": "c h hpp cpp hxx cxx cc hh inl in",
    "cs": "cs",
    "csharp": "cs",
    "css": "css scss",
    "csv": "csv",
    "cuda": "cu cuh",
    "dart": "dart",
    "diff": "diff patch",
    "docker": "dockerfile",
    "elixir": "eex ex exs heex leex livemd",
    "erlang": "erl hrl",
    "fish": "fish",
    "fsharp": "fs fsi fsx",
    "go": "go",
    "gradle": "gradle kts properties bat jar",
    "graphql": "graphql graphqls",
    "groovy": "gradle groovy",
    "h": "h hh hpp",
    "haskell": "c2hs cpphs hs hsc lhs",
    "html": "ejs htm html",
    "java": "java jsp jspx properties",
    "js": "cjs js jsx mjs vue",
    "json": "json sarif lock",
    "jsonl": "jsonl",
    "julia": "jl",
    "jupyter": "ipynb jpynb",
    "kotlin": "kt kts",
    "less": "less",
    "lua": "lua",
    "make": "mak mk am in makefile",
    "markdown": "markdown md mdown mdwn mdx mkd mkdn",
    "md": "markdown md mdown mdwn mdx mkd mkdn",
    "mk": "mkfile",
    "ml": "ml",
    "nix": "nix",
    "objc": "h m",
    "ocaml": "ml mli mll mly",
    "perl": "perl pl plh plx pm t",
    "php": "php php3 php4 php5 php7 php8 pht phtml",
    "proto": "proto",
    "protobuf": "proto",
    "puppet": "epp erb pp rb",
    "py": "py pyi",
    "python": "py pyi",
    "r": "r rmd rnw",
    "rst": "rst",
    "ruby": "gemspec rb rbw irbrc ru",
    "rust": "rs",
    "sass": "sass scss",
    "scala": "sbt scala",
    "sql": "psql sql",
    "svelte": "svelte",
    "svg": "svg",
    "swift": "swift",
    "tex": "bib cls dtx ins ltx sty tex",
    "thrift": "thrift",
    "toml": "toml lock",
    "ts": "cts mts ts tsx",
    "txt": "txt",
    "typescript": "cts mts ts tsx",
    "vim": "vim vimrc gvimrc",
    "vue": "vue",
    "xml": "dtd rng sch xhtml xjb xml dist xsd xsl xslt",
    "yaml": "yaml yml",
    "zig": "zig",
}

_WILD = "*?[]{}"


def is_source_extension(extension: str) -> bool:
    """Does a name that ends in this extension hold source text?"""
    return extension.isalnum() and f" {extension} " in SOURCE_EXTENSIONS


def is_source_type(name: str) -> bool:
    """Does this ripgrep type stand for source text only?"""
    return name in SOURCE_TYPES


def is_exclusion(glob: str) -> bool:
    """`!x` only takes files away."""
    return glob.startswith("!") and not glob.startswith("!!")


def is_narrow(glob: str) -> bool:
    """Does this glob reach source text only? ripgrep reads it as a line of an ignore file: behind `#` it says
    nothing, so that nothing is chosen, and blanks at its end do not count."""
    if glob.startswith("#") or glob != glob.rstrip():
        return False
    if is_exclusion(glob):
        return glob != "!"
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
    return all(is_source_extension(part) for part in alternatives(extension))


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


def alternatives(extension: str) -> list[str]:
    """`{ts,tsx}` stands for two."""
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
