import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { answer, git, programFile, storeOf, until, userNode } from './cliRig.js';
import { hasEnded, makeSessionRig, type SessionRig, submits } from './sessionRig.js';

let rig: SessionRig;

beforeEach(async () => {
  rig = await makeSessionRig();
});

/** The runner ends with its last session. */
async function runnerIsGone(): Promise<void> {
  await until('the runner has ended', () => rig.runnerPid() === undefined);
}

describe('an agent that Stateroom starts', () => {
  it('works in a lane of its own until it submits, and leaves nothing running', async () => {
    rig.mock('mock', [[{ do: 'say', text: 'I begin.' }, ...submits]]);
    expect(await rig.person('start', 'W-1', 'mock', '--policy', 'edit')).toBe(
      'Started mock in w1-add-a, a new lane.\nWatch it: stateroom transcript w1-add-a --follow\n',
    );
    const session = await rig.until(hasEnded);
    expect(session).toMatchObject({ agent: 'mock', endReason: 'done', why: null });
    expect(await rig.attempts()).toEqual(['1 done']);
    expect(git(rig.repository, 'log', '-1', '--format=%s', 'feature/w1-add-a').trim()).toBe('Add a');
    const lane = await answer(['lane', 'show', 'L-1'], { cwd: rig.repository });
    expect(lane).toMatchObject({ worker: { state: 'IN_REVIEW', agent: 'mock-w1-add-a' } });
    const entries = await rig.transcript();
    expect(entries.filter(({ kind }) => kind === 'message').map(({ text }) => text)).toEqual(['I begin.']);
    expect(entries.at(-1)).toMatchObject({ kind: 'state', text: 'ended: done' });
    expect(rig.processes(session)).toEqual([]);
    await runnerIsGone();
  });

  it('is stopped with all processes that it started, whatever they ignore', async () => {
    rig.mock(
      'mock',
      [
        [
          { do: 'listTools' },
          { do: 'child', ignoresTerm: true, ownSession: true },
          { do: 'leaveCommand' },
          { do: 'say', text: 'Children run.' },
          { do: 'hang' },
        ],
      ],
      { ignoreTerm: true, ignoresCancel: true },
    );
    await rig.person('start', 'W-1', 'mock');
    const running = await rig.until(({ line }) => line === 'Children run.');
    expect(rig.processes(running).length).toBeGreaterThanOrEqual(4);
    expect(await rig.person('stop', 'W-1')).toBe('mock in w1-add-a ended: stopped. Stopped by Ann.\n');
    expect(rig.processes(running)).toEqual([]);
    expect(await rig.attempts()).toEqual(['1 stopped']);
    await runnerIsGone();
  });

  it('is asked once more if it stops without a word, and then ends as unclear', async () => {
    rig.mock('mock', [[{ do: 'listTools' }, { do: 'say', text: 'Done!' }], [{ do: 'echo' }]]);
    await rig.person('start', 'W-1', 'mock');
    expect(await rig.until(hasEnded)).toMatchObject({
      endReason: 'unclear',
      why: 'It ended without a commit, a question or a report.',
    });
    const messages = (await rig.transcript()).filter(({ kind }) => kind === 'message').map(({ text }) => String(text));
    expect(messages[0]).toBe('Done!');
    expect(messages[1]).toMatch(/^The work is not finished\. It ended without a commit, a question or a report\./);
    expect(await rig.attempts()).toEqual(['1 unclear']);
  });

  it('that dies has ended as crashed, with its exit code', async () => {
    rig.mock('mock', [[{ do: 'listTools' }, { do: 'leaveCommand' }, { do: 'die', code: 7 }]]);
    await rig.person('start', 'W-1', 'mock');
    const session = await rig.until(hasEnded);
    expect(session.endReason).toBe('crashed');
    expect(session.why).toContain('7');
    expect(rig.processes(session)).toEqual([]);
    expect(await rig.attempts()).toEqual(['1 crashed']);
  });

  it('may be any program, which gets the brief and is judged by what it did', async () => {
    const submit = `git commit -q --allow-empty -m "$1" && "$2" "$3" worker done --no-fetch >&2`;
    const words = ['/bin/sh', '-c', `echo "$0" | head -1; ${submit}`, '{prompt}', 'Add a', userNode, programFile];
    await rig.person('start', 'W-1', '--', ...words);
    const session = await rig.until(hasEnded);
    expect(session).toMatchObject({ agent: 'program', session: null, endReason: 'done' });
    const said = (await rig.transcript()).filter(({ kind }) => kind === 'message').map(({ text }) => text);
    expect(said).toEqual([
      'Your work: W-1 Add a, in L-1 on branch feature/w1-add-a. Call load_session, or run stateroom context.',
    ]);
    expect(await rig.attempts()).toEqual(['1 done']);
    expect((await answer(['lane', 'show', 'L-1'], { cwd: rig.repository })).worker).toMatchObject({
      agent: 'sh-w1-add-a',
    });
    await rig.person('queue', 'add', 'Fail');
    await rig.person('start', 'W-2', '--', '/bin/sh', '-c', 'cat >/dev/null; echo broken >&2; exit 3');
    const failed = await rig.until(hasEnded, 'W-2');
    expect([failed.endReason, failed.why]).toEqual([
      'crashed',
      'Its program ended with exit code 3; its last output was “broken”.',
    ]);
  });

  it('is refused if it is not there, before a lane is opened for it', async () => {
    rig.mock('mock', []);
    const unknown = await rig.attempt('--no-color', 'start', 'W-1', 'other');
    expect([unknown.code, unknown.stdout]).toEqual([
      1,
      'stateroom: There is no agent named other that Stateroom can start.\n  Installed here: mock.\n',
    ]);
    const asAgent = await answer(['start', 'W-1', 'mock'], { cwd: rig.repository, env: rig.env }).catch(String);
    expect(asAgent).toContain('Not allowed for an agent.');
    expect(existsSync(`${rig.repository}.worktrees`)).toBe(false);
  });

  it('that was killed with its runner is ended by the next one, which records one end', async () => {
    rig.mock(
      'mock',
      [
        [
          { do: 'listTools' },
          { do: 'child', ignoresTerm: true, ownSession: true },
          { do: 'say', text: 'On it' },
          { do: 'hang' },
        ],
      ],
      { staysWithoutInput: true },
    );
    await rig.person('start', 'W-1', 'mock');
    const session = await rig.until(({ line }) => line === 'On it');
    process.kill(rig.runnerPid() ?? 0, 'SIGKILL');
    expect(rig.processes(session).length).toBeGreaterThanOrEqual(3);
    rig.mock('mock', [submits]);
    await rig.person('start', 'W-1', 'mock');
    const [, first] = await rig.sessions();
    expect(first).toMatchObject({ id: session.id, endReason: 'crashed', why: 'The process that ran it ended.' });
    expect(rig.processes(session)).toEqual([]);
    await rig.until(({ id, state }) => id !== session.id && state === 'ended');
    expect(await rig.attempts()).toEqual(['1 crashed', '2 done']);
    expect(existsSync(join(storeOf(rig.repository), 'logs', '.runner.log'))).toBe(true);
  });
});
