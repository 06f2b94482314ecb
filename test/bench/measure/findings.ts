import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { anchorOf, locate } from '../../../src/domain/finding/anchor.js';
import { readLines } from '../../../src/domain/finding/textLines.js';
import { openWorkTree } from '../../../src/git/openWorkTree.js';
import type { WorkTree } from '../../../src/git/workTree.js';
import { anchorsIn } from '../../../src/records/finding/anchorFor.js';
import { locateFindings, type PlacedFinding } from '../../../src/records/finding/locateFindings.js';
import { LiveLines } from '../../../src/surfaces/vscode/problems/liveLines.js';
import type { Bench } from '../support/bench.js';
import { builtFile } from '../support/builtFile.js';
import { figure, judge, type Measure } from '../support/measure.js';
import { once } from '../support/once.js';
import { openStore } from '../support/seed.js';
import { median } from '../support/statistics.js';
import { timeProcess } from '../support/timeProcess.js';

const fileCount = 200;
const linesEach = 400;

/** Taking in a tool's report, and finding its results again. */
export function findings(bench: Bench): readonly Measure[] {
  const { imported, located } = bench.sizes;
  const repository = join(bench.folder, 'rocket');
  const tree = once(() => makeRepository(repository));
  return [
    {
      measure: `${imported} SARIF results in ${fileCount} files, whole process`,
      bound: '≤ 3 s',
      goal: '',
      async run() {
        const cli = builtFile(bench, 'cli.mjs');
        tree();
        const taken = await importSarif(bench, cli, repository);
        return {
          measured: `${figure(median(taken) / 1000)} s`,
          verdict: judge(median(taken), { bound: 3000 }),
          detail: `at most ${figure(Math.max(...taken) / 1000)} s; a new store, one transaction, anchored, one event each`,
        };
      },
    },
    {
      measure: `${located} findings in ${fileCount} edited files, located again`,
      bound: '≤ 1 s',
      goal: '',
      async run() {
        const taken = await locateAll(bench, tree());
        return {
          measured: `${figure(median(taken))} ms`,
          verdict: judge(median(taken), { bound: 1000 }),
          detail: `at most ${figure(Math.max(...taken))} ms, in process with git`,
        };
      },
    },
    {
      measure: 'a finding located in a text of 2,000 lines while typing',
      bound: '≤ 1 ms',
      goal: '',
      run() {
        const taken = locateWhileTyping(bench);
        return {
          measured: `${figure(median(taken))} ms`,
          verdict: judge(median(taken), { bound: 1 }),
          detail: 'per finding, for 100 at once',
        };
      },
    },
    {
      measure: 'marks of 100 findings in one file, updated after an edit',
      bound: '≤ 20 ms',
      goal: '',
      run() {
        const taken = followWhileTyping(bench);
        return {
          measured: `${figure(median(taken))} ms`,
          verdict: judge(median(taken), { bound: 20 }),
          detail: `at most ${figure(Math.max(...taken))} ms; a text of 2,000 lines, without drawing them in the editor`,
        };
      },
    },
  ];
}

/** 200 files of 400 lines in one commit. */
function makeRepository(folder: string): WorkTree {
  mkdirSync(join(folder, 'src'), { recursive: true });
  for (let file = 0; file < fileCount; file += 1) writeFileSync(join(folder, 'src', `file${file}.ts`), textOf(file));
  const git = (...words: string[]) => execFileSync('git', words, { cwd: folder, stdio: 'ignore' });
  git('init', '--quiet', '--initial-branch=main');
  git('add', '.');
  git('-c', 'user.name=bench', '-c', 'user.email=bench@example.com', 'commit', '--quiet', '--message=Begin');
  const tree = openWorkTree(folder, process.env);
  if (tree === undefined) throw new Error(`${folder} is not a worktree.`);
  return tree;
}

function textOf(file: number): string {
  const lines = Array.from({ length: linesEach }, (_, line) =>
    line % 10 === 9 ? '  }' : `  const value${file}x${line} = compute(${line}, "file ${file}"); // for the rocket`,
  );
  return `${lines.join('\n')}\n`;
}

