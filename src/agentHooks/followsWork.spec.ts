import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { actorOf, denied, given, hookCalls, type told } from '../../test/support/hookRig.js';
import { LaneTestRepository } from '../../test/support/laneTestRepository.js';
import { agent } from '../../test/support/testRepository.js';
import { workerDone } from '../operations/lane/worker/workerDone.js';
import { workerStart } from '../operations/lane/worker/workerStart.js';
import { queueAdd } from '../operations/queue/queueAdd.js';
import { sliceStart } from '../operations/slice/sliceStart.js';
import { taskStart } from '../operations/task/taskStart.js';

let repo: LaneTestRepository;
/** Worktrees of the session's task, of another agent's, and of a lane. The session is in the main one. */
let own: string;
let others: string;
let lane: string;

beforeEach(async () => {
  repo = new LaneTestRepository();
  repo.commit('Begin', { 'src/a.ts': 'a\n', 'notes.md': 'n\n' });
  lane = (await repo.spawn('pay', { owns: ['src/**'] })).worktreePath;
  await repo.ok(queueAdd, { title: 'Limit the rate' });
  await repo.ok(queueAdd, { title: 'Write it down' });
  own = await startBeside('W-2', 'rate-1', session());
  others = await startBeside('W-3', 'docs-1', agent);
});
afterEach(() => repo.close());

const { recorded, ask } = hookCalls(() => repo);
const session = (client = 'claude') => actorOf(client, recorded(client, 'sessionStart'));

async function startBeside(workItem: string, ref: string, actor: ReturnType<typeof session>): Promise<string> {
  const { task } = await repo.ok(taskStart, { objective: ref, workItem, ref, here: false }, actor);
  return String(task.workTree);
}

const edit = (path: string) => ask('claude', 'beforeEdit', given({ file_path: path }));
const run = (command: string) => ask('claude', 'beforeBash', given({ command }));

const ofLane = (path: string) =>
  denied(`${path} is owned by L-1 (pay), which is active. Leave it to that lane, or wait until it is merged.`);
const inLane = (what: string) =>
  denied(`${what} the worktree of L-1 (pay), which its agent has not begun yet. Leave it to that agent.`);
const atOthers = (what: string) =>
  denied(
    `${what} the worktree of T-2 (docs-1), where codex works. Leave it to that agent, or take its work over first.`,
  );

