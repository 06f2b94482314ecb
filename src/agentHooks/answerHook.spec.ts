import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LaneTestRepository } from '../../test/support/laneTestRepository.js';
import { agent, otherAgent } from '../../test/support/testRepository.js';
import type { Actor } from '../domain/actor/actor.js';
import { actorFromEnvironment } from '../domain/actor/actorFromEnvironment.js';
import { isRefusal } from '../domain/refusal/refusal.js';
import { actionAdd } from '../operations/action/actionAdd.js';
import { evidenceRun } from '../operations/evidence/evidenceRun.js';
import { evidenceShow } from '../operations/evidence/evidenceShow.js';
import { workerDone } from '../operations/lane/worker/workerDone.js';
import { workerStart } from '../operations/lane/worker/workerStart.js';
import { queueAdd } from '../operations/queue/queueAdd.js';
import { queueResolve } from '../operations/queue/queueResolve.js';
import { sliceStart } from '../operations/slice/sliceStart.js';
import { taskStart } from '../operations/task/taskStart.js';
import { taskSwitch } from '../operations/task/taskSwitch.js';
import type { Context } from '../records/context.js';
import { endSession } from '../records/holding/endSession.js';
import { answerHook } from './answerHook.js';
import { callerEnvironment } from './callerEnvironment.js';
import { claude } from './clients/claude.js';
import type { HookClient, HookInput } from './hookClient.js';
import { hookClients } from './hookClients.js';

let repo: LaneTestRepository;
beforeEach(() => {
  repo = new LaneTestRepository();
});
afterEach(() => repo.close());

interface Recorded {
  readonly event: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** What a client sent when it was recorded, as if it stood where the test does. */
function recorded(client: string, name: string): Recorded {
  const file = join(import.meta.dirname, '..', '..', 'test', 'support', 'agentHookInputs', `${client}.json`);
  const text = readFileSync(file, 'utf8').replaceAll('$REPOSITORY', repo.place.replaceAll('\\', '/'));
  const found = (JSON.parse(text) as Record<string, Recorded>)[name];
  if (found === undefined) throw new Error(`${client} has no recorded ${name}`);
  return found;
}

function clientOf(name: string): HookClient {
  const known = hookClients.find(one => one.name === name);
  if (known === undefined) throw new Error(name);
  return known;
}

/** Who the session of an input is. */
function actorOf(client: string, { input }: Pick<Recorded, 'input'>): Actor {
  const environment = callerEnvironment({}, clientOf(client), input);
  const actor = actorFromEnvironment({ environment, attended: false });
  if (isRefusal(actor) || actor.name === undefined) throw new Error('the caller has no name');
  return { ...actor, name: actor.name };
}

/** The answer to a recorded input, some of whose values are others. */
async function ask(client: string, name: string, change: (input: HookInput) => HookInput = input => input) {
  const { event, input: before } = recorded(client, name);
  const input = change(before);
  const known = clientOf(client);
  const context: Context = repo.context(actorOf(client, { input }));
  const answer = await answerHook(context, known, event, input);
  return Object.keys(answer).length === 0 ? undefined : known.reply(event, answer);
}

/** Another argument of the recorded tool. */
const given = (more: HookInput) => (input: HookInput) => ({
  ...input,
  tool_input: { ...(input.tool_input as HookInput), ...more },
});

const denied = (reason: string) => ({
  hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: reason },
});
const told = (event: string, context: string) => ({
  hookSpecificOutput: { hookEventName: event, additionalContext: context },
});
const opening =
  'Stateroom keeps this repository’s queue, tasks and findings. For all of it call the MCP tool load_session, or run `stateroom context`.';

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
          opening,
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
          opening,
          'Lane: this worktree is L-1 (login), active, on feature/login; it may change only src/login/**.',
          'Its work: The login form',
          'Queue: 1 in progress.',
        ].join('\n'),
      ),
    );
  });
});

