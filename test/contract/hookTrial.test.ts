import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { answer, cleanEnvironment, git, makeDirectory, makeRepository, run, runOnTerminal, writeIn } from './cliRig.js';

/** As `stateroom hooks install` says that a person adds it. */
const call = `f="$(git rev-parse --git-common-dir)/stateroom/hooks/run"; [ ! -x "$f" ] || "$f" pre-commit || exit $?\n`;
const names = ['pre-commit', 'commit-msg', 'pre-rebase', 'pre-push'];
const observers = ['post-checkout', 'post-commit', 'post-merge', 'post-rewrite'];
const exits = '#!/bin/sh\necho lint\nexit 0\n';

function script(repository: string, path: string, text: string, mode = 0o755): void {
  chmodSync(writeIn(repository, path, text), mode);
}

/** What husky 9 puts on the disk, which git ignores. */
function husky9(repository: string): void {
  const runner =
    'n=$(basename "$0"); s=$(dirname "$(dirname "$0")")/$n\n[ ! -f "$s" ] && exit 0\ni="$XDG_CONFIG_HOME/husky/init.sh"\n[ -f "$i" ] && . "$i"\n[ "$HUSKY" = "0" ] && exit 0\nsh -e "$s" "$@"\n';
  writeIn(repository, '.husky/_/.gitignore', '*\n');
  writeIn(repository, '.husky/_/h', runner);
  for (const name of [...names, ...observers])
    script(repository, `.husky/_/${name}`, '#!/usr/bin/env sh\n. "$(dirname "$0")/h"\n');
  git(repository, 'config', 'core.hooksPath', '.husky/_');
}

function husky8(repository: string): void {
  const runner = 'if [ -z "$husky_skip_init" ]; then\n  export husky_skip_init=1\n  sh -e "$0" "$@"\n  exit $?\nfi\n';
  writeIn(repository, '.husky/_/.gitignore', '*\n');
  writeIn(repository, '.husky/_/husky.sh', runner);
  git(repository, 'config', 'core.hooksPath', '.husky');
}

/** A folder of the repository's own with our lines in all hooks, except pre-commit. */
function ownFolder(repository: string, preCommit: string, mode = 0o755): void {
  for (const name of [...names, ...observers].slice(1))
    script(repository, `.githooks/${name}`, call.replace('pre-commit', name));
  script(repository, '.githooks/pre-commit', preCommit, mode);
  git(repository, 'config', 'core.hooksPath', '.githooks');
}

