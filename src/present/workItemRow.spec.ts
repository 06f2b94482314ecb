import { describe, expect, it } from 'vitest';
import { workItem } from '../../test/support/workItem.js';
import type { WorkItem } from '../domain/workItem/workItem.js';
import { english } from '../reports/translate.js';
import { workItemRow } from './workItemRow.js';

const now = Date.UTC(2026, 10, 21, 12, 0, 0);
const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString();

const pending = workItem(12, {
  id: '01KAJ4Z1Q0000000000000000A',
  title: 'Fix the login redirect',
  queuedBy: 'Robin',
  createdAt: at(-60),
  updatedAt: at(-60),
});

describe('the row of a work item', () => {
  it('says nothing beyond its title when there is nothing to say', () => {
    expect(workItemRow(pending, now, english)).toMatchObject({
      label: 'Fix the login redirect',
      description: 'W-12',
      icon: 'circle-large',
      spoken: 'Fix the login redirect, W-12, ready',
      changesAt: undefined,
    });
  });

  it('shows what sets a ready item apart', () => {
    const item = { ...pending, priority: 0, kind: 'bug', due: at(26 * 60), labels: ['ui', 'ci', 'safari', 'login'] };
    expect(workItemRow(item, now, english)).toMatchObject({
      description: 'W-12 · P0 · due in 26 h · bug · ui, ci, safari and 1 more',
      icon: 'flame',
      spoken: 'Fix the login redirect, W-12, P0, due in 26 h, bug, ui, ci, safari and 1 more, ready',
    });
  });

  it('shows the priority before what may be cut off', () => {
    const waiting = {
      ...pending,
      priority: 1,
      assignee: 'dana',
      blockedBy: [{ ref: 'W-3', status: 'pending' as const }],
    };
    expect(workItemRow({ ...waiting, section: 'blocked' }, now, english).description).toBe(
      'W-12 · P1 · waiting for W-3 · assigned to dana',
    );
  });

  it('names the parent through which it waits', () => {
    const blockedBy = [
      { ref: 'W-3', status: 'failed' as const, through: 'W-2' },
      { ref: 'W-4', status: 'pending' as const },
    ];
    expect(workItemRow({ ...pending, section: 'blocked', blockedBy }, now, english).description).toBe(
      'W-12 · waiting for W-3 (failed) through W-2, W-4',
    );
  });

  it('shows who holds it, and leaves the lease to the tooltip', () => {
    const item: WorkItem = {
      ...pending,
      status: 'in_flight',
      section: 'in_flight',
      owner: 'codex-1',
      ownerRole: 'agent',
      leaseUntil: at(11.5),
      claimedAt: at(-3),
    };
    expect(workItemRow(item, now, english)).toMatchObject({
      description: 'W-12 · in progress · codex-1',
      icon: 'robot',
      changesAt: undefined,
      spoken: 'Fix the login redirect, W-12, in progress, codex-1, claimed by an agent',
    });
  });

  it('tells a person from an agent', () => {
    const item: WorkItem = {
      ...pending,
      status: 'in_flight',
      section: 'in_flight',
      owner: 'Robin',
      ownerRole: 'human',
      claimedAt: at(-125),
    };
    expect(workItemRow(item, now, english)).toMatchObject({
      description: 'W-12 · in progress · Robin',
      icon: 'person',
    });
  });

  it('says whose lease ran out', () => {
    const item: WorkItem = {
      ...pending,
      status: 'in_flight',
      section: 'ready',
      owner: 'codex-1',
      ownerRole: 'agent',
      leaseUntil: at(-3),
      leaseExpired: true,
    };
    expect(workItemRow(item, now, english)).toMatchObject({
      description: 'W-12 · lease of codex-1 expired',
      icon: 'history',
      contextValue: 'workItem section:ready status:in_flight leaseExpired',
    });
  });

  it('shows the question and who asks', () => {
    const item: WorkItem = {
      ...pending,
      status: 'waiting_human',
      section: 'needs_you',
      owner: 'claude',
      ownerRole: 'agent',
      question: 'May I drop\nthe old table?',
    };
    expect(workItemRow(item, now, english).description).toBe('W-12 · claude asks: “May I drop the old table?”');
  });

  it('says which blocker will not free it by itself', () => {
    const item: WorkItem = {
      ...pending,
      section: 'blocked',
      dependsOn: ['W-3', 'W-4'],
      blockedBy: [
        { ref: 'W-3', status: 'pending' },
        { ref: 'W-4', status: 'failed' },
      ],
    };
    expect(workItemRow(item, now, english)).toMatchObject({
      description: 'W-12 · waiting for W-3, W-4 (failed)',
      icon: 'lock',
      contextValue: 'workItem section:blocked status:pending hasDependencies',
    });
  });

  it('shows when a scheduled item becomes ready', () => {
    expect(workItemRow({ ...pending, section: 'scheduled', notBefore: at(20) }, now, english)).toMatchObject({
      description: 'W-12 · in 20 min',
      icon: 'calendar',
    });
  });

  it.each([
    ['done', 'W-12 · done · codex-1', 'pass'],
    ['failed', 'W-12 · failed · codex-1', 'error'],
    ['cancelled', 'W-12 · cancelled · codex-1', 'circle-slash'],
  ] as const)('says how it ended: %s', (status, description, icon) => {
    const item: WorkItem = { ...pending, status, section: 'done', owner: 'codex-1', resolvedAt: at(-130) };
    expect(workItemRow(item, now, english)).toMatchObject({ description, icon });
  });

  it('takes a title for a text, whatever it holds', () => {
    expect(workItemRow({ ...pending, title: 'Two\nlines \u202eback' }, now, english).label).toBe('Two lines back');
  });

  it('leaves a long title to the editor, which knows the room', () => {
    const title = 'Say on the order page which of the parcels of an order are on their way and which are not';
    expect(workItemRow({ ...pending, title, status: 'in_flight', section: 'in_flight' }, now, english).label).toBe(
      title,
    );
  });
});
