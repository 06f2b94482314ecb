import * as z from 'zod';
import { laneSchema } from '../../../domain/lane/lane.js';
import { messageSchema } from '../../../domain/message/message.js';
import { refuse } from '../../../domain/refusal/refusal.js';
import { presentWorkerReport, workerReportSchema } from '../../../domain/worker/workerReport.js';
import { message } from '../../../messages/message.js';
import type { Context } from '../../../records/context.js';
import { readPath } from '../../../records/finding/checkFinding.js';
import { presentLanes } from '../../../records/lane/laneAccess.js';
import { type MessagesRead, readSurroundings, showMessages } from '../../../records/message/messageAccess.js';
import { wordsField } from '../../../records/textFields.js';
import type { Transaction } from '../../../store/store.js';
import { defineOperation } from '../../operation.js';

const pageSize = 1000;

const recordSchema = z.discriminatedUnion('record', [
  laneSchema.extend({ record: z.literal('lane') }),
  workerReportSchema.extend({ record: z.literal('report') }),
  messageSchema.extend({ record: z.literal('message') }),
]);
type ExportedRecord = z.output<typeof recordSchema>;

export const messageExport = defineOperation({
  name: 'message.export',
  order: 40,
  title: 'Export Messages',
  summary: 'Exports all lanes with workers, reports and messages as JSON, one record per line.',
  input: z.strictObject({
    file: wordsField(1000).optional().describe('Path of a new file in the worktree to write to'),
  }),
  output: z.object({
    lanes: z.int(),
    reports: z.int(),
    messages: z.int(),
    /** Path of the written file; null if the records are in the answer. */
    file: z.string().nullable(),
    /** One record per line; null if they are in a file. */
    records: z.array(recordSchema).nullable(),
  }),
  effect: 'external',
  // An agent reads messages with `list`; the export is for people and other tools.
  mcp: null,
  cli: {
    paths: { file: 'path' },
    positionals: ['file'],
    examples: ['message export > messages.jsonl', 'message export build/messages.jsonl'],
  },
  palette: false,
  async run(context, { file }) {
    const { workTree } = context;
    const path = file === undefined ? undefined : readPath(context, file);
    if (path !== undefined && workTree === undefined) {
      return refuse('no_repository', message('input.fileNeedsWorkTree'), {
        hint: message('input.redirectAnswer'),
      });
    }
    if (path !== undefined && (await workTree?.readText(path)) !== undefined) {
      return refuse('conflict', message('input.fileExists', { path }), { hint: message('input.nameNewFile') });
    }
    const records = await everyRecord(context);
    const count = (kind: ExportedRecord['record']) => records.filter(({ record }) => record === kind).length;
    const counts = { lanes: count('lane'), reports: count('report'), messages: count('message') };
    if (path === undefined) return { ...counts, file: null, records };
    await workTree?.writeText(path, records.map(record => `${JSON.stringify(record)}\n`).join(''));
    return { ...counts, file: path, records: null };
  },
});

/** Lanes and reports first, so that references of messages resolve. One snapshot. */
async function everyRecord(context: Context): Promise<ExportedRecord[]> {
  const { lanes, reports, messages } = await context.store.read(async transaction => ({
    lanes: await presentLanes(transaction, await transaction.lanes.list(), context.clock.now()),
    reports: await everyReport(transaction),
    messages: await everyMessage(transaction),
  }));
  return [
    ...lanes.map(lane => ({ record: 'lane' as const, ...lane })),
    ...reports.map(report => ({ record: 'report' as const, ...report })),
    ...(await showMessages(context, messages)).map(message => ({ record: 'message' as const, ...message })),
  ];
}

async function everyReport(transaction: Transaction) {
  const names = new Map((await transaction.lanes.list()).map(({ id, name }) => [id, name]));
  const rows = await inPages(after => transaction.workerReports.list({ open: false, after, limit: pageSize }));
  return rows.map(row => presentWorkerReport(row, names.get(row.lane_id) ?? row.lane_id));
}

async function everyMessage(transaction: Transaction): Promise<MessagesRead> {
  return readSurroundings(transaction, await inPages(after => transaction.messages.all({ after, limit: pageSize })));
}

async function inPages<Row extends { readonly number: number }>(
  read: (after: number) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const page = await read(rows.at(-1)?.number ?? 0);
    rows.push(...page);
    if (page.length < pageSize) return rows;
  }
}
