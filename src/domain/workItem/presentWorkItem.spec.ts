import { describe, expect, it } from 'vitest';
import { dependencyRow, rowTime as now, workItemRow } from '../../../test/support/workItemRow.js';
import { presentWorkItem } from './presentWorkItem.js';
import { workItemSchema } from './workItem.js';

describe('showing a work item', () => {
  it('gives every field its form', () => {
    const row = workItemRow({
      key: 'login',
      status: 'in_flight',
      priority: 1,
      rank: -0.5,
      labels: '["ui","p1"]',
      payload: '{"file":"a.ts"}',
      owner: 'codex',
      owner_role: 'agent',
      token: 3,
      lease_until: now + 60_000,
      not_before: now - 60_000,
      due_at: now + 3_600_000,
      due_sort: now + 3_600_000,
      open_dependencies: 1,
      question: 'Which one?',
      answer: 'The first.',
      notes: '{"text":"seen","tries":2}',
      claimed_at: now - 1000,
      updated_at: now - 500,
      revision: 7,
    });
    const dependencies = [dependencyRow(3, 'done'), dependencyRow(4, 'failed')];
    const item = presentWorkItem(row, dependencies, new Map([[`${row.id}.3`, now + 120_000]]), now);
    expect(item).toEqual({
      ref: 'W-12',
      id: '01HZY3V2M4T5W6X7Y8Z9ABCDEF',
      key: 'login',
      title: 'Fix the login redirect',
      kind: 'general',
      status: 'in_flight',
      section: 'in_flight',
      priority: 1,
      rank: -0.5,
      labels: ['ui', 'p1'],
      payload: { file: 'a.ts' },
      owner: 'codex',
      assignee: null,
      parent: null,
      ownerRole: 'agent',
      token: 3,
      leaseUntil: '2026-11-02T10:02:00.000Z',
      leaseExpired: false,
      notBefore: '2026-11-02T09:59:00.000Z',
      due: '2026-11-02T11:00:00.000Z',
      dependsOn: ['W-3', 'W-4'],
      blockedBy: [{ ref: 'W-4', status: 'failed' }],
      question: 'Which one?',
      answer: 'The first.',
      // As an older program wrote them, without more.
      questions: [
        {
          number: 1,
          question: 'Which one?',
          choices: [],
          recommended: null,
          ifNoAnswer: null,
          from: null,
          askedAt: null,
          answer: 'The first.',
          answeredAt: null,
          answeredBy: null,
          how: 'person',
          before: null,
        },
      ],
      notes: { text: 'seen', tries: 2 },
      queuedBy: 'codex',
      claimedAt: '2026-11-02T09:59:59.000Z',
      resolvedAt: null,
      createdAt: '2026-11-02T10:00:00.000Z',
      updatedAt: '2026-11-02T09:59:59.500Z',
      revision: 7,
    });
    expect(workItemSchema.parse(item)).toEqual(item);
  });

  it('says when a claim has run out', () => {
    const row = workItemRow({ status: 'in_flight', owner: 'codex', owner_role: 'agent', token: 1, lease_until: now });
    const item = presentWorkItem(row, [], new Map(), now);
    expect(item).toMatchObject({ section: 'ready', leaseExpired: true, leaseUntil: '2026-11-02T10:00:00.000Z' });
  });

  it('keeps a string payload and text notes as they were given', () => {
    const item = presentWorkItem(workItemRow({ payload: '"  as is\\n"', notes: ' as is ' }), [], new Map(), now);
    expect([item.payload, item.notes]).toEqual(['  as is\n', ' as is ']);
  });
});
