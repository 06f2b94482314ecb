import { formatRef } from '../../domain/identifier/identifier.js';
import { openStatuses } from '../../domain/lane/laneStatus.js';
import type { Context } from '../../records/context.js';
import { writeToLane } from '../../records/message/writeMessage.js';
import type { StoredRun } from '../../records/review/reviewAccess.js';
import { worksIn } from '../../records/worker/workerAccess.js';
import type { Transaction } from '../../store/store.js';

/** Max findings that a message names, and max characters of the reviewer's summary. */
const limits = { findings: 10, summary: 1000 };

/**
 * Writes a verdict on a lane's branch to the lane: `codex asks for changes in L-2: F-3, F-4`. Nothing for the lane's own
 * agent, and for a lane that has ended.
 */
export async function tellAuthor(
  context: Context,
  transaction: Transaction,
  run: StoredRun,
  summary: string | null = run.summary,
): Promise<void> {
  const { verdict, subject_kind: kind, subject_path: branch } = run;
  if (verdict === null || kind !== 'branch') return;
  const lane = (await transaction.lanes.list(openStatuses)).find(
    one => one.kind === 'implement' && one.branch === branch,
  );
  if (lane === undefined || (await worksIn(context, transaction, lane))) return;
  const { name } = context.actor;
  const tasks = lane.task_id === null ? [] : [lane.task_id];
  const open = await transaction.findings.openIn(tasks, [branch], 100);
  const found = open.filter(({ review_run_id, actor }) => review_run_id === run.id || actor === name);
  const refs = found.map(({ number }) => formatRef('finding', number));
  const named = refs.length > limits.findings ? [...refs.slice(0, limits.findings), '…'] : refs;
  const act = verdict === 'fail' || run.request_changes === 1 ? 'asks for changes in' : 'passes';
  const subject = `${name} ${act} ${formatRef('lane', lane.number)}${named.length === 0 ? '' : `: ${named.join(', ')}`}`;
  const text = [subject, summary?.slice(0, limits.summary)].filter(Boolean).join('. ');
  await writeToLane(context, transaction, lane, { kind: 'note', subject, content: { text, data: null, brief: null } });
}
