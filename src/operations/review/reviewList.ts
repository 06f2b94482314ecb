import * as z from 'zod';
import { reviewRunSchema } from '../../domain/review/reviewRun.js';
import { reviewLimits, reviewModes, reviewStatuses } from '../../domain/review/reviewRunRow.js';
import { reviewVerdicts } from '../../domain/review/reviewVerdict.js';
import { taskField } from '../../records/finding/findingFields.js';
import { cutNumbered, nextCursorField, readNumber } from '../../records/page.js';
import { presentRuns } from '../../records/review/reviewAccess.js';
import { hashesNow } from '../../records/review/reviewSubject.js';
import { findTask } from '../../records/task/taskAccess.js';
import { wordsField } from '../../records/textFields.js';
import { defineOperation } from '../operation.js';

const defaultPageSize = 50;
const order = 'review';

export const reviewList = defineOperation({
  name: 'review.list',
  order: 50,
  title: 'List Reviews',
  summary: 'Lists review runs, newest first, and whether what was reviewed has changed since.',
  input: z.strictObject({
    task: taskField.describe('Only for this task: T-3, 3, ULID or ref'),
    subject: wordsField(reviewLimits.subject).optional().describe('Only for this branch or path'),
    mode: z.enum(reviewModes).optional().describe('Only reviews of this kind'),
    status: z.enum(reviewStatuses).optional().describe('started: in progress; recorded: with a verdict'),
    verdict: z.enum(reviewVerdicts).optional().describe('Only with this verdict'),
    limit: z.int().min(1).max(500).optional().describe('Maximum number; 50 by default'),
    cursor: z.string().max(1000).optional().describe('nextCursor of the previous page'),
  }),
  output: z.object({
    runs: z.array(reviewRunSchema),
    nextCursor: nextCursorField,
  }),
  effect: 'read',
  mcp: { tool: 'review_runs', action: 'list', brief: '', rare: ['task', 'mode', 'status', 'limit', 'cursor'] },
  cli: {
    paths: { subject: 'name' },
    examples: ['review list', 'review list --task T-3 --verdict fail'],
  },
  palette: 'reviewRun',
  async run(context, { limit = defaultPageSize, ...input }) {
    const before = readNumber(order, input.cursor);
    const { subject, mode, status, verdict } = input;
    const rows = await context.store.read(async transaction => {
      const taskId = input.task === undefined ? undefined : (await findTask(transaction, input.task)).id;
      return transaction.reviewRuns.list({ taskId, subject, mode, status, verdict }, limit + 1, before);
    });
    const { shown, nextCursor } = cutNumbered(order, rows, limit);
    const hashes = await hashesNow(context, shown);
    return {
      runs: await context.store.read(transaction => presentRuns(transaction, shown, hashes)),
      nextCursor,
    };
  },
});
