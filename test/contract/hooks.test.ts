import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { onTerminal } from '../support/onTerminal.js';
import { ruinStore, storeFiles } from '../support/storeFiles.js';
import {
  answer,
  cleanEnvironment,
  git,
  hashOf,
  makeDirectory,
  makeRepository,
  programFile,
  run,
  runOnTerminal,
  storeOf,
  userNode,
  writeIn,
} from './cliRig.js';
import { connect } from './mcpRig.js';

interface Outcome {
  readonly status: number | null;
  readonly stderr: string;
}

/** Runs git as a person would, with all that its hooks say; a PATH of a desktop program when `path` says so. */
function act(directory: string, words: readonly string[], env: Readonly<Record<string, string>> = {}): Outcome {
  const { status, stderr, error } = spawnSync('git', [...words], {
    cwd: directory,
    env: cleanEnvironment({ STATEROOM_ACTOR: 'Ann', ...env }),
    encoding: 'utf8',
    timeout: 200_000,
    input: '',
  });
  if (error !== undefined) throw error;
  return { status, stderr };
}

/** As `act`, on a terminal; what that showed is in `stderr`. */
function actOnTerminal(directory: string, words: readonly string[], env: Readonly<Record<string, string>>) {
  const { program, args } = onTerminal(['git', ...words]);
  const { status, stdout, error } = spawnSync(program, args, {
    cwd: directory,
    env: cleanEnvironment({ STATEROOM_ACTOR: 'Ann', TERM: 'xterm-256color', SHELL: '/bin/sh', ...env }),
    encoding: 'utf8',
    timeout: 200_000,
    input: '',
  });
  if (error !== undefined) throw error;
  return { status, stderr: stdout.replaceAll('\r\n', '\n') };
}

async function install(repository: string): Promise<string> {
  const { code, stdout } = await runOnTerminal(['hooks', 'install'], { cwd: repository, actor: 'Ann' });
  expect(stdout).toContain('All hooks are installed');
  expect(code).toBe(0);
  return repository;
}

/** A repository with hooks, a bare remote and a task on `feature/x` in review with one commit and no proof. */
async function repositoryInReview(): Promise<{ repository: string; remote: string }> {
  const repository = await install(makeRepository());
  const remote = join(makeDirectory(), 'remote.git');
  git(repository, 'init', '-q', '--bare', remote);
  git(repository, 'remote', 'add', 'origin', remote);
  git(repository, 'switch', '-q', '-c', 'feature/x');
  await answer(['task', 'start', 'Limit the rate', '--here', '--slug', 'x'], { cwd: repository, actor: 'Ann' }).catch(
    () => undefined,
  );
  return { repository, remote };
}

const eventsOf = async (repository: string, type: string): Promise<Record<string, unknown>[]> => {
  const { events } = await answer(['events', 'tail', '--type', type], { cwd: repository });
  return events as Record<string, unknown>[];
};

it.skipIf(process.platform === 'win32')('do not wait for a pipe in the place of another hook', () => {
  const repository = makeRepository();
  rmSync(join(repository, '.git', 'hooks'), { recursive: true, force: true });
  mkdirSync(join(repository, '.git', 'hooks'));
  spawnSync('mkfifo', [join(repository, '.git', 'hooks', 'pre-push')]);
  const { status, stdout } = spawnSync(userNode, [programFile, 'hooks', 'status', '--json'], {
    cwd: repository,
    env: cleanEnvironment({ STATEROOM_ACTOR: 'Ann' }),
    encoding: 'utf8',
    timeout: 60_000,
  });
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ ok: true, data: { manager: 'git' } });
});

