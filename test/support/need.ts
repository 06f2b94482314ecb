import type { Need, NeedKind } from '../../src/domain/lane/need.js';

/** Something that has waited for a person since 11:00 on 21 November 2026 UTC, in the lane `login`. */
export function need(kind: NeedKind, ref: string, more: Partial<Need> = {}): Need {
  return {
    kind,
    ref,
    item: null,
    priority: null,
    lane: 'login',
    task: null,
    title: ref,
    text: null,
    from: null,
    since: '2026-11-21T11:00:00.000Z',
    blocks: 0,
    next: 'worker show login',
    acts: [{ operation: 'worker.show', input: { lane: 'login' } }],
    ...more,
  };
}
