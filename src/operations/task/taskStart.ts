import * as z from 'zod';
import { agentOf } from '../../domain/agent/agents.js';
import { formatRef } from '../../domain/identifier/identifier.js';
import type { LaneRow } from '../../domain/lane/laneRow.js';
import { openStatuses } from '../../domain/lane/laneStatus.js';
import { RefusalError, refusalError, throwIfRefused } from '../../domain/refusal/refusal.js';
import { taskSchema } from '../../domain/task/task.js';
import { makeTaskRef, slugProblem, suggestTaskRef, taskBranch, taskRefProblem } from '../../domain/task/taskRef.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import { taskLimits } from '../../domain/task/taskRow.js';
import { secondTask, taskName } from '../../domain/task/taskRule.js';
import { checkOpening } from '../../domain/thread/openingRule.js';
import { isLiveTask } from '../../domain/thread/thread.js';
import type { WorkItemRow } from '../../domain/workItem/workItemRow.js';
import { message } from '../../messages/message.js';
import { say } from '../../messages/say.js';
import type { Context } from '../../records/context.js';
import { type Caller, callerOf } from '../../records/holding/caller.js';
import { refuseHeld } from '../../records/holding/heldRefusal.js';
import { standingOf } from '../../records/holding/holder.js';
import { takeFree } from '../../records/holding/takeOver.js';
import { laneCalled } from '../../records/lane/laneAccess.js';
import { laneAt } from '../../records/lane/laneAt.js';
import { branchPrefix } from '../../records/lane/newWork.js';
import { planField } from '../../records/plan/planFields.js';
import { changeTask, placeOf, presentOneTask, taskOfLane, tellOfTask } from '../../records/task/taskAccess.js';
import { objectiveField } from '../../records/task/taskFields.js';
import { makeTaskOfLane } from '../../records/task/taskOfLane.js';
import { trimmedField } from '../../records/textFields.js';
import { addItemOfWork, titleOfWork, twinRefusal } from '../../records/thread/itemOfWork.js';
import { itemRefsOfTask, takeIntoTask } from '../../records/workItem/itemsOfTask.js';
import { idField } from '../../records/workItem/queueFields.js';
import { readThread, takeForWork, threadOf } from '../../records/workItem/threadAccess.js';
import { findWorkItem } from '../../records/workItem/workItemAccess.js';
import type { Transaction } from '../../store/store.js';
import { defineOperation } from '../operation.js';
import { type PreparedPlan, preparePlan, throwIfTaken, writePlan } from '../plan/planRegister.js';
import { inStartPlace, type StartPlace } from './startPlace.js';
import { goTo } from './taskSwitch.js';

const startInput = z.strictObject({
  objective: objectiveField
    .optional()
    .describe('The goal; default: the title of its work item. W-7 alone is its work item'),
  ref: z
    .string()
    .trim()
    .max(200)
    .optional()
    .describe('Its short name, part of the branch: login-2; default: generated'),
  slug: z.string().trim().max(200).optional().describe('More words for the branch'),
  plan: planField.optional().describe('Markdown file to use as its plan'),
  here: z
    .boolean()
    .optional()
    .describe(
      'Use a branch in this worktree, not a new worktree; default for agents that write only in their own folder',
    ),
  light: z.boolean().optional().describe('A small fix: no plan or slices; closing needs one fresh evidence run'),
  workItem: z
    .union([idField, z.array(idField).min(1).max(taskLimits.workItems)])
    .optional()
    .describe('Its work item: W-7; several for a light task, all of which it finishes'),
  base: trimmedField(taskLimits.branch).optional().describe('Target branch; default: the default branch'),
  early: z.boolean().optional().describe('Start although its work item is blocked or scheduled; people only'),
  new: z.boolean().optional().describe('Start a second task although an active one has this objective'),
});
type StartInput = Omit<z.output<typeof startInput>, 'workItem'> & {
  readonly objective: string;
  /** The task's own item; additional ones are in `others`. */
  readonly workItem: string | undefined;
  readonly others: readonly string[];
  /** False if the objective is the item's title. */
  readonly isNamed: boolean;
};