describe('before an edit', () => {
  it.each([
    ['claude', 'beforeEdit'],
    ['claude', 'beforeWrite'],
    ['codex', 'beforePatch'],
  ])('%s is let go with %s outside of lanes', async (client, name) => {
    await repo.ok(queueAdd, { title: 'x' });
    repo.git('switch', '-q', '-c', 'feature/x-1');
    expect(await ask(client, name)).toBeUndefined();
  });

  it.each([
    ['claude', 'beforeEdit', 'src/a.ts'],
    ['claude', 'beforeWrite', 'src/n.ts'],
    ['codex', 'beforePatch', 'src/a.ts'],
  ])('%s is refused %s of what another lane owns, and it goes on record', async (client, name, path) => {
    await repo.spawn('login', { owns: ['src/**'] });
    expect(await ask(client, name)).toEqual(
      denied(`${path} is owned by L-1 (login), which is active. Leave it to that lane, or wait until it is merged.`),
    );
    const events = await repo.store.read(transaction =>
      transaction.events.list({ type: 'owned_path_violated' }, 'newest', 9),
    );
    expect(events.map(({ actor, session }) => [actor?.split('-')[0], session !== null])).toEqual([
      [client === 'claude' ? 'claude' : 'codex', true],
    ]);
  });

  it('a lane writes what it owns, not what it does not, and not in another worktree', async () => {
    const lane = await repo.spawn('login', { owns: ['src/**'] });
    repo.place = lane.worktreePath;
    expect(await ask('claude', 'beforeEdit')).toBeUndefined();
    expect(await ask('claude', 'beforeEdit', given({ file_path: join(lane.worktreePath, 'other.ts') }))).toEqual(
      denied(
        'other.ts is not owned by L-1 (login) (which owns src/**). Leave it, or ask for more paths (`lane update`).',
      ),
    );
    expect(await ask('claude', 'beforeEdit', given({ file_path: join(repo.repository, 'src/a.ts') }))).toEqual(
      denied(`src/a.ts is in another worktree, but L-1 (login) works in ${lane.worktreePath}. Edit it there.`),
    );
  });

  it('a session in the worktree of a task writes there, and not in the main worktree', async () => {
    const { task } = await repo.ok(taskStart, { objective: 'Limit the rate', here: false, ref: 'rate-1' });
    repo.place = String(task.workTree);
    const main = join(repo.repository, 'src/a.ts');
    const elsewhere = denied(
      `src/a.ts is in another worktree, but T-1 (rate-1) works in ${task.workTree}. Edit it there.`,
    );
    expect(await ask('claude', 'beforeEdit')).toBeUndefined();
    expect(await ask('claude', 'beforeEdit', given({ file_path: main }))).toEqual(elsewhere);
    expect(await ask('claude', 'beforeBash', given({ command: `echo x >> ${main}` }))).toEqual(elsewhere);
    expect(await ask('claude', 'beforeBash', given({ command: 'echo x >> src/a.ts' }))).toBeUndefined();
    const events = await repo.store.read(transaction =>
      transaction.events.list({ type: 'attempt_refused' }, 'newest', 9),
    );
    expect(events.map(({ payload }) => JSON.parse(payload) as unknown)).toEqual([
      { about: 'worktree', operation: 'edit', why: elsewhere.hookSpecificOutput.permissionDecisionReason },
    ]);
  });

  it('a protected branch is said once a session, and documents are no code', async () => {
    await repo.ok(queueAdd, { title: 'x' });
    const readme = given({ file_path: join(repo.repository, 'README.md') });
    expect(await ask('claude', 'beforeEdit', readme)).toBeUndefined();
    expect(await ask('claude', 'beforeEdit')).toEqual(
      told(
        'PreToolUse',
        'main is protected: the pre-commit hook refuses code on it (src/a.ts). Start a task first, which moves the changes to a branch of their own: switch_task start over MCP, or `stateroom task start --here "<objective>"`.',
      ),
    );
    expect(await ask('claude', 'beforeEdit')).toBeUndefined();
    expect(await ask('claude', 'beforeEdit', input => ({ ...input, session_id: 'another' }))).toBeDefined();
  });

  it('the main worktree is for the main branch where there are others, which is said once a session', async () => {
    await repo.spawn('login', { owns: ['src/login/**'] });
    repo.git('switch', '-q', '-c', 'fix/rate');
    const advice =
      'This is the main worktree, with fix/rate checked out, and the repository has 1 other worktree. Keep main here, and work on fix/rate in a worktree of its own: `git switch main`, then `git worktree add <folder> fix/rate`.';
    expect(await ask('claude', 'beforeEdit')).toEqual(told('PreToolUse', advice));
    expect(await ask('claude', 'beforeEdit')).toBeUndefined();
    const another = (input: HookInput) => ({ ...input, session_id: 'another' });
    expect(await ask('claude', 'sessionStart', another)).toEqual(
      told('SessionStart', `${opening}\nQueue: 1 in progress.\n${advice}`),
    );
    expect(await ask('claude', 'beforeEdit', another)).toBeUndefined();
    // The branch of a task is a choice that somebody made.
    repo.git('switch', '-q', 'main');
    await repo.ok(taskStart, { objective: 'Limit the rate', here: true, ref: 'rate-1' });
    expect(await ask('claude', 'beforeEdit', input => ({ ...input, session_id: 'third' }))).toBeUndefined();
  });

  it('a branch outside of tasks says what it is for, which is said once a session where there are tasks', async () => {
    await repo.ok(queueAdd, { title: 'x' });
    repo.git('switch', '-q', '-c', 'wip');
    expect(await ask('claude', 'beforeEdit')).toBeUndefined();
    repo.git('switch', '-q', 'main');
    await repo.ok(taskStart, { objective: 'Limit the rate', here: true, ref: 'rate-1' });
    repo.git('switch', '-q', 'wip');
    const of = (id: string) => (input: HookInput) => ({ ...input, session_id: id });
    expect(await ask('claude', 'beforeEdit', of('second'))).toEqual(
      told(
        'PreToolUse',
        'No task or lane has the branch wip. Stateroom names branches by what they are for, such as feature/t3-rate-limit. If this is new work, start a task: switch_task start over MCP, or `stateroom task start --here "<objective>"`.',
      ),
    );
    expect(await ask('claude', 'beforeEdit', of('second'))).toBeUndefined();
    repo.git('switch', '-q', '-c', 'fix/rate');
    expect(await ask('claude', 'beforeEdit', of('third'))).toBeUndefined();
  });

  it.each([
    ['refuse', 'deny'],
    ['allow', undefined],
  ])('protect.edits %s', async (edits, decision) => {
    await repo.ok(queueAdd, { title: 'x' });
    mkdirSync(join(repo.repository, '.stateroom'), { recursive: true });
    writeFileSync(join(repo.repository, '.stateroom/config.json'), JSON.stringify({ protect: { edits } }));
    const answer = (await ask('claude', 'beforeEdit')) as ReturnType<typeof denied> | undefined;
    expect(answer?.hookSpecificOutput.permissionDecision).toBe(decision);
  });

  it('git’s hooks and the store are not edited', async () => {
    await repo.ok(queueAdd, { title: 'x' });
    for (const name of ['hooks/pre-commit', 'stateroom/hooks/run', 'config']) {
      const path = join(repo.repository, '.git', name);
      expect(await ask('claude', 'beforeWrite', given({ file_path: path }))).toEqual(
        denied(
          `${path} is part of git’s hooks or of Stateroom’s store, so agents may not change it. Use the commands of stateroom or git.`,
        ),
      );
    }
    repo.git('switch', '-q', '-c', 'feature/x-1');
    const other = given({ file_path: join(repo.repository, '.git', 'info', 'exclude') });
    expect(await ask('claude', 'beforeWrite', other)).toBeUndefined();
  });
});

