import * as z from 'zod';
import { decodeCursor, encodeCursor } from '../../domain/cursor/cursor.js';
import { findingSchema } from '../../domain/finding/finding.js';
import { type FindingOrder, sortSizes, sortValues } from '../../domain/finding/findingOrder.js';
import { findingLimits, findingModes } from '../../domain/finding/findingRow.js';
import { bySeverity, findingSeverities } from '../../domain/finding/findingSeverity.js';
import { byEndedStatus, findingStatuses, isEnded } from '../../domain/finding/findingStatus.js';
import { refusalError } from '../../domain/refusal/refusal.js';
import { archivedField } from '../../records/archivedField.js';
import type { Context } from '../../records/context.js';
import { readPath } from '../../records/finding/checkFinding.js';
import { presentFindings } from '../../records/finding/findingAccess.js';
import { repositoryField, runField, taskField } from '../../records/finding/findingFields.js';
import { findLane } from '../../records/lane/laneAccess.js';
import { cutPage, nextCursorField } from '../../records/page.js';
import { findReviewRun } from '../../records/review/reviewAccess.js';
import { findTask } from '../../records/task/taskAccess.js';
import { trimmedField, wordsField } from '../../records/textFields.js';
import { pageFields } from '../../records/workItem/queueFields.js';
import type { Transaction } from '../../store/store.js';
import type { FindingCounts, FindingFilter } from '../../store/tables/findingList.js';
import { defineOperation } from '../operation.js';

const listOrders = ['severity', 'path', 'updated', 'created'] as const satisfies readonly FindingOrder[];
const listStatuses = [...findingStatuses, 'any'] as const;
const defaultPageSize = 200;

export const findingList = defineOperation({
  name: 'finding.list',
  order: 30,
  title: 'List Findings',
  summary: 'Lists findings of all tasks, most severe first; open ones unless status is given.',
  input: z.strictObject({
    status: z.enum(listStatuses).optional().describe('open by default, any with archived'),
    severity: z.enum(findingSeverities).optional().describe('Only this severity'),
    path: wordsField(findingLimits.path).optional().describe('A file, or a folder and everything below it'),
    task: taskField.describe('Only for this task: T-3, 3, ULID or ref'),
    lane: trimmedField(200).optional().describe('Only of this lane and its task'),
    repository: repositoryField.describe('Only findings about the whole repository'),
    run: runField,
    mode: z.enum(findingModes).optional().describe('Only from this kind of review'),
    text: wordsField(200).optional().describe('Part of text, path or id'),
    order: z.enum(listOrders).optional().describe('severity by default'),
    archived: archivedField,
    ...pageFields,
  }),
  output: z.object({
    findings: z.array(findingSchema),
    nextCursor: nextCursorField,
    /** Counts of all matches, regardless of status and page. */
    counts: z.object({
      open: z.object(bySeverity(() => z.int())),
      ...byEndedStatus(() => z.int()),
    }),
  }),
  effect: 'read',
  mcp: {
    tool: 'review_findings',
    action: 'list',
    brief: '',
    rare: ['status', 'task', 'lane', 'repository', 'run', 'mode', 'order', 'archived', 'limit', 'cursor'],
  },
  cli: {
    paths: { path: 'path' },
    exclusive: [['task', 'repository']],
    examples: [
      'finding list',
      'finding list --severity high --path src/store',
      'finding list --status any --order updated',
      'finding list --lane login',
    ],
  },
  palette: 'finding',
  async run(context, { limit = defaultPageSize, ...input }) {
    const order = input.order ?? 'severity';
    const after = input.cursor === undefined ? undefined : placeOf(order, input.cursor);
    return context.store.read(async transaction => {
      const filter = await filterOf(context, transaction, input);
      const status = input.status ?? (input.archived === true ? 'any' : 'open');
      const rows = await transaction.findings.list({
        ...filter,
        ...(status === 'any' ? {} : { status }),
        order,
        // One more than the limit, to detect a next page.
        limit: limit + 1,
        after,
      });
      const { shown, nextCursor } = cutPage(rows, limit, last => encodeCursor(order, sortValues(order, last)));
      return {
        findings: await presentFindings(transaction, shown),
        nextCursor,
        counts: sum(await transaction.findings.counts(filter)),
      };
    });
  },
});

async function filterOf(
  context: Context,
  transaction: Transaction,
  input: z.output<typeof findingList.input>,
): Promise<FindingFilter> {
  const { severity, mode, text } = input;
  const lane = input.lane === undefined ? undefined : await findLane(transaction, input.lane);
  return {
    severity,
    mode,
    text,
    path: input.path === undefined || isTop(context, input.path) ? undefined : readPath(context, input.path),
    taskId:
      input.repository === true
        ? null
        : input.task === undefined
          ? undefined
          : (await findTask(transaction, input.task)).id,
    lane: lane && { taskId: lane.task_id, branch: lane.branch },
    reviewRunId: input.run === undefined ? undefined : (await findReviewRun(transaction, input.run)).id,
  };
}

/** True for the worktree root, which has all findings below it. */
function isTop({ workTree }: Context, path: string): boolean {
  return path === '.' || path === './' || path.replace(/[\\/]+$/, '') === workTree?.root;
}

function placeOf(order: FindingOrder, cursor: string): readonly (string | number)[] {
  const values = decodeCursor(order, sortSizes[order], cursor);
  const fits = values?.every((value, index) => (typeof value === 'string') === (order === 'path' && index === 0));
  if (values !== undefined && fits === true) return values;
  throw refusalError('invalid_input', 'input.foreignCursor', { hint: 'input.foreignOrderHint' });
}

function sum(counts: readonly FindingCounts[]) {
  const total = { open: bySeverity(() => 0), ...byEndedStatus(() => 0) };
  for (const { status, severity, count } of counts) {
    if (isEnded(status)) total[status] += count;
    else total.open[severity] += count;
  }
  return total;
}