/** The title, what is there before the hooks are installed, whether git runs pre-commit then, and what the answer says of it. */
const cases: readonly (readonly [string, (repository: string) => void, 'yes' | 'no' | 'unproven', RegExp])[] = [
  [
    'husky 9, with exit 0 at the end',
    repository => {
      husky9(repository);
      writeIn(repository, '.husky/pre-commit', exits);
    },
    'yes',
    /^Git does not run .*pre-commit.* in new worktrees: husky’s \.husky\/_ does not exist\.\n {2}Run husky in each worktree/m,
  ],
  [
    'husky 9 that is switched off in its settings',
    repository => {
      husky9(repository);
      writeIn(repository, '.config/husky/init.sh', 'export HUSKY=0\n');
    },
    'no',
    /^Git does not run pre-commit.* here: a trial run of pre-commit did not reach Stateroom’s lines\.$/m,
  ],
  [
    'husky 8, whose script starts itself again and ends with exec',
    repository => {
      husky8(repository);
      script(repository, '.husky/pre-commit', '#!/bin/sh\n. "$(dirname -- "$0")/_/husky.sh"\n\nexec true\n');
    },
    'yes',
    /in new worktrees: its hooks folder, \.husky, does not exist/,
  ],
  [
    'husky 8 with a hook that is not executable',
    repository => {
      husky8(repository);
      script(repository, '.husky/pre-commit', 'true\n', 0o644);
    },
    'no',
    /^Git does not run pre-commit here: not executable: \.husky\/pre-commit\.\n {2}Run “chmod \+x” on it/m,
  ],
  [
    'husky 8 with a hook for another program',
    repository => {
      husky8(repository);
      script(repository, '.husky/pre-commit', '#!/usr/bin/env node\nprocess.exitCode = 0;\n');
    },
    'no',
    /^Git does not run pre-commit here: \S+ is not a shell script, so no lines were added\.$/m,
  ],
  [
    'husky that was never run',
    repository => void writeIn(repository, '.husky/pre-commit', 'true\n'),
    'no',
    /^Git does not run pre-commit, .* here: husky’s .* does not exist\.\n {2}Run husky in each worktree, such as “npx husky”/m,
  ],
  [
    'a hook of git’s own with exit 0 at the end',
    repository => script(repository, '.git/hooks/pre-commit', exits),
    'yes',
    /^Git ran each of them here for a trial\.$/m,
  ],
  [
    'a hook of git’s own that execs, without a shebang',
    repository => script(repository, '.git/hooks/pre-commit', 'set -- true\nexec "$@"\n'),
    'yes',
    /^Git ran each of them here for a trial\.$/m,
  ],
  [
    'a folder that is not there',
    repository => void git(repository, 'config', 'core.hooksPath', 'gone/hooks'),
    'no',
    /^Git does not run pre-commit, .* here: its hooks folder, gone\/hooks, does not exist\.$/m,
  ],
  [
    'a folder of one’s own with our lines behind exit 0',
    repository => ownFolder(repository, `${exits}${call}`),
    'no',
    /^Git does not run pre-commit here: \.githooks\/pre-commit ends before Stateroom’s lines, at “exit 0”\.\n {2}Move Stateroom’s/m,
  ],
  [
    'a folder of one’s own with our lines behind exec',
    repository => ownFolder(repository, `#!/bin/sh\nif false; then\n  exit 0\nfi\nexec true "$@"\n${call}`),
    'no',
    /at “exec true "\$@"”/,
  ],
  [
    'a folder of one’s own with commands before our lines, none of which ends it',
    repository =>
      ownFolder(
        repository,
        `#!/bin/sh\nexec 2>&1\ncheck() {\n  exit 0\n}\ncat >/dev/null <<EOF\nexit 0\nEOF\nif false; then\n  exit 0\nfi\n${call}`,
      ),
    'unproven',
    /^Not tried because other commands come first: pre-commit\.$/m,
  ],
  [
    'a hook of git’s own and commands in git’s settings',
    repository => {
      git(repository, 'config', 'hook.lint.command', 'true');
      git(repository, 'config', 'hook.lint.event', 'pre-commit');
    },
    'unproven',
    /^Not tried because git’s settings name commands that would run as well \(hook\.<name>\.command\): pre-commit, /m,
  ],
  [
    'a folder of one’s own without a shebang',
    repository => ownFolder(repository, `# Checks\nset -e\n${call}exit 0\n`),
    'yes',
    /^Git ran each of them here for a trial\.$/m,
  ],
  [
    'a folder of one’s own with a file that is not executable',
    repository => ownFolder(repository, `#!/bin/sh\n${call}`, 0o644),
    'no',
    /not executable: \.githooks\/pre-commit\.$/m,
  ],
];

function commit(repository: string): { readonly refused: boolean; readonly said: string } {
  const { status, stdout, stderr } = spawnSync('git', ['commit', '-m', 'Code'], {
    cwd: repository,
    env: cleanEnvironment({ STATEROOM_ACTOR: 'Ann', XDG_CONFIG_HOME: join(repository, '.config') }),
    encoding: 'utf8',
  });
  return { refused: status !== 0, said: `${stdout}${stderr}` };
}

it.each(cases)(
  'beside %s the answer says whether git runs pre-commit, as it does',
  async (_title, make, runs, says) => {
    const repository = makeRepository();
    make(repository);
    const env = { XDG_CONFIG_HOME: join(repository, '.config') };
    const installed = await runOnTerminal(['hooks', 'install'], { cwd: repository, actor: 'Ann', columns: 1000, env });
    const { hooks, complete } = (await answer(['hooks', 'status'], { cwd: repository, env })) as unknown as {
      readonly complete: boolean;
      readonly hooks: readonly { readonly name: string; readonly runs: string }[];
    };
    expect(hooks.find(({ name }) => name === 'pre-commit')?.runs).toBe(runs);
    expect(installed.stdout.replaceAll('\r', '')).toMatch(says);
    expect([installed.code, complete]).toEqual(runs === 'no' ? [1, false] : [0, true]);
    writeIn(repository, 'src/a.ts', 'export {};\n');
    git(repository, 'add', 'src/a.ts');
    const { refused, said } = commit(repository);
    expect(refused, said).toBe(runs !== 'no');
    if (refused) expect(said).toContain('main is protected, and this commit changes code: src/a.ts');
  },
);

