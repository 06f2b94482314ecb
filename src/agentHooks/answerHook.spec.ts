import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { denied, given, hookCalls, opening, told } from '../../test/support/hookRig.js';
import { LaneTestRepository } from '../../test/support/laneTestRepository.js';
import { queueAdd } from '../operations/queue/queueAdd.js';
import { sliceStart } from '../operations/slice/sliceStart.js';
import { taskStart } from '../operations/task/taskStart.js';
import type { HookInput } from './hookClient.js';

let repo: LaneTestRepository;
beforeEach(() => {
  repo = new LaneTestRepository();
});
afterEach(() => repo.close());

const { ask } = hookCalls(() => repo);

describe('in its own format', () => {
  const owned = 'is owned by L-1 (login), which is active. Leave it to that lane, or wait until it is merged.';

  it.each([
    ['copilot', { permissionDecision: 'deny', permissionDecisionReason: `src/a.ts ${owned}` }],
    ['gemini', { decision: 'deny', reason: `src/a.ts ${owned}` }],
    ['opencode', { refusal: `src/a.ts ${owned}` }],
    ['qwen', denied(`src/a.ts ${owned}`)],
  ])('%s is refused an edit and a command', async (client, expected) => {
    await repo.spawn('login', { owns: ['src/**'] });
    expect(await ask(client, 'beforeRead')).toBeUndefined();
    expect(await ask(client, 'beforeBash')).toBeUndefined();
    expect(await ask(client, 'beforeEdit')).toEqual(expected);
    expect(JSON.stringify(await ask(client, 'beforeWrite'))).toContain(`src/n.ts ${owned}`);
    const command = await ask(client, 'beforeBash', input => {
      const field = { copilot: 'toolArgs', opencode: 'args' }[client] ?? 'tool_input';
      return { ...input, [field]: { command: 'sed -i s/a/b/ src/a.ts' } };
    });
    expect(command).toEqual(expected);
  });

  it.each([
    ['copilot', { additionalContext: `${opening}\nQueue: 1 ready. Next: W-1 Limit the rate.` }],
    ['codex', told('SessionStart', `${opening}\nQueue: 1 ready. Next: W-1 Limit the rate.`)],
    ['gemini', told('SessionStart', `${opening}\nQueue: 1 ready. Next: W-1 Limit the rate.`)],
    ['opencode', { context: `${opening}\nQueue: 1 ready. Next: W-1 Limit the rate.` }],
    ['qwen', told('SessionStart', `${opening}\nQueue: 1 ready. Next: W-1 Limit the rate.`)],
  ])('%s gets what is open', async (client, expected) => {
    await repo.ok(queueAdd, { title: 'Limit the rate' });
    expect(await ask(client, 'sessionStart')).toEqual(expected);
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
    ['opencode', 'afterEdit', [a]],
    ['opencode', 'afterWrite', [n]],
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
    ['opencode', 'args'],
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
    ['opencode', { tool: 'bash', command: 'echo bad; exit 3', error: 'exit code 3' }],
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
