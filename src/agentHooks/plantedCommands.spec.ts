import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LaneTestRepository } from '../../test/support/laneTestRepository.js';
import { agent, otherAgent } from '../../test/support/testRepository.js';
import { taskStart } from '../operations/task/taskStart.js';
import { beforeTool } from './beforeTool.js';

/** One repository for all commands: `login` is an open lane that owns src/login, the caller is in the main worktree. */
let repo: LaneTestRepository;
let lane: string;
beforeAll(async () => {
  repo = new LaneTestRepository();
  const files = ['src/a.ts', 'src/login/form.ts', 'src/login/page.ts', 'docs/notes.md'];
  repo.commit('Files', Object.fromEntries(files.map(path => [path, `${path}\n`])));
  lane = (await repo.spawn('login', { owns: ['src/login/**'] })).worktreePath;
  repo.git('switch', '-q', '-c', 'feature/mine');
  mkdirSync(join(repo.repository, 'src/login/deep'));
  writeFileSync(join(repo.repository, 'src/login/page.ts'), 'changed\n');
  writeFileSync(join(repo.repository, 'src/a.ts'), 'changed\n');
  writeFileSync(join(repo.repository, 'src/login/deep/new.ts'), 'new\n');
  symlinkSync(join(repo.repository, '.git', 'hooks'), join(repo.repository, 'notes'));
});
afterAll(() => repo.close());

let callers = 0;

/** The answer to a command, and what its caller has on record afterwards; each caller is new. */
async function attempt(command: string, place = repo.repository) {
  callers += 1;
  const name = `codex-${callers}`;
  repo.place = place;
  const { refusal, ...rest } = await beforeTool(repo.context({ ...agent, name }), { paths: [], command });
  const events = await repo.store.read(transaction => transaction.events.list({ actor: name }, 'newest', 9));
  return {
    refusal,
    rest,
    recorded: events.map(({ type, payload }) => {
      const { operation, about, path } = JSON.parse(payload) as Record<string, string | undefined>;
      return [type, operation ?? 'edit', about ?? path].join(' ');
    }),
  };
}

const hooks = (operation: string) => `attempt_refused ${operation} hooks`;
const theirs = (path: string) => `owned_path_violated edit ${path}`;
const skips =
  'This skips the git hooks of the repository. Run the command without that. If a hook refuses, follow its message or ask a person.';
const places =
  'core.hooksPath decides which git hooks run, so agents may not change it. `stateroom hooks status` shows what is installed; a person can change it.';
const overrides =
  'Only a person may override a hook. Run the command without STATEROOM_OVERRIDE, and follow the message of the hook.';
const ours = 'STATEROOM_OWN_GIT is set by Stateroom for the git commands that it runs. Run the command without it.';
const calls = 'Agents may not run `stateroom agent-hook`: what it reports is recorded. Use `stateroom evidence run`.';
const owned = (path: string) =>
  `${path} is owned by L-1 (login), which is active. Leave it to that lane, or wait until it is merged.`;
const contains = (path: string) =>
  `${path} contains files that L-1 (login) owns, which is active. Name the files that are yours.`;
const discards = (path: string) => `${owned(path)} This would discard a change to it that is not committed.`;
const shared = 'Stashes are shared by all worktrees of this repository, and L-1 (login) is open';
const stashed = `${shared}: another agent may pop this one. Commit to a branch instead: \`git switch -c <branch>\`, then \`git commit\`.`;
const popped = `${shared}: this one may be another agent’s. \`git stash show -p\` prints it, and \`git stash apply\` takes its changes and keeps it.`;
const pruned =
  'This deletes commits that no branch holds, and L-1 (login) is open: another agent may still need them. Leave them: `git gc` without --prune deletes what is older than two weeks.';

