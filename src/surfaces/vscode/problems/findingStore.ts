import type { Finding } from '../../../domain/finding/finding.js';
import { unlessRefused } from '../../../domain/refusal/refusal.js';
import { findingList } from '../../../operations/finding/findingList.js';
import type { StatusOutput } from '../repository/repositoryState.js';
import type { Repository } from '../repository.js';

/** Max open findings read; more than that in one worktree indicates another problem. */
const maxOpen = 5000;
const pageSize = 1000;

/** Returns the `mark` for `openIn`: the last event of the repository that is checked. */
export function markOf(status: Pick<StatusOutput, 'lastEventId'> | undefined): string {
  return `event ${status?.lastEventId ?? 0}`;
}

interface Reading {
  readonly mark: string;
  readonly findings: Promise<readonly Finding[]>;
}

/** Caches the open findings of repositories for all consumers: read once after each change. */
export class FindingStore {
  private readonly readings = new WeakMap<Repository, Reading>();

  /** Open findings, most severe first, at most 5,000; cached while `mark` is equal. Throws the store's refusals. */
  openIn(repository: Repository, mark: string): Promise<readonly Finding[]> {
    const last = this.readings.get(repository);
    if (last?.mark === mark) return last.findings;
    const reading = { mark, findings: readOpenFindings(repository) };
    this.readings.set(repository, reading);
    reading.findings.catch(() => {
      // After a failure, the next caller reads again.
      if (this.readings.get(repository) === reading) this.readings.delete(repository);
    });
    return reading.findings;
  }

  /** Makes the next `openIn` read again, even without a change notification. */
  forget(repository: Repository): void {
    this.readings.delete(repository);
  }
}

async function readOpenFindings(repository: Repository): Promise<readonly Finding[]> {
  const found: Finding[] = [];
  let cursor: string | undefined;
  do {
    const query = { limit: pageSize, ...(cursor === undefined ? {} : { cursor }) };
    const page = unlessRefused(await repository.invoke(findingList, query));
    found.push(...page.findings);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && found.length < maxOpen);
  return found;
}
