import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { treeOf } from '../../../test/support/installRig.js';
import { type MemoryOptions, runInMemory } from '../../../test/support/memoryHost.js';
import { maskValuesOf } from '../../platform/redact.js';

const git = {
  GIT_AUTHOR_NAME: 'Ann',
  GIT_AUTHOR_EMAIL: 'ann@example.com',
  GIT_COMMITTER_NAME: 'Ann',
  GIT_COMMITTER_EMAIL: 'ann@example.com',
  GIT_CONFIG_NOSYSTEM: '1',
};
const agent = { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 'session-1', STATEROOM_ACTOR: 'claude' };
/** Of a person's script, or of an agent whose variables were taken away. */
const nobody = { STATEROOM_ACTOR: 'script' };

let folder = '';
let home = '';
let root = '';

/** A repository whose gate asks for a test that fails: a task on a branch with wrong work. */
async function begin(): Promise<void> {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'tricks-')));
  home = join(folder, 'home');
  root = join(folder, 'shop');
  mkdirSync(join(home, '.codex'), { recursive: true });
  writeFileSync(join(home, '.codex', 'config.toml'), '# mine\n');
  mkdirSync(join(root, '.stateroom'), { recursive: true });
  mkdirSync(join(root, 'part'));
  write('.stateroom/config.json', '{"gate":{"commands":["sh check.sh"]},"review":{"reviewers":0}}');
  write('check.sh', 'exit 1\n');
  write('part/check.sh', 'exit 0\n');
  write('good.sh', 'exit 0\n');
  inGit('init', '-q', '-b', 'main');
  inGit('add', '.');
  inGit('commit', '-q', '-m', 'Begin');
  inGit('switch', '-q', '-c', 'feature/x');
  write('work.txt', 'wrong\n');
  inGit('add', '.');
  inGit('commit', '-q', '-m', 'Work');
  await run(['task', 'start', 'Work', '--light'], agent);
}

function end(): void {
  maskValuesOf({});
  rmSync(folder, { recursive: true, force: true });
}

async function again(): Promise<void> {
  end();
  seen = 0;
  await begin();
}

// What is refused changes nothing, so that all of these meet the same repository.
beforeAll(begin);
afterAll(end);

function write(name: string, text: string): void {
  writeFileSync(join(root, name), text);
}

function inGit(...words: string[]): string {
  return execFileSync('git', words, { cwd: root, encoding: 'utf8', env: { ...process.env, ...git, HOME: home } });
}

function run(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
  { terminal = false, ...options }: Pick<Partial<MemoryOptions>, 'terminal' | 'stdin' | 'directory'> = {},
) {
  const surroundings = { PATH: process.env.PATH ?? '', HOME: home, ...git, ...environment };
  maskValuesOf(surroundings);
  return runInMemory(words, { directory: root, environment: surroundings, terminal, undisturbed: true, ...options });
}

async function data(words: readonly string[], environment: Readonly<Record<string, string>> = agent) {
  return JSON.parse((await run([...words, '--json'], environment)).stdout).data;
}

/** What is missing of the test that the gate names. */
async function proof(environment: Readonly<Record<string, string>> = agent): Promise<string[]> {
  const { reasons } = await data(['gate', 'close-check'], environment);
  return reasons.map(({ code }: { code: string }) => code).filter((code: string) => code.endsWith('_test_evidence'));
}

let seen = 0;

/** Refused attempts since the last look: who, by what, on what. */
async function attempts(): Promise<string[]> {
  const { events: all } = await data(['events', 'tail', '--type', 'attempt_refused', '--limit', '100']);
  const events = all.slice(0, all.length - seen);
  seen = all.length;
  return events.map(
    ({ actor, payload }: { actor: string; payload: Record<string, string> }) =>
      `${actor}: ${payload.operation} on ${payload.about}`,
  );
}

const onTerminal: MemoryOptions['terminal'] = true;

