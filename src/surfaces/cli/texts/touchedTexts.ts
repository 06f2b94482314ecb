import type { z } from 'zod';
import { touchedList } from '../../../operations/touched/touchedList.js';
import { touchedRecord } from '../../../operations/touched/touchedRecord.js';
import { touchedListText } from '../format/handoffText.js';

type Answer<Operation extends { readonly output: z.ZodType }> = z.output<Operation['output']>;

/** What the answers of operations on touched files say to a person. */
export const touchedTexts = {
  [touchedRecord.name]: ({ recorded, outside }: Answer<typeof touchedRecord>) => {
    const left = outside === 0 ? '' : ` Skipped files outside the worktree: ${outside}.`;
    if (recorded === 0) return `No new files.${left}`;
    return `Recorded ${recorded === 1 ? '1 file' : `${recorded} files`}.${left}`;
  },
  [touchedList.name]: touchedListText,
} as const;
