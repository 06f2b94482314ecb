import { describe, expect, it } from 'vitest';
import { git, writeIn } from './cliRig.js';
import { makeLaneRepository, spawnLane } from './laneRig.js';
import { type Connection, connect } from './mcpRig.js';

/** Rounds of the race: few in every run, all of them when asked for. */
const rounds = process.env.STATEROOM_TESTS === 'all' ? 100 : 20;

type Input = Readonly<Record<string, unknown>>;

/** A repository whose agents may review what they never worked in. */
function makeReviewedRepository(): string {
  const repository = makeLaneRepository();
  writeIn(repository, '.stateroom/config.json', '{"lane":{"agentsMayReview":true}}');
  git(repository, 'add', '.');
  git(repository, 'commit', '-q', '-m', 'Let agents review');
  git(repository, 'push', '-q', 'origin', 'main');
  return repository;
}

/** A session of its own for each agent: names alone do not tell them apart. */
const connectAs = (cwd: string, actor: string): Promise<Connection> =>
  connect({ cwd, actor, env: { CLAUDE_CODE_SESSION_ID: `session-of-${actor}` } });

/** Calls a tool, and takes a refusal for a failure of the test. */
async function ask(agent: Connection, tool: string, input: Input): Promise<Record<string, unknown>> {
  const reply = await agent.call(tool, input);
  if (reply.isError) throw new Error(`${tool} ${JSON.stringify(input)}: ${reply.text}`);
  return reply.data;
}

const work = (agent: Connection, action: string, input: Input = {}): Promise<Record<string, unknown>> =>
  ask(agent, 'dispatch_lane_work', { action, ...input });

/** References, worktrees and their state, events and rows: all that an act could change but for heartbeats. */
async function everything(agent: Connection, repository: string): Promise<unknown> {
  const trees = git(repository, 'worktree', 'list', '--porcelain');
  const { lanes } = await ask(agent, 'manage_worktree_lane', { action: 'list', all: true });
  const heartbeats = new Set(['lastBeatAt', 'liveness', 'livenessChangesAt', 'trouble']);
  return {
    refs: git(repository, 'for-each-ref'),
    remote: git(`${repository}/../remote.git`, 'for-each-ref'),
    trees,
    files: trees
      .split('\n')
      .flatMap(line =>
        line.startsWith('worktree ') ? [git(line.slice(9), 'status', '--porcelain=v2', '--branch')] : [],
      ),
    events: (await agent.events()).map(({ id, type }) => `${id} ${type}`),
    lanes: JSON.parse(JSON.stringify(lanes, (key, value) => (heartbeats.has(key) ? undefined : value))),
  };
}

