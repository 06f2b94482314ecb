import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LaneTestRepository } from '../../../test/support/laneTestRepository.js';
import { agent, otherAgent, person } from '../../../test/support/testRepository.js';
import { answerHook } from '../../agentHooks/answerHook.js';
import { claude } from '../../agentHooks/clients/claude.js';
import { queueList } from '../../operations/queue/queueList.js';
import { openPresenceFiles } from '../../platform/presenceFiles.js';
import { identifyProcess } from '../../platform/processIdentity.js';
import { isPresent, type Presence, presenceFrom, readPresence } from './presence.js';

const minute = 60_000;
let home: string;
let folder: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'stateroom-presence-'));
  folder = join(home, 'presence');
});

afterEach(() => rmSync(home, { recursive: true, force: true }));

/** As someone sees it at `now` who asks in another process. */
async function presenceAt(now: number, name: string, directory?: string): Promise<Presence | undefined> {
  return presenceFrom((await openPresenceFiles(folder).read()).of({ name, directory }, now));
}

const seen = (seenAt: number): Presence => ({ seenAt, ended: false, isConnected: false });

describe('presence', () => {
  it('of an actor is when it was seen last, written as the name of one file', async () => {
    const files = openPresenceFiles(folder);
    expect(await presenceAt(minute, 'codex-77')).toBeUndefined();
    await files.note({ name: 'codex-77' }, minute);
    await files.note({ name: 'codex-77' }, minute + 1);
    await files.note({ name: 'claude-1' }, minute + 2);
    expect(await presenceAt(2 * minute, 'codex-77')).toEqual(seen(minute + 1));
    await files.note({ name: 'codex-77' }, minute + 20_000);
    expect(await presenceAt(2 * minute, 'codex-77')).toEqual(seen(minute + 20_000));
    expect(await presenceAt(2 * minute, 'claude-1')).toEqual(seen(minute + 2));
    expect(readdirSync(folder)).toHaveLength(2);
  });

  it('lasts ten minutes', () => {
    expect(isPresent(seen(minute), 11 * minute - 1)).toBe(true);
    expect(isPresent(seen(minute), 11 * minute)).toBe(false);
    expect(isPresent({ seenAt: minute, ended: false, isConnected: true }, 60 * minute)).toBe(true);
    expect(isPresent({ seenAt: minute, ended: true, isConnected: false }, minute)).toBe(false);
  });

  it('is over at once when it ends, until the actor is seen again', async () => {
    const files = openPresenceFiles(folder);
    await files.note({ name: 'codex-77' }, minute);
    await files.end({ name: 'codex-77' }, minute);
    expect(await presenceAt(minute, 'codex-77')).toEqual({ seenAt: minute, ended: true, isConnected: false });
    await files.note({ name: 'codex-77' }, minute + 1);
    expect(await presenceAt(minute + 1, 'codex-77')).toEqual(seen(minute + 1));
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it('of a connection lasts as long as that is open, however long nothing is called', async () => {
    const files = openPresenceFiles(folder, { isConnection: true });
    await files.note({ name: 'codex-77' }, minute);
    expect(await presenceAt(60 * minute, 'codex-77')).toEqual({ seenAt: minute, ended: false, isConnected: true });
    await openPresenceFiles(folder).end({ name: 'codex-77' }, minute + 1);
    expect((await presenceAt(60 * minute, 'codex-77'))?.isConnected, 'another one of it has ended').toBe(true);
    await files.end({ name: 'codex-77' }, 2 * minute);
    expect(await presenceAt(2 * minute, 'codex-77')).toEqual({ seenAt: 2 * minute, ended: true, isConnected: false });
  });

  it('ends at once with a process that was killed, and not for who called by other means since', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    const files = openPresenceFiles(folder, { isConnection: true });
    await files.note({ name: 'codex-77' }, minute);
    const [own = ''] = readdirSync(folder);
    const start = identifyProcess(child.pid ?? 0)?.start;
    const theirs = own.replace(/(\d+)-(\d+)-(\w+)$/, `${child.pid}-${start}-$3`);
    rmSync(join(folder, own));
    writeFileSync(join(folder, theirs), '');
    expect(await presenceAt(2 * minute, 'codex-77')).toEqual({ seenAt: minute, ended: false, isConnected: true });
    child.kill('SIGKILL');
    await new Promise(done => child.once('exit', done));
    expect(await presenceAt(2 * minute, 'codex-77')).toEqual({ seenAt: minute, ended: true, isConnected: false });
    // A hook from before the end, since which the connection had not been renewed.
    const justBefore = minute + 39_999;
    await openPresenceFiles(folder).note({ name: 'codex-77' }, justBefore);
    expect(await presenceAt(2 * minute, 'codex-77')).toEqual({ seenAt: justBefore, ended: true, isConnected: false });
    await openPresenceFiles(folder).note({ name: 'codex-77' }, 2 * minute);
    expect(await presenceAt(2 * minute, 'codex-77')).toEqual(seen(2 * minute));
  });

  it('of a process that has got the pid of another one is not the other one’s', async () => {
    await openPresenceFiles(folder, { isConnection: true }).note({ name: 'codex-77' }, minute);
    const [own = ''] = readdirSync(folder);
    rmSync(join(folder, own));
    writeFileSync(join(folder, own.replace(/(\d+)-(\d+)-(\w+)$/, '$1-7-$3')), '');
    expect((await presenceAt(minute, 'codex-77'))?.ended).toBe(process.platform === 'linux');
  });

  it('of a connection is written at most every 20 s', async () => {
    const files = openPresenceFiles(folder, { isConnection: true });
    await files.note({ name: 'codex-77' }, minute);
    const [first = ''] = readdirSync(folder);
    await files.note({ name: 'codex-77' }, minute + 19_999);
    expect(readdirSync(folder)).toEqual([first]);
    await files.note({ name: 'codex-77' }, minute + 20_000);
    expect(readdirSync(folder)).toEqual([first.replace(`.${minute}.`, `.${minute + 20_000}.`)]);
  });

  it('of a connection on another machine lasts while it is renewed', async () => {
    const files = openPresenceFiles(folder, { isConnection: true });
    await files.note({ name: 'codex-77' }, minute);
    const [own = ''] = readdirSync(folder);
    rmSync(join(folder, own));
    writeFileSync(join(folder, own.replace(/\w{12}$/, '0123456789ab')), '');
    expect(await presenceAt(2 * minute - 1, 'codex-77')).toEqual({ seenAt: minute, ended: false, isConnected: true });
    expect(await presenceAt(2 * minute, 'codex-77')).toEqual(seen(minute));
  });

  it('in the future is none, and is written anew', async () => {
    const files = openPresenceFiles(folder);
    await files.note({ name: 'codex-77' }, 60 * minute);
    expect(await presenceAt(minute, 'codex-77')).toBeUndefined();
    await files.note({ name: 'codex-77' }, minute);
    expect(await presenceAt(minute, 'codex-77')).toEqual(seen(minute));
  });

  it('of sessions that share a name is that of their worktree', async () => {
    const files = openPresenceFiles(folder);
    await files.note({ name: 'opencode', directory: '/w1' }, minute);
    await files.note({ name: 'opencode', directory: '/w2' }, 2 * minute);
    await files.end({ name: 'opencode', directory: '/w2' }, 3 * minute);
    const ended: Presence = { seenAt: 3 * minute, ended: true, isConnected: false };
    expect(await presenceAt(4 * minute, 'opencode', '/w1')).toEqual(seen(minute));
    expect(await presenceAt(4 * minute, 'opencode', '/w2')).toEqual(ended);
    expect(await presenceAt(4 * minute, 'opencode', '/w3')).toBeUndefined();
    expect(await presenceAt(4 * minute, 'opencode')).toEqual(ended);
    await files.note({ name: 'gemini' }, minute);
    expect(await presenceAt(4 * minute, 'gemini', '/w1')).toEqual(seen(minute));
  });

  it('of actors that were not seen for a day goes with the next one', async () => {
    const files = openPresenceFiles(folder);
    await files.note({ name: 'codex-77' }, minute);
    await files.note({ name: 'claude-1' }, minute + 24 * 60 * minute + 1);
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it('makes no store, follows no link and takes no file for one of its own', async () => {
    rmSync(home, { recursive: true });
    await openPresenceFiles(folder).note({ name: 'codex-77' }, minute);
    expect(await presenceAt(minute, 'codex-77')).toBeUndefined();
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'codex-77.60000.seen'), '');
    expect(await presenceAt(minute, 'codex-77')).toBeUndefined();
    rmSync(folder, { recursive: true });
    symlinkSync(tmpdir(), folder);
    await expect(openPresenceFiles(folder).note({ name: 'codex-77' }, minute)).rejects.toThrow('is a link or a file');
    expect(await presenceAt(minute, 'codex-77')).toBeUndefined();
  });
});

describe('presence in a repository', () => {
  it('is that of each agent whose call or hook came in, and of no person', async () => {
    const repository = new LaneTestRepository();
    try {
      await repository.add('Limit logins');
      await repository.ok(queueList, {});
      await repository.ok(queueList, {}, otherAgent);
      await repository.ok(queueList, {}, person);
      const shared = { ...repository.context({ role: 'agent', name: 'opencode' }), sharesName: true };
      await answerHook(shared, claude, 'SessionStart', {});
      const presenceOf = await readPresence(repository.context());
      expect([agent, otherAgent, person].map(({ name }) => presenceOf(name))).toEqual([
        seen(repository.now),
        seen(repository.now),
        undefined,
      ]);
      expect(presenceOf('opencode', repository.place)).toEqual(seen(repository.now));
      expect(presenceOf('opencode', `${repository.place}.worktrees/w1`)).toBeUndefined();
    } finally {
      await repository.close();
    }
  });
});
