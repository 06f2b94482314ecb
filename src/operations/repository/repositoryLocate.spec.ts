import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GitTestRepository } from '../../../test/support/gitTestRepository.js';
import { repositoryLocate } from './repositoryLocate.js';

let repository: GitTestRepository;
beforeEach(() => {
  repository = new GitTestRepository();
});
afterEach(() => repository.close());

const code = 'export function retry(work: () => void): void {\n  for (;;) work();\n}\n';
const place = (text: string, path: string, lines: readonly [number, number] | null, outdated = false) => ({
  place: text,
  path,
  lineStart: lines?.[0] ?? null,
  lineEnd: lines?.[1] ?? null,
  outdated,
});

describe('places that were written down', () => {
  it('are where they say while nothing tells more', async () => {
    repository.commit('Retry', { 'src/retry.ts': code });
    const { places } = await repository.ok(repositoryLocate, {
      places: ['src/retry.ts:2', './src/retry.ts', 'src/gone.ts:3', '../outside.ts', 'src', 'src/retry.ts:40'],
    });
    expect(places).toEqual([
      place('src/retry.ts:2', 'src/retry.ts', [2, 2]),
      place('./src/retry.ts', 'src/retry.ts', null),
      place('src/retry.ts:40', 'src/retry.ts', null, true),
    ]);
  });

  it('are followed from the commit at which they were written, through edits and renames', async () => {
    const written = repository.commit('Retry', { 'src/retry.ts': code });
    repository.write('src/retry.ts', `// one\n// two\n${code}`);
    const ask = async (...places: string[]) =>
      (await repository.ok(repositoryLocate, { places, commit: written })).places;
    expect(await ask('src/retry.ts:2', 'src/retry.ts:1-3')).toEqual([
      place('src/retry.ts:2', 'src/retry.ts', [4, 4]),
      place('src/retry.ts:1-3', 'src/retry.ts', [3, 5]),
    ]);
    repository.git('add', '--all');
    repository.git('mv', 'src/retry.ts', 'src/again.ts');
    repository.commit('Rename');
    expect(await ask('src/retry.ts:2')).toEqual([place('src/retry.ts:2', 'src/again.ts', [4, 4])]);
    repository.write('src/again.ts', 'export const nothing = 1;\n');
    expect(await ask('src/retry.ts:2')).toEqual([place('src/retry.ts:2', 'src/again.ts', null, true)]);
  });
});
