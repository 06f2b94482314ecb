import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hooksPathIn, missedHooks } from './missedHooks.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stateroom-config-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it.each([
  ['[core]\n\thooksPath = /a/hooks\n', '/a/hooks'],
  ['[core]\n\thookspath=/a/hooks ; since we moved\n', '/a/hooks'],
  ['[core]\n\thooksPath = "/a # b/hooks"\n', '/a # b/hooks'],
  ['[core]\n\thooksPath = "C:\\\\a\\\\hooks"\r\n', 'C:\\a\\hooks'],
  ['[core]\n\thooksPath = /first\n[user]\n\tname = R\n[CORE]\n\thooksPath = /last\n', '/last'],
  ['[other]\n\thooksPath = /a/hooks\n', undefined],
  ['[core "sub"]\n\thooksPath = /a/hooks\n', undefined],
  ['[core]\n\tbare = false\n', undefined],
])('in %j git takes %j', (text, path) => {
  expect(hooksPathIn(text)).toBe(path);
});

it('are missed where git is told of a folder of ours that is gone, and of no other later on', async () => {
  const gone = '/gone/.git/stateroom/hooks';
  const missed = (commonDir = folder) => missedHooks({ root: folder, commonDir, gitDir: commonDir });
  writeFileSync(join(folder, 'config'), `[core]\n\thooksPath = ${gone}\n`);
  expect(await missed()).toEqual({ hooks: ['pre-commit', 'pre-push'], faults: [{ why: 'moved', file: gone }] });
  writeFileSync(join(folder, 'config'), `[core]\n\thooksPath = ${gone}\n\thooksPath = ${folder}\n`);
  expect(await missed()).toBeUndefined();
  writeFileSync(join(folder, 'config'), '[core]\n\thooksPath = /gone/.husky\n');
  expect(await missed()).toBeUndefined();
  expect(await missed(join(folder, 'nowhere'))).toBeUndefined();
});

describe('once hooks are installed', () => {
  const tree = () => ({ root: join(folder, 'tree'), commonDir: folder, gitDir: join(folder, 'worktrees', 'tree') });
  const line = (name: string) =>
    `f="$(git rev-parse --git-common-dir)/stateroom/hooks/run"; [ ! -x "$f" ] || "$f" ${name} || exit $?\n`;
  beforeEach(() => {
    mkdirSync(join(folder, 'stateroom', 'hooks'), { recursive: true });
    writeFileSync(join(folder, 'stateroom', 'hooks', 'run'), '');
    writeFileSync(join(folder, 'config'), '[core]\n\thooksPath = .hooks\n');
    mkdirSync(join(folder, 'tree', '.hooks'), { recursive: true });
    for (const name of ['pre-commit', 'pre-push'])
      writeFileSync(join(folder, 'tree', '.hooks', name), line(name), { mode: 0o755 });
  });

  it.each([
    ['nothing, as git runs them', () => undefined, undefined],
    [
      'a folder that the worktree does not have',
      () => rmSync(join(folder, 'tree', '.hooks'), { recursive: true }),
      'noFolder',
    ],
    ['a file that the worktree does not have', () => rmSync(join(folder, 'tree', '.hooks', 'pre-push')), 'noFile'],
    [
      'a file that is not executable',
      () => chmodSync(join(folder, 'tree', '.hooks', 'pre-push'), 0o644),
      'notExecutable',
    ],
    ['a branch from before', () => writeFileSync(join(folder, 'tree', '.hooks', 'pre-commit'), 'true\n'), 'noLines'],
    [
      'an end before the lines',
      () => writeFileSync(join(folder, 'tree', '.hooks', 'pre-commit'), `exit 0\n${line('pre-commit')}`),
      'endsBefore',
    ],
    [
      'another folder in the settings of the worktree',
      () => {
        writeFileSync(join(folder, 'config'), '[extensions]\n\tworktreeConfig = true\n[core]\n\thooksPath = .hooks\n');
        mkdirSync(tree().gitDir, { recursive: true });
        writeFileSync(join(tree().gitDir, 'config.worktree'), '[core]\n\thooksPath = elsewhere\n');
      },
      'noFolder',
    ],
  ])('are missed in a worktree by %s', async (_title, change, why) => {
    change();
    expect((await missedHooks(tree()))?.faults[0]?.why).toBe(why);
  });

  it('are not missed in the main worktree while a person has not added the lines, which installing tells', async () => {
    writeFileSync(join(folder, 'tree', '.hooks', 'pre-commit'), 'true\n');
    expect(await missedHooks({ ...tree(), gitDir: folder })).toBeUndefined();
  });
});
