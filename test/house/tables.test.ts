import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { expect, it } from 'vitest';
import { place } from '../../build/place.mjs';
import { readSources } from '../../build/walls.mjs';
import { ownEventTypes } from '../../src/domain/event/ownEvents.js';
import { findingSeverities } from '../../src/domain/finding/findingSeverity.js';
import { findingStatuses } from '../../src/domain/finding/findingStatus.js';
import { reviewVerdicts } from '../../src/domain/review/reviewVerdict.js';
import { workerStates } from '../../src/domain/worker/workerState.js';

interface Table {
  readonly values: readonly string[];
  /** So many different values in one file are a list by hand. */
  readonly enough: number;
  /** The files and folders that may hold one, and why. */
  readonly mayList: Readonly<Record<string, string>>;
}

const isTable = 'is the table';
const isSaid = 'says each; the compiler asks for every one';
const isLook = 'says how each looks; the compiler asks for every one';

const tables: Readonly<Record<string, Table>> = {
  severities: {
    values: findingSeverities,
    enough: 1,
    mayList: {
      'src/domain/finding/findingSeverity.ts': isTable,
      'src/domain/finding/reviewComments.ts': 'what reviewers and their tools call them',
      'src/domain/import/linear.ts': 'the priorities of another tracker',
      'src/domain/import/words.ts': 'the priorities of other trackers',
      'src/domain/run/intakePlan.ts': 'how sure a plan is of what it names',
      'src/present/': isLook,
      'src/sample/day/playDay.ts': 'runs the command line as a script does',
      'src/sample/history.ts': 'runs the command line as a script does',
      'src/surfaces/vscode/support/localTime.ts': 'the length of a date',
      'webview-ui/src/text.ts': 'the length of a date',
    },
  },
  'finding statuses': {
    values: findingStatuses,
    enough: 4,
    mayList: {
      'src/domain/finding/findingStatus.ts': isTable,
      'src/messages/': isSaid,
      'src/domain/finding/findingTransition.ts': 'is the table of transitions',
      'src/domain/finding/findingRule.ts': isLook,
      'src/present/': isLook,
    },
  },
  verdicts: {
    values: reviewVerdicts,
    enough: 3,
    mayList: {
      'src/domain/review/reviewVerdict.ts': isTable,
      'src/messages/': isSaid,
      'src/present/': isLook,
      'src/workflows/reviewReply.ts': 'says which verdict follows from what was found',
    },
  },
  'worker states': {
    values: workerStates,
    enough: 4,
    mayList: {
      'src/domain/worker/workerState.ts': isTable,
      'src/messages/': isSaid,
      'src/domain/worker/workerTransition.ts': 'is the table of transitions',
      'src/domain/lane/need.ts': 'says which of them a person is needed in',
      'src/domain/task/workerProjection.ts':
        'is the table from them to statuses of tasks; the compiler asks for every one',
      'src/domain/worker/nextStep.ts': isLook,
      'src/present/': isLook,
      'src/surfaces/vscode/commands/flow/laneFlows.ts': 'offers the lanes that an act is allowed in',
    },
  },
  'types of events': {
    values: ownEventTypes(),
    enough: 5,
    mayList: {
      'src/domain/event/ownEvents.ts': isTable,
      'src/domain/finding/findingTransition.ts': 'is the table of transitions, with the event of each',
      'src/present/': isLook,
      'src/records/run/storeBook.ts': 'writes each kind of entry, with the event of each',
      'src/records/thread/settleThread.ts': 'ends work in each of the ways that it may end, with the event of each',
      'src/records/repository/readBoard.ts': 'says which of them a card of the board says by its place',
      'src/reports/buildRetro.ts': 'says which of them are counts of lanes in a retrospective',
      'src/store/tables/retroQueries.ts': 'says what the counts of a retrospective are made of',
      'src/store/tables/eventTable.ts': 'asks for the few that tell where reviews and plans came from',
    },
  },
};

it('are listed nowhere else', async () => {
  const listed: string[] = [];
  const used = new Set<string>();
  for (const file of await readSources()) {
    // A migration is what it was when it was released.
    if (file.startsWith('src/store/migrations/')) continue;
    const names = namesIn(file, await readFile(join(place.root, file), 'utf8'));
    for (const [table, { values, enough, mayList }] of Object.entries(tables)) {
      const found = values.filter(value => names.has(value));
      if (found.length < enough) continue;
      const excepted = Object.keys(mayList).find(one => file === one || (one.endsWith('/') && file.startsWith(one)));
      if (excepted !== undefined) used.add(`${table}: ${excepted}`);
      else listed.push(`${file} lists ${table} by hand: ${found.join(', ')}`);
    }
  }
  expect(listed).toEqual([]);
  const excepted = Object.entries(tables).flatMap(([table, { mayList }]) =>
    Object.keys(mayList).map(file => `${table}: ${file}`),
  );
  expect(excepted.filter(one => !used.has(one))).toEqual([]);
});

it('are seen in lists, cases, keys, comparisons and types', () => {
  const seen = (code: string): string[] => [...namesIn('x.ts', code)].sort();
  expect(seen("const a = ['high', `low`];")).toEqual(['high', 'low']);
  expect(seen("const a = { high: 1, 'low': 2 };")).toEqual(['high', 'low']);
  expect(seen("switch (a) { case 'high': break; }")).toEqual(['high']);
  expect(seen("if (a === 'high') b.low = 1;")).toEqual(['high', 'low']);
  expect(seen("type A = 'high' | { readonly low: string };")).toEqual(['high', 'low']);
  expect(seen('const { high, low: other } = counts;')).toEqual(['high', 'low']);
  expect(seen("// 'high'\nconst low = high;")).toEqual([]);
});

/** The texts and the names of properties in a source; its own variables are no such names. */
function namesIn(file: string, code: string): ReadonlySet<string> {
  const names = new Set<string>();
  visit(parseSync(file, code).program, names);
  return names;
}

interface Node {
  readonly type?: string;
  readonly value?: unknown;
  readonly key?: Node & { readonly name?: string };
  readonly property?: Node & { readonly name?: string };
  readonly computed?: boolean;
}

function visit(node: unknown, names: Set<string>): void {
  if (Array.isArray(node)) {
    for (const one of node) visit(one, names);
    return;
  }
  if (typeof node !== 'object' || node === null) return;
  const { type, value, key, property, computed } = node as Node;
  if (type === 'Literal' && typeof value === 'string') names.add(value);
  if (type === 'TemplateElement') names.add((value as { readonly cooked: string }).cooked);
  const name = key ?? property;
  if (computed !== true && name?.type === 'Identifier' && name.name !== undefined) names.add(name.name);
  for (const child of Object.values(node)) visit(child, names);
}
