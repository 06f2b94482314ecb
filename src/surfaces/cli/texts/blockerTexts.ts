import type { z } from 'zod';
import { blockerAdd } from '../../../operations/blocker/blockerAdd.js';
import { blockerList } from '../../../operations/blocker/blockerList.js';
import { blockerResolve } from '../../../operations/blocker/blockerResolve.js';
import { blockerListText } from '../format/handoffText.js';
import { oneLine } from '../format/text.js';

type Answer<Operation extends { readonly output: z.ZodType }> = z.output<Operation['output']>;

/** What the answers of operations on blockers say to a person. */
export const blockerTexts = {
  [blockerAdd.name]: ({ blocker }: Answer<typeof blockerAdd>) =>
    `Added ${blocker.ref} ${oneLine(blocker.description)}.`,
  [blockerResolve.name]: ({ blocker }: Answer<typeof blockerAdd>) =>
    `Resolved ${blocker.ref} ${oneLine(blocker.description)}.`,
  [blockerList.name]: blockerListText,
} as const;
