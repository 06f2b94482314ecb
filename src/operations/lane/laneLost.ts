import * as z from 'zod';
import { refusalError } from '../../domain/refusal/refusal.js';
import { parseDuration } from '../../domain/time/duration.js';
import { message } from '../../messages/message.js';
import { requireLanes } from '../../records/lane/laneAccess.js';
import { defineOperation } from '../operation.js';
import { findLostWork } from './lost/findLostWork.js';
import { lostSchema } from './lost/lostFields.js';

const defaultAge = '30d';
const defaultLimit = 50;

export const laneLost = defineOperation({
  name: 'lane.lost',
  order: 190,
  title: 'List Lost Work',
  summary: 'Lists stashes, commits on no branch, backups and removed worktrees of the last 30 days, newest first.',
  input: z.strictObject({
    since: z.string().trim().min(1).max(40).optional().describe(`Maximum age: 12h, 30d, 12w; default: ${defaultAge}`),
    limit: z.int().min(1).max(1000).optional().describe(`Maximum number; ${defaultLimit} by default`),
  }),
  output: z.object({
    lost: z.array(lostSchema),
    /** Number of older ones. */
    more: z.number().int(),
    /** False if only git’s reflogs were searched, in a large repository. */
    complete: z.boolean(),
  }),
  effect: 'read',
  asksGit: true,
  cancellable: true,
  progress: 'notification',
  mcp: { tool: 'manage_worktree_lane', action: 'lost', listed: 'never', brief: '', rare: ['since', 'limit'] },
  cli: { path: ['lost'], examples: ['lost', 'lost --since 12w --limit 200'] },
  palette: false,
  async run(context, { since = defaultAge, limit = defaultLimit }) {
    const age = parseDuration(since.toLowerCase());
    if (age === undefined) {
      throw refusalError('invalid_input', message('lanes.badSince', { text: since }), { hint: 'lanes.badAgeHint' });
    }
    const { lost, isComplete } = await findLostWork(context, requireLanes(context), context.clock.now() - age);
    return { lost: lost.slice(0, limit), more: Math.max(0, lost.length - limit), complete: isComplete };
  },
});
