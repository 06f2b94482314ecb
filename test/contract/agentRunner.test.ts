import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { answer, storeOf, until } from './cliRig.js';
import { hasEnded, type MockAct, makeSessionRig, type SessionRig, submits } from './sessionRig.js';

let rig: SessionRig;
let file: string;

beforeEach(async () => {
  rig = await makeSessionRig();
  file = join(storeOf(rig.repository), 'runner', 'runner.json');
});

const list: MockAct = { do: 'listTools' };
const tenMinutesMs = 600_000;

interface Claim {
  readonly process: string;
  readonly at: number;
}

function claim(): Claim {
  return JSON.parse(readFileSync(file, 'utf8')) as Claim;
}

function write(text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function runnerLog(): string {
  return readFileSync(join(storeOf(rig.repository), 'logs', '.runner.log'), 'utf8');
}

/** Lets the claim of a stopped runner look as if it had not been renewed for ten minutes. */
function age(): void {
  const now = claim();
  write(JSON.stringify({ ...now, at: now.at - tenMinutesMs }));
}

describe('the claim of a process on running agents', () => {
  const elsewhere = { host: 'gone', namespace: 'pid:[1]', boot: 'other', pid: 1, start: 1, program: 'node' };

  it.each([
    ['damaged', 'no claim'],
    ['of another version', '{"version":2}'],
    [
      'of a machine that is gone',
      JSON.stringify({ version: 1, token: 7, process: JSON.stringify(elsewhere), at: Date.now() - tenMinutesMs }),
    ],
    [
      'written under a clock that was ahead',
      JSON.stringify({ version: 1, token: 7, process: JSON.stringify(elsewhere), at: Date.now() + tenMinutesMs }),
    ],
  ])('is void if it is %s', async (_, text) => {
    rig.mock('mock', [submits]);
    write(text);
    await rig.person('start', 'W-1', 'mock', '--policy', 'edit');
    expect((await rig.until(hasEnded)).endReason).toBe('done');
  });

  it('is void if it is a folder', async () => {
    rig.mock('mock', [submits]);
    mkdirSync(file, { recursive: true });
    await rig.person('start', 'W-1', 'mock', '--policy', 'edit');
    expect((await rig.until(hasEnded)).endReason).toBe('done');
  });

  it('is refused in one sentence if no process can take it, which stays in Needs You', async () => {
    rig.mock('mock', [submits]);
    writeFileSync(dirname(file), '');
    const { code, stdout } = await rig.attempt('--no-color', 'start', 'W-1', 'mock');
    expect([code, stdout.split('\n')[0]]).toEqual([124, 'stateroom: The process that runs agents did not begin.']);
    expect((await answer(['lane', 'needs-you'], { cwd: rig.repository })).needs).toMatchObject([
      { kind: 'unstarted', text: 'The process that runs agents did not begin.', next: 'start w1-add-a' },
    ]);
  });

  it('is another one’s once it was not renewed, and its earlier holder stops without a late word', async () => {
    const hangs = [[list, { do: 'say', text: 'On it' }, { do: 'hang' }]];
    rig.mock('mock', hangs, { staysWithoutInput: true });
    await rig.person('start', 'W-1', 'mock', '--policy', 'edit');
    const first = await rig.until(({ line }) => line === 'On it');
    const frozen = rig.runnerPid() ?? 0;
    process.kill(frozen, 'SIGSTOP');
    try {
      age();
      rig.mock('mock', [submits, hangs[0] ?? []]);
      await rig.person('start', 'W-1', 'mock', '--policy', 'edit');
      const [, ended] = await rig.sessions();
      expect(ended).toMatchObject({ id: first.id, endReason: 'crashed', why: 'The process that ran it ended.' });
      expect(rig.processes(first)).toEqual([]);
      const holder = rig.runnerPid();
      expect(holder).not.toBe(frozen);
      process.kill(frozen, 'SIGCONT');
      await until('the earlier holder has ended', () => !isAlive(frozen));
      expect(runnerLog()).toContain('Another process runs the agents now.');
      expect((await rig.until(hasEnded)).endReason).toBe('done');
      expect(await rig.attempts()).toEqual(['1 crashed', '2 done']);
      expect((await rig.sessions()).find(({ id }) => id === first.id)).toEqual(ended);
    } finally {
      if (isAlive(frozen)) process.kill(frozen, 'SIGKILL');
    }
  });

  it('is renewed while an agent works', async () => {
    rig.mock('mock', [[list, { do: 'say', text: 'On it' }, { do: 'hang' }]]);
    await rig.person('start', 'W-1', 'mock');
    await rig.until(({ line }) => line === 'On it');
    const before = claim();
    await until('it is renewed', () => claim().at > before.at);
    expect(claim().process).toBe(before.process);
    await rig.person('stop', 'W-1');
  });
});

function isAlive(pid: number): boolean {
  try {
    // A zombie has ended, too.
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}
