import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type MemoryOptions, runInMemory } from '../../../../test/support/memoryHost.js';

let home = '';
let root = '';

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'install-cli-')));
  root = join(home, 'shop');
  mkdirSync(join(root, '.git', 'objects'), { recursive: true });
  mkdirSync(join(root, '.git', 'refs'));
  writeFileSync(join(root, '.git', 'HEAD'), 'ref: refs/heads/main\n');
});

afterEach(() => rmSync(home, { recursive: true, force: true }));

/** What installs is run by a person, whose answers are piped away. */
function run(line: string, { environment, ...options }: Partial<MemoryOptions> = {}) {
  const terminal = /^(install|update|uninstall)\b/.test(line) ? 'stdin' : false;
  return runInMemory(line.split(' '), {
    ...{ directory: root, environment: { HOME: home, ...environment }, terminal },
    ...options,
  });
}

describe('stateroom install', () => {
  it('takes the agents that are used, and says what it wrote and what only a person can do', async () => {
    mkdirSync(join(home, '.codex'));
    mkdirSync(join(home, '.copilot'));
    const { code, stdout } = await run('install --yes');
    expect(code).toBe(0);
    expect(stdout).toBe(`+ ~/.config/stateroom/bin/stateroom  (launcher)
+ ~/.copilot/mcp-config.json  (MCP server)
+ ~/.copilot/hooks/stateroom.json  (hooks)
+ ~/.copilot/copilot-instructions.md  (instructions)
+ ~/.codex/config.toml  (MCP server, tools without asking)
+ ~/.codex/hooks.json  (hooks)
+ ~/.agents/skills  (11 skills)
+ ~/.config/stateroom/installed.json  (list of what is installed)

Installed.

What only you can do:
  GitHub Copilot CLI: Without a person to ask, allow the tools: \`copilot -p "<prompt>" --allow-tool stateroom\`.
  Codex: Review the hooks once: start \`codex\` and enter \`/hooks\`. Until then it skips them.

Restart agents that are running.
`);
    expect(readdirSync(root)).toEqual(['.git']);
    expect((await run('install --yes')).stdout).toBe('Everything is in place.\n');
  });

  it('asks once in a terminal, and writes nothing without a yes', async () => {
    const args = 'install --agents codex';
    const refused = await run(args, { terminal: true, stdin: 'n' });
    expect(refused.stderr).toBe(`+ ~/.config/stateroom/bin/stateroom  (launcher)
+ ~/.codex/config.toml  (MCP server, tools without asking)
+ ~/.codex/hooks.json  (hooks)
+ ~/.agents/skills  (11 skills)
+ ~/.config/stateroom/installed.json  (list of what is installed)

These agents may then call every tool without asking you, also \`evidence\`, which runs any command. To be asked: --without approval.

Write this? [y/N] `);
    expect(refused.stdout).toBe('Nothing was written.\n');
    expect(readdirSync(home)).toEqual(['shop']);
    const agreed = await run(args, { terminal: true, stdin: 'y' });
    expect(agreed.stdout).toBe(
      'Installed.\n\nWhat only you can do:\n  Codex: Review the hooks once: start `codex` and enter `/hooks`. Until then it skips them.\n\nRestart agents that are running.\n',
    );
    expect(readdirSync(home).sort()).toEqual(['.agents', '.codex', '.config', 'shop']);
  });

  const grant = 'These agents may then call every tool without asking you, also `evidence`, which runs any command.';

  it.each([
    [
      'claude-code,gemini --without hooks,skills',
      ['(MCP server)', '(tools without asking)', '(MCP server, tools without asking)'],
      `${grant} To be asked: --without approval.`,
    ],
    ['codex,gemini,claude-code --without approval,hooks,skills', ['(MCP server)', '(MCP server)', '(MCP server)'], ''],
    ['copilot,qwen --without hooks,skills,instructions', ['(MCP server)', '(MCP server)'], ''],
    [
      'opencode --without approval,skills,instructions',
      ['(MCP server, tools without asking)', '(hooks)'],
      `${grant} opencode asks only with \`"permission": { "stateroom_*": "ask" }\` in its settings.`,
    ],
    [
      'codex,gemini,claude-code --project --without hooks,skills,instructions',
      ['(MCP server)', '(MCP server)', '(MCP server)'],
      '',
    ],
  ])('says before it asks what is granted: %s', async (words, expected, granted) => {
    const { stderr } = await run(`install --no-color --agents ${words}`, { terminal: true, stdin: 'n' });
    const parts = [...stderr.matchAll(/^\+ .+ {2}(\(.+\))$/gm)].map(([, part]) => part);
    expect(parts.filter(part => part !== '(launcher)' && part !== '(list of what is installed)').sort()).toEqual(
      [...expected].sort(),
    );
    expect(/^These agents .*$/m.exec(stderr)?.[0] ?? '').toBe(granted);
  });

  it('checks and takes out what the repository has where nothing of the person’s own is installed', async () => {
    const before = readdirSync(root);
    expect((await run('install --agents codex --project --yes')).code).toBe(0);
    expect((await run('install --check')).code).toBe(0);
    expect((await run('install --check --user')).stdout).toBe('Nothing is installed.\n');
    expect((await run('uninstall --yes')).code).toBe(0);
    expect(readdirSync(root)).toEqual(before);
    expect((await run('uninstall --yes')).stdout).toBe('Nothing is installed.\n');
  });

  it('writes nothing where nobody can be asked', async () => {
    const { code, stderr } = await run('install --all --no-color', { terminal: 'stderr' });
    expect(code).toBe(2);
    expect(stderr).toBe(
      'stateroom: Nothing was written because no terminal is available to confirm it.\n  Use --yes, or --dry-run to see what it would write.\n',
    );
    expect(readdirSync(home)).toEqual(['shop']);
  });

  it('shows what it would write as a diff of each file, without secrets', async () => {
    const file = join(root, '.mcp.json');
    writeFileSync(file, '{\n  "DB_PASSWORD": "hunter2222",\n  "mcpServers": {}\n}\n');
    const args = 'install --project --agents claude --without hooks,skills --dry-run';
    const { code, stdout } = await run(args);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^~ \.mcp\.json {2}\(MCP server\)\n\+ AGENTS\.md {2}\(instructions\)\n\+ \.stateroom\/installed\.json {2}\(list of what is installed\)\n\n--- \.mcp\.json\n/,
    );
    expect(stdout).toContain(`--- .mcp.json
+++ .mcp.json
@@ -1,4 +1,12 @@
 {
   "DB_PASSWORD": [redacted],
-  "mcpServers": {}
+  "mcpServers": {
+    "stateroom": {
+      "type": "stdio",
+      "command": "stateroom",
+      "args": [
+        "mcp"
+      ]
+    }
+  }
 }

--- /dev/null
+++ AGENTS.md
@@ -0,0 +1,11 @@
+<!-- stateroom:begin -->
+## Stateroom
`);
    expect(readdirSync(root)).toEqual(['.git', '.mcp.json']);
    const { data } = JSON.parse((await run(`${args} --json`)).stdout);
    expect(data.files[0].before).toContain('"DB_PASSWORD": [redacted],\n');
    expect(data.files[0].after).toContain('"command": "stateroom"');
    expect(data.files[1].before).toBeNull();
  });

  it('colors a diff in a terminal, and counts what is long', async () => {
    const { stdout } = await run('install --user --agents codex --dry-run', { terminal: true });
    expect(stdout).toContain('\u001b[32m+[mcp_servers.stateroom]\u001b[39m\n');
    // The file of five hooks is longer than 40 lines.
    expect(stdout.replaceAll('\u001b', '^')).toMatch(/\^\[2m… \d+ more lines\^\[22m\n/);
    expect((await run('install --user --agents codex --dry-run')).stdout).not.toContain('\u001b');
  });

  const only = 'stateroom: Only a person may decide which agents are connected and what they may call.\n';
  const open =
    '--dry-run and --check are open to everyone. Scripts and containers need no install where a person has committed the files of install --project.\n';
  const ofPerson = `Ask a person to run it in a terminal. ${open}`;
  const ofLane = `This shell counts as an agent because STATEROOM_LANE is set. Run it in a terminal without that. ${open}`;
  const ofScript = `This shell counts as an agent because it is not a terminal. Run it in a terminal. ${open}`;

  it.each<[string, Record<string, string>, NonNullable<MemoryOptions['terminal']>, string]>([
    ['an agent’s variable', { CLAUDECODE: '1' }, 'stdin', ofPerson],
    ['an agent’s variable, without a terminal', { CODEX_CI: '1' }, false, ofPerson],
    ['the role', { STATEROOM_ROLE: 'agent' }, 'stdin', ofPerson],
    ['the role with a capital', { STATEROOM_ROLE: 'Agent' }, 'stdin', ofPerson],
    ['a lane', { STATEROOM_LANE: 'login' }, 'stdin', ofLane],
    ['a lane, without a terminal', { STATEROOM_LANE: 'login' }, false, ofLane],
    ['no terminal', {}, false, ofScript],
    ['no terminal, under a person’s name', { STATEROOM_ACTOR: 'Ann', STATEROOM_ROLE: 'human' }, false, ofScript],
  ])('is not for agents, by %s, which may look', async (_, environment, terminal, way) => {
    for (const line of ['install --all --yes', 'install --all --project --yes', 'update --yes', 'uninstall --yes']) {
      const { code, stdout, stderr } = await run(line, { environment, terminal });
      expect([code, stdout, stderr]).toEqual([1, '', `${only}  ${way}`]);
    }
    expect((await run('install --all --dry-run', { environment, terminal })).code).toBe(0);
    expect((await run('install --check', { environment, terminal })).code).toBe(1);
    expect((await run('overrides', { environment, terminal })).code).toBe(0);
    expect([readdirSync(home), readdirSync(root)]).toEqual([['shop'], ['.git']]);
  });

  it('puts on record what agents tried, where there is a store', async () => {
    execFileSync('git', ['init', '--quiet', root]);
    await run('queue add One', { environment: { PATH: process.env.PATH ?? '', STATEROOM_ACTOR: 'ada' } });
    const environment = { PATH: process.env.PATH ?? '', STATEROOM_ACTOR: 'script' };
    for (const line of [
      'install --all --yes',
      'install --all --yes',
      'uninstall --project --yes',
      'doctor --fix --yes',
    ])
      expect((await run(line, { environment, terminal: false })).code).toBe(1);
    const { stdout } = await run('events tail --type attempt_refused --json', { environment });
    const tried = (JSON.parse(stdout).data.events as { payload: Record<string, string> }[]).map(({ payload }) => [
      ...[payload.operation, payload.about, payload.why],
    ]);
    expect(tried).toEqual([
      ['doctor --fix', 'the installed files', 'Only a person may change these files.'],
      ['uninstall', '.stateroom/installed.json', only.slice('stateroom: '.length, -1)],
      ['install', '~/.config/stateroom/installed.json', only.slice('stateroom: '.length, -1)],
    ]);
  });

  it('refuses what it does not know', async () => {
    expect((await run('install --agents skiff --yes')).stderr).toBe(
      'stateroom: Unknown agent “skiff”.\n  Use one of: opencode, gemini, qwen, vscode, copilot, codex, claude-code, cursor.\n',
    );
    expect((await run('install --yes')).stderr).toContain('No coding agent was found.');
    expect((await run('install --user --project --all')).code).toBe(2);
    expect((await run('install --agents codex --all')).code).toBe(2);
    expect((await run('install --all --without mcp')).stderr).toContain('Unknown part “mcp”.');
    expect((await run('install --all --project --yes', { directory: home })).stderr).toContain(
      'is not inside a git repository.',
    );
  });

  it('answers programs with one object', async () => {
    const { stdout } = await run('install --agents codex --project --yes --json');
    const { data } = JSON.parse(stdout);
    expect(data).toMatchObject({
      scope: 'project',
      changed: true,
      agents: ['codex'],
      ledger: '.stateroom/installed.json',
    });
    expect(data.files[0]).toEqual({
      ...{ file: '.codex/config.toml', act: 'created', problem: null },
      pieces: [{ part: 'mcp', state: 'add', agents: ['codex'], grants: false }],
    });
    expect(data.steps[0].step).toMatch(/^Trust the repository: start `codex` here once/);
  });

  it('ends with 1 for a file that cannot be edited, and writes the others', async () => {
    writeFileSync(join(root, '.mcp.json'), '{');
    const { code, stdout } = await run('install --agents claude-code --project --yes');
    expect(code).toBe(1);
    expect(stdout).toContain('! .mcp.json is not valid JSON, so it was left as it is.');
    // There is no server to approve.
    expect(stdout).not.toContain('What only you can do:');
    expect(readdirSync(join(root, '.claude/skills'))).toHaveLength(11);
  });
});

describe('in a fresh clone', () => {
  it('tells a person once that hooks and entries do not come with it', async () => {
    execFileSync('git', ['init', '--quiet', root]);
    await run('install --agents codex --project --yes');
    const offer = 'run stateroom install --git-hooks, and restart agents that are running.';
    expect((await run('status')).stderr).not.toContain(offer);
    expect((await run('status', { terminal: true, environment: { CODEX_CI: '1' } })).stderr).not.toContain(offer);
    expect((await run('status', { terminal: true })).stderr).toContain(offer);
    expect((await run('status', { terminal: true })).stderr).not.toContain(offer);
  });

  it('installs the git hooks as well, if asked to', async () => {
    execFileSync('git', ['init', '--quiet', root]);
    const environment = { PATH: process.env.PATH ?? '' };
    const { code, stdout } = await run('install --agents codex --git-hooks --yes', { terminal: true, environment });
    expect(stdout).toContain('Installed.\nGit hooks are installed.\n');
    expect(code).toBe(0);
    expect(readdirSync(join(root, '.git/stateroom/hooks'))).toContain('pre-push');
    const again = await run('install --agents codex --git-hooks --yes --json', { terminal: true, environment });
    expect(JSON.parse(again.stdout).data).toMatchObject({
      ...{ changed: false, gitHooks: { complete: true, text: 'Git hooks are installed.' } },
    });
  });
});

describe('the git hooks, where they cannot be installed', () => {
  it('names the reason and the next step', async () => {
    execFileSync('git', ['init', '--quiet', root]);
    const environment = { PATH: process.env.PATH ?? '' };
    rmSync(join(root, '.git'), { recursive: true });
    const outside = await run('install --agents codex --git-hooks --yes', { terminal: true, environment });
    expect(outside.stdout).toMatch(
      /\nGit hooks were not installed: .+ is not inside a git repository\. Change to a repository, .+\.\n/,
    );
    expect(outside.code).toBe(1);
  });
});

describe('stateroom install --check', () => {
  it('ends with 1 for what was removed or edited, and with 0 for an entry of a person’s own', async () => {
    expect((await run('install --check --project')).stdout).toBe('Nothing is installed.\n');
    await run('install --agents claude-code --project --yes');
    const same = await run('install --check --project');
    const open = 'Still to do by you:\n  Claude Code: Trust the folder: start `claude` here once.\n';
    expect([same.code, same.stdout]).toEqual([0, `Everything is as it was installed.\n${open}`]);
    const entry = join(root, '.mcp.json');
    writeFileSync(entry, readFileSync(entry, 'utf8').replace('"stateroom",', '"/opt/stateroom",'));
    expect((await run('install --check --project')).code).toBe(0);
    writeFileSync(join(root, '.claude/skills/stateroom-tdd/SKILL.md'), 'mine\n');
    rmSync(join(root, 'AGENTS.md'));
    const { code, stdout } = await run('install --check --project');
    expect(code).toBe(1);
    expect(stdout).toMatch(/^\.claude\/skills\/stateroom-tdd\/SKILL\.md: edited \(skill\)\n--- as it was installed\n/);
    expect(stdout).toMatch(/\n\+mine\n\nAGENTS\.md: removed \(instructions\)\nStill to do by you:\n/);
    expect(stdout).not.toContain('as this version writes it');
    expect((await run('install --check --project --quiet')).stdout).toBe(
      '.claude/skills/stateroom-tdd/SKILL.md: edited (skill)\nAGENTS.md: removed (instructions)\n',
    );
    const { data } = JSON.parse((await run('install --check --project --json')).stdout);
    expect(data.drift[0]).toMatchObject({ change: 'edited (skill)', found: 'mine\n' });
    expect(data.drift[0].written).toBe(data.drift[0].wanted);
  });

  it('names the agents that call every tool without asking, and what of that was removed', async () => {
    await run('install --agents codex,gemini,opencode,copilot --without hooks,skills --yes');
    const granted = (await run('install --check')).stdout.split('\n')[1];
    expect(granted).toBe(
      'Without asking you, these agents call every tool, also `evidence`, which runs any command: opencode, Gemini CLI, Codex',
    );
    const file = join(home, '.gemini/settings.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"trust": true', '"trust": false'));
    rmSync(join(home, '.codex/config.toml'));
    const { stdout } = await run('install --check');
    expect(stdout).toContain('~/.codex/config.toml: removed (MCP server, tools without asking)\n');
    expect(stdout).toContain('which runs any command: opencode\n');
    expect(JSON.parse((await run('install --check --json')).stdout).data.withoutAsking).toEqual(['opencode']);
  });

  it('names what only a person can grant until the agents’ own files say that it is done', async () => {
    await run('install --agents claude-code,codex,copilot,gemini,qwen --project --yes');
    const told = async () => {
      const { code, stdout } = await run('install --check --project');
      expect(code).toBe(0);
      return stdout.split('\n').slice(1, -1);
    };
    const [gemini, qwen, copilot, codex, hooks, claude] = [
      '  Gemini CLI: Trust the folder: start `gemini` here once.',
      '  Qwen Code: Approve the server: run `qwen mcp approve stateroom` here once.',
      '  GitHub Copilot CLI: Trust the folder: start `copilot` here once.',
      '  Codex: Trust the repository: start `codex` here once.',
      '  Codex: Review the hooks: start `codex` here and enter `/hooks`.',
      '  Claude Code: Trust the folder: start `claude` here once.',
    ] as const;
    expect(await told()).toEqual(['Still to do by you:', gemini, qwen, copilot, codex, hooks, claude]);
    const put = (name: string, text: string) => {
      mkdirSync(dirname(join(home, name)), { recursive: true });
      writeFileSync(join(home, name), text);
    };
    put('.gemini/trustedFolders.json', JSON.stringify({ [join(root, 'src')]: 'TRUST_PARENT', [home]: 'DO_NOT_TRUST' }));
    // What `qwen mcp approve` 0.24.4 wrote for this entry.
    const qwenHash = 'b54d71fa1d1cb5f547e1111e873f9dba251f5c0f2660d5c186bbe08f2d753046';
    const approved = (hash: string) => JSON.stringify({ [root]: { stateroom: { hash, status: 'approved' } } });
    put('.qwen/mcpApprovals.json', approved(qwenHash));
    put('.copilot/config.json', `// Managed.\n${JSON.stringify({ trustedFolders: [home] })}`);
    put('.claude.json', JSON.stringify({ projects: { [root]: { hasTrustDialogAccepted: true } } }));
    const hooksFile = join(root, '.codex/hooks.json');
    // The hashes that `hooks/list` of Codex 0.169.0 named for these hooks.
    const reviewed = Object.entries({
      session_start: 'aa3da0d4cb26c413f9fa3b8b1e5d9d5c52b3dae9d9214b63a4251fdf0d63ccc7',
      pre_tool_use: '3af8d900349b9622a42a9141321f3798f80feaf14676e245e75ec4c50fefc3b4',
      post_tool_use: 'e72727cf7157237fbe2205c87b9ae7370979068dafd4e9c554e336d8312545ad',
      pre_compact: '17f6177992a3328eb7ceff96cf39dc0b1ca8853b2984a5f72c78c7561fa7efae',
      stop: '89b65a077570f1642e19c3a2de04c29625fb7d7d9bbdcc500035aa06b6e7da43',
    }).map(([event, hash]) => `[hooks.state."${hooksFile}:${event}:0:0"]\ntrusted_hash = "sha256:${hash}"\n`);
    const trusted = `[projects."${root}"]\ntrust_level = "trusted"\n`;
    put('.codex/config.toml', trusted + reviewed.slice(1).join(''));
    expect(await told()).toEqual(['Still to do by you:', hooks]);
    put('.codex/config.toml', trusted + reviewed.join(''));
    expect(await told()).toEqual([]);
    // Both were for what has changed since.
    put('.codex/config.toml', (trusted + reviewed.join('')).replace('sha256:89b65a07', 'sha256:00000000'));
    put('.qwen/mcpApprovals.json', approved(qwenHash.replace('b54d71fa', '00000000')));
    expect(await told()).toEqual(['Still to do by you:', qwen, hooks]);
    put('.codex/config.toml', trusted + reviewed.join(''));
    put('.qwen/mcpApprovals.json', approved(qwenHash));
    const entry = join(root, '.qwen/settings.json');
    const found = readFileSync(entry, 'utf8');
    writeFileSync(entry, found.replace('"stateroom",', '"/opt/stateroom",'));
    expect(await told()).toEqual(['Still to do by you:', qwen]);
    writeFileSync(entry, found);
    // A rule with a longer path, a refusal, and forms that nobody knows.
    put('.gemini/trustedFolders.json', JSON.stringify({ [root]: 'DO_NOT_TRUST', [home]: 'TRUST_FOLDER' }));
    put('.qwen/mcpApprovals.json', JSON.stringify({ [root]: { stateroom: { hash: '1', status: 'rejected' } } }));
    put('.copilot/config.json', JSON.stringify({ trustedFolders: { [home]: true } }));
    put('.codex/config.toml', 'projects = 1\n');
    put('.claude.json', '[');
    const unknown = ' Whether it is done cannot be told.';
    expect(await told()).toEqual([
      'Still to do by you:',
      gemini,
      qwen,
      copilot + unknown,
      codex + unknown,
      hooks,
      claude + unknown,
    ]);
    const { data } = JSON.parse((await run('install --check --project --json')).stdout);
    expect(data.steps.slice(1, 3)).toEqual([
      {
        agent: 'qwen',
        title: 'Qwen Code',
        step: 'Approve the server: run `qwen mcp approve stateroom` here once.',
        done: false,
      },
      {
        agent: 'copilot',
        title: 'GitHub Copilot CLI',
        step: 'Trust the folder: start `copilot` here once.',
        done: null,
      },
    ]);
  });

  it('shows an edit of what an earlier version wrote beside what it wrote and what this version would write', async () => {
    await run('install --agents codex --without hooks --yes');
    const skill = join(home, '.agents/skills/stateroom-tdd/SKILL.md');
    const ledger = join(home, '.config/stateroom/installed.json');
    const { files, texts, ...rest } = JSON.parse(readFileSync(ledger, 'utf8'));
    const earlier = { c8a9f4ec7ecd5b8e1f47d0b0d5b6d0e7a1f1c7c1d5a3d7b5f3f6cbb0a4bb6e7d: 'Write the test.\nRun it.\n' };
    const [hash] = Object.keys(earlier);
    for (const file of files) if (file.path === skill) file.pieces = [{ kind: 'file', hash }];
    writeFileSync(ledger, JSON.stringify({ ...rest, files, texts: { ...texts, ...earlier } }));
    writeFileSync(skill, 'Write the test.\nRun it twice.\n');
    const shown = `${skill.replace(home, '~')}: edited (skill)
--- as it was installed
+++ as it is
@@ -1,2 +1,2 @@
 Write the test.
-Run it.
+Run it twice.
--- as it is
+++ as this version writes it
@@ -1,2 +1,17 @@
-Write the test.
-Run it twice.
+---
+name: stateroom-tdd
`;
    expect((await run('install --check')).stdout).toContain(shown);
    expect((await run('install --agents codex --dry-run')).stdout).toContain(shown);
    const renewed = await run('install --agents codex --overwrite --dry-run');
    expect(renewed.stdout).toMatch(/^~ ~\/\.agents\/skills\/stateroom-tdd\/SKILL\.md {2}\(skill\)\n/);
    expect(renewed.stdout).toContain('-Run it twice.\n+---\n+name: stateroom-tdd');
    // It is still known after the next install.
    await run('install --agents codex --yes');
    expect((await run('install --check')).stdout).toContain(shown);
    await run('update --overwrite --yes');
    expect(readFileSync(skill, 'utf8')).toMatch(/^---\nname: stateroom-tdd\n/);
    expect((await run('install --check --quiet')).stdout).toBe('');
  });
});

