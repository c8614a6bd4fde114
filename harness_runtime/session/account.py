"""The name of the operating system's account, for the record of who approved. Evidence, not authentication."""

from __future__ import annotations

import os
import pwd


def account_name() -> str:
    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        return f"uid {os.getuid()}"
