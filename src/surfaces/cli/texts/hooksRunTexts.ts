import { hooksRun } from '../../../operations/hooks/hooksRun.js';
import { hookRunText } from '../format/gateText.js';

/** Output of hooks, in a separate file because git waits for it. */
export const hooksRunTexts = {
  [hooksRun.name]: hookRunText,
} as const;
