import { execFileSync } from 'node:child_process';
import { existsSync, linkSync, mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { makePlanted, marker, type Planted, removeTemplate } from '../../test/support/plantedRig.js';
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
    await tried(clone, all.slice(2));
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
