/**
 * @typedef {object} Commit
 * @property {string} author
 * @property {string} date
 * @property {string} message
 * @property {Record<string, string>} files
 */

const tide = `/** Height of the water above chart datum, in metres. */
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

const berth = `import { clearsBar, type TideReading } from './tide.js';

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

/** The history of main. @type {Commit[]} */
export const commits = [
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
];

/** Branches with a worktree each. @type {{ branch: string, commits: Commit[], unfinished?: Record<string, string> }[]} */
export const lanes = [
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
 * What waits, is being done and is done. The words go to the program as they are; a name makes an agent of the caller.
 *
 * @type {{ words: string[], actor?: string }[]}
 */
export const workItems = [
  {
    words: ['queue', 'add', 'Let crossings run past midnight', '--kind', 'bug', '--priority', '1', '--label', 'ferry'],
  },
  {
    words: [
      'queue',
      'add',
      'Round tide heights down in every place',
      '--kind',
      'bug',
      '--priority',
      '0',
      '--label',
      'tide',
    ],
  },
  {
    words: ['queue', 'add', 'Keep a waiting list for vessels without a berth', '--kind', 'feature', '--label', 'berth'],
  },
  {
    words: [
      'queue',
      'add',
      'Tell the harbour master when the list grows',
      '--kind',
      'feature',
      '--label',
      'berth',
      '--depends-on',
      'W-3',
    ],
  },
  { words: ['queue', 'add', 'Test the bar with a neap tide', '--kind', 'test', '--label', 'tide'] },
  {
    words: [
      'queue',
      'add',
      'Print the timetable for the quay',
      '--kind',
      'chore',
      '--priority',
      '3',
      '--label',
      'ferry',
    ],
  },
  { words: ['queue', 'add', 'Write down how we decide', '--kind', 'docs'] },
  { words: ['queue', 'claim', 'W-2'], actor: 'tide-agent' },
  { words: ['queue', 'claim', 'W-5'], actor: 'test-agent' },
  { words: ['queue', 'ask', 'W-5', '--question', 'Which year of the neap tides shall I take?'], actor: 'test-agent' },
  { words: ['queue', 'claim', 'W-7'], actor: 'docs-agent' },
  { words: ['queue', 'resolve', 'W-7', '--status', 'done'], actor: 'docs-agent' },
];
