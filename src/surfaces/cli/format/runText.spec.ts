import { expect, it } from 'vitest';
import { runShow } from '../../../operations/run/runShow.js';
import { resultText } from './resultText.js';
import { texts } from './runText.js';
import { makeStyle } from './style.js';

const entry = { actor: 'ada', at: '2026-11-02T09:40:00.000Z' };
const run = {
  ref: 'R-1',
  status: 'closed',
  request: 'Why is the import slow?',
  intent: 'investigation',
  actor: 'ada',
  task: 'T-1',
  finding: 'F-2',
  workItem: 'W-3',
  worktreePath: '/home/ada/shop',
  intakePlan: null,
  summary: 'It ran twice.',
  openReason: 'The supplier answers on Friday',
  verification: ['npm test'],
  residualRisks: ['Clocks change in March'],
};
const lesson = { id: 'L001', kind: 'verification', summary: 'Test the Monday run', commit: null, ...entry };

it('shows what an investigation is about, what it led to and why something is open', () => {
  const data = {
    run,
    slice: 'S-4',
    decisions: [],
    content: {
      hypotheses: [],
      evidence: [],
      commands: [],
      learnings: [
        { ...lesson, repoAction: 'test', path: 'test/monday.js', commit: '0123456789', reason: null },
        { ...lesson, id: 'L002', repoAction: 'none', path: null, reason: 'Known' },
      ],
    },
  };
  const view = { style: makeStyle(false), width: 100, now: Date.parse('2026-11-02T10:00:00.000Z') };
  expect(resultText(runShow, data, view, {}, texts)).toBe(
    [
      'R-1  closed  Why is the import slow?',
      'investigation, started by ada, 0 hypotheses',
      'task        T-1',
      'slice       S-4',
      'finding     F-2',
      'work item   W-3',
      'worktree    /home/ada/shop',
      '',
      'It ran twice.',
      '',
      'Left open',
      '  The supplier answers on Friday',
      '',
      'Learnings',
      '  L001  verification -> test  Test the Monday run',
      '        test/monday.js',
      '        commit 0123456789',
      '  L002  verification -> none  Test the Monday run',
      '        Known',
      '',
      'Verification',
      '  npm test',
      '',
      'Residual risks',
      '  Clocks change in March',
    ].join('\n'),
  );
});
