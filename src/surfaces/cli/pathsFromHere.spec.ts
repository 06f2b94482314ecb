import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runInMemory } from '../../../test/support/memoryHost.js';
import { openWorkTree } from '../../git/openWorkTree.js';
import { catalogue } from '../../operations/catalogue.js';
import { loadLaneCatalogue } from '../../operations/loadLaneCatalogue.js';
import type { AnyOperation, PathKind } from '../../operations/operation.js';
import { pathsFromHere } from './pathsFromHere.js';

// Paths on the command line are taken from the current folder, as git takes them.

let home = '';
let root = '';
let here = '';

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'paths-here-')));
  root = join(home, 'shop');
  here = join(root, 'packages', 'api');
  for (const file of ['packages/api/src/x.ts', 'packages/web/y.ts', 'src/x.ts', 'docs/plan.md']) {
    mkdirSync(join(root, file, '..'), { recursive: true });
    writeFileSync(join(root, file), '1\n2\n');
  }
  const git = (...words: string[]) => execFileSync('git', words, { cwd: root, stdio: 'pipe' });
  git('init', '-q', '-b', 'main');
  git('config', 'user.name', 'Ada');
  git('config', 'user.email', 'ada@example.org');
  git('add', '.');
  git('commit', '-q', '-m', 'Begin');
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const located = async (text: string, kind: PathKind = 'path', directory = here): Promise<unknown> =>
  (await pathsFromHere({ at: text }, { examples: [], paths: { at: kind } }, { workTree: openWorkTree(directory, {}) }))
    .at;

describe('a path that is typed in packages/api', () => {
  it.each([
    ['src/x.ts', 'packages/api/src/x.ts'],
    ['./src/x.ts', 'packages/api/src/x.ts'],
    ['src/**', 'packages/api/src/**'],
    ['src/', 'packages/api/src/'],
    ['*.{ts,md}', 'packages/api/*.{ts,md}'],
    ['.', 'packages/api'],
    ['../web/y.ts', 'packages/web/y.ts'],
    ['../../src/x.ts', 'src/x.ts'],
    [':/src/x.ts', 'src/x.ts'],
    [':/', '.'],
    ['../..', '.'],
    // Refused by the operation.
    ['../../../other.ts', '../../../other.ts'],
    [':/../other.ts', ':/../other.ts'],
    ['/elsewhere/x.ts', '/elsewhere/x.ts'],
  ])('%s is %s', async (text, path) => {
    expect(await located(text)).toBe(path);
  });

  it('is taken from the top where it is absolute, also through a link and with wildcards', async () => {
    expect(await located(join(root, 'src/x.ts'))).toBe('src/x.ts');
    expect(await located(join(root, 'src/*'))).toBe('src/*');
    symlinkSync(root, join(home, 'link'));
    expect(await located(join(home, 'link', 'src/x.ts'))).toBe('src/x.ts');
  });

  it.each([
    ['src/x.ts', 'src/x.ts'],
    ['src/', 'src/'],
    ['**', '**'],
    ['./src', 'src'],
    ['.', '.'],
  ])('%s is %s at the top', async (text, path) => {
    expect(await located(text, 'path', root)).toBe(path);
  });

  it.each([
    [':/', '**'],
    ['../..', '**'],
    ['.', 'packages/api'],
    ['src/**', 'packages/api/src/**'],
  ])('%s is a pattern, and is %s', async (text, pattern) => {
    expect(await located(text, 'pattern')).toBe(pattern);
  });

  it('may be a place outside, which stays but for one from the top', async () => {
    expect(await located(':/src/x.ts', 'place')).toBe(join(root, 'src/x.ts'));
    expect(await located('src/x.ts', 'place')).toBe('src/x.ts');
    expect(await located('../../../other.ts', 'place')).toBe('../../../other.ts');
  });

  it.each([
    ['rate-limit', 'rate-limit'],
    ['feature/x', 'feature/x'],
    ['docs/plan.md', 'docs/plan.md'],
    ['../../docs/plan.md', 'docs/plan.md'],
    ['src/x.ts', 'packages/api/src/x.ts'],
  ])('%s may be a name, and is %s', async (text, name) => {
    expect(await located(text, 'name')).toBe(name);
  });
});

