"""The environment of a confined command: an allow-list without keys, the Plan's own variables, a private temp folder.

Keys and tokens have names of every kind, so nothing passes that is not listed. The home folder is read-only inside,
so tools that must write a cache or a log there are pointed into the temporary folder.
"""

from __future__ import annotations

_KEPT = """
    PATH HOME USER LOGNAME SHELL HOSTNAME LANG LANGUAGE TZ TERM COLORTERM COLUMNS LINES
    NO_COLOR FORCE_COLOR CLICOLOR CLICOLOR_FORCE PY_COLORS MYPY_FORCE_COLOR CARGO_TERM_COLOR
    CI CONTINUOUS_INTEGRATION GITHUB_ACTIONS GITLAB_CI SOURCE_DATE_EPOCH
    VIRTUAL_ENV CONDA_PREFIX CONDA_DEFAULT_ENV PYENV_ROOT PYENV_VERSION UV_PYTHON UV_PROJECT_ENVIRONMENT
    PYTHONPATH PYTHONHOME PYTHONHASHSEED PYTHONUNBUFFERED PYTHONUTF8 PYTHONIOENCODING PYTHONWARNINGS
    PYTHONDONTWRITEBYTECODE PYTHONPYCACHEPREFIX PYTHONNOUSERSITE PYTHONUSERBASE PYTHONFAULTHANDLER
    NODE_ENV NODE_PATH NODE_OPTIONS NVM_DIR NVM_BIN FNM_DIR FNM_MULTISHELL_PATH VOLTA_HOME PNPM_HOME COREPACK_HOME
    BUN_INSTALL DENO_DIR DENO_INSTALL_ROOT
    GOROOT GOPATH GOMODCACHE GOFLAGS GOTOOLCHAIN GOOS GOARCH CGO_ENABLED GOWORK GO111MODULE
    CARGO_HOME RUSTUP_HOME RUSTUP_TOOLCHAIN CARGO_TARGET_DIR RUSTFLAGS RUST_BACKTRACE RUST_LOG RUST_TEST_THREADS
    JAVA_HOME JDK_HOME M2_HOME MAVEN_HOME MAVEN_OPTS GRADLE_HOME GRADLE_USER_HOME SDKMAN_DIR KOTLIN_HOME SCALA_HOME
    ANDROID_HOME ANDROID_SDK_ROOT ANDROID_NDK_HOME DOTNET_ROOT DOTNET_CLI_TELEMETRY_OPTOUT NUGET_PACKAGES
    GEM_HOME GEM_PATH BUNDLE_PATH BUNDLE_GEMFILE RBENV_ROOT RBENV_VERSION RUBYLIB RUBYOPT RAILS_ENV RACK_ENV
    PERL5LIB PERL_LOCAL_LIB_ROOT LUA_PATH LUA_CPATH COMPOSER_HOME PHP_INI_SCAN_DIR GHCUP_INSTALL_BASE_PREFIX
    STACK_ROOT OPAMROOT OPAM_SWITCH_PREFIX MIX_ENV MIX_HOME HEX_HOME ERL_AFLAGS JULIA_DEPOT_PATH R_LIBS R_LIBS_USER
    ASDF_DIR ASDF_DATA_DIR MISE_DATA_DIR MISE_CONFIG_DIR HOMEBREW_PREFIX NIX_PATH NIX_PROFILES NIX_SSL_CERT_FILE
    CC CXX CPP AR LD CFLAGS CXXFLAGS CPPFLAGS LDFLAGS CPATH C_INCLUDE_PATH CPLUS_INCLUDE_PATH LIBRARY_PATH
    LD_LIBRARY_PATH DYLD_LIBRARY_PATH DYLD_FALLBACK_LIBRARY_PATH PKG_CONFIG_PATH CMAKE_PREFIX_PATH CMAKE_GENERATOR
    SDKROOT DEVELOPER_DIR MACOSX_DEPLOYMENT_TARGET CUDA_HOME CUDA_PATH OMP_NUM_THREADS
    SSL_CERT_FILE SSL_CERT_DIR REQUESTS_CA_BUNDLE CURL_CA_BUNDLE NODE_EXTRA_CA_CERTS
    XDG_CONFIG_HOME XDG_DATA_HOME XDG_DATA_DIRS XDG_CONFIG_DIRS
"""
KEPT = frozenset(_KEPT.split())
KEPT_BEGINNINGS = ("LC_",)

# Only with the whole network, and only without a password in them.
PROXIES = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "all_proxy", "no_proxy")

# Below the temporary folder; "" is the folder itself.
REDIRECTED = {
    "TMPDIR": "",
    "TMP": "",
    "TEMP": "",
    "XDG_CACHE_HOME": "/cache",
    "XDG_STATE_HOME": "/state",
    "npm_config_cache": "/cache/npm",
    "GOCACHE": "/cache/go-build",
    "DOTNET_CLI_HOME": "/dotnet",
}

# Beside the sources unless they say otherwise, and of no use without the names that come and go next to them.
REDIRECTED_WHERE_READ_ONLY = {"COVERAGE_FILE": "/coverage"}

FIXED = {
    "GIT_OPTIONAL_LOCKS": "0",  # `git status` would like to write its index
    "GIT_TERMINAL_PROMPT": "0",
    "npm_config_update_notifier": "false",
}

DEFAULT_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


def confined_environment(
    environ: dict[str, str],
    planned: dict[str, str],
    *,
    temporary: str,
    cwd: str,
    network: str,
    cwd_is_writable: bool,
) -> dict[str, str]:
    """What the command sees of `environ`. `planned` are the Plan's variables, which win over all others."""
    kept = {name: text for name, text in environ.items() if name in KEPT or name.startswith(KEPT_BEGINNINGS)}
    if network == "full":
        kept |= {name: environ[name] for name in PROXIES if name in environ and "@" not in environ[name]}
    redirected = REDIRECTED if cwd_is_writable else REDIRECTED | REDIRECTED_WHERE_READ_ONLY
    below = {name: f"{temporary}{end}" for name, end in redirected.items()}
    return {"PATH": DEFAULT_PATH, **kept, **FIXED, **below, "PWD": cwd, **planned}