describe('what only a person may do is refused, changes nothing and is on record', () => {
  const ledger = '~/.config/stateroom/installed.json';
  it.each<[string, string[], Record<string, string>, NonNullable<MemoryOptions['terminal']>, string]>([
    [
      'install without marks and terminal',
      ['install', '--all', '--yes'],
      nobody,
      false,
      `script: install on ${ledger}`,
    ],
    [
      'install by the role with a capital',
      ['install', '--all', '--yes'],
      { STATEROOM_ACTOR: 'role', STATEROOM_ROLE: 'Agent' },
      onTerminal,
      `role: install on ${ledger}`,
    ],
    [
      'install in a lane',
      ['install', '--all', '--yes'],
      { STATEROOM_ACTOR: 'lane', STATEROOM_LANE: 'login' },
      onTerminal,
      `lane: install on ${ledger}`,
    ],
    [
      'install under a person’s name',
      ['install', '--all', '--yes', '--actor', 'Ann'],
      { ...nobody, STATEROOM_ROLE: 'human' },
      false,
      `Ann: install on ${ledger}`,
    ],
    [
      'install into the repository',
      ['install', '--project', '--all', '--yes'],
      nobody,
      false,
      'script: install on .stateroom/installed.json',
    ],
    ['update', ['update', '--user', '--yes'], nobody, false, `script: update on ${ledger}`],
    ['uninstall on a terminal', ['uninstall', '--user', '--yes'], agent, onTerminal, `claude: uninstall on ${ledger}`],
    ['doctor --fix', ['doctor', '--fix', '--yes'], nobody, false, 'script: doctor --fix on the installed files'],
    ['git hooks', ['hooks', 'install'], nobody, false, 'script: hooks.install on git hooks'],
    ['trust', ['trust', 'grant'], agent, onTerminal, 'claude: trust.grant on commands of the settings'],
  ])('%s', async (_, words, environment, terminal, attempt) => {
    const before = [treeOf(home), treeOf(join(root, '.stateroom')), inGit('status', '--short'), inGit('config', '-l')];
    const { code, stderr } = await run(words, environment, { terminal });
    expect([code, /Only a person|Not allowed for an agent/.test(stderr)]).toEqual([1, true]);
    expect([treeOf(home), treeOf(join(root, '.stateroom')), inGit('status', '--short'), inGit('config', '-l')]).toEqual(
      before,
    );
    expect(await attempts()).toEqual([attempt]);
  });

  it('an override of a hook by a marked agent, and by whoever has no terminal', async () => {
    inGit('switch', '-q', 'main');
    const words = ['hooks', 'run', 'pre-commit', '--input', '-', '--override', 'it is only this once'];
    const refused = await run(words, { ...nobody, STATEROOM_LANE: 'login' }, { stdin: 'src/a.ts\n' });
    expect([refused.code, refused.stdout.trimEnd().split('\n').at(-1)]).toEqual([
      1,
      'stateroom: Only a person may override a hook. Follow its message, or ask a person.',
    ]);
    expect(await attempts()).toEqual(['script: hooks.override on pre-commit']);
    const hidden = await run(words, nobody, { stdin: 'src/a.ts\n' });
    expect([hidden.code, hidden.stdout.trimEnd().split('\n').at(-1)]).toEqual([
      1,
      'stateroom: Only a person may override a hook, in a terminal. Follow its message, or run git in a terminal.',
    ]);
    expect(await attempts()).toEqual(['script: hooks.override on pre-commit']);
    expect((await run(words, nobody, { stdin: 'src/a.ts\n', terminal: onTerminal })).code).toBe(0);
    inGit('switch', '-q', 'feature/x');
  });
});