describe('stateroom update', () => {
  it('writes again what is installed, and nothing where nothing is', async () => {
    expect((await run('update --yes')).stdout).toBe('Nothing is installed.\n');
    expect(readdirSync(home)).toEqual(['shop']);
    await run('install --agents codex --without hooks --yes');
    rmSync(join(home, '.codex'), { recursive: true });
    expect((await run('update', { terminal: 'stderr' })).code).toBe(2);
    expect((await run('update --yes', { environment: { CLAUDECODE: '1' } })).code).toBe(1);
    expect((await run('update --dry-run')).stdout).toMatch(
      /^\+ ~\/\.codex\/config\.toml {2}\(MCP server, tools without asking\)\n\n---/,
    );
    expect((await run('update --yes')).stdout).toContain(
      '+ ~/.codex/config.toml  (MCP server, tools without asking)\n\nInstalled.\n',
    );
    expect(readdirSync(join(home, '.codex'))).toEqual(['config.toml']);
    expect((await run('update --yes')).stdout).toBe('Everything is in place.\n');
    writeFileSync(join(home, '.agents/skills/stateroom-tdd/SKILL.md'), 'mine\n');
    expect((await run('update --yes')).stdout).toMatch(/stateroom-tdd[\s\S]*\nEverything else is in place\.\n$/);
  });
});

