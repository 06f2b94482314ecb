import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { onTerminal } from '../support/onTerminal.js';
import { cliFile, connect, git, makeDirectory, makeRepository, userNode } from './mcpRig.js';

const rationale = ['## Changes', '## Verification', '## Schema / Contract Changes', '## Open Threads']
  .map(heading => `${heading}\nNone`)
  .join('\n');

it('takes an agent through a slice: red, commit, proof, close', async () => {
  const cwd = makeRepository();
  const author = await connect({ cwd, actor: 'author' });
  const done = async (tool: string, input: Record<string, unknown>) => {
    const reply = await author.call(tool, input);
    if (reply.isError) throw new Error(`${tool}: ${reply.text}`);
    return reply.data;
  };
  const test = 'grep -q done README.md';
  await done('switch_task', { action: 'start', objective: 'Say that it is done', ref: 'done-1', here: true });
  expect(await done('slices', { action: 'start', title: 'Say it', test })).toMatchObject({
    state: 'red',
    slice: { ref: 'S-1', status: 'open' },
    evidence: { ref: 'E-1', passed: false, exitCode: 1 },
  });
  writeFileSync(join(cwd, 'README.md'), 'done\n');
  expect(await author.call('close_slice', { rationale })).toMatchObject({
    isError: true,
    data: { code: 'stale', details: { slice: 'S-1', proof: 'missing' } },
  });
  await done('slices', { action: 'commit' });
  const proof = await done('evidence', { command: [test] });
  expect(proof).toMatchObject({ exitCode: 0, evidence: { ref: 'E-2', slice: 'S-1', passed: true, fresh: true } });
  expect(Buffer.byteLength(JSON.stringify(proof))).toBeLessThan(600);
  expect(await done('close_slice', { rationale })).toMatchObject({ slice: { status: 'closed' }, repeated: false });
  expect(git(cwd, 'log', '--format=%s', '-1').trim()).toBe('Say it');
  // A command that fails is an answer, not an error of the tool.
  expect(await author.call('evidence', { command: ['exit 3'] })).toMatchObject({
    isError: false,
    data: { exitCode: 3 },
  });
  expect(await done('get_handoff_state', { action: 'evidence', fresh: true })).toMatchObject({
    evidence: [{ ref: 'E-3' }, { ref: 'E-2' }],
  });
  expect(
    await author.call('task_records', {
      kind: 'test_result',
      action: 'add',
      command: 'x',
      exitCode: 0,
      commit: 'deadbeef',
    }),
  ).toMatchObject({ isError: true, data: { code: 'not_found' } });
});

it('installs nothing by a command that the server runs, not even on a terminal of its own', async () => {
  const cwd = makeRepository();
  const home = makeDirectory();
  // As a client starts it that leaves no marks.
  const agent = await connect({ cwd, env: { HOME: home, XDG_CONFIG_HOME: join(home, '.config') } });
  await agent.call('work_items', { action: 'add', title: 'One' });
  const install = [userNode, cliFile, 'install', '--user', '--yes', '--agents', 'claude-code'];
  const { program, args } = onTerminal(install);
  const ways = [install, ...(existsSync(program) ? [[program, ...args]] : [])];
  for (const command of ways) {
    const { data } = await agent.call('evidence', { command });
    expect(data).toMatchObject({ exitCode: 1, evidence: { passed: false } });
    expect(data.tail).toContain('Only a person may decide which agents are connected and what they may call.');
  }
  expect(readdirSync(home)).toEqual([]);
  const { data } = await agent.call('events', { action: 'tail', type: 'attempt_refused' });
  expect(data.events).toMatchObject([
    { role: 'agent', payload: { operation: 'install', about: '~/.config/stateroom/installed.json' } },
  ]);
});

it('runs nothing for an agent that its shell would be refused', async () => {
  const cwd = makeRepository();
  const agent = await connect({ cwd, actor: 'codex' });
  await agent.call('work_items', { action: 'add', title: 'One' });
  const message =
    'This skips the git hooks of the repository. Run the command without that. If a hook refuses, follow its message or ask a person.';
  const commits = ['git', 'commit', '--allow-empty', '-n', '-m', 'x'];
  const refused = await agent.call('evidence', { command: commits });
  expect([refused.isError, refused.data]).toEqual([true, { code: 'not_allowed', message }]);
  const { data } = await agent.call('events', { action: 'tail', type: 'attempt_refused' });
  expect(data.events).toMatchObject([
    { actor: 'codex', payload: { operation: '--no-verify', about: 'hooks', why: message } },
  ]);
  expect(git(cwd, 'log', '--format=%s').trim()).toBe('Begin');
});
