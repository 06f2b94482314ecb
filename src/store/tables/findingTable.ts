import { type FindingRow, findingDefinition } from '../../domain/finding/findingRow.js';
import type { FindingSeverity } from '../../domain/finding/findingSeverity.js';
import { fixStatuses } from '../../domain/finding/findingStatus.js';
import {
  countFindings,
  type FindingCounts,
  type FindingFilter,
  type FindingList,
  listFindings,
} from './findingList.js';
import { severityOrder } from './severityOrder.js';
import { tableOf } from './table.js';

/** What a gate judges of a finding: a task may have thousands, and a push waits while they are read. */
const judgedColumns = [
  'number',
  'severity',
  'path',
  'status',
  'mode',
  'fixed_sha',
  'commit_sha',
  'resolved_by',
] as const satisfies readonly (keyof FindingRow)[];
export type JudgedFinding = Pick<FindingRow, (typeof judgedColumns)[number]>;

export interface OpenFindings extends Pick<FindingRow, 'task_id' | 'branch' | 'severity'> {
  readonly count: number;
  readonly first: number;
  readonly since: number;
}

/** Findings. */
export class FindingTable extends tableOf(findingDefinition) {
  /** The open findings of a task, the heaviest first; of the whole repository when `taskId` is null. */
  open(taskId: string | null): Promise<FindingRow[]> {
    return this.rows({ task_id: taskId, status: 'open' }, ['number'], undefined, query => query.orderBy(severityOrder));
  }

  /** Open findings of any of these tasks, and those of no task that were found on one of these branches, the heaviest first. */
  async openIn(taskIds: readonly string[], branches: readonly string[], limit: number): Promise<FindingRow[]> {
    if (taskIds.length + branches.length === 0) return [];
    return this.rows({ status: 'open' }, ['number'], limit, query =>
      query
        .where(({ and, eb, or }) =>
          or([
            ...(taskIds.length === 0 ? [] : [eb('task_id', 'in', taskIds)]),
            ...(branches.length === 0 ? [] : [and([eb('task_id', 'is', null), eb('branch', 'in', branches)])]),
          ]),
        )
        .orderBy(severityOrder),
    );
  }

  /** All findings of a task, by number. */
  ofTask(taskId: string): Promise<FindingRow[]> {
    return this.rows({ task_id: taskId }, ['number']);
  }

  /** All findings of a task as a gate judges them, by number. */
  judgedOfTask(taskId: string): Promise<JudgedFinding[]> {
    return this.db
      .selectFrom('findings')
      .select(judgedColumns)
      .where('repository_id', '=', this.repositoryId)
      .where('task_id', '=', taskId)
      .orderBy('number')
      .execute();
  }

  /** How many findings of these severities are open, by task, branch and severity; `first` is a number, `since` in ms UTC. */
  async openGroups(severities: readonly FindingSeverity[]): Promise<OpenFindings[]> {
    const rows = await this.db
      .selectFrom('findings')
      .select(({ fn }) => [
        ...(['task_id', 'branch', 'severity'] as const),
        fn.countAll().as('count'),
        fn.min('number').as('first'),
        fn.min('created_at').as('since'),
      ])
      .where('repository_id', '=', this.repositoryId)
      .where('status', '=', 'open')
      .where('severity', 'in', severities)
      .groupBy(['task_id', 'branch', 'severity'])
      .execute();
    return rows.map(({ count, first, since, ...group }) => ({
      ...group,
      ...{ count: Number(count), first: Number(first), since: Number(since) },
    }));
  }

  /** Findings by their numbers, in no order. */
  ofNumbers(numbers: readonly number[]): Promise<FindingRow[]> {
    return this.having('number', numbers);
  }

  /** How many findings of a task are open. */
  countOpen(taskId: string): Promise<number> {
    return this.countOf({ task_id: taskId, status: 'open' });
  }

  /** ULIDs and fingerprints of a task's open findings that these tools found; of the whole repository's for a null task. */
  openOfTools(taskId: string | null, tools: readonly string[]): Promise<Pick<FindingRow, 'id' | 'fingerprint'>[]> {
    if (tools.length === 0) return Promise.resolve([]);
    return this.db
      .selectFrom('findings')
      .select(['id', 'fingerprint'])
      .where('repository_id', '=', this.repositoryId)
      .where('task_id', taskId === null ? 'is' : '=', taskId)
      .where('status', '=', 'open')
      .where('tool', 'in', tools)
      .orderBy('number')
      .execute();
  }

  /** Findings with any of these fingerprints, of any task, unordered. */
  ofFingerprints(fingerprints: readonly string[]): Promise<FindingRow[]> {
    return this.having('fingerprint', fingerprints);
  }

  /** Findings with any of these callers' ids, in no order. */
  ofKeys(keys: readonly string[]): Promise<FindingRow[]> {
    return this.having('key', keys);
  }

  /** One page of a list. */
  list(list: FindingList): Promise<FindingRow[]> {
    return this.rows({}, [], undefined, query => listFindings(query, list));
  }

  /** How many findings there are in each status and severity. */
  counts(filter: FindingFilter): Promise<FindingCounts[]> {
    return countFindings(this.db, this.repositoryId, filter);
  }

  /** How many findings `actor` has marked fixed, here or on a branch, since `since` (ms UTC). */
  fixesSince(actor: string, since: number): Promise<number> {
    return this.countOf({ status: ['in', fixStatuses], resolved_by: actor, resolved_at: ['>', since] });
  }
}
