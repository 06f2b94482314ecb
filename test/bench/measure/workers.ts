import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LaneRow } from '../../../src/domain/lane/laneRow.js';
import type { WorkerRow } from '../../../src/domain/worker/workerRow.js';
import { randomIds } from '../../../src/platform/idSource.js';
import { openWorkerHeartbeats } from '../../../src/platform/workerHeartbeats.js';
import { shortJournal } from '../../../src/surfaces/cli/compose.js';
import type { Bench } from '../support/bench.js';
import { builtFile } from '../support/builtFile.js';
import { figure, judge, type Measure } from '../support/measure.js';
import { once } from '../support/once.js';
import { openStore } from '../support/seed.js';
import { median } from '../support/statistics.js';
import { timeProcess } from '../support/timeProcess.js';

/** What looking at many workers costs, what a heartbeat costs, and what opening a lane adds to git's own work. */
export function workers(bench: Bench): readonly Measure[] {
  const { workers: many, tracked } = bench.sizes;
  const repository = once(() => makeLanes(bench, join(bench.folder, 'workers')));
  return [
    {
      measure: `\`worker status\` with ${many} lanes, over bare \`node -e 0\``,
      bound: '≤ 200 ms',
      goal: '',
      async run() {
        const cwd = await repository();
        const cli = builtFile(bench, 'cli.mjs');
        const more: number[] = [];
        for (let run = 0; run < bench.sizes.starts; run += 1) {
          const bare = await timeProcess(bench.userNode, ['-e', '0'], cwd);
          more.push((await timeProcess(bench.userNode, [cli, 'worker', 'status', '--json'], cwd)) - bare);
        }
        bench.say(`worker status: ${more.length} runs`);
        const middle = median(more);
        return { measured: `${figure(middle)} ms`, verdict: judge(middle, { bound: 200 }), detail: 'whole process' };
      },
    },
    {
      measure: `a heartbeat beside ${many} others`,
      bound: '≤ 1 ms',
      goal: '',
      async run() {
        const store = join(await repository(), '.git', 'stateroom');
        const heartbeats = openWorkerHeartbeats(join(store, 'workers'));
        const before = journalBytes(store);
        const taken: number[] = [];
        for (let run = 0; run < bench.sizes.queries; run += 1) {
          const began = performance.now();
          await heartbeats.heartbeat('lane-0', Date.now() + run);
          taken.push(performance.now() - began);
        }
        const written = journalBytes(store) - before;
        if (written !== 0) throw new Error(`${written} bytes were written to the journal.`);
        const middle = median(taken);
        return {
          measured: `${figure(middle)} ms`,
          verdict: judge(middle, { bound: 1 }),
          detail: `at most ${figure(Math.max(...taken))} ms; 0 bytes in the journal`,
        };
      },
    },
    {
      measure: `\`worker spawn\` in a repository of ${tracked} files, over 1.3 × \`git worktree add\``,
      bound: '≤ 300 ms',
      goal: '',
      async run() {
        const { ours, plain } = await timeSpawn(bench, await makeTracked(bench, join(bench.folder, 'tracked')));
        const more = median(ours.map((value, run) => value - 1.3 * (plain[run] ?? 0)));
        return {
          measured: `${figure(more)} ms`,
          verdict: judge(more, { bound: 300 }),
          detail: `${figure(median(ours))} vs. ${figure(median(plain))} ms, whole processes, without a remote`,
        };
      },
    },
  ];
}

/** A repository with many lanes, of which git has made none, all at work; its folder. */
async function makeLanes(bench: Bench, repository: string): Promise<string> {
  begin(bench, repository);
  const directory = join(repository, '.git', 'stateroom');
  const store = openStore(directory, bench.wasmFile, shortJournal);
  const heartbeats = openWorkerHeartbeats(join(directory, 'workers'));
  try {
    await store.transaction(async transaction => {
      const first = await transaction.lanes.takeNumbers(bench.sizes.workers);
      const rows = Array.from({ length: bench.sizes.workers }, (_, index) => laneRow(repository, index, first + index));
      await transaction.lanes.insert(rows);
      await transaction.workers.insert(rows.map(workerRow));
    });
    for (let index = 0; index < bench.sizes.workers; index += 1)
      await heartbeats.heartbeat(`lane-${index}`, Date.now());
  } finally {
    await store.close();
  }
  return repository;
}

