import type { Finding } from '../../../domain/finding/finding.js';
import type { Lane } from '../../../domain/lane/lane.js';
import { findingList } from '../../../operations/finding/findingList.js';
import type { Repository } from '../repository.js';
import { invokeOrThrow } from '../support/invokeOrThrow.js';

/** Open findings among which those of a lane are looked for, the most severe first. */
const maxSearched = 500;

/** The open findings of a lane, the most severe first. */
export async function openFindingsOf(
  repository: Repository,
  lane: Pick<Lane, 'branch' | 'task'>,
): Promise<readonly Finding[]> {
  const { findings } = await invokeOrThrow(repository, findingList, { limit: maxSearched });
  return findings.filter(finding => isOfLane(finding, lane));
}

/** True of a finding on a lane's branch or on the task that is done there. */
export function isOfLane({ branch, task }: Finding, lane: Pick<Lane, 'branch' | 'task'>): boolean {
  return branch === lane.branch || (lane.task !== null && task === lane.task);
}
