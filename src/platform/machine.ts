import { type LivingProcess, processesIn } from './processesIn.js';
import { identifyProcess, identifyThisProcess, isStopped, judgeByPid, parseIdentity } from './processIdentity.js';
import { type ShellState, watchShell } from './shellProgram.js';

/** What operations ask of the machine beside git and the store: running processes and free ports. */
export interface Machine {
  /** This process, as text that `judge` of any other process on this machine takes. */
  identity(): string;
  /** The pid of this process. */
  pid(): number;
  /** The same of another process; undefined when there is none of this pid. */
  identify(pid: number): string | undefined;
  /** Whether the process of an identity is alive; `unknown` if that cannot be checked from here. */
  judge(identity: string): 'alive' | 'dead' | 'unknown';
  /** The same, with whether it lives and was stopped, as by Ctrl+Z. */
  pulse(identity: string): 'alive' | 'stopped' | 'dead' | 'unknown';
  /** Looks at what the shell of this pid is at, each time compared with the look before. */
  watchShell(pid: number): () => Promise<ShellState>;
  /** True when nothing listens on any of these ports of the loopback addresses. */
  arePortsFree(first: number, count: number): Promise<boolean>;
  /** Processes that are in a folder, without this one and those that it was started by. */
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

/** A port is taken when it cannot be listened on; where there is no IPv6, that address says nothing. */
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
