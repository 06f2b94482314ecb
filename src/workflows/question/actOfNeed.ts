import type { Need, NeedKind } from '../../domain/lane/need.js';
import type { BriefAct } from '../../domain/workflow/brief.js';
import { laneOperationName } from '../../operations/loadLaneCatalogue.js';
import { queueResolve } from '../../operations/queue/queueResolve.js';
import { taskFinish } from '../../operations/task/taskFinish.js';
import type { Translate } from '../../reports/translate.js';

export function actOfNeed(
  t: Translate,
  { kind, ref, acts }: Pick<Need, 'kind' | 'ref' | 'acts'>,
): BriefAct | undefined {
  const [first] = acts;
  const ending = kind === 'workItem' ? endings[first?.operation ?? ''] : undefined;
  const title = (ending ?? titles[kind])?.(t, ref);
  return first === undefined || title === undefined ? undefined : { title, ...first };
}

/** Titles for a work item whose lanes have ended, by operation. */
const endings: Readonly<Record<string, (t: Translate, ref: string) => string>> = {
  [taskFinish.name]: t => t('Finish Task'),
  [queueResolve.name]: (t, ref) => t('Mark {0} as Done', ref),
  [laneOperationName('workerRetry')]: (t, ref) => t('Retry {0}', ref),
};

const titles: Partial<Readonly<Record<NeedKind, (t: Translate, ref: string) => string>>> = {
  workItem: (t, ref) => t('Answer {0}', ref),
  question: (t, ref) => t('Answer {0}', ref),
  report: (t, ref) => t('Acknowledge {0}', ref),
  blocker: (t, ref) => t('Resolve blocker {0}', ref),
  approval: (t, ref) => t('Approve {0}', ref),
  merge: (t, ref) => t('Merge {0}', ref),
};