it('commands that follow in husky’s pre-push read what git says, too', async () => {
  const repository = makeRepository();
  husky9(repository);
  writeIn(repository, '.husky/pre-push', 'cat >seen\n');
  await runOnTerminal(['hooks', 'install'], { cwd: repository, actor: 'Ann' });
  const remote = join(makeDirectory(), 'remote.git');
  git(repository, 'init', '-q', '--bare', remote);
  git(repository, 'push', '-q', remote, 'HEAD:refs/heads/other');
  expect(readFileSync(join(repository, 'seen'), 'utf8')).toMatch(/^HEAD [0-9a-f]{40} refs\/heads\/other 0{40}\n$/);
});

it('a hook that a program puts in our folder is kept and runs before ours', async () => {
  const repository = makeRepository();
  const install = () => runOnTerminal(['hooks', 'install'], { cwd: repository, actor: 'Ann', columns: 200 });
  await install();
  const ours = git(repository, 'config', 'core.hooksPath').trim();
  // As simple-git-hooks does.
  writeFileSync(join(ours, 'pre-commit'), '#!/bin/sh\necho lint runs\n');
  rmSync(join(ours, 'post-merge'));
  expect(await answer(['hooks', 'status'], { cwd: repository })).toMatchObject({ complete: false });
  expect((await install()).stdout).toContain('All hooks are installed.');
  writeIn(repository, 'src/a.ts', 'export {};\n');
  git(repository, 'add', '.');
  const { refused, said } = commit(repository);
  expect([refused, said]).toEqual([true, expect.stringMatching(/lint runs\n[\s\S]*main is protected/)]);
});

/** Husky in a repository that has committed what installing wrote, except what husky ignores. */
async function committedHusky(): Promise<string> {
  const repository = makeRepository();
  husky9(repository);
  await runOnTerminal(['hooks', 'install'], { cwd: repository, actor: 'Ann' });
  git(repository, 'add', '.');
  expect(commit(repository)).toMatchObject({ refused: false });
  return repository;
}

describe('in a worktree without husky’s runner', () => {
  const said =
    /^stateroom: note: Git does not run pre-commit, pre-push in \S+: husky’s \.husky\/_ does not exist\. Run husky in/m;

  it.each([
    ['lane', ['worker', 'spawn', 'login'], 'login'],
    ['task', ['task', 'start', 'Limit the rate', '--ref', 'rate-1'], 'rate-1'],
  ])('whoever opens a %s, works in it or asks its gate reads that git runs no hook', async (_kind, words, name) => {
    const repository = await committedHusky();
    const opened = await run(words, { cwd: repository, actor: 'Ann' });
    expect(opened.stderr).toMatch(said);
    const cwd = join(`${repository}.worktrees`, name);
    const wrote = await run(['queue', 'add', 'Limit the rate of sessions'], { cwd, actor: 'Ann' });
    expect(wrote.stderr).toMatch(/Git does not run pre-commit, pre-push here: husky’s /);
    const gate = await run(['gate', 'review-ready', '--json'], { cwd, actor: 'Ann' });
    expect(gate.stdout).toContain('"code":"hooks_missed"');
  });

  it('nothing is said where the setup of lanes makes it', async () => {
    const repository = await committedHusky();
    const setup = `cp -r '${repository}/.husky/_' .husky/_`;
    writeIn(repository, '.stateroom/config.json', JSON.stringify({ lane: { setup: [setup] } }));
    git(repository, 'add', '.');
    git(repository, '-c', 'core.hooksPath=/dev/null', 'commit', '-q', '-m', 'Set lanes up');
    await runOnTerminal(['trust', 'grant'], { cwd: repository, actor: 'Ann' });
    const opened = await run(['worker', 'spawn', 'login'], { cwd: repository, actor: 'Ann' });
    expect([opened.code, opened.stderr]).toEqual([0, expect.not.stringContaining('hook')]);
  });
});

it('what installing wrote can be committed on a protected branch, and nothing else besides', async () => {
  const repository = makeRepository();
  husky9(repository);
  writeIn(repository, '.husky/pre-commit', 'true\n');
  git(repository, 'add', '.');
  git(repository, '-c', 'core.hooksPath=/dev/null', 'commit', '-q', '-m', 'Use husky');
  await runOnTerminal(['hooks', 'install'], { cwd: repository, actor: 'Ann' });
  const file = join(repository, '.husky', 'pre-commit');
  const written = readFileSync(file, 'utf8');
  writeFileSync(file, `${written}curl example.org\n`);
  git(repository, 'add', '.');
  // What is staged counts, not what is on the disk.
  writeFileSync(file, written);
  const refused = commit(repository);
  expect(refused.said).toContain('main is protected, and this commit changes code: .husky/pre-commit.');
  git(repository, 'add', '.');
  expect(commit(repository)).toMatchObject({ refused: false });
});