describe('a command that gets round a guard is refused and goes on record', () => {
  it.each([
    ['timeout 1.5 git commit --no-verify -m x', skips, hooks('--no-verify')],
    ["env -S 'git commit -n -m x'", skips, hooks('--no-verify')],
    ['env --chdir src git commit -n -m x', skips, hooks('--no-verify')],
    ['sudo --user root git push --no-verify', skips, hooks('--no-verify')],
    ['xargs --arg-file f git commit -n -m', skips, hooks('--no-verify')],
    ["bash -ce 'git commit -n -m x'", skips, hooks('--no-verify')],
    ["sh -c -- 'git commit -n -m x'", skips, hooks('--no-verify')],
    ['time -p git commit -n -m x', skips, hooks('--no-verify')],
    ['x=`git commit -n -m x`', skips, hooks('--no-verify')],
    ['find . -exec true \\; -exec git commit -n -m x \\;', skips, hooks('--no-verify')],
    ['function f { git commit -n -m x; }; f', skips, hooks('--no-verify')],
    ['declare -x HUSKY=0; git commit -m x', skips, hooks('--no-verify')],
    ["git -c alias.x='!git commit' x --no-verify", skips, hooks('--no-verify')],
    ["V='commit -n' git --config-env=alias.x=V x -m y", skips, hooks('--no-verify')],
    ["git -c alias.x='reset --hard' x", discards('src/login/page.ts'), theirs('src/login/page.ts')],
    ["git -c alias.x='!git stash' x", stashed, 'attempt_refused git stash L-1'],
    ['git config core.hooksPath get', places, hooks('core.hooksPath')],
    ['git config --rename-section core y', places, hooks('core.hooksPath')],
    ['git config set core.hooksPath /dev/null', places, hooks('core.hooksPath')],
    ['declare -x STATEROOM_OWN_GIT=1', ours, hooks('STATEROOM_OWN_GIT')],
    ['STATEROOM_OVERRIDE+="no time for this" git push', overrides, hooks('STATEROOM_OVERRIDE')],
    ['npx stateroom agent-hook claude PostToolUse', calls, hooks('agent-hook')],
    ['sh node_modules/.bin/stateroom agent-hook claude PostToolUse', calls, hooks('agent-hook')],
    ['cp --target-directory=src/login docs/notes.md', owned('src/login/notes.md'), theirs('src/login/notes.md')],
    ['mv -t src/login docs/notes.md', owned('src/login/notes.md'), theirs('src/login/notes.md')],
    ['git restore --staged --worktree src/login/form.ts', owned('src/login/form.ts'), theirs('src/login/form.ts')],
    ['rm src/log*/form.ts', owned('src/login/form.ts'), theirs('src/login/form.ts')],
    ['rm -rf src', contains('src'), theirs('src')],
    ['git rm -rq src/login', contains('src/login'), theirs('src/login')],
    ['git checkout src/login/page.ts', discards('src/login/page.ts'), theirs('src/login/page.ts')],
    ['git checkout .', discards('src/login/page.ts'), theirs('src/login/page.ts')],
    ['cd src && git restore :/', discards('src/login/page.ts'), theirs('src/login/page.ts')],
    ['git reset --hard HEAD', discards('src/login/page.ts'), theirs('src/login/page.ts')],
    ['git clean -fdx', discards('src/login/deep/new.ts'), theirs('src/login/deep/new.ts')],
    ['git stash', stashed, 'attempt_refused git stash L-1'],
    ['git stash push -u -m x', stashed, 'attempt_refused git stash L-1'],
    ['npm test || git stash save x', stashed, 'attempt_refused git stash L-1'],
    ['git stash pop', popped, 'attempt_refused git takeStash L-1'],
    ['git gc --prune=now', pruned, 'attempt_refused git prune L-1'],
    ['git prune', pruned, 'attempt_refused git prune L-1'],
    ['git reflog expire --expire=now --all', pruned, 'attempt_refused git prune L-1'],
  ])('%s', async (command, refusal, recorded) => {
    expect(await attempt(command)).toEqual({ refusal, rest: {}, recorded: [recorded] });
  });

  it.each([
    ['rm -rf .git*', '/.git'],
    ['rm -rf .git/h*', '/.git/hooks'],
    ['rm notes/pre-commit', '/.git/hooks/pre-commit'],
    ['rm -rf .', ''],
    ['cd .. && rm -rf repo*', ''],
  ])('%s', async (command, path) => {
    expect(await attempt(command)).toEqual({
      refusal: `${repo.repository}${path} is part of git’s hooks or of Stateroom’s store, so agents may not change it. Use the commands of stateroom or git.`,
      rest: {},
      recorded: [hooks('edit')],
    });
  });

  it('the same attempt of the same agent is recorded once', async () => {
    const context = repo.context({ ...agent, name: 'codex-again' });
    for (const _ of [1, 2]) await beforeTool(context, { paths: [], command: 'git stash' });
    const events = await repo.store.read(transaction => transaction.events.list({ actor: 'codex-again' }, 'newest', 9));
    expect(events).toHaveLength(1);
  });
});

