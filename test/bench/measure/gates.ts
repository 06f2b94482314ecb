import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRefusal } from '../../../src/domain/refusal/refusal.js';
import { openGitHooks } from '../../../src/git/hooks/openGitHooks.js';
import { openWorkTree } from '../../../src/git/openWorkTree.js';
import type { Context } from '../../../src/operations/context.js';
import { findingRecordMany } from '../../../src/operations/finding/findingRecordMany.js';
import { gateCheck } from '../../../src/operations/gate/gateCheck.js';
import { invoke } from '../../../src/operations/invoke.js';
import type { Operation } from '../../../src/operations/operation.js';
import { taskStart } from '../../../src/operations/task/taskStart.js';
import { randomIds } from '../../../src/platform/idSource.js';
import { silentLog } from '../../../src/platform/log.js';
import type { Bench } from '../support/bench.js';
import { figure, judge, notMeasured, type Row } from '../support/measure.js';
import { openStore } from '../support/seed.js';
import { median } from '../support/statistics.js';
import { timeProcess } from './opening.js';

/** Most findings that one call records. */
const batch = 100;

/** What a gate costs in a warm process, and what a hook costs a push. */
export async function measureGates(bench: Bench): Promise<Row[]> {
  const repository = join(bench.folder, 'gated');
  git(bench.folder, 'init', '--quiet', '--initial-branch=main', repository);
  writeFileSync(join(repository, 'README.md'), 'A repository.\n');
  git(repository, 'add', '.');
  git(repository, 'commit', '--quiet', '--message=Begin');
  const gate = await measureGate(bench, repository);
  const cli = join(bench.root, 'dist', 'cli.mjs');
  const hooks = existsSync(cli)
    ? await measureHook(bench, cli, repository)
    : [notMeasured('the hook pre-push', {}, 'dist/cli.mjs is not built')];
  rmSync(repository, { recursive: true, force: true });
  return [gate, ...hooks];
}

/** A gate on a task with many open findings, asked again and again by one process, git and all. */
async function measureGate(bench: Bench, repository: string): Promise<Row> {
  const findings = bench.sizes.gated;
  const store = openStore(join(repository, '.git', 'stateroom'), bench.wasmFile);
  const context: Context = {
    store,
    clock: { now: () => Date.now() },
    ids: randomIds,
    actor: { role: 'human', name: 'bench' },
    log: silentLog,
    settings: { leaseMs: 900_000, staleMs: 600_000 },
    workTree: openWorkTree(repository, process.env),
  };
  await done(taskStart, context, { objective: 'Limit the rate', here: true });
  mkdirSync(join(repository, 'src'));
  writeFileSync(join(repository, 'src', 'limit.ts'), 'export const limit = 100;\n'.repeat(findings));
  git(repository, 'add', '.');
  git(repository, 'commit', '--quiet', '--message=Work');
  for (let from = 0; from < findings; from += batch) {
    const some = Array.from({ length: Math.min(batch, findings - from) }, (_, index) => ({
      severity: 'low' as const,
      path: 'src/limit.ts',
      line: String(from + index + 1),
      text: `Remark ${from + index}: this number wants a name.`,
    }));
    await done(findingRecordMany, context, { findings: some });
  }
  const taken: number[] = [];
  for (let run = 0; run < bench.sizes.queries / 10 + 1; run += 1) {
    const began = performance.now();
    await done(gateCheck, context, { gate: 'close-check' });
    taken.push(performance.now() - began);
  }
  await store.close();
  bench.say(`gate: ${taken.length} times`);
  const middle = median(taken.slice(1));
  return {
    measure: `close-check on a task with ${findings} open findings, in process, with git`,
    bound: '≤ 50 ms',
    goal: '',
    measured: `${figure(middle)} ms`,
    verdict: judge(middle, { bound: 50 }),
    detail: `the first took ${figure(taken[0] ?? 0)} ms`,
  };
}

/** The hook as git starts it, beside a Node that does nothing: for a branch of nobody's, and for one that is judged. */
async function measureHook(bench: Bench, cli: string, repository: string): Promise<Row[]> {
  const program = { file: cli, version: '0.0.0' };
  const commonDir = join(repository, '.git');
  await openGitHooks({ root: repository, commonDir, environment: process.env, program }).install();
  const branch = git(repository, 'symbolic-ref', 'HEAD').trim();
  const commit = git(repository, 'rev-parse', 'HEAD').trim();
  const rows: Row[] = [];
  for (const [what, ref] of [
    ['a branch without a task', 'refs/heads/main'],
    ['the branch of a task, judged', branch],
  ] as const) {
    const more: number[] = [];
    const input = `${ref} ${commit} ${ref} ${'0'.repeat(40)}\n`;
    for (let run = 0; run < bench.sizes.starts; run += 1) {
      const bare = await timeProcess(bench.userNode, ['-e', '0'], repository);
      more.push((await timeHook(join(commonDir, 'stateroom', 'hooks', 'pre-push'), repository, input)) - bare);
    }
    const middle = median(more);
    bench.say(`pre-push, ${what}: ${more.length} runs`);
    rows.push({
      measure: `pre-push for ${what}, over bare \`node -e 0\``,
      bound: '≤ 150 ms',
      goal: '',
      measured: `${figure(middle)} ms`,
      verdict: judge(middle, { bound: 150 }),
      detail: 'whole hook: shell, program and gate',
    });
  }
  return rows;
}

function timeHook(hook: string, cwd: string, input: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const child = spawn(hook, ['origin', 'nowhere'], { cwd, stdio: ['pipe', 'ignore', 'ignore'] });
    child.once('error', reject);
    child.once('close', () => resolve(performance.now() - began));
    child.stdin.end(input);
  });
}

async function done(operation: Operation, context: Context, input: unknown): Promise<void> {
  const answer = await invoke(operation, context, input);
  if (isRefusal(answer)) throw new Error(`${operation.name} was refused: ${answer.message}`);
}

function git(cwd: string, ...words: string[]): string {
  const identity = ['-c', 'user.name=bench', '-c', 'user.email=bench@example.com', '-c', 'core.hooksPath=/dev/null'];
  return execFileSync('git', [...identity, ...words], { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}
