import { type RefusalError, refusalError } from '../../../domain/refusal/refusal.js';
import { showWorkerLogs } from '../../../domain/refusal/steps.js';
import { livenessOf } from '../../../domain/worker/liveness.js';
import type { WorkerRun } from '../../../domain/worker/workerRun.js';
import type { LanePorts } from '../../../git/lane/openLanes.js';
import { type Message, message } from '../../../messages/message.js';
import { latestRuns, signOfLife } from '../../../records/presence/workerSigns.js';

/** The process that works in a lane now, as it was started by us; undefined when there is none. */
export async function runningProgram(lanes: LanePorts, lane: string, now: number): Promise<WorkerRun | undefined> {
  const { run } = (await latestRuns(lanes)).get(lane) ?? {};
  if (run === undefined || run.end !== null) return undefined;
  const pulse = lanes.machine.pulse(run.program ?? run.watcher);
  if (pulse === 'dead') return undefined;
  if (pulse !== 'unknown') return run;
  // It may be one of another machine: then its heartbeats tell.
  const level = livenessOf(await signOfLife(lanes, lane), now);
  return level === 'ok' || level === 'WARN' ? run : undefined;
}

/**
 * Claims the work of a lane for one program and notes what runs: of several that try at the same moment one comes through.
 * Returns the run's number; refuses while another program runs.
 */
export async function beginRun(lanes: LanePorts, lane: string, run: WorkerRun): Promise<number> {
  const running = await runningProgram(lanes, lane, run.startedAt);
  if (running !== undefined) throw isRunning(lane, message('workers.programRuns', { pid: running.pid }));
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

/** Notes of a program that went without a word that it is gone, so that later beats are those of someone else. */
export async function settleRun(lanes: LanePorts, lane: string): Promise<void> {
  const { number, run } = (await latestRuns(lanes)).get(lane) ?? {};
  if (number === undefined || run === undefined || run.end !== null) return;
  if (lanes.machine.pulse(run.program ?? run.watcher) !== 'dead') return;
  const at = (await lanes.heartbeats.all()).get(lane)?.at ?? run.startedAt;
  const settled: WorkerRun = { ...run, end: { at, by: 'lost', exitCode: null, signal: null } };
  await lanes.runs.write(`${lane}.${number}`, JSON.stringify(settled));
}

/** Notes that the program of a worker, which something else started, has ended; refuses while one runs that we started. */
export async function recordEnd(
  lanes: LanePorts,
  lane: string,
  { at, exitCode = null }: { at: number; exitCode?: number | null | undefined },
): Promise<void> {
  const { machine, heartbeats } = lanes;
  const end = { at, by: exitCode === null ? 'lost' : 'exit', exitCode, signal: null } as const;
  const own = { watcher: machine.identity(), pid: machine.pid() };
  await beginRun(lanes, lane, { version: 1, command: '', program: null, ...own, startedAt: at, end });
  // Only a worker that has one is looked at; one that is not older than the end does not say that something goes on.
  await heartbeats.heartbeat(lane, at);
}

function isRunning(lane: string, why: string | Message): RefusalError {
  return refusalError('conflict', message('workers.busy', { lane, why }), {
    next: [showWorkerLogs(lane)],
  });
}
