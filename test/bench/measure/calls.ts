import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { onTerminal } from '../../support/onTerminal.js';
import type { Bench } from '../support/bench.js';
import { judge, type Measure, NotHere } from '../support/measure.js';
import { once } from '../support/once.js';
import { timeProcess } from '../support/timeProcess.js';

/** Most functions of each call, 3 % above what it was when the row was made: processes differ by a few. */
const limits = {
  'queue next': { bound: 650, goal: 450 },
  'finding record': { bound: 740 },
  'worker approve': { bound: 730 },
  'worker merge': { bound: 970 },
} as const satisfies Record<string, { bound: number; goal?: number }>;
type Call = keyof typeof limits;

interface Count {
  /** Functions that ran at least once; the code of a module itself is not one. */
  readonly functions: number;
  /** Modules that were evaluated, and those of them with a function that ran. */
  readonly modules: number;
  readonly called: number;
}

/** How much of `src` a call touches, which depends on no machine. */
export function calls(bench: Bench): readonly Measure[] {
  const counts = once(() => countCalls(bench));
  const row = (call: Call, limit: { readonly bound: number; readonly goal?: number }): Measure => ({
    measure: `functions called by \`${call}\``,
    bound: `≤ ${limit.bound}`,
    goal: limit.goal === undefined ? '' : `≤ ${limit.goal}`,
    async run() {
      const { functions, modules, called } = (await counts())[call];
      return {
        measured: `${functions}`,
        verdict: judge(functions, limit),
        detail: `in ${called} of ${modules} modules that were evaluated`,
      };
    },
  });
  return (Object.keys(limits) as Call[]).map(call => row(call, limits[call]));
}

/** One lane from its opening to its merge, beside a queue and a finding. */
async function countCalls(bench: Bench): Promise<Readonly<Record<Call, Count>>> {
  const repository = join(bench.folder, 'calls');
  git(bench.folder, 'init', '--quiet', '--initial-branch=main', repository);
  // Stateroom commits the merge.
  git(repository, 'config', 'user.name', 'bench');
  git(repository, 'config', 'user.email', 'bench@example.com');
  writeFileSync(join(repository, 'README.md'), 'A repository.\n');
  git(repository, 'add', '.');
  git(repository, 'commit', '--quiet', '--message=Begin');
  const run = (...words: string[]) => runAs('agent', bench, repository, words);
  for (const title of ['One', 'Two', 'Three']) await run('queue', 'add', title);
  // The first call of a kind makes what later ones find.
  await run('queue', 'next');
  const next = await run('queue', 'next');
  const remark = ['finding', 'record', '--severity', 'low', '--repository', '--path', 'README.md', '--line', '1'];
  await run(...remark, '--text', 'Too short');
  const record = await run(...remark, '--text', 'Too long');
  await run('worker', 'spawn', 'calls', '--no-fetch');
  const tree = join(`${repository}.worktrees`, 'calls');
  writeFileSync(join(tree, 'new.ts'), 'export {};\n');
  git(tree, 'add', '.');
  git(tree, 'commit', '--quiet', '--message=Work');
  await run('worker', 'start', 'calls');
  await run('worker', 'done', 'calls');
  const approve = await runAs('person', bench, repository, ['worker', 'approve', 'calls']);
  const merge = await runAs('person', bench, repository, ['worker', 'merge', 'calls']);
  if (!existsSync(join(repository, 'new.ts'))) throw new Error('Nothing was merged.');
  return { 'queue next': next, 'finding record': record, 'worker approve': approve, 'worker merge': merge };
}

/** Runs the transpiled command line; a person is at a terminal. */
async function runAs(role: 'agent' | 'person', bench: Bench, cwd: string, words: readonly string[]): Promise<Count> {
  const folder = join(bench.folder, 'coverage');
  mkdirSync(folder);
  const command = [bench.userNode, bench.calls, ...words, '--json'];
  const { program, args } =
    role === 'person' ? onTerminal(command) : { program: command[0] ?? '', args: command.slice(1) };
  if (!existsSync(program)) throw new NotHere('there is no script(1) to make a terminal');
  const { PATH = '' } = process.env;
  const env = { PATH, HOME: bench.folder, LANG: 'C.UTF-8', NODE_V8_COVERAGE: folder };
  await timeProcess(program, args, cwd, { env: role === 'person' ? env : { ...env, STATEROOM_ACTOR: 'bench' } });
  const reports = readdirSync(folder).map(name => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Coverage);
  rmSync(folder, { recursive: true });
  return countIn(reports, `${pathToFileURL(dirname(bench.calls)).href}/src/`);
}

/** What Node writes for NODE_V8_COVERAGE, as far as it is read here. */
interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[];
  }[];
}

function countIn(reports: readonly Coverage[], sources: string): Count {
  const modules = reports.flatMap(({ result }) => result.filter(({ url }) => url.startsWith(sources)));
  // The first function of a module is the module.
  const called = modules.map(
    ({ functions }) => functions.slice(1).filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0).length,
  );
  return {
    functions: called.reduce((sum, count) => sum + count, 0),
    modules: modules.length,
    called: called.filter(count => count > 0).length,
  };
}

function git(cwd: string, ...words: string[]): void {
  const identity = ['-c', 'user.name=bench', '-c', 'user.email=bench@example.com', '-c', 'core.hooksPath=/dev/null'];
  execFileSync('git', [...identity, ...words], { cwd, stdio: 'ignore' });
}
