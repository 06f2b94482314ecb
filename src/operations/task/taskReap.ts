import * as z from 'zod';
import { formatRef } from '../../domain/identifier/identifier.js';
import { openStatuses } from '../../domain/lane/laneStatus.js';
import { refusalError } from '../../domain/refusal/refusal.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import { parseDuration } from '../../domain/time/duration.js';
import type { WorkTree } from '../../git/workTree.js';
import { message } from '../../messages/message.js';
import { say } from '../../messages/say.js';
import type { Context } from '../../records/context.js';
import { defineOperation } from '../operation.js';
import { archiveTask } from './archiveTask.js';
import { refreshCurrentTask } from './currentTask.js';

const defaultAge = '7d';

export const taskReap = defineOperation({
  name: 'task.reap',
  order: 120,
  title: 'Archive Abandoned Tasks',
  asks: true,
  summary: 'Lists active tasks without a worktree, a branch and recent activity; with yes, archives them.',
  input: z.strictObject({
    olderThan: z.string().trim().min(1).max(40).optional().describe(`Time without activity; default: ${defaultAge}`),
    yes: z.boolean().optional().describe('Archive them; otherwise they are only listed'),
  }),
  output: z.object({
    archived: z.boolean(),
    tasks: z.array(
      z.object({
        task: z.string(),
        objective: z.string(),
        branch: z.string().nullable(),
        lastActivity: z.iso.datetime(),
      }),
    ),
  }),
  effect: 'write',
  onlyReads: ({ yes }) => yes !== true,
  mcp: { tool: 'archive', action: 'reap', brief: 'dead tasks', rare: ['olderThan', 'yes'] },
  cli: { examples: ['task reap', 'task reap --older-than 30d --yes'] },
  palette: 'task',
  async run(context, { olderThan = defaultAge, yes = false }) {
    const age = parseDuration(olderThan.toLowerCase());
    if (age === undefined) {
      throw refusalError('invalid_input', message('lanes.badAge', { text: olderThan }), { hint: 'lanes.badAgeHint' });
    }
    const { workTree } = context;
    if (workTree === undefined)
      throw refusalError('no_repository', 'gates.noWorkTree', { hint: 'gates.noWorkTreeHint' });
    const dead = await findDead(context, workTree, context.clock.now() - age);
    if (yes && dead.length > 0) {
      await archiveAll(context, dead);
      await refreshCurrentTask(context);
    }
    const tasks = dead.map(({ row, lastActivity }) => ({
      task: formatRef('task', row.number),
      objective: row.objective,
      branch: row.branch,
      lastActivity: new Date(lastActivity).toISOString(),
    }));
    return { archived: yes, tasks };
  },
});

interface DeadTask {
  readonly row: TaskRow;
  readonly lastActivity: number;
}

/** Active tasks without any trace in git and without events since `before`. A task that never had a branch is not judged. */
async function findDead({ store }: Context, workTree: WorkTree, before: number): Promise<readonly DeadTask[]> {
  const quiet = await store.read(async transaction => {
    const lanes = await transaction.lanes.list(openStatuses);
    const found: DeadTask[] = [];
    for (const row of await transaction.tasks.live()) {
      if (row.branch === null || lanes.some(({ task_id }) => task_id === row.id)) continue;
      const [latest] = await transaction.events.list({ taskId: row.id }, 'newest', 1);
      const lastActivity = Math.max(row.updated_at, latest?.ts ?? 0);
      if (lastActivity < before) found.push({ row, lastActivity });
    }
    return found;
  });
  const dead: DeadTask[] = [];
  for (const one of quiet) if (await isGone(workTree, one.row)) dead.push(one);
  return dead;
}

async function isGone(workTree: WorkTree, { branch, worktree_path: directory }: TaskRow): Promise<boolean> {
  for (const place of ['refs/heads', 'refs/remotes/origin']) {
    if ((await workTree.resolveCommit(`${place}/${branch}`)) !== undefined) return false;
  }
  const [, ...linked] = await workTree.list();
  return linked.every(tree => tree.directory !== directory);
}

/** Skips tasks that were changed meanwhile: someone works on them. */
async function archiveAll({ actor, clock, store }: Context, dead: readonly DeadTask[]): Promise<void> {
  const note = say(message('tasks.reapedNote'));
  await store.transaction(async transaction => {
    const act = { transaction, actor, now: clock.now() };
    const rows = await transaction.tasks.ofIds(dead.map(({ row }) => row.id));
    for (const { row } of dead) {
      const now = rows.find(({ id }) => id === row.id);
      if (now?.revision === row.revision) await archiveTask(act, now, note);
    }
  });
}