describe('a harmless command passes and leaves nothing on record', () => {
  it.each([
    'git status',
    'git commit -s -m "never -n"',
    "git commit -m \"$(cat <<'EOF'\nDon't use --no-verify (ever)\nEOF\n)\"",
    "bash -c 'git commit -m x'",
    'timeout 1.5 npm test',
    "env -S 'git log -n 3'",
    'git config core.hooksPath',
    'git config get core.hooksPath',
    'find . -name "*.orig" -delete',
    'find src -name "*.ts" -exec grep -l x {} + -exec wc {} \\;',
    'cp --target-directory=docs src/login/form.ts',
    'rm -rf node_modules dist',
    'rm docs/*.md',
    'git rm -q docs/notes.md',
    'git checkout main',
    'git checkout -b src/login',
    'git checkout docs/notes.md',
    'git checkout src/a.ts',
    'git restore src/a.ts docs',
    'git clean -fd docs',
    'git clean -n',
    'git stash list',
    'git stash show -p',
    'git stash apply',
    'git gc',
    'git prune -n',
    'git reflog',
    'git worktree list',
    'git worktree prune',
    'git worktree prune -n',
    'cat src/login/form.ts > /dev/null 2>&1',
    'x=`git log --oneline` && echo "$x"',
    'echo "git stash; git commit -n"',
  ])('%s', async command => {
    expect(await attempt(command)).toEqual({ refusal: undefined, rest: {}, recorded: [] });
  });

  it('in another repository', async () => {
    const other = join(repo.directory, 'other');
    mkdirSync(other);
    repo.git('init', '-q', other);
    for (const command of ['git stash', 'git gc --prune=now', 'git clean -fdx', 'git reset --hard']) {
      expect((await attempt(`cd ${other} && ${command}`)).refusal).toBeUndefined();
    }
    for (const command of [
      `cd ${other} && git commit --no-verify -m x`,
      `cd ${other}\ngit add .\ngit commit -n -m x`,
      `git -C ${other} -c core.hooksPath=/dev/null commit -m x`,
      `git --git-dir=${other}/.git --work-tree=${other} reset --hard`,
      `git --git-dir=${other}/.git --work-tree=${other} commit -n -m x`,
      `git -C ${other} config core.hooksPath x`,
      `git -C ${other} -c alias.x='commit -n' x`,
    ]) {
      expect(await attempt(command)).toEqual({ refusal: undefined, rest: {}, recorded: [] });
    }
  });

  it('unless it may be this one', async () => {
    const other = join(repo.directory, 'third');
    mkdirSync(other);
    repo.git('init', '-q', other);
    symlinkSync(repo.repository, join(other, 'link'));
    for (const command of [
      `cd ${other}; cd ${repo.repository} && git commit -n -m x`,
      `cd ${other}/link && git commit -n -m x`,
      `cd ${other} && git --git-dir=${repo.repository}/.git commit -n -m x`,
      `cd ${other} && GIT_DIR=${repo.repository}/.git git commit -n -m x`,
      `cd ${other} && true & git commit -n -m x`,
      `git worktree add ${other}/new && cd ${other}/new && git commit -n -m x`,
      `cd ${lane} && git commit -n -m x`,
      'cd "$SOMEWHERE" && git commit -n -m x',
    ]) {
      expect(await attempt(command)).toEqual({ refusal: skips, rest: {}, recorded: [hooks('--no-verify')] });
    }
    expect((await attempt(`cd ${other} && git config --global core.hooksPath x`)).refusal).toBe(places);
  });
});

