import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Connection, connect, git, makeRepository } from './mcpRig.js';

const rationale = ['## Changes', '## Verification', '## Schema / Contract Changes', '## Open Threads']
  .map(heading => `${heading}\nNone`)
  .join('\n');
const test = 'grep -q done README.md';

/** Calls a tool and takes a refusal for a failure of the test. */
async function ask(agent: Connection, tool: string, input: Record<string, unknown> = {}) {
  const reply = await agent.call(tool, input);
  if (reply.isError) throw new Error(`${tool}: ${reply.text}`);
  return reply.data;
}

/** A repository, an agent's connection, and where the worktrees of tasks are. */
async function rig(options: { readonly actor?: string; readonly clientName?: string } = { actor: 'ada' }) {
  const cwd = makeRepository();
  git(cwd, 'config', 'user.name', 'Ann');
  git(cwd, 'config', 'user.email', 'ann@example.com');
  return { cwd, agent: await connect({ cwd, ...options }), beside: `${cwd}.worktrees` };
}

describe('an agent with nothing but the server', () => {
  it('takes a work item from next to done in the worktree of its task', async () => {
    const { cwd, agent, beside } = await rig();
    const directory = join(beside, 'w1-say-that-it-is');
    await ask(agent, 'work_items', { action: 'add', title: 'Say that it is done' });
    expect(await ask(agent, 'work_items', { action: 'next' })).toMatchObject({ item: { ref: 'W-1', owner: 'ada' } });
    expect(await ask(agent, 'switch_task', { action: 'start', workItem: 'W-1' })).toMatchObject({
      task: { ref: 'T-1', objective: 'Say that it is done', workItem: 'W-1', workTree: directory },
      note: `Work in ${directory}, on branch feature/w1-say-that-it-is; calls on this connection apply there.`,
    });
    // The claim is the task's now, and still the agent's.
    await ask(agent, 'work_items', { action: 'annotate', id: 'W-1', patch: { seen: 'README.md' } });

    expect(await ask(agent, 'slices', { action: 'start', title: 'Say it', test })).toMatchObject({ state: 'red' });
    writeFileSync(join(directory, 'README.md'), 'done\n');
    expect(
      await ask(agent, 'task_records', {
        kind: 'touched_files',
        action: 'add',
        files: [{ path: join(directory, 'README.md') }],
      }),
    ).toEqual({ recorded: 1, outside: 0 });
    expect(await ask(agent, 'evidence', { command: [test] })).toMatchObject({
      exitCode: 0,
      evidence: { task: 'T-1', slice: 'S-1', fresh: true },
    });
    const { commit } = await ask(agent, 'slices', { action: 'commit' });
    expect(git(directory, 'log', '--format=%H %s', '-1').trim()).toBe(`${commit} Say it`);

    expect(
      await ask(agent, 'review_findings', {
        ...{ action: 'record', severity: 'low', path: 'README.md', line: '1', text: 'No full stop' },
      }),
    ).toMatchObject({ finding: { ref: 'F-1', task: 'T-1', status: 'open' } });
    writeFileSync(join(directory, 'README.md'), 'done.\n');
    const second = await ask(agent, 'slices', { action: 'commit', message: 'Add the full stop' });
    const proof = await ask(agent, 'evidence', { command: [test] });
    expect(proof).toMatchObject({ evidence: { ref: 'E-3', passed: true } });
    expect(
      await ask(agent, 'review_findings', { action: 'fix', ids: ['F-1'], commit: second.commit, evidence: 'E-3' }),
    ).toMatchObject({ findings: [{ ref: 'F-1', status: 'fixed' }] });

    expect(await ask(agent, 'close_slice', { rationale })).toMatchObject({
      slice: { ref: 'S-1', status: 'closed', changedFiles: ['README.md'] },
    });
    expect(await ask(agent, 'integrity_check')).toMatchObject({
      ready: true,
      task: 'T-1',
      branch: 'feature/w1-say-that-it-is',
    });
    expect(await ask(agent, 'set_handoff_state', { action: 'finish' })).toMatchObject({
      task: { ref: 'T-1', status: 'done' },
      note: `T-1 (w1-say-that-it-is) is done. Calls apply to ${cwd} again.`,
    });
    expect(await ask(agent, 'work_items', { action: 'show', id: 'W-1' })).toMatchObject({
      item: { status: 'done', owner: 'ada', notes: { seen: 'README.md' } },
    });
    expect(await ask(agent, 'work_items', { action: 'status' })).toMatchObject({ counts: { done: 1, in_flight: 0 } });

    // Nothing of that was done where the server is.
    expect(readFileSync(join(cwd, 'README.md'), 'utf8')).toBe('A repository.\n');
    expect(git(cwd, 'status', '--porcelain')).toBe('');
    expect(git(cwd, 'log', '--format=%s', 'main').trim()).toBe('Begin');
    expect(git(cwd, 'log', '--format=%s', 'main..feature/w1-say-that-it-is').trim()).toBe('Add the full stop\nSay it');
  });

  it('stays in its folder where its sandbox ends there, and commits through the server', async () => {
    const { cwd, agent, beside } = await rig({ clientName: 'codex-mcp-client' });
    const { text } = await agent.call('switch_task', { action: 'start', objective: 'Say it', ref: 'say-1' });
    expect(text).toContain(`Work in ${cwd}, on branch feature/say-1. Commit with slices {"action":"commit"}.`);
    await ask(agent, 'slices', { action: 'start', title: 'Say it' });
    writeFileSync(join(cwd, 'README.md'), 'done\n');
    await ask(agent, 'slices', { action: 'commit' });
    expect(git(cwd, 'log', '--format=%s', '-1', 'feature/say-1').trim()).toBe('Say it');
    await ask(agent, 'switch_task', { action: 'start', objective: 'Other', ref: 'other-2', here: false });
    const { tasks } = (await ask(await connect({ cwd }), 'get_handoff_state', { action: 'tasks' })) as {
      tasks: object[];
    };
    expect(tasks).toMatchObject([
      { ref: 'T-2', workTree: join(beside, 'other-2') },
      { ref: 'T-1', workTree: cwd, branch: 'feature/say-1', createdBy: 'codex' },
    ]);
  });
});

