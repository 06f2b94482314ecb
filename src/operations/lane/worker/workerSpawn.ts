import * as z from 'zod';
import { laneLimits, laneSchema } from '../../../domain/lane/lane.js';
import { type RefusalError, refusalError, throwIfRefused } from '../../../domain/refusal/refusal.js';
import { checkOpening, type StartOfWork } from '../../../domain/thread/openingRule.js';
import type { WorkTree } from '../../../git/workTree.js';
import { message } from '../../../messages/message.js';
import { redact } from '../../../platform/redact.js';
import type { Context } from '../../../records/context.js';
import { noteMissedHooks } from '../../../records/hooks/noteMissedHooks.js';
import { requireLanes, showLane } from '../../../records/lane/laneAccess.js';
import { afterField, laneDescriptionField, ownsField } from '../../../records/lane/laneFields.js';
import { baseOfNewWork, branchPrefix } from '../../../records/lane/newWork.js';
import { noticeUnmatched } from '../../../records/lane/noticeUnmatched.js';
import { bringToHead } from '../../../records/review/reviewTree.js';
import { titleOfWork, twinRefusal } from '../../../records/thread/itemOfWork.js';
import { threadOf } from '../../../records/workItem/threadAccess.js';
import type { Transaction } from '../../../store/store.js';
import { defineOperation } from '../../operation.js';
import { openLane } from '../openLane.js';
import { type LaneSubject, planLane, refuseEnded } from '../planLane.js';
import { laneCommandsSchema, missingSettings, tryLaneCommands, wantsSetup } from '../runLaneCommands.js';
import { noticeMerged } from './mergedElsewhere.js';
import { planReviewLane } from './reviewLane.js';

const wordField = z.string().trim().min(1).max(200);

const spawnInput = z.strictObject({
  lane: z.string().trim().min(1).max(1000).describe('Its name, or its task or work item: login, T-3, W-12'),
  description: laneDescriptionField.optional(),
  kind: z
    .enum(['implement', 'review'])
    .optional()
    .describe('review: starts at the head of the named lane to review it; nothing is submitted or pushed from it'),
  agent: wordField.optional().describe('Agent for the lane: codex, claude, …'),
  model: wordField.optional().describe('Model for the agent'),
  from: z.string().trim().min(1).max(500).optional().describe('Base and target branch; default: the default branch'),
  noFetch: z.boolean().optional().describe('Start from the local base branch'),
  owns: ownsField.optional(),
  after: afterField.optional(),
  noSetup: z.boolean().optional().describe('Skip the repository’s setup commands'),
  early: z.boolean().optional().describe('Open it although its work item is blocked or scheduled; people only'),
  new: z.boolean().optional().describe('Open another lane although its work item has one'),
  gitWrites: z
    .enum(['agent', 'host'])
    .optional()
    .describe('Who commits, rebases and pushes: its agent, or only Stateroom'),
});
type SpawnInput = z.output<typeof spawnInput>;

