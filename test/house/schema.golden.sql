CREATE TABLE "schema_migrations" ("version" integer primary key, "name" text not null, "applied_at" bigint not null);

CREATE TABLE "repositories" ("id" text primary key, "created_at" bigint not null);

CREATE TABLE "counters" ("repository_id" text not null references "repositories" ("id"), "name" text not null, "value" bigint not null, constraint "counters_pk" primary key ("repository_id", "name"));

CREATE TABLE "work_items" ("id" text primary key, "repository_id" text not null references "repositories" ("id"), "number" integer not null, "key" text, "title" text not null, "kind" text not null, "status" text not null, "priority" integer not null, "rank" double precision not null, "payload" text not null, "labels" text not null, "owner" text, "owner_role" text, "token" integer not null, "lease_until" bigint, "not_before" bigint, "due_at" bigint, "due_sort" bigint not null, "open_dependencies" integer not null, "question" text, "answer" text, "notes" text, "queued_by" text, "claimed_at" bigint, "resolved_at" bigint, "created_at" bigint not null, "updated_at" bigint not null, "revision" integer not null, "assignee" text, "parent_id" text references "work_items" ("id"), "task_id" text, "questions" text, constraint "work_items_number" unique ("repository_id", "number"), constraint "work_items_key" unique ("repository_id", "key"), constraint "work_items_status" check (status in ('pending', 'in_flight', 'waiting_human', 'done', 'failed', 'cancelled')), constraint "work_items_priority" check (priority between 0 and 4), constraint "work_items_open_dependencies" check (open_dependencies >= 0), constraint "work_items_owner" check (status <> 'in_flight' or owner is not null));

CREATE TABLE "work_item_dependencies" ("repository_id" text not null references "repositories" ("id"), "work_item_id" text not null references "work_items" ("id"), "depends_on_id" text not null references "work_items" ("id"), "created_at" bigint not null, constraint "work_item_dependencies_pk" primary key ("work_item_id", "depends_on_id"), constraint "work_item_dependencies_other" check (work_item_id <> depends_on_id));

CREATE TABLE "events" ("repository_id" text not null references "repositories" ("id"), "id" bigint not null, "ts" bigint not null, "type" text not null, "actor" text, "role" text, "harness" text, "model" text, "session" text, "lane" text, "work_item_id" text references "work_items" ("id"), "payload" text not null, "task_id" text, "effort" text, constraint "events_pk" primary key ("repository_id", "id"));

CREATE TABLE "tasks" ("id" text primary key, "repository_id" text not null references "repositories" ("id"), "number" integer not null, "ref" text not null, "objective" text not null, "focus" text, "status" text not null, "light" integer not null, "branch" text, "base_branch" text, "worktree_path" text, "plan_id" text, "work_item_id" text references "work_items" ("id"), "observed_sha" text, "created_by" text not null, "updated_by" text not null, "finished_at" bigint, "archived_at" bigint, "archive_note" text, "created_at" bigint not null, "updated_at" bigint not null, "revision" integer not null, constraint "tasks_number" unique ("repository_id", "number"), constraint "tasks_ref" unique ("repository_id", "ref"), constraint "tasks_status" check (status in ('in_progress', 'blocked', 'review', 'done')), constraint "tasks_light" check (light in (0, 1)));

CREATE TABLE "decisions" ("id" text primary key, "repository_id" text not null references "repositories" ("id"), "number" integer not null, "task_id" text not null references "tasks" ("id"), "slice_id" text, "decision" text not null, "rationale" text not null, "origin" text not null, "changed_files" text not null, "actor" text not null, "role" text not null, "harness" text, "model" text, "session" text, "lane" text, "branch" text, "commit_sha" text, "created_at" bigint not null, "effort" text, "input_tokens" bigint, "output_tokens" bigint, constraint "decisions_number" unique ("repository_id", "number"), constraint "decisions_origin" check (origin in ('agent', 'human', 'system')), constraint "decisions_once" unique ("task_id", "decision", "session"));

