import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { onTerminal } from '../support/onTerminal.js';
import { answer, cleanEnvironment, git, run, runOnTerminal, writeIn } from './cliRig.js';
import { makeLaneRepository, spawnLane } from './laneRig.js';

const actor = 'ada';

/** Runs git as a person would, with all that its hooks say. */
function act(cwd: string, words: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { status, stderr, error } = spawnSync('git', [...words], {
    cwd,
    env: cleanEnvironment({ STATEROOM_ACTOR: 'Ann', ...env }),
    encoding: 'utf8',
    timeout: 200_000,
    input: '',
  });
  if (error !== undefined) throw error;
  return { status, stderr };
}

/** As `act`, on a terminal; what that showed is in `stderr`. */
function actOnTerminal(cwd: string, words: readonly string[], env: Readonly<Record<string, string>>) {
  const { program, args } = onTerminal(['git', ...words]);
  const { status, stdout, error } = spawnSync(program, args, {
    cwd,
    env: cleanEnvironment({ STATEROOM_ACTOR: 'Ann', TERM: 'xterm-256color', SHELL: '/bin/sh', ...env }),
    encoding: 'utf8',
    timeout: 200_000,
    input: '',
  });
  if (error !== undefined) throw error;
  return { status, stderr: stdout.replaceAll('\r\n', '\n') };
}

async function repositoryWithHooks(): Promise<string> {
  const repository = makeLaneRepository();
  expect((await runOnTerminal(['hooks', 'install'], { cwd: repository, actor: 'Ann' })).code).toBe(0);
  return repository;
}

const override =
  'To override this once, set STATEROOM_OVERRIDE in a terminal to a reason of at least 10 characters. It is recorded.';

