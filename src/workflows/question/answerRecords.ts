import { isRefusal, type Refusal } from '../../domain/refusal/refusal.js';
import type { BriefAct, BriefReference, BriefSection } from '../../domain/workflow/brief.js';
import { findingShow } from '../../operations/finding/findingShow.js';
import { loadLaneOperations } from '../../operations/loadLaneCatalogue.js';
import { queueAdvance } from '../../operations/queue/queueAdvance.js';
import { queueShow } from '../../operations/queue/queueShow.js';
import { taskShow } from '../../operations/task/taskShow.js';
import { severityCounts } from '../../present/severity.js';
import { findingStatusLooks } from '../../present/status.js';
import { itemText } from '../../reports/itemText.js';
import { findingLine, references, taskLines } from '../standing.js';
import { act, orRefusal, type Prepared, read, type WorkflowCall } from '../workflow.js';
import { laneLine } from './answerWorking.js';
import { asks } from './asks.js';

interface Told {
  readonly section: BriefSection;
  readonly acts: readonly BriefAct[];
  /** The record, then those it waits for. */
  readonly references: readonly BriefReference[];
  readonly after: readonly BriefReference[];
}

/** State of the work items, tasks, findings and lanes in a question. */
export async function answerRecords(call: WorkflowCall, refs: readonly string[]): Promise<Prepared> {
  const { markup, translate: t } = call;
  const records: Told[] = [];
  const missing: string[] = [];
  for (const ref of refs) {
    const found = await orRefusal(tell(call, ref));
    if (isRefusal(found)) missing.push(markup.text(sentences(call, found)));
    else records.push(found);
  }
  const [only] = records;
  const named = new Set(refs);
  return {
    brief: {
      title: t('Status of {0}', refs.join(', ')),
      sections: records.map(({ section }) => section),
      references: [
        ...records.flatMap(({ after }) => after).filter(({ ref }) => !named.has(ref)),
        ...records.flatMap(({ references }) => references).filter(({ kind }) => kind !== 'workItem'),
      ],
      acts: only === undefined || records.length > 1 ? [] : [...only.acts],
      missing,
    },
    asks: [asks.standing(t)],
  };
}

function sentences({ tell }: WorkflowCall, { message, hint }: Refusal): string {
  return hint === undefined ? tell(message) : `${tell(message)} ${tell(hint)}`;
}

function tell(call: WorkflowCall, ref: string): Promise<Told> {
  switch (ref[0]) {
    case 'T':
      return tellTask(call, ref);
    case 'F':
      return tellFinding(call, ref);
    case 'L':
      return tellLane(call, ref);
    default:
      return tellItem(call, ref);
  }
}

async function tellItem(call: WorkflowCall, ref: string): Promise<Told> {
  const { markup, translate: t } = call;
  const shown = await read(call, queueShow, { id: ref });
  const { item } = shown;
  const [, ...facts] = itemText(item, call).split('\n');
  const answer: BriefAct[] =
    item.status === 'waiting_human' ? [act(t('Answer {0}', ref), queueAdvance, { id: ref })] : [];
  return {
    section: { heading: `${markup.ref(ref)} ${markup.text(item.title)}`, lines: facts.slice(1) },
    acts: [...answer, act(t('Open {0}', ref), queueShow, { id: ref })],
    references: [{ kind: 'workItem', ref }],
    after: references(item.blockedBy),
  };
}

async function tellTask(call: WorkflowCall, ref: string): Promise<Told> {
  const { markup, translate: t } = call;
  const shown = await read(call, taskShow, { task: ref });
  const { task, slices, nextActions, openFindings } = shown;
  const [, , ...facts] = taskLines(call, shown);
  const open = slices.filter(({ status }) => status !== 'closed');
  return {
    section: {
      heading: `${markup.ref(ref)} ${markup.text(task.objective)}`,
      lines: [
        ...facts,
        ...open.map(slice => markup.entry(t('Slice {0}: {1}', slice.ref, markup.text(slice.title)))),
        ...nextActions.map(({ ref: id, action }) => markup.entry(t('Next action {0}: {1}', id, markup.text(action)))),
        markup.entry(t('Open findings: {0}', severityCounts(openFindings, t))),
      ],
    },
    acts: [act(t('Open {0}', ref), taskShow, { task: ref })],
    references: [{ kind: 'task', ref }],
    after: references([task.workItem]),
  };
}

async function tellFinding(call: WorkflowCall, ref: string): Promise<Told> {
  const { markup, translate: t } = call;
  const shown = await read(call, findingShow, { id: ref });
  const { finding } = shown;
  return {
    section: {
      heading: t('Finding {0}', ref),
      lines: [
        markup.entry(findingLine(call, finding)),
        markup.entry(t('Status: {0}', findingStatusLooks[finding.status].word(t))),
        ...(finding.task === null ? [] : [markup.entry(t('Task: {0}', markup.ref(finding.task)))]),
        ...(finding.fix === null ? [] : [markup.entry(t('Suggested fix: {0}', markup.text(finding.fix)))]),
        ...(finding.note === null ? [] : [markup.quote(finding.note)]),
      ],
    },
    acts: [act(t('Open {0}', ref), findingShow, { id: ref })],
    references: [
      { kind: 'finding', ref },
      { kind: 'file', ref: finding.path, ...(finding.lineStart === null ? {} : { line: finding.lineStart }) },
    ],
    after: references([finding.workItem]),
  };
}

async function tellLane(call: WorkflowCall, ref: string): Promise<Told> {
  const { markup, translate: t } = call;
  const { laneShow } = await loadLaneOperations();
  const lane = await read(call, laneShow, { lane: ref });
  return {
    section: {
      heading: t('Lane {0}', markup.text(lane.lane)),
      lines: [
        markup.entry(laneLine(call, lane)),
        markup.entry(t('Branch: {0}', markup.text(lane.branch))),
        ...(lane.worker?.reason == null ? [] : [markup.quote(lane.worker.reason)]),
      ],
    },
    acts: [],
    references: [{ kind: 'lane', ref }],
    after: references([lane.workItem]),
  };
}
