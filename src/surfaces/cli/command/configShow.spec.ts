import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runInMemory } from '../../../../test/support/memoryHost.js';

let home = '';
let root = '';

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'config-show-')));
  root = join(home, 'shop');
  mkdirSync(root);
  git('init', '-q', '-b', 'main');
  git('config', 'user.name', 'Ada');
  git('config', 'user.email', 'ada@example.org');
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const git = (...words: string[]) => execFileSync('git', words, { cwd: root, stdio: 'pipe' });
const put = (file: string, text: string) => {
  mkdirSync(join(root, file, '..'), { recursive: true });
  writeFileSync(join(root, file), text);
};
const commit = (config: object) => {
  put('.stateroom/config.json', JSON.stringify(config));
  git('add', '.');
  git('commit', '-q', '-m', 'Agree');
};
const run = (words: string, environment: Record<string, string> = {}) =>
  runInMemory(words.split(' '), { directory: root, environment: { HOME: home, ...environment } });
const settings = async (words = '', environment: Record<string, string> = {}) => {
  const { stdout } = await run(`config show --json${words}`, environment);
  return JSON.parse(stdout).data.settings as { key: string; value: unknown; source: string; from: string | null }[];
};

describe('stateroom config show', () => {
  it('shows the stricter of the values here and at the remote, with the branch of each', async () => {
    commit({ gate: { commands: ['npm test'], push: 'always' } });
    git('update-ref', 'refs/remotes/origin/main', 'HEAD');
    commit({ gate: { commands: ['true'], push: 'advise' }, lane: { agentsMayReview: true, merge: 'squash' } });
    const at = (name: string) => ({ source: 'repository', from: `${name}:.stateroom/config.json` });
    const shown = (await settings(' --effective')).filter(({ key }) =>
      ['gate.commands', 'gate.push', 'lane.agentsMayReview', 'lane.merge'].includes(key),
    );
    expect(shown).toMatchObject([
      { key: 'gate.commands', value: ['true', 'npm test'], ...at('main') },
      { key: 'gate.push', value: 'always', ...at('origin/main') },
      { key: 'lane.merge', value: 'squash', ...at('main') },
      { key: 'lane.agentsMayReview', value: false, source: 'default', from: null },
    ]);
  });

  it('shows what this clone adds, and what of it is ignored', async () => {
    commit({ gate: { commands: ['npm test'], push: 'always' }, lane: { merge: 'squash' }, context: { budget: 3000 } });
    put(
      '.git/stateroom/config.json',
      JSON.stringify({
        gate: { commands: ['make lint'], push: 'advise' },
        review: { reviewers: 1 },
        lane: { merge: 'rebase', branchPrefix: 'wip/' },
        context: { budget: 9000 },
      }),
    );
    const own = '.git/stateroom/config.json';
    const main = 'main:.stateroom/config.json';
    expect(await settings()).toEqual([
      { key: 'gate.commands', value: ['npm test', 'make lint'], source: 'clone', from: `${main}, ${own}` },
      ...[
        { key: 'gate.push', value: 'always', ignored: { value: 'advise', from: own } },
        { key: 'review.reviewers', value: 1, source: 'clone', from: own },
        { key: 'context.budget', value: 3000, ignored: { value: 9000, from: own } },
        { key: 'lane.branchPrefix', value: 'wip/', source: 'clone', from: own },
        { key: 'lane.merge', value: 'squash', ignored: { value: 'rebase', from: own } },
      ].map(each => ({ source: 'repository', from: main, ...each })),
    ]);
    expect((await run('config show')).stdout).toContain(`advise in ${own}, which may only add to it\n`);
    // The same in a linked worktree, where the file has its whole path.
    git('worktree', 'add', '-q', join(home, 'other'), '-b', 'other');
    const { stdout } = await runInMemory(['config', 'show', '--json'], {
      directory: join(home, 'other'),
      environment: { HOME: home },
    });
    expect(JSON.parse(stdout).data.settings[2]).toMatchObject({ value: 1, from: join(root, own) });
    put(own, '{"gate": ');
    const broken = await run('config show');
    expect([broken.code, broken.stderr]).toEqual([2, expect.stringContaining(`Cannot use ${own}: `)]);
  });

  it('shows each setting with its source', async () => {
    commit({ gate: { commands: ['npm test', 'deploy --password hunter22'] }, reports: { timeZone: 'Europe/Berlin' } });
    put('.vscode/settings.json', '{\n  // ours\n  "stateroom.queue.doneShown": 50, "editor.tabSize": 2,\n}');
    expect(await settings('', { STATEROOM_LEASE_MS: '60000', STATEROOM_MODEL: 'gpt-5.2' })).toEqual([
      {
        key: 'gate.commands',
        value: ['npm test', 'deploy --password [redacted]'],
        source: 'repository',
        from: 'main:.stateroom/config.json',
      },
      { key: 'reports.timeZone', value: 'Europe/Berlin', source: 'repository', from: '.stateroom/config.json' },
      { key: 'actor.model', value: 'gpt-5.2', source: 'environment', from: 'STATEROOM_MODEL' },
      { key: 'claim.leaseMs', value: 60_000, source: 'environment', from: 'STATEROOM_LEASE_MS' },
      { key: 'stateroom.queue.doneShown', value: 50, source: 'editor', from: '.vscode/settings.json' },
    ]);
    const { stdout } = await run('config show', { STATEROOM_ACTOR: 'bo' });
    expect(stdout).toBe(`setting                    value                                        source
gate.commands              ["npm test","deploy --password [redacted]"]  main:.stateroom/config.json
reports.timeZone           Europe/Berlin                                .stateroom/config.json
actor.name                 bo                                           STATEROOM_ACTOR
stateroom.queue.doneShown  50                                           .vscode/settings.json
`);
  });

  it('shows what the user of the editor set, where the folder does not', async () => {
    commit({});
    const own = join(home, '.config/Code/User/settings.json');
    const put = (path: string, text: string) => {
      mkdirSync(join(path, '..'), { recursive: true });
      writeFileSync(path, text);
    };
    put(
      join(root, '.vscode/settings.json'),
      '{ "stateroom.queue.doneShown": 50, "stateroom.agents.command": "theirs" }',
    );
    put(
      own,
      '{\n  // mine\n  "stateroom.queue.doneShown": 5, "stateroom.agents.command": "codex", "editor.tabSize": 2,\n}',
    );
    const folder = { key: 'stateroom.queue.doneShown', value: 50, source: 'editor', from: '.vscode/settings.json' };
    const user = { key: 'stateroom.agents.command', value: 'codex', source: 'editor' };
    expect(await settings()).toEqual([folder, { ...user, from: `user settings of the editor: ${own}` }]);

    const elsewhere = join(home, 'settings/Code/User/settings.json');
    put(elsewhere, '{ "stateroom.agents.command": "gemini" }');
    expect(await settings('', { XDG_CONFIG_HOME: join(home, 'settings') })).toEqual([
      folder,
      { ...user, value: 'gemini', from: `user settings of the editor: ${elsewhere}` },
    ]);
    const portable = join(home, 'portable/user-data/User/settings.json');
    put(portable, '{ "stateroom.agents.command": "claude" }');
    expect(await settings('', { VSCODE_PORTABLE: join(home, 'portable') })).toEqual([
      folder,
      { ...user, value: 'claude', from: `user settings of the editor: ${portable}` },
    ]);

    put(own, '{ "stateroom');
    const damaged = await run('config show --json');
    expect(JSON.parse(damaged.stdout).data).toEqual({
      settings: [folder],
      warning: `Cannot use ${own}: it is not valid JSON.`,
    });
  });

  it('reads settings with a byte order mark, and regular files alone', async () => {
    commit({});
    const own = join(home, '.config/Code/User/settings.json');
    mkdirSync(join(own, '..'), { recursive: true });
    writeFileSync(own, '\uFEFF{ "stateroom.agents.command": "codex" }');
    put('.vscode/settings.json', '\uFEFF{ "stateroom.queue.doneShown": 50 }');
    expect(await settings()).toEqual([
      { key: 'stateroom.queue.doneShown', value: 50, source: 'editor', from: '.vscode/settings.json' },
      {
        key: 'stateroom.agents.command',
        value: 'codex',
        source: 'editor',
        from: `user settings of the editor: ${own}`,
      },
    ]);
    for (const file of [own, join(root, '.vscode/settings.json')]) {
      rmSync(file);
      if (process.platform === 'win32') mkdirSync(file);
      else execFileSync('mkfifo', [file]);
    }
    expect(await run('config show')).toMatchObject({
      code: 0,
      stdout: 'To list the defaults: stateroom config show --effective\n',
      stderr: expect.stringContaining(
        `Cannot use .vscode/settings.json: it is not a regular file. Cannot use ${own}: it is not a regular file.`,
      ),
    });
  });

  it('--effective adds what has its default', async () => {
    commit({});
    expect((await run('config show')).stdout).toBe(
      'Every setting has its default: stateroom config show --effective\n',
    );
    const all = await settings(' --effective');
    expect(all).toHaveLength(55);
    const of = (key: string) => all.find(one => one.key === key);
    expect(of('gate.push')).toEqual({ key: 'gate.push', value: 'review', source: 'default', from: null });
    expect(of('hooks.format')).toEqual({ key: 'hooks.format', value: null, source: 'default', from: null });
    expect(of('actor.name')).toEqual({ key: 'actor.name', value: 'Ada', source: 'default', from: 'git user.name' });
    expect(of('actor.role')).toEqual({ key: 'actor.role', value: 'agent', source: 'default', from: 'no terminal' });
    expect((await run('config show --effective')).stdout).toContain('default (git user.name)\n');
  });

  it('a branch cannot change its own rules: what it says otherwise is not in effect', async () => {
    commit({ gate: { push: 'always' } });
    git('switch', '-q', '-c', 'feature/one');
    put('.stateroom/config.json', '{"gate": {"push": "advise"}, "review": {"holdSession": true}}');
    expect(await settings()).toEqual([
      {
        key: 'gate.push',
        value: 'always',
        source: 'repository',
        from: 'main:.stateroom/config.json',
        here: 'advise',
      },
      { key: 'review.holdSession', value: true, source: 'repository', from: '.stateroom/config.json' },
    ]);
    expect((await run('config show')).stdout).toContain('advise in this worktree');
  });

  it('names the switch of the store, and what the environment puts in its place', async () => {
    commit({});
    await run('compaction settings --disabled --repository');
    const [setting] = await settings();
    expect(setting).toEqual({
      key: 'compaction.enabled',
      value: false,
      source: 'store',
      from: 'stateroom compaction settings',
    });
    const [other] = await settings('', { STATEROOM_COMPACTION: 'on' });
    expect([other?.value, other?.from]).toEqual([true, 'STATEROOM_COMPACTION']);
  });

  it('names a damaged file and the next step', async () => {
    commit({ gate: { push: 'never' } });
    const refused = await run('config show --effective');
    expect([refused.code, refused.stdout]).toEqual([2, '']);
    expect(refused.stderr).toMatch(
      /^stateroom: Cannot use \.stateroom\/config\.json: .*gate\.push.*\n {2}Fix the file/,
    );
    put('.stateroom/config.json', '{}');
    expect((await run('config show')).stderr).toMatch(
      /Cannot use main:\.stateroom\/config\.json: .*\n {2}Fix \.stateroom\/config\.json and commit it on main\.\n/,
    );
    git('checkout', '-q', '--orphan', 'other');
    git('branch', '-q', '-D', 'main');
    put('.vscode/settings.json', '{"a": ');
    const partly = await run('config show --json', { STATEROOM_LEASE_MS: '60000' });
    const warning = 'Cannot use .vscode/settings.json: it is not valid JSON.';
    expect(partly.code).toBe(0);
    expect(JSON.parse(partly.stdout).data).toMatchObject({
      settings: expect.arrayContaining([expect.objectContaining({ key: 'claim.leaseMs', value: 60_000 })]),
      warning,
    });
    expect((await run('config show')).stderr).toContain(warning);
    expect((await run('config show', { STATEROOM_LEASE_MS: 'soon' })).stderr).toContain('STATEROOM_LEASE_MS');
  });
});