function laneRow(repository: string, index: number, number: number): Omit<LaneRow, 'repository_id'> {
  const now = Date.now();
  return {
    id: randomIds.ulid(now),
    number,
    name: `lane-${index}`,
    description: `What lane ${index} is for, in a sentence of the usual length`,
    kind: 'implement',
    status: 'active',
    close_reason: null,
    task_id: null,
    work_item_id: null,
    branch: `feature/lane-${index}`,
    base_branch: 'main',
    base_sha: '0'.repeat(40),
    worktree_path: `${repository}.worktrees/lane-${index}`,
    owned_paths: JSON.stringify([`src/part${index}/**`]),
    git_writes: 'agent',
    adopted: 0,
    port_first: 42_000 + 10 * index,
    port_count: 10,
    owner: null,
    backend: null,
    model: null,
    effort: null,
    merged_sha: null,
    created_by: 'bench',
    created_at: now,
    updated_at: now,
    revision: 1,
  };
}

function workerRow({ id, created_at }: Pick<LaneRow, 'id' | 'created_at'>): Omit<WorkerRow, 'repository_id'> {
  return {
    id: randomIds.ulid(created_at),
    lane_id: id,
    state: 'WORKING',
    state_changed_at: created_at,
    changed_by: 'bench',
    attempt: 1,
    agent: 'codex',
    harness: null,
    session: null,
    reason: null,
    cancelled: 0,
    submitted_sha: null,
    approved_by: null,
    rescue_ref: null,
    created_at,
    revision: 1,
  };
}

function journalBytes(store: string): number {
  const names = readdirSync(store).filter(name => name.startsWith('journal.'));
  return names.reduce((sum, name) => sum + statSync(join(store, name)).size, 0);
}

/** A repository of many small files in folders of a hundred; its folder. */
async function makeTracked(bench: Bench, repository: string): Promise<string> {
  begin(bench, repository);
  for (let index = 0; index < bench.sizes.tracked; index += 1) {
    const folder = join(repository, 'src', `part${Math.floor(index / 100)}`);
    if (index % 100 === 0) mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `file${index % 100}.ts`), `export const value = ${index};\n`.repeat(10));
  }
  git(repository, 'add', '.');
  git(repository, 'commit', '--quiet', '--message=Fill');
  return repository;
}

/** Opens lanes and plain worktrees by turns. */
async function timeSpawn(bench: Bench, repository: string): Promise<{ ours: number[]; plain: number[] }> {
  const cli = builtFile(bench, 'cli.mjs');
  const ours: number[] = [];
  const plain: number[] = [];
  for (let run = 0; run < bench.sizes.runs; run += 1) {
    const spawn = ['worker', 'spawn', `lane-${run}`, '--owns', `part${run}/**`, '--json', '--actor', 'bench'];
    const add = ['worktree', 'add', '--quiet', '-b', `plain-${run}`, `${repository}.plain-${run}`, 'main'];
    const timePlain = async () => plain.push(await timeProcess('git', add, repository));
    const timeOurs = async () => ours.push(await timeProcess(bench.userNode, [cli, ...spawn], repository));
    // Whoever comes second finds a warmer machine.
    for (const time of run % 2 === 0 ? [timePlain, timeOurs] : [timeOurs, timePlain]) await time();
    for (const folder of [`${repository}.plain-${run}`, `${repository}.worktrees`]) {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  bench.say(`worker spawn: ${ours.length} runs`);
  return { ours, plain };
}

function begin(bench: Bench, repository: string): void {
  mkdirSync(bench.folder, { recursive: true });
  git(bench.folder, 'init', '--quiet', '--initial-branch=main', repository);
  writeFileSync(join(repository, 'README.md'), 'A repository.\n');
  git(repository, 'add', '.');
  git(repository, 'commit', '--quiet', '--message=Begin');
}

function git(cwd: string, ...words: string[]): void {
  const identity = ['-c', 'user.name=bench', '-c', 'user.email=bench@example.com', '-c', 'core.hooksPath=/dev/null'];
  execFileSync('git', [...identity, ...words], { cwd, stdio: 'ignore' });
}
