import { type LivingProcess, processesIn } from './processesIn.js';
import { identifyProcess, identifyThisProcess, isStopped, judgeByPid, parseIdentity } from './processIdentity.js';
import { type ShellState, watchShell } from './shellProgram.js';

export interface Machine {
  /** Identity of this process, for `judge` in any other process on this machine. */
  identity(): string;
  pid(): number;
  /** Undefined if there is no such pid. */
  identify(pid: number): string | undefined;
  /** `unknown` if it cannot be checked from here. */
  judge(identity: string): 'alive' | 'dead' | 'unknown';
  /** As `judge`, with `stopped` for a suspended process, as by Ctrl+Z. */
  pulse(identity: string): 'alive' | 'stopped' | 'dead' | 'unknown';
  watchShell(pid: number): () => Promise<ShellState>;
  /** True if nothing listens on these ports of the loopback addresses. */
  arePortsFree(first: number, count: number): Promise<boolean>;
  /** Without this process and its ancestors. */
  processesIn(directory: string): Promise<readonly LivingProcess[]>;
}

function judge(text: string): 'alive' | 'dead' | 'unknown' {
  const owner = parseIdentity(text);
  if (owner === undefined) return 'unknown';
  const verdict = judgeByPid(owner, identifyThisProcess());
  return verdict === 'needs-socket' ? 'unknown' : verdict;
}

export const thisMachine: Machine = {
  identity: () => JSON.stringify(identifyThisProcess()),
  pid: () => process.pid,
  identify(pid) {
    const identity = identifyProcess(pid);
    return identity && JSON.stringify(identity);
  },
  judge,
  pulse(text) {
    const verdict = judge(text);
    return verdict === 'alive' && isStopped(parseIdentity(text)?.pid ?? 0) ? 'stopped' : verdict;
  },
  watchShell: pid => watchShell(pid),
  async arePortsFree(first, count) {
    for (let port = first; port < first + count; port += 1) {
      if (!(await isPortFree(port))) return false;
    }
    return true;
  },
  processesIn,
};

/** Ignores `::1` without IPv6. */
async function isPortFree(port: number): Promise<boolean> {
  const { createServer } = await import('node:net');
  for (const host of ['127.0.0.1', '::1']) {
    const problem = await new Promise<string | undefined>(done => {
      const server = createServer();
      server.once('error', error => done((error as NodeJS.ErrnoException).code ?? 'unknown'));
      server.listen({ port, host, exclusive: true }, () => server.close(() => done(undefined)));
    });
    if (problem !== undefined && (host === '127.0.0.1' || problem === 'EADDRINUSE')) return false;
  }
  return true;
}
