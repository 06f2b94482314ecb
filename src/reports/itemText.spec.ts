import { describe, expect, it } from 'vitest';
import { workItem } from '../../test/support/workItem.js';
import type { WorkItem } from '../domain/workItem/workItem.js';
import { itemText } from './itemText.js';
import { markdownMarkup } from './markup.js';

const now = Date.parse('2026-11-21T12:00:00Z');

const item = workItem(12, {
  id: '01HZZZZZZZZZZZZZZZZZZZZZZZ',
  title: 'Fix <the> login',
  kind: 'task',
  createdAt: '2026-11-21T11:00:00.000Z',
  updatedAt: '2026-11-21T11:00:00.000Z',
});

describe('a work item in a few lines', () => {
  it.each<[string, Partial<WorkItem>, string]>([
    [
      'ready',
      { priority: 0, labels: ['ui', 'web'], due: '2026-11-24T12:00:00.000Z' },
      'Ready · priority 0 · due in 3 d · ui, web',
    ],
    ['overdue', { due: '2026-11-21T09:00:00.000Z' }, 'Ready · priority 2 · overdue by 3 h'],
    [
      'claimed',
      { status: 'in_flight', section: 'in_flight', owner: 'claude', leaseUntil: '2026-11-21T12:12:59.000Z' },
      'In progress, claimed by claude, lease expires in 12 min · priority 2',
    ],
    [
      'claimed by a person',
      { status: 'in_flight', section: 'in_flight', owner: 'Robin' },
      'In progress, claimed by Robin · priority 2',
    ],
    [
      'left behind',
      { status: 'in_flight', section: 'ready', owner: 'claude', leaseExpired: true },
      'Ready again: claude timed out · priority 2',
    ],
    [
      'blocked',
      {
        section: 'blocked',
        blockedBy: [
          { ref: 'W-1', status: 'pending' },
          { ref: 'W-2', status: 'failed' },
          { ref: 'W-3', status: 'cancelled' },
        ],
      },
      'Blocked by W-1, W-2 (failed), W-3 (cancelled) · priority 2',
    ],
    [
      'scheduled',
      { section: 'scheduled', notBefore: '2026-11-21T14:00:00.000Z' },
      'Scheduled, ready in 2 h · priority 2',
    ],
    ['done', { status: 'done', section: 'done', owner: 'claude' }, 'Done by claude'],
    ['failed', { status: 'failed', section: 'done' }, 'Failed'],
    ['cancelled', { status: 'cancelled', section: 'done', owner: 'claude' }, 'Cancelled'],
  ])('%s', (_name, changes, facts) => {
    expect(itemText({ ...item, ...changes }, { now })).toBe(`W-12 Fix <the> login\n\n${facts}`);
  });

  it('asks its question', () => {
    const waiting: WorkItem = {
      ...item,
      status: 'waiting_human',
      section: 'needs_you',
      owner: 'claude',
      question: 'Which\none?',
    };
    expect(itemText(waiting, { now })).toBe(
      'W-12 Fix <the> login\n\nNeeds you: question from claude · priority 2\n\n   “Which one?”',
    );
    expect(itemText(waiting, { now, markup: markdownMarkup(ref => `x:${ref}`) })).toBe(
      '[W-12](x:W-12) **Fix &lt;the\\> login**\n\nNeeds you: question from claude · priority 2\n\n   > Which one?',
    );
  });
});
