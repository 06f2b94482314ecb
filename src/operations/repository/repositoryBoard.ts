import * as z from 'zod';
import type { Context } from '../../records/context.js';
import { readAdoptable } from '../../records/lane/readAdoptable.js';
import { readRemoteWork } from '../../records/lane/readRemoteWork.js';
import { readBoard, treesOfBranches } from '../../records/repository/readBoard.js';
import { trendFields } from '../../records/repository/trendFields.js';
import { readHeartbeats } from '../../records/thread/openWork.js';
import { type BoardReport, boardGroupings, boardReportSchema } from '../../reports/boardReport.js';
import { defineOperation } from '../operation.js';

export const repositoryBoard = defineOperation({
  name: 'repository.board',
  order: 45,
  title: 'Show Board Data',
  summary:
    'Returns the board: items ready, work in progress, work to review, items that ended today, each once, with what needs a person on it, and branches without a lane.',
  input: z.strictObject({
    utcOffsetMinutes: trendFields.utcOffsetMinutes,
    by: z
      .enum(boardGroupings)
      .optional()
      .describe('Group the cards of each column; a card is in the group of its first label'),
    noWorktrees: z.boolean().optional().describe('Leave out branches without a lane; runs no git'),
  }),
  output: boardReportSchema,
  effect: 'read',
  readsAsCaller: true,
  mcp: null,
  cli: { path: ['board'], examples: ['board', 'board --by agent', 'board --json'] },
  // The palette opens the page that shows it: `Stateroom: Open Home`.
  palette: false,
  async run(context, { utcOffsetMinutes = 0, noWorktrees, by = null }) {
    const readings = await readHeartbeats(context);
    const elsewhere = noWorktrees === true ? [] : await readElsewhere(context);
    const trees = await treesOfBranches(context);
    const reads = { utcOffsetMinutes, elsewhere, trees };
    const board = await context.store.read(tx => readBoard(context, tx, readings, reads));
    return { ...board, by };
  },
});

async function readElsewhere(context: Context): Promise<BoardReport['elsewhere']> {
  if (context.lanes === undefined) return [];
  const trees = await readAdoptable(context, context.lanes);
  const remote = await readRemoteWork(context, context.lanes);
  return [
    ...trees.flatMap(({ branch, task, ...tree }) => (branch === null || task !== null ? [] : [{ branch, ...tree }])),
    ...remote.map(work => ({ ...work, worktreePath: null })),
  ];
}
