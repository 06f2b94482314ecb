import type { Need } from '../../domain/lane/need.js';
import type { BriefAct } from '../../domain/workflow/brief.js';
import { laneOperationName, loadLaneOperations } from '../../operations/loadLaneCatalogue.js';
import { queueAdvance } from '../../operations/queue/queueAdvance.js';
import { spanText } from '../../reports/spanText.js';
import { references, restOf } from '../standing.js';
import { type Prepared, read, type WorkflowCall } from '../workflow.js';
import { asks } from './asks.js';

const max = 10;

/** What waits for a person, in all lanes and in the queue; first what holds up most. */
export async function answerNeeds(call: WorkflowCall): Promise<Prepared> {
  const { translate: t } = call;
  const { laneNeedsYou } = await loadLaneOperations();
  const found = await read(call, laneNeedsYou, { limit: max });
  const { needs, total } = found;
  return {
    brief: {
      title: t('Needs You'),
      sections: [
        {
          heading: total === 0 ? t('Nothing needs your attention') : t('Biggest blockers first'),
          lines:
            total === 0
              ? [t('No questions, reviews or failed workers are waiting for a person.')]
              : [...needs.flatMap(need => needLines(call, need)), ...restOf(call, total - needs.length)],
        },
      ],
      references: references(needs),
      acts: needs.flatMap(need => actOf(call, need) ?? []).slice(0, 3),
      missing: [],
    },
    asks: [asks.next(t), asks.working(t)],
  };
}

function needLines({ markup, translate: t, tell, now }: WorkflowCall, need: Need): string[] {
  const { ref, lane, title, text, from, since, blocks } = need;
  const span = spanText(now - Date.parse(since), t);
  const where = lane === null ? [] : [t('lane {0}', markup.text(lane))];
  const waiting = from === null ? t('for {0}', span) : t('{0} has been waiting for {1}', markup.text(from), span);
  const holds = blocks === 0 ? [] : blocks === 1 ? [t('blocks 1 other')] : [t('blocks {0} others', blocks)];
  const facts = [...where, waiting, ...holds].join('; ');
  return [
    markup.entry(`${isLinked(ref) ? markup.ref(ref) : ref} ${markup.text(title)} (${facts})`),
    ...(text === null ? [] : [markup.quote(tell(text).slice(0, 400))]),
  ];
}

function isLinked(ref: string): boolean {
  return /^[WFTL]-/.test(ref);
}

/** What continues from there, where one command does. */
function actOf({ translate: t }: WorkflowCall, { kind, ref, lane }: Need): BriefAct | undefined {
  if (kind === 'workItem') return { title: t('Answer {0}', ref), operation: queueAdvance.name, input: { id: ref } };
  if (kind === 'question')
    return { title: t('Answer {0}', ref), operation: laneOperationName('messageSend'), input: { replyTo: ref } };
  if (kind === 'report') {
    return {
      title: t('Acknowledge {0}', ref),
      operation: laneOperationName('reportAcknowledge'),
      input: { report: ref },
    };
  }
  if (kind === 'approval')
    return { title: t('Approve {0}', ref), operation: laneOperationName('workerApprove'), input: { lane } };
  return kind === 'merge'
    ? { title: t('Merge {0}', ref), operation: laneOperationName('workerMerge'), input: { lane } }
    : undefined;
}
