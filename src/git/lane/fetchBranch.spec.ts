import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LaneTestRepository } from '../../../test/support/laneTestRepository.js';
import { agent } from '../../../test/support/testRepository.js';
import { isRefusal } from '../../domain/refusal/refusal.js';
import { say } from '../../messages/say.js';
import { invoke } from '../../operations/invoke.js';
import { workerDone } from '../../operations/lane/worker/workerDone.js';
import { workerPush } from '../../operations/lane/worker/workerPush.js';
import { workerSpawn } from '../../operations/lane/worker/workerSpawn.js';
import { workerStart } from '../../operations/lane/worker/workerStart.js';
import type { Context } from '../../records/context.js';
import type { LaneTrees } from './laneTrees.js';

let repository: LaneTestRepository;
let pids: string;

beforeEach(() => {
  repository = new LaneTestRepository();
  pids = join(repository.directory, 'pids');
});

afterEach(() => {
  for (const pid of started()) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
  repository.close();
});

/** A remote that takes the connection and says nothing, as behind a VPN that is off. */
function hang(): void {
  const ssh = join(repository.directory, 'ssh');
  writeFileSync(ssh, `#!/bin/sh\necho $$ >> '${pids}'\nsleep 600 &\necho $! >> '${pids}'\nwait\n`, { mode: 0o755 });
  repository.git('remote', 'set-url', 'origin', 'ssh://git@localhost/shop.git');
  repository.git('config', 'core.sshCommand', ssh);
}

function started(): number[] {
  try {
    return readFileSync(pids, 'utf8').split('\n').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

function isAlive(pid: number): boolean {
  const state = execFileSync('sh', ['-c', `ps -o stat= -p ${pid} || true`], { encoding: 'utf8' });
  return state.trim() !== '' && !state.startsWith('Z');
}

async function allEnded(): Promise<void> {
  await expect.poll(() => started().filter(isAlive)).toEqual([]);
}

/** A context in which the remote is given up after a moment, and what it is told. */
function hurried(told: string[], signal?: AbortSignal): Context {
  const { lanes, ...context } = repository.context(agent);
  if (lanes === undefined) throw new Error('There are no lanes.');
  const limitMs = signal === undefined ? 500 : 60_000;
  const trees = async (): Promise<LaneTrees> => {
    const own = await lanes.trees();
    return {
      ...own,
      fetch: (branch, how) => own.fetch(branch, { ...how, limitMs }),
      push: (directory, branch, how) => own.push(directory, branch, { ...how, limitMs }),
    };
  };
  const notify: Context['notify'] = notice => void told.push(say(notice));
  return { ...context, lanes: { ...lanes, trees }, notify, ...(signal === undefined ? {} : { signal }) };
}

const word = 'The remote did not answer within 20 s. Continuing with the local “main”.';

describe('a remote that does not answer', () => {
  it('is given up, and a lane is opened and submitted on the base as it is here', async () => {
    hang();
    const told: string[] = [];
    const lane = await invoke(workerSpawn, hurried(told), { lane: 'login' });
    if (isRefusal(lane)) throw new Error(say(lane.message));
    expect(told).toEqual([word]);
    await allEnded();
    await repository.ok(workerStart, { lane: 'login' });
    repository.gitIn(lane, 'commit', '-q', '--allow-empty', '-m', 'Work');
    expect(await invoke(workerDone, hurried(told), { lane: 'login' })).toMatchObject({ state: 'IN_REVIEW' });
    expect(told).toEqual([word, word]);
    await allEnded();
  });

  it('is named where a push asks it, and nothing is left that waits for it', async () => {
    const lane = await repository.spawn('login');
    repository.gitIn(lane, 'commit', '-q', '--allow-empty', '-m', 'Work');
    hang();
    const answer = await invoke(workerPush, hurried([]), { lane: 'login' });
    expect(isRefusal(answer) && say(answer.message)).toBe(
      'L-1 (login) was not pushed: the remote did not answer within 20 s.',
    );
    await allEnded();
  });

  it('is waited for no longer once the caller has stopped it: ssh ends too, and nothing is opened', async () => {
    hang();
    const before = await repository.dump();
    const stop = new AbortController();
    const answer = invoke(workerSpawn, hurried([], stop.signal), { lane: 'login' });
    await expect.poll(() => started().length).toBe(2);
    stop.abort();
    expect(await answer).toMatchObject({ code: 'timed_out', details: { step: 'fetch' } });
    await allEnded();
    expect(await repository.dump()).toBe(before);
  });
});
