import { hooksRun } from '../../../operations/hooks/hooksRun.js';
import { hookRunText } from '../format/gateText.js';

/** What git’s user is told by a hook, apart because git waits for it. */
export const hooksRunTexts = {
  [hooksRun.name]: hookRunText,
} as const;
