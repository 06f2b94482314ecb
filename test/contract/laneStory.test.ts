import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { laneAgent } from '../support/laneAgent.js';
import { references, treeState } from '../support/treeState.js';
import { answer, git, missingTerminal, run, runOnTerminal, userNode, writeIn } from './cliRig.js';
import { makeLaneRepository, type SpawnedLane, spawnLane } from './laneRig.js';
import { nothingLeft, storyEnd } from './stories/storyEnd.js';

/** Seconds between two heartbeats; of the one that falls silent so many that a slow look misses no level. */
const every = '0.5';
const everyOfSilent = '2';

interface LaneAnswer extends SpawnedLane {
  readonly status: string;
  readonly worker: {
    readonly liveness: string;
    readonly reason: string | null;
    readonly trouble: { readonly reason: string; readonly next: string } | null;
    readonly program: {
      readonly pid: number;
      readonly exitCode: number | null;
      readonly endedAt: string | null;
    } | null;
  };
}

const items = [
  ['login', 'Limit the rate of logins', ['--owns', 'src/login/**']],
  ['cart', 'Keep the cart', ['--owns', 'src/cart/**']],
  ['search', 'Search by name', ['--owns', 'src/search/**']],
  ['mail', 'Tell how mail goes', ['--owns', 'NOTES.md', '--owns', 'src/mail/**']],
  ['account', 'Show the limit', ['--owns', 'src/account/**', '--after', 'login']],
] as const;

const pids = new Set<number>();

afterEach(() => {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended.
    }
  }
  pids.clear();
});

describe.skipIf(missingTerminal !== undefined)('five lanes for five work items', () => {
  it('are worked in side by side, fall silent, are reviewed, merged, cancelled and restored', async () => {
    const repository = makeStoryRepository();
    const { login, cart, search, mail, account } = await openLanes(repository);

    await eachHasItsOwn(repository, [login, cart, search, mail, account]);
    await aWaitingLaneIsNotStarted(repository);

    await startAgent(repository, 'login', 'limit');
    const silent = await startAgent(repository, 'cart', 'hang', everyOfSilent);
    await startAgent(repository, 'search', 'litter');
    await startAgent(repository, 'mail', 'mail');

    await waitFor(repository, 'mail', ({ state }) => state === 'IN_REVIEW');
    await silenceIsSeen(repository, silent);
    await theRadarShowsWhereLanesMeet(repository, search);
    await aMistakeIsTakenBack(repository, search);
    await theReviewIsAnswered(repository, login);
    await theNextLaneStarts(repository, account);
    await aConflictLeavesAllAsItWas(repository, mail);

    expect(await statesOf(repository)).toEqual({
      login: 'COMPLETED merged',
      cart: 'WORKING active',
      search: 'ASSIGNED active',
      mail: 'COMPLETED merged',
      account: 'COMPLETED merged',
    });
    expect(git(repository, 'show', 'main:NOTES.md')).toBe('Mail: by SMTP, through our server.\n');
    expect(git(repository, 'show', 'main:src/account/account.ts')).toBe("import { limit } from '../login/limit.js';\n");
    expect(git(repository, 'status', '--porcelain')).toBe('');
    await othersFinishTheRest(repository);
    expect(await storyEnd(repository)).toEqual({
      ...nothingLeft,
      items: ['W-1 done', 'W-2 done', 'W-3 done', 'W-4 done', 'W-5 done'],
      lanes: ['L-1 login merged', 'L-2 cart merged', 'L-3 search merged', 'L-4 mail merged', 'L-5 account merged'],
      tasks: [],
    });
  }, 600_000);
});

/** A shop with `main` at its remote. */
function makeStoryRepository(): string {
  const repository = makeLaneRepository();
  writeIn(repository, 'agent.mjs', laneAgent);
  writeIn(repository, 'NOTES.md', 'Mail: open.\n');
  writeIn(repository, 'src/search/search.ts', 'export const search = 1;\n');
  writeIn(repository, 'src/search/old.ts', 'export const old = 1;\n');
  git(repository, 'add', '.');
  git(repository, 'commit', '-q', '-m', 'Sell');
  git(repository, 'push', '-q', 'origin', 'main');
  return repository;
}

async function openLanes(repository: string): Promise<Record<(typeof items)[number][0], SpawnedLane>> {
  const opened: Record<string, SpawnedLane> = {};
  for (const [index, [id, title, words]] of items.entries()) {
    await answer(['queue', 'add', title, '--id', id], { cwd: repository, actor: 'ada' });
    opened[id] = await spawnLane(repository, `W-${index + 1}`, words);
  }
  return opened as Record<(typeof items)[number][0], SpawnedLane>;
}

