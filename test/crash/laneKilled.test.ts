import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { answer, git, type RunOptions, start, storeOf, writeIn } from '../contract/cliRig.js';
import { laneTraces, makeLaneRepository, spawnLane } from '../contract/laneRig.js';

const actor = 'ada';

interface Written {
  readonly step?: string;
  readonly directory?: string | null;
  readonly closing?: { readonly kept: object | null };
}

/** Runs the program until what is written of its intent log says that it has come so far, and kills it there. */
async function killWhen(
  repository: string,
  words: readonly string[],
  isThere: (written: Written) => boolean,
  options: Omit<RunOptions, 'cwd'> = { actor },
) {
  const intentLog = join(storeOf(repository), 'journeys', 'login.json');
  const child = start(words, { ...options, cwd: repository });
  const ended = new Promise<void>(done => child.once('close', () => done()));
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  while (!isOver) {
    if (isThere(readOr(intentLog) ?? {})) break;
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

describe('a spawner that is killed', () => {
  it.each(['fetch', 'branch', 'worktree', 'context', 'kit', 'row'])(
    'at the step %s leaves a whole lane or nothing',
    async step => {
      const repository = makeLaneRepository();
      await killWhen(repository, ['worker', 'spawn', 'login'], written => written.step === step);
      await answer(['lane', 'repair'], { cwd: repository, actor });
      const { lanes } = (await answer(['lane', 'list'], { cwd: repository })) as { lanes: { lane: string }[] };
      const whole = { branches: ['feature/login', 'main'], records: ['login'], folders: ['login'], intentLogs: [] };
      const nothing = { branches: ['main'], records: [], folders: [], intentLogs: [] };
      expect(laneTraces(repository)).toEqual(lanes.length === 1 ? whole : nothing);
      const lane = await spawnLane(repository, 'login');
      expect(laneTraces(repository)).toEqual(whole);
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
    git(repository, 'push', '-q', 'origin', 'main');
    const { worktreePath } = await spawnLane(repository, 'login', ['--no-fetch']);
    for (let file = 0; file < 200; file += 1) writeIn(worktreePath, `new/${file}.txt`, `${file}\n`);
    await killWhen(repository, ['worker', 'cancel', 'login'], isThere);
    // What only reads leaves it as it is.
    const before = laneTraces(repository);
    await answer(['lane', 'show', 'login'], { cwd: repository });
    expect(laneTraces(repository)).toEqual(before);
    await answer(['lane', 'repair'], { cwd: repository, actor });
    const shown = await answer(['lane', 'show', 'login'], { cwd: repository });
    expect(laneTraces(repository).intentLogs).toEqual([]);
    if (shown.status === 'closed') {
      expect(laneTraces(repository)).toMatchObject({ records: [], folders: [] });
      await answer(['worker', 'restore', 'login'], { cwd: repository, actor });
    }
    expect(laneTraces(repository)).toMatchObject({ records: ['login'], folders: ['login'] });
    expect(readdirSync(join(worktreePath, 'new'))).toHaveLength(200);
    expect(readFileSync(join(worktreePath, 'new', '199.txt'), 'utf8')).toBe('199\n');
  });
});

describe('who retries a lane whose branch went on and is killed', () => {
  it.each([
    ['while the branch is kept', (written: Written) => written.step === 'branch' && written.directory !== null],
    ['while it begins anew', (written: Written) => written.step === 'worktree'],
  ] as const)('%s leaves it closed with that branch, and the next retry keeps it', async (_when, isThere) => {
    const repository = makeLaneRepository();
    writeIn(repository, '.stateroom/config.json', '{"lane":{"agentsMayReview":true}}\n');
    git(repository, 'add', '.');
    git(repository, 'commit', '-q', '-m', 'Allow');
    git(repository, 'push', '-q', 'origin', 'main');
    await spawnLane(repository, 'login', ['--no-fetch']);
    await answer(['worker', 'cancel', 'login'], { cwd: repository, actor });
    const late = git(repository, 'commit-tree', '-p', 'feature/login', '-m', 'Late', 'main^{tree}').trim();
    git(repository, 'update-ref', 'refs/heads/feature/login', late);
    await killWhen(repository, ['worker', 'retry', 'login', '--no-fetch'], isThere);
    await answer(['lane', 'repair'], { cwd: repository, actor });
    const { status } = await answer(['lane', 'show', 'login'], { cwd: repository });
    // It may have come to its end before it was killed.
    if (status === 'closed') {
      expect(laneTraces(repository)).toEqual({
        branches: ['feature/login', 'main'],
        records: [],
        folders: [],
        intentLogs: [],
      });
      expect(git(repository, 'rev-parse', 'feature/login').trim()).toBe(late);
      await answer(['worker', 'retry', 'login', '--no-fetch'], { cwd: repository, actor });
    }
    expect(laneTraces(repository)).toMatchObject({ records: ['login'], folders: ['login'], intentLogs: [] });
    const { rescues } = (await answer(['lane', 'rescue', 'list'], { cwd: repository })) as {
      rescues: { head: string }[];
    };
    expect(rescues[0]?.head).toBe(late);
  });
});

describe('who merges a lane and is killed', () => {
  it.each(['the base has it', 'its worktree is about to be removed'])(
    'once %s leaves the rest to lane repair',
    async when => {
      const repository = makeLaneRepository();
      writeIn(repository, '.stateroom/config.json', '{"lane":{"agentsMayReview":true}}\n');
      git(repository, 'add', '.');
      git(repository, 'commit', '-q', '-m', 'Allow');
      git(repository, 'push', '-q', 'origin', 'main');
      const as = (name: string) => ({ actor: name, env: { CODEX_THREAD_ID: `thread-of-${name}` } });
      const { worktreePath } = await spawnLane(repository, 'login', ['--no-fetch'], as('ada'));
      await answer(['worker', 'start'], { cwd: worktreePath, ...as('ada') });
      writeIn(worktreePath, 'login.txt', 'new\n');
      git(worktreePath, 'add', '.');
      git(worktreePath, 'commit', '-q', '-m', 'Add login');
      await answer(['worker', 'done', '--no-fetch'], { cwd: worktreePath, ...as('ada') });
      await answer(['worker', 'approve', 'login'], { cwd: repository, ...as('ben') });
      const main = join(repository, '.git', 'refs', 'heads', 'main');
      const before = readFileSync(main, 'utf8');
      const isMerged = () => readFileSync(main, 'utf8') !== before;
      const isThere = (written: Written) => (when === 'the base has it' ? isMerged() : written.closing?.kept === null);
      await killWhen(repository, ['worker', 'merge', 'login'], isThere, as('ben'));
      expect(isMerged()).toBe(true);
      await answer(['lane', 'repair'], { cwd: repository, ...as('ben') });
      const shown = await answer(['lane', 'show', 'login'], { cwd: repository });
      expect(shown).toMatchObject({ status: 'merged', port: null });
      expect(laneTraces(repository)).toEqual({ branches: ['main'], records: [], folders: [], intentLogs: [] });
    },
  );
});
