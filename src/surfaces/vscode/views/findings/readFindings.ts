import type { Finding } from '../../../../domain/finding/finding.js';
import type { FindingStatus } from '../../../../domain/finding/findingStatus.js';
import { unlessRefused } from '../../../../domain/refusal/refusal.js';
import { findingList } from '../../../../operations/finding/findingList.js';
import { queueList } from '../../../../operations/queue/queueList.js';
import type { Repository } from '../../repository.js';
import type { Own } from './findingFilter.js';

/** Of those that ended, the last ones. */
const maxEnded = 100;
/** Work items that one person holds. */
const maxClaimed = 1000;

/**
 * Those of the findings that changed last that have ended, the last first; with a status, the last ones of that status as
 * well, however long ago. Throws what the store refuses.
 */
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

/** By what findings are the person’s own. Throws what the store refuses. */
export async function readOwn(repository: Repository): Promise<Own> {
  const name = await repository.personName();
  const claimed = await repository.invoke(queueList, { owner: name, status: 'in_flight', limit: maxClaimed });
  return { name, workItems: new Set(unlessRefused(claimed).items.map(({ ref }) => ref)) };
}
