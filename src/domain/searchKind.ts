import { once } from './once.js';
import { type Records, type RecordsWith, recordList } from './records.js';

type SearchedRecord = keyof RecordsWith<{ readonly search: readonly string[] }>;
type SearchedKind = Records[SearchedRecord]['facts']['word'];

/** Records that are searched by their definition alone, by the word for one of them. */
export const searchedRecords = once(() =>
  recordList
    .flatMap(([, definition]) => {
      const { search, word } = definition.facts;
      return search === undefined ? [] : [{ kind: word as SearchedKind, definition, search }];
    })
    .sort((one, other) => (one.kind < other.kind ? -1 : 1)),
);

export const searchKinds = once(
  () =>
    [
      ...(['item', 'note', 'task', 'finding', 'decision', 'slice'] as const),
      ...searchedRecords().map(({ kind }) => kind),
      ...(['evidence', 'message', 'run', 'plan'] as const),
    ] as const,
);
export type SearchKind = ReturnType<typeof searchKinds>[number];