describe('the worktree to which calls apply', () => {
  it('is that of the task switched to last, of each connection alone', async () => {
    const { cwd, agent, beside } = await rig();
    const other = await connect({ cwd, actor: 'ben' });
    for (const ref of ['one-1', 'two-2']) await ask(agent, 'switch_task', { action: 'start', objective: ref, ref });
    expect(await ask(agent, 'integrity_check')).toMatchObject({ branch: 'feature/two-2', task: 'T-2' });
    expect(await ask(other, 'integrity_check')).toMatchObject({ branch: 'main' });
    expect(await ask(agent, 'switch_task', { action: 'switch', task: 'T-1' })).toMatchObject({
      directory: join(beside, 'one-1'),
      note: `Work in ${join(beside, 'one-1')}, on branch feature/one-1; calls on this connection apply there.`,
    });
    expect(await ask(agent, 'integrity_check')).toMatchObject({ branch: 'feature/one-1', task: 'T-1' });
  });

  it('is that of the caller’s one task when the server was restarted', async () => {
    const { cwd, agent, beside } = await rig();
    await ask(agent, 'switch_task', { action: 'start', objective: 'One', ref: 'one-1' });
    await agent.close();
    const again = await connect({ cwd, actor: 'ada' });
    expect(await ask(again, 'integrity_check')).toMatchObject({
      branch: 'feature/one-1',
      task: 'T-1',
      note: `You work on T-1 (one-1). Work in ${join(beside, 'one-1')}, on branch feature/one-1; calls on this connection apply there.`,
    });
    expect(await ask(again, 'integrity_check')).not.toHaveProperty('note');
    expect(await ask(again, 'switch_task', { action: 'start', objective: 'Two', ref: 'two-2' })).toMatchObject({
      task: { ref: 'T-2' },
    });
    await again.close();
    // Of two, none is guessed; and nobody else is told.
    expect(await ask(await connect({ cwd, actor: 'ada' }), 'integrity_check')).not.toHaveProperty('note');
    expect(await ask(await connect({ cwd, actor: 'ben' }), 'integrity_check')).not.toHaveProperty('note');
  });

  it('stays the server’s where another session may have the caller’s name, which is told of the task', async () => {
    const { cwd, agent, beside } = await rig({ clientName: 'claude-code' });
    await ask(agent, 'switch_task', { action: 'start', objective: 'One', ref: 'one-1' });
    await agent.close();
    const again = await connect({ cwd, clientName: 'claude-code' });
    const told = (await again.call('integrity_check', {})).text;
    expect(told).toMatch(/^branch: main$/m);
    expect(told).toContain(
      `claude-code works on T-1 (one-1) in ${join(beside, 'one-1')}. If that is you, switch to it.`,
    );
    const { text } = await again.call('switch_task', { action: 'switch', task: 'T-1' });
    expect(text).toContain(join(beside, 'one-1'));
    expect((await again.call('integrity_check', {})).text).toMatch(/^branch: feature\/one-1$/m);
  });

  it('is the server’s again once anyone has archived the task', async () => {
    const { cwd, agent } = await rig();
    const other = await connect({ cwd, actor: 'ada' });
    await ask(agent, 'switch_task', { action: 'start', objective: 'One', ref: 'one-1' });
    await ask(other, 'archive', { action: 'archive', task: 'T-1' });
    expect(await ask(agent, 'integrity_check')).toMatchObject({
      branch: 'main',
      note: `T-1 (one-1) is archived. Calls apply to ${cwd} again.`,
    });
    expect(await ask(agent, 'integrity_check')).not.toHaveProperty('note');
  });

  it('is the server’s where the folder is gone, until the task is switched to', async () => {
    const { cwd, agent, beside } = await rig();
    const directory = join(beside, 'one-1');
    await ask(agent, 'switch_task', { action: 'start', objective: 'One', ref: 'one-1' });
    rmSync(directory, { recursive: true });
    const lost = await agent.call('integrity_check', {});
    expect(lost).toMatchObject({
      isError: false,
      data: {
        branch: 'main',
        note: `${directory}, the worktree of T-1 (one-1), is missing. Calls apply to ${cwd} again; switch to the task to restore its worktree.`,
      },
    });
    expect(lost.text).toContain(`Calls apply to ${cwd} again;`);
    // A refusal says it as well.
    await ask(agent, 'switch_task', { action: 'switch', task: 'T-1' });
    rmSync(directory, { recursive: true });
    const refused = await agent.call('slices', { action: 'commit', task: 'T-1' });
    expect(refused).toMatchObject({ isError: true, data: { note: expect.stringContaining('is missing.') } });
    await ask(agent, 'switch_task', { action: 'switch', task: 'T-1' });
    expect(await ask(agent, 'integrity_check')).toMatchObject({ branch: 'feature/one-1' });
  });
});

it('is on record with the model and the reasoning level that its calls name, each with its own', async () => {
  const { cwd, agent } = await rig({ clientName: 'claude-code' });
  const add = async (title: string, meta?: Record<string, unknown>): Promise<void> => {
    await agent.client.callTool({
      name: 'work_items',
      arguments: { action: 'add', title },
      ...(meta === undefined ? {} : { _meta: meta }),
    });
  };
  await add('One', { model: 'claude-opus-4-6', effort: 'high' });
  await add('Two', { 'x-codex-turn-metadata': { model: 'gpt-5.2-codex', reasoning_effort: 'low' } });
  await add('Three');
  const made = (await (await connect({ cwd })).events()).filter(({ type }) => type === 'work_item_created');
  expect(made.map(({ actor, model = null, effort = null }) => [actor, model, effort])).toEqual([
    ['claude-code', 'claude-opus-4-6', 'high'],
    ['claude-code', 'gpt-5.2-codex', 'low'],
    ['claude-code', null, null],
  ]);
});
