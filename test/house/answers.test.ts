import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findOperation } from '../../src/operations/catalogue.js';
import { cleanEnvironment, writeIn } from '../contract/cliRig.js';
import { wholeLife, wholeLifeFiles } from '../contract/life/wholeLife.js';
import { untidied } from '../support/madeOnce.js';
import { type MemoryRun, runInMemory } from '../support/memoryHost.js';

// The schema, the rows, the answers and the files that other programs read. One store goes through all operations, with a clock
// that moves a minute before each and with identifiers that count up. An intended change is accepted by `npm run accept`.

vi.mock(import('../../src/platform/idSource.js'), () => {
  let made = 0;
  return { randomIds: { ulid: () => String(++made).padStart(26, '0') } };
});

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'stateroom-answers-')));
const repository = join(folder, 'repository');
const date = '2026-01-05T10:00:00Z';
const environment = (more: Readonly<Record<string, string>>) =>
  cleanEnvironment({ HOME: join(folder, 'home'), GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date, ...more });

/** Depends on the machine: versions of programs, agents that are installed. */
const leftOut = 'repository.doctor';

/** Answers as JSON and texts for people, in the order of the calls. */
const answers: string[] = [];
const texts: string[] = [];

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(date) });
  makeRepository();
  for (const [name, args, , { actor = 'ada', byPerson = false, lane, before } = {}] of wholeLife) {
    const operation = findOperation(name);
    const caller = {
      directory: lane === undefined ? repository : `${repository}.worktrees/${lane}`,
      // Operations for people only need a terminal, and no name of an agent.
      ...(byPerson || !operation?.roles.includes('agent') ? { terminal: true } : { name: actor }),
    };
    before?.(caller.directory);
    vi.setSystemTime(Date.now() + 60_000);
    const json = await run(args.includes('--json') ? args : [...args, '--json'], caller);
    if (name === leftOut) continue;
    // The commit of a rescue holds the path of the worktree.
    const rescue = name === 'lane.rescue' ? String(JSON.parse(json.stdout).data.commit) : '<rescue>';
    answers.push(`${lineOf(args)}\n${indented(json)}`.replaceAll(rescue, '<rescue>'));
    if (operation?.effect !== 'read') continue;
    texts.push(`${lineOf(args)}\n${shown(await run(args, caller))}`.replaceAll(rescue, '<rescue>'));
  }
}, 600_000);

afterAll(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

describe('kept as it is', () => {
  it('the answer of every operation as JSON', async () => {
    expect(answers.length).toBeGreaterThan(180);
    await expect(`${answers.join('\n')}\n`).toMatchFileSnapshot('answers.golden.txt');
  });

  it('the text of everything that is read', async () => {
    expect(texts.length).toBeGreaterThan(60);
    await expect(`${texts.join('\n')}\n`).toMatchFileSnapshot('texts.golden.txt');
  });

  it('the schema after all migrations', async () => {
    const rows = await query("select sql from sqlite_schema where sql is not null and name not like 'sqlite_%'");
    await expect(`${rows.map(([sql]) => `${sql};`).join('\n\n')}\n`).toMatchFileSnapshot('schema.golden.sql');
  });

  it('the rows of every table, events among them', async () => {
    const tables = await query("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'");
    const blocks: string[] = [];
    for (const [table] of tables) {
      const columns = (await query(`select name from pragma_table_info('${table}') order by cid`)).flat();
      const rows = await query(`select * from ${table} order by rowid`);
      const lines = rows.map(row => JSON.stringify(row.map((cell, at) => (columns[at] === 'duration_ms' ? 0 : cell))));
      blocks.push([`${table}: ${columns.join(', ')}`, ...lines].join('\n'));
    }
    expect(blocks.length).toBeGreaterThan(20);
    await expect(stable(`${blocks.join('\n\n')}\n`)).toMatchFileSnapshot('rows.golden.txt');
  });

  it('the files that go from one store to another', async () => {
    const files = ['two.json', 'findings.sarif'].map(
      name => `${name}\n${readFileSync(join(repository, name), 'utf8')}`,
    );
    const exported = await run(['task', 'export', 'proof-1', '--json'], { directory: repository, name: 'ada' });
    await expect(stable(`${files.join('\n')}\nproof-1\n${indented(exported)}\n`)).toMatchFileSnapshot(
      'portable.golden.txt',
    );
  });
});

function makeRepository(): void {
  const git = (...words: string[]) =>
    execFileSync('git', words, { cwd: repository, env: environment({}), stdio: ['ignore', 'pipe', 'pipe'] });
  writeIn(repository, 'README.md', 'A repository.\n');
  // What a lane owns.
  writeIn(repository, 'src/here.ts', 'export {};\n');
  git('init', '-q', '-b', 'main');
  git('config', 'user.name', 'Ann');
  git('config', 'user.email', 'ann@example.com');
  git('add', '.');
  git('commit', '-q', '-m', 'Begin');
  untidied(repository);
  for (const [name, text] of Object.entries(wholeLifeFiles)) writeIn(repository, name, text);
}

interface Caller {
  readonly directory: string;
  readonly name?: string;
  readonly terminal?: boolean;
}

function run(args: readonly string[], { directory, name, terminal = false }: Caller): Promise<MemoryRun> {
  return runInMemory(args, {
    directory,
    environment: environment({ NO_COLOR: '1', ...(name === undefined ? {} : { STATEROOM_ACTOR: name }) }),
    terminal,
    undisturbed: true,
  });
}

async function query(sql: string): Promise<unknown[][]> {
  const { stdout } = await run(['store', 'query', sql, '--limit', '10000', '--json'], {
    directory: repository,
    name: 'ada',
  });
  return (JSON.parse(stdout) as { data: { rows: unknown[][] } }).data.rows;
}

function lineOf(args: readonly string[]): string {
  return `$ stateroom ${args.map(word => (/\s/.test(word) ? JSON.stringify(word) : word)).join(' ')}`;
}

/** An answer in lines, with its exit code where that is not 0. */
function indented({ code, stdout, stderr }: MemoryRun): string {
  expect(stderr).toBe('');
  const answer: unknown = JSON.parse(stdout);
  // Indented it has the same fields in the same order, and nothing else.
  expect(`${JSON.stringify(answer)}\n`).toBe(stdout);
  return shown({ code, stdout: `${JSON.stringify(answer, undefined, 1)}\n`, stderr: '' });
}

function shown({ code, stdout, stderr }: MemoryRun): string {
  return `${stable(stdout)}${stderr}${code === 0 ? '' : `exit code ${code}\n`}`;
}

/** The text without values that differ from run to run or from machine to machine. */
function stable(text: string): string {
  return text
    .replaceAll(folder, '<folder>')
    .replace(/("(?:durationMs|duration_ms|pid|port|journalBytes|snapshotBytes)": ?)\d+/g, '$1<number>')
    .replace(/("(?:digest|signature)": ?)"[^"]*"/g, '$1<text>')
    .replace(/(journal|snapshot) \d+ kB/g, '$1 <size>')
    .replace(/"bytes": \{\s*"before": \d+,\s*"after": \d+\s*\}/g, '"bytes": <sizes>')
    .replace(/(image\.\d+|before-restore\.\d+)\.[0-9a-f]+/g, '$1.<token>')
    .replace(/[\w/]*\/bin\/true\b/g, '<true>');
}