CREATE TABLE "slices" ("id" text primary key, "repository_id" text not null references "repositories" ("id"), "number" integer not null, "task_id" text not null references "tasks" ("id"), "title" text not null, "status" text not null, "test_command" text, "red_evidence_id" text, "plan_item" text, "base_sha" text, "changed_files" text not null, "decision_id" text, "actor" text not null, "role" text not null, "harness" text, "model" text, "session" text, "lane" text, "branch" text, "commit_sha" text, "started_at" bigint not null, "closed_at" bigint, "updated_at" bigint not null, "revision" integer not null, "effort" text, constraint "slices_number" unique ("repository_id", "number"), constraint "slices_status" check (status in ('open', 'committed', 'closed')), constraint "slices_closed_at" check ((status = 'closed') = (closed_at is not null)));

CREATE TABLE "blockers" ("id" text primary key, "repository_id" text not null references "repositories" ("id"), "number" integer not null, "task_id" text not null references "tasks" ("id"), "description" text not null, "status" text not null, "resolution" text, "resolved_at" bigint, "actor" text not null, "role" text not null, "harness" text, "model" text, "session" text, "lane" text, "branch" text, "commit_sha" text, "created_at" bigint not null, "revision" integer not null, "effort" text, constraint "blockers_number" unique ("repository_id", "number"), constraint "blockers_status" check (status in ('open', 'resolved')), constraint "blockers_resolved_at" check ((status = 'open') = (resolved_at is null)));

CREATE TABLE "next_actions" ("id" text primary key, "repository_id" text not null references "repositories" ("id"), "number" integer not null, "task_id" text not null references "tasks" ("id"), "action" text not null, "priority" integer not null, "status" text not null, "note" text, "ended_at" bigint, "actor" text not null, "role" text not null, "harness" text, "model" text, "session" text, "lane" text, "branch" text, "commit_sha" text, "created_at" bigint not null, "revision" integer not null, "effort" text, constraint "next_actions_number" unique ("repository_id", "number"), constraint "next_actions_status" check (status in ('pending', 'done', 'skipped')), constraint "next_actions_ended_at" check ((status = 'pending') = (ended_at is null)));

CREATE TABLE "touched_files" ("id" text primary key, "repository_id" text not null references "repositories" ("id"), "task_id" text not null references "tasks" ("id"), "path" text not null, "change_kind" text not null, "old_path" text, "actor" text not null, "session" text, "commit_sha" text, "touched_at" bigint not null, constraint "touched_files_change_kind" check (change_kind in ('edit', 'add', 'delete', 'rename')), constraint "touched_files_path" unique ("task_id", "path"));

CREATE TABLE "evidence" ("id" text primary key, "repository_id" text not null references "repositories" ("id"), "number" integer not null, "task_id" text references "tasks" ("id"), "slice_id" text, "command" text not null, "directory" text not null, "exit_code" integer, "passed" integer not null, "result" text, "grade" text not null, "tree_hash" text, "log_hash" text, "log_bytes" integer, "log_file" text, "receipt" text, "duration_ms" integer, "actor" text not null, "role" text not null, "harness" text, "model" text, "session" text, "lane" text, "branch" text, "commit_sha" text, "started_at" bigint not null, "created_at" bigint not null, "effort" text, constraint "evidence_number" unique ("repository_id", "number"), constraint "evidence_passed" check (passed in (0, 1)), constraint "evidence_grade" check (grade in ('said', 'reported', 'observed', 'ci')));

CREATE TABLE "plans" ("id" text primary key, "repository_id" text not null references "repositories" ("id"), "task_id" text references "tasks" ("id"), "path" text not null, "title" text not null, "status" text not null, "content_hash" text not null, "accepted_hash" text, "accepted_at" bigint, "accepted_by" text, "review_run_id" text, "analysis" text, "attestations" text not null, "created_at" bigint not null, "updated_at" bigint not null, "revision" integer not null, constraint "plans_status" check (status in ('registered', 'analysed', 'accepted', 'done')), constraint "plans_path" unique ("repository_id", "path"));

CREATE TABLE "plan_cursors" ("id" text primary key, "repository_id" text not null references "repositories" ("id"), "task_id" text not null references "tasks" ("id"), "plan_item" text not null, "state" text not null, "lane" text, "heading" text, "summary" text, "dispatch_count" integer not null, "dispatched_at" bigint not null, "completed_at" bigint, "updated_at" bigint not null, "revision" integer not null, constraint "plan_cursors_state" check (state in ('dispatched', 'completed', 'skipped', 'escalated', 'expired')), constraint "plan_cursors_item" unique ("task_id", "plan_item"));

