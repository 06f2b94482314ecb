import { execFileSync } from 'node:child_process';
import {
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { makePlanted, marker, type Planted, removeTemplate } from '../../test/support/plantedRig.js';
import type { RefusalError } from '../domain/refusal/refusal.js';
import { excludeFiles } from '../git/excludeFiles.js';
import { inEnglish } from '../messages/inEnglish.js';
import { sha256 } from '../platform/sha256.js';

const made: { remove(): void }[] = [];

afterEach(() => {
  for (const each of made.splice(0)) each.remove();
});
afterAll(removeTemplate);

function planted(): Planted {
  const each = makePlanted();
  made.push(each);
  return each;
}

/** A line of a list that says that `path` is as it is now and was otherwise before. */
function listed(clone: Planted, path: string, more: object = {}) {
  const text = existsSync(join(clone.root, path)) ? readFileSync(join(clone.root, path), 'utf8') : '';
  const hash = sha256(text);
  return {
    ...{ path, created: false, folders: [], after: hash, undo: { at: 0, removed: '', added: 0 } },
    pieces: [{ kind: 'file', hash }],
    ...more,
  };
}

const startsProgram = `[core]\n\tfsmonitor = "touch ${marker}; false"\n`;
const all = [
  'install --project --agents claude-code,codex --yes',
  'update --project --yes',
  'doctor --fix --yes',
  'uninstall --project --yes',
];

/** Runs commands, and has nothing outside of the worktree's files changed; what they print, and their exit codes. */
async function tried(clone: Planted, lines: readonly string[]): Promise<{ text: string; codes: number[] }> {
  const before = clone.canary();
  const codes: number[] = [];
  let text = '';
  for (const line of lines) {
    const { code, stdout, stderr } = await clone.run(line);
    codes.push(code);
    text += `${stdout}${stderr}`;
    expect(clone.canary(), line).toEqual(before);
  }
  clone.git('status');
  expect(existsSync(join(clone.root, marker))).toBe(false);
  // What fails says what was refused, and never what the system said or where the home directory is.
  expect(text).not.toMatch(/E(LOOP|NOENT|ACCES|ISDIR|INVAL)|Internal error|canary/);
  return { text, codes };
}

describe('a list of what was installed that comes with a clone', () => {
  const notOurs =
    'is in the list of what was installed, but is not a file that Stateroom writes, so it was left as it is.';

  it.each([
    ['a file of .git behind a link', 'notes/config', { undo: { at: 0, removed: startsProgram, added: 0 } }],
    ['a file of .git that it says was made', 'notes/HEAD', { created: true }],
    ['a file of .git by its name', '.git/config', { undo: { at: 0, removed: startsProgram, added: 0 } }],
    ['a way around to it', 'src/../.git/config', { created: true }],
    ['a file outside', '../../outside/credentials', { created: true }],
    ['an absolute name', '//etc/hostname', { created: true }],
    ['a source file', 'README.md', { created: true }],
    ['a skill by another name', '.claude/skills/stateroom-/../../../README.md', { created: true }],
  ])('is not believed of %s', async (_title, path, more) => {
    const clone = planted();
    clone.link('notes', '.git');
    clone.ledger({ files: [listed(clone, path, more)] });
    const { text, codes } = await tried(clone, all);
    expect(text).toContain(`! ${path} ${notOurs}`);
    expect(codes).toEqual([1, 1, 1, 1]);
    expect(clone.read('README.md')).toBe('# shop\n');
  });

  it('removes no folder that its file is not in', async () => {
    const clone = planted();
    const folders = ['../../outside/empty/deep', '../../outside/empty', '..', '.git/refs/tags', '.stateroom/../src'];
    mkdirSync(join(clone.root, 'src'));
    clone.write('.mcp.json', '{}\n');
    clone.ledger({
      folders,
      files: [
        listed(clone, '.mcp.json', {
          folders: ['.git/branches'],
          pieces: [{ kind: 'json', keys: ['mcpServers', 'stateroom'], hash: '0' }],
        }),
      ],
    });
    const { text } = await tried(clone, ['uninstall --project --yes']);
    for (const folder of [...folders, '.git/branches']) {
      expect(text).toContain(
        `! ${folder} is in the list of what was installed, but is not a folder that Stateroom makes, so it was left as it is.`,
      );
    }
    expect(existsSync(join(clone.root, 'src'))).toBe(true);
  });

  it.each([
    ['an entry of another', [{ kind: 'json', keys: ['mcpServers', 'db'], hash: sha256('{"command":"db"}') }]],
    ['the whole file', [{ kind: 'file', hash: '0' }]],
    ['a member of a list', [{ kind: 'member', keys: ['hooks', 'Stop'], mark: 'db', hash: '0' }]],
  ])('does not make %s ours', async (_title, pieces) => {
    const clone = planted();
    clone.write('.mcp.json', '{"mcpServers": {"db": {"command": "db"}}}\n');
    clone.ledger({ files: [listed(clone, '.mcp.json', { created: true, pieces })] });
    const { text } = await tried(clone, all);
    expect(text).toContain(
      '! .mcp.json is in the list of what was installed with a part that Stateroom does not write, so it was left as it is.',
    );
    expect(clone.read('.mcp.json')).toBe('{"mcpServers": {"db": {"command": "db"}}}\n');
  });

  const ours = '{"args":["mcp"],"command":"stateroom","type":"stdio"}';
  const entry = [{ kind: 'json', keys: ['mcpServers', 'stateroom'], hash: sha256(ours) }];

  it('does not delete a file in which something of others is, whatever it says of who made it', async () => {
    const clone = planted();
    clone.write('.mcp.json', `{"mcpServers": {"db": {"command": "db"}, "stateroom": ${ours}}}\n`);
    clone.ledger({ files: [listed(clone, '.mcp.json', { created: true, pieces: entry })] });
    await tried(clone, ['uninstall --project --yes']);
    expect(JSON.parse(clone.read('.mcp.json'))).toEqual({ mcpServers: { db: { command: 'db' } } });
  });

  it('puts nothing into a file that was not there without ours', async () => {
    const clone = planted();
    clone.write('.mcp.json', `{"mcpServers": {"stateroom": ${ours}}}\n`);
    const removed = '{"mcpServers": {"db": {"command": "./.evil"}}}\n';
    const undo = { at: 0, removed, added: clone.read('.mcp.json').length };
    clone.ledger({ files: [listed(clone, '.mcp.json', { undo, pieces: entry })] });
    await tried(clone, ['uninstall --project --yes']);
    expect(clone.read('.mcp.json')).not.toContain('evil');
    expect(clone.read('.mcp.json')).not.toContain('stateroom');
  });

  it.each([
    ['a device', '/dev/zero'],
    ['a file outside', '../../../outside/credentials'],
    ['itself', 'installed.json'],
    ['a folder', '../.git'],
  ])('is not read where it is a link to %s', async (_title, target) => {
    const clone = planted();
    clone.link('.stateroom/installed.json', target);
    const { text, codes } = await tried(clone, all);
    expect(text).toMatch(/\.stateroom\/installed\.json (leads|is a link)/);
    expect(codes).toEqual([1, 1, 1, 1]);
  });
});

describe('a file of a clone that is a link', () => {
  const link = (name: string, target: string) => (clone: Planted) => clone.link(name, target);
  const into = 'leads into a git directory, so it was left as it is.';
  const out = 'leads out of the repository, so it was left as it is.';

  it.each([
    ['into .git', link('.agents', '.git/hooks'), `.agents/skills/stateroom-tdd/SKILL.md ${into}`],
    ['into .git, as a file', link('.mcp.json', '.git/config'), `.mcp.json ${into}`],
    [
      'into .git by an absolute name',
      (clone: Planted) => clone.link('.claude', join(clone.root, '.git/hooks')),
      `.claude/settings.json ${into}`,
    ],
    [
      'into .git by way of others',
      (clone: Planted) => {
        clone.link('one', 'two');
        clone.link('two', '.git');
        clone.link('.claude', 'one/hooks');
      },
      `.claude/settings.json ${into}`,
    ],
    [
      'into .git by way of a folder',
      (clone: Planted) => {
        clone.write('docs/a.md', '');
        clone.link('.codex', 'docs/../.git');
      },
      `.codex/config.toml ${into}`,
    ],
    [
      'into the .git of a repository in it',
      (clone: Planted) => {
        execFileSync('git', ['init', '-q', 'vendor/lib'], { cwd: clone.root });
        clone.link('.agents', 'vendor/lib/.git/hooks');
      },
      /SKILL\.md (leads into a git directory|is part of another repository), so/,
    ],
    [
      'into a bare repository in it',
      (clone: Planted) => {
        execFileSync('git', ['init', '-q', '--bare', 'fixtures/store'], { cwd: clone.root });
        clone.link('.agents', 'fixtures/store/hooks');
      },
      `.agents/skills/stateroom-tdd/SKILL.md ${into}`,
    ],
    [
      'into another repository in it',
      (clone: Planted) => {
        execFileSync('git', ['init', '-q', 'vendor/lib'], { cwd: clone.root });
        clone.link('.agents', 'vendor/lib');
      },
      'is part of another repository, so it was left as it is.',
    ],
    ['out of it', link('.agents', '../../outside'), `.agents/skills/stateroom-tdd/SKILL.md ${out}`],
    ['out of it, to a file', link('AGENTS.md', '../../outside/credentials'), `AGENTS.md ${out}`],
    [
      'out of it and back',
      (clone: Planted) => {
        clone.write('real/a.md', '');
        symlinkSync(join(clone.root, 'real'), join(clone.home, 'code/back'));
        clone.link('.claude', '../back');
      },
      `.claude/settings.json ${out}`,
    ],
    ['to itself', link('AGENTS.md', 'AGENTS.md'), 'AGENTS.md is a link that leads nowhere, so it was left as it is.'],
    [
      'in a circle',
      (clone: Planted) => {
        clone.link('.claude', '.codex');
        clone.link('.codex', '.claude');
      },
      '.claude/settings.json is a link that leads nowhere, so it was left as it is.',
    ],
    ['to a document elsewhere that is not read', link('CLAUDE.md', '../../outside/guide.md'), `CLAUDE.md ${out}`],
    ['to a device', link('CLAUDE.md', '/dev/zero'), `CLAUDE.md ${out}`],
    ['to a terminal', link('AGENTS.md', '/dev/tty'), `AGENTS.md ${out}`],
    ['to what the process has', link('.mcp.json', '/proc/self/environ'), `.mcp.json ${out}`],
  ] as const)('%s is not followed', async (_title, plant, sentence) => {
    const clone = planted();
    plant(clone);
    const { text, codes } = await tried(clone, all.slice(0, 2));
    expect(text).toMatch(typeof sentence === 'string' ? new RegExp(sentence.replace(/[.*()]/g, '\\$&')) : sentence);
    expect(codes).toEqual([1, 1]);
    await tried(clone, all.slice(3));
  });
});

describe('a file of a clone that is not one to read', () => {
  it.each([
    ['a pipe', (path: string) => execFileSync('mkfifo', [path]), 'is not a regular file'],
    ['a folder', (path: string) => mkdirSync(path), 'is not a regular file'],
    [
      'huge',
      (path: string) => {
        writeFileSync(path, '');
        truncateSync(path, 3 * 1024 ** 3);
      },
      'is larger than 16 MB',
    ],
    [
      'a second name of one outside',
      (path: string, clone: Planted) => linkSync(join(clone.outside, 'guide.md'), path),
      'has another name (a hard link), which an edit would leave behind',
    ],
  ] as const)('is named: %s', async (_title, plant, problem) => {
    const clone = planted();
    plant(join(clone.root, 'AGENTS.md'), clone);
    const { text, codes } = await tried(clone, ['install --project --agents codex --yes', 'install --check --project']);
    expect(text).toContain(`! AGENTS.md ${problem}, so it was left as it is.`);
    expect(text).toContain(`AGENTS.md: ${problem}\n`);
    expect(codes).toEqual([1, 1]);
  });

  it('is named: a socket', async () => {
    const clone = planted();
    const server = createServer();
    await new Promise<void>(done => server.listen(join(clone.root, 'AGENTS.md'), done));
    try {
      const { text } = await tried(clone, ['install --project --agents codex --yes']);
      expect(text).toContain('! AGENTS.md is not a regular file, so it was left as it is.');
    } finally {
      await new Promise(done => server.close(done));
    }
  });
});

describe('a program of a clone with Stateroom’s name', () => {
  const serves = (entry: object) => JSON.stringify({ mcpServers: { stateroom: entry } });
  const hook = (command: string) =>
    JSON.stringify({ hooks: { PreToolUse: [{ hooks: [{ type: 'command', command }] }] } });
  const ours = 'stateroom agent-hook claude PreToolUse --project';
  const registered = (event: string, type: object, more: object = {}) =>
    JSON.stringify({ hooks: { [event]: [{ ...more, hooks: [{ ...type, command: ours }] }] } });
  const copilot = (bash: string) => JSON.stringify({ version: 1, hooks: { preToolUse: [{ type: 'command', bash }] } });

  it.each([
    ['a program of the clone', '.mcp.json', serves({ command: './.evil' }), './.evil'],
    [
      'one of the clone with our name',
      '.mcp.json',
      serves({ command: './stateroom', args: ['mcp'] }),
      './stateroom mcp',
    ],
    [
      'another command of ours',
      '.mcp.json',
      serves({ command: 'stateroom', args: ['evidence', 'run', '--', 'sh'] }),
      'stateroom evidence run -- sh',
    ],
    ['a shell', '.gemini/settings.json', serves({ command: 'sh', args: ['-c', 'id'] }), 'sh -c id'],
    [
      'our program with a library of the clone',
      '.mcp.json',
      serves({ command: 'stateroom', args: ['mcp'], env: { NODE_OPTIONS: '-r ./a' } }),
      'stateroom mcp (with NODE_OPTIONS)',
    ],
    [
      'our program for another store, as someone else, elsewhere',
      '.mcp.json',
      serves({
        ...{ command: 'stateroom', args: ['mcp'], cwd: '/tmp' },
        env: { STATEROOM_STORE: '/tmp/x', STATEROOM_ACTOR: 'Ann', STATEROOM_MODEL: 'gpt-5' },
      }),
      'stateroom mcp (with STATEROOM_STORE, STATEROOM_ACTOR, cwd)',
    ],
    ['an address', '.cursor/mcp.json', serves({ url: 'http://127.0.0.1:1/' }), 'http://127.0.0.1:1/'],
    ['a program in TOML', '.codex/config.toml', '[mcp_servers.stateroom]\ncommand = "./.evil"\n', './.evil'],
    [
      'a program of opencode, in its other file',
      'opencode.jsonc',
      '{"mcp": {"stateroom": {"type": "local", "command": ["./.evil"]}}}',
      './.evil',
    ],
  ])('is named and makes the check fail: %s', async (_title, file, text, starts) => {
    const clone = planted();
    clone.write(file, `${text}\n`);
    const { text: said, codes } = await tried(clone, [
      'install --project --agents qwen --yes',
      'install --check --project',
    ]);
    const sentence = `${file}: its entry “stateroom” starts ${starts}, not Stateroom. Remove it, or replace it: stateroom`;
    expect(said).toContain(`! ${sentence} install --agents `);
    expect(said).toContain(`\n${sentence} install --agents `);
    expect(codes).toEqual([1, 1]);
  });

  it.each([
    [
      'a comment with our words',
      '.claude/settings.json',
      hook('./.evil # agent-hook claude PreToolUse'),
      './.evil # agent-hook claude PreToolUse',
    ],
    [
      'ours behind another',
      '.claude/settings.json',
      hook('./.evil; stateroom agent-hook claude PreToolUse'),
      './.evil; stateroom agent-hook claude PreToolUse',
    ],
    [
      'one of the clone',
      '.codex/hooks.json',
      hook('./stateroom agent-hook codex PreToolUse'),
      './stateroom agent-hook codex PreToolUse',
    ],
    ['a file of ours', '.github/hooks/stateroom.json', copilot('./.evil'), './.evil'],
    [
      'ours for tools that are not there',
      '.claude/settings.json',
      registered('PreToolUse', { type: 'command' }, { matcher: 'NeverThis' }),
      `${ours} (with matcher NeverThis)`,
    ],
    [
      'ours of another type',
      '.claude/settings.json',
      registered('PreToolUse', { type: 'http' }),
      `${ours} (with type http)`,
    ],
    [
      'ours, switched off',
      '.claude/settings.json',
      registered('PreToolUse', { type: 'command', disabled: true }),
      `${ours} (with disabled)`,
    ],
    [
      'ours on a condition that nobody waits for',
      '.claude/settings.json',
      registered('PreToolUse', { type: 'command', if: 'Bash(no *)', async: true }, { enabled: false }),
      `${ours} (with enabled false, if Bash(no *), async)`,
    ],
    [
      'ours at another event',
      '.claude/settings.json',
      registered('SessionEnd', { type: 'command' }),
      `${ours} (with event SessionEnd)`,
    ],
  ])('is named where it is a hook: %s', async (_title, file, text, starts) => {
    const clone = planted();
    clone.write(file, `${text}\n`);
    const { text: said, codes } = await tried(clone, ['install --check --project', 'doctor']);
    const sentence = `${file}: a hook with Stateroom’s name starts ${starts}, not Stateroom.`;
    expect(said).toMatch(
      /Remove it, or replace it: stateroom install --agents [a-z-]+ --project --overwrite\nNothing is installed\.\n/,
    );
    expect(said.split(sentence)).toHaveLength(3);
    expect(said).toContain('broken  mcp');
    expect(codes).toEqual([1, 1]);
  });

  it('is named although the list of the clone says that it was installed so', async () => {
    const clone = planted();
    clone.write('.mcp.json', `${serves({ command: './.evil' })}\n`);
    const pieces = [{ kind: 'json', keys: ['mcpServers', 'stateroom'], hash: sha256('{"command":"./.evil"}') }];
    clone.ledger({ files: [listed(clone, '.mcp.json', { pieces })] });
    const { text, codes } = await tried(clone, ['install --check --project']);
    expect(text).toContain('.mcp.json: its entry “stateroom” starts ./.evil, not Stateroom.');
    expect(text).toContain('or replace it: stateroom update --project --overwrite\n');
    expect(text).not.toContain('Everything is as it was installed.');
    expect(codes).toEqual([1]);
  });

  it('is removed with what the list says was installed', async () => {
    const clone = planted();
    clone.write('.mcp.json', `${serves({ command: './.evil' })}\n`);
    const pieces = [{ kind: 'json', keys: ['mcpServers', 'stateroom'], hash: sha256('{"command":"./.evil"}') }];
    clone.ledger({ files: [listed(clone, '.mcp.json', { created: true, pieces })] });
    const { text } = await tried(clone, ['uninstall --project --yes']);
    expect(text).toContain('! .mcp.json: its entry “stateroom” starts ./.evil, not Stateroom. It is removed.\n');
    expect(existsSync(join(clone.root, '.mcp.json'))).toBe(false);
  });

  it('leaves an entry that was edited where the list says that the file is as an install made it', async () => {
    const clone = planted();
    const text = `${serves({ command: 'stateroom', args: ['mcp', '--verbose'] })}\n`;
    clone.write('.mcp.json', text);
    const pieces = [{ kind: 'json', keys: ['mcpServers', 'stateroom'], hash: sha256('{"command":"stateroom"}') }];
    clone.ledger({ files: [listed(clone, '.mcp.json', { created: true, pieces })] });
    const { text: said } = await tried(clone, ['uninstall --project --yes']);
    expect(said).toMatch(/\.mcp\.json.*edited/);
    expect(clone.read('.mcp.json')).toBe(text);
  });

  it('is replaced on one yes, and does not come back', async () => {
    const clone = planted();
    clone.write('.mcp.json', `{"mcpServers": {"db": {"command": "db"}, "stateroom": {"command": "./.evil"}}}\n`);
    clone.write('.claude/settings.json', `${hook('./.evil # agent-hook claude PreToolUse')}\n`);
    const asked = await clone.run('install --project --agents claude-code --overwrite');
    expect(asked.stderr).toContain(
      '! .mcp.json: its entry “stateroom” starts ./.evil, not Stateroom. It is replaced.\n',
    );
    expect(asked.code).toBe(0);
    expect(JSON.parse(clone.read('.mcp.json')).mcpServers.stateroom.command).toBe('stateroom');
    expect(clone.read('.claude/settings.json')).not.toContain('evil');
    expect((await tried(clone, ['install --check --project'])).codes).toEqual([0]);
    await tried(clone, ['uninstall --project --yes']);
    expect(JSON.parse(clone.read('.mcp.json'))).toEqual({ mcpServers: { db: { command: 'db' } } });
    expect(clone.read('.claude/settings.json')).not.toContain('evil');
  });

  it.each([
    ['what install writes', '.mcp.json', serves({ type: 'stdio', command: 'stateroom', args: ['mcp'] })],
    [
      'where it was installed',
      '.mcp.json',
      serves({ command: '/usr/local/bin/stateroom', args: ['mcp'], env: { STATEROOM_MODEL: 'gpt-5' } }),
    ],
    ['a hook without --project', '.claude/settings.json', hook('stateroom agent-hook claude PreToolUse')],
    ['a hook of the team’s own', '.claude/settings.json', hook('./lint.sh')],
  ])('is not named: %s', async (_title, file, text) => {
    const clone = planted();
    clone.write(file, `${text}\n`);
    const { text: said } = await tried(clone, ['install --check --project']);
    expect(said).not.toContain('not Stateroom');
  });
});

describe('files of hook managers in a clone', () => {
  const husky = (clone: Planted) => clone.write('.husky/pre-commit', 'npm test\n');
  const elsewhere = (file: string) =>
    `${file} is behind a link out of this worktree or into a git directory, so no hook was written.`;

  it.each([
    [
      'the folder is outside',
      (clone: Planted) => clone.link('.husky', '../../outside/hooks'),
      elsewhere('.husky/pre-commit'),
    ],
    [
      'the folder is in another repository',
      (clone: Planted) => clone.link('.husky', '../other/.git/hooks'),
      elsewhere('.husky/pre-commit'),
    ],
    ['the folder is in .git', (clone: Planted) => clone.link('.husky', '.git/hooks'), elsewhere('.husky/pre-commit')],
    [
      'a file is a secret outside',
      (clone: Planted) => {
        husky(clone);
        clone.link('.husky/pre-push', '../../../outside/credentials');
      },
      elsewhere('.husky/pre-push'),
    ],
    [
      'a file is a device',
      (clone: Planted) => {
        husky(clone);
        clone.link('.husky/commit-msg', '/dev/zero');
      },
      elsewhere('.husky/commit-msg'),
    ],
    [
      'a file is a pipe',
      (clone: Planted) => {
        husky(clone);
        execFileSync('mkfifo', [join(clone.root, '.husky/pre-push')]);
      },
      '.husky/pre-push is not a regular file of at most 16 MB, so no hook was written.',
    ],
    [
      'a file has a second name outside',
      (clone: Planted) => {
        husky(clone);
        linkSync(join(clone.outside, 'guide.md'), join(clone.root, '.husky/pre-push'));
      },
      '.husky/pre-push has another name (a hard link), which an edit would leave behind, so no hook was written.',
    ],
  ] as const)('are not written where %s', async (_title, plant, sentence) => {
    const clone = planted();
    plant(clone);
    const { text, codes } = await tried(clone, [
      'hooks status',
      'hooks install',
      'doctor --fix --yes',
      'hooks uninstall',
    ]);
    expect(text).toContain(`${sentence}\n  Put a regular file of the repository in its place, then try again.`);
    expect(codes[1]).toBe(1);
    expect(existsSync(join(clone.root, '.git/stateroom/hooks/run'))).toBe(false);
    expect(clone.git('diff', '--stat')).toBe('');
  });

  it('are not read where lefthook’s is a device', async () => {
    const clone = planted();
    clone.link('lefthook.yml', '/dev/zero');
    const { text } = await tried(clone, ['hooks status', 'hooks install']);
    expect(text).toContain('Add to lefthook.yml:');
  });

  it('are written where they are files, with links in the worktree', async () => {
    const clone = planted();
    clone.write('scripts/hooks/pre-push', 'npm test\n');
    clone.link('.husky', 'scripts/hooks');
    const { codes } = await tried(clone, ['hooks install', 'hooks status']);
    expect(codes).toEqual([0, 0]);
    expect(clone.read('scripts/hooks/pre-push')).toContain('npm test\n# Written by “stateroom hooks install”: begin\n');
    await tried(clone, ['hooks uninstall']);
    expect(clone.read('scripts/hooks/pre-push')).toBe('npm test\n');
  });
});

describe('git’s list of what is ignored', () => {
  it.each([
    [
      'a file',
      (clone: Planted) => {
        rmSync(join(clone.root, '.git/info/exclude'));
        symlinkSync('../../../../outside/guide.md', join(clone.root, '.git/info/exclude'));
      },
    ],
    [
      'a folder',
      (clone: Planted) => {
        rmSync(join(clone.root, '.git/info'), { recursive: true });
        symlinkSync('../../../outside', join(clone.root, '.git/info'));
      },
    ],
    [
      'nothing',
      (clone: Planted) => {
        rmSync(join(clone.root, '.git/info/exclude'));
        symlinkSync('../../../../outside/new', join(clone.root, '.git/info/exclude'));
      },
    ],
  ] as const)('is not written outside of .git by way of a link to %s', async (_title, plant) => {
    const clone = planted();
    plant(clone);
    const before = clone.canary();
    const file = join(clone.root, '.git', 'info', 'exclude');
    const refusal = await excludeFiles({ commonDir: join(clone.root, '.git') }, ['/.worker-ctx.json', '/b']).catch(
      (error: RefusalError) => error.refusal,
    );
    expect(inEnglish(refusal)).toMatchObject({
      message: `${file} is not a regular file of the git directory, so nothing was written to it.`,
      hint: expect.stringContaining(
        'Add these lines there, or put a file in place of the link, then try again: /.worker-ctx.json /b.',
      ),
    });
    expect(clone.canary()).toEqual(before);
  });

  it('is enough where a link leads out of .git to a file that has the lines', async () => {
    const clone = planted();
    const elsewhere = join(clone.root, '..', '..', 'outside', 'guide.md');
    writeFileSync(elsewhere, '*.log\n/.worker-ctx.json\n');
    rmSync(join(clone.root, '.git/info/exclude'));
    symlinkSync(elsewhere, join(clone.root, '.git/info/exclude'));
    const before = clone.canary();
    await excludeFiles({ commonDir: join(clone.root, '.git') }, ['/.worker-ctx.json']);
    expect(clone.canary()).toEqual(before);
  });

  it('is written where it is a link in .git, and keeps what is there', async () => {
    const clone = planted();
    writeFileSync(join(clone.root, '.git/ignored'), Buffer.from('/b\xe4r', 'latin1'));
    rmSync(join(clone.root, '.git/info/exclude'));
    symlinkSync('../ignored', join(clone.root, '.git/info/exclude'));
    for (let round = 0; round < 2; round += 1)
      await excludeFiles({ commonDir: join(clone.root, '.git') }, ['/dashboard.md']);
    expect(readFileSync(join(clone.root, '.git/ignored')).toString('latin1')).toBe('/b\xe4r\n/dashboard.md\n');
  });
});

describe('what is harmless in a clone', () => {
  const installs = 'install --project --agents claude-code,codex --yes';

  it.each([
    [
      'CLAUDE.md is a link to AGENTS.md',
      (clone: Planted) => {
        clone.write('AGENTS.md', '# Shop\n');
        clone.link('CLAUDE.md', 'AGENTS.md');
      },
      '~ AGENTS.md  (instructions)',
    ],
    [
      'AGENTS.md is a link to CLAUDE.md',
      (clone: Planted) => {
        clone.write('CLAUDE.md', '# Shop\n');
        clone.link('AGENTS.md', 'CLAUDE.md');
      },
      '~ AGENTS.md -> CLAUDE.md  (instructions)',
    ],
    [
      'CLAUDE.md names AGENTS.md',
      (clone: Planted) => clone.write('CLAUDE.md', '@AGENTS.md\n'),
      '+ AGENTS.md  (instructions)',
    ],
    [
      '.claude is a link to a folder',
      (clone: Planted) => {
        clone.write('tools/claude/a.md', '');
        clone.link('.claude', 'tools/claude');
      },
      '+ .claude/skills -> tools/claude/skills  (11 skills)',
    ],
    [
      '.claude is an absolute link to a folder',
      (clone: Planted) => {
        clone.write('tools/claude/a.md', '');
        clone.link('.claude', join(clone.root, 'tools/claude'));
      },
      '+ .claude/settings.json -> tools/claude/settings.json  (hooks)',
    ],
    [
      'files have the line ends and the mark of Windows',
      (clone: Planted) => {
        clone.write('CLAUDE.md', '\ufeff# Shop\r\n');
        clone.write('.mcp.json', '\ufeff{\r\n  "mcpServers": {}\r\n}\r\n');
      },
      '~ .mcp.json  (MCP server)',
    ],
    [
      'a document is behind two links',
      (clone: Planted) => {
        clone.write('docs/agents.md', '# Shop\n');
        clone.link('two.md', 'docs/agents.md');
        clone.link('AGENTS.md', './two.md');
      },
      '~ AGENTS.md -> docs/agents.md  (instructions)',
    ],
    [
      'a folder goes up and down again',
      (clone: Planted) => {
        clone.write('tools/x/a.md', '');
        clone.link('.agents', 'tools/../tools/x');
      },
      '+ .agents/skills -> tools/x/skills  (11 skills)',
    ],
  ] as const)('%s: install writes, uninstall gives back every byte', async (_title, plant, line) => {
    const clone = planted();
    plant(clone);
    clone.git('add', '.');
    clone.git('-c', 'user.name=Ada', '-c', 'user.email=a@b.c', 'commit', '-qm', 'More');
    const { text, codes } = await tried(clone, [installs, 'install --check --project', 'update --project --yes']);
    expect(text).toContain(`${line}\n`);
    expect(codes).toEqual([0, 0, 0]);
    await tried(clone, ['uninstall --project --yes']);
    expect(clone.git('status', '--porcelain', '--ignored')).toBe('');
  });

  it('is a worktree, and a clone below a linked folder', async () => {
    const clone = planted();
    const tree = join(clone.home, 'code', 'tree');
    clone.git('worktree', 'add', '-q', tree);
    symlinkSync(tree, join(clone.home, 'linked'));
    for (const directory of [tree, join(clone.home, 'linked')]) {
      const run = (line: string) => clone.run(line, directory);
      expect((await run(installs)).code).toBe(0);
      expect((await run('install --check --project')).code).toBe(0);
      expect((await run('uninstall --project --yes')).code).toBe(0);
      expect(execFileSync('git', ['status', '--porcelain'], { cwd: tree, encoding: 'utf8' })).toBe('');
    }
  });

  it('is a person’s own files behind links to their dotfiles', async () => {
    const clone = planted();
    const dotfiles = join(clone.home, 'dotfiles');
    mkdirSync(join(dotfiles, 'claude'), { recursive: true });
    execFileSync('git', ['init', '-q', dotfiles]);
    symlinkSync('dotfiles/claude', join(clone.home, '.claude'));
    writeFileSync(join(dotfiles, 'claude.json'), '{}\n');
    symlinkSync(join(dotfiles, 'claude.json'), join(clone.home, '.claude.json'));
    const { stdout, code } = await clone.run('install --user --agents claude-code --yes');
    expect(code).toBe(0);
    expect(stdout).toContain('~ ~/.claude.json -> ~/dotfiles/claude.json  (MCP server)\n');
    expect(stdout).toContain(
      '+ ~/.claude/settings.json -> ~/dotfiles/claude/settings.json  (tools without asking, hooks)\n',
    );
    const removed = await clone.run('uninstall --user --yes');
    expect(removed.stdout).toContain('- ~/.claude/skills  (folder, if it is empty then)\n');
    expect(readFileSync(join(dotfiles, 'claude.json'), 'utf8')).toBe('{}\n');
    expect(existsSync(join(dotfiles, 'claude/skills'))).toBe(false);
  });

  it.skipIf(process.getuid?.() !== 0)('keeps the owner of a file that root edits', async () => {
    const clone = planted();
    clone.write('AGENTS.md', '# Shop\n');
    chownSync(join(clone.root, 'AGENTS.md'), 1234, 1234);
    await tried(clone, [installs]);
    const { uid, gid } = statSync(join(clone.root, 'AGENTS.md'));
    expect([uid, gid, clone.read('AGENTS.md').includes('stateroom:begin')]).toEqual([1234, 1234, true]);
  });
});

describe('an agent in a clone', () => {
  it('installs no hooks, and what it tried changes nothing', async () => {
    const clone = planted();
    clone.link('.husky', '../../outside/hooks');
    const before = clone.canary();
    const { code, stderr } = await clone.run('hooks install', clone.root, { CLAUDECODE: '1' });
    expect([code, stderr.split('\n')[0]]).toEqual([1, expect.stringContaining('stateroom: ')]);
    expect(clone.canary()).toEqual(before);
  });
});
