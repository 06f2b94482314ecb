import type { Need, NeedKind } from '../../domain/lane/need.js';
import type { BriefAct } from '../../domain/workflow/brief.js';
import type { Translate } from '../../reports/translate.js';

/** What continues from there, where one command does. */
export function actOfNeed(
  t: Translate,
  { kind, ref, acts }: Pick<Need, 'kind' | 'ref' | 'acts'>,
): BriefAct | undefined {
  const [first] = acts;
  const title = titles[kind]?.(t, ref);
  return first === undefined || title === undefined ? undefined : { title, ...first };
}

const titles: Partial<Readonly<Record<NeedKind, (t: Translate, ref: string) => string>>> = {
  workItem: (t, ref) => t('Answer {0}', ref),
  question: (t, ref) => t('Answer {0}', ref),
  report: (t, ref) => t('Acknowledge {0}', ref),
  approval: (t, ref) => t('Approve {0}', ref),
  merge: (t, ref) => t('Merge {0}', ref),
};
