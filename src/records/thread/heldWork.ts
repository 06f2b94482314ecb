import { blockingSeverities, severityRank } from '../../domain/finding/findingSeverity.js';
import { formatRef } from '../../domain/identifier/identifier.js';
import type { Lane } from '../../domain/lane/lane.js';
import type { LaneRow } from '../../domain/lane/laneRow.js';
import { isBusy, type Need, type NeedFound } from '../../domain/lane/need.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import { oneLine } from '../../domain/text/oneLine.js';
import type { WorkItem } from '../../domain/workItem/workItem.js';
import { message } from '../../messages/message.js';
import type { Transaction } from '../../store/store.js';
import type { OpenFindings } from '../../store/tables/findingTable.js';

/** Open lanes as rows and in public form, live tasks, and the work items of both. */
interface OpenRecords {
  readonly open: readonly LaneRow[];
  readonly lanes: readonly Lane[];
  readonly tasks: readonly TaskRow[];
  readonly items: readonly WorkItem[];
}

/** Work that findings or blockers hold up: a task, a lane without one, or, without both, the repository. */
interface Held {
  readonly task: TaskRow | undefined;
  /** For a task, its last opened lane. */
  readonly lane: LaneRow | undefined;
  /** True if an agent is at work in one of its lanes and has the next turn. */
  readonly isBusy: boolean;
}

/** Needs that hold up open work: one of open blocking findings per task, lane and for the repository, and open blockers. */
export async function heldWork(transaction: Transaction, records: OpenRecords): Promise<NeedFound[]> {
  const { items } = records;
  const itemRefs = new Map(items.map(({ id, ref }) => [id, ref]));
  const needOf: NeedOf = ({ task, lane }, own) => {
    const itemId = task?.work_item_id ?? lane?.work_item_id ?? null;
    return {
      need: {
        ...own,
        item: itemRefs.get(itemId ?? '') ?? null,
        priority: null,
        lane: lane?.name ?? null,
        task: task === undefined ? null : formatRef('task', task.number),
      },
      key: itemId ?? lane?.id,
    };
  };
  return [...(await findingNeeds(transaction, records, needOf)), ...(await blockerNeeds(transaction, records, needOf))];
}

type NeedOf = (
  held: Held,
  own: Pick<Need, 'kind' | 'ref' | 'title' | 'text' | 'from' | 'since' | 'next' | 'acts'>,
) => NeedFound;

async function findingNeeds(transaction: Transaction, records: OpenRecords, needOf: NeedOf): Promise<NeedFound[]> {
  const groups = new Map<string, { held: Held; open: OpenFindings[] }>();
  for (const open of await transaction.findings.openGroups(blockingSeverities)) {
    const held = heldBy(open, records);
    // An agent at work handles them next.
    if (held === undefined || held.isBusy) continue;
    const key = held.task?.id ?? held.lane?.id ?? '';
    const group = groups.get(key) ?? { held, open: [] };
    groups.set(key, group);
    group.open.push(open);
  }
  const found = [...groups.values()].map(({ held, open }) => ({
    held,
    since: Math.min(...open.map(({ since }) => since)),
    ...inTotal(open),
  }));
  const rows = await transaction.findings.ofNumbers(found.map(({ first }) => first));
  return found.flatMap(({ held, first, since, text }) => {
    const row = rows.find(({ number }) => number === first);
    if (row === undefined) return [];
    const whose = held.task === undefined ? 'lane' : 'task';
    const number = held[whose]?.number;
    const listed = number === undefined ? undefined : formatRef(whose, number);
    return needOf(held, {
      kind: 'findings',
      ref: formatRef('finding', first),
      title: oneLine(row.text),
      text,
      from: row.actor,
      since: new Date(since).toISOString(),
      next: `finding list --${listed === undefined ? 'repository' : `${whose} ${listed}`}`,
      acts: [{ operation: 'finding.list', input: listed === undefined ? { repository: true } : { [whose]: listed } }],
    });
  });
}

/** Work that an open finding holds up; undefined if its task is over. */
function heldBy({ task_id, branch }: OpenFindings, { open, lanes, tasks }: OpenRecords): Held | undefined {
  const ofBranch = task_id === null ? open.findLast(lane => lane.branch === branch) : undefined;
  const taskId = task_id ?? ofBranch?.task_id ?? null;
  const task = tasks.find(({ id }) => id === taskId);
  if (task === undefined && task_id !== null) return undefined;
  return task === undefined ? { task, lane: ofBranch, isBusy: busy(ofBranch, lanes) } : ofTask(task, { open, lanes });
}

function ofTask(task: TaskRow, { open, lanes }: Pick<OpenRecords, 'open' | 'lanes'>): Held {
  const own = open.filter(({ task_id }) => task_id === task.id);
  return { task, lane: own.at(-1), isBusy: own.some(lane => busy(lane, lanes)) };
}

function busy(row: LaneRow | undefined, lanes: readonly Lane[]): boolean {
  const lane = lanes.find(({ id }) => id === row?.id);
  return lane !== undefined && isBusy(lane);
}

/** First of the most severe findings, and counts by severity: `2 open high findings`. */
function inTotal(open: readonly OpenFindings[]): { first: number; text: Need['text'] } {
  const severities = blockingSeverities.filter(severity => open.some(group => group.severity === severity));
  const counts = severities.map(severity => {
    const count = open.reduce((sum, group) => sum + (group.severity === severity ? group.count : 0), 0);
    return message('lanes.openFindings', { count, severity });
  });
  const worst = Math.min(...open.map(({ severity }) => severityRank(severity)));
  const first = open.flatMap(group => (severityRank(group.severity) === worst ? [group.first] : []));
  return { first: Math.min(...first), text: counts.reduce((one, other) => message('input.pair', { one, other })) };
}

async function blockerNeeds(transaction: Transaction, records: OpenRecords, needOf: NeedOf): Promise<NeedFound[]> {
  const { tasks } = records;
  const blockers = await transaction.blockers.ofTasks(
    tasks.map(({ id }) => id),
    'open',
  );
  return blockers.flatMap(({ number, task_id, description, actor, created_at }) => {
    const task = tasks.find(({ id }) => id === task_id);
    if (task === undefined) return [];
    const ref = formatRef('blocker', number);
    return needOf(ofTask(task, records), {
      kind: 'blocker',
      ref,
      title: oneLine(description),
      text: null,
      from: actor,
      since: new Date(created_at).toISOString(),
      next: `blocker resolve ${ref}`,
      acts: [{ operation: 'blocker.resolve', input: { blocker: ref } }],
    });
  });
}