describe('a session in the main worktree whose task is in a worktree beside it', () => {
  it('is refused what another lane owns, also there', async () => {
    expect(await edit(join(own, 'src/new.ts'))).toEqual(ofLane('src/new.ts'));
    expect(await run(`cd ${own} && echo x > src/new.ts`)).toEqual(ofLane('src/new.ts'));
    expect(await edit(join(own, 'notes.md'))).toBeUndefined();
    expect(await run(`cd ${own} && echo x > notes.md && git add . && git commit -m x`)).toBeUndefined();
  });

  it('edits neither in the worktree of a lane nor in that of another agent’s task', async () => {
    expect(await edit(join(lane, 'src/new.ts'))).toEqual(inLane('src/new.ts is in'));
    expect(await run(`cd ${lane} && echo x | tee -a notes.md`)).toEqual(inLane('notes.md is in'));
    expect(await run(`sed -i s/a/b/ ${lane}/src/a.ts`)).toEqual(inLane('src/a.ts is in'));
    expect(await run(`rm -rf ${lane}/*`)).toEqual(inLane('* is in'));
    expect(await edit(join(others, 'notes.md'))).toEqual(atOthers('notes.md is in'));
    await repo.ok(workerStart, { lane: 'pay' });
    expect(await edit(join(lane, 'src/new.ts'))).toEqual(
      denied(
        'src/new.ts is in the worktree of L-1 (pay), where codex works. Leave it to that agent, or take its work over first.',
      ),
    );
  });

  it('edits in the worktree of a lane that it has begun, what the lane owns', async () => {
    await repo.ok(workerStart, { lane: 'pay', agent: session().name });
    expect(await edit(join(lane, 'src/new.ts'))).toBeUndefined();
    expect(await run(`git -C ${lane} commit -am x`)).toBeUndefined();
    expect(await edit(join(lane, 'notes.md'))).toEqual(
      denied(
        'notes.md is not owned by L-1 (pay) (which owns src/**). Leave it, or ask for more paths (`lane update`).',
      ),
    );
  });

  it.each([
    'cd $TREE && git clean -fd',
    'git -C $TREE checkout .',
    'git -C $TREE restore .',
    'git -C $TREE restore --staged .',
    'git -C $TREE reset --hard',
    'git -C $TREE stash',
    'git -C $TREE stash apply',
    'git -C $TREE commit -am x',
    'git -C $TREE switch main',
    'git -C $TREE rebase main',
    'cd $TREE; git apply x.patch',
    'git --work-tree=$TREE --git-dir=$TREE/.git checkout .',
    'git --git-dir=$GIT reset --hard',
    'GIT_DIR=$GIT GIT_WORK_TREE=$TREE git reset --hard',
    'export GIT_WORK_TREE=$TREE; git checkout -f',
  ])('changes nothing in those by git: %s', async text => {
    const at = (tree: string) => {
      const git = join(repo.repository, '.git/worktrees', tree.split('/').at(-1) ?? '');
      return run(text.replaceAll('$TREE', tree).replaceAll('$GIT', git));
    };
    expect(await at(lane)).toEqual(inLane('This changes'));
    expect(await at(others)).toEqual(atOthers('This changes'));
    if (!text.includes('stash')) expect(await at(own)).toBeUndefined();
  });

  it('reads there, and is not judged in another repository', async () => {
    const texts = ['log', 'diff', 'stash list', 'clean -nd', 'apply --stat x.patch', 'fetch', 'branch x'];
    for (const text of texts) expect(await run(`git -C ${lane} ${text}`), text).toBeUndefined();
    repo.git('init', '-q', join(repo.directory, 'another'));
    expect(await run(`git -C ${repo.directory}/another reset --hard`)).toBeUndefined();
  });

  it('is refused what a patch would write', async () => {
    const file = join(own, 'x.patch');
    writeFileSync(file, '--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1 +1 @@\n-a\n+b\n');
    mkdirSync(join(own, 'docs'));
    expect(await run(`cd ${own} && git apply x.patch`)).toEqual(ofLane('src/a.ts'));
    expect(await run(`cd ${own}/docs && git apply --index ../x.patch`)).toEqual(ofLane('src/a.ts'));
    expect(await run(`patch -p1 -d ${own} -i ${file}`)).toEqual(ofLane('src/a.ts'));
    expect(await run(`patch -p1 -d ${lane} < ${file}`)).toEqual(inLane(`${lane} is in`));
    writeFileSync(file, '--- /dev/null\n+++ b/docs/b.md\n@@ -0,0 +1 @@\n+b\n');
    expect(await run(`cd ${own} && git apply x.patch`)).toBeUndefined();
  });

  it('does not skip hooks, and is not advised on the branch of the main worktree', async () => {
    expect(await run(`cd ${own} && git commit --no-verify -m x`)).toEqual(
      denied(
        'This skips the git hooks of the repository. Run the command without that. If a hook refuses, follow its message or ask a person.',
      ),
    );
    repo.git('switch', '-q', '-c', 'wip');
    expect(await edit(join(own, 'notes.md'))).toBeUndefined();
    expect(await edit(join(repo.repository, 'notes.md'))).toBeDefined();
  });

  it('runs commands in the folder that the tool names', async () => {
    const command = (client: string, field: string, folder: string) =>
      ask(client, 'beforeBash', input => ({
        ...input,
        ...{ tool_input: { command: 'echo x > notes.md', [field]: folder } },
        args: { command: 'echo x > notes.md', [field]: folder },
      }));
    const refused = 'notes.md is in the worktree of L-1 (pay)';
    for (const [client, field] of [
      ['gemini', 'dir_path'],
      ['opencode', 'workdir'],
      ['qwen', 'directory'],
    ] as const) {
      expect(JSON.stringify(await command(client, field, lane)), client).toContain(refused);
      expect(await command(client, field, repo.repository), client).toBeUndefined();
    }
  });

  it('has its edits recorded for the task of the worktree, and none of the main one', async () => {
    const wrote = (path: string) => ask('claude', 'afterEdit', given({ file_path: path }));
    writeFileSync(join(own, 'new.md'), 'x\n');
    await wrote(join(own, 'new.md'));
    await wrote(join(own, 'notes.md'));
    await wrote(join(repo.repository, 'notes.md'));
    await wrote(join(others, 'notes.md'));
    const sql =
      'select t.ref, f.path, f.change_kind from touched_files f join tasks t on t.id = f.task_id order by 1, 2';
    expect((await repo.store.maintenance.query(sql, 9)).rows).toEqual([
      ['rate-1', 'new.md', 'add'],
      ['rate-1', 'notes.md', 'edit'],
    ]);
  });

  it('has a test recorded that it ran in the worktree of its task', async () => {
    await repo.ok(sliceStart, { title: 'Count calls', test: 'npm test', task: 'T-1' }, session());
    await ask('claude', 'afterBash', given({ command: 'npm test' }));
    await ask('claude', 'afterBash', given({ command: `cd "${own}" && npm test` }));
    const runs = await repo.store.read(transaction => transaction.evidence.list({}, 9));
    expect(
      runs
        .filter(({ result }) => result?.includes('hook of'))
        .map(({ branch, slice_id: slice }) => [branch, slice !== null]),
    ).toEqual([
      ['feature/rate-1', true],
      ['main', false],
    ]);
  });

  it('is asked for a note on a slice of its task at the end of a turn', async () => {
    await repo.ok(sliceStart, { title: 'Count calls', task: 'T-1' }, session());
    expect(await ask('claude', 'stop')).toEqual({
      decision: 'block',
      reason:
        'S-1 “Count calls” is in progress, and its state is not recorded. Commit or close it (slices over MCP, `stateroom slice`), or add a next action or a decision (task_records over MCP, `stateroom action add`). You are asked once.',
    });
  });

  it('is told of the lane that it has begun', async () => {
    await repo.ok(workerStart, { lane: 'pay', agent: session().name });
    const answer = (await ask('claude', 'sessionStart')) as ReturnType<typeof told>;
    expect(answer.hookSpecificOutput.additionalContext.split('\n').slice(0, 2)).toEqual([
      'Your work: W-1 pay, in L-1 on branch feature/pay. Call load_session, or run stateroom context.',
      `Lane: ${lane} is L-1 (pay), active, on feature/pay; it may change only src/**.`,
    ]);
  });
});