describe('a hook of the repository', () => {
  // What is answered is not JSON, so that each hook that does not step aside complains.
  const complains = async (line: string, environment = {}) => {
    const { code, stdout, stderr } = await run(`agent-hook ${line}`, { stdin: '{', environment });
    expect([code, stdout]).toEqual([0, '']);
    return stderr !== '';
  };

  it('steps aside where the person’s own answers the event', async () => {
    await run('install --agents claude-code,codex --project --yes');
    const text = readFileSync(join(root, '.claude/settings.json'), 'utf8');
    expect(text).toContain('then stateroom agent-hook claude PostToolUse --project; fi"');
    expect(await complains('claude PostToolUse --project')).toBe(true);
    await run('install --agents claude-code --yes');
    expect(await complains('claude PostToolUse --project')).toBe(false);
    expect(await complains('claude PostToolUse')).toBe(true);
    expect(await complains('codex PostToolUse --project')).toBe(true);
    const settings = join(home, '.claude/settings.json');
    writeFileSync(settings, readFileSync(settings, 'utf8').replace('claude PostToolUse"', 'claude Nothing"'));
    expect(await complains('claude PostToolUse --project')).toBe(true);
    expect(await complains('claude PostToolUseFailure --project')).toBe(false);
  });

  it('for Claude Code steps aside where Copilot runs it beside its own', async () => {
    const environment = { COPILOT_CLI: '1', COPILOT_PROJECT_DIR: root, CLAUDE_PROJECT_DIR: root };
    await run('install --agents claude-code --project --yes');
    expect(await complains('claude Stop --project', environment)).toBe(true);
    await run('install --agents copilot --project --yes');
    expect(await complains('claude Stop --project', environment)).toBe(false);
    expect(await complains('copilot agentStop --project', environment)).toBe(true);
    // A session of Claude Code that Copilot started.
    expect(await complains('claude Stop --project', { ...environment, CLAUDECODE: '1' })).toBe(true);
  });
});

describe('stateroom uninstall', () => {
  it('takes out what install wrote', async () => {
    expect((await run('uninstall --yes')).stdout).toBe('Nothing is installed.\n');
    await run('install --all --yes');
    const { code, stdout } = await run('uninstall --yes');
    expect(code).toBe(0);
    expect(stdout).toContain('- ~/.agents/skills  (11 skills)\n');
    expect(stdout).toContain('Removed.');
    expect(readdirSync(home)).toEqual(['shop']);
  });
});
