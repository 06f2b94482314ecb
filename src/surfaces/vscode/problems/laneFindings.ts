import type { Finding } from '../../../domain/finding/finding.js';
import type { Lane } from '../../../domain/lane/lane.js';
import { findingList } from '../../../operations/finding/findingList.js';
import type { Repository } from '../repository.js';
import { invokeOrThrow } from '../support/invokeOrThrow.js';

const maxSearched = 500;

/** Returns the open findings of a lane, most severe first. */
export async function openFindingsOf(
  repository: Repository,
  lane: Pick<Lane, 'branch' | 'task'>,
): Promise<readonly Finding[]> {
  const { findings } = await invokeOrThrow(repository, findingList, { limit: maxSearched });
  return findings.filter(finding => isOfLane(finding, lane));
}

export function isOfLane({ branch, task }: Finding, lane: Pick<Lane, 'branch' | 'task'>): boolean {
  return branch === lane.branch || (lane.task !== null && task === lane.task);
}
