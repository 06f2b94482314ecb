import type { Finding } from '../../../../domain/finding/finding.js';
import type { FindingStatus } from '../../../../domain/finding/findingStatus.js';
import { unlessRefused } from '../../../../domain/refusal/refusal.js';
import { findingList } from '../../../../operations/finding/findingList.js';
import { queueList } from '../../../../operations/queue/queueList.js';
import type { Repository } from '../../repository.js';
import type { Own } from './findingFilter.js';

/** Max findings read per query, last changed first. */
const maxEnded = 100;
/** Max work items that one person holds. */
const maxClaimed = 1000;

/** Closed ones of the last changed findings, latest first; with a status, also the latest of it. Throws refusals. */
export async function readEndedFindings(repository: Repository, status?: FindingStatus): Promise<Finding[]> {
  const read = async (wanted: FindingStatus | 'any'): Promise<Finding[]> => {
    const filter = { status: wanted, order: 'updated', limit: maxEnded } as const;
    return unlessRefused(await repository.invoke(findingList, filter)).findings.filter(
      finding => finding.status !== 'open',
    );
  };
  const latest = await read('any');
  if (status === undefined || status === 'open') return latest;
  const listed = new Set(latest.map(({ id }) => id));
  return [...latest, ...(await read(status)).filter(({ id }) => !listed.has(id))];
}

/** Reads the data for `passes`. Throws the store's refusals. */
export async function readOwn(repository: Repository): Promise<Own> {
  const name = await repository.personName();
  const claimed = await repository.invoke(queueList, { owner: name, status: 'in_flight', limit: maxClaimed });
  return { name, workItems: new Set(unlessRefused(claimed).items.map(({ ref }) => ref)) };
}
