import * as z from 'zod';
import { presentEvent } from '../../domain/event/presentEvent.js';
import { formatRef } from '../../domain/identifier/identifier.js';
import { planItemSchema, planSchema } from '../../domain/plan/plan.js';
import type { ShownOf } from '../../domain/record/record.js';
import { type ListedName, type ListedRecords, listedNames, records } from '../../domain/records.js';
import { RefusalError } from '../../domain/refusal/refusal.js';
import type { ShownRecord } from '../../domain/session/openRecords.js';
import { sliceSchema } from '../../domain/slice/slice.js';
import { nextActionDefinition } from '../../domain/task/nextActionRow.js';
import { nextActionSchema, taskSchema } from '../../domain/task/task.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import type { Context } from '../../records/context.js';
import { readPlanOf } from '../../records/gate/taskFacts.js';
import { presentOnePlan } from '../../records/plan/planAccess.js';
import type { PlanContent } from '../../records/plan/planFile.js';
import { showRows } from '../../records/showRows.js';
import { presentSlices } from '../../records/slice/sliceAccess.js';
import { openShapes, showOpen } from '../../records/task/openRecords.js';
import {
  placeOf,
  presentOneTask,
  presentTasks,
  resolveTask,
  type TaskPlace,
  tasksAt,
} from '../../records/task/taskAccess.js';
import { taskField } from '../../records/task/taskFields.js';
import { rankChanges, recentChangeSchema } from '../../reports/recentChanges.js';
import type { Transaction } from '../../store/store.js';
import { defineOperation } from '../operation.js';

/** Max rows shown; of ended slices and actions, the last ones. */
const shown = { tasks: 50, slices: 50, actions: 100, endedActions: 5, others: 50 } as const;
const changesLookedAt = 1000;

const count = z.int().nonnegative();

/** Open rows of the records of a task with lists, except next actions, by the plural of their word. */
type OpenNow = {
  [Name in Exclude<ListedName, 'nextActions'> as `${ListedRecords[Name]['facts']['word']}s`]: ShownOf<
    ListedRecords[Name]
  >[];
};
const openNames = listedNames.filter(name => name !== 'nextActions');

export const nowSchema = z.object({
  /** Task of this worktree; null if there is none or it is ambiguous. */
  task: taskSchema.nullable(),
  /** Absolute path of the task's worktree, if that is another one. */
  elsewhere: z.string().nullable(),
  candidates: z.array(taskSchema),
  /** Other active tasks, last changed first. */
  others: z.array(taskSchema),
  plan: z.object({ plan: planSchema, exists: z.boolean(), items: z.array(planItemSchema), ticked: count }).nullable(),
  /** Open ones, then the last closed ones. */
  slices: z.object({ open: count, committed: count, closed: count, rows: z.array(sliceSchema) }),
  /** Pending ones by priority, then the last ended ones. */
  actions: z.object({ pending: count, rows: z.array(nextActionSchema) }),
  /** Open rows of the other records with lists, in their order. */
  ...(openFields(openShapes()) as { readonly [Field in keyof OpenNow]: z.ZodType<OpenNow[Field]> }),
  /** Changes by others since the event `after`, ranked by consequence. */
  changes: z.array(recentChangeSchema),
  /** Id of the latest event; 0 without events. */
  lastEventId: count,
});
export type Now = z.infer<typeof nowSchema>;

/** Returns the open rows of the records of the task with lists, except next actions, in the order of the records. */
export function openIn(now: Now): (readonly [ListedName, readonly ShownRecord[]])[] {
  return openNames.map(name => [name, now[fieldOf(name)]] as const);
}

export const repositoryNow = defineOperation({
  name: 'repository.now',
  order: 30,
  title: 'Show Current Work',
  summary:
    'Shows the current work in this worktree: the task with its plan, slices, next actions and blockers, other active tasks, and what changed.',
  input: z.strictObject({
    task: taskField,
    after: z.int().nonnegative().optional().describe('Last event id you have seen; default: none'),
  }),
  output: nowSchema,
  effect: 'read',
  // For people: agents have load_session, which keeps to a budget.
  mcp: null,
  cli: { path: ['now'], examples: ['now', 'now --task T-3', 'now --after 120 --json'] },
  // The Now view shows it.
  palette: false,
  async run(context, input): Promise<Now> {
    const place = await placeOf(context);
    const content = await readPlanAtHand(context, place, input.task);
    return context.store.read(async transaction => {
      const live = await transaction.tasks.live();
      const focusTask = await findMeant(transaction, place, input.task);
      const isCandidate = new Set(focusTask.candidates);
      const rest = live.filter(
        task => task.id !== focusTask.task?.id && !isCandidate.has(formatRef('task', task.number)),
      );
      const candidates = live.filter(task => isCandidate.has(formatRef('task', task.number)));
      const events = await transaction.events.list({ afterId: input.after ?? 0 }, 'newest', changesLookedAt);
      return {
        task: focusTask.task === undefined ? null : await presentOneTask(transaction, focusTask.task),
        elsewhere: elsewhereOf(focusTask.task, place),
        candidates: await presentTasks(transaction, candidates.slice(0, shown.tasks)),
        others: await presentTasks(transaction, rest.slice(0, shown.tasks)),
        ...(await belongings(transaction, focusTask.task, content)),
        changes: rankChanges(events.map(presentEvent)),
        lastEventId: events.reduce((highest, event) => Math.max(highest, event.id), input.after ?? 0),
      };
    });
  },
});

