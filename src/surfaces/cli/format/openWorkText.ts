import type { Need } from '../../../domain/lane/need.js';
import type { InProgress } from '../../../domain/thread/inProgress.js';
import { say } from '../../../messages/say.js';
import { livenessWord } from '../../../present/laneViewRow.js';
import { needLooks } from '../../../present/needRow.js';
import { progressWord } from '../../../present/progressWord.js';
import { english } from '../../../reports/translate.js';
import { type Column, idColumn } from './table.js';
import { oneLine } from './text.js';
import { type View, when } from './view.js';

/** `L-2  ready for review  Limit logins`, then the worker, duration and blocked items, then the next command. */
export function needText({ ref, kind, lane, task, title, text, from, since, blocks, next }: Need, view: View): string {
  const { cyan, yellow, bold, dim } = view.style;
  const holds = blocks === 0 ? [] : [`blocks ${blocks}`];
  const facts = [task, lane, from].flatMap(name => (name === null ? [] : [oneLine(name)]));
  return [
    `${cyan(ref)}  ${yellow(needLooks[kind].word(english))}  ${bold(oneLine(title))}`,
    ...(text === null ? [] : [`  ${oneLine(say(text))}`]),
    `  ${dim([...holds, ...facts, when(since, view)].join(' · '))}`,
    `  stateroom ${next}`,
  ].join('\n');
}

export const progressColumns: readonly Column<InProgress>[] = [
  idColumn,
  { title: 'state', text: ({ state }) => progressWord(state, english), paint: 'cyan' },
  { title: 'title', text: ({ title }) => title, minimum: 20, maximum: 80 },
  { title: 'who', text: ({ who }) => who, minimum: 10 },
  { title: 'in', text: ({ lane, laneName, task }) => (lane === null ? task : `${lane} ${laneName}`), minimum: 10 },
  { title: 'details', text: lifeText, minimum: 10, paint: 'dim' },
];

function lifeText({ heartbeat, leaseUntil, since }: InProgress, view: View): string {
  if (heartbeat?.level === 'WAITING') return livenessWord('WAITING', english);
  if (heartbeat?.at != null) return `last heartbeat ${when(heartbeat.at, view)}`;
  return leaseUntil === null ? when(since, view) : `lease until ${when(leaseUntil, view)}`;
}
