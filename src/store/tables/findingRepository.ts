import type { Kysely } from 'kysely';
import type { FindingRow } from '../../domain/finding/findingRow.js';
import { fixStatuses } from '../../domain/finding/findingStatus.js';
import { chunks } from './chunks.js';
import { EntityRepository, type EntityShape } from './entityRepository.js';
import {
  countFindings,
  type FindingCounts,
  type FindingFilter,
  type FindingList,
  listFindings,
} from './findingList.js';
import { RowInserter } from './insertRows.js';
import type { Schema } from './schema.js';
import { severityOrder } from './severityOrder.js';

const shape: EntityShape<FindingRow> = {
  table: 'findings',
  counter: 'finding',
  keyColumn: 'key',
  columns: [
    'id',
    'repository_id',
    'number',
    'task_id',
    'key',
    'severity',
    'status',
    'mode',
    'path',
    'line_start',
    'line_end',
    'text',
    'fix',
    'anchor',
    'fingerprint',
    'rule',
    'tool',
    'repro',
    'repro_state',
    'review_run_id',
    'work_item_id',
    'note',
    'fixed_sha',
    'fix_evidence_id',
    'resolved_ref',
    'resolved_by',
    'resolved_at',
    'superseded_by',
    'reopen_count',
    'reopen_reason',
    'reopened_at',
    'merged_from',
    'actor',
    'role',
    'harness',
    'model',
    'session',
    'lane',
    'branch',
    'commit_sha',
    'created_at',
    'updated_at',
    'revision',
  ],
};

const inserter = new RowInserter<FindingRow>(shape.table, shape.columns);

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

/** Findings. */
export class FindingRepository extends EntityRepository<FindingRow> {
  constructor(db: Kysely<Schema>, repositoryId: string) {
    super(db, repositoryId, shape, inserter);
  }

  /** The open findings of a task, the heaviest first; of the whole repository when `taskId` is null. */
  open(taskId: string | null): Promise<FindingRow[]> {
    return this.select(query =>
      query
        .where('task_id', taskId === null ? 'is' : '=', taskId)
        .where('status', '=', 'open')
        .orderBy(severityOrder)
        .orderBy('number'),
    );
  }

  /** All findings of a task, by number. */
  ofTask(taskId: string): Promise<FindingRow[]> {
    return this.select(query => query.where('task_id', '=', taskId).orderBy('number'));
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

  /** How many findings of a task are open. */
  async countOpen(taskId: string): Promise<number> {
    const row = await this.db
      .selectFrom('findings')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('repository_id', '=', this.repositoryId)
      .where('task_id', '=', taskId)
      .where('status', '=', 'open')
      .executeTakeFirstOrThrow();
    return Number(row.count);
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

  /** Findings with any of these fingerprints, whatever the task, in no order. */
  async ofFingerprints(fingerprints: readonly string[]): Promise<FindingRow[]> {
    return this.#having('fingerprint', fingerprints);
  }

  /** Findings with any of these callers' ids, in no order. */
  async ofKeys(keys: readonly string[]): Promise<FindingRow[]> {
    return this.#having('key', keys);
  }

  /** One page of a list. */
  list(list: FindingList): Promise<FindingRow[]> {
    return this.select(query => listFindings(query, list));
  }

  /** How many findings there are in each status and severity. */
  counts(filter: FindingFilter): Promise<FindingCounts[]> {
    return countFindings(this.db, this.repositoryId, filter);
  }

  /** How many findings `actor` has marked fixed, here or on a branch, since `since` (ms UTC). */
  async fixesSince(actor: string, since: number): Promise<number> {
    const row = await this.db
      .selectFrom('findings')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('repository_id', '=', this.repositoryId)
      .where('status', 'in', fixStatuses)
      .where('resolved_by', '=', actor)
      .where('resolved_at', '>', since)
      .executeTakeFirst();
    return Number(row?.count ?? 0);
  }

  async #having(column: 'fingerprint' | 'key', values: readonly string[]): Promise<FindingRow[]> {
    const found: FindingRow[] = [];
    for (const part of chunks([...new Set(values)])) {
      found.push(...(await this.select(query => query.where(column, 'in', part))));
    }
    return found;
  }
}
