import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openLanes } from '../../../src/git/lane/openLanes.js';
import { openWorkTree } from '../../../src/git/openWorkTree.js';
import { laneOverlaps } from '../../../src/operations/lane/laneOverlaps.js';
import { workerSpawn } from '../../../src/operations/lane/worker/workerSpawn.js';
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

const linesOfFile = 40;

interface Scene {
  readonly root: string;
  readonly store: string;
  /** Worktrees of the lanes. */
  readonly trees: readonly string[];
}

/** What it costs to see where lanes meet, and to ask before an edit. */
export function radar(bench: Bench): readonly Measure[] {
  const { lanes, changedFiles: files } = bench.sizes;
  const scene = once(() => makeScene(bench, join(bench.folder, 'radar')));
  const what = `overlaps of ${lanes} lanes with ${files} changed files each`;
  const row = (
    when: string,
    bound: number | undefined,
    before: (made: Scene, run: number) => void,
    more = '',
  ): Measure => ({
    measure: `${what}, ${when}, in process`,
    bound: bound === undefined ? '' : `≤ ${bound} ms`,
    goal: '',
    async run() {
      const made = await scene();
      const taken = await timed(bench, made, run => before(made, run));
      const middle = median(taken);
      return {
        measured: `${figure(middle)} ms`,
        verdict: judge(middle, bound === undefined ? {} : { bound }),
        detail: `at most ${figure(Math.max(...taken))} ms of ${taken.length}${more}`,
      };
    },
  });
  return [
    row(
      'cold',
      2000,
      ({ store }) => rmSync(join(store, 'kept'), { recursive: true, force: true }),
      '; every second lane has committed',
    ),
    row('when one lane changed', 200, ({ trees }, run) => {
      writeFileSync(join(trees[0] ?? '', 'd0', 'f0.ts'), textOf(`run ${run}`));
    }),
    row('when nothing changed', undefined, () => undefined, '; no git is started'),
    {
      measure: `\`lane may-edit\` with ${lanes} lanes, over bare \`node -e 0\``,
      bound: '≤ 100 ms',
      goal: '',
      async run() {
        const { trees } = await scene();
        const cwd = trees[0] ?? '';
        const args = [builtFile(bench, 'cli.mjs'), 'lane', 'may-edit', 'd0/f0.ts'];
        await timeProcess(bench.userNode, args, cwd);
        const more: number[] = [];
        for (let run = 0; run < bench.sizes.starts; run += 1) {
          const bare = await timeProcess(bench.userNode, ['-e', '0'], cwd);
          more.push((await timeProcess(bench.userNode, args, cwd)) - bare);
        }
        const middle = median(more);
        return {
          measured: `${figure(middle)} ms`,
          verdict: judge(middle, { bound: 100 }),
          detail: 'if the store has not changed; otherwise it is opened once',
        };
      },
    },
    ...hooks.map(
      ({ what, event, input }): Measure => ({
        measure: `hook of an agent ${what} with ${lanes} lanes, over bare \`node -e 0\``,
        bound: '≤ 150 ms',
        goal: '',
        async run() {
          const { trees } = await scene();
          const cwd = trees[0] ?? '';
          const args = [builtFile(bench, 'cli.mjs'), 'agent-hook', 'claude', event];
          const text = JSON.stringify({ session_id: 'bench', cwd, hook_event_name: event, ...input });
          await timeProcess(bench.userNode, args, cwd, { input: text });
          const more: number[] = [];
          for (let run = 0; run < bench.sizes.starts; run += 1) {
            const bare = await timeProcess(bench.userNode, ['-e', '0'], cwd);
            more.push((await timeProcess(bench.userNode, args, cwd, { input: text })) - bare);
          }
          const middle = median(more);
          return { measured: `${figure(middle)} ms`, verdict: judge(middle, { bound: 150 }), detail: '' };
        },
      }),
    ),
  ];
}