describe('a command that an agent’s shell would be refused is not run by Stateroom either', () => {
  const noVerify =
    'This skips the git hooks of the repository. Run the command without that. If a hook refuses, follow its message or ask a person.';
  const hooksPath =
    'core.hooksPath decides which git hooks run, so agents may not change it. `stateroom hooks status` shows what is installed; a person can change it.';
  const ownGit = 'STATEROOM_OWN_GIT is set by Stateroom for the git commands that it runs. Run the command without it.';
  const override =
    'Only a person may override a hook. Run the command without STATEROOM_OVERRIDE, and follow the message of the hook.';
  const ownHook =
    'Agents may not run `stateroom agent-hook`: what it reports is recorded. Use `stateroom evidence run`.';

  it.each<[string, string[], string, string]>([
    ['evidence', ['evidence', 'run', '--', 'git', 'commit', '-n', '-m', 'x'], noVerify, '--no-verify'],
    [
      'evidence, as a line',
      ['evidence', 'run', '--', 'touch a && git commit --no-verify -m x'],
      noVerify,
      '--no-verify',
    ],
    [
      'evidence, in a folder',
      ['evidence', 'run', '--directory', 'part', '--', 'git -c core.hooksPath=/dev/null commit -m x'],
      hooksPath,
      'core.hooksPath',
    ],
    [
      'evidence, in a shell',
      ['evidence', 'run', '--', 'sh', '-c', 'STATEROOM_OWN_GIT=1 git push'],
      ownGit,
      'STATEROOM_OWN_GIT',
    ],
    [
      'evidence, with a reason',
      ['evidence', 'run', '--', 'STATEROOM_OVERRIDE="because I can" git push'],
      override,
      'STATEROOM_OVERRIDE',
    ],
    [
      'evidence, of a hook',
      ['evidence', 'run', '--', 'stateroom agent-hook claude PostToolUse < told.json'],
      ownHook,
      'agent-hook',
    ],
    [
      'the test of a slice',
      ['slice', 'start', 'Count', '--test', 'git commit --no-verify -m x'],
      noVerify,
      '--no-verify',
    ],
    ['a repro command', ['finding', 'prove', 'F-1'], noVerify, '--no-verify'],
    [
      'the program of a worker',
      ['worker', 'run', 'other', '--', 'git', 'commit', '-n', '-m', 'x'],
      noVerify,
      '--no-verify',
    ],
  ])('%s', async (what, words, reason, attempt) => {
    write('told.json', '{}');
    const record = ['finding', 'record', '--severity', 'high', '--path', 'work.txt', '--text', 'Wrong'];
    record.push('--repro', 'git push --no-verify', '--repository');
    if (words[0] === 'finding') expect(await run(record, nobody)).toMatchObject({ code: 0 });
    if (words[0] === 'worker') await run(['worker', 'spawn', 'other', '--no-fetch'], agent);
    // The same of the same agent is on record once.
    const name = words[0] === 'slice' ? 'claude' : what;
    const other = name === 'claude' ? agent : { ...agent, CLAUDE_CODE_SESSION_ID: name, STATEROOM_ACTOR: name };
    const before = [inGit('log', '--all', '--format=%s'), (await data(['evidence', 'list'])).evidence.length];
    const { code, stderr } = await run(words, other);
    expect([code === 0, stderr]).toEqual([false, `stateroom: ${reason}\n`]);
    expect([inGit('log', '--all', '--format=%s'), (await data(['evidence', 'list'])).evidence.length]).toEqual(before);
    expect(await attempts()).toEqual([`${name}: ${attempt} on hooks`]);
  });

  it('git’s hooks as files', async () => {
    const { code, stderr } = await run(['evidence', 'run', '--', 'rm -rf .git/hooks'], agent);
    expect([code, stderr]).toEqual([
      125,
      `stateroom: ${root}/.git/hooks is part of git’s hooks or of Stateroom’s store, so agents may not change it. Use the commands of stateroom or git.\n`,
    ]);
    expect(await attempts()).toEqual(['claude: edit on hooks']);
  });
});

