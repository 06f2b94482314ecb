import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { actorOf, given, hookCalls, opening, told } from '../../test/support/hookRig.js';
import { LaneTestRepository } from '../../test/support/laneTestRepository.js';
import { agent, otherAgent, person } from '../../test/support/testRepository.js';
import { actorFromEnvironment } from '../domain/actor/actorFromEnvironment.js';
import { isRefusal } from '../domain/refusal/refusal.js';
import { actionAdd } from '../operations/action/actionAdd.js';
import { evidenceRun } from '../operations/evidence/evidenceRun.js';
import { evidenceShow } from '../operations/evidence/evidenceShow.js';
import { workerDone } from '../operations/lane/worker/workerDone.js';
import { workerStart } from '../operations/lane/worker/workerStart.js';
import { queueAdd } from '../operations/queue/queueAdd.js';
import { queueAdvance } from '../operations/queue/queueAdvance.js';
import { queueAsk } from '../operations/queue/queueAsk.js';
import { queueResolve } from '../operations/queue/queueResolve.js';
import { sliceStart } from '../operations/slice/sliceStart.js';
import { taskStart } from '../operations/task/taskStart.js';
import { taskSwitch } from '../operations/task/taskSwitch.js';
import { endSession } from '../records/holding/endSession.js';
import { answerHook } from './answerHook.js';
import { callerEnvironment } from './callerEnvironment.js';
import { claude } from './clients/claude.js';
import type { HookInput } from './hookClient.js';

let repo: LaneTestRepository;
beforeEach(() => {
  repo = new LaneTestRepository();
});
afterEach(() => repo.close());

const { recorded, ask } = hookCalls(() => repo);

