import type { LanePorts } from '../../git/lane/openLanes.js';

/** File of the process that runs agents, by its name among `LanePorts.runner`. No lane has this name. */
export const runnerName = 'runner';

/** Age from which a claim that was not renewed is void, and time between two renewals, ms. */
export const runnerLeaseMs = 30_000;
export const runnerRenewMs = 10_000;

/** The claim of a process on running the agents of a repository. */
export interface RunnerClaim {
  /** Value of the counter `runner` while the claim holds: each new holder raises it. */
  readonly token: number;
  /** Identity, as `Machine` gives it. */
  readonly process: string;
  /** Last renewal, ms UTC. */
  readonly at: number;
}

export function claimText({ token, process, at }: RunnerClaim): string {
  return JSON.stringify({ version: 1, token, process, at });
}

/** Undefined if damaged. */
export function readClaim(text: string): RunnerClaim | undefined {
  try {
    const { version, token, process, at } = JSON.parse(text) as Record<string, unknown>;
    const isWhole = version === 1 && Number.isInteger(token) && typeof process === 'string' && Number.isFinite(at);
    return isWhole ? { token: token as number, process, at: at as number } : undefined;
  } catch {
    return undefined;
  }
}

/** `void` if its process is dead, `late` if another one may take its place once it stays without a renewal. */
export function judgeClaim(
  { process, at }: RunnerClaim,
  machine: Pick<LanePorts['machine'], 'judge'>,
  now: number,
): 'held' | 'late' | 'void' {
  if (machine.judge(process) === 'dead') return 'void';
  // One of a time that is still to come was written under another clock.
  return Math.abs(now - at) > runnerLeaseMs ? 'late' : 'held';
}

/** True while a process has a claim on running agents that it renews. */
export async function hasRunner(
  { runner, machine }: Pick<LanePorts, 'runner' | 'machine'>,
  now: number,
): Promise<boolean> {
  const claim = readClaim((await runner.read(runnerName)) ?? '');
  return claim !== undefined && judgeClaim(claim, machine, now) === 'held';
}