describe('pre-commit', () => {
  it('refuses code on a protected branch in every way of committing, and names the way on', async () => {
    const repository = await install(makeRepository());
    writeIn(repository, 'src/a.ts', 'export {};\n');
    git(repository, 'add', '.');
    const head = git(repository, 'rev-parse', 'HEAD');
    const plain = act(repository, ['commit', '-m', 'Code']);
    expect(plain.status).toBe(1);
    expect(plain.stderr).toContain('stateroom: main is protected, and this commit changes code: src/a.ts.');
    expect(plain.stderr).toContain('stateroom task start --here "<objective>"');
    expect(act(repository, ['commit', '-a', '-m', 'Code']).status).toBe(1);
    expect(act(repository, ['commit', '-m', 'Code', '--', 'src/a.ts']).status).toBe(1);
    expect(git(repository, 'rev-parse', 'HEAD')).toBe(head);
    expect(act(repository, ['switch', '-q', '-c', 'feature/x']).status).toBe(0);
    expect(act(repository, ['commit', '-m', 'Code']).status).toBe(0);
  });

  it('lets documents pass, and what the configuration says is no code', async () => {
    const repository = await install(makeRepository());
    writeIn(repository, 'docs/guide/café.md', 'Text.\n');
    git(repository, 'add', '.');
    expect(act(repository, ['commit', '-m', 'Text']).status).toBe(0);
    writeIn(repository, '.stateroom/config.json', JSON.stringify({ protect: { paths: ['src/**'] } }));
    git(repository, 'add', '.');
    expect(act(repository, ['commit', '-m', 'Agree']).status).toBe(0);
    writeIn(repository, 'tools/a.ts', 'export {};\n');
    git(repository, 'add', '.');
    expect(act(repository, ['commit', '-m', 'Tools']).status).toBe(0);
  });

  it('runs the repository’s own check of the format on the staged files alone', async () => {
    const repository = makeRepository();
    writeIn(repository, '.stateroom/config.json', JSON.stringify({ hooks: { format: 'sh check.sh' } }));
    writeIn(repository, 'check.sh', 'for f in "$@"; do echo "checked $f"; case "$f" in *bad*) exit 3;; esac; done\n');
    git(repository, 'add', '.');
    git(repository, 'commit', '-q', '-m', 'Agree');
    git(repository, 'switch', '-q', '-c', 'feature/x');
    await install(repository);
    expect((await runOnTerminal(['trust', 'grant'], { cwd: repository })).code).toBe(0);
    writeIn(repository, 'unstaged bad.ts', '');
    writeIn(repository, "it's fine.ts", '');
    git(repository, 'add', "it's fine.ts");
    const fine = act(repository, ['commit', '-m', 'Fine']);
    expect(fine.status, fine.stderr).toBe(0);
    expect(fine.stderr).toContain("checked it's fine.ts");
    expect(fine.stderr).not.toContain('unstaged');
    git(repository, 'add', '.');
    const bad = act(repository, ['commit', '-m', 'Bad']);
    expect(bad.status).toBe(1);
    expect(bad.stderr).toContain('stateroom: the format check failed for the staged files: sh check.sh');
  });

  it('takes a reason for an override, and puts it on record', async () => {
    const repository = await install(makeRepository());
    writeIn(repository, 'a.ts', '');
    git(repository, 'add', '.');
    const short = actOnTerminal(repository, ['commit', '-m', 'Code'], { STATEROOM_OVERRIDE: 'hurry' });
    expect(short.status).toBe(1);
    expect(short.stderr).toContain(
      'the reason in STATEROOM_OVERRIDE is too short: 5 characters, but at least 10 are required.',
    );
    const marked = act(repository, ['commit', '-m', 'Code'], {
      ...{ STATEROOM_OVERRIDE: 'the release is burning "now"', STATEROOM_ROLE: 'Agent' },
    });
    const why = 'Only a person may override a hook. Follow its message, or ask a person.';
    expect([marked.status, marked.stderr.split('\n').slice(-2)]).toEqual([1, [`stateroom: ${why}`, '']]);
    const hidden = act(repository, ['commit', '-m', 'Code'], { STATEROOM_OVERRIDE: 'the release is burning "now"' });
    const inTerminal =
      'Only a person may override a hook, in a terminal. Follow its message, or run git in a terminal.';
    expect([hidden.status, hidden.stderr.split('\n').slice(-2)]).toEqual([1, [`stateroom: ${inTerminal}`, '']]);
    expect(await eventsOf(repository, 'gate_overridden')).toEqual([]);
    expect(await eventsOf(repository, 'attempt_refused')).toMatchObject([
      { actor: 'Ann', role: 'agent', payload: { operation: 'hooks.override', about: 'pre-commit', why: inTerminal } },
      { actor: 'Ann', role: 'agent', payload: { operation: 'hooks.override', about: 'pre-commit', why } },
    ]);
    const given = actOnTerminal(repository, ['commit', '-m', 'Code'], {
      STATEROOM_OVERRIDE: 'the release is burning "now"',
    });
    expect(given.status, given.stderr).toBe(0);
    const [event] = await eventsOf(repository, 'gate_overridden');
    expect(event).toMatchObject({
      actor: 'Ann',
      payload: { hook: 'pre-commit', reason: 'the release is burning "now"', branch: 'main', paths: ['a.ts'] },
    });
  });
});

