import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchStoreFolder } from './watchStoreFolder.js';

let around: string;
let directory: string;
let told = 0;
let watch: ReturnType<typeof watchStoreFolder>;

/** Writes into the store until that is told of: of its folder itself two calls may still be due. */
async function expectFollowed(): Promise<void> {
  const enough = told + 3;
  const write = (): void => {
    writeFileSync(join(directory, 'journal'), 'changed');
    expect(told).toBeGreaterThanOrEqual(enough);
  };
  await vi.waitFor(write, { timeout: 10_000, interval: 50 });
}

beforeEach(() => {
  around = realpathSync(mkdtempSync(join(tmpdir(), 'stateroom-watch-')));
  directory = join(around, 'stateroom');
  told = 0;
});

afterEach(() => {
  watch?.dispose();
  rmSync(around, { recursive: true, force: true });
});

// Others tell in another order, or hold the folder.
describe.skipIf(process.platform !== 'linux')('the folder of a store', () => {
  it('is followed again when it went and was made again', async () => {
    mkdirSync(directory);
    watch = watchStoreFolder(directory, () => told++);
    for (let round = 0; round < 2; round += 1) {
      rmSync(directory, { recursive: true });
      await vi.waitFor(() => expect(told).toBeGreaterThan(0), 5000);
      mkdirSync(directory);
      await expectFollowed();
    }
  });

  it('is followed again when another took its place at once', async () => {
    mkdirSync(directory);
    watch = watchStoreFolder(directory, () => told++);
    renameSync(directory, join(around, 'aside'));
    mkdirSync(directory);
    await expectFollowed();
  });

  it('is followed from the moment it is made', async () => {
    watch = watchStoreFolder(directory, () => told++);
    mkdirSync(directory);
    await expectFollowed();
  });

  it('is let go of', async () => {
    mkdirSync(directory);
    watch = watchStoreFolder(directory, () => told++);
    watch?.dispose();
    rmSync(directory, { recursive: true });
    mkdirSync(directory);
    writeFileSync(join(directory, 'journal'), 'unseen');
    const other = watchStoreFolder(directory, () => undefined);
    await new Promise(resolve => setTimeout(resolve, 200));
    other?.dispose();
    expect(told).toBe(0);
  });
});
