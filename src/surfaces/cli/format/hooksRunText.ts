import type { hooksOperations } from '../../../operations/hooks/hooksOperations.js';
import type { TextsOf } from './resultText.js';
import { oneLine } from './text.js';

/** What a hook says to git’s user, nothing when all is well; apart because git waits for it. */
export const texts: TextsOf<typeof hooksOperations> = {
  hooksRun: ({ lines }) => lines.map(line => `${/^ */.exec(line)}${oneLine(line)}`).join('\n'),
};
