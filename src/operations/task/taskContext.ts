import * as z from 'zod';
import { countBySeverity } from '../../domain/finding/findingSeverity.js';
import { isRefusal, RefusalError, refusalError } from '../../domain/refusal/refusal.js';
import { type ContextPolicy, contextBudgets } from '../../domain/task/contextBudget.js';
import {
  type ContextFacts,
  type ContextProfile,
  type ContextSizes,
  contextBytes,
  contextProfileNames,
  contextSizes,
  contextStore,
  contextStoreSchema,
  fitContext,
  fullContext,
  type SessionContext,
  sessionContextSchema,
} from '../../domain/task/sessionContext.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import { judgeGate } from '../../gates/judgeGate.js';
import { storedReasons } from '../../gates/storedReasons.js';
import { message } from '../../messages/message.js';
import { say } from '../../messages/say.js';
import { sha256 } from '../../platform/sha256.js';
import { baseConfigOrDefaults } from '../../records/baseConfig.js';
import type { Context } from '../../records/context.js';
import { collectSnapshot } from '../../records/gate/collectSnapshot.js';
import { gradedRuns } from '../../records/review/gradedRuns.js';
import { placeOf, presentOneTask, resolveTaskOrNone } from '../../records/task/taskAccess.js';
import { taskField } from '../../records/task/taskFields.js';
import { readOpenWork, readSigns } from '../../records/thread/openWork.js';
import type { Transaction } from '../../store/store.js';
import { defineOperation } from '../operation.js';
import { startupDocuments } from './startupDocuments.js';

/** The lane whose worktree the session starts in: what it is for, and where it meets others. */
const laneSchema = z.looseObject({ lane: z.string() }).optional();

/** How much needs a person and is in progress in the repository, as `status` counts it. No part of the digest. */
const workSchema = z.object({ needsYou: z.int(), inProgress: z.int() }).optional();
type Work = z.output<typeof workSchema>;

export const taskContext = defineOperation({
  name: 'task.context',
  title: 'Show Task Summary',
  summary: 'Returns a task summary for a new session: state, open findings, verdicts, next actions (size-limited).',
  input: z.strictObject({
    task: taskField,
    profile: z
      .enum(contextProfileNames)
      .optional()
      .describe('hot_summary by default; identity is the task alone, full_debug shows most'),
    budget: z
      .int()
      .min(contextBudgets.least)
      .max(contextBudgets.most)
      .optional()
      .describe('Maximum size in bytes; 4000 by default'),
    touchedFiles: z.int().min(0).max(200).optional().describe('Maximum number of touched files; 20 by default'),
    gates: z.boolean().optional().describe('Also check git for complete gates; slower'),
    digest: z.string().max(100).optional().describe('Digest of an earlier answer; an unchanged one is not repeated'),
  }),
  output: z.union([
    sessionContextSchema.extend({ lane: laneSchema, work: workSchema, digest: z.string() }),
    /** Nothing has changed since the answer with this digest. */
    z.object({ unchanged: z.literal(true), digest: z.string() }),
    /** There is no active task. */
    z.object({
      store: contextStoreSchema.optional(),
      task: z.null(),
      documents: z.array(z.string()),
      hint: z.string(),
      lane: laneSchema,
      work: workSchema,
      digest: z.string(),
    }),
  ]),
  effect: 'read',
  readsAsCaller: true,
  mcp: {
    tool: 'load_session',
    action: '',
    brief: 'Start here: summary of the task. Reviewers: profile review_packet',
    rare: ['budget', 'touchedFiles', 'gates', 'digest'],
    budgeted: true,
  },
  cli: { path: ['context'], examples: ['context', 'context --budget 2000 --profile review_packet --json'] },
  palette: 'store',
  async run(context, input) {
    const place = await placeOf(context);
    const documents = await startupDocuments(context);
    const { row, hasLanes } = await context.store.read(async transaction => ({
      row: await resolveTaskOrNone(transaction, place, input.task),
      hasLanes: await transaction.lanes.isAny(),
    }));
    const profile = input.profile ?? 'hot_summary';
    const { context: settings } = await baseConfigOrDefaults(context);
    const budget = input.budget ?? settings.budget;
    const own = hasLanes && profile !== 'identity' ? await context.ownLane?.(context, budget / 4) : undefined;
    const lane = own === undefined ? {} : { lane: own };
    const work = profile === 'hot_summary' || profile === 'full_debug' ? await countWork(context) : undefined;
    const { state, reason, hint } = await context.store.health();
    const store = contextStore({
      state,
      ...(reason === undefined ? {} : { reason: say(reason) }),
      ...(hint === undefined ? {} : { hint: say(hint) }),
    });
    if (row === undefined) {
      const nothing = {
        ...(store === undefined ? {} : { store }),
        task: null,
        documents: documents.slice(0, contextSizes.summary.documents),
        hint: own
          ? 'This lane has no task. Continue with its description.'
          : 'No active task here. Start one: `task start <objective>`.',
        ...lane,
      };
      return withDigest(nothing, input.digest, work);
    }
    const gates = input.gates === true ? await gateSummary(context, row) : undefined;
    const facts = await context.store.read(transaction => readFacts(transaction, row, { store, documents, gates }));
    const sizes = input.touchedFiles === undefined ? {} : { touchedFiles: input.touchedFiles };
    // Who says how much it may be means just that; the policy is for those who leave it open.
    const policy = input.budget === undefined ? settings.policy : 'summary';
    const repository = own === undefined ? 0 : new TextEncoder().encode(JSON.stringify(lane)).length;
    const answer = answerWithin({ facts, profile, sizes }, budget - repository, policy);
    const whole = { ...answer, ...lane };
    // The task comes first: with the smallest budget, only the lane's name is included.
    const isOver = policy === 'summary' && own !== undefined && contextBytes(whole) + digestRepository > budget;
    return withDigest(isOver ? { ...answer, lane: { lane: own.lane } } : whole, input.digest, work);
  },
});

