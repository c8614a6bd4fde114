"""How to mend what install, upgrade, uninstall and doctor found. Data."""

from __future__ import annotations

MENDS: dict[str, tuple[str, str]] = {
    "mend_install": ("`harness-state install {name}`", "`harness-state install {name}`"),
    "mend_install_any": (
        "`harness-state install codex` 또는 `harness-state install claude`",
        "`harness-state install codex` or `harness-state install claude`",
    ),
    "mend_upgrade": ("`harness-state upgrade {name}`", "`harness-state upgrade {name}`"),
    "mend_host": (
        "{title}를 설치하거나 {variable}에 프로그램 경로를 지정하세요.",
        "install {title}, or name the program in {variable}.",
    ),
    "mend_host_old": (
        "{title}를 {measured} 이상으로 올리세요.",
        "bring {title} to {measured} or later.",
    ),
    "mend_host_failed": (
        "위 오류를 {title}에서 먼저 해결하세요. 그때까지는 hook이 동작하는지 알 수 없습니다.",
        "mend this error in {title} first: until then nobody knows whether the hooks run.",
    ),
    "mend_trust": (
        '`harness-state install {name}`을 다시 실행해 y로 답하거나, {title}를 열어 "Hooks need review"에서 직접 신뢰하세요.',
        'run `harness-state install {name}` again and answer y, or open {title} and trust them under "Hooks need review".',
    ),
    "mend_hooks_missing": (
        "{title}에서 hook을 끄는 설정이 있는지 보고, 다시 설치하세요.",
        "see whether a setting of {title} switches hooks off, and install again.",
    ),
    "mend_disabled": (
        "{title}의 설정에서 다시 켜세요 (Codex: hooks.state의 enabled = false, Claude Code: 이 폴더의 enabledPlugins).",
        "switch them on again in the settings of {title} (Codex: enabled = false in hooks.state, Claude Code: enabledPlugins of this folder).",
    ),
    "mend_foreign": (
        "`{name} plugin remove harness@harness`와 `{name} plugin marketplace remove harness`로 직접 제거하세요.",
        "remove it yourself: `{name} plugin remove harness@harness` and `{name} plugin marketplace remove harness`.",
    ),
    "mend_enable": (
        "`harness-state install {name}`이 다시 켭니다. Claude Code에서는 이 폴더의 .claude 설정(enabledPlugins)도 보세요.",
        "`harness-state install {name}` switches it on again; in Claude Code see enabledPlugins in this folder's .claude too.",
    ),
    "mend_switches": (
        "그 설정을 지우고 {title} 세션을 다시 시작하세요.",
        "remove that setting and start the sessions of {title} again.",
    ),
    "mend_neighbours": (
        "그 hook이 updatedInput을 돌려주지 않는지 확인하거나, $harness를 쓰는 동안 끄세요.",
        "make sure that they never return updatedInput, or switch them off while you use $harness.",
    ),
    "mend_open_sessions": (
        "열려 있는 {title} 세션을 모두 다시 시작하세요. 그 뒤 `harness-state doctor`로 확인합니다.",
        "start every open session of {title} again, then see `harness-state doctor`.",
    ),
    "mend_market_moves": (
        "태그에 고정하세요: `{name} plugin marketplace remove harness`, `{name} plugin marketplace add {place} --ref TAG`, "
        "`{name} plugin marketplace upgrade harness`, `{name} plugin add harness@harness`. 그 뒤 hook을 다시 신뢰합니다.",
        "pin a tag: `{name} plugin marketplace remove harness`, `{name} plugin marketplace add {place} --ref TAG`, "
        "`{name} plugin marketplace upgrade harness`, `{name} plugin add harness@harness`; then trust the hooks again.",
    ),
    "mend_python": ("Python 3.11 이상으로 다시 설치하세요.", "install the package with Python 3.11 or later."),
    "mend_dependencies": (
        "clone한 폴더에서 `pipx install --force .`으로 패키지를 다시 설치하세요.",
        "install the package again, for example `pipx install --force .` in its clone.",
    ),
    "mend_interpreter": (
        "`harness-state install`을 다시 실행하거나, $harness가 막힐 때 알려 주는 명령을 실행하세요.",
        "run `harness-state install` again, or the command that a refused $harness names.",
    ),
    "mend_rehearsal": (
        "`harness-state upgrade {name}`, 그래도 같으면 버그로 알려 주세요.",
        "`harness-state upgrade {name}`; if it stays so, report it as a bug.",
    ),
    "mend_confinement": (
        "Linux: bubblewrap을 설치하거나(`apt install bubblewrap`, `dnf install bubblewrap`) Landlock이 있는 커널을 쓰세요. macOS에는 sandbox-exec이 있습니다.",
        "Linux: install bubblewrap (`apt install bubblewrap`, `dnf install bubblewrap`) or use a kernel with Landlock; macOS brings sandbox-exec.",
    ),
    "mend_bash_env": (
        "BASH_ENV 없이 {title}를 시작하거나, 그 파일이 아무것도 출력하지 않게 하세요.",
        "start {title} without BASH_ENV, or see to it that the file prints nothing.",
    ),
    "mend_data_absent": ("`harness-state install`이 만듭니다.", "`harness-state install` makes it."),
    "mend_data_unwritable": ("폴더의 소유자와 권한을 고치세요.", "mend the folder's owner and mode."),
    "mend_data_open": ("`chmod 700 {path}`", "`chmod 700 {path}`"),
    "mend_reports": (
        "읽고 버그로 알린 뒤 지우세요.",
        "read them, report the bug, then delete them.",
    ),
    "mend_unreadable": (
        "그 세션에서 $harness:off 를 입력하거나 `harness-state off SESSION`: {broken}",
        "type $harness:off in that session, or `harness-state off SESSION`: {broken}",
    ),
    "mend_idle": (
        "다시 쓰지 않을 세션은 `harness-state off SESSION` 또는 `harness-state off --older-than {days}d`로 놓아주세요: {idle}",
        "release what you will not go back to, `harness-state off SESSION` or `harness-state off --older-than {days}d`: {idle}",
    ),
    "mend_models": (
        'config.json의 `model`을 고치세요. `judge`, `critic`, `learn`, `synthesis`와 `panel`의 항목은 `"host"`, `"provider/model"`, `{{"command": ["program"]}}` 중 하나입니다. 모델을 쓰지 않으면 그대로 두어도 됩니다.',
        'correct `model` in config.json: `judge`, `critic`, `learn`, `synthesis` and each entry of `panel` is `"host"`, `"provider/model"` or `{{"command": ["program"]}}`. Where no model is asked it can stay as it is.',
    ),
    "mend_settings": (
        "그 파일을 고치세요. 그때까지 run이 시작되지 않고 chain은 멈춰 있으며 모델에 묻지 않습니다.",
        "mend that file; until then no run starts, chains stand still and no model is asked.",
    ),
}
