import * as z from 'zod';
import { decisionSchema } from '../../domain/decision/decision.js';
import type { DecisionRow } from '../../domain/decision/decisionRow.js';
import { decisionLimits } from '../../domain/decision/decisionRow.js';
import { checkSliceRationale, rationaleWarning, underHeadings } from '../../domain/decision/rationale.js';
import { formatRef } from '../../domain/identifier/identifier.js';
import { throwIfRefused } from '../../domain/refusal/refusal.js';
import { filesInProse } from '../../domain/slice/filesInProse.js';
import { sliceSchema } from '../../domain/slice/slice.js';
import { checkSliceDecision, makeSliceDecision } from '../../domain/slice/sliceDecision.js';
import type { SliceRow } from '../../domain/slice/sliceRow.js';
import { checkSliceAct } from '../../domain/slice/sliceRule.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import { checkTaskLive } from '../../domain/task/taskRule.js';
import type { Context } from '../../records/context.js';
import { tokenFields } from '../../records/decision/decisionFields.js';
import { presentDecision, runOfDecision } from '../../records/decision/decisionRuns.js';
import { taskField } from '../../records/evidence/evidenceFields.js';
import { requireWorkTree } from '../../records/evidence/runForEvidence.js';
import { findRecord } from '../../records/findRecord.js';
import { laneAt } from '../../records/lane/laneAt.js';
import { provenanceOf } from '../../records/provenance.js';
import { presentOneSlice, resolveSlice } from '../../records/slice/sliceAccess.js';
import { pathsField, sliceField } from '../../records/slice/sliceFields.js';
import { findTask, placeOf, resolveTask } from '../../records/task/taskAccess.js';
import { trimmedField, wordsField } from '../../records/textFields.js';
import type { Transaction } from '../../store/store.js';
import { defineOperation } from '../operation.js';
import { changedSince, sortedPaths } from './changedFiles.js';
import { changeSlice } from './changeSlice.js';
import { checkSliceProof } from './sliceProof.js';

const output = z.object({
  slice: sliceSchema,
  decision: decisionSchema,
  /** True if the same call closed it before. */
  repeated: z.boolean(),
  warning: z.string().nullable(),
});

export const sliceClose = defineOperation({
  name: 'slice.close',
  order: 30,
  title: 'Close Slice',
  menuTitle: 'Close',
  asks: true,
  summary: 'Closes a slice with a decision and fresh evidence; repeating is harmless.',
  input: z.strictObject({
    rationale: wordsField(decisionLimits.sliceRationale * 2).describe(
      'Plain text, or Markdown with text below ## Changes, ## Verification, ## Schema / Contract Changes and ## Open Threads',
    ),
    decision: trimmedField(decisionLimits.id)
      .optional()
      .describe('Its name, <tag>_slice_complete_<work ref>_<slug>; default: generated'),
    session: trimmedField(200).optional().describe('Your session; the same decision in one session is recorded once'),
    changedFiles: pathsField('Changed files; default: from git'),
    slice: sliceField,
    task: taskField,
    ...tokenFields,
  }),
  output,
  effect: 'write',
  needsHolder: true,
  idempotency: 'decision',
  mcp: {
    tool: 'close_slice',
    action: '',
    brief: 'Closes a slice with a decision and evidence',
    rare: ['session', 'changedFiles', 'slice', 'task', 'inputTokens', 'outputTokens'],
  },
  cli: {
    paths: { changedFiles: 'path' },
    files: ['rationale'],
    examples: ['slice close --rationale summary.md', 'slice close --slice S-2 --rationale -'],
  },
  icon: 'check',
  palette: 'slice',
  async run(context, given) {
    const input = { ...given, rationale: underHeadings(given.rationale) };
    const workTree = requireWorkTree(context);
    throwIfRefused(checkSliceRationale(input.rationale));
    if (input.decision !== undefined) throwIfRefused(checkSliceDecision(input.decision));
    const session = input.session ?? context.actor.session ?? context.actor.name;
    const place = await placeOf(context);
    const known = await context.store.read(async transaction => {
      const before = await findBefore(transaction, place, session, input);
      return before ?? (await resolveSlice(transaction, place, { task: input.task, slice: input.slice }));
    });
    if ('repeated' in known) return known;
    throwIfRefused(checkTaskLive(known.task));
    throwIfRefused(checkSliceAct(known.slice, 'close'));
    const { slice, task } = known;
    const found =
      input.changedFiles ?? (await changedSince(workTree, slice, task.base_branch)) ?? filesInProse(input.rationale);
    const changedFiles = sortedPaths(found);
    await checkSliceProof(context, slice, task, changedFiles);
    const draft: DecisionDraft = {
      ...(await provenanceOf(context)),
      session,
      decision: input.decision ?? makeSliceDecision(context.actor.name, task.ref, slice.number, slice.title),
      rationale: input.rationale,
      changed_files: JSON.stringify(changedFiles),
      input_tokens: input.inputTokens ?? null,
      output_tokens: input.outputTokens ?? null,
    };
    throwIfRefused(checkSliceDecision(draft.decision));
    return context.store.transaction(async transaction => {
      const lane = draft.lane ?? (await laneAt(transaction, place.directory))?.name ?? null;
      return close(transaction, context, slice.id, { ...draft, lane });
    });
  },
});

