import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type MemoryOptions, runInMemory } from '../../../../test/support/memoryHost.js';
import { currentLog, flip } from '../../../../test/support/storeFiles.js';

let home = '';
let root = '';
let programFile = '';

/** A repository with one commit, an editor that has the extension, and nothing else on the PATH but the system's programs. */
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'doctor-')));
  root = join(home, 'shop');
  mkdirSync(root);
  git('init', '-q', '-b', 'main');
  writeFileSync(join(root, 'README.md'), 'one\n');
  git('add', '.');
  git('commit', '-q', '-m', 'Begin');
  programFile = join(home, 'cli.mjs');
  writeFileSync(programFile, '');
  editor('0.1.0');
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const identity = { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@x', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@x' };

function git(...words: string[]): void {
  execFileSync('git', words, { cwd: root, stdio: 'pipe', env: { ...process.env, ...identity } });
}

function editor(version: string): void {
  mkdirSync(join(home, 'bin'), { recursive: true });
  writeFileSync(join(home, 'bin', 'code'), `#!/bin/sh\necho other.thing@1.0.0\necho stateroom.stateroom@${version}\n`);
  chmodSync(join(home, 'bin', 'code'), 0o755);
}

const environment = () => ({
  ...{ HOME: home, STATEROOM_ACTOR: 'ada', PATH: [join(home, 'bin'), '/usr/bin', '/bin'].join(delimiter) },
  ...identity,
});
const run = (
  words: readonly string[],
  options: { terminal?: NonNullable<MemoryOptions['terminal']>; stdin?: string; directory?: string } = {},
) => runInMemory(words, { directory: root, environment: environment(), programFile, undisturbed: true, ...options });

interface Answer {
  readonly ok: boolean;
  readonly facets: readonly {
    readonly facet: string;
    readonly state: string;
    readonly checks: readonly { readonly text: string; readonly next: string | null }[];
  }[];
  readonly fixed: readonly { readonly text: string; readonly undo: string; readonly problem: string | null }[];
}

async function told(...words: string[]): Promise<{ code: number; data: Answer }> {
  const { code, stdout } = await run(['doctor', '--json', ...words], { terminal: true });
  return { code, data: JSON.parse(stdout).data };
}

async function facet(name: string, ...words: string[]) {
  const { data } = await told(...words);
  const found = data.facets.find(each => each.facet === name);
  return [found?.state, ...(found?.checks.map(({ text, next }) => [text, next]) ?? [])];
}

