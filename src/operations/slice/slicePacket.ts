import * as z from 'zod';
import { decisionSchema } from '../../domain/decision/decision.js';
import { evidenceSchema } from '../../domain/evidence/evidence.js';
import { formatRef } from '../../domain/identifier/identifier.js';
import { refusalError } from '../../domain/refusal/refusal.js';
import { reviewKindOf, reviewKinds } from '../../domain/slice/reviewKind.js';
import { sliceSchema } from '../../domain/slice/slice.js';
import type { SliceRow } from '../../domain/slice/sliceRow.js';
import { taskName } from '../../domain/task/taskRule.js';
import { message } from '../../messages/message.js';
import { presentDecision } from '../../records/decision/decisionRuns.js';
import { judgedTreeOf, presentEvidenceRows } from '../../records/evidence/evidenceAccess.js';
import { taskField } from '../../records/evidence/evidenceFields.js';
import { findRecord } from '../../records/findRecord.js';
import { presentOneSlice } from '../../records/slice/sliceAccess.js';
import { placeOf, resolveTask, type TaskPlace } from '../../records/task/taskAccess.js';
import type { Transaction } from '../../store/store.js';
import { defineOperation } from '../operation.js';
import { changedSince } from './changedFiles.js';

const shownProofs = 10;

export const slicePacket = defineOperation({
  name: 'slice.packet',
  order: 50,
  title: 'Show Review Packet',
  summary: 'Returns what a reviewer needs for a slice: decision, changed files, test commands and evidence.',
  input: z.strictObject({
    slice: z.string().trim().min(1).max(200).optional().describe('S-2, 2 or ULID; default: the latest of the task'),
    task: taskField,
  }),
  output: z.object({
    /** `S-2 Count the retries`. */
    label: z.string(),
    slice: sliceSchema,
    decision: decisionSchema.nullable(),
    /** As recorded; for an open slice, as git reports it now. */
    changedFiles: z.array(z.string()),
    testCommands: z.array(z.string()),
    /** Newest first, judged by the worktree. */
    evidence: z.array(evidenceSchema),
    /** `planning` if it changes only documents and plans. */
    reviewKind: z.enum(reviewKinds),
    /** `base..commit`; null without commits. */
    range: z.string().nullable(),
  }),
  effect: 'read',
  mcp: { tool: 'get_handoff_state', action: 'slice_packet', listed: 'never', brief: '', rare: ['slice', 'task'] },
  cli: { positionals: ['slice'], examples: ['slice packet', 'slice packet S-2 --json'] },
  palette: 'slice',
  async run(context, named) {
    const place = await placeOf(context);
    const { row, onto } = await context.store.read(async transaction => {
      const found = await findOrLatest(transaction, place, named);
      const [task] = await transaction.tasks.ofIds([found.task_id]);
      return { row: found, onto: task?.base_branch ?? null };
    });
    const recorded = JSON.parse(row.changed_files) as string[];
    const now = row.status === 'closed' ? undefined : await changedSince(context.workTree, row, onto);
    const changedFiles = now ?? recorded;
    const judgedTree = await judgedTreeOf(context, undefined);
    return context.store.read(async transaction => {
      const slice = await presentOneSlice(transaction, row);
      const proofs = await transaction.evidence.list({ sliceId: row.id }, shownProofs);
      const [decision] = row.decision_id === null ? [] : await transaction.decisions.ofIds([row.decision_id]);
      const commands = [row.test_command, ...proofs.map(({ command }) => command)];
      return {
        label: `${slice.ref} ${slice.title}`,
        slice,
        decision: decision === undefined ? null : await presentDecision(transaction, decision),
        changedFiles,
        testCommands: [...new Set(commands.filter(command => command !== null))],
        evidence: await presentEvidenceRows(transaction, proofs, judgedTree),
        reviewKind: reviewKindOf(changedFiles),
        range: row.base_sha === null || row.commit_sha === null ? null : `${row.base_sha}..${row.commit_sha}`,
      };
    });
  },
});

async function findOrLatest(
  transaction: Transaction,
  place: TaskPlace,
  named: { readonly slice?: string | undefined; readonly task?: string | undefined },
): Promise<SliceRow> {
  if (named.slice !== undefined) return findRecord(transaction, 'slices', named.slice);
  const task = await resolveTask(transaction, place, named.task);
  const latest = (await transaction.slices.ofTask(task.id)).at(-1);
  if (latest !== undefined) return latest;
  throw refusalError('not_found', message('slices.none', { task: taskName(task) }), {
    next: [{ operation: 'slice.start', input: {} }],
    details: { task: formatRef('task', task.number) },
  });
}
