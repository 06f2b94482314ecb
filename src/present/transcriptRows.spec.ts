import { expect, it } from 'vitest';
import { english } from '../reports/translate.js';
import { transcriptRows } from './transcriptRows.js';

it('joins the updates of a tool call where it began, and shows first lines with the rest below', () => {
  const rows = transcriptRows(
    [
      { kind: 'prompt', text: 'Your work: W-1' },
      { kind: 'tool', id: 'c1', title: 'Run npm test', tool: 'execute', state: 'in_progress', command: 'npm test' },
      { kind: 'message', text: 'I run the tests.\nThen I edit.' },
      { kind: 'tool', id: 'c1', state: 'failed', output: '1 failed' },
      {
        kind: 'tool',
        id: 'c2',
        tool: 'edit',
        paths: ['src/a.ts'],
        diffs: [{ path: 'src/a.ts', before: 'a', after: 'b' }],
      },
      { kind: 'permission', title: 'npm publish', answer: 'refused', why: 'The policy asks' },
      {
        kind: 'plan',
        entries: [
          { text: 'Read', state: 'completed' },
          { text: 'Write', state: 'pending' },
        ],
      },
      { kind: 'usage', input: 3 },
      { kind: 'state', text: 'ended: done' },
    ],
    english,
  );
  expect(rows.map(({ icon, tone, text, detail, code }) => [icon, tone, text, detail, code])).toEqual([
    ['person', 'none', 'Your work: W-1', null, null],
    ['error', 'error', 'Run npm test', 'npm test', '1 failed'],
    ['robot', 'none', 'I run the tests.', 'I run the tests.\nThen I edit.', null],
    ['edit', 'info', 'src/a.ts', null, 'src/a.ts\nb'],
    ['circle-slash', 'none', 'Refused: npm publish', 'The policy asks', null],
    ['checklist', 'none', 'Plan', '✓ Read\n· Write', null],
    ['info', 'none', 'ended: done', null, null],
  ]);
});

it('shows what is no text as nothing, and control characters as text', () => {
  expect(
    transcriptRows(
      [
        { kind: 'message', text: 7 },
        { kind: 'tool', id: 'x', title: 'a\u001b[31m' },
      ],
      english,
    ),
  ).toEqual([
    { icon: 'robot', tone: 'none', text: '', detail: null, code: null },
    { icon: 'tools', tone: 'info', text: 'a [31m', detail: null, code: null },
  ]);
});
