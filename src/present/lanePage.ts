import type { TimelineEvent } from '../domain/event/event.js';
import type { Lane, Worker } from '../domain/lane/lane.js';
import { laneTitle } from '../domain/lane/laneTitle.js';
import type { EarlierFinding } from '../records/thread/earlierFindings.js';
import type { ShownItemRecords } from '../records/workItem/itemRecords.js';
import { itemRecordFields } from './itemRecords.js';
import { laneWord, lifeWord } from './laneViewRow.js';
import { commitText, optional, type Page, type Part, type Pen } from './page.js';
import { severityLooks } from './severity.js';
import { workerStateLooks } from './status.js';

/** A lane with the fields that only `lane show` has. */
type ShownLane = Lane &
  Partial<ShownItemRecords> & {
    readonly earlierFindings?: readonly EarlierFinding[];
    readonly approval?: Approval | null;
    readonly moved?: string | null;
  };

interface Approval {
  readonly by: string;
  readonly commit: string;
  readonly head: string | null;
  readonly holds: boolean;
}

/** `events` are the lane's, newest first. */
export function lanePage(lane: ShownLane, pen: Pen, events: readonly TimelineEvent[] = [], more = false): Page {
  const { t, text, code, time } = pen;
  return {
    ref: lane.ref,
    title: text(lane.lane),
    fields: [
      [t('Status'), [laneWord(lane, t), lifeWord(lane, t)].filter(word => word !== undefined).join(' · ')],
      [t('Branch'), text(lane.branch)],
      [t('Target branch'), text(lane.base)],
      [t('Worktree'), code(lane.worktreePath)],
      [t('Task'), lane.task],
      [t('Work item'), lane.workItem],
      [t('Owner'), optional(lane.owner, text)],
      [t('Agent'), optional(lane.agent, text)],
      [t('Model'), optional(lane.model, text)],
      [t('Reasoning level'), optional(lane.effort, text)],
      [t('Port'), optional(lane.port, String)],
      [t('Merge commit'), commitText(lane.merged, pen)],
      [t('Opened'), time(lane.createdAt)],
      [t('Description'), { prose: lane.description }],
      [t('Owned paths'), { list: lane.ownedPaths.map(code) }],
      [
        t('Findings of earlier lanes'),
        {
          list: (lane.earlierFindings ?? []).map(({ ref, severity, path, text: said }) => {
            const look = severityLooks[severity];
            return `${ref} ${pen.tone(look.tone, look.word(t))} ${code(path)} ${text(said)}`;
          }),
        },
      ],
      ...itemRecordFields(lane, pen),
      [t('Depends on'), { list: lane.waitsFor.map(one => pen.tone(one.stuck ? 'error' : 'none', pen.said(one.text))) }],
    ],
    parts: lane.worker === null ? [] : [workerPart(lane.worker, lane, pen)],
    timeline: { events, more },
  };
}

/** Uses the lane's title for people; programs and the command line use its name. */
export function titledLanePage(lane: ShownLane, pen: Pen, events: readonly TimelineEvent[], more: boolean): Page {
  const page = lanePage(lane, pen, events, more);
  const title = laneTitle(lane);
  if (title === lane.lane) return page;
  return { ...page, title: pen.text(title), fields: [...page.fields, [pen.t('Lane'), pen.text(lane.lane)]] };
}

function workerPart(worker: Worker, { approval = null, moved = null }: ShownLane, pen: Pen): Part {
  const { t, text, code, time } = pen;
  const { state, agent, harness, attempt, reason, submitted, approvedBy, program, lastBeatAt } = worker;
  return {
    title: t('Worker'),
    fields: [
      [t('State'), pen.tone(workerStateLooks[state].tone, workerStateLooks[state].word(t))],
      [t('Agent'), optional(agent, text)],
      [t('Harness'), harness === agent ? null : optional(harness, text)],
      [t('Attempt'), attempt === 1 ? null : String(attempt)],
      [t('Reason'), optional(reason, text)],
      [t('Submitted'), submittedText(submitted, moved, pen)],
      [t('Approved by'), approval === null ? optional(approvedBy, text) : approvalText(approval, pen)],
      [t('Program'), optional(program?.command || null, code)],
      [t('Last heartbeat'), optional(lastBeatAt, time)],
    ],
  };
}

function submittedText(submitted: string | null, moved: string | null, pen: Pen): string | null {
  const at = commitText(submitted, pen);
  return at === null || moved === null ? at : pen.tone('warning', pen.t('{0}; the branch has changed since', at));
}

function approvalText({ by, commit, head, holds }: Approval, { t, text, code, tone }: Pen): string {
  const at = t('{0} at {1}', text(by), code(commit.slice(0, 10)));
  if (!holds) return tone('warning', t('{0}; the branch has changed since', at));
  if (head === null || head === commit) return at;
  return t('{0}, holds at {1}: same changes, rebased', at, code(head.slice(0, 10)));
}