async function eachHasItsOwn(repository: string, lanes: readonly SpawnedLane[]): Promise<void> {
  expect(lanes.map(({ lane, branch, worktreePath, state }) => [lane, branch, worktreePath, state])).toEqual([
    ['login', 'feature/login', `${repository}.worktrees/login`, 'ASSIGNED'],
    ['cart', 'feature/cart', `${repository}.worktrees/cart`, 'ASSIGNED'],
    ['search', 'feature/search', `${repository}.worktrees/search`, 'ASSIGNED'],
    ['mail', 'feature/mail', `${repository}.worktrees/mail`, 'ASSIGNED'],
    ['account', 'feature/account', `${repository}.worktrees/account`, 'ASSIGNED'],
  ]);
  expect(new Set(lanes.map(({ port }) => port)).size).toBe(5);
  for (const { lane, branch, worktreePath, port } of lanes) {
    const kit = readFileSync(join(worktreePath, '.env.stateroom'), 'utf8').split('\n');
    expect(kit).toEqual(
      expect.arrayContaining([`STATEROOM_LANE=${lane}`, `STATEROOM_BRANCH=${branch}`, `PORT=${port}`]),
    );
    expect(git(worktreePath, 'status', '--porcelain')).toBe('');
  }
  const { lanes: shown } = (await answer(['lane', 'list'], { cwd: repository })) as unknown as {
    lanes: { lane: string; status: string; ownedPaths: string[]; after: string[]; workItem: string }[];
  };
  expect(
    shown.map(({ lane, status, ownedPaths, after, workItem }) => [workItem, lane, status, ownedPaths, after]),
  ).toEqual([
    ['W-1', 'login', 'active', ['src/login/**'], []],
    ['W-2', 'cart', 'active', ['src/cart/**'], []],
    ['W-3', 'search', 'active', ['src/search/**'], []],
    ['W-4', 'mail', 'active', ['NOTES.md', 'src/mail/**'], []],
    ['W-5', 'account', 'planned', ['src/account/**'], ['login']],
  ]);
}

async function aWaitingLaneIsNotStarted(repository: string): Promise<void> {
  const { code, stderr } = await run(['worker', 'start', 'account'], { cwd: repository, actor: 'ada' });
  expect([code, stderr]).toEqual([
    3,
    'stateroom: L-5 (account) cannot start yet: L-1 (login) is assigned.\n  It can start once that is merged.\n',
  ]);
}

/** A stopped process does not beat, whatever started it: no one has to notice, each look sees it. */
async function silenceIsSeen(repository: string, pid: number): Promise<void> {
  const levels = async (...levels: string[]): Promise<LaneAnswer> =>
    waitFor(repository, 'cart', ({ worker }) => levels.includes(worker.liveness));
  expect((await levels('ok')).worker.trouble).toBeNull();
  process.kill(pid, 'SIGSTOP');
  const seen = new Set<string>();
  await waitFor(repository, 'cart', ({ worker }) => {
    seen.add(worker.liveness);
    return worker.liveness === 'STALE';
  });
  expect([...seen].filter(level => level !== 'ok')).toEqual(['WARN', 'STALE']);
  const stale = (await answer(['worker', 'status', '--stale'], { cwd: repository })) as unknown as {
    workers: { lane: string; worker: LaneAnswer['worker'] }[];
  };
  expect(stale.workers.map(({ lane, worker }) => [lane, worker.trouble?.next])).toContainEqual([
    'cart',
    `Resume it: \`kill -CONT ${pid}\`.`,
  ]);
  process.kill(pid, 'SIGCONT');
  await levels('ok');
  process.kill(pid, 'SIGKILL');
  const dead = await levels('DEAD');
  expect(dead).toMatchObject({
    state: 'WORKING',
    worker: { trouble: { reason: 'Its program was killed by SIGKILL.' } },
  });
  expect(readFileSync(join(dead.worktreePath, 'src/cart/cart.ts'), 'utf8')).toBe('export const cart = [];\n');
}

