import { sql } from 'kysely';
import { entityPrefixes } from '../../domain/identifier/identifier.js';
import { once } from '../../domain/once.js';
import { type SearchKind, searchedRecords } from '../../domain/searchKind.js';
import { Queries } from './queries.js';

/** `number` is that of the record. */
export interface SearchRow {
  readonly kind: SearchKind;
  /** `W-12`; a plan's path; `R-3#4` for an entry of a run. */
  readonly key: string;
  readonly title: string;
  readonly body: string;
  readonly status: string | null;
  readonly author: string | null;
  readonly at: number;
  /** Each name is between spaces. */
  readonly task: string | null;
  readonly lane: string | null;
  /** Paths of related files, one per line. */
  readonly path: string | null;
}

/** Rows of one source with adjacent numbers. */
export interface SearchBlock {
  readonly source: string;
  readonly block: number;
  /** Changes when a row is added, changed or removed. */
  readonly stamp: string;
  /** Latest creation, ms UTC. */
  readonly latest: number;
}

interface Source {
  readonly from: string;
  readonly kind: SearchKind;
  /** Number that assigns rows to blocks; 0 puts all into one. */
  readonly number: string;
  readonly key: string;
  readonly title: string;
  readonly body: readonly string[];
  readonly status: string;
  readonly author: string;
  readonly at: string;
  /** Values of filters, or null: names of tasks and lanes, and paths. */
  readonly task?: string;
  readonly lane?: string;
  readonly path?: string;
  readonly revision: string;
  readonly created?: string;
  readonly where?: string;
}

/** Rows that are read again if one of them changes. */
const blockSize = 256;
/** For titles taken from the beginning of a text. */
const titleLength = 120;
const beginning = (column: string) => `substr(${column}, 1, ${titleLength})`;

/** Texts of a value that may be JSON, without its names and escapes. */
const texts = (column: string) => `case when json_valid(${column}) then
  (select group_concat(atom, char(10)) from json_tree(${column}) where atom is not null) else ${column} end`;

/** Between spaces, as `T-3 w1-login`. */
const namesOf = (table: 'tasks' | 'lanes', where: string) => {
  const [prefix, name] = table === 'tasks' ? ['T', 'ref'] : ['L', 'name'];
  return `(select group_concat('${prefix}-' || named.number || ' ' || named.${name}, ' ') from ${table} as named where ${where})`;
};
/** Null for a generated name of time and request, whose words a snippet would repeat. */
const chosenName = "case when r.name glob '[0-9]*T[0-9]*Z-*' then null else r.name end";

function source(
  kind: SearchKind,
  table: string,
  prefix: string,
  shape: Pick<Source, 'title' | 'body'> & Partial<Source>,
): Source {
  return {
    kind,
    from: `${table} as r`,
    number: 'r.number',
    key: `'${prefix}-' || r.number`,
    status: 'r.status',
    author: 'r.actor',
    at: 'r.updated_at',
    revision: 'r.revision',
    ...shape,
  };
}

/** Tasks and lanes that do a work item. */
const ofItem = once(() => ({
  task: namesOf('tasks', 'named.id = r.task_id or named.work_item_id = r.id'),
  lane: namesOf('lanes', 'named.work_item_id = r.id'),
}));
/** The task of a record, and lanes whose branch it was written on. */
const ofWork = once(() => ({
  task: namesOf('tasks', 'named.id = r.task_id'),
  lane: namesOf('lanes', 'named.repository_id = r.repository_id and named.branch = r.branch'),
}));

/** Records whose definition names the texts. */
function sourcesOfRecords(): [string, Source][] {
  return searchedRecords().map(({ kind, definition: { table, kind: numbers, facts }, search }) => {
    const ended = facts.open === undefined ? '' : `r.${facts.open.endedAt}, `;
    const shape = {
      title: beginning(`r.${search[0]}`),
      body: search.map(column => `r.${column}`),
      at: `coalesce(${ended}r.created_at)`,
      ...ofWork(),
    };
    return [kind, source(kind, table, numbers === undefined ? '' : entityPrefixes[numbers], shape)];
  });
}

