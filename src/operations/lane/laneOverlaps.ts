import * as z from 'zod';
import { laneField } from '../../records/lane/laneFields.js';
import { overlapsSchema, readOverlaps } from '../../records/lane/readOverlaps.js';
import { defineOperation } from '../operation.js';

export const laneOverlaps = defineOperation({
  name: 'lane.overlaps',
  order: 70,
  title: 'Show Lane Overlaps',
  summary:
    'Shows where open lanes change the same files and lines, which would conflict, and changes outside owned paths.',
  input: z.strictObject({ lane: laneField.optional().describe('Only overlaps of this lane') }),
  output: overlapsSchema,
  effect: 'read',
  mcp: { tool: 'manage_worktree_lane', action: 'overlaps', brief: '' },
  cli: { positionals: ['lane'], examples: ['lane overlaps', 'lane overlaps login --json'] },
  palette: false,
  run: (context, { lane }) => readOverlaps(context, lane),
});
