import type { Page } from 'playwright-core';

/** What a row has said since it is followed. */
export interface FollowedRow {
  /** Those of the words that it said, in the order in which they came; a word that stays counts once. */
  words(): Promise<readonly string[]>;
}

/** Notes each of these words that the row with this number says, however short it is there. */
export async function followRow(page: Page, number: string, words: readonly string[]): Promise<FollowedRow> {
  const handle = await page.evaluateHandle(
    ({ number: ref, words: listened }) => {
      const said: string[] = [];
      const look = (): void => {
        for (const row of document.querySelectorAll('.part.sidebar .monaco-list-row')) {
          const text = row.querySelector('.label-description')?.textContent ?? '';
          if (!text.split(' · ').includes(ref)) continue;
          const word = listened.find(one => text.includes(one));
          if (word !== undefined && said.at(-1) !== word) said.push(word);
        }
      };
      new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
      look();
      return said;
    },
    { number, words },
  );
  return { words: () => handle.jsonValue() };
}