it('a session of a client without ids edits in the worktree of its task, and from there not in a namesake’s', async () => {
  await repo.ok(queueAdd, { title: 'Say so' });
  const its = await startBeside('W-4', 'say-1', session('opencode'));
  const write = (path: string) => ask('opencode', 'beforeWrite', input => ({ ...input, args: { filePath: path } }));
  const wrote = (path: string) => ask('opencode', 'afterWrite', input => ({ ...input, args: { filePath: path } }));
  expect(await write(join(its, 'notes.md'))).toBeUndefined();
  await wrote(join(its, 'notes.md'));
  const sql = 'select t.ref, f.path from touched_files f join tasks t on t.id = f.task_id';
  expect((await repo.store.maintenance.query(sql, 9)).rows).toEqual([['say-1', 'notes.md']]);
  await repo.ok(queueAdd, { title: 'Say no' });
  repo.place = await startBeside('W-5', 'no-1', session('opencode'));
  expect(await write(join(its, 'notes.md'))).toEqual({
    refusal: `notes.md is in the worktree of T-3 (say-1), but T-4 (no-1) works in ${repo.place}. Edit it there.`,
  });
});

it('a session whose lane beside it is in review continues, where the repository wants that', async () => {
  repo.agree('Hold', '{"review":{"holdSession":true}}');
  const self = session();
  const { worktreePath } = await repo.spawn('docs', { owns: ['docs/**'] });
  await repo.ok(workerStart, { lane: 'docs', agent: self.name });
  const main = repo.place;
  repo.place = worktreePath;
  mkdirSync(join(worktreePath, 'docs'));
  writeFileSync(join(worktreePath, 'docs/a.md'), 'a\n');
  repo.gitIn({ worktreePath }, 'add', '.');
  repo.gitIn({ worktreePath }, 'commit', '-qm', 'Describe it');
  await repo.ok(workerDone, { lane: 'docs' }, self);
  repo.place = main;
  expect(await ask('claude', 'stop')).toMatchObject({
    reason: expect.stringContaining('L-2 (docs) waits for its review'),
  });
});