type Output = z.output<typeof output>;
type DecisionDraft = Omit<
  DecisionRow,
  'id' | 'repository_id' | 'number' | 'task_id' | 'slice_id' | 'origin' | 'created_at'
>;

/** Earlier answer to the same call; undefined for the first one. */
async function findBefore(
  transaction: Transaction,
  place: Awaited<ReturnType<typeof placeOf>>,
  session: string,
  input: {
    readonly task?: string | undefined;
    readonly slice?: string | undefined;
    readonly decision?: string | undefined;
    readonly rationale: string;
  },
): Promise<Output | undefined> {
  const { decision: name } = input;
  const named = input.slice === undefined ? undefined : await findRecord(transaction, 'slices', input.slice);
  if (named === undefined && name === undefined) return closedLast(transaction, place, session, input);
  const taskId = named?.task_id ?? (await resolveTask(transaction, place, input.task)).id;
  const row = await closingDecision(transaction, taskId, { named, name, session });
  if (row?.slice_id == null) return undefined;
  return answer(transaction, await findRecord(transaction, 'slices', row.slice_id), row, true);
}

/** Without slice and decision id, a call repeats the last close if its text is the same and no slice is open. */
async function closedLast(
  transaction: Transaction,
  place: Awaited<ReturnType<typeof placeOf>>,
  session: string,
  { task: named, rationale }: { readonly task?: string | undefined; readonly rationale: string },
): Promise<Output | undefined> {
  const task = await resolveTask(transaction, place, named);
  const slices = await transaction.slices.ofTask(task.id);
  if (slices.some(({ status }) => status !== 'closed')) return undefined;
  const slice = slices.reduce<SliceRow | undefined>(
    (last, row) => ((row.closed_at ?? 0) >= (last?.closed_at ?? 0) ? row : last),
    undefined,
  );
  const row = await closingDecision(transaction, task.id, { named: slice, name: undefined, session });
  if (slice === undefined || row?.rationale !== rationale) return undefined;
  return answer(transaction, slice, row, true);
}

async function closingDecision(
  transaction: Transaction,
  taskId: string,
  { named, name, session }: { named: SliceRow | undefined; name: string | undefined; session: string },
): Promise<DecisionRow | undefined> {
  if (name !== undefined) return transaction.decisions.named(taskId, name, session);
  const [row] = named?.decision_id == null ? [] : await transaction.decisions.ofIds([named.decision_id]);
  // The id is generated: the same text in the same session is the same call.
  return row?.session === session ? row : undefined;
}

async function close(
  transaction: Transaction,
  context: Context,
  sliceId: string,
  draft: DecisionDraft,
): Promise<Output> {
  const { actor, clock, ids } = context;
  const now = clock.now();
  const slice = await findRecord(transaction, 'slices', sliceId);
  const task: TaskRow = await findTask(transaction, slice.task_id);
  const before = await transaction.decisions.named(task.id, draft.decision, draft.session);
  if (before?.slice_id === sliceId) return answer(transaction, slice, before, true);
  throwIfRefused(checkTaskLive(task));
  throwIfRefused(checkSliceAct(slice, 'close'));
  const decision = await transaction.decisions.create({
    ...draft,
    id: ids.ulid(now),
    task_id: task.id,
    slice_id: sliceId,
    origin: actor.role,
    created_at: now,
  });
  const change = {
    status: 'closed' as const,
    closed_at: now,
    decision_id: decision.id,
    changed_files: draft.changed_files,
    ...(slice.status === 'committed' ? {} : { commit_sha: draft.commit_sha }),
  };
  const run = await runOfDecision(transaction, context.workTree?.root, task);
  const payload = {
    ...{ decision: draft.decision, ref: formatRef('decision', decision.number) },
    ...(run === null ? {} : { run }),
  };
  const closed = await changeSlice(transaction, context, slice, change, { type: 'slice_closed', payload, now });
  return answer(transaction, closed, { ...decision, repository_id: slice.repository_id }, false);
}

async function answer(transaction: Transaction, slice: SliceRow, row: DecisionRow, repeated: boolean): Promise<Output> {
  const shown = await presentOneSlice(transaction, slice);
  const decision = await presentDecision(transaction, row);
  return { slice: shown, decision, repeated, warning: rationaleWarning(row.rationale) ?? null };
}
