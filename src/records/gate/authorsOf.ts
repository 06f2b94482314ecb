import type { RecordedActor } from '../../domain/actor/sameActor.js';
import { authorTypes, eventFacts } from '../../domain/event/ownEvents.js';
import type { EvidenceRow } from '../../domain/evidence/evidenceRow.js';
import type { FindingRow } from '../../domain/finding/findingRow.js';
import { findingStatusFacts } from '../../domain/finding/findingStatus.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import type { Transaction } from '../../store/store.js';

/**
 * Returns a task's authors: actors that started, committed or closed its slices, touched its files or fixed its findings, and
 * agents that started or imported it or ran its evidence. A person who starts a task or runs tests for an agent is not an author.
 */
export async function authorsOf(
  transaction: Transaction,
  task: TaskRow,
  rows: {
    readonly findings: readonly Pick<FindingRow, 'status' | 'resolved_by'>[];
    readonly slices: readonly RecordedActor[];
    readonly evidence: readonly (RecordedActor & Pick<EvidenceRow, 'grade'>)[];
  },
): Promise<RecordedActor[]> {
  const acts = await transaction.events.actorsOf(task.id, authorTypes());
  const named = [
    ...(await transaction.touchedFiles.actorsOf(task.id)),
    ...rows.findings.flatMap(({ status, resolved_by: actor }) =>
      findingStatusFacts[status].ending === 'fixed' && actor !== null ? [{ actor, session: null }] : [],
    ),
  ];
  const names = new Set(named.map(({ actor }) => actor));
  const relevant = acts.filter(({ type, role, actor }) => {
    const of = eventFacts(type)?.authors;
    return of === 'everybody' || (of === 'agents' ? role === 'agent' : names.has(actor));
  });
  const actors = new Set(relevant.map(({ actor }) => actor));
  return [
    ...relevant,
    ...rows.slices,
    ...rows.evidence.filter(({ role, grade }) => role === 'agent' && grade === 'observed'),
    // Rows without a role whose actor has no event either.
    ...named
      .filter(({ actor }) => !actors.has(actor))
      .map(one => ({ ...one, role: null, harness: null, model: null, lane: null })),
  ];
}
