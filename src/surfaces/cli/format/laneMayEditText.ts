import type { LaneOperations } from '../../../operations/loadLaneCatalogue.js';
import type { TextsOf } from './resultText.js';
import { oneLine } from './text.js';

/** Text for an agent before an edit; a separate file because the agent waits for it to load. */
export const texts: TextsOf<LaneOperations> = {
  laneMayEdit: ({ path, reason }) => oneLine(reason ?? `${path} may be edited.`),
};
