import { describe, expect, it } from 'vitest';
import {
  allowsTransition,
  isTerminal,
  type WorkItemAct,
  type WorkItemStatus,
  workItemStatuses,
} from './workItemStatus.js';

const acts: readonly WorkItemAct[] = ['claim', 'release', 'ask', 'advance', 'resolve', 'reopen'];

/** Every way there is: status, act, where to. Everything else is refused. */
const ways = new Set([
  'pending claim in_flight',
  'pending resolve done',
  'pending resolve failed',
  'pending resolve cancelled',
  'in_flight claim in_flight',
  'in_flight release pending',
  'in_flight ask waiting_human',
  'in_flight resolve done',
  'in_flight resolve failed',
  'in_flight resolve cancelled',
  'waiting_human ask waiting_human',
  'waiting_human advance pending',
  'waiting_human advance in_flight',
  'waiting_human advance cancelled',
  'waiting_human resolve done',
  'waiting_human resolve failed',
  'waiting_human resolve cancelled',
  'done reopen pending',
  'failed reopen pending',
  'cancelled reopen pending',
]);

describe('the transitions of a work item', () => {
  it.each(workItemStatuses.flatMap(from => acts.map(act => [from, act] as const)))('%s × %s', (from, act) => {
    const reached = workItemStatuses.filter(to => allowsTransition(from, act, to));
    expect(reached).toEqual(workItemStatuses.filter(to => ways.has(`${from} ${act} ${to}`)));
  });

  it('names done, failed and cancelled as ends', () => {
    const ends: WorkItemStatus[] = workItemStatuses.filter(isTerminal);
    expect(ends).toEqual(['done', 'failed', 'cancelled']);
  });
});
