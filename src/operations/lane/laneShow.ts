import { z } from 'zod';
import { roles } from '../../domain/actor/actor.js';
import { type Lane, laneSchema } from '../../domain/lane/lane.js';
import type { Context } from '../context.js';
import { defineOperation } from '../operation.js';
import { ownLane } from '../worker/workerAccess.js';
import { signsOfLife } from '../worker/workerSigns.js';
import { demandLanes, findLane, presentOneLane } from './laneAccess.js';
import { laneDiskSchema } from './laneDisk.js';
import { ownLaneField } from './laneFields.js';

export const laneShow = defineOperation({
  name: 'lane.show',
  title: 'Show Lane',
  summary: 'Shows one lane with its branch, work tree, owned paths, ports and worker.',
  input: z.strictObject({
    lane: ownLaneField,
    disk: z.boolean().optional().describe('With what it takes on disk, which is measured now'),
  }),
  output: laneSchema.extend({
    /** Null when it was not asked for, and without a work tree. */
    disk: laneDiskSchema.nullable(),
  }),
  effect: 'read',
  roles,
  mcp: { tool: 'manage_worktree_lane', action: 'show' },
  cli: { positionals: ['lane'], examples: ['lane show login', 'lane show L-3 --disk'] },
  palette: false,
  async run(context, { lane: named, disk }) {
    const name = await ownLane(context, named);
    const signs = await signsOfLife(context);
    const lane = await context.store.read(async transaction =>
      presentOneLane(transaction, await findLane(transaction, name), context.clock.now(), signs),
    );
    return { ...lane, disk: disk === true ? await diskOf(context, lane) : null };
  },
});

async function diskOf(context: Context, { worktreePath }: Lane): Promise<z.output<typeof laneDiskSchema> | null> {
  const trees = await demandLanes(context).trees();
  if ((await trees.kindOf(worktreePath)) !== 'folder') return null;
  const { bytes, leftovers } = await trees.diskUse(worktreePath, context.signal);
  return { bytes, leftovers: leftovers.map(({ path, bytes: taken }) => ({ path, bytes: taken })) };
}
