import * as z from 'zod';
import { refusalError } from '../../domain/refusal/refusal.js';
import { message } from '../../messages/message.js';
import { laneCalled, requireLanes } from '../../records/lane/laneAccess.js';
import { ownLaneField } from '../../records/lane/laneFields.js';
import { laneCallerOf } from '../../records/worker/laneCaller.js';
import { findOwnWorker, findWorker, ownLane } from '../../records/worker/workerAccess.js';
import { defineOperation } from '../operation.js';
import { leftoverSchema } from './laneDisk.js';
import { requireTree } from './worker/runProgram.js';
import { runningProgram } from './worker/workerRuns.js';

export const laneClean = defineOperation({
  name: 'lane.clean',
  order: 160,
  title: 'Clean Lane',
  menuTitle: 'Clean',
  asks: true,
  summary: 'Lists ignored dependency and build folders in a lane; with --remove, deletes them.',
  input: z.strictObject({
    lane: ownLaneField,
    remove: z.boolean().optional().describe('Delete the listed folders; tools can recreate them'),
  }),
  output: z.object({
    lane: z.string(),
    folders: z.array(leftoverSchema),
    removed: z.boolean(),
  }),
  effect: 'external',
  destructive: true,
  onlyReads: ({ remove }) => remove !== true,
  // An agent cleans its own worktree by its own means.
  mcp: null,
  cli: { positionals: ['lane'], examples: ['lane clean login', 'lane clean login --remove'] },
  progress: 'notification',
  icon: 'trash',
  palette: 'lanes',
  async run(context, { lane: named, remove }) {
    const ports = requireLanes(context);
    const name = await ownLane(context, named);
    const caller = await laneCallerOf(context);
    const { lane } = await context.store.read(transaction =>
      remove === true ? findOwnWorker(caller, transaction, name) : findWorker(transaction, name),
    );
    await requireTree(ports, lane);
    const running = remove === true ? await runningProgram(ports, lane.name, context.clock.now()) : undefined;
    if (running !== undefined) {
      throw refusalError('conflict', message('lanes.agentMayNeed', { lane: laneCalled(lane), pid: running.pid }), {
        hint: 'lanes.agentMayNeedHint',
      });
    }
    const trees = await ports.trees();
    const { leftovers } = await trees.diskUse(lane.worktree_path, context.signal);
    const folders = leftovers.map(({ path, bytes }) => ({ path, bytes }));
    if (remove !== true) return { lane: lane.name, folders, removed: false };
    const gone = new Set(
      await trees.removeLeftovers(
        lane.worktree_path,
        folders.map(({ path }) => path),
      ),
    );
    return { lane: lane.name, folders: folders.filter(({ path }) => gone.has(path)), removed: true };
  },
});
