import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { all, type Planted, planted, tried } from '../../test/support/plantedRig.js';
import type { RefusalError } from '../domain/refusal/refusal.js';
import { excludeFiles } from '../git/excludeFiles.js';
import { inEnglish } from '../messages/inEnglish.js';

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
    ['to itself', link('AGENTS.md', 'AGENTS.md'), 'AGENTS.md is a broken link, so it was left as it is.'],
    [
      'in a circle',
      (clone: Planted) => {
        clone.link('.claude', '.codex');
        clone.link('.codex', '.claude');
      },
      '.claude/settings.json is a broken link, so it was left as it is.',
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
      'has several hard links, which an edit would separate',
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