describe('git in a lane', () => {
  it('commits own paths alone', async () => {
    const repository = await repositoryWithHooks();
    const { worktreePath: cwd } = await spawnLane(repository, 'login', ['--owns', 'src/**']);
    writeIn(cwd, 'src/login.ts', 'export {};\n');
    writeIn(cwd, 'other.txt', 'x\n');
    git(cwd, 'add', '.');
    expect(act(cwd, ['commit', '-m', 'Both'])).toEqual({
      status: 1,
      stderr:
        'stateroom: L-1 (login) does not own other.txt.\n' +
        '  It owns src/**. Unstage the other files, or ask for more paths with stateroom lane update.\n' +
        `${override}\n`,
    });
    git(cwd, 'restore', '--staged', 'other.txt');
    expect(act(cwd, ['commit', '-m', 'Own'])).toMatchObject({ status: 0 });
    // The rest of the repository is not the lane's, and not its hooks' business.
    git(repository, 'switch', '-q', '-c', 'elsewhere');
    writeIn(repository, 'other.txt', 'x\n');
    git(repository, 'add', '.');
    expect(act(repository, ['commit', '-m', 'Elsewhere'])).toMatchObject({ status: 0 });
  });

  it('elsewhere refuses an agent the paths that a lane owns, advises a person, and merges', async () => {
    const repository = await repositoryWithHooks();
    const { worktreePath: cwd } = await spawnLane(repository, 'pay', ['--owns', 'src/pay/**']);
    await answer(['worker', 'start'], { cwd, actor });
    writeIn(cwd, 'src/pay/a.ts', 'paid\n');
    git(cwd, 'add', '.');
    expect(act(cwd, ['commit', '-m', 'Paid'])).toMatchObject({ status: 0 });
    await answer(['task', 'start', 'Do mine', '--here', '--ref', 'mine-1'], { cwd: repository, actor });
    const [own, odd] = ['src/free.ts', 'src/pay/für alle.ts'];
    writeIn(repository, own, 'mine\n');
    writeIn(repository, odd, 'mine\n');
    const head = git(repository, 'rev-parse', 'HEAD');
    git(repository, 'add', '.');
    const owned = `${odd} belongs to L-1 (pay, active).\n`;
    expect(act(repository, ['commit', '-m', 'Mine'], { CLAUDECODE: '1' })).toEqual({
      status: 1,
      stderr:
        `stateroom: Commit refused: ${owned}` +
        '  Commit only the other files (git commit <path>…), or wait until the lane is merged: stateroom lane list\n' +
        '  If it was merged by other means or is not needed, a person can close it: stateroom lane close pay\n',
    });
    // What Stateroom commits does not ask twice, and asks by itself.
    await answer(['slice', 'start', 'Mine'], { cwd: repository, actor });
    const refused = await run(['slice', 'commit', '--actor', actor], { cwd: repository });
    expect([refused.code, refused.stderr]).toEqual([
      1,
      `stateroom: Commit refused: ${owned}  Commit only the other files, or wait until the lane is merged. If it was merged by other means or is not needed, ask a person to close it (\`stateroom lane close pay\`). Run \`stateroom slice commit --paths src/free.ts\`.\n`,
    ]);
    expect(git(repository, 'rev-parse', 'HEAD')).toBe(head);
    await answer(['slice', 'commit', '--paths', own], { cwd: repository, actor });
    // A person may have no terminal, as in source control of VS Code.
    expect(act(repository, ['commit', '-m', 'Mine'], { STATEROOM_ACTOR: 'Ann' })).toEqual({
      status: 0,
      stderr: `stateroom: ${owned}`,
    });
    git(repository, 'reset', '-q', '--hard', 'HEAD~');
    git(repository, 'merge', '-q', '--squash', 'feature/pay');
    expect(act(repository, ['commit', '-m', 'Squashed'])).toEqual({ status: 0, stderr: '' });
    git(repository, 'reset', '-q', '--hard', 'HEAD~');
    git(repository, 'merge', '-q', '--no-ff', '--no-commit', 'feature/pay');
    expect(act(repository, ['commit', '-m', 'Merged'])).toEqual({ status: 0, stderr: '' });
    git(repository, 'switch', '-q', 'main');
    await answer(['worker', 'done'], { cwd, actor });
    const merged = await runOnTerminal(['worker', 'approve', 'pay'], { cwd: repository, actor: 'Ann' });
    expect(merged.code, merged.stdout).toBe(0);
    const squashed = await runOnTerminal(['worker', 'merge', 'pay', '--way', 'squash'], {
      cwd: repository,
      actor: 'Ann',
    });
    expect(squashed.code, squashed.stdout).toBe(0);
    expect(git(repository, 'show', 'main:src/pay/a.ts')).toBe('paid\n');
  });

  it('is left to Stateroom where the host writes', async () => {
    const repository = await repositoryWithHooks();
    const { worktreePath: cwd } = await spawnLane(repository, 'login', ['--git-writes', 'host']);
    await answer(['worker', 'start'], { cwd, actor });
    writeIn(cwd, 'login.ts', 'export {};\n');
    git(cwd, 'add', '.');
    const refused = (what: string, way: string) => `stateroom: in L-1 (login), use Stateroom to ${what}: ${way}\n`;
    expect(act(cwd, ['commit', '-m', 'By hand'])).toEqual({
      status: 1,
      stderr: `${refused('commit', 'stateroom worker commit "<message>"')}${override}\n`,
    });
    expect(await answer(['worker', 'commit', 'Login'], { cwd, actor })).toMatchObject({ files: ['login.ts'] });

    git(repository, '-c', 'core.hooksPath=/dev/null', 'commit', '-q', '--allow-empty', '-m', 'Theirs');
    const rebase = act(cwd, ['rebase', 'main']);
    expect(rebase.status).not.toBe(0);
    expect(rebase.stderr).toContain(refused('rebase', 'stateroom worker done'));
    expect(git(cwd, 'log', '--format=%s')).toBe('Login\nBegin\n');

    for (const place of [cwd, repository]) {
      const push = act(place, ['push', 'origin', 'feature/login']);
      expect(push.status).not.toBe(0);
      expect(push.stderr).toContain(refused('push', 'stateroom worker push'));
    }
    expect(await answer(['worker', 'push'], { cwd, actor })).toMatchObject({ branch: 'feature/login' });
    expect(await answer(['worker', 'done'], { cwd, actor })).toMatchObject({ state: 'IN_REVIEW' });
    expect(git(cwd, 'log', '--format=%s')).toBe('Login\nTheirs\nBegin\n');

    writeIn(cwd, 'login.ts', 'export const x = 1;\n');
    const why = { STATEROOM_OVERRIDE: 'the release is burning' };
    expect(actOnTerminal(cwd, ['commit', '-a', '-m', 'By hand'], why)).toMatchObject({ status: 0 });
    const { events } = (await answer(['events', 'tail', '--type', 'gate_overridden'], { cwd })) as {
      events: unknown[];
    };
    expect(events).toMatchObject([{ actor: 'Ann', payload: { hook: 'pre-commit', lane: 'login', act: 'commit' } }]);
  });

  it('asks before an edit, with an exit code', async () => {
    const repository = makeLaneRepository();
    const { worktreePath: cwd } = await spawnLane(repository, 'login', ['--owns', 'src/**']);
    const asked = async (words: string[], place = cwd) => {
      const { code, stdout } = await run(['lane', 'may-edit', ...words], { cwd: place });
      return [code, stdout];
    };
    expect(await asked(['src/new.ts'])).toEqual([0, 'src/new.ts may be edited.\n']);
    const not =
      'README.md is not owned by L-1 (login) (which owns src/**). Leave it, or ask for more paths (`lane update`).';
    expect(await asked(['README.md'])).toEqual([1, `${not}\n`]);
    const [code, text] = await asked(['README.md', '--json']);
    expect([code, JSON.parse(String(text))]).toEqual([
      1,
      {
        ok: true,
        data: { allowed: false, verdict: 'outside', path: 'README.md', lane: 'login', owner: null, reason: not },
      },
    ]);
  });

  it('asks before an edit from the worktree of a task, which people may leave', async () => {
    const repository = makeLaneRepository();
    const started = await answer(['task', 'start', 'Do mine', '--no-here', '--ref', 'mine-1'], {
      cwd: repository,
      actor,
    });
    const cwd = String((started as { task: { workTree: string } }).task.workTree);
    const words = ['lane', 'may-edit', `${repository}/src/note.py`];
    const { code, stdout } = await run(words, { cwd });
    expect([code, stdout]).toEqual([
      1,
      `src/note.py is in another worktree, but T-1 (mine-1) works in ${cwd}. Edit it there.\n`,
    ]);
    expect((await run(['lane', 'may-edit', 'src/note.py'], { cwd })).code).toBe(0);
    expect((await runOnTerminal(words, { cwd, actor: 'Ann' })).code).toBe(0);
  });
});