CREATE TABLE "review_runs" ("id" text primary key, "repository_id" text not null references "repositories" ("id"), "number" integer not null, "task_id" text references "tasks" ("id"), "key" text, "subject_path" text not null, "subject_kind" text not null, "mode" text not null, "status" text not null, "verdict" text, "summary" text, "covered_files" text not null, "subject_hash" text, "decision_id" text, "request_changes" integer not null, "actor" text not null, "role" text not null, "harness" text, "model" text, "session" text, "lane" text, "branch" text, "commit_sha" text, "started_at" bigint not null, "reviewed_at" bigint, "revision" integer not null, "effort" text, constraint "review_runs_number" unique ("repository_id", "number"), constraint "review_runs_key" unique ("repository_id", "key"), constraint "review_runs_subject_kind" check (subject_kind in ('task_plan', 'epic', 'branch', 'adr', 'roadmap', 'other')), constraint "review_runs_mode" check (mode in ('branch', 'planning', 'release_audit')), constraint "review_runs_status" check (status in ('started', 'recorded')), constraint "review_runs_verdict" check (verdict in ('pass', 'pass_with_findings', 'fail', 'conditional_pass')), constraint "review_runs_request_changes" check (request_changes in (0, 1)), constraint "review_runs_recorded" check ((status = 'recorded') = (verdict is not null)));

CREATE TABLE "compactions" ("id" text primary key, "repository_id" text not null references "repositories" ("id"), "task_id" text not null references "tasks" ("id"), "key" text not null, "turn_range" text, "summary" text not null, "residual" text, "tokens_saved" integer, "actor" text not null, "role" text not null, "harness" text, "model" text, "session" text, "lane" text, "branch" text, "commit_sha" text, "created_at" bigint not null, "effort" text, constraint "compactions_key" unique ("repository_id", "key"));

CREATE TABLE "compaction_settings" ("id" text primary key, "repository_id" text not null references "repositories" ("id"), "task_id" text references "tasks" ("id"), "enabled" integer not null, "updated_by" text not null, "updated_at" bigint not null, "revision" integer not null, constraint "compaction_settings_task" unique ("repository_id", "task_id"), constraint "compaction_settings_enabled" check (enabled in (0, 1)));

CREATE TABLE "lanes" ("id" text primary key, "repository_id" text not null references "repositories" ("id"), "number" integer not null, "name" text not null, "description" text, "kind" text not null, "status" text not null, "close_reason" text, "task_id" text references "tasks" ("id"), "work_item_id" text references "work_items" ("id"), "branch" text not null, "base_branch" text not null, "base_sha" text not null, "worktree_path" text not null, "owned_paths" text not null, "git_writes" text not null, "adopted" integer not null, "port_first" integer, "port_count" integer not null, "owner" text, "backend" text, "model" text, "effort" text, "merged_sha" text, "created_by" text not null, "created_at" bigint not null, "updated_at" bigint not null, "revision" integer not null, constraint "lanes_number" unique ("repository_id", "number"), constraint "lanes_name" unique ("repository_id", "name"), constraint "lanes_kind" check (kind in ('implement', 'review')), constraint "lanes_status" check (status in ('planned', 'active', 'blocked', 'review', 'merged', 'closed')), constraint "lanes_closed" check ((status = 'closed') = (close_reason is not null)), constraint "lanes_merged" check ((status = 'merged') = (merged_sha is not null)), constraint "lanes_git_writes" check (git_writes in ('agent', 'host')), constraint "lanes_adopted" check (adopted in (0, 1)));

CREATE TABLE "lane_dependencies" ("repository_id" text not null references "repositories" ("id"), "lane_id" text not null references "lanes" ("id"), "after_id" text not null references "lanes" ("id"), "created_at" bigint not null, constraint "lane_dependencies_pair" primary key ("lane_id", "after_id"), constraint "lane_dependencies_other" check (lane_id <> after_id));

