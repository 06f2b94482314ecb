import { type RefusalError, refusalError } from '../../../domain/refusal/refusal.js';
import { showTranscript, showWorkerLogs } from '../../../domain/refusal/steps.js';
import { livenessOf } from '../../../domain/worker/liveness.js';
import type { WorkerRun } from '../../../domain/worker/workerRun.js';
import type { LanePorts } from '../../../git/lane/openLanes.js';
import { type Message, message } from '../../../messages/message.js';
import { lastHeartbeatOf, latestRuns } from '../../../records/presence/workerLiveness.js';

/** Running process that Stateroom started in a lane; undefined if there is none. */
export async function runningProgram(lanes: LanePorts, lane: string, now: number): Promise<WorkerRun | undefined> {
  const { run } = (await latestRuns(lanes)).get(lane) ?? {};
  if (run === undefined || run.end !== null) return undefined;
  const pulse = lanes.machine.pulse(run.program ?? run.watcher);
  if (pulse === 'dead') return undefined;
  if (pulse !== 'unknown') return run;
  // It may be on another machine: then its heartbeats decide.
  const level = livenessOf(await lastHeartbeatOf(lanes, lane), now);
  return level === 'ok' || level === 'WARN' ? run : undefined;
}

/** Claims a lane for one program and records the run; of concurrent calls, one succeeds. Refuses while another program runs. */
export async function beginRun(lanes: LanePorts, lane: string, run: WorkerRun): Promise<number> {
  const running = await runningProgram(lanes, lane, run.startedAt);
  if (running !== undefined) throw isRunning(lane, message('workers.programRuns', { pid: running.pid }), running);
  const number = ((await latestRuns(lanes)).get(lane)?.number ?? 0) + 1;
  const name = `${lane}.${number}`;
  if (!(await lanes.runs.begin(name, JSON.stringify(run)))) throw isRunning(lane, message('workers.programStarting'));
  const latest = (await latestRuns(lanes)).get(lane);
  if (latest !== undefined && latest.number > number) {
    await lanes.runs.remove(name);
    throw isRunning(lane, message('workers.programStarted'));
  }
  for (const earlier of (await lanes.runs.all()).keys()) {
    const [, of, digits] = /^(.+)\.(\d+)$/.exec(earlier) ?? [];
    if (of === lane && Number(digits) < number) await lanes.runs.remove(earlier);
  }
  return number;
}

/** Records the end of a program that died silently, so that later heartbeats are not attributed to it; `cancelled`: it was stopped. */
export async function settleRun(lanes: LanePorts, lane: string, by: 'lost' | 'cancelled' = 'lost'): Promise<void> {
  const { number, run } = (await latestRuns(lanes)).get(lane) ?? {};
  if (number === undefined || run === undefined || run.end !== null) return;
  if (lanes.machine.pulse(run.program ?? run.watcher) !== 'dead') return;
  const at = (await lanes.heartbeats.all()).get(lane)?.at ?? run.startedAt;
  const settled: WorkerRun = { ...run, end: { at, by, exitCode: null, signal: null } };
  await lanes.runs.write(`${lane}.${number}`, JSON.stringify(settled));
}

/** Records the end of a program that Stateroom did not start; refuses while one runs that it started. */
export async function recordEnd(
  lanes: LanePorts,
  lane: string,
  { at, exitCode = null }: { at: number; exitCode?: number | null | undefined },
): Promise<void> {
  const { machine, heartbeats } = lanes;
  const end = { at, by: exitCode === null ? 'lost' : 'exit', exitCode, signal: null } as const;
  const own = { watcher: machine.identity(), pid: machine.pid() };
  await beginRun(lanes, lane, { version: 1, command: '', program: null, ...own, startedAt: at, end });
  // Only workers with a heartbeat are checked; one no newer than the end does not count.
  await heartbeats.heartbeat(lane, at);
}

function isRunning(lane: string, why: string | Message, run?: WorkerRun): RefusalError {
  return refusalError('conflict', message('workers.busy', { lane, why }), {
    next: [run?.session === undefined ? showWorkerLogs(lane) : showTranscript(lane)],
  });
}
