import { readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ignoreForPackage, pruneChunks } from '../../src/build/chunk.mjs';
import { temporaryFolder } from '../../src/build/temporaryFolder.mjs';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeEach(async () => {
  folder = await temporaryFolder('stateroom-chunk-');
});

afterEach(() => folder.remove());

/** A chunk that was last had by a build some hours ago. */
function chunk(name: string, hoursAgo: number): string {
  const path = join(folder.path, name);
  writeFileSync(path, name);
  const then = Date.now() / 1000 - hoursAgo * 3600;
  utimesSync(path, then, then);
  return path;
}

describe('chunks of earlier builds', () => {
  it('stay for a day after the last build that had them, however old they are', async () => {
    const current = chunk('current.mjs', 1000);
    chunk('replaced.mjs', 23);
    chunk('forgotten.mjs', 25);
    await pruneChunks(folder.path, [current]);
    expect(readdirSync(folder.path).sort()).toEqual(['current.mjs', 'replaced.mjs']);
    expect(Date.now() - statSync(current).mtimeMs).toBeLessThan(60_000);
    // The next build has other chunks: a program that runs from this one goes on.
    await pruneChunks(folder.path, []);
    expect(readdirSync(folder.path).sort()).toEqual(['current.mjs', 'replaced.mjs']);
  });

  it('are no part of the package', async () => {
    const ignore = '**\n!dist/*.mjs\n!dist/chunks/*.mjs\n!dist/chunks/*.LEGAL.txt\n!media/**\n';
    const outputs = ['dist/cli.mjs', 'dist/chunks/a-1.mjs', 'dist/chunks/a-1.mjs.map', 'dist/chunks/a-1.mjs.LEGAL.txt'];
    expect(ignoreForPackage(ignore, outputs)).toBe(
      '**\n!dist/*.mjs\n!media/**\n!dist/chunks/a-1.mjs\n!dist/chunks/a-1.mjs.LEGAL.txt\n',
    );
  });
});