describe('stateroom doctor', () => {
  it('says of each facet whether it is well, and what to do', async () => {
    await run(['queue', 'add', 'An item']);
    await run(['hooks', 'install'], { terminal: true });
    const { code, stdout } = await run(['doctor']);
    expect(
      stdout
        .replace(/Node [\d.]+\n/, 'Node 1.\n')
        .replace(/Git [\d.]+\./, 'Git 1.')
        .replace(/\d+ events?/, '1 event'),
    ).toBe(`ok      environment  Stateroom 0.1.0, Node 1.
ok      store        1 work item, 1 event.
ok      git          Git 1.
ok      settings     Every setting has its default.
ok      hooks        Installed (git).
ok      lanes        No open lanes.
ok      mcp          No agents are connected.
                     → stateroom install
ok      editor       code has Stateroom 0.1.0.
`);
    expect(code).toBe(0);
  });

  it('works outside of a repository', async () => {
    const outside = join(home, 'elsewhere');
    mkdirSync(outside);
    const { code, stdout } = await run(['doctor'], { directory: outside });
    expect(code).toBe(0);
    expect(stdout).toContain('ok      store        Not in a repository.\n');
  });

  it('misses hooks, and installs them once a person agrees', async () => {
    const text =
      'Git hooks are not installed, so git lets through: pushes that a gate refuses; commits of code on main, master; commits of files that a lane owns. Merges by Stateroom still ask the gates.';
    const missing = ['warn', [text, 'stateroom hooks install']];
    expect(await facet('hooks')).toEqual(missing);
    const refused = await run(['doctor', '--fix'], { terminal: true, stdin: 'n' });
    expect(refused.stderr).toContain('Install the git hooks (pre-commit, commit-msg, pre-rebase, pre-push');
    expect(refused.stderr).toContain('(undo: stateroom hooks uninstall)\nDo this? [y/N] ');
    expect(await facet('hooks')).toEqual(missing);
    const agreed = await run(['doctor', '--fix'], { terminal: true, stdin: 'y' });
    expect(agreed.stdout).toContain('done');
    expect((await facet('hooks'))[0]).toBe('ok');
  });

  it('finds a hook that was removed', async () => {
    await run(['hooks', 'install'], { terminal: true });
    rmSync(join(root, '.git', 'stateroom', 'hooks', 'pre-push'));
    expect(await facet('hooks')).toEqual(['broken', ['Missing hooks: pre-push.', 'stateroom hooks install']]);
    const { code, data } = await told('--fix', '--yes');
    expect([code, data.fixed]).toEqual([
      0,
      [{ text: 'Install the git hooks (pre-push)', undo: 'stateroom hooks uninstall', problem: null }],
    ]);
    expect(existsSync(join(root, '.git', 'stateroom', 'hooks', 'pre-push'))).toBe(true);
  });

  it('finds a damaged index of git, and a damaged search index', async () => {
    await run(['queue', 'add', 'An item']);
    await run(['search', 'item']);
    const index = join(root, '.git', 'stateroom', 'kept', 'search.index');
    truncateSync(index, 5000);
    expect(await facet('store')).toEqual([
      'warn',
      ['The search index is damaged. The next search rebuilds it.', 'stateroom doctor --fix'],
    ]);
    await told('--fix', '--yes');
    expect((await facet('store'))[0]).toBe('ok');
    truncateSync(join(root, '.git', 'index'), 20);
    const [state, [text, next] = []] = await facet('git');
    expect([state, next]).toEqual(['broken', 'git status']);
    expect(text).toContain('Git cannot read this worktree: ');
  });

  it('finds a damaged store', async () => {
    for (const title of ['One', 'Two', 'Three']) await run(['queue', 'add', title]);
    // In the first of several records.
    flip(currentLog(join(root, '.git', 'stateroom')), 100);
    const { code, data } = await told();
    expect([code, data.ok, data.facets[1]?.state]).toEqual([1, false, 'broken']);
    expect(data.facets[1]?.checks[0]?.next).toContain('stateroom store');
  });

  it('says which heartbeat and which event is dated ahead', async () => {
    await run(['worker', 'spawn', 'login', '--no-fetch']);
    await run(['worker', 'start', 'login', '--agent', 'codex-1']);
    const folder = join(root, '.git', 'stateroom', 'workers');
    const [heartbeat = ''] = readdirSync(folder);
    // A minute more than three hours, so that it says three until the test is over.
    renameSync(join(folder, heartbeat), join(folder, `login.${Date.now() + 10_860_000}.10000`));
    expect(await facet('lanes')).toEqual([
      'warn',
      [
        'login: Its last heartbeat is dated 3 h ahead and does not count: a clock is or was wrong.',
        'stateroom worker show login',
      ],
    ]);
    expect((await facet('store')).length).toBe(2);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2100, 0, 1) });
    await run(['queue', 'add', 'Of a clock that is ahead']).finally(() => vi.useRealTimers());
    expect((await facet('store'))[1]).toEqual([
      expect.stringMatching(/^Event \d+ is dated ahead, 2100-01-01T00:00:00\.\d{3}Z: a clock is or was wrong\.$/),
      'Check the clock of every machine that uses this store.',
    ]);
  });

  it('finds a lane whose worktree is gone', async () => {
    expect((await run(['worker', 'spawn', 'login', '--no-fetch'])).code).toBe(0);
    const { data } = JSON.parse((await run(['lane', 'list', '--json'])).stdout);
    rmSync(data.lanes[0].worktreePath, { recursive: true });
    expect(await facet('lanes')).toEqual(['broken', ['Missing worktrees of 1 lane: login.', 'stateroom lane repair']]);
  });

  it('finds worktrees in which git works elsewhere, and lanes that are not visible from here', async () => {
    await run(['worker', 'spawn', 'login', '--no-fetch']);
    git('config', 'core.bare', 'true');
    expect(await facet('git')).toEqual([
      'broken',
      [
        `In ${root}, git finds no worktree, because core.bare is true in ${root}/.git/config.`,
        `If files are checked out in ${root}, run this there: git config core.bare false`,
      ],
    ]);
    expect((await facet('lanes'))[0]).toBe('ok');
    git('config', 'core.bare', 'false');
    git('config', 'core.worktree', root);
    git('config', 'extensions.worktreeConfig', 'true');
    const lane = `${root}.worktrees/login`;
    expect((await facet('git'))[0]).toBe('ok');
    expect(await facet('lanes')).toEqual([
      'broken',
      [
        `In ${lane}, git works on another folder, ${root}, because core.worktree is set in ${root}/.git/config.`,
        `To set it for this worktree alone: git -C ${lane} config --worktree core.worktree ${lane}`,
      ],
    ]);
    renameSync(`${root}.worktrees`, `${root}.elsewhere`);
    expect(await facet('lanes')).toEqual([
      'warn',
      [
        'Worktrees not visible from here, of 1 lane: login.',
        'Work on them where their folders are visible, as in another container or mount.',
      ],
    ]);
  });

  it('names what is wrong with a worker that responds', async () => {
    await run(['worker', 'spawn', 'login', '--no-fetch']);
    const { data } = JSON.parse((await run(['lane', 'list', '--json'])).stdout);
    const directory = data.lanes[0].worktreePath;
    await run(['worker', 'start', 'login']);
    const failure = { hook_event_name: 'PostToolUseFailure', session_id: 's', cwd: directory, error: 'Exit code 2' };
    const stdin = JSON.stringify({ ...failure, tool_name: 'Bash', tool_input: { command: 'make' } });
    for (let index = 0; index < 10; index += 1)
      await run(['agent-hook', 'claude', 'PostToolUseFailure'], { directory, stdin });
    expect((await facet('lanes'))[1]).toEqual([
      'login: “make” has failed 10 times with the same error: “Exit code 2”.',
      'stateroom worker show login',
    ]);
  });

  it('says of a file that may not be edited and was never installed why that is so, not that it was changed', async () => {
    writeFileSync(join(home, 'guide.md'), 'Mine\n');
    symlinkSync('../guide.md', join(root, 'AGENTS.md'));
    await run(['install', '--project', '--agents', 'codex', '--yes'], { terminal: 'stdin' });
    expect(await facet('mcp')).toEqual([
      'warn',
      ['Not installed: AGENTS.md leads out of the repository.', 'stateroom install --check --project'],
    ]);
  });

  it('finds a launcher that starts another program, and entries that were removed', async () => {
    await run(['queue', 'add', 'An item']);
    const shim = join(root, '.git', 'stateroom', 'bin', 'stateroom');
    writeFileSync(shim, '#!/bin/sh\nexec /tmp/other "$@"\n');
    expect((await facet('environment'))[1]).toEqual([
      'The launcher next to the store is wrong: it was not written by Stateroom.',
      'stateroom doctor --fix',
    ]);
    await run(['install', '--agents', 'codex', '--yes'], { terminal: 'stdin' });
    rmSync(join(home, '.codex', 'config.toml'));
    expect(await facet('mcp')).toEqual([
      'broken',
      ['Changed or removed since it was installed in your own files: ~/.codex/config.toml.', 'stateroom update --user'],
    ]);
    const { data } = await told('--fix', '--yes');
    expect(data.fixed.map(({ problem }) => problem)).toEqual([null, null, null]);
    expect((await facet('mcp'))[0]).toBe('ok');
    expect((await facet('environment'))[0]).toBe('ok');
    expect(readFileSync(join(home, '.codex', 'config.toml'), 'utf8')).toContain('stateroom');
  });

  it('finds an extension of another version', async () => {
    editor('0.0.9');
    expect(await facet('editor')).toEqual([
      'warn',
      ['code has Stateroom 0.0.9, not 0.1.0.', 'stateroom vscode install'],
    ]);
  });

  it('changes nothing for an agent, and nothing where nobody can be asked', async () => {
    const signs = [{ STATEROOM_ROLE: 'Agent' }, { STATEROOM_LANE: 'login' }, { CODEX_CI: '1' }];
    for (const sign of signs) {
      const asAgent = await runInMemory(['doctor', '--fix', '--yes'], {
        ...{ directory: root, environment: { ...environment(), ...sign }, terminal: true },
      });
      expect([asAgent.code, asAgent.stderr]).toEqual([
        1,
        expect.stringContaining('Only a person may change these files.'),
      ]);
    }
    const piped = await run(['doctor', '--fix', '--yes']);
    expect([piped.code, piped.stderr]).toEqual([
      1,
      'stateroom: Only a person may change these files.\n  This shell counts as an agent because it is not a terminal. Run it in a terminal. Without --fix it only looks.\n',
    ]);
    expect((await run(['doctor', '--fix'], { terminal: 'stderr' })).stderr).toContain(
      'Nothing was changed because no terminal is available to confirm it.',
    );
    expect((await run(['doctor', '--yes'])).stderr).toContain('--yes belongs to --fix.');
    expect(existsSync(join(root, '.git', 'stateroom', 'hooks', 'pre-push'))).toBe(false);
  });
});

