import * as z from 'zod';
import { agentNamed } from '../../../domain/agent/agents.js';
import { permissionPolicies } from '../../../domain/agentSession/agentSessionRow.js';
import { attemptEnds } from '../../../domain/attempt/attemptRow.js';
import type { LaneRow } from '../../../domain/lane/laneRow.js';
import { openStatuses } from '../../../domain/lane/laneStatus.js';
import { RefusalError, refusalError, unlessRefused } from '../../../domain/refusal/refusal.js';
import { showTranscript, showWorkerLogs } from '../../../domain/refusal/steps.js';
import { programAgent } from '../../../domain/worker/programAgent.js';
import type { LanePorts } from '../../../git/lane/openLanes.js';
import { message } from '../../../messages/message.js';
import { say } from '../../../messages/say.js';
import { isProgram } from '../../../platform/isOnPath.js';
import { redact } from '../../../platform/redact.js';
import { endSession, requestSession } from '../../../records/agentSession/agentSessions.js';
import { type BudgetedWork, requireBudget } from '../../../records/agentSession/budgets.js';
import { ensureRunner, hasBegun, isTaken, settleLeft } from '../../../records/agentSession/ensureRunner.js';
import {
  laneOfWork,
  namesItem,
  presentSession,
  readLive,
  type SessionView,
  sessionSchema,
  workField,
} from '../../../records/agentSession/sessionView.js';
import { requireAgent, type StartableAgent } from '../../../records/agentSession/startableAgent.js';
import type { Context } from '../../../records/context.js';
import { findLane, laneCalled, requireLanes } from '../../../records/lane/laneAccess.js';
import { programField } from '../../../records/worker/runFields.js';
import { findWorker } from '../../../records/worker/workerAccess.js';
import { findWorkItem } from '../../../records/workItem/workItemAccess.js';
import type { Transaction } from '../../../store/store.js';
import { defineOperation } from '../../operation.js';
import { requireStart } from '../worker/beginWork.js';
import { runningProgram } from '../worker/workerRuns.js';
import { workerSpawn } from '../worker/workerSpawn.js';
import { requireNobody } from './requireNobody.js';

const startInput = z.strictObject({
  id: workField,
  agent: z.string().trim().min(1).max(200).optional().describe('Agent to start: codex; default: that of the lane'),
  policy: z
    .enum(permissionPolicies)
    .optional()
    .describe(
      'What it may do without asking: only read (ask, the default), edit in its lane (edit), all that its hooks allow (all)',
    ),
  command: programField.optional().describe('Any program instead; {prompt} in it becomes the brief'),
});
type StartInput = z.output<typeof startInput>;

const startOutput = z.object({ session: sessionSchema, madeLane: z.boolean() });

/** Time to wait for the agent to begin once a process has taken its session, ms; it may take longer. */
const beginMs = 5000;

export const agentStart = defineOperation({
  name: 'agent.start',
  order: 20,
  title: 'Start Agent',
  summary:
    'Starts an agent on a work item in its lane, and opens the lane if there is none; Stateroom watches and ends it.',
  input: startInput,
  output: startOutput,
  effect: 'external',
  // Agents are started by people.
  roles: ['human'],
  mcp: null,
  cli: {
    path: ['start'],
    positionals: ['id', 'agent'],
    rest: 'command',
    exclusive: [['agent', 'command']],
    examples: ['start W-12 codex', 'start L-3 --policy edit', 'start W-12 -- ollama-loop "{prompt}"'],
  },
  about: 'workItem',
  writesShim: true,
  progress: 'notification',
  icon: 'play',
  palette: false,
  run: (context, input) => startAgent(context, input),
});

/** Checks and steps of a caller in a start. */
export interface StartGuard {
  /** Called with the lane once nothing else refuses the start, before the agent is asked for. */
  prepare?(lane: LaneRow): Promise<void>;
  /** Refuses in the transaction that asks for the agent. */
  permit?(transaction: Transaction): Promise<void>;
}

/** As `agent start`. */
export async function startAgent(
  context: Context,
  input: StartInput,
  guard: StartGuard = {},
): Promise<z.output<typeof startOutput>> {
  const ports = requireLanes(context);
  if (context.commands === undefined) {
    throw refusalError('not_allowed', message('sessions.needsRunner'), { hint: message('sessions.needsRunnerHint') });
  }
  const agent = await chooseAgent(context, ports, input);
  await requireBudget(context, ports, await workNamed(context, input.id));
  const { lane: ref, made } = await openFor(context, input.id, agent?.key);
  const now = context.clock.now();
  const id = context.ids.ulid(now);
  const lane = await context.store.read(transaction => findLane(transaction, ref));
  await settleLeft(context, ports, lane.id);
  await requireFree(context, ports, lane);
  await requireNobody(context, lane, agent?.key);
  await guard.prepare?.(lane);
  await context.store.transaction(async transaction => {
    await guard.permit?.(transaction);
    const found = await findWorker(transaction, lane.id);
    await requireStart(transaction, found);
    const command = input.command ?? [];
    await requestSession({ transaction, actor: context.actor, now: context.clock.now() }, found.lane, {
      ...{ id, command, policy: input.policy ?? 'ask', model: lane.model },
      agent: agent?.key ?? 'program',
      actor: programAgent(lane.name, agent === undefined ? command : [agent.key]),
    });
  });
  await letBegin(context, ports, id, lane);
  const live = await readLive(context);
  const session = await context.store.read(async transaction => {
    const [row] = await transaction.agentSessions.ofIds([id]);
    if (row === undefined) throw new Error(`Session ${id} is gone.`);
    return presentSession(transaction, row, live);
  });
  if (session.endReason !== null && session.started === null) throw notStarted(lane, session);
  return { session, madeLane: made };
}