describe('every command of a worker through MCP', () => {
  it('has no second effect when it is repeated', async () => {
    const repository = makeReviewedRepository();
    // The tools of lanes are there once there is one.
    await spawnLane(repository, 'login');
    const boss = await connectAs(repository, 'boss');
    const seen: string[] = [];
    /** Calls the same twice: the second time nothing is any different, and it is told the same, or why not again. */
    const twice = async (agent: Connection, action: string, input: Input = {}, told: object = {}): Promise<void> => {
      seen.push(action);
      const first = await work(agent, action, input);
      const before = await everything(boss, repository);
      const second = await agent.call('dispatch_lane_work', { action, ...input });
      expect([action, await everything(boss, repository)]).toEqual([action, before]);
      expect([action, second.isError]).toEqual([action, 'code' in told]);
      const same = 'code' in told ? [] : ['lane', 'state'].filter(key => key in first);
      const expected = { ...Object.fromEntries(same.map(key => [key, first[key]])), ...told };
      expect([action, second.data]).toMatchObject([action, expected]);
    };

    const worker = await connectAs(`${repository}.worktrees/login`, 'worker');
    await twice(worker, 'start');
    await twice(worker, 'heartbeat');
    expect(await worker.call('dispatch_lane_work', { action: 'heartbeat', watch: process.pid })).toMatchObject({
      isError: true,
      data: {
        code: 'not_allowed',
        message: 'A tool call cannot watch a process because it would not return until the process ends.',
        hint: `Send heartbeats regularly without watch, or run stateroom worker heartbeat --watch ${process.pid} in the background of a shell.`,
      },
    });
    writeIn(`${repository}.worktrees/login`, 'login.ts', 'export {};\n');
    await twice(worker, 'commit', { message: 'Limit' }, { code: 'conflict', message: 'Nothing to commit.' });
    await twice(worker, 'push');
    await twice(worker, 'done');
    await twice(boss, 'request_changes', { lane: 'login', message: 'Shorter' });
    await work(worker, 'done');
    await twice(boss, 'approve', { lane: 'login' });
    writeIn(repository, 'login.ts', 'export const other = 1;\n');
    git(repository, 'add', '.');
    git(repository, 'commit', '-q', '-m', 'Theirs');
    expect(await boss.call('dispatch_lane_work', { action: 'merge', lane: 'login' })).toMatchObject({ isError: true });
    await twice(boss, 'repair_merge', { lane: 'login' }, { state: 'CONFLICTED', conflicts: ['login.ts'] });
    writeIn(`${repository}.worktrees/login`, 'login.ts', 'export const both = 2;\n');
    git(`${repository}.worktrees/login`, 'commit', '-q', '-a', '-m', 'Both');
    await work(worker, 'done');
    // No one is in the worktree any more.
    await worker.close();
    await work(boss, 'approve', { lane: 'login' });
    await twice(boss, 'merge', { lane: 'login' }, { state: 'COMPLETED' });

    await twice(boss, 'spawn', { lane: 'other' }, { made: false });
    await twice(boss, 'fail', { lane: 'other', reason: 'No key' });
    // Whoever gave a lane up worked in it: another one reviews.
    const reviewer = await connectAs(repository, 'reviewer');
    await twice(reviewer, 'retry', { lane: 'other' }, { state: 'ASSIGNED' });
    await twice(reviewer, 'cancel', { lane: 'other' }, { state: 'FAILED', status: 'closed' });
    await twice(reviewer, 'restore', { lane: 'other' }, { state: 'ASSIGNED' });
    const { tools } = await boss.client.listTools();
    const schema = tools.find(({ name }) => name === 'dispatch_lane_work')?.inputSchema.properties?.action;
    // None is left out but those that read, the one that needs a remote, and the one that only `more` lists.
    const listed = [...seen, 'propose', 'show', 'status'].filter(action => action !== 'repair_merge');
    expect((schema as { enum: string[] }).enum.toSorted()).toEqual(listed.toSorted());
  });
});

describe('two approvals at once through MCP', () => {
  const approvals = async (agent: Connection): Promise<number> =>
    (await agent.events()).filter(({ type }) => type === 'worker_approved').length;

  it(`have one effect, ${rounds} times`, async () => {
    const repository = makeReviewedRepository();
    await spawnLane(repository, 'login');
    const boss = await connectAs(repository, 'boss');
    const worker = await connectAs(`${repository}.worktrees/login`, 'worker');
    const others = await Promise.all(['ann', 'bob'].map(actor => connectAs(repository, actor)));
    await work(worker, 'start');
    writeIn(`${repository}.worktrees/login`, 'login.ts', 'export {};\n');
    await work(worker, 'commit', { message: 'Limit' });
    for (let round = 1; round <= rounds; round += 1) {
      await work(worker, 'done');
      const answers = await Promise.all(others.map(one => work(one, 'approve', { lane: 'login' })));
      expect([round, ...answers.map(({ state }) => state)]).toEqual([round, 'APPROVED', 'APPROVED']);
      // Both are told of the one who was first.
      const [by, again] = answers.map(({ worker: shown }) => (shown as { approvedBy: string }).approvedBy);
      expect(['ann', 'bob']).toContain(by);
      expect(again).toBe(by);
      await work(boss, 'request_changes', { lane: 'login', message: `Round ${round}` });
    }
    expect(await approvals(boss)).toBe(rounds);
    // And never the one that worked in it.
    await work(worker, 'done');
    expect(await worker.call('dispatch_lane_work', { action: 'approve', lane: 'login' })).toMatchObject({
      isError: true,
      data: {
        code: 'not_allowed',
        message: 'worker is in the worktree of L-1 (login) and may not approve it from there.',
      },
    });
  });
});