const sources = once(
  (): Readonly<Record<string, Source>> => ({
    item: source('item', 'work_items', 'W', {
      title: 'r.title',
      body: ['r.key', 'r.kind', texts('r.labels'), 'r.question', 'r.answer', texts('r.payload')],
      author: 'r.queued_by',
      ...ofItem(),
    }),
    note: source('note', 'work_items', 'W', {
      key: "'W-' || r.number || '#note'",
      title: "'Notes of W-' || r.number",
      body: [texts('r.notes')],
      author: 'r.queued_by',
      ...ofItem(),
      where: 'r.notes is not null',
    }),
    task: source('task', 'tasks', 'T', {
      title: 'r.objective',
      body: ['r.ref', 'r.focus', 'r.branch', 'r.archive_note'],
      author: 'r.created_by',
      task: "'T-' || r.number || ' ' || r.ref",
      lane: namesOf('lanes', 'named.task_id = r.id'),
    }),
    finding: source('finding', 'findings', 'F', {
      title: beginning('r.text'),
      body: [
        ...['r.text', 'r.path', 'r.fix', 'r.rule', 'r.tool', 'r.repro', 'r.note', 'r.reopen_reason'],
        "(select group_concat(json_extract(value, '$.text'), char(10)) from json_each(r.replies))",
      ],
      ...ofWork(),
      path: 'r.path',
    }),
    decision: source('decision', 'decisions', 'D', {
      title: 'r.decision',
      body: ['r.rationale', texts('r.changed_files')],
      ...ofWork(),
      path: texts('r.changed_files'),
      status: 'null',
      at: 'r.created_at',
      revision: '1',
    }),
    slice: source('slice', 'slices', 'S', {
      title: 'r.title',
      body: ['r.test_command', 'r.plan_item', texts('r.changed_files')],
      created: 'r.started_at',
      ...ofWork(),
      path: texts('r.changed_files'),
    }),
    evidence: source('evidence', 'evidence', 'E', {
      title: beginning('r.command'),
      body: ['r.command', 'r.directory', 'r.result'],
      status: "case r.passed when 1 then 'passed' else 'failed' end",
      at: 'r.created_at',
      revision: '1',
      ...ofWork(),
    }),
    message: source('message', 'messages', 'M', {
      title: 'r.subject',
      body: [texts('r.payload')],
      author: 'r.sender',
      at: 'r.created_at',
      lane: namesOf('lanes', 'named.id = r.lane_id'),
      task: namesOf('tasks', 'named.id = (select lane.task_id from lanes as lane where lane.id = r.lane_id)'),
    }),
    run: source('run', 'runs', 'R', {
      title: beginning('r.request'),
      body: ['r.request', chosenName, 'r.summary', texts('r.verification'), texts('r.residual_risks'), 'r.open_reason'],
    }),
    entry: source('run', 'run_entries', 'R', {
      from: 'run_entries as r join runs as run on run.id = r.run_id',
      number: 'run.number',
      key: "'R-' || run.number || '#' || r.position",
      title: beginning('r.text'),
      body: ['r.text', 'r.path', 'r.reason'],
      path: 'r.path',
      at: 'r.created_at',
      revision: '1',
    }),
    plan: source('plan', 'plans', '', {
      number: '0',
      key: 'r.path',
      title: 'r.title',
      body: ['r.path'],
      author: 'r.accepted_by',
      task: ofWork().task,
      path: 'r.path',
    }),
    ...Object.fromEntries(sourcesOfRecords()),
  }),
);

/** Searchable texts in blocks, with stamps for detecting changes. */
export class SearchQueries extends Queries {
  /** Latest rows last. */
  async blocks(): Promise<SearchBlock[]> {
    const blocks: SearchBlock[] = [];
    for (const [source, { from, number, revision, at, created = 'r.created_at', where }] of Object.entries(sources())) {
      const { rows } = await sql<Omit<SearchBlock, 'source'>>`
        select ${sql.raw(number)} / ${sql.lit(blockSize)} as block, max(${sql.raw(created)}) as latest,
          count(*) || ':' || sum(${sql.raw(revision)}) || ':' || sum(${sql.raw(at)}) as stamp
        from ${sql.raw(from)} where r.repository_id = ${this.repositoryId}${this.#and(where)}
        group by block order by block`.execute(this.db);
      blocks.push(...rows.map(row => ({ ...row, source })));
    }
    return blocks.sort((one, other) => one.latest - other.latest);
  }

  async rows({ source, block }: Pick<SearchBlock, 'source' | 'block'>): Promise<SearchRow[]> {
    const named = sources()[source];
    if (named === undefined) return [];
    const { from, kind, number, key, title, body, status, author, at, where } = named;
    const { task = 'null', lane = 'null', path = 'null' } = named;
    const parts = body.map(column => `coalesce((${column}) || char(10), '')`).join(' || ');
    const { rows } = await sql<Omit<SearchRow, 'kind'>>`
      select ${sql.raw(key)} as key, ${sql.raw(title)} as title, ${sql.raw(parts)} as body, ${sql.raw(status)} as status,
        ${sql.raw(author)} as author, ${sql.raw(at)} as at, ${sql.raw(task)} as task, ${sql.raw(lane)} as lane,
        ${sql.raw(path)} as path
      from ${sql.raw(from)} where r.repository_id = ${this.repositoryId}${this.#and(where)}
        and ${sql.raw(number)} >= ${block * blockSize} and ${sql.raw(number)} < ${(block + 1) * blockSize} order by r.id`.execute(
      this.db,
    );
    return rows.map(row => ({ ...row, kind }));
  }

  async archives(): Promise<string[]> {
    const rows = await this.db.selectFrom('archives').select('file').orderBy('file').execute();
    return rows.map(({ file }) => file);
  }

  #and(where: string | undefined) {
    return sql.raw(where === undefined ? '' : ` and ${where}`);
  }
}