describe.each(['claude', 'codex'])('before a command of %s', client => {
  const command = (text: string) => ask(client, 'beforeBash', given({ command: text }));

  it('what skips the hooks is refused, with what to do instead', async () => {
    await repo.ok(queueAdd, { title: 'x' });
    expect(await ask(client, 'beforeBash')).toBeUndefined();
    expect(await command('git commit --no-verify -m x')).toEqual(
      denied(
        'This skips the git hooks of the repository. Run the command without that; where a hook refuses, do what it says, or ask a person.',
      ),
    );
    expect(await command('git -c core.hooksPath=/dev/null push')).toEqual(
      denied(
        'core.hooksPath decides which git hooks run, so agents may not change it. `stateroom hooks status` shows what is installed; a person can change it.',
      ),
    );
    expect(await command('STATEROOM_OWN_GIT=1 git push')).toEqual(
      denied('STATEROOM_OWN_GIT is set by Stateroom for the git commands that it runs. Run the command without it.'),
    );
    expect(await command('STATEROOM_OVERRIDE="no time for this" git commit -m x')).toEqual(
      denied(
        'Only a person may override a hook. Run the command without STATEROOM_OVERRIDE, and do what the hook says.',
      ),
    );
    const hook = join(repo.repository, '.git', 'hooks');
    expect(await command('rm -rf .git/hooks')).toEqual(
      denied(
        `${hook} is part of git’s hooks or of Stateroom’s store, so agents may not change it. Use the commands of stateroom or git.`,
      ),
    );
  });

  it('what another lane owns is refused, and no other path', async () => {
    const lane = await repo.spawn('login', { owns: ['src/**'] });
    const theirs = (path: string) =>
      denied(`${path} is owned by L-1 (login), which is active. Leave it to that lane, or wait until it is merged.`);
    expect(await command('sed -i s/a/b/ src/a.ts')).toEqual(theirs('src/a.ts'));
    expect(await command('mkdir -p x; cd x && echo a > ../src/b.ts')).toEqual(theirs('src/b.ts'));
    expect(await command('cat src/a.ts > /dev/null 2>&1; echo x > notes.txt')).toBeUndefined();
    expect(await command('cat src/a.ts')).toBeUndefined();
    repo.place = lane.worktreePath;
    expect(await command('sed -i s/a/b/ src/a.ts; npm test > test.log')).toBeUndefined();
    const elsewhere = join(repo.repository, 'src/a.ts');
    expect(await command(`rm ${elsewhere}`)).toEqual(
      denied(`src/a.ts is in another worktree, but L-1 (login) works in ${lane.worktreePath}. Edit it there.`),
    );
  });

  it('is let go where the repository has no store', async () => {
    expect(await command('git commit --no-verify -m x')).toBeUndefined();
    expect(await repo.dump()).toBe('absent');
  });
});