export const taskStart = defineOperation({
  name: 'task.start',
  order: 20,
  title: 'Start Task',
  asks: true,
  summary:
    'Starts a task in its own worktree and branch; light: in this worktree, on the current branch unless it is protected.',
  input: startInput,
  output: z.object({
    task: taskSchema,
    workItems: z.array(z.string()),
    made: z.boolean(),
    /** True if the caller had started it before and it is active; nothing was changed. */
    repeated: z.boolean(),
    /** Sentence on the item's former holder, whose task the caller continues; null if that has not changed. */
    taken: z.string().nullable(),
  }),
  effect: 'external',
  entersTask: true,
  claim: 'begins',
  mcp: {
    tool: 'switch_task',
    action: 'start',
    brief: 'objective or workItem (light: list); own worktree or here',
    rare: ['ref', 'slug', 'plan', 'light', 'base', 'early', 'new'],
  },
  cli: {
    paths: { plan: 'name' },
    positionals: ['objective'],
    suggested: ['objective'],
    exclusive: [['plan', 'light']],
    sentences: ['workItem'],
    examples: [
      'task start "Limit the rate of logins" --plan rate-limit --work-item W-12',
      'task start --work-item W-12',
      'task start --light --work-item W-3 --work-item W-5',
      'task start "Fix the typo in the footer" --light',
      'task start "Retry on 503" --ref retry-503 --here',
    ],
  },
  icon: 'add',
  palette: 'repository',
  async run(context, asked) {
    const given = withItem(asked);
    checkNames(given);
    const isElsewhere = [given.here, given.ref, given.slug, given.base, given.new].some(field => field !== undefined);
    const ofLane = isElsewhere ? undefined : await inLane(context, given);
    if (ofLane !== undefined) return ofLane;
    const input = await readItems(context, given);
    const caller = await callerOf(context);
    const started = await context.store.read(async transaction => {
      const row = await startedBefore(caller, transaction, input);
      if (row === undefined) await checkItems(context, transaction, input);
      return row;
    });
    if (started !== undefined) {
      const { directory } = await goTo(context.workTree, started);
      const again = await context.store.transaction(transaction =>
        goOn(context, caller, transaction, input, directory),
      );
      if (again !== undefined) return again;
    }
    const plan = input.plan === undefined ? undefined : await preparePlan(context, input.plan);
    const ref = await context.store.read(transaction => chooseRef(transaction, input));
    const branch = taskBranch(ref, input.slug, await branchPrefix(context));
    const request = {
      ref,
      branch,
      base: input.base,
      here: input.here ?? (await staysHere(context, branch)),
      light: input.light === true,
    };
    return inStartPlace(context, request, place =>
      context.store.transaction(async transaction => {
        // The same call may have been running when this one began.
        const again = await goOn(context, caller, transaction, input);
        if (again !== undefined) return again;
        const row = await insertTask(context, transaction, input, { ref, place, plan });
        return { ...(await answerOf(transaction, row)), made: place.made, repeated: false, taken: null };
      }),
    );
  },
});

/** Takes an objective like `W-3` for the work item of that name, as opening a lane does. */
function withItem(given: z.output<typeof startInput>): z.output<typeof startInput> {
  const { objective, workItem, ...rest } = given;
  const isItem = workItem === undefined && objective !== undefined && /^W-\d+$/i.test(objective);
  return isItem ? { ...rest, workItem: objective } : given;
}

/**
 * Returns the task of the lane whose worktree this is, made if it has none; and makes that of the only open lane of the item, if it
 * has none. Undefined without such a lane, for another item, and if others work in it.
 */
