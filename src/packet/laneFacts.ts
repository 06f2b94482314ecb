import type { RepositoryConfig } from '../domain/config/repositoryConfig.js';
import type { EvidenceRow } from '../domain/evidence/evidenceRow.js';
import { isAtLeast } from '../domain/evidence/freshness.js';
import { readRunFacts } from '../domain/evidence/runFacts.js';
import { formatRef } from '../domain/identifier/identifier.js';
import type { LaneRow } from '../domain/lane/laneRow.js';
import { openStatuses } from '../domain/lane/laneStatus.js';
import type { MessageRow } from '../domain/message/messageRow.js';
import { oneLine } from '../domain/text/oneLine.js';
import { redact } from '../platform/redact.js';
import type { Context } from '../records/context.js';
import { namedRuns } from '../records/evidence/namedCommand.js';
import { presentOneLane, workerOf } from '../records/lane/laneAccess.js';
import { type LaneOverlaps, readOverlaps } from '../records/lane/readOverlaps.js';
import { mailboxOf } from '../records/message/mailboxOf.js';
import { readContent } from '../records/message/messageContent.js';
import { earlierFindings } from '../records/thread/earlierFindings.js';
import type { Transaction } from '../store/store.js';
import type { LaneFacts } from './packetFacts.js';

/** Max unread messages that are read. */
const maxMessages = 20;

/** Facts of a lane that the store has. */
export type StoredLane = Pick<LaneFacts, 'lane' | 'earlierFindings'>;

export async function readLane({ clock }: Context, transaction: Transaction, row: LaneRow): Promise<StoredLane> {
  return {
    lane: await presentOneLane(transaction, row, clock.now()),
    earlierFindings: (await earlierFindings(transaction, row)).map(
      ({ ref, severity, path, text }) => `${ref} ${severity} ${path}: ${text}`,
    ),
  };
}

/**
 * Verdict, as `V-3`, that somebody else than its agent gave on the present commit of the lane that `lane` reviews; `open` without one,
 * `ended` if the lane has ended. Calls git.
 */
export async function reviewOf({ workTree, store }: Context, lane: LaneRow): Promise<string | 'open' | 'ended'> {
  const branch = lane.base_branch;
  const commit = await workTree?.resolveCommit(`refs/heads/${branch}`);
  return store.read(async transaction => {
    const open = await transaction.lanes.list(openStatuses);
    const reviewed = open.find(one => one.kind === 'implement' && one.branch === branch);
    if (reviewed === undefined) return 'ended';
    const agent = (await workerOf(transaction, reviewed.id))?.agent;
    const runs = await transaction.reviewRuns.ofSubject(branch);
    const last = runs.find(run => run.verdict !== null && run.commit_sha === commit && run.actor !== agent);
    return commit === undefined || last === undefined ? 'open' : formatRef('reviewRun', last.number);
  });
}

type Meetings = Pick<LaneFacts, 'changesNotIts' | 'overlaps' | 'wouldConflict'>;

/** Files that a lane changes outside of its paths or together with others. Calls git; empty if that fails. */
export async function readMeetings(context: Context, { name: lane }: LaneRow): Promise<Meetings> {
  try {
    return meetingsOf(await readOverlaps(context, lane), lane);
  } catch (error) {
    // A failure of git must not hide the rest.
    context.log.debug(`Could not determine where ${lane} overlaps with others: ${String(error)}`);
    return { changesNotIts: [], overlaps: [], wouldConflict: [] };
  }
}

function meetingsOf({ violations, overlaps, conflicts }: LaneOverlaps, lane: string): Meetings {
  const others = (lanes: readonly string[]): string => lanes.filter(name => name !== lane).join(', ');
  return {
    changesNotIts: violations
      .filter(violation => violation.lane === lane)
      .map(({ path, owner }) => (owner === null ? path : `${path} (of ${owner})`)),
    overlaps: overlaps.map(({ path, lanes }) => `${path} (${others(lanes)})`),
    wouldConflict: conflicts.map(({ lanes, paths }) => `${others(lanes)}: ${paths.slice(0, 3).join(', ')}`),
  };
}

export interface Unread {
  readonly rows: readonly MessageRow[];
  readonly count: number;
}

/** Unread messages to a lane and everyone; outside of lanes, those to the caller alone. */
export async function readUnread(
  context: Context,
  { messages, messageCursors }: Transaction,
  lane: LaneRow | undefined,
): Promise<Unread> {
  const { name } = context.actor;
  const mailbox = lane === undefined ? { reader: name, recipients: [name] } : mailboxOf(context, lane.name);
  const after = await messageCursors.acknowledged(mailbox.reader);
  return {
    rows: await messages.in(mailbox, { after, limit: maxMessages }),
    count: await messages.countIn(mailbox, after),
  };
}

/** Renders a message with its text: `M-3 from codex: By address`. Reads files. */
export async function messageLine(context: Context, row: MessageRow): Promise<string> {
  const content = await readContent(context, row);
  const { text, brief } = typeof content === 'string' ? { text: content, brief: null } : content;
  const words = [brief?.reason, ...(brief?.requiredActions ?? []), text].filter(part => part != null && part !== '');
  const said = oneLine(words.join(' '));
  const subject = row.subject.replace(/\u2026$/, '');
  const whole = said === '' || said.startsWith(subject) ? said || row.subject : `${row.subject}: ${said}`;
  return `${formatRef('message', row.number)} from ${row.sender}: ${whole}`;
}

/** Commands that a gate requires with their results on a tree: `npm test: passed (E-3)`. `proofs` are newest first. */
export function requiredLines(
  { commands, minimumGrade }: RepositoryConfig['gate'],
  proofs: readonly EvidenceRow[] | undefined,
): string[] {
  return commands.map((command, index) => {
    const shown = oneLine(redact(command));
    if (proofs === undefined) return shown;
    const run = proofs.find(
      proof =>
        proof.directory === '' &&
        isAtLeast(proof.grade, minimumGrade) &&
        namedRuns({ command: proof.command, run: readRunFacts(proof.receipt) }, commands).includes(index),
    );
    if (run === undefined) return `${shown}: not run on these files`;
    return `${shown}: ${run.passed === 1 ? 'passed' : 'failed'} (${formatRef('evidence', run.number)})`;
  });
}