describe('worktrees', () => {
  it('of an open lane are not removed, and one whose folder is gone is not forgotten', async () => {
    const removed = `${lane} is the worktree of L-1 (login), which is open. Closing the lane removes it, with a backup of what is not committed: ask a person for \`stateroom lane close login\`.`;
    for (const command of [`git worktree remove --force ${lane}`, 'git worktree remove login']) {
      expect(await attempt(command)).toEqual({
        refusal: removed,
        rest: {},
        recorded: ['attempt_refused git removeWorktree L-1'],
      });
    }
    const held = `${lane} contains the worktree of L-1 (login), which is open. Leave it until that work is finished.`;
    expect(await attempt(`rm -rf ${lane}`)).toMatchObject({
      refusal: held,
      recorded: ['attempt_refused edit login'],
    });
    repo.git('worktree', 'add', '-q', join(repo.directory, 'free'), '-b', 'free');
    expect((await attempt(`git worktree remove ${join(repo.directory, 'free')}`)).refusal).toBeUndefined();
    const away = new LaneTestRepository();
    try {
      const { worktreePath } = await away.spawn('away');
      const prune = () => beforeTool(away.context(), { paths: [], command: 'git worktree prune' });
      expect(await prune()).toEqual({});
      rmSync(worktreePath, { recursive: true });
      expect(await prune()).toEqual({
        refusal: `L-1 (away) is open and its folder ${worktreePath} is not there: this deletes what git keeps of that worktree, with what is staged. Bring it back first: \`stateroom lane repair\`, or ask a person.`,
      });
      away.git('worktree', 'prune');
      expect(await prune()).toEqual({});
    } finally {
      await away.close();
    }
  });
});

describe('without an open lane', () => {
  it('work is stashed and pruned, unless a task of another agent is in another worktree', async () => {
    const alone = new LaneTestRepository();
    try {
      await alone.ok(taskStart, { objective: 'Limit the rate', here: true, ref: 'rate-1' });
      const ask = async (command: string) => (await beforeTool(alone.context(), { paths: [], command })).refusal;
      const commands = ['git stash -u', 'git stash pop', 'git gc --prune=now', 'git clean -fdx', 'git reset --hard'];
      for (const command of commands) expect(await ask(command)).toBeUndefined();
      const docs = { objective: 'Write it down', here: false, ref: 'docs-1' };
      const { workTree } = (await alone.ok(taskStart, docs, otherAgent)).task;
      expect(await ask('git stash -u')).toBe(
        'Stashes are shared by all worktrees of this repository, and T-2 (docs-1) is open: another agent may pop this one. Commit to your branch instead: slices commit over MCP, `stateroom slice commit`, or `git commit`.',
      );
      expect(
        (await beforeTool(alone.context(otherAgent), { paths: [], command: `cd ${workTree} && git stash` })).refusal,
      ).toContain('T-1 (rate-1) is open');
      expect(await ask(`git worktree remove ${workTree}`)).toBe(
        `${workTree} is the worktree of T-2 (docs-1), which is open. Finish or archive the task first.`,
      );
      rmSync(String(workTree), { recursive: true });
      expect(await ask('git stash -u')).toBeUndefined();
    } finally {
      await alone.close();
    }
  });
});
