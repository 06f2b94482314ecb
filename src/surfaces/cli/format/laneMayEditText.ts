import type { laneMayEdit } from '../../../operations/lane/laneMayEdit.js';
import { type Answer, type Texts, textsOf } from './resultText.js';
import { oneLine } from './text.js';

/** What is shown to an agent before it edits, apart because it waits for that. */
export const texts: Texts = {
  ...textsOf('lane', {
    mayEdit: ({ path, reason }: Answer<typeof laneMayEdit>) => oneLine(reason ?? `${path} may be edited.`),
  }),
};