describe('commit-msg', () => {
  const message = 'Change\n\nCo-Authored-By: Claude <noreply@anthropic.com>\n';
  const says = 'stateroom: this commit names Claude as co-author, so what is staged must be reviewed first.';

  async function agreed(): Promise<string> {
    const repository = makeRepository();
    writeIn(repository, '.stateroom/config.json', JSON.stringify({ review: { coAuthored: true } }));
    git(repository, 'add', '.');
    git(repository, 'commit', '-q', '-m', 'Agree');
    git(repository, 'switch', '-q', '-c', 'feature/x');
    return install(repository);
  }
  const record = (repository: string) =>
    answer(['review', 'record', 'pass', '--kind', 'staged'], { cwd: repository, actor: 'Ann' });

  it('needs a review of what is staged in every way of committing, and leaves it usable when the commit fails', async () => {
    const repository = await agreed();
    writeIn(repository, 'a.txt', 'one\n');
    writeIn(repository, 'b.txt', 'one\n');
    git(repository, 'add', '.');
    const refused = act(repository, ['commit', '-m', message]);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain(`${says} It has no review.`);
    expect(refused.stderr).toContain('stateroom review record pass --kind staged');
    await record(repository);
    // Git hands the hook another index for a commit of named paths.
    expect(act(repository, ['commit', '-m', message, '--', 'a.txt']).stderr).toContain('V-1 passed other content');
    writeIn(repository, '.git/hooks/commit-msg', '#!/bin/sh\nexit 1\n');
    chmodSync(join(repository, '.git/hooks/commit-msg'), 0o755);
    expect(act(repository, ['commit', '-m', message]).status).toBe(1);
    rmSync(join(repository, '.git/hooks/commit-msg'));
    // The editor shows a diff below a line of scissors, which is not of the message.
    const withDiff = act(repository, ['commit', '-e', '-v', '-m', message], { GIT_EDITOR: 'true' });
    expect(withDiff).toMatchObject({ status: 0 });
    expect((await eventsOf(repository, 'review_used')).map(({ payload }) => payload)).toEqual([
      { run: 'V-1', commit: git(repository, 'rev-parse', 'HEAD').trim() },
    ]);
    expect(act(repository, ['commit', '--amend', '-m', `Better\n\n${message}`])).toEqual({ status: 0, stderr: '' });
    git(repository, 'reset', '-q', '--soft', 'HEAD^');
    expect(act(repository, ['commit', '-m', message]).stderr).toMatch(/V-1 was used for commit [0-9a-f]{10}\./);
    const reason = { STATEROOM_OVERRIDE: 'The same content again' };
    expect(actOnTerminal(repository, ['commit', '-m', message], reason).status).toBe(0);
    expect(await eventsOf(repository, 'gate_overridden')).toMatchObject([{ payload: { hook: 'commit-msg' } }]);
  });

  it('lets people, fixups, merges and picks pass, and says when it cannot check', async () => {
    const repository = await agreed();
    writeIn(repository, 'a.txt', 'one\n');
    git(repository, 'add', '.');
    expect(act(repository, ['commit', '-m', 'Mine\n\nCo-authored-by: Claude Monet <c@b.example>']).status).toBe(0);
    writeIn(repository, 'a.txt', 'two\n');
    expect(act(repository, ['commit', '-a', '--fixup', 'HEAD']).status).toBe(0);
    writeIn(repository, 'a.txt', 'three\n');
    expect(act(repository, ['commit', '-a', '-m', message]).status).toBe(1);
    git(repository, 'add', '.');
    await record(repository);
    expect(act(repository, ['commit', '-a', '-m', message]).status).toBe(0);
    git(repository, 'switch', '-q', '-c', 'feature/y', 'HEAD~3');
    expect(act(repository, ['cherry-pick', 'feature/x~2']).status).toBe(0);
    expect(act(repository, ['merge', '-q', '-s', 'ours', '-m', message, 'feature/x']).status).toBe(0);
    writeIn(repository, 'a.txt', 'four\n');
    rmSync(join(storeOf(repository), 'bin'), { recursive: true });
    const unchecked = act(repository, ['commit', '-a', '-m', message]);
    expect(unchecked.status).toBe(0);
    expect(unchecked.stderr).toContain('so nothing was checked.');
  });
});

