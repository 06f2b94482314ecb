import { describe, expect, it } from 'vitest';
import type { Decision } from '../domain/decision/decision.js';
import { say } from '../messages/say.js';
import { english } from '../reports/translate.js';
import { decisionPart, recordedCommit } from './decisionPart.js';
import { markdownPage, markdownPen } from './markdownPage.js';
import { type SlicePacket, slicePage } from './slicePage.js';
import { type ShownTask, taskPage } from './taskPage.js';

const pen = markdownPen(english, iso => iso, say);

const commit = '0123456789abcdef0123456789abcdef01234567';

const decision = {
  ref: 'D-7',
  decision: 'ada_choice_t3-limit_one_bucket',
  rationale: '## Why\n\nsrc/a.ts:12 counts *twice*',
  actor: 'codex',
  model: null,
  effort: null,
  lane: null,
  run: null,
  inputTokens: null,
  outputTokens: null,
  commit,
  createdAt: '2026-11-21T12:00:00.000Z',
} as Decision;

const shown = {
  task: {
    ref: 'T-3',
    objective: 'Limit the [rate](x) of logins',
    focus: null,
    status: 'in_progress',
    light: false,
    branch: 'feature/t3-limit',
    base: 'main',
    workTree: '/repositories/shop',
    plan: null,
    workItem: 'W-7',
    createdBy: 'claude',
    createdAt: '2026-11-21T11:00:00.000Z',
    finishedAt: null,
    archivedAt: null,
    archiveNote: null,
  },
  workItems: ['W-7', 'W-8'],
  blockers: [],
  nextActions: [{ ref: 'A-1', action: 'Write the docs' }],
  slices: [{ ref: 'S-2', title: 'Count', status: 'open' }],
  decisions: [decision],
  openFindings: { high: 1, medium: 0, low: 2 },
} as unknown as ShownTask;

describe('the page of a task', () => {
  it('tells where it stands, and takes nothing that was written for Markdown', () => {
    const lines = markdownPage(taskPage(shown, pen), pen).split('\n');
    expect(lines.slice(0, 9)).toEqual([
      '# T-3 Limit the \\[rate\\](x) of logins',
      '',
      '- Status: in progress',
      '- Branch: feature/t3-limit',
      '- Target branch: main',
      '- Worktree: `/repositories/shop`',
      '- Work item: W-7, W-8',
      '- Open findings: 1 high, 0 medium, 2 low',
      expect.stringMatching(/^- Started: .+ by claude$/),
    ]);
    const rest = lines.slice(9).join('\n');
    expect(rest).toContain('## Next actions\n\n- A-1 Write the docs\n\n## Slices\n\n- S-2 Count — open\n');
    expect(rest).toContain('## D-7 ada_choice_t3-limit_one_bucket\n\n- Recorded: ');
    expect(rest).toContain('\n```text\n## Why\n\nsrc/a.ts:12 counts *twice*\n```\n');
    expect(rest).not.toContain('Blockers');
  });

  it('tells of each decision at which commit it was made', () => {
    const line = markdownPage(taskPage(shown, pen), pen)
      .split('\n')
      .find(each => each.startsWith('- Recorded: '));
    expect(line?.endsWith(' by codex at `0123456789`')).toBe(true);
    expect(recordedCommit(line ?? '', english)).toBe('0123456789');
    expect(recordedCommit('- Started: today by codex at `0123456789`', english)).toBeUndefined();
    expect(recordedCommit('- Recorded: today by codex', english)).toBeUndefined();
  });
});

it('tells with which model, where and for how many tokens a decision was made', () => {
  const made = { ...decision, model: 'gpt-5.2', lane: 'login', run: 'R-2', inputTokens: 1200 };
  expect(decisionPart(made, pen).fields?.slice(1)).toEqual([
    ['Model', 'gpt-5.2'],
    ['Lane', 'login'],
    ['Investigation', 'R-2'],
    ['Tokens', '1200 read, ? written'],
  ]);
  expect(decisionPart({ ...decision, effort: 'low' }, pen).fields?.slice(1)).toEqual([
    ['Model', 'low'],
    ['Lane', null],
    ['Investigation', null],
    ['Tokens', null],
  ]);
});

describe('the page of a slice', () => {
  it('holds what a reviewer needs', () => {
    const packet = {
      label: 'S-2 Count',
      slice: {
        ref: 'S-2',
        title: 'Count',
        status: 'committed',
        task: 'T-3',
        planItem: null,
        startedAt: '2026-11-21T11:00:00.000Z',
        closedAt: null,
        actor: 'codex',
        model: 'gpt-5.2',
        effort: 'high',
      },
      decision: null,
      changedFiles: ['src/a.ts'],
      testCommands: ['npm test -- count'],
      evidence: [{ ref: 'E-4', command: 'npm test -- count', passed: true, grade: 'observed', fresh: false }],
      range: `${commit}..${commit.replaceAll('0', 'f')}`,
    } as unknown as SlicePacket;
    const text = markdownPage(slicePage(packet, pen), pen);
    expect(
      text.startsWith('# S-2 Count\n\n- Status: committed\n- Task: T-3\n- Commits: `0123456789..f123456789`\n'),
    ).toBe(true);
    expect(text).toContain('by codex\n- Model: gpt-5.2 (high)\n');
    expect(text).toContain(
      '## Changed files\n\n- `src/a.ts`\n\n## Tests\n\n- `npm test -- count`\n\n## Evidence\n\n- E-4 `npm test -- count` — passed, observed, stale\n',
    );
  });
});
