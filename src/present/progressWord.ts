import type { ProgressState } from '../domain/thread/inProgress.js';
import type { Translate } from '../reports/translate.js';
import { laneStatusWords, taskStatusLooks, workerStateLooks, workItemStatusLooks } from './status.js';

const words: Readonly<Record<ProgressState, (t: Translate) => string>> = {
  ...wordsOf(taskStatusLooks),
  ...laneStatusWords,
  ...wordsOf(workerStateLooks),
  in_flight: workItemStatusLooks.in_flight.word,
};

export function progressWord(state: ProgressState, t: Translate): string {
  return words[state](t);
}

function wordsOf<State extends string>(
  looks: Readonly<Record<State, { readonly word: (t: Translate) => string }>>,
): Record<State, (t: Translate) => string> {
  const entries = Object.entries<{ readonly word: (t: Translate) => string }>(looks);
  return Object.fromEntries(entries.map(([state, { word }]) => [state, word])) as Record<
    State,
    (t: Translate) => string
  >;
}
