import { randomIds } from '../../src/platform/idSource.js';
import type { Store } from '../../src/store/store.js';

/** How much a task holds that has been worked on for long. */
export const longTask = { decisions: 1000, findings: 500, touchedFiles: 5000 } as const;

const author = {
  actor: 'codex',
  role: 'agent' as const,
  harness: 'codex',
  model: null,
  effort: null,
  session: null,
  lane: null,
  branch: 'feature/long-1',
  commit_sha: null,
};
/** What a person writes: several sentences, so that nothing fits by being short. */
const sentences = 'The bucket of an account is refilled by time and not by a timer. '.repeat(8).trim();

/**
 * Writes a task `long-1` with everything that long work leaves behind, at `now` (ms UTC): 1,000 decisions, 500 findings of
 * which one in ten is high, 5,000 touched files, two blockers, six next actions and twelve slices.
 */
export async function seedLongTask(store: Store, now: number, workTree: string | null): Promise<void> {
  const id = () => randomIds.ulid(now);
  await store.transaction(async transaction => {
    const taskId = id();
    await transaction.tasks.insert([
      {
        id: taskId,
        number: await transaction.tasks.takeNumbers(1),
        ref: 'long-1',
        objective: 'Limit the rate of logins for each account',
        focus: 'The second of two clients',
        status: 'in_progress',
        light: 0,
        branch: 'feature/long-1',
        base_branch: 'main',
        worktree_path: workTree,
        plan_id: null,
        work_item_id: null,
        observed_sha: null,
        created_by: 'codex',
        updated_by: 'codex',
        finished_at: null,
        archived_at: null,
        archive_note: null,
        created_at: now,
        updated_at: now,
        revision: 1,
      },
    ]);
    const own = { ...author, task_id: taskId };
    const firstDecision = await transaction.decisions.takeNumbers(longTask.decisions);
    await transaction.decisions.insert(
      Array.from({ length: longTask.decisions }, (_, index) => ({
        ...own,
        id: id(),
        number: firstDecision + index,
        slice_id: null,
        decision: `codex_choice_long-1_number_${index + 1}`,
        rationale: sentences,
        origin: 'agent' as const,
        changed_files: '[]',
        input_tokens: null,
        output_tokens: null,
        created_at: now + index,
      })),
    );
    const firstFinding = await transaction.findings.takeNumbers(longTask.findings);
    await transaction.findings.insert(
      Array.from({ length: longTask.findings }, (_, index) => ({
        ...own,
        id: id(),
        number: firstFinding + index,
        key: null,
        severity: index % 10 === 9 ? ('high' as const) : ('medium' as const),
        status: 'open' as const,
        mode: 'branch' as const,
        path: `src/limit/part${index}.ts`,
        line_start: 3,
        line_end: 7,
        text: `Remark ${index + 1}: ${sentences}`,
        fix: null,
        anchor: null,
        fingerprint: `f${index}`,
        rule: null,
        tool: null,
        repro: null,
        repro_state: null,
        review_run_id: null,
        work_item_id: null,
        note: null,
        fixed_sha: null,
        fix_evidence_id: null,
        resolved_ref: null,
        resolved_by: null,
        resolved_at: null,
        superseded_by: null,
        reopen_count: 0,
        reopen_reason: null,
        reopened_at: null,
        replies: null,
        merged_from: '[]',
        created_at: now,
        updated_at: now,
        revision: 1,
      })),
    );
    await transaction.touchedFiles.insert(
      Array.from({ length: longTask.touchedFiles }, (_, index) => ({
        id: id(),
        task_id: taskId,
        path: `src/limit/deep/folder/file${index}.ts`,
        change_kind: 'edit' as const,
        old_path: null,
        actor: 'codex',
        session: null,
        commit_sha: null,
        touched_at: now + index,
      })),
    );
    for (const index of [1, 2]) {
      await transaction.blockers.insert([
        {
          ...own,
          id: id(),
          number: await transaction.blockers.takeNumbers(1),
          description: `Blocker ${index}: ${sentences}`,
          status: 'open',
          resolution: null,
          resolved_at: null,
          created_at: now,
          revision: 1,
        },
      ]);
    }
    for (const index of [1, 2, 3, 4, 5, 6]) {
      await transaction.nextActions.insert([
        {
          ...own,
          id: id(),
          number: await transaction.nextActions.takeNumbers(1),
          action: `Action ${index}: ${sentences.slice(0, 200)}`,
          priority: 100 - index,
          status: 'pending',
          note: null,
          ended_at: null,
          created_at: now,
          revision: 1,
        },
      ]);
    }
    for (let index = 1; index <= 12; index += 1) {
      await transaction.slices.insert([
        {
          ...own,
          id: id(),
          number: await transaction.slices.takeNumbers(1),
          title: `Slice ${index}`,
          status: index === 12 ? 'open' : 'closed',
          test_command: null,
          red_evidence_id: null,
          plan_item: null,
          base_sha: null,
          changed_files: '[]',
          decision_id: null,
          started_at: now,
          closed_at: index === 12 ? null : now,
          updated_at: now,
          revision: 1,
        },
      ]);
    }
  });
}
