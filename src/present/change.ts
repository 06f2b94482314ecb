import { type EventSubject, eventFacts } from '../domain/event/ownEvents.js';
import { isListed, type ListedName, listedFacts } from '../domain/records.js';
import { oneLine } from '../domain/text/oneLine.js';
import type { RecentChange } from '../reports/recentChanges.js';
import type { Translate } from '../reports/translate.js';
import { plain } from './event/changeIcons.js';
import { textsOf } from './eventSentence.js';
import { inLanguage } from './inLanguage.js';
import type { Icon } from './look.js';

const plurals: Readonly<Record<Exclude<EventSubject, ListedName>, (count: number, t: Translate) => string>> = {
  workItem: (count, t) => t('{0} work items', count),
  finding: (count, t) => t('{0} findings', count),
  task: (count, t) => t('{0} tasks', count),
  slice: (count, t) => t('{0} slices', count),
  report: (count, t) => t('{0} workers', count),
  message: (count, t) => t('{0} messages', count),
  lane: (count, t) => t('{0} lanes', count),
  plan: (count, t) => t('{0} plans', count),
  evidence: (count, t) => t('{0} commands', count),
  review: (count, t) => t('{0} reviews', count),
  decision: (count, t) => t('{0} decisions', count),
  run: (count, t) => t('{0} investigations', count),
  gate: times,
  repository: times,
};

const singulars: Readonly<Partial<Record<EventSubject, (t: Translate) => string>>> = {
  gate: t => t('a gate'),
  decision: t => t('a decision'),
};

/** `F-3 fixed`, `4 findings fixed`; without a full stop. */
export function changeSentence(change: RecentChange, t: Translate): string {
  const { type, refs, outcome, actor } = change;
  const what = refs.length === 1 && change.count === 1 ? oneLine(refs[0] ?? '') : counted(change, t);
  return textsOf(type)?.change?.say(what, t, outcome, actor) ?? t('{0}: {1}', type, what);
}

export function changeIcon({ type, outcome }: Pick<RecentChange, 'type' | 'outcome'>): Icon {
  const icon = textsOf(type)?.change?.icon ?? plain;
  return typeof icon === 'function' ? icon(outcome) : icon;
}

function counted({ type, count }: RecentChange, t: Translate): string {
  const subject = eventFacts(type)?.about ?? 'repository';
  if (count === 1) return singulars[subject]?.(t) ?? '';
  return isListed(subject) ? inLanguage(t, listedFacts(subject).names.counted, count) : plurals[subject](count, t);
}

function times(count: number, t: Translate): string {
  return t('{0} times', count);
}
