import * as z from 'zod';
import { newEvent } from '../../domain/event/newEvent.js';
import { formatRef } from '../../domain/identifier/identifier.js';
import { taskField } from '../../records/finding/findingFields.js';
import { provenanceOf } from '../../records/provenance.js';
import { presentOneRun, taskOfSubject } from '../../records/review/reviewAccess.js';
import { reviewRunOutput, subjectFields } from '../../records/review/reviewFields.js';
import { readSubject } from '../../records/review/reviewSubject.js';
import { bringToHead, reviewLaneHere } from '../../records/review/reviewTree.js';
import { placeOf } from '../../records/task/taskAccess.js';
import { defineOperation } from '../operation.js';
import { beginAgain, findRun, newRun, openRun } from './startRun.js';

export const reviewStart = defineOperation({
  name: 'review.start',
  order: 10,
  title: 'Start Review',
  summary:
    'Starts your review of a branch or document, or brings it up to date; findings refer to it, a verdict ends it.',
  input: z.strictObject({ ...subjectFields, task: taskField }),
  output: reviewRunOutput,
  effect: 'write',
  idempotency: 'id',
  mcp: { tool: 'review_runs', action: 'start', brief: 'branch here or subject', rare: ['kind', 'mode', 'id', 'task'] },
  cli: {
    paths: { subject: 'name' },
    positionals: ['subject'],
    examples: ['review start', 'review start feature/rate-limit', 'review start .stateroom/plans/rate-limit.md'],
  },
  palette: 'store',
  async run(context, input) {
    const subject = await readSubject(context, input);
    const lane = await reviewLaneHere(context, subject.name);
    if (lane !== undefined) await bringToHead(context, lane, subject.commit);
    const provenance = await provenanceOf(context);
    const place = await placeOf(context);
    return context.store.transaction(async transaction => {
      const { actor } = context;
      const own = input.id === undefined ? await openRun(transaction, actor, subject) : undefined;
      const existing = own === undefined ? await findRun(transaction, input.id, subject) : undefined;
      if (existing !== undefined) return { run: await presentOneRun(transaction, existing, subject.hash) };
      const isNamed = own === undefined || input.task !== undefined;
      const task = isNamed ? await taskOfSubject(transaction, place, input.task, subject) : undefined;
      const isOfTask = task === undefined || own?.task_id === task.id;
      if (own !== undefined && isOfTask && own.subject_hash === (subject.hash ?? null))
        return { run: await presentOneRun(transaction, own, subject.hash) };
      const now = context.clock.now();
      const row =
        own === undefined
          ? await newRun(context, transaction, subject, { task, key: input.id, provenance, now })
          : await beginAgain(transaction, own, subject, { task, provenance, now });
      if (own === undefined) await transaction.reviewRuns.insert([row]);
      const payload = { run: formatRef('reviewRun', row.number), subject: subject.name, mode: subject.mode };
      await transaction.events.append([newEvent(actor, now, 'review_started', null, payload, row.task_id)]);
      return { run: await presentOneRun(transaction, row, subject.hash) };
    });
  },
});