describe('pre-push', () => {
  it('passes deletions, tags and branches without a task, and advises or refuses by the task', async () => {
    const { repository, remote } = await repositoryInReview();
    const { tasks } = (await answer(['task', 'list'], { cwd: repository })) as { tasks: Record<string, unknown>[] };
    const [task] = tasks;
    const branch = String(task?.branch);
    writeIn(repository, 'src/a.ts', 'export {};\n');
    git(repository, 'add', '.');
    expect(act(repository, ['commit', '-m', 'Work']).status).toBe(0);
    const advised = act(repository, ['push', 'origin', branch]);
    expect(advised.status, advised.stderr).toBe(0);
    expect(advised.stderr).toContain(
      'does not pass the gate review-ready yet: No passing evidence for this tree. See: stateroom gate review-ready',
    );

    await answer(['task', 'update', '--status', 'review', '--revision', String(task?.revision)], {
      cwd: repository,
      actor: 'Ann',
    });
    expect(act(repository, ['commit', '--allow-empty', '-m', 'More']).status).toBe(0);
    const refused = act(repository, ['push', 'origin', branch]);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain('stateroom: push refused:');
    expect(refused.stderr).toContain('  No passing evidence for this tree.\n');
    expect(git(remote, 'rev-parse', branch)).not.toBe(git(repository, 'rev-parse', branch));
    // Naming the commit in another way is the same push.
    expect(act(repository, ['push', 'origin', `HEAD:refs/heads/${branch}`]).status).toBe(1);
    expect(act(repository, ['push', 'origin', `HEAD:refs/heads/elsewhere`]).status).toBe(1);

    git(repository, 'tag', 'v1');
    expect(act(repository, ['push', 'origin', 'v1']).status).toBe(0);
    expect(act(repository, ['push', 'origin', 'main']).status).toBe(0);
    expect(act(repository, ['push', 'origin', 'main:elsewhere']).status).toBe(0);
    expect(act(repository, ['push', 'origin', ':elsewhere']).status).toBe(0);

    expect((await run(['evidence', 'run', '--', 'true'], { cwd: repository, actor: 'Ann' })).code).toBe(0);
    const accepted = act(repository, ['push', 'origin', branch]);
    expect(accepted.status, accepted.stderr).toBe(0);
    expect(accepted.stderr).not.toContain('stateroom:');
  });

  it('starts git only for what no file says: twice for a branch of nobody, five times for one that is judged', async () => {
    const { repository } = await repositoryInReview();
    const programs = makeDirectory();
    const wrapper = writeIn(programs, 'git', '#!/bin/sh\necho "$*" >> "$0.log"\nPATH=$REAL_PATH exec git "$@"\n');
    chmodSync(wrapper, 0o755);
    const { PATH = '' } = cleanEnvironment();
    const env = { PATH: `${programs}:${PATH}`, REAL_PATH: PATH };
    const gitFor = async (branch: string) => {
      const commit = git(repository, 'rev-parse', branch).trim();
      const input = `refs/heads/${branch} ${commit} refs/heads/${branch} ${'0'.repeat(40)}\n`;
      rmSync(`${wrapper}.log`, { force: true });
      const { code } = await run(['hooks', 'run', 'pre-push', '--input', '-'], { cwd: repository, input, env });
      expect(code).toBe(0);
      return readFileSync(`${wrapper}.log`, 'utf8')
        .trim()
        .split('\n')
        .map(line => line.replace(/^(?:-c \S+ )+/, '').replace(/ .*/, ''))
        .sort();
    };
    const branch = git(repository, 'branch', '--show-current').trim();
    git(repository, 'commit', '-q', '--no-verify', '--allow-empty', '-m', 'Work');
    git(repository, 'switch', '-q', '-c', 'other', 'main');
    git(repository, 'commit', '-q', '--no-verify', '--allow-empty', '-m', 'Other');
    expect(await gitFor('other')).toEqual(['cat-file', 'for-each-ref']);
    expect(await gitFor(branch)).toEqual(['cat-file', 'for-each-ref', 'ls-tree', 'rev-list', 'rev-parse']);
    // The base has continued: then a merge is tried as well.
    git(repository, 'switch', '-q', 'main');
    git(repository, 'commit', '-q', '--no-verify', '--allow-empty', '-m', 'Base');
    expect(await gitFor(branch)).toEqual([
      'cat-file',
      'for-each-ref',
      'ls-tree',
      'merge-tree',
      'rev-list',
      'rev-parse',
    ]);
  });

  it('is closed behind a broken store and where it is gone', async () => {
    const repository = await install(makeRepository());
    const remote = join(makeDirectory(), 'remote.git');
    git(repository, 'init', '-q', '--bare', remote);
    const store = storeOf(repository);
    await run(['queue', 'add', 'Work'], { cwd: repository });
    ruinStore(store);
    const closed = act(repository, ['push', remote, 'main']);
    expect(closed.status, closed.stderr).toBe(1);
    expect(closed.stderr).toContain(
      'stateroom: the push could not be checked: Cannot read the store: base.00000001 is missing or damaged.',
    );
    for (const file of storeFiles(store, /^(?:base|image|journal|log|pages)\./)) rmSync(file);
    const gone = act(repository, ['push', remote, 'main']);
    expect(gone.status, gone.stderr).toBe(1);
    expect(gone.stderr).toContain(`The hooks are installed, but the store at ${store} is missing.`);
    expect(storeFiles(store, /^(?:base|journal|log)\./)).toEqual([]);
  });
});

