import type { Lane, Worker } from '../../src/domain/lane/lane.js';

/** What differs from the lane that `lane` gives. */
export type LaneTraits = Partial<Omit<Lane, 'worker'>> & { readonly worker?: Partial<Worker> | null };

/** A lane at work, opened two hours before noon, 21 November 2026 UTC, without a heartbeat. */
export function lane(number: number, { worker, ...traits }: LaneTraits = {}): Lane {
  const name = traits.lane ?? `lane-${number}`;
  return {
    ref: `L-${number}`,
    id: `id-${number}`,
    lane: name,
    description: null,
    kind: 'implement',
    status: 'active',
    closeReason: null,
    task: null,
    workItem: null,
    branch: `feature/${name}`,
    base: 'main',
    worktreePath: `/repositories/shop.worktrees/${name}`,
    ownedPaths: [],
    gitWrites: 'agent',
    adopted: false,
    port: 4300 + 10 * number,
    after: [],
    waitsFor: [],
    owner: null,
    agent: null,
    model: null,
    effort: null,
    merged: null,
    state: worker?.state ?? 'WORKING',
    worker:
      worker === null
        ? null
        : {
            name,
            state: 'WORKING',
            stateChangedAt: '2026-11-21T11:00:00.000Z',
            changedBy: 'ada',
            attempt: 1,
            agent: null,
            harness: null,
            reason: null,
            cancelled: false,
            submitted: null,
            approvedBy: null,
            liveness: 'none',
            lastBeatAt: null,
            livenessChangesAt: null,
            trouble: null,
            program: null,
            ...worker,
          },
    createdAt: '2026-11-21T10:00:00.000Z',
    updatedAt: '2026-11-21T11:00:00.000Z',
    revision: 1,
    ...traits,
  };
}
