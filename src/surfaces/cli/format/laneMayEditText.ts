import type { LaneOperations } from '../../../operations/loadLaneCatalogue.js';
import type { TextsOf } from './resultText.js';
import { oneLine } from './text.js';

/** What is shown to an agent before it edits, apart because it waits for that. */
export const texts: TextsOf<LaneOperations> = {
  laneMayEdit: ({ path, reason }) => oneLine(reason ?? `${path} may be edited.`),
};
