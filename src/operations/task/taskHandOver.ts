import * as z from 'zod';
import { agentNamed, agents } from '../../domain/agent/agents.js';
import { formatRef } from '../../domain/identifier/identifier.js';
import { refusalError, throwIfRefused } from '../../domain/refusal/refusal.js';
import { shortened } from '../../domain/text/shortened.js';
import type { WorkerRow } from '../../domain/worker/workerRow.js';
import { addText } from '../../domain/workItem/notes.js';
import { assigneeSchema, workItemLimits, workItemSchema } from '../../domain/workItem/workItem.js';
import type { WorkItemChange, WorkItemRow } from '../../domain/workItem/workItemRow.js';
import { checkNotesSize } from '../../domain/workItem/workItemRule.js';
import { isTerminal } from '../../domain/workItem/workItemStatus.js';
import { message } from '../../messages/message.js';
import { endAttempt } from '../../records/attempt/attempts.js';
import { baseConfigOrDefaults } from '../../records/baseConfig.js';
import { writeCompaction } from '../../records/compaction/writeCompaction.js';
import type { Context } from '../../records/context.js';
import { changeLane } from '../../records/lane/laneAccess.js';
import { provenanceOf } from '../../records/provenance.js';
import { placeOf } from '../../records/task/taskAccess.js';
import { makeTaskOfLane } from '../../records/task/taskOfLane.js';
import { namedField, wordsField } from '../../records/textFields.js';
import { laneCallerOf } from '../../records/worker/laneCaller.js';
import { letGoOfLane } from '../../records/worker/letGoOfLane.js';
import { itemsOfTask } from '../../records/workItem/itemsOfTask.js';
import { changeWorkItem, findWorkItem, noHeartbeats, presentOne } from '../../records/workItem/workItemAccess.js';
import type { Transaction } from '../../store/store.js';
import { defineOperation } from '../operation.js';
import { findWork, type WorkInHand } from './workInHand.js';

const wordsLimit = 2000;
const words = wordsField(wordsLimit);

const handInput = z.strictObject({
  id: namedField(workItemLimits.key).optional().describe('W-12, L-3 or T-2; default: your work here'),
  to: assigneeSchema
    .optional()
    .describe('Agent, or someone who has worked here: codex; default or empty: the next agent'),
  done: words.optional().describe('What is done, a line each'),
  next: words.optional().describe('What to do next, a line each'),
  open: words.optional().describe('What is open, and why, a line each'),
});
type HandInput = Omit<z.output<typeof handInput>, 'id' | 'to'>;

