import { expect } from 'vitest';
import type { Otherwise } from './taskLife.js';

type Row = readonly [operation: string, args: readonly string[], part: object, otherwise?: Otherwise];

/** One investigation, from its question to its page. */
export const runLife: readonly Row[] = [
  ['run.start', ['run', 'start', 'Why is it slow?', '--name', 'slow'], { run: { ref: 'R-1', name: 'slow' } }],
  ['run.hypothesize', ['run', 'hypothesis', 'add', 'It waits'], { hypothesis: { id: 'H001', status: 'open' } }],
  [
    'run.evidence',
    ['run', 'evidence', 'add', 'It waits for 2 s', '--hypothesis', 'H001'],
    { evidence: { id: 'E001', hypothesis: 'H001' } },
  ],
  ['run.command', ['run', 'command-log', 'add', 'npm test', '--status', 'pass'], { command: { id: 'C001' } }],
  [
    'run.learn',
    [
      ...['run', 'learning', 'add', '--kind', 'doc-gap', '--summary', 'Nothing said so'],
      ...['--repo-action', 'none', '--reason', 'It is known now'],
    ],
    { learning: { id: 'L001', repoAction: 'none' } },
  ],
  ['run.learnings', ['run', 'learning', 'review'], { learnings: [{ id: 'L001', resolved: true }] }],
  ['run.status', ['run', 'status'], { hypotheses: 1, openHypotheses: ['H001'], evidence: 1 }],
  [
    'run.resolve',
    ['run', 'hypothesis', 'resolve', 'H001', '--status', 'accepted'],
    { hypothesis: { id: 'H001', status: 'accepted', evidence: ['E001'] } },
  ],
  ['run.close', ['run', 'close', '--summary', 'It waits'], { run: { status: 'closed' }, leftOpen: [] }],
  ['run.list', ['run', 'list', '--status', 'closed'], { runs: [{ ref: 'R-1' }], nextCursor: null }],
  ['run.show', ['run', 'show', 'slow'], { content: { commands: [{ command: 'npm test' }] } }],
  ['run.export', ['run', 'export', 'R-1'], { content: expect.stringContaining('# Why is it slow?') }],
  // Its own folder has nothing new.
  ['run.import', ['run', 'import', '.agents/runs/slow'], { run: { ref: 'R-1' }, added: 0, torn: [] }],
  ['run.reopen', ['run', 'reopen', 'R-1'], { run: { status: 'active' } }],
];
