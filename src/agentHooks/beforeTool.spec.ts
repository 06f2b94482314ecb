import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { denied, given, hookCalls, opening, told } from '../../test/support/hookRig.js';
import { LaneTestRepository } from '../../test/support/laneTestRepository.js';
import { queueAdd } from '../operations/queue/queueAdd.js';
import { taskStart } from '../operations/task/taskStart.js';
import type { HookInput } from './hookClient.js';

let repo: LaneTestRepository;
beforeEach(() => {
  repo = new LaneTestRepository();
});
afterEach(() => repo.close());

const { ask } = hookCalls(() => repo);

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

/** What is said of a file by which git knows what a commit is part of. */
const ofOperation = (path: string) =>
  denied(
    `${path} tells git’s hooks that a commit is part of a merge, cherry-pick or revert, so only git writes it. Use \`git merge\`, \`git cherry-pick\` or \`git revert\`, or end one with \`--abort\`.`,
  );

describe('a file that excuses a commit on a protected branch', () => {
  it.each(['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD'])('is not written: %s', async name => {
    await repo.ok(queueAdd, { title: 'x' });
    const lane = await repo.spawn('login');
    const git = join(repo.repository, '.git');
    for (const folder of [git, join(git, 'worktrees', 'login')]) {
      const path = join(folder, name);
      expect(await ask('claude', 'beforeWrite', given({ file_path: path }))).toEqual(ofOperation(path));
      const text = `git rev-parse HEAD~1 > ${path}`;
      expect(await ask('codex', 'beforeBash', given({ command: text }))).toEqual(ofOperation(path));
    }
    const other = given({ command: `echo x > ${git}/ORIG_HEAD; git merge --abort` });
    expect(await ask('claude', 'beforeBash', other)).toBeUndefined();
    repo.place = lane.worktreePath;
    const own = given({ command: `echo x > $(git rev-parse --git-dir)/x; cp a ${git}/worktrees/login/${name}` });
    expect(await ask('claude', 'beforeBash', own)).toEqual(ofOperation(join(git, 'worktrees', 'login', name)));
  });
});

describe.each(['claude', 'codex'])('before a command of %s', client => {
  const command = (text: string) => ask(client, 'beforeBash', given({ command: text }));

  it('what skips the hooks is refused, with what to do instead', async () => {
    await repo.ok(queueAdd, { title: 'x' });
    expect(await ask(client, 'beforeBash')).toBeUndefined();
    expect(await command('git commit --no-verify -m x')).toEqual(
      denied(
        'This skips the git hooks of the repository. Run the command without that. If a hook refuses, follow its message or ask a person.',
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
        'Only a person may override a hook. Run the command without STATEROOM_OVERRIDE, and follow the message of the hook.',
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

  it('that changes the main worktree is refused to a session of a lane or a task, as an edit there is', async () => {
    const lane = await repo.spawn('login');
    const { task } = await repo.ok(taskStart, { objective: 'Limit the rate', here: false, ref: 'rate-1' });
    const scratch = join(repo.directory, 'scratch');
    repo.git('worktree', 'add', '-q', '-b', 'scratch', scratch);
    const main = repo.repository;
    for (const [place, name] of [
      [lane.worktreePath, 'L-1 (login)'],
      [String(task.workTree), 'T-1 (rate-1)'],
    ] as const) {
      repo.place = place;
      const elsewhere = denied(`This changes another worktree, but ${name} works in ${place}. Run it there.`);
      for (const text of [
        `git -C ${main} commit -am x`,
        `cd ${main} && git commit -am x`,
        `(cd ${main}; git add .)`,
        `git --work-tree=${main} --git-dir=${main}/.git commit -am x`,
        `git -C ${main} stash`,
        `git -C ${main} reset --hard`,
        `cd ${main} && git merge feature/login`,
      ])
        expect([text, await command(text)]).toEqual([text, elsewhere]);
      for (const text of [
        'git commit -am x',
        `cd ${main} && git log -1`,
        `git -C ${main} status`,
        `git -C ${main} fetch`,
        `git -C ${scratch} commit -am x`,
      ])
        expect([text, await command(text)]).toEqual([text, undefined]);
    }
    const events = await repo.store.read(transaction =>
      transaction.events.list({ type: 'attempt_refused' }, 'newest', 9),
    );
    expect(events.map(({ payload }) => (JSON.parse(payload) as { about: unknown }).about)).toContain('worktree');
    repo.place = main;
    expect(await command('git commit -am x')).toBeUndefined();
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
