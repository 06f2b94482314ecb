import * as z from 'zod';
import type { Provenance } from '../../domain/actor/provenance.js';
import { newEvent } from '../../domain/event/newEvent.js';
import { formatRef } from '../../domain/identifier/identifier.js';
import { type RefusalError, refusalError, throwIfRefused } from '../../domain/refusal/refusal.js';
import { checkRequestChanges } from '../../domain/review/reviewRule.js';
import { reviewRunSchema } from '../../domain/review/reviewRun.js';
import type { ReviewRunRow } from '../../domain/review/reviewRunRow.js';
import { reviewLimits } from '../../domain/review/reviewRunRow.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import { taskStatuses } from '../../domain/task/taskStatus.js';
import { translated } from '../../domain/text/translated.js';
import { message } from '../../messages/message.js';
import type { Context } from '../../records/context.js';
import { taskField } from '../../records/finding/findingFields.js';
import { provenanceOf } from '../../records/provenance.js';
import { judgedHash } from '../../records/review/judgedHash.js';
import { findReviewRun, presentOneRun, type StoredRun, taskOfSubject } from '../../records/review/reviewAccess.js';
import { reviewRunField } from '../../records/review/reviewFields.js';
import { hashesNow, readSubject } from '../../records/review/reviewSubject.js';
import { refuseUnseen } from '../../records/review/reviewTree.js';
import { placeOf } from '../../records/task/taskAccess.js';
import { wordsField } from '../../records/textFields.js';
import type { Transaction } from '../../store/store.js';
import { defineOperation } from '../operation.js';
import { recordVerdict } from './recordVerdict.js';
import { requestPrefix } from './settleRequests.js';
import { checkReviewer, newRun, runToEnd } from './startRun.js';
import { tellAuthor } from './tellAuthor.js';

/** Before the author's planned actions: the next session sees it first. */
const priority = 10;
/** Max characters in the author's next action; the whole comment is in the run. */
const actionLimit = 500;

export const reviewRequestChanges = defineOperation({
  name: 'review.requestChanges',
  order: 70,
  title: 'Request Changes on Branch or Document',
  asks: true,
  summary:
    'Requests changes with a comment: records a failed review and a next action, and puts the task back in progress.',
  input: z.strictObject({
    comment: wordsField(reviewLimits.comment).describe(translated('What to change, and why')),
    run: reviewRunField
      .optional()
      .describe('Default: the run that you started for this subject, else a new one for its current state'),
    subject: wordsField(reviewLimits.subject).optional().describe('Branch or document; default: the current branch'),
    task: taskField,
  }),
  output: z.object({
    run: reviewRunSchema,
    /** Null for a review without a task. */
    taskStatus: z.enum(taskStatuses).nullable(),
  }),
  effect: 'write',
  mcp: {
    tool: 'review_runs',
    action: 'request_changes',
    brief: 'your verdict as reviewer',
    rare: ['comment', 'run', 'task'],
  },
  cli: {
    paths: { subject: 'name' },
    path: ['review', 'request-changes'],
    positionals: ['comment'],
    exclusive: [['run', 'subject']],
    examples: ['review request-changes "The limit is per process, it has to be per user" --run V-2'],
  },
  palette: 'store',
  async run(context, input) {
    const subject = input.run === undefined ? await readSubject(context, input) : undefined;
    const provenance = await provenanceOf(context);
    const place = await placeOf(context);
    await refuseUnseen(context, subject, input.run);
    const { row, taskStatus } = await context.store.transaction(async transaction => {
      const now = context.clock.now();
      const present =
        input.run === undefined
          ? subject && (await runToEnd(transaction, context.actor, subject))
          : await findReviewRun(transaction, input.run);
      if (present !== undefined) {
        throwIfRefused(checkRequestChanges(present));
        throwIfRefused(checkReviewer(present, context.actor));
      }
      const run =
        present ??
        (subject &&
          (await newRun(context, transaction, subject, {
            task: await taskOfSubject(transaction, place, input.task, subject),
            key: undefined,
            provenance,
            now,
          })));
      if (run === undefined) throw new Error('A run is named or made of a subject.');
      const row = await requestIn(context, transaction, run, present, { comment: input.comment, provenance, now });
      const task = row.task_id === null ? undefined : (await transaction.tasks.ofIds([row.task_id]))[0];
      const returned =
        task === undefined
          ? undefined
          : await putBackInProgress(context, transaction, task, row, input.comment, provenance);
      const payload = {
        run: formatRef('reviewRun', row.number),
        subject: row.subject_path,
        comment: input.comment,
        judged: judgedHash(row),
        ...(task === undefined ? {} : { from: task.status, status: returned?.status }),
      };
      await transaction.events.append([newEvent(context.actor, now, 'changes_requested', null, payload, row.task_id)]);
      await tellAuthor(context, transaction, row, input.comment);
      return { row, taskStatus: returned?.status ?? null };
    });
    const hashes = await hashesNow(context, [row]);
    return {
      run: await context.store.read(transaction => presentOneRun(transaction, row, hashes.get(row.id))),
      taskStatus,
    };
  },
});

/** A run without a verdict gets a fail; one with a verdict keeps it and requests changes too. */
async function requestIn(
  context: Context,
  transaction: Transaction,
  run: StoredRun,
  present: ReviewRunRow | undefined,
  { comment, provenance, now }: { comment: string; provenance: Provenance; now: number },
): Promise<StoredRun> {
  if (present === undefined || present.status === 'started') {
    const record = {
      verdict: 'fail',
      summary: comment,
      coveredFiles: [],
      requestChanges: true,
      provenance,
      now,
    } as const;
    return recordVerdict(context, transaction, run, record, present === undefined);
  }
  const changed = await transaction.reviewRuns.change(present, { request_changes: 1 });
  if (changed !== undefined) return changed;
  throw lost(formatRef('reviewRun', present.number));
}

/** Gives the author a next action, and returns a submitted task to work. */
async function putBackInProgress(
  { actor, ids }: Context,
  transaction: Transaction,
  task: TaskRow,
  run: StoredRun,
  comment: string,
  provenance: Provenance,
): Promise<TaskRow> {
  const now = run.reviewed_at ?? run.started_at;
  const text = `${requestPrefix(run)}${comment}`;
  await transaction.nextActions.create({
    id: ids.ulid(now),
    task_id: task.id,
    action: text.length > actionLimit ? `${text.slice(0, actionLimit - 1)}…` : text,
    priority,
    status: 'pending',
    ...provenance,
    created_at: now,
  });
  if (task.status !== 'review') return task;
  const changed = await transaction.tasks.change(task, {
    status: 'in_progress',
    updated_at: now,
    updated_by: actor.name,
  });
  if (changed !== undefined) return changed;
  throw lost(formatRef('task', task.number));
}

function lost(ref: string): RefusalError {
  return refusalError('conflict', message('input.changedMeanwhile', { subject: ref }), { hint: 'input.lookAgain' });
}