describe('on the command line', () => {
  const run = (words: string[], directory = here) =>
    runInMemory(words, {
      directory,
      undisturbed: true,
      terminal: 'stderr',
      environment: { HOME: home, PATH: process.env.PATH ?? '', STATEROOM_ACTOR: 'ada' },
    });
  const answer = async (words: string[]) => JSON.parse((await run(['--json', ...words])).stdout).data;

  it('a lane owns what is meant here, and a pattern that matches nothing is said', async () => {
    const { ownedPaths } = await answer(['worker', 'spawn', 'api', '--owns', 'src/x.ts,../web', '--no-fetch']);
    expect(ownedPaths).toEqual(['packages/api/src/x.ts', 'packages/web']);
    const { code, stderr } = await run(['worker', 'spawn', 'new', '--owns', 'src/new/**,:/src', '--no-fetch']);
    expect([code, stderr]).toEqual([0, expect.stringContaining('No file matches packages/api/src/new/** so far.')]);
    expect((await run(['lane', 'update', 'api', '--owns', 'nothing'])).stderr).toContain(
      'No file matches packages/api/nothing so far.',
    );
    expect((await run(['lane', 'update', 'api', '--owns', '../api/src/x.ts'])).stderr).toBe('');
    expect((await answer(['lane', 'show', 'api'])).ownedPaths).toEqual(['packages/api/src/x.ts']);
  });

  it('a path of nothing here asks whether the same from the top is meant', async () => {
    const asked = (path: string, fromTop: string) =>
      `There is no ${path}: paths are relative to the current folder. Did you mean :/${fromTop}?`;
    const record = ['finding', 'record', '--repository', '--severity', 'low', '--text', 'Odd', '--path'];
    const recorded = await run(['--json', ...record, 'docs/plan.md']);
    expect(recorded.stderr).toContain(asked('packages/api/docs/plan.md', 'docs/plan.md'));
    expect(JSON.parse(recorded.stdout).data.finding.path).toBe('packages/api/docs/plan.md');
    expect(await run([...record, 'docs/plan.md', '--line', '1'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(asked('packages/api/docs/plan.md', 'docs/plan.md')),
    });
    expect((await run(['worker', 'spawn', 'docs', '--owns', 'docs/*.md', '--no-fetch'])).stderr).toContain(
      asked('packages/api/docs', 'docs/*.md'),
    );
    expect((await run(['lane', 'may-edit', 'docs/plan.md'])).stderr).toContain(
      asked('packages/api/docs/plan.md', 'docs/plan.md'),
    );
    // There, there at neither place, from the top, and at the top.
    for (const path of ['src/x.ts', 'new.ts', ':/docs/plan.md', '../web/y.ts', '*.md'])
      expect((await run([...record, path])).stderr).toBe('');
    expect((await run([...record, 'nothing.md'], root)).stderr).toBe('');
  });

  it('a lane owns the whole repository by its top', async () => {
    const { ownedPaths } = await answer(['worker', 'spawn', 'whole', '--owns', ':/', '--no-fetch']);
    expect(ownedPaths).toEqual(['**']);
    expect((await run(['lane', 'update', 'whole', '--owns', '../..'])).stderr).toBe('');
    expect((await answer(['lane', 'show', 'whole'])).ownedPaths).toEqual(['**']);
    expect((await answer(['lane', 'may-edit', ':/src/x.ts', '--lane', 'whole'])).path).toBe('src/x.ts');
  });

  it('findings, touched files and evidence are of what is meant here', async () => {
    await run(['task', 'start', 'Limit', '--ref', 'limit-1', '--here']);
    const record = ['finding', 'record', '--severity', 'low', '--text', 'Odd', '--path', 'src/x.ts', '--line', '2'];
    expect((await answer(record)).finding.path).toBe('packages/api/src/x.ts');
    expect((await answer(['finding', 'list', '--path', 'src'])).findings).toHaveLength(1);
    expect((await answer(['finding', 'list', '--path', ':/src'])).findings).toEqual([]);
    expect((await answer(['finding', 'locate', '--path', 'src/x.ts'])).places).toHaveLength(1);
    await run(['touched', 'record', 'src/x.ts', '{"path":"../web/z.ts","change":"rename","oldPath":"../web/y.ts"}']);
    const { files } = await answer(['touched', 'list']);
    expect(files.map(({ path, oldPath }: { path: string; oldPath: string | null }) => [path, oldPath]).sort()).toEqual([
      ['packages/api/src/x.ts', null],
      ['packages/web/z.ts', 'packages/web/y.ts'],
    ]);
    const proof = await answer(['evidence', 'run', '--directory', 'src', '--', 'test', '-f', 'x.ts']);
    expect(proof.exitCode).toBe(0);
    expect((await answer(['lane', 'may-edit', 'src/x.ts'])).path).toBe('packages/api/src/x.ts');
  });
});

it('holds for every input that is a path', async () => {
  const pathLike = /^(?:owns|path|paths|files?|oldPath|directory|plan|subject|coveredFiles|changedFiles)$/;
  // Taken by position or from the folder of the process, a file outside of the worktree, or no path at all.
  const others = new Set([
    'lane.adopt path',
    'import.tracker path',
    'import.state path',
    'import.workstate path',
    'run.import path',
    'store.backup file',
    'store.export file',
    'store.restore file',
    'message.send subject',
  ]);
  const operations: readonly AnyOperation[] = [...catalogue, ...(await loadLaneCatalogue())];
  const missing = operations.flatMap(({ name, input, cli }) =>
    Object.keys(input.shape).flatMap(field =>
      !pathLike.test(field) || cli.paths?.[field] !== undefined || cli.files?.includes(field) === true
        ? []
        : [`${name} ${field}`],
    ),
  );
  expect(missing.filter(one => !others.has(one))).toEqual([]);
});
