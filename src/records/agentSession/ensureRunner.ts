import type { AgentSessionRow } from '../../domain/agentSession/agentSessionRow.js';
import { refusalError } from '../../domain/refusal/refusal.js';
import type { LanePorts } from '../../git/lane/openLanes.js';
import { message } from '../../messages/message.js';
import type { Context } from '../context.js';
import { hasRunner, runnerName } from './runnerClaim.js';

/** Log of the process that runs agents. No lane has this name. */
export const runnerLog = '.runner';

/** ms. */
const patienceMs = 15_000;
const lookEveryMs = 50;
const maxLaunches = 3;

type Caller = Pick<Context, 'store' | 'clock'>;

/**
 * Sees to it that a process runs agents, and waits until it has brought a session to what `isReached` looks for. Returns false if it
 * began but did not come to that in 15 s (`patience`); refuses, with the place of its log, if it did not begin. Call it after the commit.
 */
export function ensureRunner(
  caller: Caller,
  ports: LanePorts,
  session: string,
  isReached: (session: AgentSessionRow, isRun: boolean) => boolean,
  patience = patienceMs,
): Promise<boolean> {
  const isDone = async (isRun: boolean) => {
    const [row] = await caller.store.read(({ agentSessions }) => agentSessions.ofIds([session]));
    return row === undefined || isReached(row, isRun);
  };
  return ensureRunning(caller, ports, isDone, patience);
}

/** As `ensureRunner`, until `isReached`, which is given whether a process runs agents. */
export async function ensureRunning(
  { clock }: Pick<Caller, 'clock'>,
  ports: LanePorts,
  isReached: (isRun: boolean) => Promise<boolean>,
  patience = patienceMs,
): Promise<boolean> {
  const [main] = await (await ports.trees()).list();
  const directory = main?.directory ?? ports.resolve('.');
  const isRun = () => hasRunner(ports, clock.now());
  const isDone = async () => isReached(await isRun());
  let launches = 0;
  let launched: Awaited<ReturnType<LanePorts['launch']>>;
  for (let waited = 0; waited < patience; waited += lookEveryMs) {
    if (await isDone()) return true;
    const isComing = launched !== undefined && !launched.hasEnded();
    if (!isComing && !(await isRun())) {
      if (launches === maxLaunches) break;
      launches += 1;
      launched = await ports.launch([runnerName], directory);
    }
    await new Promise(done => setTimeout(done, lookEveryMs));
  }
  if (await isDone()) return true;
  if (await isRun()) return false;
  throw refusalError('timed_out', message('sessions.runnerFailed'), {
    hint: message('sessions.runnerLog', { path: ports.logs.path(runnerLog) }),
  });
}

/** True once a process that is alive has taken a session, or it has ended. */
export function isTaken({ state, ended_at }: AgentSessionRow, isRun: boolean): boolean {
  return ended_at !== null || (isRun && state !== 'requested');
}

/** True once its agent has begun to work, or it has ended. */
export function hasBegun({ started_at, ended_at }: AgentSessionRow): boolean {
  return started_at !== null || ended_at !== null;
}

export function isEnded({ ended_at }: AgentSessionRow): boolean {
  return ended_at !== null;
}

/** Has a session of a lane ended that a killed process left or that is being stopped, so that another can begin. */
export async function settleLeft(context: Caller, ports: LanePorts, laneId: string): Promise<void> {
  const left = await context.store.read(({ agentSessions }) => agentSessions.unfinishedOf(laneId));
  if (left === undefined || left.state === 'requested') return;
  if (left.stop_at === null && (await hasRunner(ports, context.clock.now()))) return;
  await ensureRunner(context, ports, left.id, isEnded);
}
