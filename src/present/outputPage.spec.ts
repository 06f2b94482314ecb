import { expect, it } from 'vitest';
import { message } from '../messages/message.js';
import { say } from '../messages/say.js';
import { english } from '../reports/translate.js';
import { markdownPen } from './markdownPage.js';
import { outputPage } from './outputPage.js';

const pen = markdownPen(
  english,
  iso => iso.slice(0, 10),
  sentence => (typeof sentence === 'string' ? sentence : say(sentence)),
);

it('writes values beside their names, records in lines and texts below headings', () => {
  const output = {
    counts: { open: 1, closed: 0 },
    slices: [
      { id: '01J', ref: 'S-1', title: 'Count_the *tries*', status: 'open', commit: 'a'.repeat(40), decision: null },
      {
        id: '01K',
        ref: 'S-2',
        title: 'Refuse',
        status: 'closed',
        startedAt: '2026-11-25T01:00:00.000Z',
        tags: ['a', 'b'],
      },
    ],
    fresh: true,
    problem: message('plans.lacksTests'),
    log: 'one\ntwo\n',
    contentHash: 'f'.repeat(64),
    nextCursor: null,
  };
  expect(outputPage('List Slices', output, pen)).toBe(
    [
      '# List Slices',
      '',
      '- Fresh: yes',
      `- Problem: ${say(message('plans.lacksTests'))}`,
      '',
      '## Counts',
      '',
      '- Open: 1',
      '- Closed: 0',
      '',
      '## Slices',
      '',
      '- S-1 Count_the \\*tries\\* · Status: open · Commit: `aaaaaaaaaa`',
      '- S-2 Refuse · Status: closed · Started at: 2026-11-25 · Tags: a, b',
      '',
      '## Output',
      '',
      '```text',
      'one',
      'two',
      '',
      '```',
      '',
    ].join('\n'),
  );
});

it('says so where there is nothing to show', () => {
  expect(outputPage('Show Latest Compaction', { compaction: null }, pen)).toBe(
    '# Show Latest Compaction\n\nNothing to show.\n',
  );
});
