import type { FindingRow } from '../domain/finding/findingRow.js';
import { formatRef } from '../domain/identifier/identifier.js';
import type { Lane } from '../domain/lane/lane.js';
import { openStatuses } from '../domain/lane/laneStatus.js';
import type { ReviewRunRow } from '../domain/review/reviewRunRow.js';
import { shortened } from '../domain/text/shortened.js';
import { nextStep } from '../domain/worker/nextStep.js';
import type { WorkItemRow } from '../domain/workItem/workItemRow.js';
import { say } from '../messages/say.js';
import { baseConfigOrDefaults } from '../records/baseConfig.js';
import type { Context } from '../records/context.js';
import { presentOneLane } from '../records/lane/laneAccess.js';
import { type LaneOverlaps, readOverlaps } from '../records/lane/readOverlaps.js';
import { mailboxOf } from '../records/message/mailboxOf.js';
import { taskOfLane } from '../records/task/taskAccess.js';
import { earlierFindings } from '../records/thread/earlierFindings.js';
import { laneAdvice, sayAdvice } from './advice.js';
import { itemLines, placeInFile } from './renderPacket.js';

/** Max list entries, reduced until the text fits. */
const sizes = [5, 2, 0] as const;
/** Max characters of the texts of its item, by the list entries. */
const itemSizes = {
  5: { text: 240, notes: 1000, hint: 0 },
  2: { text: 160, notes: 400, hint: 0 },
  0: { text: 80, notes: 120, hint: 0 },
} as const;
const maxTextLength = 300;
const maxFindingText = 160;
/** Max open findings that are counted. */
const maxCounted = 100;

/** A lane as its agent is told of it. */
export interface OwnLane {
  readonly lane: string;
  readonly [fact: string]: unknown;
}

/** The caller's lane in about `max` bytes, without empty lists; undefined outside of lanes. Calls git. */
export async function ownLane(context: Context, max: number): Promise<OwnLane | undefined> {
  const { workTree, store, clock } = context;
  if (workTree === undefined) return undefined;
  const found = await store.read(async transaction => {
    const row = (await transaction.lanes.list(openStatuses)).find(one => one.worktree_path === workTree.root);
    if (row === undefined) return undefined;
    const mailbox = mailboxOf(context, row.name);
    const acknowledged = await transaction.messageCursors.acknowledged(row.name);
    const [item] = row.work_item_id === null ? [] : await transaction.workItems.ofIds([row.work_item_id]);
    const hasTask = (await taskOfLane(transaction, row)) !== undefined;
    const messages = await transaction.messages.in(mailbox, { after: acknowledged, limit: sizes[0] });
    return {
      lane: await presentOneLane(transaction, row, clock.now()),
      title: item?.title,
      // With a task, the summary has these.
      item: hasTask ? undefined : item,
      open: hasTask ? [] : await transaction.findings.openIn([], [row.branch], maxCounted),
      reviews: hasTask ? [] : (await transaction.reviewRuns.ofSubject(row.branch)).flatMap(verdictLine),
      messages: messages.map(({ sender, subject }) => `${sender}: ${subject}`),
      unread: await transaction.messages.countIn(mailbox, acknowledged),
      findings: (await earlierFindings(transaction, row)).map(
        ({ ref, severity, path, text }) => `${ref} ${severity} ${path}: ${text}`,
      ),
    };
  });
  if (found === undefined) return undefined;
  const meets = await meetingsOf(context, found.lane.lane);
  const { gate } = await baseConfigOrDefaults(context);
  const next = await nextOf(context, found.lane);
  const candidates = sizes.map(size => tell({ ...found, mustPass: gate.commands, next }, meets, size));
  return candidates.find(one => Buffer.byteLength(JSON.stringify(one)) <= max) ?? candidates.at(-1);
}

interface Meetings {
  readonly notIts: readonly string[];
  readonly overlaps: readonly string[];
  readonly conflicts: readonly string[];
}

async function meetingsOf(context: Context, lane: string): Promise<Meetings> {
  const none = { notIts: [], overlaps: [], conflicts: [] };
  try {
    return sentences(await readOverlaps(context, lane), lane);
  } catch (error) {
    // A failure of git must not hide the rest.
    context.log.debug(`Could not determine where ${lane} overlaps with others: ${String(error)}`);
    return none;
  }
}