it('events and tools that are not Stateroom’s are answered with nothing', async () => {
  await repo.ok(queueAdd, { title: 'x' });
  expect(await ask('claude', 'beforeRead')).toBeUndefined();
  expect(await ask('claude', 'beforeBash', () => ({ tool_name: 7 }))).toBeUndefined();
  expect(await ask('claude', 'beforeBash', () => ({}))).toBeUndefined();
});

describe('in its own format', () => {
  const owned = 'is owned by L-1 (login), which is active. Leave it to that lane, or wait until it is merged.';

  it.each([
    ['copilot', { permissionDecision: 'deny', permissionDecisionReason: `src/a.ts ${owned}` }],
    ['gemini', { decision: 'deny', reason: `src/a.ts ${owned}` }],
    ['qwen', denied(`src/a.ts ${owned}`)],
  ])('%s is refused an edit and a command', async (client, expected) => {
    await repo.spawn('login', { owns: ['src/**'] });
    expect(await ask(client, 'beforeRead')).toBeUndefined();
    expect(await ask(client, 'beforeBash')).toBeUndefined();
    expect(await ask(client, 'beforeEdit')).toEqual(expected);
    expect(JSON.stringify(await ask(client, 'beforeWrite'))).toContain(`src/n.ts ${owned}`);
    const command = await ask(client, 'beforeBash', input => {
      const field = client === 'copilot' ? 'toolArgs' : 'tool_input';
      return { ...input, [field]: { command: 'sed -i s/a/b/ src/a.ts' } };
    });
    expect(command).toEqual(expected);
  });

  it.each([
    ['copilot', { additionalContext: `${opening}\nQueue: 1 ready. Next: W-1 Limit the rate.` }],
    ['codex', told('SessionStart', `${opening}\nQueue: 1 ready. Next: W-1 Limit the rate.`)],
    ['gemini', told('SessionStart', `${opening}\nQueue: 1 ready. Next: W-1 Limit the rate.`)],
    ['qwen', told('SessionStart', `${opening}\nQueue: 1 ready. Next: W-1 Limit the rate.`)],
  ])('%s gets what is open', async (client, expected) => {
    await repo.ok(queueAdd, { title: 'Limit the rate' });
    expect(await ask(client, 'sessionStart')).toEqual(expected);
  });
});

