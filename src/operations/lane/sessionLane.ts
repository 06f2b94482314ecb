import type { Lane } from '../../domain/lane/lane.js';
import { openStatuses } from '../../domain/lane/laneStatus.js';
import { nextStep } from '../../domain/worker/nextStep.js';
import { say } from '../../messages/say.js';
import type { Context, OwnLane } from '../../records/context.js';
import { presentOneLane } from '../../records/lane/laneAccess.js';
import { mailboxOf } from '../../records/message/mailboxOf.js';
import { earlierFindings } from '../../records/thread/earlierFindings.js';
import { type LaneOverlaps, laneOverlaps } from './laneOverlaps.js';

/** Max list entries, reduced until the text fits. */
const sizes = [5, 2, 0] as const;
const maxTextLength = 300;

/** The caller's lane in about `max` bytes, without empty lists; undefined outside of lanes. Calls git. */
export async function sessionLane(context: Context, max: number): Promise<OwnLane | undefined> {
  const { workTree, store, clock } = context;
  if (workTree === undefined) return undefined;
  const found = await store.read(async transaction => {
    const row = (await transaction.lanes.list(openStatuses)).find(one => one.worktree_path === workTree.root);
    if (row === undefined) return undefined;
    const mailbox = mailboxOf(context, row.name);
    const acknowledged = await transaction.messageCursors.acknowledged(row.name);
    return {
      lane: await presentOneLane(transaction, row, clock.now()),
      unread: await transaction.messages.countIn(mailbox, acknowledged),
      findings: (await earlierFindings(transaction, row)).map(
        ({ ref, severity, path, text }) => `${ref} ${severity} ${path}: ${text}`,
      ),
    };
  });
  if (found === undefined) return undefined;
  const meets = await meetingsOf(context, found.lane.lane);
  const candidates = sizes.map(size => tell(found, meets, size));
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
    const found = await laneOverlaps.run(context, { lane });
    return 'overlaps' in found ? sentences(found, lane) : none;
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
  readonly unread: number;
  readonly findings: readonly string[];
}

function tell({ lane, unread, findings }: Found, { notIts, overlaps, conflicts }: Meetings, size: number): OwnLane {
  const list = (name: string, entries: readonly string[]): Record<string, unknown> => {
    if (entries.length === 0) return {};
    const more = entries.length > size ? { [`${name}Count`]: entries.length } : {};
    return { ...(size === 0 ? {} : { [name]: entries.slice(0, size) }), ...more };
  };
  const { description, worker } = lane;
  return {
    lane: lane.lane,
    state: lane.state,
    ...(description === null || size === 0 ? {} : { description: description.slice(0, maxTextLength) }),
    ...list('ownedPaths', lane.ownedPaths),
    ...list(
      'waitsFor',
      lane.waitsFor.map(({ text }) => say(text)),
    ),
    ...(worker?.reason ? { reason: worker.reason.slice(0, maxTextLength) } : {}),
    ...(unread === 0 ? {} : { unreadMessages: unread }),
    ...list('earlierFindings', findings),
    ...list('changesNotIts', notIts),
    ...list('overlaps', overlaps),
    ...list('wouldConflict', conflicts),
    ...(lane.state === null ? {} : { next: say(nextStep(lane.state)) }),
  };
}
