import { describe, expect, it } from 'vitest';
import { workItem } from '../../test/support/workItem.js';
import type { Attempt } from '../domain/attempt/attemptRow.js';
import type { TimelineEvent } from '../domain/event/event.js';
import type { WorkItem } from '../domain/workItem/workItem.js';
import { say } from '../messages/say.js';
import { english } from '../reports/translate.js';
import { markdownPage, markdownPen } from './markdownPage.js';
import { workItemPage } from './workItemPage.js';

const pen = markdownPen(english, iso => iso, say);

const item = workItem(12, {
  id: '01KAJ4Z1Q0000000000000000A',
  key: 'login-fix',
  title: 'Fix the login',
  kind: 'bug',
  status: 'in_flight',
  section: 'in_flight',
  priority: 1,
  labels: ['ui', 'snake_case'],
  payload: { branch: 'feature/login' },
  owner: 'codex-1',
  ownerRole: 'agent',
  token: 1,
  leaseUntil: '2026-11-21T12:15:00.000Z',
  notes: { text: 'first look done', log: 'line 1\nline 2' },
  queuedBy: 'Robin',
  claimedAt: '2026-11-21T12:00:00.000Z',
  createdAt: '2026-11-21T11:00:00.000Z',
  revision: 2,
});

const event = (more: Partial<TimelineEvent>): TimelineEvent => ({
  id: 1,
  at: '2026-11-21T12:00:00.000Z',
  type: 'work_item_claimed',
  actor: 'codex-1',
  role: 'agent',
  workItem: 'W-12',
  payload: {},
  ...more,
});

const page = (changes: Partial<WorkItem> = {}, events: readonly TimelineEvent[] = []): string =>
  markdownPage(workItemPage({ item: { ...item, ...changes }, events }, pen), pen);

describe('the page of a work item', () => {
  it('begins with number and title', () => {
    expect(page().split('\n')[0]).toBe('# W-12 Fix the login');
  });

  it('lists the facts there are, and only those', () => {
    const text = page();
    expect(text).toContain('- Status: in progress\n- Owner: codex-1\n- Lease: until ');
    expect(text).toContain('- Labels: ui, snake_case\n');
    expect(text).not.toContain('Due:');
  });

  it('shows notes by name, long ones as they are', () => {
    expect(page()).toContain('- text: first look done\n- log:\n\n  ```text\n  line 1\n  line 2\n  ```');
  });

  it('shows the payload as JSON', () => {
    expect(page()).toContain('## Payload\n\n```json\n{\n  "branch": "feature/login"\n}\n```');
  });

  it('keeps a payload inside its fence', () => {
    expect(page({ payload: '```\n# out' })).toContain('````json\n"```\\n# out"\n````');
  });

  it('takes what agents wrote for text', () => {
    const text = page({
      title: '![x](https://example.com/x.png) <b>[click](command:quit)',
      notes: null,
      payload: null,
    });
    expect(text.split('\n')[0]).toBe('# W-12 !\\[x\\](https://example.com/x.png) \\<b\\>\\[click\\](command:quit)');
  });

  it('shows a question with its answer', () => {
    const text = page({ question: 'Drop it?', answer: 'Yes,\nall of it' });
    expect(text).toContain('## Question\n\nDrop it?\n\n## Answer\n\n```text\nYes,\nall of it\n```');
  });

  it('names what it waits for and what waits for it', () => {
    const text = markdownPage(
      workItemPage(
        {
          item,
          dependencies: [{ ref: 'W-3', title: 'First', status: 'failed' }],
          dependents: [
            { ref: 'W-9', title: 'Next', status: 'pending', blocked: true },
            { ref: 'W-10', title: 'Last', status: 'pending', blocked: false },
          ],
        },
        pen,
      ),
      pen,
    );
    expect(text).toContain('## Depends on\n\n- W-3 First — failed');
    expect(text).toContain('## Dependents\n\n- W-9 Next — blocked\n- W-10 Last — pending');
  });

  it('lists the attempts, each with its end, its evidence and the backup of what it left', () => {
    const first: Attempt = {
      workItem: 'W-12',
      number: 1,
      lane: 'login',
      task: 'T-1',
      actor: 'codex-*1*',
      model: null,
      session: 'a',
      begun: '2026-11-21T10:00:00.000Z',
      ended: '2026-11-21T10:42:00.000Z',
      endReason: 'handed-over',
      why: 'Half `done`',
      evidence: 'E-4',
      backup: 'refs/stateroom/rescue/login/1',
    };
    const open = { ended: null, endReason: null, why: null, evidence: null, backup: null };
    const attempts = [
      first,
      {
        ...first,
        number: 2,
        actor: 'claude',
        lane: null,
        endReason: 'crashed',
        why: null,
        evidence: null,
        backup: null,
      } as const,
      { ...first, ...open, number: 3, actor: 'gemini', lane: null, task: null },
    ];
    const text = markdownPage(workItemPage({ item, attempts }, { ...pen, time: iso => iso.slice(11, 16) }), pen);
    expect(text).toContain(
      [
        '## Attempts\n',
        '- 1: codex-\\*1\\* in login, begun 10:00, ended 10:42 (handed over: Half \\`done\\`), E-4, backup `refs/stateroom/rescue/login/1`',
        '- 2: claude in T-1, begun 10:00, ended 10:42 (crashed)',
        '- 3: gemini, begun 10:00\n',
      ].join('\n'),
    );
  });

  it('tells the timeline in sentences', () => {
    const rows = page({}, [
      event({ type: 'work_item_resolved', payload: { status: 'done', notes: 'shipped' } }),
      event({ type: 'work_item_asked', payload: { question: 'Really?' }, harness: 'codex' }),
      event({
        type: 'work_item_reprioritised',
        actor: 'Robin',
        payload: { priority: 0, from: { priority: 2, rank: 0 } },
      }),
      event({ type: 'work_item_claimed', payload: { takeover: true, previousOwner: 'codex-1', leaseUntil: null } }),
      event({ type: 'work_item_claimed', payload: { takeover: true, previousOwner: 'claude', leaseUntil: null } }),
      event({ type: 'work_item_created', actor: null, payload: { status: 'pending' } }),
    ])
      .split('\n')
      .filter(line => line.includes(' · '))
      .map(line => line.slice(line.indexOf(' · ') + 3));
    expect(rows).toEqual([
      'codex-1 finished it: “shipped”',
      'codex-1 (codex) asked: “Really?”',
      'Robin moved it from P2 to P0',
      'codex-1 claimed it again, no lease',
      'codex-1 took it over from claude, no lease',
      'Someone added it',
    ]);
  });

  it('shows events of other types with what they carry', () => {
    expect(page({}, [event({ type: 'deploy_started', payload: { to: 'staging' } })])).toContain(
      ' · deploy_started — codex-1 `{"to":"staging"}`',
    );
  });
});