async function inLane(context: Context, { objective, workItem, light, plan }: z.output<typeof startInput>) {
  const { store } = context;
  const caller = await callerOf(context);
  const found = await store.read(async transaction => {
    const items = [];
    for (const text of [workItem ?? []].flat()) items.push(await findWorkItem(transaction, text));
    const here = await laneAt(transaction, caller.directory);
    const lane = here ?? (await onlyLaneOf(transaction, items));
    if (lane?.kind !== 'implement' || items.some(({ id }) => id !== lane.work_item_id)) return undefined;
    const task = await taskOfLane(transaction, lane);
    if (task === undefined) {
      // An active task of the item is that of another lane.
      const thread = await threadOf(transaction, lane.work_item_id);
      return thread?.tasks.some(isLiveTask) === true ? undefined : { lane, task };
    }
    if (here === undefined) return undefined;
    const { kind } = await standingOf(transaction, caller, task);
    if (kind !== 'own' && kind !== 'free') return undefined;
    if (objective !== undefined && ![task.objective, lane.description].includes(objective))
      throw otherWords(lane, task);
    return { lane, task };
  });
  if (found === undefined) return undefined;
  const prepared = plan === undefined ? undefined : await preparePlan(context, plan);
  // Before the task is made, which a refusal would leave behind.
  if (prepared !== undefined) await store.read(transaction => throwIfTaken(transaction, prepared, found.task));
  const row = found.task ?? (await makeTaskOfLane(context, { lane: found.lane.id, objective, light: light === true }));
  if (row === undefined) return undefined;
  return store.transaction(async transaction => {
    if (prepared !== undefined) await writePlan(context, transaction, prepared, row);
    const [stored = row] = await transaction.tasks.ofIds([row.id]);
    return { ...(await answerOf(transaction, stored)), made: false, repeated: found.task !== undefined, taken: null };
  });
}

/** A task keeps its objective: other words would be lost. */
function otherWords(lane: LaneRow, task: TaskRow): RefusalError {
  const { objective } = task;
  return refusalError(
    'conflict',
    message('tasks.laneHasTask', { lane: laneCalled(lane), task: formatRef('task', task.number), objective }),
    { hint: 'tasks.laneHasTaskHint', details: { task: formatRef('task', task.number) } },
  );
}

async function onlyLaneOf(transaction: Transaction, items: readonly WorkItemRow[]): Promise<LaneRow | undefined> {
  const [item, ...others] = items;
  if (item === undefined || others.length > 0) return undefined;
  const lanes = (await transaction.lanes.ofWorkItem(item.id)).filter(({ status }) => openStatuses.includes(status));
  return lanes.length === 1 ? lanes[0] : undefined;
}

/** Without an objective, a task has the title of its item. Items are deduplicated. */
async function readItems({ store }: Context, given: z.output<typeof startInput>): Promise<StartInput> {
  const refs = await store.read(async transaction => {
    const items = [];
    for (const text of [given.workItem ?? []].flat()) items.push(await findWorkItem(transaction, text));
    return [...new Map(items.map(item => [item.id, item])).values()];
  });
  const [item, ...others] = refs;
  if (others.length > 0 && given.light !== true)
    throw refusalError('invalid_input', 'tasks.severalNeedLight', { hint: 'tasks.severalNeedLightHint' });
  const objective = given.objective ?? item?.title;
  if (objective === undefined)
    throw refusalError('invalid_input', 'tasks.noObjective', { hint: 'tasks.noObjectiveHint' });
  return {
    ...given,
    objective,
    workItem: item?.id,
    others: others.map(({ id }) => id),
    isNamed: given.objective !== undefined,
  };
}

async function answerOf(transaction: Transaction, row: TaskRow) {
  return { task: await presentOneTask(transaction, row), workItems: await itemRefsOfTask(transaction, row) };
}

/** True if a task starts in this worktree: its agent writes only here, on a new branch, and the current one is not in use. */
async function staysHere(context: Context, branch: string): Promise<boolean> {
  const { actor, workTree } = context;
  if (agentOf(actor)?.staysInFolder !== true || (await workTree?.branchExists(branch)) === true) return false;
  const current = await placeOf(context);
  return context.store.read(async transaction => {
    const works = [...(await transaction.tasks.live()), ...(await transaction.lanes.list(openStatuses))];
    return works.every(work => work.branch !== current.branch);
  });
}

