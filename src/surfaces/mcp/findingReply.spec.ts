import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type Finding, findingSchema } from '../../domain/finding/finding.js';
import { shapeOutput } from './shape.js';
import { renderText } from './text.js';

const output = z.object({ finding: findingSchema, findings: z.array(findingSchema) });

const finding: Finding = {
  ref: 'F-7',
  id: '01KAHM0Z0000000000000000AA',
  key: 'retry',
  task: 'T-3',
  severity: 'high',
  status: 'open',
  mode: 'planning',
  path: 'src/retry.ts',
  lineStart: 3,
  lineEnd: 7,
  side: null,
  text: 'The retry never ends',
  fix: 'x'.repeat(500),
  rule: null,
  tool: null,
  repro: null,
  reproState: null,
  reviewRun: 'V-2',
  workItem: null,
  note: null,
  fixedCommit: null,
  fixEvidence: null,
  resolvedRef: null,
  resolvedBy: null,
  resolvedAt: null,
  supersededBy: null,
  reopenCount: 1,
  reopenReason: 'came back',
  reopenedAt: '2026-11-21T12:20:00.000Z',
  mergedFrom: [],
  actor: 'claude',
  role: 'agent',
  harness: 'claude-code',
  model: null,
  effort: null,
  session: null,
  branch: 'main',
  commit: '0123456789012345678901234567890123456789',
  createdAt: '2026-11-21T12:00:00.000Z',
  updatedAt: '2026-11-21T12:30:00.000Z',
  revision: 3,
  replies: [],
};

describe('a finding in a reply', () => {
  const facts = {
    ref: 'F-7',
    key: 'retry',
    severity: 'high',
    status: 'open',
    mode: 'planning',
    path: 'src/retry.ts',
    line: '3-7',
    text: 'The retry never ends',
    task: 'T-3',
    reviewRun: 'V-2',
    reopenCount: 1,
    reopenReason: 'came back',
    actor: 'claude',
    commit: '0123456789',
    updatedAt: '2026-11-21T12:30:00.000Z',
    revision: 3,
  };

  it('is told by what an author acts on, long texts by their beginning', () => {
    expect(shapeOutput({ findings: [finding] }, output, new Set())).toEqual({
      findings: [{ ...facts, fix: `${'x'.repeat(160)}… (502 bytes)` }],
    });
  });

  it('is whole where it is asked for', () => {
    expect(shapeOutput({ finding }, output, new Set(['finding']))).toEqual({
      finding: { ...facts, fix: 'x'.repeat(500) },
    });
  });

  it('has all replies where it is whole, else the last and their number', () => {
    const by = (actor: string, text: string) =>
      ({ key: null, actor, role: 'human', text, at: '2026-11-21T12:40:00.000Z' }) as const;
    const answered = { ...finding, fix: null, replies: [by('Ada', 'Why?'), by('Robin', 'y'.repeat(500))] };
    expect(shapeOutput({ findings: [answered] }, output, new Set())).toMatchObject({
      findings: [
        {
          replyCount: 2,
          replies: [
            { actor: 'Robin', role: 'human', at: '2026-11-21T12:40:00.000Z', text: `${'y'.repeat(160)}… (502 bytes)` },
          ],
        },
      ],
    });
    const whole = shapeOutput({ finding: answered }, output, new Set(['finding'])).finding;
    expect(whole).toMatchObject({ replies: [{ actor: 'Ada', text: 'Why?' }, { text: 'y'.repeat(500) }] });
    expect(whole).not.toHaveProperty('replyCount');
  });

  it('is a line in a list and a page alone', () => {
    const short: Finding = { ...finding, fix: null, lineEnd: 3, mode: 'branch', reopenCount: 0, reopenReason: null };
    expect(renderText(shapeOutput({ findings: [short] }, output, new Set()))).toBe(
      'findings:\n- F-7 (retry) high open src/retry.ts:3: The retry never ends task=T-3 reviewRun=V-2 actor=claude commit=01234567 revision=3',
    );
    expect(renderText(shapeOutput({ finding: { ...short, lineStart: null, lineEnd: null } }, output, new Set()))).toBe(
      `F-7 (retry) high open src/retry.ts: The retry never ends
  task: T-3
  reviewRun: V-2
  actor: claude
  commit: 01234567
  updatedAt: 2026-11-21T12:30:00Z
  revision: 3`,
    );
  });
});
