"""Which tests hold which rule: the ids that SKILL.md, the contracts and the references carry, and test functions.

A rule without an id is kept by the agent, not by the hooks. `test_rule_ids` holds this table to the texts and to
the tests that pytest collects.
"""

from __future__ import annotations

ARTIFACTS = "tests/artifacts"
BOUNDARY = "tests/boundary"
EVENTS = "tests/events"
HOOKS = "tests/hooks"
RUN = "tests/test_gated_run.py"
REPAIR = "tests/test_repair_run.py"
PROJECT = "tests/test_project_policy.py"
OUTSIDE = "tests/test_outside_changes.py"
CONFINED = "tests/test_confined_run.py"
WORKFLOW = "tests/workflow"
LOOP = "tests/loop"
CHAINS = "tests/chains"
HERE = "tests/skill/test_enforced.py"
FILES = "tests/skill/test_phase_files.py"

RULES: dict[str, tuple[str, ...]] = {
    "H-ALIVE-1": (f"{REPAIR}::test_no_y_counts_while_the_tool_hook_has_never_run",),
    "H-ACT-1": (
        f"{RUN}::test_activation_arms_the_session_and_tells_the_model_how_to_go_on",
        "tests/test_skill.py::test_activation_context_begins_as_the_skill_says",
    ),
    "H-ACT-2": (
        f"{WORKFLOW}/test_activation.py::test_activates",
        f"{WORKFLOW}/test_activation.py::test_claude_code_s_spelling_activates_there",
    ),
    "H-ACT-3": (
        f"{WORKFLOW}/test_activation.py::test_does_not_activate",
        f"{EVENTS}/test_who_answers.py::test_a_child_commands_nothing",
    ),
    "H-ACT-4": (
        f"{RUN}::test_a_new_command_supersedes_the_run_and_inherits_nothing",
        f"{WORKFLOW}/test_phase_table.py::test_activation_starts_a_new_revision_and_inherits_nothing",
    ),
    "H-ART-1": (
        f"{ARTIFACTS}/test_canonical.py::test_canonical_bytes",
        f"{ARTIFACTS}/test_kinds.py::test_the_first_line_with_text_names_the_kind",
        f"{ARTIFACTS}/test_kinds.py::test_other_text_is_no_artifact",
    ),
    "H-ART-2": (
        f"{ARTIFACTS}/test_document.py::test_size_bound",
        f"{ARTIFACTS}/test_document.py::test_a_second_title_is_refused",
        f"{ARTIFACTS}/test_document.py::test_html_is_refused",
        f"{ARTIFACTS}/test_document.py::test_a_link_reference_definition_is_refused",
        f"{ARTIFACTS}/test_document.py::test_a_hidden_character_is_refused_wherever_it_stands",
    ),
    "H-ART-3": (
        f"{ARTIFACTS}/test_document.py::test_a_missing_section_is_named",
        f"{ARTIFACTS}/test_document.py::test_a_repeated_section_is_named",
        f"{ARTIFACTS}/test_document.py::test_an_empty_section_is_named",
        f"{ARTIFACTS}/test_document.py::test_sections_out_of_order_are_named",
        f"{ARTIFACTS}/test_document.py::test_artifact_metadata_may_come_first",
        f"{ARTIFACTS}/test_document.py::test_the_gate_is_the_last_section",
        f"{ARTIFACTS}/test_document.py::test_a_head_inside_code_a_quote_or_a_list_repeats_nothing",
    ),
    "H-ART-4": (
        f"{ARTIFACTS}/test_plan.py::test_tiny_names_at_most_three_literal_paths",
        f"{ARTIFACTS}/test_plan.py::test_tiny_has_no_network",
        f"{ARTIFACTS}/test_report.py::test_the_short_form_is_for_tiny_work_only",
    ),
    "H-ART-5": (f"{ARTIFACTS}/test_plan.py::test_gate_section",),
    "H-ART-6": (
        f"{ARTIFACTS}/test_report.py::test_findings_table",
        f"{ARTIFACTS}/test_report.py::test_another_verdict_is_a_fault",
    ),
    "H-AUTH-1": (
        f"{BOUNDARY}/test_decide.py::test_a_policy_that_differs_from_the_state_gives_no_authority",
        f"{BOUNDARY}/test_decide.py::test_mutations_need_a_cwd_in_the_workspace",
        f"{HOOKS}/test_bad_input.py::test_a_policy_that_is_not_the_sealed_one_grants_nothing",
    ),
    "H-AUTH-2": (
        f"{BOUNDARY}/test_decide.py::test_values_in_the_input_give_no_authority",
        f"{WORKFLOW}/test_every_sequence.py::test_authority_needs_an_activation_a_shown_artifact_and_a_y",
    ),
    "H-AUTH-3": (
        f"{RUN}::test_the_exact_y_grants_writes_inside_the_boundary_and_nowhere_else",
        f"{BOUNDARY}/test_decide.py::test_a_secret_target_is_named_before_the_missing_authority",
    ),
    "H-BND-1": (
        f"{BOUNDARY}/test_decide.py::test_reads_delegation_and_bookkeeping_pass_in_every_phase",
        f"{BOUNDARY}/test_shell_check.py::test_the_right_form_is_a_read",
    ),
    "H-BND-2": (
        f"{BOUNDARY}/test_decide.py::test_every_target_of_a_patch_must_be_inside",
        f"{BOUNDARY}/test_tools.py::test_writers_are_judged_by_their_path",
        f"{BOUNDARY}/test_decide.py::test_without_an_implementing_phase_nothing_is_written",
    ),
    "H-BND-3": (
        f"{BOUNDARY}/test_tools.py::test_everything_else_is_unmodeled",
        f"{BOUNDARY}/test_tools.py::test_a_delegation_that_leaves_the_hosts_rules",
        f"{BOUNDARY}/test_permission_request.py::test_typing_into_a_terminal_is_refused",
    ),
    "H-BND-5": (
        f"{BOUNDARY}/test_places.py::test_no_pattern_opens_these",
        f"{BOUNDARY}/test_places.py::test_the_reserved_folders_are_closed_inside_a_workspace_too",
    ),
    "H-BND-6": (
        f"{BOUNDARY}/test_places.py::test_a_wildcard_does_not_open_these",
        f"{BOUNDARY}/test_places.py::test_their_own_name_opens_these",
        f"{PROJECT}::test_an_approval_required_path_needs_its_own_line_in_the_plan",
    ),
    "H-BND-7": (
        f"{BOUNDARY}/test_secrets.py::test_secrets_are_neither_read_nor_written",
        f"{BOUNDARY}/test_secrets.py::test_home_folder_secrets",
    ),
    "H-CHECK-1": (
        f"{BOUNDARY}/test_shell_check.py::test_the_right_form_is_a_read",
        f"{BOUNDARY}/test_shell_check.py::test_in_every_phase_by_root_and_child",
        "tests/skill/test_templates.py::test_a_draft_without_faults_is_said_to_be_so_and_another_is_not",
    ),
    "H-CONF-1": (f"{CONFINED}::test_a_passing_confined_run_is_the_evidence_that_completed_needs",),
    "H-CONF-2": (
        f"{CONFINED}::test_what_a_test_prints_is_no_evidence",
        f"{CONFINED}::test_without_its_signed_line_a_run_does_not_count",
        f"{CONFINED}::test_a_line_of_another_session_does_not_count",
        f"{CONFINED}::test_a_signed_line_is_recorded_once",
    ),
    "H-CONF-3": (f"{CONFINED}::test_a_run_that_left_what_no_plan_opens_costs_authority",),
    "H-DENY-1": (f"{HERE}::test_a_denial_is_said_in_every_form",),
    "H-DENY-2": (
        "tests/messages/test_denials.py::test_a_sentence_names_rule_phase_and_subject",
        "tests/messages/test_denials.py::test_the_way_out",
    ),
    "H-DONE-1": (
        f"{ARTIFACTS}/test_report.py::test_another_status_is_a_fault",
        f"{ARTIFACTS}/test_claims.py::test_before_approval_nothing_succeeds",
        f"{WORKFLOW}/test_phase_table.py::test_before_approval_no_report_can_claim_success",
    ),
    "H-DONE-2": (
        f"{ARTIFACTS}/test_report.py::test_another_review_status_is_a_fault",
        f"{ARTIFACTS}/test_claims.py::test_review",
        f"{PROJECT}::test_a_project_can_demand_review_of_tiny_work",
    ),
    "H-DONE-3": (
        f"{ARTIFACTS}/test_report.py::test_what_is_never_granted_says_so",
        f"{ARTIFACTS}/test_report.py::test_nobody_said_y_to_what_is_never_granted",
    ),
    "H-DONE-4": (
        f"{ARTIFACTS}/test_report.py::test_every_gate_has_its_row",
        f"{ARTIFACTS}/test_report.py::test_of_tiny_work_only_the_plan_row_is_asked",
        f"{ARTIFACTS}/test_report.py::test_no_cell_is_empty",
        f"{ARTIFACTS}/test_report.py::test_the_columns_are_the_contract_s",
        f"{REPAIR}::test_a_claim_of_approval_that_the_ledger_contradicts_is_refused",
    ),
    "H-DONE-5": (
        f"{ARTIFACTS}/test_claims.py::test_status",
        f"{ARTIFACTS}/test_claims.py::test_the_missing_commands_are_named_with_their_reasons",
        f"{EVENTS}/gate/test_verification.py::test_what_keeps_it_from_counting",
        f"{EVENTS}/gate/test_verification.py::test_what_makes_it_stale",
        f"{CONFINED}::test_what_is_missing_can_end_with_an_exception_row",
    ),
    "H-EFF-1": (
        f"{REPAIR}::test_no_gate_opens_below_high_effort",
        f"{WORKFLOW}/test_effort.py::test_what_no_host_says_is_degraded_but_never_too_low",
    ),
    "H-END-1": (
        f"{RUN}::test_completion_ends_authority_and_the_next_prompt_releases",
        f"{RUN}::test_a_refused_plan_leaves_the_session_held",
        f"{EVENTS}/test_session_end.py::test_a_completed_run_that_nobody_came_back_to_lets_go",
        f"{EVENTS}/test_session_end.py::test_a_run_that_is_open_or_held_waits_for_its_person_however_long",
        f"{WORKFLOW}/test_phase_table.py::test_only_refused_ends_hold_the_session",
        f"{BOUNDARY}/test_decide.py::test_a_held_session_reads_and_nothing_else",
    ),
    "H-END-2": (
        f"{RUN}::test_a_cancel_word_ends_a_run_outside_a_gate",
        f"{WORKFLOW}/test_replies.py::test_only_the_cancel_words_cancel",
        f"{EVENTS}/gate/test_view.py::test_the_way_out_is_open_in_every_phase",
    ),
    "H-FAIL-1": (
        f"{HOOKS}/test_bad_input.py::test_a_state_that_cannot_be_trusted",
        f"{HOOKS}/test_launcher.py::test_an_interpreter_that_decides_nothing_is_a_denial",
    ),
    "H-FAIL-2": (
        f"{RUN}::test_a_session_without_the_command_is_left_alone",
        f"{HOOKS}/test_launcher.py::test_with_nothing_armed_nothing_is_written",
    ),
    "H-LOOP-1": (
        f"{LOOP}/test_in_a_run.py::test_a_repetition_is_told_once_and_then_stops_the_turn",
        f"{LOOP}/test_repetition.py::test_any_turn_is_counted_as_by_hand",
        f"{LOOP}/test_repetition.py::test_waits_and_polls_never_count",
    ),
    "H-LOOP-2": (
        f"{LOOP}/test_in_a_run.py::test_the_limits_are_the_persons",
        f"{LOOP}/test_repetition.py::test_past_the_last_batch_calls_are_denied",
    ),
    "H-LOOP-3": (
        f"{LOOP}/test_in_a_run.py::test_a_note_reaches_the_model_after_the_current_call",
        f"{LOOP}/test_in_a_run.py::test_hooks_killed_at_any_moment_neither_lose_nor_double_a_note",
        f"{LOOP}/test_in_a_run.py::test_a_note_changes_nothing_of_the_boundary",
    ),
    "H-LOOP-4": (
        f"{LOOP}/undo/test_any_session.py::test_all_of_any_session_is_put_back",
        f"{LOOP}/undo/test_rollback.py::test_while_a_run_works_on_an_accepted_plan_nothing_is_put_back",
        f"{LOOP}/test_guard.py::test_changes_are_put_back",
    ),
    "H-LOOP-5": (
        f"{LOOP}/test_verification_turns.py::test_a_gap_sends_the_agent_back_once",
        f"{LOOP}/test_verification_turns.py::test_a_critic_that_is_never_satisfied_is_left_alone",
        f"{LOOP}/test_verification_turns.py::test_a_critic_that_does_not_answer_lets_the_turn_end_and_says_so",
        f"{LOOP}/test_verification_turns.py::test_a_sub_agent_is_not_verified",
        f"{LOOP}/test_verification_turns.py::test_a_pending_gate_wins",
    ),
    "H-LOOP-6": (
        f"{LOOP}/test_goal_turns.py::test_what_the_agent_has_scheduled_commands_nothing",
        f"{LOOP}/test_goal_turns.py::test_not_met_goes_on_with_the_next_step_then_met",
        f"{LOOP}/test_goal_turns.py::test_at_the_cap_it_pauses_and_resume_goes_on_from_there",
        f"{LOOP}/test_goal_turns.py::test_without_a_verdict_the_loop_ends_and_the_goal_pauses",
        f"{LOOP}/test_goal_turns.py::test_a_pending_gate_wins",
        f"{LOOP}/test_goals.py::test_every_sequence_of_verdicts_ends_within_its_cap",
    ),
    "H-LOOP-7": (
        f"{EVENTS}/commands/test_learn.py::test_a_skill_is_written_into_the_hosts_own_folder",
        f"{EVENTS}/commands/test_learn.py::test_a_skill_that_is_there_is_shown_its_change_and_stays",
        f"{LOOP}/learning/test_skill.py::test_the_front_matter_is_strict_and_holds_no_more_than_it_should",
    ),
    "H-LOOP-8": (
        f"{EVENTS}/commands/test_panel.py::test_two_models_are_asked_at_the_same_time",
        f"{EVENTS}/commands/test_panel.py::test_a_model_that_fails_is_named_by_us",
    ),
    "H-CHAIN-1": (
        f"{CHAINS}/test_catalog.py::test_a_projects_chain_counts_with_the_trust_in_its_file",
        f"{CHAINS}/test_catalog.py::test_another_byte_is_not_trusted",
        f"{CHAINS}/test_catalog.py::test_an_untrusted_chain_gives_way_to_any_other_of_its_name",
    ),
    "H-CHAIN-2": (
        "tests/cli/verbs/test_chain.py::test_an_agent_neither_selects_nor_stops",
        f"{CHAINS}/test_command.py::test_a_child_selects_nothing",
    ),
    "H-CHAIN-3": (
        "tests/hosts/test_chains.py::test_without_a_chain_the_hooks_are_silent",
        f"{CHAINS}/test_unselected.py::test_every_answer_is_the_same_to_the_byte",
        f"{CHAINS}/test_runs.py::test_a_chain_that_is_stopped_leaves_the_conversation_as_it_was",
    ),
    "H-CHAIN-4": (
        f"{CHAINS}/test_turns.py::test_plan_mode_has_its_own_way_and_the_chain_waits_for_its_end",
        f"{CHAINS}/test_in_a_run.py::test_no_stage_goes_past_an_open_gate",
        f"{CHAINS}/test_in_a_run.py::test_a_chain_is_not_selected_over_an_open_gate",
        f"{CHAINS}/test_in_a_run.py::test_an_artifact_is_no_stages_end",
    ),
    "H-CHAIN-5": (
        f"{CHAINS}/test_outcome.py::test_which_lines_count",
        f"{CHAINS}/test_turns.py::test_a_stage_without_an_outcome_is_reminded_twice_and_not_chained_past",
    ),
    "H-CHAIN-6": (
        f"{CHAINS}/test_advance.py::test_what_follows",
        f"{CHAINS}/test_advance.py::test_a_gate_that_does_not_pass_is_a_failure_of_its_stage",
        f"{CHAINS}/test_gates.py::test_a_gate_that_fails_goes_back_with_its_output_as_the_brief",
        f"{CHAINS}/test_turns.py::test_the_loop_of_the_page_runs_to_its_end",
    ),
    "H-CHAIN-7": (
        f"{CHAINS}/test_turns.py::test_a_handoff_goes_to_a_stage_and_to_an_agent_outside_and_back_into_the_chain",
        f"{CHAINS}/test_advance.py::test_which_gates_lie_on_the_way",
        f"{CHAINS}/test_advance.py::test_a_handoff_past_a_gate_fails_where_the_gate_stands",
    ),
    "H-CHAIN-8": (
        f"{CHAINS}/test_advance.py::test_whatever_is_said_a_chain_comes_to_an_end_within_its_budget",
        f"{CHAINS}/test_advance.py::test_a_persons_message_makes_the_budget_whole",
        f"{CHAINS}/test_runs.py::test_machine_text_renews_no_budget_and_resumes_nothing",
    ),
    "H-CHAIN-9": (
        f"{CHAINS}/test_gates.py::test_a_gate_runs_confined",
        f"{CHAINS}/test_gates.py::test_a_name_that_no_trusted_sensor_has_is_not_run_and_does_not_pass",
        f"{CHAINS}/test_gates.py::test_without_an_engine_a_gate_does_not_run_unless_the_person_says_so",
    ),
    "H-CHAIN-10": (
        f"{CHAINS}/test_runs.py::test_after_a_finished_run_the_next_message_starts_another_at_stage_one",
        f"{CHAINS}/test_runs.py::test_a_run_that_stands_still_resumes_there_with_a_fresh_budget",
        f"{CHAINS}/test_pages.py::test_the_reference_names_every_reason_to_stand_still",
    ),
    "H-CHAIN-11": (
        f"{CHAINS}/test_stamp.py::test_no_word_of_a_stamp_can_be_exchanged",
        f"{CHAINS}/test_stamp.py::test_a_stamp_of_another_conversation_chain_or_selection_is_none",
        f"{CHAINS}/test_runs.py::test_a_stamp_that_the_model_or_a_tool_prints_moves_nothing",
        f"{CHAINS}/test_runs.py::test_the_stored_copy_loses_against_a_later_stamp",
    ),
    "H-CHAIN-12": (
        f"{CHAINS}/test_in_a_run.py::test_a_gate_in_a_run_can_write_what_its_plan_lists_and_nothing_else",
        f"{CHAINS}/test_in_a_run.py::test_while_planning_a_stage_is_not_sent_on",
        "tests/hosts/test_chains.py::test_a_chain_in_a_run_waits_for_the_gate_and_is_bound_by_its_boundary",
    ),
    "H-FAIL-3": (f"{OUTSIDE}::test_a_change_outside_the_boundary_is_named_once",),
    "H-FORK-1": (f"{EVENTS}/conversation/test_origin.py::test_it_is_told",),
    "H-GATE-1": (
        f"{ARTIFACTS}/test_plan.py::test_gate_section",
        f"{RUN}::test_before_approval_reads_pass_and_writes_are_denied",
    ),
    "H-GATE-2": (
        f"{ARTIFACTS}/test_repair.py::test_it_ends_with_its_own_question",
        f"{REPAIR}::test_review_finding_repair_second_review_and_completion",
    ),
    "H-GATE-3": (
        f"{WORKFLOW}/test_approval.py::test_a_y_that_meets_every_condition_approves",
        f"{WORKFLOW}/test_approval.py::test_reason",
        f"{EVENTS}/test_who_answers.py::test_a_y_that_is_not_consumed",
        f"{EVENTS}/test_who_answers.py::test_a_y_in_another_session_is_that_sessions",
    ),
    "H-GATE-4": (
        f"{EVENTS}/test_who_answers.py::test_a_clear_answer_that_is_not_y_ends_the_run",
        f"{REPAIR}::test_a_deviation_loses_authority_before_its_gate_opens",
        f"{WORKFLOW}/test_phase_table.py::test_a_refused_repair_plan_does_not_bring_implement_authority_back",
    ),
    "H-GATE-5": (
        f"{WORKFLOW}/test_replies.py::test_asks_for_a_revision",
        f"{EVENTS}/test_who_answers.py::test_what_was_revised_cannot_be_approved_any_more",
        f"{EVENTS}/test_who_answers.py::test_a_second_plan_supersedes_the_first",
    ),
    "H-GATE-6": (
        f"{WORKFLOW}/test_replies.py::test_decides_nothing",
        f"{WORKFLOW}/test_phase_table.py::test_an_unclear_reply_changes_nothing",
        f"{ARTIFACTS}/test_kinds.py::test_a_message_that_shows_another_plan_is_noticed",
    ),
    "H-GATE-7": (
        f"{EVENTS}/test_who_answers.py::test_a_childs_y_is_nobodys",
        f"{EVENTS}/test_who_answers.py::test_machine_text_answers_nothing_and_is_recorded",
        f"{EVENTS}/test_who_answers.py::test_machine_text_commands_nothing",
    ),
    "H-GATE-8": (f"{REPAIR}::test_no_gate_opens_over_a_scheduled_prompt",),
    "H-GATE-9": (
        f"{WORKFLOW}/test_replies.py::test_only_exactly_y_approves",
        f"{WORKFLOW}/test_replies.py::test_declines",
        "tests/test_skill.py::test_reply_means_what_the_contract_says",
    ),
    "H-GATE-10": (f"{HERE}::test_with_a_second_factor_a_y_is_only_noted",),
    "H-GATE-11": (
        f"{OUTSIDE}::test_nothing_is_activated_over_a_process_that_the_session_left_running",
        f"{OUTSIDE}::test_no_y_is_consumed_over_a_process_that_the_session_left_running",
    ),
    "H-LIN-1": (
        f"{ARTIFACTS}/test_repair.py::test_lineage",
        f"{ARTIFACTS}/test_repair.py::test_a_repair_inherits_what_it_cannot_change",
        f"{REPAIR}::test_a_repair_plan_of_another_plan_is_refused",
        f"{REPAIR}::test_a_second_repair_descends_from_the_first",
    ),
    "H-LOAD-1": (
        f"{WORKFLOW}/test_loading.py::test_active",
        f"{WORKFLOW}/test_loading.py::test_every_phase_of_the_skill_begins_with_the_startup_core",
        "tests/skill/test_graph.py::test_the_terminal_prints_the_same_graph",
    ),
    "H-LOAD-2": (
        f"{FILES}::test_approval",
        f"{FILES}::test_the_first_prompt_after_an_implementation_summary",
        f"{FILES}::test_revision_of_a_repair_plan",
        f"{FILES}::test_a_session_that_starts_again_in_the_middle",
    ),
    "H-PHASE-1": (
        f"{WORKFLOW}/test_phase_table.py::test_row",
        f"{WORKFLOW}/test_every_sequence.py::test_no_sequence_of_seven_events_breaks_an_invariant",
    ),
    "H-PHASE-2": (
        f"{WORKFLOW}/test_phase_table.py::test_the_table_has_no_row_besides_these",
        f"{WORKFLOW}/test_phase_table.py::test_an_event_without_a_row_changes_nothing",
        f"{HERE}::test_a_root_that_shows_a_review_changes_nothing",
    ),
    "H-PHASE-3": (
        f"{REPAIR}::test_a_deviation_loses_authority_before_its_gate_opens",
        f"{WORKFLOW}/test_phase_table.py::test_a_deviation_takes_authority_first_and_then_opens_the_gate",
        f"{RUN}::test_small_work_goes_through_a_summary_and_can_end_degraded",
    ),
    "H-PHASE-4": (
        f"{RUN}::test_completion_ends_authority_and_the_next_prompt_releases",
        f"{EVENTS}/test_who_answers.py::test_after_the_end_no_y_revives_it",
        f"{WORKFLOW}/test_phase_table.py::test_authority_exists_in_the_implementing_phases_only",
    ),
    "H-POL-1": (
        f"{ARTIFACTS}/test_policy_block.py::test_place",
        f"{ARTIFACTS}/test_policy_block.py::test_a_block_in_another_section_is_misplaced",
        f"{ARTIFACTS}/test_policy_block.py::test_a_second_block_elsewhere_is_one_too_many",
    ),
    "H-POL-2": (f"{ARTIFACTS}/test_policy_block.py::test_json_fault",),
    "H-POL-3": (
        f"{ARTIFACTS}/test_plan.py::test_the_classification_is_the_policy_s",
        f"{ARTIFACTS}/test_plan.py::test_the_risk_is_the_policy_s",
        f"{ARTIFACTS}/test_plan.py::test_small_and_non_trivial_need_a_topology",
    ),
    "H-POL-4": (
        f"{ARTIFACTS}/test_policy_paths.py::test_refused",
        f"{BOUNDARY}/test_patterns.py::test_it_agrees_with_the_definition",
    ),
    "H-POL-5": (f"{HERE}::test_a_verification_command_is_one_command",),
    "H-POST-1": (
        f"{EVENTS}/test_finished_calls.py::test_another_input_than_the_judged_one_costs_authority",
        f"{EVENTS}/test_finished_calls.py::test_a_denied_call_that_ran_after_all_costs_authority",
        f"{CONFINED}::test_a_command_that_ran_without_its_confinement_costs_authority",
    ),
    "H-PROJ-1": (
        "tests/settings/test_guard.py::test_what_only_a_plan_may_set_is_refused_and_said_so",
        f"{PROJECT}::test_an_invalid_file_refuses_activation_and_says_where",
        f"{PROJECT}::test_a_demanded_command_must_be_in_every_plan",
        f"{PROJECT}::test_no_plan_above_the_highest_risk",
    ),
    "H-PROJ-2": (
        f"{PROJECT}::test_a_file_that_changes_between_gate_and_answer_takes_no_y",
        f"{PROJECT}::test_a_file_that_changes_during_a_run_denies_writes_until_the_next_gate",
    ),
    "H-REV-1": (
        f"{WORKFLOW}/test_review.py::test_what_a_review_lacks",
        f"{REPAIR}::test_a_reviewer_with_inherited_context_does_not_count",
        f"{REPAIR}::test_an_agent_that_was_there_before_the_last_change_is_no_reviewer",
        f"{REPAIR}::test_a_reviewer_that_read_nothing_does_not_count",
    ),
    "H-REV-2": (
        f"{REPAIR}::test_the_worst_verdict_of_a_round_counts",
        f"{REPAIR}::test_review_finding_repair_second_review_and_completion",
    ),
    "H-STATE-1": ("tests/session/test_kills.py::test_a_kill_at_every_step_leaves_the_old_state_or_the_new",),
    "H-STOP-1": (
        f"{REPAIR}::test_an_artifact_written_again_in_one_turn_suspends_authority",
        f"{REPAIR}::test_a_plan_rewritten_in_the_same_turn_cannot_be_approved_by_the_gate_before",
    ),
    "H-STOP-2": (
        f"{HERE}::test_a_report_without_a_run_passes_and_creates_nothing",
        f"{REPAIR}::test_an_artifact_written_again_in_one_turn_suspends_authority",
    ),
    "H-SUB-1": (
        f"{BOUNDARY}/test_child.py::test_a_hint_at_the_top_denies_a_write",
        f"{BOUNDARY}/test_child.py::test_a_hint_inside_the_input_denies_a_write",
        f"{BOUNDARY}/test_child.py::test_what_a_child_may_do",
    ),
    "H-SUB-2": (
        f"{REPAIR}::test_a_child_that_forgets_its_summary_is_stopped_once",
        f"{HERE}::test_a_child_s_artifact_changes_no_state",
    ),
    "H-SUB-3": (
        f"{HERE}::test_a_missing_planner_is_named_at_the_gate",
        f"{HERE}::test_a_planner_s_plan_is_evidence_for_the_gate",
    ),
    "H-SUB-4": (
        f"{ARTIFACTS}/test_handoff.py::test_a_summary_with_every_field",
        f"{ARTIFACTS}/test_handoff.py::test_a_field_without_a_value",
    ),
    "H-TOPO-1": (
        f"{ARTIFACTS}/test_plan.py::test_a_serial_small_plan_has_exactly_the_five_lines",
        f"{ARTIFACTS}/test_plan.py::test_a_serial_small_policy_says_the_same_as_the_lines",
    ),
}
