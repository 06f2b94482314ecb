import { expect, it } from 'vitest';
import type { Run, RunContent } from '../domain/run/run.js';
import { say } from '../messages/say.js';
import { english } from '../reports/translate.js';
import { markdownPage, markdownPen } from './markdownPage.js';
import { runPage } from './runPage.js';

const pen = markdownPen(english, iso => iso, say);
const signed = { actor: 'codex', at: '2026-11-23T09:00:00.000Z' };

it('is everything that an investigation holds, on one page', () => {
  const run = {
    ...{ id: '01KAHM0Z0000000000000000AA', ref: 'R-3', name: 'slow', request: 'Why is the checkout slow?' },
    ...{ intent: 'investigation', targetProperties: [], worktreePath: '/shop', dirtyWorktree: {} },
    intakePlan: {
      ...{ documents: ['docs/checkout.md'], skills: ['.claude/commands/profile.md'], tests: ['test/monday.ts'] },
      ...{ risks: ['uncommitted'], confidence: 'high' },
    },
    ...{ task: 'T-2', finding: null, workItem: 'W-7', status: 'closed', summary: 'The import ran twice' },
    ...{ verification: ['npm test'], residualRisks: ['Clocks change'], openReason: 'H002 has to wait' },
    ...{ actor: 'codex', commit: null, createdAt: '2026-11-23T09:00:00.000Z', closedAt: '2026-11-23T10:00:00.000Z' },
  } as unknown as Run;
  const content: RunContent = {
    hypotheses: [
      { id: 'H001', text: 'The import runs', status: 'accepted', notes: ['Both ran'], evidence: ['E001'], ...signed },
      { id: 'H002', text: 'The cache is cold', status: 'open', notes: [], evidence: [], ...signed },
    ],
    evidence: [
      { id: 'E001', text: 'Both at 07:00', hypothesis: 'H001', ...signed },
      { id: 'E002', text: 'It began in May', hypothesis: null, ...signed },
    ],
    commands: [{ id: 'C001', command: 'npm test', status: 'fail', ...signed }],
    learnings: [
      {
        ...{ id: 'L001', kind: 'test-gap', summary: 'Nothing tested a Monday', repoAction: 'test' },
        ...{ path: 'test/monday.ts', commit: null, reason: null, ...signed },
      },
    ],
  };
  const decisions = [{ ref: 'D-4', decision: 'codex_choice_t2_import_once' }];
  expect(markdownPage(runPage({ run, content, decisions, slice: 'S-5', events: [], more: false }, pen), pen)).toBe(
    [
      '# R-3 Why is the checkout slow?',
      '',
      '- Status: closed since 2026-11-23T10:00:00.000Z',
      '- About: a question',
      '- Task: T-2',
      '- Slice: S-5',
      '- Work item: W-7',
      '- Worktree: `/shop`',
      '- Started: 2026-11-23T09:00:00.000Z by codex',
      '- Match: high',
      '',
      '## To read',
      '',
      '- `.claude/commands/profile.md`',
      '- `docs/checkout.md`',
      '',
      '## To verify',
      '',
      '- `test/monday.ts`',
      '',
      '## Risks',
      '',
      '- Files to read have uncommitted changes.',
      '',
      '## Summary',
      '',
      'The import ran twice',
      '',
      '## Left open',
      '',
      'H002 has to wait',
      '',
      '## Hypotheses',
      '',
      '- H001 accepted: The import runs (E001) — Both ran',
      '- H002 open: The cache is cold',
      '',
      '## Evidence',
      '',
      '- E001 on H001: Both at 07:00',
      '- E002: It began in May',
      '',
      '## Commands',
      '',
      '- C001 fail: `npm test`',
      '',
      '## Learnings',
      '',
      '- L001: Nothing tested a Monday, in a test: `test/monday.ts`',
      '',
      '## Decisions',
      '',
      '- D-4 codex_choice_t2_import_once',
      '',
      '## Verification',
      '',
      '- npm test',
      '',
      '## Residual risks',
      '',
      '- Clocks change',
      '',
      '## Timeline',
      '',
      '',
    ].join('\n'),
  );
});