describe('at the end of a turn', () => {
  const question =
    'S-1 “Count calls” is in progress, and nothing is written down of where it stands. Commit or close it (slices over MCP, `stateroom slice`), or add a next action or a decision (next_actions, record_event, `stateroom action add`). You are asked once.';

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

describe('after a tool', () => {
  const events = async (type: string) =>
    (await repo.store.read(transaction => transaction.events.list({ type }, 'newest', 9))).map(
      ({ payload }) => JSON.parse(payload) as Record<string, unknown>,
    );

  const a = { path: 'src/a.ts', change: 'edit' };
  const n = { path: 'src/n.ts', change: 'add' };
  it.each([
    ['claude', 'afterEdit', [a]],
    ['claude', 'afterWrite', [n]],
    ['codex', 'afterPatch', [a, n]],
    ['copilot', 'afterEdit', [a]],
    ['copilot', 'afterWrite', [n]],
    ['gemini', 'afterEdit', [a]],
    ['qwen', 'afterEdit', [a]],
  ])('what %s wrote (%s) is a touched file of the task, where there is one', async (client, name, files) => {
    repo.commit('A', { 'src/a.ts': 'a\n' });
    await repo.ok(queueAdd, { title: 'x' });
    expect(await ask(client, name)).toBeUndefined();
    expect(await events('files_touched')).toEqual([]);
    await repo.ok(taskStart, { objective: 'Limit the rate', here: true, ref: 'rate-1' });
    repo.write('src/n.ts', 'n\n');
    // The actor that started it is at work until its connection ends.
    expect(await ask(client, name)).toBeUndefined();
    expect(await events('files_touched')).toEqual([]);
    repo.now += 10 * 60_000;
    expect(await ask(client, name)).toBeUndefined();
    expect(await events('files_touched')).toEqual([{ task: 'T-1', count: files.length, files }]);
  });

  it('a file that is gone is deleted, and one that a patch moved is renamed', async () => {
    repo.commit('A', { 'src/a.ts': 'a\n', 'src/old.ts': 'old\n' });
    await repo.ok(taskStart, { objective: 'Limit the rate', here: true, ref: 'rate-1' });
    repo.now += 10 * 60_000;
    repo.remove('src/a.ts');
    repo.git('mv', 'src/old.ts', 'src/n.ts');
    const patch = [
      ...['*** Begin Patch', '*** Delete File: src/a.ts', '*** Update File: src/old.ts', '*** Move to: src/n.ts', '@@'],
      ...['-old', '+new', '*** End Patch', ''],
    ].join('\n');
    await ask('codex', 'afterPatch', given({ command: patch }));
    const sql = 'select path, change_kind, old_path from touched_files order by path';
    expect((await repo.store.maintenance.query(sql, 9)).rows).toEqual([
      ['src/a.ts', 'delete', null],
      ['src/n.ts', 'rename', 'src/old.ts'],
    ]);
  });

  it.each([
    ['claude', 'tool_input'],
    ['copilot', 'toolArgs'],
    ['gemini', 'tool_input'],
    ['qwen', 'tool_input'],
  ])('a test that %s ran is reported with its exit code, and by whom', async (client, field) => {
    await repo.ok(taskStart, { objective: 'Limit the rate', here: true, ref: 'rate-1' });
    await repo.ok(sliceStart, { title: 'Count calls', test: 'npm test' });
    repo.now += 10 * 60_000;
    const of = (command: string) => (input: HookInput) => ({
      ...input,
      [field]: { ...(input[field] as HookInput), command },
    });
    const runs = async () =>
      (await repo.store.read(transaction => transaction.evidence.list({}, 9)))
        .filter(({ result }) => result?.includes('hook of'))
        .map(({ command, exit_code: code, passed, grade, slice_id: slice, tree_hash: tree }) => ({
          run: [command, code, passed, grade],
          isOfSlice: slice !== null,
          hasTree: tree !== null,
        }));
    await ask(client, 'afterBash', of('npm test -- --watch'));
    await ask(client, 'afterBash', of('cd src && npm test'));
    expect(await runs()).toEqual([]);
    await ask(client, 'failedBash', of('npm test'));
    await ask(client, 'afterBash', of(`cd ${repo.repository} && npm test`));
    expect(await runs()).toEqual([
      { run: ['npm test', 0, 1, 'reported'], isOfSlice: true, hasTree: true },
      { run: ['npm test', 3, 0, 'reported'], isOfSlice: true, hasTree: true },
    ]);
    expect(await events('tool_failed')).toEqual([]);
  });

  it('Codex tells no exit code, and a command in the background has none', async () => {
    await repo.ok(taskStart, { objective: 'Limit the rate', here: true, ref: 'rate-1' });
    await repo.ok(sliceStart, { title: 'Count calls', test: 'npm test' });
    await ask('codex', 'afterBash', given({ command: 'npm test' }));
    await ask('claude', 'afterBash', input => ({
      ...given({ command: 'npm test' })(input),
      tool_response: { interrupted: false, backgroundTaskId: 'b1' },
    }));
    const runs = await repo.store.read(transaction => transaction.evidence.list({}, 9));
    expect(runs.filter(({ result }) => result?.includes('hook of'))).toEqual([]);
  });

  it.each([
    ['claude', { tool: 'Bash', command: 'echo bad; exit 3', error: 'Exit code 3\nbad' }],
    ['copilot', { tool: 'bash', command: 'echo bad; exit 3', error: 'exit code 3' }],
    ['gemini', { tool: 'run_shell_command', command: 'echo bad; exit 3', error: 'exit code 3' }],
  ])('the failure of a tool of %s is recorded with its number', async (client, payload) => {
    await repo.ok(queueAdd, { title: 'x' });
    await ask(client, 'failedBash');
    await ask(client, 'failedBash');
    const once = { ...payload, fingerprint: expect.stringMatching(/^[0-9a-f]{12}$/), count: 1 };
    expect(await events('tool_failed')).toEqual([{ ...once, count: 2 }, once]);
    if (client !== 'claude') return;
    await ask(client, 'failedBash', input => ({ ...given({ command: 'grep x y' })(input), error: 'Exit code 1' }));
    expect(await events('tool_failed')).toHaveLength(2);
  });
});