/** The agent to start; undefined for another program. Refuses before anything is opened for it. */
async function chooseAgent(
  { store }: Context,
  ports: LanePorts,
  { id, agent, command }: StartInput,
): Promise<StartableAgent | undefined> {
  if (command !== undefined) {
    const [program = ''] = command;
    // It is stored without secrets, and run as it is stored.
    if (command.some(word => redact(word) !== word)) {
      throw refusalError('invalid_input', message('sessions.secretInCommand'), {
        hint: message('sessions.secretInCommandHint'),
      });
    }
    if (isProgram(program)) return undefined;
    throw refusalError('not_found', message('workers.noProgram', { program: program.slice(0, 100) }), {
      hint: 'workers.noProgramHint',
    });
  }
  const known = agent ?? (await store.read(transaction => agentOfWork(transaction, id)));
  return requireAgent(ports, known);
}

/** The agent of the last session there, else the lane's, else that to which the item is assigned. */
async function agentOfWork(transaction: Transaction, text: string): Promise<string | undefined> {
  const named = text.trim();
  const item = namesItem(named) ? await findWorkItem(transaction, named).catch(unlessMissing) : undefined;
  const lane = await laneOfWork(transaction, named).catch(unlessMissing);
  const last = lane && (await transaction.agentSessions.ofLane(lane.id)).find(({ agent }) => agent !== 'program');
  const assignee = item?.assignee ?? undefined;
  const assigned = assignee === undefined ? undefined : agentNamed(assignee)?.harness;
  return last?.agent ?? lane?.backend ?? assigned;
}

/** The item or lane whose budget counts; neither for work that is not known yet. */
function workNamed({ store }: Context, text: string): Promise<BudgetedWork> {
  return store.read(async transaction => {
    const named = text.trim();
    const item = namesItem(named) ? await findWorkItem(transaction, named).catch(unlessMissing) : undefined;
    const lane = await laneOfWork(transaction, named).catch(unlessMissing);
    return { itemId: item?.id ?? lane?.work_item_id ?? null, laneId: lane?.id ?? null };
  });
}

/** Opens a lane for a work item or task without one, as `worker.spawn` does. Refuses a name that means none of the three. */
async function openFor(context: Context, text: string, agent: string | undefined) {
  const isWork = /^[wt]-?\d+$|^id:/i.test(text.trim());
  const lane = await context.store.read(async transaction => {
    try {
      return await laneOfWork(transaction, text);
    } catch (error) {
      if (isWork) return unlessMissing(error);
      throw error;
    }
  });
  if (lane !== undefined && openStatuses.includes(lane.status)) return { lane: lane.id, made: false };
  if (lane !== undefined && !isWork) {
    const status = message(`state.${lane.status}`);
    throw refusalError('transition_not_allowed', message('sessions.laneOver', { lane: laneCalled(lane), status }));
  }
  const spawned = await workerSpawn.run(context, { lane: text, ...(agent === undefined ? {} : { agent }) });
  const { ref, made } = unlessRefused(spawned);
  return { lane: ref, made };
}

function unlessMissing(error: unknown): undefined {
  if (error instanceof RefusalError && error.refusal.code === 'not_found') return undefined;
  throw error;
}

/** Refuses a review's lane, and one in which a program runs that Stateroom started in another way. */
async function requireFree({ clock }: Context, ports: LanePorts, lane: LaneRow): Promise<void> {
  if (lane.kind !== 'implement') {
    throw refusalError('transition_not_allowed', message('sessions.notForReview', { lane: laneCalled(lane) }));
  }
  const running = await runningProgram(ports, lane.name, clock.now());
  if (running === undefined) return;
  const [agent] = running.command.split(' ');
  throw refusalError('conflict', message('sessions.runs', { agent: agent ?? '', lane: laneCalled(lane) }), {
    next: [running.session === undefined ? showWorkerLogs(lane.name) : showTranscript(lane.name)],
  });
}

function notStarted(lane: LaneRow, { agent, why, endReason }: SessionView): RefusalError {
  const reason = why ?? attemptEnds[endReason ?? 'failed'];
  return refusalError('not_allowed', message('sessions.notStarted', { agent, lane: laneCalled(lane), why: reason }), {
    hint: message('sessions.notStartedHint', { lane: lane.name }),
  });
}

/** Waits until the runner has taken the session, and a moment for its agent; without a runner, ends it and refuses. */
async function letBegin(context: Context, ports: LanePorts, id: string, lane: LaneRow): Promise<void> {
  const { store, actor, clock } = context;
  try {
    await ensureRunner(context, ports, id, isTaken);
    await ensureRunner(context, ports, id, hasBegun, beginMs);
  } catch (error) {
    const isLeft = await store.transaction(async transaction => {
      const [session] = await transaction.agentSessions.ofIds([id]);
      if (session?.state !== 'requested') return false;
      const why = error instanceof RefusalError ? say(error.refusal.message) : null;
      await endSession({ transaction, actor, now: clock.now() }, lane, session, { reason: 'failed', why });
      return true;
    });
    if (isLeft) throw error;
  }
}
