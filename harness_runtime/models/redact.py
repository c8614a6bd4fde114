"""Takes secrets out of a text before it leaves: known forms of keys, and values beside a name that says "secret".

Not promised: to find a secret of no known form that no name announces. A hash or a git id is none, and a value
that only refers to a secret (`$TOKEN`, `get_token()`) stays.
"""

from __future__ import annotations

import re

MARK = "[REDACTED]"
ROUNDS = 8

# Each is a secret as a whole.
_FORMS = (
    r"-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----"
    r"(?:(?:(?!-----BEGIN )[\s\S]){0,20000}?-----END (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----"
    r"|(?:(?:\s|\\[nr])*[A-Za-z0-9+/=]{8,})*)",
    r"\bsk-(?=[A-Za-z_-]{0,200}[0-9])[A-Za-z0-9_-]{16,}",
    r"\b[prs]k_(?:live|test)_[A-Za-z0-9]{10,}",
    r"\bwhsec_[A-Za-z0-9+/]{16,}",
    r"\bgh[opsur]_[A-Za-z0-9]{20,}",
    r"\bgithub_pat_[A-Za-z0-9_]{20,}",
    r"\bgl(?:pat|ptt|dt|rt|ft|soat|cbt|agent)-[A-Za-z0-9_.-]{16,}",
    r"\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b",
    r"\bxox[abceoprs]-[A-Za-z0-9-]{10,}",
    r"\bxapp-[0-9]-[A-Za-z0-9-]{10,}",
    r"https://hooks\.slack\.com/(?:services|workflows)/[A-Za-z0-9/_-]{10,}",
    r"\bAIza[A-Za-z0-9_-]{30,}",
    r"\bya29\.[A-Za-z0-9_-]{20,}",
    r"\bGOCSPX-[A-Za-z0-9_-]{16,}",
    r"\bnpm_[A-Za-z0-9]{30,}",
    r"\bpypi-AgE[A-Za-z0-9_-]{16,}",
    r"\bhf_[A-Za-z0-9]{30,}",
    r"\b(?:gsk|r8|tskey-auth|tskey-api|sbp|shp(?:at|ss|ca|pa)|lin_api|figd|dckr_pat|ntn|glsa|rubygems)"
    r"[_-][A-Za-z0-9_-]{20,}",
    r"\b(?:dapi|key-)[0-9a-f]{32}\b",
    r"\b[0-9]{8,10}:[A-Za-z0-9_-]{35}\b",
    r"\b[MNO][A-Za-z0-9_-]{23,25}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,}",
    r"\bxai-[A-Za-z0-9]{40,}",
    r"\bdo[opr]_v1_[0-9a-f]{32,}",
    r"\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}",
    r"\bSK[0-9a-f]{32}\b",
    r"\bAGE-SECRET-KEY-1[A-Z0-9]{20,}",
    r"\beyJ[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]{8,}){1,4}",
)

# Names whose value is a secret whatever it looks like. The Korean words are password, passphrase and the like.
_STRONG = (
    r"(?i:passw(?:or)?d|passphrase|(?<=[_-])(?:pwd|pass|psk)|(?<=[:\s])_auth|(?<!not[_-])secret|credentials?|apikey|connection[_-]?string|"
    r"(?:secret|private|access|api|account|encryption|signing|master|storage)[_.-]?key|"
    r"(?:access|auth|bearer|refresh|api|bot|session|id|oauth|github|gitlab|npm|slack|deploy|ci)[_-]?token|"
    r"\ube44\ubc00\ubc88\ud638|\ube44\ubc88|\ud328\uc2a4\uc6cc\ub4dc|\uc554\ud638)"
)
_ENV_NAME = (
    r"[A-Z0-9_]{0,80}(?:PASSWORD|PASSWD|PASSPHRASE|_PASS|_PWD|SECRET|KEY|TOKEN|CREDENTIALS?)(?:_BASE|_[0-9]{1,3})?"
)

# What is no value: a reference, a call, a placeholder, a type or an absence.
_VALUE = (
    r"(?!\[REDACTED\]|[$<%]|\{\{|\{[\w.]*\}|\*{3,}|\.{3}|[xX]{4,}(?!\w)|[A-Za-z_][\w.]*[(\[]|"
    r"(?i:str|strings?|text|bytes|none|null|nil|true|false|undefined|optional|required|any|object|number|int|"
    r"integer|bool|boolean|unknown|never|passw(?:or)?d|secret|token|env|self|this|changeme|todo)(?![\w!@#%^&*+/-]))"
)
_PLAIN = r"""[^\s"'`\\,;()\[\]{}<>|&]"""
_END = r"""(?=[\s"'`\\,;)\]}|&]|$)"""
_DIGIT = rf"(?={_PLAIN}{{0,200}}?[0-9])(?={_PLAIN}{{0,200}}?[A-Za-z])"
_IS = r"""(?:\\{0,4}["'])?\s{0,8}(?:=>|:=|[=:])\s{0,8}"""
_QUOTE = r"""(?P<quote>\\{0,4}["'])"""
_QUOTED = r"(?P<secret>{value}(?:(?!(?P=quote))(?:\\[^\n]|[^\n\\])){{{least},4096}}?)(?P=quote)"