describe('hooks', () => {
  it('note commits on the task of the branch and never fail', async () => {
    const { repository } = await repositoryInReview();
    writeIn(repository, 'src/a.ts', 'export {};\n');
    git(repository, 'add', '.');
    expect(act(repository, ['commit', '-m', 'Work']).status).toBe(0);
    const [event] = await eventsOf(repository, 'files_touched');
    expect(event).toMatchObject({
      payload: { commit: git(repository, 'rev-parse', 'HEAD').trim(), paths: ['src/a.ts'] },
    });
    expect(act(repository, ['commit', '--amend', '-m', 'Other words']).status).toBe(0);
    ruinStore(storeOf(repository));
    expect(act(repository, ['commit', '--allow-empty', '-m', 'Again']).status).toBe(0);
  });

  it('work from a linked worktree and with the bare PATH of a desktop program', async () => {
    const repository = await install(makeRepository());
    const linked = join(makeDirectory(), 'linked');
    git(repository, 'worktree', 'add', '-q', '-b', 'master', linked);
    writeIn(linked, 'a.ts', '');
    git(linked, 'add', '.');
    const refused = act(linked, ['commit', '-m', 'Code'], { PATH: '/usr/bin:/bin' });
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain('stateroom: master is protected');
  });

  it('do not wait for a terminal', async () => {
    const repository = await install(makeRepository());
    const hook = join(storeOf(repository), 'hooks', 'pre-push');
    const { code } = await runOnTerminalOf(hook, repository);
    expect(code).toBe(0);
  });

  it('let those that were there go on, and leave everything as it was when they go', async () => {
    const repository = makeRepository();
    const theirs = writeIn(repository, '.git/hooks/pre-commit', '#!/bin/sh\necho "theirs $#" >&2\n[ ! -e stop ]\n');
    chmodSync(theirs, 0o755);
    const message = writeIn(repository, '.git/hooks/commit-msg', '#!/bin/sh\necho "message of $1" >&2\n');
    chmodSync(message, 0o755);
    const push = writeIn(repository, '.git/hooks/pre-push', '#!/bin/sh\nsed "s/^/got /" >&2\n');
    chmodSync(push, 0o755);
    const config = readFileSync(join(repository, '.git', 'config'), 'utf8');
    const hooks = hashOf(join(repository, '.git', 'hooks'));
    await install(repository);
    const again = await runOnTerminal(['hooks', 'install'], { cwd: repository });
    expect(again.stdout).toContain('Nothing changed. All hooks are installed.');
    const committed = act(repository, ['commit', '--allow-empty', '-m', 'Empty']);
    expect(committed.status).toBe(0);
    expect(committed.stderr).toContain('theirs 0');
    expect(committed.stderr).toContain('message of .git/COMMIT_EDITMSG');
    const remote = join(makeDirectory(), 'remote.git');
    git(repository, 'init', '-q', '--bare', remote);
    expect(act(repository, ['push', remote, 'main']).stderr).toContain('got refs/heads/main ');
    writeIn(repository, 'stop', '');
    expect(act(repository, ['commit', '--allow-empty', '-m', 'Stopped']).status).toBe(1);

    await runOnTerminal(['hooks', 'uninstall'], { cwd: repository });
    expect(readFileSync(join(repository, '.git', 'config'), 'utf8')).toBe(config);
    expect(hashOf(join(repository, '.git', 'hooks'))).toBe(hooks);
    expect(existsSync(join(storeOf(repository), 'hooks'))).toBe(false);
  });

  it('are missed when the repository has moved, and mended by installing them again', async () => {
    const repository = await install(makeRepository());
    const moved = join(makeDirectory(), 'moved');
    renameSync(repository, moved);
    expect(await answer(['hooks', 'status'], { cwd: moved })).toMatchObject({
      complete: false,
      manager: 'git',
      hooksPath: join(storeOf(repository), 'hooks'),
    });
    const why = `Git does not run Stateroom’s hooks here: the repository was moved, and git still looks for them in ${join(storeOf(repository), 'hooks')}. Reinstall them.`;
    const notice = `${why} Ask a person to run \`stateroom hooks install\`.`;
    expect(await run(['queue', 'add', 'First'], { cwd: moved })).toMatchObject({
      code: 0,
      stderr: expect.stringContaining(`${why} Run \`stateroom hooks install\`.`),
    });
    const checked = await run(['gate', 'review-ready', '--json'], { cwd: moved });
    expect(JSON.parse(checked.stdout).data.warnings).toEqual([
      expect.objectContaining({ code: 'hooks_missed', fix: 'Reinstall them. Run `stateroom hooks install`.' }),
    ]);
    const agent = await connect({ cwd: moved, era: '2025-11-25', actor: 'codex' });
    const replies = [await agent.call('work_items', { action: 'list' })];
    for (const title of ['Second', 'Third']) replies.push(await agent.call('work_items', { action: 'add', title }));
    expect(replies.map(({ isError, text }) => [isError, text.includes(notice)])).toEqual([
      [false, false],
      [false, true],
      [false, false],
    ]);
    expect(replies[1]?.data).toMatchObject({ note: notice });
    await install(moved);
    expect((await run(['queue', 'add', 'Fourth'], { cwd: moved })).stderr).not.toContain('Git runs no hook');
    expect(git(moved, 'config', 'core.hooksPath').trim()).toBe(join(storeOf(moved), 'hooks'));
    writeIn(moved, 'src/a.ts', 'export {};\n');
    git(moved, 'add', '.');
    expect(act(moved, ['commit', '-m', 'Code']).status).toBe(1);
  });

  it('are put in place and taken out by people alone', async () => {
    const repository = makeRepository();
    const { code, stderr } = await run(['hooks', 'install'], { cwd: repository, env: { CLAUDECODE: '1' } });
    expect(code).toBe(1);
    expect(stderr).toContain('Not allowed for an agent.');
    expect(existsSync(join(storeOf(repository), 'hooks'))).toBe(false);
  });
});

/** Runs a hook by hand on a terminal of its own, where nothing is piped to it. */
async function runOnTerminalOf(hook: string, repository: string): Promise<{ code: number | null }> {
  const { status, error } = spawnSync('/usr/bin/script', ['-q', '-e', '-c', `'${hook}' origin url`, '/dev/null'], {
    cwd: repository,
    env: cleanEnvironment({ PATH: `${join(userNode, '..')}:${process.env.PATH ?? ''}` }),
    timeout: 200_000,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  if (error !== undefined) throw error;
  return { code: status };
}
