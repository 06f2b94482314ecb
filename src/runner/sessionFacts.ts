import { type PassedOn, passedOnEnds, type SessionCall, type SessionFacts } from '../domain/agentSession/outcome.js';
import type { LaneRow } from '../domain/lane/laneRow.js';
import { isTerminal } from '../domain/workItem/workItemStatus.js';
import { askingLanes } from '../records/lane/askingLanes.js';
import { workerOf } from '../records/lane/laneAccess.js';
import type { Transaction } from '../store/store.js';
import type { RunnerPlace, SessionRow } from './runnerPlace.js';

/** Results of a session, as far as they are recorded. */
export type RecordedFacts = Pick<SessionFacts, 'call' | 'commits' | 'evidence' | 'passedOn'> & {
  /** True if a person took the work away: the item or lane was cancelled or closed. */
  readonly isCancelled: boolean;
};

/** Those of a session that never began. */
export const noFacts: RecordedFacts = { call: 'none', commits: false, evidence: false, isCancelled: false };

/** Reads the facts of a session that began at `startedAt` (ms UTC) with the branch at `startTip`; undefined if that is not known. */
export async function readFacts(
  place: RunnerPlace,
  session: SessionRow,
  laneId: string,
  startTip: string | undefined,
): Promise<RecordedFacts> {
  const startedAt = session.started_at ?? session.requested_at;
  const { lane, ...facts } = await place.context.store.read(async transaction => {
    const [lane] = await transaction.lanes.ofIds([laneId]);
    if (lane === undefined) return { lane, call: 'none' as const, isCancelled: true, evidence: false };
    const [passed] = await transaction.evidence.list({ branch: lane.branch, passed: true }, 1);
    const evidence = passed !== undefined && passed.created_at >= startedAt;
    const passedOn = await passedOnOf(transaction, session, startedAt);
    return { lane, evidence, passedOn, ...(await callOf(transaction, lane, startedAt)) };
  });
  return { ...facts, commits: lane !== undefined && (await hasCommits(place, lane, startTip)) };
}

/** The end by which the work of a session went to someone else; undefined if it did not. */
async function passedOnOf(
  { attempts }: Transaction,
  { work_item_id: item, lane_id: lane, actor }: SessionRow,
  startedAt: number,
): Promise<PassedOn | undefined> {
  const own =
    item === null ? [] : (await attempts.ofItem(item)).filter(one => one.lane_id === lane && one.actor === actor);
  const { ended_at: endedAt = null, end_reason: end } = own.at(-1) ?? {};
  return endedAt !== null && endedAt >= startedAt ? passedOnEnds.find(one => one === end) : undefined;
}

/** The call by which the agent ended its work, from what it changed in the records. */
async function callOf(
  transaction: Transaction,
  lane: LaneRow,
  startedAt: number,
): Promise<{ call: SessionCall; isCancelled: boolean }> {
  const worker = await workerOf(transaction, lane.id);
  const [item] = lane.work_item_id === null ? [] : await transaction.workItems.ofIds([lane.work_item_id]);
  const isCancelled = lane.status === 'closed' || item?.status === 'cancelled' || worker?.cancelled === 1;
  const call = (name: SessionCall) => ({ call: name, isCancelled });
  if (worker !== undefined && /^(?:IN_REVIEW|APPROVED|COMPLETED)$/.test(worker.state)) return call('done');
  if (item !== undefined && item.status === 'done') return call('done');
  if (isCancelled) return call('none');
  if (worker?.state === 'FAILED' || (item !== undefined && isTerminal(item.status))) return call('fail');
  if (worker !== undefined && (await askingLanes(transaction, [{ lane, worker }])).size > 0) return call('ask');
  const report = await transaction.workerReports.lastOf(lane.id);
  if (report === undefined || report.created_at < startedAt) return call('none');
  if (report.outcome === 'nothing_to_do') return call('nothing');
  return call(report.outcome === 'blocked' ? 'ask' : report.outcome === 'failed' ? 'fail' : 'none');
}

async function hasCommits(
  { ports, context }: RunnerPlace,
  lane: LaneRow,
  startTip: string | undefined,
): Promise<boolean> {
  if (startTip === undefined) return false;
  try {
    const tip = await (await ports.trees()).branchCommit(lane.branch);
    if (tip === undefined || tip === startTip) return false;
    const base = await ports.workTree.resolveCommit(lane.base_branch);
    return (await ports.workTree.newCommits(tip, base === undefined ? [startTip] : [startTip, base])).size > 0;
  } catch (error) {
    context.log.warn(`Commits on ${lane.branch} could not be listed: ${String(error)}`);
    return false;
  }
}