export const taskHandOver = defineOperation({
  name: 'task.handOver',
  order: 45,
  title: 'Hand Over Work',
  menuTitle: 'Hand to',
  asks: true,
  summary:
    'Hands work over to the named agent or the next one, which continues in the same worktree; backs up its files first.',
  input: handInput,
  output: z.object({
    item: workItemSchema,
    /** `T-2`; null without a task. */
    task: z.string().nullable(),
    lane: z.string().nullable(),
    /** Worktree in which it continues. */
    directory: z.string().nullable(),
    from: z.string().nullable(),
    /** Null for the next agent. */
    to: z.string().nullable(),
    /** `refs/stateroom/rescue/…`; null if git has all of its files. */
    backup: z.string().nullable(),
  }),
  effect: 'external',
  leavesTask: true,
  claim: 'ends',
  mcp: {
    tool: 'switch_task',
    action: 'hand_over',
    brief: 'done, next, open: text or list; to',
    rare: ['id', 'to', 'done', 'next', 'open'],
    lines: ['done', 'next', 'open'],
  },
  cli: {
    path: ['hand'],
    positionals: ['id', 'to'],
    examples: [
      'hand W-12 codex',
      'hand L-3',
      'hand --done "The limiter" --next "Its test for 429" --open "Is 60 a minute right?"',
    ],
  },
  about: 'workItem',
  icon: 'arrow-swap',
  palette: 'inFlight',
  async run(context, { to: given, ...texts }) {
    const input = { ...texts, to: given || undefined };
    const { store, clock } = context;
    const place = await placeOf(context);
    const provenance = await provenanceOf(context);
    const caller = await laneCallerOf(context);
    const seen = await store.read(async transaction => {
      await requireKnown(transaction, input.to);
      return findWork(caller, transaction, place, input.id);
    });
    const backup = await backUp(context, seen);
    const isSaid = [input.done, input.next, input.open].some(text => text !== undefined);
    if (isSaid && seen.task === undefined && seen.lane !== undefined)
      await makeTaskOfLane(context, { lane: seen.lane.id, light: true });
    const { item, handed, ...answer } = await store.transaction(async transaction => {
      const now = clock.now();
      const act = { transaction, actor: context.actor, now };
      const named = seen.lane ? formatRef('lane', seen.lane.number) : formatRef('workItem', seen.item.number);
      const work = await findWork(caller, transaction, place, named);
      const to = input.to === undefined ? null : (agentNamed(input.to)?.harness ?? input.to);
      const { task, lane } = work;
      if (lane?.isBegun)
        await letGoOfLane(context, transaction, lane.id, { note: null, ends: 'handed-over', why: input.next });
      if (lane !== undefined && to !== null && agentNamed(to) !== undefined) {
        const [row] = await transaction.lanes.ofIds([lane.id]);
        if (row !== undefined) await changeLane(transaction, row, { backend: to, model: null, effort: null }, now);
      }
      if (task !== undefined && isSaid)
        await writeCompaction(context, transaction, task, {
          ...provenance,
          summary: { done: lines(input.done), open: lines(input.open), next: lines(input.next), files: [] },
          ...{ residual: null, turn_range: null, tokens_saved: null, created_at: now },
        });
      const refs = {
        task: task === undefined ? null : formatRef('task', task.number),
        lane: lane === undefined ? null : formatRef('lane', lane.number),
      };
      const isInWork = task !== undefined || lane !== undefined;
      const notes = isInWork || !isSaid ? work.item.notes : addText(work.item.notes, wordsText(input));
      throwIfRefused(checkNotesSize(work.item, notes));
      const { beside } = work;
      const left = isInWork
        ? ({ lease_until: now } as const)
        : ({ status: 'pending', owner: null, owner_role: null, lease_until: null, claimed_at: null } as const);
      const others = task === undefined || beside !== undefined ? [] : await itemsOfTask(transaction, task);
      const handed = [];
      for (const one of [work.item, ...others.filter(({ id }) => id !== work.item.id)]) {
        if (isTerminal(one.status) || one.status !== 'in_flight') continue;
        const isFirst = one.id === work.item.id;
        await changeWorkItem(
          act,
          one,
          beside ? heldBeside(one, beside) : { ...left, ...(isFirst ? { notes } : {}), assignee: to },
          'work_item_handed_over',
          {
            ...{ owner: one.owner, token: one.token, to, ...refs, backup },
            next: input.next === undefined ? null : shortened(input.next, 200),
          },
        );
        const at = { itemId: one.id, ...(beside && lane ? { laneId: lane.id } : {}) };
        await endAttempt(act, at, { reason: 'handed-over', why: input.next, backup });
        handed.push(one.id);
      }
      const row = await findWorkItem(transaction, formatRef('workItem', work.item.number));
      const item = await presentOne(transaction, row, noHeartbeats, now);
      return { item, ...refs, directory: work.directory, from: work.item.owner, to, backup, handed };
    });
    for (const id of handed) await store.heartbeats.drop(id);
    return { item, ...answer };
  },
});

/** Leaves an item in progress with the agent of its other lane. */
function heldBeside({ owner, token }: WorkItemRow, { agent }: Pick<WorkerRow, 'agent'>): WorkItemChange {
  return owner === agent ? {} : { owner: agent, owner_role: 'agent', token: token + 1 };
}

/** Refuses a name that is neither an agent's nor that of someone who has acted here: nobody would ever take the work. */
async function requireKnown({ events }: Transaction, to: string | undefined): Promise<void> {
  if (to === undefined || agentNamed(to) !== undefined) return;
  if ((await events.list({ actor: to }, 'newest', 1)).length > 0) return;
  const known = agents.flatMap(({ harness, connection }) => (connection === undefined ? [] : harness));
  throw refusalError('not_found', message('queue.handUnknown', { to: shortened(to, 80) }), {
    hint: message('queue.handUnknownHint', { agents: known.join(', ') }),
    details: { to, agents: known },
  });
}

/** Backs up the worktree unless git has all of its files; returns the ref. */
async function backUp(context: Context, { directory, place }: WorkInHand): Promise<string | null> {
  const { lanes, clock } = context;
  if (lanes === undefined || directory === null || place === undefined) return null;
  const trees = await lanes.trees();
  await trees.mendGitFile(directory);
  const condition = await trees.condition(directory);
  if (condition === undefined) return null;
  const mayBeBare = condition.changed === 0 && condition.operation === undefined;
  if (mayBeBare && (await trees.isBare(directory))) return null;
  const ignoredBytes = (await baseConfigOrDefaults(context)).lane.keepIgnored;
  return (await trees.keep({ lane: place, directory, now: clock.now(), ignoredBytes })).ref;
}

function lines(text: string | undefined): string[] {
  return (text ?? '')
    .split('\n')
    .map(line => line.replace(/^\s*[-*]\s+/, '').trim())
    .filter(line => line !== '');
}

function wordsText({ done, next, open }: HandInput): string {
  return Object.entries({ Done: done, Next: next, Open: open })
    .flatMap(([name, text]) => (text === undefined ? [] : `${name}: ${text}`))
    .join('\n');
}
