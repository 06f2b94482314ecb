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

/** Few columns, because a task may have thousands of findings and a push waits for the read. */
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

export class FindingTable extends tableOf(findingDefinition) {
  /** Reads those of the repository if `taskId` is null; most severe first. */
  open(taskId: string | null): Promise<FindingRow[]> {
    return this.rows({ task_id: taskId, status: 'open' }, ['number'], undefined, query =>
      query.orderBy(severityOrder()),
    );
  }

  /** Findings of these tasks, and those without a task on these branches; most severe first. */
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
        .orderBy(severityOrder()),
    );
  }

  ofTask(taskId: string): Promise<FindingRow[]> {
    return this.rows({ task_id: taskId }, ['number']);
  }

  /** Columns that a gate reads, by number. */
  judgedOfTask(taskId: string): Promise<JudgedFinding[]> {
    return this.db
      .selectFrom('findings')
      .select(judgedColumns)
      .where('repository_id', '=', this.repositoryId)
      .where('task_id', '=', taskId)
      .orderBy('number')
      .execute();
  }

  /** By task, branch and severity; `first` is a number, `since` in ms UTC. */
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

  /** Unordered. */
  ofNumbers(numbers: readonly number[]): Promise<FindingRow[]> {
    return this.having('number', numbers);
  }

  countOpen(taskId: string): Promise<number> {
    return this.countOf({ task_id: taskId, status: 'open' });
  }

  /** Reads those of the repository if `taskId` is null. */
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

  /** From any task, unordered. */
  ofFingerprints(fingerprints: readonly string[]): Promise<FindingRow[]> {
    return this.having('fingerprint', fingerprints);
  }

  /** By callers' ids, unordered. */
  ofKeys(keys: readonly string[]): Promise<FindingRow[]> {
    return this.having('key', keys);
  }

  list(list: FindingList): Promise<FindingRow[]> {
    return this.rows({}, [], undefined, query => listFindings(query, list));
  }

  counts(filter: FindingFilter): Promise<FindingCounts[]> {
    return countFindings(this.db, this.repositoryId, filter);
  }

  /** Findings that `actor` marked fixed, on a branch or not, since `since` (ms UTC). */
  fixesSince(actor: string, since: number): Promise<number> {
    return this.countOf({ status: ['in', fixStatuses], resolved_by: actor, resolved_at: ['>', since] });
  }
}