describe('a test that did not run opens no gate', () => {
  it.each([
    [
      'claude',
      'PostToolUse',
      { tool_name: 'Bash', tool_input: { command: 'sh check.sh' }, tool_response: { interrupted: false } },
    ],
    [
      'gemini',
      'AfterTool',
      {
        tool_name: 'run_shell_command',
        tool_input: { command: 'sh check.sh' },
        tool_response: { llmContent: 'Output: hi' },
      },
    ],
    [
      'qwen',
      'PostToolUse',
      {
        ...{ tool_name: 'run_shell_command', tool_input: { command: 'sh check.sh' } },
        tool_response: { llmContent: 'Output: hi\nExit Code: 0\nSignal: (none)' },
      },
    ],
    [
      'copilot',
      'postToolUse',
      {
        ...{ toolName: 'bash', toolArgs: { command: 'sh check.sh' } },
        toolResult: { resultType: 'success', textResultForLlm: 'hi\n<shellId: 0 completed with exit code 0>' },
      },
    ],
  ])('told through the hook of %s', async (client, event, input) => {
    const stdin = JSON.stringify({ session_id: 's', sessionId: 's', cwd: root, hook_event_name: event, ...input });
    await run(['agent-hook', client, event], {}, { stdin });
    const { evidence } = await data(['evidence', 'list']);
    expect(evidence[0]).toMatchObject({
      ...{
        command: 'sh check.sh',
        passed: true,
        grade: 'reported',
        fresh: true,
        harness: expect.stringContaining(client),
      },
    });
    expect(await proof()).toEqual(['missing_test_evidence']);
  });

  it.each([
    ['said', ['evidence', 'record', 'sh check.sh', '--exit-code', '0']],
    ['reported', ['evidence', 'record', 'sh check.sh', '--exit-code', '0', '--result', '3 passed']],
    ['run in a folder', ['evidence', 'run', '--directory', 'part', '--', 'sh check.sh']],
    ['run otherwise', ['evidence', 'run', '--', 'sh check.sh || true']],
    ['another command', ['evidence', 'run', '--', 'true']],
  ])('%s', async (_, words) => {
    expect((await run(words, agent)).code).toBe(0);
    expect(await proof()).toEqual(['missing_test_evidence']);
  });

  it('two commands that are one without their secrets', async () => {
    const environment = { ...agent, EVIL_TOKEN: 'sh check.sh', EVIL2_TOKEN: 'true # padding' };
    expect((await run(['evidence', 'run', '--', 'true # padding'], environment)).code).toBe(0);
    const { evidence } = await data(['evidence', 'list'], environment);
    expect(evidence[0]).toMatchObject({ command: '[redacted]', passed: true, grade: 'observed' });
    expect(await proof(environment)).toEqual(['missing_test_evidence']);
    expect(await proof()).toEqual(['missing_test_evidence']);
  });
});

