import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { place } from '../../build/place.mjs';
import { temporaryFolder } from '../../build/temporaryFolder.mjs';
import { processesIn } from '../../src/platform/processesIn.js';
import { english } from '../../src/reports/translate.js';
import type { Turn } from '../../src/sample/sample.js';
import { mustRunCli } from '../editor/runCli.js';
import { git, missingTerminal, runOnTerminal } from './cliRig.js';
import { nothingLeft, storyEnd } from './stories/storyEnd.js';

const module = pathToFileURL(join(place.dist, 'sample.mjs')).href;
const shipped: typeof import('../../src/sample/sample.js') = await import(module);
const tools = { program: join(place.dist, 'cli.mjs'), environment: process.env };
/** As fast as can be; the silent worker is DEAD after five seconds. */
const pace = { pauseMs: 0, beatMs: 50 };

describe.skipIf(missingTerminal !== undefined)('a day', () => {
  let home: Awaited<ReturnType<typeof temporaryFolder>>;

  beforeAll(async () => {
    home = await temporaryFolder('stateroom-day-');
  });

  afterAll(() => home?.remove());

  const stage = (name: string) => shipped.makeDay(join(home.path, name), tools, undefined, pace);

  it('is played by five workers and a person, and leaves what it told of', async () => {
    const repository = await stage('whole');
    expect(await shipped.takeDay(join(home.path, 'whole'))).toEqual(pace);
    expect(await shipped.takeDay(join(home.path, 'whole'))).toBeUndefined();
    // A person finds something before anyone of the day does.
    const own = [
      'finding',
      'record',
      '--repository',
      '--severity',
      'low',
      '--path',
      'README.md',
      '--text',
      'Says little',
    ];
    expect((await runOnTerminal(own, { cwd: repository })).code).toBe(0);
    const told: string[] = [];
    const turns: Turn[] = [];
    const day = shipped.playDay({
      repository,
      tools,
      pace,
      translate: english,
      tell: sentence => told.push(sentence),
      person: {
        answer: async turn => {
          turns.push(turn);
          const acts =
            turn.act === 'merge'
              ? [
                  ['worker', 'approve', turn.lane],
                  ['worker', 'merge', turn.lane],
                ]
              : [['worker', 'request-changes', turn.lane, '-m', turn.message]];
          for (const words of acts) expect((await runOnTerminal(words, { cwd: repository })).code).toBe(0);
        },
      },
    });
    expect(await day.over).toBe(true);

    expect(turns).toEqual([
      {
        act: 'requestChanges',
        lane: 'search',
        finding: 'F-2',
        message: 'See F-2: the product at exactly this price is missing.',
      },
      { act: 'merge', lane: 'search' },
      { act: 'merge', lane: 'cart-limit' },
    ]);
    expect(told).toHaveLength(15);
    const read = <T>(...words: string[]): Promise<T> => mustRunCli<T>(repository, 'reader', words);
    const { items } = await read<{ items: { ref: string; status: string }[] }>('queue', 'list');
    expect(items.map(({ ref, status }) => `${ref} ${status}`).sort()).toEqual([
      'W-1 done',
      'W-2 in_flight',
      'W-3 in_flight',
      'W-4 done',
      'W-5 done',
    ]);
    const { lanes } = await read<{
      lanes: { lane: string; state: string; status: string; worker: { agent: string; liveness: string } }[];
    }>('lane', 'list', '--all');
    expect(
      lanes.map(({ lane, state, status, worker }) => [lane, state, status, worker.agent, worker.liveness]).sort(),
    ).toEqual([
      ['cart-limit', 'COMPLETED', 'merged', 'ada', 'none'],
      ['price-rounding', 'WORKING', 'active', 'cem', 'DEAD'],
      ['search', 'COMPLETED', 'merged', 'dee', 'none'],
      ['sold-out', 'IN_REVIEW', 'review', 'ben', 'none'],
    ]);
    const { findings } = await read<{ findings: { ref: string; status: string; path: string; lineStart: number }[] }>(
      ...['finding', 'list', '--status', 'fixed'],
    );
    expect(findings.map(({ ref, status, path, lineStart }) => [ref, status, path, lineStart])).toEqual([
      ['F-2', 'fixed', 'src/search.js', 3],
    ]);
    expect(git(repository, 'show', 'main:src/search.js')).toContain('price <= cents');
    expect(git(repository, 'show', 'feature/sold-out:src/cart.js')).toContain('product.stock < pieces');
    expect(git(repository, 'show', 'feature/sold-out:src/cart.js')).toContain('Math.min(pieces, most)');
    expect(git(repository, 'log', '-1', '--format=%an', 'feature/sold-out')).toBe('Ben\n');
    expect(git(`${repository}.worktrees/price-rounding`, 'status', '--porcelain')).toBe(' M src/price.js\n');

    // What the day leaves open is ended: Ben's work is merged, and Eve goes on where Cem stopped.
    const person = async (...words: string[]) => expect((await runOnTerminal(words, { cwd: repository })).code).toBe(0);
    await person('worker', 'approve', 'sold-out');
    await person('worker', 'merge', 'sold-out');
    await person('worker', 'cancel', 'price-rounding', '--outcome', 'reassign');
    const tree = `${repository}.worktrees/price-rounding`;
    await mustRunCli(tree, 'eve', ['worker', 'start']);
    git(tree, '-c', 'user.name=Eve', '-c', 'user.email=eve@example.com', 'commit', '--quiet', '--all', '-m', 'Round');
    await mustRunCli(tree, 'eve', ['worker', 'done']);
    await person('worker', 'approve', 'price-rounding');
    await person('worker', 'merge', 'price-rounding');
    expect(await storyEnd(repository)).toEqual({
      ...nothingLeft,
      items: ['W-1 done', 'W-2 done', 'W-3 done', 'W-4 done', 'W-5 done'],
      lanes: ['L-1 cart-limit merged', 'L-2 sold-out merged', 'L-3 price-rounding merged', 'L-4 search merged'],
      tasks: [],
      worktrees: ['shop'],
      remote: [],
    });

    expect(await processesIn(home.path)).toEqual([]);
    expect(await shipped.removeSample(join(home.path, 'whole'))).toBeUndefined();
    expect(existsSync(join(home.path, 'whole'))).toBe(false);
  }, 240_000);

  it('halts while it is paused, and leaves no process when it is stopped on the way', async () => {
    const repository = await stage('stopped');
    const told: string[] = [];
    let announce: (isPaused: boolean) => void = () => undefined;
    const next = (): Promise<boolean> =>
      new Promise(resolve => {
        announce = resolve;
      });
    const first = next();
    const day = shipped.playDay({
      repository,
      tools,
      pace,
      translate: english,
      tell: sentence => {
        told.push(sentence);
        if (told.length === 1) day.pause();
        announce(day.isPaused);
      },
      person: { answer: () => Promise.reject(new Error('Nobody is asked so early.')) },
    });
    expect(await first).toBe(true);
    expect(await states(repository)).toEqual(['pending', 'pending', 'pending', 'pending', 'pending']);
    const second = next();
    day.goOn();
    expect(await second).toBe(false);
    expect(await states(repository)).toEqual(['in_flight', 'in_flight', 'in_flight', 'in_flight', 'pending']);
    day.stop();
    expect(await day.over).toBe(false);
    expect(await processesIn(home.path)).toEqual([]);
    expect(existsSync(join(repository, 'src', 'cart.js'))).toBe(true);
  }, 120_000);

  it('goes on with nothing when the window that plays it is gone', async () => {
    const repository = await stage('left');
    const player = spawn(process.execPath, ['-e', playing, module, repository, tools.program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await line(player, 'claim');
    player.kill('SIGKILL');
    await once(player, 'close');
    await expect.poll(() => processesIn(home.path), { timeout: 60_000 }).toEqual([]);
  }, 120_000);

  it('ends where the person closed the lane that it waits for', async () => {
    const repository = await stage('closed');
    // A program that says of every lane what happens to a closed one; the worktrees are the main one.
    const stand = join(home.path, 'stand');
    await mkdir(stand);
    await writeFile(join(stand, 'cli.mjs'), closed);
    const day = shipped.playDay({
      repository,
      tools: { program: join(stand, 'cli.mjs'), environment: process.env },
      pace,
      translate: english,
      tell: () => undefined,
      person: { answer: async () => undefined },
    });
    expect(await day.over).toBe(true);
  }, 60_000);

  it('ends where the worktree of a lane is gone, and touches no repository around the sample', async () => {
    const outer = join(home.path, 'outer');
    const repository = join(outer, 'stateroom-sample-x', 'shop');
    await mkdir(repository, { recursive: true });
    const robin = ['-c', 'user.name=Robin', '-c', 'user.email=robin@example.com'];
    for (const folder of [outer, repository]) {
      git(folder, 'init', '--quiet', '--initial-branch=main');
      // Without a commit git would not take the sample up into the repository around it, and fail for that reason.
      git(folder, ...robin, 'commit', '--quiet', '--allow-empty', '--message=Begin');
    }
    await writeFile(join(outer, 'README.md'), 'Mine, and not committed.\n');
    const before = git(outer, 'rev-parse', 'HEAD');
    const program = join(home.path, 'gone.mjs');
    await writeFile(program, closed.replace('process.cwd()', "process.cwd() + '.worktrees/' + lanes[item]"));
    const day = shipped.playDay({
      repository,
      tools: { program, environment: process.env },
      pace,
      translate: english,
      tell: () => undefined,
      person: { answer: async () => undefined },
    });
    await expect(day.over).rejects.toThrow(`The worktree ${repository}.worktrees/cart-limit is gone.`);
    expect(existsSync(`${repository}.worktrees`)).toBe(false);
    expect(git(outer, 'rev-parse', 'HEAD')).toBe(before);
    expect(git(outer, 'diff', '--cached', '--name-only')).toBe('');
  }, 60_000);

  it('is played in a sample alone, that nobody works with', async () => {
    const repository = await stage('mine');
    git(repository, 'remote', 'add', 'origin', 'https://example.com/shop.git');
    expect(await shipped.takeDay(join(home.path, 'mine'))).toBeUndefined();
    git(repository, 'remote', 'remove', 'origin');
    expect(await shipped.takeDay(join(home.path, 'mine'))).toEqual(pace);
  }, 60_000);

  async function states(repository: string): Promise<string[]> {
    const { items } = await mustRunCli<{ items: { ref: string; status: string }[] }>(repository, 'reader', [
      ...['queue', 'list'],
    ]);
    return items.sort((a, b) => a.ref.localeCompare(b.ref)).map(({ status }) => status);
  }
});

/** Answers as the program does. */
const closed = `
const [group, act, item] = process.argv.slice(2);
const lanes = { 'W-1': 'cart-limit', 'W-2': 'sold-out', 'W-3': 'price-rounding', 'W-4': 'search' };
const data =
  act === 'spawn' ? { lane: lanes[item], worktreePath: process.cwd() }
  : act === 'show' ? { state: 'FAILED', worker: { liveness: 'none' } }
  : { finding: { ref: 'F-1' }, state: 'IN_REVIEW' };
console.log(JSON.stringify({ data }));
`;

/** Plays a day and prints what it tells; where a person is asked it waits forever. */
const playing = `
const [module, repository, program] = process.argv.slice(1);
import(module).then(({ playDay }) => playDay({
  repository,
  tools: { program, environment: process.env },
  pace: { pauseMs: 20, beatMs: 50 },
  translate: text => text,
  tell: sentence => console.log(sentence),
  person: { answer: () => new Promise(() => undefined) },
}));
`;

/** Waits for what a process prints. */
async function line(child: ChildProcess, words: string): Promise<void> {
  let printed = '';
  await new Promise<void>((resolve, reject) => {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      if (printed.includes(words)) resolve();
    });
    child.once('close', code => reject(new Error(`It ended with ${code}: ${printed}`)));
  });
}
