import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, linkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Planted, planted, tried } from '../../test/support/plantedRig.js';

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
      '.husky/pre-push has several hard links, which an edit would separate, so no hook was written.',
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
    chmodSync(join(clone.root, 'scripts/hooks/pre-push'), 0o755);
    clone.link('.husky', 'scripts/hooks');
    clone.git('config', 'core.hooksPath', '.husky');
    const { codes } = await tried(clone, ['hooks install', 'hooks status']);
    expect(codes).toEqual([0, 0]);
    expect(clone.read('scripts/hooks/pre-push')).toMatch(
      /^# Written by “stateroom hooks install”: begin\n[\s\S]*\nnpm test\n$/,
    );
    await tried(clone, ['hooks uninstall']);
    expect(clone.read('scripts/hooks/pre-push')).toBe('npm test\n');
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