/** What hooks that an agent waits for are sent. */
const hooks = [
  { what: 'as a session begins', event: 'SessionStart', input: { source: 'startup' } },
  { what: 'before an edit', event: 'PreToolUse', input: { tool_name: 'Edit', tool_input: { file_path: 'd0/f0.ts' } } },
  {
    what: 'before a command',
    event: 'PreToolUse',
    input: { tool_name: 'Bash', tool_input: { command: "cd d0 && sed -i 's/a/b/' f0.ts; git commit -m 'x'" } },
  },
  { what: 'at the end of a turn', event: 'Stop', input: { stop_hook_active: false } },
] as const;

/** Lanes of a repository with twice as many files as each changes; each begins a little further on than the one before. */
async function makeScene(bench: Bench, root: string): Promise<Scene> {
  const { lanes, changedFiles: files } = bench.sizes;
  const names = Array.from({ length: files * 2 }, (_, index) => `d${Math.floor(index / 25)}/f${index % 25}.ts`);
  git(bench.folder, 'init', '--quiet', '--initial-branch=main', root);
  for (const name of names) write(root, name, textOf(''));
  git(root, 'add', '.');
  git(root, 'commit', '--quiet', '--message=Begin');
  const store = join(root, '.git', 'stateroom');
  await inStore(bench, { root, store, trees: [] }, async context => {
    for (let lane = 0; lane < lanes; lane += 1) {
      await mustInvoke(workerSpawn, context, { lane: `lane-${lane}`, noFetch: true });
    }
  });
  const trees = Array.from({ length: lanes }, (_, lane) => join(`${root}.worktrees`, `lane-${lane}`));
  for (const [lane, tree] of trees.entries()) {
    const first = Math.floor((lane * names.length) / lanes);
    for (let file = 0; file < files; file += 1) {
      write(tree, names[(first + file) % names.length] ?? '', textOf('changed', 2 * lane));
    }
    if (lane % 2 === 0) git(tree, 'commit', '--quiet', '--all', '--message=Work');
  }
  bench.say(`radar: ${lanes} lanes of ${names.length} files`);
  return { root, store, trees };
}

/** A text of numbered lines, one of which is another one. */
function textOf(word: string, at = 0): string {
  return Array.from({ length: linesOfFile }, (_, index) => `line ${index}${index === at ? word : ''}\n`).join('');
}

function write(root: string, name: string, text: string): void {
  mkdirSync(join(root, name, '..'), { recursive: true });
  writeFileSync(join(root, name), text);
}

async function timed(bench: Bench, scene: Scene, before: (run: number) => void): Promise<number[]> {
  const taken: number[] = [];
  await inStore(bench, scene, async context => {
    await mustInvoke(laneOverlaps, context, {});
    for (let run = 0; run < bench.sizes.runs; run += 1) {
      before(run);
      const began = performance.now();
      await mustInvoke(laneOverlaps, context, {});
      taken.push(performance.now() - began);
    }
  });
  return taken;
}

async function inStore(
  bench: Bench,
  { root, store: directory }: Scene,
  act: (context: Context) => Promise<void>,
): Promise<void> {
  const store = openStore(directory, bench.wasmFile, shortJournal);
  const workTree = openWorkTree(root, process.env);
  if (workTree === undefined) throw new Error(`${root} is not a worktree.`);
  const programFile = builtFile(bench, 'cli.mjs');
  const lanes = openLanes({ workTree, storeDirectory: directory, environment: process.env, programFile });
  try {
    await act({ ...contextOver(store), actor: { role: 'human', name: 'bench' }, workTree, lanes });
  } finally {
    await store.close();
  }
}

function git(cwd: string, ...words: string[]): void {
  const identity = ['-c', 'user.name=bench', '-c', 'user.email=bench@example.com', '-c', 'core.hooksPath=/dev/null'];
  execFileSync('git', [...identity, ...words], { cwd, stdio: 'ignore' });
}