export const workerSpawn = defineOperation({
  name: 'worker.spawn',
  order: 10,
  title: 'New Lane',
  asks: true,
  summary: 'Opens a lane for a worker: a branch with its own worktree, ports and context file; starts no agent.',
  input: spawnInput,
  output: laneSchema.extend({
    made: z.boolean(),
    /** Outcome of the setup commands; null without any. The lane is created either way. */
    setup: laneCommandsSchema.nullable(),
    /** Local settings of the main worktree, such as `.env`, that it lacks; empty if `lane.copy` is set. */
    missing: z.array(z.string()),
  }),
  effect: 'external',
  claim: 'begins',
  mcp: {
    tool: 'dispatch_lane_work',
    action: 'spawn',
    brief: 'new lane: name, T-1 or W-1',
    listed: 'withoutLanes',
    rare: ['from', 'after', 'kind', 'agent', 'model', 'noFetch', 'noSetup', 'early', 'new', 'gitWrites'],
  },
  cli: {
    paths: { owns: 'pattern' },
    positionals: ['lane'],
    examples: [
      'worker spawn W-12',
      'worker spawn login --description "Limit the rate of logins" --owns src/login/**',
      'worker spawn login-page --after login --from develop --no-fetch',
      'worker spawn login --kind review --agent claude --model opus',
    ],
  },
  writesShim: true,
  progress: 'notification',
  icon: 'add',
  palette: 'repository',
  exitCode: ({ setup }) => (setup?.ok === false ? 1 : 0),
  async run(context, input) {
    const ports = requireLanes(context);
    refuseForReview(input);
    const prefix = await branchPrefix(context);
    const subject = await context.store.read(async transaction => {
      if (input.kind === 'review')
        return planReviewLane(transaction, await planLane(transaction, input.lane, { prefix }), input.lane);
      const planned = await planLane(transaction, input.lane, { prefix, another: input.new });
      if (planned.lane !== undefined) refuseEnded(planned.lane);
      await checkPlan(context, transaction, planned, input);
      return { ...planned, base: undefined };
    });
    if (subject.lane !== undefined) {
      if (subject.lane.kind === 'review') await bringToHead(context, subject.lane);
      return { ...(await showLane(context, subject.lane.id)), made: false, setup: null, missing: [] };
    }
    const base = subject.base ?? input.from ?? (await baseOfNewWork(context));
    if (base === undefined) throw await noBase(ports.workTree);
    const setsUp = await wantsSetup(context, input.noSetup);
    const row = await openLane(context, ports, {
      name: subject.name,
      description: descriptionOf(input, subject.description),
      kind: input.kind ?? 'implement',
      branch: subject.branch,
      ownsBranch: subject.taskId !== null,
      base,
      taskId: subject.taskId,
      workItemId: subject.workItemId,
      ownedPaths: input.owns ?? [],
      gitWrites: input.gitWrites ?? 'agent',
      after: input.after ?? [],
      // Reviewed commits are local.
      fetch: input.noFetch !== true && subject.base === undefined,
      start: startOf(input),
      agent: input.agent ?? null,
      model: input.model ?? null,
      effort: null,
    });
    if (input.noFetch !== true) await noticeMerged(context);
    await noticeUnmatched(context, input.owns);
    const setup = setsUp ? await tryLaneCommands(context, ports, row, 'setup') : null;
    await noteMissedHooks(context, row.worktree_path);
    const missing = await missingSettings(context, ports, row);
    return { ...(await showLane(context, row.id)), made: true, setup, missing: [...missing] };
  },
});

/** Refuses options that a review lane takes from the reviewed lane. */
function refuseForReview(input: SpawnInput): void {
  if (input.kind !== 'review') return;
  const right = (['from', 'after', 'owns', 'early', 'new'] as const).find(field => input[field] !== undefined);
  if (right === undefined) return;
  const words = { left: 'kind', right };
  throw refusalError('invalid_input', message('input.exclusive', words), { hint: 'input.exclusiveHint' });
}

function startOf({ early, after = [] }: SpawnInput): StartOfWork {
  if (early === true) return 'early';
  return after.length > 0 ? 'planned' : 'now';
}

/** Refuses a lane for an item that cannot begin or has another worker; without an item, one with an open item's title. */
async function checkPlan(
  context: Context,
  transaction: Transaction,
  { name, workItemId, taskId, lane }: LaneSubject,
  input: SpawnInput,
): Promise<void> {
  const { actor, clock } = context;
  const start = startOf(input);
  const thread = await threadOf(transaction, workItemId ?? lane?.work_item_id ?? null);
  if (thread !== undefined) {
    const heartbeats = transaction.heartbeats();
    throwIfRefused(checkOpening(thread, { actor, now: clock.now(), heartbeats, start }));
  } else if (lane === undefined && taskId === null) {
    const title = titleOfWork(input.description ?? name);
    const work = { title, name, another: input.new === true, isPlanned: start === 'planned' };
    throwIfRefused(await twinRefusal(context, transaction, work, { operation: 'worker.spawn', field: 'lane' }));
  }
}

function descriptionOf({ description }: SpawnInput, subject: string | null): string | null {
  const text = description ?? subject?.slice(0, laneLimits.description) ?? null;
  return text === null ? null : redact(text);
}

/** Error for a missing base: a new repository has no commit, another one an unusual name for it. */
async function noBase(workTree: WorkTree): Promise<RefusalError> {
  if ((await workTree.head()).commit === undefined) {
    return refusalError('transition_not_allowed', 'workers.noCommitYet', { hint: 'workers.noCommitYetHint' });
  }
  return refusalError('not_found', 'workers.noDefaultBranch', { hint: 'workers.noDefaultBranchHint' });
}
