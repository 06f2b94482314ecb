import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A mistake that the agent of a task makes once, in each way of working. */
export type Slip =
  /** Puts all uncommitted changes on git's stash for a while. */
  | 'stash'
  /** Begins with `git checkout -- .` and `git clean`. */
  | 'clean'
  /** Is killed while it writes a file. */
  | 'kill'
  /** Edits the file in the main folder, not in its own. */
  | 'outside'
  /** Overwrites a file of the task before its own. */
  | 'others'
  /** Works from what it read long ago, or from the first commit. */
  | 'stale'
  /** Says that it is done before it has committed everything. */
  | 'unmerged';

/** A piece of work in two slices: a function, then a part that uses it. */
export interface Task {
  readonly number: number;
  /** `cart.total`; also what its function answers. */
  readonly name: string;
  readonly slip: Slip | undefined;
  readonly slices: readonly [Slice, Slice];
}

/** What one commit of a task adds. */
export interface Slice {
  readonly message: string;
  readonly changes: readonly Change[];
}

/** A line in a file of several tasks in the place of a text that is there, or a file of its own. */
export type Change =
  | { readonly file: string; readonly from: string; readonly to: string; readonly line: string }
  | { readonly file: string; readonly text: string };

/** Number, file of the function (`-`: a file of its own), name, `list` if the shared list gets a line, slip of its agent. */
const table = `
1 cart total list -
2 cart count - stash
3 cart empty list kill
4 - coupon - -
5 cart merge - others
6 cart split list stale
7 price net - outside
8 price gross list unmerged
9 price round - clean
10 - currency list stash
11 price format - -
12 price parse list kill
13 tax rate list stale
14 tax exempt - -
15 tax country list outside
16 - receipt - -
17 tax reverse list others
18 tax report - kill
19 stock level list unmerged
20 stock reserve - stash
21 stock release list -
22 - shelf - clean
23 stock order list others
24 stock audit - -
25 order place list kill
26 order cancel - stale
27 order hold list -
28 - parcel - outside
29 order refund list others
30 order bundle - stash
31 ship label list -
32 ship track - unmerged
33 ship cost list kill
34 - pallet - -
35 ship back list others
36 ship insure - stale
37 mail send list stash
38 mail bounce - -
39 mail digest list clean
40 - template - unmerged
41 mail unsubscribe list -
42 mail archive - outside
43 user create list kill
44 user remove - -
45 user rename list stale
46 - avatar - -
47 user block list others
48 user invite - stash
49 login limit list -
50 login reset - unmerged
51 login expire list kill
52 - captcha - -
53 login trust list outside
54 login log - clean
55 find exact list stale
56 find prefix - -
57 find fuzzy list stash
58 - synonym - unmerged
59 find rank list others
60 find filter - -
`;

export const tasks: readonly Task[] = table
  .trim()
  .split('\n')
  .map(row => {
    const [number = '', file = '', name = '', list, slip] = row.split(' ');
    return makeTask(Number(number), file, name, list === 'list', slip === '-' ? undefined : (slip as Slip));
  });

function makeTask(number: number, file: string, name: string, listed: boolean, slip: Slip | undefined): Task {
  const [full, key] = file === '-' ? [`own.${name}`, `own-${name}`] : [`${file}.${name}`, `${file}-${name}`];
  const body = `  return \`${full} of \${input}\`;`;
  const source = file === '-' ? `../own/${name}.js` : `../${file}.js`;
  const part = { file: `src/part/${key}.js`, text: partText(source, name, full) };
  const line = `  '${full}',`;
  const entry = { file: 'src/list.js', from: '];\n', to: `${line}\n];\n`, line };
  const definition: Change =
    file === '-'
      ? { file: `src/own/${name}.js`, text: `export function ${name}(input) {\n${body}\n}\n` }
      : { file: `src/${file}.js`, from: stub(name), to: body, line: body };
  return {
    number,
    name: full,
    slip,
    slices: [
      { message: `t${number}: write ${full}`, changes: [definition] },
      { message: `t${number}: use ${full}`, changes: listed ? [part, entry] : [part] },
    ],
  };
}