describe('what changed a run is kept, and said at the gate', () => {
  beforeAll(again);
  /** A program of this name that says yes to everything. */
  const fake = (place: string, name: string) => {
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, name), '#!/bin/sh\nexit 0\n');
    chmodSync(join(place, name), 0o755);
    return `${place}${delimiter}${process.env.PATH}`;
  };
  const warnings = async () => {
    const { warnings: told } = await data(['gate', 'close-check']);
    return told
      .filter(({ code }: { code: string }) => code === 'unusual_run')
      .map(({ text }: { text: string }) => text);
  };

  it('another program on the PATH', async () => {
    const bin = join(root, 'node_modules', '.bin');
    inGit('config', 'core.excludesFile', join(folder, 'ignored'));
    writeFileSync(join(folder, 'ignored'), 'node_modules\n');
    await run(['evidence', 'run', '--', 'sh check.sh'], { ...agent, PATH: fake(bin, 'sh') });
    const shown = await data(['evidence', 'show', 'E-1']);
    expect(shown.run).toMatchObject({ program: join(bin, 'sh'), foundIn: 'worktree', path: [bin] });
    expect((await run(['evidence', 'show', 'E-1'], agent)).stdout).toContain(
      `program: ${bin}/sh\non the PATH: ${bin}\n`,
    );
    expect(await warnings()).toEqual([`E-1 (sh check.sh) was run by ${bin}/sh, which is in the repository.`]);
  });

  it('variables that load other code, without the values of others', async () => {
    write('check.sh', 'exit 0\n');
    const environment = {
      ...{ BASH_ENV: '/opt/own.sh', NODE_OPTIONS: '--require /opt/own.js', npm_config_script_shell: '/opt/sh' },
      npm_config__authToken: 'hunter2hunter2',
    };
    await run(['evidence', 'run', '--', 'sh check.sh'], { ...agent, ...environment });
    const { run: kept } = await data(['evidence', 'show', 'E-2']);
    expect([kept.foundIn, kept.variables, kept.loaders]).toEqual([
      null,
      [
        { name: 'BASH_ENV', value: '/opt/own.sh' },
        { name: 'NODE_OPTIONS', value: '--require /opt/own.js' },
        { name: 'npm_config__authToken', value: null },
        { name: 'npm_config_script_shell', value: '/opt/sh' },
      ],
      ['BASH_ENV', 'NODE_OPTIONS', 'npm_config_script_shell'],
    ]);
    expect(await warnings()).toEqual([
      'E-2 (sh check.sh) was run with BASH_ENV, NODE_OPTIONS, npm_config_script_shell set, which can load other code.',
    ]);
    expect(await proof()).toEqual([]);
  });

  it('other settings of npm and pytest, but not those where they usually are', async () => {
    const environment = {
      ...{ npm_config_userconfig: '/tmp/x', npm_config_prefix: '/opt/own', PYTEST_ADDOPTS: '--co' },
      npm_config_globalconfig: '/usr/local/etc/npmrc',
    };
    await run(['evidence', 'run', '--', 'sh check.sh'], { ...agent, ...environment });
    const { run: other } = await data(['evidence', 'show', 'E-3']);
    expect([other.variables, other.loaders]).toEqual([
      [
        { name: 'PYTEST_ADDOPTS', value: '--co' },
        { name: 'npm_config_prefix', value: '/opt/own' },
        { name: 'npm_config_userconfig', value: '/tmp/x' },
      ],
      ['npm_config_userconfig'],
    ]);
    const usual = { npm_config_userconfig: join(home, '.npmrc'), npm_config_prefix: '/usr/local' };
    await run(['evidence', 'run', '--', 'sh check.sh'], { ...agent, ...usual });
    expect((await data(['evidence', 'show', 'E-4'])).run.variables).toEqual([]);
  });

  it('secrets in what is kept, wherever a long value is cut', async () => {
    const secret = 'Zk7qXw92Lm41Tr8v';
    const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
    const bin = join(root, `tok-${token}`);
    const environment = {
      ...{ PATH: fake(bin, 'own-check'), DEPLOY_TOKEN: secret, NODE_PATH: `${'/x/'.repeat(47)}${secret}` },
      JAVA_TOOL_OPTIONS: `-Dx=${'a'.repeat(119)}https://user:Passw0rdPassw0rd@host`,
    };
    expect((await run(['evidence', 'run', '--', 'own-check'], { ...agent, ...environment })).code).toBe(0);
    const { run: kept } = await data(['evidence', 'show', 'E-5']);
    expect(kept).toMatchObject({
      ...{ program: `${root}/tok-[redacted]/own-check`, foundIn: 'worktree', path: [`${root}/tok-[redacted]`] },
      variables: [
        { name: 'JAVA_TOOL_OPTIONS', value: expect.stringMatching(/^-Dx=a{119}https:\/\/[^P]*$/) },
        { name: 'NODE_PATH', value: `${'/x/'.repeat(47)}[redacted` },
      ],
    });
    const stored = await run(['store', 'query', 'select * from evidence', '--json'], agent);
    expect([stored.code, ...[secret.slice(0, 6), token, 'Passw'].map(each => stored.stdout.includes(each))]).toEqual([
      ...[0, false, false, false],
    ]);
  });
});

describe('a commit or push of an agent that git’s hooks refuse', () => {
  beforeAll(again);
  const hook = (name: string, stdin: string, environment: Readonly<Record<string, string>>, terminal = false) =>
    run(['hooks', 'run', name, '--input', '-'], environment, { stdin, terminal });

  it('is on record once, also of whoever has no terminal, and not for a person', async () => {
    const tip = inGit('rev-parse', 'HEAD').trim();
    const pushed = `refs/heads/feature/x ${tip} refs/heads/main ${'0'.repeat(40)}\n`;
    for (const caller of [agent, agent, nobody]) expect((await hook('pre-push', pushed, caller)).code).toBe(1);
    expect((await hook('pre-push', pushed, { STATEROOM_ACTOR: 'ann' }, true)).code).toBe(1);
    expect(await attempts()).toEqual(['script: git push on refs/heads/main', 'claude: git push on refs/heads/main']);
    inGit('switch', '-q', 'main');
    for (const caller of [agent, nobody, nobody]) expect((await hook('pre-commit', 'src/a.ts\n', caller)).code).toBe(1);
    expect((await hook('pre-commit', 'src/a.ts\n', { STATEROOM_ACTOR: 'ann' }, true)).code).toBe(1);
    expect(await attempts()).toEqual(['script: git commit on main', 'claude: git commit on main']);
    const { events } = await data(['events', 'tail', '--type', 'attempt_refused', '--limit', '1']);
    expect(events[0].payload).toEqual({
      ...{ about: 'main', operation: 'git commit', state: inGit('rev-parse', 'HEAD').trim() },
      why: 'main is protected, and this commit changes code: src/a.ts.',
    });
    inGit('switch', '-q', 'feature/x');
  });
});