/** `finding import` of a report into a new store, whole process. */
async function importSarif(bench: Bench, cli: string, repository: string): Promise<number[]> {
  const { imported } = bench.sizes;
  const results = Array.from({ length: imported }, (_, index) => {
    const startLine = (Math.floor(index / fileCount) * 7) % linesEach;
    return {
      ruleId: `rule-${index % 17}`,
      level: ['error', 'warning', 'note'][index % 3],
      message: { text: `Result ${index}: the value is never used, and this takes some words to say.` },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: `src/file${index % fileCount}.ts` },
            region: { startLine: startLine + 1, endLine: Math.min(linesEach, startLine + 1 + (index % 3)) },
          },
        },
      ],
    };
  });
  const file = join(bench.folder, 'report.sarif');
  writeFileSync(file, JSON.stringify({ version: '2.1.0', runs: [{ tool: { driver: { name: 'bench' } }, results }] }));
  const taken: number[] = [];
  for (let run = 0; run < bench.sizes.runs; run += 1) {
    const path = join(repository, '.git', 'stateroom');
    const words = ['finding', 'import', file, '--repository', '--json', '--actor', 'bench'];
    taken.push(await timeProcess(bench.userNode, [cli, ...words], repository));
    const store = openStore(path, bench.wasmFile);
    const found = await store.maintenance.query('select count(*), count(anchor) from findings', 1);
    await store.close();
    rmSync(path, { recursive: true, force: true });
    if (String(found.rows[0]) !== `${imported},${imported}`)
      throw new Error(`Imported ${found.rows[0]} of ${imported}.`);
  }
  bench.say(`import of SARIF: ${bench.sizes.runs} runs`);
  return taken;
}

/** All findings of all files after an edit at the top and one in the middle of each. */
async function locateAll(bench: Bench, tree: WorkTree): Promise<number[]> {
  const anchors = await anchorsIn(tree);
  const commit = (await tree.head()).commit ?? null;
  const placed: PlacedFinding[] = [];
  for (let index = 0; index < bench.sizes.located; index += 1) {
    const path = `src/file${index % fileCount}.ts`;
    const start = (Math.floor(index / fileCount) * 37) % (linesEach - 2) || 1;
    const lines = { start, end: start + (index % 3) };
    placed.push({
      id: `finding-${index}`,
      path,
      line_start: lines.start,
      line_end: lines.end,
      anchor: await anchors.anchor(path, lines),
      commit_sha: commit,
    });
  }
  for (let file = 0; file < fileCount; file += 1) {
    const text = textOf(file).replace(/(x200 .*\n)/, '$1  // in the middle\n');
    await tree.writeText(`src/file${file}.ts`, `// above\n${text}`);
  }
  const taken: number[] = [];
  for (let run = 0; run < bench.sizes.runs; run += 1) {
    const started = performance.now();
    const places = await locateFindings(tree, placed);
    taken.push(performance.now() - started);
    const outdated = [...places.values()].filter(place => place.outdated).length;
    if (outdated > 0) throw new Error(`${outdated} findings were not found again.`);
  }
  bench.say(`locating: ${bench.sizes.runs} runs`);
  return taken;
}

/**
 * What an editor does after a key: the text is split, and each finding of it looked for by its surroundings. Milliseconds for
 * each finding.
 */
function locateWhileTyping(bench: Bench): number[] {
  const text = Array.from({ length: 5 }, (_, file) => textOf(file)).join('');
  const base = readLines(text);
  const anchors = Array.from({ length: 100 }, (_, index) =>
    anchorOf(base, { start: index * 19 + 1, end: index * 19 + 1 }),
  );
  const now = `// typed\n${text}`;
  const taken: number[] = [];
  for (let run = 0; run < bench.sizes.runs; run += 1) {
    const started = performance.now();
    const lines = readLines(now);
    for (const anchor of anchors) if (anchor !== undefined) locate(anchor, lines);
    taken.push((performance.now() - started) / anchors.length);
  }
  return taken;
}

/** What follows the marks of a document to where their lines are, from one text to the next as they are typed, ms. */
function followWhileTyping(bench: Bench): number[] {
  const text = Array.from({ length: 5 }, (_, file) => textOf(file)).join('');
  const ranges = Array.from({ length: 100 }, (_, index) => ({ start: index * 19 + 1, end: index * 19 + 1 }));
  const lines = new LiveLines(text);
  const taken: number[] = [];
  for (let run = 1; run <= bench.sizes.runs; run += 1) {
    const now = `${'// typed\n'.repeat(run)}${text}`;
    const started = performance.now();
    const places = lines.locate(ranges, now);
    taken.push(performance.now() - started);
    const lost = places.filter((place, index) => place === 'outdated' || place.start !== index * 19 + 1 + run).length;
    if (lost > 0) throw new Error(`${lost} findings were not found again.`);
  }
  return taken;
}
