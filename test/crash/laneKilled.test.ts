import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { answer, git, start, storeOf, writeIn } from '../contract/cliRig.js';
import { makeLaneRepository, spawnLane } from '../contract/laneRig.js';

const actor = 'ada';

interface Written {
  readonly step?: string;
  readonly closing?: { readonly kept: object | null };
}

/** Runs the program until what is written of its journey says that it has come so far, and kills it there. */
async function killWhen(repository: string, words: readonly string[], isThere: (written: Written) => boolean) {
  const journey = join(storeOf(repository), 'journeys', 'login.json');
  const child = start(words, { cwd: repository, actor });
  const ended = new Promise<void>(done => child.once('close', () => done()));
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  while (!isOver) {
    const written = readOr(journey);
    if (written !== undefined && isThere(written)) break;
    await new Promise(done => setImmediate(done));
  }
  child.kill('SIGKILL');
  await ended;
}

function readOr(file: string): Written | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Written;
  } catch {
    return undefined;
  }
}

const names = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder).sort() : []);

/** All that a lane is made of outside of the store. */
const traces = (repository: string) => ({
  branches: git(repository, 'for-each-ref', '--format=%(refname:short)', 'refs/heads').trim().split('\n'),
  records: names(join(repository, '.git', 'worktrees')),
  folders: names(`${repository}.worktrees`),
  journeys: names(join(storeOf(repository), 'journeys')),
});

describe('a spawner that is killed', () => {
  it.each(['fetch', 'branch', 'worktree', 'context', 'kit', 'row'])(
    'at the step %s leaves a whole lane or nothing',
    async step => {
      const repository = makeLaneRepository();
      await killWhen(repository, ['worker', 'spawn', 'login'], written => written.step === step);
      await answer(['lane', 'repair'], { cwd: repository, actor });
      const { lanes } = (await answer(['lane', 'list'], { cwd: repository })) as { lanes: { lane: string }[] };
      const whole = { branches: ['feature/login', 'main'], records: ['login'], folders: ['login'], journeys: [] };
      const nothing = { branches: ['main'], records: [], folders: [], journeys: [] };
      expect(traces(repository)).toEqual(lanes.length === 1 ? whole : nothing);
      const lane = await spawnLane(repository, 'login');
      expect(traces(repository)).toEqual(whole);
      expect(git(lane.worktreePath, 'status', '--porcelain')).toBe('');
    },
  );
});

describe('who closes a lane and is killed', () => {
  it.each([
    ['before all is kept', (written: Written) => written.closing?.kept === null],
    ['once all is kept', (written: Written) => (written.closing?.kept ?? null) !== null],
  ] as const)('%s leaves it as it was or closed, and no file is lost', async (_when, isThere) => {
    const repository = makeLaneRepository();
    writeIn(repository, '.stateroom/config.json', '{"lane":{"agentsMayReview":true}}\n');
    git(repository, 'add', '.');
    git(repository, 'commit', '-q', '-m', 'Allow');
    const { worktreePath } = await spawnLane(repository, 'login', ['--no-fetch']);
    for (let file = 0; file < 200; file += 1) writeIn(worktreePath, `new/${file}.txt`, `${file}\n`);
    await killWhen(repository, ['worker', 'cancel', 'login'], isThere);
    // Any operation on lanes ends what was left, not repair alone.
    const shown = await answer(['lane', 'show', 'login'], { cwd: repository });
    expect(traces(repository).journeys).toEqual([]);
    if (shown.status === 'closed') {
      expect(traces(repository)).toMatchObject({ records: [], folders: [] });
      await answer(['worker', 'restore', 'login'], { cwd: repository, actor });
    }
    expect(traces(repository)).toMatchObject({ records: ['login'], folders: ['login'] });
    expect(names(join(worktreePath, 'new'))).toHaveLength(200);
    expect(readFileSync(join(worktreePath, 'new', '199.txt'), 'utf8')).toBe('199\n');
  });
});