/** Continues the item's task, with new work items, in `directory` if that is given; undefined if there is none. */
async function goOn(
  context: Context,
  caller: Caller,
  transaction: Transaction,
  input: StartInput,
  directory: string | null = null,
) {
  const row = await startedBefore(caller, transaction, input);
  if (row === undefined) return undefined;
  const isChanged = await takeOthers(context, transaction, row, input);
  const taken = await takeFree(transaction, caller, row);
  const act = { transaction, actor: context.actor, now: context.clock.now() };
  const isMoved = directory !== null && row.worktree_path !== directory;
  const task = isMoved
    ? await changeTask(act, row, { worktree_path: directory }, 'task_switched', { workTree: directory })
    : row;
  const answer = await answerOf(transaction, task);
  return {
    ...answer,
    made: false,
    repeated: !isChanged && taken === undefined,
    taken: taken === undefined ? null : say(taken),
  };
}

/**
 * Active task that the same call started, for its holder or a later session, or that of the named item for an agent once nobody
 * works on it. Refuses one of others, unless requested.
 */
async function startedBefore(
  caller: Caller,
  transaction: Transaction,
  input: StartInput,
): Promise<TaskRow | undefined> {
  if (input.new === true) return undefined;
  const { workItem } = input;
  const row = (await transaction.tasks.live()).find(
    task =>
      (task.objective === input.objective || (workItem !== undefined && !input.isNamed)) &&
      (workItem === undefined || task.work_item_id === workItem) &&
      (task.light === 1) === (input.light === true) &&
      (input.ref === undefined || task.ref === input.ref),
  );
  if (row === undefined) return undefined;
  const standing = await standingOf(transaction, caller, row);
  const { kind, holder } = standing;
  const goesOn = holder?.name === caller.actor.name || (workItem !== undefined && caller.actor.role === 'agent');
  if (kind === 'own' || (kind === 'free' && goesOn)) return row;
  const task = formatRef('task', row.number);
  const details = { task, branch: row.branch, actor: holder?.name ?? null };
  if (kind === 'free') {
    throw refusalError('conflict', message('tasks.hasBegun', { task: taskName(row) }), {
      hint: 'tasks.notYoursHint',
      next: [{ operation: 'task.switch', input: { task } }],
      details,
    });
  }
  if (kind === 'handed') throw new RefusalError(refuseHeld(caller, row, standing));
  throw refusalError('conflict', message('tasks.worksOnIt', { actor: standing.holder.name, task: taskName(row) }), {
    hint: input.ref === undefined && workItem === undefined ? 'tasks.continueOrNew' : 'tasks.existsHint',
    details,
  });
}

/** Refuses a task for an item that cannot begin or has another worker; without an item, one with an open item's title. */
async function checkItems(
  context: Context,
  transaction: Transaction,
  { objective, workItem, others, early, new: another }: StartInput,
): Promise<void> {
  const { actor, clock } = context;
  if (workItem === undefined) {
    const work = { title: titleOfWork(objective), another: another === true };
    throwIfRefused(await twinRefusal(context, transaction, work, { operation: 'task.start', field: 'workItem' }));
    return;
  }
  const start = early === true ? 'early' : 'now';
  for (const id of [workItem, ...others]) {
    const thread = await readThread(transaction, await findWorkItem(transaction, id));
    throwIfRefused(checkOpening(thread, { actor, now: clock.now(), heartbeats: transaction.heartbeats(), start }));
  }
}

function checkNames({ ref, slug }: Pick<StartInput, 'ref' | 'slug'>): void {
  const refProblem = ref === undefined ? undefined : taskRefProblem(ref);
  if (ref !== undefined && refProblem !== undefined) {
    const suggestion = suggestTaskRef(ref);
    throw refusalError('invalid_input', message('tasks.badRef', { ref: ref.slice(0, 80), problem: refProblem }), {
      hint:
        suggestion === undefined ? message('decisions.leaveNameOut') : message('input.giveForExample', { suggestion }),
      details: { ref, ...(suggestion === undefined ? {} : { suggestion }) },
    });
  }
  const problem = slug === undefined ? undefined : slugProblem(slug);
  if (problem !== undefined) {
    throw refusalError('invalid_input', message('tasks.badSlug', { slug: String(slug?.slice(0, 80)), problem }), {
      hint: 'tasks.badSlugHint',
    });
  }
}

