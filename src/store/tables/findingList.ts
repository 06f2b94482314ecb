import { type Expression, type ExpressionBuilder, type Kysely, type SqlBool, sql } from 'kysely';
import type { FindingOrder } from '../../domain/finding/findingOrder.js';
import type { FindingRow } from '../../domain/finding/findingRow.js';
import type { FindingSeverity } from '../../domain/finding/findingSeverity.js';
import type { FindingStatus } from '../../domain/finding/findingStatus.js';
import { once } from '../../domain/once.js';
import { containsPattern, like, refBegins } from './like.js';
import type { Schema } from './schema.js';
import { severityOrder } from './severityOrder.js';
import type { RowQuery } from './table.js';

export interface FindingFilter {
  readonly status?: FindingStatus | undefined;
  readonly severity?: FindingSeverity | undefined;
  readonly mode?: FindingRow['mode'] | undefined;
  /** Null for findings about the whole repository. */
  readonly taskId?: string | null | undefined;
  /** Findings of the lane's task, if any, and on its branch. */
  readonly lane?: { readonly taskId: string | null; readonly branch: string } | undefined;
  readonly reviewRunId?: string | undefined;
  /** A file, or a folder with its contents. */
  readonly path?: string | undefined;
  /** Substring of text or path, or prefix of the ref. */
  readonly text?: string | undefined;
}

export interface FindingList extends FindingFilter {
  readonly order: FindingOrder;
  readonly limit: number;
  /** Sort values of the previous page's last row. */
  readonly after?: readonly (string | number)[] | undefined;
}

export interface FindingCounts {
  readonly status: FindingStatus;
  readonly severity: FindingSeverity;
  readonly count: number;
}

const openRank = sql<number>`case status when 'open' then 0 else 1 end`;
const line = sql<number>`coalesce(line_start, 0)`;

/** All ascending; times are negated. Keep in step with `sortValues`. */
const sortExpressions = once(
  (): Record<FindingOrder, readonly Expression<unknown>[]> => ({
    severity: [openRank, severityOrder(), sql.ref<number>('number')],
    path: [sql.ref<string>('path'), line, sql.ref<number>('number')],
    updated: [sql<number>`-updated_at`, sql<number>`-number`],
    created: [sql.ref<number>('number')],
  }),
);

export function listFindings(query: RowQuery<FindingRow>, list: FindingList): RowQuery<FindingRow> {
  let page = query.where(builder => builder.and(conditionsOf(builder, list)));
  const sorted = sortExpressions()[list.order];
  const { after } = list;
  if (after !== undefined) {
    page = page.where(sql<SqlBool>`(${sql.join([...sorted])}) > (${sql.join([...after])})`);
  }
  for (const expression of sorted) page = page.orderBy(expression);
  return page.limit(list.limit);
}

export async function countFindings(
  db: Kysely<Schema>,
  repositoryId: string,
  filter: FindingFilter,
): Promise<FindingCounts[]> {
  const rows = await db
    .selectFrom('findings')
    .select(({ fn }) => ['status', 'severity', fn.countAll().as('count')])
    .where('repository_id', '=', repositoryId)
    .where(builder => builder.and(conditionsOf(builder as unknown as Builder, filter)))
    .groupBy(['status', 'severity'])
    .execute();
  return rows.map(({ status, severity, count }) => ({ status, severity, count: Number(count) }));
}

type Builder = ExpressionBuilder<{ row: FindingRow }, 'row'>;

function conditionsOf(builder: Builder, filter: FindingFilter): Expression<SqlBool>[] {
  const conditions: Expression<SqlBool>[] = [];
  if (filter.status !== undefined) conditions.push(builder('status', '=', filter.status));
  if (filter.severity !== undefined) conditions.push(builder('severity', '=', filter.severity));
  if (filter.mode !== undefined) conditions.push(builder('mode', '=', filter.mode));
  if (filter.taskId !== undefined) {
    conditions.push(filter.taskId === null ? builder('task_id', 'is', null) : builder('task_id', '=', filter.taskId));
  }
  if (filter.lane !== undefined) {
    const { taskId, branch } = filter.lane;
    const ofBranch = builder('branch', '=', branch);
    conditions.push(taskId === null ? ofBranch : builder.or([ofBranch, builder('task_id', '=', taskId)]));
  }
  if (filter.reviewRunId !== undefined) conditions.push(builder('review_run_id', '=', filter.reviewRunId));
  if (filter.path !== undefined) {
    const folder = `${filter.path}/`;
    const below = sql<SqlBool>`substr(path, 1, ${[...folder].length}) = ${folder}`;
    conditions.push(builder.or([builder('path', '=', filter.path), below]));
  }
  if (filter.text !== undefined) conditions.push(textCondition(builder, filter.text));
  return conditions;
}

/** Also ignores case as far as the engine folds it: beyond ASCII, engines differ. */
function textCondition(builder: Builder, text: string): Expression<SqlBool> {
  const pattern = containsPattern(text);
  const folded = containsPattern(text.toLowerCase());
  return builder.or([
    ...(['text', 'path'] as const).flatMap(column => [
      like(builder.ref(column), pattern),
      like(builder.fn<string>('lower', [column]), folded),
    ]),
    ...refBegins('finding', builder.ref('number'), text),
  ]);
}
