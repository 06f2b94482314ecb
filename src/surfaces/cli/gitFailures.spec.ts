import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runInMemory } from '../../../test/support/memoryHost.js';
import { GitFailure, refusalOfGit } from '../../git/gitFailure.js';
import { say } from '../../messages/say.js';

// What git, or a program that it starts, fails with is not a bug of ours.

let home = '';
let root = '';
let lane = '';

const git = (...words: string[]) => execFileSync('git', words, { cwd: root, stdio: 'pipe' });
const run = (words: string, directory = root) =>
  runInMemory(words.split(' '), {
    directory,
    undisturbed: true,
    environment: { HOME: home, PATH: process.env.PATH ?? '', STATEROOM_ACTOR: 'ada' },
  });

beforeEach(async () => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'git-failures-')));
  root = join(home, 'shop');
  mkdirSync(root);
  git('init', '-q', '-b', 'main');
  git('config', 'user.name', 'Ada');
  git('config', 'user.email', 'ada@example.org');
  writeFileSync(join(root, '.gitattributes'), '*.bin filter=big\n');
  writeFileSync(join(root, 'x.bin'), '1\n');
  git('add', '.');
  git('commit', '-q', '-m', 'Begin');
  await run('worker spawn two --no-fetch');
  lane = join(home, 'shop.worktrees', 'two');
  await run('worker start', lane);
  await run('task start Limit --ref limit-1 --here');
  await run('slice start Count --test true');
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

describe('a filter whose program is missing', () => {
  beforeEach(() => {
    git('config', 'filter.big.required', 'true');
    git('config', 'filter.big.clean', 'not-here-lfs clean');
    git('config', 'filter.big.smudge', 'not-here-lfs smudge');
    for (const place of [root, lane]) writeFileSync(join(place, 'x.bin'), 'changed\n');
  });

  it.each([
    'lane changes two',
    'lane commits two',
    'lane overlaps',
    'lane show two',
    'worker show two',
    'worker done two --no-fetch',
    'evidence run -- true',
    'gate check review-ready',
    'gates',
    'review start',
    'slice commit',
    'finding locate --path x.bin',
    'context',
    'status',
    'doctor',
    'worker cancel two',
  ])('%s says it in a sentence, if it needs it', async words => {
    const { code, stdout, stderr } = await run(words);
    expect([words, code]).not.toEqual([words, 70]);
    expect(`${stdout}${stderr}`).not.toContain('Internal error');
  });

  it('is named, with what to do', async () => {
    const { code, stderr } = await run('lane changes two');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^stateroom: Git reported an error: .*not-here-lfs.*\n/);
    expect(stderr).toContain('Install the program of this filter, such as git-lfs, or correct its command');
  });
});

describe('git', () => {
  it.each([
    ['a broken index', () => writeFileSync(join(root, '.git', 'index'), 'no index')],
    ['a lock that was left behind', () => writeFileSync(join(root, '.git', 'index.lock'), '')],
    ['a broken configuration', () => writeFileSync(join(root, '.git', 'config'), '[core\n')],
    [
      'a signing program that is missing',
      () => {
        git('config', 'commit.gpgsign', 'true');
        git('config', 'gpg.program', 'no-such-gpg');
      },
    ],
    [
      'a diff program that is missing',
      () => {
        git('config', 'diff.external', 'no-such-diff');
      },
    ],
    [
      'an object that is missing',
      () => {
        const tree = String(git('rev-parse', 'HEAD^{tree}')).trim();
        rmSync(join(root, '.git', 'objects', tree.slice(0, 2)), { recursive: true });
      },
    ],
    [
      'a hook that fails',
      () => {
        writeFileSync(join(root, '.git', 'hooks', 'pre-commit'), '#!/bin/sh\necho no; exit 3\n', { mode: 0o755 });
      },
    ],
  ])('with %s fails in a sentence', async (_what, breakIt) => {
    writeFileSync(join(root, 'x.bin'), 'changed\n');
    breakIt();
    for (const words of [
      'evidence run -- true',
      'lane changes two',
      'gates',
      'slice commit Work',
      'worker spawn new',
    ]) {
      const { code, stdout, stderr } = await run(words);
      expect([words, code, stderr]).not.toEqual([words, 70, stderr]);
      expect(`${stdout}${stderr}`).not.toContain('Internal error');
    }
  });

  it.each([
    ['', 'Git reported an error: no reason given.', 'Fix the problem git reported and try again.'],
    [
      '\n fatal: bad object HEAD\nmore',
      'Git reported an error: fatal: bad object HEAD',
      'Fix the problem git reported and try again.',
    ],
  ])('that said %j is told as %j', (said, text, hint) => {
    const refusal = refusalOfGit(new GitFailure(['diff'], 128, said.trim()));
    expect([say(refusal.message), say(refusal.hint ?? '')]).toEqual([text, hint]);
  });
});