describe('what is harmless passes', () => {
  beforeAll(again);

  it('a test with a secret in another variable, run by an agent and by a person with options of Node.js', async () => {
    write('check.sh', 'exit 0\n');
    const secret = { DEPLOY_TOKEN: 'hunter2hunter2' };
    expect((await run(['evidence', 'run', '--', 'sh', 'check.sh'], { ...agent, ...secret })).code).toBe(0);
    expect(await proof()).toEqual([]);
    const options = { STATEROOM_ACTOR: 'ann', NODE_OPTIONS: '--max-old-space-size=4096' };
    expect((await run(['evidence', 'run', '--', 'sh check.sh'], options, { terminal: onTerminal })).code).toBe(0);
    expect((await data(['evidence', 'list'])).evidence).toMatchObject([
      { ref: 'E-2', command: 'sh check.sh', passed: true, grade: 'observed', role: 'human' },
      { ref: 'E-1', command: 'sh check.sh', passed: true, grade: 'observed', role: 'agent' },
    ]);
    const { warnings } = await data(['gate', 'close-check']);
    expect(warnings.map(({ code }: { code: string }) => code)).not.toContain('unusual_run');
    const stored = await run(['store', 'query', 'select * from evidence', '--json'], agent);
    expect([stored.code, stored.stdout.includes('max-old-space'), stored.stdout.includes('hunter2')]).toEqual([
      ...[0, true, false],
    ]);
  });

  it('a named command that has a secret itself', async () => {
    inGit('switch', '-q', 'main');
    write('.stateroom/config.json', '{"gate":{"commands":["API_KEY=abcd1234 sh good.sh"]},"review":{"reviewers":0}}');
    inGit('commit', '-q', '-a', '-m', 'Ask');
    inGit('switch', '-q', 'feature/x');
    await run(['evidence', 'run', '--', 'API_KEY=wxyz9876 sh good.sh'], agent);
    expect(await proof()).toEqual(['missing_test_evidence']);
    await run(['evidence', 'run', '--', 'API_KEY=abcd1234 sh good.sh'], agent);
    expect(await proof()).toEqual([]);
  });

  it.each([
    ['status'],
    ['queue list'],
    ['gate review-ready'],
    ['evidence list'],
    ['config show'],
    ['install --check'],
    ['install --all --dry-run'],
  ])('%s --json without a terminal', async line => {
    const { stdout } = await run([...line.split(' '), '--json'], nobody);
    expect(JSON.parse(stdout)).toMatchObject({ ok: true });
    expect(await attempts()).toEqual([]);
  });

  it.each([
    ['git log -n 1'],
    ['git commit --allow-empty -q -m Empty'],
    ['sh -c "true"'],
    ['env CI=1 sh good.sh'],
    ['cd part && sh check.sh'],
  ])('an agent’s evidence by %s', async command => {
    expect((await run(['evidence', 'run', '--', command], agent)).code).toBe(0);
    expect(await attempts()).toEqual([]);
  });

  it('what skips hooks, for a person', async () => {
    const words = ['evidence', 'run', '--', 'git commit --allow-empty --no-verify -q -m Empty'];
    expect((await run(words, { STATEROOM_ACTOR: 'ann' }, { terminal: onTerminal })).code).toBe(0);
  });
});
