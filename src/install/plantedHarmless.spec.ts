import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Planted, planted, tried } from '../../test/support/plantedRig.js';

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
