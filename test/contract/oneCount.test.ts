import { expect, it } from 'vitest';
import { answer, git, run, runOnTerminal } from './cliRig.js';
import { makeLaneRepository, spawnLane } from './laneRig.js';
import { connect } from './mcpRig.js';

it('counts what needs a person and what is in progress alike on the command line and over MCP', async () => {
  const cwd = makeLaneRepository();
  const as = (actor: string, ...args: string[]) => answer(args, { cwd, actor });
  await as('ada', 'queue', 'add', 'Choose a colour', '--question', 'Red or blue?');
  await as('ada', 'queue', 'add', 'Sign the contract', '--question', 'May I?');
  await as('ada', 'queue', 'add', 'Paint the wall');
  await as('bob', 'queue', 'claim', 'W-3');
  await as('ada', 'task', 'start', 'Round the fares', '--light');
  for (const lane of ['login', 'cart', 'docs', 'mail', 'search']) {
    const { worktreePath } = await spawnLane(cwd, lane, ['--owns', `${lane}/**`, '--no-fetch']);
    // What its agent calls would count as a heartbeat.
    await as('ada', 'worker', 'start', lane, '--agent', `codex-${lane}`);
    if (lane !== 'cart' && lane !== 'docs') continue;
    git(worktreePath, 'commit', '-q', '--allow-empty', '-m', 'Work');
    await as('ada', 'worker', 'done', lane, '--skip-rebase');
  }
  const words = ['worker', 'request-changes', 'docs', '-m', 'Say how to install', '--json'];
  const { code } = await runOnTerminal(words, { cwd });
  expect(code).toBe(0);
  await as('ada', 'lane', 'update', 'mail', '--status', 'blocked');
  for (const lane of ['login', 'docs']) await as('ada', 'worker', 'heartbeat', lane, '--ended');

  const totals = { needsYou: 6, inProgress: 7 };
  const needs = ['approval cart', 'blocked mail', 'changes docs', 'dead login', 'workItem null', 'workItem null'];
  const status = await as('ada', 'status');
  expect(status).toMatchObject({ totals });
  const kinds = (rows: unknown) =>
    (rows as { kind: string; lane: string | null }[]).map(({ kind, lane }) => `${kind} ${lane ?? null}`).sort();
  expect(kinds(status.needs)).toEqual(needs);
  expect(status.inProgress).toHaveLength(7);
  const list = await as('ada', 'lane', 'needs-you');
  expect([list.total, kinds(list.needs)]).toEqual([6, needs]);
  expect(await as('ada', 'dashboard')).toMatchObject({ needsYou: { total: 6 }, working: { total: 7 } });
  expect((await run(['status'], { cwd, actor: 'ada' })).stdout).toContain('work   6 need you · 7 in progress\n');
  const [first] = (await run(['dashboard'], { cwd, actor: 'ada' })).stdout.split('\n');
  expect(first).toBe('6 need you · 0 ready · 7 in progress · 0 done');

  const agent = await connect({ cwd, actor: 'ada' });
  const told = await agent.done('status');
  expect(told).toMatchObject({ totals });
  expect(kinds(told.needs)).toEqual(needs);
  expect(told.inProgress).toHaveLength(7);
  expect((await agent.call('manage_worktree_lane', { action: 'needs_you' })).data).toMatchObject({ total: 6 });
  expect((await agent.call('load_session', {})).data).toMatchObject({ work: totals });
});
