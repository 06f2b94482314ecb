/** A commit of the sample's history. */
export interface Commit {
  readonly author: string;
  readonly date: string;
  readonly message: string;
  readonly files: Readonly<Record<string, string>>;
}

/** A branch with a worktree of its own, which no lane holds. */
export interface Branch {
  readonly branch: string;
  readonly commits: readonly Commit[];
  readonly unfinished?: Readonly<Record<string, string>>;
}

/** One call of the program: its words, the agent that makes it, and the worktree it is in (default: the main one). */
export interface Call {
  readonly words: readonly string[];
  readonly actor: string;
  readonly at?: string;
}

export const tide = `/** Height of the water above chart datum, in metres. */
export type TideReading = { at: Date; metres: number };

/** The next reading at or after a moment; undefined past the end of the table. */
export function nextReading(table: readonly TideReading[], moment: Date): TideReading | undefined {
  return table.find(reading => reading.at >= moment);
}

/** Whether a draught clears the bar, with half a metre to spare. */
export function clearsBar(reading: TideReading, draught: number, barDepth: number): boolean {
  return reading.metres + barDepth >= draught + 0.5;
}
`;

export const berth = `import { clearsBar, type TideReading } from './tide.js';

export type Vessel = { name: string; length: number; draught: number };
export type Berth = { id: string; length: number; takenBy?: string };

/** The shortest free berth that a vessel fits; undefined when none does. */
export function findBerth(berths: readonly Berth[], vessel: Vessel): Berth | undefined {
  return [...berths]
    .filter(berth => berth.takenBy === undefined && berth.length >= vessel.length)
    .sort((a, b) => a.length - b.length)[0];
}

/** Whether a vessel may come in now. */
export function mayEnter(vessel: Vessel, reading: TideReading, barDepth: number): boolean {
  return clearsBar(reading, vessel.draught, barDepth);
}
`;

const berthTest = `import { strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { findBerth } from '../src/berth.js';

test('takes the shortest berth that fits', () => {
  const berths = [
    { id: 'A1', length: 30 },
    { id: 'B4', length: 14 },
    { id: 'B5', length: 12, takenBy: 'Heron' },
  ];
  strictEqual(findBerth(berths, { name: 'Tern', length: 11, draught: 2 })?.id, 'B4');
});
`;

const timetable = `export type Crossing = { from: string; to: string; leaves: string; minutes: number };

/** The crossings that leave after a time of day, in order. Times are HH:MM. */
export function crossingsAfter(crossings: readonly Crossing[], time: string): Crossing[] {
  return crossings.filter(crossing => crossing.leaves > time).sort((a, b) => a.leaves.localeCompare(b.leaves));
}
`;

const ferryPlan = `# Crossings past midnight

## Objective

A crossing may arrive on the next day.

## Steps

- [ ] Count minutes from the first departure
- [ ] Print the next day beside the hour

## Tests

- node --test
`;

/** The history of main. */
export const commits: readonly Commit[] = [
  {
    author: 'Robin',
    date: '2026-03-02',
    message: 'Start the harbour office',
    files: {
      'README.md': '# Harbour\n\nBerths, tides and ferries of a small harbour.\n\n```\nnpm test\n```\n',
      'package.json': `${JSON.stringify({ name: 'harbour', version: '0.3.0', private: true, type: 'module', scripts: { test: 'node --test' } }, null, 2)}\n`,
      'tsconfig.json': `${JSON.stringify({ compilerOptions: { target: 'es2023', module: 'nodenext', strict: true, noEmit: true }, include: ['src', 'test'] }, null, 2)}\n`,
      '.gitignore': 'node_modules/\n',
    },
  },
  { author: 'Robin', date: '2026-03-03', message: 'Read the tide table', files: { 'src/tide.ts': tide } },
  { author: 'Sam', date: '2026-03-05', message: 'Find a berth for a vessel', files: { 'src/berth.ts': berth } },
  {
    author: 'Sam',
    date: '2026-03-05',
    message: 'Test the choice of a berth',
    files: { 'test/berth.test.ts': berthTest },
  },
  {
    author: 'Robin',
    date: '2026-03-09',
    message: 'Write down how we decide',
    files: {
      'docs/decisions.md':
        '# Decisions\n\n- Heights are metres above chart datum, never above the quay.\n- A vessel that cannot be placed waits; it is not refused. See W-3.\n',
    },
  },
  {
    author: 'Robin',
    date: '2026-03-10',
    message: 'Plan the crossings past midnight',
    files: { '.stateroom/plans/ferry.md': ferryPlan },
  },
];

