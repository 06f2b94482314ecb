import type { Finding } from '../../../../domain/finding/finding.js';
import { isRefusal } from '../../../../domain/refusal/refusal.js';
import { findingList } from '../../../../operations/finding/findingList.js';
import type { Room } from '../../room.js';

/** Open findings that are read; who has more looks for the wrong thing in a tree. */
const mostOpen = 5000;
const pageSize = 1000;
/** Of those that ended, the last ones. */
const mostEnded = 100;

/** The open findings of a repository, the heaviest first, at most 5,000. Throws what the store refuses. */
export async function readOpenFindings(room: Room): Promise<Finding[]> {
  const found: Finding[] = [];
  let cursor: string | undefined;
  do {
    const page = await room.invoke(findingList, { limit: pageSize, ...(cursor === undefined ? {} : { cursor }) });
    if (isRefusal(page)) throw new Error(page.message);
    found.push(...page.findings);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && found.length < mostOpen);
  return found;
}

/** Those of the findings that changed last that have ended, the last first. Throws what the store refuses. */
export async function readEndedFindings(room: Room): Promise<Finding[]> {
  const page = await room.invoke(findingList, { status: 'any', order: 'updated', limit: mostEnded });
  if (isRefusal(page)) throw new Error(page.message);
  return page.findings.filter(({ status }) => status !== 'open');
}
