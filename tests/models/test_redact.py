"""Secrets leave no text, what is none stays, and redacting twice is redacting once."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness_runtime.models import answer, interface
from harness_runtime.models.redact import MARK, redact

# Put together here, so that nobody's scanner takes this file for a leak.
KEY = "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
BODY = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7"
PEM = f"-----BEGIN RSA PRIVATE KEY-----\n{BODY}\n{BODY}\n-----END RSA PRIVATE KEY-----"
JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N"

WHOLE = {
    "openai": f"sk-proj-{KEY}",
    "anthropic": f"sk-ant-api03-{KEY}",
    "openrouter": f"sk-or-v1-{KEY}",
    "stripe": f"sk_live_{KEY}",
    "github": f"ghp_{KEY}",
    "github app": f"ghs_{KEY}",
    "github fine": f"github_pat_{KEY}",
    "gitlab": f"glpat-{KEY}",
    "aws": "AKIA" + "IOSFODNN7EXAMPLE",
    "slack": f"xoxb-123456789012-{KEY}",
    "google": f"AIza{KEY}",
    "npm": f"npm_{KEY}",
    "jwt": JWT,
    "pem": PEM,
    "pem in json": PEM.replace("\n", "\\n"),
    "pem cut off": PEM[:110],
    "databricks": "dapi" + "0123456789abcdef" * 2,
    "telegram": f"123456789:{KEY[:35]}",
    "hugging face": f"hf_{KEY}",
    "docker": f"dckr_pat_{KEY}",
    "age": "AGE-SECRET-KEY-1" + "QYQSZQGPQYQSZQGPQYQSZQGP",
}


@pytest.mark.parametrize("secret", WHOLE.values(), ids=WHOLE)
@pytest.mark.parametrize("around", ["{}", "before {} after", '{{"k": "{}"}}', "x={}\n", "`{}`,", "({})"])
def test_a_known_form_goes_wherever_it_stands(secret: str, around: str) -> None:
    assert redact(around.format(secret)) == around.format(MARK)


# `¦` on both sides of what goes; the rest stays.
BESIDE = r"""
password = "¦hunter2¦"
password="¦correct horse battery¦"
{"password": "¦hunter2¦", "user": "me"}
{\"password\": \"¦hunter2¦\"}
{'db_password': '¦pa"ss¦'}
{"password": "¦pa\"ss¦"}
client_secret: '¦abcdefgh¦'
"token": "¦3f9c2b7a1d¦"
API_KEY=¦abcd1234¦
export STRIPE_SECRET_KEY=¦very secret indeed¦
  DB_PASSWORD=¦correcthorse¦
SECRET_KEY_BASE=¦0123456789abcdef¦
DB_PASSWORD="¦correct horse¦"
run with GITHUB_TOKEN=¦abc12345¦ make deploy
password: ¦correcthorse¦
db.password=¦correcthorse¦
https://example.org/?api_key=¦abc12345¦&page=2
Server=db;Uid=app;Password=¦hunter2¦;
the password: ¦hunter2¦ and so on
비밀번호: ¦hunter2¦
secret: ¦s3cr3tvalue¦
mysql --user app --password ¦correcthorse¦ --host db
tool --token=¦abcdefgh¦
curl -u me:¦hunter2¦ https://example.org
Authorization: Bearer ¦abcdefghijkl¦
"Authorization": "Basic ¦dXNlcjpwYXNz¦"
authorization: ¦abcdefgh12345¦
-H 'Authorization: token ¦abcdefgh1234¦'
X-Api-Key: ¦abcd1234¦
a Bearer ¦abcdefgh12345678¦ token
Cookie: ¦session=abcdef; theme=dark¦
< Set-Cookie: ¦sid=31d4d96e407aad42; Path=/¦
postgres://app:¦hunter2¦@db:5432/app
https://x-access-token:¦abcdefgh¦@example.org/a/b.git
redis://:¦hunter2¦@localhost:6379
https://¦0123456789abcdef0123456789abcdef¦@errors.example.org/1
https://files.example.org/a?sv=1&sig=¦abc123def456ghi%3D¦&se=2026
machine example.org login me password ¦hunter2¦
//registry.example.org/:_authToken=¦abc12345¦
//registry.example.org/:_auth="¦dXNlcjpwYXNz¦"
DefaultEndpointsProtocol=https;AccountName=a;AccountKey=¦abc123==¦;
비번: ¦hunter2¦
비밀번호는 ¦hunter2¦ 입니다
the password is ¦hunter2¦ for now
sshpass -p ¦hunter2¦ ssh host
docker login -u me -p ¦hunter¦ registry.example.org
mysql -u root -p¦hunter2¦ shop
mysqldump -p'¦hunter2¦' shop
""".strip().splitlines()


def told(row: str) -> tuple[str, str]:
    parts = row.split("¦")
    return "".join(parts), "".join(MARK if at % 2 else part for at, part in enumerate(parts))


@pytest.mark.parametrize("row", BESIDE)
def test_a_value_beside_its_name_goes(row: str) -> None:
    text, clean = told(row)
    assert redact(text) == clean
    assert redact(f"first\n{text}\nlast") == f"first\n{clean}\nlast"


STAYS = r"""
token = parser.next()
def login(user: str, password: str) -> None:
def f(password=None, token=None):
password = getpass.getpass()
password = os.environ["DB_PASSWORD"]
password: Optional[str] = None
login(password=password, token=token)
api_key = settings.api_key
api_key_env: "OPENAI_API_KEY"
const token = useToken();
token: string;
"token_type": "bearer",
"input_tokens": 1234, "max_tokens": 4096
MAX_TOKENS=100
PASSWORD=$OTHER
export TOKEN=$(cat token.txt)
GITHUB_TOKEN=${{ secrets.GITHUB_TOKEN }}
Authorization: Bearer $TOKEN
headers = {"Authorization": f"Bearer {token}"}
https://example.org:8443/path@v2
git clone ssh://git@example.org/a/b.git
postgres://app:$PASSWORD@db/app
PWD=/srv/project1
sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
commit 5f0c3f1e2d4b6a798c0d1e2f3a4b5c6d7e8f9a0b
index 83db48f..bf2c1d0 100644
"integrity": "sha512-9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08=="
123e4567-e89b-12d3-a456-426614174000
task-management-of-many-things and risk-based-approach-to-testing
https://someone@example.org/a/b.git
https://example.org/?key=name&sig=none
the login and the password of the form
the password is checked in step2
docker run -p 8080:80 login
mysql -u root -p shop
비밀번호는 8자 이상
12345678: a line number, 2026-11-30T19:23:51: a time
the secret of good tests: keep them small
if token.kind == "name": return token
for key in keys: print(key)
PRIMARY_KEY = "id"
class TokenError(ValueError): pass
@pytest.fixture
| `password` | string | required |
data:image/png;base64,iVBORw0KGgo=
a bearer token is needed
Cookie: string
""".strip().splitlines()


@pytest.mark.parametrize("row", STAYS)
def test_what_is_no_secret_stays(row: str) -> None:
    assert redact(row) == row


def test_the_code_of_this_room_stays() -> None:
    for module in (answer, interface):
        text = Path(module.__file__).read_text("utf-8")
        assert redact(text) == text


PIECES = st.sampled_from(
    ["password", "token", "=", ": ", '"', "'", "\\", "\n", " ", "@", "://", "sk-", KEY, MARK, "[REDACTED", "Bearer ",
     "API_KEY=", "--password ", "Cookie: a=", "hunter2", "-----BEGIN PRIVATE KEY-----", "eyJ", ".", "Authorization: "]
)  # fmt: skip


@given(st.lists(PIECES | st.text(max_size=12), max_size=30).map("".join))
def test_twice_is_once(text: str) -> None:
    once = redact(text)
    assert redact(once) == once


@given(st.text(max_size=40), st.sampled_from(sorted(WHOLE.values())), st.text(max_size=40))
def test_a_key_goes_whatever_stands_around_it(before: str, secret: str, after: str) -> None:
    assert secret not in redact(f"{before} {secret} {after}")