/** The requested ref, else a free one. */
async function chooseRef(transaction: Transaction, input: StartInput): Promise<string> {
  if (input.ref !== undefined) {
    await refuseTaken(transaction, input.ref);
    return input.ref;
  }
  const workItem = input.workItem === undefined ? undefined : (await findWorkItem(transaction, input.workItem)).number;
  const next = (await transaction.tasks.lastNumber()) + 1;
  const first = makeTaskRef(input.objective, { task: next, workItem });
  if ((await transaction.tasks.find({ by: 'key', key: first })) === undefined) return first;
  // An earlier task has the work item's ref.
  return makeTaskRef(input.objective, { task: next, workItem: undefined });
}

async function refuseTaken(transaction: Transaction, ref: string): Promise<void> {
  const other = await transaction.tasks.find({ by: 'key', key: ref });
  if (other === undefined) return;
  throw refusalError('conflict', message('tasks.refTaken', { task: taskName(other) }), {
    hint: other.archived_at === null ? message('tasks.switchOrOther') : message('tasks.restoreOrOther'),
    details: { task: formatRef('task', other.number), ref, actor: other.created_by },
  });
}

interface Start {
  readonly ref: string;
  readonly place: StartPlace;
  readonly plan: PreparedPlan | undefined;
}

/** Adds new work items to a light task; true if there were any. */
async function takeOthers(
  { actor, clock }: Context,
  transaction: Transaction,
  task: TaskRow,
  { others, early }: Pick<StartInput, 'others' | 'early'>,
): Promise<boolean> {
  const act = { transaction, actor, now: clock.now() };
  const rows = (await transaction.workItems.ofIds(others)).filter(({ task_id }) => task_id !== task.id);
  for (const row of rows) {
    throwIfRefused(secondTask(await transaction.tasks.live(), null, row));
    await takeIntoTask(act, task, row, early === true ? 'early' : 'now');
  }
  return rows.length > 0;
}

/** Writes a new task and its event; refuses a second active task for its branch or work items. */
export async function insertTask(
  context: Context,
  transaction: Transaction,
  input: Pick<StartInput, 'objective' | 'light' | 'workItem' | 'others' | 'early'>,
  { ref, place, plan }: Start,
): Promise<TaskRow> {
  const { actor } = context;
  const now = context.clock.now();
  await refuseTaken(transaction, ref);
  const workItem = input.workItem === undefined ? undefined : await findWorkItem(transaction, input.workItem);
  throwIfRefused(secondTask(await transaction.tasks.live(), place.branch, workItem));
  const thread =
    workItem === undefined
      ? await addItemOfWork(context, { transaction, now }, titleOfWork(input.objective))
      : await readThread(transaction, workItem);
  const row = await transaction.tasks.create({
    id: context.ids.ulid(now),
    ref,
    objective: input.objective,
    status: 'in_progress',
    light: input.light === true ? 1 : 0,
    branch: place.branch,
    base_branch: place.base,
    worktree_path: place.directory,
    work_item_id: thread.item.id,
    observed_sha: place.commit,
    created_by: actor.name,
    updated_by: actor.name,
    created_at: now,
    updated_at: now,
  });
  const start = input.early === true ? 'early' : 'now';
  const ofTask = { place: formatRef('task', row.number), taskId: row.id };
  await takeForWork({ transaction, actor, now }, thread, { ...ofTask, start });
  await tellOfTask({ transaction, actor, now }, row, 'task_started', {
    objective: shortened(row.objective),
    branch: row.branch,
    light: row.light === 1,
  });
  await takeOthers(context, transaction, row as TaskRow, input);
  const [stored] = await transaction.tasks.ofIds([row.id]);
  if (stored === undefined) throw new Error('The new task was not found.');
  if (plan === undefined) return stored;
  await writePlan(context, transaction, plan, stored);
  return (await transaction.tasks.ofIds([row.id]))[0] ?? stored;
}

function shortened(text: string): string {
  return text.length > 200 ? `${text.slice(0, 199)}…` : text;
}
