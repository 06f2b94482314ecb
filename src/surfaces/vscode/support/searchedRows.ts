import type { ChoiceRow } from './prompt.js';

export interface ReadRows<T> {
  readonly rows: readonly ChoiceRow<T>[];
  readonly more: boolean;
}

interface SearchedRows<T> {
  readonly rows: Promise<readonly ChoiceRow<T>[]>;
  search(this: void, text: string): Promise<readonly ChoiceRow<T>[] | undefined>;
}

/** Rows of a list that a picker may not load whole: `read` then searches for the text; undefined reads the start. */
export function searchedRows<T>(read: (text: string | undefined) => Promise<ReadRows<T>>): SearchedRows<T> {
  let isWhole = false;
  let isNarrowed = false;
  const first = async (): Promise<readonly ChoiceRow<T>[]> => {
    const { rows, more } = await read(undefined);
    isWhole = !more;
    return rows;
  };
  return {
    rows: first(),
    async search(text) {
      const wanted = text.trim();
      if (isWhole || (wanted === '' && !isNarrowed)) return undefined;
      isNarrowed = wanted !== '';
      return (await read(isNarrowed ? wanted.slice(0, maxTextLength) : undefined)).rows;
    },
  };
}

/** Max characters of a search text that lists accept. */
const maxTextLength = 200;
