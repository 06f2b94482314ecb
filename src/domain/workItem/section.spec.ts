import { describe, expect, it } from 'vitest';
import { rowTime as now, workItemRow } from '../../../test/support/workItemRow.js';
import { sectionOf } from './section.js';
import type { WorkItemRow } from './workItemRow.js';

const held = { status: 'in_flight', owner: 'codex', token: 3 } as const;
const heartbeat = (until: number, token = 3) => new Map([[`${workItemRow().id}.${token}`, until]]);

describe('the section of a work item', () => {
  it.each<[string, Partial<WorkItemRow>, string]>([
    ['pending', {}, 'ready'],
    ['pending with an open dependency', { open_dependencies: 1 }, 'blocked'],
    ['pending and not before later', { not_before: now + 1 }, 'scheduled'],
    ['pending and not before this very moment', { not_before: now }, 'ready'],
    ['blocked as well as scheduled', { open_dependencies: 1, not_before: now + 1 }, 'blocked'],
    ['claimed with a running lease', { ...held, lease_until: now + 1 }, 'in_flight'],
    ['claimed without a lease', { ...held, lease_until: null }, 'in_flight'],
    ['claimed with a lease that ends now', { ...held, lease_until: now }, 'ready'],
    [
      'a claim that ran out, with a dependency added since',
      { ...held, lease_until: now, open_dependencies: 1 },
      'blocked',
    ],
    ['a claim that ran out, put off since', { ...held, lease_until: now, not_before: now + 1 }, 'scheduled'],
    ['a claim that ran out, put off until now', { ...held, lease_until: now, not_before: now }, 'ready'],
    ['a claim that runs, blocked since', { ...held, lease_until: now + 1, open_dependencies: 1 }, 'in_flight'],
    ['waiting for a person', { status: 'waiting_human', open_dependencies: 1 }, 'needs_you'],
    ['done', { status: 'done' }, 'done'],
    ['failed', { status: 'failed' }, 'done'],
    ['cancelled', { status: 'cancelled' }, 'done'],
  ])('%s', (_name, change, section) => {
    expect(sectionOf(workItemRow(change), new Map(), now)).toBe(section);
  });

  it('counts a beat of the current token', () => {
    const row = workItemRow({ ...held, lease_until: now - 1000 });
    expect(sectionOf(row, heartbeat(now + 1), now)).toBe('in_flight');
    expect(sectionOf(row, heartbeat(now), now)).toBe('ready');
  });

  it('does not count a beat of an earlier token', () => {
    const row = workItemRow({ ...held, lease_until: now - 1000 });
    expect(sectionOf(row, heartbeat(now + 60_000, 2), now)).toBe('ready');
  });
});