describe.each(['claude'])('a session of %s', client => {
  it('gets no context if there is no store or nothing is open', async () => {
    expect(await ask(client, 'sessionStart')).toBeUndefined();
    expect(await repo.dump()).toBe('absent');
    await repo.ok(queueAdd, { title: 'Limit the rate' });
    await repo.ok(queueResolve, { id: 'W-1', status: 'done' });
    expect(await ask(client, 'sessionStart')).toBeUndefined();
  });

  it('gets its branch, what is open, and what changed since the last session', async () => {
    await repo.ok(queueAdd, { title: 'Limit the rate' });
    await repo.ok(queueAdd, { title: 'Write it down' });
    expect(await ask(client, 'sessionStart')).toEqual(
      told('SessionStart', `${opening}\nQueue: 2 ready. Next: W-1 Limit the rate.`),
    );
    const self = actorOf(client, recorded(client, 'sessionStart'));
    await repo.ok(taskStart, { objective: 'Limit the rate', here: true, workItem: 'W-1', ref: 'rate-1' }, self);
    await repo.ok(sliceStart, { title: 'Count calls', test: 'false' }, self);
    await repo.ok(queueAdd, { title: 'Say so' });
    expect(await ask(client, 'sessionStart')).toEqual(
      told(
        'SessionStart',
        [
          'Your work: W-1 Limit the rate, in T-1 on branch feature/rate-1. Call load_session, or run stateroom context.',
          'Task: T-1 Limit the rate (in progress, branch feature/rate-1).',
          'Slice: S-1 Count calls (open; test: false; last run failed).',
          'Queue: 2 ready, 1 in progress. Next: W-2 Write it down.',
          'Since the last session here: W-3 added.',
        ].join('\n'),
      ),
    );
  });

  it('is not given the task of another that is at work in its worktree, until that one has ended', async () => {
    await repo.ok(taskStart, { objective: 'Limit the rate', here: true, ref: 'rate-1' });
    await repo.ok(sliceStart, { title: 'Count calls' });
    const tasks = async () => {
      const answer = (await ask(client, 'sessionStart')) as ReturnType<typeof told>;
      const lines = answer.hookSpecificOutput.additionalContext.split('\n');
      return lines.filter(line => /^(Task|Slice|Active tasks)/.test(line));
    };
    expect(await tasks()).toEqual([
      'Active tasks, none of them yours: T-1 on feature/rate-1 (held by codex, in this worktree).',
    ]);
    expect(await ask(client, 'stop')).toBeUndefined();
    await endSession(repo.context(agent));
    expect(await tasks()).toEqual([
      'Task: T-1 Limit the rate (in progress, branch feature/rate-1).',
      'Slice: S-1 Count calls (open).',
    ]);
    expect(await ask(client, 'stop')).toMatchObject({ decision: 'block' });
  });

  it('is given the task that it holds in another worktree, and told of one there that nobody works on', async () => {
    const tasks = async () => {
      const answer = (await ask(client, 'sessionStart')) as ReturnType<typeof told>;
      return answer.hookSpecificOutput.additionalContext.split('\n').filter(line => /^(Task|Active tasks)/.test(line));
    };
    const self = actorOf(client, recorded(client, 'sessionStart'));
    await repo.ok(taskStart, { objective: 'Write it down', here: false, ref: 'docs-1' });
    await endSession(repo.context(agent));
    expect(await tasks()).toEqual(['Active tasks, none of them yours: T-1 on feature/docs-1 (nobody works on it).']);
    const { workTree } = (await repo.ok(taskStart, { objective: 'Limit it', here: false, ref: 'rate-1' }, self)).task;
    expect(await tasks()).toEqual([`Task: T-2 Limit it (in progress, branch feature/rate-1, in ${workTree}).`]);
  });

  it('that goes on is not told the same again, but after a compaction it is', async () => {
    await repo.ok(queueAdd, { title: 'Limit the rate' });
    const text = `${opening}\nQueue: 1 ready. Next: W-1 Limit the rate.`;
    const from = (source: string) => ask(client, 'sessionStart', input => ({ ...input, source }));
    expect(await from('startup')).toEqual(told('SessionStart', text));
    expect(await from('resume')).toBeUndefined();
    expect(await from('compact')).toEqual(told('SessionStart', text));
  });

  it('gets at most 1,500 characters', async () => {
    const long = 'A very long sentence about all that there is to do. '.repeat(9);
    await repo.ok(queueAdd, { title: long.slice(0, 300) });
    await repo.ok(taskStart, { objective: long, here: true, ref: 'long-1' });
    for (let count = 0; count < 2; count += 1) await repo.ok(sliceStart, { title: long.slice(0, 150) });
    const answer = (await ask(client, 'sessionStart')) as ReturnType<typeof told>;
    const text = answer.hookSpecificOutput.additionalContext;
    expect(text.length).toBeLessThanOrEqual(1500);
    expect(text).toContain('Queue: 1 ready, 1 in progress. Next: W-1 A very long sentence');
  });

  it('gets its lane', async () => {
    const lane = await repo.spawn('login', { owns: ['src/login/**'], description: 'The login form' });
    repo.place = lane.worktreePath;
    expect(await ask(client, 'sessionStart')).toEqual(
      told(
        'SessionStart',
        [
          'Your work: W-1 The login form, in L-1 on branch feature/login. Call load_session, or run stateroom context.',
          'Lane: this worktree is L-1 (login), active, on feature/login; it may change only src/login/**.',
          'Queue: 1 in progress.',
        ].join('\n'),
      ),
    );
  });

  it('gets the item of its lane with the answer of a person, and what the lane says beside its title', async () => {
    await repo.add('Limit the rate of logins');
    const lane = await repo.spawn('W-1', { description: 'Only the web form' });
    await repo.ok(queueAsk, { id: 'W-1', question: 'Per user?' });
    await repo.ok(queueAdvance, { id: 'W-1', answer: 'By address, 5 a minute' }, person);
    repo.place = lane.worktreePath;
    const answer = (await ask(client, 'sessionStart')) as ReturnType<typeof told>;
    expect(answer.hookSpecificOutput.additionalContext).toContain(
      [
        'Your work: W-1 Limit the rate of logins, in L-1 on branch feature/w1-limit-the-rate. A person answered: By address, 5 a minute. Call load_session, or run stateroom context.',
        'Lane: this worktree is L-1 (w1-limit-the-rate), active, on feature/w1-limit-the-rate.',
        'Its work: Only the web form',
      ].join('\n'),
    );
  });
});