# Where the group `secret` is one.
_BESIDE = (
    # {"password": "…"}, also in JSON that stands in a string
    _STRONG + _IS + _QUOTE + _QUOTED.format(value=_VALUE, least=4),
    r"(?i:token)" + _IS + _QUOTE + _QUOTED.format(value=_VALUE + _DIGIT, least=8),
    # FOO_TOKEN=…, a line of an .env file
    rf"(?m:^[ \t]{{0,40}}(?:export[ \t]+)?{_ENV_NAME}=(?P<secret>{_VALUE}(?![\"'])\S[^\n]{{3,4096}})$)",
    rf"(?m:^[ \t]{{0,40}}(?:export[ \t]+)?{_ENV_NAME}=)" + _QUOTE + _QUOTED.format(value=_VALUE, least=4),
    rf"(?<![\w$]){_ENV_NAME}=(?P<secret>{_VALUE}{_DIGIT}{_PLAIN}{{4,4096}}){_END}",
    # password: correcthorse, a line of its own
    rf"(?mi:^[ \t]{{0,40}}[\w.-]{{0,80}}passw(?:or)?d(?::[ \t]{{1,8}}|=)(?P<secret>{_VALUE}[a-z-]{{6,200}})[ \t]*$)",
    # password=hunter2, token=3f9c…
    rf"{_STRONG}{_IS}(?P<secret>{_VALUE}{_DIGIT}{_PLAIN}{{4,4096}}){_END}",
    rf"(?i:token){_IS}(?P<secret>{_VALUE}{_DIGIT}{_PLAIN}{{12,4096}}){_END}",
    # --password hunter2
    r"--(?:[\w-]{0,40}-)?(?i:password|passphrase|secret|token|api-?key)[ =]"
    rf"(?P<secret>{_VALUE}(?!-){_PLAIN}{{4,4096}})",
    r"\bcurl\b[^\n]{0,400}?\s(?:-u|--user)[ =]?[\"']?[^\s:\"'$]{1,200}:"
    r"(?P<secret>(?!\[REDACTED\]|\$)[^\s\"']{1,400})",
    # options of programs that take a password by a letter: docker login -p hunter2, mysql -phunter2
    r"\b(?:sshpass|(?:docker|podman|helm|buildah|skopeo|oc|az)[ \t][^\n|;&]{0,200}?login)\b"
    r"[^\n|;&]{0,200}?[ \t]-p[ \t=]?[\"']?(?P<secret>(?!\[REDACTED\]|[$<-])[^\s\"']{1,400})",
    r"\b(?:mysql|mariadb)\w{0,20}[ \t](?:[^\n|;&]{0,200}?[ \t])?-p[\"']?"
    r"(?P<secret>(?!\[REDACTED\]|[$<])[^\s\"']{1,400})",
    # said in a sentence: the password is hunter2
    r"(?i:passw(?:or)?d|passphrase)[ \t]{1,4}(?:is|was)[ \t]{1,4}[\"'`]?"
    rf"(?P<secret>{_VALUE}{_DIGIT}{_PLAIN}{{4,400}})",
    "(?:\ube44\ubc00\ubc88\ud638|\ube44\ubc88|\ud328\uc2a4\uc6cc\ub4dc|\uc554\ud638)(?:\ub294|\uc740|\uac00|\uc774|\ub97c|\uc744)?"
    rf"[ \t]{{1,4}}[\"'`]?(?P<secret>{_VALUE}{_DIGIT}[!-~]{{4,400}})",
    # headers
    rf"(?i:authorization){_IS}[\"']?(?:(?i:bearer|basic|token|apikey|negotiate)[ \t]{{1,4}})?"
    rf"(?P<secret>{_VALUE}(?!(?i:bearer|basic|token|digest|apikey|negotiate)\b){_PLAIN}{{8,4096}})",
    rf"\b(?i:bearer)[ \t]{{1,4}}(?P<secret>{_VALUE}{_DIGIT}{_PLAIN}{{16,4096}})",
    r"(?mi:^[ \t<>*|]{0,8}(?:set-)?cookie:[ \t]{0,4}(?P<secret>(?!\[REDACTED\])[^\n]{0,200}?=[^\n]{4,4096})$)",
    r"(?i:\blogin)\s{1,8}\S{1,200}\s{1,8}(?i:password)\s{1,8}(?P<secret>(?!\[REDACTED\])\S{1,400})",
    # what an address carries: https://user:password@host, https://key@host, ?sig=…
    rf"[?&](?i:key|sig|signature|x-(?:amz|goog)-(?:signature|credential|security-token))="
    rf"(?P<secret>{_VALUE}{_DIGIT}{_PLAIN}{{12,4096}})",
    r"(?i:https?)://(?P<secret>(?=[A-Za-z_-]{0,200}[0-9])[A-Za-z0-9_-]{20,400})@",
    r"(?i:[a-z][a-z0-9+.-]{1,20})://[^\s/:@\"'<>]{0,200}:(?P<secret>(?!\[REDACTED\]@|[$<{])[^\s/@\"'<>]{1,400})@",
)

_WHOLE = re.compile("|".join(_FORMS))
_PLACED = tuple(re.compile(row) for row in _BESIDE)


def redact(text: str) -> str:
    """The text with MARK in place of every secret. Twice is the same as once."""
    for _ in range(ROUNDS):
        cleaner = _redacted(text)
        if cleaner == text:
            break
        text = cleaner
    return text


def _redacted(text: str) -> str:
    text = _WHOLE.sub(MARK, text)
    for row in _PLACED:
        text = row.sub(_without_secret, text)
    return text


def _without_secret(found: re.Match[str]) -> str:
    start, end = (place - found.start() for place in found.span("secret"))
    return f"{found[0][:start]}{MARK}{found[0][end:]}"