CREATE TABLE "workers" ("id" text primary key, "repository_id" text not null references "repositories" ("id"), "lane_id" text not null references "lanes" ("id"), "state" text not null, "state_changed_at" bigint not null, "changed_by" text not null, "attempt" integer not null, "agent" text, "harness" text, "session" text, "reason" text, "cancelled" integer not null, "submitted_sha" text, "approved_by" text, "rescue_ref" text, "created_at" bigint not null, "revision" integer not null, constraint "workers_lane" unique ("lane_id"), constraint "workers_state" check (state in ('ASSIGNED', 'WORKING', 'CONFLICTED', 'IN_REVIEW', 'APPROVED', 'COMPLETED', 'FAILED')), constraint "workers_cancelled" check (cancelled = 0 or state = 'FAILED'));

CREATE TABLE "worker_reports" ("id" text primary key, "repository_id" text not null references "repositories" ("id"), "number" integer not null, "lane_id" text not null references "lanes" ("id"), "outcome" text not null, "summary" text not null, "files" text not null, "tests" text not null, "blockers" text not null, "merge_ready" integer not null, "commit_sha" text, "actor" text not null, "acknowledged_by" text, "acknowledged_at" bigint, "created_at" bigint not null, "revision" integer not null, constraint "worker_reports_number" unique ("repository_id", "number"), constraint "worker_reports_outcome" check (outcome in ('done', 'partial', 'blocked', 'failed', 'nothing_to_do')), constraint "worker_reports_acknowledged" check ((acknowledged_by is null) = (acknowledged_at is null)));

CREATE TABLE "messages" ("id" text primary key, "repository_id" text not null references "repositories" ("id"), "number" integer not null, "sender" text not null, "sender_role" text not null, "recipient" text not null, "lane_id" text references "lanes" ("id"), "kind" text not null, "subject" text not null, "payload" text, "blob" text, "blob_sha256" text, "dispatch_id" text, "reply_to" text references "messages" ("id"), "status" text not null, "created_at" bigint not null, "revision" integer not null, constraint "messages_number" unique ("repository_id", "number"), constraint "messages_dispatch" unique ("repository_id", "dispatch_id"), constraint "messages_kind" check (kind in ('note', 'brief', 'question', 'answer', 'report', 'handoff')), constraint "messages_status" check (status in ('open', 'acknowledged', 'closed')), constraint "messages_payload" check (payload is null or blob is null));

CREATE TABLE "message_cursors" ("repository_id" text not null references "repositories" ("id"), "reader" text not null, "acknowledged" integer not null, "updated_at" bigint not null, constraint "message_cursors_reader" primary key ("repository_id", "reader"));

CREATE TABLE "findings" ("id" text primary key, "repository_id" text not null references "repositories" ("id"), "number" integer not null, "task_id" text references "tasks" ("id"), "key" text, "severity" text not null, "status" text not null, "mode" text not null, "path" text not null, "line_start" integer, "line_end" integer, "text" text not null, "fix" text, "anchor" text, "fingerprint" text not null, "rule" text, "tool" text, "repro" text, "repro_state" text, "review_run_id" text, "work_item_id" text, "note" text, "fixed_sha" text, "fix_evidence_id" text, "resolved_ref" text, "resolved_by" text, "resolved_at" bigint, "superseded_by" text, "reopen_count" integer not null, "reopen_reason" text, "reopened_at" bigint, "merged_from" text not null, "actor" text not null, "role" text not null, "harness" text, "model" text, "session" text, "lane" text, "branch" text, "commit_sha" text, "created_at" bigint not null, "updated_at" bigint not null, "revision" integer not null, "effort" text, "replies" text, constraint "findings_number" unique ("repository_id", "number"), constraint "findings_severity" check (severity in ('high', 'medium', 'low')), constraint "findings_status" check (status in ('open', 'fixed', 'wontfix', 'deferred', 'resolved_on_branch', 'integrated', 'superseded')), constraint "findings_mode" check (mode in ('branch', 'planning', 'release_audit')), constraint "findings_lines" check (line_start is null or (line_start >= 1 and line_end >= line_start)), constraint "findings_resolved_at" check ((status = 'open') = (resolved_at is null)));

CREATE TABLE "archives" ("repository_id" text not null references "repositories" ("id"), "file" text not null, "sha256" text not null, "created_at" bigint not null, constraint "archives_pk" primary key ("repository_id", "file"));