/** Branches with a worktree each. */
export const branches: readonly Branch[] = [
  {
    branch: 'feature/ferry-timetable',
    commits: [
      {
        author: 'Sam',
        date: '2026-03-10',
        message: 'List the crossings after a time',
        files: { 'src/timetable.ts': timetable },
      },
    ],
    unfinished: { 'test/timetable.test.ts': "import { test } from 'node:test';\n\ntest.todo('crosses midnight');\n" },
  },
  {
    branch: 'fix/tide-rounding',
    commits: [
      {
        author: 'Robin',
        date: '2026-03-11',
        message: 'Round the height down, never up',
        files: {
          'src/tide.ts': tide.replace('reading.metres + barDepth', 'Math.floor(reading.metres * 10) / 10 + barDepth'),
        },
      },
    ],
  },
];

/**
 * What waits, is being done and is done; a task with all that belongs to it, a review of it, and a lane with its worker. The
 * program gives the numbers, from one on.
 */
export const calls: readonly Call[] = [
  add('Let crossings run past midnight', '--kind', 'bug', '--priority', '1', '--label', 'ferry'),
  add('Round tide heights down in every place', '--kind', 'bug', '--priority', '0', '--label', 'tide'),
  add('Keep a waiting list for vessels without a berth', '--kind', 'feature', '--label', 'berth'),
  add('Tell the harbour master when the list grows', '--kind', 'feature', '--label', 'berth', '--depends-on', 'W-3'),
  add('Test the bar with a neap tide', '--kind', 'test', '--label', 'tide'),
  add('Print the timetable for the quay', '--kind', 'chore', '--priority', '3', '--label', 'ferry'),
  add('Write down how we decide', '--kind', 'docs'),
  by('tide-agent', 'queue', 'claim', 'W-2'),
  by('test-agent', 'queue', 'claim', 'W-5'),
  by('test-agent', 'queue', 'ask', 'W-5', '--question', 'Which year of the neap tides shall I take?'),
  by('docs-agent', 'queue', 'claim', 'W-7'),
  by('docs-agent', 'queue', 'resolve', 'W-7', '--status', 'done'),
  by(
    'ferry-agent',
    ...[
      'task',
      'start',
      'Let crossings run past midnight',
      '--ref',
      'ferry-1',
      '--plan',
      'ferry',
      '--work-item',
      'W-1',
    ],
  ),
  inTask('ferry-agent', 'decision', 'record', 'ferry_choice_ferry-1_minutes', 'Minutes since the first departure'),
  inTask('ferry-agent', 'action', 'add', 'Write the test for two days'),
  inTask('ferry-agent', 'blocker', 'add', 'The summer timetable is not printed yet'),
  inTask('ferry-agent', 'slice', 'start', 'Count minutes from the first departure'),
  inTask('ferry-agent', 'touched', 'record', 'src/berth.ts'),
  inTask('ferry-agent', 'evidence', 'run', '--', 'node', '--version'),
  inTask('review-agent', 'review', 'start'),
  inTask(
    'review-agent',
    ...['finding', 'record', '--severity', 'medium', '--path', 'src/berth.ts', '--line', '13-16', '--run', 'V-1'],
    ...['--text', 'A vessel may enter on a falling tide', '--fix', 'Look at the next reading too'],
  ),
  inTask('review-agent', 'review', 'record', 'fail', '--run', 'V-1', '--covered', 'src/berth.ts'),
  by('berth-agent', 'worker', 'spawn', 'W-3', '--no-fetch', '--owns', 'src/berth.ts'),
  by('berth-agent', 'worker', 'start', 'L-1'),
  by('berth-agent', 'report', 'submit', 'partial', 'The list is there, nobody reads it yet', '--lane', 'L-1'),
  by('ferry-agent', 'message', 'send', 'Crossings count minutes now, not hours', '--to', 'L-1'),
];

function by(actor: string, ...words: readonly string[]): Call {
  return { words, actor };
}

function add(...words: readonly string[]): Call {
  return by('plan-agent', 'queue', 'add', ...words);
}

function inTask(actor: string, ...words: readonly string[]): Call {
  return { words, actor, at: 'harbour.worktrees/ferry-1' };
}