describe('at the end of a turn', () => {
  const question =
    'S-1 “Count calls” is in progress, and its state is not recorded. Commit or close it (slices over MCP, `stateroom slice`), or add a next action or a decision (task_records over MCP, `stateroom action add`). You are asked once.';

  it.each(['claude', 'codex', 'copilot', 'gemini', 'qwen'])('%s is asked once for a note on a slice', async client => {
    await repo.ok(queueAdd, { title: 'x' });
    expect(await ask(client, 'stop')).toBeUndefined();
    const self = actorOf(client, recorded(client, 'stop'));
    await repo.ok(taskStart, { objective: 'Limit the rate', here: true, ref: 'rate-1' }, self);
    await repo.ok(sliceStart, { title: 'Count calls' }, self);
    expect(await ask(client, 'stop', input => ({ ...input, stop_hook_active: true }))).toBeUndefined();
    expect(await ask(client, 'stop')).toEqual({ decision: 'block', reason: question });
    expect(await ask(client, 'stop')).toBeUndefined();
  });

  it('a slice with a next action needs no note', async () => {
    const self = actorOf('claude', recorded('claude', 'stop'));
    await repo.ok(taskStart, { objective: 'Limit the rate', here: true, ref: 'rate-1' }, self);
    await repo.ok(sliceStart, { title: 'Count calls' }, self);
    await repo.ok(actionAdd, { text: 'Count them by minute' }, self);
    expect(await ask('claude', 'stop')).toBeUndefined();
  });

  it.each([
    ['claude', 'tool_input', 'claude-code'],
    ['gemini', 'tool_input', 'gemini'],
    ['qwen', 'tool_input', 'qwen'],
  ])('%s is told once that a test it ran does not count, and by which call it does', async (client, field, harness) => {
    repo.commit('Ask', { '.stateroom/config.json': '{"gate":{"commands":["test -f README.md"]}}' });
    await repo.ok(queueAdd, { title: 'x' });
    const ran = (input: HookInput) => ({
      ...input,
      [field]: { ...(input[field] as HookInput), command: 'test -f README.md' },
    });
    await ask(client, 'afterBash', ran);
    const { evidence } = await repo.ok(evidenceShow, { id: 'E-1' });
    expect(evidence).toMatchObject({
      ...{ command: 'test -f README.md', passed: true, grade: 'reported', role: 'agent', harness },
      result: `ended with 0, as the hook of ${harness} reported`,
    });
    expect(await ask(client, 'stop', input => ({ ...input, stop_hook_active: true }))).toBeUndefined();
    expect(await ask(client, 'stop')).toEqual({
      decision: 'block',
      reason:
        'test -f README.md ran. Only `evidence` counts; hook reports do not. Run it once more with evidence {"command":["test -f README.md"]} over MCP, or `stateroom evidence run -- \'test -f README.md\'`. This is shown once.',
    });
    await ask(client, 'afterBash', ran);
    expect(await ask(client, 'stop')).toBeUndefined();
  });

  it('nothing is told of a test that Stateroom has run on the same tree', async () => {
    repo.commit('Ask', { '.stateroom/config.json': '{"gate":{"commands":["test -f README.md"]}}' });
    await repo.ok(queueAdd, { title: 'x' });
    await ask('claude', 'afterBash', given({ command: 'test -f README.md' }));
    await repo.ok(evidenceRun, { command: ['test -f README.md'] });
    expect(await ask('claude', 'stop')).toBeUndefined();
  });

  it('a lane in review holds its session where the repository wants that, not forever', async () => {
    const lane = await repo.spawn('login', { owns: ['src/**'] });
    repo.place = lane.worktreePath;
    await repo.ok(workerStart, {});
    mkdirSync(join(lane.worktreePath, 'src'), { recursive: true });
    writeFileSync(join(lane.worktreePath, 'src/a.ts'), 'x');
    repo.gitIn(lane, 'add', '.');
    repo.gitIn(lane, 'commit', '-q', '-m', 'Login');
    await repo.ok(workerDone, {});
    expect(await ask('claude', 'stop')).toBeUndefined();
    mkdirSync(join(lane.worktreePath, '.stateroom'), { recursive: true });
    writeFileSync(join(lane.worktreePath, '.stateroom/config.json'), JSON.stringify({ review: { holdSession: true } }));
    const held = {
      decision: 'block',
      reason:
        'L-1 (login) waits for its review, and this repository lets the session end once there is an answer. Wait a minute, then look with manage_worktree_lane show over MCP, or `stateroom lane show`.',
    };
    expect(await ask('claude', 'stop')).toEqual(held);
    const again = (input: HookInput) => ({ ...input, stop_hook_active: true });
    for (let count = 0; count < 19; count += 1) expect(await ask('claude', 'stop', again)).toEqual(held);
    expect(await ask('claude', 'stop', again)).toBeUndefined();
  });
});

describe('at the end of a session', () => {
  it('leaves its tasks to others, unless the program goes on with another conversation', async () => {
    await repo.ok(queueAdd, { title: 'Limit the rate' });
    const { input } = recorded('claude', 'sessionStart');
    const environment = callerEnvironment({}, claude, input);
    const actor = actorFromEnvironment({ environment, attended: false });
    if (isRefusal(actor) || actor.name === undefined) throw new Error('the caller has no name');
    const holder = { ...actor, name: actor.name };
    await repo.ok(taskStart, { workItem: 'W-1', here: true, ref: 'rate-1' }, holder);
    const end = (reason: string) => answerHook(repo.context(holder), claude, 'SessionEnd', { ...input, reason });
    const left = async () => (await repo.eventTypes()).filter(type => type === 'task_left').length;
    await end('clear');
    expect(await left()).toBe(0);
    expect((await repo.refused(taskSwitch, { task: 'T-1' }, otherAgent)).code).toBe('conflict');
    await end('prompt_input_exit');
    await end('other');
    expect(await left()).toBe(1);
    expect((await repo.ok(taskSwitch, { task: 'T-1' }, otherAgent)).taken).toContain('W-1 is yours now;');
  });
});