CREATE TABLE "archived_keys" ("repository_id" text not null references "repositories" ("id"), "key" text not null, "number" integer not null, constraint "archived_keys_pk" primary key ("repository_id", "key"));

CREATE TABLE "runs" ("id" text primary key, "repository_id" text not null references "repositories" ("id"), "number" integer not null, "name" text not null, "request" text not null, "intent" text not null, "target_properties" text not null, "dirty_worktree" text not null, "worktree_path" text, "task_id" text, "finding_id" text, "work_item_id" text, "status" text not null, "summary" text, "verification" text not null, "residual_risks" text not null, "open_reason" text, "actor" text not null, "role" text not null, "harness" text, "model" text, "session" text, "lane" text, "branch" text, "commit_sha" text, "created_at" bigint not null, "updated_at" bigint not null, "closed_at" bigint, "revision" integer not null, "effort" text, "intake_plan" text, constraint "runs_number" unique ("repository_id", "number"), constraint "runs_name" unique ("repository_id", "name"), constraint "runs_closed_at" check ((status = 'closed') = (closed_at is not null)));

CREATE TABLE "run_entries" ("id" text primary key, "repository_id" text not null references "repositories" ("id"), "run_id" text not null references "runs" ("id"), "position" integer not null, "kind" text not null, "number" integer not null, "status" text, "text" text not null, "hypothesis" integer, "learning_kind" text, "repo_action" text, "path" text, "path_commit" text, "reason" text, "actor" text not null, "role" text not null, "harness" text, "model" text, "session" text, "lane" text, "branch" text, "commit_sha" text, "created_at" bigint not null, "effort" text);

CREATE TABLE "attempts" ("id" text primary key, "repository_id" text not null references "repositories" ("id"), "work_item_id" text not null, "position" integer not null, "lane_id" text, "task_id" text, "actor" text not null, "model" text, "session" text, "begun_at" bigint not null, "ended_at" bigint, "end_reason" text, "why" text, "evidence_id" text, "backup" text, "revision" integer not null, constraint "attempts_position" unique ("work_item_id", "position"), constraint "attempts_ended_at" check ((end_reason is null) = (ended_at is null)));

CREATE TABLE "agent_sessions" ("id" text primary key, "repository_id" text not null references "repositories" ("id"), "lane_id" text not null, "work_item_id" text, "agent" text not null, "actor" text not null, "command" text not null, "policy" text not null, "state" text not null, "session" text, "resume" text, "model" text, "process" text, "process_group" integer, "runner" text, "requested_by" text not null, "requested_at" bigint not null, "started_at" bigint, "ended_at" bigint, "end_reason" text, "why" text, "stop_by" text, "stop_at" bigint, "revision" integer not null, constraint "agent_sessions_ended_at" check ((state = 'ended') = (ended_at is not null) and (end_reason is null) = (ended_at is null)));

CREATE TABLE "agent_words" ("id" text primary key, "repository_id" text not null references "repositories" ("id"), "session_id" text not null, "lane_id" text not null, "position" integer not null, "kind" text not null, "text" text not null, "by" text not null, "created_at" bigint not null, "taken_at" bigint, "revision" integer not null, constraint "agent_words_position" unique ("session_id", "position"));

CREATE TABLE "agent_permissions" ("id" text primary key, "repository_id" text not null references "repositories" ("id"), "session_id" text not null, "lane_id" text not null, "position" integer not null, "title" text not null, "tool" text, "command" text, "paths" text not null, "asked_at" bigint not null, "expires_at" bigint not null, "answer" text, "answered_by" text, "answered_at" bigint, "revision" integer not null, constraint "agent_permissions_position" unique ("session_id", "position"), constraint "agent_permissions_answered_at" check ((answer is null) = (answered_at is null)));

CREATE TABLE "agent_usage" ("id" text primary key, "repository_id" text not null references "repositories" ("id"), "session_id" text not null, "lane_id" text not null, "meaning" text not null, "source" text not null, "input" integer, "output" integer, "cached" integer, "cost_micros" integer, "used" integer, "size" integer, "at" bigint not null, "revision" integer not null, constraint "agent_usage_meaning" unique ("session_id", "meaning"));

