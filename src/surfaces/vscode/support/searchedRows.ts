import type { ChoiceRow } from './prompt.js';

/** The rows of one reading, and whether there are more than it has. */
export interface ReadRows<T> {
  readonly rows: readonly ChoiceRow<T>[];
  readonly more: boolean;
}

/** What a picker asks with. */
interface SearchedRows<T> {
  readonly rows: Promise<readonly ChoiceRow<T>[]>;
  search(this: void, text: string): Promise<readonly ChoiceRow<T>[] | undefined>;
}

/**
 * The rows of a list that may be longer than a picker loads: what is typed is looked for in the whole of it, by `read`, whose
 * text is undefined for the beginning of the list. A list that was read whole is left to the picker's own search.
 */
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

/** Characters that lists take to search for. */
const maxTextLength = 200;
