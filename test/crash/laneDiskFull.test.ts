import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, ftruncateSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, type TestContext } from 'vitest';
import { answer, cleanEnvironment, git, makeDirectory, type Run, run, writeIn } from '../contract/cliRig.js';
import { laneTraces, makeLaneRepository, spawnLane } from '../contract/laneRig.js';
import { DirtyTree } from '../support/dirtyTree.js';
import { afterThisTest } from './support/cleanup.js';
import { sized } from './support/size.js';

const actor = 'ada';
/** Bytes of a block of the file system that is filled. */
const block = 4096;
/** Files of the repository, and bytes of each before they are written as twice as many digits. */
const files = 60;
const randomPart = 10_000;
const ours = ['.env.stateroom', '.worker-ctx.json'];

/** A file system of its own, gone after the test, that can be filled up to some blocks. */
class SmallDisk {
  readonly directory: string;
  readonly #ballast: string;

  constructor(context: TestContext) {
    this.directory = makeDirectory();
    this.#ballast = join(this.directory, 'ballast');
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=32m', 'tmpfs', this.directory], { stdio: 'pipe' });
    } catch {
      context.skip('a small file system cannot be mounted here; run as root on Linux');
    }
    afterThisTest(() => execFileSync('umount', ['--lazy', this.directory]));
  }

  /** Leaves this many bytes free. */
  fill(left: number): void {
    const file = openSync(this.#ballast, 'w');
    const piece = Buffer.alloc(64 * block);
    let size = 0;
    try {
      for (;;) size += writeSync(file, piece);
    } catch {
      ftruncateSync(file, Math.max(0, size - left));
    } finally {
      closeSync(file);
    }
  }

  empty(): void {
    rmSync(this.#ballast, { force: true });
  }
}

/** A repository on a small disk with 1.2 MB of files, whose agents may cancel, and what the program is run with there. */
async function makeRepository(context: TestContext) {
  const disk = new SmallDisk(context);
  const repository = makeLaneRepository(disk.directory);
  writeIn(repository, '.stateroom/config.json', '{"lane":{"agentsMayReview":true}}\n');
  for (let file = 0; file < files; file += 1) {
    writeIn(repository, `src/${file}.txt`, randomBytes(randomPart).toString('hex'));
  }
  git(repository, 'add', '.');
  git(repository, 'commit', '-q', '-m', 'Files');
  // Its main would still refuse what is allowed here, and its copy of the files would fill the disk.
  git(repository, 'remote', 'remove', 'origin');
  const temporary = join(disk.directory, 'tmp');
  mkdirSync(temporary);
  const options = { cwd: repository, actor, env: { TMPDIR: temporary } };
  await answer(['queue', 'add', 'Make the store'], options);
  return { disk, repository, options };
}

/** Bytes that are left free: from none on, and around what the files of the act take, where its last steps are. */
function levels(needed: number): number[] {
  const shares = sized(10, 2);
  const spread = Array.from({ length: shares }, (_, index) => (index * needed) / shares);
  const late = Array.from({ length: sized(24, 1) }, (_, index) => needed + (2 * index - 1) * block);
  return [...spread, ...late].map(bytes => Math.max(0, Math.floor(bytes / block) * block));
}

/** A sentence and what to do next, as what was in the way, and no report of a bug. */
function expectRefused({ code, stderr }: Run): void {
  expect(stderr).toMatch(/^stateroom: [^\n]+\n {2}[^\n]+\n$/);
  expect(stderr).toMatch(/full|ENOSPC|No space left/);
  expect(stderr).not.toContain('Internal error');
  expect([1, 4]).toContain(code);
}

describe('a disk that is full in the middle', () => {
  it('of opening leaves nothing of the lane, or what a repair removes once there is room', async context => {
    const { disk, repository, options } = await makeRepository(context);
    const nothing = { branches: ['main'], records: [], folders: [], intentLogs: [] };
    let refused = 0;
    for (const [index, left] of levels(files * Math.ceil((2 * randomPart) / block) * block).entries()) {
      disk.fill(left);
      const spawned = await run(['worker', 'spawn', `lane-${index}`, '--no-fetch'], options);
      disk.empty();
      if (spawned.code === 0) {
        await answer(['worker', 'cancel', `lane-${index}`], options);
        nothing.branches = [...nothing.branches, `feature/lane-${index}`].sort();
      } else {
        refused += 1;
        expectRefused(spawned);
        // Without one free block, the worktree cannot be marked as one that is being removed.
        if (spawned.stderr.includes('`stateroom lane repair`')) await answer(['lane', 'repair'], options);
      }
      expect(laneTraces(repository), `${left} bytes: ${spawned.stderr}`).toEqual(nothing);
    }
    expect(refused).toBeGreaterThan(1);
    expect(await answer(['lane', 'list'], options)).toMatchObject({ lanes: [] });
    expect(await spawnLane(repository, 'login', ['--no-fetch'], options)).toMatchObject({ state: 'ASSIGNED' });
  });

  it('of cancelling and of restoring loses nothing, and both go once there is room', async context => {
    const { disk, repository, options } = await makeRepository(context);
    const { worktreePath } = await spawnLane(repository, 'login', ['--no-fetch'], options);
    const tree = new DirtyTree(worktreePath, cleanEnvironment());
    for (let file = 0; file < 20; file += 1) tree.write(`new/${file}.txt`, randomBytes(10_000).toString('hex'));
    tree.write('src/0.txt', 'changed\n');
    tree.git('add', 'src/0.txt', 'new/0.txt', 'new/1.txt');
    const before = tree.look(ours);
    const whole = laneTraces(repository);
    for (const left of levels(900_000)) {
      disk.fill(left);
      const cancelled = await run(['worker', 'cancel', 'login'], options);
      disk.empty();
      if (cancelled.code === 0) {
        expect(laneTraces(repository)).toMatchObject({ records: [], folders: [], intentLogs: [] });
        await answer(['worker', 'restore', 'login'], options);
      } else expectRefused(cancelled);
      expect(laneTraces(repository), `${left} bytes: ${cancelled.stderr}`).toEqual(whole);
      expect(tree.look(ours)).toEqual(before);
    }
    await answer(['worker', 'cancel', 'login'], options);
    for (const left of levels(2_000_000)) {
      disk.fill(left);
      const restored = await run(['worker', 'restore', 'login'], options);
      disk.empty();
      if (restored.code === 0) await answer(['worker', 'cancel', 'login'], options);
      else expectRefused(restored);
      expect(laneTraces(repository), `${left} bytes: ${restored.stderr}`).toMatchObject({
        records: [],
        folders: [],
        intentLogs: [],
      });
    }
    await answer(['worker', 'restore', 'login'], options);
    expect(tree.look(ours)).toEqual(before);
  });
});