CREATE TABLE "control_shifts" ("id" text primary key, "repository_id" text not null references "repositories" ("id"), "started_by" text not null, "started_at" bigint not null, "until_at" bigint, "settings" text not null, "repository_settings" text not null, "policy" text not null, "stop" text, "stop_by" text, "stop_at" bigint, "ended_at" bigint, "read_at" bigint, "revision" integer not null);

CREATE INDEX "work_items_blocked" on "work_items" ("repository_id", "priority", "rank", "due_sort", "number") where "status" = 'pending' and "open_dependencies" > 0;

CREATE INDEX "work_items_claimed" on "work_items" ("repository_id", "lease_until", "priority", "rank", "due_sort", "number") where "status" = 'in_flight';

CREATE INDEX "work_items_waiting" on "work_items" ("repository_id", "priority", "rank", "due_sort", "number") where "status" = 'waiting_human';

CREATE INDEX "work_item_dependencies_depends_on" on "work_item_dependencies" ("depends_on_id", "work_item_id");

CREATE INDEX "events_time" on "events" ("repository_id", "ts", "id");

CREATE INDEX "tasks_status" on "tasks" ("repository_id", "status", "updated_at");

CREATE INDEX "decisions_task" on "decisions" ("task_id", "created_at");

CREATE INDEX "slices_task" on "slices" ("task_id", "number");

CREATE INDEX "blockers_task" on "blockers" ("task_id", "status");

CREATE INDEX "next_actions_task" on "next_actions" ("task_id", "status", "priority", "number");

CREATE INDEX "touched_files_task" on "touched_files" ("task_id", "touched_at");

CREATE INDEX "evidence_task" on "evidence" ("task_id", "created_at");

CREATE INDEX "evidence_tree" on "evidence" ("repository_id", "tree_hash");

CREATE INDEX "review_runs_task" on "review_runs" ("task_id", "reviewed_at");

CREATE INDEX "review_runs_subject" on "review_runs" ("repository_id", "subject_path");

CREATE INDEX "compactions_task" on "compactions" ("task_id", "created_at");

CREATE INDEX "events_task" on "events" ("repository_id", "task_id", "ts", "id") where "task_id" is not null;

CREATE INDEX "lanes_status" on "lanes" ("repository_id", "status");

CREATE INDEX "lane_dependencies_after" on "lane_dependencies" ("after_id");

CREATE INDEX "worker_reports_lane" on "worker_reports" ("lane_id", "number");

CREATE INDEX "messages_recipient" on "messages" ("repository_id", "recipient", "number");

CREATE INDEX "work_items_parent" on "work_items" ("parent_id", "number") where "parent_id" is not null;

CREATE INDEX "work_items_ready" on "work_items" ("repository_id", "priority", "rank", "due_sort", "number", "not_before", "kind", "assignee") where "status" = 'pending' and "open_dependencies" = 0;

CREATE INDEX "work_items_updated" on "work_items" ("repository_id", "updated_at", "number", "status", "kind", "owner", "assignee");

CREATE INDEX "findings_task_status" on "findings" ("task_id", "status");

CREATE INDEX "findings_status" on "findings" ("repository_id", "status", "severity", "number");

CREATE INDEX "findings_fingerprint" on "findings" ("repository_id", "fingerprint");

CREATE INDEX "findings_path" on "findings" ("repository_id", "path");

CREATE UNIQUE INDEX "findings_key" on "findings" ("repository_id", coalesce("task_id", ''), "key") where "key" is not null;

CREATE INDEX "events_work_item" on "events" ("work_item_id", "ts", "id") where "work_item_id" is not null;

CREATE INDEX "work_items_task" on "work_items" ("task_id", "number") where "task_id" is not null;

CREATE INDEX "runs_status" on "runs" ("repository_id", "status", "number");

CREATE UNIQUE INDEX "run_entries_run" on "run_entries" ("run_id", "position");

CREATE UNIQUE INDEX "agent_sessions_unfinished" on "agent_sessions" ("lane_id") where "ended_at" is null;

CREATE INDEX "agent_sessions_lane" on "agent_sessions" ("lane_id", "requested_at");

CREATE UNIQUE INDEX "control_shifts_open" on "control_shifts" ("repository_id") where "ended_at" is null;

CREATE INDEX "agent_sessions_ended" on "agent_sessions" ("repository_id", "ended_at");