function sentences({ violations, overlaps, conflicts }: LaneOverlaps, lane: string): Meetings {
  const others = (lanes: readonly string[]): string => lanes.filter(name => name !== lane).join(', ');
  return {
    notIts: violations
      .filter(violation => violation.lane === lane)
      .map(({ path, owner }) => (owner === null ? path : `${path} (of ${owner})`)),
    overlaps: overlaps.map(({ path, lanes }) => `${path} (${others(lanes)})`),
    conflicts: conflicts.map(({ lanes, paths }) => `${others(lanes)}: ${paths.slice(0, 3).join(', ')}`),
  };
}

interface Found {
  readonly lane: Lane;
  /** Title of its item. */
  readonly title: string | undefined;
  /** Undefined if the lane has a task. */
  readonly item: WorkItemRow | undefined;
  /** Open findings about the branch of a lane without a task. */
  readonly open: readonly FindingRow[];
  /** Verdicts on it, newest first. */
  readonly reviews: readonly string[];
  readonly messages: readonly string[];
  readonly unread: number;
  readonly mustPass: readonly string[];
  /** The agent's next act, in the terms of its surface. */
  readonly next: string | undefined;
  readonly findings: readonly string[];
}

function tell(found: Found, { notIts, overlaps, conflicts }: Meetings, size: (typeof sizes)[number]): OwnLane {
  const { lane, title, item, open, reviews, messages, unread, mustPass, findings, next } = found;
  const list = (name: string, entries: readonly string[]): Record<string, unknown> => {
    if (entries.length === 0) return {};
    const more = entries.length > size ? { [`${name}Count`]: entries.length } : {};
    return { ...(size === 0 ? {} : { [name]: entries.slice(0, size) }), ...more };
  };
  const { description, worker } = lane;
  return {
    lane: lane.lane,
    ...(lane.kind === 'review' ? { kind: lane.kind } : {}),
    state: lane.state,
    ...(item === undefined ? {} : { item: itemLines({ row: item, others: [], hint: undefined }, itemSizes[size]) }),
    ...(description === null || description === title || size === 0
      ? {}
      : { description: description.slice(0, maxTextLength) }),
    ...list('ownedPaths', lane.ownedPaths),
    ...list(
      'waitsFor',
      lane.waitsFor.map(({ text }) => say(text)),
    ),
    ...(worker?.reason ? { reason: worker.reason.slice(0, maxTextLength) } : {}),
    ...(unread === 0 ? {} : { unreadMessages: unread }),
    ...(messages.length === 0 || size === 0
      ? {}
      : { messages: messages.slice(0, size).map(one => one.slice(0, maxTextLength)) }),
    ...list('reviews', reviews),
    ...list('openFindings', open.map(findingLine)),
    ...list('mustPass', mustPass),
    ...list('earlierFindings', findings),
    ...list('changesNotIts', notIts),
    ...list('overlaps', overlaps),
    ...list('wouldConflict', conflicts),
    ...(next === undefined ? {} : { next }),
  };
}

/** `F-2 high src/fetch.ts:16 No limit` */
function findingLine(row: FindingRow): string {
  return `${formatRef('finding', row.number)} ${row.severity} ${placeInFile(row)} ${shortened(row.text, maxFindingText)}`;
}

async function nextOf(context: Context, { kind, state, waitsFor }: Lane): Promise<string | undefined> {
  if (state === null) return undefined;
  const advice = waitsFor.length > 0 ? undefined : laneAdvice(kind, state);
  return advice === undefined ? say(nextStep(state)) : sayAdvice(context, advice);
}

/** `V-1 fail by claude: The limit is per process`; none for a run that has not ended. */
function verdictLine({ number, verdict, actor, summary }: ReviewRunRow): string[] {
  if (verdict === null) return [];
  const words = summary === null ? '' : `: ${shortened(summary, maxFindingText)}`;
  return [`${formatRef('reviewRun', number)} ${verdict} by ${actor}${words}`];
}