describe('the settings of the repository', () => {
  const config = (text: string): void => {
    mkdirSync(join(root, '.stateroom'), { recursive: true });
    writeFileSync(join(root, '.stateroom/config.json'), text);
  };
  const settings = async () => (await told()).data.facets.find(each => each.facet === 'settings');

  it('are broken where gates cannot use them, here or on the branch that they are read from', async () => {
    config('{"context":{"policy":"bogus"}}');
    expect(await settings()).toMatchObject({
      state: 'broken',
      checks: [{ text: expect.stringMatching(/^Cannot use \.stateroom\/config\.json: context\.policy/) }],
    });
    git('add', '-A');
    git('commit', '-q', '-m', 'Settings');
    rmSync(join(root, '.stateroom/config.json'));
    expect(await settings()).toMatchObject({
      state: 'broken',
      checks: [{ text: expect.stringMatching(/^Cannot use .* \(on main\)$/), next: 'stateroom config show' }],
    });
  });

  it('of a clone may add to it: doctor says what they add, what is ignored, and what git does not hold', async () => {
    config('{"gate":{"push":"always"},"review":{"coAuthored":true}}');
    git('add', '-A');
    git('commit', '-q', '-m', 'Settings');
    mkdirSync(join(root, '.git/stateroom'), { recursive: true });
    const own = (text: string) => writeFileSync(join(root, '.git/stateroom/config.json'), text);
    own('{"gate":{"commands":["npm test"],"push":"advise"},"hooks":{"format":"prettier"},"protect":{"branches":[]}}');
    expect((await settings())?.checks).toEqual([
      {
        state: 'warn',
        text: '.git/stateroom/config.json may only add to the repository’s settings. Ignored, wholly or in part: gate.push.',
        next: 'stateroom config show',
      },
    ]);
    expect((await facet('hooks'))[1]?.[0]).toBe(
      'Git hooks are not installed, so git lets through: pushes that a gate refuses; commits of code on main, master; commits of files that a lane owns; commits without the review of review.coAuthored; commits that fail hooks.format. Merges by Stateroom still ask the gates.',
    );
    own('{"gate":{"commands":["npm test"]},"review":{"reviewers":1}}');
    expect(await settings()).toMatchObject({
      state: 'ok',
      checks: [
        { text: '.git/stateroom/config.json adds, for this clone: gate.commands, review.reviewers.' },
        { text: '.stateroom/config.json can be used.' },
      ],
    });
    own('{"gate":{"command":[]}}');
    expect(await settings()).toMatchObject({
      state: 'broken',
      checks: [
        { text: expect.stringMatching(/^Cannot use \.git\/stateroom\/config\.json: unknown field “command” in gate/) },
      ],
    });
  });

  it('may hold what this version does not know', async () => {
    config('{"scheduler":{"slots":2},"lane":{"colour":"red"}}');
    expect(await settings()).toEqual({
      facet: 'settings',
      state: 'warn',
      checks: [
        {
          state: 'warn',
          text: '.stateroom/config.json has settings that this version does not know: lane.colour, scheduler.',
          next: 'Update Stateroom, or take them out.',
        },
      ],
    });
  });
});
