import * as z from 'zod';
import { readBoard, treesOfBranches } from '../../records/repository/readBoard.js';
import { trendFields } from '../../records/repository/trendFields.js';
import { readHeartbeats } from '../../records/thread/openWork.js';
import { boardReportSchema } from '../../reports/boardReport.js';
import { defineOperation } from '../operation.js';

export const repositoryBoard = defineOperation({
  name: 'repository.board',
  order: 45,
  title: 'Show Board Data',
  summary:
    'Returns the board: items ready, work in progress, work to review, items that ended today, each once, with what needs a person on it.',
  input: z.strictObject({ utcOffsetMinutes: trendFields.utcOffsetMinutes }),
  output: boardReportSchema,
  effect: 'read',
  readsAsCaller: true,
  mcp: null,
  cli: { path: ['board'], examples: ['board', 'board --json'] },
  // The palette opens the page that shows it: `Stateroom: Open Home`.
  palette: false,
  async run(context, { utcOffsetMinutes = 0 }) {
    const readings = await readHeartbeats(context);
    const trees = await treesOfBranches(context);
    return context.store.read(tx => readBoard(context, tx, readings, trees, utcOffsetMinutes));
  },
});
