import type { LaneOperations } from '../../../operations/loadLaneCatalogue.js';
import type { TextsOf } from './resultText.js';
import { oneLine } from './text.js';

/** Separate file because the agent waits for it to load. */
export const texts: TextsOf<LaneOperations> = {
  laneMayEdit: ({ path, reason }) => oneLine(reason ?? `${path} may be edited.`),
};