/** `search` writes in a file that is `mail`’s. */
async function theRadarShowsWhereLanesMeet(repository: string, { worktreePath }: SpawnedLane): Promise<void> {
  await waitFor(repository, 'search', ({ worker }) => worker.program?.exitCode === 0);
  expect(await answer(['lane', 'overlaps'], { cwd: repository })).toMatchObject({
    overlaps: [{ path: 'NOTES.md', meetings: [{ lanes: ['search', 'mail'], lines: [[1, 1]] }] }],
    conflicts: [],
    violations: [{ lane: 'search', path: 'NOTES.md', owner: 'mail' }],
  });
  const asked = await run(['lane', 'may-edit', 'NOTES.md'], { cwd: worktreePath, actor: 'node-search' });
  expect([asked.code, asked.stdout]).toEqual([
    1,
    'NOTES.md is owned by L-4 (mail), which is in review. Leave it to that lane, or wait until it is merged.\n',
  ]);
  const { lanes } = (await answer(['lane', 'distance'], { cwd: repository })) as unknown as {
    lanes: { lane: string; ahead: number; behind: number }[];
  };
  expect(lanes.map(({ lane, ahead, behind }) => [lane, ahead, behind])).toEqual([
    ['login', 1, 0],
    ['cart', 0, 0],
    ['search', 0, 0],
    ['mail', 1, 0],
    ['account', 0, 0],
  ]);
}

/** Cancelled with work that no commit has, a lane comes back with every file, tracked and untracked, and with its index. */
async function aMistakeIsTakenBack(repository: string, { worktreePath }: SpawnedLane): Promise<void> {
  const before = treeState(worktreePath);
  expect(before.status).toBe(
    ' M NOTES.md\n D src/search/old.ts\n M src/search/search.ts\nAM src/search/staged.ts\n?? "src/search/new file.ts"\n',
  );
  expect(await person(repository, 'worker', 'cancel', 'search')).toMatchObject({ state: 'FAILED', status: 'closed' });
  expect(existsSync(worktreePath)).toBe(false);
  expect(await person(repository, 'worker', 'restore', 'search')).toMatchObject({
    state: 'ASSIGNED',
    status: 'active',
    worktreePath,
  });
  expect(treeState(worktreePath)).toEqual(before);
}

async function theReviewIsAnswered(repository: string, { worktreePath }: SpawnedLane): Promise<void> {
  await waitFor(repository, 'login', ({ state }) => state === 'IN_REVIEW');
  const needs = (await answer(['lane', 'needs-you'], { cwd: repository })) as unknown as {
    needs: { kind: string; lane: string; blocks: number; next: string }[];
  };
  // What another lane waits for stands first.
  expect(needs.needs.map(({ kind, lane, blocks, next }) => [kind, lane, blocks, next])).toEqual([
    ['approval', 'login', 1, 'worker approve login'],
    ['approval', 'mail', 0, 'worker approve mail'],
    ['dead', 'cart', 0, 'worker show cart'],
  ]);
  const refused = await run(['worker', 'approve', 'login'], { cwd: worktreePath, actor: 'node-login' });
  expect([refused.code, refused.stderr.split('\n')[0]]).toEqual([1, 'stateroom: Agents may not approve L-1 (login).']);
  expect(await person(repository, 'worker', 'request-changes', 'login', '-m', 'Test it')).toMatchObject({
    state: 'WORKING',
    status: 'active',
    worker: { reason: 'Test it' },
  });
  await startAgent(repository, 'login', 'test');
  await waitFor(repository, 'login', ({ state }) => state === 'IN_REVIEW');
  expect(await person(repository, 'worker', 'approve', 'login')).toMatchObject({ state: 'APPROVED' });
  expect(await person(repository, 'worker', 'merge', 'login')).toMatchObject({
    state: 'COMPLETED',
    status: 'merged',
    into: 'main',
    freed: ['account'],
  });
  expect(git(repository, 'show', 'main:src/login/limit.spec.ts')).toBe('expect(limit).toBe(5);\n');
  expect(readFileSync(join(repository, 'src/login/limit.ts'), 'utf8')).toBe('export const limit = 5;\n');
}

/** What waited for `login` finds its work there. */
async function theNextLaneStarts(repository: string, { worktreePath }: SpawnedLane): Promise<void> {
  await startAgent(repository, 'account', 'account');
  await waitFor(repository, 'account', ({ state }) => state === 'IN_REVIEW');
  expect(readFileSync(join(worktreePath, 'src/login/limit.ts'), 'utf8')).toBe('export const limit = 5;\n');
  await person(repository, 'worker', 'approve', 'account');
  expect(await person(repository, 'worker', 'merge', 'account')).toMatchObject({ state: 'COMPLETED', freed: [] });
}