function stub(name: string): string {
  return `  throw new Error('${name} is not written');`;
}

/** Long enough that half of it is no program. */
function partText(source: string, name: string, full: string): string {
  const steps = Array.from({ length: 12 }, (_, index) => `  seen.push(${name}(${index}));`);
  return [
    `import { ${name} } from '${source}';`,
    '',
    'export function part() {',
    '  const seen = [];',
    ...steps,
    `  return { name: '${full}', seen };`,
    '}',
    '',
  ].join('\n');
}

/** Paths that only this task writes; none for a task that shares a file. */
export function ownFiles({ slices }: Task): string[] {
  const changes = slices.flatMap(slice => slice.changes);
  return changes.every(change => 'text' in change) ? changes.map(({ file }) => file) : [];
}

export function filesOf({ changes }: Slice): string[] {
  return changes.map(({ file }) => file);
}

/** Whether a change is in a text, once and whole. */
export function isIn(change: Change, text: string | undefined): boolean {
  if (text === undefined) return false;
  return 'text' in change ? text === change.text : text.split('\n').filter(line => line === change.line).length === 1;
}

/** The text with the change; undefined if there is no place for it. */
export function withChange(change: Change, text: string | undefined): string | undefined {
  if ('text' in change) return change.text;
  if (text === undefined || isIn(change, text)) return text;
  return text.includes(change.from) ? text.replace(change.from, () => change.to) : undefined;
}

/** Writes the project as it is before any task: functions that throw, a list, and a test for each task. */
export function writeProject(folder: string, all: readonly Task[]): void {
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  const shared = new Map<string, string[]>();
  for (const { slices } of tasks) {
    const [definition] = slices[0].changes;
    if (definition === undefined || 'text' in definition) continue;
    const name = /'(\w+) is/.exec(definition.from)?.[1] ?? '';
    const functions = shared.get(definition.file) ?? [];
    shared.set(definition.file, [...functions, `export function ${name}(input) {\n${definition.from}\n}\n`]);
  }
  for (const [file, functions] of shared) write(file, functions.join('\n'));
  write('package.json', '{ "name": "shop", "type": "module", "private": true }\n');
  write('src/list.js', 'export const list = [\n];\n');
  write('test/run.mjs', runner);
  for (const task of all) write(`test/t${task.number}.test.mjs`, testText(task));
}

/** Runs the tests that are named by number, else those of all tasks whose part is there. */
const runner = `import { existsSync, readdirSync, readFileSync } from 'node:fs';
const named = process.argv.slice(2);
const here = new URL('.', import.meta.url);
const parts = /\\/part\\/([\\w-]+\\.js)/;
const isThere = file => existsSync(new URL('../src/part/' + parts.exec(readFileSync(new URL(file, here), 'utf8'))[1], here));
const files = named.length > 0
  ? named.map(number => 't' + number + '.test.mjs')
  : readdirSync(here).filter(file => file.endsWith('.test.mjs')).filter(isThere);
const failed = [];
for (const file of files) {
  try {
    await import('./' + file);
  } catch (error) {
    failed.push(file + ': ' + String(error.message).split('\\n')[0]);
  }
}
console.log(failed.length === 0 ? files.length + ' passed' : failed.join('\\n'));
process.exitCode = failed.length === 0 ? 0 : 1;
`;

function testText({ name, slices }: Task): string {
  const [part, entry] = slices[1].changes;
  const [definition] = slices[0].changes;
  const short = name.split('.')[1];
  return [
    "import assert from 'node:assert/strict';",
    "import { list } from '../src/list.js';",
    `import { ${short} } from '../${definition?.file}';`,
    `import { part } from '../${part?.file}';`,
    '',
    `assert.equal(${short}(7), '${name} of 7');`,
    `assert.equal(part().seen[11], '${name} of 11');`,
    `assert.equal(list.filter(name => name === '${name}').length, ${entry === undefined ? 0 : 1});`,
    '',
  ].join('\n');
}
