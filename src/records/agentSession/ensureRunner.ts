import { refusalError } from '../../domain/refusal/refusal.js';
import type { LanePorts } from '../../git/lane/openLanes.js';
import { message } from '../../messages/message.js';

/** File of the process that runs agents, by its name among `LanePorts.runner`, and of its log. No lane has this name. */
export const runnerName = 'runner';
export const runnerLog = '.runner';

/** ms. */
const patienceMs = 15_000;
const lookEveryMs = 50;
const maxLaunches = 3;

/** True while the process that runs agents is alive, or cannot be checked from here. */
export async function hasRunner({ runner, machine }: Pick<LanePorts, 'runner' | 'machine'>): Promise<boolean> {
  const identity = await runner.read(runnerName);
  return identity !== undefined && machine.judge(identity) !== 'dead';
}

/**
 * Sees to it that a process runs agents, and waits until it has done what `isDone` looks for. Returns false if it began but did not
 * come to that in 15 s (`patience`); refuses, with the place of its log, if it did not begin. Call it after the commit.
 */
export async function ensureRunner(
  ports: LanePorts,
  isDone: () => Promise<boolean>,
  patience = patienceMs,
): Promise<boolean> {
  const [main] = await (await ports.trees()).list();
  const directory = main?.directory ?? ports.resolve('.');
  let launches = 0;
  let launched: Awaited<ReturnType<LanePorts['launch']>>;
  for (let waited = 0; waited < patience; waited += lookEveryMs) {
    if (await isDone()) return true;
    const isComing = launched !== undefined && !launched.hasEnded();
    if (!isComing && !(await hasRunner(ports))) {
      if (launches === maxLaunches) break;
      launches += 1;
      launched = await ports.launch([runnerName], directory);
    }
    await new Promise(done => setTimeout(done, lookEveryMs));
  }
  if (await isDone()) return true;
  if (await hasRunner(ports)) return false;
  throw refusalError('timed_out', message('sessions.runnerFailed'), {
    hint: message('sessions.runnerLog', { path: ports.logs.path(runnerLog) }),
  });
}