async function aConflictLeavesAllAsItWas(repository: string, { worktreePath }: SpawnedLane): Promise<void> {
  await waitFor(repository, 'mail', ({ state }) => state === 'IN_REVIEW');
  await person(repository, 'worker', 'approve', 'mail');
  writeIn(repository, 'NOTES.md', 'Mail: through our server.\n');
  git(repository, 'commit', '-q', '-a', '-m', 'Decide how mail goes');
  const before = [treeState(repository), treeState(worktreePath), references(repository)];
  const conflict = await person(repository, 'worker', 'merge', 'mail');
  expect(conflict).toMatchObject({
    ok: false,
    code: 'conflict',
    message: 'L-4 (mail) conflicts with main in NOTES.md.',
    hint: 'Run `stateroom worker repair-merge mail`.',
  });
  expect([treeState(repository), treeState(worktreePath), references(repository)]).toEqual(before);
  expect(await person(repository, 'worker', 'repair-merge', 'mail')).toMatchObject({
    state: 'CONFLICTED',
    conflicts: ['NOTES.md'],
  });
  writeIn(worktreePath, 'NOTES.md', 'Mail: by SMTP, through our server.\n');
  git(worktreePath, 'commit', '-q', '-a', '-m', 'Agree on how mail goes');
  expect(await answer(['worker', 'done'], { cwd: worktreePath, actor: 'node-mail' })).toMatchObject({
    state: 'IN_REVIEW',
  });
  await person(repository, 'worker', 'approve', 'mail');
  expect(await person(repository, 'worker', 'merge', 'mail')).toMatchObject({ state: 'COMPLETED', status: 'merged' });
}

/** Another agent goes on where one stopped: in the lane of the one that was killed, and in the lane that was restored. */
async function othersFinishTheRest(repository: string): Promise<void> {
  for (const lane of ['cart', 'search']) {
    await startAgent(repository, lane, lane);
    await waitFor(repository, lane, ({ state }) => state === 'IN_REVIEW');
    await person(repository, 'worker', 'approve', lane);
    expect(await person(repository, 'worker', 'merge', lane)).toMatchObject({ state: 'COMPLETED', status: 'merged' });
  }
  expect(git(repository, 'show', 'main:src/cart/cart.ts')).toBe('export const cart = [];\n');
  expect(git(repository, 'ls-tree', '-r', '--name-only', 'main', 'src/search')).toBe(
    'src/search/new file.ts\nsrc/search/search.ts\nsrc/search/staged.ts\n',
  );
}

/** Starts a program in a lane in the background; returns its pid. */
async function startAgent(repository: string, lane: string, task: string, beats = every): Promise<number> {
  const words = ['worker', 'start', lane, '--every', beats, '--json', '--', userNode, 'agent.mjs', task];
  const { stdout, stderr } = await run(words, { cwd: repository, actor: 'ada' });
  expect(stderr).toBe('');
  const { worker } = JSON.parse(stdout).data as LaneAnswer;
  if (worker.program === null) throw new Error(`Nothing was started in ${lane}.`);
  pids.add(worker.program.pid);
  return worker.program.pid;
}

async function laneAnswer(repository: string, lane: string): Promise<LaneAnswer> {
  return (await answer(['worker', 'show', lane], { cwd: repository })) as unknown as LaneAnswer;
}

/** Looks at a lane again and again, as a person would, until it is as it should be. */
async function waitFor(
  repository: string,
  lane: string,
  condition: (shown: LaneAnswer) => boolean,
): Promise<LaneAnswer> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const shown = await laneAnswer(repository, lane);
    if (condition(shown)) return shown;
    if (Date.now() > deadline) {
      const { text } = await answer(['worker', 'logs', lane], { cwd: repository });
      throw new Error(`${lane} never came to be as it should: ${JSON.stringify(shown)}\n${text}`);
    }
  }
}

/** What a person at a terminal is answered: the data, or the refusal. */
async function person(repository: string, ...words: string[]): Promise<Record<string, unknown>> {
  const { stdout } = await runOnTerminal([...words, '--json'], { cwd: repository });
  const said = JSON.parse(stdout.split('\n')[0] ?? '') as { ok: boolean; data?: Record<string, unknown> };
  return said.data ?? said;
}

async function statesOf(repository: string): Promise<Record<string, string>> {
  const { lanes } = (await answer(['lane', 'list', '--all'], { cwd: repository })) as unknown as {
    lanes: LaneAnswer[];
  };
  return Object.fromEntries(lanes.map(({ lane, state, status }) => [lane, `${state} ${status}`]));
}
