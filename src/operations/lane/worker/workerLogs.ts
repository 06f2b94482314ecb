import * as z from 'zod';
import { type RefusalError, refusalError } from '../../../domain/refusal/refusal.js';
import { message } from '../../../messages/message.js';
import { requireLanes } from '../../../records/lane/laneAccess.js';
import { ownLaneField } from '../../../records/lane/laneFields.js';
import { findWorker, ownLane } from '../../../records/worker/workerAccess.js';
import { defineOperation } from '../../operation.js';
import { runningProgram } from './workerRuns.js';

const maxBytes = 1024 * 1024;
const usualLines = 50;

export const workerLogs = defineOperation({
  name: 'worker.logs',
  order: 100,
  title: 'Show Worker’s Log',
  summary: 'Shows the last output of a worker’s program, with secrets redacted.',
  input: z.strictObject({
    lane: ownLaneField,
    lines: z.int().min(1).max(10_000).optional().describe(`Number of lines; ${usualLines} by default`),
    after: z.int().min(0).optional().describe('Only output after this position from an earlier answer'),
  }),
  output: z.object({
    lane: z.string(),
    path: z.string(),
    text: z.string(),
    /** Offset of the text's end, for `after`. */
    end: z.int(),
    running: z.boolean(),
  }),
  effect: 'read',
  // Rare: `after` has another meaning where lanes are opened.
  mcp: { tool: 'manage_worktree_lane', action: 'logs', listed: 'never', brief: '', rare: ['lines', 'after'] },
  cli: {
    positionals: ['lane'],
    exclusive: [['lines', 'after']],
    examples: ['worker logs login', 'worker logs login --lines 200', 'worker logs --follow'],
  },
  palette: false,
  async run(context, { lane: named, lines = usualLines, after }) {
    const ports = requireLanes(context);
    const found = await ownLane(context, named);
    const { lane } = await context.store.read(transaction => findWorker(transaction, found));
    // Checked first: output after this check is found by the next one.
    const running = (await runningProgram(ports, lane.name, context.clock.now())) !== undefined;
    const part = await ports.logs.read(lane.name, maxBytes, after);
    if (part === undefined && !running) throw nothing(lane.name);
    const { content, start, end } = part ?? { content: new Uint8Array(), start: 0, end: 0 };
    const text = new TextDecoder().decode(content);
    const path = ports.logs.path(lane.name);
    return {
      lane: lane.name,
      path,
      text: after === undefined ? lastLines(text, lines, start > 0) : text,
      end,
      running,
    };
  },
});

/** Last lines of a text, without a cut first one. */
function lastLines(text: string, count: number, isCut: boolean): string {
  const lines = text.split(/(?<=\n)/);
  return lines.slice(Math.max(isCut ? 1 : 0, lines.length - count)).join('');
}

function nothing(lane: string): RefusalError {
  return refusalError('not_found', message('workers.noLog', { lane }), {
    hint: message('workers.noLogHint'),
    next: [{ operation: 'worker.start', input: { lane } }],
  });
}
