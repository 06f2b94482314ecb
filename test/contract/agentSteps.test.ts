import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { answer, git } from './cliRig.js';
import { hasEnded, type MockAct, makeSessionRig, type SessionRig, type ShownSession } from './sessionRig.js';

let rig: SessionRig;

beforeEach(async () => {
  rig = await makeSessionRig();
});

const tool = (id: string, kind: string): MockAct => ({
  do: 'update',
  update: { sessionUpdate: 'tool_call', toolCallId: id, title: id, kind, status: 'completed' },
});
const steps = () =>
  git(rig.repository, 'for-each-ref', '--format=%(refname)', 'refs/stateroom/step').trim().split('\n');

it('each step of an agent that changed files is kept, and can be gone back to with a backup', async () => {
  // It goes on once a person has answered.
  const wait: MockAct = { do: 'ask' };
  rig.mock('mock', [
    [
      { do: 'listTools' },
      ...[
        { do: 'write', path: 'src/a.txt', text: 'one' },
        { do: 'write', path: '.env', text: 'TOKEN=x' },
      ],
      ...[tool('first', 'edit'), wait],
      ...[
        { do: 'write', path: 'src/a.txt', text: 'two' },
        { do: 'write', path: 'deep/b.txt', text: 'b' },
      ],
      ...[tool('second', 'execute'), wait],
      ...[tool('nothing', 'execute'), wait],
      { do: 'commit', message: 'Work' },
      { do: 'work' },
    ],
  ]);
  await rig.person('start', 'W-1', 'mock');
  const kept = async () => (await rig.transcript()).filter(({ kind }) => kind === 'step');
  const isAsked = ({ asks }: ShownSession): boolean => asks.length > 0;
  for (const number of [2, 3]) {
    await rig.until(isAsked);
    await expect.poll(async () => (await kept()).length, { timeout: 30_000 }).toBe(number);
    await rig.person('permit', 'W-1');
  }
  await rig.until(isAsked);
  const running = await rig.attempt('--no-color', 'agents', 'restore', 'W-1', '--to', '2');
  expect([running.code, running.stdout]).toEqual([
    1,
    'stateroom: mock already runs in L-1 (w1-add-a).\n  Stop it first: it works with these files.\n',
  ]);
  await rig.person('permit', 'W-1');
  await rig.person('stop', 'W-1');
  await rig.until(hasEnded);
  expect((await kept()).map(({ number, files, paths }) => [number, files, paths])).toEqual([
    [1, 0, []],
    [2, 1, ['src/a.txt']],
    [3, 2, ['deep/b.txt', 'src/a.txt']],
  ]);
  expect(git(rig.repository, 'ls-tree', '-r', '--name-only', 'refs/stateroom/step/w1-add-a/3')).not.toContain('.env');

  const { worktreePath: tree } = (await answer(['lane', 'show', 'L-1'], { cwd: rig.repository })) as {
    worktreePath: string;
  };
  const tip = git(tree, 'rev-parse', 'HEAD');
  writeFileSync(join(tree, 'src', 'a.txt'), 'mine');
  expect(await rig.person('agents', 'restore', 'W-1', '--to', '2')).toMatch(
    /^Restored step 2 in w1-add-a:\n {2}deep\/b\.txt\n {2}src\/a\.txt\nBackup: refs\/stateroom\/rescue\/w1-add-a\/\S+\n$/,
  );
  expect([readFileSync(join(tree, 'src', 'a.txt'), 'utf8'), existsSync(join(tree, 'deep'))]).toEqual(['one', false]);
  expect(readFileSync(join(tree, '.env'), 'utf8')).toBe('TOKEN=x');
  expect(git(tree, 'rev-parse', 'HEAD')).toBe(tip);
  const [backup] = (await answer(['lane', 'rescue', 'list'], { cwd: rig.repository })).rescues as { ref: string }[];
  expect(git(rig.repository, 'show', `${backup?.ref}:files/src/a.txt`)).toBe('mine');
  expect(await rig.person('agents', 'restore', 'W-1', '--to', '2')).toBe(
    'The files of w1-add-a are those of step 2.\n',
  );
  const missing = await rig.attempt('--no-color', 'agents', 'restore', 'W-1', '--to', '9');
  expect(missing.stdout).toBe('stateroom: There is no step 9 in L-1 (w1-add-a): 1–3 are kept.\n');

  expect(steps().length).toBe(3);
  await rig.person('lane', 'close', 'L-1');
  expect(steps()).toEqual(['']);
});
