import * as z from 'zod';
import { formatRef } from '../../../domain/identifier/identifier.js';
import { presentWorkerReport, workerReportLimits, workerReportSchema } from '../../../domain/worker/workerReport.js';
import { reportOutcomes, type WorkerReportRow } from '../../../domain/worker/workerReportRow.js';
import { redact } from '../../../platform/redact.js';
import type { Context } from '../../../records/context.js';
import { tellOfLane } from '../../../records/lane/laneAccess.js';
import { ownLaneField } from '../../../records/lane/laneFields.js';
import { wordsField } from '../../../records/textFields.js';
import { ownWorker } from '../../../records/worker/workerAccess.js';
import type { Draft } from '../../../store/tables/table.js';
import { defineOperation } from '../../operation.js';

const entries = z.array(wordsField(workerReportLimits.entry)).max(workerReportLimits.entries).optional();

const submitInput = z.strictObject({
  outcome: z.enum(reportOutcomes).describe('The outcome'),
  summary: wordsField(workerReportLimits.summary).describe('What was done, and what was not'),
  lane: ownLaneField,
  files: entries.describe('Related paths'),
  tests: entries.describe('Commands that were run, with their results'),
  blockers: entries.describe('What blocks the work, and who can resolve it'),
  mergeReady: z.boolean().optional().describe('It is ready to be merged'),
});

export const reportSubmit = defineOperation({
  name: 'report.submit',
  order: 10,
  title: 'Submit Report',
  summary:
    'Reports the outcome of the work in a lane; blocked or failed reports wait for a person to acknowledge them.',
  input: submitInput,
  output: z.object({
    report: workerReportSchema,
    /** False if the lane's last report is identical. */
    made: z.boolean(),
  }),
  effect: 'write',
  mcp: {
    tool: 'lane_communication',
    action: 'report',
    brief: 'done|partial|blocked|failed|nothing_to_do',
    rare: ['outcome', 'summary', 'files', 'tests', 'blockers', 'mergeReady'],
  },
  cli: {
    paths: { files: 'path' },
    positionals: ['outcome', 'summary'],
    examples: [
      'report submit done "Logins are limited" --files src/login.ts --merge-ready',
      'report submit blocked "The API key is missing" --lane login --blockers "Ask for a key"',
    ],
  },
  palette: false,
  async run(context, input) {
    const { lane } = await ownWorker(context, input.lane);
    const trees = context.lanes === undefined ? undefined : await context.lanes.trees();
    const commit = (await trees?.branchCommit(lane.branch)) ?? null;
    return context.store.transaction(async transaction => {
      const last = await transaction.workerReports.lastOf(lane.id);
      const draft = draftOf(context, input, lane.id, commit);
      if (last !== undefined && isSameReport(last, draft)) {
        return { report: presentWorkerReport(last, lane.name), made: false };
      }
      const row = await transaction.workerReports.create(draft);
      const { outcome, summary } = row;
      const payload = { report: formatRef('workerReport', row.number), outcome, summary: summary.slice(0, 500) };
      const { actor } = context;
      await tellOfLane(transaction, lane, { actor, now: row.created_at, type: 'worker_reported', payload });
      return { report: presentWorkerReport(row, lane.name), made: true };
    });
  },
});

function draftOf(
  { actor, clock, ids }: Context,
  { outcome, summary, files = [], tests = [], blockers = [], mergeReady }: z.output<typeof submitInput>,
  laneId: string,
  commit: string | null,
): Draft<WorkerReportRow> {
  const now = clock.now();
  return {
    id: ids.ulid(now),
    lane_id: laneId,
    outcome,
    summary: redact(summary),
    files: JSON.stringify(files),
    tests: JSON.stringify(tests.map(redact)),
    blockers: JSON.stringify(blockers.map(redact)),
    merge_ready: mergeReady === true ? 1 : 0,
    commit_sha: commit,
    actor: actor.name,
    created_at: now,
  };
}

const comparedColumns = [
  'outcome',
  'summary',
  'files',
  'tests',
  'blockers',
  'merge_ready',
  'commit_sha',
  'actor',
] as const;

function isSameReport(last: WorkerReportRow, draft: Draft<WorkerReportRow>): boolean {
  return comparedColumns.every(column => last[column] === draft[column]);
}
