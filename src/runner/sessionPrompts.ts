import type { SessionOutcome } from '../domain/agentSession/outcome.js';
import type { LaneRow } from '../domain/lane/laneRow.js';
import { briefText, readBrief } from '../packet/brief.js';
import type { Transaction } from '../store/store.js';

const how = [
  'You work alone in this worktree: nobody reads along.',
  'Commit your work, run the checks, and submit it with dispatch_lane_work done.',
  'If a person has to decide, ask with work_items ask and end your turn: the answer continues this session.',
  'If nothing is to be done, report nothing_to_do with lane_communication report. If it cannot be done, use dispatch_lane_work fail.',
].join(' ');

/** The first prompt of a session: its work, the first call, and how it ends. */
export async function firstPrompt(transaction: Transaction, lane: LaneRow): Promise<string> {
  const [task] = lane.task_id === null ? [] : await transaction.tasks.ofIds([lane.task_id]);
  const facts = await readBrief(transaction, lane, task);
  if (facts === undefined) throw new Error(`${lane.name} has no brief.`);
  return `${briefText(facts)}\n\n${how}`;
}

/** Asks an agent once more that has ended its turn too early. */
export function followUpPrompt({ missing }: SessionOutcome, hasExpired: boolean): string {
  return [
    `The work is not finished. ${missing ?? ''}`.trim(),
    ...(hasExpired
      ? ['Nobody answered a request for permission in time: do without it, or ask a person with work_items ask.']
      : []),
    'Commit and submit it with dispatch_lane_work done, ask with work_items ask, or say with dispatch_lane_work fail why it cannot be done. Then end your turn.',
  ].join(' ');
}