/** Only this worktree's branch is judged here, not that of a task elsewhere. */
function elsewhereOf(task: TaskRow | undefined, place: TaskPlace): string | null {
  if (task === undefined || place.directory === undefined || tasksAt([task], place).length > 0) return null;
  return task.worktree_path;
}

interface Meant {
  readonly task: TaskRow | undefined;
  readonly candidates: readonly string[];
}

/** An ambiguous task is part of the answer; an unknown one is refused. */
async function findMeant(transaction: Transaction, place: TaskPlace, named: string | undefined): Promise<Meant> {
  try {
    return { task: await resolveTask(transaction, place, named), candidates: [] };
  } catch (error) {
    if (!(error instanceof RefusalError) || named !== undefined) throw error;
    const { code, details } = error.refusal;
    if (code === 'not_found') return { task: undefined, candidates: [] };
    if (code !== 'ambiguous') throw error;
    const candidates = (details?.candidates ?? []) as readonly { readonly task: string }[];
    return { task: undefined, candidates: candidates.map(({ task }) => task) };
  }
}

/** The task's plan in this worktree, read from a file before the transaction. */
async function readPlanAtHand(
  { store, workTree }: Context,
  place: TaskPlace,
  named: string | undefined,
): Promise<PlanContent | undefined> {
  if (workTree === undefined) return undefined;
  const path = await store.read(async transaction => {
    const { task } = await findMeant(transaction, place, named);
    const [plan] = task === undefined || task.plan_id === null ? [] : await transaction.plans.ofIds([task.plan_id]);
    return plan?.path;
  });
  return path === undefined ? undefined : readPlanOf(workTree, path, undefined);
}

type Belongings = Pick<Now, 'plan' | 'slices' | 'actions' | keyof OpenNow>;

const nothing: Belongings = {
  plan: null,
  slices: { open: 0, committed: 0, closed: 0, rows: [] },
  actions: { pending: 0, rows: [] },
  ...(openFields({}) as unknown as OpenNow),
};

/** The answer where there is no task. */
export const nothingAtHand: Now = {
  task: null,
  elsewhere: null,
  candidates: [],
  others: [],
  ...nothing,
  changes: [],
  lastEventId: 0,
};

async function belongings(
  transaction: Transaction,
  task: TaskRow | undefined,
  content: PlanContent | undefined,
): Promise<Belongings> {
  if (task === undefined) return nothing;
  const actions = await transaction.nextActions.ofTask(task.id);
  const pending = actions.filter(({ status }) => status === 'pending');
  const ended = actions
    .filter(({ status }) => status !== 'pending')
    .sort((one, other) => (other.ended_at ?? 0) - (one.ended_at ?? 0));
  const rows = [...pending.slice(0, shown.actions), ...ended.slice(0, shown.endedActions)];
  return {
    plan: await planAtHand(transaction, task, content),
    slices: await slicesAtHand(transaction, task),
    actions: { pending: pending.length, rows: await showRows(transaction, nextActionDefinition, rows) },
    ...(await openOthers(transaction, task)),
  };
}

async function planAtHand(
  transaction: Transaction,
  task: TaskRow,
  content: PlanContent | undefined,
): Promise<Now['plan']> {
  const [row] = task.plan_id === null ? [] : await transaction.plans.ofIds([task.plan_id]);
  if (row === undefined) return null;
  const items = (content?.document.items ?? []).map(({ markAt: _markAt, ...item }) => item);
  return {
    plan: await presentOnePlan(transaction, row, content?.contentHash),
    exists: content !== undefined,
    items,
    ticked: items.filter(({ checked }) => checked).length,
  };
}

async function slicesAtHand(transaction: Transaction, task: TaskRow): Promise<Now['slices']> {
  const all = await transaction.slices.ofTask(task.id);
  const of = (status: string) => all.filter(slice => slice.status === status);
  const [open, committed, closed] = [of('open'), of('committed'), of('closed').reverse()];
  const rows = [...open, ...committed, ...closed].slice(0, shown.slices);
  return {
    open: open.length,
    committed: committed.length,
    closed: closed.length,
    rows: await presentSlices(transaction, rows),
  };
}

async function openOthers(transaction: Transaction, task: TaskRow): Promise<OpenNow> {
  const open = await showOpen(transaction, task.id, shown.others);
  return openFields(open) as unknown as OpenNow;
}

/** Renames records to the fields of the answer; those that are absent are empty. */
function openFields(values: Partial<Record<ListedName, unknown>>): Record<string, unknown> {
  return Object.fromEntries(openNames.map(name => [fieldOf(name), values[name] ?? []]));
}

function fieldOf<Name extends ListedName>(name: Name): `${ListedRecords[Name]['facts']['word']}s` {
  return `${records[name].facts.word}s`;
}
