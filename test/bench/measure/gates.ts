import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openGitHooks } from '../../../src/git/hooks/openGitHooks.js';
import { openWorkTree } from '../../../src/git/openWorkTree.js';
import { findingRecordMany } from '../../../src/operations/finding/findingRecordMany.js';
import { gateCheck } from '../../../src/operations/gate/gateCheck.js';
import { taskStart } from '../../../src/operations/task/taskStart.js';
import type { Context } from '../../../src/records/context.js';
import { shortJournal } from '../../../src/surfaces/cli/compose.js';
import type { Bench } from '../support/bench.js';
import { builtFile } from '../support/builtFile.js';
import { figure, judge, type Measure } from '../support/measure.js';
import { mustInvoke } from '../support/mustInvoke.js';
import { once } from '../support/once.js';
import { openStore } from '../support/seed.js';
import { median } from '../support/statistics.js';
import { timeProcess } from '../support/timeProcess.js';
import { contextOver } from '../worker/claimRepeatedly.js';

/** Most findings that one call records. */
const batch = 100;

/** What a gate costs in a warm process, and what a hook costs a push. */
export function gates(bench: Bench): readonly Measure[] {
  const repository = once(() => makeGated(bench, join(bench.folder, 'gated')));
  const hook = once(async () => {
    const program = { file: builtFile(bench, 'cli.mjs'), version: '0.0.0' };
    const root = await repository();
    const commonDir = join(root, '.git');
    await openGitHooks({ root, commonDir, environment: process.env, program }).install();
    return { root, file: join(commonDir, 'stateroom', 'hooks', 'pre-push') };
  });
  return [
    {
      measure: `close-check on a task with ${bench.sizes.gated} open findings, in process, with git`,
      bound: '≤ 50 ms',
      goal: '',
      async run() {
        const taken = await askAgain(bench, await repository());
        const middle = median(taken.slice(1));
        return {
          measured: `${figure(middle)} ms`,
          verdict: judge(middle, { bound: 50 }),
          detail: `the first took ${figure(taken[0] ?? 0)} ms`,
        };
      },
    },
    // Where the task began: no work of any task is in it.
    pushHook(bench, hook, 'a branch without a task', () => ({ ref: 'refs/heads/spike', commit: 'main' })),
    pushHook(bench, hook, 'the branch of a task, gate checked', root => ({
      ref: git(root, 'symbolic-ref', 'HEAD').trim(),
      commit: 'HEAD',
    })),
  ];
}

/** The hook as git starts it, beside a Node that does nothing. */
function pushHook(
  bench: Bench,
  hook: () => Promise<{ readonly root: string; readonly file: string }>,
  what: string,
  pushed: (root: string) => { readonly ref: string; readonly commit: string },
): Measure {
  return {
    measure: `pre-push for ${what}, over bare \`node -e 0\``,
    bound: '≤ 150 ms',
    goal: '',
    async run() {
      const { root, file } = await hook();
      const { ref, commit } = pushed(root);
      const input = `${ref} ${git(root, 'rev-parse', commit).trim()} ${ref} ${'0'.repeat(40)}\n`;
      const more: number[] = [];
      for (let run = 0; run < bench.sizes.starts; run += 1) {
        const bare = await timeProcess(bench.userNode, ['-e', '0'], root);
        more.push((await timeProcess(file, ['origin', 'nowhere'], root, { input })) - bare);
      }
      const middle = median(more);
      bench.say(`pre-push, ${what}: ${more.length} runs`);
      return {
        measured: `${figure(middle)} ms`,
        verdict: judge(middle, { bound: 150 }),
        detail: 'whole hook: shell, program and gate',
      };
    },
  };
}

/** A repository with a task of many open findings; its folder. */
async function makeGated(bench: Bench, repository: string): Promise<string> {
  const findings = bench.sizes.gated;
  git(bench.folder, 'init', '--quiet', '--initial-branch=main', repository);
  writeFileSync(join(repository, 'README.md'), 'A repository.\n');
  git(repository, 'add', '.');
  git(repository, 'commit', '--quiet', '--message=Begin');
  await withContext(bench, repository, async context => {
    await mustInvoke(taskStart, context, { objective: 'Limit the rate', here: true });
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
      await mustInvoke(findingRecordMany, context, { findings: some });
    }
  });
  return repository;
}

/** The gate, asked again and again by one process, git and all. */
async function askAgain(bench: Bench, repository: string): Promise<number[]> {
  const taken: number[] = [];
  await withContext(bench, repository, async context => {
    for (let run = 0; run < bench.sizes.queries / 10 + 1; run += 1) {
      const began = performance.now();
      await mustInvoke(gateCheck, context, { gate: 'close-check' });
      taken.push(performance.now() - began);
    }
  });
  bench.say(`gate: ${taken.length} times`);
  return taken;
}

/** Acts as a person in a repository, and leaves its store as the command line does. */
async function withContext(bench: Bench, repository: string, act: (context: Context) => Promise<void>): Promise<void> {
  const store = openStore(join(repository, '.git', 'stateroom'), bench.wasmFile, shortJournal);
  const workTree = openWorkTree(repository, process.env);
  try {
    await act({ ...contextOver(store), actor: { role: 'human', name: 'bench' }, workTree });
  } finally {
    await store.close();
  }
}

function git(cwd: string, ...words: string[]): string {
  const identity = ['-c', 'user.name=bench', '-c', 'user.email=bench@example.com', '-c', 'core.hooksPath=/dev/null'];
  return execFileSync('git', [...identity, ...words], { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}
