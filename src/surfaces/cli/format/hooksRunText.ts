import type { hooksRun } from '../../../operations/hooks/hooksRun.js';
import { type Answer, type Texts, textsOf } from './resultText.js';
import { oneLine } from './text.js';

/** What a hook says to git’s user, nothing when all is well; apart because git waits for it. */
export const texts: Texts = {
  ...textsOf('hooks', {
    run: ({ lines }: Answer<typeof hooksRun>) => lines.map(line => `${/^ */.exec(line)}${oneLine(line)}`).join('\n'),
  }),
};
