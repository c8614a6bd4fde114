"""The shape of `.o4/harness.toml`, key by key. Source: guides and sensors contract, Reference.

Only types and required keys; what holds between entries is in `rules`. Unknown keys are ignored, as their readers
may be newer; the audit names them.
"""

from __future__ import annotations

import math
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic_core import PydanticCustomError

DEFAULT_TIMEOUT = 300
MAX_TIMEOUT = 10**9  # seconds; more than any clock of the system can be asked to wait


def _finite(number: int | float) -> int | float:
    if not math.isfinite(number):
        raise PydanticCustomError("finite_number", "not a finite number")
    return number


Number = Annotated[int | float, AfterValidator(_finite)]


class Table(BaseModel):
    model_config = ConfigDict(extra="ignore", strict=True, frozen=True, defer_build=True)


class Defaults(Table):
    workflow: str | None = Field(default=None, description="used when no workflow has the task type")
    max_sensor_retries: int = Field(default=0, ge=0, description="further attempts of a sensor that did not pass")


class Guide(Table):
    name: str = Field(description="the guide's heading, and its name in workflows")
    path: str | None = Field(default=None, description="file with the text, relative to the project; wins over text")
    text: str | None = Field(default=None, description="the text itself")
    priority: Number = Field(default=0, description="higher comes first, then by name")
    required: bool = Field(default=False, description="without its text the whole file is skipped")
    kind: str | None = Field(default=None, description="a label of your own")
    applies_to: list[str] = Field(default=[], description="task types; empty: all")


class Sensor(Table):
    name: str = Field(description="unique, not empty")
    command: str = Field(description="run by bash in the project directory; passes with exit code 0")
    timeout_secs: int = Field(default=DEFAULT_TIMEOUT, ge=1, le=MAX_TIMEOUT, description="seconds")
    blocking: bool = Field(default=False, description="a Completion is stopped once when it does not pass")
    timing: str = Field(default="fast", description="a label; completion policies look at `fast`")
    kind: str = Field(default="computational", description="a label")
    fix_hint: str = Field(default="", description="advice for a failure")
    paths: list[str] = Field(default=[], description="globs; run only when a changed file matches; empty: always")
    exclude_paths: list[str] = Field(default=[], description="globs of changed files that do not count")
    auto: bool = Field(default=False, description="also run when the agent stops inside a run")
    task_types: list[str] = Field(default=[], description="task types; empty: all")


class Workflow(Table):
    name: str = Field(description="used by `defaults.workflow`")
    task_types: list[str] = Field(default=[], description="the first workflow that names the task type is used")
    guides: list[str] = Field(default=[], description="names; empty: none")
    sensors: list[str] = Field(default=[], description="names, all known; empty: none")
    completion_policy: str | None = Field(default=None, description="a name; one that no policy has is ignored")


class CompletionPolicy(Table):
    name: str = Field(description="used by workflows")
    require_fast_sensors: bool = Field(default=False, description="every blocking sensor of timing `fast` passed")
    require_reproduction_or_note: bool = Field(
        default=False, description="a recorded command failed, or the report speaks of the reproduction"
    )
    require_changed_scope_summary: bool = Field(default=False, description="the report names each changed file")
    require_failing_test_first_or_waiver: bool = Field(
        default=False, description="a recorded command failed and passed later, or the report waives it"
    )
    require_all_workers_validated: bool = Field(default=False, description="each delegated result was validated")
    require_campaign_validation: bool = Field(default=False, description="the chain's acceptance gates were passed")
    required_validation_steps: list[str] = Field(default=[], description="names of sensors, commands, or words")


class EscalationRule(Table):
    name: str = Field(description="a name of your own")
    condition: str = Field(description="one of the five that the contract lists; another never holds")
    action: str = Field(default="ask_user", description="the Completion is stopped, and the person is asked")
    message: str = Field(default="", description="what is put to the person; empty: the condition's own words")


class HarnessFile(Table):
    """`.o4/harness.toml`. Every table is optional."""

    defaults: Defaults = Defaults()
    guides: list[Guide] = Field(default=[], description="texts that the model gets")
    sensors: list[Sensor] = Field(default=[], description="checks: commands that pass or fail")
    workflows: list[Workflow] = Field(default=[], description="which of them belong to which task type")
    completion_policies: list[CompletionPolicy] = Field(default=[], description="what a Completion needs")
    escalation_rules: list[EscalationRule] = Field(default=[], description="when the person is asked first")
