import * as z from 'zod';
import { decisionSchema } from '../../domain/decision/decision.js';
import { isDecisionIdProblem, parseDecisionId, sliceKind } from '../../domain/decision/decisionId.js';
import { decisionLimits } from '../../domain/decision/decisionRow.js';
import { checkRationale, checkSliceRationale, rationaleWarning } from '../../domain/decision/rationale.js';
import { formatRef } from '../../domain/identifier/identifier.js';
import { onRecord, type Refusal, refusalError, refuse, throwIfRefused } from '../../domain/refusal/refusal.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import { checkTaskLive } from '../../domain/task/taskRule.js';
import { message } from '../../messages/message.js';
import { decisionField, rationaleField, tokenFields } from '../../records/decision/decisionFields.js';
import { presentDecision, runOfDecision } from '../../records/decision/decisionRuns.js';
import { findRecord } from '../../records/findRecord.js';
import { laneAt } from '../../records/lane/laneAt.js';
import { provenanceOf } from '../../records/provenance.js';
import { runField } from '../../records/run/runFields.js';
import { sliceField } from '../../records/slice/sliceFields.js';
import { placeOf, resolveTask, tellOfTask } from '../../records/task/taskAccess.js';
import { taskField } from '../../records/task/taskFields.js';
import type { Transaction } from '../../store/store.js';
import { defineOperation } from '../operation.js';

export const decisionRecord = defineOperation({
  name: 'decision.record',
  order: 10,
  title: 'Record Decision',
  asks: true,
  summary: 'Records a decision of a task and its reasons; repeating a name in a session changes nothing.',
  input: z.strictObject({
    decision: decisionField,
    rationale: rationaleField,
    task: taskField,
    changedFiles: z
      .array(z.string().trim().min(1).max(decisionLimits.path))
      .max(decisionLimits.changedFiles)
      .optional()
      .describe('Paths it changed'),
    slice: sliceField.describe('Its slice: S-2, 2 or ULID; default: the only open slice of the task, if there is one'),
    run: runField.describe('Its investigation: R-2, name or ULID; default: the active one of the worktree'),
    ...tokenFields,
  }),
  output: z.object({
    decision: decisionSchema,
    recorded: z.boolean(),
    /** Fields given for an existing decision that differ from it. */
    differs: z.array(z.enum(['rationale', 'changedFiles'])).optional(),
    warning: z.string().optional(),
  }),
  effect: 'write',
  makesTask: true,
  idempotency: 'decision',
  mcp: {
    tool: 'task_records',
    kind: 'decision',
    action: 'add',
    brief: '<tag>_<kind>_<work ref>_<slug>',
    rare: ['task', 'changedFiles', 'slice', 'run', 'inputTokens', 'outputTokens'],
  },
  cli: {
    paths: { changedFiles: 'path' },
    positionals: ['decision', 'rationale'],
    flags: { changedFiles: 'file' },
    sentences: ['changedFiles'],
    examples: ['decision record claude_choice_t3-rate-limit_one_bucket "One bucket for each account, because …"'],
  },
  palette: 'liveTask',
  async run(context, input) {
    throwIfRefused(checkDecisionName(input.decision));
    throwIfRefused(
      isSliceName(input.decision) ? checkSliceRationale(input.rationale) : checkRationale(input.rationale),
    );
    const provenance = await provenanceOf(context);
    const place = await placeOf(context);
    return context.store.transaction(async transaction => {
      const task = await resolveTask(transaction, place, input.task);
      throwIfRefused(checkTaskLive(task));
      throwIfRefused(checkNoVerdict(input.decision, task));
      const changedFiles = JSON.stringify(input.changedFiles ?? []);
      const existing = await transaction.decisions.named(task.id, input.decision, provenance.session);
      if (existing !== undefined) {
        const differs = [
          ...(existing.rationale === input.rationale ? [] : ['rationale' as const]),
          ...(input.changedFiles === undefined || existing.changed_files === changedFiles
            ? []
            : ['changedFiles' as const]),
        ];
        return {
          decision: await presentDecision(transaction, existing),
          recorded: false,
          ...(differs.length === 0 ? {} : { differs }),
        };
      }
      const run = await runOfDecision(transaction, place.directory, task, input.run);
      const now = context.clock.now();
      const row = await transaction.decisions.create({
        ...provenance,
        lane: provenance.lane ?? (await laneAt(transaction, place.directory))?.name ?? null,
        id: context.ids.ulid(now),
        task_id: task.id,
        slice_id: await sliceOf(transaction, task, input.slice),
        input_tokens: input.inputTokens ?? null,
        output_tokens: input.outputTokens ?? null,
        decision: input.decision,
        rationale: input.rationale,
        origin: provenance.role,
        changed_files: changedFiles,
        created_at: now,
      });
      await tellOfTask({ transaction, actor: context.actor, now }, task, 'decision_recorded', {
        ref: formatRef('decision', row.number),
        decision: row.decision,
        ...(run === null ? {} : { run }),
      });
      const warning = rationaleWarning(input.rationale);
      return {
        decision: await presentDecision(transaction, row),
        recorded: true,
        ...(warning === undefined ? {} : { warning }),
      };
    });
  },
});

/** The named slice, which must be the task's, else its only open one; null without any. */
async function sliceOf(transaction: Transaction, task: TaskRow, named: string | undefined): Promise<string | null> {
  if (named === undefined) {
    const open = (await transaction.slices.ofTask(task.id)).filter(({ status }) => status !== 'closed');
    return open.length === 1 ? (open[0]?.id ?? null) : null;
  }
  const slice = await findRecord(transaction, 'slices', named);
  if (slice.task_id === task.id) return slice.id;
  throw refusalError(
    'invalid_input',
    message('decisions.sliceOfOther', {
      slice: formatRef('slice', slice.number),
      task: formatRef('task', task.number),
    }),
    { next: [{ operation: 'slice.list', input: {} }] },
  );
}

/** Refuses the name of a verdict, which is recorded with its review. */
function checkNoVerdict(text: string, { id, number }: Pick<TaskRow, 'id' | 'number'>): Refusal | undefined {
  if (!/^review_verdict_/.test(text)) return undefined;
  const refusal = refuse('not_allowed', 'decisions.verdictReserved', {
    hint: 'decisions.verdictReservedHint',
    details: { decision: text },
  });
  return onRecord(refusal, { about: formatRef('task', number), taskId: id });
}

export function checkDecisionName(text: string): Refusal | undefined {
  const parsed = parseDecisionId(text);
  if (!isDecisionIdProblem(parsed)) return undefined;
  const { problem, suggestion } = parsed;
  return refuse('invalid_input', message('decisions.notName', { text: text.slice(0, 80), problem }), {
    hint: suggestion === undefined ? message('decisions.notNameHint') : message('input.giveForExample', { suggestion }),
    details: { decision: text, ...(suggestion === undefined ? {} : { suggestion }) },
  });
}

export function isSliceName(text: string): boolean {
  const parsed = parseDecisionId(text);
  return !isDecisionIdProblem(parsed) && parsed.kind === sliceKind;
}