interface Telling {
  readonly facts: ContextFacts;
  readonly profile: ContextProfile;
  readonly sizes: Partial<ContextSizes>;
}

/** What is shown to a session within `budget` bytes, as the policy has it; throws a refusal where that is to refuse. */
function answerWithin({ facts, profile, sizes }: Telling, budget: number, policy: ContextPolicy): SessionContext {
  if (policy === 'summary') return fitContext(facts, profile, budget - digestRepository, sizes);
  const full = fullContext(facts, profile, sizes);
  const bytes = contextBytes(full) + digestRepository;
  if (bytes <= budget) return full;
  if (policy === 'warn') {
    return { ...full, warning: `This answer has about ${bytes} bytes, over its budget of ${budget}.` };
  }
  const retryWith = { profile, budget: Math.min(bytes, contextBudgets.most) };
  throw refusalError('invalid_input', message('tasks.contextTooLarge', { bytes, budget }), {
    hint: message('tasks.contextTooLargeHint', { budget: retryWith.budget }),
    details: { bytes, budget, retryWith },
  });
}

/** Bytes that the digest and the counts take in an answer. */
const digestRepository = 80;

function withDigest<Answer extends object>(
  answer: Answer,
  seen: string | undefined,
  work: Work,
): (Answer & { work?: Work; digest: string }) | { unchanged: true; digest: string } {
  const digest = sha256(JSON.stringify(answer)).slice(0, 16);
  if (digest === seen) return { unchanged: true, digest };
  return { ...answer, ...(work === undefined ? {} : { work }), digest };
}

async function countWork(context: Context): Promise<Work> {
  const signs = await readSigns(context);
  return context.store.read(async transaction => {
    const { needsYou, inProgress } = await readOpenWork(context, transaction, signs);
    return { needsYou: needsYou.total, inProgress: inProgress.total };
  });
}

/** What the gates say, in codes; a gate that cannot be asked says why instead. */
async function gateSummary(context: Context, row: TaskRow): Promise<Record<string, string[]>> {
  try {
    const { snapshot } = await collectSnapshot(context, { task: row.id });
    const codes = (gate: 'review-ready' | 'close-check') => judgeGate(gate, snapshot).reasons.map(({ code }) => code);
    return { 'review-ready': codes('review-ready'), 'close-check': codes('close-check') };
  } catch (error) {
    if (error instanceof RefusalError && isRefusal(error.refusal)) return { unknown: [error.refusal.code] };
    throw error;
  }
}

async function readFacts(
  transaction: Transaction,
  row: TaskRow,
  { store, documents, gates }: Pick<ContextFacts, 'store' | 'documents' | 'gates'>,
): Promise<ContextFacts> {
  const max = contextSizes.debug;
  const slices = await transaction.slices.ofTask(row.id);
  const findings = await transaction.findings.open(row.id);
  const blockers = await transaction.blockers.ofTask(row.id, 'open');
  const nextActions = await transaction.nextActions.ofTask(row.id, 'pending');
  const stored = { row, openFindings: findings, slices, openBlockers: blockers, pendingActions: nextActions };
  const [compaction] = await transaction.compactions.ofTask(row.id, 1);
  return {
    store,
    task: await presentOneTask(transaction, row),
    gates: gates ?? { store: storedReasons(stored).map(({ code }) => code) },
    openFindings: countBySeverity(findings),
    findings,
    verdicts: (await gradedRuns(transaction, await transaction.reviewRuns.ofTask(row.id))).filter(
      run => run.verdict !== null,
    ),
    blockers,
    nextActions,
    slices: [...slices].reverse(),
    decisions: await transaction.decisions.ofTask(row.id, max.decisions),
    decisionCount: await transaction.decisions.count(row.id),
    touchedFiles: await transaction.touchedFiles.ofTask(row.id, max.touchedFiles),
    touchedFileCount: await transaction.touchedFiles.count(row.id),
    documents,
    compaction: compaction?.key,
  };
}
