import * as z from 'zod';
import { newEvent } from '../../domain/event/newEvent.js';
import { evidenceSchema } from '../../domain/evidence/evidence.js';
import { formatRef } from '../../domain/identifier/identifier.js';
import { throwIfRefused } from '../../domain/refusal/refusal.js';
import { sliceSchema } from '../../domain/slice/slice.js';
import { sliceLimits } from '../../domain/slice/sliceRow.js';
import { checkTaskLive } from '../../domain/task/taskRule.js';
import { presentEvidenceRow } from '../../records/evidence/evidenceAccess.js';
import { taskField, timeoutField } from '../../records/evidence/evidenceFields.js';
import { draftRun, type EvidenceDraft, evidencePayload, writeEvidence } from '../../records/evidence/recordEvidence.js';
import { runForEvidence } from '../../records/evidence/runForEvidence.js';
import { provenanceOf } from '../../records/provenance.js';
import { presentOneSlice } from '../../records/slice/sliceAccess.js';
import { storedTest } from '../../records/slice/sliceFields.js';
import { findTask, readInTask } from '../../records/task/taskAccess.js';
import { becomeFull } from '../../records/task/taskOfLane.js';
import { trimmedField } from '../../records/textFields.js';
import { defineOperation } from '../operation.js';
import { requirePlanItem } from './requirePlanItem.js';

export const sliceStart = defineOperation({
  name: 'slice.start',
  order: 10,
  title: 'Start Slice',
  menuTitle: 'Start',
  asks: true,
  summary: 'Starts a slice of the task and runs its test: RED shows that the work is still to do.',
  input: z.strictObject({
    title: trimmedField(sliceLimits.title).optional().describe('Title of the slice'),
    test: trimmedField(sliceLimits.testCommand)
      .optional()
      .describe('Command that fails now and passes when the slice is done; run in the worktree root'),
    item: trimmedField(sliceLimits.planItem).optional().describe('Id of its plan item, as listed by plan show'),
    task: taskField,
    timeoutSeconds: timeoutField,
  }),
  output: z.object({
    slice: sliceSchema,
    /** `red` as intended; `green` if the test passes before the work; null without a test. */
    state: z.enum(['red', 'green']).nullable(),
    evidence: evidenceSchema.nullable(),
    warning: z.string().nullable(),
  }),
  effect: 'external',
  makesTask: true,
  needsHolder: true,
  mcp: { tool: 'slices', action: 'start', brief: '', rare: ['item', 'task', 'timeoutSeconds'] },
  cli: {
    positionals: ['title'],
    flags: { timeoutSeconds: 'timeout' },
    examples: [
      'slice start "Count the retries" --test "npm test -- retry"',
      'slice start --test "make check" --item count',
    ],
  },
  progress: 'notification',
  icon: 'add',
  palette: 'liveTask',
  async run(context, { title, test, item, task: named, timeoutSeconds }) {
    const stored = storedTest(test);
    const task = await readInTask(context, named, async (_, task) => task);
    throwIfRefused(checkTaskLive(task));
    if (item !== undefined) await requirePlanItem(context, task, item);
    // A test is not run if its result cannot be stored.
    if (test !== undefined) await context.attachments?.throwIfRefused('evidence');
    const run =
      test === undefined
        ? undefined
        : await runForEvidence(context, { command: [test], directory: '', timeoutSeconds });
    const draft: EvidenceDraft | undefined = run === undefined ? undefined : await draftRun(context, run);
    const provenance = await provenanceOf(context);
    const now = context.clock.now();
    const { slice, evidence } = await context.store.transaction(async transaction => {
      const present = await findTask(transaction, task.id);
      throwIfRefused(checkTaskLive(present));
      await becomeFull(context, transaction, present);
      const id = context.ids.ulid(now);
      const proof =
        draft === undefined ? undefined : await writeEvidence(transaction, draft, { taskId: task.id, sliceId: id });
      const row = await transaction.slices.create({
        ...provenance,
        id,
        task_id: task.id,
        title: title ?? item ?? (stored ?? task.objective).slice(0, sliceLimits.title),
        status: 'open',
        test_command: stored,
        red_evidence_id: proof?.id ?? null,
        plan_item: item ?? null,
        base_sha: provenance.commit_sha,
        changed_files: '[]',
        started_at: now,
        updated_at: now,
      });
      const payload = {
        slice: formatRef('slice', row.number),
        title: row.title,
        ...(proof === undefined ? {} : { test: evidencePayload(proof) }),
      };
      await transaction.events.append([newEvent(context.actor, now, 'slice_started', null, payload, task.id)]);
      return {
        slice: await presentOneSlice(transaction, row),
        evidence: proof === undefined ? null : await presentEvidenceRow(transaction, proof, run?.treeHash),
      };
    });
    const state = run === undefined ? null : run.passed ? ('green' as const) : ('red' as const);
    return { slice, state, evidence, warning: state === 'green' ? greenAlready : null };
  },
});

const greenAlready =
  'The test already passes, so it does not show that work is needed. Use a test that fails now, if possible.';
